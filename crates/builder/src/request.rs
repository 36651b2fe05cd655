//! Requests of the user.

use std::path::{Path, PathBuf};

use super::target::{Architecture, Target};

/// Characters that have a meaning in LLVM's pipelines, so that no parameter of a pass can have them.
pub const OF_PIPELINES: [char; 6] = [',', ';', '<', '>', '(', ')'];

pub use sycl_propset::words::{Barriers, Sanitizer, SpecConstantMode as SpecConstants, SplitMode as Split};

/// Whether images are validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validate {
    /// With spirv-val if there is one.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Forms of images for NVIDIA's GPUs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CudaImage {
    /// Machine code if there is ptxas, else PTX.
    Auto,
    /// PTX.
    Ptx,
    /// Machine code.
    Cubin,
}

/// Form that the images are packed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pack {
    /// A host object, for a host.
    Object {
        /// The host's triple.
        host: String,
        /// The way in which programs find images that are not for the host.
        registration: Registration,
    },
    /// A SYCLBIN file in a state.
    Syclbin {
        /// The name of the state.
        state: String,
    },
    /// An OffloadBinary.
    Bundle,
    /// A directory with a table for each target.
    Directory,
}

/// Ways in which programs find the images of a host object that are not for the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registration {
    /// The object hands them to the SYCL runtime of another compiler when the program starts.
    Call,
    /// They are an OffloadBinary in the section `sycl_device_images`, which the runtime of `<sycl/sycl.hpp>` reads.
    Section,
}

/// Sources of device code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// From the file, which steps read.
    File,
    /// From a pipe, which cannot be read again.
    Pipe(Vec<u8>),
    /// From a host object that clang compiled.
    HostObject {
        /// The file that it is in, as an absolute path.
        file: PathBuf,
        /// The bitcode.
        content: Vec<u8>,
    },
}

/// A module of LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceCode {
    /// The file, as an absolute path; of a host object, what messages call it.
    pub file: PathBuf,
    /// Its triple.
    pub triple: Option<String>,
    /// Source of the code.
    pub origin: Origin,
    /// Whether it has yet to go through the pass `sycl-front-end`.
    pub needs_front_end: bool,
}

impl DeviceCode {
    pub(super) fn architecture(&self) -> Option<Architecture> {
        self.triple.as_deref().and_then(Architecture::of_code)
    }

    /// Content of the input, unless steps can read its file.
    #[must_use]
    pub fn content(&self) -> Option<&[u8]> {
        match &self.origin {
            Origin::File => None,
            Origin::Pipe(content) | Origin::HostObject { content, .. } => Some(content),
        }
    }

    /// The user's file.
    fn path(&self) -> &Path {
        match &self.origin {
            Origin::HostObject { file, .. } => file,
            Origin::File | Origin::Pipe(_) => &self.file,
        }
    }
}

/// A text from a file of the user's, read once, so that all of a build uses the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserText {
    /// The file, as an absolute path.
    pub file: PathBuf,
    /// The text.
    pub text: String,
}

/// Values fixed at build that the device code leaves open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Specialization constants and IR constants with their values, `NAME=VALUE`, a line each.
    pub constants: String,
    /// The file that the first of these lines come from, as an absolute path.
    pub file: Option<PathBuf>,
    /// Answers to queries, `KEY=VALUE`.
    pub reflect: Vec<String>,
    /// Arguments of kernels, `KERNEL:ARG=VALUE`.
    pub arguments: Vec<String>,
    /// The size of all work-groups, fastest dimension first.
    pub group_size: Option<[u32; 3]>,
}

impl Fixed {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Source of mathematical functions that neither the device code nor the library of the passes has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Libclc {
    /// From Debian's files, if they are there.
    Auto,
    /// From this file, as an absolute path.
    File(PathBuf),
    /// From nowhere.
    Off,
}

/// Options for kernels on hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostCode {
    /// Treatment of barriers.
    pub barriers: Option<Barriers>,
    /// The size of sub-groups of kernels that require none.
    pub sub_group_size: Option<u32>,
    /// Checks while they run, each once.
    pub sanitizers: Vec<Sanitizer>,
}

/// Result that a build makes, as far as it does not depend on what is installed.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Device code.
    pub inputs: Vec<DeviceCode>,
    /// Device libraries.
    pub libraries: Vec<DeviceCode>,
    /// Whether it makes images of one unit of many, apart from the others.
    pub is_unit: bool,
    /// Targets to build for, each once.
    pub targets: Vec<Target>,
    /// The only targets that the device code is for, as the passes call them; all if there are none.
    pub fixed_targets: Vec<String>,
    /// Whether generic device code is retargeted for targets without device code of their own.
    pub retargets: bool,
    /// Values fixed at build.
    pub fixed: Fixed,
    /// Source of mathematical functions for retargeted code.
    pub libclc: Libclc,
    /// Split of the module.
    pub split: Split,
    /// More parameters of the post-link step.
    pub post_link: Vec<String>,
    /// Files that these parameters stand for.
    pub post_link_inputs: Vec<PathBuf>,
    /// The plugin.
    pub plugin: PathBuf,
    /// A device configuration whose targets are added to the built-in ones, or replace those of the same name.
    pub devices: Option<UserText>,
    /// Names and numbers of aspects in place of the built-in ones, for the pass `sycl-front-end`: the user's file, or
    /// what an object says of its runtime.
    pub aspects: Option<UserText>,
    /// Extensions of SPIR-V, as llc takes them.
    pub spirv_extensions: String,
    /// For GPUs and hosts, the level of `llc -O`.
    pub optimization: String,
    /// Whether images for GPUs and hosts are made without debug info.
    pub strips_debug_info: bool,
    /// Options for kernels on hosts.
    pub host: HostCode,
    /// More options of back ends. The content of files that they name counts.
    pub back_end_options: Vec<BackEndOption>,
    /// Whether the bitcode of images for GPUs is packed too, for fusion at run time.
    pub embeds_ir: bool,
    /// Form of the result.
    pub pack: Pack,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
}

impl Recipe {
    /// Device code and device libraries.
    pub fn code(&self) -> impl Iterator<Item = &DeviceCode> {
        self.inputs.iter().chain(&self.libraries)
    }

    /// Whether the runtime of `<sycl/sycl.hpp>` loads the images.
    pub(super) fn is_for_our_runtime(&self) -> bool {
        matches!(&self.pack, Pack::Object { registration: Registration::Section, .. })
    }

    /// The device code of a unit that needs no step before the post-link step.
    pub(super) fn alone(&self) -> Option<&DeviceCode> {
        let [code] = &self.inputs[..] else { return None };
        let is_alone = self.is_unit && code.needs_front_end && self.libraries.is_empty() && self.fixed.is_empty();
        is_alone.then_some(code)
    }

    /// Whether some device code has yet to go through the pass `sycl-front-end`.
    #[must_use]
    pub fn needs_front_end(&self) -> bool {
        self.code().any(|code| code.needs_front_end)
    }

    /// The user's files that the steps read, but for those that options of back ends name.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let libclc = match &self.libclc {
            Libclc::File(file) => Some(file),
            Libclc::Auto | Libclc::Off => None,
        };
        let more = self.post_link_inputs.iter().chain(libclc).chain([&self.plugin]).map(|path| &**path);
        let mut code: Vec<&Path> = self.code().map(DeviceCode::path).collect();
        // The objects of an archive are one file.
        code.dedup();
        // What an object says of aspects is in the same file as its code.
        let aspects = self.aspects.as_ref().map(|text| &*text.file).filter(|file| !code.contains(file));
        let texts = self.devices.iter().map(|text| &*text.file).chain(aspects).chain(self.fixed.file.as_deref());
        code.into_iter().chain(more).chain(texts)
    }
}

/// The user's option for the back end of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackEndOption {
    /// The index of the target.
    pub target: usize,
    /// The option.
    pub option: String,
}

/// A user's request. Some of it depends on what is installed: [`Request::resolve`](super::resolve) decides that.
#[derive(Debug, Clone)]
pub struct Request {
    /// The result to make.
    pub recipe: Recipe,
    /// Lowering of specialization constants; `None`: natively in SPIR-V for compilers at run time, else emulated.
    pub spec_constants: Option<SpecConstants>,
    /// Form of images for NVIDIA's GPUs.
    pub cuda_image: CudaImage,
    /// Whether images are validated.
    pub validate: Validate,
}

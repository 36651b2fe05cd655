//! The modules of the command line: LLVM IR, and what containers and host objects hold of it.
//!
//! | file | modules |
//! |---|---|
//! | bitcode, assembly | itself |
//! | OffloadBinary; objects and archives that `clang -fsycl -c` made | SYCL's bitcode for the target, or else for SPIR-V |
//! | HCF of AdaptiveCpp's generic flow | the image that has kernels, and of all such files those that it imports from |

use std::path::{Path, PathBuf};

use sycl_images::Error as FileError;
use sycl_images::embedded;
use sycl_images::embedded::EmbeddedError;
use sycl_images::hcf::{self, Hcf, HcfError};
use sycl_images::input;
use sycl_images::offload_binary::{self, Binary, Entry, ImageKind, OffloadKind};
use sycl_images::source::{Memory, Range};
use sycl_propset::triple::{Family, Triple};

use crate::error::Error;

/// A module, as its file has it.
pub(crate) struct Input {
    /// Name in messages.
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
    /// Names of the kernels of an HCF file: nothing in the module says what is one.
    pub(crate) kernels: Option<Vec<String>>,
}

/// Content of the files.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) modules: Vec<Input>,
    /// Symbols that an HCF file imports and none exports, with the file.
    pub(crate) unresolved: Vec<(String, PathBuf)>,
}

/// Reads the files. Of modules for several targets those like `wanted` are taken.
pub(crate) fn read(files: &[PathBuf], wanted: Option<Triple>) -> Result<Inputs, Error> {
    let mut inputs = Inputs::default();
    let (mut containers, mut contents) = (Vec::new(), Vec::new());
    for file in files {
        let content = input::read(file).map_err(|cause| Error::Open { input: file.display().to_string(), cause })?;
        let source = Memory(&content);
        if offload_binary::is_offload_binary(&content) {
            let binaries = offload_binary::read(&source);
            let binaries = binaries.map_err(|source| FileError::Format { file: file.clone(), source })?;
            inputs.modules.extend(of_binaries(file, &content, &binaries, wanted)?);
        } else if embedded::is_host_file(&content) {
            inputs.modules.extend(of_binaries(file, &content, &embedded::binaries(file, &source)?, wanted)?);
        } else if hcf::is_hcf(&content) {
            let read = hcf::read(file, &source)?;
            if !read.images.iter().any(|image| image.name == hcf::GENERIC) {
                return Err(FileError::content(file, HcfError::NotGeneric).into());
            }
            containers.push(read);
            contents.push((file, content));
        } else {
            inputs.modules.push(Input { name: name_of(file), content, kernels: None });
        }
    }
    let needed = hcf::needed(&containers);
    for id in needed.images {
        let (container, (file, content)) = (&containers[id.file], &contents[id.file]);
        inputs.modules.push(of_hcf(container, id.image, file, content));
    }
    let unresolved = needed.unresolved.into_iter().map(|open| (open.symbol, contents[open.by.file].0.clone()));
    inputs.unresolved.extend(unresolved);
    if inputs.modules.is_empty() {
        return Err(Error::NoKernels);
    }
    Ok(inputs)
}

fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" { "<stdin>".to_owned() } else { file.display().to_string() }
}

fn part(content: &[u8], range: Range) -> Vec<u8> {
    content[range.start as usize..range.end() as usize].to_vec()
}

fn of_hcf(container: &Hcf, image: usize, file: &Path, content: &[u8]) -> Input {
    let image = &container.images[image];
    let kernels = container.kernels_of(&image.name).map(|kernel| kernel.name.clone()).collect();
    Input { name: name_of(file), content: part(content, image.content), kernels: Some(kernels) }
}

/// The SYCL bitcode of containers: what is for the target, or else what is for SPIR-V.
fn of_binaries(file: &Path, content: &[u8], binaries: &[Binary], wanted: Option<Triple>) -> Result<Vec<Input>, Error> {
    let sycl = binaries.iter().flat_map(|binary| &binary.entries);
    let sycl: Vec<&Entry> = sycl.filter(|entry| entry.offload_kind == OffloadKind::SYCL).collect();
    if sycl.is_empty() {
        return Err(FileError::content(file, EmbeddedError::Empty).into());
    }
    let triple = |entry: &Entry| entry.strings.text("triple").unwrap_or_default().to_owned();
    let is_for = |entry: &Entry, is_it: &dyn Fn(Triple) -> bool| Triple::parse(&triple(entry)).is_some_and(is_it);
    // SPIR for SPIR-V is second choice.
    let is_wanted = |found: Triple| {
        let is_alike = |wanted: Triple| {
            (found.family(), found.architecture.is_spir()) == (wanted.family(), wanted.architecture.is_spir())
        };
        wanted.is_some_and(is_alike)
    };
    let of_target: Vec<&Entry> = sycl.iter().copied().filter(|entry| is_for(entry, &is_wanted)).collect();
    let chosen = if of_target.is_empty() {
        let is_spirv = |found: Triple| found.family() == Some(Family::Spirv);
        sycl.iter().copied().filter(|entry| is_for(entry, &is_spirv)).collect()
    } else {
        of_target
    };
    if chosen.is_empty() {
        let mut triples: Vec<String> = sycl.iter().map(|entry| triple(entry)).collect();
        triples.dedup();
        return Err(Error::NoModule { input: name_of(file), triples: triples.join(", ") });
    }
    if let Some(entry) = chosen.iter().find(|entry| entry.image_kind != ImageKind::BITCODE) {
        return Err(FileError::content(file, EmbeddedError::Kind { kind: entry.image_kind }).into());
    }
    let modules = chosen.into_iter().map(|entry| part(content, entry.image));
    Ok(modules.map(|content| Input { name: name_of(file), content, kernels: None }).collect())
}

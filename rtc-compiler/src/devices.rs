//! What passes do with modules for NVPTX and AMDGPU, before the optimizer and after it: the stages of the pass
//! `llvm-to-backend`, as `sycl-packager build` runs them on generic device code.

use std::sync::OnceLock;

use sycl_passes::{
    Sink,
    ir::{Editor, Pieces},
    link_builtins::{self, LibclcPlace, Missing, Use},
    llvm_to_backend::{self, Error, Options, Target},
};
use sycl_propset::triple::{BackEndTarget, Family, TargetSpec, Triple};

use crate::shim;

/// libclc, with the functions that OpenCL C needs besides: `device-lib/`. A length in bytes, and as many compressed.
const NVPTX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/nvptx64.pieces"));
const AMDGCN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/amdgcn.pieces"));

/// The last stage that is not LLVM's.
const LAST: &str = "host-image";

/// Bodies of OpenCL kernels, which clang keeps from being inlined into the entry points that call them.
const BODY: &[u8] = b"__clang_ocl_kern_imp_";

/// A target that is no SPIR-V.
pub(crate) struct Device {
    target: Target,
    spec: TargetSpec,
    /// `0` to `3`, or `s`.
    level: u8,
}

/// Why a module cannot be code for a device.
pub(crate) enum Refusal {
    /// LLVM has no such processor, but these, with commas between them.
    Processor { known: String },
    /// Something that nothing defines, with a kernel that needs it.
    Undefined { symbol: String, kernel: Option<String> },
    /// What a stage says.
    Stage { text: String },
}

impl Device {
    /// The device of a target's name; none for SPIR-V.
    pub(crate) fn of(name: &str, level: u8) -> Option<Self> {
        let BackEndTarget::Device(spec) = BackEndTarget::parse(name).ok()? else { return None };
        let target = BackEndTarget::Device(spec.clone());
        let target = Target { name: name.to_owned(), target };
        (!spec.family.is_spir_or_spirv()).then_some(Self { target, spec, level })
    }

    /// Refuses a processor that LLVM does not have.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        llvm_to_backend::check(&self.target).map_err(Refusal::from)
    }

    /// The triple of its modules.
    pub(crate) fn triple(&self) -> &'static str {
        if self.is_amdgpu() { "amdgcn-amd-amdhsa" } else { "nvptx64-nvidia-cuda" }
    }

    /// Whether modules of a triple are for it already.
    pub(crate) fn takes(&self, triple: &str) -> bool {
        Triple::parse(triple) == Some(self.spec.triple)
    }

    /// Whether images are linked objects; else they are text.
    pub(crate) fn is_amdgpu(&self) -> bool {
        self.spec.family == Family::Amdgpu
    }

    pub(crate) fn processor(&self) -> &str {
        self.target.target.processor().expect("requests name the processor")
    }

    pub(crate) fn features(&self) -> &'static str {
        self.spec.features().unwrap_or_default()
    }

    /// The level of the back end: `0` to `3`.
    pub(crate) fn level(&self) -> u8 {
        if self.level == b's' { b'2' } else { self.level }
    }

    /// The optimizer's pipeline.
    pub(crate) fn pipeline(&self) -> String {
        format!("default<O{}>", char::from(self.level))
    }

    /// The device library, 7 or 11 MB, which the first compilation unpacks.
    fn library(&self) -> &'static [u8] {
        static UNPACKED: [OnceLock<Vec<u8>>; 2] = [const { OnceLock::new() }; 2];
        let packed = if self.is_amdgpu() { AMDGCN } else { NVPTX };
        UNPACKED[usize::from(self.is_amdgpu())].get_or_init(|| {
            let (length, packed) = packed.split_first_chunk().expect("the library begins with its length");
            let length = usize::try_from(u64::from_le_bytes(*length)).expect("the library fits into memory");
            shim::unpack(packed, length).expect("the build compresses the library")
        })
    }

    /// The stages before the optimizer.
    pub(crate) fn lower(&self, editor: &mut Editor<'_>, is_opencl: bool, sink: &mut dyn Sink) -> Result<(), Refusal> {
        if is_opencl {
            let bodies = editor.view().functions().filter(|function| function.name_bytes().starts_with(BODY));
            // At `-O0` they are not to be optimized.
            for body in bodies.filter(|body| !body.has_attribute("optnone")).collect::<Vec<_>>() {
                editor.remove_function_attribute(body, "noinline");
            }
        }
        let library = Pieces::of(self.library()).expect("the build makes a library of pieces");
        let libclc = LibclcPlace::Pieces(library);
        let options = Options {
            target: Some(self.target.clone()),
            link: link_builtins::Options { libclc, is_opencl, ..link_builtins::Options::default() },
            stop_after: Some(LAST),
            ..Options::default()
        };
        llvm_to_backend::run(editor, &options, sink).map(drop).map_err(Refusal::from)
    }

    /// The stage after the optimizer.
    pub(crate) fn finish(&self, editor: &mut Editor<'_>) -> Result<(), Refusal> {
        llvm_to_backend::finish(editor, &self.target).map(drop).map_err(Refusal::from)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Processor { known, .. } => Self::Processor { known: known.join(", ") },
            Error::Link(link_builtins::Error::Undefined(Missing { undefined, math, .. }))
                if !undefined.is_empty() || !math.is_empty() =>
            {
                let first = undefined.into_iter().chain(math).next();
                let Use { name, users } = first.expect("one of the lists has an element");
                Self::Undefined { symbol: name, kernel: users.kernels.into_iter().next() }
            }
            _ => Self::Stage { text },
        }
    }
}

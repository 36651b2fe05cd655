//! Passes over modules for NVPTX, AMDGPU and the host, before the optimizer and after it: the stages of the pass
//! `llvm-to-backend`, as `sycl-packager build` runs them on generic device code.

use sycl_passes::{
    Sink,
    host_image::{self, Properties},
    ir::{self, Editor, LazyPieces, Pieces},
    link_builtins::{self, LibclcPlace, Missing, Use},
    llvm_to_backend::{self, Error, Options, Target},
    options::{Given, Layer, OptionError, SSCP_SPECIALIZE, WORK_GROUP_FUNCTIONS},
    retarget,
};
use sycl_propset::{
    devices::{self, DeviceConfig},
    needed,
    triple::{BackEndTarget, Family, TargetSpec, Triple},
};
use sycl_rtc::interface::Job;

use crate::arguments;
#[cfg(not(plain_start))]
use crate::packed::Packed;

/// The libraries of a target, as `device-lib/` makes them.
struct Libraries {
    /// libclc, with the functions that OpenCL C needs besides.
    libclc: LazyPieces,
    /// The built-in functions of the passes.
    builtins: LazyPieces,
}

/// A library that is unpacked as far as modules need it.
macro_rules! pieces {
    ($file:literal) => {
        LazyPieces(|| {
            const FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/", $file));
            #[cfg(not(plain_start))]
            static BYTES: Packed = Packed::new(FILE);
            #[cfg(plain_start)]
            static BYTES: &[u8] = FILE;
            Pieces::read(&BYTES).expect("the build makes a library of pieces")
        })
    };
}

const NVPTX: Libraries = Libraries { libclc: pieces!("nvptx64.pieces"), builtins: pieces!("nvptx64.builtins.pieces") };
const AMDGCN: Libraries = Libraries { libclc: pieces!("amdgcn.pieces"), builtins: pieces!("amdgcn.builtins.pieces") };

/// The host in the device configuration.
pub(crate) const HOST: &str = "host";

/// The target that is no device.
const SPIRV: &str = "spirv64";

/// The parameter of `work-group-functions` that may be among those of `sscp-specialize`.
const BARRIERS: &str = "barriers=";

/// The last stage that is not LLVM's.
const LAST: &str = "host-image";

/// Bodies of OpenCL kernels, which clang keeps from being inlined into the entry points that call them.
const BODY: &[u8] = b"__clang_ocl_kern_imp_";

/// A target that is no SPIR-V.
pub(crate) struct Device {
    target: Target,
    kind: Kind,
    /// The processor and its features, as LLVM has them; empty for the least that the target takes.
    model: (String, String),
    /// `0` to `3`, or `s`.
    level: u8,
}

enum Kind {
    Gpu(TargetSpec),
    Host { triple: &'static str },
}

/// Reasons why a module cannot be code for a device.
pub(crate) enum Refusal {
    /// LLVM has no such processor, but these, with commas between them.
    Processor { known: String },
    /// Something that nothing defines, with a kernel that needs it.
    Undefined { symbol: String, kernel: Option<String> },
    /// Text of a stage.
    Stage { text: String },
}

impl Device {
    /// The device of a target's name; none for SPIR-V.
    fn parse(name: &str, level: u8) -> Option<Self> {
        let target = Target { name: name.to_owned(), target: BackEndTarget::parse(name).ok()? };
        let (kind, model) = match &target.target {
            BackEndTarget::Device(spec) if spec.family == Family::Spirv => return None,
            BackEndTarget::Device(spec) => {
                let processor = target.target.processor().expect("requests name the processor").to_owned();
                (Kind::Gpu(spec.clone()), (processor, spec.features().unwrap_or_default().to_owned()))
            }
            BackEndTarget::Host { processor } => {
                let triple = sycl_rtc::Target::parse(name).expect("requests have checked it").triple();
                (Kind::Host { triple }, ir::model(processor.as_deref().unwrap_or_default()))
            }
        };
        Some(Self { target, kind, model, level })
    }

    /// Settings of the images of a job, if they are no SPIR-V.
    pub(crate) fn of_job(job: &Job) -> Option<Self> {
        // SAFETY: the caller's texts live during the call.
        let (target, arguments) = unsafe { (job.target.bytes(), job.arguments.elements()) };
        Self::parse(std::str::from_utf8(target).ok()?, arguments::level(arguments))
    }

    /// Refuses a processor that LLVM does not have.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        llvm_to_backend::check(&self.target).map_err(Refusal::from)
    }

    /// The triple of its modules.
    pub(crate) fn triple(&self) -> &'static str {
        match &self.kind {
            Kind::Gpu(spec) => spec.family.architecture().triple(),
            Kind::Host { triple } => triple,
        }
    }

    /// Whether modules of a triple are for it already.
    pub(crate) fn takes(&self, triple: &str) -> bool {
        match &self.kind {
            Kind::Gpu(spec) => Triple::parse(triple) == Some(spec.triple),
            // Kernels for a host are functions of work-groups, which are made here.
            Kind::Host { .. } => false,
        }
    }

    /// Facts about it as a device; nothing about a processor that the device configuration does not have.
    pub(crate) fn known(&self) -> Option<&'static devices::Target> {
        match &self.kind {
            Kind::Gpu(spec) => DeviceConfig::builtin().iter().find(|device| {
                let is_of_family = Triple::parse(&device.triple).is_some_and(|triple| triple == spec.triple);
                is_of_family && device.arch.as_deref() == Some(self.processor())
            }),
            Kind::Host { .. } => DeviceConfig::builtin().target(HOST),
        }
    }

    /// Whether it is the host.
    pub(crate) fn is_host(&self) -> bool {
        matches!(self.kind, Kind::Host { .. })
    }

    /// Whether images are linked objects; else they are text.
    pub(crate) fn is_linked(&self) -> bool {
        match &self.kind {
            Kind::Gpu(spec) => spec.family == Family::Amdgpu,
            Kind::Host { .. } => true,
        }
    }

    /// The library that images are linked against; nothing if there is none.
    pub(crate) fn needed(&self) -> Vec<u8> {
        match self.kind {
            Kind::Gpu(_) => Vec::new(),
            Kind::Host { triple } => needed::mathematics(triple).unwrap_or_default(),
        }
    }

    pub(crate) fn processor(&self) -> &str {
        &self.model.0
    }

    pub(crate) fn features(&self) -> &str {
        &self.model.1
    }

    /// The level of the back end: `0` to `3`.
    pub(crate) fn level(&self) -> u8 {
        if self.level == b's' { b'2' } else { self.level }
    }

    /// The optimizer's pipeline, as in `llvm-to-backend`: `-O2`, which is what requests do not name, is `default<O3>`.
    pub(crate) fn pipeline(&self) -> String {
        let level = if self.level == b'2' { b'3' } else { self.level };
        let passes = format!("default<O{}>", char::from(level));
        llvm_to_backend::with_aligned_accesses(&passes, &self.target.target)
    }

    /// The device library; none for the host, where the C library has mathematics.
    fn libraries(&self) -> Option<Libraries> {
        let Kind::Gpu(spec) = &self.kind else { return None };
        Some(if spec.family == Family::Amdgpu { AMDGCN } else { NVPTX })
    }

    /// The stages before the optimizer. `properties` is the text that an image for the host has in it, `specialize` are
    /// parameters of the stage `specialize`.
    pub(crate) fn lower(
        &self,
        editor: &mut Editor<'_>,
        is_opencl: bool,
        properties: &str,
        specialize: &str,
        sink: &mut dyn Sink,
    ) -> Result<(), Refusal> {
        if is_opencl {
            let bodies = editor.view().functions().filter(|function| function.name_bytes().starts_with(BODY));
            // At `-O0` they are not to be optimized.
            for body in bodies.filter(|body| !body.has_attribute("optnone")).collect::<Vec<_>>() {
                editor.remove_function_attribute(body, "noinline");
            }
        }
        let (own, libclc) = match self.libraries() {
            Some(Libraries { libclc, builtins }) => (Some(builtins), LibclcPlace::Pieces(libclc)),
            None => (None, LibclcPlace::Off),
        };
        let host = matches!(self.kind, Kind::Host { .. }).then(|| self.triple().to_owned());
        let (barriers, specialize): (Vec<_>, Vec<_>) =
            specialize.split(';').partition(|word| self.is_host() && word.starts_with(BARRIERS));
        let given = |words: Vec<&str>| Given { settings: None, explicit: Layer::of_text(&words.join(";")) };
        let refused = |error: OptionError| Refusal::Stage { text: error.to_string() };
        let specialize = given(specialize).parse("sscp-specialize", SSCP_SPECIALIZE).map_err(refused)?;
        let work_groups = given(barriers).parse("work-group-functions", WORK_GROUP_FUNCTIONS).map_err(refused)?;
        let options = Options {
            target: Some(self.target.clone()),
            specialize,
            work_groups,
            retarget: retarget::Options { host, ..retarget::Options::default() },
            link: link_builtins::Options { own, libclc, is_opencl, ..link_builtins::Options::default() },
            image: host_image::Options {
                properties: Some(Properties::Text(properties.to_owned())),
                has_entry: true,
                ..host_image::Options::default()
            },
            stop_after: Some(LAST),
            ..Options::default()
        };
        llvm_to_backend::run(editor, &options, sink).map(drop).map_err(Refusal::from)
    }

    /// The stages after the optimizer. Variants of kernels, if they are wanted, are for code that is to be fast.
    pub(crate) fn finish(&self, editor: &mut Editor<'_>, wants_variants: bool) -> Result<(), Refusal> {
        let is_fast = matches!(self.level, b'2' | b'3');
        llvm_to_backend::finish(editor, &self.target, wants_variants && is_fast).map(drop).map_err(Refusal::from)
    }
}

/// The stage before the back end for SPIR-V, for which there is no device.
pub(crate) fn finish_spirv(editor: &mut Editor<'_>) -> Result<(), Refusal> {
    let target = BackEndTarget::parse(SPIRV).expect("a target without a processor");
    llvm_to_backend::finish(editor, &Target { name: SPIRV.to_owned(), target }, false).map(drop).map_err(Refusal::from)
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
                let Use { name, users, .. } = first.expect("one of the lists has an element");
                Self::Undefined { symbol: name, kernel: users.kernels.into_iter().next() }
            }
            _ => Self::Stage { text },
        }
    }
}

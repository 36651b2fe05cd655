//! Parameters of the passes that write no files.

use sycl_propset::triple::{BackEndTarget, KNOWN_BACK_ENDS, KNOWN_TARGETS, TargetSpec};

use super::{Expected, Form, Parameter, ValueError, parameter::names};
use crate::{
    aspect_propagation, device_pipeline,
    free_function_kernels::{self, EntryNames},
    front_end, global_offset, host, host_image,
    link_builtins::{self, LibclcPlace},
    llvm_to_backend::Target,
    retarget::{self, GenericSpace},
    spec_constants::Mode,
    spirv_legalize,
};

const PRESETS: &[&str] = &["pre-opt", "post-opt"];

/// Parameters of `aspect-propagation`.
pub static ASPECT_PROPAGATION: &[Parameter<aspect_propagation::Options>] = &[
    Parameter {
        name: "pre-opt",
        form: Form::OneOf(PRESETS, |o| (o.excludes_fp64, o.is_after_optimization) = (true, false)),
        summary: "before optimization: do not record fp64, but warn of it",
    },
    Parameter {
        name: "post-opt",
        form: Form::OneOf(PRESETS, |o| (o.excludes_fp64, o.is_after_optimization) = (false, true)),
        summary: "after optimization: record everything, no warnings",
    },
    Parameter {
        name: "exclude",
        form: Form::List("aspect:aspect:...", |o, names| o.exclude.extend(names)),
        summary: "aspects that are not recorded where they are not yet",
    },
    Parameter {
        name: "fixed-targets",
        form: Form::List("target:target:...", |o, names| o.fixed_targets.extend(names)),
        summary: "the only targets that the module is for: record them, and warn of what they lack",
    },
    Parameter {
        name: "devices",
        form: Form::Path("JSON file", |o, file| o.devices = Some(file)),
        summary: "what targets have, in the layout of config/devices.json, beside the built-in ones",
    },
    Parameter {
        name: "fp64-conv-emu",
        form: Form::Flag(|o| o.emulates_conversions = true),
        summary: "conversions from and to double are emulated and need no fp64",
    },
    Parameter { name: "no-diagnose", form: Form::Flag(|o| o.is_silent = true), summary: "no warnings" },
    Parameter {
        name: "builtin-aspects",
        form: Form::Flag(|o| o.uses_builtin_aspects = true),
        summary: "without !sycl_aspects: double, half and 64-bit atomics need fp64, fp16 and atomic64",
    },
];

/// Parameters of `spirv-legalize`.
pub static SPIRV_LEGALIZE: &[Parameter<spirv_legalize::Options>] = &[
    Parameter {
        name: "local-memory-argument",
        form: Form::Flag(|o| o.has_local_memory_argument = true),
        summary: "local memory of launches is the last argument of kernels, not 16 KiB",
    },
    Parameter {
        name: "only-kernels",
        form: Form::Flag(|o| o.only_kernels_are_known = true),
        summary: "the module is a whole program: others know its kernels only",
    },
];

const OPT_LEVELS: &[&str] = &["0", "1", "2", "3"];

/// Parameters of `sycl-front-end`.
pub static FRONT_END: &[Parameter<front_end::Options>] = &[
    Parameter {
        name: "optlevel",
        form: Form::Choice(OPT_LEVELS, |o, level| o.opt_level = Some(level as u32)),
        summary: "the optimization level of the translation unit, recorded where none is (default: not recorded)",
    },
    Parameter {
        name: "aspects",
        form: Form::Path("JSON file", |o, file| o.aspects = Some(file)),
        summary: "names and numbers of aspects, in the layout of config/aspects.json, instead of the built-in ones",
    },
    Parameter {
        name: "keep-linkage",
        form: Form::Flag(|o| o.keeps_linkage = true),
        summary: "leave the linkage of kernels to another run, after optimization",
    },
    Parameter {
        name: "linked",
        form: Form::Flag(|o| o.is_linked = true),
        summary: "the module is linked: check that translation units mean the same by the names of their kernels, and give \
                  calls of `group_local_memory` their memory",
    },
];

/// Parameters of `free-function-kernels`.
pub static FREE_FUNCTION_KERNELS: &[Parameter<free_function_kernels::Options>] = &[Parameter {
    name: "entry-names",
    form: Form::Choice(&EntryNames::NAMES, |o, name| o.entry_names = EntryNames::ALL[name]),
    summary: "what kernels are called: as DPC++ calls them (default), or as their functions",
}];

const MODES: &[&str] = &names(&Mode::NAMES);

/// Parameters of `spec-constants`.
pub static SPEC_CONSTANTS: &[Parameter<Mode>] = &[
    Parameter {
        name: "native",
        form: Form::OneOf(MODES, |mode| *mode = Mode::Native),
        summary: "SPIR-V specialization constants (default)",
    },
    Parameter {
        name: "emulation",
        form: Form::OneOf(MODES, |mode| *mode = Mode::Emulation),
        summary: "values in a buffer that the runtime passes to kernels",
    },
    Parameter {
        name: "default-values",
        form: Form::OneOf(MODES, |mode| *mode = Mode::DefaultValues),
        summary: "the default values",
    },
    Parameter {
        name: "host-emulation",
        form: Form::OneOf(MODES, |mode| *mode = Mode::HostEmulation),
        summary: "as emulation, for the host: kernels without a parameter for the buffer get one",
    },
];

/// Parameters of `global-offset`.
pub static GLOBAL_OFFSET: &[Parameter<global_offset::Mode>] = &[Parameter {
    name: "disable",
    form: Form::Flag(|mode| *mode = global_offset::Mode::Disable),
    summary: "offsets are zero",
}];

/// Parameters of `sycl-device-pipeline`.
pub static DEVICE_PIPELINE: &[Parameter<device_pipeline::Options>] = &[Parameter {
    name: "target",
    form: Form::Text("target[:processor]", |o, text| {
        let expected = Expected::Words(KNOWN_TARGETS);
        let wrong = |_| ValueError::Wrong { found: text.to_owned(), expected };
        o.target = Some(TargetSpec::parse(text).map_err(wrong)?);
        Ok(())
    }),
    summary: "what the module is for: nvptx64, amdgcn, spirv64, ... (default: its triple)",
}];

const GENERIC_SPACES: &[(&str, GenericSpace); 3] =
    &[("4", GenericSpace::Four), ("0", GenericSpace::Zero), ("auto", GenericSpace::Auto)];

/// Parameters of `retarget`.
pub static RETARGET: &[Parameter<retarget::Options>] = &[
    Parameter {
        name: "target",
        form: Form::Text("target[:processor]", |o, text| {
            let expected = Expected::Words(KNOWN_BACK_ENDS);
            let wrong = |_| ValueError::Wrong { found: text.to_owned(), expected };
            o.target = Some(BackEndTarget::parse(text).map_err(wrong)?);
            Ok(())
        }),
        summary: "what the module becomes: nvptx64, amdgcn, spirv64 or host",
    },
    Parameter {
        name: "generic",
        form: Form::Choice(&names(GENERIC_SPACES), |o, choice| o.generic = GENERIC_SPACES[choice].1),
        summary: "the generic address space of the module: SPIR-V's (default), AdaptiveCpp's, or the one that it shows",
    },
    Parameter {
        name: "host",
        form: Form::Text("triple", |o, triple| {
            o.host = Some(triple.to_owned());
            Ok(())
        }),
        summary: "the triple of the target host (default: what LLVM compiles for)",
    },
];

const UNDEFINED: &[&str] = &names(&link_builtins::Undefined::NAMES);

/// Parameters of `link-builtins`.
pub static LINK_BUILTINS: &[Parameter<link_builtins::Options>] = &[
    Parameter {
        name: "lib",
        form: Form::Paths("library", |o, file| o.libraries.push(file)),
        summary: "bitcode or text with functions that the module needs, after the built-in ones; repeatable, in order",
    },
    Parameter {
        name: "libclc",
        form: Form::Path("auto|off|file", |o, file| {
            o.libclc = match file.to_str() {
                Some("auto") => LibclcPlace::Auto,
                Some("off") => LibclcPlace::Off,
                _ => LibclcPlace::File(file),
            };
        }),
        summary: "mathematics of GPUs: where Debian has it (auto, default), not at all, or this file",
    },
    Parameter {
        name: "undefined",
        form: Form::Choice(UNDEFINED, |o, choice| o.undefined = link_builtins::Undefined::NAMES[choice].1),
        summary: "what undefined functions are: an error (default), a warning; or they stay, for images that import",
    },
];

const BARRIERS: &[&str] = &names(&host::Barriers::NAMES);

/// Parameters of `work-group-functions`.
pub static WORK_GROUP_FUNCTIONS: &[Parameter<host::Options>] = &[
    Parameter {
        name: "barriers",
        form: Form::Choice(BARRIERS, |o, choice| o.barriers = host::Barriers::NAMES[choice].1),
        summary: "how items wait: between loops where they can (auto, default), or an error; always as coroutines; never",
    },
    Parameter {
        name: "sub-group-size",
        form: Form::Text("1|2|4|8|16|32", |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words("1|2|4|8|16|32") };
            let size: u32 = text.parse().map_err(|_| wrong())?;
            o.sub_group_size = Some(size).filter(|size| host::is_sub_group_size(*size));
            o.sub_group_size.map(|_| ()).ok_or_else(wrong)
        }),
        summary: "size of sub-groups of kernels that require none (default: 16 if a kernel asks about them, else 1)",
    },
];

/// Parameters of `host-image`.
pub static HOST_IMAGE: &[Parameter<host_image::Options>] = &[
    Parameter {
        name: "target",
        form: Form::Text("host[:processor]", |o, text| {
            let expected = Expected::Words("host (with :<processor>)");
            let wrong = |_| ValueError::Wrong { found: text.to_owned(), expected };
            o.target = Some(Target { name: text.to_owned(), target: BackEndTarget::parse(text).map_err(wrong)? });
            Ok(())
        }),
        summary: "what the module was compiled for (default: host)",
    },
    Parameter {
        name: "properties",
        form: Form::Path("file", |o, file| o.properties = Some(host_image::Properties::File(file))),
        summary: "properties of the image as text (default: names of kernels)",
    },
    Parameter {
        name: "entry",
        form: Form::Flag(|o| o.has_entry = true),
        summary: "define the function by which the image is found in a shared library",
    },
];

/// Parameters of passes that have none.
pub static NONE: &[Parameter<()>] = &[];

//! Parameters of `llvm-to-backend`: those of its stages, under the names that they have there where these are clear.

use std::ffi::OsString;

use sycl_propset::{
    triple::{BackEndTarget, KNOWN_BACK_ENDS},
    words::Word,
};

use super::{Expected, Form, Parameter, ParameterValue, ValueError};
use crate::{
    host_image,
    llvm_to_backend::{Options, STAGE_NAMES, Sanitizer, Target},
    spec_constants::Mode,
};

const MODES: &[&str] = &super::parameter::names(&Mode::NAMES);

/// Sets a parameter of a stage.
fn forward<T>(table: &[Parameter<T>], options: &mut T, name: &str, value: &str) -> Result<(), ValueError> {
    let parameter = table.iter().find(|parameter| parameter.is_called(name));
    let parameter = parameter.expect("the stage has the parameter: a test gives each a value");
    parameter.set(options, name, &ParameterValue::Text(OsString::from(value)))
}

/// A parameter that is one of a stage, under the same name or another one.
macro_rules! of_stage {
    ($name:literal, $as:literal, $words:literal, $table:ident, $options:ident, $summary:literal) => {
        Parameter {
            name: $name,
            form: Form::Texts($words, |o, text| forward(super::$table, &mut o.$options, $as, text)),
            summary: $summary,
        }
    };
    ($name:literal, $words:literal, $table:ident, $options:ident, $summary:literal) => {
        of_stage!($name, $name, $words, $table, $options, $summary)
    };
}

/// Parameters of `llvm-to-backend`.
pub static LLVM_TO_BACKEND: &[Parameter<Options>] = &[
    Parameter {
        name: "target",
        form: Form::Text("target[:processor]", |o, text| {
            let expected = Expected::Words(KNOWN_BACK_ENDS);
            let wrong = |_| ValueError::Wrong { found: text.to_owned(), expected };
            o.target = Some(Target { name: text.to_owned(), target: BackEndTarget::parse(text).map_err(wrong)? });
            Ok(())
        }),
        summary: "what the module becomes code for: spirv64, nvptx64:sm_90, amdgcn:gfx90a, host",
    },
    of_stage!("set", "NAME=VALUE", SSCP_IR_CONSTANTS, constants, "value of an IR or specialization constant"),
    Parameter {
        name: "set-file",
        form: Form::Paths("file", |o, file| o.constants.set_files.push(file)),
        summary: "values of constants in a file, a line NAME=VALUE for each",
    },
    of_stage!(
        "unset",
        "error|keep|zero",
        SSCP_IR_CONSTANTS,
        constants,
        "what becomes of needed IR constants without a value"
    ),
    of_stage!("convention", "spir|adaptivecpp", SSCP_IR_CONSTANTS, constants, "what is an IR constant (default: both)"),
    of_stage!("reflect", "set", "KEY=VALUE", SSCP_REFLECT, reflect, "answer to a query"),
    Parameter {
        name: "specialize",
        form: Form::Texts("KERNEL:ARG=VALUE", |o, text| {
            let expected = Expected::Words("KERNEL:ARG=VALUE");
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected };
            let (name, value) = text.split_once('=').filter(|(name, _)| name.contains(':')).ok_or_else(wrong)?;
            forward(super::SSCP_SPECIALIZE, &mut o.specialize, name, value)
        }),
        summary: "value of an argument of a kernel",
    },
    of_stage!(
        "argument-bytes",
        "bytes",
        "KERNEL:ARG:OFFSET=HEX",
        SSCP_SPECIALIZE,
        specialize,
        "bytes of an argument that every launch passes"
    ),
    of_stage!("group-size", "X,Y,Z", SSCP_SPECIALIZE, specialize, "the work-group size of every launch"),
    of_stage!("local-size", "bytes", SSCP_SPECIALIZE, specialize, "dynamic local memory of every launch"),
    Parameter {
        name: "global-sizes-fit-in-int",
        form: Form::Flag(|o| {
            let set = super::SSCP_SPECIALIZE.iter().find(|parameter| parameter.name == "global-sizes-fit-in-int");
            if let Some(Parameter { form: Form::Flag(set), .. }) = set {
                set(&mut o.specialize);
            }
        }),
        summary: "global sizes and ids are less than 2^31",
    },
    of_stage!(
        "noalias",
        "KERNEL:ARG",
        SSCP_SPECIALIZE,
        specialize,
        "no other pointer leads to what an argument points to"
    ),
    of_stage!("align", "KERNEL:ARG=N", SSCP_SPECIALIZE, specialize, "alignment of what an argument points to"),
    Parameter {
        name: "spec-const",
        form: Form::Choice(MODES, |o, at| o.spec_constants = Some(Mode::NAMES[at].1)),
        summary: "how specialization constants are lowered (default: native for SPIR-V, else emulation)",
    },
    of_stage!("keep", "NAME", SSCP_OUTLINE, outline, "a function or variable to keep, besides what kernels need"),
    of_stage!("generic", "4|0|auto", RETARGET, retarget, "the generic address space of the module (default: 4)"),
    of_stage!("host", "triple", RETARGET, retarget, "the triple of the target host (default: what LLVM compiles for)"),
    Parameter {
        name: "lib",
        form: Form::Paths("file", |o, file| o.link.libraries.push(file)),
        summary: "a device library, of which what is needed is linked; may be repeated",
    },
    of_stage!(
        "libclc",
        "auto|off|file",
        LINK_BUILTINS,
        link,
        "libclc, for mathematics that is undefined (default: auto)"
    ),
    of_stage!(
        "undefined",
        "error|warn",
        LINK_BUILTINS,
        link,
        "what becomes of functions that no library has (default: error)"
    ),
    of_stage!(
        "barriers",
        "auto|fission|coroutine|lenient|check|refuse",
        WORK_GROUP_FUNCTIONS,
        work_groups,
        "host: what becomes of barriers"
    ),
    of_stage!(
        "sub-group-size",
        "1|2|4|8|16|32",
        WORK_GROUP_FUNCTIONS,
        work_groups,
        "host: size of sub-groups of kernels that require none"
    ),
    Parameter {
        name: "properties",
        form: Form::Path("file", |o, file| o.image.properties = Some(host_image::Properties::File(file))),
        summary: "host: properties of the image as text (default: what is known)",
    },
    Parameter {
        name: "entry",
        form: Form::Flag(|o| o.image.has_entry = true),
        summary: "host: define the function by which the image is found in a shared library",
    },
    Parameter {
        name: "sanitize",
        form: Form::Texts("address|undefined|thread", |o, text| {
            for name in text.split(',') {
                let expected = Expected::Words("address, undefined or thread");
                let wrong = || ValueError::Wrong { found: text.to_owned(), expected };
                o.sanitizers.push(Sanitizer::parse(name).ok_or_else(wrong)?);
            }
            Ok(())
        }),
        summary: "host: what code looks for while it runs; may be repeated",
    },
    Parameter {
        name: "passes",
        form: Form::Texts("pipeline", |o, text| {
            let earlier = o.passes.take().map(|passes| passes + ",").unwrap_or_default();
            o.passes = Some(earlier + text);
            Ok(())
        }),
        summary: "LLVM's passes of the stage optimize (default: default<O3>, for SPIR-V default<O2>); several are joined with commas",
    },
    Parameter {
        name: "distinct-memory",
        form: Form::Flag(|o| o.has_distinct_memory = true),
        summary: "NVPTX: launchers know allocations: kernels get variants, as `distinct-memory` makes them",
    },
    Parameter {
        name: "start-at",
        form: Form::Choice(&STAGE_NAMES, |o, at| o.start_at = Some(STAGE_NAMES[at])),
        summary: "leave out the stages before this one",
    },
    Parameter {
        name: "stop-after",
        form: Form::Choice(&STAGE_NAMES, |o, at| o.stop_after = Some(STAGE_NAMES[at])),
        summary: "the last stage that runs",
    },
    Parameter {
        name: "dump-stages",
        form: Form::Path("directory", |o, directory| o.dump_stages = Some(directory)),
        summary: "write the module before the first stage and after each into this directory",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Given, Layer};

    fn options(text: &str) -> Result<Options, String> {
        let given = Given { settings: None, explicit: Layer::of_text(text) };
        given.parse("llvm-to-backend", LLVM_TO_BACKEND).map_err(|error| error.to_string())
    }

    #[test]
    fn every_parameter_reaches_its_stage() {
        let refused = "refused by the stage: no such value, surely";
        for parameter in LLVM_TO_BACKEND.iter().filter(|parameter| !parameter.is_flag()) {
            // Whether or not the value is taken, the stage is asked.
            let _ = options(&format!("{}={refused}", parameter.name));
        }
        let set = options("target=amdgcn:gfx90a;set=a=1;set=b=2;reflect=k=3;keep=f;unset=zero;set-file=f.txt").unwrap();
        assert_eq!(set.target.map(|target| target.name).as_deref(), Some("amdgcn:gfx90a"));
        assert_eq!((set.constants.set.len(), set.reflect.set.len(), &*set.outline.keep), (2, 1, &["f".to_owned()][..]));
        assert_eq!(set.constants.set_files, ["f.txt".to_owned()].map(std::path::PathBuf::from));
        let set =
            options("specialize=K:1=2;specialize=K:n=3;group-size=4;noalias=K:0;align=K:0=8;global-sizes-fit-in-int");
        let specialize = set.unwrap().specialize;
        assert_eq!((specialize.arguments.len(), specialize.noalias.len(), specialize.align.len()), (2, 1, 1));
        assert!(specialize.group_size.is_some() && specialize.sizes_fit_in_int);
        assert!(options("specialize=K=1").unwrap_err().contains("`K=1`; expected KERNEL:ARG=VALUE"));
        assert!(options("generic=5").unwrap_err().contains("parameter `generic` of pass `llvm-to-backend`"));
    }

    #[test]
    fn pipelines_may_have_separators_inside() {
        let passes = options("passes=default<O1>;passes=loop-rotate<a;b>;stop-after=retarget").unwrap();
        assert_eq!(passes.passes.as_deref(), Some("default<O1>,loop-rotate<a;b>"));
        assert_eq!(passes.stop_after, Some("retarget"));
    }
}

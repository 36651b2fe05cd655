//! Parameters of the passes for generic device code.

use super::{Expected, Form, Parameter, ValueError};
use crate::sscp::{
    ir_constants::{self, Assignment, Convention, Unset},
    literal, outline,
    reflect::{self, Unknown},
    separate,
    specialize::{self, KnownBytes, Place},
};

const NAME_VALUE: &str = "NAME=VALUE";

/// Takes `NAME=VALUE` apart.
fn assignment(text: &str, words: &'static str) -> Result<Assignment, ValueError> {
    let expected = Expected::Words(words);
    Assignment::parse(text).ok_or_else(|| ValueError::Wrong { found: text.to_owned(), expected })
}

/// Parameters of `sscp-ir-constants`.
pub static SSCP_IR_CONSTANTS: &[Parameter<ir_constants::Options>] = &[
    Parameter {
        name: "set",
        form: Form::Texts(NAME_VALUE, |o, text| {
            o.set.push(assignment(text, NAME_VALUE)?);
            Ok(())
        }),
        summary: "value of an IR constant or a specialization constant, by a symbol, an id or a name of the source",
    },
    Parameter {
        name: "set-file",
        form: Form::Paths("file", |o, file| o.set_files.push(file)),
        summary: "values in a file, a line NAME=VALUE for each; they count less than `set`",
    },
    Parameter {
        name: "unset",
        form: Form::Choice(&["error", "keep", "zero"], |o, choice| {
            o.unset = [Unset::Error, Unset::Keep, Unset::Zero][choice];
        }),
        summary: "what becomes of needed IR constants without a value (default: error)",
    },
    Parameter {
        name: "convention",
        form: Form::Choice(&["spir", "adaptivecpp"], |o, choice| {
            o.convention = [Convention::Spir, Convention::AdaptiveCpp][choice];
        }),
        summary: "what is an IR constant: what is marked, or has AdaptiveCpp's names (default: both)",
    },
    Parameter {
        name: "list",
        form: Form::Flag(|o| o.lists = true),
        summary: "only report what can be set, with types and values",
    },
];

const KEY_VALUE: &str = "KEY=INTEGER";

/// Parameters of `sscp-reflect`.
pub static SSCP_REFLECT: &[Parameter<reflect::Options>] = &[
    Parameter {
        name: "set",
        form: Form::Texts(KEY_VALUE, |o, text| {
            let answer = assignment(text, KEY_VALUE)?;
            if !literal::integer(&answer.value).is_some_and(|number| literal::fits(number, 64)) {
                return Err(ValueError::Wrong { found: text.to_owned(), expected: Expected::Words(KEY_VALUE) });
            }
            o.set.push(answer);
            Ok(())
        }),
        summary: "value of a key",
    },
    Parameter {
        name: "prefix",
        form: Form::Text("prefix", |o, prefix| {
            o.prefix = Some(prefix.to_owned());
            Ok(())
        }),
        summary: "what the names of queries begin with (default: __acpp_sscp_jit_reflect_)",
    },
    Parameter {
        name: "unknown",
        form: Form::Choice(&["error", "keep"], |o, choice| o.unknown = [Unknown::Error, Unknown::Keep][choice]),
        summary: "what becomes of queries for values of other keys (default: error)",
    },
];

/// Parameters of `sscp-outline` and `sscp-prune`.
pub static SSCP_OUTLINE: &[Parameter<outline::Options>] = &[Parameter {
    name: "keep",
    form: Form::Texts("symbol", |o, name| {
        o.keep.push(name.to_owned());
        Ok(())
    }),
    summary: "a global to keep besides entry points",
}];

/// Parameters of `sscp-separate`.
pub static SSCP_SEPARATE: &[Parameter<separate::Options>] = &[Parameter {
    name: "hcf",
    form: Form::Path("file", |o, file| o.hcf = Some(file)),
    summary: "a file for the container of the device code, which the host code has in it, too",
}];

const KERNEL_ARGUMENT: &str = "KERNEL:ARG";
const SIZES: &str = "X:Y:Z";
const BYTES: &str = "KERNEL:ARG:OFFSET=HEX";
const KERNEL_BYTES: &str = "KERNEL=HEX";
const ALIGNED: &str = "KERNEL:ARG=BYTES";

fn place(text: &str, words: &'static str) -> Result<Place, ValueError> {
    let expected = Expected::Words(words);
    Place::parse(text).ok_or_else(|| ValueError::Wrong { found: text.to_owned(), expected })
}

/// One to three sizes, each from 1. In pipelines a comma divides passes, so there are other separators.
fn sizes(text: &str) -> Option<[u32; 3]> {
    let mut sizes = [1; 3];
    let given: Vec<&str> = text.split([',', ':', 'x']).collect();
    for (place, size) in given.iter().enumerate() {
        *sizes.get_mut(place)? = size.trim().parse().ok().filter(|size| *size > 0)?;
    }
    Some(sizes)
}

/// Parameters of `sscp-specialize`.
pub static SSCP_SPECIALIZE: &[Parameter<specialize::Options>] = &[
    Parameter {
        name: "KERNEL:ARG",
        form: Form::Keyed("value", |o, key, value| {
            o.arguments.push((place(key, KERNEL_ARGUMENT)?, value.to_owned()));
            Ok(())
        }),
        summary: "an argument of a kernel, by number or name of the parameter, and its value",
    },
    Parameter {
        name: "bytes",
        form: Form::Texts(BYTES, |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words(BYTES) };
            o.bytes.push(KnownBytes::parse(text).ok_or_else(wrong)?);
            Ok(())
        }),
        summary: "bytes of an argument that stays one, in hexadecimal digits",
    },
    Parameter {
        name: "constants",
        form: Form::Texts(KERNEL_BYTES, |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words(KERNEL_BYTES) };
            let (kernel, bytes) = text.rsplit_once('=').ok_or_else(wrong)?;
            let bytes = specialize::bytes_of(bytes).ok_or_else(wrong)?;
            o.constants.push((kernel.trim().to_owned(), bytes));
            Ok(())
        }),
        summary: "the buffer of emulated specialization constants in every launch, in hexadecimal digits",
    },
    Parameter {
        name: "group-size",
        form: Form::Text(SIZES, |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words(SIZES) };
            o.group_size = Some(sizes(text).ok_or_else(wrong)?);
            Ok(())
        }),
        summary: "size of every work-group; the first dimension is the fastest",
    },
    Parameter {
        name: "local-size",
        form: Form::Text("bytes", |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words("a number from 1") };
            o.local_size = Some(text.parse().ok().filter(|size| *size > 0).ok_or_else(wrong)?);
            Ok(())
        }),
        summary: "size of the work-group memory that launches would give a size",
    },
    Parameter {
        name: "global-sizes-fit-in-int",
        form: Form::Flag(|o| o.sizes_fit_in_int = true),
        summary: "global sizes and ids are less than 2^31",
    },
    Parameter {
        name: "noalias",
        form: Form::Texts(KERNEL_ARGUMENT, |o, text| {
            o.noalias.push(place(text, KERNEL_ARGUMENT)?);
            Ok(())
        }),
        summary: "a pointer through which alone its memory is reached",
    },
    Parameter {
        name: "align",
        form: Form::Texts(ALIGNED, |o, text| {
            let wrong = || ValueError::Wrong { found: text.to_owned(), expected: Expected::Words(ALIGNED) };
            let (pointer, bytes) = text.rsplit_once('=').ok_or_else(wrong)?;
            // LLVM has no larger alignment.
            let fits = |bytes: &u64| bytes.is_power_of_two() && *bytes <= 1 << 32;
            let bytes = bytes.trim().parse().ok().filter(fits).ok_or_else(wrong)?;
            o.align.push((place(pointer, ALIGNED)?, bytes));
            Ok(())
        }),
        summary: "alignment of a pointer, a power of two",
    },
];

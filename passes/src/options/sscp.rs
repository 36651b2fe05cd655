//! Parameters of the passes for generic device code.

use super::{Expected, Form, Parameter, ValueError};
use crate::sscp::{
    ir_constants::{self, Assignment, Convention, Unset},
    literal, outline,
    reflect::{self, Unknown},
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

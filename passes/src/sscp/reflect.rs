//! Answers queries of device code about its target.
//!
//! Device code asks with functions that have no definition: `__acpp_sscp_jit_reflect_<key>` returns the value of a key,
//! and `__acpp_sscp_jit_reflect_knows_<key>` whether there is one.
//!
//! | reads  | calls of such functions |
//! | writes | the answer in the place of each call; a body for functions whose address is used |
//! | keeps  | queries that the module defines itself, and all else; running it again changes nothing |
//!
//! In keys of users, letters are made lower-case, and what is neither a letter nor a digit becomes `_`, as
//! AdaptiveCpp's run time does it. `knows_<key>` returns 0 for an unknown key. Its value is an error, unless
//! another run, when dead code is gone and libraries are linked, is to look at it ([`Unknown::Keep`]).
//!
//! Nothing is changed before all answers are known.
//!
//! Limits: values are integers.
//!
//! Cost: linear in functions and queries.
//!
//! Source: AdaptiveCpp's JIT-time reflection; `docs/retarget.md`.

use indexmap::IndexMap;
use sycl_propset::printable::printable;

use super::{
    ir_constants::Assignment,
    literal::{self, Expected},
};
use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, ModuleView, Type, TypeKind, Value},
    uses::Uses,
};

/// Prefix of the names of queries.
pub const PREFIX: &str = "__acpp_sscp_jit_reflect_";
/// Next part of queries whether a key is known.
const KNOWS: &str = "knows_";

/// Treatment of queries for values of unknown keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// They are refused.
    #[default]
    Error,
    /// They stay.
    Keep,
}

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Keys and their values. Of several for one key the last counts.
    pub set: Vec<Assignment>,
    /// Prefix of the names of queries, if it is not [`PREFIX`].
    pub prefix: Option<String>,
    /// Treatment of unknown keys.
    pub unknown: Unknown,
}

/// Reasons why queries cannot be answered. The module is unchanged then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A value of an unknown key is needed.
    #[error(
        "unknown {}; expected {}",
        queries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        known(keys)
    )]
    Unknown {
        /// All of them, in module order.
        queries: Vec<Query>,
        /// The keys that there are.
        keys: Vec<String>,
    },
    /// The type of a query does not hold its answer.
    #[error("key `{key}` has the value `{value}`, and function `{function}` asks for {ty}; expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// A function that asks.
        function: String,
        /// The type that it asks for.
        ty: String,
        /// Expectation of the type.
        expected: Expected,
    },
    /// Queries for this key would be queries whether another one is known.
    #[error("key `{key}` begins with `{KNOWS}`, which queries have before a key; expected another key")]
    Key {
        /// The key.
        key: String,
    },
}

fn known(keys: &[String]) -> String {
    match keys {
        [] => "`set=KEY=VALUE` for it".to_owned(),
        keys => format!("one of: {}; or a value for it (`set=KEY=VALUE`, `--reflect KEY=VALUE`)", keys.join(", ")),
    }
}

/// A key whose value is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The key.
    pub key: String,
    /// Functions that ask, in module order.
    pub functions: Vec<String>,
}

impl std::fmt::Display for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let functions: Vec<String> = self.functions.iter().map(|function| format!("`{function}`")).collect();
        let word = if functions.len() == 1 { "function" } else { "functions" };
        match functions.as_slice() {
            [] => write!(f, "key `{}`, whose value is used", self.key),
            functions => write!(f, "key `{}`, whose value is used in {word} {}", self.key, functions.join(", ")),
        }
    }
}

/// A query and all that is done with it.
struct Found<'m> {
    function: Function<'m>,
    uses: Uses<'m>,
    answer: Answer,
}

/// The answer to a query.
struct Answer {
    key: String,
    /// None for the value of a key that is unknown.
    value: Option<String>,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    let values = values(options)?;
    let module = editor.view();
    let found = find(module, options.prefix.as_deref().unwrap_or(PREFIX), &values);
    if options.unknown == Unknown::Error {
        check(module, &found, &values)?;
    }
    // All literals first, since one may not fit.
    let mut answers = Vec::new();
    for found in &found {
        if let Some(value) = &found.answer.value {
            let of_calls = found.uses.calls.iter().map(|call| literal_of(editor, found, value, call.ty()));
            let calls = of_calls.collect::<Result<Vec<_>, _>>()?;
            let result = literal_of(editor, found, value, found.function.value_type().result())?;
            answers.push((found, calls, result));
        }
    }
    let mut changed = Changed::No;
    for (found, literals, result) in answers {
        for (call, literal) in found.uses.calls.iter().zip(literals) {
            replace(editor, *call, literal);
        }
        if !found.uses.others.is_empty() {
            editor.define_returning(found.function, result);
        }
        editor.erase_if_unused(*found.function);
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// The values by key.
fn values(options: &Options) -> Result<IndexMap<String, String>, Error> {
    let mut values = IndexMap::new();
    for Assignment { name, value } in &options.set {
        let lower =
            |character: char| if character.is_ascii_alphanumeric() { character.to_ascii_lowercase() } else { '_' };
        let key: String = name.chars().map(lower).collect();
        if key.starts_with(KNOWS) {
            return Err(Error::Key { key });
        }
        values.insert(key, value.clone());
    }
    Ok(values)
}

/// The queries of a module, in module order.
fn find<'m>(module: ModuleView<'m>, prefix: &str, values: &IndexMap<String, String>) -> Vec<Found<'m>> {
    let queries = module.functions().filter(|function| function.is_declaration()).filter_map(|function| {
        let name = function.name();
        let key = name.strip_prefix(prefix)?;
        let answer = match key.strip_prefix(KNOWS) {
            Some(key) => {
                let is_known = if values.contains_key(key) { "1" } else { "0" };
                Answer { key: key.to_owned(), value: Some(is_known.to_owned()) }
            }
            None => Answer { key: key.to_owned(), value: values.get(key).cloned() },
        };
        Some(Found { function, uses: Uses::find(function), answer })
    });
    queries.collect()
}

/// Checks that no value of an unknown key is used.
fn check(module: ModuleView<'_>, found: &[Found<'_>], values: &IndexMap<String, String>) -> Result<(), Error> {
    let is_used = |found: &&Found<'_>| !found.uses.calls.is_empty() || !found.uses.others.is_empty();
    let unknown: Vec<&Found<'_>> = found.iter().filter(|found| found.answer.value.is_none()).filter(is_used).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let query = |found: &&Found<'_>| {
        let others = found.uses.others.iter().filter(|user| user.is_instruction());
        let users: rustc_hash::FxHashSet<Function<'_>> =
            found.uses.calls.iter().map(|call| **call).chain(others.copied()).map(Value::parent_function).collect();
        let functions = module.functions().filter(|function| users.contains(function));
        let functions = functions.map(|function| printable(&function.name()).into_owned()).collect();
        Query { key: printable(&found.answer.key).into_owned(), functions }
    };
    Err(Error::Unknown { queries: unknown.iter().map(query).collect(), keys: values.keys().cloned().collect() })
}

/// The answer in a type; none for a query without result.
fn literal_of<'m>(
    editor: &Editor<'m>,
    found: &Found<'m>,
    value: &str,
    ty: Type<'m>,
) -> Result<Option<Value<'m>>, Error> {
    if ty.kind() == TypeKind::Void {
        return Ok(None);
    }
    literal::constant(editor, ty, value).map(Some).map_err(|expected| Error::Value {
        key: printable(&found.answer.key).into_owned(),
        value: value.to_owned(),
        function: match found.uses.calls.iter().map(|call| call.parent_function().name()).min() {
            Some(function) => printable(&function).into_owned(),
            None => printable(&found.function.name()).into_owned(),
        },
        ty: ty.to_string(),
        expected,
    })
}

fn replace<'m>(editor: &mut Editor<'m>, call: Call<'m>, literal: Option<Value<'m>>) {
    let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
    if let Some(literal) = literal {
        editor.replace_all_uses(*call, literal);
    }
    editor.erase_instruction(*call);
}

//! Gives IR constants and specialization constants the values that are known when the module is compiled.
//!
//! An IR constant is a variable that the source does not initialize, or initializes with a default, and that becomes a
//! constant later. AdaptiveCpp invented them.
//!
//! | reads  | global variables and their names; annotations and attributes `sycl-ir-constant`; calls of |
//! |        | `__sycl_get*2020SpecConstantValue` |
//! | writes | the initializers of IR constants, which become internal constants without comdat; literals in the place |
//! |        | of calls that ask for a specialization constant |
//! | keeps  | names, alignments, address spaces, metadata and all else; running it again changes nothing |
//!
//! 1. Find what is named ([`names`]) and decode the values ([`crate::sscp`], `literal`).
//! 2. Define the variables, put literals into calls; unset constants are refused, protected or zero.
//!
//! Nothing is changed before the first step went through. What becomes of code under a constant that is zero is left to
//! `sscp-prune`.
//!
//! | name | means |
//! | --- | --- |
//! | the symbol of a variable | it, and the copies of it that a link leaves, `name.3` |
//! | `ns::v` or `v` | the variable of this name in the source that is no constant yet, or that is an IR constant |
//! | a symbolic id, or the symbol or name of its `specialization_id` object | a specialization constant |
//! | a part of the symbol | of an AdaptiveCpp constant of the second stage, as its run time looks them up |
//!
//! Which variables are IR constants, whether or not they are set, says [`Convention`]. Those without a value that
//! something needs are treated as [`Unset`] says. A value of another length makes another variable in the place of an
//! array; only `[0 x T]`, and arrays of `i8` that are too short for their text, get another length.
//!
//! Limits: a copy of a variable that is not a constant gives the same value to all; calls of the specialization
//! constant functions that cannot be decoded are left to `spec-constants`, which says why.
//!
//! Cost: linear in variables, values, and calls that ask for specialization constants.
//!
//! Source: AdaptiveCpp's page "Generic single-pass compiler", section "IR constants"; `docs/retarget.md`.

mod error;
mod file;
mod names;

use std::path::PathBuf;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_propset::printable::printable;

pub use error::{Error, Missing};
pub(crate) use names::STAGE_ONE;
pub(crate) use names::marked;
use names::{Meaning, Names, Variable};

use super::literal;
use crate::{
    changed::Changed,
    diagnostic::{Severity, Sink},
    ir::{Dependencies, Editor, GlobalVariable, IntrinsicCalls, Linkage, Marks, ModuleView, Value, kernels::Kernels},
    spec_constants::{Given, Known},
};

/// Variables that are IR constants, besides those that have the annotation or the attribute `sycl-ir-constant`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// AdaptiveCpp's of both stages, by their names.
    #[default]
    Both,
    /// None.
    Spir,
    /// AdaptiveCpp's, of which those of the first stage have the values of device code unless they are set.
    AdaptiveCpp,
}

/// Treatment of IR constants that are needed and not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unset {
    /// They are refused.
    #[default]
    Error,
    /// They stay, and no optimization can use the value that they have (`externally_initialized`).
    Keep,
    /// They are zero.
    Zero,
}

/// A name and its value, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Before the first `=`.
    pub name: String,
    /// Behind it.
    pub value: String,
}

impl Assignment {
    /// Takes `NAME=VALUE` apart.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, value) = text.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        (!name.is_empty()).then(|| Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values. Of several for one name the last counts.
    pub set: Vec<Assignment>,
    /// Files of values, which count less than `set`.
    pub set_files: Vec<PathBuf>,
    /// Values that count less than all others, of constants that the module need not have.
    pub defaults: Vec<Assignment>,
    /// Treatment of constants without a value.
    pub unset: Unset,
    /// Variables that are constants.
    pub convention: Convention,
    /// Report the constants and change nothing.
    pub lists: bool,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let module = editor.view();
    let known = Known::find(module);
    let names = Names::collect(module, options.convention, &known);
    if options.lists {
        list(&names, &known, sink);
        return Ok(Changed::No);
    }
    let plan = Plan::make(editor, options, &names, &known)?;
    let unset = unset(module, &names, &plan);
    if options.unset == Unset::Error && !unset.is_empty() {
        let missing = |variable: &&Variable<'_>| Missing {
            name: variable.shown(),
            symbol: printable(&String::from_utf8_lossy(&variable.name)).into_owned(),
            ty: variable.copies[0].value_type().to_string(),
        };
        return Err(Error::Unset { constants: unset.iter().map(missing).collect() });
    }
    let mut changed = Changed::No;
    for (variable, value) in plan.variables {
        changed |= define(editor, variable, value);
    }
    if !plan.constants.is_empty() {
        known.set(editor, &plan.constants);
        changed = Changed::Yes;
    }
    for variable in unset.iter().flat_map(|variable| &variable.copies) {
        changed |= match options.unset {
            Unset::Zero => {
                let zero = editor.null(variable.value_type());
                define(editor, *variable, zero)
            }
            Unset::Keep if !is_protected(*variable) => {
                editor.protect_value(*variable);
                Changed::Yes
            }
            Unset::Keep | Unset::Error => Changed::No,
        };
    }
    Ok(changed)
}

/// Changes to be made.
#[derive(Default)]
struct Plan<'n, 'm> {
    variables: IndexMap<GlobalVariable<'m>, Value<'m>>,
    constants: FxHashMap<&'n str, Given>,
}

impl<'n, 'm> Plan<'n, 'm> {
    fn make(editor: &Editor<'m>, options: &Options, names: &'n Names<'m>, known: &Known<'m>) -> Result<Self, Error> {
        let mut given: Vec<(Meaning, Assignment)> = Vec::new();
        if options.convention == Convention::AdaptiveCpp {
            for (name, value) in STAGE_ONE {
                if let Ok(meaning) = names.resolve(name) {
                    given.push((meaning, Assignment { name: name.to_owned(), value: value.to_owned() }));
                }
            }
        }
        for assignment in &options.defaults {
            if let Ok(meaning) = names.resolve(&assignment.name) {
                given.push((meaning, assignment.clone()));
            }
        }
        for file in &options.set_files {
            for assignment in file::read(file)? {
                given.push((names.resolve(&assignment.name)?, assignment));
            }
        }
        for assignment in &options.set {
            given.push((names.resolve(&assignment.name)?, assignment.clone()));
        }
        let mut plan = Self::default();
        for (meaning, assignment) in &given {
            match meaning {
                Meaning::Variable(place) => {
                    let symbol = names.symbol(&assignment.name);
                    plan.add_variable(editor, &names.variables[*place], symbol, assignment)?;
                }
                Meaning::Specialization(place) => {
                    plan.add_constant(editor, known, &names.specialization[*place].id, assignment)?;
                }
            }
        }
        Ok(plan)
    }

    fn add_variable(
        &mut self,
        editor: &Editor<'m>,
        variable: &Variable<'m>,
        symbol: &[u8],
        assignment: &Assignment,
    ) -> Result<(), Error> {
        // The symbol of one copy names that one.
        let exact = variable.copies.iter().find(|copy| copy.name_bytes() == symbol);
        let copies = match exact {
            Some(copy) if copy.name_bytes() != variable.name => std::slice::from_ref(copy),
            _ => variable.copies.as_slice(),
        };
        for copy in copies {
            let ty = copy.value_type();
            let value = literal::constant(editor, ty, &assignment.value).map_err(|expected| Error::Value {
                name: printable(&assignment.name).into_owned(),
                ty: ty.to_string(),
                value: printable(&assignment.value).into_owned(),
                expected,
            })?;
            self.variables.insert(*copy, value);
        }
        Ok(())
    }

    fn add_constant(
        &mut self,
        editor: &Editor<'m>,
        known: &Known<'m>,
        id: &'n str,
        assignment: &Assignment,
    ) -> Result<(), Error> {
        let numbers = known.numbers(id);
        let ty = known.ty(id).map(|ty| ty.to_string()).unwrap_or_default();
        let wrong = |expected| Error::Value {
            name: printable(&assignment.name).into_owned(),
            ty: ty.clone(),
            value: printable(&assignment.value).into_owned(),
            expected,
        };
        let words = literal::words(&assignment.value).ok_or_else(|| wrong(literal::Expected::Value))?;
        if words.len() != numbers.len() {
            let (expected, found) = (numbers.len() as u64, words.len() as u64);
            return Err(wrong(literal::Expected::Count { expected, found }));
        }
        let mut bytes = Vec::with_capacity(numbers.len());
        for (word, (ty, offset)) in words.iter().zip(numbers) {
            bytes.push((offset, literal::leaf_bytes(editor, ty, word).map_err(wrong)?));
        }
        self.constants.insert(id, known.value(id, &bytes));
        Ok(())
    }
}

/// Whether a variable has its value: it is an internal constant, as [`define`] leaves it.
fn is_set(variable: GlobalVariable<'_>) -> bool {
    variable.constant_initializer().is_some()
        && variable.linkage() == Linkage::Local
        && !variable.is_externally_initialized()
}

/// Whether no optimization can use the value that a variable has.
fn is_protected(variable: GlobalVariable<'_>) -> bool {
    variable.is_externally_initialized() && variable.constant_initializer().is_none()
}

fn define<'m>(editor: &mut Editor<'m>, variable: GlobalVariable<'m>, value: Value<'m>) -> Changed {
    if is_set(variable) && variable.initializer() == Some(value) {
        return Changed::No;
    }
    if variable.is_thread_local() {
        // One constant serves all threads, and its address is the same for all.
        for user in variable.users() {
            let is_address =
                |call: &crate::ir::Call<'m>| call.called_value().name().starts_with("llvm.threadlocal.address");
            if let Some(call) = user.as_call().filter(is_address) {
                editor.replace_all_uses(*call, *variable);
                editor.erase_instruction(*call);
            }
        }
        editor.clear_thread_local(variable);
    }
    editor.define_constant(variable, value);
    Changed::Yes
}

/// IR constants that have no value, and that something needs which can be called from outside of the module.
fn unset<'n, 'm>(module: ModuleView<'m>, names: &'n Names<'m>, plan: &Plan<'_, 'm>) -> Vec<&'n Variable<'m>> {
    let is_unset = |copy: &GlobalVariable<'m>| !is_set(*copy) && !plan.variables.contains_key(copy);
    let unset: Vec<&Variable<'m>> = names
        .variables
        .iter()
        .filter(|variable| variable.is_constant && variable.copies.iter().any(is_unset))
        .collect();
    if unset.is_empty() {
        return unset;
    }
    let dependencies = Dependencies::find(module, |_| false);
    let kernels = Kernels::find(module);
    let constants: FxHashSet<Value<'m>> = unset.iter().flat_map(|v| &v.copies).map(|copy| **copy).collect();
    let is_root = |global: &&Value<'m>| {
        let is_list = global.name().starts_with("llvm.") || constants.contains(*global);
        let is_kernel = global.as_function().is_some_and(|function| kernels.contains(function));
        !global.is_declaration() && !is_list && (is_kernel || global.linkage() == Linkage::External)
    };
    let roots = dependencies.globals().iter().filter(is_root).filter_map(|global| dependencies.id(*global));
    let needed = dependencies.closure(roots, IntrinsicCalls::Followed, |_| false, &mut Marks::default());
    let is_needed =
        |copy: &GlobalVariable<'m>| dependencies.id(**copy).is_some_and(|id| needed.binary_search(&id).is_ok());
    unset.into_iter().filter(|variable| variable.copies.iter().any(|copy| is_unset(copy) && is_needed(copy))).collect()
}

/// Reports every constant, in module order, with its type and whether it is set.
fn list(names: &Names<'_>, known: &Known<'_>, sink: &mut dyn Sink) {
    for variable in names.variables.iter().filter(|variable| variable.is_constant) {
        let (first, name) = (variable.copies[0], variable.shown());
        let value = match first.initializer().filter(|_| is_set(first)) {
            Some(value) => value.describe(),
            None => "unset".to_owned(),
        };
        let symbol = printable(&String::from_utf8_lossy(&variable.name)).into_owned();
        sink.report(Severity::Note, &format!("IR constant `{name}` (`{symbol}`): {}, {value}", first.value_type()));
    }
    for (id, ty, object) in known.constants() {
        let object = object.name();
        let (id, object) = (printable(id), printable(&object));
        sink.report(Severity::Note, &format!("specialization constant `{id}` (`{object}`): {ty}"));
    }
}

//! Makes kernels of free functions: of each definition that is annotated as one, an entry point.
//!
//! | reads  | annotations of functions with the text `sycl-free-function`, in `llvm.global.annotations`               |
//! | writes | a kernel for each such function that says how it is launched: the convention, `sycl-module-id`,           |
//! |        | `sycl-nd-range-kernel` or `sycl-single-task-kernel`; sizes and aspects as metadata                       |
//! | keeps  | all else, apart from those annotations, their texts, and annotated functions that nothing else uses;     |
//! |        | without annotations, and so when it runs again, it changes nothing                                       |
//!
//! 1. Find and decode annotations ([`annotations`], [`property`]).
//! 2. Compute the kernels' names ([`name`]) and parameters ([`parameters`]); refuse what no kernel can take.
//! 3. Make the kernels ([`entry_point`]), and remove what was there for their sake alone. Only this step changes the
//!    module.
//!
//! A kernel has a copy of the function's body with parameters that a launcher can set:
//!
//! | the function takes | its kernel takes |
//! |---|---|
//! | a generic pointer | a pointer to global memory |
//! | a copy of a struct | the same |
//! | a struct of a pointer to local memory and, if there are any, 1 to 3 sizes: a local accessor | the pointer; with sizes, these three times: how far it can be accessed, the size of the memory, and where it begins |
//! | `i1` | `i8`, as kernels cannot take a single bit |
//! | anything else | the same |
//!
//! Its name is that of DPC++, `__sycl_kernel_` before the first name in the mangled one; with `entry-names=plain` it is
//! the function's own, which changes its name if something else uses it. Pointers that are cast through integers in a
//! kernel are cast between address spaces instead, so that the optimizer finds out where they point.
//!
//! Limits: sizes on annotations replace those that metadata gives a function.
//!
//! Cost: linear in the annotations and the bodies of annotated functions.
//!
//! Source: DPC++'s extension `sycl_ext_oneapi_free_function_kernels`, and what DPC++ makes of such functions;
//! `docs/free-function-kernels.md`.

mod annotations;
mod entry_point;
mod error;
mod name;
mod parameters;
mod property;

use sycl_propset::triple::{Family, Triple};

use crate::{
    changed::Changed,
    ir::{Editor, Function, Linkage, gpu::Architecture},
};
use annotations::Annotations;
pub use error::Error;
use parameters::Passing;
use property::Property;

/// Names of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryNames {
    /// As DPC++ calls them.
    #[default]
    Prefixed,
    /// As their functions.
    Plain,
}

impl EntryNames {
    /// Spellings, in the order of the variants.
    pub const NAMES: [&str; 2] = ["prefixed", "plain"];
    /// The variants.
    pub const ALL: [Self; 2] = [Self::Prefixed, Self::Plain];
}

/// Options of the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Names of kernels.
    pub entry_names: EntryNames,
}

/// Name of the kernel of a function with [`EntryNames::Prefixed`].
pub fn kernel_name(function: &str) -> String {
    name::prefixed(function)
}

/// A kernel to make.
struct Plan<'m> {
    function: Function<'m>,
    properties: Vec<Property>,
    /// For each parameter.
    passings: Vec<Passing<'m>>,
    name: String,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    let module = editor.view();
    let Some(annotations) = Annotations::find(module)? else { return Ok(Changed::No) };
    let triple = module.triple();
    let Some(family) = Triple::parse(&triple).and_then(Triple::family) else {
        return Err(Error::UnknownTriple { triple });
    };
    // The generic address space of the module, which is the one of pointers without another.
    let generic = if family == Family::Spirv { 4 } else { 0 };
    let mut plans: Vec<Plan<'_>> = Vec::new();
    let mut declared = Vec::new();
    for (function, properties) in &annotations.functions {
        if function.is_declaration() || function.is_available_externally() {
            continue; // the kernel is where the definition is
        }
        if !properties.iter().any(Property::is_kernel) {
            declared.push((*function, properties.clone()));
            continue;
        }
        let passings = parameters::passings(module, *function, generic)?;
        let name = match options.entry_names {
            EntryNames::Prefixed => name::prefixed(&function.name()),
            EntryNames::Plain => function.name(),
        };
        let is_taken = options.entry_names == EntryNames::Prefixed && module.is_name_taken(&name)
            || plans.iter().any(|plan| plan.name == name);
        if is_taken {
            return Err(Error::NameTaken { kernel: name, function: error::shown(*function) });
        }
        plans.push(Plan { function: *function, properties: properties.clone(), passings, name });
    }

    annotations.remove(editor);
    for (function, properties) in &declared {
        entry_point::describe(editor, *function, properties);
    }
    let architecture = Architecture::of_family(family);
    for plan in &plans {
        if options.entry_names == EntryNames::Plain {
            editor.set_name(*plan.function, &format!("{}.function", plan.name));
        }
        entry_point::make(editor, plan, architecture);
    }
    // Functions may use each other, so none goes before all kernels are there.
    for plan in &plans {
        if !editor.erase_function_if_unused(plan.function) && options.entry_names == EntryNames::Plain {
            editor.internalize(*plan.function);
        }
    }
    Ok(Changed::Yes)
}

/// Whether other modules may have a definition of the same name.
fn is_shared(function: Function<'_>) -> bool {
    !function.is_strong_definition() && function.linkage() != Linkage::Local
}

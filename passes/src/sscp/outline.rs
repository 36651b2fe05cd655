//! Keeps what kernels need and deletes the rest.
//!
//! | reads  | calling conventions and attributes of entry points; what every global refers to |
//! | writes | nothing but `llvm.global.annotations`, which loses what is about deleted globals |
//! | keeps  | entry points, what is named, `llvm.used` and its kind, constructors, and all that these refer to |
//!
//! Entry points are those of `device-code-split`: kernels, and functions of a translation unit (`sycl-module-id`) that
//! are no builtins; virtual functions (`indirectly-callable`) are, too. What a global refers to are its operands, as
//! [`Dependencies`] has them: initializers, aliases, ifuncs, tables of virtual functions and addresses of blocks
//! included, which a graph of calls does not have. Metadata keeps nothing.
//!
//! Limits: a module without entry points is empty afterwards.
//!
//! Cost: linear in the module.
//!
//! Source: AdaptiveCpp's kernel outlining, whose graph of calls loses what only initializers refer to;
//! `docs/retarget.md`.

use rustc_hash::FxHashSet;
use sycl_propset::{nearest::nearest, printable::printable};

use crate::{
    annotations::{LIST, elements},
    changed::Changed,
    ir::{
        Dependencies, Editor, GlobalId, IntrinsicCalls, Marks, ModuleView, Value, ValueKind, attribute,
        kernels::{EntryPoints, Kernels},
    },
};

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Symbols of further globals to keep.
    pub keep: Vec<String>,
}

/// Reasons why it is unknown what to keep. The module is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing has the name.
    #[error(
        "`{name}` is not defined in the module; expected {}",
        nearest.as_deref().map_or_else(|| "the symbol of a global".to_owned(), |name| format!("`{name}`, perhaps"))
    )]
    Unknown {
        /// The given name.
        name: String,
        /// The nearest symbol.
        nearest: Option<String>,
    },
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    check(editor.view(), &options.keep)?;
    let mut changed = drop_annotations(editor, &options.keep);
    let unneeded = unneeded(editor.view(), &options.keep);
    if !unneeded.is_empty() {
        editor.erase_globals(&unneeded);
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// Checks that what is named is there.
pub(super) fn check(module: ModuleView<'_>, keep: &[String]) -> Result<(), Error> {
    let names: FxHashSet<Vec<u8>> = if keep.is_empty() {
        FxHashSet::default()
    } else {
        module.globals().filter(|global| is_defined(*global)).map(Value::name_bytes).collect()
    };
    let Some(name) = keep.iter().find(|name| !names.contains(name.as_bytes())) else { return Ok(()) };
    let mut known: Vec<&str> = names.iter().filter_map(|name| std::str::from_utf8(name).ok()).collect();
    known.sort_unstable();
    let nearest = nearest(name, known).map(|name| printable(name).into_owned());
    Err(Error::Unknown { name: printable(name).into_owned(), nearest })
}

fn is_defined(global: Value<'_>) -> bool {
    global.kind() == ValueKind::Ifunc || !global.is_declaration()
}

/// Globals that may be used from outside of a module: who asks finds them by their name, or runs them.
pub(super) struct Roots<'m> {
    kernels: Kernels<'m>,
    keep: FxHashSet<Vec<u8>>,
}

impl<'m> Roots<'m> {
    pub(super) fn for_module(module: ModuleView<'m>, keep: &[String]) -> Self {
        Self { kernels: Kernels::find(module), keep: keep.iter().map(|name| name.as_bytes().to_vec()).collect() }
    }

    /// Whether it is an entry point, or one of those that are named.
    pub(super) fn contains(&self, global: Value<'m>) -> bool {
        let is_entry_point = |function| {
            self.kernels.is_entry_point(function, EntryPoints::KernelsAndExternalFunctions)
                || self.kernels.is_entry_point(function, EntryPoints::KernelsOnly)
        };
        is_defined(global)
            && (global.as_function().is_some_and(is_entry_point) || self.keep.contains(&global.name_bytes()))
    }
}

/// Whether anything starts an image.
pub(crate) fn has_entry_points(module: ModuleView<'_>) -> bool {
    let roots = Roots::for_module(module, &[]);
    module.functions().any(|function| roots.contains(*function))
}

/// Whether it is one of LLVM's lists of what must stay or runs by itself.
fn is_list(global: Value<'_>) -> bool {
    const LISTS: [&str; 4] = ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"];
    global.is_global_variable() && LISTS.contains(&global.name().as_str())
}

fn unneeded<'m>(module: ModuleView<'m>, keep: &[String]) -> Vec<Value<'m>> {
    let dependencies = Dependencies::find(module, |_| false);
    let list = module.global_variable(LIST).and_then(|list| dependencies.id(list));
    let needed = needed(module, &dependencies, keep, list);
    let is_needed = |global: Value<'m>| dependencies.id(global).is_some_and(|id| needed.binary_search(&id).is_ok());
    dependencies.globals().iter().copied().filter(|global| !is_needed(*global)).collect()
}

fn needed<'m>(
    module: ModuleView<'m>,
    dependencies: &Dependencies<'m>,
    keep: &[String],
    list: Option<GlobalId>,
) -> Vec<GlobalId> {
    let roots = Roots::for_module(module, keep);
    let is_root = |global: &&Value<'m>| is_list(**global) || roots.contains(**global);
    let ids = dependencies.globals().iter().filter(is_root).filter_map(|global| dependencies.id(*global)).chain(list);
    dependencies.closure(ids, IntrinsicCalls::Followed, |_| false, &mut Marks::default())
}

/// Drops annotations of what nothing else keeps.
fn drop_annotations(editor: &mut Editor<'_>, keep: &[String]) -> Changed {
    let module = editor.view();
    let Some((list, elements)) = elements(module) else { return Changed::No };
    let kept = kept(module, &elements, keep);
    if kept.len() == elements.len() {
        return Changed::No;
    }
    editor.replace_elements(list, &kept);
    Changed::Yes
}

fn kept<'m>(module: ModuleView<'m>, elements: &[Value<'m>], keep: &[String]) -> Vec<Value<'m>> {
    let dependencies = Dependencies::find(module, |_| false);
    let needed = needed(module, &dependencies, keep, None);
    let is_needed = |global: Value<'m>| dependencies.id(global).is_some_and(|id| needed.binary_search(&id).is_ok());
    let subject = |element: Value<'m>| element.aggregate_element(0).map(Value::strip_pointer_casts_to_name);
    elements.iter().copied().filter(|element| subject(*element).is_some_and(is_needed)).collect()
}

/// Attributes that identify a variable to the host, which asks for it by name.
pub(super) fn is_identified(global: Value<'_>) -> bool {
    global.as_global_variable().is_some_and(|variable| variable.string_attribute_bytes(attribute::UNIQUE_ID).is_some())
}

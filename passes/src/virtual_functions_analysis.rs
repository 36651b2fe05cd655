//! Records which sets of virtual functions a kernel can call through the objects that it makes, and refuses virtual
//! calls of kernels that do not declare any.
//!
//! | reads  | functions with the attribute `indirectly-callable`, the variables that refer to them (virtual tables), who |
//! |        | refers to those; calls that are marked `virtual-call` |
//! | writes | the attribute `calls-indirectly` of kernels |
//! | keeps  | the sets that kernels declare, in front; all else; running it again changes nothing |
//!
//! 1. A kernel without `calls-indirectly` that reaches a call marked `virtual-call` is refused.
//! 2. A kernel that reaches a function that refers to a virtual table *makes* objects. It needs the images of the sets
//!    of all functions in that table, even if it calls none: the table holds their addresses. Their names are appended,
//!    in the order of the module.
//!
//! Virtual tables may refer to each other, as those of virtual bases do. A reference to a virtual function that is not
//! through a variable, such as a call that was devirtualized, says nothing about objects.
//!
//! `sycl-post-link` does the second step by itself, and gives the images of such kernels `uses-virtual-functions-set`.
//!
//! Cost: linear in the module for each set, if a function has the attribute; a walk over the functions otherwise.
//!
//! Limits: what virtual functions make is theirs, not the calling kernel's. A call through a pointer to a function that
//! no constant names is not followed.
//!
//! Source: DPC++'s extension "sycl_ext_oneapi_virtual_functions", and its pass of the same name.

use std::collections::BTreeSet;

use sycl_propset::demangle::display_name;

use crate::{
    changed::Changed,
    ir::{Dependencies, Editor, Function, GlobalId, ModuleView, attribute, kernels::Kernels},
};

/// Reasons why the pass refuses a module, which is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A virtual call that the kernel does not declare.
    #[error(
        "kernel `{kernel}` calls a virtual function{place}, but does not have the attribute \"calls-indirectly\"; expected \
         the property `calls_indirectly` with the sets of virtual functions that the kernel calls"
    )]
    Call {
        /// The kernel.
        kernel: String,
        /// The functions between the kernel and the call, as text; empty if it is in the kernel.
        place: String,
    },
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`].
pub fn run(editor: &mut Editor<'_>) -> Result<Changed, Error> {
    let module = editor.view();
    let sets = sets(module);
    if sets.is_empty() {
        return Ok(Changed::No);
    }
    let graph = Graph::build(module);
    graph.check_calls(module)?;
    Ok(add(editor, &graph.missing(module, &sets)))
}

/// Whether a kernel makes objects with functions of a set that it does not name.
pub(crate) fn lacks_sets(module: ModuleView<'_>) -> bool {
    let sets = sets(module);
    !sets.is_empty() && !Graph::build(module).missing(module, &sets).is_empty()
}

/// Does the second step alone: whether a kernel may call virtual functions is for the compiler to say.
pub(crate) fn add_sets(editor: &mut Editor<'_>) -> Changed {
    let module = editor.view();
    let sets = sets(module);
    if sets.is_empty() {
        return Changed::No;
    }
    add(editor, &Graph::build(module).missing(module, &sets))
}

fn add<'m>(editor: &mut Editor<'m>, missing: &[(Function<'m>, String)]) -> Changed {
    for (kernel, sets) in missing {
        editor.add_string_attribute(*kernel, attribute::CALLS_INDIRECTLY, sets);
    }
    (!missing.is_empty()).into()
}

/// Names of the sets with their functions, in the order of the module.
fn sets(module: ModuleView<'_>) -> Vec<(String, Vec<Function<'_>>)> {
    let mut sets: Vec<(String, Vec<Function<'_>>)> = Vec::new();
    for function in module.functions() {
        let Some(list) = function.string_attribute(attribute::INDIRECTLY_CALLABLE) else { continue };
        for name in attribute::names(&list) {
            match sets.iter_mut().find(|set| set.0 == name) {
                Some((_, members)) => members.push(function),
                None => sets.push((name.to_owned(), vec![function])),
            }
        }
    }
    sets
}

/// References between globals, backwards.
struct Graph<'m> {
    dependencies: Dependencies<'m>,
    kernels: Kernels<'m>,
    users: Vec<Vec<GlobalId>>,
}

impl<'m> Graph<'m> {
    fn build(module: ModuleView<'m>) -> Self {
        let dependencies = Dependencies::find(module, |_| false);
        let mut users = vec![Vec::new(); dependencies.globals().len()];
        for user in dependencies.globals().iter().filter_map(|global| dependencies.id(*global)) {
            for used in dependencies.direct(user) {
                users[used.index()].push(user);
            }
        }
        Self { dependencies, kernels: Kernels::find(module), users }
    }

    fn function(&self, id: GlobalId) -> Option<Function<'m>> {
        self.dependencies.global(id).as_function()
    }

    /// Everything that refers to `starts`, directly or through others, as far as `follows` says of a user.
    fn above(
        &self,
        starts: impl IntoIterator<Item = GlobalId>,
        follows: impl Fn(GlobalId) -> bool,
    ) -> BTreeSet<GlobalId> {
        let (mut reached, mut work) = (BTreeSet::new(), starts.into_iter().collect::<Vec<_>>());
        while let Some(id) = work.pop() {
            for user in &self.users[id.index()] {
                if follows(*user) && reached.insert(*user) {
                    work.push(*user);
                }
            }
        }
        reached
    }

    /// Kernels that make objects whose tables name a function of a set that they lack, in the order of the module.
    fn missing(&self, module: ModuleView<'m>, sets: &[(String, Vec<Function<'m>>)]) -> Vec<(Function<'m>, String)> {
        let is_data = |id| self.function(id).is_none();
        let needed: Vec<(&str, BTreeSet<GlobalId>)> = sets
            .iter()
            .map(|(name, members)| {
                let members = members.iter().filter_map(|member| self.dependencies.id(*member));
                // Tables, and aliases on the way to them.
                let data = self.above(members, is_data);
                let tables = data.iter().copied().filter(|id| self.dependencies.global(*id).is_global_variable());
                let named = self.above(tables, is_data);
                let makers = data.iter().chain(&named).flat_map(|id| &self.users[id.index()]).copied();
                let makers: BTreeSet<GlobalId> = makers.filter(|id| !is_data(*id)).collect();
                let is_call = |id| !is_data(id) || self.dependencies.global(id).is_alias();
                let mut reached = self.above(makers.iter().copied(), is_call);
                reached.extend(makers);
                (name.as_str(), reached)
            })
            .collect();
        let mut missing = Vec::new();
        for kernel in module.functions().filter(|function| self.kernels.defines(*function)) {
            let declared = kernel.string_attribute(attribute::CALLS_INDIRECTLY);
            let id = self.dependencies.id(kernel).expect("a function of the module");
            let has = |name: &str| declared.iter().any(|list| attribute::names(list).any(|known| known == name));
            let more = needed.iter().filter(|(name, users)| users.contains(&id) && !has(name)).map(|(name, _)| *name);
            let more: Vec<&str> = more.collect();
            if !more.is_empty() {
                let list = declared.as_deref().filter(|list| !list.is_empty()).into_iter().chain(more);
                missing.push((kernel, list.collect::<Vec<_>>().join(",")));
            }
        }
        missing
    }

    /// Refuses the first kernel that reaches a virtual call and declares no set.
    fn check_calls(&self, module: ModuleView<'m>) -> Result<(), Error> {
        let calls_virtually = |function: &Function<'m>| {
            let calls = function.instructions().filter_map(|instruction| instruction.as_call());
            calls.filter(|call| call.callee().is_none()).any(|call| call.has_attribute(attribute::VIRTUAL_CALL))
        };
        // For each function the one by which it reaches a call; the nearest calls first.
        let mut next: Vec<Option<GlobalId>> = vec![None; self.users.len()];
        let callers = module.functions().filter(calls_virtually);
        let mut work: Vec<GlobalId> = callers.filter_map(|caller| self.dependencies.id(caller)).collect();
        work.iter().for_each(|id| next[id.index()] = Some(*id));
        let mut done = 0;
        while let Some(id) = work.get(done).copied() {
            done += 1;
            for user in &self.users[id.index()] {
                let is_call = self.function(*user).is_some() || self.dependencies.global(*user).is_alias();
                if is_call && next[user.index()].is_none() {
                    next[user.index()] = Some(id);
                    work.push(*user);
                }
            }
        }
        for kernel in module.functions().filter(|function| self.kernels.defines(*function)) {
            let mut at = self.dependencies.id(kernel).expect("a function of the module");
            if next[at.index()].is_none() || kernel.has_string_attribute(attribute::CALLS_INDIRECTLY) {
                continue;
            }
            let mut chain = Vec::new();
            while let Some(callee) = next[at.index()].filter(|callee| *callee != at) {
                chain.push(format!("`{}`", display_name(&self.dependencies.global(callee).name())));
                at = callee;
            }
            let place = if chain.is_empty() { String::new() } else { format!(" through {}", chain.join(", ")) };
            return Err(Error::Call { kernel: display_name(&kernel.name()), place });
        }
        Ok(())
    }
}

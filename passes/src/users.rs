//! Users of something in a module, for messages: the kernels that reach it.

use std::{collections::BTreeSet, fmt};

use sycl_propset::demangle::display_name;

use crate::ir::{Dependencies, Function, GlobalId, ModuleView, Value, kernels::Kernels};

/// Users of something: kernels, or functions if no kernel uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Users {
    /// Kernels that reach it, by their mangled names, in the order of the module. Messages have those of the source.
    pub kernels: Vec<String>,
    /// Functions that refer to it, as in the source.
    pub functions: Vec<String>,
}

/// Number of users that a message names.
const MOST_USERS: usize = 32;

impl fmt::Display for Users {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, names) = match (self.kernels.as_slice(), self.functions.as_slice()) {
            ([], []) => return f.write_str("used by data"),
            ([], functions) => ("function", functions),
            (kernels, _) => ("kernel", kernels),
        };
        let shown: Vec<String> = names.iter().take(MOST_USERS).map(|name| display_name(name)).collect();
        write!(f, "used by {what}{} `{}`", if names.len() == 1 { "" } else { "s" }, shown.join("`, `"))?;
        match names.len() - names.len().min(MOST_USERS) {
            0 => Ok(()),
            rest => write!(f, " and {rest} more"),
        }
    }
}

/// The functions that refer to a global, and the data between.
#[derive(Default)]
pub(crate) struct DataUses {
    /// The functions.
    pub(crate) functions: BTreeSet<GlobalId>,
    /// The global, and the variables and aliases through which functions refer to it.
    pub(crate) through: BTreeSet<GlobalId>,
}

/// References to each global, backwards.
pub(crate) struct Graph<'m> {
    dependencies: Dependencies<'m>,
    kernels: Kernels<'m>,
    users: Vec<Vec<GlobalId>>,
}

impl<'m> Graph<'m> {
    /// References in a module.
    pub(crate) fn build(module: ModuleView<'m>) -> Self {
        let dependencies = Dependencies::find(module, |_| false);
        let globals = dependencies.globals();
        let mut users = vec![Vec::new(); globals.len()];
        for user in globals.iter().filter_map(|global| dependencies.id(*global)) {
            for used in dependencies.direct(user) {
                users[used.index()].push(user);
            }
        }
        Self { dependencies, kernels: Kernels::find(module), users }
    }

    /// The references between globals.
    pub(crate) fn dependencies(&self) -> &Dependencies<'m> {
        &self.dependencies
    }

    /// All that refers to a global, and what refers to that; the global itself included.
    pub(crate) fn above(&self, id: GlobalId) -> BTreeSet<GlobalId> {
        let (mut reached, mut work) = (BTreeSet::new(), vec![id]);
        while let Some(id) = work.pop() {
            if reached.insert(id) {
                work.extend_from_slice(&self.users[id.index()]);
            }
        }
        reached
    }

    /// The functions that refer to a global, directly or through other data.
    pub(crate) fn uses(&self, id: GlobalId) -> DataUses {
        let mut uses = DataUses::default();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if uses.through.insert(id) {
                for user in &self.users[id.index()] {
                    if self.is_function(*user).is_some() {
                        uses.functions.insert(*user);
                    } else {
                        work.push(*user);
                    }
                }
            }
        }
        uses
    }

    fn name(&self, id: GlobalId) -> String {
        self.dependencies.global(id).name()
    }

    fn is_function(&self, id: GlobalId) -> Option<Function<'m>> {
        self.dependencies.global(id).as_function()
    }

    /// The functions that refer to a global directly, as in the source.
    pub(crate) fn functions(&self, global: Value<'m>) -> Vec<String> {
        let id = self.dependencies.id(global);
        let users = id.map_or(&[][..], |id| &self.users[id.index()]);
        users.iter().filter(|id| self.is_function(**id).is_some()).map(|id| display_name(&self.name(*id))).collect()
    }

    /// Users of a global.
    pub(crate) fn users(&self, global: Value<'m>) -> Users {
        let reached = self.dependencies.id(global).map(|id| self.above(id)).unwrap_or_default();
        let is_kernel = |id: &&GlobalId| self.is_function(**id).is_some_and(|function| self.kernels.defines(function));
        let kernels = reached.iter().filter(is_kernel).map(|id| self.name(*id)).collect();
        Users { kernels, functions: self.functions(global) }
    }
}

//! Dependencies of a global: found once per module, in time linear in the module.
//!
//! There are two kinds of edges.
//!
//! * **Operands**, closed by [`Dependencies::closure`]. They go from a function to every global that its instructions,
//!   personality, prefix and prologue refer to, through constants of every form, addresses of blocks included; from a
//!   variable to those of its initializer; from an alias or ifunc to what it stands for; from a function with an
//!   indirect call to every function of that signature that has the attribute `referenced-indirectly`; and from a
//!   global to what it is associated with by metadata that is invalid without it (`!associated`).
//! * **Metadata** otherwise: attachments, operands of calls, debug records, and what these nodes refer to. Metadata
//!   needs no global to exist: LLVM drops the operand when it deletes the global. So these edges add nothing to a
//!   closure. [`Dependencies::absent_in_metadata`] finds those that leave it.
//!
//! What only calls of *intrinsics* refer to (functions that the caller of [`Dependencies::find`] means to lower, with
//! the arguments that go with them) is kept apart: a closure follows it or not.

mod references;

use std::cell::RefCell;

use references::{Constants, Walk};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::{
    attribute,
    kernels::Kernels,
    module::{ModuleView, NamedOperand},
    types::Type,
    value::{Function, Value},
};

/// A global of the module that [`Dependencies`] were found for: functions, variables, aliases, ifuncs, each kind in
/// module order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GlobalId(u32);

impl GlobalId {
    /// Position in [`Dependencies::globals`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a closure includes what only calls of intrinsics refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntrinsicCalls {
    /// It does.
    Followed,
    /// It does not: the calls will be gone.
    Ignored,
}

/// Globals that a closure has reached: scratch memory that closures of one module share, so that each costs what it
/// holds.
#[derive(Default)]
pub struct Marks {
    /// For each global the last closure that reached it.
    last: Vec<u32>,
    closures: u32,
}

impl Marks {
    /// Starts a closure over this many globals.
    fn start(&mut self, globals: usize) {
        if self.closures == u32::MAX {
            *self = Self::default();
        }
        self.closures += 1;
        self.last.resize(globals, 0);
    }

    fn reach(&mut self, id: GlobalId, reached: &mut Vec<GlobalId>) {
        let last = &mut self.last[id.index()];
        if *last != self.closures {
            *last = self.closures;
            reached.push(id);
        }
    }
}

/// The graph of dependencies between globals.
pub struct Dependencies<'m> {
    globals: Vec<Value<'m>>,
    ids: FxHashMap<Value<'m>, GlobalId>,
    /// Direct references, sorted.
    edges: Vec<Box<[GlobalId]>>,
    /// Further references that only calls of intrinsics make, by function.
    intrinsic_calls: FxHashMap<GlobalId, Box<[GlobalId]>>,
    /// Whether any metadata refers to a global; else there is nothing to look for.
    metadata_names_globals: bool,
    /// Constants in metadata that were looked at.
    in_metadata: RefCell<Constants<'m>>,
}

impl<'m> Dependencies<'m> {
    /// Walks the module once.
    pub fn find(module: ModuleView<'m>, is_intrinsic: impl Fn(Function<'m>) -> bool) -> Self {
        let globals: Vec<Value<'m>> = module.globals().collect();
        let ids: FxHashMap<_, _> = globals.iter().enumerate().map(|(i, g)| (*g, GlobalId(i as u32))).collect();

        let kernels = Kernels::find(module);
        let mut indirect: FxHashMap<Type<'m>, Vec<GlobalId>> = FxHashMap::default();
        for function in module.functions() {
            if function.has_string_attribute(attribute::REFERENCED_INDIRECTLY) && !kernels.contains(function) {
                indirect.entry(function.value_type()).or_default().push(ids[&*function]);
            }
        }

        let called = module.functions().filter(|f| is_intrinsic(*f)).collect();
        let mut walk = Walk::new(&ids, &indirect, called);
        let mut intrinsic_calls = FxHashMap::default();
        let mut edges = Vec::with_capacity(globals.len());
        for (index, global) in globals.iter().enumerate() {
            let direct = walk.direct(*global);
            if let Some(more) = direct.intrinsic_calls {
                intrinsic_calls.insert(GlobalId(index as u32), more);
            }
            edges.push(direct.references);
        }
        let metadata_names_globals = module.metadata_names_globals();
        let in_metadata = RefCell::default();
        Self { globals, ids, edges, intrinsic_calls, metadata_names_globals, in_metadata }
    }

    /// The number of a global.
    pub fn id(&self, global: impl Into<Value<'m>>) -> Option<GlobalId> {
        self.ids.get(&global.into()).copied()
    }

    /// The global of a number.
    pub fn global(&self, id: GlobalId) -> Value<'m> {
        self.globals[id.index()]
    }

    /// Globals that a global refers to directly, sorted; not those that only calls of intrinsics refer to.
    pub fn direct(&self, id: GlobalId) -> &[GlobalId] {
        &self.edges[id.index()]
    }

    /// Every global in the order of their numbers.
    pub fn globals(&self) -> &[Value<'m>] {
        &self.globals
    }

    /// Whether the function calls an intrinsic.
    pub fn calls_intrinsics(&self, id: GlobalId) -> bool {
        self.intrinsic_calls.contains_key(&id)
    }

    /// The roots and everything they need, sorted. `cut` stops the walk at a global: the global itself is included, its
    /// own dependencies are not.
    pub fn closure(
        &self,
        roots: impl IntoIterator<Item = GlobalId>,
        calls: IntrinsicCalls,
        cut: impl Fn(GlobalId) -> bool,
        marks: &mut Marks,
    ) -> Vec<GlobalId> {
        marks.start(self.globals.len());
        let mut reached = Vec::new();
        for root in roots {
            marks.reach(root, &mut reached);
        }
        let mut next = 0;
        while next < reached.len() {
            let id: GlobalId = reached[next];
            next += 1;
            if cut(id) {
                continue;
            }
            for target in &self.edges[id.index()] {
                marks.reach(*target, &mut reached);
            }
            if calls == IntrinsicCalls::Followed
                && let Some(more) = self.intrinsic_calls.get(&id)
            {
                for target in more {
                    marks.reach(*target, &mut reached);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// Constants that metadata of the members refers to and that need a global outside of them, each once, in a
    /// stable order. `members` is sorted; metadata of those that `skip` names does not count.
    pub fn absent_in_metadata(&self, members: &[GlobalId], skip: impl Fn(GlobalId) -> bool) -> Vec<Value<'m>> {
        if !self.metadata_names_globals {
            return Vec::new();
        }
        let walked: Vec<Value<'m>> = members.iter().filter(|id| !skip(**id)).map(|id| self.global(*id)).collect();
        let mut constants = references::in_metadata(&walked);
        let mut in_metadata = self.in_metadata.borrow_mut();
        constants.retain(|constant| {
            let mut needed = Vec::new();
            in_metadata.globals(*constant, &self.ids, &mut needed);
            needed.iter().any(|id| members.binary_search(id).is_err())
        });
        constants
    }

    /// Globals that an operand of named metadata refers to, directly or through other nodes, sorted.
    pub fn named_by(&self, operand: &NamedOperand<'m>) -> Vec<GlobalId> {
        let mut found = Vec::new();
        if self.metadata_names_globals {
            let mut in_metadata = self.in_metadata.borrow_mut();
            for constant in references::in_node(operand) {
                in_metadata.globals(constant, &self.ids, &mut found);
            }
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// Whether `from` needs `to`.
    pub fn reaches(&self, from: GlobalId, to: GlobalId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![from];
        while let Some(next) = work.pop() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                work.extend_from_slice(&self.edges[next.index()]);
            }
        }
        false
    }
}

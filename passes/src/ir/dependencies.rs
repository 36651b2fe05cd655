//! Which globals a global needs: found once per module, in time linear in the module.
//!
//! Edges go from a function to every global that its instructions, personality, prefix and prologue refer to, through
//! constant expressions and aggregates; from a variable to those of its initializer; from an alias or ifunc to what it
//! stands for; and from a function with an indirect call to every function of that signature that has the attribute
//! `referenced-indirectly`. Metadata makes no edges.
//!
//! What only calls of *requests* refer to (functions that the caller of [`Dependencies::of`] means to lower, with the
//! arguments that go with them) is kept apart: a closure follows it or not.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    kernels::{Kernels, attribute},
    module::ModuleView,
    types::Type,
    value::{Value, ValueKind},
};

/// A global of the module that [`Dependencies`] were found for: functions, variables, aliases, ifuncs, each kind in
/// module order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(u32);

impl GlobalId {
    /// Position in [`Dependencies::globals`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a closure has what only calls of requests refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requests {
    /// It has.
    Followed,
    /// It has not: the calls will be gone.
    Lowered,
}

/// The graph of dependencies between globals.
pub struct Dependencies<'m> {
    globals: Vec<Value<'m>>,
    ids: FxHashMap<Value<'m>, GlobalId>,
    /// Direct references, sorted.
    edges: Vec<Box<[GlobalId]>>,
    /// Further references that only calls of requests make, by function.
    requests: FxHashMap<GlobalId, Box<[GlobalId]>>,
    /// For each global the last closure that reached it, so that a closure costs what it holds.
    marks: Vec<u32>,
    closures: u32,
}

impl<'m> Dependencies<'m> {
    /// Walks the module once.
    pub fn of(module: ModuleView<'m>, is_request: impl Fn(Value<'m>) -> bool) -> Self {
        let globals: Vec<Value<'m>> = module
            .functions()
            .chain(module.global_variables())
            .chain(module.aliases())
            .chain(module.ifuncs())
            .collect();
        let ids: FxHashMap<_, _> = globals.iter().enumerate().map(|(i, g)| (*g, GlobalId(i as u32))).collect();

        let kernels = Kernels::of(module);
        let mut indirect: FxHashMap<Type<'m>, Vec<GlobalId>> = FxHashMap::default();
        for function in module.functions() {
            if function.has_string_attribute(attribute::REFERENCED_INDIRECTLY) && !kernels.contains(function) {
                indirect.entry(function.value_type()).or_default().push(ids[&function]);
            }
        }

        let called = module.functions().filter(|f| is_request(*f)).collect();
        let mut walk = Walk { ids: &ids, indirect: &indirect, called, constants: FxHashMap::default() };
        let mut requests = FxHashMap::default();
        let mut edges = Vec::with_capacity(globals.len());
        for (index, global) in globals.iter().enumerate() {
            let direct = walk.direct(*global);
            if let Some(more) = direct.requests {
                requests.insert(GlobalId(index as u32), more);
            }
            edges.push(direct.references);
        }
        let marks = vec![0; globals.len()];
        Self { globals, ids, edges, requests, marks, closures: 0 }
    }

    /// The number of a global.
    pub fn id(&self, global: Value<'m>) -> Option<GlobalId> {
        self.ids.get(&global).copied()
    }

    /// The global of a number.
    pub fn global(&self, id: GlobalId) -> Value<'m> {
        self.globals[id.index()]
    }

    /// Every global in the order of their numbers.
    pub fn globals(&self) -> &[Value<'m>] {
        &self.globals
    }

    /// Whether the function calls a request.
    pub fn has_requests(&self, id: GlobalId) -> bool {
        self.requests.contains_key(&id)
    }

    /// The roots and everything they need, sorted. `cut` stops the walk at a global: it is in the closure, what it needs
    /// is not for its sake.
    pub fn closure(
        &mut self,
        roots: impl IntoIterator<Item = GlobalId>,
        requests: Requests,
        cut: impl Fn(GlobalId) -> bool,
    ) -> Vec<GlobalId> {
        self.closures += 1;
        let mut reached = Vec::new();
        for root in roots {
            self.reach(root, &mut reached);
        }
        let mut next = 0;
        while next < reached.len() {
            let id: GlobalId = reached[next];
            next += 1;
            if cut(id) {
                continue;
            }
            for i in 0..self.edges[id.index()].len() {
                let target = self.edges[id.index()][i];
                self.reach(target, &mut reached);
            }
            if requests == Requests::Followed
                && let Some(more) = self.requests.get(&id).cloned()
            {
                for target in more {
                    self.reach(target, &mut reached);
                }
            }
        }
        reached.sort_unstable();
        reached
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

    fn reach(&mut self, id: GlobalId, reached: &mut Vec<GlobalId>) {
        if self.marks[id.index()] != self.closures {
            self.marks[id.index()] = self.closures;
            reached.push(id);
        }
    }
}

struct Walk<'a, 'm> {
    ids: &'a FxHashMap<Value<'m>, GlobalId>,
    indirect: &'a FxHashMap<Type<'m>, Vec<GlobalId>>,
    /// Functions that are requests.
    called: FxHashSet<Value<'m>>,
    /// Globals that a constant with operands reaches without passing through another global.
    constants: FxHashMap<Value<'m>, Box<[GlobalId]>>,
}

struct Direct {
    references: Box<[GlobalId]>,
    /// What only calls of requests refer to; none if there is no such call.
    requests: Option<Box<[GlobalId]>>,
}

impl<'m> Walk<'_, 'm> {
    fn direct(&mut self, global: Value<'m>) -> Direct {
        let mut found = Vec::new();
        let mut requests = None;
        // Initializer, aliasee, resolver, personality, prefix and prologue are operands of the global.
        for operand in global.operands() {
            self.constant(operand, &mut found);
        }
        if global.is_function() && !global.is_declaration() {
            for instruction in global.instructions() {
                let is_request = !self.called.is_empty()
                    && instruction.opcode().is_call()
                    && self.called.contains(&instruction.called_value().strip_pointer_casts());
                let into = if is_request { requests.get_or_insert_with(Vec::new) } else { &mut found };
                for operand in instruction.operands() {
                    if operand.is_constant() {
                        self.constant(operand, into);
                    }
                }
                if !self.indirect.is_empty()
                    && (instruction.is_call() || instruction.is_invoke())
                    && !matches!(
                        instruction.called_value().strip_pointer_casts().kind(),
                        ValueKind::Function | ValueKind::Assembly
                    )
                    && let Some(candidates) = self.indirect.get(&instruction.called_type())
                {
                    found.extend(candidates);
                }
            }
        }
        let boxed = |mut ids: Vec<GlobalId>| -> Box<[GlobalId]> {
            ids.sort_unstable();
            ids.dedup();
            ids.into()
        };
        Direct { references: boxed(found), requests: requests.map(boxed) }
    }

    fn constant(&mut self, constant: Value<'m>, found: &mut Vec<GlobalId>) {
        if let Some(id) = self.ids.get(&constant) {
            found.push(*id);
            return;
        }
        if !constant.is_constant() || constant.operands().next().is_none() {
            return;
        }
        if let Some(known) = self.constants.get(&constant) {
            found.extend_from_slice(known);
            return;
        }
        // An own stack instead of recursion: constants nest as deep as the input says.
        let mut mine = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<Value<'m>> = vec![constant];
        while let Some(next) = work.pop() {
            if let Some(id) = self.ids.get(&next) {
                mine.push(*id);
            } else if let Some(known) = self.constants.get(&next) {
                mine.extend_from_slice(known);
            } else if next.is_constant() && seen.insert(next) {
                work.extend(next.operands());
            }
        }
        mine.sort_unstable();
        mine.dedup();
        found.extend_from_slice(&mine);
        self.constants.insert(constant, mine.into());
    }
}

//! Which globals a global needs: found once per module, in time linear in the module.
//!
//! Edges go from a function to every global that its instructions, personality, prefix and prologue refer to, through
//! constant expressions and aggregates; from a variable to those of its initializer; from an alias or ifunc to what it
//! stands for; and from a function with an indirect call to every function of that signature that has the attribute
//! `referenced-indirectly`. Metadata makes no edges.

use rustc_hash::FxHashMap;

use super::{
    kernels::{attribute, is_kernel},
    module::ModuleView,
    types::Type,
    value::Value,
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

/// The graph of dependencies between globals.
pub struct Dependencies<'m> {
    globals: Vec<Value<'m>>,
    ids: FxHashMap<Value<'m>, GlobalId>,
    /// Direct references, sorted.
    edges: Vec<Box<[GlobalId]>>,
    /// For each global the last closure that reached it, so that a closure costs what it holds.
    marks: Vec<u32>,
    closures: u32,
}

impl<'m> Dependencies<'m> {
    /// Walks the module once.
    pub fn of(module: ModuleView<'m>) -> Self {
        let globals: Vec<Value<'m>> = module
            .functions()
            .chain(module.global_variables())
            .chain(module.aliases())
            .chain(module.ifuncs())
            .collect();
        let ids: FxHashMap<_, _> = globals.iter().enumerate().map(|(i, g)| (*g, GlobalId(i as u32))).collect();

        let mut indirect: FxHashMap<Type<'m>, Vec<GlobalId>> = FxHashMap::default();
        for function in module.functions() {
            if function.has_string_attribute(attribute::REFERENCED_INDIRECTLY) && !is_kernel(function) {
                indirect.entry(function.value_type()).or_default().push(ids[&function]);
            }
        }

        let mut walk = Walk { ids: &ids, indirect: &indirect, constants: FxHashMap::default() };
        let edges = globals.iter().map(|global| walk.direct(*global)).collect();
        let marks = vec![0; globals.len()];
        Self { globals, ids, edges, marks, closures: 0 }
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

    /// What `id` refers to directly, sorted.
    pub fn direct(&self, id: GlobalId) -> &[GlobalId] {
        &self.edges[id.index()]
    }

    /// The roots and everything they need, sorted. `cut` stops the walk at a global: it is in the closure, what it needs
    /// is not for its sake.
    pub fn closure(
        &mut self,
        roots: impl IntoIterator<Item = GlobalId>,
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
        }
        reached.sort_unstable();
        reached
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
    /// Globals that a constant with operands reaches without passing through another global.
    constants: FxHashMap<Value<'m>, Box<[GlobalId]>>,
}

impl<'m> Walk<'_, 'm> {
    fn direct(&mut self, global: Value<'m>) -> Box<[GlobalId]> {
        let mut found = Vec::new();
        // Initializer, aliasee, resolver, personality, prefix and prologue are operands of the global.
        for operand in global.operands() {
            self.constant(operand, &mut found);
        }
        if global.is_function() && !global.is_declaration() {
            for instruction in global.instructions() {
                for operand in instruction.operands() {
                    if operand.is_constant() {
                        self.constant(operand, &mut found);
                    }
                }
                if !self.indirect.is_empty()
                    && (instruction.is_call() || instruction.is_invoke())
                    && !instruction.called_value().strip_pointer_casts().is_function()
                    && let Some(candidates) = self.indirect.get(&instruction.called_type())
                {
                    found.extend(candidates);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.into()
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
        let mut seen = rustc_hash::FxHashSet::default();
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

//! Content of constants: aspects, functions, pointers. Each is looked through once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::TypeAspects;
use crate::ir::{Function, Type, TypeKind, Value, ValueKind};

/// Content of a constant with operands, through other such constants.
pub(super) struct Held {
    pub(super) aspects: Box<[u32]>,
    pub(super) functions: Box<[u32]>,
    /// Whether it leads to more than these functions: to a variable, or to what an ifunc chooses.
    pub(super) leads_on: bool,
}

/// Facts about constants and types.
#[derive(Default)]
pub(super) struct Constants<'m> {
    held: FxHashMap<Value<'m>, Held>,
    holds_pointer: FxHashMap<Type<'m>, bool>,
}

impl<'m> Constants<'m> {
    /// Content of a global or a constant with operands. `ids` are the numbers of functions.
    pub(super) fn held(
        &mut self,
        constant: Value<'m>,
        types: &mut TypeAspects<'m>,
        ids: &FxHashMap<Function<'m>, u32>,
    ) -> &Held {
        if !self.held.contains_key(&constant) {
            let held = self.find(constant, types, ids);
            self.held.insert(constant, held);
        }
        &self.held[&constant]
    }

    /// Finds what a constant holds, with an own stack: constants nest as deep as the input says. Globals are not
    /// entered, but aliases are.
    fn find(&self, constant: Value<'m>, types: &mut TypeAspects<'m>, ids: &FxHashMap<Function<'m>, u32>) -> Held {
        let (mut aspects, mut functions, mut leads_on) = (Vec::new(), Vec::new(), false);
        let mut seen = FxHashSet::default();
        let mut work = vec![constant];
        while let Some(next) = work.pop() {
            if let Some(held) = self.held.get(&next) {
                aspects.extend_from_slice(&held.aspects);
                functions.extend_from_slice(&held.functions);
                leads_on |= held.leads_on;
                continue;
            }
            let kind = next.kind();
            let ty = match kind {
                ValueKind::Local | ValueKind::InlineAsm | ValueKind::Metadata => continue,
                ValueKind::Function | ValueKind::Variable | ValueKind::Alias | ValueKind::Ifunc => next.value_type(),
                ValueKind::BlockAddress | ValueKind::Composite | ValueKind::Leaf => next.ty(),
            };
            if kind != ValueKind::Leaf && !seen.insert(next) {
                continue;
            }
            for ty in [Some(ty), next.gep_source_type()].into_iter().flatten() {
                let set = types.aspects(ty);
                aspects.extend_from_slice(types.set(set));
            }
            match kind {
                ValueKind::Function => functions.extend(ids.get(&next)),
                ValueKind::Alias => work.extend(next.aliasee()),
                ValueKind::Ifunc => {
                    leads_on = true;
                    work.extend(next.resolver());
                }
                ValueKind::Variable | ValueKind::BlockAddress => leads_on = true,
                ValueKind::Composite => work.extend(next.operands()),
                _ => {}
            }
        }
        for list in [&mut aspects, &mut functions] {
            list.sort_unstable();
            list.dedup();
        }
        Held { aspects: aspects.into(), functions: functions.into(), leads_on }
    }

    /// Whether a type is a pointer or has one in it.
    pub(super) fn holds_pointer(&mut self, ty: Type<'m>) -> bool {
        if let Some(known) = self.holds_pointer.get(&ty) {
            return *known;
        }
        // With an own stack: types nest as deep as the input says.
        let (mut seen, mut work, mut holds) = (FxHashSet::default(), vec![ty], false);
        while let Some(next) = work.pop() {
            holds |= matches!(next.kind(), TypeKind::Pointer(_));
            if !holds && seen.insert(next) {
                work.extend(next.contained());
            }
        }
        self.holds_pointer.insert(ty, holds);
        holds
    }
}

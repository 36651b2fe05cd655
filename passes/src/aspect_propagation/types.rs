//! Aspects that a type uses: those of the structs that it is or holds, and those that `double` and `half` imply.
//!
//! Structs are found by name once (LLVM's own table) and compared as types from then on. A name that no struct of the
//! module has is of no consequence: nothing uses that type. Pointers hold nothing.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::aspects::{Aspects, Implied};
use crate::ir::{
    ModuleView, PlainTypes, Type, TypeKind, metadata,
    sycl_metadata::{self, kind},
};

/// Number of a set of aspects that types share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SetId(u32);

impl SetId {
    /// The set of types that use nothing.
    pub(super) const EMPTY: SetId = SetId(0);
}

/// The aspects of types, found as types are asked for.
pub(super) struct TypeAspects<'m> {
    rules: FxHashMap<Type<'m>, Vec<u32>>,
    double: Option<u32>,
    half: Vec<u32>,
    /// Types without aspects, as far as they were asked for.
    pub(super) plain: PlainTypes<'m>,
    known: FxHashMap<Type<'m>, SetId>,
    /// Dense numbers, sorted; the first set is empty.
    sets: Vec<Vec<u32>>,
    ids: FxHashMap<Vec<u32>, SetId>,
}

impl<'m> TypeAspects<'m> {
    /// Reads `!sycl_types_that_use_aspects`.
    pub(super) fn read(
        module: ModuleView<'m>,
        aspects: &mut Aspects,
        implied: Implied,
    ) -> Result<Self, metadata::Error> {
        let mut rules: FxHashMap<Type<'m>, Vec<u32>> = FxHashMap::default();
        let mut half: Vec<u32> = implied.fp16.map(|value| aspects.id(value)).into_iter().collect();
        for (name, list) in sycl_metadata::types_that_use_aspects(module)? {
            let ids = aspects.ids(&list);
            if name == kind::HALF {
                half.extend(&ids);
            }
            if let Some(ty) = module.struct_type(&name).filter(|_| !ids.is_empty()) {
                rules.entry(ty).or_default().extend(ids);
            }
        }
        let double = implied.fp64.map(|value| aspects.id(value));
        let ids = [(Vec::new(), SetId::EMPTY)].into_iter().collect();
        Ok(Self {
            rules,
            double,
            half,
            plain: PlainTypes::new(),
            known: FxHashMap::default(),
            sets: vec![Vec::new()],
            ids,
        })
    }

    /// fp64, if `double` implies it.
    pub(super) fn double(&self) -> Option<u32> {
        self.double
    }

    /// The aspects of a set, sorted by dense number.
    pub(super) fn set(&self, id: SetId) -> &[u32] {
        &self.sets[id.0 as usize]
    }

    /// The aspects that a type uses.
    pub(super) fn aspects(&mut self, ty: Type<'m>) -> SetId {
        if self.double.is_none() && self.half.is_empty() && self.rules.is_empty() {
            self.plain.insert(ty);
            return SetId::EMPTY;
        }
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        // Contained types first, on an own stack: types nest as deep as the input says.
        let mut work = vec![(ty, false)];
        while let Some((ty, contained_are_known)) = work.pop() {
            if contained_are_known {
                let set = self.join(ty);
                self.known.insert(ty, set);
                if set == SetId::EMPTY {
                    self.plain.insert(ty);
                }
            } else if let Entry::Vacant(place) = self.known.entry(ty) {
                // Empty until all of it is known, which also ends the walk in a type that holds itself.
                place.insert(SetId::EMPTY);
                work.push((ty, true));
                work.extend(ty.contained().into_iter().filter(|t| !self.known.contains_key(t)).map(|t| (t, false)));
            }
        }
        self.known.get(&ty).copied().unwrap_or(SetId::EMPTY)
    }

    fn join(&mut self, ty: Type<'m>) -> SetId {
        let mut set = self.rules.get(&ty).cloned().unwrap_or_default();
        match ty.kind() {
            TypeKind::Double => set.extend(self.double),
            TypeKind::Half => set.extend_from_slice(&self.half),
            _ => {}
        }
        for contained in ty.contained() {
            let known = self.known.get(&contained).copied().unwrap_or(SetId::EMPTY);
            set.extend_from_slice(&self.sets[known.0 as usize]);
        }
        set.sort_unstable();
        set.dedup();
        let next = SetId(self.sets.len() as u32);
        *self.ids.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        })
    }
}

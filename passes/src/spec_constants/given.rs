//! Values of constants that are known when the module is compiled: each becomes a literal in every call, and is not
//! among the constants that a runtime sets any more.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::{calls::Calls, decode::Call, layout::DefaultBytes, rewrite};
use crate::ir::{Editor, GlobalVariable, ModuleView, Type};

/// The constants of a module whose calls can be decoded.
pub(crate) struct Known<'m> {
    calls: Calls<'m>,
    /// By symbolic id, in the order of first use: the calls by their place in `calls`.
    uses: IndexMap<String, Vec<usize>>,
}

/// A value for a constant: its numbers in order, as bytes.
pub(crate) struct Given {
    bytes: DefaultBytes,
}

impl<'m> Known<'m> {
    /// Finds them. Calls that cannot be decoded are left to the pass `spec-constants`.
    pub(crate) fn find(module: ModuleView<'m>) -> Self {
        let calls = Calls::find(module);
        let mut uses: IndexMap<String, Vec<usize>> = IndexMap::new();
        for (index, call) in calls.all.iter().enumerate() {
            uses.entry(call.name.clone()).or_default().push(index);
        }
        Self { calls, uses }
    }

    /// Symbolic ids in the order of first use, each with the type of its default and the `specialization_id` object.
    pub(crate) fn constants(&self) -> impl Iterator<Item = (&str, Type<'m>, GlobalVariable<'m>)> {
        self.uses.iter().map(|(name, uses)| {
            let first = &self.calls.all[uses[0]];
            (name.as_str(), first.default.ty(), first.object)
        })
    }

    /// The type of the default of a constant.
    pub(crate) fn ty(&self, name: &str) -> Option<Type<'m>> {
        self.calls_of(name).next().map(|call| call.default.ty())
    }

    fn calls_of(&self, name: &str) -> impl Iterator<Item = &Call<'m>> {
        self.uses.get(name).into_iter().flatten().map(|index| &self.calls.all[*index])
    }

    /// Types and offsets of the numbers that a constant is made of, in order: those of its default, which has the
    /// members of the source, while the types that are asked for can have padding written as members.
    pub(crate) fn numbers(&self, name: &str) -> Vec<(Type<'m>, u64)> {
        let Some(first) = self.calls_of(name).next() else { return Vec::new() };
        let (ty, shapes) = (first.default.ty(), &self.calls.shapes);
        let mut numbers = shapes.leaves(ty);
        if let Ok(default) = DefaultBytes::from_constant(first.default, shapes) {
            numbers.retain(|(ty, offset)| default.is_defined(*offset, shapes.get(*ty).value_size));
        }
        numbers
    }

    /// A value from the bytes of these numbers.
    pub(crate) fn value(&self, name: &str, numbers: &[(u64, Vec<u8>)]) -> Given {
        let types = self.calls_of(name).flat_map(|call| [call.ty, call.default.ty()]);
        let size = types.map(|ty| self.calls.shapes.get(ty).size).max().unwrap_or(0);
        Given { bytes: DefaultBytes::given(size, numbers) }
    }

    /// Puts literals in the place of all calls that ask for constants with a value.
    pub(crate) fn set(&self, editor: &mut Editor<'m>, values: &FxHashMap<&str, Given>) {
        let chosen: Vec<(&Call<'m>, &DefaultBytes)> = self
            .calls
            .all
            .iter()
            .filter_map(|call| values.get(call.name.as_str()).map(|value| (call, &value.bytes)))
            .collect();
        rewrite::literals(editor, &self.calls, &chosen);
    }
}

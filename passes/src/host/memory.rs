//! Local memory: variables become offsets into the block of the group.

use indexmap::IndexMap;

use crate::ir::{DataLayout, Editor, Function, GlobalVariable, ModuleView, Value, attribute};

/// The alignment of the block, and of what it is made of.
pub(super) const BLOCK_ALIGNMENT: u64 = 128;

/// Bytes of scratch memory for each item of kernels that have group functions.
const SCRATCH: u64 = 8;

/// Bytes between variables for AddressSanitizer.
const GAP: u64 = 64;

/// The attribute of functions that it looks at.
const WATCHED: &str = "sanitize_address";

/// Variables in local memory.
fn variables<'m>(module: ModuleView<'m>) -> impl Iterator<Item = GlobalVariable<'m>> {
    module.global_variables().filter(|variable| variable.is_thread_local())
}

/// Makes sure that only instructions and initializers use variables in local memory.
pub(super) fn expand(editor: &mut Editor<'_>) {
    for variable in variables(editor.view()).collect::<Vec<_>>() {
        editor.expand_constants(variable);
    }
}

/// A variable in local memory that an initializer refers to, once constants are expanded.
pub(super) fn in_initializer<'m>(module: ModuleView<'m>) -> Option<GlobalVariable<'m>> {
    variables(module).find(|variable| variable.users().any(|user| !user.is_instruction()))
}

/// The variables in local memory that instructions of a function use, once for each use.
pub(super) fn used<'m>(function: Function<'m>) -> impl Iterator<Item = GlobalVariable<'m>> {
    let of_instruction = |instruction: Value<'m>| instruction.operands().collect::<Vec<_>>();
    let variables = function.instructions().flat_map(of_instruction).filter_map(|value| value.as_global_variable());
    variables.filter(|variable| variable.is_thread_local())
}

/// Variables with their offsets in the block.
#[derive(Clone)]
pub(super) struct Variables<'m> {
    offsets: IndexMap<GlobalVariable<'m>, u64>,
    /// Bytes behind each variable that nothing may use.
    gap: u64,
    /// Start of these bytes, for each variable.
    ends: Vec<u64>,
    /// Bytes of all.
    size: u64,
    /// The largest alignment.
    alignment: u64,
}

impl<'m> Variables<'m> {
    /// No variables. If AddressSanitizer looks at kernels, there will be gaps, so that it finds accesses behind the end
    /// of a variable.
    pub(super) fn for_module(module: ModuleView<'m>) -> Self {
        let is_watched =
            module.functions().any(|f| f.has_string_attribute(attribute::KERNEL) && f.has_attribute(WATCHED));
        let gap = if is_watched { GAP } else { 0 };
        Self { offsets: IndexMap::new(), gap, ends: Vec::new(), size: 0, alignment: 1 }
    }

    /// No variables, for a kernel of the same module.
    pub(super) fn none_like(other: &Self) -> Self {
        Self { offsets: IndexMap::new(), gap: other.gap, ends: Vec::new(), size: 0, alignment: 1 }
    }

    /// Offsets and sizes of gaps.
    pub(super) fn gaps(&self) -> Vec<(u64, u64)> {
        let starts = self.offsets.values().copied().skip(1).chain([self.size]);
        let gaps = self.ends.iter().copied().zip(starts).map(|(end, next)| (end, next - end));
        gaps.filter(|_| self.gap > 0).collect()
    }

    /// Appends a variable, unless it has its place.
    pub(super) fn add(&mut self, layout: &DataLayout<'m>, variable: GlobalVariable<'m>) {
        if self.offsets.contains_key(&variable) {
            return;
        }
        let ty = variable.value_type();
        let alignment = layout.alignment(ty).unwrap_or(1).max(variable.alignment());
        let offset = self.size.next_multiple_of(alignment);
        self.offsets.insert(variable, offset);
        let end = offset + layout.alloc_size(ty).unwrap_or(0);
        self.ends.push(end);
        self.size = end + self.gap;
        self.alignment = self.alignment.max(alignment);
    }

    /// The offset of what may be a variable.
    pub(super) fn offset(&self, value: Value<'m>) -> Option<u64> {
        self.offsets.get(&value.as_global_variable()?).copied()
    }

    /// The largest alignment, if that is more than the block has.
    pub(super) fn over_alignment(&self) -> Option<u64> {
        Some(self.alignment).filter(|alignment| *alignment > BLOCK_ALIGNMENT)
    }
}

/// The local memory of a kernel.
pub(super) struct LocalMemory<'m> {
    pub(super) variables: Variables<'m>,
    /// Bytes for each item.
    pub(super) scratch_per_item: u64,
}

impl<'m> LocalMemory<'m> {
    /// Lays out variables: first those that other functions find there, then those of the kernel.
    pub(super) fn lay_out(
        editor: &Editor<'m>,
        function: Function<'m>,
        mut variables: Variables<'m>,
        uses_scratch: bool,
    ) -> Self {
        let layout = editor.view().data_layout();
        used(function).for_each(|variable| variables.add(&layout, variable));
        Self { variables, scratch_per_item: if uses_scratch { SCRATCH } else { 0 } }
    }

    /// Bytes of all variables. Where one has a larger alignment than the block, there is room to move them.
    pub(super) fn size(&self) -> u64 {
        let room = self.variables.over_alignment().map_or(0, |alignment| alignment - BLOCK_ALIGNMENT);
        self.variables.size + room
    }

    /// The part of the block before scratch memory.
    pub(super) fn before_scratch(&self) -> u64 {
        self.size().next_multiple_of(BLOCK_ALIGNMENT)
    }
}

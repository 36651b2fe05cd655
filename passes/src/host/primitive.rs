//! Questions of the library of built-in functions to the host: the functions `__sp_host_*` of `builtins/host.hpp`.

use super::error::Error;
use crate::ir::{Call, Function, ModuleView, Value};

/// A function without a definition, whose calls the pass replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Primitive {
    LocalId,
    GroupId,
    GroupSize,
    NumGroups,
    GlobalOffset,
    SubGroupSize,
    GroupBarrier,
    SubGroupBarrier,
    Scratch,
    IsLocal,
    AssertFail,
    /// Made by the pass: says which item runs, before functions are called that are not part of a kernel.
    Publish,
    DynamicLocalMemory,
    /// Made by the pass: how many items the group has.
    Items,
    /// Made by the pass: ends the launch, because this item and others wait at a barrier that the rest does not reach.
    /// It is given how many wait, how many have ended, and where that is.
    FailBarrier,
    /// Made by the pass where races are looked for: an access, or a barrier that is reached.
    Access,
}

impl Primitive {
    /// The name of [`Self::Publish`].
    pub(super) const PUBLISH: &'static str = "__sp_host_publish";

    /// The name of [`Self::Items`].
    pub(super) const ITEMS: &'static str = "__sp_host_items";

    /// The name of [`Self::FailBarrier`].
    pub(super) const FAIL_BARRIER: &'static str = "__sp_host_fail_barrier";

    /// The name of [`Self::Access`].
    pub(super) const ACCESS: &'static str = "__sp_host_access";

    /// The name of [`Self::GroupBarrier`].
    pub(super) const GROUP_BARRIER: &'static str = "__sp_host_group_barrier";

    const NAMES: [(&'static str, Self); 16] = [
        ("__sp_host_local_id", Self::LocalId),
        ("__sp_host_group_id", Self::GroupId),
        ("__sp_host_group_size", Self::GroupSize),
        ("__sp_host_num_groups", Self::NumGroups),
        ("__sp_host_global_offset", Self::GlobalOffset),
        ("__sp_host_sub_group_size", Self::SubGroupSize),
        (Self::GROUP_BARRIER, Self::GroupBarrier),
        ("__sp_host_sub_group_barrier", Self::SubGroupBarrier),
        ("__sp_host_scratch", Self::Scratch),
        ("__sp_host_is_local", Self::IsLocal),
        ("__sp_host_assert_fail", Self::AssertFail),
        (Self::PUBLISH, Self::Publish),
        ("__sp_host_dynamic_local_memory", Self::DynamicLocalMemory),
        (Self::ITEMS, Self::Items),
        (Self::FAIL_BARRIER, Self::FailBarrier),
        (Self::ACCESS, Self::Access),
    ];

    /// The type of the function that the library declares, as LLVM writes it; nothing for those that the pass makes.
    fn declared(self) -> Option<&'static str> {
        Some(match self {
            Self::LocalId | Self::GroupId | Self::GroupSize | Self::NumGroups | Self::GlobalOffset => "i64 (i32)",
            Self::SubGroupSize => "i32 ()",
            Self::GroupBarrier | Self::SubGroupBarrier => "void ()",
            Self::Scratch | Self::DynamicLocalMemory => "ptr ()",
            Self::IsLocal => "i1 (ptr)",
            Self::AssertFail => "void (ptr, ptr, i32, ptr)",
            Self::Publish | Self::Items | Self::FailBarrier | Self::Access => return None,
        })
    }

    /// Checks the declarations of a module, on which everything else here relies.
    pub(super) fn check(module: ModuleView<'_>) -> Result<(), Error> {
        for (name, primitive) in Self::NAMES {
            let Some(function) = module.function(name) else { continue };
            let found = function.value_type().to_string();
            let expected = primitive.declared();
            if expected != Some(found.as_str()) && function.is_declaration() {
                let expected = expected.unwrap_or("no such function");
                return Err(Error::Declaration { function: name, found, expected });
            }
        }
        Ok(())
    }

    /// The primitive that a function is.
    pub(super) fn from_function(function: Function<'_>) -> Option<Self> {
        if !function.is_declaration() {
            return None;
        }
        let name = function.name();
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, primitive)| *primitive)
    }

    /// The primitive that an instruction calls.
    pub(super) fn called(instruction: Value<'_>) -> Option<(Self, Call<'_>)> {
        let call = instruction.as_call()?;
        Some((Self::from_function(call.callee()?)?, call))
    }

    /// Whether it is for the item that comes to it: what becomes of it depends on the item, or ends the launch.
    pub(super) fn is_of_item(self) -> bool {
        matches!(self, Self::LocalId | Self::AssertFail | Self::Publish | Self::FailBarrier | Self::Access)
    }

    /// Whether it has a value that depends on its operands and on the item, and does nothing else.
    pub(super) fn asks_only(self) -> bool {
        !self.is_barrier() && !matches!(self, Self::AssertFail | Self::Publish | Self::Access)
    }

    /// Whether items wait there for each other.
    pub(super) fn is_barrier(self) -> bool {
        matches!(self, Self::GroupBarrier | Self::SubGroupBarrier)
    }
}

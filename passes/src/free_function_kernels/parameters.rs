//! Step 2: what a kernel takes in place of each parameter of its function. Changes nothing.

use super::error::{Error, Obstacle, shown};
use crate::ir::{
    ByValOrByRef, Function, ModuleView, Type, TypeKind,
    gpu::address_space::{self, LOCAL},
};

/// Form in which a kernel gets what its function takes as one parameter.
#[derive(Clone, Copy)]
pub(super) enum Passing<'m> {
    /// As it is.
    Same,
    /// As a pointer to global memory.
    Global,
    /// As a byte.
    Byte,
    /// A copy of a struct; on AMDGPU kernels get a reference to one, as their arguments are not on the stack.
    Struct(Type<'m>),
    /// A local accessor: a pointer to local memory; sizes, three times, if it has them.
    Local(LocalAccessor<'m>),
}

/// A struct of a pointer to local memory and one to three sizes.
#[derive(Clone, Copy)]
pub(super) struct LocalAccessor<'m> {
    pub(super) whole: Type<'m>,
    /// The type of the sizes, with their offset.
    pub(super) sizes: Option<(Type<'m>, u64)>,
}

const EXPECTED: &str =
    "a number, a vector, a pointer to global or local memory, a trivially copyable struct or a local accessor";

/// Form in which the parameters of a function reach it. `generic`: the address space of the module's generic pointers.
pub(super) fn passings<'m>(
    module: ModuleView<'m>,
    function: Function<'m>,
    generic: u32,
) -> Result<Vec<Passing<'m>>, Error> {
    let ty = function.value_type();
    if ty.result().kind() != TypeKind::Void {
        return Err(Error::Result { function: shown(function), found: ty.result().to_string() });
    }
    if ty.is_variadic() {
        return Err(Error::Variadic { function: shown(function) });
    }
    let passing = |(index, ty): (usize, &Type<'m>)| {
        let error =
            |found| Error::Parameter { function: shown(function), number: index + 1, found, expected: EXPECTED };
        passing(module, function, index as u32, *ty, generic).map_err(error)
    };
    ty.parameters().iter().enumerate().map(passing).collect()
}

fn passing<'m>(
    module: ModuleView<'m>,
    function: Function<'m>,
    index: u32,
    ty: Type<'m>,
    generic: u32,
) -> Result<Passing<'m>, Obstacle> {
    let space = match ty.kind() {
        TypeKind::Integer(1) => return Ok(Passing::Byte),
        TypeKind::Pointer(space) => space,
        _ => return Ok(Passing::Same),
    };
    let object = [ByValOrByRef::ByValue, ByValOrByRef::ByReference]
        .into_iter()
        .find_map(|how| function.passed_object(index, how));
    if let Some(object) = object {
        return match local_accessor(module, object) {
            Some(accessor) => Ok(Passing::Local(accessor)),
            None if holds_local_pointer(object) => Err(Obstacle::LocalInStruct),
            None => Ok(Passing::Struct(object)),
        };
    }
    // An object that the caller makes, as clang 22 says; earlier ones only say where it is.
    #[cfg(feature = "llvm22")]
    if function.has_parameter_attribute(index, "dead_on_return") {
        return Err(Obstacle::Temporary);
    }
    match space {
        _ if space == generic => Ok(Passing::Global),
        0 => Err(Obstacle::Private),
        address_space::AMDGPU_PRIVATE if generic == address_space::GENERIC => Err(Obstacle::Private),
        _ => Ok(Passing::Same),
    }
}

/// The struct as a local accessor, if it is one.
fn local_accessor<'m>(module: ModuleView<'m>, whole: Type<'m>) -> Option<LocalAccessor<'m>> {
    let mut inner = whole;
    while inner.kind() == TypeKind::Struct && inner.element_count() == 1 {
        inner = inner.element(0)?;
    }
    if inner.kind() == TypeKind::Pointer(LOCAL) {
        return Some(LocalAccessor { whole, sizes: None });
    }
    if inner.kind() != TypeKind::Struct || inner.element(0)?.kind() != TypeKind::Pointer(LOCAL) {
        return None;
    }
    let sizes = inner.element(1).filter(|_| inner.element_count() == 2)?;
    let mut array = sizes;
    while array.kind() == TypeKind::Struct && array.element_count() == 1 {
        array = array.element(0)?;
    }
    let is_size = array.kind() == TypeKind::Array
        && (1..=3).contains(&array.element_count())
        && array.element(0)?.kind() == TypeKind::Integer(64);
    let offset = *module.data_layout().member_offsets(inner)?.get(1)?;
    is_size.then_some(LocalAccessor { whole, sizes: Some((sizes, offset)) })
}

/// Whether a pointer to local memory is somewhere in an object of the type.
fn holds_local_pointer(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::Pointer(LOCAL) || ty.is_composite() && ty.elements().any(holds_local_pointer)
}

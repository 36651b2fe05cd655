//! Step 1: find the calls and say what each asks for. Changes nothing.

use rustc_hash::FxHashSet;

use super::Error;
use crate::ir::{Linkage, ModuleView, Type, TypeKind, Value};

/// `T __sycl_getScalar2020SpecConstantValue<T>(const char *id, const void *default, const void *buffer)`
const SCALAR_PREFIX: &str = "_Z37__sycl_getScalar2020SpecConstantValue";
/// `T __sycl_getComposite2020SpecConstantValue<T>(...)`, mostly with the result through a first `sret` parameter.
const COMPOSITE_PREFIX: &str = "_Z40__sycl_getComposite2020SpecConstantValue";

/// Whether a function is one that asks for a specialization constant: a declaration with a mangling of one of the two
/// names of SYCL 2020's device library interface.
pub fn is_request(function: Value<'_>) -> bool {
    function.is_declaration() && {
        let name = function.name();
        name.starts_with(SCALAR_PREFIX) || name.starts_with(COMPOSITE_PREFIX)
    }
}

/// One call that asks for a constant.
pub(super) struct Call<'m> {
    pub(super) instruction: Value<'m>,
    /// Symbolic id: the string that front end and runtime know the constant by.
    pub(super) name: String,
    /// Default value: element 0 of the `specialization_id` object's initializer.
    pub(super) default: Value<'m>,
    /// Type of the value asked for.
    pub(super) ty: Type<'m>,
    /// Where the value goes: the result of the call, or memory.
    pub(super) destination: Destination<'m>,
    /// The buffer of the emulation mode.
    pub(super) buffer: Value<'m>,
    /// Loads and stores of -O0 code that carry only the name or the default.
    pub(super) carriers: Vec<Carrier<'m>>,
}

#[derive(Clone, Copy)]
pub(super) enum Destination<'m> {
    Result,
    Memory(Value<'m>),
}

/// A pointer that -O0 code keeps in an alloca: the one store into it and the load out of it.
#[derive(Clone, Copy)]
pub(super) struct Carrier<'m> {
    pub(super) load: Value<'m>,
    pub(super) store: Value<'m>,
    pub(super) slot: Value<'m>,
}

/// All calls of a module in the order of functions, blocks and instructions, and the functions called.
///
/// # Errors
/// The first call that does not have the documented form.
pub(super) fn find(module: ModuleView<'_>) -> Result<(Vec<Call<'_>>, Vec<Value<'_>>), Error> {
    let requests: Vec<Value<'_>> = module.functions().filter(|f| is_request(*f)).collect();
    let mut instructions = FxHashSet::default();
    let mut holders = FxHashSet::default();
    for request in &requests {
        for user in request.users() {
            if user.is_call() && user.called_value() == *request {
                instructions.insert(user);
                holders.insert(user.parent_function());
            } else {
                let place = if user.is_instruction() {
                    format!("function `{}`", user.parent_function().name())
                } else {
                    "a constant".to_owned()
                };
                return Err(Error::NotACall { callee: request.name(), place });
            }
        }
    }
    let mut calls = Vec::with_capacity(instructions.len());
    // Module order, not the order of uses: the same input always gets the same ids.
    for function in module.functions().filter(|f| holders.contains(f)) {
        for instruction in function.instructions().filter(|i| instructions.contains(i)) {
            calls.push(decode(instruction)?);
        }
    }
    Ok((calls, requests))
}

fn decode(instruction: Value<'_>) -> Result<Call<'_>, Error> {
    let callee = instruction.called_value().name();
    let function = instruction.parent_function().name();
    let arguments: Vec<Value<'_>> = instruction.operands().take(instruction.argument_count() as usize).collect();
    let malformed = |found: String, expected: &'static str| Error::Malformed {
        callee: callee.clone(),
        function: function.clone(),
        found,
        expected,
    };

    let (name, default, buffer, destination) = match arguments.as_slice() {
        [name, default, buffer] => (*name, *default, *buffer, Destination::Result),
        [memory, name, default, buffer] => (*name, *default, *buffer, Destination::Memory(*memory)),
        other => {
            return Err(malformed(
                format!("{} arguments", other.len()),
                "3 (name, default, buffer), or 4 with the result's address first",
            ));
        }
    };

    let mut carriers = Vec::new();
    let symbol = resolve(name, &mut carriers);
    let text = match symbol.initializer().filter(|_| symbol.is_global_variable()) {
        Some(initializer) => initializer.as_string().or_else(|| initializer.is_null().then(String::new)),
        None => None,
    };
    let text = text
        .filter(|text| !text.is_empty())
        .ok_or_else(|| malformed(format!("the name {}", describe(symbol)), "a constant string"))?;

    let ty = match destination {
        Destination::Result => instruction.ty(),
        Destination::Memory(_) => match instruction.struct_return_type() {
            Some(ty) => ty,
            None => return Err(malformed("a first argument without `sret`".into(), "`sret(T)` on it")),
        },
    };
    if !has_bytes(ty) {
        return Err(malformed(
            format!("a value of type {ty}"),
            "integers, half, bfloat, float or double, or structs, arrays and vectors of them",
        ));
    }

    let object = resolve(default, &mut carriers);
    let problem = |found: String| Error::Default { constant: text.clone(), function: function.clone(), found };
    if object.is_null() && !object.is_global() {
        return Err(problem("null".into()));
    }
    if !object.is_global_variable() {
        return Err(problem(describe(object)));
    }
    let Some(initializer) = object.initializer() else {
        return Err(problem(format!("`{}`, which has no initializer here", object.name())));
    };
    let value = if initializer.ty().is_composite() { initializer.aggregate_element(0) } else { Some(initializer) };
    let value = value.ok_or_else(|| problem(format!("`{}`, whose initializer has no element", object.name())))?;

    Ok(Call { instruction, name: text, default: value, ty, destination, buffer, carriers })
}

/// Whether values of the type are made of bytes that the runtime can set: no pointers, no exotic floating point, and no
/// vectors of elements that share a byte.
fn has_bytes(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Integer(_) | TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => true,
        TypeKind::Vector => match ty.element(0).kind() {
            TypeKind::Integer(bits) => bits % 8 == 0,
            _ => has_bytes(ty.element(0)),
        },
        TypeKind::Array => ty.element_count() == 0 || has_bytes(ty.element(0)),
        TypeKind::Struct => ty.is_sized() && (0..ty.element_count()).all(|i| has_bytes(ty.element(i))),
        TypeKind::Void | TypeKind::Pointer(_) | TypeKind::Other => false,
    }
}

/// Follows a pointer to the global behind it: through casts, and in -O0 code through an alloca with exactly one store.
fn resolve<'m>(pointer: Value<'m>, carriers: &mut Vec<Carrier<'m>>) -> Value<'m> {
    let mut value = pointer.strip_pointer_casts();
    for _ in 0..16 {
        if !value.is_load() {
            break;
        }
        let slot = value.operand(0).strip_pointer_casts();
        let Some(store) = only_store(slot) else { break };
        carriers.push(Carrier { load: value, store, slot });
        value = store.operand(0).strip_pointer_casts();
    }
    value
}

/// The only store into an alloca that is otherwise only loaded from.
fn only_store(slot: Value<'_>) -> Option<Value<'_>> {
    if !slot.is_alloca() {
        return None;
    }
    let mut store = None;
    for access in accesses(slot) {
        if access.is_store() {
            if access.operand(0).strip_pointer_casts() == slot || store.replace(access).is_some() {
                return None; // the address escapes, or a second store
            }
        } else if !access.is_load() && !is_marker(access) {
            return None;
        }
    }
    store
}

/// Users of an alloca, looking through casts of its address.
pub(super) fn accesses(slot: Value<'_>) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    let mut work = vec![slot];
    while let Some(address) = work.pop() {
        for user in address.users() {
            if user.is_instruction() && !user.is_load() && !user.is_store() && user.strip_pointer_casts() == slot {
                work.push(user);
            } else {
                found.push(user);
            }
        }
    }
    found
}

/// Lifetime markers and debug intrinsics, which neither read nor write.
pub(super) fn is_marker(user: Value<'_>) -> bool {
    user.is_call() && {
        let name = user.called_value().name();
        name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.")
    }
}

fn describe(value: Value<'_>) -> String {
    if value.is_function() {
        format!("function `{}`", value.name())
    } else if value.is_global() {
        match value.linkage() {
            Linkage::External if value.is_declaration() => format!("`{}`, which has no initializer here", value.name()),
            _ => format!("`{}`", value.name()),
        }
    } else {
        value.describe()
    }
}

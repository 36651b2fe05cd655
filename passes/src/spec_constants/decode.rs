//! Question of one call.

use sycl_propset::printable::printable;

use super::{
    MAX_SIZE,
    error::Error,
    layout::{DefaultBytes, cut_number},
    shapes::{Shapes, Unfit},
};
use crate::ir::{self, Function, GlobalVariable, Linkage, Type, Value};

/// Numbers, arrays and structs in one value, so that a type cannot say more than its bytes are worth.
const MAX_PARTS: u64 = 2 * MAX_SIZE;

/// One call that asks for a constant.
pub(super) struct Call<'m> {
    pub(super) instruction: ir::Call<'m>,
    /// Symbolic id: the string that front end and runtime know the constant by.
    pub(super) name: String,
    /// The `specialization_id` object.
    pub(super) object: GlobalVariable<'m>,
    /// Default value: element 0 of the object's initializer.
    pub(super) default: Value<'m>,
    /// Type of the value asked for.
    pub(super) ty: Type<'m>,
    /// Destination of the value: the result of the call, or memory.
    pub(super) destination: Destination,
    /// Loads and stores of -O0 code that carry only the name or the default.
    pub(super) stack_copies: Vec<StackCopy<'m>>,
    /// Whether the value can be a constant that other code has, too.
    is_shared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    Result,
    Memory,
}

/// A pointer that -O0 code keeps in memory of its own: the one store into it and the load out of it.
#[derive(Clone, Copy)]
pub(super) struct StackCopy<'m> {
    pub(super) load: Value<'m>,
    pub(super) store: Value<'m>,
    slot: Slot<'m>,
}

/// The place of the pointer.
#[derive(Clone, Copy)]
enum Slot<'m> {
    Alloca(Value<'m>),
    /// A part of the alloca that sanitizers make of all others.
    OfFrame,
}

impl StackCopy<'_> {
    /// Whether something needs the store still.
    pub(super) fn is_needed(&self) -> bool {
        match self.slot {
            Slot::Alloca(slot) => accesses(slot).into_iter().any(|user| user != self.store && !is_marker(user)),
            Slot::OfFrame => self.store.frame_is_read(),
        }
    }
}

/// Name of a global in a message of one line.
pub(super) fn shown(global: Value<'_>) -> String {
    printable(&global.name()).into_owned()
}

impl Call<'_> {
    /// Symbolic id in a message.
    pub(super) fn constant(&self) -> String {
        printable(&self.name).into_owned()
    }

    /// Name of the function that calls, in a message.
    pub(super) fn function(&self) -> String {
        shown(*self.instruction.parent_function())
    }

    /// Index of the argument that is the buffer of the emulation mode.
    pub(super) fn buffer_index(&self) -> u32 {
        match self.destination {
            Destination::Result => 2,
            Destination::Memory => 3,
        }
    }

    /// Whether the call can be put back as it was when the value has taken its place: no argument takes a detour
    /// through memory or casts, which would leave traces; it does not end a block; and the value is an instruction,
    /// whose uses are those that the call had.
    pub(super) fn can_be_restored(&self) -> bool {
        self.stack_copies.is_empty()
            && self.instruction.is_call()
            && self.instruction.called_value().is_function()
            && !(self.is_shared && self.destination == Destination::Result)
    }
}

/// Reads one call.
pub(super) struct Decoder<'s, 'm> {
    pub(super) instruction: ir::Call<'m>,
    pub(super) callee: Function<'m>,
    pub(super) shapes: &'s mut Shapes<'m>,
}

impl<'m> Decoder<'_, 'm> {
    pub(super) fn decode(mut self) -> Result<Call<'m>, Error> {
        let (memory, [name, default]) = self.arguments()?;
        let mut stack_copies = Vec::new();
        let name = self.name(resolve(name, &mut stack_copies))?;
        let (ty, destination) = self.value_type(memory)?;
        let (object, default) = self.default(resolve(default, &mut stack_copies), &name)?;
        let bytes = self.check_types(ty, default, &name)?;
        let size = self.shapes.get(ty).value_size;
        let is_shared = size == 0 || bytes.is_some_and(|bytes| !bytes.is_defined(0, size));
        Ok(Call { instruction: self.instruction, name, object, default, ty, destination, stack_copies, is_shared })
    }

    fn malformed(&self, found: String, expected: &'static str) -> Error {
        Error::Malformed { callee: shown(*self.callee), function: self.function(), found, expected }
    }

    fn function(&self) -> String {
        shown(*self.instruction.parent_function())
    }

    /// The address of the result, if there is one, then name and default.
    fn arguments(&self) -> Result<(Option<Value<'m>>, [Value<'m>; 2]), Error> {
        let arguments: Vec<Value<'m>> = self.instruction.arguments().collect();
        match arguments.as_slice() {
            [name, default, _] => Ok((None, [*name, *default])),
            [memory, name, default, _] => Ok((Some(*memory), [*name, *default])),
            other => Err(self.malformed(
                format!("{} arguments", other.len()),
                "3 (name, default, buffer), or 4 with the result's address first",
            )),
        }
    }

    fn name(&self, symbol: Value<'m>) -> Result<String, Error> {
        let initializer = symbol.as_global_variable().and_then(GlobalVariable::initializer);
        let Some(bytes) = initializer.and_then(Value::string_bytes).filter(|bytes| !bytes.is_empty()) else {
            return Err(self.malformed(format!("the name {}", describe(symbol)), "a constant string"));
        };
        if bytes.contains(&0) {
            let found = format!("the name \"{}\" with a zero byte in it", bytes.escape_ascii());
            return Err(self.malformed(found, "a constant string that ends with its zero byte"));
        }
        String::from_utf8(bytes).map_err(|error| {
            let found = format!("the name \"{}\", which is not UTF-8", error.as_bytes().escape_ascii());
            self.malformed(found, "a constant string in UTF-8")
        })
    }

    fn value_type(&mut self, memory: Option<Value<'m>>) -> Result<(Type<'m>, Destination), Error> {
        let result = self.instruction.ty();
        let (ty, destination) = match memory {
            None => (result, Destination::Result),
            Some(_) => match self.instruction.struct_return_type() {
                None => return Err(self.malformed("a first argument without `sret`".into(), "`sret(T)` on it")),
                Some(_) if result.kind() != ir::TypeKind::Void => {
                    return Err(self.malformed(format!("`sret` and a result of type {result}"), "one of them"));
                }
                Some(ty) => (ty, Destination::Memory),
            },
        };
        match self.shapes.measure(ty) {
            Ok(_) => Ok((ty, destination)),
            Err(Unfit::NoBytes(_)) => Err(self.malformed(
                format!("a value of type {ty}"),
                "integers, half, bfloat, float or double, or structs, arrays and vectors of them",
            )),
            Err(Unfit::TooDeep(_)) => {
                Err(self.malformed(format!("a value of type {ty}"), "types that nest less than 256 deep"))
            }
        }
    }

    /// The object that holds the default, and the default.
    fn default(&self, object: Value<'m>, constant: &str) -> Result<(GlobalVariable<'m>, Value<'m>), Error> {
        let problem = |found: String| Error::Default {
            constant: printable(constant).into_owned(),
            function: self.function(),
            found,
        };
        if object.is_null() && !object.is_global() {
            return Err(problem("null".into()));
        }
        let Some(variable) = object.as_global_variable() else {
            return Err(problem(describe(object)));
        };
        let Some(initializer) = variable.initializer() else {
            return Err(problem(format!("`{}`, which has no initializer here", shown(object))));
        };
        let value = if initializer.ty().is_composite() { initializer.aggregate_element(0) } else { Some(initializer) };
        let value = value.ok_or_else(|| problem(format!("`{}`, whose initializer has no element", shown(object))))?;
        Ok((variable, value))
    }

    /// Checks the type asked for against the type of the default. Reads the default's bytes where some are undefined.
    fn check_types(&mut self, ty: Type<'m>, default: Value<'m>, name: &str) -> Result<Option<DefaultBytes>, Error> {
        let (constant, function) = (printable(name).into_owned(), self.function());
        let default_shape = match self.shapes.measure(default.ty()) {
            Ok(shape) => shape.clone(),
            Err(Unfit::NoBytes(part) | Unfit::TooDeep(part)) => {
                return Err(Error::Content { constant, function, found: format!("a value of type {part}") });
            }
        };
        let asked = self.shapes.get(ty);
        if default_shape.size > MAX_SIZE {
            return Err(Error::Huge { constant, function, size: default_shape.size });
        }
        if asked.value_size > default_shape.size {
            let (size, default_size) = (asked.value_size, default_shape.size);
            return Err(Error::TooLarge { constant, function, ty: ty.to_string(), size, default_size });
        }
        for (ty, parts) in [(ty, asked.parts), (default.ty(), default_shape.parts)] {
            if parts > MAX_PARTS {
                return Err(Error::Parts { constant, function, ty: ty.to_string(), parts, limit: MAX_PARTS, hint: "" });
            }
        }
        if let Some((offset, size)) = cut_number(ty, default.ty(), self.shapes) {
            return Err(Error::Cut { constant, function, ty: ty.to_string(), size, offset });
        }
        Ok(if has_undef(default) { DefaultBytes::from_constant(default, self.shapes).ok() } else { None })
    }
}

/// Whether a constant is or contains undef or poison.
fn has_undef(constant: Value<'_>) -> bool {
    let mut work = vec![constant];
    while let Some(next) = work.pop() {
        if next.is_undef() {
            return true;
        }
        if next.ty().is_composite() {
            work.extend(next.operands());
        }
    }
    false
}

/// Mistake in private memory whose size is a constant: the intrinsic itself.
pub(super) fn private_alloca(instruction: ir::Call<'_>, callee: Function<'_>) -> Error {
    let symbol = instruction.operands().next().map(|name| resolve(name, &mut Vec::new()));
    let name =
        symbol.and_then(Value::as_global_variable).and_then(GlobalVariable::initializer).and_then(Value::string_bytes);
    let constant = match name.as_deref() {
        Some(name) => format!("specialization constant `{}`", name.escape_ascii()),
        None => "a specialization constant without a name".to_owned(),
    };
    Error::PrivateAlloca { callee: shown(*callee), function: shown(*instruction.parent_function()), constant }
}

/// Follows a pointer to the global behind it: through casts, and in -O0 code through an alloca with exactly one store,
/// or such a part of a frame.
fn resolve<'m>(pointer: Value<'m>, stack_copies: &mut Vec<StackCopy<'m>>) -> Value<'m> {
    let mut value = pointer.strip_pointer_casts();
    for _ in 0..16 {
        if !value.is_load() {
            break;
        }
        let slot = value.operand(0).strip_pointer_casts();
        let alone = || only_store(slot).map(|store| (store, Slot::Alloca(slot)));
        let of_frame = || value.frame_store().map(|store| (store, Slot::OfFrame));
        let Some((store, slot)) = alone().or_else(of_frame) else { break };
        stack_copies.push(StackCopy { load: value, store, slot });
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
fn accesses(slot: Value<'_>) -> Vec<Value<'_>> {
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
fn is_marker(user: Value<'_>) -> bool {
    user.as_call().filter(|call| call.is_call()).is_some_and(|call| {
        let name = call.called_value().name();
        name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.")
    })
}

fn describe(value: Value<'_>) -> String {
    if value.is_function() {
        format!("function `{}`", shown(value))
    } else if value.is_global() {
        match value.linkage() {
            Linkage::External if value.is_declaration() => format!("`{}`, which has no initializer here", shown(value)),
            _ => format!("`{}`", shown(value)),
        }
    } else {
        value.describe()
    }
}

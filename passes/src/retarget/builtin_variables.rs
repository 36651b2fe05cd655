//! Step 3: calls of functions in the place of builtin variables.
//!
//! `@__spirv_BuiltInGlobalInvocationId`, a vector, becomes calls of `_Z33__spirv_BuiltInGlobalInvocationIdi` with the
//! number of the element; a scalar variable becomes calls of a function without parameters. A library defines those.

use rustc_hash::FxHashMap;

use super::{Error, check::place_of};
use crate::ir::{Editor, Function, GlobalVariable, ModuleView, Type, TypeKind, Value};

/// Prefix of their names.
const PREFIX: &str = "__spirv_BuiltIn";

/// A builtin variable.
pub(super) struct Builtin<'m> {
    variable: GlobalVariable<'m>,
    name: String,
    element: Type<'m>,
    /// Elements of a vector.
    lanes: Option<u64>,
}

/// The builtin variables of a module.
pub(super) fn find(module: ModuleView<'_>) -> Result<Vec<Builtin<'_>>, Error> {
    let mut found = Vec::new();
    for variable in module.global_variables().filter(|variable| variable.is_declaration()) {
        let name = variable.name();
        if !name.starts_with(PREFIX) {
            continue;
        }
        let ty = variable.value_type();
        let (element, lanes) = match ty.kind() {
            TypeKind::Integer(_) => (ty, None),
            TypeKind::Vector => (ty.element(0).expect("a vector has elements"), Some(ty.element_count())),
            _ => return Err(Error::BuiltinVariableType { variable: name, found: ty.to_string() }),
        };
        if !matches!(element.kind(), TypeKind::Integer(_)) {
            return Err(Error::BuiltinVariableType { variable: name, found: ty.to_string() });
        }
        if let Some(user) = bad_user(*variable) {
            return Err(Error::BuiltinVariable { variable: name, user: place_of(user) });
        }
        found.push(Builtin { variable, name, element, lanes });
    }
    Ok(found)
}

/// Something that uses an address in a variable other than to load from it.
fn bad_user(variable: Value<'_>) -> Option<Value<'_>> {
    let mut work = vec![variable];
    while let Some(address) = work.pop() {
        for user in address.users() {
            let is_address = user.gep_source_type().is_some() || user.is_address_space_cast();
            match () {
                () if is_address => work.push(user),
                () if user.is_instruction() && user.is_load() => {}
                () => return Some(user),
            }
        }
    }
    None
}

/// Replaces them.
pub(super) fn replace<'m>(editor: &mut Editor<'m>, builtins: &[Builtin<'m>]) {
    for builtin in builtins {
        editor.expand_constants(builtin.variable);
        let parameters: &[Type<'m>] = if builtin.lanes.is_some() { &[editor.integer_type(32)] } else { &[] };
        let ty = editor.function_type(builtin.element, parameters);
        let suffix = if builtin.lanes.is_some() { 'i' } else { 'v' };
        let function = editor.declare_function(&format!("_Z{}{}{suffix}", builtin.name.len(), builtin.name), ty);
        let mut slots = FxHashMap::default();
        for load in editor.address_users(builtin.variable) {
            let value = builtin.value(editor, function, load, &mut slots);
            if let Some(value) = value {
                editor.take_name(value, load);
                editor.replace_all_uses(load, value);
                editor.erase_instruction(load);
            }
        }
        editor.erase_with_addresses(builtin.variable);
    }
}

impl<'m> Builtin<'m> {
    /// Value in place of a load. None if it now loads from a copy on the stack.
    fn value(
        &self,
        editor: &mut Editor<'m>,
        function: Function<'m>,
        load: Value<'m>,
        slots: &mut FxHashMap<Function<'m>, Value<'m>>,
    ) -> Option<Value<'m>> {
        let pointer = load.operand(0);
        let size = editor.view().data_layout().alloc_size(self.element).expect("integers have a size");
        let lane = editor.constant_offset(pointer, *self.variable).filter(|offset| offset % size == 0);
        let lane = lane.map(|offset| offset / size).filter(|lane| *lane < self.lanes.unwrap_or(1));
        editor.position_before(load);
        match lane {
            Some(lane) if load.ty() == self.element => return Some(self.lane(editor, function, lane)),
            Some(0) if load.ty() == self.variable.value_type() => return Some(self.whole(editor, function)),
            _ => {}
        }
        let parent = load.parent_function();
        let slot = *slots.entry(parent).or_insert_with(|| {
            let ty = self.variable.value_type();
            let alignment = editor.view().data_layout().alignment(ty).expect("vectors of integers have an alignment");
            editor.position_at_entry(parent);
            let slot = editor.build_alloca(ty, alignment, 0, &self.name);
            let whole = self.whole(editor, function);
            editor.store(whole, slot, alignment);
            slot
        });
        let rebased = editor.rebased(pointer, self.variable, slot);
        editor.set_pointer(load, rebased);
        None
    }

    fn lane(&self, editor: &mut Editor<'m>, function: Function<'m>, lane: u64) -> Value<'m> {
        let number = editor.i32(u32::try_from(lane).expect("a lane of a vector"));
        let arguments: &[Value<'m>] = if self.lanes.is_some() { &[number] } else { &[] };
        editor.call(function, arguments, "")
    }

    fn whole(&self, editor: &mut Editor<'m>, function: Function<'m>) -> Value<'m> {
        let Some(lanes) = self.lanes else { return self.lane(editor, function, 0) };
        let mut whole = editor.poison(self.variable.value_type());
        for lane in 0..lanes {
            let element = self.lane(editor, function, lane);
            whole = editor.insert_element(whole, element, lane);
        }
        whole
    }
}

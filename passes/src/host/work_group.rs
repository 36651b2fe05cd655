//! The function of a work-group, before it has loops: its parameters, and what is the same for all items.

use rustc_hash::FxHashMap;

use super::{
    kernel::{Argument, Kernel},
    memory::BLOCK_ALIGNMENT,
};
use crate::ir::{Block, ByValOrByRef, Editor, Function, Type, Value, attribute};

/// What a group is asked for in each dimension: fields of `sycl_host_group`, by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Field {
    Id = 0,
    Size = 1,
    Count = 2,
    Offset = 3,
}

/// Bytes before `local_size` in `sycl_host_group`.
const LOCAL_SIZE: u64 = 12 * 8;

/// Values that are computed once, on entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Once {
    Field(Field, u32),
    Items,
    LocalSize,
    Scratch,
    Dynamic,
    Variable(usize),
}

/// A function that got the body of a kernel. Its first parameters are those of `sycl_host_function`.
pub(super) struct WorkGroup<'m> {
    pub(super) function: Function<'m>,
    /// The block that runs once, before the body. It ends with a branch.
    pub(super) entry: Block<'m>,
    /// What was the entry of the kernel.
    pub(super) body: Block<'m>,
    /// `arguments`, `group` and `local`.
    pub(super) parameters: [Value<'m>; 3],
    /// The name of the kernel.
    pub(super) kernel: String,
    required_size: Option<[u64; 3]>,
    pub(super) sub_group_size: u32,
    before_scratch: u64,
    scratch_per_item: u64,
    once: FxHashMap<Once, Value<'m>>,
}

impl<'m> WorkGroup<'m> {
    /// The parameters of `sycl_host_function`.
    pub(super) fn parameter_types(editor: &Editor<'m>) -> [Type<'m>; 3] {
        [editor.pointer_type(0); 3]
    }

    /// A function without body: it has an entry, and a block that returns.
    pub(super) fn empty(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>) -> Self {
        let end = editor.append_block(function, "end");
        editor.position_at_end(end);
        editor.build_return(None);
        Self::around(editor, kernel, function, end)
    }

    /// Moves the body of a kernel into a function without body. Arguments are read on entry, stack memory of constant
    /// size is allocated there, and local memory is part of the block.
    pub(super) fn take_body(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>) -> Self {
        editor.move_body(kernel.function, function);
        let mut group = Self::around(editor, kernel, function, function.entry_block());
        group.hoist_stack(editor);
        group.read_arguments(editor, kernel);
        group.place_variables(editor, kernel);
        group
    }

    fn around(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>, body: Block<'m>) -> Self {
        editor.take_function_attributes(function, kernel.function);
        for name in NOT_OF_GROUPS {
            editor.remove_function_attribute(function, name);
        }
        editor.remove_string_attribute(function, attribute::KERNEL);
        let entry = editor.insert_block(body, "entry");
        editor.position_at_end(entry);
        editor.branch(body);
        let mut parameters = function.parameters();
        let mut parameter = || parameters.next().expect("the parameters of `sycl_host_function`");
        let parameters = [parameter(), parameter(), parameter()];
        for (value, name) in parameters.iter().zip(["arguments", "group", "local"]) {
            editor.set_name(*value, name);
        }
        Self {
            function,
            entry,
            body,
            parameters,
            kernel: kernel.facts.name.clone(),
            required_size: kernel.facts.required_size,
            sub_group_size: kernel.sub_group_size,
            before_scratch: kernel.memory.before_scratch(),
            scratch_per_item: kernel.memory.scratch_per_item,
            once: FxHashMap::default(),
        }
    }

    /// Puts the next instructions where they run once.
    pub(super) fn position(&self, editor: &mut Editor<'m>) {
        editor.position_before(self.entry.terminator());
    }

    fn hoist_stack(&self, editor: &mut Editor<'m>) {
        let is_static = |value: &Value<'m>| value.is_alloca() && value.operand(0).as_unsigned().is_some();
        for memory in self.body.instructions().filter(is_static) {
            editor.move_before(memory, self.entry.terminator());
        }
    }

    fn read_arguments(&self, editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) {
        let pointer = editor.pointer_type(0);
        for (index, (parameter, argument)) in (0..).zip(kernel.function.parameters().zip(&kernel.arguments)) {
            if parameter.is_unused() && !parameter.is_metadata_target() {
                continue;
            }
            self.position(editor);
            let at = editor.i64(u64::from(index));
            let place = editor.build_gep(pointer, self.parameters[0], &[at], "");
            let name = parameter.name();
            let address = editor.load(pointer, place, 8, &format!("{name}.address"));
            let value = match kernel.function.passed_object(index, ByValOrByRef::ByValue) {
                Some(_) => address,
                None => self.read(editor, parameter.ty(), address, argument, &name),
            };
            editor.replace_all_uses(parameter, value);
        }
    }

    fn read(
        &self,
        editor: &mut Editor<'m>,
        ty: Type<'m>,
        address: Value<'m>,
        argument: &Argument,
        name: &str,
    ) -> Value<'m> {
        editor.load(ty, address, argument.alignment, name)
    }

    fn place_variables(&mut self, editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) {
        for (index, (variable, offset)) in kernel.memory.variables.iter().enumerate() {
            let users: Vec<_> = variable
                .users()
                .filter(|user| user.is_instruction() && user.parent_function() == self.function)
                .collect();
            for user in users {
                let address = self.once(editor, Once::Variable(index), |group, editor| {
                    editor.address_behind(group.parameters[2], *offset, &variable.name())
                });
                editor.replace_operands(user, **variable, address);
            }
        }
    }

    fn once(
        &mut self,
        editor: &mut Editor<'m>,
        what: Once,
        make: impl FnOnce(&mut Self, &mut Editor<'m>) -> Value<'m>,
    ) -> Value<'m> {
        if let Some(known) = self.once.get(&what) {
            return *known;
        }
        self.position(editor);
        let value = make(self, editor);
        self.once.insert(what, value);
        value
    }

    /// A field of the group.
    pub(super) fn field(&mut self, editor: &mut Editor<'m>, field: Field, dimension: u32) -> Value<'m> {
        if let (Field::Size, Some(size)) = (field, self.required_size) {
            return editor.i64(size[dimension as usize]);
        }
        self.once(editor, Once::Field(field, dimension), |group, editor| {
            let offset = (field as u64 * 3 + u64::from(dimension)) * 8;
            let place = editor.address_behind(group.parameters[1], offset, "");
            let ty = editor.integer_type(64);
            editor.load(
                ty,
                place,
                8,
                &format!("group.{}{dimension}", ["id", "size", "count", "offset"][field as usize]),
            )
        })
    }

    /// How many items the group has.
    pub(super) fn items(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        let sizes = [0, 1, 2].map(|dimension| self.field(editor, Field::Size, dimension));
        self.once(editor, Once::Items, |_, editor| {
            let plane = editor.multiply(sizes[0], sizes[1], "");
            editor.multiply(plane, sizes[2], "group.items")
        })
    }

    /// The block of local memory.
    pub(super) fn local(&self) -> Value<'m> {
        self.parameters[2]
    }

    /// Bytes of the block of local memory.
    pub(super) fn local_size(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        self.once(editor, Once::LocalSize, |group, editor| {
            let place = editor.address_behind(group.parameters[1], LOCAL_SIZE, "");
            let ty = editor.integer_type(64);
            editor.load(ty, place, 8, "local.size")
        })
    }

    /// Memory for group functions.
    pub(super) fn scratch(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        self.once(editor, Once::Scratch, |group, editor| {
            editor.address_behind(group.parameters[2], group.before_scratch, "scratch")
        })
    }

    /// Local memory that a launch asks for without an argument.
    pub(super) fn dynamic_memory(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        let items = self.items(editor);
        let scratch = self.scratch(editor);
        self.once(editor, Once::Dynamic, |group, editor| {
            let per_item = editor.i64(group.scratch_per_item);
            let size = editor.multiply(items, per_item, "");
            let more = editor.i64(BLOCK_ALIGNMENT - 1);
            let size = editor.add(size, more, "");
            let mask = editor.i64(!(BLOCK_ALIGNMENT - 1));
            let size = editor.and(size, mask, "");
            let byte = editor.integer_type(8);
            editor.build_gep(byte, scratch, &[size], "dynamic")
        })
    }
}

/// Attributes of kernels that do not hold for their groups: these read memory of the launch, may end in a failure, and
/// have no barriers left.
const NOT_OF_GROUPS: [&str; 4] = ["memory", "willreturn", "convergent", "alwaysinline"];

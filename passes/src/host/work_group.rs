//! The function of a work-group, before it has loops: its parameters, and what is the same for all items.

use rustc_hash::FxHashMap;

use super::{
    context::Part,
    kernel::{Argument, Kernel},
    memory::{BLOCK_ALIGNMENT, Variables},
    runtime,
};
use crate::ir::{Block, ByValOrByRef, Editor, Function, GlobalVariable, Type, Value, attribute};

/// Questions to a group in each dimension: fields of `sycl_host_group`, by their place.
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
enum Once<'m> {
    Field(Field, u32),
    Items,
    ItemCount,
    LocalSize,
    Part(Part),
    SubGroupSize,
    /// Start of variables.
    Variables,
    Variable(Value<'m>),
}

/// A function that got the body of a kernel. Its first parameters are those of `sycl_host_function`.
pub(super) struct WorkGroup<'m> {
    pub(super) function: Function<'m>,
    /// The block that runs once, before the body. It ends with a branch.
    pub(super) entry: Block<'m>,
    /// First block of the kernel.
    pub(super) body: Block<'m>,
    /// `arguments`, `group` and `local`.
    pub(super) parameters: [Value<'m>; 3],
    /// Facts about the kernel; nothing in functions that several kernels call.
    known: Option<Known>,
    /// Variable where such functions find the rest.
    item: Option<GlobalVariable<'m>>,
    once: FxHashMap<Once<'m>, Value<'m>>,
}

/// Facts about a kernel.
struct Known {
    kernel: String,
    required_size: Option<[u64; 3]>,
    sub_group_size: u32,
    before_scratch: u64,
    scratch_per_item: u64,
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
        let instructions: Vec<Value<'m>> = function.instructions().collect();
        group.place_variables(editor, &kernel.memory.variables, &instructions);
        group
    }

    /// A function outside of kernels, which finds its group in a variable.
    pub(super) fn outside(editor: &mut Editor<'m>, function: Function<'m>, item: GlobalVariable<'m>) -> Self {
        let body = function.entry_block();
        let entry = editor.insert_block(body, "entry");
        editor.position_at_end(entry);
        let jump = editor.branch(body);
        editor.position_before(jump);
        let parameters = [
            editor.null(editor.pointer_type(0)),
            Part::Group.load(editor, item, "group"),
            Part::Local.load(editor, item, "local"),
        ];
        let group =
            Self { function, entry, body, parameters, known: None, item: Some(item), once: FxHashMap::default() };
        group.hoist_stack(editor);
        group
    }

    fn around(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>, body: Block<'m>) -> Self {
        editor.take_function_attributes(function, kernel.function);
        for name in NOT_OF_GROUPS {
            editor.remove_function_attribute(function, name);
        }
        editor.remove_string_attribute(function, attribute::KERNEL);
        if !function.has_string_attribute(VECTOR_WIDTH) {
            editor.add_string_attribute(function, VECTOR_WIDTH, "512");
        }
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
            known: Some(Known {
                kernel: kernel.facts.name.clone(),
                required_size: kernel.facts.required_size,
                sub_group_size: kernel.sub_group_size,
                before_scratch: kernel.memory.before_scratch(),
                scratch_per_item: kernel.memory.scratch_per_item,
            }),
            item: None,
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

    /// Puts addresses in the block into the place of variables.
    pub(super) fn place_variables(
        &mut self,
        editor: &mut Editor<'m>,
        variables: &Variables<'m>,
        instructions: &[Value<'m>],
    ) {
        let alignment = variables.over_alignment();
        for instruction in instructions {
            let operands: Vec<Value<'m>> = instruction.operands().collect();
            for (variable, offset) in operands.into_iter().filter_map(|v| Some((v, variables.offset(v)?))) {
                let start = self.once(editor, Once::Variables, |group, editor| {
                    alignment.map_or(group.local(), |alignment| aligned(editor, group.local(), alignment))
                });
                let address = self.once(editor, Once::Variable(variable), |_, editor| {
                    editor.address_behind(start, offset, &variable.name())
                });
                editor.replace_operands(*instruction, variable, address);
            }
        }
    }

    fn once(
        &mut self,
        editor: &mut Editor<'m>,
        what: Once<'m>,
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
        let required_size = self.known.as_ref().and_then(|known| known.required_size);
        if let (Field::Size, Some(size)) = (field, required_size) {
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

    /// Number of items of the group.
    pub(super) fn items(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        let sizes = [0, 1, 2].map(|dimension| self.field(editor, Field::Size, dimension));
        self.once(editor, Once::Items, |_, editor| {
            let plane = editor.multiply(sizes[0], sizes[1], "");
            editor.multiply(plane, sizes[2], "group.items")
        })
    }

    /// Number of items of the group, in 32 bits.
    pub(super) fn item_count(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        let items = self.items(editor);
        self.once(editor, Once::ItemCount, |_, editor| editor.truncate(items, editor.integer_type(32), ""))
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

    /// The known value for the kernel; else the one in the variable.
    fn part(
        &mut self,
        editor: &mut Editor<'m>,
        part: Part,
        known: impl FnOnce(&Self, &Known, &mut Editor<'m>) -> Value<'m>,
    ) -> Value<'m> {
        self.once(editor, Once::Part(part), |group, editor| match (&group.known, group.item) {
            (Some(facts), _) => known(group, facts, editor),
            (None, item) => part.load(editor, item.expect("what is not known is in the variable"), ""),
        })
    }

    /// Memory for group functions.
    pub(super) fn scratch(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        self.part(editor, Part::Scratch, |group, known, editor| {
            editor.address_behind(group.local(), known.before_scratch, "scratch")
        })
    }

    /// The size of sub-groups, of 32 bits.
    pub(super) fn sub_group_size(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        if let Some(known) = &self.known {
            return editor.i32(known.sub_group_size);
        }
        let size = self.part(editor, Part::SubGroupSize, |_, known, editor| editor.i64(known.sub_group_size.into()));
        self.once(editor, Once::SubGroupSize, |_, editor| editor.truncate(size, editor.integer_type(32), ""))
    }

    /// The name of the kernel as a string.
    pub(super) fn kernel_name(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        self.part(editor, Part::KernelName, |_, known, editor| runtime::name(editor, &known.kernel))
    }

    /// Local memory that a launch asks for without an argument.
    pub(super) fn dynamic_memory(&mut self, editor: &mut Editor<'m>) -> Value<'m> {
        let (items, scratch) = (self.items(editor), self.scratch(editor));
        self.part(editor, Part::Dynamic, |_, known, editor| {
            let per_item = editor.i64(known.scratch_per_item);
            let size = editor.multiply(items, per_item, "");
            let more = editor.i64(BLOCK_ALIGNMENT - 1);
            let size = editor.add(size, more, "");
            let mask = editor.i64(!(BLOCK_ALIGNMENT - 1));
            let size = editor.and(size, mask, "");
            let byte = editor.integer_type(8);
            editor.build_gep(byte, scratch, &[size], "dynamic")
        })
    }

    /// Values that functions outside of the kernel ask for, but for ids.
    pub(super) fn parts(&mut self, editor: &mut Editor<'m>) -> Vec<(Part, Value<'m>)> {
        let size = self.known.as_ref().map_or(1, |known| known.sub_group_size);
        vec![
            (Part::Group, self.parameters[1]),
            (Part::Local, self.local()),
            (Part::Scratch, self.scratch(editor)),
            (Part::Dynamic, self.dynamic_memory(editor)),
            (Part::KernelName, self.kernel_name(editor)),
            (Part::SubGroupSize, editor.i64(size.into())),
        ]
    }
}

/// The first address from a pointer on that has an alignment.
pub(super) fn aligned<'m>(editor: &mut Editor<'m>, pointer: Value<'m>, alignment: u64) -> Value<'m> {
    let (byte, number) = (editor.integer_type(8), editor.integer_type(64));
    let more = editor.i64(alignment - 1);
    let last = editor.build_gep(byte, pointer, &[more], "");
    let mask = editor.i64(!(alignment - 1));
    editor.intrinsic("llvm.ptrmask", &[pointer.ty(), number], &[last, mask], "variables")
}

/// Largest width of vectors. Loops over items are worth vectors that LLVM else leaves unused, as on processors with
/// AVX-512 that run slower for a while when they begin with them.
const VECTOR_WIDTH: &str = "prefer-vector-width";

/// Attributes of kernels that do not hold for their groups: these read memory of the launch, may end in a failure, and
/// have no barriers left.
const NOT_OF_GROUPS: [&str; 4] = ["memory", "willreturn", "convergent", "alwaysinline"];

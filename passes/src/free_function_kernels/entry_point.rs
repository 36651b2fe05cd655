//! Step 3: a kernel, made of a copy of its function.

use sycl_propset::aspects;

use super::{
    Plan, is_shared,
    parameters::{LocalAccessor, Passing},
    property::{About, Property},
};
use crate::ir::{
    ByValOrByRef, Editor, Function, Linkage, NewOperand, Type, TypeKind, Value, attribute,
    gpu::{Architecture, address_space},
    sycl_metadata::kind,
};

/// Times that a kernel takes the sizes of a local accessor.
const TIMES: usize = 3;

/// Makes the kernel of a plan.
pub(super) fn make<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>, architecture: Option<Architecture>) {
    let function = plan.function;
    let copy = editor.function_like(function, function.value_type(), &plan.name);
    editor.clone_body(function, copy);
    let (types, sources) = signature(editor, plan, architecture);
    let ty = editor.function_type(function.value_type().result(), &types);
    let kernel = editor.function_like(copy, ty, "");
    editor.take_parameter_attributes(kernel, copy, &sources);
    editor.move_body(copy, kernel);
    Body { editor, kernel, architecture, given: kernel.parameters().collect::<Vec<_>>().into_iter() }.fill(plan, copy);
    editor.replace_function(copy, kernel);
    editor.make_kernel(kernel, architecture);
    if is_shared(function) {
        editor.make_weak_odr(kernel);
    } else if function.linkage() == Linkage::Local {
        editor.export(*kernel);
    }
    if !kernel.has_string_attribute(attribute::MODULE_ID) {
        let source = editor.view().source_file();
        editor.add_string_attribute(kernel, attribute::MODULE_ID, &source);
    }
    cast_pointers(editor, kernel);
    describe(editor, kernel, &plan.properties);
}

/// The types of the kernel's parameters, and which parameter of the function each has attributes from.
fn signature<'m>(
    editor: &Editor<'m>,
    plan: &Plan<'m>,
    architecture: Option<Architecture>,
) -> (Vec<Type<'m>>, Vec<Option<u32>>) {
    let (mut types, mut sources) = (Vec::new(), Vec::new());
    for (index, (ty, passing)) in (0..).zip(plan.function.value_type().parameters().into_iter().zip(&plan.passings)) {
        let mut add = |ty, source| {
            types.push(ty);
            sources.push(source);
        };
        match passing {
            Passing::Struct(_) if architecture == Some(Architecture::Amdgpu) => {
                add(editor.pointer_type(address_space::CONSTANT), None);
            }
            Passing::Same | Passing::Struct(_) => add(ty, Some(index)),
            Passing::Global => add(editor.pointer_type(address_space::GLOBAL), Some(index)),
            Passing::Byte => add(editor.integer_type(8), Some(index)),
            Passing::Local(accessor) => {
                add(editor.pointer_type(address_space::LOCAL), None);
                let space = if architecture == Some(Architecture::Amdgpu) { address_space::CONSTANT } else { 0 };
                for _ in 0..accessor.sizes.map_or(0, |_| TIMES) {
                    add(editor.pointer_type(space), None);
                }
            }
        }
    }
    (types, sources)
}

/// The body of a kernel that still uses the parameters of the function.
struct Body<'a, 'm> {
    editor: &'a mut Editor<'m>,
    kernel: Function<'m>,
    architecture: Option<Architecture>,
    /// The kernel's parameters that are still to be used.
    given: std::vec::IntoIter<Value<'m>>,
}

impl<'m> Body<'_, 'm> {
    /// Gives the code what it takes as parameters of `function`.
    fn fill(&mut self, plan: &Plan<'m>, function: Function<'m>) {
        let mut copies = false;
        self.editor.position_at_entry(self.kernel);
        for (old, passing) in function.parameters().collect::<Vec<_>>().into_iter().zip(&plan.passings) {
            let name = old.name();
            self.editor.set_name(old, "");
            let value = match passing {
                Passing::Same => self.next(&name),
                Passing::Struct(_) if self.architecture != Some(Architecture::Amdgpu) => self.next(&name),
                Passing::Struct(object) => {
                    copies = true;
                    let slot = self.slot(*object, "");
                    self.copy_object(*object, slot, 0, &name);
                    slot
                }
                Passing::Global => {
                    let TypeKind::Pointer(space) = old.ty().kind() else { unreachable!("the plan says a pointer") };
                    let pointer = self.next(&name);
                    self.editor.cast_address_space(pointer, space, "")
                }
                Passing::Byte => {
                    let byte = self.next(&name);
                    self.editor.truncate(byte, old.ty(), "")
                }
                Passing::Local(accessor) => {
                    copies = true;
                    self.local_accessor(accessor, &name)
                }
            };
            self.editor.replace_all_uses(old, value);
        }
        if copies {
            self.editor.finish_clone(self.kernel);
        }
    }

    fn index(&self) -> u32 {
        (self.kernel.parameters().count() - self.given.len()) as u32
    }

    fn next(&mut self, name: &str) -> Value<'m> {
        let parameter = self.given.next().expect("the signature has a parameter for each use");
        self.editor.set_name(parameter, name);
        parameter
    }

    /// Stack memory for an object, in the address space that stacks have.
    fn slot(&mut self, object: Type<'m>, name: &str) -> Value<'m> {
        let alignment = self.alignment(object);
        let space = self.architecture.map_or(0, Architecture::stack);
        self.editor.build_alloca(object, alignment, space, name)
    }

    fn alignment(&self, ty: Type<'m>) -> u64 {
        self.editor.view().data_layout().alignment(ty).expect("what is passed by value has a size")
    }

    /// Describes the next parameter as one that passes an object, and copies that to an offset in a slot.
    fn copy_object(&mut self, object: Type<'m>, slot: Value<'m>, offset: u64, name: &str) {
        let parameter = self.object(object, name);
        let place = self.editor.address_behind(slot, offset, "");
        let size = self.editor.view().data_layout().alloc_size(object).expect("what is passed by value has a size");
        let alignment = self.alignment(object);
        self.editor.copy_memory(place, parameter, alignment, size);
    }

    /// Describes the next parameter as one that passes an object.
    fn object(&mut self, object: Type<'m>, name: &str) -> Value<'m> {
        let index = self.index();
        let how = match self.architecture {
            Some(Architecture::Amdgpu) => ByValOrByRef::ByReference,
            Some(Architecture::Nvptx) | None => ByValOrByRef::ByValue,
        };
        let alignment = self.alignment(object);
        self.editor.set_by_val_or_by_ref(self.kernel, index, how, object);
        self.editor.add_parameter_attribute(self.kernel, index, "noundef", 0);
        self.editor.add_parameter_attribute(self.kernel, index, "align", alignment);
        self.next(name)
    }

    /// Makes a local accessor of the parameters that it came in.
    fn local_accessor(&mut self, accessor: &LocalAccessor<'m>, name: &str) -> Value<'m> {
        let part = |part: &str| if name.is_empty() { String::new() } else { format!("{name}.{part}") };
        let slot = self.slot(accessor.whole, name);
        self.editor.add_parameter_attribute(self.kernel, self.index(), "noundef", 0);
        let pointer = self.next(&part("pointer"));
        let alignment = self.alignment(pointer.ty());
        self.editor.store(pointer, slot, alignment);
        if let Some((sizes, offset)) = accessor.sizes {
            self.copy_object(sizes, slot, offset, &part("range"));
            self.object(sizes, &part("memory"));
            self.object(sizes, &part("offset"));
        }
        slot
    }
}

/// Casts pointers between address spaces where the code casts them through integers: so clang gets a kernel's pointer
/// to global memory into a variable for generic ones, once that is no memory any more.
fn cast_pointers<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let layout = editor.view().data_layout();
    let mut integers = Vec::new();
    for cast in kernel.instructions().filter(|instruction| instruction.is_integer_to_pointer()) {
        let integer = cast.operand(0);
        if !integer.is_pointer_to_integer() {
            continue;
        }
        let pointer = integer.operand(0);
        let TypeKind::Pointer(space) = cast.ty().kind() else { continue };
        let size = layout.store_size(integer.ty());
        if pointer.ty().kind() == TypeKind::Other
            || size != layout.store_size(pointer.ty())
            || size != layout.store_size(cast.ty())
        {
            continue; // a vector, or another number than the address
        }
        editor.position_before(cast);
        let name = cast.name();
        editor.set_name(cast, "");
        let direct = editor.cast_address_space(pointer, space, &name);
        editor.replace_all_uses(cast, direct);
        editor.erase_instruction(cast);
        integers.push(integer);
    }
    for integer in integers {
        if integer.is_unused() && !integer.is_metadata_target() {
            editor.erase_instruction(integer);
        }
    }
}

/// Writes the properties of a kernel, or of a function that kernels call.
pub(super) fn describe<'m>(editor: &mut Editor<'m>, function: Function<'m>, properties: &[Property]) {
    for property in properties {
        let numbers = &property.numbers;
        match property.about {
            About::NdRange => {
                editor.add_string_attribute(function, attribute::ND_RANGE_KERNEL, &numbers[0].to_string());
            }
            About::SingleTask => editor.add_string_attribute(function, attribute::SINGLE_TASK_KERNEL, "0"),
            About::Size(kind) => {
                let mut sizes = [1; 3];
                sizes.iter_mut().zip(numbers.iter().rev()).for_each(|(place, size)| *place = *size);
                attach(editor, function, kind, &sizes.map(NewOperand::U32));
                if kind == kind::REQUIRED_WORK_GROUP_SIZE {
                    let dimensions = NewOperand::U32(numbers.len() as u32);
                    attach(editor, function, kind::WORK_GROUP_DIMENSIONS, &[dimensions]);
                }
            }
            About::Number(kind) => attach(editor, function, kind, &[NewOperand::U32(numbers[0])]),
            About::Aspects => {
                let aspect = |value: &u32| match aspects::by_value(*value) {
                    Some(aspect) => NewOperand::Named(&aspect.name, *value),
                    None => NewOperand::U32(*value),
                };
                let operands: Vec<NewOperand<'_, 'm>> = numbers.iter().map(aspect).collect();
                attach(editor, function, kind::DECLARED_ASPECTS, &operands);
            }
        }
    }
}

fn attach<'m>(editor: &mut Editor<'m>, function: Function<'m>, kind: &str, operands: &[NewOperand<'_, 'm>]) {
    let node = editor.node(operands);
    editor.attach_all(kind, std::iter::once((function, node)));
}

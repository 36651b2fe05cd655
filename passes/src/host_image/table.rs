//! The structures of `runtime/front-door/sycl_host_image.h`, as constants of the module.

use super::{
    ENTRY, Error, METADATA, OBJECTS_SECTION, ON_FAILURE, SECTION,
    globals::Global,
    kernels::{Argument, Kernel},
};
use crate::ir::{Editor, GlobalVariable, Linkage, ModuleView, Type, TypeKind, UsedList, Value};

/// `SYCL_HOST_IMAGE_VERSION`
const VERSION: u32 = 1;
/// Alignment of all structures.
const ALIGNMENT: u64 = 8;
/// The table's symbol, and the beginning of those of its parts.
const NAME: &str = "sycl_host_image";

/// Content of the table.
pub(super) struct Image<'a, 'm> {
    pub(super) target: &'a str,
    pub(super) triple: &'a str,
    pub(super) features: &'a [String],
    pub(super) kernels: Vec<Kernel<'m>>,
    pub(super) globals: Vec<Global<'m>>,
    pub(super) properties: Vec<u8>,
}

/// Refuses other meanings of the names that the pass defines; gives the handler of failures, if there is one.
pub(super) fn check_names<'m>(module: ModuleView<'m>) -> Result<Option<GlobalVariable<'m>>, Error> {
    if module.is_name_taken(ENTRY) {
        return Err(Error::NameTaken { name: ENTRY, found: "something" });
    }
    match module.global_variable(ON_FAILURE) {
        Some(handler) if handler.is_declaration() || handler.value_type().kind() != TypeKind::Pointer(0) => {
            Err(Error::NameTaken { name: ON_FAILURE, found: "a variable that is not a pointer to a function" })
        }
        None if module.is_name_taken(ON_FAILURE) => {
            Err(Error::NameTaken { name: ON_FAILURE, found: "something other than a variable" })
        }
        handler => Ok(handler),
    }
}

/// Writes the table of an image, and removes what it was made of.
pub(super) fn write<'m>(
    editor: &mut Editor<'m>,
    image: &Image<'_, 'm>,
    on_failure: Option<GlobalVariable<'m>>,
    has_entry: bool,
) {
    let is_of_llvm = |global: Value<'_>| global.name().starts_with("llvm.");
    let exported = |global: &Value<'_>| !global.is_declaration() && global.linkage() != Linkage::Local;
    let exported: Vec<Value<'m>> =
        editor.view().globals().filter(|global| exported(global) && !is_of_llvm(*global)).collect();
    exported.into_iter().for_each(|global| editor.internalize(global));
    editor.erase_named_metadata(METADATA);
    let on_failure = on_failure.unwrap_or_else(|| {
        let null = editor.null(editor.pointer_type(0));
        let variable = editor.declare_variable(ON_FAILURE, null.ty(), 0, ALIGNMENT);
        let variable = editor.define_constant(variable, null);
        editor.make_variable(variable);
        variable
    });
    let objects = Writer { editor }.objects(&image.globals);
    let table = Writer { editor }.table(image, on_failure);
    editor.append_to_used(UsedList::Used, &[table]);
    editor.append_to_used(UsedList::Used, objects.as_slice());
    if has_entry {
        let ty = editor.function_type(editor.pointer_type(0), &[]);
        let entry = editor.declare_function(ENTRY, ty);
        editor.define_returning(entry, Some(table.into()));
        editor.export(entry.into());
    }
}

/// Makes constants.
struct Writer<'e, 'm> {
    editor: &'e mut Editor<'m>,
}

impl<'m> Writer<'_, 'm> {
    fn u32(&self, value: u32) -> Value<'m> {
        self.editor.i32(value)
    }

    fn u64(&self, value: u64) -> Value<'m> {
        self.editor.i64(value)
    }

    fn structure(&self, members: &[Value<'m>]) -> Value<'m> {
        let types: Vec<Type<'m>> = members.iter().map(|member| member.ty()).collect();
        let ty = self.editor.struct_type(&types);
        self.editor.composite(ty, members).expect("the type has these members")
    }

    /// A constant variable of its own.
    fn variable(&mut self, name: &str, value: Value<'m>, alignment: u64) -> GlobalVariable<'m> {
        let variable = self.editor.declare_variable(name, value.ty(), 0, alignment);
        self.editor.define_constant(variable, value)
    }

    /// The address of a text, which ends with 0.
    fn text(&mut self, text: &[u8]) -> Value<'m> {
        let bytes = self.editor.bytes(&[text, &[0]].concat());
        let variable = self.variable(&format!("{NAME}.text"), bytes, 1);
        self.editor.make_private(variable);
        variable.into()
    }

    /// The address of an array of structures, and their number.
    fn array(&mut self, name: &str, elements: &[Value<'m>]) -> [Value<'m>; 2] {
        let count = self.u64(elements.len() as u64);
        let Some(first) = elements.first() else { return [self.editor.null(self.editor.pointer_type(0)), count] };
        let ty = self.editor.array_type(first.ty(), elements.len() as u64);
        let value = self.editor.composite(ty, elements).expect("the structures have one type");
        let variable = self.variable(&format!("{NAME}.{name}"), value, ALIGNMENT);
        self.editor.make_private(variable);
        [variable.into(), count]
    }

    fn argument(&self, argument: &Argument) -> Value<'m> {
        self.structure(&[self.u32(argument.kind), self.u32(argument.alignment), self.u64(argument.size)])
    }

    fn kernel(&mut self, kernel: &Kernel<'m>) -> Value<'m> {
        let arguments: Vec<Value<'m>> = kernel.arguments.iter().map(|argument| self.argument(argument)).collect();
        let [arguments, _] = self.array("arguments", &arguments);
        let sizes = kernel.required_size.map(|size| self.u64(size));
        let ty = self.editor.array_type(sizes[0].ty(), 3);
        let members = [
            self.text(kernel.name.as_bytes()),
            self.u64(kernel.name.len() as u64),
            kernel.function.into(),
            arguments,
            self.u32(kernel.arguments.len() as u32),
            self.u32(kernel.sub_group_size),
            self.editor.composite(ty, &sizes).expect("three sizes"),
            self.u64(kernel.local_size),
            self.u64(kernel.scratch_per_item),
            self.u64(kernel.stack_size),
            self.u64(kernel.stack_per_item),
        ];
        self.structure(&members)
    }

    fn global(&mut self, global: &Global<'m>) -> Value<'m> {
        let name = self.text(global.name.as_bytes());
        let members = [name, self.u64(global.name.len() as u64), global.variable.into(), self.u64(global.size)];
        self.structure(&members)
    }

    /// The objects that the program has of device globals, with their identities.
    fn objects(&mut self, globals: &[Global<'m>]) -> Option<GlobalVariable<'m>> {
        let mut elements = Vec::new();
        for global in globals {
            let Some(symbol) = &global.host_symbol else { continue };
            // The symbol is the host's now. A program whose host code does not use the object links without it.
            self.editor.set_name(global.variable.into(), &format!("{symbol}.device"));
            let object = self.editor.declare_variable(symbol, self.editor.integer_type(8), 0, 1);
            self.editor.make_extern_weak(object);
            let name = self.text(global.name.as_bytes());
            elements.push(self.structure(&[object.into(), name]));
        }
        let ty = self.editor.array_type(elements.first()?.ty(), elements.len() as u64);
        let value = self.editor.composite(ty, &elements).expect("the structures have one type");
        let objects = self.variable(&format!("{NAME}.objects"), value, ALIGNMENT);
        self.editor.set_section(objects, OBJECTS_SECTION);
        Some(objects)
    }

    fn table(mut self, image: &Image<'_, 'm>, on_failure: GlobalVariable<'m>) -> GlobalVariable<'m> {
        let kernels: Vec<Value<'m>> = image.kernels.iter().map(|kernel| self.kernel(kernel)).collect();
        let [kernels, kernel_count] = self.array("kernels", &kernels);
        let globals: Vec<Value<'m>> = image.globals.iter().map(|global| self.global(global)).collect();
        let [globals, global_count] = self.array("globals", &globals);
        let features = image.features.iter().map(|feature| format!("+{feature}")).collect::<Vec<_>>().join(",");
        let mut members = [
            self.u32(VERSION),
            self.u32(0),
            self.text(image.target.as_bytes()),
            self.text(image.triple.as_bytes()),
            self.text(features.as_bytes()),
            kernels,
            kernel_count,
            globals,
            global_count,
            self.text(&image.properties),
            self.u64(image.properties.len() as u64),
            on_failure.into(),
        ];
        let ty = self.structure(&members).ty();
        let size = self.editor.view().data_layout().alloc_size(ty).expect("numbers and pointers have a size");
        members[1] = self.u32(size as u32);
        let table = self.structure(&members);
        let table = self.variable(NAME, table, ALIGNMENT);
        self.editor.set_section(table, SECTION);
        table
    }
}

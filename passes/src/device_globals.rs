//! Device globals of `<sycl/sycl.hpp>`, which `front_end` takes over. Their initializers say what they are, since clang
//! 22 has no attribute for them, and gives a variable whose initializer does not fit its class another type.
//!
//! ```text
//! struct facts { i64 magic, size, offset, place; i32 is_of_image, host_access, init_mode, in_csr; };
//! @of_program = { ptr memory, facts, value }       @of_image = { value, facts }
//! ```
//!
//! A device global of a program has one value, whose address each image finds in `memory`: the runtime stores it there.
//! Kernels ask `__sycl_passes_device_global` for it, whose body is made here, so that no optimizer saw the null pointer
//! that is in the initializer.

use crate::{
    changed::Changed,
    ir::{Editor, Function, GlobalVariable, Linkage, ModuleView, TypeKind, Value, attribute, gpu::address_space},
};

/// The functions that say where the value of a device global is, by its address: of one that all images share, and of
/// one of an image.
const ACCESSORS: [(&str, Scope); 2] =
    [("__sycl_passes_device_global", Scope::Program), ("__sycl_passes_device_global_of_image", Scope::Image)];

/// First bytes of the facts.
const MAGIC: u64 = 0x6c61_626f_6c67_3231;
/// Depth of the facts in an initializer, at most: in a base of a member of the class.
const DEPTH: u32 = 4;
/// A property that is not given.
const ABSENT: u64 = 4;
/// Alignment of an address.
const ALIGNMENT: u64 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Program,
    Image,
}

/// Facts in an initializer.
struct Facts {
    size: u64,
    /// A hash of where the variable is defined.
    place: u64,
    scope: Scope,
    host_access: u64,
    init_mode: u64,
    in_csr: u64,
}

/// Whether a function is one that says where the value of a device global is.
pub(crate) fn is_accessor(function: Function<'_>) -> bool {
    scope_of(function).is_some()
}

fn scope_of(function: Function<'_>) -> Option<Scope> {
    let name = function.name();
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mangled = name.strip_prefix("_Z").and_then(|rest| rest.trim_start_matches(is_digit).strip_suffix("PKv"));
    let base = mangled.unwrap_or(&name);
    ACCESSORS.iter().find(|(accessor, _)| *accessor == base).map(|(_, scope)| *scope)
}

/// Whether a variable is a device global by its initializer.
pub(crate) fn is_device_global(variable: GlobalVariable<'_>) -> bool {
    variable.initializer().is_some_and(|initializer| facts(initializer, DEPTH).is_some())
}

fn facts(constant: Value<'_>, depth: u32) -> Option<Facts> {
    if constant.ty().kind() != TypeKind::Struct {
        return None;
    }
    let element = |index| constant.aggregate_element(index);
    let number = |index| element(index).and_then(Value::as_unsigned);
    if number(0) == Some(MAGIC) {
        return Some(Facts {
            size: number(1)?,
            place: number(3)?,
            scope: if number(4)? == 0 { Scope::Program } else { Scope::Image },
            host_access: number(5)?,
            init_mode: number(6)?,
            in_csr: number(7)?,
        });
    }
    // The facts are the second member of the class at most; its value may be behind padding.
    if depth == 0 { None } else { (0..3).filter_map(element).find_map(|element| facts(element, depth - 1)) }
}

/// Gives device globals the attributes that DPC++'s have, and the functions that find their values a body.
pub(crate) fn take_over(editor: &mut Editor<'_>) -> Changed {
    let module = editor.view();
    let mut changed = Changed::No;
    for (variable, facts) in found(module) {
        let name = variable.name();
        let is_local = variable.linkage() == Linkage::Local;
        // Other units may have a variable of the name, too; the host knows it by its place.
        let id = if is_local { format!("{:016x}.{name}", facts.place) } else { name.clone() };
        editor.add_variable_attribute(variable, attribute::UNIQUE_ID, &id);
        editor.add_variable_attribute(variable, attribute::DEVICE_GLOBAL_SIZE, &facts.size.to_string());
        if is_local {
            // An optimizer would take a variable apart that only this module knows.
            // PTX has no names with dots, nor with a digit first.
            editor.set_name(*variable, &format!("_{}", id.replace('.', "$")));
            editor.export(*variable);
        } else {
            editor.add_variable_attribute(variable, attribute::HOST_SYMBOL, &name);
        }
        if facts.scope == Scope::Image {
            editor.add_variable_attribute(variable, attribute::DEVICE_IMAGE_SCOPE, "true");
        }
        let properties = [
            (attribute::HOST_ACCESS, facts.host_access),
            (attribute::INIT_MODE, facts.init_mode),
            (attribute::IMPLEMENT_IN_CSR, facts.in_csr),
        ];
        for (attribute, value) in properties.iter().filter(|(_, value)| *value != ABSENT) {
            let text = match *attribute {
                attribute::IMPLEMENT_IN_CSR => (*value != 0).to_string(),
                _ => value.to_string(),
            };
            editor.add_variable_attribute(variable, attribute, &text);
        }
        editor.protect_value(variable);
        changed = Changed::Yes;
    }
    let accessors = module.functions().filter(|function| function.is_declaration() && !function.is_unused());
    let accessors: Vec<_> = accessors.filter_map(|function| Some((function, scope_of(function)?))).collect();
    for (function, scope) in accessors {
        define(editor, function, scope);
        changed = Changed::Yes;
    }
    changed
}

fn found(module: ModuleView<'_>) -> Vec<(GlobalVariable<'_>, Facts)> {
    let is_new = |variable: &GlobalVariable<'_>| variable.string_attribute_bytes(attribute::UNIQUE_ID).is_none();
    module
        .global_variables()
        .filter(is_new)
        .filter_map(|variable| Some((variable, facts(variable.initializer()?, DEPTH)?)))
        .collect()
}

/// Gives a function that finds the value of a device global its body.
fn define<'m>(editor: &mut Editor<'m>, function: Function<'m>, scope: Scope) {
    let object = function.parameters().next().expect("the header declares it with one parameter");
    let generic = object.ty();
    editor.begin_body(function);
    let value = match scope {
        Scope::Image => object,
        Scope::Program => {
            let memory = editor.load(generic, object, ALIGNMENT, "memory");
            editor.make_invariant(memory);
            memory
        }
    };
    // Back ends access global memory faster than memory of which they know nothing.
    let TypeKind::Pointer(space) = generic.kind() else { unreachable!("a pointer") };
    let value = editor.cast_address_space(value, address_space::GLOBAL, "value");
    let value = editor.cast_address_space(value, space, "");
    editor.build_return(Some(value));
    // It was said not to read memory, so that optimizers of the unit find each value once.
    editor.remove_attribute(function, "memory");
    editor.add_attribute(function, "alwaysinline");
    editor.make_internal(*function);
}

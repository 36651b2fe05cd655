//! Symbols that images define for each other.

use sycl_propset::{PropertySetRegistry, SetName};

use super::{Content, device_globals::has_image_scope};
use crate::{
    device_code_split::{ImageDependencies, is_declared_device_global},
    ir::{CallingConvention, Linkage, Value, attribute, names::is_bfloat16_library_name},
};

/// Functions and device globals that other images may import.
pub(super) fn exported_symbols(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let exported = content.entries().map(|(function, _)| function).filter(|function| {
        function.calling_convention() == CallingConvention::SpirFunction
            && !function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
    });
    // Device globals of the whole program: other images may refer to the one instance.
    let globals = content
        .device_globals()
        .filter(|g| g.linkage() != Linkage::Local && !has_image_scope(*g) && !g.is_declaration());
    for value in exported.map(Value::from).chain(globals.map(Value::from)) {
        registry.set_mut(SetName::ExportedSymbols).insert(value.name(), 1u32);
    }
}

/// Functions and device globals that another image defines. Where images hold all that they need, those are the device
/// library's for bfloat16.
pub(super) fn imported_symbols(
    content: &Content<'_, '_>,
    image_dependencies: ImageDependencies,
    registry: &mut PropertySetRegistry,
) {
    let functions = content.declared_functions().filter(|function| {
        !function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
            && (is_bfloat16_library_name(&function.name())
                || image_dependencies == ImageDependencies::Allowed
                    && content.analysis.kernels().is_importable_where_undefined(*function))
    });
    let variables = content
        .image
        .members
        .iter()
        .map(|id| content.analysis.global(*id))
        .filter(|g| image_dependencies == ImageDependencies::Allowed && is_declared_device_global(*g));
    for symbol in functions.map(Value::from).chain(variables) {
        registry.set_mut(SetName::ImportedSymbols).insert(symbol.name(), 1u32);
    }
}

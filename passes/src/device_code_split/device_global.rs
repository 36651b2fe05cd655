//! Recognizes device globals.

use crate::ir::{GlobalVariable, Value, attribute};

/// Whether a variable is a device global that another image may define: front ends put no attributes on declarations,
/// but its type is the class `device_global`.
pub(crate) fn is_declared_device_global(global: Value<'_>) -> bool {
    let has_class = || global.value_type().struct_name().is_some_and(|name| name.contains("device_global"));
    global.is_global_variable() && global.is_declaration() && (device_global(global).is_some() || has_class())
}

/// The value as a device global (SYCL extension `sycl_ext_oneapi_device_global`), if it is one.
pub(crate) fn device_global(value: Value<'_>) -> Option<GlobalVariable<'_>> {
    value.as_global_variable().filter(|v| v.string_attribute(attribute::DEVICE_GLOBAL_SIZE).is_some())
}

//! Annotations that `[[clang::annotate("text")]]` leaves in a module.

use crate::ir::{Function, GlobalVariable, ModuleView, TypeKind, Value};

/// The variable in which clang collects annotations.
pub(crate) const LIST: &str = "llvm.global.annotations";

/// The list and its elements: `{ what, text, file, line, arguments }`, of which older compilers leave the last out.
pub(crate) fn elements(module: ModuleView<'_>) -> Option<(GlobalVariable<'_>, Vec<Value<'_>>)> {
    let list = module.global_variable(LIST)?;
    let content = list.initializer().filter(|content| content.ty().kind() == TypeKind::Array)?;
    Some((list, parts(content)?))
}

/// The elements of a constant that spells them: a number of zeros can be larger than any memory.
pub(crate) fn parts(content: Value<'_>) -> Option<Vec<Value<'_>>> {
    let is_spelled = match content.ty().kind() {
        TypeKind::Struct => true,
        TypeKind::Array => !content.is_null() && !content.is_undef(),
        _ => false,
    };
    let count = content.ty().element_count();
    is_spelled.then(|| (0..count).map_while(|index| content.aggregate_element(index)).collect())
}

/// The string that a constant points to: the bytes up to a zero byte, in UTF-8.
pub(crate) fn text(pointer: Value<'_>) -> Option<String> {
    let content = pointer.strip_pointer_casts().as_global_variable()?.constant_initializer()?;
    if content.ty().kind() == TypeKind::Array && content.is_null() {
        return Some(String::new());
    }
    let mut bytes = content.string_bytes()?;
    match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => bytes.truncate(end),
        // The zero byte at the end is not among the bytes.
        None if bytes.len() as u64 == content.ty().element_count() => return None,
        None => {}
    }
    String::from_utf8(bytes).ok()
}

/// The function that an element is about; what else it is about, as LLVM prints it.
pub(crate) fn annotated(element: Value<'_>) -> Result<Function<'_>, String> {
    let what = element.aggregate_element(0).map(Value::strip_pointer_casts);
    let item = || what.map_or_else(|| "nothing".to_owned(), Value::describe);
    what.and_then(Value::as_function).ok_or_else(item)
}

/// `file:line` of an element.
pub(crate) fn location(element: Value<'_>) -> Option<String> {
    let file = text(element.aggregate_element(2)?).filter(|file| !file.is_empty())?;
    Some(format!("{file}:{}", element.aggregate_element(3)?.as_unsigned()?))
}

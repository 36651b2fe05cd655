//! The functions of the library as C++: a call of a function template for each binding of a row.

use std::fmt::Write;

use crate::table::{self, Binding, Bound, Family, Form, IrType, Part, Row, Scalar, Type};

const INFALLIBLE: &str = "writing to a string does not fail";

/// The topics whose functions others call, and the ones called by name.
fn is_called(topic: &str, row: &Row) -> bool {
    let by_name = [
        "is_nan",
        "is_inf",
        "is_finite",
        "is_normal",
        "sign_bit_set",
        "ocl_asinh",
        "ocl_atan2",
        "ocl_cos",
        "ocl_cosh",
        "ocl_exp",
        "ocl_fabs",
        "ocl_fmod",
        "ocl_frexp",
        "ocl_hypot",
        "ocl_ilogb",
        "ocl_ldexp",
        "ocl_lgamma_r",
        "ocl_log",
        "ocl_log1p",
        "ocl_remainder",
        "ocl_rint",
        "ocl_rootn",
        "ocl_round",
        "ocl_sin",
        "ocl_sinh",
        "ocl_sqrt",
        "ocl_tan",
    ];
    // Blocks differ in their results only, and nothing calls them.
    !matches!(row.form, Form::Vectors(_)) && ["ids", "atomics", "groups"].contains(&topic)
        || by_name.contains(&row.operation)
}

/// Functions `sp::call::OPERATION`, which call the function of the library, or SPIR-V's own.
pub(crate) fn calls(target: Family) -> String {
    let mut text = String::new();
    for (topic, rows) in table::TOPICS {
        for row in rows.iter().filter(|row| is_called(topic, row) && row.refusal(target).is_none()) {
            for binding in row.bindings(target) {
                call(&mut text, row, &binding, target);
            }
        }
    }
    text
}

fn call(text: &mut String, row: &Row, binding: &Binding, target: Family) {
    let result = result_type(row, binding, target);
    let (name, language) = match target {
        Family::Spirv => (spirv_name(row).to_string(), ""),
        Family::Nvptx | Family::Amdgpu | Family::Host => (binding.name(), "extern \"C\" "),
    };
    let types = parameter_types(row, binding, target);
    let parameters: Vec<String> = types.iter().enumerate().map(|(i, of)| format!("{of} a{i}")).collect();
    let arguments: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
    writeln!(text, "{language}{result} {name}({});", types.join(", ")).expect(INFALLIBLE);
    writeln!(
        text,
        "namespace sp::call {{ inline {result} {}({}) {{ return ::{name}({}); }} }}",
        row.operation,
        parameters.join(", "),
        arguments.join(", ")
    )
    .expect(INFALLIBLE);
}

/// The name by which SPIR-V's back end knows the operation.
fn spirv_name(row: &Row) -> &'static str {
    row.names
        .iter()
        .find(|name| name.starts_with("__spirv_"))
        .copied()
        .unwrap_or_else(|| panic!("`{}` is in the library for SPIR-V, and has no name there", row.operation))
}

/// All functions for a target but the atomic ones.
pub(crate) fn definitions(target: Family) -> String {
    let mut text = String::from("extern \"C\" {\n");
    for (topic, rows) in table::TOPICS {
        if *topic == "atomics" {
            continue;
        }
        for row in rows.iter().filter(|row| row.is_in_library(target)) {
            // An operation that SPIR-V has is called; AdaptiveCpp's own and C's are made of such.
            let spirv = target == Family::Spirv && row.names.iter().any(|name| name.starts_with("__spirv_"));
            for binding in row.bindings(target).iter().filter(|_| spirv) {
                let types = parameter_types(row, binding, target).join(", ");
                writeln!(
                    text,
                    "}} {} {}({types}); extern \"C\" {{",
                    result_type(row, binding, target),
                    spirv_name(row)
                )
                .expect(INFALLIBLE);
            }
            if let Some(name) = row.external(target) {
                for binding in row.bindings(target) {
                    declare_external(&mut text, name, row, &binding, target);
                }
            }
            for binding in row.bindings(target) {
                define(&mut text, row, &binding, target, spirv);
            }
        }
    }
    text.push_str("}\n");
    text
}

fn define(text: &mut String, row: &Row, binding: &Binding, target: Family, spirv: bool) {
    let result = result_type(row, binding, target);
    let types = parameter_types(row, binding, target);
    let external = row.external(target);
    let parameters: Vec<String> = types.iter().enumerate().map(|(i, of)| format!("{of} a{i}")).collect();
    let parameters = parameters.join(", ");
    let body = match external {
        Some(name) => call_external(name, row, binding),
        None => {
            let arguments: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
            if spirv {
                format!("::{}({})", spirv_name(row), arguments.join(", "))
            } else {
                format!("sp::{}{}({})", row.operation, template_arguments(binding), arguments.join(", "))
            }
        }
    };
    writeln!(text, "[[gnu::noinline]] {result} {}({parameters}) {{ return {body}; }}", binding.name())
        .expect(INFALLIBLE);
}

/// `<sp::u32, sp::vec<sp::f32, 4>>`: the types among the variables.
fn template_arguments(binding: &Binding) -> String {
    let types: Vec<String> = binding
        .variables
        .iter()
        .filter_map(|bound| match bound {
            Bound::Type(of) => Some(cpp(*of)),
            Bound::Space(_) => None,
        })
        .collect();
    if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) }
}

/// The function that computes in `float` or `double`.
fn declare_external(text: &mut String, name: &str, row: &Row, binding: &Binding, target: Family) {
    if !matches!(binding.variables[0], Bound::Type(Type { scalar: Scalar::F32 | Scalar::F64, .. })) {
        return;
    }
    let types = parameter_types(row, binding, target);
    writeln!(
        text,
        "{} {}({}) __asm__(\"{}\");",
        result_type(row, binding, target),
        external_alias(name, binding),
        types.join(", "),
        table::external_symbol(name, &row.types(target, binding), target),
    )
    .expect(INFALLIBLE);
}

fn external_alias(name: &str, binding: &Binding) -> String {
    match binding.variables[0] {
        Bound::Type(Type { scalar: Scalar::F64, .. }) => format!("sp_external_{name}_f64"),
        _ => format!("sp_external_{name}_f32"),
    }
}

fn call_external(name: &str, row: &Row, binding: &Binding) -> String {
    let narrow = matches!(binding.variables[0], Bound::Type(Type { scalar: Scalar::F16, .. }));
    let arguments: Vec<String> = row
        .parameters
        .iter()
        .enumerate()
        .map(|(i, part)| if narrow && *part == Part::Of(0) { format!("sp::f32(a{i})") } else { format!("a{i}") })
        .collect();
    let call = format!("{}({})", external_alias(name, binding), arguments.join(", "));
    if narrow && row.result == Part::Of(0) { format!("sp::f16({call})") } else { call }
}

fn result_type(row: &Row, binding: &Binding, target: Family) -> String {
    match row.library_parts().0 {
        Part::Void => "void".to_string(),
        part => part_type(part, row.library_types(target, binding).result, binding, target),
    }
}

fn parameter_types(row: &Row, binding: &Binding, target: Family) -> Vec<String> {
    let (parts, types) = (row.library_parts().1, row.library_types(target, binding));
    parts.iter().zip(types.parameters).map(|(part, of)| part_type(*part, of, binding, target)).collect()
}

fn part_type(part: Part, of: IrType, binding: &Binding, target: Family) -> String {
    match (part, of) {
        (Part::Pointer { to, .. }, IrType::Pointer(space)) => {
            let to = binding.pointee(to).map_or("sp::u8".to_string(), |scalar| cpp_pointee(row_type(scalar, binding)));
            format!("sp::pointer<{space}, {to}>")
        }
        (_, IrType::Pointer(space)) => format!("sp::pointer<{space}, sp::u8>"),
        (_, IrType::Bool) => "bool".to_string(),
        (_, IrType::Value(of)) => cpp(of),
        (_, IrType::Void | IrType::Pair(_) | IrType::Other) => {
            panic!("a row has a part that is no value on {target:?}: {part:?}")
        }
    }
}

fn row_type(scalar: Scalar, binding: &Binding) -> Type {
    Type { scalar, lanes: binding.lanes }
}

fn cpp_pointee(of: Type) -> String {
    cpp(of)
}

/// A type as C++ has it.
fn cpp(of: Type) -> String {
    let scalar = match of.scalar {
        Scalar::I8 => "sp::u8",
        Scalar::I16 => "sp::u16",
        Scalar::I32 => "sp::u32",
        Scalar::I64 => "sp::u64",
        Scalar::F16 => "sp::f16",
        Scalar::BF16 => "sp::bf16",
        Scalar::F32 => "sp::f32",
        Scalar::F64 => "sp::f64",
    };
    if of.lanes == 1 { scalar.to_string() } else { format!("sp::vec<{scalar}, {}>", of.lanes) }
}

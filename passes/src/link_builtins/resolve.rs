//! Meaning of a declaration: a built-in function of the table, something that others define, or nothing known.

use std::fmt;

use super::{
    error::listed,
    mangled::{base_name, pointees},
};
use crate::{
    builtins::table::{self, Binding, Bound, Family, IrType, LANES, Part, Row, Scalar, Types, Variable},
    ir::{ByValOrByRef, Call, Function, Type, TypeKind, Value},
};

/// Meaning of a declaration on a target.
pub(super) enum Meaning {
    /// It stays undefined: the back end, the driver, the linker or a later pass knows it.
    Stays,
    /// A function of the library.
    Builtin {
        /// Its row.
        row: &'static Row,
        /// The row's variables.
        binding: Binding,
    },
    /// An operation that the target lacks.
    Refused {
        /// The operation.
        operation: String,
        /// Reason why the target has none.
        why: &'static str,
    },
    /// A built-in function, with types that no row allows.
    OtherTypes {
        /// The rows of its name.
        rows: Vec<&'static Row>,
    },
    /// No built-in function.
    Unknown,
}

impl Meaning {
    /// Meaning of a declaration that is no intrinsic.
    pub(super) fn resolve(function: Function<'_>, target: Family) -> Self {
        let name = function.name_bytes();
        // A mangled name without underscores in front is a function of the user's: `ns::printf`.
        let is_builtin = |base: &&str| !name.starts_with(b"_Z") || base.starts_with("__");
        let Some(base) = base_name(&name).filter(is_builtin) else { return Self::Unknown };
        // One of the C library's that this pass has called, under a name that means the library's own in user code.
        if stays(base, target) || function.has_string_attribute(RESOLVED) {
            return Self::Stays;
        }
        let types = Signature::from_function(function).types();
        // The back end's, as OpenCL C and this pass call it.
        if target == Family::Spirv && base == "printf" && types.parameters.first() == Some(&IrType::Pointer(CONSTANT)) {
            return Self::Stays;
        }
        let mut rows: Vec<&'static Row> = table::rows(base).collect();
        // DPC++'s device library has C's functions under names of its own.
        let of_c = match OF_DEVICE_LIBRARY.iter().find_map(|prefix| base.strip_prefix(prefix)) {
            Some(plain) if rows.is_empty() && !name.starts_with(b"_Z") => {
                rows = table::rows(plain).collect();
                // Left to the runtime, which links a library of its own to SPIR-V.
                if target != Family::Spirv
                    && let Some(conversion) = rounding_conversion(plain)
                {
                    rows = table::rows(&conversion).collect();
                }
                plain
            }
            _ => base,
        };
        if rows.is_empty() {
            let is_c = !name.starts_with(b"_Z");
            if let Some((row, binding)) = is_c.then(|| table::mathematics(of_c, target, &types)).flatten() {
                return Self::Builtin { row, binding };
            }
            return table::refused_family(base)
                .map_or(Self::Unknown, |what| Self::Refused { operation: base.to_owned(), why: what });
        }
        let refused = |row: &Row, why| Self::Refused { operation: row.operation.to_owned(), why };
        let pointees = if name.starts_with(b"_Z") { pointees(&name) } else { pointees_of_calls(function) };
        let in_memory = pair_in_memory(&types);
        let bind = |row: &Row| {
            let of_pair = || in_memory.as_ref().filter(|_| row.gives_pair()).and_then(|types| row.bind(target, types));
            row.bind(target, &types).or_else(|| row.bind_pointees(target, &types, &pointees)).or_else(of_pair)
        };
        let bound = |is_refused: bool| {
            let rows = rows.iter().filter(|row| row.refusal(target).is_some() == is_refused);
            rows.into_iter().find_map(|row| Some((*row, bind(row)?)))
        };
        let found = bound(false).or_else(|| bound(true));
        if let Some((row, binding)) = found {
            return row.refusal(target).map_or(Self::Builtin { row, binding }, |why| refused(row, why));
        }
        if let Some(all) = rows.iter().map(|row| row.refusal(target).map(|why| (*row, why))).collect::<Option<Vec<_>>>()
        {
            return refused(all[0].0, all[0].1);
        }
        rows.retain(|row| row.refusal(target).is_none());
        // Of another type, a name of C's is the user's.
        if rows.iter().all(|row| row.operation.starts_with("c_")) && !base.starts_with("__") {
            return Self::Unknown;
        }
        Self::OtherTypes { rows }
    }
}

/// The address space of constants of OpenCL.
pub(super) const CONSTANT: u32 = 2;

/// The attribute of declarations of the C library that the library of this crate calls.
pub(super) const RESOLVED: &str = "sycl-passes-libm";

/// Prefixes of C's functions in the device library of DPC++.
const OF_DEVICE_LIBRARY: [&str; 2] = ["__devicelib_", "__imf_"];

/// SPIR-V's name of a conversion between numbers that says in its own name how it rounds: `float2int_rn`.
fn rounding_conversion(name: &str) -> Option<String> {
    let (types, rounding) = name.rsplit_once('_')?;
    let (from, to) = types.split_once('2')?;
    let letter = |name| match name {
        "float" | "double" => Some('F'),
        "int" | "short" | "ll" => Some('S'),
        "uint" | "ushort" | "ull" => Some('U'),
        _ => None,
    };
    let rounding = match rounding {
        "rn" => "rte",
        "rz" => "rtz",
        "ru" => "rtp",
        "rd" => "rtn",
        _ => return None,
    };
    let operation = match (letter(from)?, letter(to)?) {
        ('F', 'F') => "FConvert".to_owned(),
        // Integers do not round.
        (from, to) if from == 'F' || to == 'F' => format!("Convert{from}To{to}"),
        _ => return None,
    };
    Some(format!("__spirv_{operation}_R{to}_{rounding}"))
}

/// The types of a function that gives a pair in memory without saying so: clang declares products and quotients of
/// complex numbers without the attributes that their calls have.
fn pair_in_memory(types: &Types) -> Option<Types> {
    match types.parameters.as_slice() {
        [IrType::Pointer(_), rest @ ..] if types.result == IrType::Void => match rest.first()? {
            IrType::Value(of) => Some(Types { result: IrType::Pair(*of), parameters: rest.to_vec() }),
            _ => None,
        },
        _ => None,
    }
}

/// Targets of the parameters of a function without a mangled name, as its calls show: all of them pass the address of a
/// variable of the same type.
fn pointees_of_calls(function: Function<'_>) -> Vec<Option<table::Type>> {
    let pointee = |argument: Value<'_>| {
        let variable = Some(argument.strip_pointer_casts()).filter(|variable| variable.is_alloca())?;
        match ir_type(variable.allocated_type()) {
            IrType::Value(of) => Some(of),
            _ => None,
        }
    };
    let of_call = |call: Call<'_>| call.arguments().map(pointee).collect::<Vec<_>>();
    let mut calls = function.users().filter_map(Value::as_call).filter(|call| call.called_value() == *function);
    let first = calls.next().map(of_call).unwrap_or_default();
    if calls.all(|call| of_call(call) == first) { first } else { Vec::new() }
}

/// Whether a function of this base name stays undefined. The pass
/// that makes work-groups on the host defines `__sp_host_*`.
fn stays(base: &str, target: Family) -> bool {
    let is_later = base.starts_with("__sycl_get") && base.ends_with("SpecConstantValue")
        || base.starts_with("__acpp_sscp_jit_reflect_");
    is_later
        || match target {
            // Of the driver, and what the back end folds.
            Family::Nvptx => {
                base == GLOBAL_OFFSET || ["vprintf", "__assertfail", "malloc", "free", "__nvvm_reflect"].contains(&base)
            }
            Family::Amdgpu => base == GLOBAL_OFFSET,
            Family::Spirv => base.starts_with("__spirv_"),
            Family::Host => {
                base.starts_with("__sp_host_") || base.starts_with(table::LIBM) || table::C_LIBRARY.contains(&base)
            }
        }
}

/// LLVM's mathematical intrinsics that back ends of GPUs lack for some types, or have less precise. All are named as
/// OpenCL's functions, but for `powi`, which is `pown` there.
const INTRINSICS: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "exp2", "log", "log10", "log2", "pow", "powi",
    "sin", "sinh", "tan", "tanh",
];

/// The function of the library that a mathematical intrinsic is on a GPU.
pub(super) fn intrinsic(function: Function<'_>, target: Family) -> Option<(&'static Row, Binding)> {
    if target == Family::Spirv || function.is_unused() {
        return None;
    }
    let name = function.name();
    let (name, _types) = name.strip_prefix("llvm.")?.split_once('.')?;
    INTRINSICS.contains(&name).then_some(())?;
    table::opencl(if name == "powi" { "pown" } else { name }, target, &Signature::from_function(function).types())
}

/// LLVM's intrinsics with two results, and C's functions with one of them in memory. Back ends of GPUs lack `modf`; on
/// the host LLVM's vectorizer makes vectors of such results that later passes end on.
const WITH_TWO_RESULTS: &[(&str, &str)] = &[
    ("llvm.modf.f32", "modff"),
    ("llvm.modf.f64", "modf"),
    ("llvm.frexp.f32.i32", "frexpf"),
    ("llvm.frexp.f64.i32", "frexp"),
];

/// The name of C's function that an intrinsic with two results is; none where the back end has it.
pub(super) fn with_two_results(function: Function<'_>, target: Family) -> Option<&'static str> {
    let is_own = target != Family::Spirv && !function.is_unused();
    let name = is_own.then(|| function.name())?;
    WITH_TWO_RESULTS.iter().find(|(intrinsic, _)| *intrinsic == name).map(|(_, of_c)| *of_c)
}

/// The builtin that GPUs do not have and the pass `global-offset` lowers.
const GLOBAL_OFFSET: &str = "__spirv_BuiltInGlobalOffset";

/// Arguments and result of a function: values, also those that the calling convention passes in memory.
pub(super) struct Signature<'m> {
    /// The type of the result.
    pub(super) result: Type<'m>,
    /// Whether the first parameter in IR points to where the result goes.
    pub(super) returns_in_memory: bool,
    /// The parameters, without that one.
    pub(super) parameters: Vec<Parameter<'m>>,
}

/// A parameter.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'m> {
    /// The type of the value.
    pub(super) value: Type<'m>,
    /// The type in IR: another one, a pointer, if the value is passed in memory.
    pub(super) passed: Type<'m>,
}

impl<'m> Signature<'m> {
    /// From the type and the attributes of a function.
    pub(super) fn from_function(function: Function<'m>) -> Self {
        let ty = function.value_type();
        let mut passed = (0..).zip(ty.parameters());
        let returned = function.returned_object();
        if returned.is_some() {
            passed.next();
        }
        let parameter = |(index, passed)| Parameter {
            value: function.passed_object(index, ByValOrByRef::ByValue).unwrap_or(passed),
            passed,
        };
        Self {
            result: returned.unwrap_or(ty.result()),
            returns_in_memory: returned.is_some(),
            parameters: passed.map(parameter).collect(),
        }
    }

    /// As the table knows types.
    pub(super) fn types(&self) -> Types {
        let parameters = self.parameters.iter().map(|parameter| ir_type(parameter.value)).collect();
        Types { result: ir_type(self.result), parameters }
    }
}

fn ir_type(ty: Type<'_>) -> IrType {
    let value = |scalar, lanes| IrType::Value(table::Type { scalar, lanes });
    match ty.kind() {
        TypeKind::Void => IrType::Void,
        TypeKind::Integer(1) => IrType::Bool,
        TypeKind::Pointer(space) => IrType::Pointer(space),
        TypeKind::Vector => {
            let lanes = u8::try_from(ty.element_count()).ok().filter(|lanes| LANES.contains(lanes));
            let element = ty.element(0).and_then(scalar);
            lanes.zip(element).map_or(IrType::Other, |(lanes, element)| value(element, lanes))
        }
        TypeKind::Struct if ty.element_count() == 2 && ty.element(0) == ty.element(1) => {
            match ty.element(0).map(ir_type) {
                Some(IrType::Value(of)) => IrType::Pair(of),
                _ => IrType::Other,
            }
        }
        _ => scalar(ty).map_or(IrType::Other, |scalar| value(scalar, 1)),
    }
}

fn scalar(ty: Type<'_>) -> Option<Scalar> {
    Some(match ty.kind() {
        TypeKind::Integer(8) => Scalar::I8,
        TypeKind::Integer(16) => Scalar::I16,
        TypeKind::Integer(32) => Scalar::I32,
        TypeKind::Integer(64) => Scalar::I64,
        TypeKind::Half => Scalar::F16,
        TypeKind::BFloat => Scalar::BF16,
        TypeKind::Float => Scalar::F32,
        TypeKind::Double => Scalar::F64,
        _ => return None,
    })
}

/// The types that a row allows, for messages: `T (ptr addrspace(0, 1 or 3), i32, i32, T) with T i8, i16, i32 or i64`.
pub(super) struct Allowed(pub(super) &'static Row, pub(super) Family);

impl Allowed {
    /// The name of a variable in the text: that of a type.
    fn variable(&self, variable: usize) -> char {
        let is_type = |variable: &&Variable| matches!(variable, Variable::Scalar(_));
        let before = self.0.variables[..variable].iter().filter(is_type).count();
        char::from(b"TUVW"[before.min(3)])
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::Void => "void".to_owned(),
            Part::Bool => "i1".to_owned(),
            Part::Fixed(scalar) | Part::Each(scalar) => scalar.ir_name().to_owned(),
            Part::Vector(scalar, lanes) => format!("<{lanes} x {}>", scalar.ir_name()),
            Part::Of(variable) => self.variable(variable).to_string(),
            Part::ElementOf(variable) => format!("element of {}", self.variable(variable)),
            Part::Flat => "ptr".to_owned(),
            Part::In(space) => format!("ptr addrspace({space})"),
            Part::Pair(variable) => format!("{{ {0}, {0} }}", self.variable(variable)),
            Part::Pointer { space, .. } => {
                let values = self.0.variables[space].values(self.1);
                let spaces = values.iter().filter_map(|bound| match bound {
                    Bound::Space(space) => Some(space.to_string()),
                    Bound::Type(_) => None,
                });
                format!("ptr addrspace({})", listed(&spaces.collect::<Vec<_>>(), "or"))
            }
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self.0.parameters.iter().map(|part| self.part(*part)).collect();
        write!(f, "`{} ({})`", self.part(self.0.result), parameters.join(", "))?;
        for (index, variable) in self.0.variables.iter().enumerate() {
            if let Variable::Scalar(scalars) = variable {
                let names: Vec<String> = scalars.iter().map(|scalar| scalar.ir_name().to_owned()).collect();
                write!(f, " with {} {}", self.variable(index), listed(&names, "or"))?;
            }
        }
        let has_vectors =
            matches!(self.0.form, table::Form::Elementwise | table::Form::Vectors(_) | table::Form::Written);
        f.write_str(if has_vectors { " or vectors of 2, 3, 4, 8 or 16 of them" } else { "" })
    }
}

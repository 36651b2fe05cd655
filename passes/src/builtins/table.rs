//! The table of built-in operations: by which names front ends call each, for which types, and what it is called in the
//! library. `build.rs` reads it too, to make the library's functions from it.
//!
//! A mangled name does not identify a function: `long` and `long long` are one type of IR and two names. So a call is
//! resolved by its base name ([`rows`]) and its types in IR ([`Row::bind`]), which give the canonical name
//! ([`Binding::name`]).
//!
//! Modules and calls are retargeted before: a pointer has its address space on the target (0 flat, 1 global, 3 local,
//! 4 constant on GPUs; 0 for all on the host).

use std::{iter::successors, sync::LazyLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

pub use super::Family;

#[path = "table/adaptive_cpp.rs"]
mod adaptive_cpp;
#[path = "table/atomics.rs"]
mod atomics;
#[path = "table/c_library.rs"]
mod c_library;
#[path = "table/common.rs"]
mod common;
#[path = "table/conversions.rs"]
mod conversions;
#[path = "table/groups.rs"]
mod groups;
#[path = "table/halves.rs"]
mod halves;
#[path = "table/ids.rs"]
mod ids;
#[path = "table/integers.rs"]
mod integers;
#[path = "table/math.rs"]
mod math;
#[path = "table/matrices.rs"]
mod matrices;
#[path = "table/memory.rs"]
mod memory;
#[path = "table/opencl.rs"]
mod opencl_c;
#[path = "table/relational.rs"]
mod relational;
#[path = "table/signature.rs"]
mod signature;

pub use signature::{Binding, Bound, IrType, Types};

/// The topics, each with its rows.
pub static TOPICS: &[(&str, &[Row])] = &[
    ("ids", ids::ROWS),
    ("math", math::ROWS),
    ("common and geometric functions", common::ROWS),
    ("integers", integers::ROWS),
    ("relational functions", relational::ROWS),
    ("conversions", conversions::ROWS),
    ("half in memory", halves::ROWS),
    ("atomics", atomics::ROWS),
    ("groups", groups::ROWS),
    ("products of matrices", matrices::ROWS),
    ("memory, output and hints", memory::ROWS),
    ("AdaptiveCpp", adaptive_cpp::ROWS),
    ("C's functions", c_library::ROWS),
    ("OpenCL C", opencl_c::ROWS),
];

/// Every target, in the order of the documentation.
pub const TARGETS: [Family; 4] = [Family::Nvptx, Family::Amdgpu, Family::Host, Family::Spirv];

/// A scalar type of IR; signedness is part of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `half`.
    F16,
    /// `bfloat`.
    BF16,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

impl Scalar {
    /// Its name in IR.
    #[must_use]
    pub const fn ir_name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F16 => "half",
            Self::BF16 => "bfloat",
            Self::F32 => "float",
            Self::F64 => "double",
        }
    }
}

/// A scalar, or a vector of 2, 3, 4, 8 or 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type {
    /// The type of an element.
    pub scalar: Scalar,
    /// 1 for a scalar.
    pub lanes: u8,
}

/// The numbers of elements that types have, 1 for a scalar.
pub const LANES: [u8; 6] = [1, 2, 3, 4, 8, 16];

/// Variables between the functions of a row. The canonical name has the variables in order.
#[derive(Clone, Copy, Debug)]
pub enum Variable {
    /// One of these types; of vectors too where the row's [`Form`] has vectors.
    Scalar(&'static [Scalar]),
    /// The address space of a pointer: one of these on GPUs, 0 on the host, and 1, 3 or 4 (generic) on SPIR-V.
    Space(&'static [u8]),
}

/// A result or a parameter. Numbers are those of the row's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// No result.
    Void,
    /// `i1`. A result of an elementwise operation on vectors is an `i8` for each element, all bits set if true.
    Bool,
    /// This scalar, also if the row is used on vectors (a scope, an index).
    Fixed(Scalar),
    /// This scalar, one for each element.
    Each(Scalar),
    /// The type of this variable.
    Of(usize),
    /// The type of an element of this variable.
    ElementOf(usize),
    /// A vector of this many elements, whatever the other types are.
    Vector(Scalar, u8),
    /// A pointer in the address space of `space` to elements of `to`.
    Pointer {
        /// A variable.
        space: usize,
        /// Its target, where the operation on vectors needs it.
        to: Pointee,
    },
    /// A struct of two values of the type of this variable: a complex number, a quotient and its rest.
    Pair(usize),
    /// A pointer in address space 0 (4 on SPIR-V): a string, an array of events.
    Flat,
    /// A pointer in this address space.
    In(u8),
}

/// Targets of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// The type of a variable: an element's pointer is offset by elements.
    Of(usize),
    /// This scalar for each element.
    Each(Scalar),
    /// Nothing that matters.
    Any,
}

/// Ways to apply an operation to vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The row has no vectors.
    Scalars,
    /// Element by element. The library has the function for scalars only; the linking pass makes the one for vectors
    /// from it: [`Part::Of`], [`Part::Each`] and [`Part::Bool`] give their element, pointers are offset, the rest is
    /// passed as it is.
    Elementwise,
    /// The library has a function for each of these numbers of elements. [`Part::Bool`] is one `i1`.
    Vectors(&'static [u8]),
    /// Any parameters after those of the row; the caller of the library makes the call (printf).
    Variadic,
    /// On scalars and vectors; the linking pass writes the function: its result is a struct.
    Written,
    /// On scalars. The library's function has two parameters for a [`Part::Pair`], and gives the second half of a
    /// result through a pointer behind all parameters: how a struct is passed differs from target to target.
    Paired,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// First part of the canonical names, after `__sp_`.
    pub operation: &'static str,
    /// Base names, and unmangled names of C. A `*` stands for letters and digits, a type.
    pub names: &'static [&'static str],
    /// Variables of the row.
    pub variables: &'static [Variable],
    /// Its result.
    pub result: Part,
    /// Its parameters.
    pub parameters: &'static [Part],
    /// Form on vectors.
    pub form: Form,
    /// The mathematical function that the library's function calls on `float` and `double`.
    pub external: Option<External>,
    /// Targets without the operation, and why.
    pub refused: &'static [(Family, &'static str)],
}

/// An operation on scalars that every target has and the library does itself.
const fn row(
    operation: &'static str,
    variables: &'static [Variable],
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row { operation, names, variables, result, parameters, form: Form::Scalars, external: None, refused: &[] }
}

/// The same, which on vectors is done element by element.
const fn elementwise(
    operation: &'static str,
    variables: &'static [Variable],
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row { form: Form::Elementwise, ..row(operation, variables, result, parameters, names) }
}

/// A function that the library leaves to another one. A `half` is converted to `float` and back.
#[derive(Clone, Copy, Debug)]
pub struct External {
    /// Its name in OpenCL C, which libclc has, mangled, for GPUs.
    pub libclc: &'static str,
    /// Its name in C for `double`, `f` follows for `float`; without one the library has it for the host and for
    /// NVIDIA's GPUs.
    pub libm: Option<&'static str>,
}

/// Families of functions that no target of the library has: a prefix of their base names, and what they are.
pub static REFUSED: &[(&str, &str)] = &[
    ("__spirv_Image", "images"),
    ("__spirv_SampledImage", "images"),
    ("__spirv_ConvertHandleTo", "images"),
    ("__spirv_CooperativeMatrix", "matrices of Intel GPUs"),
    ("__spirv_JointMatrix", "matrices of Intel GPUs"),
    ("__spirv_AccessChain", "matrices of Intel GPUs"),
    ("__spirv_RoundFToTF32INTEL", "matrices of Intel GPUs"),
    ("__spirv_ArbitraryFloat", "arithmetic of FPGAs"),
    ("__spirv_Fixed", "arithmetic of FPGAs"),
    ("__spirv_TaskSequence", "task sequences of FPGAs"),
    ("__spirv_ReadPipe", "pipes"),
    ("__spirv_WritePipe", "pipes"),
    ("__spirv_CreatePipe", "pipes"),
    ("__esimd_", "ESIMD"),
    ("__spirv_BuiltInGlobalHWThreadIDINTEL", "numbers of Intel's hardware threads"),
    ("__spirv_BuiltInSubDeviceIDINTEL", "numbers of Intel's hardware threads"),
    ("__clc_Barrier", "asynchronous barriers of CUDA"),
    ("__printf_alloc", "output, for which AMDGPU needs a service of the runtime"),
];

/// Functions that code for the host takes from the C library. Mathematics comes from this crate's library.
pub const C_LIBRARY: &[&str] = &[
    "abort", "atexit", "bcmp", "calloc", "dprintf", "exit", "fflush", "finite", "finitef", "fprintf", "fputc", "fputs",
    "free", "fwrite", "getenv", "j0", "j0f", "j1", "j1f", "jn", "jnf", "malloc", "memchr", "memcmp", "memcpy",
    "memmove", "memset", "printf", "putchar", "puts", "qsort", "rand", "realloc", "snprintf", "srand", "strcat",
    "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strncpy", "strnlen", "strrchr", "vprintf", "y0", "y0f", "y1",
    "y1f", "yn", "ynf",
];

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Row> {
    TOPICS.iter().flat_map(|(_, rows)| rows.iter())
}

/// The rows that a base name (`__spirv_ocl_sin`) or an unmangled name (`__acpp_sscp_sin_f32`) may mean: none if the
/// name is not a built-in function, several if only types tell them apart.
pub fn rows(name: &str) -> impl Iterator<Item = &'static Row> {
    static INDEX: LazyLock<Index> = LazyLock::new(Index::new);
    INDEX.rows(name).into_iter()
}

/// The table by names: each declaration of a module is looked for in it, some of them several times.
struct Index {
    rows: Vec<&'static Row>,
    /// By each name without `*` the last of `uses`.
    names: FxHashMap<&'static str, usize>,
    /// Uses of names without `*`: the number of a row, and the use of the name before that. One list for all, as most
    /// names have one use.
    uses: Vec<(usize, Option<usize>)>,
    /// Names with `*` by what is before it, each with what is behind it and the number of its row.
    patterns: FxHashMap<&'static str, Vec<(&'static str, usize)>>,
}

impl Index {
    fn new() -> Self {
        let rows: Vec<&'static Row> = all().collect();
        // About three names for each.
        let count = 4 * rows.len();
        let names = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
        let mut index = Self { rows, names, uses: Vec::with_capacity(count), patterns: FxHashMap::default() };
        for (number, row) in index.rows.iter().enumerate() {
            for name in row.names {
                match name.split_once('*') {
                    Some((before, behind)) => index.patterns.entry(before).or_default().push((behind, number)),
                    None => {
                        let before = index.names.insert(name, index.uses.len());
                        index.uses.push((number, before));
                    }
                }
            }
        }
        index
    }

    /// In the order of the table.
    fn rows(&self, name: &str) -> Vec<&'static Row> {
        let uses = successors(self.names.get(name), |last| self.uses[**last].1.as_ref());
        let mut numbers: Vec<usize> = uses.map(|last| self.uses[*last].0).collect();
        for (end, _) in name.char_indices() {
            let (before, rest) = name.split_at(end);
            let patterns = self.patterns.get(before).into_iter().flatten();
            numbers.extend(patterns.filter(|(behind, _)| is_filled(rest, behind)).map(|(_, number)| number));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|number| self.rows[number]).collect()
    }
}

/// Whether a text is letters and numbers in the place of `*`, and what is behind it.
fn is_filled(text: &str, behind: &str) -> bool {
    text.strip_suffix(behind)
        .is_some_and(|filled| !filled.is_empty() && filled.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The family without an implementation that a base name belongs to.
pub fn refused_family(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, what)| *what)
}

/// The prefix of the C library's mathematics in the library for the host. In code of kernels, C's own
/// names mean functions of the library.
pub const LIBM: &str = "__sp_libm_";

/// The symbol of a function that the library calls: C's name, or that of OpenCL C mangled.
pub fn external_symbol(name: &str, types: &Types, target: Family) -> String {
    let single = matches!(types.parameters.first(), Some(IrType::Value(Type { scalar: Scalar::F32, .. })));
    if target == Family::Host {
        return format!("{LIBM}{name}{}", if single { "f" } else { "" });
    }
    let letters = types.parameters.iter().map(|of| match of {
        IrType::Value(Type { scalar: Scalar::F32, .. }) => 'f',
        IrType::Value(Type { scalar: Scalar::F64, .. }) => 'd',
        _ => 'i',
    });
    format!("_Z{}{name}{}", name.len(), letters.collect::<String>())
}

/// Whether a function of this name is not SPIR-V's own, nor one that its runtimes have.
fn is_for_spirv(name: &str) -> bool {
    match name.strip_prefix("__") {
        Some(reserved) => {
            ["acpp_", "opencl_", "sycl_", "to_"].iter().any(|prefix| reserved.starts_with(prefix))
                || reserved.starts_with("devicelib_Convert")
                || reserved.ends_with("c3")
        }
        None => !["printf", "_wassert"].contains(&name),
    }
}

/// The function of OpenCL that one of C's `math.h` is: `sin` and `sinf`, of `double` and `float`.
pub fn mathematics(name: &str, target: Family, types: &Types) -> Option<(&'static Row, Binding)> {
    let of = |name: &str, wanted| {
        let (row, binding) = opencl(name, target, types)?;
        (binding.variables.first() == Some(&Bound::Type(Type { scalar: wanted, lanes: 1 }))
            && row.is_in_library(target))
        .then_some((row, binding))
    };
    of(name, Scalar::F64).or_else(|| of(name.strip_suffix('f')?, Scalar::F32))
}

/// The function that OpenCL has under a name, or C under another one.
pub fn opencl(name: &str, target: Family, types: &Types) -> Option<(&'static Row, Binding)> {
    let row = opencl_row(name)?;
    Some((row, row.bind(target, types)?))
}

/// Its row.
pub fn opencl_row(name: &str) -> Option<&'static Row> {
    static ROWS: LazyLock<FxHashMap<&'static str, &'static Row>> =
        LazyLock::new(|| all().filter_map(|row| Some((row.operation.strip_prefix("ocl_")?, row))).collect());
    let name = match name {
        "nearbyint" | "roundeven" => "rint",
        "scalbn" => "ldexp",
        "pow10" => "exp10",
        "gamma" => "lgamma",
        other => other,
    };
    ROWS.get(name).copied()
}

impl Row {
    /// If the library for the target has the row's functions. The one for SPIR-V has what AdaptiveCpp and C call, since
    /// the back end has the functions of SPIR-V.
    pub fn is_in_library(&self, target: Family) -> bool {
        let for_spirv = || self.names.iter().any(|name| is_for_spirv(name));
        let has_body = !matches!(self.form, Form::Variadic | Form::Written);
        self.refusal(target).is_none() && has_body && (target != Family::Spirv || for_spirv())
    }

    /// Function that the library's one calls on `float` and `double`: a name, to be mangled for GPUs.
    pub fn external(&self, target: Family) -> Option<&'static str> {
        match target {
            Family::Amdgpu => self.external.map(|external| external.libclc),
            Family::Nvptx => self.external.filter(|external| external.libm.is_some()).map(|external| external.libclc),
            Family::Host => self.external.and_then(|external| external.libm),
            Family::Spirv => None,
        }
    }

    /// Whether the linking pass makes a pair of two results.
    pub fn gives_pair(&self) -> bool {
        self.form == Form::Paired && matches!(self.result, Part::Pair(_))
    }

    /// The result and the parameters of the library's function.
    pub fn library_parts(&self) -> (Part, Vec<Part>) {
        if self.form != Form::Paired {
            return (self.result, self.parameters.to_vec());
        }
        let mut parameters = Vec::new();
        for part in self.parameters {
            match *part {
                Part::Pair(variable) => parameters.extend([Part::Of(variable); 2]),
                other => parameters.push(other),
            }
        }
        match self.result {
            Part::Pair(variable) => {
                parameters.push(Part::Flat);
                (Part::Of(variable), parameters)
            }
            other => (other, parameters),
        }
    }

    /// Reason why the target does not have the operation.
    pub fn refusal(&self, target: Family) -> Option<&'static str> {
        self.refused.iter().find(|(refused, _)| *refused == target).map(|(_, why)| *why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(scalar: Scalar, lanes: u8) -> IrType {
        IrType::Value(Type { scalar, lanes })
    }

    fn bind(name: &str, target: Family, result: IrType, parameters: &[IrType]) -> Option<Binding> {
        let types = Types { result, parameters: parameters.to_vec() };
        rows(name).find_map(|row| row.bind(target, &types))
    }

    #[test]
    fn base_name_and_types_give_one_function() {
        let int = value(Scalar::I32, 1);
        let long = value(Scalar::I64, 1);
        let add =
            |pointer, of| bind("__spirv_AtomicIAdd", Family::Nvptx, of, &[IrType::Pointer(pointer), int, int, of]);
        assert_eq!(add(1, long).map(|b| b.name()).as_deref(), Some("__sp_atomic_iadd_i64_p1"));
        assert_eq!(add(2, long), None, "GPUs do not change constant memory");
        assert_eq!(add(1, IrType::Bool), None);
        let sin = |lanes| {
            let of = value(Scalar::F32, lanes);
            bind("__spirv_ocl_sin", Family::Host, of, &[of])
        };
        let four = sin(4).expect("sin of vectors");
        assert_eq!((four.name().as_str(), four.element().name().as_str()), ("__sp_ocl_sin_v4f32", "__sp_ocl_sin_f32"));
        assert_eq!(sin(5), None);
    }

    #[test]
    fn a_star_stands_for_a_type() {
        assert_eq!(rows("__acpp_sscp_sin_f64").count(), 1);
        assert_eq!(rows("__acpp_sscp_sin_f").count(), 0);
        assert_eq!(rows("__acpp_sscp_sin_f3_2").count(), 0);
        assert_eq!(rows("__spirv_Nothing").count(), 0);
        assert_eq!(refused_family("__spirv_ImageRead"), Some("images"));
    }

    #[test]
    fn a_row_binds_its_own_types() {
        for target in TARGETS {
            for row in all() {
                for binding in row.bindings(target) {
                    let types = row.types(target, &binding);
                    let pointees = row.pointees(&binding);
                    assert_eq!(row.bind_pointees(target, &types, &pointees), Some(binding), "{types:?}");
                }
            }
        }
    }
}

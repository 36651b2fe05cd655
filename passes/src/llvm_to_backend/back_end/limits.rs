//! Code on which LLVM's back ends abort, or read files.

use std::fmt;

use sycl_propset::demangle::display_name;

use super::{Kind, nvptx_atomics, rings};
use crate::{
    ir::{
        Call, CallingConvention, Function, GlobalVariable, Linkage, ModuleView, Opcode, Type, TypeKind, Value,
        ValueKind,
    },
    users::{Graph, Users},
};

/// All that a back end cannot compile in a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Limits {
    /// The target as the user wrote it.
    pub target: String,
    /// Limits that it does not keep to, in the order of the module.
    pub found: Vec<Limit>,
}

/// Something that a back end cannot compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The operation.
    pub operation: String,
    /// The function that has it, as in the source.
    pub functions: Vec<String>,
    /// Its users; none for what belongs to the whole module.
    pub users: Option<Users>,
    /// Alternative.
    pub expected: &'static str,
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, limit) in self.found.iter().enumerate() {
            let functions = match &limit.functions[..] {
                [] => String::new(),
                functions => format!("function `{}`, ", functions.join("`, `")),
            };
            let users = limit.users.as_ref().map(|users| format!(" ({functions}{users})")).unwrap_or_default();
            let line = if number == 0 { "" } else { "\n" };
            write!(f, "{line}target `{}` does not have {}{users}", self.target, limit.operation)?;
            write!(f, "; expected {}", limit.expected)?;
        }
        Ok(())
    }
}

/// The prefix that clang gives the body of an OpenCL kernel that other kernels call.
const OPENCL_BODY: &str = "__clang_ocl_kern_imp_";

/// The mistake, and the expectation.
type Problem = (String, &'static str);

/// Refuses what the back end cannot compile. Of one kind, the first one in each function counts.
pub(super) fn check(module: ModuleView<'_>, kind: Kind, target: &str) -> Result<(), Limits> {
    let mut problems: Vec<(Value<'_>, Problem)> = Vec::new();
    for function in module.functions() {
        if let Some(problem) = of_function(function, kind) {
            problems.push((*function, problem));
        }
        let first = problems.len();
        let has_halves = matches!(kind, Kind::Amdgpu(Some(WITH_HALVES..))) && has_waves_of_64(function);
        for instruction in function.instructions() {
            let exchange = Some(instruction).filter(|_| has_halves).and_then(exchange_of_halves);
            let Some(problem) = exchange.or_else(|| of_instruction(instruction, kind)) else { continue };
            if !problems[first..].iter().any(|(_, known)| *known == problem) {
                problems.push((*function, problem));
            }
        }
    }
    for variable in module.global_variables().filter(|variable| variable.is_thread_local() && kind != Kind::Spirv) {
        let operation = format!("thread-local variables (`{}`)", variable.name());
        problems.push((*variable, (operation, "a variable in local memory, or one of a function")));
    }
    for alias in module.aliases().filter(|alias| matches!(kind, Kind::Nvptx(_)) && !is_of_nvptx(*alias)) {
        let operation = format!("other aliases than those of functions (`{}`)", alias.name());
        problems.push((alias, (operation, "what it stands for")));
    }
    if kind.writes_variables_in_order() {
        problems.extend(rings::find(module).into_iter().map(|ring| (*ring[0], of_ring(&ring))));
    }
    let has_assembly = matches!(kind, Kind::Amdgpu(_)) && module.has_assembly();
    if problems.is_empty() && !has_assembly {
        return Ok(());
    }
    let graph = Graph::build(module);
    let mut found = Vec::new();
    for (place, (operation, expected)) in problems {
        let mut functions = match place.as_function() {
            Some(function) if !function.is_declaration() => vec![display_name(&place.name())],
            _ => graph.functions(place),
        };
        functions.iter_mut().for_each(|name| *name = name.trim_start_matches(OPENCL_BODY).to_owned());
        functions.dedup();
        found.push(Limit { operation, functions, users: Some(graph.users(place)), expected });
    }
    if has_assembly {
        let operation = "assembly outside of functions".to_owned();
        found.push(Limit { operation, functions: Vec::new(), users: None, expected: NO_DIRECTIVES });
    }
    Err(Limits { target: target.to_owned(), found })
}

/// The assembly that is allowed.
const NO_DIRECTIVES: &str = "instructions in a function, without directives and strings";

/// Variables that a message names.
const MOST_VARIABLES: usize = 8;

fn of_ring(ring: &[GlobalVariable<'_>]) -> Problem {
    let names: Vec<String> = ring.iter().take(MOST_VARIABLES).map(|variable| display_name(&variable.name())).collect();
    let names = format!("`{}`", names.join("`, `"));
    let operation = match ring.len() {
        1 => format!("variables whose initializers refer to themselves ({names})"),
        2..=MOST_VARIABLES => format!("variables whose initializers refer to each other ({names})"),
        count => {
            format!("variables whose initializers refer to each other ({names} and {} more)", count - MOST_VARIABLES)
        }
    };
    (operation, "indices in place of pointers, or pointers that a kernel stores")
}

/// Whether assembly has something that an assembler may take for a directive, some of which read files: a name after a
/// dot, or what an operand becomes after one, or a string. Given is the text as LLVM prints it.
fn has_directive(printed: &str) -> bool {
    let after_dots = printed.split('.').skip(1);
    printed.contains("\\22") || after_dots.into_iter().any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether PTX has such an alias.
fn is_of_nvptx(alias: Value<'_>) -> bool {
    let is_strong = alias.is_strong_definition() || alias.linkage() == Linkage::Local;
    is_strong && alias.aliasee().is_some_and(|of| of.as_function().is_some_and(|of| !of.is_declaration()))
}

/// Calling conventions of LLVM that AMDGPU has for functions: C, fast, cold, and its own.
const OF_AMDGPU: [u32; 4] = [0, 8, 9, 94];

fn of_function(function: Function<'_>, kind: Kind) -> Option<Problem> {
    match (kind, function.calling_convention()) {
        (Kind::Amdgpu(_), CallingConvention::Other(number)) if !OF_AMDGPU.contains(&number) && !is_shader(number) => {
            Some((format!("the calling convention `cc {number}`"), "that of C"))
        }
        _ => intrinsic(function, kind),
    }
}

/// AMDGPU's conventions for graphics.
fn is_shader(number: u32) -> bool {
    (87..=90).contains(&number) || [93, 95, 96, 100, 103, 104].contains(&number)
}

fn of_instruction(instruction: Value<'_>, kind: Kind) -> Option<Problem> {
    let of = |operation: &str, expected| Some((operation.to_owned(), expected));
    let is_gpu = kind != Kind::Spirv;
    match instruction.opcode() {
        Opcode::IndirectJump if is_gpu => return of("jumps to addresses (`indirectbr`)", "a `switch`"),
        Opcode::VariadicArgument if !matches!(kind, Kind::Nvptx(_)) => {
            return of("lists of arguments (`va_arg`)", "a fixed number of parameters");
        }
        _ => {}
    }
    if instruction.operands().any(|operand| operand.kind() == ValueKind::BlockAddress) {
        return of("addresses of labels (`blockaddress`)", "a `switch`");
    }
    if matches!(kind, Kind::Amdgpu(_)) && instruction.opcode().is_call() {
        let called =
            instruction.as_call().map(Call::called_value).filter(|called| called.kind() == ValueKind::InlineAsm);
        if called.is_some_and(|assembly| has_directive(&assembly.print())) {
            return of("directives in assembly", NO_DIRECTIVES);
        }
    }
    if is_gpu && computes_in_long_double(instruction) {
        return of("numbers as long as `long double`", "`double`");
    }
    if matches!(kind, Kind::Nvptx(_)) && converts_long_integer(instruction) {
        return of("conversions between floating-point numbers and integers of more than 64 bits", "`long`");
    }
    instruction.atomic_order().filter(|_| is_gpu).and_then(|_| atomic(instruction, kind))
}

/// Whether an instruction does more with such numbers than to move them.
fn computes_in_long_double(instruction: Value<'_>) -> bool {
    let is_long = |ty: Type<'_>| ["fp128", "x86_fp80", "ppc_fp128"].contains(&ty.scalar().to_string().as_str());
    match instruction.opcode() {
        Opcode::FloatArithmetic | Opcode::FloatConversion | Opcode::FloatCompare => {
            is_long(instruction.ty()) || instruction.operands().any(|operand| is_long(operand.ty()))
        }
        _ => false,
    }
}

fn converts_long_integer(instruction: Value<'_>) -> bool {
    let is_long = |ty: Type<'_>| matches!(ty.scalar().kind(), TypeKind::Integer(65..));
    instruction.opcode() == Opcode::FloatConversion
        && (is_long(instruction.ty()) || is_long(instruction.operand(0).ty()))
}

/// The first processor with an atomic operation that other devices see.
const WITH_SYSTEM: u32 = 60;

fn atomic(instruction: Value<'_>, kind: Kind) -> Option<Problem> {
    let of = |operation: String, expected| Some((operation, expected));
    if let Some(ty) = instruction.atomic_type() {
        let bits = match ty.kind() {
            TypeKind::Integer(bits) => bits,
            _ => 0,
        };
        if bits > 64 {
            return of(format!("atomic operations on integers of {bits} bits"), "64 bits at most");
        }
        if instruction.access_alignment() * 8 < u64::from(bits) {
            return of(
                format!("atomic operations on {bits} bits with the alignment {}", instruction.access_alignment()),
                "memory that is aligned to its size",
            );
        }
        let is_exchange = matches!(instruction.opcode(), Opcode::AtomicReadModifyWrite | Opcode::CompareExchange);
        if is_exchange && matches!(kind, Kind::Nvptx(..WITH_SYSTEM)) && nvptx_atomics::is_of_system(instruction) {
            return of(
                "atomic operations with the scope of the whole system".to_owned(),
                "the scope `device`, or the processor `sm_60` or a later one",
            );
        }
    }
    let scope = instruction.atomic_scope();
    let known = match kind {
        Kind::Nvptx(_) => ["block", "cluster", "device", ""].contains(&scope.as_str()),
        _ => scope.is_empty() || AMDGPU_SCOPES.contains(&scope.trim_end_matches("-one-as").trim_end_matches("one-as")),
    };
    if known { None } else { of(format!("the scope `{scope}`"), "one of SPIR-V's scopes before `retarget`") }
}

/// Scopes of AMDGPU, each also with `-one-as` behind it.
const AMDGPU_SCOPES: [&str; 6] = ["singlethread", "wavefront", "workgroup", "cluster", "agent", ""];

/// Intrinsics that a back end ends on, and the types for which it does; none for all.
type Table = &'static [(&'static [&'static str], &'static [&'static str])];

/// Limits of every back end for devices.
const OF_NONE: Table = &[(
    &[
        "clear_cache",
        "init.trampoline",
        "memcpy.element.unordered.atomic",
        "memmove.element.unordered.atomic",
        "memset.element.unordered.atomic",
        "pcmarker",
        "reset.fpenv",
        "reset.fpmode",
        "stackguard",
        "swift.async.context.addr",
        "threadlocal.address",
    ],
    &[],
)];

/// The mathematics that the library takes over for numbers that have it.
const MATHEMATICS: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "log", "log10", "log2", "modf", "pow", "powi",
    "sin", "sincos", "sincospi", "sinh", "tan", "tanh",
];

const NVPTX: Table = &[
    (MATHEMATICS, &[]),
    (&["exp2"], &["f64"]),
    (&["canonicalize"], &["bf16"]),
    (&["get.fpenv", "get.fpmode", "llrint", "llround", "lrint", "lround", "sdiv.fix.sat", "set.rounding"], &[]),
    (&["sdiv.fix", "udiv.fix"], &["i64"]),
];

const AMDGPU: Table = &[
    (&["acos", "asin", "atan", "atan2", "cosh", "modf", "sincospi", "sinh", "tan", "tanh"], &[]),
    (MATHEMATICS, &["f64"]),
    (&["exp2"], &["f64"]),
    (&["llrint", "llround", "lrint", "lround"], &["bf16"]),
    (&["sdiv.fix", "udiv.fix"], &["i64"]),
    (&["frameaddress"], &[]),
];

const SPIRV: Table = &[(
    &[
        "canonicalize",
        "exp10",
        "frameaddress",
        "get.fpenv",
        "get.fpmode",
        "get.rounding",
        "ldexp",
        "llrint",
        "lrint",
        "maximumnum",
        "minimumnum",
        "prefetch",
        "readcyclecounter",
        "readsteadycounter",
        "returnaddress",
        "sdiv.fix",
        "set.rounding",
        "smul.fix",
        "udiv.fix",
        "umul.fix",
    ],
    &[],
)];

/// Operations with a rounding mode and exceptions of their own (`llvm.experimental.constrained.`).
const NVPTX_CONSTRAINED: Table = &[
    (MATHEMATICS, &[]),
    (&["fcmp", "fcmps", "frem", "ldexp", "llrint", "llround", "lrint", "lround", "round"], &[]),
    (&["exp2", "maximum", "minimum"], &["f64"]),
    (&["fdiv", "sqrt"], &["f16"]),
];

const AMDGPU_CONSTRAINED: Table = &[
    (MATHEMATICS, &[]),
    (&["fcmp", "fcmps", "fdiv", "fptosi", "fptoui", "frem", "llrint", "llround", "lrint", "lround"], &[]),
    (&["maximum", "maxnum", "minimum", "minnum", "nearbyint", "rint", "round"], &[]),
    (&["exp2", "sqrt"], &["f32", "f64"]),
    (&["sitofp", "uitofp"], &["f16", "i64"]),
    (&["fptrunc.f16.f64"], &[]),
];

const SPIRV_CONSTRAINED: Table = &[
    (MATHEMATICS, &[]),
    (&["ceil", "exp2", "floor", "fmuladd", "fpext", "fptosi", "fptoui", "fptrunc"], &[]),
    (&["llrint", "llround", "lrint", "lround", "maximum", "maxnum", "minimum", "minnum"], &[]),
    (&["nearbyint", "rint", "round", "roundeven", "sitofp", "trunc", "uitofp"], &[]),
];

/// Functions that OpenCL C's `enqueue_kernel` and its like become begin so. SPIR-V has instructions for them, LLVM's
/// back end has not.
const ENQUEUE: &str = "__enqueue_kernel_";

/// The first version of AMD's instructions with exchanges within a wave.
const WITH_EXCHANGES: u32 = 8;

/// The first version of AMD's instructions whose exchanges reach 32 lanes, half of the largest wave.
const WITH_HALVES: u32 = 10;
/// The intrinsic of exchanges.
const EXCHANGE: &str = "llvm.amdgcn.ds.bpermute";

/// Whether a kernel asks for waves of 64 lanes, which all functions of its module have then.
fn has_waves_of_64(function: Function<'_>) -> bool {
    let features = function.string_attribute("target-features");
    features.is_some_and(|features| features.split(',').any(|feature| feature == "+wavefrontsize64"))
}

/// A call that exchanges values within a half of a wave, where its caller means the whole one.
fn exchange_of_halves(instruction: Value<'_>) -> Option<Problem> {
    let callee = instruction.as_call()?.callee()?;
    let operation = || "exchanges within sub-groups of 64 (`ds_bpermute_b32` reaches 32 lanes)".to_owned();
    callee.name().starts_with(EXCHANGE).then(|| (operation(), "a required sub-group size of 32, or none"))
}

/// Whether a function is an intrinsic that the back end ends on.
fn intrinsic(function: Function<'_>, kind: Kind) -> Option<Problem> {
    let name = function.name();
    if kind == Kind::Spirv && name.starts_with(ENQUEUE) && !function.is_unused() {
        return Some(("kernels that a kernel starts (`enqueue_kernel`)".to_owned(), "a kernel that the host starts"));
    }
    let short = name.strip_prefix("llvm.").filter(|_| !function.is_unused())?;
    if matches!(kind, Kind::Amdgpu(Some(..WITH_EXCHANGES))) && name.starts_with(EXCHANGE) {
        return Some((
            "exchanges within sub-groups (`ds_bpermute_b32`)".to_owned(),
            "the processor `gfx803` or a later one",
        ));
    }
    let constrained = short.strip_prefix("experimental.constrained.");
    let (table, of_constrained) = match kind {
        Kind::Nvptx(_) => (NVPTX, NVPTX_CONSTRAINED),
        Kind::Amdgpu(_) => (AMDGPU, AMDGPU_CONSTRAINED),
        Kind::Spirv => (SPIRV, SPIRV_CONSTRAINED),
    };
    let is_in = |names: &[&str], types: &[&str], short: &str| {
        let rest = names
            .iter()
            .find_map(|name| short.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('.')));
        rest.is_some_and(|rest| types.is_empty() || rest.split('.').any(|part| types.contains(&element(part))))
    };
    let is_refused = match constrained {
        Some(short) => of_constrained.iter().any(|(names, types)| is_in(names, types, short)),
        None => table.iter().chain(OF_NONE).any(|(names, types)| is_in(names, types, short)),
    };
    is_refused.then(|| (format!("the intrinsic `{name}`"), "a function that has a definition"))
}

/// The type of an element in the name of an intrinsic: `f32` of `v4f32`.
fn element(ty: &str) -> &str {
    let vector = ty.strip_prefix('v').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    vector.filter(|element| !element.is_empty()).unwrap_or(ty)
}

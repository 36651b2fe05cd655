//! Rules of device code: one place, which every entrance asks, says what it may refer to.
//!
//! SYCL gives device code no variables of the host but constants (SYCL 2020, 5.4). Stock clang checks nothing of this:
//! it gives device code a copy of the variable, which neither side sees the other write to, and an initializer that
//! runs when the program starts does not run for the copy.
//!
//! | refused | what it is in a module |
//! | --- | --- |
//! | a variable that is not constant | a variable in global memory that is neither `constant` nor one of a device's own |
//! | a constant whose initializer runs | such a variable, written to by what `llvm.global_ctors` names, or with a guard |
//! | a variable of a thread | `thread_local` |
//! | an exception | a call of `__cxa_throw` or its kind, or what the headers make of one |
//! | a list of arguments (`...`) | `llvm.va_start` |
//! | `__float128` | an instruction on `fp128`; `long double` is `double` to stock clang, so it leaves no trace |
//! | a call that reaches no function | a call through a pointer in complete code where no function's address is taken |
//!
//! Variables that device code has by design are device globals and host pipes (`sycl-unique-id`), what an optimizer or
//! a launcher sets (`externally_initialized`, IR constants), counters of profiles, and those with reserved names, which
//! the headers and libraries of a compiler define. Program-scope variables of OpenCL C are legal: only kernels of SYCL
//! are checked.
//!
//! Cost: a look at each variable, declaration and instruction; where one is refused, that of a graph of the module.

use std::{collections::BTreeSet, fmt};

use rustc_hash::FxHashSet;
use sycl_propset::demangle::display_name;

use crate::{
    device_code_split::is_declared_device_global,
    device_globals,
    ir::{
        Call, Dependencies, Function, GlobalId, GlobalVariable, IntrinsicCalls, Marks, ModuleView, TypeKind, Value,
        ValueKind, attribute,
        gpu::address_space,
        kernels::{EntryPoints, Kernels},
    },
    properties::HOST_PIPE_SIZE,
    site::Site,
    sscp::ir_constants,
    users::Graph,
};

/// The state of a module when it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Nothing: an initializer that runs may yet become a constant, and a branch with a `throw` may yet go.
    BeforeOptimization,
    /// It was optimized as far as its compiler was asked to.
    AfterOptimization,
}

/// Everything in a module that device code may not refer to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Forbidden {
    /// The findings, in the order of the module.
    found: Vec<Finding>,
}

/// Something that device code may not refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    /// Its kind.
    what: What,
    /// Its name as in the source.
    name: String,
    /// Place of its use.
    site: Site,
    /// The source file of who uses it, where that is known.
    file: Option<String>,
    /// The kernels that reach it, or else the functions that other translation units can call.
    users: Vec<String>,
    /// Whether these are kernels.
    are_kernels: bool,
}

/// Reasons why device code may not refer to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Variable,
    Initialized,
    ThreadLocal,
    Exception,
    ArgumentList,
    Float128,
    NoTarget,
}

/// Something in a module that is refused if device code reaches it.
#[derive(Clone, Copy)]
struct Suspect<'m> {
    /// The variable or function, or the function that an instruction is in.
    global: Value<'m>,
    /// The instruction, of those that are refused themselves.
    instruction: Option<Value<'m>>,
    what: What,
}

/// Number of users that a message names.
const MOST_USERS: usize = 4;

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, finding) in self.found.iter().enumerate() {
            write!(f, "{}{finding}", if number == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.site.location, &self.file) {
            (Some(location), _) => write!(f, "{location}: ")?,
            (None, Some(file)) => write!(f, "{file}: ")?,
            (None, None) => {}
        }
        let kind = if self.are_kernels { "kernel" } else { "function" };
        let shown = self.users[..self.users.len().min(MOST_USERS)].join("`, `");
        write!(f, "{kind}{} `{shown}`", if self.users.len() == 1 { "" } else { "s" })?;
        match self.users.len() - self.users.len().min(MOST_USERS) {
            0 => {}
            rest => write!(f, " and {rest} more")?,
        }
        let verb = |one, many| if self.users.len() == 1 { one } else { many };
        match self.what {
            What::Exception => write!(f, " {} an exception", verb("throws", "throw"))?,
            What::ArgumentList => write!(f, " {} a list of arguments (`...`)", verb("reads", "read"))?,
            What::Float128 => write!(f, " {} `__float128`", verb("computes with", "compute with"))?,
            What::NoTarget => {
                write!(f, " {} a function through a pointer, or a virtual function,", verb("calls", "call"))?;
            }
            What::Variable | What::Initialized | What::ThreadLocal => {
                write!(f, " {} the variable `{}`", verb("uses", "use"), self.name)?;
            }
        }
        if self.users != [self.site.function.as_str()] {
            write!(f, " in function `{}`", self.site.function)?;
        }
        f.write_str(match self.what {
            What::Variable => {
                ", which is the host's and not constant, so device code has a copy that nothing keeps equal; expected a \
                 `constexpr` variable, a `const` one with a constant initializer, a captured value, or memory behind a \
                 captured pointer"
            }
            What::Initialized => {
                ", whose initializer runs on the host when the program starts, so device code has its zeros; expected \
                 an initializer that the compiler evaluates, as of `constexpr` variables, or a captured value"
            }
            What::ThreadLocal => {
                ", which is `thread_local`, and threads are the host's; expected a variable of a function, a captured \
                 value or local memory"
            }
            What::Exception => "; expected code without `throw`, which devices do not have",
            What::ArgumentList => ", which devices do not have; expected a function template with a parameter pack",
            What::Float128 => ", which devices do not have; expected `double`",
            What::NoTarget => {
                " and no function of device code has an address that the pointer could hold: those of the host are no \
                 use on a device; expected a direct call, a function object or a parameter of a template"
            }
        })
    }
}

/// Whether the kernels of a module are SYCL's, by a translation unit or by the name of a type.
fn is_sycl(module: ModuleView<'_>, kernels: &Kernels<'_>) -> bool {
    module.functions().any(|function| {
        function.has_string_attribute(attribute::MODULE_ID)
            || kernels.defines(function) && function.name_bytes().starts_with(b"_ZTS")
    })
}

/// Whether code outside of a module may have the functions that it calls through pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callees {
    /// Other images of the program may have them: DPC++ lets images import functions.
    MayBeElsewhere,
    /// The module is all that a device gets.
    AreHere,
}

/// Checks the device code of a linked module, or of one that a front end has finished. Modules of other languages have
/// other rules. What is undefined may be in a library, and is an error or a warning elsewhere if it is not.
pub(crate) fn check(module: ModuleView<'_>, callees: Callees) -> Result<(), Forbidden> {
    let kernels = Kernels::find(module);
    if !is_sycl(module, &kernels) {
        return Ok(());
    }
    let mut suspects = suspects(module, When::AfterOptimization);
    suspects.retain(|suspect| suspect.what != What::Variable || !suspect.global.is_declaration());
    if callees == Callees::AreHere {
        suspects.extend(calls_without_target(module));
    }
    if suspects.is_empty() {
        return Ok(());
    }
    let is_entry_point = |function| {
        kernels.is_entry_point(function, EntryPoints::KernelsAndExternalFunctions)
            || kernels.is_entry_point(function, EntryPoints::KernelsOnly)
    };
    judge(module, &suspects, is_entry_point, &kernels, When::AfterOptimization)
}

/// Checks the device code of a translation unit. `is_root` says which functions are kernels or can be called from
/// others.
pub(crate) fn check_unit<'m>(
    module: ModuleView<'m>,
    is_root: impl Fn(Function<'m>) -> bool,
    when: When,
) -> Result<(), Forbidden> {
    let suspects = suspects(module, when);
    match suspects.is_empty() {
        true => Ok(()),
        false => judge(module, &suspects, is_root, &Kernels::find(module), when),
    }
}

/// Functions that reach what device code may not refer to.
pub(crate) fn breaking<'m>(module: ModuleView<'m>) -> FxHashSet<Function<'m>> {
    let suspects = suspects(module, When::AfterOptimization);
    let graph = Graph::build(module);
    let dependencies = graph.dependencies();
    let above = suspects.iter().filter_map(|suspect| dependencies.id(suspect.global)).flat_map(|id| graph.above(id));
    above.filter_map(|id| dependencies.global(id).as_function()).collect()
}

/// Variables and functions that are refused if device code reaches them.
fn suspects(module: ModuleView<'_>, when: When) -> Vec<Suspect<'_>> {
    let mut suspects: Vec<Suspect<'_>> = Vec::new();
    let global = |global, what| Suspect { global, instruction: None, what };
    for variable in module.global_variables() {
        if variable.is_thread_local() {
            suspects.push(global(*variable, What::ThreadLocal));
        } else if variable.ty().kind() == TypeKind::Pointer(address_space::GLOBAL) && !variable.is_constant_variable() {
            suspects.push(global(*variable, What::Variable));
        }
    }
    if !suspects.is_empty() {
        let constants = ir_constants::marked(module);
        suspects.retain(|suspect| {
            let variable = suspect.global.as_global_variable();
            suspect.what == What::ThreadLocal || variable.is_some_and(|v| !is_of_device(v) && !constants.contains(&v))
        });
    }
    if when == When::AfterOptimization {
        for name in ["__sycl_passes_throw", "__cxa_throw", "__cxa_rethrow"] {
            let function = module.function(name).filter(|function| function.is_declaration());
            suspects.extend(function.map(|function| global(*function, What::Exception)));
        }
        suspects.extend(first_instructions(module, refused_instruction));
    }
    suspects
}

/// The first instruction of each function and kind that is refused.
fn first_instructions<'m>(module: ModuleView<'m>, what: impl Fn(Value<'m>) -> Option<What>) -> Vec<Suspect<'m>> {
    let mut found: Vec<Suspect<'m>> = Vec::new();
    for function in module.functions() {
        let first = found.len();
        for instruction in function.instructions() {
            let Some(what) = what(instruction) else { continue };
            if found[first..].iter().all(|known| known.what != what) {
                found.push(Suspect { global: *function, instruction: Some(instruction), what });
            }
        }
    }
    found
}

/// Reason why an instruction is refused.
fn refused_instruction(instruction: Value<'_>) -> Option<What> {
    let callee = instruction.as_call().and_then(|call| call.callee());
    if callee.is_some_and(|callee| callee.name_bytes().starts_with(b"llvm.va_start")) {
        return Some(What::ArgumentList);
    }
    let is_float128 = instruction.ty().scalar().kind() == TypeKind::Float128;
    is_float128.then_some(What::Float128)
}

/// Calls through pointers, where no function's address is taken. Implementations of DPC++'s virtual functions may be in
/// other images.
fn calls_without_target(module: ModuleView<'_>) -> Vec<Suspect<'_>> {
    let through_pointer = |instruction: Value<'_>| {
        let call = instruction.as_call()?;
        let called = call.called_value();
        let is_pointer = matches!(called.ty().kind(), TypeKind::Pointer(_));
        let is_call = is_pointer && !called.is_constant() && called.kind() != ValueKind::InlineAsm;
        (is_call && !call.has_attribute(attribute::VIRTUAL_CALL)).then_some(What::NoTarget)
    };
    let calls = first_instructions(module, through_pointer);
    let has_address = |function: Function<'_>| {
        function.users().any(|user| {
            let only_called = |call: Call<'_>| {
                call.called_value() == *function && call.arguments().all(|argument| argument != *function)
            };
            !user.as_call().is_some_and(only_called)
        })
    };
    if calls.is_empty() || module.functions().any(has_address) { Vec::new() } else { calls }
}

/// Whether a variable that is not constant is meant for device code.
fn is_of_device(variable: GlobalVariable<'_>) -> bool {
    let name = variable.name();
    let source = display_name(&name);
    let last = source.rsplit("::").next().unwrap_or_default();
    variable.is_externally_initialized()
        || is_declared_device_global(*variable)
        || device_globals::is_device_global(variable)
        || [attribute::UNIQUE_ID, attribute::DEVICE_GLOBAL_SIZE, HOST_PIPE_SIZE]
            .iter()
            .any(|attribute| variable.string_attribute_bytes(attribute).is_some())
        || variable.section().starts_with("__llvm_")
        || name.starts_with("llvm.")
        // Of the C++ ABI: tables and names of types. Guards are named by their variable.
        || ["_ZTV", "_ZTT", "_ZTI", "_ZTS", "_ZGV"].iter().any(|prefix| name.starts_with(prefix))
        // DPC++'s library of fallbacks.
        || name.starts_with("SPIR_")
        || is_reserved(&source)
        || is_reserved(last)
}

/// Whether an identifier is one of those that C++ reserves.
fn is_reserved(identifier: &str) -> bool {
    let mut letters = identifier.chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// Finds which suspects device code reaches, and where.
fn judge<'m>(
    module: ModuleView<'m>,
    suspects: &[Suspect<'m>],
    is_root: impl Fn(Function<'m>) -> bool,
    kernels: &Kernels<'m>,
    when: When,
) -> Result<(), Forbidden> {
    let graph = Graph::build(module);
    let dependencies = graph.dependencies();
    let closure = |roots: &[GlobalId]| -> FxHashSet<GlobalId> {
        let roots = roots.iter().copied();
        dependencies.closure(roots, IntrinsicCalls::Followed, |_| false, &mut Marks::default()).into_iter().collect()
    };
    let ids = |matches: &dyn Fn(Function<'m>) -> bool| -> Vec<GlobalId> {
        module.functions().filter(|function| matches(*function)).filter_map(|f| dependencies.id(f)).collect()
    };
    let of_kernels = closure(&ids(&|function| kernels.defines(function)));
    let constructors = module.global_variable("llvm.global_ctors").and_then(|list| dependencies.id(*list));
    let at_start = closure(constructors.as_slice());
    // What only initializers call is no function of device code, even if others could call it.
    let is_called = |id: &GlobalId| of_kernels.contains(id) || !at_start.contains(id);
    let mut roots = ids(&is_root);
    roots.retain(is_called);
    let reached = closure(&roots);

    let mut found = Vec::new();
    for Suspect { global, instruction, what } in suspects {
        let Some(id) = dependencies.id(*global).filter(|id| reached.contains(id)) else { continue };
        let uses = graph.uses(id);
        let is_written = uses.functions.iter().any(|f| at_start.contains(f) && !reached.contains(f));
        let is_guarded = *what == What::Variable && has_guard(module, &global.name());
        let what = if *what == What::Variable && (is_written || is_guarded) { What::Initialized } else { *what };
        if what == What::Initialized && when == When::BeforeOptimization {
            continue;
        }
        let site = match instruction {
            Some(instruction) => Site::new(instruction.parent_function(), instruction.location()),
            None => {
                let Some(user) = uses.functions.iter().find(|function| reached.contains(function)) else { continue };
                let Some(function) = dependencies.global(*user).as_function() else { continue };
                Site::new(function, place(function, &uses.through, dependencies))
            }
        };
        let above = graph.above(id);
        let named = |are_kernels: bool| -> Vec<Function<'m>> {
            let roots = roots.iter().filter(|root| above.contains(root));
            let functions = roots.filter_map(|root| dependencies.global(*root).as_function());
            functions.filter(|function| kernels.defines(*function) == are_kernels).collect()
        };
        let (of, are_kernels) = match named(true) {
            none if none.is_empty() => (named(false), false),
            kernels => (kernels, true),
        };
        found.push(Finding {
            what,
            name: display_name(&global.name()),
            site,
            file: of.first().map(|root| file(module, *root)).filter(|file| !file.is_empty()),
            users: of.iter().map(|function| display_name(&function.name())).collect(),
            are_kernels,
        });
    }
    if found.is_empty() { Ok(()) } else { Err(Forbidden { found }) }
}

/// Whether a variable has a guard, which a function that initializes it once asks.
fn has_guard(module: ModuleView<'_>, name: &str) -> bool {
    let guard = match name.strip_prefix("_Z") {
        Some(mangled) => format!("_ZGV{mangled}"),
        None => format!("_ZGV{}{name}", name.len()),
    };
    module.global_variable(&guard).is_some()
}

/// The source file of a function, as far as its module says.
fn file(module: ModuleView<'_>, function: Function<'_>) -> String {
    function.string_attribute(attribute::MODULE_ID).unwrap_or_else(|| module.source_file())
}

/// The place of the first instruction that refers to one of several globals.
fn place<'m>(function: Function<'m>, globals: &BTreeSet<GlobalId>, dependencies: &Dependencies<'m>) -> Option<String> {
    let refers = |instruction: &Value<'m>| {
        let mut seen = FxHashSet::default();
        let mut work: Vec<Value<'m>> = instruction.operands().filter(|operand| operand.is_constant()).collect();
        while let Some(constant) = work.pop() {
            if dependencies.id(constant).is_some_and(|id| globals.contains(&id)) {
                return true;
            }
            if !constant.is_global() && seen.insert(constant) {
                work.extend(constant.operands().filter(|operand| operand.is_constant()));
            }
        }
        false
    };
    let mut uses = function.instructions().filter(refers).peekable();
    let first = uses.peek().copied();
    uses.find_map(Value::location).or_else(|| first.and_then(|_| function.location()))
}

//! Step 1: find the calls, and what else is done with the functions that they call. Changes nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    METADATA,
    decode::{Call, Decoder, private_alloca, shown},
    error::Error,
    shapes::Shapes,
};
use crate::ir::{
    self, Dependencies, Function, IntrinsicCalls, Linkage, Marks, ModuleView, Value, ValueKind, kernels::Kernels,
};

/// `T __sycl_getScalar2020SpecConstantValue<T>(const char *id, const void *default, const void *buffer)`
const SCALAR_PREFIX: &str = "_Z37__sycl_getScalar2020SpecConstantValue";
/// `T __sycl_getComposite2020SpecConstantValue<T>(...)`, mostly with the result through a first `sret` parameter.
const COMPOSITE_PREFIX: &str = "_Z40__sycl_getComposite2020SpecConstantValue";
/// DPC++'s intrinsics for private memory whose size is a constant.
const PRIVATE_ALLOCA_PREFIX: &str = "llvm.sycl.alloca";

/// Whether a function is a specialization constant intrinsic: a declaration with a mangling of one of the two names of
/// SYCL 2020's device library interface.
pub fn is_intrinsic(function: Function<'_>) -> bool {
    function.is_declaration() && {
        let name = function.name();
        name.starts_with(SCALAR_PREFIX) || name.starts_with(COMPOSITE_PREFIX)
    }
}

fn is_private_alloca(function: Function<'_>) -> bool {
    function.is_declaration() && function.name().starts_with(PRIVATE_ALLOCA_PREFIX)
}

/// The calls of a module, decoded once.
pub struct Calls<'m> {
    /// In the order of functions, blocks and instructions: the same input always gets the same ids.
    pub(super) all: Vec<Call<'m>>,
    pub(super) shapes: Shapes<'m>,
    /// The functions called.
    pub(super) intrinsics: Vec<Function<'m>>,
    /// Casts of their addresses that calls go through.
    pub(super) casts: Vec<Value<'m>>,
    /// The ones of `all` in a function.
    by_function: FxHashMap<Value<'m>, std::ops::Range<usize>>,
    /// Mistakes that hinder lowering, in module order. It matters where it is needed.
    problems: Vec<Error>,
    /// The first problem of a function or another global.
    problem_of: FxHashMap<Value<'m>, usize>,
    /// Whether the module has constants that were lowered before.
    has_lowered: bool,
}

impl<'m> Calls<'m> {
    /// Finds and decodes the calls of a module. What is wrong with them is kept until it is asked for
    /// ([`check`](Self::check)): it may be in code that is not needed.
    pub fn find(module: ModuleView<'m>) -> Self {
        Self::with_intrinsics(module, module.functions().filter(|f| is_intrinsic(*f)).collect())
    }

    /// Only what nothing can lower: the private memory whose size is a constant.
    pub fn none(module: ModuleView<'m>) -> Self {
        Self::with_intrinsics(module, Vec::new())
    }

    fn with_intrinsics(module: ModuleView<'m>, intrinsics: Vec<Function<'m>>) -> Self {
        let allocas: Vec<Function<'m>> = module.functions().filter(|f| is_private_alloca(*f)).collect();
        let uses = Uses::collect(intrinsics.iter().chain(&allocas).copied());
        let has_lowered = !module.named_metadata(METADATA).is_empty();
        let mut this = Self {
            all: Vec::new(),
            shapes: Shapes::new(module.data_layout()),
            intrinsics,
            casts: Vec::new(),
            by_function: FxHashMap::default(),
            problems: Vec::new(),
            problem_of: FxHashMap::default(),
            has_lowered,
        };
        for function in module.functions().filter(|f| uses.functions.contains(f)) {
            this.add_function(function, &uses);
        }
        for global in module.globals() {
            if let Some(callee) = uses.constants.get(&global) {
                let kind = match global.kind() {
                    ValueKind::Function => "function",
                    ValueKind::Variable => "variable",
                    ValueKind::Alias => "alias",
                    _ => "ifunc",
                };
                let holder = format!(" (see {kind} `{}`)", shown(global));
                this.add_problem(
                    global,
                    Error::NotACall { callee: shown(**callee), place: "a constant".into(), holder },
                );
            }
        }
        this.casts = uses.casts;
        this
    }

    fn add_function(&mut self, function: Function<'m>, uses: &Uses<'m>) {
        let start = self.all.len();
        for instruction in function.instructions() {
            if let Some((call, callee)) = uses.calls.get_key_value(&instruction) {
                let decoded = if is_private_alloca(*callee) {
                    Err(private_alloca(*call, *callee))
                } else {
                    Decoder { instruction: *call, callee: *callee, shapes: &mut self.shapes }.decode()
                };
                match decoded {
                    Ok(call) => self.all.push(call),
                    Err(error) => self.add_problem(*function, error),
                }
            } else if let Some(callee) = uses.addresses.get(&instruction) {
                let place = format!("function `{}`", shown(*function));
                let problem = Error::NotACall { callee: shown(**callee), place, holder: String::new() };
                self.add_problem(*function, problem);
            }
        }
        if self.all.len() > start {
            self.by_function.insert(*function, start..self.all.len());
        }
    }

    fn add_problem(&mut self, holder: Value<'m>, problem: Error) {
        self.problem_of.entry(holder).or_insert(self.problems.len());
        self.problems.push(problem);
    }

    /// The calls in a function.
    pub(super) fn in_function(&self, function: Value<'m>) -> &[Call<'m>] {
        self.by_function.get(&function).map_or(&[], |range| &self.all[range.clone()])
    }

    /// Whether there is nothing to lower and nothing wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.problems.is_empty()
    }

    /// Whether the constants in these globals can be lowered, as far as one can say before they are laid out.
    ///
    /// # Errors
    /// What is wrong with the first of them in module order.
    pub fn check(&self, globals: impl Iterator<Item = Value<'m>>) -> Result<(), Error> {
        if self.problems.is_empty() && !self.has_lowered {
            return Ok(());
        }
        let (mut problem, mut first) = (None, None);
        for global in globals {
            let found = self.problem_of.get(&global).copied();
            problem = problem.into_iter().chain(found).min();
            first = first.or_else(|| self.in_function(global).first());
        }
        match (problem, first) {
            (Some(problem), _) => Err(self.problems[problem].clone()),
            (None, Some(call)) if self.has_lowered => {
                Err(Error::Mixed { constant: call.constant(), function: call.function() })
            }
            _ => Ok(()),
        }
    }

    /// Whether [`lower_part`](super::lower_part) can do these functions: what it does can be undone.
    pub fn can_lower_in_part(&self, functions: impl Iterator<Item = Function<'m>>) -> bool {
        functions.flat_map(|f| self.in_function(*f)).all(Call::can_be_restored)
    }
}

/// Globals of a module that something outside of it can need: what it defines under a name that linkers keep, its
/// kernels, and all that these refer to.
pub(super) fn needed(module: ModuleView<'_>) -> FxHashSet<Value<'_>> {
    let dependencies = Dependencies::find(module, |_| false);
    let kernels = Kernels::find(module);
    let is_root = |global: &Value<'_>| {
        let is_defined = global.kind() == ValueKind::Ifunc || !global.is_declaration();
        is_defined
            && (global.linkage() == Linkage::External
                || global.as_function().is_some_and(|function| kernels.contains(function)))
    };
    let roots: Vec<_> =
        dependencies.globals().iter().filter(|g| is_root(g)).filter_map(|g| dependencies.id(*g)).collect();
    let closure = dependencies.closure(roots, IntrinsicCalls::Followed, |_| false, &mut Marks::default());
    closure.into_iter().map(|id| dependencies.global(id)).collect()
}

/// Uses of functions.
#[derive(Default)]
struct Uses<'m> {
    /// Calls and invokes, with what they call.
    calls: FxHashMap<ir::Call<'m>, Function<'m>>,
    /// Other instructions that use the address of a function.
    addresses: FxHashMap<Value<'m>, Function<'m>>,
    /// The functions that these are in.
    functions: FxHashSet<Function<'m>>,
    /// Globals of which an initializer or the like holds the address of a function.
    constants: FxHashMap<Value<'m>, Function<'m>>,
    casts: Vec<Value<'m>>,
}

impl<'m> Uses<'m> {
    fn collect(functions: impl Iterator<Item = Function<'m>>) -> Self {
        let mut uses = Self::default();
        for function in functions {
            uses.add(function);
        }
        uses
    }

    fn add(&mut self, function: Function<'m>) {
        let mut seen = FxHashSet::default();
        let mut work = vec![*function];
        while let Some(address) = work.pop() {
            for user in address.users() {
                if user.is_global() {
                    self.constants.insert(user, function);
                } else if !user.is_instruction() {
                    if seen.insert(user) {
                        work.push(user);
                    }
                } else if !user.opcode().is_call() && user.strip_pointer_casts() == function {
                    if seen.insert(user) {
                        self.casts.push(user);
                        work.push(user);
                    }
                } else {
                    self.add_instruction(user, function);
                }
            }
        }
    }

    fn add_instruction(&mut self, user: Value<'m>, function: Function<'m>) {
        match user.as_call().filter(|call| call.callee() == Some(function)) {
            Some(call) => drop(self.calls.insert(call, function)),
            None => drop(self.addresses.insert(user, function)),
        }
        self.functions.insert(user.parent_function());
    }
}

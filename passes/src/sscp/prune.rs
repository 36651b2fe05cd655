//! Deletes what cannot happen: branches under constants that are false, and functions that only they need.
//!
//! | reads  | constants, also through functions that return them, and entry points |
//! | writes | internal linkage for all that is no entry point; code without the branches that are never taken |
//! | keeps  | entry points, variables that the host knows by name, specialization constants that are not set, metadata of |
//! |        | functions, debug info; running it again changes nothing |
//!
//! Rounds of these steps, until one changes nothing:
//!
//! 1. Make definitions internal, so that their bodies count: an accessor of a constant is mostly `linkonce_odr`.
//! 2. Inline what must be, and *accessors* that are called without arguments or with a constant: small functions that
//!    compute a number and neither write memory of others nor call anything but accessors.
//! 3. LLVM's passes `sroa`, `ipsccp`, `simplifycfg` and `globaldce`. An optimizer that ran before may have made a
//!    `select` of a branch, or arithmetic: where a constant decides about that, it is resolved, with the operands that
//!    nothing needs then.
//!
//! After the last round, `sscp-outline`.
//!
//! It has to work on code without optimization, in which every function has `noinline` and `optnone`; both are passed
//! over, but stay on functions, which no further optimization then touches. Of accessors that have features recorded
//! (`!sycl_used_aspects`, `!sycl_declared_aspects`), none is inlined: their callers do not say the same.
//!
//! Limits: loops are not unrolled, memory of others is not followed: a constant that goes through a global variable,
//! or through an object whose address a large function takes, stays unknown. Eight rounds at most.
//!
//! Cost: linear in the module, for each round, as far as LLVM's passes are.
//!
//! Source: `docs/retarget.md`; the pipeline that AdaptiveCpp documents, `function(mem2reg,sccp,adce),globaldce`, leaves
//! both branches when a constant is read through a function.

use rustc_hash::{FxHashMap, FxHashSet};

use super::outline::{self, Roots};
use crate::{
    changed::Changed,
    ir::{
        Call, Editor, Function, HeldLinkage, Linkage, ModuleView, Opcode, TypeKind, Value, kernels::Kernels,
        sycl_metadata::MetadataKindIds,
    },
    uses::Uses,
};

pub use super::outline::{Error, Options};

/// Rounds at most; two are the rule.
const MAX_ROUNDS: usize = 8;

/// Instructions that an accessor has at most. Without optimization each variable takes several.
const MAX_ACCESSOR: usize = 64;

/// Depth of accessors that call each other; what lies deeper takes another round.
const MAX_DEPTH: usize = 16;

/// LLVM's passes of one round that find constants. `sroa` leaves blocks as they are, since it must not make code
/// speculative.
const CONSTANTS: &str = "always-inline,function(lower-expect,sroa<preserve-cfg>),ipsccp";

/// LLVM's passes of one round that remove what constants make dead.
const DEAD_CODE: &str = "function(simplifycfg),globaldce";

/// Runs the pass.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    outline::check(editor.view(), &options.keep)?;
    let mut all = rounds(editor, |editor| {
        let mut changed = internalize(editor, &options.keep);
        changed |= mark_accessors(editor);
        let held = hold_entry_points(editor, &options.keep);
        let by_passes = fold_once(editor);
        let module = editor.view();
        for global in module.globals() {
            if let Some(linkage) = held.get(&global.name_bytes()) {
                editor.release(global, *linkage);
            }
        }
        (changed, by_passes)
    });
    // What is kept is there: no pass erases what others can name.
    all |= outline::run(editor, options)?;
    Ok(all)
}

/// Deletes what cannot happen in code that others may call: what they can name stays.
pub(super) fn fold(editor: &mut Editor<'_>) -> Changed {
    rounds(editor, |editor| (mark_accessors(editor), fold_once(editor)))
}

/// Finds constants and removes what they make dead.
fn fold_once(editor: &mut Editor<'_>) -> Changed {
    let mut changed = editor.run_required_pipeline(CONSTANTS);
    changed |= editor.resolve_constants();
    changed |= editor.run_required_pipeline(DEAD_CODE);
    changed
}

/// Repeats a round until its passes change nothing. A round says what its other steps changed, and what its passes did.
fn rounds(editor: &mut Editor<'_>, round_of: impl Fn(&mut Editor<'_>) -> (Changed, Changed)) -> Changed {
    let (mut all, mut before) = (Changed::No, None);
    for round in 0..MAX_ROUNDS {
        let (changed, by_passes) = round_of(editor);
        all |= changed;
        all |= by_passes;
        // The other steps find nothing new in what passes have not changed.
        if by_passes == Changed::No {
            break;
        }
        // Passes may say that they changed something when they did not, which is rare: it takes a round more then.
        if round > 0 {
            let after = Some(editor.view().bitcode());
            if after == before {
                break;
            }
            before = after;
        }
    }
    all
}

/// Makes internal what is not asked for outside of the module.
fn internalize(editor: &mut Editor<'_>, keep: &[String]) -> Changed {
    let mut changed = Changed::No;
    let module = editor.view();
    let roots = Roots::for_module(module, keep);
    let used = used(module);
    for global in module.globals() {
        let is_code_or_data = global.is_function() || global.is_global_variable() || global.is_alias();
        if is_code_or_data
            && !global.is_declaration()
            && global.linkage() != Linkage::Local
            && !global.is_available_externally()
            && !global.name_bytes().starts_with(b"llvm.")
            && !roots.contains(global)
            && !outline::is_identified(global)
            && !used.contains(&global)
        {
            editor.internalize(global);
            changed = Changed::Yes;
        }
    }
    changed
}

/// Holds entry points of linkages that passes drop where nothing uses them. By name: handles do not outlive passes.
fn hold_entry_points(editor: &mut Editor<'_>, keep: &[String]) -> FxHashMap<Vec<u8>, HeldLinkage> {
    let module = editor.view();
    let roots = Roots::for_module(module, keep);
    let is_dropped = |global: &Value<'_>| global.linkage() == Linkage::Discardable && !global.is_available_externally();
    let dropped: Vec<Value<'_>> =
        module.globals().filter(|global| is_dropped(global) && roots.contains(*global)).collect();
    dropped.into_iter().map(|global| (global.name_bytes(), editor.hold(global))).collect()
}

/// Names in `llvm.used` and `llvm.compiler.used`: others rely on their symbol.
fn used(module: ModuleView<'_>) -> FxHashSet<Value<'_>> {
    let lists = ["llvm.used", "llvm.compiler.used"].into_iter().filter_map(|name| module.global_variable(name));
    let elements = lists.filter_map(|list| list.initializer()).flat_map(|list| list.operands().collect::<Vec<_>>());
    elements.map(Value::strip_pointer_casts_to_name).collect()
}

/// Marks accessors that are called without arguments, or with a constant, to be inlined everywhere.
fn mark_accessors(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    let module = editor.view();
    let mut accessors =
        Accessors { kernels: Kernels::find(module), kinds: MetadataKindIds::new(module), known: FxHashMap::default() };
    let candidates: Vec<Function<'_>> =
        module.functions().filter(|function| accessors.is_accessor(*function, 0)).collect();
    for function in candidates {
        let uses = Uses::find(function);
        let is_constant =
            |call: &Call<'_>| call.argument_count() == 0 || call.arguments().any(|argument| argument.is_constant());
        let has_constant = uses.calls.iter().any(is_constant);
        if uses.others.is_empty() && has_constant && !function.has_attribute("alwaysinline") {
            editor.remove_attribute(function, "noinline");
            editor.remove_attribute(function, "optnone");
            editor.add_attribute(function, "alwaysinline");
            changed = Changed::Yes;
        }
    }
    changed
}

/// Functions that are accessors.
struct Accessors<'m> {
    kernels: Kernels<'m>,
    kinds: MetadataKindIds<'m>,
    /// None while a function is looked at: one that calls itself is no accessor.
    known: FxHashMap<Function<'m>, bool>,
}

impl<'m> Accessors<'m> {
    fn is_accessor(&mut self, function: Function<'m>, depth: usize) -> bool {
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        self.known.insert(function, false);
        let is_accessor = depth < MAX_DEPTH && self.has_the_form(function) && self.has_plain_code(function, depth);
        self.known.insert(function, is_accessor);
        is_accessor
    }

    fn has_the_form(&self, function: Function<'m>) -> bool {
        let result = function.value_type().result().kind();
        let is_number = matches!(
            result,
            TypeKind::Integer(_) | TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double
        );
        let has_aspects = || {
            self.kinds
                .features(function)
                .map_or(true, |features| features.used.is_some() || features.declared.is_some())
        };
        is_number
            && !function.is_declaration()
            && function.linkage() == Linkage::Local
            && !function.value_type().is_variadic()
            && !self.kernels.contains(function)
            && !has_aspects()
    }

    fn has_plain_code(&mut self, function: Function<'m>, depth: usize) -> bool {
        let instructions: Vec<Value<'m>> = function.instructions().take(MAX_ACCESSOR + 1).collect();
        instructions.len() <= MAX_ACCESSOR
            && instructions.into_iter().all(|instruction| match instruction.opcode() {
                Opcode::Store => instruction.operand(1).strip_pointer_casts().is_alloca(),
                Opcode::Call => match instruction.as_call().and_then(Call::callee) {
                    Some(callee) if callee.name().starts_with("llvm.") => true,
                    Some(callee) => self.is_accessor(callee, depth + 1),
                    None => false,
                },
                Opcode::Invoke | Opcode::CallBr | Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => false,
                _ => instruction.atomic_type().is_none(),
            })
    }
}

//! Step 1: the calls without a buffer, who reaches them, and which functions get a parameter. Changes nothing.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use sycl_propset::triple::{Family, Triple, first_part};

use super::{
    GLOBAL,
    search::{Search, direct_callee},
};

use crate::{
    diagnostic::{Id, Sink},
    ir::{Function, ModuleView, TypeKind, Value, sycl_metadata::MetadataKindIds},
    pointer_flow::slot_loads,
    spec_constants::{
        OtherModules, Parameters,
        decode::{Call, shown},
    },
};

/// Ways in which a function comes by its parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is a kernel that has it.
    HasIt,
    /// It is a kernel that had it: this is what its mask was.
    Kernel(Vec<bool>),
    /// It is a kernel that had none, for a launcher that passes what the image asks for.
    New,
    /// In its place there will be one that has it.
    Replaced,
    /// It stays for others, and a clone gets it.
    Cloned,
}

/// Change of one instruction.
#[derive(Clone, Copy)]
pub(super) enum Action<'m> {
    /// Its argument of this index becomes the buffer.
    Give(u32),
    /// It calls this function, which takes the buffer as a further argument.
    PassTo(Function<'m>),
}

/// Functions that get a buffer, and those that do not.
#[derive(Default)]
pub(in crate::spec_constants) struct Plan<'m> {
    /// In module order.
    functions: IndexMap<Function<'m>, How>,
    /// Changes of the calls of constants.
    gives: FxHashMap<Value<'m>, u32>,
    warnings: Vec<Warning<'m>>,
    /// Whether the image says which parameter of a kernel is for the buffer.
    pub(super) marks_parameters: bool,
}

/// The warning about a function without a buffer.
struct Warning<'m> {
    function: Function<'m>,
    text: String,
    /// Only calls from other modules give it none.
    is_of_others: bool,
}

impl<'m> Plan<'m> {
    pub(in crate::spec_constants) fn make(
        module: ModuleView<'m>,
        chosen: &[&Call<'m>],
        parameters: Parameters,
    ) -> Self {
        if chosen.is_empty() || !is_portable(module) {
            return Self::default();
        }
        let mut search = Search::new(module);
        let without: Vec<&Call<'m>> = chosen.iter().copied().filter(|call| search.lacks_buffer(call)).collect();
        let reached = Reached::find(module, &mut search, &without, parameters);
        if reached.in_order.is_empty() {
            return Self::default();
        }
        let functions = reached.plan(&search);
        let warnings = reached.warnings(&search, &functions);
        let gives = without.iter().map(|call| (*call.instruction, call.buffer_index())).collect();
        Self { functions, gives, warnings, marks_parameters: parameters == Parameters::OfImage }
    }

    /// Whether no kernel gets one.
    pub(in crate::spec_constants) fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Warns of what gets no buffer; of functions that only other modules can call, if there may be some.
    pub(in crate::spec_constants) fn report(&self, others: OtherModules, sink: &mut dyn Sink) {
        let is_possible = |warning: &&Warning<'_>| others == OtherModules::Possible || !warning.is_of_others;
        for warning in self.warnings.iter().filter(is_possible) {
            sink.warn(Id::SpecConstantBuffer, *warning.function, &warning.text);
        }
    }

    pub(super) fn functions(&self) -> impl Iterator<Item = (Function<'m>, &How)> {
        self.functions.iter().map(|(function, how)| (*function, how))
    }

    /// Changes in a function, by the number of the instruction.
    pub(super) fn actions(&self, function: Function<'m>) -> Vec<(usize, Action<'m>)> {
        let mut actions = Vec::new();
        for (number, instruction) in function.instructions().enumerate() {
            if let Some(index) = self.gives.get(&instruction) {
                actions.push((number, Action::Give(*index)));
            } else if let Some(callee) = direct_callee(instruction)
                && self.functions.contains_key(&callee)
            {
                actions.push((number, Action::PassTo(callee)));
            }
        }
        actions
    }
}

/// Whether a module is for SPIR or SPIR-V in general, where front ends leave constants to the runtime's compiler. Those
/// for one kind of device (`spir64_gen`) have constants emulated from the start.
fn is_portable(module: ModuleView<'_>) -> bool {
    let triple = module.triple();
    Triple::parse(&triple).and_then(Triple::family) == Some(Family::Spirv) && !first_part(&triple).contains('_')
}

/// Way in which a kernel gets the parameter; none if nothing says that it is one with constants.
fn how(kinds: &MetadataKindIds<'_>, kernel: Function<'_>, parameters: Parameters) -> Option<How> {
    let mask = kinds.omitted_arguments(kernel).unwrap_or_default();
    if mask.last() == Some(&true) {
        return Some(How::Kernel(mask));
    }
    let is_buffer = |(index, last): (u32, Value<'_>)| {
        let is_pointer = last.ty().kind() == TypeKind::Pointer(GLOBAL);
        is_pointer && kernel.parameter_alignment(index) == Some(1) && is_ignored(last)
    };
    match parameters {
        _ if (0..).zip(kernel.parameters()).last().is_some_and(is_buffer) => Some(How::HasIt),
        Parameters::OfImage => Some(How::New),
        Parameters::OfProgram => None,
    }
}

/// Whether nothing reads a parameter. Unoptimized code still stores it.
fn is_ignored(parameter: Value<'_>) -> bool {
    parameter.users().all(|user| {
        user.is_store()
            && user.operand(0) == parameter
            && slot_loads(user.operand(1)).is_some_and(|loads| loads.is_empty())
    })
}

/// The functions that reach a call without a buffer through direct calls.
struct Reached<'c, 'm> {
    /// In module order.
    in_order: Vec<Function<'m>>,
    /// The first call that each reaches.
    first: FxHashMap<Function<'m>, &'c Call<'m>>,
    /// The first whose buffer is null, where there is one.
    first_null: FxHashMap<Function<'m>, &'c Call<'m>>,
    /// The ones that each calls.
    callees: FxHashMap<Function<'m>, Vec<Function<'m>>>,
    kinds: MetadataKindIds<'m>,
    parameters: Parameters,
}

impl<'c, 'm> Reached<'c, 'm> {
    fn find(module: ModuleView<'m>, search: &mut Search<'m>, without: &[&'c Call<'m>], parameters: Parameters) -> Self {
        let (mut first, mut first_null) = (FxHashMap::default(), FxHashMap::default());
        for call in without {
            search.spread(call, &mut first);
            if call.instruction.operand(call.buffer_index()).strip_pointer_casts().is_null() {
                search.spread(call, &mut first_null);
            }
        }
        let in_order: Vec<Function<'m>> = module.functions().filter(|f| first.contains_key(f)).collect();
        let mut callees: FxHashMap<Function<'m>, Vec<Function<'m>>> = FxHashMap::default();
        for callee in &in_order {
            for caller in search.callers(*callee) {
                callees.entry(caller).or_default().push(*callee);
            }
        }
        Self { in_order, first, first_null, callees, kinds: MetadataKindIds::new(module), parameters }
    }

    /// Change of each function, in module order.
    fn plan(&self, search: &Search<'m>) -> IndexMap<Function<'m>, How> {
        let mut plan: FxHashMap<Function<'m>, How> = FxHashMap::default();
        for kernel in self.in_order.iter().filter(|f| search.is_kernel(**f) && search.is_fixed(**f).is_none()) {
            plan.extend(how(&self.kinds, *kernel, self.parameters).map(|how| (*kernel, how)));
        }
        let mut work: Vec<Function<'m>> = plan.keys().copied().collect();
        while let Some(function) = work.pop() {
            for callee in self.callees_of(function) {
                if !search.is_kernel(callee) && search.is_fixed(callee).is_none() && !plan.contains_key(&callee) {
                    plan.insert(callee, How::Replaced);
                    work.push(callee);
                }
            }
        }
        // Others call what stays, which calls what stays.
        let is_for_others =
            |f: &Function<'m>| search.stays(*f) || search.callers(*f).any(|caller| !plan.contains_key(&caller));
        let mut work: Vec<Function<'m>> =
            self.in_order.iter().copied().filter(|f| plan.get(f) == Some(&How::Replaced) && is_for_others(f)).collect();
        while let Some(function) = work.pop() {
            plan.insert(function, How::Cloned);
            work.extend(self.callees_of(function).filter(|callee| plan.get(callee) == Some(&How::Replaced)));
        }
        self.in_order.iter().filter_map(|function| plan.remove_entry(function)).collect()
    }

    fn callees_of(&self, function: Function<'m>) -> impl Iterator<Item = Function<'m>> {
        self.callees.get(&function).into_iter().flatten().copied()
    }

    /// Messages about functions that stay without a buffer.
    fn warnings(&self, search: &Search<'m>, plan: &IndexMap<Function<'m>, How>) -> Vec<Warning<'m>> {
        let mut warnings = Vec::new();
        for function in self.in_order.iter().copied() {
            let lack = match search.is_kernel(function) {
                true if plan.contains_key(&function) => None,
                true => self.lack_of_kernel(search, function),
                // Code for one kind of device can have lost its triple: there, callers have a buffer.
                false if plan.is_empty() && !self.first_null.contains_key(&function) => None,
                false => self.lack_of_function(search, function),
            };
            let Some((who, call)) = lack else { continue };
            let text = format!(
                "{who}: the value of specialization constant `{}` is undefined there; use the mode `default-values`",
                call.constant()
            );
            let is_of_others = !search.is_kernel(function)
                && search.is_fixed(function).is_none()
                && !search.has_indirect_calls(function);
            warnings.push(Warning { function, text, is_of_others });
        }
        warnings
    }

    fn lack_of_kernel(&self, search: &Search<'m>, kernel: Function<'m>) -> Option<(String, &'c Call<'m>)> {
        let name = shown(*kernel);
        match search.is_fixed(kernel).filter(|_| how(&self.kinds, kernel, self.parameters).is_some()) {
            Some(why) => Some((format!("kernel `{name}` {why}, so it gets no buffer"), self.first[&kernel])),
            None => {
                let call = self.first_null.get(&kernel)?;
                Some((format!("kernel `{name}` has no parameter for a buffer"), call))
            }
        }
    }

    fn lack_of_function(&self, search: &Search<'m>, function: Function<'m>) -> Option<(String, &'c Call<'m>)> {
        let name = shown(*function);
        let who = match search.is_fixed(function) {
            Some(why) => format!("function `{name}` {why}, so it gets no buffer"),
            None => format!("function `{name}` gets no buffer from {}", search.unseen_callers(function)?),
        };
        Some((who, self.first[&function]))
    }
}

#[cfg(test)]
mod tests {
    use super::is_portable;
    use crate::ir::OwnedModule;

    #[test]
    fn only_spir_in_general_leaves_constants_to_the_device() {
        for (triple, expected) in [
            ("spir64-unknown-unknown", true),
            ("spir-unknown-unknown", true),
            ("spirv64-unknown-unknown", true),
            ("spirv32v1.5-unknown-unknown", true),
            ("spir64_gen-unknown-unknown", false),
            ("spir64_x86_64-unknown-unknown", false),
            ("spirv64_gen-unknown-unknown", false),
            ("spirv1.5-unknown-vulkan", false),
            ("nvptx64-nvidia-cuda", false),
            ("x86_64-unknown-linux-gnu", false),
        ] {
            let module = OwnedModule::read(format!("target triple = \"{triple}\"").as_bytes(), "a.ll").unwrap();
            assert_eq!(is_portable(module.view()), expected, "{triple}");
        }
    }
}

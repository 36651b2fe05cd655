//! The nodes of the call graph: functions, in the order of their numbers, then one for each signature that is called
//! indirectly, and one for what functions without a body may call back.

use rustc_hash::FxHashMap;

use super::constants::Constants;
use crate::ir::{
    Function, Type, Value, attribute,
    names::{is_invoke_simd_name, is_user_name},
};

/// Place where the address of a function is taken.
#[derive(Clone, Copy, Default)]
struct AddressTaken {
    in_table: bool,
    elsewhere: bool,
}

/// The nodes of one module.
pub(super) struct CallNodes<'m> {
    functions: FxHashMap<Function<'m>, u32>,
    /// Whether each function is one that may call back.
    calls_back: Vec<bool>,
    address_taken: Vec<AddressTaken>,
    /// By signature.
    indirect: FxHashMap<Type<'m>, u32>,
    /// Node of all that a user's function without a body may call back, if one is handed a pointer.
    called_back: Option<u32>,
}

impl<'m> CallNodes<'m> {
    pub(super) fn new(functions: &[Function<'m>]) -> Self {
        let address_taken = |f: &Function<'m>| AddressTaken {
            elsewhere: f.has_attributes() && f.has_string_attribute(attribute::REFERENCED_INDIRECTLY),
            in_table: false,
        };
        let calls_back = |f: &Function<'m>| {
            let name = if f.is_declaration() { f.name() } else { return false };
            is_user_name(&name) || is_invoke_simd_name(&name)
        };
        Self {
            functions: functions.iter().enumerate().map(|(id, f)| (*f, id as u32)).collect(),
            calls_back: functions.iter().map(calls_back).collect(),
            address_taken: functions.iter().map(address_taken).collect(),
            indirect: FxHashMap::default(),
            called_back: None,
        }
    }

    /// The nodes of functions.
    pub(super) fn functions(&self) -> &FxHashMap<Function<'m>, u32> {
        &self.functions
    }

    /// The node of a function.
    pub(super) fn function(&self, function: Value<'m>) -> Option<u32> {
        self.functions.get(&function).copied()
    }

    /// Whether a function is one that may call back.
    pub(super) fn calls_back(&self, function: u32) -> bool {
        self.calls_back[function as usize]
    }

    /// Notes that a table holds a function.
    pub(super) fn note_in_table(&mut self, function: u32) {
        self.address_taken[function as usize].in_table = true;
    }

    /// Notes that the address of a function is taken otherwise.
    pub(super) fn note_address(&mut self, function: u32) {
        self.address_taken[function as usize].elsewhere = true;
    }

    /// The first number that no node has.
    fn next(&self) -> u32 {
        (self.functions.len() + self.indirect.len() + usize::from(self.called_back.is_some())) as u32
    }

    /// The node of indirect calls of a signature.
    pub(super) fn indirect(&mut self, signature: Type<'m>) -> u32 {
        let next = self.next();
        *self.indirect.entry(signature).or_insert(next)
    }

    /// The node of what may be called back.
    pub(super) fn called_back(&mut self) -> u32 {
        let next = self.next();
        *self.called_back.get_or_insert(next)
    }

    /// The edges of the nodes after those of functions. A signature that is called indirectly leads to the functions of
    /// that signature whose address is taken.
    pub(super) fn indirect_targets(
        &mut self,
        functions: &[Function<'m>],
        constants: &mut Constants<'m>,
    ) -> Vec<Vec<u32>> {
        let mut targets = vec![Vec::new(); self.next() as usize - functions.len()];
        for (id, function) in functions.iter().enumerate() {
            let AddressTaken { in_table, elsewhere } = self.address_taken[id];
            if !in_table && !elsewhere {
                continue;
            }
            let signature = function.value_type();
            if let Some(node) = self.indirect.get(&signature).copied() {
                let list = node as usize - functions.len();
                targets[list].push(id as u32);
                if self.calls_back[id] && signature.parameters().into_iter().any(|ty| constants.holds_pointer(ty)) {
                    let called_back = self.called_back();
                    targets.resize(self.next() as usize - functions.len(), Vec::new());
                    targets[list].push(called_back);
                }
            }
        }
        if let Some(node) = self.called_back {
            let is_virtual = |f: &Function<'m>| f.has_string_attribute(attribute::INDIRECTLY_CALLABLE);
            let reached = functions.iter().enumerate().filter(|(id, function)| {
                let AddressTaken { in_table, elsewhere } = self.address_taken[*id];
                elsewhere || in_table && !is_virtual(function)
            });
            targets[node as usize - functions.len()] = reached.map(|(id, _)| id as u32).collect();
        }
        targets
    }
}

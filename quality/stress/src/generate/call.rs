//! Calls: direct, through aliases and ifuncs, and through pointers.

use super::{
    Kind, Writer,
    plan::{Role, Signature},
};

impl Writer {
    fn arguments(&mut self, signature: Signature) -> String {
        let mut list = Vec::new();
        for ty in signature.parameters() {
            let constant = match *ty {
                "i32" => format!("trunc (i64 {} to i32)", self.integer()),
                "i64" => self.integer(),
                "double" => "1.0".into(),
                "ptr" => self.pointer(0),
                _ => self.pointer(1),
            };
            list.push(format!("{ty} {constant}"));
        }
        list.join(", ")
    }

    /// A direct call or invoke of a function, through an alias or ifunc, or with another signature than the callee's.
    pub(super) fn call(&mut self, unwinds: bool, location: &str) -> String {
        let is_callee = |writer: &Self, i: usize| match writer.globals[i].kind {
            Kind::Function { role, .. } => role != Role::Kernel,
            Kind::Alias { of, .. } => writer.globals[of].is_function(),
            Kind::Ifunc { .. } => true,
            Kind::Variable { .. } => false,
        };
        let callees: Vec<usize> = (0..self.globals.len()).filter(|i| is_callee(self, *i)).collect();
        if callees.is_empty() {
            return String::new();
        }
        let callee = self.pick(&callees);
        self.refer(callee);
        let signature = match self.globals[callee].kind {
            Kind::Function { signature, .. } => signature,
            _ => Signature::Nothing,
        };
        let arguments = self.arguments(signature);
        let reference = self.globals[callee].reference();
        let result = signature.result();
        let into = if signature == Signature::Nothing { String::new() } else { format!("{} = ", self.value()) };
        if unwinds && self.chance(40) {
            let number = self.value()[2..].to_owned();
            return format!(
                "  {into}invoke {result} {reference}({arguments}) to label %go{number} unwind label %pad{number}{location}\n\
                 pad{number}:\n  %lp{number} = landingpad {{ ptr, i32 }} cleanup{location}\n  \
                 resume {{ ptr, i32 }} %lp{number}{location}\ngo{number}:\n"
            );
        }
        let attached = self.instruction_attachments();
        format!("  {into}call {result} {reference}({arguments}){location}{attached}\n")
    }

    /// A call through a pointer that is known or not.
    pub(super) fn indirect_call(&mut self, value: &str, location: &str) -> String {
        let signature = self.pick(&[Signature::Nothing, Signature::Integers]);
        for index in 0..self.globals.len() {
            let is_candidate = matches!(self.globals[index].kind,
                Kind::Function { signature: s, role: Role::ReferencedIndirectly } if s == signature);
            if is_candidate {
                self.refer(index);
            }
        }
        let arguments = self.arguments(signature);
        let place = self.pointer(1);
        let into = if signature == Signature::Nothing { String::new() } else { format!("{} = ", self.value()) };
        format!(
            "  {value} = load ptr, ptr addrspace(1) {place}, align 8{location}\n  \
             {into}call {} {value}({arguments}){location}\n",
            signature.result()
        )
    }
}

//! Hands warnings, notes and remarks to LLVM, which shows them as `opt`'s or clang's own and records them.

use std::ffi::{CStr, CString};

use sycl_passes::{
    Id, Severity, Sink,
    ir::{ModuleView, Value},
};

/// For one run of a pass.
pub(crate) struct LlvmSink<'m> {
    module: ModuleView<'m>,
    /// Name of the pass that runs.
    pass: CString,
    /// By [`Id`]: who gives the remark, if anybody wants it, once that was asked.
    wanted: [Option<Giver>; Id::ALL.len()],
}

/// Whose flag shows a remark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Giver {
    /// The pass that decided.
    Decider,
    /// The pass that runs, of which the one that decided is a part.
    Runner,
    /// It is not wanted.
    None,
}

impl<'m> LlvmSink<'m> {
    pub(crate) fn new(module: ModuleView<'m>, pass: &str) -> Self {
        Self { module, pass: CString::new(pass).expect("names of passes have no NUL"), wanted: [None; Id::ALL.len()] }
    }

    /// `-pass-remarks=global-offset` shows its remarks in `sycl-device-pipeline`, too, and
    /// `-pass-remarks=sycl-device-pipeline` those of all its parts.
    fn giver(&mut self, id: Id) -> Giver {
        if let Some(giver) = self.wanted[id as usize] {
            return giver;
        }
        let wants = |pass: &CStr| self.module.wants_remarks(id.kind(), pass);
        let giver = if wants(id.pass()) {
            Giver::Decider
        } else if wants(&self.pass) {
            Giver::Runner
        } else {
            Giver::None
        };
        self.wanted[id as usize] = Some(giver);
        giver
    }
}

impl Sink for LlvmSink<'_> {
    fn report(&mut self, severity: Severity, text: &str) {
        self.module.diagnose(severity, text);
    }

    fn report_at(&mut self, severity: Severity, place: Value<'_>, text: &str) {
        self.module.diagnose_at(severity, place, text);
    }

    fn warn(&mut self, id: Id, place: Value<'_>, text: &str) {
        self.module.remark(id, place, &self.pass, text);
    }

    fn wants(&mut self, id: Id) -> bool {
        self.giver(id) != Giver::None
    }

    fn remark(&mut self, id: Id, place: Value<'_>, text: &str) {
        let giver = if self.giver(id) == Giver::Decider { id.pass() } else { &self.pass };
        self.module.remark(id, place, giver, text);
    }
}

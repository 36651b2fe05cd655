//! Warnings, with the chain of calls from the function that they are about to the use.
//!
//! ```text
//! warning: hw.cpp:27:4: function 'foo()' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
//! note: hw.cpp:15:3: propagated from call to function 'bar()'
//! note: hw.cpp:25:5: propagated from call to function 'boo()'
//! ```
//!
//! The warning is at the use, each note at the call that it names. Without debug info a last note says how to get it.
//! The chain is a shortest one; of several the one whose calls come first. A long one is cut: many functions may be
//! warned of one use at its end.
//!
//! A kernel declares what the function object that it calls declares, so it is reported only if no function on the
//! chain is. With the property instead of the attribute the first function that it calls is named, because that is the
//! one in the source.

use rustc_hash::FxHashMap;
use sycl_propset::demangle;

use super::{
    collect::{Facts, Form, Function},
    graph::{CallGraph, Propagated},
    scan::Found,
    ways::Ways,
};
use crate::{
    diagnostic::{Id, Severity, Sink},
    ir::{self, Value},
};

/// Says things about the functions of a module.
pub(super) struct Report<'a, 'm> {
    pub(super) facts: &'a mut Facts<'m>,
    pub(super) used: &'a Propagated,
    sink: &'a mut dyn Sink,
    reversed: Option<CallGraph>,
    ways: FxHashMap<u32, Ways>,
    /// Places that were looked for: of uses by function and aspect, of calls by caller and callee.
    uses: FxHashMap<(u32, u32), Option<Value<'m>>>,
    calls: FxHashMap<(u32, u32), Option<Value<'m>>>,
}

/// Calls of a chain that are reported one by one; of more, the number and the last.
const SHOWN: usize = 10;

/// A function's name for messages.
pub(super) fn display_name(function: ir::Function<'_>) -> String {
    demangle::display_name(&function.name())
}

impl<'a, 'm> Report<'a, 'm> {
    pub(super) fn new(facts: &'a mut Facts<'m>, used: &'a Propagated, sink: &'a mut dyn Sink) -> Self {
        let (ways, uses, calls) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { facts, used, sink, reversed: None, ways, uses, calls }
    }

    /// Aspects that a function uses and that may be reported, by number.
    pub(super) fn reportable(&self, function: u32) -> Vec<u32> {
        let node = self.facts.functions[function as usize].node;
        let mut ids: Vec<u32> = self.used.iter(node).filter(|id| self.facts.scanner.aspects.value(*id) >= 0).collect();
        ids.sort_unstable_by_key(|id| self.facts.scanner.aspects.value(*id));
        ids
    }

    /// Name of an aspect.
    pub(super) fn aspect_name(&self, aspect: u32) -> String {
        let aspects = &self.facts.scanner.aspects;
        aspects.name(aspects.value(aspect))
    }

    /// Shortest ways to the uses of an aspect. The mark is on functions that fail to declare it.
    fn ways(&mut self, aspect: u32) -> &Ways {
        let Facts { graph, used, functions, .. } = &*self.facts;
        let reversed = self.reversed.get_or_insert_with(|| graph.reversed());
        self.ways.entry(aspect).or_insert_with(|| {
            let fails = |node: u32| functions.get(node as usize).is_some_and(|f| fails_to_declare(f, aspect));
            Ways::to(graph, reversed, functions.len(), |node| used.contains(node, aspect), fails)
        })
    }

    /// The node at which the way from a function starts: its own, or what stands for it as an entry point.
    fn start(&self, function: u32) -> u32 {
        self.facts.functions[function as usize].node
    }

    /// The node after a function on its way to an aspect.
    fn after(&mut self, function: u32, aspect: u32) -> Option<u32> {
        let start = self.start(function);
        let ways = self.ways(aspect);
        let next = ways.next(start)?;
        if next == function { ways.next(next) } else { Some(next) }
    }

    /// The first function from a node on along its way to an aspect.
    fn first_function(&mut self, node: Option<u32>, aspect: u32) -> Option<u32> {
        let count = self.facts.functions.len();
        let ways = self.ways(aspect);
        let mut node = node?;
        while node as usize >= count {
            node = ways.next(node)?;
        }
        Some(node)
    }

    /// The first instruction of a function of which `wanted` holds, preferably one with a location.
    fn find(&mut self, function: u32, wanted: impl Fn(&Found) -> bool) -> Option<Value<'m>> {
        let mut found = Found::default();
        let mut first = None;
        for instruction in self.facts.functions[function as usize].value.instructions() {
            found.clear();
            // What cannot be read was an error before.
            if self.facts.scanner.instruction(instruction, &mut found).is_ok() && wanted(&found) {
                if instruction.location().is_some() {
                    return Some(instruction);
                }
                first = first.or(Some(instruction));
            }
        }
        first
    }

    /// The place where a function uses an aspect by itself; the function if no instruction does.
    fn place_of_use(&mut self, function: u32, aspect: u32) -> Value<'m> {
        let known = self.uses.get(&(function, aspect)).copied();
        let place = known.unwrap_or_else(|| {
            let place = self.find(function, |found| found.aspects.contains(&aspect));
            self.uses.insert((function, aspect), place);
            place
        });
        place.unwrap_or(*self.facts.functions[function as usize].value)
    }

    /// The call by which a function reaches a node.
    fn place_of_call(&mut self, caller: u32, node: u32) -> Option<Value<'m>> {
        if let Some(known) = self.calls.get(&(caller, node)) {
            return *known;
        }
        let place = self.find(caller, |found| found.calls.contains(&node));
        let place = place.or_else(|| self.find(caller, |found| found.calls_virtually));
        self.calls.insert((caller, node), place);
        place
    }

    /// Warns of an aspect that a function uses: `text` of the function's name, at the use, with the calls that lead to
    /// it.
    pub(super) fn warn_of_use(&mut self, id: Id, function: u32, aspect: u32, text: impl Fn(&str) -> String) {
        let count = self.facts.functions.len();
        let start = self.start(function);
        let ways = self.ways(aspect);
        let (user, mut left) = (ways.user(start), ways.functions(start));
        if user as usize >= count {
            return;
        }
        // The function and what stands for it are one.
        left -= u32::from(start == function || ways.next(start) == Some(function));
        let place = self.place_of_use(user, aspect);
        let name = display_name(self.facts.functions[function as usize].value);
        self.sink.warn(id, place, &text(&name));
        let (mut caller, mut shown) = (function, 0);
        let mut next = self.after(function, aspect);
        while let Some(node) = next {
            if shown + 1 == SHOWN && left > 1 {
                let last = display_name(self.facts.functions[user as usize].value);
                let text = format!("propagated through {left} more calls, the last one to function '{last}'");
                self.sink.report(Severity::Note, &text);
                break;
            }
            // The node after the caller is the callee, or leads to it: what stands for an indirect call.
            let Some(callee) = self.first_function(Some(node), aspect) else { break };
            let call = self.place_of_call(caller, node);
            let callee_name = display_name(self.facts.functions[callee as usize].value);
            let text = format!("propagated from call to function '{callee_name}'");
            match call {
                Some(call) => self.sink.report_at(Severity::Note, call, &text),
                None => self.sink.report(Severity::Note, &text),
            }
            (caller, shown, left) = (callee, shown + 1, left - 1);
            next = self.ways(aspect).next(callee);
        }
        if place.location().is_none() {
            self.sink.report(Severity::Note, "compile with '-g' to get source location");
        }
    }

    /// Warns of something about a function as a whole.
    pub(super) fn warn_of(&mut self, id: Id, function: u32, text: &str) {
        let value = *self.facts.functions[function as usize].value;
        self.sink.warn(id, value, text);
        if value.location().is_none() {
            self.sink.report(Severity::Note, "compile with '-g' to get source location");
        }
    }
}

/// Whether a function declares its aspects, without this one.
fn fails_to_declare(function: &Function<'_>, aspect: u32) -> bool {
    function.declared.as_ref().is_some_and(|(_, ids)| !ids.contains(&aspect))
}

/// Warns of functions that use aspects besides those that they declare.
pub(super) fn undeclared(report: &mut Report<'_, '_>) {
    for id in 0..report.facts.functions.len() as u32 {
        let function = &report.facts.functions[id as usize];
        let Some((form, _)) = function.declared else { continue };
        let is_entry_point = function.is_entry_point;
        for aspect in report.reportable(id) {
            if !fails_to_declare(&report.facts.functions[id as usize], aspect) {
                continue;
            }
            let after = report.after(id, aspect);
            if is_entry_point && after.is_some_and(|node| report.ways(aspect).is_marked(node)) {
                continue;
            }
            let mut blamed = id;
            if is_entry_point && form == Form::Property {
                blamed = report.first_function(after, aspect).unwrap_or(id);
            }
            let aspect_name = report.aspect_name(aspect);
            let list = match form {
                Form::Attribute => "'sycl::device_has' attribute",
                Form::Property => "'device_has' property",
            };
            report.warn_of_use(Id::UndeclaredAspect, blamed, aspect, |name| {
                format!("function '{name}' uses aspect '{aspect_name}' not listed in its {list}")
            });
        }
    }
}

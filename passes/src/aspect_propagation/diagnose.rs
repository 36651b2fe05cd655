//! Warnings, with the chain of calls from the function that they are about to the use.
//!
//! ```text
//! warning: hw.cpp:27:4: function 'foo()' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
//! note: hw.cpp:15:3: propagated from call to function 'bar()'
//! note: hw.cpp:25:5: propagated from call to function 'boo()'
//! ```
//!
//! The warning is at the use, each note at the call that it tells of. Without debug info a last note says how to get it.
//! The chain is a shortest one; of several the one whose calls come first.
//!
//! A kernel declares what the function object that it calls declares, so it is reported only if no function on the chain
//! is. With the property instead of the attribute the first function that it calls is named, because that is the one in
//! the source.

use std::collections::BTreeMap;

use super::{
    collect::{Facts, Form},
    graph::{CallGraph, Propagated},
    scan::Found,
};
use crate::{
    diagnostic::{Severity, Sink},
    ir::{Value, kernels},
};

/// Says things about the functions of a module.
pub(super) struct Report<'a, 'm> {
    pub(super) facts: &'a mut Facts<'m>,
    pub(super) used: &'a Propagated,
    sink: &'a mut dyn Sink,
    reversed: Option<CallGraph>,
    /// For each aspect the number of calls from every node to the nearest use.
    distances: BTreeMap<u32, Vec<u32>>,
}

const UNREACHED: u32 = u32::MAX;

/// A function's name for messages.
pub(super) fn display_name(function: Value<'_>) -> String {
    kernels::display_name(&function.name())
}

impl<'a, 'm> Report<'a, 'm> {
    pub(super) fn new(facts: &'a mut Facts<'m>, used: &'a Propagated, sink: &'a mut dyn Sink) -> Self {
        Self { facts, used, sink, reversed: None, distances: BTreeMap::new() }
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

    /// A shortest chain of nodes from a function to one that uses the aspect by itself.
    fn chain(&mut self, function: u32, aspect: u32) -> Vec<u32> {
        let graph = &self.facts.graph;
        let used = &self.facts.used;
        let reversed = self.reversed.get_or_insert_with(|| graph.reversed());
        let distance = self.distances.entry(aspect).or_insert_with(|| {
            let mut distance = vec![UNREACHED; graph.len()];
            let mut queue: Vec<u32> = (0..graph.len() as u32).filter(|node| used.contains(*node, aspect)).collect();
            queue.iter().for_each(|node| distance[*node as usize] = 0);
            let mut next = 0;
            while let Some(node) = queue.get(next).copied() {
                next += 1;
                for caller in reversed.callees(node) {
                    if distance[*caller as usize] == UNREACHED {
                        distance[*caller as usize] = distance[node as usize] + 1;
                        queue.push(*caller);
                    }
                }
            }
            distance
        });
        let mut node = self.facts.functions[function as usize].node;
        let mut chain = vec![function];
        while let Some(left) = distance[node as usize].checked_sub(1)
            && left + 1 != UNREACHED
        {
            let Some(next) = graph.callees(node).iter().find(|callee| distance[**callee as usize] == left) else {
                break;
            };
            node = *next;
            if node != function {
                chain.push(node);
            }
        }
        chain
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

    /// Warns of an aspect that a function uses: `text` of the function's name, at the use, with the calls that lead to it.
    pub(super) fn warn_of_use(&mut self, function: u32, aspect: u32, text: impl Fn(&str) -> String) {
        let chain = self.chain(function, aspect);
        self.warn_along(&chain, aspect, text);
    }

    fn warn_along(&mut self, chain: &[u32], aspect: u32, text: impl Fn(&str) -> String) {
        let functions: Vec<u32> =
            chain.iter().copied().filter(|node| (*node as usize) < self.facts.functions.len()).collect();
        let (Some(first), Some(last)) = (functions.first().copied(), functions.last().copied()) else { return };
        let user = self.facts.functions[last as usize].value;
        let place = self.find(last, |found| found.aspects.contains(&aspect)).unwrap_or(user);
        let name = display_name(self.facts.functions[first as usize].value);
        self.sink.report_at(Severity::Warning, place, &text(&name));
        let mut caller = first;
        let mut after = chain.iter().skip(1).copied();
        for callee in functions.iter().skip(1).copied() {
            // The node after the caller: the callee, or what stands for an indirect call.
            let next = after.next().unwrap_or(callee);
            let mut at = next;
            while at != callee {
                let Some(node) = after.next() else { break };
                at = node;
            }
            let call = self.find(caller, |found| found.calls.contains(&next));
            let call = call.or_else(|| self.find(caller, |found| found.calls_virtually));
            let text = format!(
                "propagated from call to function '{}'",
                display_name(self.facts.functions[callee as usize].value)
            );
            match call {
                Some(call) => self.sink.report_at(Severity::Note, call, &text),
                None => self.sink.report(Severity::Note, &text),
            }
            caller = callee;
        }
        if place.location().is_none() {
            self.sink.report(Severity::Note, "compile with '-g' to get source location");
        }
    }

    /// Warns of something about a function as a whole.
    pub(super) fn warn_of(&mut self, function: u32, text: &str) {
        let value = self.facts.functions[function as usize].value;
        self.sink.report_at(Severity::Warning, value, text);
        if value.location().is_none() {
            self.sink.report(Severity::Note, "compile with '-g' to get source location");
        }
    }

    /// Whether a function declares its aspects, without this one.
    fn fails_to_declare(&self, node: u32, aspect: u32) -> bool {
        let function = self.facts.functions.get(node as usize);
        function.and_then(|f| f.declared.as_ref()).is_some_and(|(_, ids)| !ids.contains(&aspect))
    }
}

/// Warns of functions that use aspects besides those that they declare.
pub(super) fn undeclared(report: &mut Report<'_, '_>) {
    for id in 0..report.facts.functions.len() as u32 {
        let function = &report.facts.functions[id as usize];
        let Some((form, _)) = function.declared else { continue };
        let is_entry_point = function.is_entry_point;
        for aspect in report.reportable(id) {
            if !report.fails_to_declare(id, aspect) {
                continue;
            }
            let mut chain = report.chain(id, aspect);
            if is_entry_point && chain.iter().skip(1).any(|node| report.fails_to_declare(*node, aspect)) {
                continue;
            }
            let count = report.facts.functions.len();
            if is_entry_point
                && form == Form::Property
                && let Some(callee) = chain.iter().skip(1).position(|node| (*node as usize) < count)
            {
                chain.drain(..=callee);
            }
            let aspect_name = report.aspect_name(aspect);
            let list = match form {
                Form::Attribute => "'sycl::device_has' attribute",
                Form::Property => "'device_has' property",
            };
            report.warn_along(&chain, aspect, |name| {
                format!("function '{name}' uses aspect '{aspect_name}' not listed in its {list}")
            });
        }
    }
}

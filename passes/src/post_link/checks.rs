//! What the user should know about an image: SYCL_EXTERNAL functions that need more than the kernels that call them say,
//! and functions that are nowhere.
//!
//! Source: DPC++'s design document "Optional kernel features", "Error checking for SYCL_EXTERNAL functions".

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::{
    device_code_split::{self, Analysis},
    diagnostic::{Severity, Sink},
    ir::{
        GlobalId,
        kernels::{demangle, is_user_name},
    },
};

/// Findings about one image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Findings {
    /// Undefined functions.
    undefined: Vec<String>,
    /// First entry point, if there is any undefined function.
    kernel: Option<String>,
    /// Whole sentences.
    mismatches: Vec<String>,
}

/// Looks at an image.
pub(super) fn check(
    analysis: &Analysis<'_>,
    members: &[GlobalId],
    entry_points: &[GlobalId],
    undefined: Undefined,
) -> Findings {
    let mut findings = Findings { mismatches: mismatches(analysis, members, entry_points), ..Findings::default() };
    if undefined == Undefined::Reported {
        findings.undefined = members
            .iter()
            .map(|id| analysis.global(*id))
            .filter(|g| g.is_function() && g.is_declaration() && !device_code_split::was_virtual(*g))
            .map(|g| g.name())
            .filter(|name| is_user_name(name))
            .collect();
    }
    if !findings.undefined.is_empty() {
        findings.kernel = entry_points.first().map(|id| analysis.global(*id).name());
    }
    findings
}

/// Whether undefined functions are worth a word: other images may define them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    Reported,
    Imported,
}

fn mismatches(analysis: &Analysis<'_>, members: &[GlobalId], entry_points: &[GlobalId]) -> Vec<String> {
    let mut found = Vec::new();
    let entry_facts: Vec<_> = entry_points.iter().filter_map(|id| analysis.facts(*id)).collect();
    let fixed: BTreeSet<u32> = entry_facts.iter().flat_map(|f| f.fixed_targets.iter().flatten()).copied().collect();
    let aspects: BTreeSet<i64> = entry_facts.iter().flat_map(|f| f.needed_aspects()).collect();
    let sizes: BTreeSet<u32> = entry_facts.iter().filter_map(|f| f.required_sub_group_size).collect();
    for id in members.iter().filter(|id| !entry_points.contains(id)) {
        let Some(facts) = analysis.facts(*id).filter(|_| !analysis.is_dropped(*id)) else { continue };
        let name = || demangle(&analysis.global(*id).name());
        if !fixed.is_empty() {
            if facts.fixed_targets.as_ref().is_some_and(|targets| targets.iter().any(|t| !fixed.contains(t))) {
                found.push(format!(
                    "function '{}' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel.",
                    name()
                ));
            }
            continue;
        }
        let used: BTreeSet<i64> = facts.needed_aspects().collect();
        for aspect in used.iter().filter(|a| **a >= 0 && !aspects.contains(a)) {
            found.push(format!(
                "function '{}' uses aspect '{}' not expected by its calling kernel.  Missing [[sycl::device_has()]] on \
                 SYCL_EXTERNAL function?",
                name(),
                analysis.aspect_name(*aspect).unwrap_or_else(|| aspect.to_string())
            ));
        }
        if let Some(size) = facts.required_sub_group_size.filter(|size| !sizes.contains(size)) {
            found.push(format!(
                "function '{}' has required sub-group size '{size}' that does not match its calling kernel.  Missing \
                 [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function?",
                name()
            ));
        }
    }
    found
}

/// Reports the findings of all images in their order: each sentence once, each undefined function once.
pub(super) fn report(module: &str, findings: &[Findings], sink: &mut dyn Sink) {
    let mut undefined: IndexMap<&str, Vec<&str>> = IndexMap::new();
    let mut said = BTreeSet::new();
    for finding in findings {
        for sentence in &finding.mismatches {
            if said.insert(sentence) {
                sink.report(Severity::Warning, sentence);
            }
        }
        for function in &finding.undefined {
            undefined.entry(function).or_default().extend(finding.kernel.as_deref());
        }
    }
    for (function, kernels) in undefined {
        let users = match kernels.as_slice() {
            [] => String::new(),
            [one] => format!(" (needed by `{}`)", demangle(one)),
            [first, rest @ ..] => {
                let images = if rest.len() == 1 { "image" } else { "images" };
                format!(" (needed by `{}` and {} more {images})", demangle(first), rest.len())
            }
        };
        let function = demangle(function);
        sink.report(
            Severity::Warning,
            &format!("Undefined function {function} found in {module}{users}. This may result in runtime errors."),
        );
    }
}

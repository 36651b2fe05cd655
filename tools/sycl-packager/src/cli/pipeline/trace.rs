//! `--trace`: when programs ran, in the form of Chrome's trace events.

use std::path::Path;

use serde_json::json;
use sycl_images::output;
use sycl_images::summary::{StepTime, Summary, lanes};

use crate::cli::failure::Failure;

/// Writes a complete event for each step; steps of a line do not overlap. A build that failed has no summary, by which
/// kernels are known.
pub(super) fn write(file: &Path, steps: &[StepTime], summary: Option<&Summary>) -> Result<(), Failure> {
    let events = steps.iter().zip(lanes(steps)).map(|(step, lane)| {
        let kernels = summary.map(|summary| summary.kernels_of(&step.step)).unwrap_or_default();
        json!({
            "name": step.step, "cat": step.tool, "ph": "X", "ts": step.start_microseconds, "dur": step.microseconds,
            "pid": 1, "tid": lane, "args": { "program": step.tool, "kernels": kernels },
        })
    });
    let trace = json!({ "displayTimeUnit": "ms", "traceEvents": events.collect::<Vec<_>>() });
    Ok(output::write_bytes(file, format!("{trace}\n").as_bytes())?)
}

//! The times of the build that made the images.

use std::cmp::Reverse;

use super::super::times::BuildTimes;
use super::MOST_ROWS;
use super::page::{Column, LONGEST, Page, grouped};
use crate::summary::{StepTime, Summary, lanes};

/// The width of a line of steps, how many lines there are at most, and steps that are drawn of each.
const WIDTH: u64 = 1000;
const MOST_LANES: usize = 64;
const MOST_DRAWN: usize = 600;
/// Kernels of a step that are named.
const MOST_KERNELS: usize = 4;

/// Writes the times of a build.
pub(super) fn write(page: &mut Page, times: &BuildTimes) {
    let summary = &times.summary;
    page.raw("<section id=\"build\">\n<h2>Times of the build</h2>\n<dl class=\"facts\">\n<div><dt>Build</dt><dd>");
    page.text(&format!("{:.2}", times.seconds)).raw(" <small>seconds</small></dd></div>\n<div><dt>Jobs</dt><dd>");
    page.count(times.jobs as u64).raw("</dd></div>\n<div><dt>Steps</dt><dd>").count(summary.steps as u64);
    page.raw("</dd></div>\n<div><dt>From the cache</dt><dd>").count(summary.stored_steps as u64);
    page.raw("</dd></div>\n</dl>\n");
    if summary.tool_milliseconds.is_empty() {
        page.raw("<p>No program ran.</p>\n</section>\n");
        return;
    }
    page.raw("<p class=\"note\">Times of all calls of a program together; several run at a time.</p>\n");
    page.table("Programs of the build", "", &[Column::text("Program"), Column::number("Milliseconds")]);
    let mut programs: Vec<(&String, &u64)> = summary.tool_milliseconds.iter().collect();
    programs.sort_by(|a, b| b.1.cmp(a.1));
    for (program, milliseconds) in programs {
        page.raw("<tr><th scope=\"row\">").name(program).raw("</th><td class=\"number\">").count(*milliseconds);
        page.raw("</td></tr>\n");
    }
    page.end_table();
    if !times.step_times.is_empty() {
        steps(page, summary, &times.step_times);
    }
    page.raw("</section>\n");
}

/// Writes when each step ran, and the steps, the slowest first.
fn steps(page: &mut Page, summary: &Summary, steps: &[StepTime]) {
    let end = |step: &StepTime| step.start_microseconds.saturating_add(step.microseconds);
    let whole = steps.iter().map(end).max().unwrap_or_default().max(1);
    let lanes = lanes(steps);
    let scaled = |time: u64| (u128::from(time) * u128::from(WIDTH * 10) / u128::from(whole)) as u64;
    for lane in 0..MOST_LANES {
        let of_lane = || steps.iter().zip(&lanes).filter(|(_, of)| **of == lane).take(MOST_DRAWN);
        if of_lane().next().is_none() {
            break;
        }
        page.raw("<svg class=\"bar narrow\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" role=\"img\" ");
        page.raw("aria-label=\"When steps ran; the table below has them, too\">\n");
        for (step, _) in of_lane() {
            let (from, to) = (scaled(step.start_microseconds), scaled(end(step)));
            page.raw("<rect class=\"").raw(shade(&step.tool)).raw("\" x=\"").tenths(from).raw("\" width=\"");
            page.tenths((to - from).max(1)).raw("\" height=\"10\"><title>").short(&step.step, LONGEST).raw(" (");
            page.short(&step.tool, LONGEST).raw("): ").text(&milliseconds(step)).raw(" ms</title></rect>\n");
        }
        page.raw("</svg>\n");
    }
    let columns = [
        Column::text("Step"),
        Column::text("Kernels"),
        Column::text("Program"),
        Column::number("Start, milliseconds"),
        Column::number("Milliseconds"),
    ];
    page.table("Steps, the slowest first", "", &columns);
    let mut slowest: Vec<&StepTime> = steps.iter().collect();
    slowest.sort_by_key(|step| Reverse(step.microseconds));
    for step in slowest.iter().take(MOST_ROWS) {
        page.raw("<tr><th scope=\"row\">").short(&step.step, LONGEST).raw("</th><td class=\"wide\">");
        let kernels = summary.kernels_of(&step.step);
        for (index, kernel) in kernels.iter().take(MOST_KERNELS).enumerate() {
            page.raw(if index > 0 { "<br>" } else { "" }).name(kernel);
        }
        if let Some(more) = kernels.len().checked_sub(MOST_KERNELS).filter(|more| *more > 0) {
            page.raw("<br>and ").count(more as u64).raw(" more");
        }
        page.raw("</td><td>").name(&step.tool);
        page.raw("</td><td class=\"number\">").count(step.start_microseconds / 1000);
        page.raw("</td><td class=\"number\">").text(&milliseconds(step)).raw("</td></tr>\n");
    }
    page.end_table().left_out(steps.len().saturating_sub(MOST_ROWS), "step");
}

fn milliseconds(step: &StepTime) -> String {
    format!("{}.{}", grouped(step.microseconds / 1000), step.microseconds % 1000 / 100)
}

/// The colour of a program.
fn shade(tool: &str) -> &'static str {
    match tool {
        "llc" => "s1",
        "opt" => "s2",
        "ptxas" | "ocloc" | "opencl-aot" => "s3",
        "ld.lld" => "s4",
        "llvm-link" => "s5",
        "spirv-val" => "s6",
        _ => "s0",
    }
}

//! The times of the build that made the images.

use super::super::times::BuildTimes;
use super::page::{Column, Page};

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
    page.end_table().raw("</section>\n");
}

//! Output of `doctor`.

use std::fmt::{Display, Write as _};
use std::path::Path;

use serde::Serialize;
use sycl_propset::printable::{escape_json, printable};

use super::super::common::JSON_FORMAT;
use super::super::settings::Row;
use sycl_builder::tools::LLVM_MAJOR;

/// Result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    /// It is there and of use.
    Ok,
    /// It is not there, and a target that counts needs it.
    Missing,
    /// It is not there, and no target that counts needs it.
    Absent,
    /// A file of an earlier version.
    TooOld,
    /// A file of a later version.
    TooNew,
    /// A file of no use.
    Unusable,
}

impl State {
    fn label(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::Absent => "absent",
            Self::TooOld => "too old",
            Self::TooNew => "too new",
            Self::Unusable => "unusable",
        }
    }
}

/// Kinds of things that are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Group {
    Plugin,
    Programs,
    CompilerLibrary,
    OtherPrograms,
    BuiltIns,
    Cache,
    Settings,
    Devices,
    Runtimes,
}

impl Group {
    fn title(self) -> &'static str {
        match self {
            Self::Plugin => "plugin",
            Self::Programs => "programs",
            Self::CompilerLibrary => "compiler library",
            Self::OtherPrograms => "other programs of sycl-passes",
            Self::BuiltIns => "built-in functions",
            Self::Cache => "cache",
            Self::Settings => "settings",
            Self::Devices => "device configuration",
            Self::Runtimes => "runtimes",
        }
    }
}

/// One thing that was looked for.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    pub(super) group: Group,
    pub(super) name: String,
    pub(super) state: State,
    /// Its version.
    pub(super) version: Option<String>,
    /// Its file.
    pub(super) file: Option<String>,
    /// Reason for this file.
    pub(super) origin: Option<String>,
    /// Notes.
    pub(super) notes: Vec<String>,
    /// Advice.
    pub(super) hint: Option<String>,
}

impl Check {
    pub(super) fn new(group: Group, name: impl Into<String>, state: State) -> Self {
        let (version, file, origin, hint) = (None, None, None, None);
        Self { group, name: name.into(), state, version, file, origin, notes: Vec::new(), hint }
    }

    pub(super) fn version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into()).filter(|version| !version.is_empty());
        self
    }

    pub(super) fn file(mut self, file: &Path) -> Self {
        self.file = Some(file.display().to_string());
        self
    }

    pub(super) fn origin(mut self, origin: &dyn Display) -> Self {
        self.origin = Some(origin.to_string());
        self
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into()).filter(|hint| !hint.is_empty());
        self
    }

    fn line(&self) -> String {
        let version = self.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        let file = self.file.as_ref().map(|file| format!(": {file}")).unwrap_or_default();
        let origin = self.origin.as_ref().map(|origin| format!(" ({origin})")).unwrap_or_default();
        format!("{}{version}{file}{origin}", self.name)
    }
}

/// Whether images can be built for a target.
#[derive(Debug, Serialize)]
pub(super) struct TargetCheck {
    pub(super) name: String,
    /// Names of devices for which the same holds.
    pub(super) devices: Vec<String>,
    pub(super) can_be_built: bool,
    /// Whether the exit code depends on it.
    pub(super) counts: bool,
    /// The programs that make its images, if all are there.
    pub(super) programs: Vec<&'static str>,
    /// Missing things, each with advice.
    pub(super) missing: Vec<Lack>,
    /// Reason why no build with these options is for it.
    pub(super) refused: Option<String>,
    pub(super) notes: Vec<String>,
}

/// A lack of a target.
#[derive(Debug, Serialize)]
pub(super) struct Lack {
    pub(super) name: String,
    pub(super) hint: String,
}

impl TargetCheck {
    fn line(&self) -> String {
        let others = match &self.devices[..] {
            [] => String::new(),
            [only] => format!(", {only}"),
            [first, .., last] => format!(", {first} to {last} ({} devices)", self.devices.len()),
        };
        let missing: Vec<&str> = self.missing.iter().map(|lack| lack.name.as_str()).collect();
        let missing = if missing.is_empty() { String::new() } else { format!(": needs {}", missing.join(", ")) };
        let refused = self.refused.iter().map(|why| format!(": {why}")).collect::<String>();
        format!("{}{others}{missing}{refused}", self.name)
    }

    fn label(&self) -> &'static str {
        match (self.can_be_built, self.counts) {
            (true, _) => "ok",
            (false, true) => "no",
            (false, false) => "not here",
        }
    }
}

/// This program.
#[derive(Debug, Serialize)]
struct Program {
    file: String,
    version: &'static str,
    llvm: &'static str,
}

/// All that is said.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    format: u64,
    pub(super) can_build: bool,
    program: Program,
    checks: Vec<Check>,
    targets: Vec<TargetCheck>,
    settings: Vec<Row>,
}

impl Report {
    pub(super) fn new(
        can_build: bool,
        program: &Path,
        checks: Vec<Check>,
        targets: Vec<TargetCheck>,
        settings: Vec<Row>,
    ) -> Self {
        let file = program.display().to_string();
        let program = Program { file, version: env!("CARGO_PKG_VERSION"), llvm: LLVM_MAJOR };
        Self { format: JSON_FORMAT, can_build, program, checks, targets, settings }
    }

    /// One object.
    pub(super) fn json(&self) -> String {
        let text = serde_json::to_string(self).expect("a report has texts, numbers and lists");
        escape_json(&text) + "\n"
    }

    pub(super) fn text(&self) -> String {
        let Program { file, version, llvm } = &self.program;
        let mut lines = Lines(format!("sycl-packager {version} for LLVM {llvm}: {}\n", printable(file)));
        let mut group = None;
        for check in &self.checks {
            if group != Some(check.group) {
                lines.title(check.group.title());
                group = Some(check.group);
            }
            // What has no file is explained in its line.
            let mut more: Vec<&String> = check.notes.iter().chain(&check.hint).collect();
            let first = if check.file.is_none() && !more.is_empty() { more.remove(0) } else { "" };
            let colon = if first.is_empty() { "" } else { ": " };
            lines.row(check.state.label(), &format!("{}{colon}{first}", check.line()));
            more.into_iter().for_each(|text| lines.more(text));
            if check.group == Group::Settings && check.name == SETTINGS {
                let shown = |row: &Row| format!("{} {} ({})", row.option, row.shown(), row.from);
                self.settings.iter().for_each(|row| lines.more(&shown(row)));
            }
        }
        lines.title("targets");
        for target in &self.targets {
            lines.row(target.label(), &target.line());
            target.notes.iter().for_each(|note| lines.more(note));
        }
        lines.0.push_str(&self.verdict());
        lines.0
    }

    fn verdict(&self) -> String {
        let lacking: Vec<&str> =
            self.targets.iter().filter(|target| target.counts && !target.can_be_built).map(|t| &*t.name).collect();
        match (self.can_build, &lacking[..]) {
            (true, _) => "\nAll targets that count can be built.\n".to_owned(),
            (false, []) => "\nNothing can be built until what is unusable is mended.\n".to_owned(),
            (false, lacking) => format!("\nCannot be built: {}.\n", lacking.join(", ")),
        }
    }
}

/// The name of the check after which all that is set is listed.
pub(super) const SETTINGS: &str = "options that are set";

/// Lines for people.
struct Lines(String);

impl Lines {
    fn title(&mut self, title: &str) {
        let _ = writeln!(self.0, "\n{title}");
    }

    fn row(&mut self, label: &str, text: &str) {
        let _ = writeln!(self.0, "  {label:<8}  {}", printable(text));
    }

    fn more(&mut self, text: &str) {
        let _ = writeln!(self.0, "  {:8}  {}", "", printable(text));
    }
}

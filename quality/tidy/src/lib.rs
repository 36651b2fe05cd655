//! Reads the files of the repository for tests of what its documents promise.
//!
//! The tests of this crate look at text only: nothing is compiled or linked for them.
#![forbid(unsafe_code)]

pub mod rust;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of the repository.
#[derive(Debug)]
pub struct File {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its content; what is not UTF-8 is replaced.
    pub text: String,
}

impl File {
    /// The name after the last dot, or nothing.
    #[must_use]
    pub fn extension(&self) -> &str {
        Path::new(&self.path).extension().and_then(|extension| extension.to_str()).unwrap_or("")
    }

    /// Whether it is the module `tests` of a source.
    #[must_use]
    pub fn is_test_module(&self) -> bool {
        self.path.ends_with("/tests.rs")
    }

    /// Its lines and their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("this crate is in a directory of the root")
        .to_owned()
}

/// All files that git has or would add, in order.
///
/// # Panics
/// There is no git, or this is not its checkout.
#[must_use]
pub fn files() -> Vec<File> {
    let mut command = Command::new("git");
    command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let output = command.output().expect("git starts");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("names are UTF-8");
    let mut names: Vec<&str> = names.split_terminator('\0').collect();
    names.sort_unstable();
    names.dedup();
    // A file that was removed, but not yet from the index, is not there.
    let read = |name: &str| {
        let content = std::fs::read(root().join(name)).ok()?;
        Some(File { path: name.to_owned(), text: String::from_utf8_lossy(&content).into_owned() })
    };
    names.into_iter().filter_map(read).collect()
}

/// One file.
///
/// # Panics
/// It is not there.
#[must_use]
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Tests: the files of all test directories and the modules `tests` of sources. Comments of tests do not count.
#[must_use]
pub fn tests(files: &[File]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in files {
        let is_script = file.path.starts_with("scripts/check-");
        let is_test =
            file.path.starts_with("ir-tests/") || file.path.contains("/tests/") || is_script || file.is_test_module();
        match file.extension() {
            _ if file.path.starts_with("quality/tidy/") => {}
            "rs" if is_test => found.push((file.path.clone(), texts(&file.text))),
            "rs" => {
                if let Some((_, module)) = file.text.split_once("#[cfg(test)]\nmod ") {
                    found.push((file.path.clone(), texts(module)));
                }
            }
            _ if is_test => found.push((file.path.clone(), file.text.clone())),
            _ => {}
        }
    }
    found
}

/// Options that no test of a program gives, which are those of its help texts. What only has to be there is in
/// `without`.
#[must_use]
pub fn unused_options(help: &str, corpus: &[(String, String)], without: &[&str]) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let words = help.lines().filter(|line| line.starts_with("  ")).flat_map(|line| line.split_whitespace().take(2));
    let options = words.filter(|word| word.starts_with('-') && word.len() > 2);
    let mut unused: Vec<String> = Vec::new();
    for option in options {
        let name = option.split(|c| !is_part(c)).next().unwrap_or_default().trim_start_matches('-');
        let is_given = |text: &str| {
            let mut rest = text;
            while let Some(at) = rest.find(name) {
                let (before, after) = (&rest[..at], &rest[at + name.len()..]);
                if before.ends_with('-') && !before.ends_with("--no-") && !after.starts_with(is_part) {
                    return true;
                }
                rest = after;
            }
            false
        };
        let is_known = without.contains(&name) || unused.iter().any(|other| other == name);
        if !name.is_empty() && !is_known && !corpus.iter().any(|(_, text)| is_given(text)) {
            unused.push(name.to_owned());
        }
    }
    unused
}

/// The values of all literals, a line each.
fn texts(source: &str) -> String {
    rust::literals(source).into_iter().map(|literal| literal.value + "\n").collect()
}

/// Fails with the whole list of what is wrong.
///
/// # Panics
/// Something is.
pub fn report(rule: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{rule}:\n  {}\n", wrong.join("\n  "));
}

//! Conditions under which a precompiled header is the same as its text: files that are as they were, and names at which
//! there is no file.
//!
//! ```text
//! 3021 1 1764161042.123 1764161042.456 71839 /usr/include/c++/12/vector     size, device, changes, inode
//! - /home/me/project/include/vector
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Facts in the making.
#[derive(Debug)]
pub(super) struct Facts {
    lines: BTreeSet<String>,
    /// Since when files are being read.
    start: i64,
}

impl Facts {
    /// Facts of files that are read since a time, in seconds.
    pub(super) fn of_files_before(start: i64) -> Self {
        Self { lines: BTreeSet::new(), start }
    }

    /// A file or directory that is there and stays as it is; `None` if it may have changed since it was read.
    pub(super) fn present(&mut self, path: &Path) -> Option<()> {
        let changed = fs::metadata(path).ok()?.ctime();
        if changed >= self.start { None } else { self.made(path) }
    }

    /// A file that was made from the others.
    pub(super) fn made(&mut self, path: &Path) -> Option<()> {
        self.lines.insert(format!("{} {}", state(path)?, name(path)?));
        Some(())
    }

    /// Headers that stay what a search in these directories finds: no file of their names is in a directory before
    /// theirs. What is missing there is noted by the outermost directory that is missing.
    pub(super) fn found(&mut self, file: &Path, directories: &[PathBuf]) -> Option<()> {
        self.present(file)?;
        for (at, directory) in directories.iter().enumerate() {
            if let Ok(inside) = file.strip_prefix(directory) {
                for before in &directories[..at] {
                    self.missing(before, inside)?;
                }
            }
        }
        Some(())
    }

    /// A name that the text asks for in each directory, whether or not there is a file.
    pub(super) fn asked(&mut self, inside: &Path, directories: &[PathBuf]) -> Option<()> {
        for directory in directories {
            let path = directory.join(inside);
            if path.is_file() { self.present(&path)? } else { self.missing(directory, inside)? }
        }
        Some(())
    }

    /// A name in a directory, if there is nothing of this name.
    pub(super) fn missing(&mut self, directory: &Path, inside: &Path) -> Option<()> {
        let inside: Vec<&Path> = inside.ancestors().collect();
        let outermost = inside.iter().rev().map(|part| directory.join(part)).find(|path| is_missing(path));
        if let Some(path) = outermost {
            self.lines.insert(format!("- {}", name(&path)?));
        }
        Some(())
    }

    /// Their text.
    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|fact| format!("{fact}\n")).collect()
    }

    /// Whether all facts of a text hold.
    pub(super) fn hold(text: &str) -> bool {
        text.lines().all(|line| match line.strip_prefix("- ") {
            Some(path) => is_missing(Path::new(path)),
            None => line.splitn(6, ' ').nth(5).is_some_and(|path| {
                state(Path::new(path))
                    .is_some_and(|state| line.strip_prefix(&state).is_some_and(|rest| rest[1..] == *path))
            }),
        })
    }
}

/// The name of a file on a line.
fn name(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains('\n'))
}

fn state(path: &Path) -> Option<String> {
    let state = fs::metadata(path).ok()?;
    Some(format!(
        "{} {} {}.{} {}.{} {}",
        state.size(),
        state.dev(),
        state.mtime(),
        state.mtime_nsec(),
        state.ctime(),
        state.ctime_nsec(),
        state.ino()
    ))
}

fn is_missing(path: &Path) -> bool {
    let absent = |error: &io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    fs::metadata(path).is_err_and(|error| absent(&error))
}

//! Code that tests of the command line share: a directory with a small table, in which commands run.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "helpers of tests, each of which uses some of them"
)]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Properties of an image with one kernel, a specialization constant and two requirements.
pub const PROP: &str = "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n\
    [SYCL/specialization constants]\n_Z4gain=2|gBAAAAAAAAABAAAAAAAAAQAAAAA\n\
    [SYCL/specialization constants default values]\nall=2|gAAAAAAAAAAAAA4P\n\
    [SYCL/kernel param opt]\n_ZTS1K=2|DAAAAAAAAAAB\n\
    [SYCL/kernel names]\n_ZTS1K=1|1\n[SYCL/misc properties]\noptLevel=1|2\n";

/// A directory with a table of one image, in which commands run.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("a.table", "[Code|Properties|Symbols]\na.spv|a.prop|a.sym\n");
        place.write("a.spv", b"\x03\x02\x23\x07 not really\n");
        place.write("a.prop", PROP);
        place.write("a.sym", "_ZTS1K\n_Z6helperv\n");
        place
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-packager"));
        command.args(line.split_whitespace()).current_dir(self.path()).env_remove("MAKEFLAGS");
        command
    }

    /// Runs a command and gives exit code, standard output and standard error as one text.
    pub fn run(&self, line: &str) -> String {
        let output = self.command(line).output().unwrap();
        let mut text = format!("exit code {}\n", output.status.code().unwrap());
        for (name, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
            if !bytes.is_empty() {
                text.push_str(&format!("--- {name}\n{}", String::from_utf8(bytes).unwrap()));
            }
        }
        text
    }

    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[track_caller]
pub fn same(found: &str, expected: &str) {
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

//! A directory in which builds run, and what is said of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

pub(crate) const SPIR: &str = "spir64-unknown-unknown";
pub(crate) const CUDA: &str = "nvptx64-nvidia-cuda";
pub(crate) const HIP: &str = "amdgcn-amd-amdhsa";

/// The real program.
pub(crate) const PACKAGER: &str = env!("CARGO_BIN_EXE_sycl-packager");

/// Programs that the stand-in stands for.
const PROGRAMS: [&str; 9] =
    ["llvm-link", "opt", "llc", "ld.lld", "ptxas", "ocloc", "opencl-aot", "spirv-val", "sycl-packager"];

/// A directory with programs, a plugin, a cache, and inputs `a.ll` (SPIR), `cuda.ll` and `hip.ll` of three kernels
/// each.
pub(crate) struct Place {
    _directory: TempDir,
    root: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self::named("place")
    }

    /// One whose path ends in this name.
    pub(crate) fn named(name: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap().join(name);
        std::fs::create_dir_all(root.join("bin")).unwrap();
        // Links, since a file that was just written cannot be run while another thread starts a process.
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipeline/stand-in");
        for program in PROGRAMS {
            std::os::unix::fs::symlink(&script, root.join("bin").join(program)).unwrap();
        }
        let place = Self { _directory: directory, root };
        place.write("plugin.so", "not really");
        place.kernels("a.ll", SPIR, "alpha 1, beta 1, gamma 1");
        place.kernels("cuda.ll", CUDA, "alpha 1, beta 1, gamma 1");
        place.kernels("hip.ll", HIP, "alpha 1, beta 1, gamma 1");
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn remove(&self, name: &str) {
        let path = self.path(name);
        if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }.unwrap();
    }

    /// Writes device code. Each kernel has a name, a version, and perhaps an aspect.
    pub(crate) fn kernels(&self, name: &str, triple: &str, kernels: &str) {
        let lines: String = kernels.split(", ").map(|kernel| format!("; kernel {kernel}\n")).collect();
        self.write(name, format!("target triple = \"{triple}\"\n{lines}"));
    }

    /// Names of what is in a directory, sorted.
    pub(crate) fn files(&self, name: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// All files under a directory, with their sizes.
    pub(crate) fn tree(&self, name: &str) -> Vec<(PathBuf, u64)> {
        let mut found = Vec::new();
        let mut left = vec![self.path(name)];
        while let Some(path) = left.pop() {
            let metadata = path.symlink_metadata().unwrap();
            if metadata.is_dir() {
                left.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                found.push((path, metadata.len()));
            }
        }
        found.sort();
        found
    }

    /// The program with arguments that are divided at blanks, in this place, with what stand-ins need.
    pub(crate) fn command(&self, line: &str) -> Command {
        self.command_of(Path::new(PACKAGER), &line.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.root)
            .env_remove("MAKEFLAGS")
            .env("STAND_IN_LOG", self.path("log"))
            .env("STAND_IN_FAIL", self.path("fail"))
            .env("STAND_IN_PACKAGER", PACKAGER);
        command
    }

    /// The programs that no directory has.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let tools = ["ptxas", "ocloc", "opencl-aot", "spirv-val", "sycl-packager"];
        options.extend(tools.map(|tool| format!("--tool={tool}=bin/{tool}")));
        options
    }

    /// `build`, with the programs and the cache of this place.
    pub(crate) fn build_command(&self, line: &str) -> Command {
        let mut command = self.command("build");
        command.args(self.options()).args(line.split_whitespace());
        for (option, value) in [("--llvm-bin", "bin"), ("--plugin", "plugin.so")] {
            if !line.contains(option) {
                command.args([option, value]);
            }
        }
        if !line.contains("--no-cache") && !line.contains("--cache-dir") {
            command.arg("--cache-dir=cache");
        }
        command
    }

    /// Runs `build` and gives exit code, standard output and standard error as one text.
    pub(crate) fn build(&self, line: &str) -> String {
        self.tell(&self.build_command(line).output().unwrap())
    }

    /// End of a process: the place is `DIR`, and no times.
    pub(crate) fn tell(&self, output: &Output) -> String {
        let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
        let mut text = format!("exit code {code}\n");
        for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            if bytes.is_empty() {
                continue;
            }
            text.push_str(&format!("--- {name}\n"));
            for line in std::str::from_utf8(bytes).unwrap().lines() {
                let line = line.replace(self.root.to_str().unwrap(), "DIR");
                let line = line.split_once(" from the cache, ").map_or(&*line, |(before, _)| before);
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }

    /// Programs that ran since this was asked last, and how often: `llc 3, opt 1`.
    pub(crate) fn ran(&self) -> String {
        let mut counts = BTreeMap::new();
        for line in self.calls().iter().filter(|line| !line.starts_with("version of ")) {
            *counts.entry(line.split(' ').next().unwrap().to_owned()).or_insert(0) += 1;
        }
        counts.into_iter().map(|(tool, count)| format!("{tool} {count}")).collect::<Vec<_>>().join(", ")
    }

    /// All calls since they were asked for last.
    pub(crate) fn calls(&self) -> Vec<String> {
        let path = self.path("log");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if path.exists() {
            std::fs::remove_file(path).unwrap();
        }
        text.lines().map(str::to_owned).collect()
    }
}

#[track_caller]
pub(crate) fn same(found: &str, expected: &str) {
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

/// Checks that a build ended well.
#[track_caller]
pub(crate) fn done(found: &str) {
    assert!(found.starts_with("exit code 0\n"), "{found}");
}

//! The environment variables of the programs.
//!
//! Compilers for devices take settings from the environment, which change what they make: those are part of what a
//! result depends on. Settings of the passes come from the command line alone; variables for them are not passed on.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::process::Command;

use sycl_store::Key;

/// Variables of the passes start so. Programs do not get them.
const PASSES: &str = "SYCL_PASSES_";

/// Nor do they get those that say what this program does, and that messages have colours, which would be stored.
const OURS: [&str; 2] = ["SYCL_PACKAGER_", "CLICOLOR_FORCE"];

/// Variables that start with [`PASSES`], for commands that take whole names only.
pub(super) const PASSES_NAMES: [&str; 2] = ["SYCL_PASSES_CONFIG", "SYCL_PASSES_LOG"];

/// Prefixes of variables that programs of a build read: those of Intel's graphics compiler, its driver (of which
/// `ocloc` is a part) and its compiler for CPUs; NVIDIA's tools; LLVM's; and the dynamic linker, which says what code a
/// program has.
const COUNTING: [&str; 14] = [
    "CL_CONFIG_",
    "DYLD_",
    "IGC_",
    "LD_",
    "LLD_",
    "LLVM_",
    "NEO",
    "NVCC_",
    "NVVM_",
    "OCL",
    "PTXAS_",
    "VISA_",
    "VOLCANO_",
    "ZE",
];

/// With this, Intel's driver reads settings of any name.
const ANY_NAME: &str = "NEOReadDebugKeys";

/// The variables that matter to programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    counting: BTreeMap<OsString, OsString>,
    removed: Vec<OsString>,
}

impl Environment {
    /// The variables among these that matter.
    #[must_use]
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let variables: BTreeMap<OsString, OsString> = variables.into_iter().collect();
        let counts_all = variables.get(OsStr::new(ANY_NAME)).is_some_and(|value| value != "0");
        let starts = |name: &OsStr, start: &str| name.as_encoded_bytes().starts_with(start.as_bytes());
        let is_removed = |name: &OsStr| starts(name, PASSES) || OURS.iter().any(|start| starts(name, start));
        let removed = variables.keys().filter(|name| is_removed(name)).cloned().collect();
        let counts =
            |name: &OsStr| (counts_all || COUNTING.iter().any(|start| starts(name, start))) && !starts(name, PASSES);
        Self { counting: variables.into_iter().filter(|(name, _)| counts(name)).collect(), removed }
    }

    /// Takes away from a program what it is not to have.
    pub fn apply(&self, command: &mut Command) {
        for name in &self.removed {
            command.env_remove(name);
        }
    }

    /// The names of variables that count.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.counting.keys().map(|name| name.to_string_lossy().into_owned())
    }

    /// The variables that count, with hashes of their values.
    pub(super) fn hashes(&self) -> BTreeMap<String, String> {
        let hash = |value: &OsString| blake3::hash(value.as_encoded_bytes()).to_hex().to_string();
        self.counting.iter().map(|(name, value)| (name.to_string_lossy().into_owned(), hash(value))).collect()
    }

    /// Adds all that results depend on.
    pub(super) fn describe(&self, key: &mut Key) {
        key.add_number(self.counting.len());
        for (name, value) in &self.counting {
            key.add(name.as_encoded_bytes());
            key.add(value.as_encoded_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(variables: &[(&str, &str)]) -> blake3::Hash {
        let mut key = Key::new("test");
        Environment::new(variables.iter().map(|(name, value)| ((*name).into(), (*value).into()))).describe(&mut key);
        key.finish()
    }

    #[test]
    fn settings_of_compilers_count() {
        let none = key(&[]);
        let settings = [
            "IGC_ShaderDumpEnable",
            "NEOReadDebugKeys",
            "NEO_X",
            "ZE_AFFINITY_MASK",
            "ZEX_Y",
            "CL_CONFIG_CPU_TARGET_ARCH",
            "LD_PRELOAD",
        ];
        for name in settings {
            assert_ne!(key(&[(name, "1")]), none, "{name}");
            assert_ne!(key(&[(name, "1")]), key(&[(name, "2")]), "{name}");
        }
        assert_ne!(key(&[("IGC_A", "B"), ("IGC_C", "")]), key(&[("IGC_A", ""), ("IGC_C", "B")]));
        for name in ["HOME", "PWD", "SYCL_PASSES_LOG", "SYCL_PACKAGER_CACHE_DIR"] {
            assert_eq!(key(&[(name, "1")]), none, "{name}");
        }
        // With it, any name may count.
        assert_ne!(key(&[("NEOReadDebugKeys", "1"), ("PrintX", "1")]), key(&[("NEOReadDebugKeys", "1")]));
        assert_eq!(key(&[("NEOReadDebugKeys", "0"), ("PrintX", "1")]), key(&[("NEOReadDebugKeys", "0")]));
    }
}

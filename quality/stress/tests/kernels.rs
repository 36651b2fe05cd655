//! `sycl-stress kernels`: a seed that ends its process, or takes too long, is a fault of that seed and of no other.

#![cfg(feature = "llvm22")]

use std::{fs, os::unix::fs::PermissionsExt, process::Command};

/// In place of clang: makes the launcher, and fails for kernels in three ways, by the directory of their seed.
const CLANG: &str = "#!/bin/sh
case \"$PWD $*\" in
  *launch.c*) : > launch.o ;;
  */11\\ *) kill -ABRT $PPID ;;
  */12\\ *) sleep 1000 ;;
  *) echo \"no good\" >&2; exit 1 ;;
esac
";

#[test]
fn each_seed_that_fails_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let (clang, kept) = (directory.path().join("clang"), directory.path().join("kept"));
    fs::write(&clang, CLANG).unwrap();
    fs::set_permissions(&clang, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-stress"));
    command.args(["kernels", "--seed=10", "--modules=4", "--jobs=2", "--timeout=2", "--include=/", "--clang"]);
    let output = command.arg(&clang).arg("--keep").arg(&kept).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut faults: Vec<&str> = text.lines().filter(|line| line.starts_with("FAULT ")).collect();
    faults.sort_unstable();
    assert_eq!(faults.len(), 4, "{text}");
    assert!(faults[0].starts_with("FAULT seed 10: clang -O") && faults[0].ends_with(": no good"), "{text}");
    assert!(faults[1].starts_with("FAULT seed 11: the process ended with "), "{text}");
    assert_eq!(faults[2], "FAULT seed 12: took more than 2 s");
    assert!(faults[3].starts_with("FAULT seed 13: clang -O"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("48 kernels, 0 modules refused by fission, "), "{text}");
    assert_eq!(output.status.code(), Some(1));
    for seed in 10..14 {
        assert!(kept.join(seed.to_string()).join("kernels.c").is_file(), "{seed}");
    }
}

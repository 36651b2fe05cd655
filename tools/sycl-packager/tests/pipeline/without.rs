//! Builds on systems that lack something: a place for the cache, locks, threads, room.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::place::{Place, done, same};

const LINE: &str = "a.ll --target spirv64 -o out.bundle --quiet";

/// The library that makes calls of the system fail.
fn faults() -> &'static PathBuf {
    static LIBRARY: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, library) = LIBRARY.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let library = directory.path().join("faults.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pipeline/faults.c");
        let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl").status();
        assert!(made.expect("this test needs a C compiler").success());
        (directory, library)
    });
    library
}

/// `build` without `--cache-dir`, with an empty environment for the cache and the variables given.
fn build(place: &Place, more: &str, variables: &[(&str, &str)]) -> String {
    let mut command = place.command(&format!("build {LINE} --llvm-bin bin --plugin plugin.so {more}"));
    for name in ["SYCL_PACKAGER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"] {
        command.env_remove(name);
    }
    command.args(place.options()).env("TMPDIR", place.path("temporary")).envs(variables.iter().copied());
    place.tell(&command.output().unwrap())
}

/// A place, and what is built in it without a cache.
fn place() -> (Place, Vec<u8>) {
    let place = Place::new();
    std::fs::create_dir(place.path("temporary")).unwrap();
    same(&build(&place, "--no-cache", &[]), "exit code 0\n");
    let built = place.read("out.bundle");
    place.remove("out.bundle");
    (place, built)
}

/// Checks that a build gave the result, one warning, and left nothing.
#[track_caller]
fn warned(place: &Place, found: &str, built: &[u8]) {
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[..2], ["exit code 0", "--- stderr"], "{found}");
    assert!(lines.len() == 3 && lines[2].starts_with("sycl-packager: warning: "), "{found}");
    assert!(place.read("out.bundle") == built);
    assert!(place.files("temporary").is_empty());
    place.remove("out.bundle");
}

#[test]
fn a_cache_that_cannot_be_made_is_one_warning() {
    let (place, built) = place();
    place.write("file", "");
    let file = place.path("file");
    let file = file.to_str().unwrap();
    let below = format!("{file}/below");
    for (name, value) in [("HOME", file), ("XDG_CACHE_HOME", &below), ("SYCL_PACKAGER_CACHE_DIR", &below)] {
        let found = build(&place, "", &[(name, value)]);
        assert!(found.contains("the build goes without a cache"), "{found}");
        warned(&place, &found, &built);
    }
    // What the user named has to be of use.
    let found = build(&place, &format!("--cache-dir {below}"), &[]);
    assert!(found.starts_with("exit code 2\n"), "{found}");
    assert!(found.ends_with("\nhint: --no-cache builds without a cache\n"), "{found}");
    assert_eq!(place.read("file"), b"");
}

#[test]
fn a_relative_cache_home_is_ignored() {
    let (place, _) = place();
    std::fs::create_dir(place.path("home")).unwrap();
    let home = place.path("home");
    same(&build(&place, "", &[("XDG_CACHE_HOME", "relative"), ("HOME", home.to_str().unwrap())]), "exit code 0\n");
    assert!(!place.path("relative").exists() && place.path("home/.cache/sycl-packager/v2").exists());
    same(&build(&place, "", &[("HOME", "relative")]), "exit code 0\n");
    assert!(!place.path("relative").exists());
    // This program's own variable may be relative.
    same(&build(&place, "", &[("SYCL_PACKAGER_CACHE_DIR", "relative")]), "exit code 0\n");
    assert!(place.path("relative/v2").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_system_without_locks_has_no_cache() {
    let (place, built) = place();
    let (faults, cache) = (faults().to_str().unwrap(), place.path("cache"));
    // ENOSYS, EOPNOTSUPP, ENOLCK
    for error in ["38", "95", "37"] {
        let faults = [("LD_PRELOAD", faults), ("FAULT_FLOCK", error)];
        let with = [&faults[..], &[("SYCL_PACKAGER_CACHE_DIR", cache.to_str().unwrap())]].concat();
        warned(&place, &build(&place, "", &with), &built);
        same(&build(&place, "--no-cache", &faults), "exit code 0\n");
        assert!(place.read("out.bundle") == built);
        let found = build(&place, "--cache-dir cache", &faults);
        assert!(found.starts_with("exit code 2\n") && found.contains("hint: --no-cache"), "{found}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_bytes_are_the_same() {
    let (place, built) = place();
    for count in ["0", "1", "2", "3"] {
        let faults = [("LD_PRELOAD", faults().to_str().unwrap()), ("FAULT_THREADS", count)];
        same(&build(&place, "--no-cache -j 4", &faults), "exit code 0\n");
        assert!(place.read("out.bundle") == built);
        place.remove("out.bundle");
    }
}

#[test]
fn a_cache_that_is_removed_while_in_use_is_one_warning() {
    let (place, built) = place();
    let cache = place.path("cache");
    // Each program of the build is the one that removes it, once.
    for tool in ["llvm-link", "opt", "llc", "spirv-val", "sycl-packager"] {
        place.write("doom", format!("{tool}\nrm -rf {}\n", cache.display()));
        let doom = place.path("doom");
        let variables =
            [("SYCL_PACKAGER_CACHE_DIR", cache.to_str().unwrap()), ("STAND_IN_DOOM", doom.to_str().unwrap())];
        let found = build(&place, "-j 1", &variables);
        assert!(!place.path("doom").exists(), "{tool}");
        warned(&place, &found, &built);
        same(&build(&place, "", &variables[..1]), "exit code 0\n");
        assert!(place.read("out.bundle") == built, "{tool}");
        place.remove("out.bundle");
        place.remove("cache");
    }
}

#[test]
fn a_stopped_process_keeps_no_other_waiting() {
    let (place, built) = place();
    done(&place.build(LINE));
    // Another process holds what there is to hold.
    let script = "exec flock cache/v2/lock cat";
    let mut holder = place.command_of("sh".as_ref(), &["-c", script]);
    let mut holder = holder.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // It answers when it has the lock.
    use std::io::{Read as _, Write as _};
    holder.stdin.as_mut().unwrap().write_all(b"x").unwrap();
    holder.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    place.kernels("a.ll", crate::place::SPIR, "delta 1");
    done(&place.build(&format!("{LINE} --cache-size 1K")));
    assert!(place.read("out.bundle") != built);
    drop(holder.stdin.take());
    assert!(holder.wait().unwrap().success());
}

#[test]
fn a_cache_that_takes_nothing_more_is_one_warning() {
    let (place, built) = place();
    let cache = place.path("cache");
    for kind in ["objects", "results"] {
        // In the place of a directory a file, so that nothing can be stored; also where no permissions keep anybody
        // out.
        let path = cache.join("v2").join(kind);
        place.write("doom", format!("llc\nrm -rf {0} && echo >{0}\n", path.display()));
        let doom = place.path("doom");
        let variables =
            [("SYCL_PACKAGER_CACHE_DIR", cache.to_str().unwrap()), ("STAND_IN_DOOM", doom.to_str().unwrap())];
        let found = build(&place, "-j 1", &variables);
        assert!(found.contains("nothing more is kept"), "{found}");
        warned(&place, &found, &built);
        place.remove("cache");
    }
}

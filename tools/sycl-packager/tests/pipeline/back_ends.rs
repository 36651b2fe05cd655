//! Steps without a process for each: a stand-in for the compiler library, with the stand-ins for programs.
#![cfg(target_os = "linux")]

use std::mem::offset_of;
use std::path::PathBuf;
use std::process::Command;

use sycl_rtc::interface::{BUILD, Table};

use crate::place::{PACKAGER, Place, SPIR, done, same};

const LINE: &str = "a.ll --target spirv64 -o out.o";

/// A place in which the program has a compiler library beside it, of a build and of a version of LLVM. Programs of no
/// directory are found in `PATH`, since what the user names is run.
fn installed(build: &str, llvm: &str) -> Place {
    let place = Place::new();
    std::fs::create_dir(place.path("installed")).unwrap();
    std::fs::copy(PACKAGER, program(&place)).unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pipeline/back-ends.c");
    let offsets = [
        ("SIZE", size_of::<Table>()),
        ("OF_SIZE", offset_of!(Table, size)),
        ("OF_BUILD", offset_of!(Table, build)),
        ("OF_LLVM", offset_of!(Table, llvm_version)),
        ("OF_VALIDATOR", offset_of!(Table, validator)),
        ("OF_EMIT", offset_of!(Table, emit)),
        ("OF_LINK", offset_of!(Table, link)),
        ("OF_LINK_MODULES", offset_of!(Table, link_modules)),
        ("OF_RUN_PASSES", offset_of!(Table, run_passes)),
        ("OF_ACCEPTS", offset_of!(Table, accepts_spirv)),
    ];
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wl,-z,nodelete", "-o"])
        .arg(library(&place))
        .arg(source)
        .args(offsets.map(|(name, offset)| format!("-D{name}={offset}")))
        .args([format!("-DBUILD=\"{build}\""), format!("-DLLVM=\"{llvm}\"")])
        .status();
    assert!(made.expect("this test needs a C compiler").success());
    place
}

fn program(place: &Place) -> PathBuf {
    place.path("installed/sycl-packager")
}

fn library(place: &Place) -> PathBuf {
    place.path("installed/libsycl_rtc_compiler.so")
}

fn command(place: &Place, line: &str) -> Command {
    let mut command = place.command_of(&program(place), &["build", "--llvm-bin=bin", "--plugin=plugin.so"]);
    command.args(line.split_whitespace());
    if !line.contains("--cache-dir") {
        command.arg("--cache-dir=cache");
    }
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", place.path("bin").display()));
    for (name, file) in [("STAND_IN_CRASH", "crash"), ("STAND_IN_REFUSE", "refuse")] {
        command.env(name, place.path(file));
    }
    command
}

fn build(place: &Place, line: &str) -> String {
    place.tell(&command(place, line).output().unwrap())
}

/// A text without the numbers of lines that the stand-in for spirv-val makes up.
fn without_lines(text: &str) -> String {
    let mut words = text.split(' ').collect::<Vec<_>>();
    for at in 1..words.len() {
        if words[at - 1] == "line" {
            words[at] = "N:";
        }
    }
    words.join(" ")
}

/// Results of programs.
fn by_programs(place: &Place) -> Vec<u8> {
    done(&build(place, "a.ll --target spirv64 -o expected.o --cache-dir other --back-ends programs -j 1"));
    same(&place.ran(), "llc 3, llvm-link 1, opt 1, spirv-val 3");
    place.read("expected.o")
}

#[test]
fn the_library_does_what_programs_would() {
    let place = installed(BUILD, "22.0.0");
    let expected = by_programs(&place);
    for (number, choice) in ["", "--back-ends auto", "--back-ends library"].into_iter().enumerate() {
        done(&build(&place, &format!("{LINE} {choice} -j 1 --cache-dir cache{number}")));
        same(&place.ran(), "library-check 3, library-emit 3, library-load 1, library-modules 1, opt 1");
        assert!(place.read("out.o") == expected);
    }
    // A worker for each step at a time, at most.
    done(&build(&place, &format!("{LINE} -j 3 --cache-dir cache3")));
    let ran = place.ran();
    assert!(ran.contains("library-emit 3") && ["load 1", "load 2", "load 3"].iter().any(|n| ran.contains(n)), "{ran}");
    // Directories of libraries, too.
    std::fs::create_dir(place.path("lib")).unwrap();
    std::fs::rename(library(&place), place.path("lib/libsycl_rtc_compiler.so")).unwrap();
    done(&build(&place, &format!("{LINE} -j 1 --cache-dir cache4")));
    same(&place.ran(), "library-check 3, library-emit 3, library-load 1, library-modules 1, opt 1");
}

/// Result of `build` for a target, with one job, and the programs that ran.
fn made(place: &Place, line: &str, who: &str) -> (Vec<u8>, Vec<String>) {
    done(&build(
        place,
        &format!("{line} -o out.{who} --back-ends {who} --cache-dir cache-{who} -j 1 --format syclbin"),
    ));
    (place.read(&format!("out.{who}")), place.calls())
}

#[test]
fn each_back_end_gets_the_words_of_the_command() {
    let place = installed(BUILD, "22.0.0");
    for (line, emit, link) in [
        ("cuda.ll --target nvptx64:sm_90 -O3", "1 cpu=sm_90 attr= O3 nvptx64-sm_90/0.bc", None),
        ("cuda.ll --target nvptx64:sm_50", "1 cpu=sm_50 attr=+ptx63 O2 nvptx64-sm_50/0.bc", None),
        ("hip.ll --target amdgcn:gfx90a -O1", "2 cpu=gfx90a attr= O1 amdgcn-gfx90a/0.bc", Some("library-link")),
        ("a.ll --target host", "3 cpu= attr= O2 host/0.bc", Some("library-link with-library")),
        ("a.ll --target host:native", "3 cpu=native attr= O2 host-native/0.bc", Some("library-link with-library")),
    ] {
        let (expected, programs) = made(&place, line, "programs");
        let (found, ran) = made(&place, line, "library");
        assert!(found == expected, "{line}");
        assert!(ran.contains(&format!("library-emit {emit}")), "{line}: {ran:?}");
        let count = |calls: &[String], what: &str| calls.iter().filter(|call| call.starts_with(what)).count();
        assert_eq!((count(&ran, "library-emit "), count(&programs, "llc ")), (3, 3), "{line}: {ran:?}");
        assert_eq!((count(&ran, "llc "), count(&ran, "ld.lld ")), (0, 0), "{line}: {ran:?}");
        let links = link.map_or(0, |link| ran.iter().filter(|call| *call == link).count());
        assert_eq!((count(&ran, "library-link"), links), (count(&programs, "ld.lld "), links), "{line}: {ran:?}");
        assert_eq!(links, if link.is_some() { 3 } else { 0 }, "{line}: {ran:?}");
        place.remove("cache-programs");
        place.remove("cache-library");
    }
}

#[test]
fn options_of_the_user_and_what_is_refused_are_for_programs() {
    let place = installed(BUILD, "22.0.0");
    for (options, variable, expected) in [
        (
            "--back-end-option amdgcn:gfx90a=-verify",
            "NONE",
            "library-link 3, library-load 1, library-modules 1, llc 3, opt 4",
        ),
        ("--tool ld.lld=bin/ld.lld", "NONE", "ld.lld 3, library-emit 3, library-load 1, library-modules 1, opt 4"),
        (
            "",
            "STAND_IN_NO_LINK",
            "ld.lld 3, library-emit 3, library-link 3, library-load 1, library-modules 1, llvm-link 1, opt 4",
        ),
    ] {
        let line = format!("hip.ll --target amdgcn:gfx90a -j 1 {options}");
        done(&build(&place, &format!("{line} -o expected.syclbin --back-ends programs --cache-dir programs")));
        place.ran();
        let mut command = command(&place, &format!("{line} -o out.syclbin --back-ends library --cache-dir library"));
        done(&place.tell(&command.env(variable, "1").output().unwrap()));
        same(&place.ran(), expected);
        assert!(place.read("out.syclbin") == place.read("expected.syclbin"), "{options}");
        place.remove("library");
        place.remove("programs");
    }
}

#[test]
fn results_are_those_of_programs_for_the_cache() {
    for (first, second) in [("programs", "library"), ("library", "programs")] {
        let place = installed(BUILD, "22.0.0");
        done(&build(&place, &format!("{LINE} --back-ends {first}")));
        place.ran();
        // Another result of the same steps.
        let found = build(&place, &format!("a.ll --target spirv64 -o out.bundle --back-ends {second}"));
        done(&found);
        let loads = if second == "library" { "library-load 1" } else { "" };
        same(&place.ran(), loads);
        assert!(found.contains("out.bundle: 3 images; 8 of 9 steps"), "{found}");
        done(&build(&place, &format!("{LINE} --back-ends {second}")));
        same(&place.ran(), loads);
    }
}

#[test]
fn plans_are_the_same() {
    let place = installed(BUILD, "22.0.0");
    let plan = |who: &str| build(&place, &format!("{LINE} --print-plan --back-ends {who}"));
    let programs = plan("programs");
    assert!(programs.contains("/bin/llc -mtriple=spirv64-unknown-unknown -O0"), "{programs}");
    for who in ["library", "auto"] {
        same(&plan(who), &programs);
    }
}

#[test]
fn a_crash_ends_in_the_program() {
    let place = installed(BUILD, "22.0.0");
    let expected = by_programs(&place);
    place.write("crash", "beta\n");
    let crash = |how: &str| {
        format!("sycl-packager: warning: spirv64 image 1: the compiler library {how}; llc was run instead\n")
    };
    for (signal, how) in [
        (Some("11"), "crashed (signal 11)"),
        (Some("6"), "crashed (signal 6)"),
        (Some("9"), "crashed (signal 9)"),
        (None, "ended its process (exit code 7)"),
    ] {
        let cache = format!("--cache-dir cache{}", signal.unwrap_or("0"));
        let mut command = command(&place, &format!("{LINE} -q -j 1 {cache}"));
        command.envs(signal.map(|signal| ("SIGNAL", signal)));
        same(&place.tell(&command.output().unwrap()), &format!("exit code 0\n--- stderr\n{}", crash(how)));
        same(&place.ran(), "library-check 3, library-emit 3, library-load 2, library-modules 1, llc 1, opt 1");
        assert!(place.read("out.o") == expected);
    }
    // In a link, before there are images; the next worker makes those.
    place.remove("crash");
    let mut linking = command(&place, &format!("{LINE} -q -j 1 --cache-dir link"));
    same(
        &place.tell(&linking.env("STAND_IN_DOOMED_LINK", "1").output().unwrap()),
        "exit code 0\n--- stderr\nsycl-packager: warning: spirv64: link: the compiler library crashed (signal 9); \
         llvm-link was run instead\n",
    );
    same(&place.ran(), "library-check 3, library-emit 3, library-load 2, library-modules 1, llvm-link 1, opt 1");
    assert!(place.read("out.o") == expected);
    // The program says why there is no image, as without the library.
    place.write("crash", "beta\n");
    place.write("fail", "beta\n");
    let failed = |who: &str| {
        let mut command = command(&place, &format!("{LINE} -q -j 1 --cache-dir cache-{who} --back-ends {who}"));
        place.tell(&command.env("SIGNAL", "11").output().unwrap())
    };
    let (library, programs) = (failed("library"), failed("programs"));
    assert!(programs.contains("llc failed with exit code 3"), "{programs}");
    same(&library, &programs.replace("--- stderr\n", &format!("--- stderr\n{}", crash("crashed (signal 11)"))));
}

#[test]
fn what_is_refused_is_said_by_programs() {
    let place = installed(BUILD, "22.0.0");
    for name in ["refuse", "fail"] {
        place.write(name, "beta\n");
    }
    let failed = |who: &str| build(&place, &format!("{LINE} -j 1 --cache-dir cache-{who} --back-ends {who}"));
    let programs = failed("programs");
    place.ran();
    same(&failed("library"), &programs);
    same(&place.ran(), "library-check 2, library-emit 3, library-load 1, library-modules 1, llc 1, opt 2");
    place.remove("refuse");
    place.remove("fail");

    // Notes of the validator, and words of the back end.
    for name in ["STAND_IN_UNKNOWN", "STAND_IN_SAY"] {
        let mut command = command(&place, &format!("{LINE} -j 1 --cache-dir {name}-programs --back-ends programs"));
        let programs = without_lines(&place.tell(&command.env(name, "6147").output().unwrap()));
        assert!(programs.contains("--- stderr\n"), "{programs}");
        place.ran();
        let mut command = self::command(&place, &format!("{LINE} -j 1 --cache-dir {name} --back-ends library"));
        let found = place.tell(&command.env(name, "6147").env("STAND_IN_HEARD", "6147").output().unwrap());
        same(&without_lines(&found), &programs);
        let ran = place.ran();
        assert!(ran.contains("library-emit 3") && ran.contains("llc 3"), "{ran}");
    }
}

#[test]
fn without_the_library_programs_are_run_unless_it_is_demanded() {
    const HINT: &str = "hint: --back-ends programs builds with programs alone\n";
    let by_programs = "llc 3, llvm-link 1, opt 1, spirv-val 3";
    let place = installed("of another day", "22.0.0");
    done(&build(&place, &format!("{LINE} -j 1")));
    same(&place.ran(), "library-load 1, llc 3, llvm-link 1, opt 1, spirv-val 3");
    same(
        &build(&place, &format!("{LINE} --back-ends library --cache-dir library")),
        &format!(
            "exit code 2\n--- stderr\nsycl-packager: compiler library `DIR/installed/libsycl_rtc_compiler.so` is of \
             build of another day; expected build {BUILD}\n{HINT}"
        ),
    );
    same(&place.ran(), "library-load 1");

    // One that crashes is not asked again.
    let doomed = installed(BUILD, "22.0.0");
    let line = format!("{LINE} -q -j 1");
    same(
        &doomed.tell(&command(&doomed, &line).env("STAND_IN_DOOMED", "1").output().unwrap()),
        "exit code 0\n--- stderr\nsycl-packager: warning: spirv64: link: the compiler library crashed (signal 9); \
         llvm-link was run instead\n",
    );
    same(&doomed.ran(), by_programs);
    let mut demanded = command(&doomed, &format!("{LINE} --back-ends library --cache-dir library"));
    same(
        &doomed.tell(&demanded.env("STAND_IN_DOOMED", "1").output().unwrap()),
        &format!(
            "exit code 2\n--- stderr\nsycl-packager: the compiler library crashed (signal 9) when it was loaded\n{HINT}"
        ),
    );

    place.write("installed/libsycl_rtc_compiler.so", "not a library");
    done(&build(&place, &format!("{LINE} --cache-dir other")));
    same(&place.ran(), by_programs);

    place.remove("installed/libsycl_rtc_compiler.so");
    done(&build(&place, &format!("{LINE} --cache-dir auto")));
    same(&place.ran(), by_programs);
    let found = build(&place, &format!("{LINE} --back-ends library --cache-dir library"));
    assert!(
        found.starts_with(
            "exit code 2\n--- stderr\nsycl-packager: no compiler library; tried \
             `DIR/installed/libsycl_rtc_compiler.so` ("
        ) && found.ends_with(HINT),
        "{found}"
    );
    same(&place.ran(), "");

    // Another LLVM may make other bytes.
    let place = installed(BUILD, "22.0.1");
    done(&build(&place, &format!("{LINE} -j 1")));
    same(&place.ran(), "library-check 3, library-load 1, llc 3, llvm-link 1, opt 1");
    same(
        &build(&place, &format!("{LINE} --back-ends library --cache-dir library")),
        &format!(
            "exit code 2\n--- stderr\nsycl-packager: the compiler library has LLVM 22.0.1, and DIR/bin/llc is of LLVM \
             22.0.0; expected the same\n{HINT}"
        ),
    );
}

#[test]
fn what_the_user_names_is_run() {
    let place = installed(BUILD, "22.0.0");
    for (tools, expected) in [
        ("--tool llc=bin/llc", "library-check 3, library-load 1, library-modules 1, llc 3, opt 1"),
        ("--tool llvm-link=bin/llvm-link", "library-check 3, library-emit 3, library-load 1, llvm-link 1, opt 1"),
        ("--tool spirv-val=bin/spirv-val", "library-emit 3, library-load 1, library-modules 1, opt 1, spirv-val 3"),
        ("--back-end-option spirv64=-verbose", "library-check 3, library-load 1, library-modules 1, llc 3, opt 1"),
        ("--spirv-ext all", "library-check 3, library-load 1, library-modules 1, llc 3, opt 1"),
        (
            "--tool sycl-packager=bin/sycl-packager",
            "library-emit 3, library-load 1, library-modules 1, opt 1, spirv-val 3, sycl-packager 4",
        ),
    ] {
        done(&build(&place, &format!("{LINE} -j 1 --back-ends library --cache-dir new {tools}")));
        same(&place.ran(), expected);
        place.remove("new");
    }
}

/// Has the plugin say that it is of a build.
fn set_plugin(place: &Place, build: &str) {
    let source = format!(
        "struct {{ unsigned name, size, kind; char owner[12], build[{}]; }} note __attribute__((section(\".note.x\"), \
         aligned(4))) = {{12, {}, 1, \"sycl-passes\", \"{build}\"}};\n",
        build.len(),
        build.len()
    );
    place.write("plugin.c", &source);
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-w", "-o"]).arg(place.path("plugin.so")).arg(place.path("plugin.c"));
    assert!(command.status().expect("this test needs a C compiler").success());
}

#[test]
fn passes_run_in_a_worker_if_the_plugin_is_of_its_build() {
    let place = installed(BUILD, "22.0.0");
    let expected = by_programs(&place);
    let other: String = BUILD.chars().rev().collect();
    const BY_WORKER: &str = "library-check 3, library-emit 3, library-load 1, library-modules 1, library-passes 1";
    const BY_OPT: &str = "library-check 3, library-emit 3, library-load 1, library-modules 1, opt 1";
    for (number, (build_of_plugin, line, ran)) in [
        (BUILD, "", BY_WORKER),
        (BUILD, "--tool opt=bin/opt", BY_OPT),
        (&*other, "", BY_OPT),
        (&BUILD[1..], "", BY_OPT),
        ("", "", BY_OPT),
    ]
    .into_iter()
    .enumerate()
    {
        set_plugin(&place, build_of_plugin);
        done(&build(&place, &format!("{LINE} -j 1 --cache-dir cache{number} {line}")));
        same(&place.ran(), ran);
        assert!(place.read("out.o") == expected, "{line}");
    }
    // What has no notes, and no sections.
    for (number, plugin) in ["", "\x7fELF"].into_iter().enumerate() {
        place.write("plugin.so", plugin);
        done(&build(&place, &format!("{LINE} -j 1 --cache-dir other{number}")));
        same(&place.ran(), BY_OPT);
    }
}

#[test]
fn modules_that_passes_make_are_those_of_opt() {
    let place = installed(BUILD, "22.0.0");
    set_plugin(&place, BUILD);
    // The names of kernels are in the images, as those of constants would be.
    place.kernels("asks.ll", SPIR, "current_backend 1");
    for line in ["a.ll --target host", "cuda.ll --target nvptx64:sm_90", "asks.ll --target spirv64"] {
        let (expected, programs) = made(&place, line, "programs");
        let (found, ran) = made(&place, line, "library");
        assert!(found == expected, "{line}");
        let count = |calls: &[String], what: &str| calls.iter().filter(|call| call.starts_with(what)).count();
        assert_eq!(
            (count(&ran, "opt "), count(&ran, "library-passes")),
            (0, count(&programs, "opt ")),
            "{line}: {ran:?}"
        );
        place.remove("cache-programs");
        place.remove("cache-library");
    }
}

#[test]
fn what_passes_leave_behind_is_not_the_step_s() {
    let place = installed(BUILD, "22.0.0");
    let expected = by_programs(&place);
    set_plugin(&place, BUILD);
    const CRASH: &str = "sycl-packager: warning: spirv64-native: post-link: the compiler library crashed (signal 11); opt \
                         was run instead\n";
    for (file, said, loads) in [("refuse", "", 1), ("crash", CRASH, 2)] {
        place.write(file, "passes\n");
        let mut command = command(&place, &format!("{LINE} -q -j 1 --cache-dir {file}-cache --keep={file}-kept"));
        let found = place.tell(&command.env("SIGNAL", "11").output().unwrap());
        same(
            &found,
            &if said.is_empty() { "exit code 0\n".to_owned() } else { format!("exit code 0\n--- stderr\n{said}") },
        );
        same(
            &place.ran(),
            &format!(
                "library-check 3, library-emit 3, library-load {loads}, library-modules 1, library-passes 1, opt 1"
            ),
        );
        assert!(place.read("out.o") == expected);
        let split = place.path(&format!("{file}-kept/spirv64-native/split"));
        assert!(split.join("image_0.bc").exists() && !split.join("image_half.bc").exists());
        place.remove(file);
    }
}

/// A worker that is started by hand says what it is, and ends.
#[test]
fn a_worker_ends_with_its_input() {
    let place = installed(BUILD, "22.0.0");
    let mut worker = place.command_of(&program(&place), &["back-ends"]);
    let output = worker.stdin(std::process::Stdio::null()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(output.stdout.windows(8).any(|bytes| bytes == b" back en"));
}

#[test]
fn the_log_says_why_programs_run_and_what_is_stored() {
    let place = installed("of another build", "22.0.0");
    let line = &format!("{LINE} -j 1");
    let logged = || place.tell(&command(&place, line).env("SYCL_PACKAGER_LOG", "debug").output().unwrap());
    let first = logged();
    for expected in ["out.o: the cache in ", "spirv64: link: the cache has no result ", "spirv64: link: no worker: "] {
        assert!(first.contains(expected), "{expected}: {first}");
    }
    assert!(first.contains("spirv64: link: runs ") && !first.contains("has this variable"), "{first}");
    let second = logged();
    assert!(second.contains("out.o: result ") && second.contains(" comes from the cache"), "{second}");
    assert!(!build(&place, line).contains("result"), "without the variable there is no log");
}

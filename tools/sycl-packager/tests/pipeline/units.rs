//! `--rdc`: images of each host object by itself, where none needs another.

use std::process::Stdio;

use crate::host_objects::{object, tool};
use crate::place::{Place, SPIR, done, same};
use sycl_images::offload_binary::{ImageKind, OffloadKind};

/// An object with a kernel, and other lines of LLVM assembly.
fn unit(place: &Place, name: &str, kernel: &str, more: &str) {
    let defined = kernel.split(' ').next().unwrap();
    let code = format!(
        "target triple = \"{SPIR}\"\n; kernel {kernel}\ndefine spir_kernel void @{defined}() {{ ret void }}\n{more}"
    );
    object(place, name, "", &[(OffloadKind::SYCL, ImageKind::BITCODE, code.as_bytes())]);
}

/// Three objects, of which each has a kernel.
fn three(place: &Place) {
    for (name, kernel) in [("a.o", "alpha"), ("b.o", "beta"), ("c.o", "gamma")] {
        unit(place, name, &format!("{kernel} 1"), "");
    }
}

const OFF: &str = "a.o b.o c.o --target host --rdc off --rdc-objects made -o out.o --quiet";

/// Calls of a program since this was asked last.
fn calls(place: &Place, program: &str) -> usize {
    place.calls().iter().filter(|call| call.starts_with(&format!("{program} "))).count()
}

#[test]
fn each_object_has_images_and_a_change_costs_one() {
    let place = Place::new();
    three(&place);
    std::fs::create_dir(place.path("made")).unwrap();
    done(&place.build(OFF));
    let calls_of = place.calls();
    let count = |program: &str| calls_of.iter().filter(|call| call.starts_with(program)).count();
    assert_eq!((count("llvm-link "), count("llc ")), (0, 3), "{calls_of:?}");
    assert_eq!(place.files("made"), ["0.o", "1.o", "2.o", "objects.txt"]);
    assert_eq!(place.read("made/objects.txt"), b"0.o\n1.o\n2.o\n");
    let first = place.read("made/0.o");
    done(&place.build(OFF));
    assert_eq!(calls(&place, "llc") + calls(&place, "opt"), 0);
    unit(&place, "b.o", "beta 2", "");
    done(&place.build(OFF));
    assert_eq!(calls(&place, "llc"), 1);
    assert_eq!(place.read("made/0.o"), first);
    // However many jobs there are, and without a cache, they are the same bytes.
    for jobs in [1, 7] {
        let other = format!("{} --no-cache --jobs {jobs}", OFF.replace("made", "again"));
        std::fs::create_dir_all(place.path("again")).unwrap();
        done(&place.build(&other));
        for name in place.files("made") {
            assert_eq!(place.read(&format!("made/{name}")), place.read(&format!("again/{name}")), "{name} {jobs}");
        }
    }
}

#[test]
fn objects_that_need_others_are_linked() {
    let place = Place::new();
    three(&place);
    std::fs::create_dir(place.path("made")).unwrap();
    let of_auto = OFF.replace("off", "auto");
    let is_apart = |more: [&str; 2]| {
        unit(&place, "a.o", "alpha 1", more[0]);
        unit(&place, "b.o", "beta 1", more[1]);
        let _ = std::fs::remove_file(place.path("made/objects.txt"));
        done(&place.build(&of_auto));
        place.path("made/objects.txt").exists()
    };
    let (needs, has) =
        ("declare spir_func void @_Z6sharedi(i32)\n", "define spir_func void @_Z6sharedi(i32) { ret void }\n");
    assert!(is_apart(["", ""]));
    // Built-in functions are declared, too.
    assert!(is_apart([needs, ""]));
    assert!(is_apart(["", has]));
    assert!(!is_apart([needs, has]));
    let inline = has.replace("define", "define linkonce_odr");
    assert!(is_apart([&inline, &inline]));
    let variable = "@shared = linkonce_odr addrspace(1) global i32 0\n";
    assert!(!is_apart([variable, variable]));
    assert!(is_apart([variable, ""]));
    let constant = variable.replace("global", "constant");
    assert!(is_apart([&constant, &constant]));
    // The same kernel in two objects, of a template: only a link finds out whether it is the same.
    unit(&place, "c.o", "beta 1", "");
    assert!(!is_apart(["", ""]));
    done(&place.build(OFF));
    assert!(place.path("made/objects.txt").exists());

    unit(&place, "a.o", "alpha 1", needs);
    unit(&place, "b.o", "beta 1", has);
    let hint = "hint: --rdc=on links the device code of all units\n";
    let found = "found a use of `shared(int)`, which is defined in b.o; expected none of another unit";
    same(&place.build(OFF), &format!("exit code 1\n--- stderr\nsycl-packager: a.o: {found}\n{hint}"));
    unit(&place, "a.o", "alpha 1", variable);
    unit(&place, "b.o", "beta 1", variable);
    let found = "found a definition of `shared`, which a.o has, too; expected one for each";
    same(&place.build(OFF), &format!("exit code 1\n--- stderr\nsycl-packager: b.o: {found}\n{hint}"));
}

#[test]
fn only_host_objects_can_be_apart() {
    let place = Place::new();
    three(&place);
    for (line, found) in [
        (
            "a.o b.o --target spirv64 --rdc off -o out.bundle",
            "found --rdc=off and a result that is no host object; expected a host object",
        ),
        (
            "a.ll --target spirv64 --rdc off -o out.o",
            "found --rdc=off and a file of LLVM IR; expected host objects and archives",
        ),
        (
            "a.o --target spirv64 --rdc off -o out.o --post-link-option allow-device-image-dependencies",
            "found --rdc=off and allow-device-image-dependencies, by which images use functions of others; expected one of them",
        ),
        (
            "a.o --target spirv64 --rdc off -o out.o --emit ninja",
            "found --rdc=off and --emit, which writes the steps of one link; expected one of them",
        ),
    ] {
        same(&place.build(line), &format!("exit code 2\n--- stderr\nsycl-packager: {found}\n"));
    }
    // Objects without kernels are left out, and other targets than the host are linked unless the user says so.
    tool(&place, "ar", &["rc", "libabc.a", "a.o", "b.o", "c.o"]);
    done(&place.build("libabc.a --target spirv64 --rdc auto -o linked.o --quiet"));
    assert_eq!(calls(&place, "llvm-link"), 1);
}

#[test]
fn a_failure_names_its_object_and_others_are_kept() {
    let place = Place::new();
    three(&place);
    std::fs::create_dir(place.path("made")).unwrap();
    place.write("fail", "beta\n");
    let found = place.build(OFF);
    assert!(
        found.starts_with(
            "exit code 1\n--- stderr\nsycl-packager: b.o: host image 0 (the image of kernel beta): llc failed"
        ),
        "{found}"
    );
    assert!(!place.path("made/objects.txt").exists());
    place.remove("fail");
    let _ = place.calls();
    done(&place.build(OFF));
    assert_eq!(calls(&place, "llc"), 1);
}

#[test]
fn builds_at_once_and_killed_ones_leave_a_cache_that_is_whole() {
    let place = Place::new();
    three(&place);
    let lines = ["one", "two"].map(|directory| {
        std::fs::create_dir(place.path(directory)).unwrap();
        OFF.replace("made", directory)
    });
    let pipe = place.path("wait");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut killed = place.build_command(&lines[0]);
    let mut killed = killed.env("STAND_IN_WAIT", &pipe).stderr(Stdio::null()).spawn().unwrap();
    // A back end is at work.
    drop(std::fs::File::open(&pipe).unwrap());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let both = lines.clone().map(|line| place.build_command(&line).stderr(Stdio::piped()).spawn().unwrap());
    for build in both {
        let ended = build.wait_with_output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    for name in place.files("one") {
        assert_eq!(place.read(&format!("one/{name}")), place.read(&format!("two/{name}")), "{name}");
    }
    let verified = place.tell(&place.command("cache verify --cache-dir cache").output().unwrap());
    assert!(verified.starts_with("exit code 0"), "{verified}");
    let _ = place.calls();
    done(&place.build(&lines[0]));
    assert_eq!(calls(&place, "llc"), 0);
}

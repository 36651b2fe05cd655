//! Inputs of a result: every file that a build reads, seen whatever its size and times are; programs; the environment.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::place::{CUDA, Place, SPIR, done, same};

/// Bytes from which files are not read each time.
const LARGE: usize = 5 << 20;

fn time() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
}

/// Gives a file another content of the same size, and its old time.
type Change = fn(&Path, &[u8]);

const WAYS: [(&str, Change); 2] = [
    ("in place", |path, content| {
        std::fs::write(path, content).unwrap();
        File::options().append(true).open(path).unwrap().set_modified(time()).unwrap();
    }),
    ("by another file", |path, content| {
        let other = path.with_extension("other");
        std::fs::write(&other, content).unwrap();
        File::options().append(true).open(&other).unwrap().set_modified(time()).unwrap();
        std::fs::rename(other, path).unwrap();
    }),
];

/// LLVM assembly of a size, with a kernel in a version.
fn large(triple: &str, version: u8) -> Vec<u8> {
    let mut text = format!("target triple = \"{triple}\"\n; kernel alpha {version}\n").into_bytes();
    text.extend(b";;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;\n".repeat(LARGE / 64));
    text
}

#[test]
fn a_large_input_of_the_same_size_and_time() {
    let place = Place::new();
    for (way, change) in WAYS {
        let (mut seen, path) = (Vec::new(), place.path("a.ll"));
        for version in [1, 2, 1] {
            change(&path, &large(SPIR, version));
            done(&place.build("a.ll --target spirv64 -o out.bundle"));
            seen.push(place.read("out.bundle"));
        }
        assert!(seen[0] == seen[2] && seen[0] != seen[1], "{way}");
    }
}

#[test]
fn a_plugin_of_the_same_size_and_time() {
    let place = Place::new();
    let mut bytes = b'a'..;
    for (_, change) in WAYS {
        for size in [10, LARGE] {
            for _ in 0..2 {
                change(&place.path("plugin.so"), &vec![bytes.next().unwrap(); size]);
                place.ran();
                done(&place.build("a.ll --target spirv64 -o out.bundle"));
                assert!(place.ran().contains("opt 1"));
            }
        }
    }
}

#[test]
fn a_program_of_the_same_size_and_time() {
    let place = Place::new();
    let script = place.read("bin/llc");
    let tools = place.path("tools");
    std::fs::create_dir(&tools).unwrap();
    for program in ["llvm-link", "opt", "ld.lld"] {
        std::os::unix::fs::symlink(place.path("bin").join(program), tools.join(program)).unwrap();
    }
    for way in ["cat >$1", "cat >$1.other; chmod +x $1.other; mv $1.other $1"] {
        for version in ["1", "2"] {
            // Written by another process, which no thread of this one forks from.
            place.write("script", [&script, b"# ".as_slice(), version.as_bytes()].concat());
            let write = format!("{{ {way}; }} <script; chmod +x $1; touch -d @1700000000 $1");
            let arguments = ["-c", &write, "sh", "tools/llc"];
            assert!(place.command_of("sh".as_ref(), &arguments).status().unwrap().success());
            place.ran();
            done(&place.build("a.ll --target spirv64 -o out.bundle --llvm-bin tools"));
            let ran = place.ran();
            assert!(ran.contains("llc 3"), "{way}, {version}: {ran}");
            place.remove("cache/v2/results");
        }
    }
}

#[test]
fn a_program_that_changes_while_it_is_used() {
    let place = Place::new();
    std::fs::create_dir(place.path("tools")).unwrap();
    let copy = "for t in llvm-link opt llc ld.lld; do cp bin/$t tools/$t; done";
    assert!(place.command_of("sh".as_ref(), &["-c", copy]).status().unwrap().success());
    let tool = place.path("tools/llc").display().to_string();
    place.write(
        "doom",
        format!("llc\n{{ cat {tool}; echo; }} >{tool}.new; chmod +x {tool}.new; mv {tool}.new {tool}\n"),
    );
    let mut command = place.build_command("a.ll --target spirv64 -o out.o --llvm-bin tools -j 1");
    let found = place.tell(&command.env("STAND_IN_DOOM", place.path("doom")).output().unwrap());
    assert!(found.contains("image 0") && found.contains("DIR/tools/llc has changed since the build began"), "{found}");
    done(&place.build("a.ll --target spirv64 -o out.o --llvm-bin tools"));
}

#[test]
fn all_files_that_are_read_count() {
    let place = Place::new();
    place.write("library.ll", format!("target triple = \"{CUDA}\"\n; library 1\n"));
    std::fs::create_dir(place.path("libraries")).unwrap();
    place.write("libraries/libsycl-fallback-bfloat16.bc", "fallback");
    place.write("include.h", "one");
    let option = format!("--back-end-option=nvptx64:sm_90=-include={}", place.path("include.h").display());
    let line = "cuda.ll --target nvptx64:sm_90 --device-lib library.ll --post-link-option device-lib-dir=libraries \
                -o out.bundle";
    let build = || {
        done(&place.tell(&place.build_command(line).arg(&option).output().unwrap()));
        place.ran()
    };
    build();
    same(&build(), "");
    place.write("library.ll", format!("target triple = \"{CUDA}\"\n; library 2\n"));
    // The stand-in does not keep what libraries say.
    same(&build(), "llvm-link 1, opt 1");
    place.write("libraries/libsycl-fallback-bfloat16.bc", "FALLBACK");
    same(&build(), "opt 1");
    place.write("libraries/libsycl-native-bfloat16.bc", "native");
    same(&build(), "opt 1");
    place.write("include.h", "two");
    same(&build(), "llc 3");
    same(&build(), "");
}

#[test]
fn parameters_that_name_files_of_the_build_are_refused() {
    let place = Place::new();
    place.write("file", "{}");
    for name in ["config", "devices", "o", "out-dir"] {
        for parameter in
            [format!("{name}=file"), format!(" {name} =file"), format!("{name}=intel_gpu_pvc:x"), name.to_owned()]
        {
            let mut command = place.build_command("a.ll --target spirv64 -o out.bundle");
            let found = place.tell(&command.args(["--post-link-option", &parameter]).output().unwrap());
            let start =
                format!("exit code 2\n--- stderr\nsycl-packager: found --post-link-option {parameter}; expected ");
            assert!(found.starts_with(&start) && found.contains("\nhint: "), "{found}");
        }
    }
    for value in ["none", "file", ""] {
        let found =
            place.build(&format!("a.ll --target spirv64 -o out.bundle --post-link-option device-lib-dir={value}"));
        assert!(found.starts_with("exit code 2\n") && found.contains("expected the name of a directory"), "{found}");
    }
    // What the parser of pipelines would take for something else, in a parameter and in the place of all.
    for parameter in ["x(y", "x)", "x,y", "x>y", "x;config=file"] {
        let mut command = place.build_command("a.ll --target spirv64 -o out.bundle");
        let found = place.tell(&command.args(["--post-link-option", parameter]).output().unwrap());
        assert!(found.starts_with("exit code 2\n") && found.contains("expected one parameter without"), "{found}");
    }
    let elsewhere = Place::named("a (copy), b");
    std::fs::create_dir(elsewhere.path("libraries")).unwrap();
    let found = elsewhere.build("a.ll --target spirv64 -o out.bundle --post-link-option device-lib-dir=libraries");
    assert!(found.starts_with("exit code 2\n") && found.contains("expected device libraries elsewhere"), "{found}");
    assert_eq!(place.calls(), [""; 0]);
    assert_eq!(place.read("file"), b"{}");
}

/// Only the environment of a build that has nothing to do with the names of these tests.
fn build_in(place: &Place, variables: &[(&str, &str)]) -> String {
    let mut command = place.build_command("a.ll --target intel_gpu_pvc -o out --validate never --quiet");
    for (name, _) in
        std::env::vars().filter(|(name, _)| ["IGC_", "NEO", "ZE_", "SYCL_PASSES_"].iter().any(|s| name.starts_with(s)))
    {
        command.env_remove(name);
    }
    done(&place.tell(&command.env("STAND_IN_SHOW", "1").envs(variables.iter().copied()).output().unwrap()));
    String::from_utf8(place.read("out/intel_gpu_pvc_0.bin")).unwrap()
}

#[test]
fn settings_of_compilers_in_the_environment_count() {
    let place = Place::new();
    let none = build_in(&place, &[]);
    for name in ["IGC_ShaderDumpEnable", "NEOReadDebugKeys", "ZE_DEBUG", "CL_CONFIG_CPU_TARGET_ARCH", "LD_LIBRARY_PATH"]
    {
        let with = build_in(&place, &[(name, "1")]);
        assert!(with.contains(&format!("{name}=1")), "{with}");
        assert!(build_in(&place, &[(name, "2")]).contains(&format!("{name}=2")));
        assert!(build_in(&place, &[(name, "1")]) == with);
    }
    assert!(build_in(&place, &[]) == none);
}

#[test]
fn settings_of_the_passes_in_the_environment_do_not() {
    let place = Place::new();
    let none = build_in(&place, &[]);
    for name in ["SYCL_PASSES_LOG", "SYCL_PASSES_CONFIG", "SYCL_PASSES_OF_LATER"] {
        place.remove("cache");
        let with = build_in(&place, &[(name, "1")]);
        assert!(with == none && !with.contains("SYCL_PASSES"), "{with}");
    }
}

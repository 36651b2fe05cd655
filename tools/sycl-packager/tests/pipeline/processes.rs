//! Builds beside each other, under make, killed, and on a full disk.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::place::{CUDA, Place, SPIR, done, same};

/// The result of a build that nothing disturbs.
fn undisturbed(inputs: &[(&str, &str, &str)], line: &str, output: &str) -> Vec<u8> {
    let place = Place::new();
    for (name, triple, kernels) in inputs {
        place.kernels(name, triple, kernels);
    }
    done(&place.build(&format!("{line} -o {output}")));
    place.read(output)
}

#[test]
fn builds_share_a_cache_at_the_same_time() {
    let kernels = |version: usize| format!("alpha {version}, beta 1, gamma {version}, delta 1");
    let line = "a.ll --target spirv64 --target intel_gpu_pvc";
    let expected = [0, 1, 2].map(|version| undisturbed(&[("a.ll", SPIR, &kernels(version))], line, "out.o"));
    // Once with room for everything, once with hardly any: what one has stored, another removes.
    for size in ["1G", "1K"] {
        let place = Place::new();
        for version in 0..3 {
            place.kernels(&format!("a{version}.ll"), SPIR, &kernels(version));
        }
        let mut running = Vec::new();
        for number in 0..6 {
            let version = number % 3;
            let output = if number < 3 { format!("{number}.o") } else { format!("directory{number}") };
            let line = format!("a{version}.ll --target spirv64 --target intel_gpu_pvc -o {output} --cache-size {size}");
            let mut command = place.build_command(&line);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            running.push((version, output, child));
        }
        for (version, output, child) in running {
            done(&place.tell(&child.wait_with_output().unwrap()));
            if output.ends_with(".o") {
                assert!(place.read(&output) == expected[version]);
            } else {
                assert_eq!(place.files(&output).len(), 2 * 3 * 4 + 3);
            }
        }
        assert!(place.files("cache/v2/work").is_empty());
    }
}

#[test]
fn a_killed_build_goes_on() {
    let place = Place::new();
    let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90";
    for pipe in ["begun", "go"] {
        assert!(Command::new("mkfifo").arg(place.path(pipe)).status().unwrap().success());
    }
    let mut before = None;
    for (round, tool) in ["llvm-link", "opt", "llc", "spirv-val"].into_iter().enumerate() {
        let kernels = format!("alpha {round}, beta 1, gamma {round}");
        place.kernels("a.ll", SPIR, &kernels);
        let whole = undisturbed(&[("a.ll", SPIR, &kernels)], line, "out.o");
        // The tool says that it has begun and waits, so the build cannot be done when it is killed.
        let (begun, go) = (place.path("begun"), place.path("go"));
        let command = format!("echo >{}; read -r _ <{} || true", begun.display(), go.display());
        place.write("doom", format!("{tool}\n{command}\n"));
        let mut command = place.build_command(&format!("{line} -o out.o"));
        command.env("STAND_IN_DOOM", place.path("doom"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        assert_eq!(std::fs::read(begun).unwrap(), b"\n", "{tool}");
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9), "{tool}");
        let left = place.path("out.o").exists().then(|| place.read("out.o"));
        assert!(left == before, "{tool}: the result is as it was");
        // The tool goes on and may still write into its work directory, which can be removed only afterwards.
        std::fs::write(go, "").unwrap();
        let started = Instant::now();
        loop {
            done(&place.build(&format!("{line} -o out.o")));
            assert!(place.read("out.o") == whole);
            if place.files("cache/v2/work").is_empty() {
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(20), "{:?}", place.files("cache/v2/work"));
        }
        before = Some(whole);
    }
}

#[test]
fn a_result_without_room_is_told_once() {
    let place = Place::new();
    let limited = |line: &str, blocks: u32| {
        // Writing beyond the limit fails as on a full disk, if the signal for it is ignored.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let inner = place.build_command(line);
        let mut command = place.command_of(Path::new("sh"), &["-c", &script, "sh"]);
        command.arg(inner.get_program()).args(inner.get_args());
        let output = command.output().unwrap();
        place.tell(&output)
    };
    let room = |output: &str| {
        format!("exit code 2\n--- stderr\nsycl-packager: {output}: cannot write: File too large (os error 27)\n")
    };
    let before = |place: &Place| place.files("").into_iter().filter(|name| name != "log").collect::<Vec<_>>();
    for output in ["out.o", "out.syclbin", "out.bundle"] {
        let line = format!("a.ll --target spirv64 -o {output}");
        done(&place.build(&line));
        let whole = place.read(output);
        assert!(whole.len() > 512, "{}", whole.len());
        place.remove(output);
        let files = before(&place);
        same(&limited(&line, 1), &room(output));
        assert_eq!(before(&place), files);
        place.write(output, "of yesterday");
        same(&limited(&line, 1), &room(output));
        assert_eq!(place.read(output), b"of yesterday");
        done(&place.build(&line));
        assert!(place.read(output) == whole);
    }
    // A directory.
    let line = "a.ll --target spirv64 -o out";
    done(&place.build(line));
    place.remove("out");
    let files = before(&place);
    same(&limited(line, 0), &room("out/images.json"));
    assert_eq!(before(&place), files);
    done(&place.build(line));
    place.write("out/spirv64.table", "of yesterday");
    let names = place.files("out");
    same(&limited(line, 0), &room("out/images.json"));
    assert_eq!((place.files("out"), place.read("out/spirv64.table")), (names, b"of yesterday".to_vec()));
}

#[test]
fn a_pack_step_without_room_leaves_nothing() {
    let place = Place::new();
    place.kernels("a.ll", SPIR, "alpha 1");
    done(&place.build("a.ll --target spirv64 -o other.bundle --validate never"));
    let files = place.files("");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let inner = place.build_command("a.ll --target spirv64 -o out.o --validate never");
    let mut command = place.command_of(Path::new("sh"), &["-c", script, "sh"]);
    // The log is beyond the limit too.
    command.arg(inner.get_program()).args(inner.get_args()).env("STAND_IN_LOG", "/dev/null");
    let output = command.output().unwrap();
    same(
        &place.tell(&output),
        "exit code 2\n--- stderr\nsycl-packager: pack: result: cannot write: File too large (os error 27)\n\
         sycl-packager: out.o: not written; what was built is in the cache\n\
         hint: --keep keeps the files on the way, and shows the commands\n",
    );
    assert_eq!(place.files(""), files);
}

#[test]
fn makes_limit_is_kept() {
    let place = Place::new();
    let kernels: Vec<String> = (0..6).map(|number| format!("k{number} 1")).collect();
    place.kernels("cuda.ll", CUDA, &kernels.join(", "));
    std::fs::create_dir(place.path("beside")).unwrap();
    let words = |command: &Command| -> String {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| format!("'{}'", word.to_str().unwrap())).collect::<Vec<_>>().join(" ")
    };
    let build =
        |name: &str| words(&place.build_command(&format!("cuda.ll --target {name} -o {name}.o --cuda-image ptx")));
    // Two builds beside each other: one's second job is the other's first.
    let makefile = format!("all: a b\na:\n\t+{}\nb:\n\t+{}\n", build("nvptx64:sm_80"), build("nvptx64:sm_90"));
    place.write("Makefile", makefile);
    let mut make = place.command_of(Path::new("make"), &["-j2"]);
    let output = make.env("STAND_IN_BESIDE", place.path("beside")).output().unwrap();
    done(&place.tell(&output));
    let seen: Vec<usize> = place
        .files("beside")
        .iter()
        .map(|name| String::from_utf8(place.read(&format!("beside/{name}"))).unwrap().trim().parse().unwrap())
        .collect();
    assert_eq!(seen.len(), 12);
    assert!(seen.iter().all(|count| *count <= 2), "{seen:?}");
}

//! Requests that cannot be built: inputs and targets that do not go together.

use crate::place::{CUDA, Place, SPIR, done, same};

#[track_caller]
fn refused(place: &Place, line: &str, code: u8, message: &str) {
    same(&place.build(line), &format!("exit code {code}\n--- stderr\nsycl-packager: {message}\n"));
}

#[test]
fn targets_are_known_and_each_is_there_once() {
    let place = Place::new();
    refused(&place, "a.ll --target spirv46 -o out.o", 2, "unknown target `spirv46`; did you mean `spirv64`?");
    refused(
        &place,
        "a.ll --target spirv64 --target intel_gpu_pcv -o out.o",
        2,
        "unknown target `intel_gpu_pcv`; did you mean `intel_gpu_pvc`?",
    );
    for (one, other) in [
        ("spirv64", "spirv64"),
        ("spirv64", "spir64"),
        ("nvptx64:sm_90", "nvidia_gpu_sm_90"),
        ("nvptx64:sm_130", "nvptx64:sm_130"),
    ] {
        refused(
            &place,
            &format!("a.ll cuda.ll --target {one} --target {other} -o out.o"),
            2,
            &format!("targets `{one}` and `{other}` are the same; expected each once"),
        );
    }
    let found = place.build("a.ll -o out.o");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: the following required arguments"), "{found}");
    assert_eq!(place.calls(), [""; 0]);
}

#[test]
fn inputs_and_targets_belong_together() {
    let place = Place::new();
    let start = "expected device code for one of the targets";
    refused(
        &place,
        "a.ll cuda.ll --target spirv64 --target intel_gpu_pvc -o out.o",
        1,
        &format!("DIR/cuda.ll: found the triple `{CUDA}`; {start}: spirv64, intel_gpu_pvc"),
    );
    place.kernels("host.ll", "x86_64-unknown-linux-gnu", "main 1");
    refused(
        &place,
        "a.ll host.ll --target spirv64 -o out.o",
        1,
        &format!("DIR/host.ll: found the triple `x86_64-unknown-linux-gnu`; {start}: spirv64"),
    );
    place.write("none.ll", "define void @f() {\n  ret void\n}\n");
    refused(&place, "none.ll --target spirv64 -o out.o", 1, &format!("DIR/none.ll: found no triple; {start}: spirv64"));
    refused(
        &place,
        "a.ll --target spirv64 --target nvptx64:sm_90 --no-retarget -o out.o",
        1,
        "no input is for target `nvptx64:sm_90`; expected device code with a triple of nvptx64",
    );
    refused(
        &place,
        "cuda.ll --target nvptx64:sm_90 --target amdgcn:gfx90a -o out.o",
        1,
        "no input is for target `amdgcn:gfx90a`; expected device code with a triple of amdgcn or spirv64",
    );
    refused(
        &place,
        "cuda.ll --target nvptx64:sm_90 --target spirv64 -o out.o",
        1,
        "no input is for target `spirv64`; expected device code with a triple of spirv64",
    );
    place.kernels("narrow.ll", "spir-unknown-unknown", "alpha 1");
    refused(
        &place,
        "narrow.ll --target spirv64 -o out.o",
        1,
        &format!("DIR/narrow.ll: found the triple `spir-unknown-unknown`; {start}: spirv64"),
    );
    assert_eq!(place.calls(), [""; 0]);
    done(&place.build("narrow.ll --target spirv32 -o out.o"));
}

#[test]
fn names_become_words_of_commands_and_names_of_files() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new();
    let name = std::ffi::OsStr::from_bytes(b"a\xff.ll");
    std::fs::write(place.path("").join(name), place.read("a.ll")).unwrap();
    let output = place.build_command("--target spirv64 -o out.o").arg(name).output().unwrap();
    same(
        &place.tell(&output),
        "exit code 2\n--- stderr\nsycl-packager: \"DIR/a\\xFF.ll\": the path is not UTF-8; expected one that is\n",
    );
    let target = |name: &str| {
        format!(
            r#"{{"name": "{name}", "triple": "nvptx64-nvidia-cuda", "arch": "sm_131", "aspects": [],
                "sub_group_sizes": [8], "may_support_other_aspects": false,
                "aot": [{{"tool": "llc", "options": ["-mcpu=sm_131"]}}]}}"#
        )
    };
    let targets = [target("../../up"), target("nvptx64-sm_130")].join(", ");
    place.write("mine.json", format!(r#"{{"schema_version": 1, "targets": [{targets}]}}"#));
    refused(
        &place,
        "cuda.ll --target ../../up --devices mine.json -o out.o",
        2,
        "target `../../up` cannot be part of a file name; expected letters, digits, `_`, `-` and `.`",
    );
    refused(
        &place,
        "cuda.ll --target nvptx64-sm_130 --target nvptx64:sm_130 --devices mine.json -o out.o",
        2,
        "targets `nvptx64-sm_130` and `nvptx64:sm_130` are the same; expected each once",
    );
    assert_eq!(place.calls(), [""; 0]);
}

#[test]
fn inputs_are_device_code() {
    let place = Place::new();
    place.write("text.ll", "Dear reader,\n");
    refused(
        &place,
        "a.ll text.ll --target spirv64 -o out.o",
        1,
        "text.ll: found neither bitcode nor LLVM assembly; expected device code",
    );
    place.write("binary.bc", [0, 1, 2, 255]);
    refused(
        &place,
        "a.ll --target spirv64 --device-lib binary.bc -o out.o",
        1,
        "binary.bc: found neither bitcode nor LLVM assembly; expected device code",
    );
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ir/mandelbrot.bc")).unwrap();
    place.write("cut.bc", &whole[..60]);
    refused(
        &place,
        "cut.bc --target spirv64 -o out.o",
        1,
        "cut.bc: offset 0x3c: the file ends inside of a record; expected bitcode of one module",
    );
    refused(
        &place,
        "none.bc --target spirv64 -o out.o",
        2,
        "none.bc: cannot read: No such file or directory (os error 2)",
    );
    assert_eq!(place.calls(), [""; 0]);
    // Bitcode is linked as it is.
    place.write("whole.bc", whole);
    done(&place.build("whole.bc --target spirv64 -o out"));
}

#[test]
fn options_are_for_what_they_name() {
    let place = Place::new();
    same(
        &place.build("a.ll --target spirv64 -o out.o --back-end-option intel_gpu_pvc=-O3"),
        "exit code 2\n--- stderr\nsycl-packager: found --back-end-option intel_gpu_pvc=-O3; expected TARGET=OPTION\n\
         hint: the targets are those given with --target\n",
    );
    refused(
        &place,
        "a.ll --target spirv64 -o out.o --post-link-option x;o=elsewhere",
        2,
        "found --post-link-option x;o=elsewhere; expected one parameter without `,;<>()`",
    );
    same(
        &place.build("a.ll --target spirv64 -o out.o --host riscv64-unknown-linux-gnu"),
        "exit code 2\n--- stderr\nsycl-packager: cannot make objects for host `riscv64-unknown-linux-gnu`\n\
         hint: hosts are: x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-msvc \
         x86_64-w64-windows-gnu\n",
    );
    let found = place.build("a.ll --target spirv64 -o out.o --devices none.json");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: none.json: cannot read: "), "{found}");
    assert_eq!(place.calls(), [""; 0]);
}

#[test]
fn a_device_configuration_is_what_is_built_with() {
    let place = Place::new();
    let device = |aspects: &str, options: &str| {
        format!(
            r#"{{"schema_version": 1, "targets": [{{"name": "mine", "triple": "spir64_gen-unknown-unknown", "arch": "x",
                "aspects": [{aspects}], "sub_group_sizes": [8], "may_support_other_aspects": false,
                "aot": [{{"tool": "ocloc", "options": [{options}]}}]}}]}}"#
        )
    };
    place.kernels("a.ll", SPIR, "alpha 1");
    place.write("mine.json", device("", r#""-device", "x""#));
    let line = "a.ll --target mine --devices mine.json -o out.o";
    done(&place.build(line));
    let calls = place.calls();
    assert!(calls.iter().any(|call| call.contains(";devices=devices.json>")), "{calls:#?}");
    assert!(calls.iter().any(|call| call.starts_with("ocloc ") && call.contains(" -device x ")), "{calls:#?}");
    // What it says counts.
    place.write("mine.json", device("\"fp64\"", r#""-device", "x""#));
    done(&place.build(line));
    same(&place.ran(), "opt 1");
    place.write("mine.json", device("\"fp64\"", r#""-device", "x", "-q""#));
    done(&place.build(line));
    same(&place.ran(), "ocloc 1, opt 1");
    // The built-in targets are there, too.
    done(&place.build("a.ll --target intel_gpu_pvc --devices mine.json -o out.o"));
    assert!(place.calls().iter().any(|call| call.starts_with("ocloc ") && call.contains(" -device pvc ")));
}

#[test]
fn code_is_for_fixed_targets_alone() {
    let place = Place::new();
    let line = "a.ll cuda.ll --target spirv64,nvptx64:sm_90 -o out --fixed-targets intel_gpu_12_60_7,nvptx64:sm_90 \
                --fixed-targets cpu";
    done(&place.build(line));
    let restricts = "aspect-propagation<fixed-targets=intel_gpu_pvc:nvidia_gpu_sm_90:cpu>,";
    let calls = place.calls();
    // Each group of targets, whatever its front end.
    assert_eq!(calls.iter().filter(|call| call.contains(restricts)).count(), 2, "{calls:#?}");
    let plan = place.build(&format!("{line} --front-end --print-plan"));
    let restricts = format!("sycl-front-end<linked>,{restricts}");
    assert_eq!(plan.matches(&restricts).count(), 2, "{plan}");
    refused(
        &place,
        "a.ll --target spirv64 -o out --fixed-targets intel_gpu_pcv",
        2,
        "unknown fixed target `intel_gpu_pcv`; did you mean `intel_gpu_pvc`?",
    );
}

#[test]
fn options_that_nothing_comes_of_say_so() {
    let place = Place::new();
    for (options, output, option) in [
        ("--compile-opts=-x", "x.syclbin", "--compile-opts"),
        ("--link-opts=-x", "x.syclbin", "--link-opts"),
        ("--compile-opts=-x", "directory", "--compile-opts"),
        ("--host=x86_64-unknown-linux-gnu", "x.bundle", "--host"),
        ("--state=object", "x.o", "--state"),
        ("-O3", "x.o", "-O"),
        ("--strip-debug", "x.o", "--strip-debug"),
        ("--cuda-image=ptx", "x.o", "--cuda-image"),
        ("--barriers=fission", "x.o", "--barriers"),
        ("--sub-group-size=4", "x.o", "--sub-group-size"),
        ("--sanitize=address", "x.o", "--sanitize"),
    ] {
        let found = place.build(&format!("a.ll --target spirv64 -o {output} {options} --quiet"));
        let expected = format!("exit code 0\n--- stderr\nsycl-packager: warning: {option} has no effect: ");
        assert!(
            found.starts_with(&expected) && found.lines().filter(|l| l.contains("no effect")).count() == 1,
            "{found}"
        );
    }
    let found = place.build("cuda.ll --target nvptx64:sm_90 -o x.o --spirv-ext=all --quiet");
    assert!(found.contains("warning: --spirv-ext has no effect: "), "{found}");
    let found = place.build("a.ll --target spirv64 -o x.o --keep --emit ninja --build-dir made");
    assert!(found.contains("warning: --keep has no effect: "), "{found}");
    // Where they have one, and by default, nothing is said.
    for line in [
        "a.ll --target spirv64 -o y.o --compile-opts=-x --link-opts=-x --host=x86_64-unknown-linux-gnu --spirv-ext=all",
        "a.ll --target spirv64 -o y.bundle --compile-opts=-x --link-opts=-x",
        "a.ll --target spirv64 -o y",
        "cuda.ll --target nvptx64:sm_90 -o z.o -O3 --strip-debug --cuda-image=ptx",
        "a.ll --target host -o z.bundle -O3 --strip-debug --host=aarch64-unknown-linux-gnu --barriers=auto",
    ] {
        same(&place.build(&format!("{line} --quiet")), "exit code 0\n");
    }
    let found = place.build("a.ll --target spirv64 -o y.syclbin --state=input --quiet");
    assert!(!found.contains("no effect"), "{found}");
}

#[test]
fn as_many_jobs_as_are_asked_for() {
    let place = Place::new();
    for jobs in ["5", "100"] {
        let output = place.build_command(&format!("a.ll --target spirv64 -o out.o --json -j {jobs}")).output().unwrap();
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["jobs"].to_string(), jobs);
        assert!(output.stderr.is_empty());
    }
    for jobs in ["0", "x", "-1", "1.5", "99999999999999999999", ""] {
        let found = place.build(&format!("a.ll --target spirv64 -o out.o --jobs={jobs}"));
        let invalid = format!("invalid value '{jobs}' for '--jobs <NUMBER>': expected a number from 1");
        let is_empty = jobs.is_empty() && found.contains("a value is required for '--jobs <NUMBER>'");
        assert!(found.starts_with("exit code 2\n") && (found.contains(&invalid) || is_empty), "{found}");
    }
}

/// By settings, so that the command and the key of its result are the same.
#[test]
#[cfg(target_os = "linux")]
fn large_modules_are_split_by_as_many_processes_as_there_are_jobs() {
    let place = Place::new();
    let split = |line: &str| {
        let mut command = place.build_command(&format!("{line} --target spirv64 -o out.o --no-cache"));
        done(&place.tell(&command.env("STAND_IN_SETTINGS", place.path("settings")).output().unwrap()));
        let steps: Vec<String> = place.calls().into_iter().filter(|call| call.contains("post-link")).collect();
        let settings = std::fs::read_to_string(place.path("settings")).unwrap_or_default();
        place.write("settings", "");
        (steps, settings)
    };
    let jobs = |number: usize| format!(r#"{{"sycl-post-link":{{"jobs":{number}}}}}"#);
    assert_eq!(split("a.ll -j 3").1, "");
    let mut large = place.read("a.ll");
    large.extend(std::iter::repeat_n(b"; 789 12345678\n", 10_000).flatten());
    place.write("large.ll", large);
    let alone = split("large.ll -j 1");
    assert_eq!(alone.1, "");
    assert_eq!(split("large.ll -j 2"), (alone.0.clone(), jobs(2)));
    // No more than are worth it.
    assert_eq!(split("large.ll -j 100"), (alone.0, jobs(3)));
}

/// The passes get a table for a target as `o=TARGET:FILE`.
#[test]
fn a_target_of_the_configuration_has_no_colon() {
    let place = Place::new();
    let target = r#"{"schema_version": 1, "targets": [{"name": "mine:one", "triple": "spir64_gen-unknown-unknown", "arch": "x",
        "aspects": [], "sub_group_sizes": [8], "may_support_other_aspects": false,
        "aot": [{"tool": "ocloc", "options": []}]}]}"#;
    place.write("mine.json", target);
    refused(
        &place,
        "a.ll --target mine:one --devices mine.json -o out.o",
        2,
        "target `mine:one` is called `mine:one` in the device configuration; expected letters, digits, `_`, `-` and `.`",
    );
    let found = place.build("a.ll --target mine:two --devices mine.json -o out.o");
    assert!(found.contains("unknown target `mine:two`; expected "), "{found}");
}

#[test]
fn inputs_are_files_of_which_the_head_is_enough() {
    let place = Place::new();
    refused(&place, "/dev/zero --target spirv64 -o out.o", 1, "/dev/zero: found a device; expected a file or a pipe");
    // More than there is memory.
    std::fs::File::create(place.path("sparse.ll")).unwrap().set_len(1 << 42).unwrap();
    refused(
        &place,
        "sparse.ll --target spirv64 -o out.o",
        1,
        "sparse.ll: found neither bitcode nor LLVM assembly; expected device code",
    );
    assert_eq!(place.calls(), [""; 0]);
}

#[test]
fn the_plugin_is_found_in_the_environment() {
    let place = Place::new();
    let with = |plugin: &str| {
        let mut command =
            place.command("build a.ll --target spirv64 -o out.o --cache-dir=cache --llvm-bin bin --quiet");
        command.args(place.options()).env("SYCL_PACKAGER_PLUGIN", plugin);
        place.tell(&command.output().unwrap())
    };
    same(&with("plugin.so"), "exit code 0\n");
    let expected = "exit code 2\n--- stderr\nsycl-packager: none.so: there is no such plugin\n\
                    hint: SYCL_PACKAGER_PLUGIN names it\n";
    same(&with("none.so"), expected);
}

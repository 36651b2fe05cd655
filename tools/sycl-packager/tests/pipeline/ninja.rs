//! `--emit ninja`: the same commands, run by Ninja.

use std::process::Command;
use std::time::Duration;

use crate::place::{Place, SPIR, done, same};

/// Runs Ninja in a directory of a place.
fn ninja(place: &Place, directory: &str) -> String {
    let mut command = Command::new("ninja");
    command.arg("-C").arg(place.path(directory)).env("STAND_IN_LOG", place.path("log"));
    command.env("STAND_IN_PACKAGER", crate::place::PACKAGER).env("STAND_IN_FAIL", place.path("fail"));
    command.env_remove("MAKEFLAGS").env_remove("NINJA_STATUS");
    let output = command.output().expect("this test needs `ninja`; install the package ninja-build");
    let text = place.tell(&output);
    assert!(output.status.success(), "{text}");
    text
}

const NO_WORK: &str = "ninja: no work to do.\n";

/// Ninja goes by times of files, of which the clock of the system makes steps of some milliseconds.
fn later() {
    std::thread::sleep(Duration::from_millis(30));
}

/// Result of the inputs without Ninja.
fn direct(place: &Place, arguments: &str, output: &str) -> Vec<u8> {
    done(&place.build(&format!("{arguments} -o direct/{output} --cache-dir direct/cache")));
    place.read(&format!("direct/{output}"))
}

#[test]
fn ninja_gives_the_same_bytes() {
    let place = Place::new();
    std::fs::create_dir(place.path("direct")).unwrap();
    let line = "a.ll cuda.ll hip.ll --target spirv64 --target nvptx64:sm_90 --target amdgcn:gfx90a \
                --target intel_gpu_dg1 --embed-ir";
    place.kernels("a.ll", SPIR, "alpha 1, beta 1 fp64, gamma 1");
    for output in ["out.o", "out.bundle"] {
        same(
            &place.build(&format!("{line} -o {output} --emit ninja")),
            &format!(
                "exit code 0\n--- stdout\n{output}.build/build.ninja: 47 steps, 12 images; run: ninja -C {output}.build\n"
            ),
        );
        assert!(!place.path(output).exists());
        place.ran();
        ninja(&place, &format!("{output}.build"));
        same(&place.ran(), "ld.lld 3, llc 12, llvm-link 3, ocloc 3, opt 10, ptxas 3, spirv-val 3, sycl-packager 13");
        assert!(place.read(output) == direct(&place, line, output));
        place.ran();
        let again = ninja(&place, &format!("{output}.build"));
        assert!(again.ends_with(NO_WORK), "{again}");
        same(&place.ran(), "");
    }
    let syclbin = "a.ll --target spirv64";
    done(&place.build(&format!("{syclbin} -o out.syclbin --emit ninja")));
    ninja(&place, "out.syclbin.build");
    assert!(place.read("out.syclbin") == direct(&place, syclbin, "out.syclbin"));
}

#[test]
fn ninja_makes_a_directory() {
    let place = Place::new();
    std::fs::create_dir(place.path("direct")).unwrap();
    let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90";
    done(&place.build(&format!("{line} -o out/ --emit ninja --build-dir made")));
    ninja(&place, "made");
    let same_files = || {
        done(&place.build(&format!("{line} -o direct/out --cache-dir direct/cache")));
        let files = place.files("direct/out");
        assert_eq!(place.files("out"), files);
        assert!(
            files.iter().all(|name| place.read(&format!("out/{name}")) == place.read(&format!("direct/out/{name}")))
        );
    };
    same_files();
    let again = ninja(&place, "made");
    assert!(again.ends_with(NO_WORK), "{again}");
    later();
    place.kernels("a.ll", SPIR, "alpha 1");
    ninja(&place, "made");
    same_files();
    let again = ninja(&place, "made");
    assert!(again.ends_with(NO_WORK), "{again}");
}

#[test]
fn ninja_builds_again_what_has_changed() {
    let place = Place::new();
    std::fs::create_dir(place.path("direct")).unwrap();
    let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90";
    done(&place.build(&format!("{line} -o out.o --emit ninja")));
    ninja(&place, "out.o.build");
    // As many images, fewer, none, more.
    for kernels in ["alpha 1, beta 2, gamma 1", "beta 2", "beta 2, delta 1, epsilon 1, zeta 1"] {
        later();
        place.kernels("a.ll", SPIR, kernels);
        ninja(&place, "out.o.build");
        assert!(place.read("out.o") == direct(&place, line, "out.o"), "{kernels}");
        let again = ninja(&place, "out.o.build");
        assert!(again.ends_with(NO_WORK), "{again}");
    }
    // A result that was removed is made again, of what is there.
    place.remove("out.o");
    place.ran();
    ninja(&place, "out.o.build");
    same(&place.ran(), "sycl-packager 1");
    assert!(place.read("out.o") == direct(&place, line, "out.o"));
    // The plugin is read by programs that it is not an input of.
    later();
    place.write("plugin.so", "a new one");
    place.ran();
    ninja(&place, "out.o.build");
    same(&place.ran(), "llc 7, opt 7, ptxas 3, spirv-val 4, sycl-packager 8");
    let again = ninja(&place, "out.o.build");
    assert!(again.ends_with(NO_WORK), "{again}");
}

#[test]
fn each_step_has_a_line_with_inputs_and_outputs() {
    let place = Place::new();
    place.kernels("a.ll", SPIR, "alpha 1");
    done(&place.build("a.ll --target spirv64 -o out.o --emit ninja"));
    let text = String::from_utf8(place.read("out.o.build/build.ninja")).unwrap();
    let text = text.replace(place.path("").to_str().unwrap().trim_end_matches('/'), "DIR");
    let lines: Vec<&str> =
        text.lines().filter(|line| ["build ", "default "].iter().any(|start| line.starts_with(start))).collect();
    assert_eq!(
        lines,
        [
            "build build.ninja: again DIR/a.ll DIR/plugin.so",
            "build spirv64-linked.bc: step DIR/a.ll | DIR/bin/llvm-link",
            "build spirv64-native/split/image.table spirv64-native/split/image_0.bc spirv64-native/split/image_0.prop \
             spirv64-native/split/image_0.sym: step DIR/plugin.so spirv64-linked.bc | DIR/bin/opt",
            "build spirv64/0.spv: step spirv64-native/split/image_0.bc | DIR/bin/llc",
            "build spirv64/0.valid: step DIR/bin/spirv-val spirv64-native/split/image_0.prop spirv64/0.spv | \
             DIR/bin/sycl-packager",
            "build DIR/out.o: step spirv64.table spirv64/0.spv spirv64-native/split/image_0.prop \
             spirv64-native/split/image_0.sym spirv64/0.valid | DIR/bin/sycl-packager",
            "default DIR/out.o",
        ]
    );
    let unknown = place.build("a.ll --target spirv64 -o out.o --build-dir x");
    assert!(unknown.starts_with("exit code 2\n"), "{unknown}");
}

#[test]
fn ninja_takes_names_with_blanks_and_quotes() {
    let place = Place::named("it's a \"place\" $HOME: 100%");
    place.write("a 'b' $c: d.ll", place.read("a.ll"));
    let output = "my \"own\" 'out': $1.o";
    let arguments = ["build", "a 'b' $c: d.ll", "--target=spirv64", "-o", output];
    let build = |more: &[&str]| {
        let mut command = place.command_of(crate::place::PACKAGER.as_ref(), &arguments);
        command.args(place.options()).args(["--llvm-bin=bin", "--plugin=plugin.so"]).args(more);
        done(&place.tell(&command.output().unwrap()));
    };
    build(&["--cache-dir=the cache's"]);
    let direct = place.read(output);
    place.remove(output);
    build(&["--emit=ninja", "--cache-dir=another cache's"]);
    let directory = format!("{output}.build");
    ninja(&place, &directory);
    assert!(place.read(output) == direct);
    later();
    place.write("a 'b' $c: d.ll", format!("target triple = \"{SPIR}\"\n; kernel other 1\n"));
    ninja(&place, &directory);
    let changed = place.read(output);
    build(&["--cache-dir=the cache's"]);
    assert!(changed == place.read(output) && changed != direct);
}

/// `--emit ninja` with arguments that have any form.
fn emit(place: &Place, arguments: &[&str]) -> String {
    let mut command = place.command_of(crate::place::PACKAGER.as_ref(), &["build", "--target=spirv64", "--emit=ninja"]);
    command.args(place.options()).args(["--llvm-bin=bin", "--plugin=plugin.so", "--cache-dir=cache"]).args(arguments);
    place.tell(&command.output().unwrap())
}

#[test]
fn names_without_a_form_in_ninjas_files_are_refused() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("a|b")).unwrap();
    place.write("plugin|.so", "");
    for name in ["a|b.ll", "a\nb.ll", "a\tb.ll", "a\rb.ll", "a\u{1b}b.ll", "a|b/c.ll"] {
        place.write(name, place.read("a.ll"));
        let refused = |found: &str, what: &str| {
            let path = format!("{:?}", place.path(what));
            let path = path.trim_matches('"');
            let expected =
                format!("exit code 2\n--- stderr\nsycl-packager: found the path `{path}`; Ninja's files take paths")
                    .replace(place.path("").to_str().unwrap().trim_end_matches('/'), "DIR");
            assert!(found.starts_with(&expected), "{found}");
            assert!(!place.path("out.o.build").exists());
        };
        refused(&emit(&place, &[name, "-o", "out.o"]), name);
        let output = name.replace(".ll", ".o");
        refused(&emit(&place, &["a.ll", "-o", &output]), &output);
        refused(&emit(&place, &["a.ll", "--device-lib", name, "-o", "out.o"]), name);
        place.remove(name);
    }
    let found = emit(&place, &["a.ll", "-o", "out.o", "--plugin=plugin|.so"]);
    assert!(found.starts_with("exit code 2\n"), "{found}");
    let found = emit(&place, &["a.ll", "-o", "out.o", "--compile-opts=-a\n-b"]);
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: found the argument `"), "{found}");
    assert!(found.ends_with("; Ninja's commands take those without line breaks\n"), "{found}");
    assert_eq!(place.calls().iter().filter(|call| !call.starts_with("version")).count(), 0, "before anything runs");
}

#[test]
fn names_with_all_other_characters_are_taken() {
    let place = Place::new();
    let special = "#$%&'()*+,-.:;<=>?@[]^_`{}~!\"\\ ä€ $$ $: ${out} $in";
    let (input, output) = (format!("{special}.ll"), format!("-{special}.bundle"));
    place.write(&input, place.read("a.ll"));
    // The names of the directories that Ninja is given are the test's own.
    done(&emit(&place, &[&input, "--build-dir=made", &format!("--output={output}")]));
    ninja(&place, "made");
    assert!(place.path(&output).exists());
    let again = ninja(&place, "made");
    assert!(again.ends_with(NO_WORK), "{again}");
    place.ran();
    later();
    place.write(&input, format!("target triple = \"{SPIR}\"\n; kernel other 1\n"));
    ninja(&place, "made");
    assert!(place.ran().starts_with("llc 1, "));
}

#[test]
fn a_file_of_another_program_stays() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("build")).unwrap();
    for content in ["", "# of CMake\n", "ninja_required_version = 1.3\n# Written by sycl-packager build --emit ninja\n"]
    {
        place.write("build/build.ninja", content);
        let found = emit(&place, &["a.ll", "-o", "out.o", "--build-dir=build"]);
        let start =
            "exit code 1\n--- stderr\nsycl-packager: build/build.ninja: this file is not of `build --emit ninja`";
        assert!(found.starts_with(start), "{found}");
        assert_eq!(
            (place.files("build"), place.read("build/build.ninja")),
            (vec!["build.ninja".to_owned()], content.into())
        );
    }
    assert_eq!(place.calls(), [""; 0], "before anything runs");
    place.remove("build/build.ninja");
    place.write("build/spirv64.table", "a table of another program");
    let found = emit(&place, &["a.ll", "-o", "out.o", "--build-dir=build"]);
    assert!(
        found.starts_with("exit code 1\n--- stderr\nsycl-packager: build/spirv64.table: this file is not"),
        "{found}"
    );
    assert_eq!(place.files("build"), ["spirv64.table"]);
    place.remove("build/spirv64.table");
    // Ours is written again, whatever it is for.
    done(&emit(&place, &["a.ll", "-o", "out.o", "--build-dir=build"]));
    place.kernels("a.ll", SPIR, "alpha 1");
    done(&emit(&place, &["a.ll", "-o", "other.bundle", "--build-dir=build"]));
    ninja(&place, "build");
    assert!(place.path("other.bundle").exists());
}

/// A word of a shell has at most 128 KiB.
#[test]
fn a_command_can_be_longer_than_a_word() {
    let place = Place::new();
    let directory = format!("a {0} directory/in {0}", "long ".repeat(40));
    std::fs::create_dir_all(place.path(&directory)).unwrap();
    let names: Vec<String> = (0..320).map(|number| format!("{directory}/{number}.ll")).collect();
    for (number, name) in names.iter().enumerate() {
        let kernel = if number == 7 { "; kernel alpha 1\n" } else { "" };
        place.write(name, format!("target triple = \"{SPIR}\"\n{kernel}"));
    }
    let arguments: Vec<&str> = names.iter().map(String::as_str).chain(["-o", "out.bundle"]).collect();
    done(&emit(&place, &arguments));
    ninja(&place, "out.bundle.build");
    let first = place.read("out.bundle");
    let again = ninja(&place, "out.bundle.build");
    assert!(again.ends_with(NO_WORK), "{again}");
    // Ninja writes the file again, by a command that is as long.
    later();
    place.write(&names[8], format!("target triple = \"{SPIR}\"\n; kernel beta 1\n"));
    ninja(&place, "out.bundle.build");
    assert!(place.read("out.bundle") != first);
    let mut command = place.command_of(crate::place::PACKAGER.as_ref(), &["build", "--target=spirv64"]);
    command.args(place.options()).args(["--llvm-bin=bin", "--plugin=plugin.so", "--cache-dir=direct"]).args(&names);
    done(&place.tell(&command.args(["-o", "direct.bundle"]).output().unwrap()));
    assert!(place.read("out.bundle") == place.read("direct.bundle"));
}

#[test]
fn a_depfile_has_all_that_the_result_depends_on() {
    let place = Place::new();
    place.write("more.ll", place.read("a.ll"));
    std::fs::create_dir(place.path("with blank")).unwrap();
    place.write("with blank/b.ll", place.read("a.ll"));
    let line = "a.ll --target spirv64 -o out.bundle --device-lib more.ll --depfile out.d --quiet";
    let mut command = place.build_command(line);
    let found = place.tell(&command.arg("with blank/b.ll").output().unwrap());
    same(&found, "exit code 0\n");
    let text = String::from_utf8(place.read("out.d")).unwrap().replace(place.path("").to_str().unwrap(), "DIR/");
    let programs =
        ["llc", "llvm-link", "opt", "spirv-val", "sycl-packager"].map(|name| format!(" \\\n  DIR/bin/{name}"));
    let (programs, files) = (programs.concat(), "\\\n  DIR/more.ll \\\n  DIR/plugin.so \\\n  DIR/with\\ blank/b.ll\n");
    same(&text, &format!("out.bundle: \\\n  DIR/a.ll{programs} {files}"));
    let found = place.build("a.ll --target spirv64 -o out.bundle --depfile other.d --dry-run");
    assert!(found.contains("warning: --depfile has no effect: the steps are not run"), "{found}");
}

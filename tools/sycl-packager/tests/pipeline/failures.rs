//! Programs that fail, and what the user learns about it.

use crate::place::{CUDA, PACKAGER, Place, SPIR, done, same};

const NOT_WRITTEN: &str = "sycl-packager: out.o: not written; what was built is in the cache\n\
    hint: --keep keeps the files on the way, and shows the commands\n";

#[test]
fn one_image_of_many_fails() {
    let place = Place::new();
    place.write("out.o", "of yesterday");
    place.write("fail", "beta\n");
    let line = "a.ll --target spirv64 -o out.o";
    same(
        &place.build(line),
        &format!(
            "exit code 1\n--- stderr\n\
             sycl-packager: spirv64 image 1 (the image of kernel beta): llc failed with exit code 3\n  \
             cannot select: spirv64-native/split/image_1.bc\n  \
             in function beta\n{NOT_WRITTEN}"
        ),
    );
    same(&place.ran(), "llc 3, llvm-link 1, opt 2, spirv-val 2, sycl-packager 2");
    assert_eq!(place.read("out.o"), b"of yesterday");
    place.remove("fail");
    done(&place.build(line));
    same(&place.ran(), "llc 1, spirv-val 1, sycl-packager 2");
    let undisturbed = Place::new();
    done(&undisturbed.build(line));
    assert!(place.read("out.o") == undisturbed.read("out.o"));
    // An older result is of use as long as the next one fails.
    place.write("fail", "delta\n");
    place.kernels("a.ll", SPIR, "delta 1");
    assert!(place.build(line).starts_with("exit code 1\n"));
    assert!(place.read("out.o") == undisturbed.read("out.o"));
}

/// LLVM's back end for SPIR-V crashes on what it cannot compile; the passes know what that is.
#[test]
fn the_passes_say_why_the_back_end_fails() {
    let place = Place::new();
    place.write("fail", "ring1\n");
    place.kernels("a.ll", SPIR, "alpha 1, ring1 1");
    same(
        &place.build("a.ll --target spirv64 -o out.o"),
        &format!(
            "exit code 1\n--- stderr\n\
             sycl-packager: spirv64 image 1 (the image of kernel ring1): llc failed with exit code 3\n  \
             error: target `spirv64` does not have ring1; expected none\n{NOT_WRITTEN}"
        ),
    );
}

/// A module for which llc asks for a later version of PTX gets that version, and only that module.
#[test]
fn ptx_is_of_the_version_that_llc_asks_for() {
    let place = Place::new();
    place.write("fail", "stack1\n");
    place.kernels("cuda.ll", CUDA, "alpha 1, stack1 1");
    done(&place.build("cuda.ll --target nvptx64:sm_80 -o out.o --no-cache --cuda-image ptx"));
    let calls = place.calls();
    let of = |image: &str| {
        let of_image = |call: &&String| call.starts_with("llc ") && call.contains(image);
        calls.iter().filter(of_image).map(|call| call.contains(" -mattr=+ptx73 ")).collect::<Vec<_>>()
    };
    assert_eq!((of("/0.bc"), of("/1.bc")), (vec![false], vec![false, true]), "{calls:?}");
}

#[test]
fn all_failures_are_told_up_to_ten() {
    let place = Place::new();
    let names: Vec<String> = (0..13).map(|number| format!("k{number}")).collect();
    place.kernels("a.ll", SPIR, &names.iter().map(|name| format!("{name} 1")).collect::<Vec<_>>().join(", "));
    for (failing, more) in [(10, ""), (11, "1 more step failed\n"), (13, "3 more steps failed\n")] {
        place.write("fail", names[..failing].join("\n"));
        let mut expected = String::from("exit code 1\n--- stderr\n");
        for (number, name) in names[..failing.min(10)].iter().enumerate() {
            expected.push_str(&format!(
                "sycl-packager: spirv64 image {number} (the image of kernel {name}): llc failed with exit code 3\n  \
                 cannot select: spirv64-native/split/image_{number}.bc\n  in function {name}\n"
            ));
        }
        if !more.is_empty() {
            expected.push_str(&format!("sycl-packager: {more}"));
        }
        // What was built once does not fail any more, so each time from the start.
        same(
            &place.build(&format!("a.ll --target spirv64 -o out.o --cache-dir cache{failing}")),
            &format!("{expected}{NOT_WRITTEN}"),
        );
    }
}

#[test]
fn a_fault_of_all_images_of_all_targets_is_told_once() {
    let place = Place::new();
    let mut command = place.build_command("a.ll cuda.ll --target spirv64,nvptx64:sm_90,host -o out.o");
    command.env("STAND_IN_REFUSED", "target=");
    let fault = "sycl-packager: nvptx64:sm_90 image 0 (the image of kernel alpha) and 5 more images: opt failed with exit \
                 code 1\n  error: target `x`: unknown processor\n";
    same(&place.tell(&command.output().unwrap()), &format!("exit code 1\n--- stderr\n{fault}{NOT_WRITTEN}"));
}

#[test]
fn an_image_that_lacks_a_kernel_is_refused() {
    let place = Place::new();
    let script = "#!/bin/sh\ncase $1 in --version) exec bin/llc --version ;; esac\nfor out; do :; done\n\
                  printf '.version 8.0\\n.target sm_90\\n.visible .entry other(\\n)\\n' >\"$out\"\n";
    place.write("script", script);
    std::fs::create_dir(place.path("llvm")).unwrap();
    let copy = "cp bin/* llvm/ && rm llvm/llc && cp script llvm/llc && chmod +x llvm/llc";
    assert!(place.command_of("sh".as_ref(), &["-c", copy]).status().unwrap().success());
    place.kernels("cuda.ll", CUDA, "alpha 1");
    same(
        &place.build("cuda.ll --target nvptx64:sm_90 -o out.o --llvm-bin llvm --cuda-image ptx"),
        &format!(
            "exit code 1\n--- stderr\nsycl-packager: nvptx64:sm_90 image 0: validate (the image of kernel alpha): \
             nvptx64-sm_90/0.ptx: the PTX has no kernel `alpha`; expected all that its properties name\n{NOT_WRITTEN}"
        ),
    );
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.o --llvm-bin llvm --cuda-image ptx --validate never"));
}

#[test]
fn files_on_the_way_are_kept_with_the_command() {
    let place = Place::new();
    place.write("fail", "beta\n");
    let found = place.build("a.ll --target spirv64 -o out.o --keep='kept' --spirv-ext all");
    same(
        &found,
        "exit code 1\n--- stderr\n\
         sycl-packager: spirv64 image 1 (the image of kernel beta): llc failed with exit code 3\n  \
         cannot select: spirv64-native/split/image_1.bc\n  \
         in function beta\n  \
         command, in 'kept': DIR/bin/llc -mtriple=spirv64-unknown-unknown -O0 --spirv-ext=all -filetype=obj \
         spirv64-native/split/image_1.bc -o spirv64/1.spv\n\
         sycl-packager: out.o: not written; what was built is in the cache\n\
         hint: the files on the way are in 'kept'\n",
    );
    // The command runs there as it is told.
    let (_, command) = found.split_once("command, in 'kept': ").unwrap();
    let command = command.lines().next().unwrap().replace("DIR", place.path("").to_str().unwrap());
    let again = place.command_of("sh".as_ref(), &["-c", &format!("cd \"'kept'\" && {command}")]).output().unwrap();
    same(
        &place.tell(&again),
        "exit code 3\n--- stderr\ncannot select: spirv64-native/split/image_1.bc\n\nin function beta\n",
    );
    place.remove("fail");
    place.remove("'kept'");
    let line = "a.ll --target spirv64 -o out.o --keep=kept";
    done(&place.build(line));
    let kept = place.tree("kept");
    let result = place.read("kept/result");
    assert!(result == place.read("out.o"));
    // From the cache too, and over what is there.
    place.ran();
    done(&place.build(line));
    same(&place.ran(), "");
    assert_eq!(place.tree("kept"), kept);
    // They are the user's: changes do not reach the cache.
    for (path, _) in kept {
        std::fs::write(path, "changed").unwrap();
    }
    place.remove("out.o");
    done(&place.build("a.ll --target spirv64 -o out.o"));
    assert!(place.read("out.o") == result);
}

#[test]
fn all_missing_programs_are_told_at_once() {
    let place = Place::new();
    for program in ["llvm-link", "llc"] {
        place.remove(&format!("bin/{program}"));
    }
    let line = "a.ll --target spirv64 --target intel_gpu_pvc -o out.o --tool ocloc=nowhere/ocloc";
    same(
        &place.build(line),
        "exit code 2\n--- stderr\n\
         sycl-packager: cannot find `llc`; looked for:\n  DIR/bin/llc: not there\n\
         sycl-packager: cannot find `llvm-link`; looked for:\n  DIR/bin/llvm-link: not there\n\
         sycl-packager: cannot find `ocloc`; looked for:\n  DIR/nowhere/ocloc: not there\n\
         hint: leave out --llvm-bin, or name a directory that has LLVM 22's programs\n\
         hint: name another file, or leave out the option that names this one\n\
         hint: --tool NAME=FILE names a program that is somewhere else\n",
    );
    same(&place.ran(), "");
    // Where else it is looked for.
    let arguments = ["build", "a.ll", "--target=spir64_x86_64", "-o=x.o", "--cache-dir=cache", "--plugin=plugin.so"];
    let mut command = place.command_of(PACKAGER.as_ref(), &arguments);
    command.env("PATH", "elsewhere").arg("--tool=sycl-packager=bin/sycl-packager");
    let found = place.tell(&command.output().unwrap());
    assert!(found.starts_with("exit code 2\n"), "{found}");
    assert!(found.contains("cannot find `opencl-aot`; looked for:\n  `opencl-aot` in PATH: not there\n"), "{found}");
}

#[test]
fn without_a_validator_the_structure_is_checked_and_that_is_said() {
    let place = Place::new();
    std::fs::create_dir(place.path("no-programs")).unwrap();
    let build = |validate: &str| {
        let mut command = place.command(&format!(
            "build a.ll --target spirv64 -o out.o --quiet --llvm-bin bin --plugin plugin.so --cache-dir cache \
             --tool sycl-packager=bin/sycl-packager --validate {validate}"
        ));
        command.env("PATH", place.path("no-programs"));
        place.tell(&command.output().unwrap())
    };
    let found = build("always");
    assert!(
        found.starts_with("exit code 2\n--- stderr\nsycl-packager: cannot find `spirv-val`; looked for:\n"),
        "{found}"
    );
    let note = "sycl-packager: note: there is no spirv-val; of SPIR-V only the structure is checked\n";
    assert!(build("auto").contains(note));
    assert!(!build("never").contains(note));
}

#[test]
fn what_the_user_names_has_to_be_there() {
    let place = Place::new();
    for (input, target, tool) in [("a.ll", "spirv64", "spirv-val"), ("cuda.ll", "nvptx64:sm_90", "ptxas")] {
        let found = place.build(&format!("{input} --target {target} -o out.o --tool {tool}=nowhere/{tool}"));
        let start = format!(
            "exit code 2\n--- stderr\nsycl-packager: cannot find `{tool}`; looked for:\n  DIR/nowhere/{tool}: not there\n"
        );
        assert!(found.starts_with(&start), "{found}");
    }
    same(
        &place.build("a.ll --target spirv64 -o out.o --tool lcc=bin/llc"),
        "exit code 2\n--- stderr\nsycl-packager: found --tool lcc=bin/llc; expected a program of: llvm-link, opt, llc, \
         ld.lld, spirv-val, ocloc, opencl-aot, ptxas, sycl-packager\n",
    );
    same(
        &place.build("a.ll --target spirv64 -o out.o --tool llc"),
        "exit code 2\n--- stderr\nsycl-packager: found --tool llc; expected NAME=FILE\n",
    );
    same(
        &place.build("a.ll --target spirv64 -o out.o --plugin none.so"),
        "exit code 2\n--- stderr\nsycl-packager: none.so: there is no such plugin\n",
    );
    same(&place.ran(), "");
}

#[test]
fn programs_of_another_llvm_are_refused() {
    let place = Place::new();
    let line = "a.ll --target spirv64 -o out.o";
    let found = place.tell(&place.build_command(line).env("STAND_IN_VERSION", "19.1.7").output().unwrap());
    let wrong = |tool: &str| {
        format!(
            "sycl-packager: cannot find `{tool}`; looked for:\n  DIR/bin/{tool}: found LLVM version 19.1.7; expected \
             version 22\n"
        )
    };
    same(
        &found,
        &format!(
            "exit code 2\n--- stderr\n{}{}{}hint: leave out --llvm-bin, or name a directory that has LLVM 22's programs\nhint: --tool NAME=FILE names a program \
             that is somewhere else\n",
            wrong("llc"),
            wrong("llvm-link"),
            wrong("opt"),
        ),
    );
}

/// A program may be found through a relative directory of `PATH`, although steps run elsewhere.
#[test]
fn programs_in_a_relative_directory_of_path() {
    let place = Place::new();
    std::fs::create_dir(place.path("more")).unwrap();
    std::fs::rename(place.path("bin/opencl-aot"), place.path("more/opencl-aot")).unwrap();
    let path = format!("more:{}", std::env::var("PATH").unwrap());
    let options = ["--llvm-bin=bin", "--plugin=plugin.so", "--cache-dir=cache", "--validate=never"];
    let mut command =
        place.command("build a.ll --target spir64_x86_64 -o out.o --tool sycl-packager=bin/sycl-packager");
    done(&place.tell(&command.args(options).env("PATH", path).output().unwrap()));
}

#[test]
fn a_program_that_says_nothing_but_writes_nothing() {
    let place = Place::new();
    let line = "cuda.ll --target nvptx64:sm_90 -o out.o --tool ptxas=/bin/true";
    place.kernels("cuda.ll", CUDA, "alpha 1");
    same(
        &place.build(line),
        &format!(
            "exit code 1\n--- stderr\nsycl-packager: nvptx64:sm_90 image 0 (the image of kernel alpha): ptxas ended well \
             but did not write nvptx64-sm_90/0.cubin\n{NOT_WRITTEN}"
        ),
    );
    // Nothing of that is stored.
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.o"));
    let found = place.build("cuda.ll --target nvptx64:sm_90 -o other.o --no-cache --tool ptxas=/bin/false");
    assert!(found.contains("\nsycl-packager: other.o: not written\nhint: --keep keeps"), "{found}");
}

/// Names in a directory that a step writes are part of what is stored.
#[test]
fn a_program_that_writes_a_file_with_a_strange_name() {
    let place = Place::new();
    place.write("doom", "opt\ntouch \"$(printf 'spirv64-native/split/a\\tb')\"\n");
    let mut command = place.build_command("a.ll --target spirv64 -o out.o");
    let found = place.tell(&command.env("STAND_IN_DOOM", place.path("doom")).output().unwrap());
    let expected = "spirv64-native: post-link: opt wrote a file: found the name `a\\tb`; expected one plain component";
    assert!(found.starts_with("exit code 1\n") && found.contains(expected), "{found}");
}

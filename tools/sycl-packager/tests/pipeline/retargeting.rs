//! One generic input for all targets, and what is known of it at build.

use crate::place::{CUDA, HIP, Place, SPIR, done, same};

/// The calls of a program since they were asked for last, sorted, without where the place is.
fn calls(place: &Place, program: &str) -> Vec<String> {
    let root = format!("{}/", place.path("").to_str().unwrap().trim_end_matches('/'));
    let calls = place.calls().into_iter().filter(|call| call.starts_with(&format!("{program} ")));
    let mut calls: Vec<String> = calls.map(|call| call.replace(&root, "DIR/")).collect();
    calls.sort();
    calls
}

fn text(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).unwrap()
}

const GPUS: &str = "--target nvptx64:sm_90 --target amdgcn:gfx90a --libclc off";

#[test]
fn targets_without_code_of_their_own_take_the_generic_code() {
    let place = Place::new();
    same(
        &place.build(&format!("a.ll --target spirv64 {GPUS} --target intel_gpu_pvc -o out -j 1")),
        "exit code 0\n--- stdout\n\
         target         images  empty      bytes\n\
         spirv64             3      0        156\n\
         nvptx64:sm_90       3      0        212\n\
         amdgcn:gfx90a       3      0        380\n\
         intel_gpu_pvc       3      0        198\n\
         out: 12 images; 3 of 44 steps\n",
    );
    let image = |family: &str| {
        format!("; -passes=llvm-to-backend<target={family};libclc=off>\ntarget triple = \"split\"\n; kernel beta 1 \n")
    };
    same(&text(&place, "out/amdgcn-gfx90a_1.co"), &format!("made by ld.lld\nAMD object\n{}", image("amdgcn:gfx90a")));
    // Linked once; split once for each way in which constants are lowered, and once more where some images stay SPIR-V.
    let calls = place.calls();
    let of = |program: &str, word: &str| calls.iter().filter(|c| c.starts_with(program) && c.contains(word)).count();
    assert_eq!((of("llvm-link", ""), of("opt", "sycl-post-link<")), (1, 3));
    for (mode, splits) in [("native", 1), ("emulation", 2)] {
        assert_eq!(of("opt", &format!("spec-const={mode};")), splits, "{mode}");
    }
}

/// The ways in which constants are lowered in a build, sorted.
fn modes(place: &Place, line: &str) -> Vec<String> {
    done(&place.build(&format!("{line} --libclc off -o out --no-cache")));
    let calls = place.calls();
    let modes = calls.iter().filter_map(|call| call.split_once("spec-const=")?.1.split_once(';'));
    let mut modes: Vec<String> = modes.map(|(mode, _)| mode.to_owned()).collect();
    modes.sort();
    modes
}

#[test]
fn kernels_of_stock_clang_have_no_buffer_for_constants() {
    let place = Place::new();
    let all = "--target spirv64 --target nvptx64:sm_90 --target intel_gpu_pvc";
    assert_eq!(modes(&place, &format!("a.ll {all}")), ["emulation", "emulation", "native"]);
    let place = Place::new();
    assert_eq!(modes(&place, &format!("a.ll --front-end {all}")), ["default-values", "default-values", "native"]);
    // Another way is taken where an option asks for it.
    let place = Place::new();
    assert_eq!(modes(&place, &format!("a.ll --front-end --spec-const emulation {all}")), ["emulation", "emulation"]);
}

#[test]
fn images_that_stay_spirv_have_their_library_beside_those_that_do_not() {
    for (more, splits) in [
        ("--spec-const default-values", 1),
        ("--spec-const native", 1),
        ("--spec-const emulation --target intel_gpu_pvc", 1),
        // For one target constants are native, for the other not.
        ("--target intel_gpu_pvc", 2),
    ] {
        let place = Place::new();
        done(&place.build(&format!("a.ll --target spirv64 {GPUS} {more} -o out --no-cache")));
        let calls: Vec<String> = calls(&place, "opt").into_iter().filter(|call| call.contains("post-link<")).collect();
        let of_spirv = calls
            .iter()
            .filter(|call| call.contains("-passes=link-builtins<undefined=keep>,spirv-legalize,sycl-post-link<"));
        assert_eq!(of_spirv.count(), splits, "{more}: {calls:?}");
        let retargeted = calls.iter().filter(|call| call.contains("suppress-undefined-func-warnings"));
        assert_eq!(retargeted.count(), 1, "{more}: {calls:?}");
        assert_eq!(calls.len(), splits + 1, "{more}: {calls:?}");
    }
}

#[test]
fn code_of_a_target_goes_to_it_and_generic_code_to_the_rest() {
    let place = Place::new();
    done(&place.build(&format!("a.ll cuda.ll --target spirv64 {GPUS} -o out")));
    let passes = calls(&place, "opt").into_iter().filter(|call| !call.contains("post-link")).collect::<Vec<_>>();
    assert_eq!(passes.iter().filter(|call| call.contains("<target=nvptx64:sm_90>")).count(), 3, "{passes:?}");
    assert_eq!(passes.iter().filter(|call| call.contains("llvm-to-backend<target=amdgcn")).count(), 3, "{passes:?}");
}

#[test]
fn the_order_of_targets_changes_no_image() {
    let place = Place::new();
    done(&place.build(&format!("a.ll --target spirv64 {GPUS} -o one --no-cache")));
    done(
        &place.build(
            "a.ll --target amdgcn:gfx90a --target nvptx64:sm_90 --target spirv64 --libclc off -o other --no-cache",
        ),
    );
    for name in place.files("one").iter().filter(|name| !name.ends_with(".json")) {
        assert_eq!(place.read(&format!("one/{name}")), place.read(&format!("other/{name}")), "{name}");
    }
}

#[test]
fn libraries_of_the_target_are_linked_to_each_image() {
    let place = Place::new();
    place.write("spir-lib.ll", format!("target triple = \"{SPIR}\"\n; spir library\n"));
    place.write("cuda-lib.ll", format!("target triple = \"{CUDA}\"\n; cuda library\n"));
    place.write("hip-lib.ll", format!("target triple = \"{HIP}\"\n; hip library\n"));
    place.write("clc.bc", "BC");
    let line = "a.ll --target nvptx64:sm_90 --device-lib spir-lib.ll --device-lib cuda-lib.ll --device-lib hip-lib.ll \
                --libclc clc.bc -o out.o";
    done(&place.build(line));
    let all = place.calls();
    let links: Vec<_> = all.iter().filter(|call| call.starts_with("llvm-link ")).collect();
    assert!(links.len() == 2 && links[1].contains("spir-lib.ll") && !links[1].contains("cuda-lib.ll"), "{links:?}");
    let expected = format!(
        "-passes=llvm-to-backend<target=nvptx64:sm_90;lib={};libclc={}>",
        place.path("cuda-lib.ll").display(),
        place.path("clc.bc").display()
    );
    assert_eq!(all.iter().filter(|call| call.contains(&expected)).count(), 3, "{all:?}");
    // Their contents count.
    done(&place.build(line));
    assert_eq!(place.ran(), "");
    for library in ["clc.bc", "cuda-lib.ll"] {
        place.write(library, [place.read(library), b"; more\n".to_vec()].concat());
        done(&place.build(line));
        let ran = calls(&place, "opt");
        assert!(ran.len() == 3 && ran.iter().all(|call| call.contains("llvm-to-backend")), "{library}: {ran:?}");
    }
}

#[test]
fn names_of_libraries_have_a_form_in_pipelines() {
    let place = Place::new();
    place.write("a;b.bc", "BC");
    same(
        &place.build("a.ll --target nvptx64:sm_90 --libclc a;b.bc -o out.o"),
        "exit code 1\n--- stderr\nsycl-packager: DIR/a;b.bc: the path has one of `,;<>()`; expected libraries elsewhere\n",
    );
    same(
        &place.build("a.ll --target nvptx64:sm_90 --libclc none.bc -o out.o"),
        "exit code 2\n--- stderr\nsycl-packager: none.bc: there is no such file; expected auto, off, or bitcode\n",
    );
}

#[test]
fn what_is_known_at_build_is_fixed_before_images_are_made() {
    let place = Place::new();
    place.write("constants", "width=8");
    let line = "a.ll --target spirv64 --target nvptx64:sm_90 --libclc off --set-file constants --set scale={1,2} \
                --reflect vendor=4318 --specialize alpha:2=512 --group-size 16,8 -o out.o";
    done(&place.build(&format!("{line} --keep=kept")));
    let set = calls(&place, "opt").into_iter().filter(|call| call.contains("sscp-")).collect::<Vec<_>>();
    let [set] = &set[..] else { panic!("{set:?}") };
    assert_eq!(
        set,
        "opt -mtriple=spirv64-unknown-unknown -load-pass-plugin=DIR/plugin.so \
         -passes=sscp-ir-constants<unset=keep;set-file=constants.txt>,sscp-reflect<unknown=keep;set=vendor=4318>,sscp-prune,\
         sscp-specialize<alpha:2=512;group-size=16x8x1>,sscp-prune -o spirv64-set.bc spirv64-linked.bc"
    );
    assert_eq!(text(&place, "kept/constants.txt"), "width=8\nscale={1,2}\n");
    let plan = place.build(&format!("{line} --print-plan"));
    assert!(plan.contains("-disable-output spirv64-set.bc"), "{plan}");
    // Values count.
    done(&place.build(line));
    assert_eq!(place.ran(), "");
    done(&place.build(&line.replace("{1,2}", "{1,3}")));
    assert!(calls(&place, "opt").iter().any(|call| call.contains("sscp-ir-constants")));
}

#[test]
fn what_is_known_at_build_has_a_form() {
    let place = Place::new();
    for (options, message) in [
        ("--set width", "found --set width; expected NAME=VALUE"),
        ("--set =1", "found --set =1; expected NAME=VALUE"),
        ("--reflect vendor", "found --reflect vendor; expected KEY=VALUE"),
        ("--reflect a;b=1", "found --reflect a;b=1; expected KEY=VALUE without `,;<>()`"),
        ("--specialize alpha:1", "found --specialize alpha:1; expected KERNEL:ARG=VALUE"),
    ] {
        same(
            &place.build(&format!("a.ll --target spirv64 {options} -o out.o")),
            &format!("exit code 2\n--- stderr\nsycl-packager: {message}\n"),
        );
    }
    let two_lines = place.build_command("a.ll --target spirv64 -o out.o").args(["--set", "a=1\nb=2"]).output();
    let found = place.tell(&two_lines.expect("the program starts"));
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: found --set a=1"), "{found}");
    assert!(found.ends_with("b=2; expected one line\n"), "{found}");
    for sizes in ["0", "1,2,3,4", "x", "1,", "-1"] {
        let found = place.build(&format!("a.ll --target spirv64 --group-size={sizes} -o out.o"));
        assert!(found.contains("expected one to three sizes from 1 on, such as 16,16"), "{found}");
    }
}

#[test]
fn spirv_that_asks_what_it_is_gets_answers() {
    let place = Place::new();
    // The names of kernels are in the images, as those of constants would be.
    place.kernels("asks.ll", SPIR, "current_backend 1, plain 1, __acpp_sscp_jit_reflect_target_arch 1");
    done(&place.build("asks.ll --target spirv64 -o out"));
    let answers = calls(&place, "opt").into_iter().filter(|call| call.contains("stop-after=prune")).collect::<Vec<_>>();
    let answer = |number: usize| {
        format!(
            "opt -load-pass-plugin=DIR/plugin.so -mtriple=spirv64-unknown-unknown \
             -passes=llvm-to-backend<target=spirv64;stop-after=prune>,sscp-reflect \
             spirv64-native/split/image_{number}.bc -o spirv64/{number}.bc"
        )
    };
    assert_eq!(answers, [answer(0), answer(2)]);
    done(&place.build("a.ll --target spirv64 --target intel_gpu_pvc -o other"));
    assert!(calls(&place, "opt").iter().all(|call| !call.contains("stop-after=prune")));
}

//! Images for the target `host`.

use crate::place::{Place, SPIR, done, same};

fn text(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).unwrap()
}

/// The calls of a program since they were asked for last, sorted, without where the place is.
fn calls(place: &Place, program: &str) -> Vec<String> {
    let root = format!("{}/", place.path("").to_str().unwrap().trim_end_matches('/'));
    let calls = place.calls().into_iter().filter(|call| call.starts_with(&format!("{program} ")));
    let mut calls: Vec<String> = calls.map(|call| call.replace(&root, "DIR/")).collect();
    calls.sort();
    calls
}

#[test]
fn code_for_the_host_is_in_the_object() {
    let place = Place::new();
    same(
        &place.build("a.ll --target host -o out.o -j 1"),
        "exit code 0\n--- stdout\n\
         target  images  empty      bytes\n\
         host         3      0        527\n\
         out.o: 3 images; 0 of 12 steps\n",
    );
    let image = |kernel: &str, number: u32| {
        format!(
            "host object\n; -passes=llvm-to-backend<target=host;host=x86_64-unknown-linux-gnu;\
             properties=spirv64-host-emulation/split/image_{number}.prop>\ntarget triple = \"split\"\n; kernel {kernel} 1 \n"
        )
    };
    let images = [image("alpha", 0), image("beta", 1), image("gamma", 2)].concat();
    same(&text(&place, "out.o"), &format!("made by ld.lld\n{images}"));
    // Nothing registers anything, and the linker only puts objects together.
    let calls = place.calls();
    assert!(!calls.iter().any(|call| call.contains(" wrap ")), "{calls:?}");
    let linked: Vec<&String> = calls.iter().filter(|call| call.starts_with("ld.lld ")).collect();
    assert_eq!(linked, ["ld.lld -r host/0.o host/1.o host/2.o -o result"]);
    let compiled = calls.iter().filter(|call| call.starts_with("llc ") && call.contains("host/1.bc"));
    assert_eq!(compiled.collect::<Vec<_>>(), ["llc -relocation-model=pic -O2 -filetype=obj host/1.bc -o host/1.o"]);
}

#[test]
fn other_targets_are_registered_beside_it() {
    let place = Place::new();
    done(&place.build("a.ll --target spirv64 --target host --target host:x86-64-v3 -o out.o -O3 --quiet"));
    let calls = place.calls();
    let called = |text: &str| calls.iter().filter(|call| call.contains(text)).count();
    assert_eq!(called("sycl-packager wrap --table=spirv64.table --runtime-target=spir64 --host="), 1, "{calls:?}");
    let objects = "host/0.o host/1.o host/2.o host-x86-64-v3/0.o host-x86-64-v3/1.o host-x86-64-v3/2.o";
    assert_eq!(called(&format!("ld.lld -r registration.o {objects} -o result")), 1, "{calls:?}");
    assert_eq!(called("llc -relocation-model=pic -mcpu=x86-64-v3 -O3 -filetype=obj"), 3);
    // The processors of a host are one device.
    assert_eq!(called("o=host:spirv64-host-emulation/split/host.table>"), 1, "{calls:?}");
    let plan = place.build_command("a.ll --target spirv64,host -o out.o --print-plan=json").output().unwrap();
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout).unwrap();
    assert_eq!(plan["registration"]["outputs"], serde_json::json!(["registration.o"]));
    assert_eq!(plan["pack"]["tool"], "ld.lld");
}

#[test]
fn for_our_runtime_other_targets_are_in_a_section() {
    let place = Place::new();
    done(&place.build("a.ll --target nvptx64:sm_90 --target host --format=embedded -o out.o --quiet"));
    let calls = place.calls();
    let called = |text: &str| calls.iter().filter(|call| call.contains(text)).count();
    let bundle = "sycl-packager bundle --table=nvptx64-sm_90.table --triple=nvptx64-nvidia-cuda --arch=sm_90";
    assert_eq!(called(bundle), 1, "{calls:?}");
    assert_eq!(called("sycl-packager wrap --container=device-images.bundle --section --host=x86_64"), 1, "{calls:?}");
    assert_eq!(called("ld.lld -r registration.o host/0.o host/1.o host/2.o -o result"), 1, "{calls:?}");
}

#[test]
fn generic_code_is_packed_as_the_post_link_step_wrote_it() {
    let place = Place::new();
    let line = "a.ll --target host --target generic --quiet";
    done(&place.build(&format!("{line} --format=embedded -o out.o")));
    let calls_of = |text: &str| calls(&place, text);
    let opt = calls_of("opt");
    // It takes no step of its own but to pack it.
    assert_eq!(opt.iter().filter(|call| call.contains("sycl-post-link")).count(), 1, "{opt:?}");
    assert!(opt.iter().all(|call| !call.contains("generic")), "{opt:?}");
    done(&place.build(&format!("{line} --format=embedded -o again.o --keep=kept --no-cache")));
    let bundled = calls_of("sycl-packager").into_iter().filter(|call| call.contains(" bundle ")).collect::<Vec<_>>();
    let [bundled] = &bundled[..] else { panic!("{bundled:?}") };
    let expected =
        "bundle --table=generic.table --triple=spirv64-unknown-unknown --arch=generic --output=device-images.bundle";
    assert!(bundled.contains(expected), "{bundled}");
    let table = text(&place, "kept/generic.table");
    let row = "spirv64-host-emulation/split/image_0.bc|spirv64-host-emulation/split/image_0.prop";
    assert!(table.lines().any(|line| line.starts_with(row)), "{table}");
    // Debug info goes where that is asked for.
    done(&place.build(&format!("{line} --strip-debug -o out/")));
    let stripped = calls_of("opt").into_iter().filter(|call| call.contains("-o generic/0.bc")).collect::<Vec<_>>();
    let expected =
        "opt -load-pass-plugin=DIR/plugin.so --strip-debug spirv64-emulation/split/image_0.bc -o generic/0.bc";
    assert_eq!(stripped, [expected]);
    for output in ["x.o", "x.syclbin"] {
        let found = place.build(&format!("{line} -o {output}"));
        same(
            &found,
            "exit code 1\n--- stderr\nsycl-packager: found the target `generic`, which the runtime of <sycl/sycl.hpp> \
             compiles; expected --format=embedded, bundle or directory\n",
        );
    }
}

#[test]
fn elsewhere_images_are_shared_libraries() {
    let place = Place::new();
    let line = "a.ll --target host:x86-64-v3 --quiet";
    done(&place.build(&format!("{line} -o out/ --keep=kept")));
    assert_eq!(place.files("out").iter().filter(|name| name.ends_with(".so")).count(), 3);
    let calls = calls(&place, "ld.lld");
    assert_eq!(calls[0], "ld.lld -shared host-x86-64-v3/0.o libm.so -o host-x86-64-v3/0.so");
    assert!(place.read("kept/libm.so").starts_with(b"\x7fELF"));
    assert!(
        text(&place, "out/host-x86-64-v3_0.so").contains("<target=host:x86-64-v3;host=x86_64-unknown-linux-gnu;entry;")
    );
    for (output, kind, wanted) in [
        ("x.bundle", "bundle", "--triple=x86_64-unknown-linux-gnu --arch=x86-64-v3"),
        ("x.syclbin", "syclbin", "--triple=x86_64-unknown-linux-gnu --arch=x86-64-v3"),
    ] {
        place.calls();
        done(&place.build(&format!("{line} -o {output}")));
        let packed = place.calls().into_iter().filter(|call| call.starts_with(&format!("sycl-packager {kind}")));
        let packed = packed.collect::<Vec<_>>().concat();
        assert!(packed.contains(wanted), "{packed}");
    }
    // Without a processor, the architecture is one, or images would be taken for code that is still to be compiled.
    done(&place.build("a.ll --target host --host aarch64-unknown-linux-musl -o y.syclbin --quiet --keep=other"));
    let packed: String = place.calls().into_iter().filter(|call| call.contains("syclbin create")).collect();
    assert!(packed.contains("--triple=aarch64-unknown-linux-musl --arch=aarch64"), "{packed}");
    // That C library has the mathematics itself.
    assert!(!place.path("other/libm.so").exists());
}

#[test]
fn an_empty_image_says_why() {
    let place = Place::new();
    place.kernels("b.ll", SPIR, "alpha 1, beta 1 other, gamma 1 other");
    done(&place.build("b.ll --target host -o out/ --quiet"));
    let image = text(&place, "out/host_2.so");
    assert!(image.contains("split/image_2.prop") && !image.contains("; kernel"), "{image}");
    // Their properties, which are part of images, differ.
    assert_ne!(image, text(&place, "out/host_1.so"));
}

#[test]
fn options_for_the_host_reach_the_pass() {
    let place = Place::new();
    let options = "--barriers coroutine --sub-group-size 8 --sanitize undefined,address --sanitize address";
    done(&place.build(&format!("a.ll --target host -o out.o --quiet {options}")));
    let passes = calls(&place, "opt").concat();
    let wanted = ";barriers=coroutine;sub-group-size=8;sanitize=address;sanitize=undefined;properties=";
    assert_eq!(passes.matches(wanted).count(), 3, "{passes}");
    // Constants can be set when a kernel is launched, also those of stock clang, unless they are to be fixed.
    for (more, mode) in [
        ("", "host-emulation"),
        ("--front-end", "host-emulation"),
        ("--spec-const emulation", "host-emulation"),
        ("--spec-const default-values", "default-values"),
    ] {
        let place = Place::new();
        done(&place.build(&format!("a.ll --target host -o out.o --quiet {more}")));
        assert!(calls(&place, "opt").concat().contains(&format!("spec-const={mode};")), "{more}");
    }
}

fn refused(place: &Place, line: &str, message: &str) {
    same(&place.build(line), &format!("exit code 2\n--- stderr\nsycl-packager: {message}\n"));
}

#[test]
fn what_cannot_be_is_refused() {
    let place = Place::new();
    refused(
        &place,
        "a.ll --target host -o x.obj",
        "target `host` is for the host `x86_64-pc-windows-msvc`; expected x86_64 or aarch64, with Linux",
    );
    refused(
        &place,
        "a.ll --target host --sanitize thread,address -o x.o",
        "found --sanitize with `address` and `thread`; expected one of them, since their runtimes exclude each other",
    );
    let found = place.build("a.ll --target host --sub-group-size 3 -o x.o");
    assert!(found.starts_with("exit code 2") && found.contains("expected 1, 2, 4, 8, 16 or 32"), "{found}");
    refused(&place, "a.ll --target hosst -o x.o", "unknown target `hosst`; did you mean `host`?");
}

#[test]
fn code_for_this_processor_depends_on_it() {
    let place = Place::new();
    done(&place.build("a.ll --target host:native -o out.o --quiet --keep=kept --emit ninja --build-dir made"));
    let processor = text(&place, "made/processor.txt");
    assert!(processor.starts_with(std::env::consts::ARCH), "{processor}");
    let rules = text(&place, "made/build.ninja");
    let step = rules.lines().find(|line| line.starts_with("build host-native/0.o:")).unwrap();
    assert!(step.contains(" processor.txt"), "{step}");
    // Another one's does not.
    done(&place.build("a.ll --target host -o out.o --quiet --emit ninja --build-dir other"));
    assert!(!place.path("other/processor.txt").exists());
}

//! Tests of what is not made again, and what is.

use crate::place::{Place, SPIR, done, same};

/// All programs of a build of three images for `spirv64`.
const ALL: &str = "llc 3, llvm-link 1, opt 1, spirv-val 3, sycl-packager 4";

#[test]
fn a_second_run_runs_nothing() {
    let place = Place::new();
    let line = "a.ll --target spirv64 -o out.o";
    let report = |stored: usize| {
        format!(
            "exit code 0\n--- stdout\ntarget   images  empty      bytes\nspirv64       3      0        156\n\
             out.o: 3 images; {stored} of 9 steps\n"
        )
    };
    same(&place.build(line), &report(0));
    same(&place.ran(), ALL);
    let first = place.read("out.o");
    same(&place.build(line), &report(9));
    place.remove("out.o");
    same(&place.build(line), &report(9));
    assert!(place.read("out.o") == first, "from the cache");
    let mut damaged = first.clone();
    damaged[40] ^= 1;
    place.write("out.o", &damaged);
    same(&place.build(line), &report(9));
    assert!(place.read("out.o") == first, "a damaged result is replaced");
    place.write("out.o", &first[..10]);
    same(&place.build(line), &report(9));
    assert!(place.read("out.o") == first, "a truncated result is replaced");
    assert_eq!(place.calls(), [""; 0], "not even for their versions");
}

#[test]
fn a_changed_kernel_is_one_changed_image() {
    let place = Place::new();
    let line = "a.ll --target spirv64 -o out.o";
    done(&place.build(line));
    let first = place.read("out.o");
    place.ran();
    place.kernels("a.ll", SPIR, "alpha 1, beta 2, gamma 1");
    done(&place.build(line));
    same(&place.ran(), "llc 1, llvm-link 1, opt 1, spirv-val 1, sycl-packager 2");
    assert!(place.read("out.o") != first);
    // Back again: that result is still there.
    place.kernels("a.ll", SPIR, "alpha 1, beta 1, gamma 1");
    done(&place.build(line));
    same(&place.ran(), "");
    assert!(place.read("out.o") == first);
    // One more image, in front: what is made does not depend on its number.
    place.kernels("a.ll", SPIR, "first 1, alpha 1, beta 1, gamma 1");
    done(&place.build(line));
    same(&place.ran(), "llc 1, llvm-link 1, opt 1, spirv-val 1, sycl-packager 2");
}

#[test]
fn a_changed_option_or_program_counts() {
    let place = Place::new();
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.bundle"));
    place.ran();
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.bundle -O3"));
    // The stand-in makes the same of it, so there is nothing to do behind it.
    same(&place.ran(), "llc 3");
    // The same file under another name is the same program.
    std::os::unix::fs::symlink("ptxas", place.path("bin/other")).unwrap();
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.bundle -O3 --tool ptxas=bin/other"));
    same(&place.ran(), "");
    // One with another content is not. It is copied by another process, which no thread of this one forks from.
    let copy = place.command_of("sh".as_ref(), &["-c", "{ cat bin/ptxas; echo; } >bin/new; chmod +x bin/new"]);
    assert!({ copy }.status().unwrap().success());
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o out.bundle -O3 --tool ptxas=bin/new"));
    same(&place.ran(), "new 3, sycl-packager 4");
}

#[test]
fn where_it_is_built_and_by_how_many_does_not_matter() {
    let (one, two) = (Place::new(), Place::named("somewhere/else"));
    let targets = "--target nvptx64:sm_90 --target spirv64 --target intel_gpu_pvc";
    let cache = one.path("cache");
    done(&one.build(&format!("a.ll cuda.ll {targets} -o out.o -j 1 --cache-dir {}", cache.display())));
    one.ran();
    done(&two.build(&format!("a.ll cuda.ll {targets} -o out.o -j 2 --cache-dir own-cache")));
    assert!(one.read("out.o") == two.read("out.o"));
    two.ran();
    let found = two.build(&format!("a.ll cuda.ll {targets} -o again.o --cache-dir {}", cache.display()));
    let (stored, steps) = found.lines().last().unwrap().split_once(" images; ").unwrap().1.split_once(" of ").unwrap();
    assert_eq!(format!("{stored} steps"), steps, "{found}");
    same(&two.ran(), "");
    assert!(one.read("out.o") == two.read("again.o"));
}

#[test]
fn what_was_removed_from_the_cache_is_made_again() {
    let place = Place::new();
    place.kernels("a.ll", SPIR, "alpha 1, beta 1");
    let line = "a.ll --target spirv64 -o out.bundle";
    done(&place.build(line));
    let first = place.read("out.bundle");
    for (object, _) in place.tree("cache/v2/objects") {
        // The result too, or nothing else would be looked for.
        place.remove("out.bundle");
        std::fs::remove_file(&object).unwrap();
        let key = blake3::hash(&first).to_hex();
        let _ = std::fs::remove_file(place.path("cache/v2/objects").join(&key[..2]).join(&key[2..]));
        done(&place.build(line));
        assert!(place.read("out.bundle") == first);
    }
}

#[test]
fn a_damaged_result_in_the_cache_is_made_again() {
    let place = Place::new();
    let line = "a.ll --target spirv64 -o out.bundle";
    done(&place.build(line));
    let first = place.read("out.bundle");
    let key = blake3::hash(&first).to_hex();
    let object = place.path("cache/v2/objects").join(&key[..2]).join(&key[2..]);
    let mut damaged = first.clone();
    damaged[40] ^= 1;
    std::fs::remove_file(&object).unwrap();
    std::fs::write(&object, damaged).unwrap();
    place.remove("out.bundle");
    done(&place.build(line));
    assert!(place.read("out.bundle") == first);
}

#[test]
fn what_an_input_becomes_meanwhile_is_not_stored_for_what_it_was() {
    let place = Place::new();
    let line = "a.ll --target spirv64 -o out.o";
    let found = place.tell(&place.build_command(line).env("STAND_IN_CHANGE", "../../../../a.ll").output().unwrap());
    same(
        &found,
        "exit code 1\n--- stderr\nsycl-packager: spirv64: link: DIR/a.ll has changed since the build began; run again\n\
         sycl-packager: out.o: not written; what was built is in the cache\nhint: --keep keeps the files on the \
         way, and shows the commands\n",
    );
    let report = place.build(line);
    assert!(report.contains("out.o: 4 images; 0 of 11 steps"), "{report}");
    place.kernels("a.ll", SPIR, "alpha 1, beta 1, gamma 1");
    place.ran();
    let report = place.build(line);
    assert!(report.contains("out.o: 3 images; "), "{report}");
    same(&place.ran(), "llvm-link 1, opt 1, sycl-packager 1");
}

#[test]
fn without_a_cache_nothing_is_left() {
    let place = Place::new();
    std::fs::create_dir(place.path("temporary")).unwrap();
    for _ in 0..2 {
        let mut command = place.build_command("a.ll --target spirv64 -o out.o --no-cache");
        command.env("TMPDIR", place.path("temporary")).env("HOME", place.path("temporary"));
        done(&place.tell(&command.output().unwrap()));
        same(&place.ran(), ALL);
    }
    assert!(place.tree("temporary").is_empty() && place.files("temporary").is_empty());
    assert!(!place.path("cache").exists());
    let found = place.build("a.ll --target spirv64 -o out.o --no-cache --cache-dir cache");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: the argument '--no-cache' cannot"), "{found}");
}

#[test]
fn the_cache_keeps_to_its_size() {
    let place = Place::new();
    let size = || -> u64 {
        ["objects", "results"].into_iter().flat_map(|kind| place.tree(&format!("cache/v2/{kind}"))).map(|f| f.1).sum()
    };
    for version in 1..=4 {
        place.kernels("a.ll", SPIR, &format!("alpha {version}, beta {version}, gamma {version}"));
        done(&place.build("a.ll --target spirv64 -o out.o --cache-size 12K"));
        assert!(size() <= 12 << 10, "{}", size());
    }
    let last = place.read("out.o");
    place.calls();
    done(&place.build("a.ll --target spirv64 -o out.o --cache-size 0"));
    same(&place.ran(), "");
    done(&place.build("a.ll --target spirv64 -o other.o --cache-size 0 --split kernel"));
    same(&place.ran(), "opt 1");
    assert_eq!(size(), 0);
    done(&place.build("a.ll --target spirv64 -o other.o --cache-size 0"));
    same(&place.ran(), ALL);
    assert!(place.read("other.o") == last);
    for (text, what) in [("1X", "1X"), ("", ""), ("99999999999G", "99999999999G"), ("-1", "-1")] {
        let found = place.build(&format!("a.ll --target spirv64 -o out.o --cache-size={text}"));
        let start = format!("exit code 2\n--- stderr\nsycl-packager: invalid value '{what}' for '--cache-size <SIZE>'");
        let empty = "exit code 2\n--- stderr\nsycl-packager: a value is required for '--cache-size <SIZE>'";
        assert!(found.starts_with(&start) || found.starts_with(empty), "{found}");
    }
}

#[test]
fn what_failed_builds_store_counts_too() {
    let place = Place::new();
    place.write("fail", "gamma\n");
    for version in 1..=6 {
        place.kernels("a.ll", SPIR, &format!("alpha {version}, beta {version}, gamma {version}"));
        let found = place.build("a.ll --target spirv64 -o out.o --cache-size 4K");
        assert!(found.starts_with("exit code 1\n"), "{found}");
    }
    let size: u64 = place.tree("cache/v2/objects").iter().map(|file| file.1).sum();
    assert!(size <= 4096, "{size}");
}

#[test]
fn what_programs_say_is_said_again() {
    let place = Place::new();
    let say = || {
        // No end of line behind the last one: what another program says does not stick to it.
        let words = "warning: too many registers\nwarning: in spirv64/x: too many registers";
        let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90 -o out.syclbin -j 1 --quiet";
        place.tell(&place.build_command(line).env("STAND_IN_SAY", words).output().unwrap())
    };
    // Once, with how many images have them.
    let expected = "exit code 0\n--- stderr\n\
        sycl-packager: 6 images: warning: too many registers\n\
        sycl-packager: 6 images: warning: in spirv64/x: too many registers\n\
        sycl-packager: out.syclbin: warning: no kernel has a name that starts with `__sycl_kernel_`; Intel's runtime \
        will find none\n";
    same(&say(), expected);
    place.ran();
    same(&say(), expected);
    same(&place.ran(), "");
    // With one changed image it comes from the results of the steps.
    place.kernels("a.ll", SPIR, "alpha 2, beta 1, gamma 1");
    same(&say(), expected);
}

#[test]
fn equal_notes_are_counted() {
    let place = Place::new();
    let say = |line: &str| {
        let mut command = place.build_command(&format!("{line} --target spirv64 --quiet"));
        place.tell(&command.env("STAND_IN_UNKNOWN", "6147").output().unwrap())
    };
    let notes = |found: &str| -> Vec<String> {
        let lines = found.lines().filter(|line| line.contains("note: "));
        // The numbers of the lines are those of processes.
        lines
            .map(|line| {
                line.split(' ')
                    .filter(|word| word.trim_end_matches(':').parse::<u32>().is_err())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect()
    };
    let three =
        ["sycl-packager: images: note: spirv-val does not know all of it: error: line Invalid decoration operand:"];
    let found = say("a.ll -o out.o");
    assert_eq!(notes(&found), three);
    assert!(found.contains("sycl-packager: 3 images: note: ") && found.contains("6147"), "{found}");
    let found = say("a.ll -o out.o");
    assert!(found.contains("sycl-packager: 3 images: note: "), "from the cache: {found}");
    place.kernels("a.ll", SPIR, "alpha 1");
    let found = say("a.ll -o out.o");
    assert!(found.contains("sycl-packager: spirv64 image 0: spirv64/0.spv: note: "), "{found}");
}

/// Other steps may make the same images. What is packed is found then, and put where other files are removed.
#[test]
fn a_directory_that_is_found_is_whole() {
    let place = Place::new();
    done(&place.build("a.ll --target spirv64 -o first -j 2"));
    for split in ["source", "kernel", "none"] {
        let found = place.build(&format!("a.ll --target spirv64 --split {split} -o {split} -j 2"));
        done(&found);
        assert!(found.contains(": 3 images; 8 of 9 steps"), "{found}");
        assert_eq!(place.files(split), place.files("first"));
    }
}

//! Images that are found, chosen and refused.

use sycl_host_device::{Argument, Program, Range};

use crate::common::{Place, device, i32s, load, open, refusal, try_open};

/// Answer of the image of a program that has run.
fn answer(program: &Program) -> i32 {
    let mut out = vec![0; 4];
    program.launch("answer", &Range::new(&[1]), &mut [Argument::Buffer(&mut out)]).expect("it runs");
    i32s(&out)[0]
}

#[test]
fn an_image_in_memory_needs_no_file() {
    let place = Place::new();
    let (one, two) = (place.image("a.so", &["-DANSWER=1"]), place.image("b.so", &["-DANSWER=2"]));
    // As if they were two libraries, and one after another in the same place.
    let programs = [load(&one).expect("an image"), load(&two).expect("an image")];
    assert_eq!(programs.each_ref().map(answer), [1, 2]);
    drop(programs);
    for (file, expected) in [(&two, 2), (&one, 1)] {
        assert_eq!(answer(&load(file).expect("an image")), expected);
    }
    let refused = load(&place.image("c.so", &["-DVERSION=2", "-DIN_SECTION", "-DINITIALIZER=__builtin_trap()"]));
    let expected = "the image in memory: the image has version 2 of the layout of host images; expected version 1";
    assert_eq!(refused.expect_err("another version").to_string(), expected);
    let refused = load(&place.write("d.so", "text")).expect_err("no library").to_string();
    assert!(refused.starts_with("cannot load the image in memory: "), "{refused}");
}

#[test]
fn an_image_of_another_version_is_refused_before_anything_else_is_read() {
    let place = Place::new();
    for (version, options) in
        [("2", ["-DVERSION=2", "-DTARGET=(char *)1"]), ("0", ["-DVERSION=0", "-DTARGET=(char *)1"])]
    {
        let image = place.image("a.so", &options);
        let expected = format!(
            "{}: the image has version {version} of the layout of host images; expected version 1",
            image.display()
        );
        assert_eq!(refusal(&image), expected);
    }
}

#[test]
fn an_image_for_another_processor_is_refused_with_both() {
    let place = Place::new();
    let image = place.image("a.so", &["-DFEATURES=\"+sse2,+warp-drive,+fast-gather\"", "-DTARGET=\"host:enterprise\""]);
    let message = refusal(&image);
    let start = format!(
        "{}: the image for target `host:enterprise` needs a processor with sse2, warp-drive; this one (",
        image.display()
    );
    assert!(message.starts_with(&start), "{message}");
    assert!(message.ends_with(") lacks warp-drive"), "{message}");
    let image = place.image("b.so", &["-DTRIPLE=\"riscv64-unknown-linux-gnu\""]);
    let expected =
        format!("{} is for `riscv64-unknown-linux-gnu`; expected code for {}", image.display(), std::env::consts::ARCH);
    assert_eq!(refusal(&image), expected);
}

#[test]
fn nothing_of_a_refused_image_is_executed() {
    let place = Place::new();
    for options in [["-DVERSION=2", "-DIN_SECTION"], ["-DFEATURES=\"+warp-drive\"", "-DIN_SECTION"]] {
        let image = place.image("a.so", &[&options[..], &["-DINITIALIZER=__builtin_trap()"]].concat());
        let message = refusal(&image); // and this process has not ended
        assert!(message.contains("expected version 1") || message.contains("lacks warp-drive"), "{message}");
        // With relocations in the place of their addresses.
        let image = place.image("b.so", &[&options[..], &["-DINITIALIZER=__builtin_trap()", "-fuse-ld=lld"]].concat());
        assert_eq!(refusal(&image).replace("b.so", "a.so"), message);
        let relr = ["-DINITIALIZER=__builtin_trap()", "-fuse-ld=lld", "-Wl,-z,pack-relative-relocs"];
        let image = place.image("b.so", &[&options[..], &relr].concat());
        assert_eq!(refusal(&image).replace("b.so", "a.so"), message);
    }
    // An image that fits is loaded, and its initializers run.
    let image = place.image("c.so", &["-DIN_SECTION", "-DINITIALIZER=counter = 99"]);
    let (mut program, mut value) = (open(1, &image), vec![0; 4]);
    program.read_global("counter", 0, &mut value).unwrap();
    assert_eq!(i32s(&value), [99]);
}

#[test]
fn files_that_are_not_images() {
    let place = Place::new();
    let missing = place.file("missing.so");
    assert_eq!(refusal(&missing), format!("cannot read {}: No such file or directory (os error 2)", missing.display()));
    let text = place.write("text.so", "text");
    assert!(refusal(&text).starts_with(&format!("cannot load {}: ", text.display())));
    let other = place.compile("other.so", &place.write("other.c", "int f(void) { return 1; }\n"), &["-shared"]);
    let expected = format!(
        "{}: the library does not export `sycl_host_image_v1`; expected an image for the target `host`",
        other.display()
    );
    assert_eq!(refusal(&other), expected);
    let unresolved = place.write("unresolved.c", "int g(void); int f(void) { return g(); }\n");
    let unresolved = place.compile("unresolved.so", &unresolved, &["-shared", "-fPIC"]);
    assert!(refusal(&unresolved).contains("undefined symbol: g"), "all symbols are resolved at once");
    // An object of another machine, of which nothing but the head is there.
    let mut elf = std::fs::read(&other).unwrap();
    elf[18..20].copy_from_slice(&243u16.to_le_bytes()); // RISC-V
    std::fs::write(place.file("riscv.so"), elf).unwrap();
    let expected = format!("{} is for another architecture; expected code for", place.file("riscv.so").display());
    assert!(refusal(&place.file("riscv.so")).starts_with(&expected));
}

#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let place = Place::new();
    let refused =
        |path: &str| format!("{path} is not a regular file; expected a shared library, or a file that a table names");
    for name in ["pipe.so", "pipe.table", "pipe.sym"] {
        assert!(std::process::Command::new("mkfifo").arg(place.file(name)).status().expect("mkfifo starts").success());
        if name != "pipe.sym" {
            assert_eq!(refusal(&place.file(name)), refused(&place.file(name).display().to_string()));
        }
    }
    assert_eq!(refusal("/dev/zero".as_ref()), refused("/dev/zero"));
    std::fs::create_dir(place.file("directory.so")).unwrap();
    place.image("a.so", &[]);
    for (code, symbols, wrong) in [("a.so", "pipe.sym", "pipe.sym"), ("directory.so", "a.sym", "directory.so")] {
        place.write("a.sym", "answer\n");
        place.write("a.prop", "");
        let table = place.write("host.table", &format!("[Code|Properties|Symbols]\n{code}|a.prop|{symbols}\n"));
        assert_eq!(refusal(&table), refused(&place.file(wrong).display().to_string()));
    }
}

#[test]
fn malformed_tables_are_refused() {
    let place = Place::new();
    let malformed = "the table of the image is malformed: ";
    for (option, message) in [
        (
            "-DENTRY=((void)&image, (void *)0)",
            format!("{malformed}what `sycl_host_image_v1` returns is null; expected an address"),
        ),
        ("-DTARGET=0", format!("{malformed}its target is null; expected an address")),
        ("-DTARGET=\"\\xff\"", format!("{malformed}its target is not UTF-8; expected UTF-8")),
        (
            "-DLAST=\"structure\"",
            format!("{malformed}`structure` follows `structure`; expected names in order, each once"),
        ),
        ("-DLAST=\"abc\"", format!("{malformed}`abc` follows `structure`; expected names in order, each once")),
        (
            "-DSUB_GROUP=3",
            format!("{malformed}the sub-group size of kernel `zero` is 3; expected a power of two up to 32"),
        ),
        (
            "-DSUB_GROUP=64",
            format!("{malformed}the sub-group size of kernel `zero` is 64; expected a power of two up to 32"),
        ),
        (
            "-DREQUIRED={4,0,1}",
            format!(
                "{malformed}an extent of the required work-group size of kernel `required` is 0; expected 1 or more, \
                 or 0 in all dimensions"
            ),
        ),
        (
            "-DARGUMENT={7,8,8}",
            format!("{malformed}the kind of argument 0 of kernel `zero` is 7; expected 0, 1, 2 or 3"),
        ),
        (
            "-DARGUMENT={1,8,4}",
            format!("{malformed}the size of argument 0 of kernel `zero` is 4; expected the size of a pointer"),
        ),
        (
            "-DARGUMENT={0,1,1ull << 32}",
            format!("{malformed}the size of argument 0 of kernel `zero` is 4294967296; expected less than 4 GiB"),
        ),
        (
            "-DARGUMENT={0,24,24}",
            format!(
                "{malformed}the alignment of argument 0 of kernel `zero` is 24; expected a power of two up to 4096"
            ),
        ),
        ("-DSIZE=40", "the image's structure has 40 bytes; expected 88 or more".to_owned()),
    ] {
        let image = place.image("a.so", &[option]);
        assert_eq!(refusal(&image), format!("{}: {message}", image.display()), "{option}");
    }
    let image = place.image("a.so", &["-DPROPERTIES=\"nonsense\""]);
    assert!(refusal(&image).starts_with(&format!("{}:1:", image.display())), "{}", refusal(&image));
    let image = place.image("a.so", &["-DPROPERTIES=\"[SYCL/device requirements]\\naspects=1|3\\n\""]);
    assert!(refusal(&image).contains("property `aspects`"), "{}", refusal(&image));
}

/// A table of images and their symbols.
fn table(place: &Place, name: &str, images: &[&str]) -> std::path::PathBuf {
    place.write("all.sym", "answer\nempty\n");
    let row = |image: &&str| format!("{image}|all.prop|all.sym\n");
    place.write(name, &format!("[Code|Properties|Symbols]\n{}", images.iter().map(row).collect::<String>()))
}

#[test]
fn of_several_images_the_best_that_the_processor_runs_is_taken() {
    let place = Place::new();
    place.image("baseline.so", &["-DANSWER=1"]);
    let better = if cfg!(target_arch = "x86_64") { "+sse2,+sse" } else { "+neon" };
    place.image("better.so", &["-DANSWER=2", &format!("-DFEATURES=\"{better}\"")]);
    place.image("best.so", &["-DANSWER=3", "-DFEATURES=\"+warp-drive\""]);
    let all = table(&place, "host.table", &["baseline.so", "better.so", "best.so"]);
    assert_eq!(answer(&open(1, &all)), 2);
    // Two that are as good as each other: the first.
    place.image("other.so", &["-DANSWER=4", &format!("-DFEATURES=\"{better}\"")]);
    assert_eq!(answer(&open(1, &table(&place, "two.table", &["other.so", "better.so"]))), 4);
    // None that runs.
    let none = table(&place, "none.table", &["best.so"]);
    assert!(refusal(&none).contains("lacks warp-drive"), "{}", refusal(&none));
}

#[test]
fn a_directory_has_tables_for_the_host() {
    let place = Place::new();
    place.image("baseline.so", &["-DANSWER=1"]);
    let better = if cfg!(target_arch = "x86_64") { "+sse2" } else { "+neon" };
    place.image("better.so", &["-DANSWER=2", &format!("-DFEATURES=\"{better}\"")]);
    let directory = place.0.path();
    let message = refusal(directory);
    let expected = "has no table of the target `host`; expected what `sycl-packager build --target host` wrote";
    assert_eq!(message, format!("{} {expected}", directory.display()));
    table(&place, "spirv64.table", &["nothing.spv"]);
    table(&place, "host.table", &["baseline.so"]);
    assert_eq!(answer(&open(1, directory)), 1);
    table(&place, "host-x86-64-v2.table", &["better.so"]);
    assert_eq!(answer(&open(1, directory)), 2);
}

#[test]
fn tables_that_cannot_be_used() {
    let place = Place::new();
    let code = place.write("a.table", "[Image]\na.so\n");
    assert_eq!(refusal(&code), format!("{}: column not found: Code", code.display()));
    let title = place.write("b.table", "[Code\n");
    assert!(refusal(&title).contains("malformed title line"), "{}", refusal(&title));
    let missing = place.write("c.table", "[Code]\nmissing.so\n");
    assert_eq!(refusal(&missing), "cannot read missing.so: No such file or directory (os error 2)");
}

#[test]
fn an_empty_image_says_why_it_is_empty() {
    use sycl_propset::SetName;
    let place = Place::new();
    place.image("x_0.so", &[]);
    let mut registry = sycl_propset::PropertySetRegistry::new();
    registry.set_mut(SetName::DeviceRequirements).insert("reqd_sub_group_size", 64);
    place.write("x_1.prop", &sycl_propset::text::write(&registry).unwrap());
    place.write("x_1.sym", "wide\n");
    place.write("x_0.prop", "");
    place.write("x_0.sym", "answer\n");
    let table =
        place.write("host.table", "[Code|Properties|Symbols]\nx_0.so|x_0.prop|x_0.sym\nx_empty.so|x_1.prop|x_1.sym\n");
    let program = open(1, &table);
    let error = program.launch("wide", &Range::new(&[1]), &mut []).unwrap_err();
    let expected = "Kernel has a required sub-group size of '64' but device does not support this sub-group size.";
    assert_eq!((error.to_string().as_str(), error.opencl().0), (expected, "CL_INVALID_PROGRAM_EXECUTABLE"));
}

#[test]
fn an_image_that_needs_what_the_device_lacks_is_refused_in_the_words_of_the_runtime() {
    let place = Place::new();
    let mut registry = sycl_propset::PropertySetRegistry::new();
    let aspects: [u8; 4] = 9u32.to_le_bytes();
    registry.set_mut(sycl_propset::SetName::DeviceRequirements).insert("aspects", aspects.to_vec());
    let text = sycl_propset::text::write(&registry).unwrap().replace('\n', "\\n");
    let program = open(1, &place.image("a.so", &[&format!("-DPROPERTIES=\"{text}\"")]));
    let error = program.launch("empty", &Range::new(&[1]), &mut []).unwrap_err();
    let expected =
        "Kernel uses optional feature corresponding to 'aspect::image' but device does not support this aspect.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_kernel_that_the_device_link_left_out_is_refused_with_the_reason() {
    use sycl_propset::SetName;
    let place = Place::new();
    let mut registry = sycl_propset::PropertySetRegistry::new();
    registry.set_mut(SetName::DeviceRequirements).insert("aspects", 2u32.to_le_bytes().to_vec());
    // Names like one that there is, which is no help.
    registry.set_mut(SetName::KernelNames).insert("answers", 1u32);
    let text = sycl_propset::text::write(&registry).unwrap().replace('\n', "\\n");
    place.image("a.so", &[&format!("-DPROPERTIES=\"{text}\"")]);
    place.image("b.so", &[]);
    let program = open(1, &table(&place, "host.table", &["a.so", "b.so"]));
    let reason = |kernel: &str| program.launch(kernel, &Range::new(&[1]), &mut []).unwrap_err().to_string();
    let expected =
        "Kernel uses optional feature corresponding to 'aspect::gpu' but device does not support this aspect.";
    assert_eq!(reason("answers"), expected);
    assert_eq!(reason("answerz"), "No kernel named answerz was found; is it `answer`?");
}

#[test]
fn sizes_that_kernels_require_do_not_concern_others() {
    use sycl_propset::SetName;
    let place = Place::new();
    let mut registry = sycl_propset::PropertySetRegistry::new();
    let requirements = sycl_propset::requirements::DeviceRequirements {
        sub_group_sizes: vec![16, 64],
        work_group_sizes: vec![[8, 1, 1], [128, 128, 1]],
        ..Default::default()
    };
    *registry.set_mut(SetName::DeviceRequirements) = requirements.to_set();
    registry.set_mut(SetName::KernelNames).insert("wide", 1u32);
    let text = sycl_propset::text::write(&registry).unwrap().replace('\n', "\\n");
    let program = open(1, &place.image("a.so", &[&format!("-DPROPERTIES=\"{text}\"")]));
    assert_eq!(answer(&program), 1);
    let program_of_large = open(1, &place.image("b.so", &["-DREQUIRED={128,65,1}"]));
    assert_eq!(answer(&program_of_large), 1);
    let reason = program_of_large.launch("required", &Range::new(&[128, 65]), &mut []).unwrap_err().to_string();
    let expected =
        "Kernel has a required work-group size of '128, 65, 1' but device does not support this work-group size.";
    assert_eq!(reason, expected);
    let reason = program.launch("wide", &Range::new(&[1]), &mut []).unwrap_err().to_string();
    let expected = "Kernel has a required sub-group size of '64' but device does not support this sub-group size.";
    assert_eq!(reason, expected);
}

#[test]
fn a_file_that_ends_early_is_refused_before_it_is_loaded() {
    let place = Place::new();
    let whole = std::fs::read(place.image("a.so", &["-DIN_SECTION"])).unwrap();
    let short = place.file("b.so");
    for part in 1..40 {
        std::fs::write(&short, &whole[..whole.len() * part / 40]).unwrap();
        // Debug information and names of symbols are at the end, and the loader does without.
        let results = [try_open(1, &short), load(&short)].map(|result| result.map(drop).map_err(|e| e.to_string()));
        let is_refused = |result: &Result<(), String>| result.as_ref().is_err_and(|e| e.starts_with("cannot load "));
        assert!(results.iter().all(is_refused) || results == [Ok(()), Ok(())], "{part}: {results:?}");
        assert!(part > 10 || results[0].is_err(), "{part}");
    }
    std::fs::write(&short, &whole[..2000]).unwrap();
    let refused = refusal(&short);
    assert!(
        refused.contains("it has 2000 bytes; expected ") && refused.ends_with(", as its segments say"),
        "{refused}"
    );
    std::fs::write(&short, &whole[..100]).unwrap();
    assert!(refusal(&short).ends_with("it has 100 bytes; expected all of its program headers"));
    // The address in the header of the dynamic section, which is of type 2.
    let dynamic = (64..whole.len()).step_by(56).find(|at| whole[*at..*at + 4] == [2, 0, 0, 0]).unwrap();
    let mut damaged = whole.clone();
    damaged[dynamic + 20] = 1;
    std::fs::write(&short, damaged).unwrap();
    let expected = "its headers name places outside of its segments; expected a library as a linker writes it";
    assert!(refusal(&short).ends_with(expected));
}

#[test]
fn defaults_in_place_serve_until_a_constant_is_set() {
    use sycl_propset::SetName;
    use sycl_propset::spec_constants::{Descriptor, SpecConstants};
    let place = Place::new();
    let leaf = vec![Descriptor { id: 0, offset: 0, size: 4 }];
    let constants =
        SpecConstants { constants: [("c".to_owned(), leaf)].into_iter().collect(), defaults: Some(vec![0; 4]) };
    let mut registry = sycl_propset::PropertySetRegistry::new();
    constants.write_to(&mut registry);
    let options = |registry: &sycl_propset::PropertySetRegistry, answer: &str| {
        let text = sycl_propset::text::write(registry).unwrap().replace('\n', "\\n");
        [format!("-DPROPERTIES=\"{text}\""), format!("-DANSWER={answer}")]
    };
    let [first, second] = options(&registry, "1");
    place.image("a.so", &[&first, &second]);
    registry.set_mut(SetName::MiscProperties).insert("specConstsReplacedWithDefault", 1);
    let [first, second] = options(&registry, "2");
    place.image("b.so", &[&first, &second]);
    let mut program = open(1, &table(&place, "host.table", &["a.so", "b.so"]));
    assert_eq!(answer(&program), 2);
    program.set_constant("of another program", &[1]).unwrap();
    assert_eq!(answer(&program), 2);
    program.set_constant("c", &[1, 0, 0, 0]).unwrap();
    assert_eq!(answer(&program), 1);
    let mut only = open(1, &table(&place, "host.table", &["b.so"]));
    only.set_constant("c", &[1, 0, 0, 0]).unwrap();
    let error = only.launch("empty", &Range::new(&[1]), &mut []).unwrap_err();
    let expected =
        "a specialization constant is set, but all images with kernel `empty` have the default values in place";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_process_without_images_says_so() {
    let error = crate::common::of_process(&device(1)).unwrap_err().to_string();
    let expected = "neither the program nor its libraries have a section `sycl_host_images`; expected one with images";
    assert_eq!(error, expected);
}

#[test]
fn two_programs_of_one_file_share_its_globals() {
    let place = Place::new();
    let image = place.image("a.so", &[]);
    let (mut first, mut second) = (open(1, &image), try_open(1, &image).unwrap());
    first.write_global("counter", 0, &77i32.to_ne_bytes()).unwrap();
    let mut value = vec![0; 4];
    second.read_global("counter", 0, &mut value).unwrap();
    assert_eq!(i32s(&value), [77]);
}

#[test]
fn programs_are_opened_side_by_side() {
    let place = Place::new();
    let (one, other) = (place.image("one.so", &["-DANSWER=1"]), place.image("other.so", &["-DANSWER=2"]));
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (file, expected) = if thread % 2 == 0 { (&one, 1) } else { (&other, 2) };
            scope.spawn(move || {
                for _ in 0..20 {
                    assert_eq!(answer(&open(2, file)), expected);
                }
            });
        }
    });
}

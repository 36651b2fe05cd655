//! Host objects and archives: device code that clang embedded in them is built as if it were bitcode.
//!
//! The objects are made by clang (`LLVM_BIN`, default `/usr/lib/llvm-22/bin`), archives by `ar`.

use std::process::{Command, Stdio};

use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, Version, Writer};

use crate::place::{Place, SPIR, done, same};

/// An image embedded in an object: its model, its kind, and its bytes.
pub(crate) type Embedded<'a> = (OffloadKind, ImageKind, &'a [u8]);

/// Runs a program in a place.
pub(crate) fn tool(place: &Place, name: &str, arguments: &[&str]) {
    let directory = std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned());
    let program = if name == "ar" { name.to_owned() } else { format!("{directory}/{name}") };
    let status = Command::new(&program).args(arguments).current_dir(place.path("")).status();
    assert!(status.unwrap_or_else(|e| panic!("{program}: {e}")).success(), "{program} {arguments:?}");
}

/// Writes an object with these images, and a function of the host.
pub(crate) fn object(place: &Place, name: &str, host_code: &str, embedded: &[Embedded<'_>]) {
    let image = |(offload_kind, kind, bytes): &Embedded<'_>| Image {
        image_kind: Some(*kind),
        offload_kind: *offload_kind,
        flags: 0,
        strings: vec![
            ("triple".into(), b"spirv64-unknown-unknown".as_slice().into()),
            ("arch".into(), b"".as_slice().into()),
        ],
        content: Content::Bytes(bytes.to_vec().into()),
    };
    let images: Vec<Image<'_>> = embedded.iter().map(image).collect();
    let mut writer = Writer::new(Vec::new(), Version::V1);
    writer.write(&images, |_| {}).unwrap();
    place.write("embedded", writer.finish().unwrap());
    place.write("host.c", host_code);
    tool(place, "clang", &["-c", "-Xclang", "-fembed-offload-object=embedded", "host.c", "-o", name]);
}

/// An object with SYCL device code of these kernels.
fn sycl_object(place: &Place, name: &str, kernels: &str) {
    place.kernels("device.ll", SPIR, kernels);
    let code = place.read("device.ll");
    object(place, name, "int f;", &[(OffloadKind::SYCL, ImageKind::BITCODE, &code)]);
}

#[track_caller]
fn refused(place: &Place, line: &str, message: &str) {
    same(
        &place.build(&format!("{line} --target spirv64 -o out.o")),
        &format!("exit code 1\n--- stderr\nsycl-packager: {message}\n"),
    );
    assert!(!place.path("out.o").exists());
}

#[test]
fn names_of_aspects_may_be_the_users() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    place.write("mine.json", r#"{"schema_version": 1, "aspects": [{"name": "fp64", "value": 77}]}"#);
    let line = "a.o --target spirv64 --aspects mine.json -o out.o";
    done(&place.build(&format!("{line} --keep=kept")));
    let front_end =
        |place: &Place| place.calls().into_iter().filter(|call| call.contains("sycl-front-end<aspects")).count();
    assert_eq!(front_end(&place), 1);
    assert_eq!(place.read("kept/aspects.json"), place.read("mine.json"));
    done(&place.build(line));
    assert_eq!(place.ran(), "");
    place.write("mine.json", r#"{"schema_version": 1, "aspects": [{"name": "fp64", "value": 78}]}"#);
    done(&place.build(line));
    assert_eq!(front_end(&place), 1);
    let found = place.build("a.ll --target spirv64 --aspects mine.json -o out.o");
    assert!(found.contains("warning: --aspects has no effect: no input goes through sycl-front-end"), "{found}");
    place.write("mine.json", "{}");
    let found = place.build(line);
    assert!(found.starts_with("exit code 1\n") && found.contains("mine.json:1:2: missing field"), "{found}");
}

/// An object with a kernel that says these rows of its runtime's aspects.
fn aspect_object(place: &Place, name: &str, kernel: &str, rows: &str) {
    place.kernels("device.ll", SPIR, kernel);
    let code = place.read("device.ll");
    let section = r#".section .sycl_passes.aspects,\"e\",@progbits\n.ascii \""#;
    let host_code = format!("__asm__(\"{section}{rows}\\\"\\n.text\\n\"); int f;");
    object(place, name, &host_code, &[(OffloadKind::SYCL, ImageKind::BITCODE, &code)]);
}

#[test]
fn numbers_of_aspects_are_those_of_the_runtime() {
    let place = Place::new();
    aspect_object(&place, "a.o", "alpha 1", r"fp64=006\\natomic64=027\\n");
    // One that knows more aspects agrees, and one that was linked of two says all twice.
    aspect_object(&place, "b.o", "beta 1", r"atomic64=27\\nnew=28\\natomic64=27\\n");
    sycl_object(&place, "c.o", "gamma 1");
    tool(&place, "ar", &["rc", "libbc.a", "b.o", "c.o"]);
    done(&place.build("a.o libbc.a --target spirv64 -o all.o --keep=kept"));
    let table = r#"{"schema_version":1,"aspects":[{"name":"fp64","value":6},{"name":"atomic64","value":27},{"name":"new","value":28}]}"#;
    let kept: String = String::from_utf8(place.read("kept/aspects.json")).unwrap().split_whitespace().collect();
    assert_eq!(kept, table);
    let front = place.calls().into_iter().filter(|call| call.contains("-passes=sycl-front-end<aspects=aspects.json>"));
    assert_eq!(front.count(), 3);

    aspect_object(&place, "other.o", "delta 1", r"atomic64=28\\n");
    let found = "found `atomic64=28` among the aspects of its runtime; expected `atomic64=27`, as in a.o";
    refused(&place, "a.o other.o", &format!("other.o: {found}"));
    tool(&place, "ar", &["rc", "libother.a", "a.o", "other.o"]);
    let found = "found `atomic64=28` among the aspects of its runtime; expected `atomic64=27`, as in libother.a(a.o)";
    refused(&place, "libother.a", &format!("libother.a(other.o): {found}"));
    aspect_object(&place, "other.o", "delta 1", r"fp16=27\\n");
    let found = "found `fp16=27` among the aspects of its runtime; expected `atomic64=27`, as in a.o";
    refused(&place, "a.o other.o", &format!("other.o: {found}"));

    // The user decides.
    place.write("mine.json", r#"{"schema_version": 1, "aspects": [{"name": "fp64", "value": 77}]}"#);
    done(&place.build("a.o other.o --target spirv64 --aspects mine.json -o mine.o --keep=mine"));
    assert_eq!(place.read("mine/aspects.json"), place.read("mine.json"));

    for rows in [r"fp16\\n", r"fp16=\\n", r"=5\\n", r"fp16=+5\\n", r"fp16=4294967296\\n", "fp16=5", r"f p=5\\n", r"\\n"]
    {
        aspect_object(&place, "bad.o", "delta 1", &format!(r"fp64=6\\n{rows}"));
        let found = place.build("bad.o --target spirv64 -o bad.out.o");
        assert!(found.contains("sycl-packager: bad.o: offset 0x"), "{rows}: {found}");
        assert!(found.contains("expected a row `name=number` for an aspect\n"), "{rows}: {found}");
        assert!(found.starts_with("exit code 1\n"), "{rows}: {found}");
    }
}

#[test]
fn objects_and_archives_are_built_as_their_device_code_is() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    sycl_object(&place, "b.o", "beta 1 fp64");
    sycl_object(&place, "c.o", "gamma 1");
    tool(&place, "ar", &["rc", "libbc.a", "b.o", "c.o"]);
    tool(&place, "ar", &["rcT", "thin.a", "b.o", "c.o"]);
    place.write("host.c", "int main(void) { return 0; }");
    tool(&place, "clang", &["-c", "host.c", "-o", "host.o"]);
    place.kernels("a.ll", SPIR, "alpha 1");
    place.kernels("b.ll", SPIR, "beta 1 fp64");
    place.kernels("c.ll", SPIR, "gamma 1");
    done(&place.build("a.ll b.ll c.ll --front-end --target spirv64 -o expected.o"));
    same(&place.ran(), "llc 3, llvm-link 1, opt 4, spirv-val 3, sycl-packager 4");
    for (number, inputs) in ["a.o b.o c.o", "a.o libbc.a", "a.o thin.a"].into_iter().enumerate() {
        done(&place.build(&format!("{inputs} --target spirv64 -o {number}.o")));
        assert!(place.read(&format!("{number}.o")) == place.read("expected.o"), "{inputs}");
    }
    let found = place.build("host.o libbc.a --target spirv64 -o out.o");
    assert!(found.contains("sycl-packager: note: host.o: found no SYCL device code\n"), "{found}");
    done(&found);
}

#[test]
fn objects_come_through_pipes() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    done(&place.build("a.o --target spirv64 -o out.o"));
    for input in ["-", "/dev/stdin"] {
        let mut command = place.build_command(&format!("{input} --target spirv64 -o piped.o"));
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), &place.read("a.o")).unwrap();
        assert!(child.wait().unwrap().success(), "{input}");
        assert!(place.read("piped.o") == place.read("out.o"), "{input}");
    }
}

#[test]
fn each_module_goes_through_the_front_end_once() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    sycl_object(&place, "b.o", "beta 1");
    done(&place.build("a.o b.o --target spirv64 --target intel_gpu_pvc -o out.o --no-cache"));
    let calls = place.calls();
    let front: Vec<&String> = calls.iter().filter(|call| call.contains("-passes=sycl-front-end ")).collect();
    assert_eq!(front.len(), 2, "{calls:?}");
    let passes = "-passes=sycl-front-end<linked>,aspect-propagation,link-builtins<undefined=keep>,\
                  spirv-legalize<only-kernels>,sycl-post-link<";
    let linked = calls.iter().filter(|call| call.contains(passes));
    // Constants are lowered in two ways.
    assert_eq!(linked.count(), 2, "{calls:?}");
    done(&place.build("a.ll --target spirv64 -o out.o --no-cache"));
    assert!(!place.calls().iter().any(|call| call.contains("front-end")));
}

#[test]
fn a_change_of_host_code_builds_nothing() {
    let place = Place::new();
    place.kernels("device.ll", SPIR, "alpha 1, beta 1");
    let code = place.read("device.ll");
    let embedded: [Embedded<'_>; 1] = [(OffloadKind::SYCL, ImageKind::BITCODE, &code)];
    object(&place, "a.o", "int f(void) { return 1; }", &embedded);
    done(&place.build("a.o --target spirv64 -o out.o"));
    let before = place.read("out.o");
    place.calls();
    object(&place, "a.o", "int f(void) { return 2; }", &embedded);
    let found = place.build("a.o --target spirv64 -o out.o");
    assert!(found.contains("out.o: 2 images; 8 of 8 steps\n"), "{found}");
    assert_eq!(place.calls(), [""; 0]);
    assert!(place.read("out.o") == before);
}

#[test]
fn what_is_no_sycl_bitcode_is_refused_by_name() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    let bitcode =
        |name: &str, code: &[u8]| object(&place, name, "int f;", &[(OffloadKind::SYCL, ImageKind::BITCODE, code)]);
    let none = "found no SYCL device code; expected an object that `clang -fsycl -c` made, or an archive of such";
    object(&place, "cuda.o", "int f;", &[(OffloadKind::CUDA, ImageKind::BITCODE, b"x")]);
    refused(&place, "cuda.o", &format!("note: cuda.o: found no SYCL device code\nsycl-packager: {none}"));
    object(&place, "spirv.o", "int f;", &[(OffloadKind::SYCL, ImageKind::SPIRV, b"x")]);
    let expected = "expected bitcode, as `clang -fsycl -c` embeds it";
    refused(&place, "a.o spirv.o", &format!("spirv.o: found a SYCL image of kind spirv; {expected}"));
    bitcode("text.o", b"hello");
    refused(&place, "a.o text.o", "text.o: found neither bitcode nor LLVM assembly; expected device code");
    let mut cut = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ir/convolution.bc")).unwrap();
    let producer = cut.windows(4).position(|bytes| bytes == b"BC\xC0\xDE").unwrap();
    cut.truncate(producer + 40);
    bitcode("cut.o", &cut);
    let found = place.build("a.o cut.o --target spirv64 -o out.o");
    assert!(found.contains("sycl-packager: cut.o: offset 0x"), "{found}");
}

#[test]
fn what_is_linked_already_is_refused() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    place.write("main.c", "int main(void) { return 0; }");
    tool(&place, "clang", &["main.c", "-o", "program"]);
    let expected = "expected an object or an archive";
    refused(&place, "a.o program", &format!("program: found a program or library; {expected}"));
    let found = place.tell(&place.command("unbundle program -d out").output().unwrap());
    let message =
        "found no device code in it; expected an object that clang compiled for a device too, or an archive of such";
    same(&found, &format!("exit code 1\n--- stderr\nsycl-packager: program: {message}\n"));
}

#[test]
fn device_code_is_taken_out_only_where_the_layout_is_known() {
    let place = Place::new();
    let embedded: [Embedded<'_>; 2] =
        [(OffloadKind::SYCL, ImageKind::BITCODE, b"x"), (OffloadKind::HIP, ImageKind::BITCODE, b"y")];
    object(&place, "a.o", "int f;", &embedded);
    tool(&place, "clang", &["-c", "-m32", "-Xclang", "-fembed-offload-object=embedded", "host.c", "-o", "b.o"]);
    let without = |name: &str| sycl_images::embedded::without_sycl(&place.path(name), place.read(name));
    let left = without("a.o").unwrap();
    assert_eq!(left.len(), place.read("a.o").len());
    place.write("left.o", left);
    let found = sycl_images::embedded::find(&place.path("left.o")).unwrap();
    let images: Vec<_> = found.images().collect();
    assert_eq!(images.iter().map(|image| image.offload_kind).collect::<Vec<_>>(), [OffloadKind::HIP]);
    assert_eq!(images[0].content().unwrap(), b"y");
    let message =
        "found SYCL device code beside that of other languages; expected each in a 64-bit ELF object of its own";
    assert_eq!(without("b.o").unwrap_err().to_string(), message);
}

#[test]
fn device_code_of_another_llvm_is_refused_with_both_objects() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    place.write("empty.ll", "target triple = \"spir64-unknown-unknown\"\n");
    tool(&place, "llvm-as", &["empty.ll", "-o", "empty.bc"]);
    let written = place.read("empty.bc");
    object(&place, "same.o", "int f;", &[(OffloadKind::SYCL, ImageKind::BITCODE, &written)]);
    done(&place.build("a.o same.o --target spirv64 -o out.o"));
    place.remove("out.o");
    // The name of who wrote it is in characters of six bits, which start in the middle of a byte.
    let bits = |text: &str| {
        let all = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        text.bytes().enumerate().fold(0u128, |bits, (at, byte)| {
            bits | (all.iter().position(|known| *known == byte).unwrap() as u128) << (6 * at)
        })
    };
    let (from, to, width) = (bits("LLVM22"), bits("LLVM99"), 36);
    let mut changed = written.clone();
    let window = |bytes: &[u8], at: usize| {
        let mut copy = [0; 16];
        copy[..8].copy_from_slice(&bytes[at / 8..at / 8 + 8]);
        u128::from_le_bytes(copy)
    };
    let mask = (1u128 << width) - 1;
    let at = (0..400).find(|at| window(&written, *at) >> (at % 8) & mask == from).unwrap();
    let value = window(&written, at) & !(mask << (at % 8)) | to << (at % 8);
    changed[at / 8..at / 8 + 8].copy_from_slice(&value.to_le_bytes()[..8]);
    object(&place, "other.o", "int f;", &[(OffloadKind::SYCL, ImageKind::BITCODE, &changed)]);
    let found = place.build("a.o other.o --target spirv64 -o out.o");
    let start = "exit code 1\n--- stderr\nsycl-packager: other.o: found device code of `LLVM99.";
    assert!(found.starts_with(start) && found.ends_with("; expected LLVM 22 as in a.o\n"), "{found}");
}

#[test]
fn triples_that_differ_are_refused_with_both_objects() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    sycl_object(&place, "b.o", "beta 1");
    let other = place.read("b.o");
    let at = other.windows(7).position(|bytes| bytes == b"spirv64").unwrap();
    let mut other = other;
    other[at + 5] = b'3';
    place.write("b.o", other);
    refused(
        &place,
        "a.o b.o",
        "b.o: found the triple `spirv34-unknown-unknown`; expected `spirv64-unknown-unknown` as in a.o",
    );
}

#[test]
fn damaged_objects_are_refused_with_member_and_offset() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    let whole = place.read("a.o");
    let at = whole.windows(4).position(|bytes| bytes == [0x10, 0xff, 0x10, 0xad]).unwrap();
    let mut damaged = whole.clone();
    damaged[at + 8..at + 16].copy_from_slice(&u64::MAX.to_le_bytes());
    place.write("b.o", &damaged);
    tool(&place, "ar", &["rc", "libb.a", "a.o", "b.o"]);
    let size = "size: 0 + 18446744073709551615 bytes";
    for (input, place_of) in [("b.o", "b.o"), ("libb.a", "libb.a(b.o)")] {
        let found = place.build(&format!("{input} --target spirv64 -o out.o"));
        let start = format!("exit code 1\n--- stderr\nsycl-packager: {place_of}: offset 0x");
        assert!(found.starts_with(&start) && found.contains("size"), "{found}\nexpected {size}");
    }
    for length in (0..whole.len()).step_by(31) {
        place.write("cut.o", &whole[..length]);
        let found = place.build("cut.o --target spirv64 -o out.o");
        assert!(found.starts_with("exit code 1\n--- stderr\nsycl-packager: "), "{length}: {found}");
    }
    assert!(!place.path("out.o").exists());
}

#[test]
fn ninja_builds_host_objects() {
    let place = Place::new();
    sycl_object(&place, "a.o", "alpha 1");
    done(&place.build("a.o --target spirv64 -o expected.o"));
    done(&place.build("a.o --target spirv64 -o out.o --emit ninja"));
    let mut ninja = Command::new("ninja");
    ninja
        .arg("-C")
        .arg(place.path("out.o.build"))
        .env("STAND_IN_PACKAGER", crate::place::PACKAGER)
        .env_remove("MAKEFLAGS");
    let output = ninja.output().expect("this test needs `ninja`; install the package ninja-build");
    assert!(output.status.success(), "{}", place.tell(&output));
    assert!(place.read("out.o") == place.read("expected.o"));
}

#[test]
fn unbundle_takes_embedded_images_out() {
    let place = Place::new();
    object(
        &place,
        "a.o",
        "int f;",
        &[
            (OffloadKind::SYCL, ImageKind::BITCODE, b"BC\xC0\xDEsycl"),
            (OffloadKind::CUDA, ImageKind::CUBIN, b"\x7fELFcuda"),
        ],
    );
    tool(&place, "ar", &["rc", "liba.a", "a.o"]);
    tool(&place, "ar", &["rcT", "thin.a", "a.o"]);
    let run = |line: &str| place.tell(&place.command(line).output().unwrap());
    done(&run("unbundle liba.a -d out"));
    assert_eq!(
        place.files("out"),
        ["liba-spirv64-unknown-unknown.0.bc", "liba-spirv64-unknown-unknown.1.cubin", "liba.table"]
    );
    done(&run("unbundle a.o --select kind=sycl -d one"));
    assert_eq!(place.files("one"), ["a-spirv64-unknown-unknown.0.bc", "a.table"]);
    assert_eq!(place.read("one/a-spirv64-unknown-unknown.0.bc"), b"BC\xC0\xDEsycl");
    let expected = "expected an archive that holds its members";
    let message =
        format!("exit code 1\n--- stderr\nsycl-packager: thin.a(a.o): found a member of a thin archive; {expected}\n");
    same(&run("unbundle thin.a -d out"), &message);
}

#[test]
fn a_linkers_trace_divides_members_into_code_and_libraries() {
    let place = Place::new();
    let object = |name: &str, kernels: &str, symbols: &str| {
        place.kernels("device.ll", SPIR, kernels);
        let code = [&place.read("device.ll")[..], symbols.as_bytes()].concat();
        object(&place, name, "int f;", &[(OffloadKind::SYCL, ImageKind::BITCODE, &code)]);
    };
    object("a.o", "alpha 1", "declare void @one()\ndeclare void @two()\n");
    object("taken.o", "taken 1", "define void @two()\n");
    object("one.o", "of-one 1", "define void @one()\ndeclare void @three()\n");
    object("three.o", "of-three 1", "define void @three()\n");
    object("two.o", "of-two 1", "define void @two()\n");
    tool(&place, "ar", &["rc", "lib.a", "two.o", "three.o", "one.o", "taken.o"]);
    place.write("trace", "a.o\nlib.a\n(lib.a)taken.o\n");
    let line = "a.o lib.a --target spirv64 -o out.o --linker-trace trace";
    done(&place.build(&format!("{line} --keep=kept --no-cache")));
    let mut links: Vec<String> = place.calls().into_iter().filter(|call| call.starts_with("llvm-link ")).collect();
    links.sort_by_key(|link| (link.contains("--only-needed"), link.contains("--override")));
    // Members in their order, of which the first one counts. The linker leaves out two.o, which defines the function of
    // taken.o again.
    let expected = [
        "llvm-link front-end-0.bc front-end-1.bc -o spirv64-linked.bc",
        "llvm-link front-end-library-1.bc --override=front-end-library-0.bc -o spirv64-members.bc",
        "llvm-link --only-needed --internalize spirv64-linked.bc spirv64-members.bc -o spirv64-complete.bc",
    ];
    assert_eq!(links, expected);
    let text = |name: &str| String::from_utf8(place.read(name)).unwrap();
    assert!(text("kept/library-0.bc").contains("of-three") && text("kept/library-1.bc").contains("of-one"));
    // Without it, and in one that names all, all members are code.
    for more in ["", "--linker-trace all"] {
        place.write("all", "a.o\nlib.a(two.o)\nlib.a(three.o)\nlib.a(one.o)\nlib.a(taken.o)\n");
        done(&place.build(&format!("a.o lib.a --target spirv64 -o out.o --no-cache {more}")));
        let links = place.calls().into_iter().filter(|call| call.starts_with("llvm-link ")).collect::<Vec<_>>();
        assert_eq!(links.len(), 1, "{links:?}");
    }
    place.write("none", "");
    place.remove("out.o");
    let expected = "found no SYCL device code; expected an object that `clang -fsycl -c` made, or an archive of such";
    refused(&place, "a.o lib.a --linker-trace none", expected);
}

/// Archives of bitcode and of containers, bundles and objects of clang-offload-bundler, as inputs and as libraries.
#[test]
fn modules_are_read_wherever_they_lie() {
    let place = Place::new();
    let module = |name: &str, function: &str| {
        let text = format!("target triple = \"{SPIR}\"\ndefine void @{function}() {{\n  ret void\n}}\n");
        place.write(&format!("{name}.ll"), text);
        tool(&place, "llvm-as", &[&format!("{name}.ll"), "-o", &format!("{name}.bc")]);
    };
    module("b", "f");
    module("c", "g");
    tool(&place, "ar", &["rc", "libbc.a", "c.bc", "b.bc"]);
    place.write("host.c", "int f;");
    tool(&place, "clang", &["-c", "host.c", "-o", "host.o"]);
    for name in ["b", "c"] {
        let device = format!("__CLANG_OFFLOAD_BUNDLE__sycl-spir64-unknown-unknown={name}.bc");
        let host = "__CLANG_OFFLOAD_BUNDLE__host-x86_64-unknown-linux-gnu=host.c";
        let output = format!("{name}-fat.o");
        tool(&place, "llvm-objcopy", &["--add-section", &device, "--add-section", host, "host.o", &output]);
    }
    tool(&place, "ar", &["rc", "libfat.a", "b-fat.o", "c-fat.o"]);
    // A bundle: two modules for devices, and one for the host.
    let (b, c) = (place.read("b.bc"), place.read("c.bc"));
    let names = ["host-x86_64-unknown-linux-gnu", "sycl-spir64-unknown-unknown", "sycl-spir64-unknown-unknown-1"];
    let header = 32 + names.iter().map(|name| 24 + name.len()).sum::<usize>();
    let mut bundle = [&b"__CLANG_OFFLOAD_BUNDLE__"[..], &3_u64.to_le_bytes()].concat();
    let places = [(header, 0), (header, b.len()), (header + b.len(), c.len())];
    for (name, (start, size)) in names.iter().zip(places) {
        for number in [start, size, name.len()] {
            bundle.extend((number as u64).to_le_bytes());
        }
        bundle.extend(name.as_bytes());
    }
    let bundle = [bundle, b, c].concat();
    place.write("all.bundle", &bundle);
    let links = |place: &Place| -> Vec<String> {
        place.calls().into_iter().filter(|call| call.starts_with("llvm-link ")).collect()
    };
    for inputs in ["libbc.a", "libfat.a", "b-fat.o c-fat.o", "all.bundle"] {
        done(&place.build(&format!("a.ll {inputs} --target spirv64 -o out.o --no-cache --keep=kept")));
        let [link] = &links(&place)[..] else { panic!("{inputs}") };
        let words = link.split(' ').filter(|word| word.starts_with("input-")).count();
        assert_eq!(words, 2, "{link}");
        place.remove("kept");
        done(&place.build(&format!("a.ll {} --target spirv64 -o out.o --no-cache", inputs_as_libraries(inputs))));
        let links = links(&place);
        let has = |words: &str| links.iter().any(|link| link.contains(words));
        assert!(has(" --override=library-0.bc ") && has(" --only-needed ") && links.len() == 3, "{links:?}");
    }
    // One that ends inside.
    place.write("all.bundle", &bundle[..60]);
    let found = place.build("a.ll all.bundle --target spirv64 -o out.o");
    assert!(found.starts_with("exit code 1\n--- stderr\nsycl-packager: all.bundle: offset 0x"), "{found}");
}

fn inputs_as_libraries(inputs: &str) -> String {
    inputs.split(' ').map(|input| format!("--device-lib {input}")).collect::<Vec<_>>().join(" ")
}

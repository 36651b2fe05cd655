//! The C interface, used by a program in C.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{Place, properties};

/// The directory of `libsycl_host_device.so`.
fn library() -> PathBuf {
    let directory = std::env::current_exe().expect("this program").parent().expect("a directory").to_owned();
    assert!(directory.join("libsycl_host_device.so").exists(), "cargo builds it beside the tests");
    directory
}

/// Compiles a program with the library, and with more.
pub(crate) fn program(place: &Place, source: &str, options: &[&str]) -> PathBuf {
    let directory = library();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images").join(source);
    let (search, find) = (format!("-L{}", directory.display()), format!("-Wl,-rpath,{}", directory.display()));
    place.compile("program", &source, &[&[&*search, &*find, "-lsycl_host_device"], options].concat())
}

fn run(program: &Path, arguments: &[&Path], threads: &str) -> Output {
    Command::new(program).args(arguments).env("SYCL_HOST_THREADS", threads).output().expect("it starts")
}

fn text(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_function_answers() {
    let place = Place::new();
    let image = place.image("a.so", &[&properties()]);
    let output = run(&program(&place, "interface.c", &[]), &[&image], "3");
    assert_eq!(text(&output), include_str!("interface.txt"));
}

#[test]
fn images_in_the_program_are_found() {
    let place = Place::new();
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images/kernels.c");
    let object = place.compile("kernels.o", &kernels, &["-c", "-DIN_SECTION", &properties()]);
    let object = object.display().to_string();
    let output = run(&program(&place, "interface.c", &[&object]), &[], "3");
    assert_eq!(text(&output), include_str!("interface.txt"));
    // Twice, for two processors, and with padding between.
    let other = ["-c", "-DIN_SECTION", "-DFEATURES=\"+warp-drive\"", "-Dsycl_host_image_v1=other_entry"];
    let other = place.compile("other.o", &kernels, &other).display().to_string();
    let padding = place.write("padding.c", "long padding[3] __attribute__((section(\"sycl_host_images\"))) = {0};\n");
    let padding = place.compile("padding.o", &padding, &["-c"]).display().to_string();
    let output = run(&program(&place, "interface.c", &[&other, &padding, &object]), &[], "3");
    assert_eq!(text(&output), include_str!("interface.txt"));
    // None that runs here.
    let output = run(&program(&place, "interface.c", &[&other]), &[], "3");
    assert!(text(&output).contains("open: 1 "), "{}", text(&output));
    assert!(text(&output).contains("lacks warp-drive"), "{}", text(&output));
}

#[test]
fn a_section_that_is_damaged_is_refused() {
    let place = Place::new();
    for (content, message) in [
        ("{2 | 88l << 32}", "the image has version 2 of the layout of host images; expected version 1"),
        ("{1 | 88l << 32, 0}", "the section `sycl_host_images` ends with 16 bytes; expected 88 for the next image"),
        ("{1 | 8l << 32}", "the image's structure has 8 bytes; expected 88 or more"),
        ("{1 | 88l << 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}", "its target is null; expected an address"),
    ] {
        let source = format!("const long image[] __attribute__((section(\"sycl_host_images\"), used)) = {content};\n");
        let object = place.compile("bad.o", &place.write("bad.c", &source), &["-c"]).display().to_string();
        let output = run(&program(&place, "interface.c", &[&object]), &[], "1");
        assert!(text(&output).contains(message), "{}", text(&output));
    }
}

#[test]
fn the_device_can_be_opened_after_an_error() {
    let place = Place::new();
    let output = text(&run(&program(&place, "retry.c", &[]), &[], "1"));
    let (first, second) = output.split_once('\n').expect("two lines");
    assert!(first.starts_with("1 ") && first.contains("`some`"), "{first}");
    assert_eq!(second, "0 2 threads\n");
}

#[test]
fn threads_are_a_number() {
    let place = Place::new();
    let program = program(&place, "interface.c", &[]);
    for value in ["0", "many", "5000", "-1"] {
        let expected = format!("describe: 1 `SYCL_HOST_THREADS` is `{value}`; expected a number from 1 to 4096\n");
        assert_eq!(text(&run(&program, &[], value)), expected);
    }
}

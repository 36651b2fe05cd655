//! Results of linkers and archivers for host objects: all images of all of them are found, with symbols or without.
//!
//! Linkers are GNU's and LLVM's (`LLVM_BIN`, default `/usr/lib/llvm-22/bin`).

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::Place;

const PROGRAM: &str = "void __sycl_register_lib(void *d) {} void __sycl_unregister_lib(void *d) {} int main(void) { return 0; } void __main(void) {}";

/// A directory with the tables `one` and `two`, each of an image with a kernel of that name.
fn place() -> Place {
    let place = Place::new();
    for name in ["one", "two"] {
        let fp64 = "aspects=2|gAAAAAAAAAgBAAAA";
        let requirements = if name == "two" { format!("[SYCL/device requirements]\n{fp64}\n") } else { String::new() };
        place.write(&format!("{name}.spv"), format!("\x03\x02\x23\x07 {name}"));
        place.write(&format!("{name}.prop"), format!("[SYCL/kernel names]\n{name}=1|1\n{requirements}"));
        place.write(&format!("{name}.table"), format!("[Code|Properties]\n{name}.spv|{name}.prop\n"));
    }
    place.write("main.c", PROGRAM);
    place
}

/// Host objects `one.o` and `two.o`, and the program `main.o`, for a host.
fn objects(place: &Place, host: &str) {
    for name in ["one", "two"] {
        same_line(
            &place.run(&format!("wrap --table {name}.table --target spir64 --host {host} -o {name}.o")),
            "exit code 0",
        );
    }
    let pic = if host.contains("windows") { "" } else { "-fPIC" };
    tool(place, "clang", &format!("--target={host} -ffreestanding -fno-stack-protector {pic} -c main.c -o main.o"));
}

fn same_line(found: &str, expected: &str) {
    assert_eq!(found.trim_end(), expected);
}

/// Runs a program: one of LLVM's, or another with its path.
fn tool(place: &Place, name: &str, arguments: &str) {
    let llvm = std::env::var_os("LLVM_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from);
    let program = if matches!(name, "ld" | "ar" | "strip") { name.into() } else { llvm.join(name) };
    let mut command = Command::new(&program);
    let output = command.args(arguments.split_whitespace()).current_dir(place.path()).output();
    let output = output.unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments}: {errors}");
}

/// The kernels that `inspect` sees, in order, and the kind that it names.
fn kernels(place: &Place, file: &str) -> (String, Vec<String>) {
    let found = place.run(&format!("inspect --json {file}"));
    let json = found.strip_prefix("exit code 0\n--- stdout\n").unwrap_or_else(|| panic!("{file}: {found}"));
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    let images = report["images"].as_array().unwrap();
    let name = |image: &serde_json::Value| {
        // The bytes are where the report says.
        let (start, size) = (image["offset"].as_u64(), image["size"].as_u64().unwrap());
        let bytes = place.read(image["file"].as_str().unwrap_or(file));
        let name = image["kernels"][0].as_str().unwrap().to_owned();
        if let Some(start) = start {
            let bytes = &bytes[start as usize..(start + size) as usize];
            assert_eq!(bytes, format!("\x03\x02\x23\x07 {name}").as_bytes(), "{file}");
        }
        name
    };
    (report["kind"].as_str().unwrap().to_owned(), images.iter().map(name).collect())
}

#[track_caller]
fn assert_both(place: &Place, file: &str, kind: &str) {
    let (found, mut kernels) = kernels(place, file);
    kernels.sort();
    assert_eq!((found.as_str(), kernels), (kind, vec!["one".to_owned(), "two".to_owned()]), "{file}");
    let check = place.run(&format!("check {file} --device intel_gpu_dg1"));
    assert!(check.starts_with("exit code 1\n") && check.contains("fits intel_gpu_dg1\n"), "{file}: {check}");
    assert!(check.contains("does not fit intel_gpu_dg1: Kernel uses optional feature"), "{file}: {check}");
}

#[test]
fn objects_that_a_linker_made_one() {
    let place = place();
    objects(&place, "x86_64-unknown-linux-gnu");
    for linker in ["ld", "ld.lld"] {
        for options in ["", "-x", "-S"] {
            tool(&place, linker, &format!("-r {options} one.o two.o -o both.o"));
            assert_both(&place, "both.o", "host object, ELF X86_64");
            tool(&place, "strip", "--strip-unneeded both.o -o stripped.o");
            assert_both(&place, "stripped.o", "host object, ELF X86_64");
        }
    }
}

#[test]
fn programs_and_libraries_of_elf() {
    let place = place();
    for (host, machine) in [("x86_64-unknown-linux-gnu", "X86_64"), ("aarch64-unknown-linux-gnu", "Aarch64")] {
        objects(&place, host);
        for linker in ["ld", "ld.lld"] {
            if linker == "ld" && machine == "Aarch64" {
                continue; // GNU's linker is for this machine only
            }
            for (options, what) in [
                ("-no-pie", "program"),
                ("-pie --dynamic-linker /lib/loader", "program"),
                // Nothing says that these are programs.
                ("-pie -no-dynamic-linker", ""),
                ("-pie -no-dynamic-linker -z norelro", ""),
                ("-pie -no-dynamic-linker -z pack-relative-relocs", ""),
                ("-shared", "shared library"),
            ] {
                tool(&place, linker, &format!("{options} main.o one.o two.o -e main -o linked"));
                let (kind, _) = kernels(&place, "linked");
                assert!(kind.starts_with(what) && kind.ends_with(&format!(", ELF {machine}")), "{options}: {kind}");
                assert_both(&place, "linked", &kind);
                // Neither symbols nor section headers are needed.
                for strip in ["--strip-all", "--strip-sections"] {
                    tool(&place, "llvm-strip", &format!("{strip} linked -o stripped"));
                    assert_both(&place, "stripped", &kind);
                }
            }
        }
    }
}

#[test]
fn programs_and_libraries_of_windows() {
    let place = place();
    objects(&place, "x86_64-pc-windows-msvc");
    for (options, what) in [
        ("/entry:main /subsystem:console", "program"),
        ("/entry:main /subsystem:console /fixed", "program"),
        ("/entry:main /subsystem:console /debug:symtab", "program"),
        ("/dll /noentry", "shared library"),
    ] {
        tool(&place, "lld-link", &format!("{options} main.o one.o two.o /nodefaultlib /out:linked.exe"));
        assert_both(&place, "linked.exe", &format!("{what}, PE X86_64"));
    }
    objects(&place, "x86_64-w64-windows-gnu");
    tool(&place, "ld.lld", "-m i386pep main.o one.o two.o -e main -o linked.exe");
    assert_both(&place, "linked.exe", "program, PE X86_64");
    tool(&place, "llvm-strip", "linked.exe -o stripped.exe");
    assert_both(&place, "stripped.exe", "program, PE X86_64");
}

#[test]
fn members_of_archives() {
    let place = place();
    objects(&place, "x86_64-unknown-linux-gnu");
    place.write("a member with a rather long name.txt", "text\n");
    place.run("bundle --table one.table -o one.bundle");
    for (archiver, options, kind) in [
        ("ar", "rc", "archive"),
        ("ar", "rcS", "archive"),
        ("ar", "rcT", "archive, thin"),
        ("llvm-ar", "--format=bsd rc", "archive, BSD"),
        ("llvm-ar", "--format=gnu rc", "archive"),
        ("llvm-ar", "--thin rc", "archive, thin"),
    ] {
        let _ = std::fs::remove_file(place.path().join("both.a"));
        tool(&place, archiver, &format!("{options} both.a main.o one.o main.c two.o"));
        assert_both(&place, "both.a", kind);
        let text = place.run("inspect both.a");
        assert!(text.contains(" in member one.o") && text.contains(" in member two.o"), "{text}");
    }
    let _ = std::fs::remove_file(place.path().join("both.a"));
    tool(&place, "ar", "rc both.a one.bundle two.o");
    assert_both(&place, "both.a", "archive");
    objects(&place, "x86_64-pc-windows-msvc");
    tool(&place, "llvm-lib", "/out:both.lib main.o one.o two.o");
    assert_both(&place, "both.lib", "archive, COFF");
}

#[test]
fn a_damaged_member_is_named() {
    let place = place();
    objects(&place, "x86_64-unknown-linux-gnu");
    let mut object = place.read("two.o");
    // The version in the descriptor, the start of the structures.
    let at = object.windows(8).position(|bytes| bytes == [1, 0, 1, 0, 0, 0, 0, 0]).unwrap();
    object[at] = 9;
    place.write("two.o", object);
    tool(&place, "ar", "rc both.a one.o two.o");
    let found = place.run("inspect both.a");
    assert!(found.starts_with("exit code 1\n--- stderr\nsycl-packager: both.a(two.o): offset 0x"), "{found}");
    assert!(found.contains("version of the descriptor: found 9; expected 1"), "{found}");
}

/// LLVM's linker wrapper stores other numbers for the kind (8) and for what the bytes are (6 is SPIR-V), and puts the
/// images into a section whose name is that of sections of OffloadBinaries.
#[test]
fn images_that_llvms_linker_wrapper_registers() {
    let place = place();
    objects(&place, "x86_64-unknown-linux-gnu");
    for name in ["one.o", "two.o"] {
        let mut object = place.read(name);
        let at = object.windows(8).position(|bytes| bytes == [3, 0, 4, 2, 0, 0, 0, 0]).unwrap();
        object[at + 2..at + 4].copy_from_slice(&[8, 6]);
        place.write(name, object);
        tool(
            &place,
            "llvm-objcopy",
            &format!("--rename-section .rodata.sycl_offloading.images=.llvm.offloading,alloc,readonly,data {name}"),
        );
    }
    tool(&place, "ld.lld", "-no-pie main.o one.o two.o -e main -o linked");
    assert_both(&place, "linked", "program, ELF X86_64");
    tool(&place, "llvm-strip", "linked -o stripped");
    assert_both(&place, "stripped", "program, ELF X86_64");
    tool(&place, "ld.lld", "-r one.o two.o -o both.o");
    assert_both(&place, "both.o", "host object, ELF X86_64");
}

#[test]
fn a_program_without_images_has_none() {
    let place = place();
    objects(&place, "x86_64-unknown-linux-gnu");
    tool(&place, "ld", "-pie main.o -e main -o linked");
    assert_eq!(kernels(&place, "linked").1, Vec::<String>::new());
}

/// Interface of the runtime of LLVM 23: it gets a container's address and size. Writes the container to `registered`.
const RUNTIME_OF_LLVM_23: &str = r#"
#include <stdio.h>
static const void *container;
static unsigned long long size;
void __sycl_register_lib(const void *start, unsigned long long bytes) {
  FILE *file = fopen("registered", "wb");
  fwrite(container = start, 1, size = bytes, file);
  fclose(file);
}
void __sycl_unregister_lib(const void *start, unsigned long long bytes) {
  printf("%d %d\n", start == container, bytes == size);
}
int main(void) { return container && (unsigned long long)container % 8 == 0 ? 0 : 1; }
"#;

#[test]
fn containers_are_registered_as_they_are() {
    let place = place();
    place.write("main.c", RUNTIME_OF_LLVM_23);
    let bundle = "bundle --table one.table --table two.table --image-kind spirv";
    same_line(&place.run(&format!("{bundle} --container-version 2 -o both.bundle")), "exit code 0");
    same_line(&place.run("wrap --container both.bundle -o both.o"), "exit code 0");
    assert_both(&place, "both.o", "host object, ELF X86_64");
    for linker in ["bfd", "lld"] {
        for options in ["-pie", "-no-pie", "-Wl,--gc-sections"] {
            tool(&place, "clang", &format!("-fuse-ld={linker} {options} main.c both.o -o linked"));
            let output = Command::new(place.path().join("linked")).current_dir(place.path()).output().unwrap();
            assert_eq!((output.status.code(), &*output.stdout), (Some(0), b"1 1\n".as_slice()), "{linker} {options}");
            assert_eq!(place.read("registered"), place.read("both.bundle"));
            assert_both(&place, "linked", "program, ELF X86_64");
        }
    }
    // Not device code for a link: it has been linked.
    let again = place.run("build both.o --target spirv64 --plugin both.o -o images.o");
    assert!(again.contains("found no SYCL device code"), "{again}");
    // The size is in the code.
    let size = place.read("both.bundle").len();
    for (host, instructions) in [
        ("aarch64-unknown-linux-gnu", vec![format!("mov\tx1, #{size:#x}"), "movk\tx1, #0x0, lsl #48".into()]),
        ("x86_64-pc-windows-msvc", vec![format!("movabsq\t${size:#x}, %rdx"), "leaq\t(%rip), %rcx".into()]),
    ] {
        same_line(&place.run(&format!("wrap --container both.bundle --host {host} -o other.o")), "exit code 0");
        let (_, mut found) = kernels(&place, "other.o");
        found.sort();
        assert_eq!(found, ["one", "two"]);
        let llvm = std::env::var_os("LLVM_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from);
        let mut objdump = Command::new(llvm.join("llvm-objdump"));
        let code = objdump.args(["-dr", "--no-show-raw-insn", "other.o"]).current_dir(place.path()).output().unwrap();
        let code = String::from_utf8(code.stdout).unwrap();
        assert!(instructions.iter().all(|instruction| code.contains(&**instruction)), "{host}: {code}");
    }
}

/// Finds a section as the headers of `<sycl/sycl.hpp>` do.
const SECTION_OF_PROGRAM: &str = r#"
#include <stdio.h>
extern const char __start_sycl_device_images[] __attribute__((weak, visibility("hidden")));
extern const char __stop_sycl_device_images[] __attribute__((weak, visibility("hidden")));
int main(void) {
  FILE *file = fopen("section", "wb");
  fwrite(__start_sycl_device_images, 1, __stop_sycl_device_images - __start_sycl_device_images, file);
  fclose(file);
  return (unsigned long long)__start_sycl_device_images % 8;
}
"#;

#[test]
fn images_in_a_section_need_no_runtime() {
    let place = place();
    place.write("main.c", SECTION_OF_PROGRAM);
    let bundle = "bundle --table one.table --table two.table --image-kind spirv";
    same_line(&place.run(&format!("{bundle} --container-version 2 -o both.bundle")), "exit code 0");
    same_line(&place.run("wrap --container both.bundle --section -o both.o"), "exit code 0");
    for linker in ["bfd", "lld"] {
        for options in ["-pie", "-no-pie", "-Wl,--gc-sections"] {
            tool(&place, "clang", &format!("-fuse-ld={linker} {options} main.c both.o -o linked"));
            let output = Command::new(place.path().join("linked")).current_dir(place.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{linker} {options}");
            assert_eq!(place.read("section"), place.read("both.bundle"), "{linker} {options}");
            let (_, mut found) = kernels(&place, "linked");
            found.sort();
            assert_eq!(found, ["one", "two"], "{linker} {options}");
        }
    }
    let alone = place.run("wrap --table one.table --section -o one.o");
    assert!(alone.contains("cannot be used with"), "{alone}");
}

/// Finds the objects of device globals as the runtime does. `unused` is in no program.
const GLOBALS_OF_PROGRAM: &str = r#"
#include <stdio.h>
struct global { const void *object; const char *id; };
extern const struct global __start_sycl_device_globals[] __attribute__((weak, visibility("hidden")));
extern const struct global __stop_sycl_device_globals[] __attribute__((weak, visibility("hidden")));
int counter;
int main(void) {
  FILE *file = fopen("found", "wb");
  for (const struct global *one = __start_sycl_device_globals; one != __stop_sycl_device_globals; ++one)
    fprintf(file, "%s: %s\n", one->id, !one->object ? "none" : one->object == &counter ? "counter" : "another");
  fclose(file);
}
"#;

#[test]
fn programs_find_the_objects_of_device_globals() {
    let place = place();
    place.write("main.c", GLOBALS_OF_PROGRAM);
    // 4 bytes, of the program; one that a unit has for itself is found by its place.
    let global = "2|ABAAAAAAAAABAAAAAAAAAA";
    let globals =
        format!("[SYCL/device globals]\nunused={global}\n7b170668608c6cb4._ZL3own={global}\ncounter={global}\n");
    place.write("globals.prop", &globals);
    place.write("globals.table", "[Code|Properties]\none.spv|globals.prop\n");
    same_line(
        &place.run("bundle --table globals.table --image-kind spirv --container-version 2 -o globals.bundle"),
        "exit code 0",
    );
    same_line(&place.run("wrap --container globals.bundle --section -o globals.o"), "exit code 0");
    for (linker, options) in [("bfd", "-pie"), ("lld", "-pie"), ("lld", "-Wl,--gc-sections"), ("bfd", "-no-pie")] {
        tool(&place, "clang", &format!("-fuse-ld={linker} {options} main.c globals.o -o linked"));
        let status = Command::new(place.path().join("linked")).current_dir(place.path()).status().unwrap();
        assert!(status.success(), "{linker} {options}");
        assert_eq!(place.read("found"), b"counter: counter\nunused: none\n", "{linker} {options}");
    }
}

#[test]
fn containers_that_a_runtime_cannot_read_are_refused() {
    let place = place();
    let bundle = "bundle --table one.table --table two.table";
    same_line(&place.run(&format!("{bundle} -o first.bundle")), "exit code 0");
    let refused = |arguments: &str| place.run(&format!("wrap {arguments} -o refused.o"));
    assert_eq!(
        refused("--container first.bundle"),
        "exit code 1\n--- stderr\nsycl-packager: first.bundle: found 2 binaries; expected one with all images\n\
         hint: bundle --container-version 2 makes one\n"
    );
    same_line(&place.run(&format!("{bundle} --kind hip --container-version 2 -o hip.bundle")), "exit code 0");
    assert_eq!(
        refused("--container hip.bundle"),
        "exit code 1\n--- stderr\nsycl-packager: hip.bundle: found an image for hip; expected images for sycl only\n"
    );
    assert!(refused("--container one.table").starts_with("exit code 1\n--- stderr\nsycl-packager: one.table: "));
    assert!(refused("--container first.bundle --table one.table").contains("cannot be used with"));
    assert!(!place.path().join("refused.o").exists());
}

//! `validate`.

use sycl_images::spirv::{Op, write};

use crate::DONE;
use crate::common::{Place, same};

/// SPIR-V with an entry point.
fn spirv(name: &str) -> Vec<u8> {
    write::module(9, &[write::named(Op::EntryPoint, &[6, 1], name, &[])])
}

#[test]
fn images_are_validated() {
    let place = Place::new();
    place.write("k.spv", spirv("_ZTS1K"));
    same(&place.run("validate k.spv --properties a.prop --stamp k.valid"), DONE);
    assert_eq!(place.read("k.valid"), b"");
    place.write("other.spv", spirv("_ZTS1L"));
    place.write("cut.spv", &spirv("_ZTS1K")[..36]);
    place.write("k.ptx", "// made by hand\n.version 8.0\n.target sm_90\n.entry _ZTS1K(\n)\n");
    place.write("other.ptx", ".version 8.0\n.target sm_90\n.entry _ZTS1KE(\n)\n// .entry _ZTS1K\n");
    place.write("half.ptx", ".version 8.0\n.entry _ZTS1K(\n)\n");
    place.write("elf.co", b"\x7FELF\x02\x01\x01");
    place.write("short.bin", "abc");
    same(&place.run("validate k.ptx k.spv --properties a.prop"), DONE);
    let missing = "has no kernel `_ZTS1K`; expected all that its properties name";
    for (file, message) in [
        ("a.spv", "found 16 bytes; expected a little-endian SPIR-V module".to_owned()),
        ("other.spv", format!("the SPIR-V module {missing}")),
        ("cut.spv", "offset 0x14: found an instruction of 5 words; expected 1 to 4".to_owned()),
        ("other.ptx", format!("the PTX {missing}")),
        ("half.ptx", "the PTX has no `.target`; expected one".to_owned()),
        ("short.bin", "found 3 bytes; expected device code".to_owned()),
    ] {
        same(
            &place.run(&format!("validate k.spv {file} --properties a.prop --stamp bad.valid")),
            &format!("exit code 1\n--- stderr\nsycl-packager: {file}: {message}\n"),
        );
    }
    let found = place.run("validate elf.co --stamp bad.valid");
    assert!(
        found.starts_with("exit code 1\n--- stderr\nsycl-packager: elf.co: the ELF file is malformed: "),
        "{found}"
    );
    assert!(!place.files().contains(&"bad.valid".to_owned()));
    let found = place.run("validate none.spv");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: none.spv: cannot read: "), "{found}");
}

/// A script stands for the validator. Another process writes it: what this one writes, a process that another thread
/// starts has open, and it cannot be run then.
#[cfg(unix)]
#[test]
fn the_validators_words_are_told() {
    let place = Place::new();
    place.write("k.spv", spirv("K"));
    let run = |script: &str| {
        place.write("script", format!("#!/bin/sh\ncat >input\n{script}\n"));
        let copy = std::process::Command::new("sh")
            .args(["-c", "cp script val; chmod +x val"])
            .current_dir(place.path())
            .status();
        assert!(copy.unwrap().success());
        place.run("validate k.spv --spirv-val ./val")
    };
    same(&run("exit 0"), DONE);
    assert_eq!(place.read("input"), spirv("K"));
    same(
        &run("echo 'error: line 1: no memory model'; echo here >&2; exit 1"),
        "exit code 1\n--- stderr\nsycl-packager: k.spv: spirv-val refuses it:\nerror: line 1: no memory model\nhere\n",
    );
    same(
        &run("echo 'error: line 23: Invalid decoration operand: 6147'; exit 1"),
        "exit code 0\n--- stderr\nsycl-packager: k.spv: note: spirv-val does not know all of it: error: line 23: Invalid \
         decoration operand: 6147\n",
    );
    let missing = place.run("validate k.spv --spirv-val none/spirv-val");
    assert!(missing.starts_with("exit code 2\n--- stderr\nsycl-packager: none/spirv-val: cannot read: "), "{missing}");
}

//! Files that ask for much more than they hold: commands stay within 256 MiB of memory.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;

use std::process::Command;

use common::Place;
use object::write::{Object, Relocation, Symbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationEncoding, RelocationFlags, RelocationKind, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
};

/// Kilobytes that a command may take, of addresses, which are more than memory.
const LIMIT: u32 = 256 << 10;

/// An OffloadBinary with one image whose strings are these keys and values; equal values share their bytes.
fn container(version: u32, strings: &[(String, &[u8])]) -> Vec<u8> {
    let width = if version == 1 { 16 } else { 24 };
    let table = 72 + width * strings.len() as u64;
    let mut texts: Vec<u8> = Vec::new();
    let mut rows = Vec::new();
    let mut places: Vec<(&[u8], u64)> = Vec::new();
    for (key, value) in strings {
        let key_at = table + texts.len() as u64;
        texts.extend(key.bytes().chain([0]));
        let shared = places.iter().find(|(known, _)| known == value).map(|(_, at)| *at);
        let value_at = shared.unwrap_or_else(|| {
            let at = table + texts.len() as u64;
            texts.extend_from_slice(value);
            texts.push(0);
            places.push((value, at));
            at
        });
        rows.extend([key_at, value_at]);
        if version == 2 {
            rows.push(value.len() as u64);
        }
    }
    let image = (table + texts.len() as u64).next_multiple_of(8);
    let mut bytes = vec![0x10, 0xff, 0x10, 0xad];
    bytes.extend(version.to_le_bytes());
    let last = if version == 1 { 40 } else { 1 };
    let words = [image + 8, 32, last, 0x0008_0006, 72, strings.len() as u64, image, 8];
    bytes.extend(words.into_iter().chain(rows).flat_map(u64::to_le_bytes));
    bytes.extend(texts);
    bytes.resize(image as usize, 0);
    bytes.extend(b"\x03\x02\x23\x07....");
    bytes
}

/// So many lines of properties with different names.
fn lines(count: usize) -> Vec<u8> {
    (0..count).map(|number| format!("p{number:08}=1|1\n")).collect::<String>().into_bytes()
}

/// An ELF object that registers `images` images, all with one set of `properties` properties whose name is one long
/// text.
fn object(images: u64, properties: u64, name: usize) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let section = object.add_section(Vec::new(), b".data.rel.ro".to_vec(), SectionKind::ReadOnlyDataWithRel);
    let symbol = object.section_symbol(section);
    let (list, set) = (32, 32 + 80);
    let entries = set + 24;
    let text = entries + 32 * properties;
    let mut bytes = vec![0; text as usize];
    bytes[..4].copy_from_slice(&[1, 0, images as u8, (images >> 8) as u8]);
    bytes[list as usize..list as usize + 4].copy_from_slice(&[3, 0, 4, 2]);
    bytes.extend(vec![b'n'; name]);
    bytes.push(0);
    // As many images as fit one structure: the descriptor's list is as long as it says, so the same one is repeated.
    let one: Vec<u8> = bytes[list as usize..set as usize].to_vec();
    let more = bytes.len().next_multiple_of(8) as u64;
    bytes.resize(more as usize, 0);
    bytes.extend(std::iter::repeat_n(one, images as usize).flatten());
    let mut pointers = vec![(8, more), (set, text), (set + 8, entries), (set + 16, text)];
    for image in 0..images {
        let at = more + image * 80;
        pointers.extend([8, 16, 24].map(|field| (at + field, text + name as u64)));
        pointers.extend([(at + 32, text), (at + 40, text + 1), (at + 64, set), (at + 72, set + 24)]);
    }
    for property in 0..properties {
        let at = entries + property * 32;
        bytes[(at + 16) as usize] = 1;
        pointers.push((at, text));
    }
    object.set_section_data(section, bytes, 8);
    let flags =
        RelocationFlags::Generic { kind: RelocationKind::Absolute, encoding: RelocationEncoding::Generic, size: 64 };
    for (offset, to) in pointers {
        object.add_relocation(section, Relocation { offset, symbol, addend: to as i64, flags }).unwrap();
    }
    object.add_symbol(Symbol {
        name: b".sycl_offloading.descriptor".to_vec(),
        value: 0,
        size: 32,
        kind: SymbolKind::Data,
        scope: SymbolScope::Compilation,
        weak: false,
        section: SymbolSection::Section(section),
        flags: SymbolFlags::None,
    });
    object.write().unwrap()
}

/// Runs a command with little memory; its output is counted and not kept. Gives exit code, bytes, and standard error.
fn run(place: &Place, line: &str) -> (i32, u64, String) {
    let script =
        format!("ulimit -v {LIMIT}; {} {line} | wc -c; exit ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_sycl-packager"));
    let output = Command::new("bash").args(["-c", &script]).current_dir(place.path()).output().unwrap();
    let size = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
    (output.status.code().unwrap(), size, String::from_utf8(output.stderr).unwrap())
}

/// Runs all commands that read containers over a file; it is read or refused, in little memory.
fn run_all(place: &Place, file: &str, codes: &[i32]) {
    let limit = (64 << 20).max(place.read(file).len() as u64 * 24);
    let compare = format!("compare {file}");
    for command in [
        "inspect",
        "inspect --json",
        "inspect --html - --device spir64",
        "check --device intel_gpu_pvc",
        "check --json --device spir64",
        "unbundle -d out",
        &compare,
    ] {
        if command.starts_with("unbundle") && !file.ends_with("bundle") {
            continue;
        }
        // Readers are the same, so what one refuses, all do.
        if !codes.contains(&0) && (command == compare || command.contains("--html")) {
            continue;
        }
        let (code, size, errors) = run(place, &format!("{command} {file}"));
        let start: String = errors.chars().take(1000).collect();
        assert!(!errors.contains("panicked") && errors.len() < 1000, "{command} {file}: {start}");
        // What is for a device is a refusal; of the rest nothing is.
        let expected = codes.contains(&code)
            || codes.contains(&1) && code == 2 && command == compare
            || code == 1 && command.starts_with("check") && errors.is_empty();
        assert!(expected, "{command} {file}: exit code {code}, {start}");
        assert!(size < limit, "{command} {file}: {size} bytes of output");
    }
}

#[test]
fn strings_that_share_a_text_of_properties() {
    let place = Place::new();
    for (count, codes) in [(1_000, [0, 0]), (58_000, [1, 1])] {
        let value = lines(count);
        let strings: Vec<_> = (0..255).map(|number| (format!("S/{number:06}"), &value[..])).collect();
        for version in [1, 2] {
            let file = format!("{count}-{version}.bundle");
            place.write(&file, container(version, &strings));
            run_all(&place, &file, &codes);
        }
        let inside = place.read(&format!("{count}-2.bundle"));
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let section = object.add_section(Vec::new(), b".llvm.offloading".to_vec(), SectionKind::ReadOnlyData);
        object.set_section_data(section, inside, 8);
        place.write("section.o", object.write().unwrap());
        run_all(&place, "section.o", &codes);
    }
}

#[test]
fn the_sum_of_strings_is_limited_over_all_binaries_of_a_file() {
    let place = Place::new();
    let value = vec![b'x'; 100_000];
    let strings: Vec<_> = (0..100).map(|number| (format!("{number}"), &value[..])).collect();
    let one = container(1, &strings);
    place.write("one.bundle", &one);
    place.write("two.bundle", [&one[..], &one].concat());
    assert_eq!(run(&place, "inspect one.bundle").0, 0);
    let (code, _, errors) = run(&place, "inspect two.bundle");
    assert_eq!(code, 1);
    assert!(errors.contains("parts of the file used so often"), "{errors}");
}

#[test]
fn known_sets_with_many_short_names() {
    let place = Place::new();
    let name = |number: usize| {
        let digit = |power: u32| char::from(b'!' + (number / 90usize.pow(power) % 90) as u8);
        let text: String = [digit(0), digit(1), digit(2)].into_iter().collect();
        text.replace(['=', '['], "~~")
    };
    let integers: String = (0..50_000).map(|number| format!("{}=1|1\n", name(number))).collect();
    let symbols = "a\n".repeat(1 << 20);
    let masks = format!("k=2|{}\n", text_of(&vec![0xff; 2 << 20], 2 << 23));
    let aspects: Vec<u8> = (0..100_000u32).flat_map(u32::to_le_bytes).collect();
    let aspects = format!("aspects=2|{}\n", text_of(&aspects, aspects.len() as u64 * 8));
    // Leaves of one constant that all are as large as the default value.
    let leaves: Vec<u8> = (0..30_000u32).flat_map(|id| [id, 0, 1 << 20]).flat_map(u32::to_le_bytes).collect();
    let leaves = format!("{}=2|{}\n", "c".repeat(100_000), text_of(&leaves, leaves.len() as u64 * 8));
    let defaults = format!("all=2|{}\n", text_of(&vec![7; 1 << 20], 8 << 20));
    let cases: [(&str, &[(&str, &str)]); 7] = [
        ("kernels", &[("SYCL/kernel names", &integers)]),
        ("unknown", &[("vendor/set", &integers)]),
        ("symbols", &[("symbols", &symbols)]),
        ("masks", &[("SYCL/kernel param opt", &masks)]),
        ("aspects", &[("SYCL/device requirements", &aspects)]),
        (
            "constants",
            &[("SYCL/specialization constants", &leaves), ("SYCL/specialization constants default values", &defaults)],
        ),
        ("triple", &[("triple", &symbols), ("compile-opts", &symbols)]),
    ];
    for (name, strings) in cases {
        let strings: Vec<_> = strings.iter().map(|(key, value)| ((*key).to_owned(), value.as_bytes())).collect();
        let file = format!("{name}.bundle");
        place.write(&file, container(2, &strings));
        run_all(&place, &file, if name == "triple" { &[0, 1] } else { &[0] });
    }
}

/// Bytes in the text form, with their size in bits.
fn text_of(bytes: &[u8], bits: u64) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    let (mut buffer, mut count) = (0u32, 0);
    for byte in bits.to_le_bytes().iter().chain(bytes) {
        buffer |= u32::from(*byte) << count;
        count += 8;
        while count >= 6 {
            text.push(char::from(ALPHABET[(buffer & 63) as usize]));
            buffer >>= 6;
            count -= 6;
        }
    }
    if count > 0 {
        text.push(char::from(ALPHABET[(buffer & 63) as usize]));
    }
    text
}

#[test]
fn structures_of_host_objects_that_share_parts() {
    let place = Place::new();
    place.write("many.o", object(2_000, 300, 10_000));
    run_all(&place, "many.o", &[1]);
    place.write("few.o", object(3, 20, 1_000));
    run_all(&place, "few.o", &[0]);
    place.write("long.o", object(1, 2_000, 1_000_000));
    run_all(&place, "long.o", &[1]);
}

#[test]
fn large_files_are_not_loaded() {
    let place = Place::new();
    place.run("wrap --table a.table -o a.o");
    place.run("bundle --table a.table -o a.bundle");
    for file in ["a.o", "a.bundle"] {
        let mut bytes = place.read(file);
        if file == "a.bundle" {
            bytes.clear();
        }
        place.write("large", bytes);
        let large = std::fs::File::options().write(true).open(place.path().join("large")).unwrap();
        large.set_len(3 << 30).unwrap();
        let (code, size, errors) = run(&place, "inspect large");
        assert!(code == i32::from(file == "a.bundle") && size < 2000, "{file}: {errors}");
    }
    for name in ["large.prop", "large.json", "large.sym", "large.table"] {
        std::fs::File::create(place.path().join(name)).unwrap().set_len(3 << 30).unwrap();
        let (code, _, errors) = run(&place, &format!("inspect {name}"));
        assert_eq!(code, 1, "{errors}");
        assert!(errors.contains("found more than 64 MiB"), "{errors}");
    }
    for command in
        ["inspect", "props show", "check --device spir64", "table --drop_titles", "validate", "bundle -o x --table"]
    {
        let (code, _, errors) = run(&place, &format!("{command} /dev/zero"));
        assert!(code == 2 && errors.contains("the device has more than 64 MiB"), "{command}: {code} {errors}");
    }
}

/// A program of a segment that is loaded, and may be written to, at an address.
fn program_at(address: u64) -> Vec<u8> {
    let mut bytes = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0];
    bytes.resize(16, 0);
    // A file that can be loaded anywhere, for x86-64.
    bytes.extend([3, 0, 62, 0, 1, 0, 0, 0]);
    bytes.extend([0_u64, 64, 0].into_iter().flat_map(u64::to_le_bytes));
    bytes.extend([0, 0, 0, 0, 64, 0, 56, 0, 1, 0, 64, 0, 0, 0, 0, 0]);
    // PT_LOAD, readable and writable.
    bytes.extend([1, 0, 0, 0, 6, 0, 0, 0]);
    bytes.extend([0, address, address, 256, 256, 8].into_iter().flat_map(u64::to_le_bytes));
    bytes.resize(256, 0);
    bytes
}

#[test]
fn segments_at_the_last_addresses_are_searched() {
    for address in [0, 1, u64::MAX - 300, u64::MAX - 100, u64::MAX - 8, u64::MAX - 7, u64::MAX - 3, u64::MAX] {
        let images = sycl_images::wrap::read(&program_at(address)).unwrap();
        assert!(images.is_empty(), "{address:#x}");
    }
}

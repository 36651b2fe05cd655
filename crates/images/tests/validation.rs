//! Validation of images with many kernels.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::path::Path;
use std::time::{Duration, Instant};

use object::write::{Object, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolKind, SymbolScope};
use sycl_images::inspect::functions;
use sycl_images::source::{Memory, Range};
use sycl_images::spirv::{Op, write};
use sycl_images::validate::{validate, with_plain_zeros};

fn kernels(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("_ZTS{number:06}Kernel")).collect()
}

fn spirv(kernels: &[String]) -> Vec<u8> {
    let entry = |name: &String| write::named(Op::EntryPoint, &[6, 1], name, &[]);
    write::module(9, &kernels.iter().map(entry).collect::<Vec<_>>())
}

fn ptx(kernels: &[String]) -> Vec<u8> {
    let mut text = ".version 7.8\n.target sm_90\n".to_owned();
    for name in kernels {
        text.push_str(&format!(".visible .entry {name}(\n)\n{{\n  ret;\n}}\n"));
    }
    text.into_bytes()
}

/// An ELF file with a descriptor for each kernel, as AMD has them.
fn elf(kernels: &[String]) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    for name in kernels {
        object.add_symbol(Symbol {
            name: format!("{name}.kd").into_bytes(),
            value: 0,
            size: 0,
            kind: SymbolKind::Data,
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Absolute,
            flags: SymbolFlags::None,
        });
    }
    object.write().unwrap()
}

/// An ELF file of an unknown machine, with the names somewhere, as older ones of Intel.
fn container(kernels: &[String]) -> Vec<u8> {
    let mut bytes = elf(&[]);
    bytes[18..20].copy_from_slice(&0xfeed_u16.to_le_bytes());
    bytes.extend(kernels.iter().flat_map(|name| [&[0, 0, 7][..], name.as_bytes()].concat()));
    bytes
}

/// Makes an image with these kernels.
type Maker = fn(&[String]) -> Vec<u8>;

const MAKERS: [(&str, Maker); 4] = [("SPIR-V", spirv), ("PTX", ptx), ("ELF", elf), ("container", container)];

#[test]
fn each_of_many_kernels_has_to_be_there() {
    let names = kernels(300);
    for (kind, make) in MAKERS {
        let check = |image: &[u8], kernels: &[String]| {
            validate(Path::new("a"), image, kernels, None).map(drop).map_err(|e| e.to_string())
        };
        assert_eq!(check(&make(&names), &names), Ok(()), "{kind}");
        for absent in [0, 150, 299] {
            let mut present = names.clone();
            present.remove(absent);
            let error = check(&make(&present), &names).unwrap_err();
            assert!(error.contains(&format!("has no kernel `{}`;", names[absent])), "{kind}: {error}");
        }
        let longer: Vec<String> = names.iter().map(|name| format!("{name}2")).collect();
        if kind != "container" {
            assert!(check(&make(&longer), &names).is_err(), "{kind}: the start of a name is another name");
        }
    }
}

#[test]
fn validation_takes_time_in_proportion_to_the_kernels() {
    let time = |make: Maker, count: usize| -> Duration {
        let names = kernels(count);
        let image = make(&names);
        let best = (0..3).map(|_| {
            let start = Instant::now();
            validate(Path::new("a"), &image, &names, None).unwrap();
            start.elapsed()
        });
        best.min().unwrap()
    };
    for (kind, make) in MAKERS {
        let (few, many) = (time(make, 2_000), time(make, 32_000));
        // 16 times as many; quadratic work would take 256 times as long.
        assert!(many < few * 64 + Duration::from_millis(20), "{kind}: {few:?}, then {many:?}");
    }
}

#[test]
fn damaged_spirv_is_read_without_a_panic() {
    let parts = [
        write::named(Op::EntryPoint, &[6, 1], "K", &[]),
        write::named(Op::Decorate, &[2, 41], "f", &[0]),
        write::named(Op::Name, &[2], "f", &[]),
        write::instruction(Op::TypeInt, &[3, 32, 0]),
        write::instruction(Op::ConstantNull, &[3, 4]),
        write::instruction(Op::Function, &[3, 1, 0, 5]),
        write::instruction(Op::Label, &[6]),
        write::instruction(Op::FunctionCall, &[3, 7, 2]),
        write::instruction(Op::FunctionEnd, &[]),
    ];
    let whole = write::module(9, &parts);
    let read = |bytes: &[u8]| {
        let range = Range { start: 0, size: bytes.len() as u64 };
        assert!(functions::read(&Memory(bytes), range).len() <= 1);
        validate(Path::new("a"), bytes, &["K".to_owned()], None).is_ok() && with_plain_zeros(bytes).is_ok()
    };
    assert!(read(&whole));
    for length in 0..whole.len() {
        read(&whole[..length]);
    }
    for (at, byte) in (0..whole.len()).flat_map(|at| [0, 1, 0x7f, 0xff].map(|byte| (at, byte))) {
        let mut damaged = whole.clone();
        damaged[at] = byte;
        read(&damaged);
    }
}

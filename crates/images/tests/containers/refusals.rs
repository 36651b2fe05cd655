//! Refusals of readers and writers, and their words.

use sycl_images::image::{DeviceImage, ImageTarget};
use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, SymbolEncoding, Version, Writer, read};
use sycl_images::source::Memory;
use sycl_images::syclbin::{self, AbstractModule, IrModule, IrType, State, Syclbin};
use sycl_images::wrap::{self, EntryLayout, Format, Host};
use sycl_propset::{PropertySetRegistry, SetName};

use super::{bundle, packed};

fn error(bytes: &[u8]) -> String {
    read(&Memory(bytes)).unwrap_err().to_string()
}

fn small(version: Version) -> Vec<u8> {
    let image = |name: &'static str| Image {
        image_kind: Some(ImageKind::SPIRV),
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: vec![("triple".into(), name.as_bytes().into()), ("arch".into(), b"y"[..].into())],
        content: Content::Bytes(b"12345678"[..].into()),
    };
    bundle(&[image("one"), image("two")], version)
}

fn set(bytes: &mut [u8], offset: usize, word: u64) {
    bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
}

#[test]
fn faults_have_offset_and_field() {
    let damaged = |offset, word| {
        let mut bytes = small(Version::V2);
        set(&mut bytes, offset, word);
        error(&bytes)
    };
    let intact = small(Version::V2);
    let image = u64::from_le_bytes(intact[56..64].try_into().unwrap());
    assert_eq!(error(b""), "offset 0x0: header: truncated: 32 bytes needed, 0 left");
    assert_eq!(error(&[0; 40]), "offset 0x0: magic: found 00 00 00 00; expected 10 ff 10 ad");
    assert_eq!(damaged(0, 0x0000_0003_ad10_ff10), "offset 0x4: version: found 3; expected 1 or 2");
    assert_eq!(
        damaged(8, 1 << 40),
        format!(
            "offset 0x8: size: range of 1099511627776 bytes from 0x0 is outside of the {} bytes that contain it",
            intact.len()
        )
    );
    assert_eq!(damaged(8, 8), "offset 0x8: size: found 8; expected at least the 32 bytes of the header");
    assert_eq!(
        damaged(24, u64::MAX),
        format!(
            "offset 0x18: number of entries: 18446744073709551615 elements of 40 bytes do not fit into {} bytes",
            intact.len() - 32
        )
    );
    assert!(
        damaged(48, 1 << 60).starts_with("offset 0x30: number of strings of entry 0: 1152921504606846976 elements")
    );
    assert!(damaged(56, u64::MAX - 3).starts_with("offset 0x38: image of entry 0: range of 8 bytes from 0xffff"));
    assert_eq!(
        damaged(96, image + 4),
        format!("offset 0x60: image of entry 1: overlaps image of entry 0 at {image:#x}")
    );
    assert_eq!(damaged(56, 16), "offset 0x38: image of entry 0: overlaps the header at 0x0");
    // The second entry refers to the strings of the first.
    assert_eq!(damaged(80, 112), "offset 0x50: strings of entry 1: overlaps strings of entry 0 at 0x70");
    // The second key of the first entry becomes its first.
    let key = u64::from_le_bytes(intact[112..120].try_into().unwrap());
    assert_eq!(damaged(136, key), "offset 0x88: key: `triple` occurs twice");
    assert!(damaged(120, image).starts_with("offset 0x78: value: range of 3 bytes"));
    assert!(damaged(112, u64::MAX).starts_with("offset 0x70: key: range of 1 bytes"));
    let mut cut = intact.clone();
    cut.truncate(intact.len() - 8);
    assert!(error(&cut).starts_with("offset 0x8: size: range"));
}

#[test]
fn faults_of_syclbin_files_count_from_the_start_of_the_outer_file() {
    let mut properties = PropertySetRegistry::new();
    properties.set_mut(SetName::KernelNames).insert("k", 1);
    let ir = IrModule { kind: IrType::Spirv, target: "spir64-unknown-unknown".into(), content: vec![1; 9] };
    let module = AbstractModule { properties, ir: vec![ir.clone(), ir], native: vec![] };
    let file = Syclbin { state: State::Input, modules: vec![module.clone(), module] };
    let intact = packed(&file, Version::V1);
    let inner = 72;
    let error = |offset: usize, value: u32| {
        let mut bytes = intact.clone();
        bytes[inner + offset..inner + offset + 4].copy_from_slice(&value.to_le_bytes());
        let range = read(&Memory(&bytes)).unwrap()[0].entries[0].image;
        assert_eq!(range.start, inner as u64);
        syclbin::read(&Memory(&bytes), range).unwrap_err().to_string()
    };
    assert_eq!(error(0, 0), "offset 0x48: magic: found 0x0; expected 0x53594249");
    assert_eq!(error(4, 9), "offset 0x4c: version: found 9; expected 1");
    assert!(
        error(8, u32::MAX).starts_with("offset 0x50: number of modules: 4294967299 elements of 32 bytes do not fit")
    );
    assert!(error(0x1c, 1).starts_with("offset 0x60: size of the metadata: range of"), "{}", error(0x1c, 1));
    assert!(error(0x24, 1).starts_with("offset 0x68: size of the binaries: range of"));
    assert!(error(0x2c, 1).starts_with("offset 0x70: global metadata: range of"));
    // Both abstract modules take the first two IR modules.
    assert_eq!(
        error(56 + 32 + 20, 0),
        "offset 0xb0: IR modules of abstract module 1: overlaps IR modules of abstract module 0 at 0x0"
    );
    assert_eq!(
        error(56 + 32 + 16, 3),
        "offset 0xb0: IR modules of abstract module 1: found 3 IR modules from number 2; expected numbers below 4"
    );
    // The bytes of the second IR module start inside of those of the first.
    assert!(error(56 + 3 * 32 + 16, 8).contains("bytes of IR module 1: overlaps bytes of IR module 0"));
}

#[test]
fn what_strings_of_an_image_cannot_hold_is_refused() {
    let message = |symbols: &[&str], set: &'static str| {
        let mut properties = PropertySetRegistry::new();
        properties.set_mut(set).insert("a", 1);
        let symbols = Some(symbols.iter().map(|symbol| (*symbol).to_owned()).collect());
        let image = DeviceImage { code: "a.spv".into(), properties, symbols, files: Vec::new() };
        let strings = image.strings(&ImageTarget::default(), SymbolEncoding::Lines);
        strings.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(message(&["a"], "SYCL/a"), Ok(()));
    assert_eq!(message(&["a\nb"], "SYCL/a").unwrap_err(), r"symbol `a\nb` holds a line break or a zero byte");
    assert_eq!(
        message(&[], "a").unwrap_err(),
        "property set `a` has no `/` in its name; expected one, to distinguish it from other keys"
    );
}

#[test]
fn an_object_registers_65535_images_at_most() {
    let image = wrap::Image {
        target: "spir64".to_owned(),
        format: Format::Spirv,
        compile_options: String::new(),
        link_options: String::new(),
        entries: Vec::new(),
        properties: PropertySetRegistry::new(),
        content: Vec::new().into(),
    };
    let host = Host::from_triple("x86_64-unknown-linux-gnu").unwrap();
    let error = wrap::write(&vec![image; 65_536], host, EntryLayout::New).unwrap_err();
    assert_eq!(error.to_string(), "65536 images; expected at most 65535");
}

#[test]
fn what_a_version_cannot_hold_is_refused() {
    let image = |strings: Vec<(&'static str, &'static [u8])>| Image {
        image_kind: Some(ImageKind::SPIRV),
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: strings.into_iter().map(|(key, value)| (key.into(), value.into())).collect(),
        content: Content::Bytes(Vec::new().into()),
    };
    let message = |image, version| Writer::new(Vec::new(), version).write(&[image], |_| {}).unwrap_err().to_string();
    let zero = || image(vec![("symbols", b"a\0b")]);
    assert_eq!(message(zero(), Version::V1), "value of `symbols` holds a zero byte, which version 1 cannot store");
    assert!(Writer::new(Vec::new(), Version::V2).write(&[zero()], |_| {}).is_ok());
    assert_eq!(message(image(vec![("a", b""), ("a", b"")]), Version::V2), "key `a` is given twice");
    let expected = r"key `a\u{0}` holds a zero byte or is longer than ";
    assert!(message(image(vec![("a\0", b"")]), Version::V2).starts_with(expected));
}

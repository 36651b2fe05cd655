//! Round trips of every container, and readers on bytes that were damaged.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::borrow::Cow;

use proptest::prelude::*;
use sycl_packager::image::{DeviceImage, ImageTarget};
use sycl_packager::offload_binary::{
    self, Content, Image, ImageKind, OffloadKind, SymbolEncoding, Version, Writer, read,
};
use sycl_packager::source::{Memory, Range};
use sycl_packager::syclbin::{self, AbstractModule, IrModule, IrType, NativeImage, State, Syclbin};
use sycl_packager::wrap::{self, EntryLayout, Format, Host};
use sycl_propset::{Bytes, PropertySet, PropertySetRegistry, SetName, Value};

fn bundle(images: &[Image<'_>], version: Version) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), version);
    writer.write(images, |_| {}).unwrap();
    writer.finish().unwrap()
}

fn slice(bytes: &[u8], range: Range) -> &[u8] {
    &bytes[range.start as usize..range.end() as usize]
}

fn image() -> impl Strategy<Value = Image<'static>> {
    let strings = prop::collection::btree_map("[a-z/ ]{0,12}", prop::collection::vec(1u8..=255, 0..20), 0..5);
    (any::<u16>(), any::<u16>(), any::<u32>(), strings, prop::collection::vec(any::<u8>(), 0..50)).prop_map(
        |(image_kind, offload_kind, flags, strings, content)| Image {
            image_kind: Some(ImageKind(image_kind)),
            offload_kind: OffloadKind(offload_kind),
            flags,
            strings: strings.into_iter().map(|(key, value)| (key.into(), value.into())).collect(),
            content: Content::Bytes(content.into()),
        },
    )
}

fn content_of<'a>(image: &'a Image<'_>) -> &'a [u8] {
    match &image.content {
        Content::Bytes(bytes) => bytes,
        _ => unreachable!("images of tests are in memory"),
    }
}

fn value() -> impl Strategy<Value = Value> {
    let bits = (prop::collection::vec(any::<u8>(), 0..12), 0u64..8).prop_map(|(payload, short)| {
        let bits = (payload.len() as u64 * 8).saturating_sub(if payload.is_empty() { 0 } else { short });
        Value::from(Bytes::from_bits(payload, bits).unwrap())
    });
    prop_oneof![any::<u32>().prop_map(Value::U32), bits]
}

fn registry() -> impl Strategy<Value = PropertySetRegistry> {
    let set = prop::collection::vec(("[a-zA-Z_@.]{1,10}", value()), 0..4);
    prop::collection::vec(("[A-Z]{1,4}/[a-z ]{1,10}", set), 0..4).prop_map(|sets| {
        let mut registry = PropertySetRegistry::new();
        for (name, set) in sets {
            registry.insert(name.as_str(), set.into_iter().collect::<PropertySet>());
        }
        registry
    })
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..40)
}

fn syclbin_file() -> impl Strategy<Value = Syclbin<Vec<u8>>> {
    let kind = prop_oneof![Just(IrType::Spirv), Just(IrType::Ptx), Just(IrType::Amdgcn)];
    let ir = (kind, "[a-z0-9-]{0,20}", bytes()).prop_map(|(kind, target, content)| IrModule { kind, target, content });
    let native = ("[a-z0-9]{0,8}", "[a-z-]{0,20}", bytes()).prop_map(|(arch, target, content)| NativeImage {
        arch,
        target,
        content,
    });
    let module = (registry(), prop::collection::vec(ir, 0..3), prop::collection::vec(native, 0..3))
        .prop_map(|(properties, ir, native)| AbstractModule { properties, ir, native });
    let state = prop_oneof![Just(State::Input), Just(State::Object), Just(State::Executable)];
    (state, prop::collection::vec(module, 0..4)).prop_map(|(state, modules)| Syclbin { state, modules })
}

fn map<A, B>(file: &Syclbin<A>, content: impl Fn(&A) -> B) -> Syclbin<B> {
    let module = |module: &AbstractModule<A>| AbstractModule {
        properties: module.properties.clone(),
        ir: module
            .ir
            .iter()
            .map(|ir| IrModule { kind: ir.kind, target: ir.target.clone(), content: content(&ir.content) })
            .collect(),
        native: module
            .native
            .iter()
            .map(|native| NativeImage {
                arch: native.arch.clone(),
                target: native.target.clone(),
                content: content(&native.content),
            })
            .collect(),
    };
    Syclbin { state: file.state, modules: file.modules.iter().map(module).collect() }
}

fn packed(file: &Syclbin<Vec<u8>>, version: Version) -> Vec<u8> {
    let file = map(file, |bytes| Content::Bytes(bytes.clone().into()));
    bundle(&[syclbin::wrap(&file).unwrap()], version)
}

fn read_packed(bytes: &[u8]) -> Syclbin<Vec<u8>> {
    let binaries = read(&Memory(bytes)).unwrap();
    let file = syclbin::read(&Memory(bytes), binaries[0].entries[0].image).unwrap();
    map(&file, |range| slice(bytes, *range).to_vec())
}

fn versions() -> impl Strategy<Value = Version> {
    prop_oneof![Just(Version::V1), Just(Version::V2)]
}

fn wrapped_image() -> impl Strategy<Value = wrap::Image<Cow<'static, [u8]>>> {
    let format = prop_oneof![Just(Format::None), Just(Format::Native), Just(Format::Spirv), Just(Format::Bitcode)];
    let names = prop::collection::vec("[a-zA-Z_]{0,10}", 0..4);
    ("[a-z0-9_]{0,8}", format, "[ -z]{0,8}", "[ -z]{0,8}", names, registry(), bytes()).prop_map(
        |(target, format, compile_options, link_options, entries, properties, content)| wrap::Image {
            target,
            format,
            compile_options,
            link_options,
            entries,
            properties,
            content: content.into(),
        },
    )
}

const HOSTS: [Host; 4] = [Host::ElfX86_64, Host::ElfAarch64, Host::CoffX86_64Msvc, Host::CoffX86_64Gnu];

/// Reads whatever the bytes are with every reader; only that they return counts.
fn read_all(bytes: &[u8]) {
    let source = Memory(bytes);
    let whole = Range { start: 0, size: bytes.len() as u64 };
    for binary in read(&source).unwrap_or_default() {
        for entry in binary.entries {
            assert!(entry.image.end() <= bytes.len() as u64);
            let _ = sycl_packager::image::properties_of(&entry.strings, "x");
            let _ = sycl_packager::image::symbols_of(&entry.strings);
            let _ = syclbin::read(&source, entry.image);
        }
    }
    let _ = syclbin::read(&source, whole);
    let _ = wrap::read(bytes);
}

proptest! {
    #[test]
    fn offload_binaries_come_back(images in prop::collection::vec(image(), 1..5), version in versions()) {
        let bytes = bundle(&images, version);
        prop_assert_eq!(bytes.len() % 8, 0);
        let binaries = read(&Memory(&bytes)).unwrap();
        let entries: Vec<_> = binaries.iter().flat_map(|binary| &binary.entries).collect();
        prop_assert_eq!(entries.len(), images.len());
        prop_assert_eq!(binaries.len(), if version == Version::V1 { images.len() } else { 1 });
        for (entry, image) in entries.iter().zip(&images) {
            prop_assert_eq!(Some(entry.image_kind), image.image_kind);
            prop_assert_eq!(entry.offload_kind, image.offload_kind);
            prop_assert_eq!(entry.flags, image.flags);
            prop_assert_eq!(slice(&bytes, entry.image), content_of(image));
            let written: Vec<_> = image.strings.iter().map(|(key, value)| (&**key, &**value)).collect();
            prop_assert_eq!(entry.strings.iter().collect::<Vec<_>>(), written);
        }
    }

    #[test]
    fn syclbin_files_come_back(file in syclbin_file(), version in versions()) {
        prop_assert_eq!(read_packed(&packed(&file, version)), file);
    }

    #[test]
    fn host_objects_come_back(images in prop::collection::vec(wrapped_image(), 0..4), old in any::<bool>()) {
        let entries = if old { EntryLayout::Old } else { EntryLayout::New };
        for host in HOSTS {
            // Writing reads back and compares, so success is the assertion; the count shows that there was something.
            let object = wrap::write(&images, host, entries).unwrap();
            prop_assert_eq!(wrap::read(&object).unwrap().len(), images.len());
        }
    }

    #[test]
    fn damaged_containers_are_refused_or_read(
        file in syclbin_file(),
        version in versions(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        truncate in any::<bool>(),
    ) {
        let mut bytes = packed(&file, version);
        for (index, byte) in &damage {
            let index = index.index(bytes.len());
            bytes[index] = *byte;
        }
        if truncate {
            bytes.truncate(cut.index(bytes.len()));
        }
        read_all(&bytes);
    }

    #[test]
    fn damaged_objects_are_refused_or_read(
        images in prop::collection::vec(wrapped_image(), 1..3),
        host in prop::sample::select(&HOSTS[..]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = wrap::write(&images, host, EntryLayout::New).unwrap();
        for (index, byte) in &damage {
            let index = index.index(bytes.len());
            bytes[index] = *byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn junk_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
        let mut bytes = bytes;
        bytes.splice(0..0, offload_binary::MAGIC);
        read_all(&bytes);
    }
}

/// A small file byte for byte as `llvm-offload-binary` of LLVM 22.1.8 wrote it.
#[test]
fn version_1_is_that_of_llvm() {
    let image = Image {
        image_kind: None,
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: vec![("arch".into(), b"y"[..].into()), ("triple".into(), b"x"[..].into())],
        content: Content::Bytes(b"hello\n"[..].into()),
    };
    let mut expected = vec![0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0];
    for word in [0x88_u64, 0x20, 0x28, 0x0008_0000, 0x48, 2, 0x80, 6, 0x6d, 0x69, 0x72, 0x6b] {
        expected.extend_from_slice(&word.to_le_bytes());
    }
    expected.extend_from_slice(b"\0y\0x\0arch\0triple\0");
    expected.resize(0x80, 0);
    expected.extend_from_slice(b"hello\n\0\0");
    assert_eq!(bundle(&[image], Version::V1), expected);
}

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

#[test]
fn hosts_are_found_by_triple() {
    for (triple, host) in
        Host::TRIPLES.into_iter().zip([Host::ElfX86_64, Host::ElfAarch64, Host::CoffX86_64Msvc, Host::CoffX86_64Gnu])
    {
        assert_eq!(Host::from_triple(triple), Some(host), "{triple}");
    }
    assert_eq!(Host::from_triple("riscv64-unknown-linux-gnu"), None);
    assert_eq!(Host::from_triple("x86_64"), None);
}

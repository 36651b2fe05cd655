//! Round trips of every container, and readers on bytes that were damaged.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod host_images;
mod refusals;
mod strategies;

use proptest::prelude::*;
use sycl_images::offload_binary::{self, Content, Image, OffloadKind, Version, Writer, read};
use sycl_images::source::{Memory, Range};
use sycl_images::syclbin::{self, AbstractModule, IrModule, NativeImage, Syclbin};
use sycl_images::wrap::{self, EntryLayout, Host};

use strategies::{image, syclbin_file, versions, wrapped_image};

fn bundle(images: &[Image<'_>], version: Version) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), version);
    writer.write(images, |_| {}).unwrap();
    writer.finish().unwrap()
}

fn slice(bytes: &[u8], range: Range) -> &[u8] {
    &bytes[range.start as usize..range.end() as usize]
}

fn content_of<'a>(image: &'a Image<'_>) -> &'a [u8] {
    match &image.content {
        Content::Bytes(bytes) => bytes,
        _ => unreachable!("images of tests are in memory"),
    }
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

const HOSTS: [Host; 4] = [Host::ElfX86_64, Host::ElfAarch64, Host::CoffX86_64Msvc, Host::CoffX86_64Gnu];

/// Reads whatever the bytes are with every reader; only that they return counts.
fn read_all(bytes: &[u8]) {
    let source = Memory(bytes);
    let whole = Range { start: 0, size: bytes.len() as u64 };
    for binary in read(&source).unwrap_or_default() {
        for entry in binary.entries {
            assert!(entry.image.end() <= bytes.len() as u64);
            let _ = sycl_images::image::properties_of(&entry.strings, "x");
            let _ = sycl_images::image::symbols_of(&entry.strings);
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

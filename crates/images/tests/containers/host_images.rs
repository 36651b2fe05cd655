//! Tables of images for hosts, in objects that are made here.

use std::path::Path;

use object::write::{Object, Relocation, SectionId, StandardSection, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationEncoding, RelocationFlags, RelocationKind, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
};
use sycl_images::inspect::{FoundImage, visit_source};
use sycl_images::source::Memory;

use Member::{Address, Null, U32, U64};

/// An object with the data of one image.
struct Builder {
    object: Object<'static>,
    table: SectionId,
    data: SectionId,
    /// The symbol of the data.
    symbol: SymbolId,
}

impl Builder {
    fn new() -> Self {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let table = object.add_section(Vec::new(), b"sycl_host_images".to_vec(), SectionKind::Data);
        let data = object.add_section(Vec::new(), b".data.rel.ro".to_vec(), SectionKind::ReadOnlyDataWithRel);
        let symbol = object.section_symbol(data);
        Self { object, table, data, symbol }
    }

    /// Appends data, with pointers to other data at some offsets.
    fn add(&mut self, section: SectionId, bytes: &[u8], pointers: &[(u64, u64)]) -> u64 {
        let start = self.object.append_section_data(section, bytes, 8);
        let flags = RelocationFlags::Generic {
            kind: RelocationKind::Absolute,
            encoding: RelocationEncoding::Generic,
            size: 64,
        };
        for (offset, target) in pointers {
            let (offset, addend) = (start + offset, *target as i64);
            let relocation = Relocation { offset, symbol: self.symbol, addend, flags };
            self.object.add_relocation(section, relocation).unwrap();
        }
        start
    }

    fn text(&mut self, text: &str) -> u64 {
        self.add(self.data, &[text.as_bytes(), b"\0"].concat(), &[])
    }

    fn symbol(&mut self, name: &str, section: SectionId, place: (u64, u64), kind: SymbolKind, scope: SymbolScope) {
        let (section, (value, size)) = (SymbolSection::Section(section), place);
        let (name, flags) = (name.as_bytes().to_vec(), SymbolFlags::None);
        self.object.add_symbol(Symbol { name, value, size, kind, scope, weak: false, section, flags });
    }

    /// Appends an image; gives the place of its table.
    fn image(&mut self, image: Image) -> u64 {
        let [name, target, triple, features, id, properties] =
            ["K", "host:x86-64-v2", "x86_64-unknown-linux-gnu", "+sse3", "global", image.properties]
                .map(|text| self.text(text));
        let data = self.data;
        let local = [("kind", U32(2)), ("alignment", U32(8)), ("size", U64(8))];
        let value = [("kind", U32(image.argument_kind)), ("alignment", U32(4)), ("size", U64(12))];
        let arguments = self.structure(data, &[local, value].concat(), None);
        let kernel = [
            ("name", Address(name)),
            ("name_size", U64(1)),
            ("function", Null),
            ("arguments", Address(arguments)),
            ("argument_count", U32(2)),
            ("sub_group_size", U32(16)),
            ("required_size[0]", U64(8)),
            ("required_size[1]", U64(4)),
            ("required_size[2]", U64(1)),
            ("local_size", U64(1024)),
            ("scratch_per_item", U64(0)),
            ("stack_size", U64(4096)),
            ("stack_per_item", U64(0)),
        ];
        let kernels = self.structure(data, &kernel, None);
        let global = [("name", Address(id)), ("name_size", U64(6)), ("address", Null), ("size", U64(16))];
        let globals = self.structure(data, &global, None);
        let table = [
            ("version", U32(image.version)),
            ("struct_size", U32(image.struct_size)),
            ("target", Address(target)),
            ("triple", Address(triple)),
            ("features", Address(features)),
            ("kernels", if image.has_kernels { Address(kernels) } else { Null }),
            ("kernel_count", U64(image.kernel_count)),
            ("globals", Address(globals)),
            ("global_count", U64(1)),
            ("properties", Address(properties)),
            ("properties_size", U64(image.properties.len() as u64)),
            ("on_failure", Null),
        ];
        self.structure(self.table, &table, Some(image.table_size))
    }

    /// Appends a structure of `sycl_host_image.h`, or the first bytes of it.
    fn structure(&mut self, section: SectionId, members: &[(&str, Member)], size: Option<usize>) -> u64 {
        let (mut bytes, mut pointers) = (Vec::new(), Vec::new());
        for (_, member) in members {
            match *member {
                U32(value) => bytes.extend(value.to_le_bytes()),
                U64(value) => bytes.extend(value.to_le_bytes()),
                Null => bytes.extend([0; 8]),
                Address(place) => {
                    pointers.push((bytes.len() as u64, place));
                    bytes.extend([0; 8]);
                }
            }
        }
        bytes.truncate(size.unwrap_or(bytes.len()));
        self.add(section, &bytes, &pointers)
    }
}

/// The value of a member of a structure.
#[derive(Clone, Copy)]
enum Member {
    U32(u32),
    U64(u64),
    Null,
    /// The address of data.
    Address(u64),
}
/// Change of an image that is right otherwise.
#[derive(Clone, Copy)]
struct Image {
    version: u32,
    struct_size: u32,
    kernel_count: u64,
    has_kernels: bool,
    argument_kind: u32,
    properties: &'static str,
    table_size: usize,
}

const RIGHT: Image = Image {
    version: 1,
    struct_size: 88,
    kernel_count: 1,
    has_kernels: true,
    argument_kind: 0,
    properties: "[SYCL/kernel names]\nK=1|1\n",
    table_size: 88,
};

fn object(image: Image) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.image(image);
    builder.object.write().unwrap()
}

fn images(bytes: &[u8]) -> Result<Vec<FoundImage>, String> {
    let mut found = Vec::new();
    let mut visit = |image| {
        found.push(image);
        Ok(())
    };
    visit_source(&Memory(bytes), Path::new("x.o"), &mut visit).map_err(|e| e.to_string())?;
    Ok(found)
}

#[test]
fn tables_are_read_through_relocations() {
    let found = images(&object(RIGHT)).unwrap();
    let [image] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&*image.kind, &*image.arch, &*image.target), ("host", "host:x86-64-v2", "x86_64-unknown-linux-gnu"));
    let others: Vec<String> = image.strings.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    assert_eq!(
        others,
        [
            "processor has: +sse3",
            "kernel: K (local, value of 12 bytes), sub-groups of 16, work-groups of 8 x 4 x 1, 1024 bytes of local memory",
            "device global: global, 16 bytes",
        ]
    );
    assert_eq!(image.properties.iter().count(), 1);
    let without = images(&object(Image { kernel_count: 0, has_kernels: false, ..RIGHT })).unwrap();
    assert_eq!(without[0].strings.iter().count(), 2);
}

#[test]
fn code_is_that_of_the_functions_beside_the_table() {
    let mut builder = Builder::new();
    let text = builder.object.section_id(StandardSection::Text);
    let (table, first) = (builder.table, builder.image(RIGHT));
    let second = builder.image(RIGHT);
    builder.image(RIGHT);
    let local = SymbolScope::Compilation;
    builder.symbol("one", text, (0, 100), SymbolKind::Text, local);
    builder.symbol("image", table, (first, 88), SymbolKind::Data, local);
    builder.symbol("two", text, (112, 20), SymbolKind::Text, local);
    builder.object.add_file_symbol(b"b.ll".to_vec());
    builder.symbol("image", table, (second, 88), SymbolKind::Data, local);
    builder.symbol("three", text, (144, 3), SymbolKind::Text, local);
    builder.symbol("main", text, (160, 1000), SymbolKind::Text, SymbolScope::Linkage);
    let found = images(&builder.object.write().unwrap()).unwrap();
    let sizes: Vec<Option<u64>> = found.iter().map(|image| image.code_size).collect();
    assert_eq!(sizes, [Some(120), Some(3), None], "of the last nothing says what belongs to it");
}

#[test]
fn malformed_tables_are_refused() {
    for (image, expected) in [
        (Image { version: 2, ..RIGHT }, "version of a host image: found 2; expected 1"),
        (Image { struct_size: 80, ..RIGHT }, "size of a host image: found 80; expected 88, or more in its section"),
        (Image { struct_size: 96, ..RIGHT }, "size of a host image: found 96; expected 88, or more in its section"),
        (Image { table_size: 80, ..RIGHT }, "host image: found 80 bytes; expected 88"),
        (Image { has_kernels: false, ..RIGHT }, "kernels: found null; expected a pointer"),
        (
            Image { kernel_count: 1 << 62, ..RIGHT },
            "kernels: found 4611686018427387904 elements; expected a number that fits",
        ),
        (Image { kernel_count: 9, ..RIGHT }, "kernels: "),
        (Image { argument_kind: 4, ..RIGHT }, "kind of an argument: found 4; expected 0 to 3"),
        (Image { properties: "junk", ..RIGHT }, "expected property sets as text"),
    ] {
        let error = images(&object(image)).unwrap_err();
        assert!(error.contains(expected), "{error}\nexpected {expected}");
    }
}

#[test]
fn no_byte_makes_the_reader_panic() {
    let right = object(RIGHT);
    for place in 0..right.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = right.clone();
            bytes[place] ^= change;
            let _ = images(&bytes);
        }
        let _ = images(&right[..place]);
    }
}

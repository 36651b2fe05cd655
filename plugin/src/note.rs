//! The build of the plugin, in a note of its file: a program with the compiler library of the same build in its process
//! can run the passes without the plugin and `opt` (`crates/builder/src/plugin.rs`).
#![expect(unsafe_code, reason = "names the section of the note")]

/// As ELF has notes: lengths of name and content, a kind, then both, each filled up to a multiple of 4 bytes.
#[repr(C)]
struct Note {
    name_length: u32,
    length: u32,
    kind: u32,
    name: [u8; NAME.len()],
    build: [u8; BUILD.len()],
}

const NAME: &[u8; 12] = b"sycl-passes\0";

/// Hexadecimal digits.
const BUILD: &str = env!("SYCL_RTC_BUILD");
const _: () = assert!(BUILD.len() == 16);

// SAFETY: linkers and loaders leave notes alone, whatever is in them.
#[unsafe(link_section = ".note.sycl-passes")]
#[used]
static NOTE: Note = Note {
    name_length: NAME.len() as u32,
    length: BUILD.len() as u32,
    kind: 1,
    name: *NAME,
    build: *BUILD.as_bytes().first_chunk().expect("it is as long"),
};

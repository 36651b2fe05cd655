//! The build of a library by its file, without loading it: the note that linkers write.

use std::{
    fs::File,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use sycl_store::cache::FileState;

/// The build of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Build {
    path: PathBuf,
    state: FileState,
    /// Identity that the linker gives the content.
    pub(crate) id: Vec<u8>,
}

impl Build {
    /// Identity of a file, for which `known` holds if it still is the same one.
    pub(super) fn of(path: &Path, known: Option<Self>) -> Option<Self> {
        let state = FileState::of(path).ok()?;
        if let Some(known) = known.filter(|known| known.path == path && known.state == state) {
            return Some(known);
        }
        Some(Self { path: path.to_owned(), state, id: build_id(&File::open(path).ok()?)? })
    }
}

/// Bytes of headers, and of notes, that are read at most. A damaged file says anything.
const MAX: u64 = 1 << 16;

const PT_NOTE: u64 = 4;
const NT_GNU_BUILD_ID: u64 = 3;

/// A number of an ELF file of 64 bits, little-endian, as all that this library runs on.
fn number(bytes: &[u8], offset: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(offset..offset.checked_add(size)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn read(file: &File, offset: u64, size: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(size).ok().filter(|_| size <= MAX)?];
    file.read_exact_at(&mut bytes, offset).ok()?;
    Some(bytes)
}

fn build_id(file: &File) -> Option<Vec<u8>> {
    let header = read(file, 0, 64)?;
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (offset, size, count) = (number(&header, 32, 8)?, number(&header, 54, 2)?, number(&header, 56, 2)?);
    let segments = read(file, offset, size.checked_mul(count)?)?;
    let segments = segments.chunks_exact(usize::try_from(size).ok().filter(|size| *size > 0)?);
    let notes = segments.filter(|segment| number(segment, 0, 4) == Some(PT_NOTE));
    notes.into_iter().find_map(|segment| id_of_notes(&read(file, number(segment, 8, 8)?, number(segment, 32, 8)?)?))
}

/// The build of a list of notes: sizes of name and content, type, name, content, each part filled up to four bytes.
fn id_of_notes(mut notes: &[u8]) -> Option<Vec<u8>> {
    loop {
        let [name, content, kind] = [0, 4, 8].map(|offset| number(notes, offset, 4));
        let (name, content) = (usize::try_from(name?).ok()?, usize::try_from(content?).ok()?);
        let begin = 12 + name.checked_next_multiple_of(4)?;
        let end = begin.checked_add(content)?;
        if kind == Some(NT_GNU_BUILD_ID) && notes.get(12..12 + name) == Some(b"GNU\0") {
            return notes.get(begin..end).filter(|id| !id.is_empty()).map(<[u8]>::to_vec);
        }
        notes = notes.get(end.checked_next_multiple_of(4)?..)?;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// An ELF file with notes.
    fn elf(notes: &[u8]) -> Vec<u8> {
        let mut file = vec![0; 64 + 56];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        file[32] = 64;
        file[54] = 56;
        file[56] = 1;
        file[64] = 4;
        file[64 + 8] = 120;
        file[64 + 32] = u8::try_from(notes.len()).unwrap();
        file.extend(notes);
        file
    }

    fn note(kind: u8, name: &[u8], content: &[u8]) -> Vec<u8> {
        let (names, contents) = (u8::try_from(name.len()).unwrap(), u8::try_from(content.len()).unwrap());
        let mut note = vec![names, 0, 0, 0, contents, 0, 0, 0, kind, 0, 0, 0];
        for part in [name, content] {
            note.extend(part);
            note.resize(note.len().next_multiple_of(4), 0);
        }
        note
    }

    fn of(bytes: &[u8]) -> Option<Vec<u8>> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, bytes).unwrap();
        Build::of(&path, None).map(|build| build.id)
    }

    #[test]
    fn the_note_of_the_linker_is_found() {
        let notes = [note(1, b"GNU\0", b"abi"), note(3, b"Go\0", b"no"), note(3, b"GNU\0", b"12345")].concat();
        let file = elf(&notes);
        assert_eq!(of(&file).unwrap(), b"12345");
        assert_eq!(of(&elf(&note(1, b"GNU\0", b"abi"))), None);
        for length in 0..file.len() - 3 {
            assert_eq!(of(&file[..length]), None, "{length}");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] = 0xff;
            let _ = of(&damaged);
        }
    }

    #[test]
    fn a_build_is_read_again_if_the_file_is_another_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, elf(&note(3, b"GNU\0", b"1"))).unwrap();
        let first = Build::of(&path, None).unwrap();
        let wrong = Build { id: b"remembered".to_vec(), ..first.clone() };
        assert_eq!(Build::of(&path, Some(wrong.clone())).unwrap().id, b"remembered");
        fs::write(&path, elf(&note(3, b"GNU\0", b"22"))).unwrap();
        assert_eq!(Build::of(&path, Some(wrong)).unwrap().id, b"22");
    }
}

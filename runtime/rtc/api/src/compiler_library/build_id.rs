//! The build of a library by its file, without loading it: the note that linkers write.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use object::{
    LittleEndian,
    elf::{ELF_NOTE_GNU, FileHeader64, NT_GNU_BUILD_ID},
    read::{
        ReadCache,
        elf::{FileHeader as _, ProgramHeader as _},
    },
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
    pub(super) fn read(path: &Path, known: Option<Self>) -> Option<Self> {
        let state = FileState::read(path).ok()?;
        if let Some(known) = known.filter(|known| known.path == path && known.state == state) {
            return Some(known);
        }
        Some(Self { path: path.to_owned(), state, id: build_id(File::open(path).ok()?)? })
    }
}

/// Bytes of notes that are read at most. A damaged file says anything.
const MAX: u64 = 1 << 16;

/// The build of an ELF file of 64 bits, little-endian, as all that this library runs on.
fn build_id(file: File) -> Option<Vec<u8>> {
    let content = ReadCache::new(file);
    let header = FileHeader64::<LittleEndian>::parse(&content).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, &content).ok()?.iter();
    let lists = segments.filter(|segment| segment.p_filesz(endian) <= MAX);
    let lists = lists.filter_map(|segment| segment.notes(endian, &content).ok().flatten());
    let mut notes = lists.flat_map(|mut notes| std::iter::from_fn(move || notes.next().ok().flatten()));
    let is_build = |owner: &[u8], kind| owner == ELF_NOTE_GNU && kind == NT_GNU_BUILD_ID;
    let note = notes.find(|note| is_build(note.name(), note.n_type(endian)) && !note.desc().is_empty())?;
    Some(note.desc().to_vec())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// An ELF file with notes.
    fn elf(notes: &[u8]) -> Vec<u8> {
        let mut file = vec![0; 64 + 56];
        file[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
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

    fn id_in(bytes: &[u8]) -> Option<Vec<u8>> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, bytes).unwrap();
        Build::read(&path, None).map(|build| build.id)
    }

    #[test]
    fn the_note_of_the_linker_is_found() {
        let notes = [note(1, b"GNU\0", b"abi"), note(3, b"Go\0", b"no"), note(3, b"GNU\0", b"12345")].concat();
        let file = elf(&notes);
        assert_eq!(id_in(&file).unwrap(), b"12345");
        assert_eq!(id_in(&elf(&note(1, b"GNU\0", b"abi"))), None);
        for length in 0..file.len() - 3 {
            assert_eq!(id_in(&file[..length]), None, "{length}");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] = 0xff;
            let _ = id_in(&damaged);
        }
    }

    #[test]
    fn a_build_is_read_again_if_the_file_is_another_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, elf(&note(3, b"GNU\0", b"1"))).unwrap();
        let first = Build::read(&path, None).unwrap();
        let wrong = Build { id: b"remembered".to_vec(), ..first.clone() };
        assert_eq!(Build::read(&path, Some(wrong.clone())).unwrap().id, b"remembered");
        fs::write(&path, elf(&note(3, b"GNU\0", b"22"))).unwrap();
        assert_eq!(Build::read(&path, Some(wrong)).unwrap().id, b"22");
    }
}

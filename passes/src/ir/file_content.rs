//! Contents of files that are read in parts.

use std::{fs, io, path::Path};

use inkwell::memory_buffer::MemoryBuffer;

/// Content of a file. A large one is mapped, so that of libclc, which has 8 MB, only what is needed gets into memory.
/// As with LLVM's own inputs, it may not be truncated meanwhile.
pub struct FileContent(Content);

enum Content {
    Mapped(MemoryBuffer<'static>),
    Read(Vec<u8>),
}

impl FileContent {
    /// Reads a file or pipe.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        // A name that is not UTF-8, or has a zero byte, is no name to LLVM, whose errors have no reason that is known
        // here.
        let is_plain = path.to_str().is_some_and(|path| !path.contains('\0')) && path.is_file();
        let mapped = is_plain.then(|| MemoryBuffer::create_from_file(path).ok()).flatten();
        mapped.map_or_else(|| fs::read(path).map(|read| Self(Content::Read(read))), |of| Ok(Self(Content::Mapped(of))))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Content::Mapped(buffer) => buffer.as_slice(),
            Content::Read(bytes) => bytes,
        }
    }
}

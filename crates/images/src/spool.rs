//! Output that is kept until it is complete: in memory, or in a temporary file once it is large.

use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use tempfile::SpooledTempFile;

/// Bytes that are kept in memory.
const IN_MEMORY: usize = 4 << 20;

/// Output that is kept.
#[derive(Debug)]
pub struct Spool(SpooledTempFile);

impl Default for Spool {
    fn default() -> Self {
        Self::new()
    }
}

impl Spool {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self(SpooledTempFile::new(IN_MEMORY))
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// Those of the temporary file and of `out`.
    pub fn write_to(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(0))?;
        let mut block = vec![0; 1 << 16];
        loop {
            match self.0.read(&mut block)? {
                0 => return Ok(()),
                count => out.write_all(&block[..count])?,
            }
        }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_output_comes_back() {
        for size in [0, 10, IN_MEMORY + 10] {
            let bytes: Vec<u8> = (0..size).map(|n| (n % 251) as u8).collect();
            let mut spool = Spool::new();
            spool.write_all(&bytes).unwrap();
            let mut out = Vec::new();
            spool.write_to(&mut out).unwrap();
            assert!(out == bytes, "{size}");
        }
    }
}

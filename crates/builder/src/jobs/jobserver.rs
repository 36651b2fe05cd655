//! GNU make's job server, from the client's side.
//!
//! make puts one byte for each job that may still start into a pipe. A client reads a byte before it starts a job and
//! writes it back when the job has ended. Its first job needs none: make paid for the client itself. make names the
//! pipe in `MAKEFLAGS`, as `--jobserver-auth=fifo:PATH` (4.4 and later) or as two inherited descriptors, `R,W`.
//!
//! The crate `jobserver` does the same, but its `Client::from_env` is unsafe, since it takes over descriptors that
//! anybody may own, and this crate has no unsafe code.
//!
//! The pipe is opened again even if make passes descriptors, so that it can be read without waiting and without
//! changing the mode that make and its other clients see.

use std::fs::File;
use std::io::{self, Read as _, Write as _};

/// A pipe with tokens.
#[derive(Debug)]
pub struct Jobserver {
    read: File,
    write: File,
}

/// A token; given back when dropped.
#[derive(Debug)]
pub struct Token<'a> {
    server: &'a Jobserver,
    byte: u8,
}

impl Jobserver {
    /// The job server that `MAKEFLAGS` names; `None` if it names none, or one that was not passed on, as make does for
    /// commands that it does not take to be a client.
    #[must_use]
    pub fn from_makeflags(flags: &str) -> Option<Self> {
        let value = |word: &'_ str| {
            let value = word.strip_prefix("--jobserver-auth=").or_else(|| word.strip_prefix("--jobserver-fds="));
            value.map(str::to_owned)
        };
        // What follows `--` are variables of the command line.
        let auth = flags.split_whitespace().take_while(|word| *word != "--").filter_map(value).last()?;
        let (read, write) = match auth.strip_prefix("fifo:") {
            Some(path) => (path.to_owned(), path.to_owned()),
            None => {
                let (read, write) = auth.split_once(',')?;
                let descriptor = |text: &str| Some(format!("/proc/self/fd/{}", text.parse::<u32>().ok()?));
                (descriptor(read)?, descriptor(write)?)
            }
        };
        Self::open(&read, &write).ok()
    }

    #[cfg(target_os = "linux")]
    fn open(read: &str, write: &str) -> io::Result<Self> {
        use rustix::fs::OFlags;
        use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
        let is_pipe = |file: &File| Ok::<_, io::Error>(file.metadata()?.file_type().is_fifo());
        // A FIFO opened for writing alone waits for a reader, so both ends are opened at once.
        let read = File::options()
            .read(true)
            .write(read == write)
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
            .open(read)?;
        let write = File::options().write(true).open(write)?;
        if is_pipe(&read)? && is_pipe(&write)? {
            Ok(Self { read, write })
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open(_: &str, _: &str) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// A token, if there is one right now.
    #[must_use]
    pub fn try_acquire(&self) -> Option<Token<'_>> {
        let mut byte = [0];
        match (&self.read).read(&mut byte) {
            Ok(1) => Some(Token { server: self, byte: byte[0] }),
            _ => None,
        }
    }
}

impl Drop for Token<'_> {
    fn drop(&mut self) {
        // Nothing can be done if the pipe is gone: make is too.
        let _ = (&self.server.write).write_all(&[self.byte]);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn tokens_of_a_fifo_are_taken_and_given_back() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let flags = format!(" -j3 --jobserver-auth=fifo:{} -- X=1", path.display());
        let server = Jobserver::from_makeflags(&flags).unwrap();
        assert!(server.try_acquire().is_none());
        (&server.write).write_all(b"+-").unwrap();
        let first = server.try_acquire().unwrap();
        let second = server.try_acquire().unwrap();
        assert_eq!((first.byte, second.byte), (b'+', b'-'));
        assert!(server.try_acquire().is_none());
        drop(second);
        assert_eq!(server.try_acquire().unwrap().byte, b'-');
    }

    #[test]
    fn what_is_not_a_pipe_is_not_used() {
        assert!(Jobserver::from_makeflags("-j4").is_none());
        assert!(Jobserver::from_makeflags("--jobserver-auth=-2,-2").is_none());
        assert!(Jobserver::from_makeflags("--jobserver-auth=9999,9998").is_none());
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("plain");
        std::fs::write(&file, "x").unwrap();
        assert!(Jobserver::from_makeflags(&format!("--jobserver-auth=fifo:{}", file.display())).is_none());
    }
}

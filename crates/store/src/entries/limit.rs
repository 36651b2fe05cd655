//! The size limit, and what people do with a whole store.

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    time::{Duration, SystemTime},
};

use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags},
    io::Errno,
};

use super::{Entries, UNFINISHED};
use crate::usage::{self, Lock};

/// Age at which an unfinished file counts as one of a killed process.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Size of a store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Entries.
    pub entries: u64,
    /// Bytes of their files.
    pub bytes: u64,
}

impl Entries {
    /// A file beside the entries. What else has its name is removed.
    fn open_own(&self, name: &str, flags: OFlags) -> io::Result<File> {
        let flags = flags | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let open = || rustix::fs::openat(&self.directory, name, flags, Mode::RUSR | Mode::WUSR).map(File::from);
        let opened = open();
        match &opened {
            Ok(file) if file.metadata()?.is_file() => return Ok(opened?),
            Ok(_) | Err(Errno::LOOP | Errno::ISDIR | Errno::NXIO) => {}
            Err(error) => return Err((*error).into()),
        }
        self.discard(name);
        Ok(open()?)
    }

    /// Notes that so many bytes were stored, and removes old entries if that is too much.
    pub(super) fn count(&self, added: u64) -> io::Result<()> {
        let mut file = self.open_own("usage", OFlags::RDWR | OFlags::APPEND)?;
        file.write_all(format!("{added}\n").as_bytes())?;
        let mut text = String::new();
        // If it is not text, or too long, the entries are counted again.
        io::Seek::rewind(&mut file)?;
        let is_text = file.take(1 << 20).read_to_string(&mut text).is_ok();
        let total = if is_text { usage::total(&text) } else { u64::MAX };
        if total <= self.limit && text.len() < usage::MANY_LINES {
            return Ok(());
        }
        let Some(_lock) = Lock::of(self.open_own("lock", OFlags::RDWR)?) else { return Ok(()) };
        let total = if total > self.limit { self.remove_oldest(self.limit) } else { total };
        // What others add meanwhile may be lost; the next count finds it.
        self.open_own("usage", OFlags::WRONLY | OFlags::TRUNC)?.write_all(format!("{total}\n").as_bytes())
    }

    /// All entries, and what killed processes left: last use, name, bytes.
    fn files(&self) -> Vec<(SystemTime, String, u64)> {
        let Ok(directory) = Dir::read_from(&self.directory) else { return Vec::new() };
        let mut files = Vec::new();
        for entry in directory.flatten() {
            let Ok(name) = entry.file_name().to_str() else { continue };
            let is_unfinished = name.starts_with(UNFINISHED);
            if !is_unfinished && blake3::Hash::from_hex(name).is_err() {
                continue;
            }
            let Ok(state) = rustix::fs::statat(&self.directory, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let (seconds, nanoseconds) = (u64::try_from(state.st_mtime), u32::try_from(state.st_mtime_nsec));
            let age = Duration::new(seconds.unwrap_or_default(), nanoseconds.unwrap_or_default());
            let used = SystemTime::UNIX_EPOCH + age;
            let is_old = used.elapsed().is_ok_and(|age| age >= PATIENCE);
            if FileType::from_raw_mode(state.st_mode) == FileType::Directory || is_unfinished && !is_old {
                continue;
            }
            files.push((used, name.to_owned(), u64::try_from(state.st_size).unwrap_or_default()));
        }
        files
    }

    /// The names of all entries, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.files().into_iter().map(|(_, name, _)| name).collect();
        names.retain(|name| !name.starts_with(UNFINISHED));
        names.sort();
        names
    }

    fn remove_oldest(&self, limit: u64) -> u64 {
        usage::remove_oldest(self.files(), limit, usage::goal(limit), |name| self.discard(name))
    }

    /// Present size of the store.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let files = self.files();
        let entries = files.iter().filter(|(_, name, _)| !name.starts_with(UNFINISHED));
        Usage { entries: entries.count() as u64, bytes: files.iter().map(|(_, _, size)| size).sum() }
    }

    /// Removes all entries; gives what there was.
    pub fn clear(&self) -> Usage {
        let before = self.usage();
        for (_, name, _) in self.files() {
            self.discard(&name);
        }
        self.remove_claims();
        self.discard("usage");
        let after = self.usage();
        Usage { entries: before.entries.saturating_sub(after.entries), bytes: before.bytes.saturating_sub(after.bytes) }
    }
}

//! The size limit, and what people do with a whole store.

use std::{
    fs::File,
    io,
    time::{Duration, SystemTime},
};

use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags},
    io::Errno,
};

use super::{Entries, UNFINISHED};
use crate::usage::{Limited, PATIENCE};

/// Size of a store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Entries.
    pub entries: u64,
    /// Bytes of their files.
    pub bytes: u64,
}

impl Limited for Entries {
    type Name = String;

    fn limit(&self) -> u64 {
        self.limit
    }

    fn open_own(&self, name: &str, appends: bool) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let flags = if appends { flags | OFlags::APPEND } else { flags };
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

    /// All entries, and what killed processes left: last use, name, bytes.
    fn removable(&self) -> Vec<(SystemTime, String, u64)> {
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

    fn remove(&self, name: &String) -> bool {
        self.discard(name)
    }
}

impl Entries {
    /// The names of all entries, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.removable().into_iter().map(|(_, name, _)| name).collect();
        names.retain(|name| !name.starts_with(UNFINISHED));
        names.sort();
        names
    }

    /// Present size of the store.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let files = self.removable();
        let entries = files.iter().filter(|(_, name, _)| !name.starts_with(UNFINISHED));
        Usage { entries: entries.count() as u64, bytes: files.iter().map(|(_, _, size)| size).sum() }
    }

    /// Removes all entries; gives what there was.
    pub fn clear(&self) -> Usage {
        let before = self.usage();
        for (_, name, _) in self.removable() {
            self.discard(&name);
        }
        self.remove_claims();
        self.discard("usage");
        let after = self.usage();
        Usage { entries: before.entries.saturating_sub(after.entries), bytes: before.bytes.saturating_sub(after.bytes) }
    }
}

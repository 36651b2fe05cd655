//! Claims: one process makes an entry, where many want the same one.
//!
//! ```text
//! v1/<64 digits>.claim/<who>   made by the process that makes the entry of that key
//! ```
//!
//! A claim is a directory with a file in it, made under another name and renamed into place: that fails where there is
//! one already, on every file system. So it needs no locks, and a cache on a network file system may be shared. Others
//! wait until the entry is there. A claim is nothing but advice: who takes one from a process that is alive, or makes
//! an entry without one, does work twice.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    process,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use blake3::Hash;
use rustix::{
    fs::{AtFlags, Dir, Mode, OFlags},
    io::Errno,
};

use super::{Entries, UNFINISHED};

/// Last part of names of claims.
const CLAIM: &str = ".claim";

/// The holder of a claim whose process has made no entry: others would fail, too, so they do not wait for each other.
const FAILED: &str = "failed";

/// Times between two looks: the first, and the longest.
const FIRST_LOOK: Duration = Duration::from_millis(1);
const LONGEST_LOOK: Duration = Duration::from_millis(50);

/// A process may wait for so many others, one after the other, each of which gives no sign of life for the whole time.
const OTHERS: u32 = 3;

/// Whose turn it is to make an entry.
#[derive(Debug)]
pub enum Turn<'a> {
    /// This process: others wait until the claim is dropped. The entry may have come meanwhile.
    Mine(Claim<'a>),
    /// A claim of no process any more: the entry is there.
    Stored,
    /// This process, without a claim: none can be made, or others have failed or taken too long.
    Late,
}

/// The right to make an entry.
#[derive(Debug)]
pub struct Claim<'a> {
    entries: &'a Entries,
    entry: String,
    own: String,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let Self { entries, entry, own } = self;
        let name = format!("{entry}{CLAIM}");
        if entries.has(entry) {
            entries.remove_claim(&name, own);
        } else {
            let (from, to) = (format!("{name}/{own}"), format!("{name}/{FAILED}"));
            let _ = rustix::fs::renameat(&entries.directory, from, &entries.directory, to); // or another has the claim
        }
    }
}

impl Entries {
    /// Waits until an entry is there or it is this process's turn to make it. A process that cannot be asked whether it
    /// still runs, as that of another machine, has `patience` to make it, and then the next one takes its place.
    #[must_use]
    pub fn turn(&self, key: &Hash, patience: Duration) -> Turn<'_> {
        let entry = key.to_hex();
        let (name, own) = (format!("{entry}{CLAIM}"), claimant());
        let (start, mut seen, mut pause) = (Instant::now(), None, FIRST_LOOK);
        loop {
            let holder = match self.claim(&name, &own) {
                Ok(None) => return Turn::Mine(Claim { entries: self, entry: entry.to_string(), own }),
                Ok(Some(holder)) => holder,
                Err(_) => return Turn::Late,
            };
            if self.has(&entry) {
                if holder == FAILED {
                    self.remove_claim(&name, &holder);
                }
                return Turn::Stored;
            }
            if holder == FAILED {
                return Turn::Late;
            }
            if start.elapsed() > patience.saturating_mul(OTHERS) {
                return Turn::Late;
            }
            let since = match &seen {
                Some((known, since)) if *known == holder => *since,
                _ => {
                    let now = Instant::now();
                    seen = Some((holder.clone(), now));
                    now
                }
            };
            let is_over = match runs(&holder) {
                Some(runs) => !runs,
                None => since.elapsed() > patience,
            };
            if is_over {
                self.remove_claim(&name, &holder);
            } else {
                thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_LOOK);
            }
        }
    }

    /// Makes a claim; gives who has it already, if one does.
    pub(super) fn claim(&self, name: &str, own: &str) -> Result<Option<String>, Errno> {
        if let Some(holder) = self.holder(name) {
            return Ok(Some(holder));
        }
        let unfinished = unfinished();
        rustix::fs::mkdirat(&self.directory, &*unfinished, Mode::RWXU)?;
        let file = format!("{unfinished}/{own}");
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let placed = rustix::fs::openat(&self.directory, &*file, flags, Mode::RUSR | Mode::WUSR)
            .and_then(|_| rustix::fs::renameat(&self.directory, &*unfinished, &self.directory, name));
        let Err(error) = placed else { return Ok(None) };
        self.remove_directory(&unfinished);
        match self.holder(name) {
            // Of a rename whose answer was lost on the way from another machine.
            Some(holder) if holder == own => Ok(None),
            Some(holder) => Ok(Some(holder)),
            None if matches!(error, Errno::NOTEMPTY | Errno::EXIST) => self.claim(name, own),
            None => Err(error),
        }
    }

    /// Holder of a claim.
    fn holder(&self, name: &str) -> Option<String> {
        self.names_in(name).into_iter().next()
    }

    /// The names in a directory, which is none if it is missing.
    fn names_in(&self, name: &str) -> Vec<String> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let Ok(directory) = rustix::fs::openat(&self.directory, name, flags, Mode::empty()) else { return Vec::new() };
        let Ok(entries) = Dir::read_from(&directory) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned));
        names.filter(|name| name != "." && name != "..").collect()
    }

    fn has(&self, entry: &str) -> bool {
        rustix::fs::accessat(&self.directory, entry, rustix::fs::Access::EXISTS, AtFlags::empty()).is_ok()
    }

    /// Ends the claim of a holder, but not that of one who came after it.
    fn remove_claim(&self, name: &str, holder: &str) {
        let unfinished = unfinished();
        if rustix::fs::renameat(&self.directory, name, &self.directory, &*unfinished).is_err() {
            return; // another process has ended it
        }
        let is_of_other = self.holder(&unfinished).is_some_and(|found| found != holder);
        if is_of_other && rustix::fs::renameat(&self.directory, &*unfinished, &self.directory, name).is_ok() {
            return;
        }
        self.remove_directory(&unfinished);
    }

    fn remove_directory(&self, name: &str) {
        for file in self.names_in(name) {
            let _ = rustix::fs::unlinkat(&self.directory, format!("{name}/{file}"), AtFlags::empty());
        }
        let _ = rustix::fs::unlinkat(&self.directory, name, AtFlags::REMOVEDIR); // if it stays it is in nothing's way
    }

    /// Removes all claims, also those that killed processes were making.
    pub(super) fn remove_claims(&self) {
        let is_claim = |name: &String| name.ends_with(CLAIM) || name.starts_with(UNFINISHED);
        self.names_in(".").iter().filter(|name| is_claim(name)).for_each(|name| self.remove_directory(name));
    }
}

/// A name for something that has no name of its own yet, or no longer.
pub(super) fn unfinished() -> String {
    format!("{UNFINISHED}{}", claimant())
}

/// Name of a claimant: of this process, too, one of several threads. No two calls give the same.
pub(super) fn claimant() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("{}.{}", NUMBER.fetch_add(1, Ordering::Relaxed), owner())
}

/// Name of this process, as far as others can ask: the start of the machine, the space of its numbers of processes,
/// the number, and when the process started.
fn owner() -> String {
    let (machine, number) = (machine(), process::id());
    let start = started(number).map_or_else(|| "unknown".to_owned(), |start| start.to_string());
    format!("{machine}-{number}-{start}")
}

fn machine() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let space = fs::metadata("/proc/self/ns/pid").map(|file| file.ino()).unwrap_or_default();
    format!("{}-{space}", boot.trim().replace('-', ""))
}

/// Start of a process, in ticks of the machine; none if there is no such process.
fn started(number: u32) -> Option<u64> {
    let state = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    // The name of its program may have spaces and brackets in it.
    state.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// Whether the process still runs; unknown of one of another machine.
fn runs(holder: &str) -> Option<bool> {
    let (rest, start) = holder.rsplit_once('-')?;
    let (of, number) = rest.rsplit_once('-')?;
    let of = of.split_once('.').map_or(of, |(_, of)| of);
    let start: u64 = start.parse().ok()?;
    (of == machine()).then(|| number.parse().ok().and_then(started) == Some(start))
}

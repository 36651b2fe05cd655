//! Size limit of a store. Each addition adds a line to the file `usage`; when the sum is over the limit, what was not
//! used for longest is removed. One process at a time does that, which holds `lock`; one that finds it busy leaves it
//! to the next addition.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::time::{Duration, SystemTime};

/// Bytes of `usage` from which it is written again as one number.
const MANY_LINES: usize = 1 << 12;

/// Bytes of `usage` that are read.
const MOST_BYTES: u64 = 1 << 20;

/// Age at which an unfinished file counts as one of a killed process.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3600);

/// A store with a size limit.
pub(crate) trait Limited {
    /// The name of a stored file.
    type Name: Ord;

    /// Bytes that stay.
    fn limit(&self) -> u64;

    /// A file beside what is stored, to read and to write, or to append to. It is made if it is missing, in the place
    /// of what else has its name.
    fn open_own(&self, name: &str, appends: bool) -> io::Result<File>;

    /// Files that may be removed: last use, name, bytes.
    fn removable(&self) -> Vec<(SystemTime, Self::Name, u64)>;

    /// Removes a file, and says whether it did.
    fn remove(&self, name: &Self::Name) -> bool;

    /// Notes that so many bytes were stored, and removes what was not used for longest if the store is over its limit.
    fn count(&self, added: u64) -> io::Result<()> {
        let mut usage = self.open_own("usage", true)?;
        usage.write_all(format!("{added}\n").as_bytes())?;
        let mut text = String::new();
        usage.rewind()?;
        // If it is not text, the files are counted again.
        let is_text = usage.take(MOST_BYTES).read_to_string(&mut text).is_ok();
        let total = if is_text { total(&text) } else { u64::MAX };
        if total <= self.limit() && text.len() < MANY_LINES {
            return Ok(());
        }
        let Some(_lock) = Lock::try_take(self.open_own("lock", false)?) else { return Ok(()) };
        let total = if total > self.limit() { self.remove_oldest(self.limit(), goal(self.limit())) } else { total };
        // What others add meanwhile may be lost; the next count of files finds it.
        self.write_usage(total)
    }

    /// Notes how many bytes there are.
    fn write_usage(&self, bytes: u64) -> io::Result<()> {
        let mut usage = self.open_own("usage", false)?;
        usage.set_len(0)?;
        usage.write_all(format!("{bytes}\n").as_bytes())
    }

    /// Removes files, oldest use first, if they are more than `limit`, until `goal` is left; gives what is left.
    fn remove_oldest(&self, limit: u64, goal: u64) -> u64 {
        let mut files = self.removable();
        files.sort();
        let mut total = files.iter().fold(0_u64, |total, (_, _, size)| total.saturating_add(*size));
        if total <= limit {
            return total;
        }
        for (_, name, size) in &files {
            if total <= goal {
                break;
            }
            if self.remove(name) {
                total = total.saturating_sub(*size);
            }
        }
        total
    }
}

/// Size of a store that was over its limit, after removal: nine tenths, so that not each addition has to remove
/// something.
fn goal(limit: u64) -> u64 {
    limit / 10 * 9
}

/// The sum of the lines. A line that is not a number counts as more than any limit, so that the files are counted
/// again.
fn total(text: &str) -> u64 {
    let numbers = text.lines().map(|line| line.trim().parse::<u64>());
    numbers.fold(0, |total, number| total.saturating_add(number.unwrap_or(u64::MAX)))
}

/// The lock of the process that removes files. It is unlocked before it is closed: a process that this one starts has
/// the file open, too, until it runs its program, and would keep the lock.
struct Lock(File);

impl Lock {
    /// The lock, unless another process has it.
    fn try_take(file: File) -> Option<Self> {
        file.try_lock().is_ok().then_some(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If that is not possible, it goes when all have closed the file.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_given_up_although_another_process_has_the_file_open() {
        let directory = tempfile::tempdir().unwrap();
        let open = || File::options().create(true).append(true).open(directory.path().join("lock")).unwrap();
        let file = open();
        let of_child = file.try_clone().unwrap();
        let lock = Lock::try_take(file).unwrap();
        assert!(Lock::try_take(open()).is_none());
        drop(lock);
        assert!(Lock::try_take(open()).is_some());
        drop(of_child);
    }
}

//! Size limit of a store: a log with one line per addition, and removal once the total exceeds the limit.

use std::fs::File;
use std::time::SystemTime;

/// Bytes of the file from which it is written again as one number.
pub(crate) const MANY_LINES: usize = 1 << 12;

/// Size of a cache that was over its limit, after removal: nine tenths, so that not each build has to remove something.
pub(crate) fn goal(limit: u64) -> u64 {
    limit / 10 * 9
}

/// The sum of the lines. What is not a number counts as more than any limit, so that the files are counted again.
pub(crate) fn total(text: &str) -> u64 {
    let numbers = text.lines().map(|line| line.trim().parse::<u64>());
    numbers.fold(0, |total, number| total.saturating_add(number.unwrap_or(u64::MAX)))
}

/// Removes files, oldest use first, if they are more than the limit, until `goal` is left; gives what is left. `remove`
/// says whether it did.
pub(crate) fn remove_oldest<T: Ord>(
    mut files: Vec<(SystemTime, T, u64)>,
    limit: u64,
    goal: u64,
    mut remove: impl FnMut(&T) -> bool,
) -> u64 {
    files.sort();
    let mut total = files.iter().fold(0_u64, |total, (_, _, size)| total.saturating_add(*size));
    if total <= limit {
        return total;
    }
    for (_, file, size) in &files {
        if total <= goal {
            break;
        }
        if remove(file) {
            total = total.saturating_sub(*size);
        }
    }
    total
}

/// The lock of who removes files. It is given up as such: a process that this one starts has the file open, too, until
/// it runs its program, so to close it would not do.
pub(crate) struct Lock(File);

impl Lock {
    /// The lock, unless another process has it.
    pub(crate) fn of(file: File) -> Option<Self> {
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
        let lock = Lock::of(file).unwrap();
        assert!(Lock::of(open()).is_none());
        drop(lock);
        assert!(Lock::of(open()).is_some());
        drop(of_child);
    }
}

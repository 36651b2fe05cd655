//! The size limit of a cache.
//!
//! Each build adds a line to `usage`; when the sum is over the limit, what was not used for longest is removed. That is
//! done by one process at a time; another one that finds it busy leaves it to the next build.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::Cache;
use super::upkeep::{DIVIDED, files};
use crate::usage::{self, Lock};

impl Cache {
    /// Notes that so many bytes were stored, and removes what was not used for longest if the cache is over its limit.
    pub fn trim(&self, added: u64) {
        if added > 0
            && !self.is_private()
            && let Err(e) = self.count(added)
        {
            self.storing.give_up(&e);
        }
    }

    fn count(&self, added: u64) -> io::Result<()> {
        self.place.open_own("usage", File::options().append(true))?.write_all(format!("{added}\n").as_bytes())?;
        let mut text = String::new();
        if let Some(file) = self.place.open_file(&self.root().join("usage")) {
            // If it is not text, or too long, the files are counted again.
            let _ = file.take(1 << 20).read_to_string(&mut text);
        }
        let total = usage::total(&text);
        if total <= self.limit && text.len() < usage::MANY_LINES && !text.is_empty() {
            return Ok(());
        }
        let Some(_lock) = Lock::of(self.lock_file()?) else { return Ok(()) };
        let total = if total > self.limit || text.is_empty() {
            self.remove_oldest(self.limit, usage::goal(self.limit))
        } else {
            total
        };
        // What others add meanwhile may be lost; the next count of files finds it.
        self.write_usage(total)
    }

    /// Notes how many bytes there are.
    pub(super) fn write_usage(&self, bytes: u64) -> io::Result<()> {
        let mut file = self.place.open_own("usage", File::options().write(true).truncate(true))?;
        file.write_all(format!("{bytes}\n").as_bytes())
    }

    /// Removes files, oldest use first, if they are more than `limit`, until `goal` is left; gives what is left.
    pub(super) fn remove_oldest(&self, limit: u64, goal: u64) -> u64 {
        let files =
            files(self.root()).into_iter().filter(|file| DIVIDED.contains(&file.kind) && !file.is_being_written());
        let files: Vec<(SystemTime, PathBuf, u64)> =
            files.filter_map(|file| Some((file.used?, file.path, file.size))).collect();
        usage::remove_oldest(files, limit, goal, |path| fs::remove_file(path).is_ok())
    }
}

/// Age at which an unfinished file counts as one of a killed process.
pub(super) const PATIENCE: Duration = Duration::from_secs(3600);

#[cfg(test)]
mod tests {
    use super::super::StoredFile;
    use super::super::tests::stored;
    use super::*;

    #[test]
    fn the_oldest_files_go_first_when_the_limit_is_reached() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let files: Vec<StoredFile> = (0..4_u8).map(|n| stored(&cache, directory.path(), &[n; 300])).collect();
        for (age, file) in files.iter().enumerate() {
            let used = SystemTime::now() - Duration::from_secs(1000 - age as u64);
            File::open(cache.object_path(&file.hash)).unwrap().set_modified(used).unwrap();
        }
        // The first is used, which makes it the newest.
        assert!(cache.fetch(&files[0], &directory.path().join("used")).unwrap());
        let left = || -> Vec<bool> { files.iter().map(|file| cache.object_path(&file.hash).exists()).collect() };
        cache.trim(900);
        assert_eq!(left(), [true; 4], "below the limit nothing is removed");
        cache.trim(300);
        assert_eq!(left(), [true, false, true, true]);
        assert_eq!(fs::read_to_string(cache.root().join("usage")).unwrap(), "900\n");
    }

    #[test]
    fn a_count_that_is_no_number_is_made_again() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let file = stored(&cache, directory.path(), &[1; 300]);
        for text in
            ["x", "-1", "99999999999999999999999\n", "1\n\u{0}\n", "18446744073709551615\n18446744073709551615\n"]
        {
            fs::write(cache.root().join("usage"), text).unwrap();
            cache.trim(1);
            assert_eq!(fs::read_to_string(cache.root().join("usage")).unwrap(), "300\n", "{text:?}");
        }
        assert!(cache.content(&file).is_some());
    }

    #[test]
    fn a_lock_that_is_held_stops_no_build() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 10).unwrap();
        let held = File::options().read(true).write(true).open(cache.root().join("lock")).unwrap();
        held.lock().unwrap();
        let file = stored(&cache, directory.path(), &[1; 300]);
        cache.trim(300);
        let other = Cache::open(directory.path(), 10).unwrap();
        drop(other.work_directory().unwrap());
        assert!(other.content(&file).is_some(), "it is over the limit until the next build");
        drop(held);
        cache.trim(1);
        assert!(cache.content(&file).is_none());
    }

    #[test]
    fn what_another_process_writes_stays() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 10).unwrap();
        stored(&cache, directory.path(), &[1; 300]);
        let results = cache.root().join("results/ab");
        fs::create_dir_all(&results).unwrap();
        let (new, old) = (results.join(".sycl-output-new123"), results.join(".sycl-output-old123"));
        for path in [&new, &old] {
            fs::write(path, "{").unwrap();
        }
        let past = SystemTime::now() - Duration::from_secs(7200);
        File::options().append(true).open(&old).unwrap().set_modified(past).unwrap();
        cache.trim(300);
        assert!(new.exists() && !old.exists());
    }
}

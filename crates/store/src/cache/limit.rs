//! The size limit of a cache.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use super::Cache;
use super::upkeep::{DIVIDED, files};
use crate::usage::Limited;

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
}

impl Limited for Cache {
    type Name = PathBuf;

    fn limit(&self) -> u64 {
        self.limit
    }

    fn open_own(&self, name: &str, appends: bool) -> io::Result<File> {
        self.place.open_own(name, appends)
    }

    fn removable(&self) -> Vec<(SystemTime, PathBuf, u64)> {
        let files =
            files(self.root()).into_iter().filter(|file| DIVIDED.contains(&file.kind) && !file.is_being_written());
        files.filter_map(|file| Some((file.used?, file.path, file.size))).collect()
    }

    fn remove(&self, path: &PathBuf) -> bool {
        fs::remove_file(path).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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

//! Removing precompiled headers that are not used any more.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Bytes of all headers that are kept.
const LIMIT: u64 = 2 << 30;
/// After which headers go that were not used.
const UNUSED: Duration = Duration::from_secs(14 * 24 * 60 * 60);
/// For how long a compilation may read headers after it was told of them. They are marked as used as often as that.
const IN_USE: Duration = Duration::from_secs(60 * 60);

/// Notes that headers are used.
pub(super) fn mark_used(directory: &Path) {
    if age(directory).is_none_or(|age| age > IN_USE / 2) {
        let _ = File::open(directory).and_then(|directory| directory.set_modified(SystemTime::now()));
    }
}

/// Removes what was not used for long, what newer headers replace, and what is over the limit, the oldest first.
pub(super) fn trim(root: &Path) {
    let mut headers = Vec::new();
    for place in directories(root, |name| name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        let current = fs::read_to_string(place.join("current")).unwrap_or_default();
        let current = place.join(current.lines().next().unwrap_or_default());
        let inside = directories(&place, |name| name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
        if inside.is_empty() && age(&place).is_some_and(|age| age > UNUSED) {
            let _ = fs::remove_dir_all(&place);
        }
        headers.extend(inside.into_iter().filter_map(|directory| {
            let replaced = directory != current;
            Some((age(&directory)?, replaced, directory))
        }));
    }
    headers.sort();
    let mut kept = 0;
    for (age, replaced, directory) in headers {
        kept += size(&directory);
        if age > IN_USE && (replaced || age > UNUSED || kept > LIMIT) {
            let _ = fs::remove_dir_all(&directory);
        }
    }
}

/// Directories with names that are given here; whatever else is there is left alone.
fn directories(parent: &Path, is_ours: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let list = fs::read_dir(parent).into_iter().flatten().flatten();
    let ours = list.filter(|entry| {
        entry.file_name().to_str().is_some_and(&is_ours) && entry.file_type().is_ok_and(|kind| kind.is_dir())
    });
    ours.map(|entry| entry.path()).collect()
}

/// Time since a file was changed.
pub(super) fn age(path: &Path) -> Option<Duration> {
    Some(fs::symlink_metadata(path).ok()?.modified().ok()?.elapsed().unwrap_or_default())
}

fn size(directory: &Path) -> u64 {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|state| state.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_headers_go_and_other_files_stay() {
        let root = tempfile::tempdir().unwrap();
        let aged = |name: &str, days: u64| {
            let path = root.path().join(name);
            fs::create_dir_all(&path).unwrap();
            let then = SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
            File::open(&path).unwrap().set_modified(then).unwrap();
            path
        };
        let (key, other) = ("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210");
        let stays = [
            aged(&format!("{key}/2-1"), 3),
            aged(&format!("{other}/3-1"), 0),
            aged(&format!("{key}/mine"), 99),
            aged("mine/1-1", 99),
        ];
        let goes = [aged(&format!("{key}/1-1"), 3), aged(&format!("{other}/1-1"), 15), aged(&"0".repeat(32), 15)];
        fs::write(root.path().join(key).join("current"), "2-1\n").unwrap();
        fs::write(root.path().join(other).join("current"), "1-1\n").unwrap();
        mark_used(&stays[0]);
        assert!(age(&stays[0]).unwrap() < IN_USE);
        trim(root.path());
        assert!(stays.iter().all(|path| path.exists()), "{stays:?}");
        assert!(goes.iter().all(|path| !path.exists()), "{goes:?}");
    }
}

use std::fs;

use serde::Deserialize;

use super::*;

/// A result with files and text, as the packager stores them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct StoredStep {
    pub(super) files: Vec<StoredFile>,
    pub(super) said: String,
}

pub(super) fn stored(cache: &Cache, directory: &Path, content: &[u8]) -> StoredFile {
    let path = directory.join("new");
    fs::write(&path, content).unwrap();
    cache.store_file(&path, "0".to_owned().try_into().unwrap()).unwrap().unwrap().0
}

#[test]
fn what_is_stored_comes_back() {
    let directory = tempfile::tempdir().unwrap();
    for cache in [Cache::open(directory.path(), 1 << 20).unwrap(), Cache::temporary().unwrap()] {
        let file = stored(&cache, directory.path(), b"content");
        assert_eq!(file, stored(&cache, directory.path(), b"content"), "stored once, found twice");
        let key = blake3::hash(b"key");
        assert_eq!(cache.lookup::<StoredStep>(&key), None);
        let result = StoredStep { files: vec![file.clone()], said: "warning\n".to_owned() };
        assert!(cache.store(&key, &result) > 0);
        assert_eq!(cache.lookup(&key), Some(result));
        let copy = directory.path().join("copy");
        assert!(cache.fetch(&file, &copy).unwrap());
        assert_eq!(fs::read(&copy).unwrap(), b"content");
        fs::write(&copy, b"changed").unwrap();
        assert_eq!(cache.content(&file).unwrap(), b"content", "the copy is not the object");
        assert_eq!(cache.trouble(), None);
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_stored() {
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(&directory.path().join("cache"), 1 << 20).unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("file"), "content").unwrap();
    std::os::unix::fs::symlink("file", path("link")).unwrap();
    std::os::unix::fs::symlink("nothing", path("dangling")).unwrap();
    std::os::unix::fs::symlink("loop", path("loop")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
    // It never gets a writer.
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    let store = |name: &str| cache.store_file(&path(name), "0".to_owned().try_into().unwrap()).unwrap();
    for name in ["file", "link"] {
        let (stored, state) = store(name).unwrap();
        assert_eq!((stored.size, state.size()), (7, 7));
        assert_eq!(cache.content(&stored).unwrap(), b"content");
    }
    for name in ["cache", "dangling", "loop", "socket", "pipe", "nothing", "file/below"] {
        assert!(store(name).is_none(), "{name}");
    }
}

#[test]
fn a_file_is_read_up_to_a_limit_whatever_its_size_is_said_to_be() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    let content: Vec<u8> = (0..=255).cycle().take(1000).collect();
    fs::write(&path, &content).unwrap();
    for (size, limit) in [(1000, 1000), (1000, 5000), (1000, 10), (0, 5000), (0, 999), (1, 1001), (5000, 5000), (7, 0)]
    {
        let read = read_up_to(&mut File::open(&path).unwrap(), size, limit).unwrap();
        let expected = content.len().min(usize::try_from(limit).unwrap());
        assert_eq!(read, content[..expected], "size {size}, limit {limit}");
    }
    assert!(read_up_to(&mut File::open(directory.path()).unwrap(), 0, 10).is_err());
}

#[test]
fn a_temporary_cache_is_removed() {
    let cache = Cache::temporary().unwrap();
    let (work, root) = (cache.work_directory().unwrap(), cache.root().to_owned());
    assert!(!work.path().with_extension("lock").exists() && root.exists());
    drop(work);
    drop(cache);
    assert!(!root.exists());
}

/// Its name, and what makes it under a path.
type Damage = (&'static str, Box<dyn Fn(&Path)>);

/// Damages that can be in the place of a file.
fn damages(content: &[u8]) -> Vec<Damage> {
    let write = |content: Vec<u8>| move |path: &Path| fs::write(path, &content).unwrap();
    let mut flipped = content.to_vec();
    flipped[3] ^= 1;
    vec![
        ("shorter", Box::new(write(content[1..].to_vec()))),
        ("longer", Box::new(write([content, b"x"].concat()))),
        ("empty", Box::new(write(Vec::new()))),
        ("zeros", Box::new(write(vec![0; content.len()]))),
        ("one bit", Box::new(write(flipped))),
        ("nothing", Box::new(|_: &Path| {})),
        ("a directory", Box::new(|path: &Path| fs::create_dir(path).unwrap())),
        ("a directory with files", Box::new(|path: &Path| fs::create_dir_all(path.join("a/b")).unwrap())),
        #[cfg(unix)]
        ("a link", Box::new(|path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap())),
        #[cfg(unix)]
        ("a dangling link", Box::new(|path: &Path| std::os::unix::fs::symlink("nowhere", path).unwrap())),
        #[cfg(unix)]
        (
            "a pipe",
            Box::new(|path: &Path| {
                assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
            }),
        ),
    ]
}

#[test]
fn a_damaged_object_counts_as_absent_and_is_stored_again() {
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(directory.path(), 1 << 20).unwrap();
    let file = stored(&cache, directory.path(), b"content");
    let object = cache.object_path(&file.hash);
    for (what, damage) in damages(b"content") {
        let copy = directory.path().join("copy");
        let _ = fs::remove_file(&copy);
        for round in 0..3 {
            cache.place.discard(&object);
            damage(&object);
            match round {
                0 => assert!(!cache.fetch(&file, &copy).unwrap() && !copy.exists(), "{what}"),
                1 => assert_eq!(cache.content(&file), None, "{what}"),
                // Of the same size, it can be found out only by reading it.
                _ if matches!(what, "zeros" | "one bit") => cache.place.discard(&object),
                _ => {}
            }
            if round < 2 {
                assert!(object.symlink_metadata().is_err(), "{what}");
            }
            stored(&cache, directory.path(), b"content");
            assert_eq!(fs::read(&object).unwrap(), b"content", "{what}");
        }
    }
    assert_eq!(cache.trouble(), None);
}

#[test]
fn a_damaged_result_counts_as_absent_and_is_stored_again() {
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(directory.path(), 1 << 20).unwrap();
    let (key, other) = (blake3::hash(b"key"), blake3::hash(b"other"));
    cache.store(&key, &StoredStep::default());
    let path = cache.root().join(Cache::result_name(&key));
    let whole = fs::read(&path).unwrap();
    for (what, damage) in damages(&whole) {
        cache.place.discard(&path);
        damage(&path);
        assert_eq!(cache.lookup::<StoredStep>(&key), None, "{what}");
        cache.store(&key, &StoredStep::default());
        assert_eq!(cache.lookup(&key), Some(StoredStep::default()), "{what}");
    }
    // An entry under the name of another one.
    fs::create_dir_all(cache.root().join(Cache::result_name(&other)).parent().unwrap()).unwrap();
    fs::copy(&path, cache.root().join(Cache::result_name(&other))).unwrap();
    assert_eq!(cache.lookup::<StoredStep>(&other), None);
    // A file in the place of the directory.
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path.parent().unwrap(), "").unwrap();
    cache.store(&key, &StoredStep::default());
    assert_eq!((cache.lookup(&key), cache.trouble()), (Some(StoredStep::default()), None));
}

#[test]
fn what_cannot_be_stored_is_told_once() {
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(&directory.path().join("cache"), 1 << 20).unwrap();
    fs::remove_dir_all(directory.path().join("cache")).unwrap();
    fs::write(directory.path().join("cache"), "in its place").unwrap();
    let file = stored(&cache, directory.path(), b"content");
    assert_eq!(file.hash, blake3::hash(b"content"));
    assert!(cache.trouble().is_some() && cache.trouble().is_none());
    assert_eq!((cache.content(&file), cache.trouble()), (None, None));
}

#[test]
#[cfg(unix)]
fn a_stored_file_gets_a_second_name_if_it_is_whole() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(&directory.path().join("cache"), 1 << 20).unwrap();
    let file = stored(&cache, directory.path(), b"content");
    let object = cache.object_path(&file.hash);
    let [first, second] = ["first", "second"].map(|name| directory.path().join(name));
    assert!(cache.link(&file, &first));
    assert_eq!(first.metadata().unwrap().ino(), object.metadata().unwrap().ino());
    assert!(!cache.link(&file, &first), "nothing is replaced");
    fs::set_permissions(&object, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&object, b"damaged").unwrap();
    assert!(!cache.link(&file, &second) && !second.exists() && !object.exists());
}

#[test]
fn a_process_that_ends_by_a_signal_leaves_no_unfinished_file() {
    const CHILD: &str = "SYCL_STORE_ENDS";
    if let Some(directory) = std::env::var_os(CHILD) {
        let cache = Cache::open(directory.as_ref(), 1000).unwrap();
        let _ = cache.put(&cache.root().join("notes/note"), |file| {
            file.write_all(b"half")?;
            sycl_output::temporary::remove_all(|| ());
            std::process::abort()
        });
    }
    let directory = tempfile::tempdir().unwrap();
    let test = "cache::tests::a_process_that_ends_by_a_signal_leaves_no_unfinished_file";
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    let ended = child.args(["--exact", test]).env(CHILD, directory.path()).output().unwrap();
    assert!(!ended.status.success());
    let notes = directory.path().join(LAYOUT).join("notes");
    assert_eq!(fs::read_dir(notes).unwrap().count(), 0);
}

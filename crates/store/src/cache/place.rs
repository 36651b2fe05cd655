//! The parts of a cache's directory that may be used. Nothing in it is trusted: a restored archive may have links, and
//! people may have put files of their own there.
//!
//! No link is followed. A file counts only if the directories that lead to it are directories, if it is a regular file,
//! and if its owner is one that the cache trusts. What is in the place of something that the cache makes is removed,
//! but no file in a directory is.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sycl_output::temporary;

use crate::error::StoreError;

/// The directory of a layout, and who owns what is used of it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    root: PathBuf,
    /// The owner of a directory that is only read, beside the user of this process.
    #[cfg(target_os = "linux")]
    owner: Option<u32>,
}

impl Place {
    /// One that belongs to this process.
    pub(super) fn own(root: PathBuf) -> Self {
        Self {
            root,
            #[cfg(target_os = "linux")]
            owner: None,
        }
    }

    /// The directory of a layout in the one that a user names, which may be a link. Both are made if they are missing.
    ///
    /// # Errors
    /// One cannot be made, or others may change it.
    #[cfg(target_os = "linux")]
    pub(super) fn open(directory: &Path, layout: &str) -> Result<Self, StoreError> {
        use crate::directory;
        let root = directory.join(layout);
        let outer = directory::open(&behind_links(directory))?;
        directory::open_inside(&root, std::os::fd::AsFd::as_fd(&outer), layout)?;
        Ok(Self::own(root))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn open(directory: &Path, layout: &str) -> Result<Self, StoreError> {
        let root = directory.join(layout);
        super::create_directory(&root)?;
        Ok(Self::own(root))
    }

    /// As [`Place::open`]; `None` if one is missing.
    ///
    /// # Errors
    /// Others may change one.
    #[cfg(target_os = "linux")]
    pub(super) fn existing(directory: &Path, layout: &str) -> Result<Option<Self>, StoreError> {
        use crate::directory;
        let root = directory.join(layout);
        for path in [&behind_links(directory), &root] {
            let Some(found) = directory::existing(path)? else { return Ok(None) };
            directory::check(path, std::os::fd::AsFd::as_fd(&found))?;
        }
        Ok(Some(Self::own(root)))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn existing(directory: &Path, layout: &str) -> Result<Option<Self>, StoreError> {
        let root = directory.join(layout);
        Ok(is_directory(&root).then(|| Self::own(root)))
    }

    /// As [`Place::existing`], to read from: it may belong to another user, whom the one that names it trusts.
    ///
    /// # Errors
    /// Every user may change one.
    #[cfg(target_os = "linux")]
    pub(super) fn to_read(directory: &Path, layout: &str) -> Result<Option<Self>, StoreError> {
        use crate::directory;
        let root = directory.join(layout);
        let mut owner = None;
        for path in [&behind_links(directory), &root] {
            let Some(found) = directory::existing(path)? else { return Ok(None) };
            owner = Some(directory::check_to_read(path, std::os::fd::AsFd::as_fd(&found))?);
        }
        Ok(Some(Self { root, owner }))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn to_read(directory: &Path, layout: &str) -> Result<Option<Self>, StoreError> {
        Self::existing(directory, layout)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the way to a name in the place leads through directories of the place only.
    fn leads_to(&self, path: &Path) -> bool {
        let inner = path.ancestors().skip(1).take_while(|directory| *directory != self.root);
        path.starts_with(&self.root) && inner.into_iter().all(is_directory)
    }

    /// The metadata of a regular file whose owner is trusted; `None` for all else.
    pub(super) fn metadata(&self, path: &Path) -> Option<Metadata> {
        let found = path.symlink_metadata().ok().filter(Metadata::is_file)?;
        (self.trusts(&found) && self.leads_to(path)).then_some(found)
    }

    #[cfg(target_os = "linux")]
    fn trusts(&self, file: &Metadata) -> bool {
        match self.owner {
            None => crate::directory::is_of_user(file),
            Some(owner) => crate::directory::is_of_owner(file, owner),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn trusts(&self, _file: &Metadata) -> bool {
        true
    }

    /// Opens such a file, and nothing else: to open a pipe could take for ever.
    pub(super) fn open_file(&self, path: &Path) -> Option<File> {
        self.metadata(path)?;
        open(File::options().read(true), path).ok()
    }

    /// Opens a file of the cache's own to read and to write, or to append to. It is made if it is missing, in the place
    /// of what else has its name.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn open_own(&self, name: &str, appends: bool) -> io::Result<File> {
        let path = self.root.join(name);
        if path.symlink_metadata().is_ok() && self.metadata(&path).is_none() {
            self.discard(&path);
        }
        let mut options = File::options();
        options.read(true).write(true).append(appends).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        open(&mut options, &path)
    }

    /// Removes what has a name of the cache and cannot be used. A directory is removed only if there are no files in
    /// it, and nothing behind a link.
    pub(super) fn discard(&self, path: &Path) {
        if self.leads_to(path) {
            let _ = if is_directory(path) { remove_empty(path) } else { fs::remove_file(path) };
        }
    }

    /// Makes a directory of the place, and those above it, in the place of a link or file that has its name.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn make_directory(&self, directory: &Path) -> io::Result<()> {
        if !self.root.is_dir() {
            make_private(&self.root)?;
        }
        let mut inner: Vec<&Path> = directory.ancestors().take_while(|path| *path != self.root).collect();
        inner.reverse();
        for path in inner.into_iter().filter(|path| !is_directory(path)) {
            if path == directory {
                let _ = fs::remove_file(path);
            }
            match temporary::unless_ending(|| private_directory().create(path)) {
                // Another process has been faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_directory(path) => {}
                made => made?,
            }
        }
        Ok(())
    }

    /// As [`Place::make_directory`], unless what leads to a file is as it should be.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn make_way(&self, file: &Path) -> io::Result<()> {
        if self.leads_to(file) {
            return Ok(());
        }
        self.make_directory(file.parent().unwrap_or(&self.root))
    }
}

/// The directory behind a name that may be a link.
#[cfg(target_os = "linux")]
fn behind_links(directory: &Path) -> PathBuf {
    // Without a slash at its end, behind which a link would not be seen.
    let directory: PathBuf = directory.components().collect();
    match directory.symlink_metadata() {
        Ok(metadata) if metadata.is_symlink() => directory.canonicalize().unwrap_or(directory),
        _ => directory,
    }
}

/// Opens a file that is not behind a link.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    options.open(path)
}

pub(super) fn is_directory(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
}

/// Makes directories that only their user can enter.
pub(super) fn private_directory() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "has no modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Makes such a directory, and those above it.
fn make_private(path: &Path) -> io::Result<()> {
    temporary::unless_ending(|| private_directory().recursive(true).create(path))
}

/// Removes a directory and those in it, if there are no files.
fn remove_empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)?.flatten() {
        if entry.file_type()?.is_dir() {
            remove_empty(&entry.path())?;
        }
    }
    fs::remove_dir(directory)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::time::SystemTime;

    use tempfile::TempDir;

    use super::super::tests::{StoredStep, stored};
    use super::super::{Cache, LAYOUT};
    use super::*;

    /// A directory of a user's files, and a cache with a few results.
    struct Fixture {
        directory: TempDir,
    }

    impl Fixture {
        fn new() -> Self {
            let this = Self { directory: tempfile::tempdir().unwrap() };
            let names = ["home/letter", "home/sub/photo", "home/build-photos/photo", "home/build-photos.lock"];
            for name in names.map(|name| this.path(name)) {
                fs::create_dir_all(name.parent().unwrap()).unwrap();
                fs::write(&name, "mine").unwrap();
                let past = SystemTime::now() - std::time::Duration::from_secs(86400);
                File::options().append(true).open(&name).unwrap().set_modified(past).unwrap();
            }
            this
        }

        fn path(&self, name: &str) -> PathBuf {
            self.directory.path().join(name)
        }

        fn inside(&self, name: &str) -> PathBuf {
            self.path("cache").join(LAYOUT).join(name)
        }

        fn open(&self, limit: u64) -> Cache {
            Cache::open(&self.path("cache"), limit).unwrap()
        }

        /// All that a cache does to its files.
        fn use_up(&self) {
            for _ in 0..2 {
                let cache = self.open(100);
                drop(cache.work_directory().unwrap());
                let files = vec![stored(&cache, self.directory.path(), &[1; 300])];
                let key = blake3::hash(b"key");
                let bytes = cache.store(&key, &StoredStep { files: files.clone(), said: String::new() });
                cache.note("about", &StoredStep::default());
                let _ = (cache.lookup::<StoredStep>(&key), cache.content(&files[0]));
                cache.trim(bytes + 300);
                let _ = (cache.usage(), cache.verify());
                cache.prune(0).unwrap();
                cache.clean().unwrap();
                fs::remove_file(self.path("new")).unwrap();
            }
        }

        /// The files of the person, with their content.
        fn of_person(&self) -> Vec<(PathBuf, String)> {
            let mut files = Vec::new();
            let mut directories = vec![self.path("home")];
            while let Some(directory) = directories.pop() {
                for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
                    if is_directory(&path) {
                        directories.push(path);
                    } else {
                        files.push((path.clone(), fs::read_to_string(path).unwrap()));
                    }
                }
            }
            files.sort();
            files
        }
    }

    /// Names of everything that a cache of this layout has.
    const NAMES: [&str; 10] =
        ["objects", "results", "files", "programs", "notes", "work", "usage", "lock", "CACHEDIR.TAG", "objects/ab"];

    #[test]
    fn what_links_lead_to_stays_as_it_is() {
        for target in ["home", "home/letter", "nowhere"] {
            for name in NAMES {
                let fixture = Fixture::new();
                let before = fixture.of_person();
                let link = fixture.inside(name);
                fs::create_dir_all(link.parent().unwrap()).unwrap();
                symlink(fixture.path(target), &link).unwrap();
                fixture.use_up();
                assert_eq!(fixture.of_person(), before, "{name} is a link to {target}");
                assert!(!fixture.path("nowhere").exists(), "{name}");
            }
        }
        // The directories of all objects and results.
        let fixture = Fixture::new();
        let before = fixture.of_person();
        for kind in ["objects", "results"] {
            fs::create_dir_all(fixture.inside(kind)).unwrap();
            for number in 0..=255 {
                symlink("../../../home", fixture.inside(&format!("{kind}/{number:02x}"))).unwrap();
            }
        }
        fixture.use_up();
        assert_eq!(fixture.of_person(), before);
    }

    #[test]
    fn links_in_the_way_are_replaced_and_the_cache_works() {
        let fixture = Fixture::new();
        fs::create_dir_all(fixture.inside("")).unwrap();
        for name in &NAMES[..8] {
            symlink("../../home", fixture.inside(name)).unwrap();
        }
        let cache = fixture.open(1 << 20);
        let file = stored(&cache, fixture.directory.path(), b"content");
        assert_eq!((cache.content(&file).unwrap().as_slice(), cache.trouble()), (&b"content"[..], None));
    }

    #[test]
    fn files_whose_names_no_cache_gives_stay() {
        let fixture = Fixture::new();
        drop(fixture.open(100));
        let digits = "0".repeat(62);
        let names = [
            "objects/mine/letter",
            "objects/ab/letter",
            "objects/letter",
            "results/cd/.sycl-output-letter.txt",
            "notes/letter",
            "files/letter",
            "work/notes/x",
            "work/build-photos/x",
            "work/photos/x",
            "work/letter.lock",
            "work/build-letter.txt.lock",
            "usage.txt",
            &format!("objects/ab/{digits}/letter"),
        ];
        for name in names.map(|name| fixture.inside(name)) {
            fs::create_dir_all(name.parent().unwrap()).unwrap();
            fs::write(&name, "mine").unwrap();
            let past = SystemTime::now() - std::time::Duration::from_secs(86400);
            File::options().append(true).open(&name).unwrap().set_modified(past).unwrap();
        }
        fixture.use_up();
        for name in names {
            assert_eq!(fs::read_to_string(fixture.inside(name)).unwrap_or_default(), "mine", "{name}");
        }
    }

    #[test]
    fn a_directory_with_files_in_the_place_of_a_file_stays() {
        let fixture = Fixture::new();
        let cache = fixture.open(1 << 20);
        let file = stored(&cache, fixture.directory.path(), b"content");
        let object = cache.object_path(&file.hash);
        fs::remove_file(&object).unwrap();
        fs::create_dir(&object).unwrap();
        fs::write(object.join("letter"), "mine").unwrap();
        assert_eq!(cache.content(&file), None);
        stored(&cache, fixture.directory.path(), b"content");
        assert_eq!((cache.content(&file), cache.trouble()), (None, None));
        assert_eq!(fs::read_to_string(object.join("letter")).unwrap(), "mine");
        drop(cache);
        for name in ["usage", "lock"] {
            fs::remove_file(fixture.inside(name)).ok();
            fs::create_dir(fixture.inside(name)).unwrap();
            fs::write(fixture.inside(name).join("letter"), "mine").unwrap();
        }
        assert!(Cache::open(&fixture.path("cache"), 100).unwrap_err().to_string().contains("/lock`: "));
        assert!(fixture.inside("usage/letter").exists() && fixture.inside("lock/letter").exists());
    }

    fn is_root() -> bool {
        crate::directory::user() == 0
    }

    fn give_away(path: &Path) {
        std::os::unix::fs::chown(path, Some(65534), None).unwrap();
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_directory_that_others_can_change_is_refused() {
        let fixture = Fixture::new();
        let cache = fixture.path("cache");
        let refused = || {
            let existing = Cache::existing(&cache).unwrap_err().to_string();
            assert_eq!(Cache::open(&cache, 100).unwrap_err().to_string(), existing);
            existing
        };
        drop(fixture.open(100));
        for path in [cache.clone(), fixture.inside("")] {
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
            for mode in [0o777, 0o770] {
                set_mode(&path, mode);
                assert!(
                    refused().ends_with(&format!("has mode {mode:o}, so others may write to it; expected mode 700"))
                );
            }
            set_mode(&path, 0o755);
            drop(fixture.open(100));
            if is_root() {
                give_away(&path);
                assert!(refused().ends_with("` belongs to user 65534; expected user 0"));
                std::os::unix::fs::chown(&path, Some(0), None).unwrap();
            }
        }
        // The user may have a link to the cache; in it, nothing is a link.
        symlink("cache", fixture.path("link")).unwrap();
        assert!(Cache::open(&fixture.path("link"), 100).is_ok() && Cache::open(&fixture.path("link/"), 100).is_ok());
        fs::rename(fixture.inside(""), fixture.path("moved")).unwrap();
        symlink("../moved", cache.join(LAYOUT)).unwrap();
        assert!(refused().ends_with("it is not a directory, or a link"));
    }

    #[test]
    fn a_cache_to_read_may_be_of_another_user_but_not_open_to_all() {
        let fixture = Fixture::new();
        let second = Cache::open(&fixture.path("second"), 1 << 20).unwrap();
        let file = stored(&second, fixture.directory.path(), b"content");
        let mut cache = fixture.open(100);
        set_mode(&fixture.path("second"), 0o777);
        let why = cache.reading(&fixture.path("second")).unwrap_err().to_string();
        assert!(why.ends_with("has mode 777, so every user may write to it; expected mode 755"), "{why}");
        set_mode(&fixture.path("second"), 0o775);
        assert!(cache.reading(&fixture.path("second")).unwrap());
        assert!(cache.content(&file).is_some());
        if is_root() {
            // The directory of another user, whose files are used.
            let object = second.object_path(&file.hash);
            give_away(&object);
            assert!(cache.content(&file).is_none());
            give_away(second.root());
            assert!(cache.reading(&fixture.path("second")).unwrap() && cache.content(&file).is_some());
        }
    }

    #[test]
    fn files_that_others_own_or_may_change_count_as_absent() {
        let fixture = Fixture::new();
        let cache = fixture.open(1 << 20);
        let key = blake3::hash(b"key");
        let store = || {
            let file = stored(&cache, fixture.directory.path(), b"content");
            cache.store(&key, &StoredStep { files: vec![file.clone()], said: String::new() });
            cache.note("about", &StoredStep::default());
            let paths = super::super::upkeep::files(cache.root()).into_iter().map(|file| file.path);
            (file, paths.collect::<Vec<_>>())
        };
        let mut damages: Vec<fn(&Path)> = vec![|path| set_mode(path, 0o666)];
        if is_root() {
            damages.push(give_away);
        }
        for damage in damages {
            let (file, paths) = store();
            paths.iter().for_each(|path| damage(path));
            assert_eq!(cache.lookup::<StoredStep>(&key), None);
            assert_eq!((cache.content(&file), cache.noted::<StoredStep>("about")), (None, None));
            store();
            assert!(cache.lookup::<StoredStep>(&key).is_some() && cache.content(&file).is_some());
            paths.iter().for_each(|path| damage(path));
            assert_eq!(cache.verify().damaged.len(), 3);
        }
    }
}

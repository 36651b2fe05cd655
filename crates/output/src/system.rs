//! Differences between systems.

#[cfg(not(unix))]
pub(crate) use other::*;
#[cfg(unix)]
pub(crate) use unix::*;

/// The identity of what has a name now, behind no link.
pub(crate) fn current_id(path: &std::path::Path) -> Option<FileId> {
    file_id(path, &std::fs::symlink_metadata(path).ok()?)
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::{File, Metadata, OpenOptions, Permissions};
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
    use std::path::Path;

    use rustix::fs::{Access, AtFlags, CWD, OFlags};
    use rustix::io::Errno;

    /// By what two names are known to be one file.
    pub(crate) type FileId = (u64, u64);

    #[expect(clippy::unnecessary_wraps, reason = "as on systems where it can fail")]
    pub(crate) fn file_id(_path: &Path, metadata: &Metadata) -> Option<FileId> {
        Some((metadata.dev(), metadata.ino()))
    }

    pub(crate) fn is_a_directory() -> io::Error {
        Errno::ISDIR.into()
    }

    pub(crate) fn not_a_directory() -> io::Error {
        Errno::NOTDIR.into()
    }

    pub(crate) fn too_many_links() -> io::Error {
        Errno::LOOP.into()
    }

    /// Whether a file may be written; one that does not exist may be.
    pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
        match rustix::fs::accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS) {
            Ok(()) | Err(Errno::NOENT | Errno::NOSYS) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a directory is of procfs, where links do not lead to names.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_procfs(directory: &Path) -> bool {
        rustix::fs::statfs(directory).is_ok_and(|found| found.f_type == rustix::fs::PROC_SUPER_MAGIC)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn is_procfs(_directory: &Path) -> bool {
        false
    }

    /// The number of a descriptor of this process that a link of procfs stands for.
    pub(crate) fn own_descriptor(link: &Path) -> Option<u32> {
        let number = link.file_name().and_then(OsStr::to_str)?.parse().ok()?;
        // /proc/1234/fd, also for /proc/self/fd; /proc/1234/task/5678/fd for /proc/thread-self/fd
        let directory = crate::parent(link).canonicalize().ok()?;
        let mut parts = directory.strip_prefix("/proc").ok()?.iter();
        let is_own = parts.next()?.to_str()?.parse() == Ok(std::process::id());
        (is_own && parts.next_back()? == "fd").then_some(number)
    }

    /// A second handle of an open descriptor, with its position in the file.
    pub(crate) fn duplicate(number: u32, path: &Path) -> io::Result<File> {
        let copy = |descriptor: &dyn AsFd| descriptor.as_fd().try_clone_to_owned().map(File::from);
        match number {
            0 => copy(&io::stdin()),
            1 => copy(&io::stdout()),
            2 => copy(&io::stderr()),
            _ => other_descriptor(number).or_else(|_| {
                // An old kernel. Opening starts at the beginning of a file, so what is there already is appended to.
                File::options().append(true).open(path)
            }),
        }
    }

    /// Linux has a call for descriptors of any process, and so without unsafe code.
    #[cfg(target_os = "linux")]
    fn other_descriptor(number: u32) -> io::Result<File> {
        use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
        let number = i32::try_from(number).map_err(|_| Errno::BADF)?;
        let process = pidfd_open(getpid(), PidfdFlags::empty())?;
        Ok(pidfd_getfd(process, number, PidfdGetfdFlags::empty())?.into())
    }

    #[cfg(not(target_os = "linux"))]
    fn other_descriptor(_number: u32) -> io::Result<File> {
        Err(Errno::NOSYS.into())
    }

    /// Options of a new file that gives no user more rights than the file that it replaces; without one, the mask
    /// decides.
    pub(crate) fn mode_of(options: &mut OpenOptions, replaced: Option<&Metadata>) {
        options.mode(replaced.map_or(0o666, |metadata| (metadata.mode() & 0o777) | 0o600));
    }

    /// Options of a new file that no user may write to but through the handle that makes it.
    pub(crate) fn make_read_only(options: &mut OpenOptions) {
        options.mode(0o444);
    }

    /// Gives a file or directory the mode and the owner of another one; `false` if the owner cannot be set.
    pub(crate) fn take_after(file: &File, other: &Metadata) -> io::Result<bool> {
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (other.uid(), other.gid())
            && std::os::unix::fs::fchown(file, Some(other.uid()), Some(other.gid())).is_err()
        {
            return Ok(false);
        }
        file.set_permissions(Permissions::from_mode(other.mode() & 0o777))?;
        Ok(true)
    }

    /// Whether a file has several names.
    pub(crate) fn has_other_names(metadata: &Metadata) -> bool {
        metadata.nlink() > 1
    }

    /// Whether an open file or directory still has its name.
    pub(crate) fn is_named(file: &File, path: &Path) -> bool {
        let named = std::fs::symlink_metadata(path).and_then(|named| Ok((named, file.metadata()?)));
        named.is_ok_and(|(named, open)| file_id(path, &named) == file_id(path, &open))
    }

    /// Makes room for writing a file in place, so that a full disk is noticed before anything is lost.
    #[cfg(target_os = "linux")]
    pub(crate) fn make_room(file: &File, size: u64) -> io::Result<()> {
        match rustix::fs::fallocate(file, rustix::fs::FallocateFlags::KEEP_SIZE, 0, size.max(1)) {
            Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn make_room(_file: &File, _size: u64) -> io::Result<()> {
        Ok(())
    }

    /// Swaps two directories at once; `false` if the file system cannot.
    #[cfg(target_os = "linux")]
    pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
        match rustix::fs::renameat_with(CWD, one, CWD, other, rustix::fs::RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::NOSYS | Errno::INVAL | Errno::OPNOTSUPP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn exchange(_one: &Path, _other: &Path) -> io::Result<bool> {
        Ok(false)
    }

    /// Makes a directory; with the mode of the one that it replaces, once it is whole.
    pub(crate) fn make_directory(path: &Path, replaces: bool) -> io::Result<()> {
        use std::os::unix::fs::DirBuilderExt as _;
        std::fs::DirBuilder::new().mode(if replaces { 0o700 } else { 0o777 }).create(path)
    }

    /// Opens a file or directory that may be litter, to lock it; `None` for what is something else, or another user's.
    pub(crate) fn open_litter(path: &Path) -> Option<(File, bool)> {
        let metadata = std::fs::symlink_metadata(path).ok()?;
        if metadata.uid() != rustix::process::geteuid().as_raw() || !(metadata.is_file() || metadata.is_dir()) {
            return None;
        }
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
        let file = File::options().read(true).write(metadata.is_file()).custom_flags(flags).open(path).ok()?;
        Some((file, metadata.is_dir()))
    }
}

#[cfg(not(unix))]
mod other {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io;
    use std::path::{Path, PathBuf};

    pub(crate) type FileId = PathBuf;

    pub(crate) fn file_id(path: &Path, _metadata: &Metadata) -> Option<FileId> {
        path.canonicalize().ok()
    }

    pub(crate) fn is_a_directory() -> io::Error {
        io::ErrorKind::IsADirectory.into()
    }

    pub(crate) fn not_a_directory() -> io::Error {
        io::ErrorKind::NotADirectory.into()
    }

    pub(crate) fn too_many_links() -> io::Error {
        io::Error::other("too many symbolic links")
    }

    pub(crate) fn check_writable(_path: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn is_procfs(_directory: &Path) -> bool {
        false
    }

    pub(crate) fn own_descriptor(_link: &Path) -> Option<u32> {
        None
    }

    pub(crate) fn duplicate(number: u32, path: &Path) -> io::Result<File> {
        use std::os::windows::io::AsHandle as _;
        match number {
            1 => io::stdout().as_handle().try_clone_to_owned().map(File::from),
            _ => File::options().write(true).open(path),
        }
    }

    pub(crate) fn mode_of(_options: &mut OpenOptions, _replaced: Option<&Metadata>) {}

    pub(crate) fn make_read_only(_options: &mut OpenOptions) {}

    pub(crate) fn take_after(_file: &File, _other: &Metadata) -> io::Result<bool> {
        Ok(true)
    }

    pub(crate) fn has_other_names(_metadata: &Metadata) -> bool {
        false
    }

    /// Whether an open file or directory still has its name; here, whether anything has.
    pub(crate) fn is_named(_file: &File, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    pub(crate) fn make_room(_file: &File, _size: u64) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn exchange(_one: &Path, _other: &Path) -> io::Result<bool> {
        Ok(false)
    }

    pub(crate) fn make_directory(path: &Path, _replaces: bool) -> io::Result<()> {
        std::fs::create_dir(path)
    }

    pub(crate) fn open_litter(_path: &Path) -> Option<(File, bool)> {
        None
    }
}

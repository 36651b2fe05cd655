//! A directory that is replaced as a whole, or not at all.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::target::{Resolved, resolve};
use crate::temporary::{self, Temporary};
use crate::{WriteError, parent, system};

/// Makes a directory: `fill` writes into a new one, which then takes the name. There is the old directory or the new
/// one under the name at any moment, where the file system can swap two (on Linux nearly all can).
///
/// `ours` gives the names of the files of an older directory if it holds nothing but what an earlier run made, else an
/// error; it is asked before anything is written and once more when the new directory is in place. Nothing but these
/// names is ever removed.
///
/// # Errors
/// Those of `ours` and `fill`; [`WriteError`] if there is something else under the name, or files cannot be made or
/// renamed.
pub fn replace<E: From<WriteError>>(
    path: &Path,
    ours: impl Fn(&Path) -> Result<Vec<OsString>, E>,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |source| WriteError::new(path, source);
    check(path, &ours)?;
    let target = find(path).map_err(failed)?;
    let directory = parent(&target);
    std::fs::create_dir_all(directory).map_err(failed)?;
    temporary::sweep(directory);
    let mut new = Temporary::directory(directory, target.exists()).map_err(failed)?;
    fill(new.path())?;
    // The old directory is going to have a temporary name, under which others would take it for litter.
    let mut old_handle;
    // Other runs may make or remove the directory meanwhile.
    loop {
        match std::fs::symlink_metadata(&target) {
            Ok(old) if old.is_dir() => {
                // It does not matter if the owner of a directory cannot be kept.
                system::take_after(new.handle(), &old).map_err(failed)?;
                old_handle = std::fs::File::open(&target).ok();
                let _ = old_handle.as_ref().map(std::fs::File::try_lock);
                match new.exchange(&target) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    exchanged => break exchanged.map_err(failed)?,
                }
            }
            Ok(_) => return Err(failed(system::not_a_directory()).into()),
            Err(_) => match new.rename(&target) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                renamed => return Ok(renamed.map_err(failed)?),
            },
        }
    }
    match ours(new.path()) {
        Ok(names) => {
            new.remove_only(&names);
            Ok(())
        }
        // It was not the one that was locked above but the result of another run that was faster, which has lost the
        // name at once, and another run has cleaned up.
        Err(_) if std::fs::symlink_metadata(new.path()).is_err_and(|e| e.kind() == io::ErrorKind::NotFound) => Ok(()),
        // Something has come into it meanwhile.
        Err(error) => {
            new.exchange(&target).map_err(failed)?;
            Err(error)
        }
    }
}

/// Whether [`replace`] may take a name, as far as that can be checked beforehand.
///
/// # Errors
/// As there.
pub fn check<E: From<WriteError>>(path: &Path, ours: &impl Fn(&Path) -> Result<Vec<OsString>, E>) -> Result<(), E> {
    let failed = |source| WriteError::new(path, source);
    let target = find(path).map_err(failed)?;
    match std::fs::symlink_metadata(&target) {
        Ok(found) if !found.is_dir() => Err(failed(system::not_a_directory()).into()),
        Ok(_) => {
            let here = std::env::current_dir().and_then(|here| here.canonicalize());
            let whole = target.canonicalize().map_err(failed)?;
            if here.is_ok_and(|here| here.starts_with(&whole)) {
                let message =
                    "this is the current directory or one around it; expected one that can be replaced as a whole";
                return Err(failed(io::Error::new(io::ErrorKind::ResourceBusy, message)).into());
            }
            ours(&target).map(drop)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(error).into()),
    }
}

/// Finds the directory behind links, whether it exists or not.
fn find(path: &Path) -> io::Result<PathBuf> {
    // Without `/` at the end, which would hide that the last component is a link.
    let plain = path.components().as_path();
    let target = match resolve(plain)? {
        Resolved::Path(target, _) => target,
        Resolved::Descriptor(_, link) | Resolved::OfAnotherProcess(link) => link.canonicalize()?,
    };
    match target.file_name() {
        Some(_) => Ok(target.components().as_path().to_owned()),
        None => target.canonicalize(),
    }
}

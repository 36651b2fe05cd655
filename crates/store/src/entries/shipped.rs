//! Entries that are shipped with a program: written once, and only read afterwards, by any user.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    },
    path::Path,
};

use blake3::Hash;

use super::{Entries, LAYOUT, Usage, header, read, whole};
use crate::directory::{self, Refused};

/// A directory of entries that others may have made: the user, or who administers the machine.
#[derive(Debug)]
pub struct Shipped(OwnedFd);

impl Shipped {
    /// Opens a directory; `None` if there is nothing of that name.
    ///
    /// # Errors
    /// [`Refused`] says why it is not used: its owner is neither the user nor root, or others may write to it.
    pub fn open(path: &Path) -> Result<Option<Self>, Refused> {
        let inner = path.join(LAYOUT);
        let Some(outer) = directory::existing(path)? else { return Ok(None) };
        directory::check_shipped(path, outer.as_fd())?;
        let Some(inside) = directory::existing(&inner)? else { return Ok(None) };
        directory::check_shipped(&inner, inside.as_fd())?;
        Ok(Some(Self(inside)))
    }

    /// Value under a key.
    #[must_use]
    pub fn get(&self, key: &Hash) -> Option<Vec<u8>> {
        read(&self.0, &key.to_hex(), key, directory::is_shipped).ok().flatten().map(|(content, _)| content)
    }
}

impl Entries {
    /// Writes all entries to a directory that others may read, beside those that it has; gives what was written.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn export(&self, path: &Path) -> io::Result<Usage> {
        let inner = path.join(LAYOUT);
        DirBuilder::new().recursive(true).mode(0o755).create(&inner)?;
        for directory in [path, &inner] {
            // Whatever the mask of the process is.
            fs::set_permissions(directory, fs::Permissions::from_mode(0o755))?;
        }
        let directory = OwnedFd::from(File::open(&inner)?);
        let mut written = Usage::default();
        for name in self.names() {
            let Ok(key) = Hash::from_hex(&name) else { continue };
            let Some(content) = self.get(&key) else { continue };
            let header = header(&key, &content);
            let fill = |file: &mut File| file.write_all(&header).and_then(|()| file.write_all(&content));
            whole::write_named(&directory, &name, whole::SHIPPED, &fill)?;
            written.entries += 1;
            written.bytes += (header.len() + content.len()) as u64;
        }
        Ok(written)
    }
}

//! Place of a cache, unless the caller says.

use std::{env, path::PathBuf};

/// Directory that the environment names: the one in `variable`, else `folder` below `XDG_CACHE_HOME`, which is
/// `~/.cache` unless set. Variables without a value count as not set.
#[must_use]
pub fn directory(variable: &str, folder: &str) -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The specification of XDG_CACHE_HOME says that relative paths are to be ignored.
    let absolute = |name: &str| of(name).filter(|path| path.is_absolute());
    let users = || absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    of(variable).or_else(|| users().map(|users| users.join(folder)))
}

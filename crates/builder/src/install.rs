//! Puts the result of a build where the user wants it.

use std::path::Path;

use super::cache::{self, Cache, StoredBuild, StoredFile, hash_file};
use super::report::{self, Summary};
use super::request::{Pack, Recipe};
use super::{execute, plan};
use sycl_images::error::Error;
use sycl_images::output::{self, Target};

/// The result of an earlier build, put where it belongs unless it is there; `None` if the cache no longer has it.
pub(super) fn from_stored(
    recipe: &Recipe,
    stored: &StoredBuild,
    cache: &Cache,
    result: &Path,
) -> Result<Option<Summary>, Error> {
    let names: Vec<&str> = stored.files.iter().map(|file| file.name.as_str()).collect();
    let is_whole = match recipe.pack {
        Pack::Directory => plan::result_names(recipe).iter().all(|name| names.contains(&name.as_str())),
        _ => names.len() == 1,
    };
    let Some(summary) = report::again(&stored.summary, recipe).filter(|_| is_whole) else { return Ok(None) };
    if is_there(&recipe.pack, stored, result) {
        return Ok(Some(summary));
    }
    // Only the linker reads the object of a unit.
    if let ([file], true) = (stored.files.as_slice(), recipe.is_unit)
        && cache.link(file, result)
    {
        return Ok(Some(summary));
    }
    let Some(contents) = stored.files.iter().map(|file| cache.content(file)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let mut contents = contents.into_iter();
    install(&recipe.pack, &stored.files, result, |_| Ok(contents.next().expect("each file has a content")))?;
    Ok(Some(summary))
}

fn is_there(pack: &Pack, stored: &StoredBuild, result: &Path) -> bool {
    let is_same = |path: &Path, file: &StoredFile| {
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == file.size)
            && hash_file(path).is_ok_and(|(hash, _)| hash == file.hash)
    };
    match (pack, stored.files.as_slice()) {
        (Pack::Directory, files) => {
            let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
            execute::files_in(result).is_ok_and(|found| found == names)
                && files.iter().all(|file| is_same(&result.join(&file.name), file))
        }
        // What is not a file gets the result each time.
        (_, [file]) => matches!(Target::find(result), Ok(Target::File(..))) && is_same(result, file),
        _ => false,
    }
}

/// Writes the result. `content` is asked for each file in turn.
pub(super) fn install(
    pack: &Pack,
    files: &[StoredFile],
    result: &Path,
    mut content: impl FnMut(&StoredFile) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    match pack {
        Pack::Directory => output::replace_directory(result, |directory| {
            files.iter().try_for_each(|file| output::write_bytes(&directory.join(&file.name), &content(file)?))
        }),
        _ => files.iter().try_for_each(|file| output::write_bytes(result, &content(file)?)),
    }
}

/// Copies the files of a build; what has their names is replaced.
pub(super) fn keep_files(from: &Path, to: &Path) -> Result<(), Error> {
    cache::create_directory(to)?;
    let failed = |source| Error::Read { file: from.to_owned(), source };
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            keep_files(&path, &to)?;
        } else {
            output::write_bytes(&to, &output::read(&path)?)?;
        }
    }
    Ok(())
}

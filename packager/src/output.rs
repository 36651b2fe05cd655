//! Files and directories that are written whole or not at all, by `sycl-output`; what is replaced, and what is not.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

pub use sycl_output::{Files, Inputs, OutputFile, STANDARD, Target, temporary};

use crate::error::Error;
use crate::input;

/// Bytes collected before they go to the file.
const BUFFER: usize = 1 << 18;

impl From<sycl_output::WriteError> for Error {
    fn from(error: sycl_output::WriteError) -> Self {
        Self::Write { file: error.path, source: error.cause }
    }
}

/// What [`write()`] and its like hand to what fills a file.
pub type Out<'a> = BufWriter<&'a mut File>;

/// Writes a file through `fill`. If that fails, nothing is left and a file of that name stays as it was.
///
/// Links are followed; what is not a regular file, such as a device, is written to; `-` is standard output.
///
/// # Errors
/// Those of `fill`; one about writing gets the name of this file. [`Error::Write`] if the file cannot be made.
pub fn write(path: &Path, fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>) -> Result<(), Error> {
    let failed = |source| Error::Write { file: path.to_owned(), source };
    let mut output = OutputFile::create(path).map_err(failed)?;
    fill_buffered(path, &mut output, fill)?;
    output.finish().map(drop).map_err(failed)
}

/// As [`write()`], for one of the files of a run.
///
/// # Errors
/// As there; also if the run has written the file already, or reads it.
pub fn write_to(
    files: &mut Files,
    path: &Path,
    fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    files.write_with(path, |output| fill_buffered(path, output, fill))
}

fn fill_buffered(
    path: &Path,
    output: &mut OutputFile,
    fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_standard_output = output.is_standard_output();
    // A file, not the output around it: images are copied to it within the kernel.
    let mut out = BufWriter::with_capacity(BUFFER, output.file());
    let named = |error| match error {
        Error::Write { file, source } if file.as_os_str().is_empty() => Error::Write { file: path.to_owned(), source },
        other => other,
    };
    let filled = fill(&mut out).map_err(named).and_then(|()| {
        let flushed = out.flush();
        flushed.map_err(|source| Error::Write { file: path.to_owned(), source })
    });
    match filled {
        // The reader has had enough.
        Err(Error::Write { source, .. }) if is_standard_output && source.kind() == ErrorKind::BrokenPipe => {
            // Or it would be tried once more.
            let _ = out.into_parts();
            Ok(())
        }
        filled => filled,
    }
}

/// Fills a file with bytes, for [`write()`] and [`write_to`].
///
/// # Errors
/// [`Error::Write`] without a name, which those add.
pub fn fill(out: &mut Out<'_>, bytes: &[u8]) -> Result<(), Error> {
    out.write_all(bytes).map_err(|source| Error::Write { file: PathBuf::new(), source })
}

/// Writes bytes to a file.
///
/// # Errors
/// As for [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    Ok(sycl_output::write(path, bytes)?)
}

/// Checks that a file can be made under a name, as far as that can be checked beforehand, and is none of the inputs. What killed runs
/// left beside it is removed.
///
/// # Errors
/// [`Error::Write`] if its directory is not there, or the name is that of a directory or of an input.
pub fn prepare(path: &Path, inputs: &Inputs) -> Result<(), Error> {
    let failed = |source| Error::Write { file: path.to_owned(), source };
    if let Target::File(target, _) = Target::of(path).map_err(failed)? {
        let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The dot makes an error of what is not a directory.
        std::fs::metadata(directory.join(".")).map_err(failed)?;
        temporary::sweep(directory);
    }
    Ok(inputs.check(path)?)
}

/// A file that directories made by [`replace_directory`] hold: who made them, and all their files.
pub const DIRECTORY_LIST: &str = "images.json";

/// Who makes directories, as [`DIRECTORY_LIST`] says.
const GENERATOR: &str = "sycl-packager";

/// The format of [`DIRECTORY_LIST`]; another number when it changes so that older versions would misread it.
const FORMAT: u64 = 1;

/// The text of [`DIRECTORY_LIST`]. A table has a name, its file, and images, each with the names of its files.
#[must_use]
pub fn directory_list(tables: &[Value]) -> String {
    format!("{:#}\n", json!({ "generator": GENERATOR, "format": FORMAT, "tables": tables }))
}

/// Makes a directory whole or not at all: `fill` writes into a new one, which then takes the name. An older directory of
/// that name is removed if there is nothing in it but what its [`DIRECTORY_LIST`] lists; `fill` has to write that file.
///
/// # Errors
/// Those of `fill`; [`Error::NotOurs`] for a directory with anything else, [`Error::Write`] if files cannot be made or
/// renamed.
pub fn replace_directory(path: &Path, fill: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
    sycl_output::directory::replace(
        path,
        |old| own_files(path, old),
        |new| {
            fill(new).map_err(|error| match error {
                // What the user knows is the name that it would get.
                Error::Write { file, source } => match file.strip_prefix(new) {
                    Ok(name) => Error::Write { file: path.join(name), source },
                    Err(_) => Error::Write { file, source },
                },
                other => other,
            })
        },
    )
}

/// Whether [`replace_directory`] may take a name, which is none where inputs are.
///
/// # Errors
/// As there.
pub fn check_replaceable(path: &Path, inputs: &Inputs) -> Result<(), Error> {
    if path.as_os_str() == STANDARD {
        let message = "standard output cannot hold a directory; expected a name, or the format of a single file";
        return Err(Error::Write { file: path.to_owned(), source: std::io::Error::other(message) });
    }
    sycl_output::directory::check(path, &|old: &Path| own_files(path, old))?;
    Ok(inputs.check_directory(path)?)
}

/// The files of a directory, all made by an earlier run. `name` is what the user calls it.
fn own_files(name: &Path, directory: &Path) -> Result<Vec<OsString>, Error> {
    let failed = |source| Error::Read { file: name.to_owned(), source };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        entries.push((entry.file_name(), entry.file_type().map_err(failed)?.is_file()));
    }
    entries.sort();
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let not_ours = |entry: &OsString, why: &str| Error::NotOurs {
        directory: name.to_owned(),
        entry: Path::new(entry).display().to_string(),
        why: why.to_owned(),
    };
    let list = OsString::from(DIRECTORY_LIST);
    let Some(true) = entries.iter().find(|(entry, _)| *entry == list).map(|(_, is_file)| *is_file) else {
        return Err(not_ours(&entries[0].0, &format!("there is no {DIRECTORY_LIST} that lists it")));
    };
    let text = std::fs::read(directory.join(DIRECTORY_LIST)).map_err(failed)?;
    let Some(mut listed) = listed_files(&text) else {
        return Err(not_ours(&list, "it is not a list of images that sycl-packager wrote"));
    };
    listed.push(list);
    match entries.iter().find(|(entry, is_file)| !is_file || !listed.contains(entry)) {
        Some((entry, _)) => Err(not_ours(entry, &format!("{DIRECTORY_LIST} does not list it"))),
        None => Ok(entries.into_iter().map(|(entry, _)| entry).collect()),
    }
}

/// The files that a [`DIRECTORY_LIST`] names; `None` if it is somebody else's, or of another format.
fn listed_files(text: &[u8]) -> Option<Vec<OsString>> {
    let list: Value = serde_json::from_slice(text).ok()?;
    if list.get("generator")? != GENERATOR || list.get("format")? != FORMAT {
        return None;
    }
    let mut files = Vec::new();
    for table in list.get("tables")?.as_array()? {
        files.push(table.get("table")?.as_str()?);
        for image in table.get("images")?.as_array()? {
            for file in image.as_object()?.values() {
                files.push(file.as_str()?);
            }
        }
    }
    let is_plain = |file: &&str| {
        let mut components = Path::new(file).components();
        matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
    };
    files.iter().all(is_plain).then(|| files.into_iter().map(OsString::from).collect())
}

/// Reads a whole file that is small by nature, such as a table or properties; `-` is standard input.
///
/// # Errors
/// [`Error::Read`].
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    input::read(path).map_err(|source| Error::Read { file: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a list with these files, and the files.
    fn fill(names: &'static [&'static str]) -> impl FnOnce(&Path) -> Result<(), Error> {
        move |directory| {
            for name in names {
                write_bytes(&directory.join(name), b"content")?;
            }
            let images: Vec<Value> = names[1..].iter().map(|name| json!({ "code": name })).collect();
            let table = json!({ "name": "x", "table": names[0], "images": images });
            write_bytes(&directory.join(DIRECTORY_LIST), directory_list(&[table]).as_bytes())
        }
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn refused(path: &Path) -> String {
        let error = replace_directory(path, |_| unreachable!("before anything is written")).unwrap_err();
        assert_eq!(error.file(), Some(path), "{error}");
        error.to_string()
    }

    #[test]
    fn a_directory_is_replaced_as_a_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        replace_directory(&path, fill(&["one.table", "one.spv"])).unwrap();
        assert_eq!(names(&path), [DIRECTORY_LIST, "one.spv", "one.table"]);
        replace_directory(&path, fill(&["two.table"])).unwrap();
        assert_eq!(names(&path), [DIRECTORY_LIST, "two.table"]);
        let failed = replace_directory(&path, |directory| write_bytes(&directory.join("none/x"), b""));
        let file = failed.unwrap_err().file().map(Path::to_owned);
        assert_eq!(file, Some(path.join("none/x")), "the name that the user knows");
        assert_eq!(names(&path), [DIRECTORY_LIST, "two.table"]);
        assert_eq!(names(&place.path().join("a")), ["b"], "nothing is left beside it");
    }

    /// Puts something into a directory.
    type Add<'a> = &'a dyn Fn(&Path);

    #[test]
    fn what_the_list_does_not_name_is_not_lost() {
        let lists = [
            // Everybody's name for a file, and what an earlier version of this program wrote.
            r#"[{"src": "a.png"}]"#,
            r#"{"tables": []}"#,
            "",
            "{",
            r#"{"generator": "other", "format": 1, "tables": []}"#,
            r#"{"generator": "sycl-packager", "format": 2, "tables": []}"#,
            r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": "../x", "images": []}]}"#,
            r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": "a/b", "images": []}]}"#,
            r#"{"generator": "sycl-packager", "format": 1, "tables": [{"table": 1, "images": []}]}"#,
        ];
        for list in lists {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("d");
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join(DIRECTORY_LIST), list).unwrap();
            assert!(refused(&path).contains(DIRECTORY_LIST), "{list}");
            assert_eq!(std::fs::read_to_string(path.join(DIRECTORY_LIST)).unwrap(), list);
        }
        let strangers: [(&str, Add<'_>); 6] = [
            ("thesis.tex", &|path| std::fs::write(path.join("thesis.tex"), "mine").unwrap()),
            (".hidden", &|path| std::fs::write(path.join(".hidden"), "mine").unwrap()),
            ("empty", &|path| std::fs::create_dir(path.join("empty")).unwrap()),
            (".git", &|path| std::fs::create_dir_all(path.join(".git/objects")).unwrap()),
            ("one.spv", &|path| {
                std::fs::remove_file(path.join("one.spv")).unwrap();
                std::fs::create_dir(path.join("one.spv")).unwrap();
            }),
            (DIRECTORY_LIST, &|path| {
                std::fs::remove_file(path.join(DIRECTORY_LIST)).unwrap();
                std::fs::create_dir(path.join(DIRECTORY_LIST)).unwrap();
            }),
        ];
        for (name, add) in strangers {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("d");
            replace_directory(&path, fill(&["one.table", "one.spv"])).unwrap();
            add(&path);
            let before = names(&path);
            let words = refused(&path);
            assert!(words.starts_with(&format!("`{name}` in it was not made by sycl-packager")), "{words}");
            assert_eq!((names(&path), names(place.path())), (before, vec!["d".to_owned()]));
        }
    }

    #[test]
    fn what_comes_in_while_the_new_directory_is_made_is_not_lost() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("d");
        replace_directory(&path, fill(&["one.table"])).unwrap();
        let error = replace_directory(&path, |new| {
            std::fs::write(path.join("thesis.tex"), "mine").unwrap();
            fill(&["two.table"])(new)
        });
        assert!(matches!(error, Err(Error::NotOurs { .. })), "{error:?}");
        assert_eq!(names(&path), [DIRECTORY_LIST, "one.table", "thesis.tex"]);
        assert_eq!(names(place.path()), ["d"]);
    }

    #[test]
    fn what_is_no_directory_stays() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        std::fs::write(&file, "content").unwrap();
        assert!(refused(&file).contains("Not a directory"));
        assert_eq!(std::fs::read(&file).unwrap(), b"content");
        let empty = place.path().join("empty");
        std::fs::create_dir(&empty).unwrap();
        replace_directory(&empty, fill(&["one.table"])).unwrap();
        assert_eq!(names(place.path()), ["empty", "file"]);
    }

    #[test]
    fn where_a_file_can_be_made_is_known_before() {
        let place = tempfile::tempdir().unwrap();
        let prepare = |path: &Path| prepare(path, &Inputs::default()).map_err(|error| error.to_string());
        assert_eq!(prepare(&place.path().join("file")), Ok(()));
        assert_eq!(prepare(&PathBuf::from("here")), Ok(()));
        assert!(prepare(place.path()).unwrap_err().contains("Is a directory"));
        assert!(prepare(&place.path().join("none/file")).unwrap_err().contains("No such file or directory"));
        std::fs::write(place.path().join("file"), "").unwrap();
        assert!(prepare(&place.path().join("file/x")).unwrap_err().contains("Not a directory"));
    }
}

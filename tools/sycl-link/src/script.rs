//! Linker scripts in the place of libraries, such as a `libfoo.so` that says `GROUP ( libfoo_core.a -lbar )`, and those
//! of `-T`: which files they name.
//!
//! Commands of both GNU ld and lld are read: `INPUT`, `GROUP`, `AS_NEEDED`, `STARTUP`, `INCLUDE` and `SEARCH_DIR`.
//! All else has no inputs and is passed over.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::arguments::{Input, in_sysroot};

/// Bytes of a script, at most: what is larger is something else.
const LARGEST: u64 = 1 << 20;

/// An input that a script names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// An input.
    Input(Input),
    /// Another script.
    Script(PathBuf),
    /// A further directory of libraries.
    Directory(PathBuf),
}

/// The text of what may be a script: not an object, an archive, bitcode, or anything else with bytes that no text has.
pub(crate) fn text_of(file: &Path) -> Option<Vec<u8>> {
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    let text = std::fs::read(file).ok()?;
    let is_text = !text.contains(&0) && !text.starts_with(b"BC\xC0\xDE") && !text.starts_with(b"!<");
    is_text.then_some(text)
}

/// The inputs that a script names, in its order.
pub(crate) fn read(text: &[u8], sysroot: Option<&str>) -> Vec<Named> {
    let mut words = words(text).into_iter().peekable();
    let mut named = Vec::new();
    while let Some(word) = words.next() {
        if word == b"INCLUDE" {
            named.extend(words.next().map(|file| Named::Script(OsStr::from_bytes(file).into())));
            continue;
        }
        let is_list = matches!(word, b"INPUT" | b"GROUP" | b"STARTUP" | b"SEARCH_DIR");
        if !is_list || words.peek() != Some(&&b"("[..]) {
            continue;
        }
        let mut open = 0;
        for inner in words.by_ref() {
            match inner {
                b"(" => open += 1,
                b")" => open -= 1,
                b"AS_NEEDED" | b"," => {}
                _ if word == b"SEARCH_DIR" => {
                    named.push(Named::Directory(in_sysroot(OsStr::from_bytes(inner), sysroot)));
                }
                _ => named.push(Named::Input(match inner.strip_prefix(b"-l") {
                    Some(name) => Input::Library(OsStr::from_bytes(name).into()),
                    None => Input::File(in_sysroot(OsStr::from_bytes(inner), sysroot)),
                })),
            }
            if open == 0 {
                break;
            }
        }
    }
    named
}

/// Finds a file that a script names: beside the script, in the working directory, or among the libraries.
pub(crate) fn find(file: &Path, script: &Path, directories: &[PathBuf], sysroot: Option<&str>) -> Option<PathBuf> {
    if file.is_absolute() {
        // A script inside of the system root means files there.
        let root = sysroot.filter(|root| !root.is_empty() && script.starts_with(root));
        let below = root.and_then(|root| Some(Path::new(root).join(file.strip_prefix("/").ok()?)));
        return below.into_iter().chain([file.to_owned()]).find(|path| path.is_file());
    }
    let beside = script.parent().map(|directory| directory.join(file));
    let in_libraries = directories.iter().map(|directory| directory.join(file));
    beside.into_iter().chain([file.to_owned()]).chain(in_libraries).find(|path| path.is_file())
}

/// The words of a script: names, texts in quotes, and parentheses and commas.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut rest = text;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"(),;{}\"".contains(byte);
    while let Some(first) = rest.first() {
        let length = match first {
            b'/' if rest.starts_with(b"/*") => {
                let end = rest.windows(2).skip(2).position(|bytes| bytes == b"*/");
                rest = end.map_or(&[], |end| &rest[end + 4..]);
                continue;
            }
            b'#' => {
                let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                rest = &rest[end..];
                continue;
            }
            b'"' => {
                let end = rest[1..].iter().position(|byte| *byte == b'"').unwrap_or(rest.len() - 1);
                words.push(&rest[1..=end]);
                rest = rest.get(end + 2..).unwrap_or_default();
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                rest = &rest[1..];
                continue;
            }
            byte if ends(byte) => 1,
            _ => rest.iter().position(ends).unwrap_or(rest.len()),
        };
        words.push(&rest[..length]);
        rest = &rest[length..];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Named {
        Named::Input(Input::File(name.into()))
    }

    fn library(name: &str) -> Named {
        Named::Input(Input::Library(name.into()))
    }

    #[test]
    fn inputs_are_read_in_each_of_their_forms() {
        let text = br#"/* GNU ld script ( INPUT ( no.o ) */
OUTPUT_FORMAT(elf64-x86-64)
GROUP ( /lib/libm.so.6  AS_NEEDED ( libmvec.a "a b.o" ) -lone,-l:libtwo.a )
INPUT(three.a,=/four.a $SYSROOT/five.a)# INPUT(no.o)
SEARCH_DIR("=/lib") SEARCH_DIR(/x); INCLUDE more.ld
SECTIONS { .text : { *(.text) KEEP (*(INPUT)) } }
STARTUP(first.o) INPUT"#;
        let expected = [
            file("/lib/libm.so.6"),
            file("libmvec.a"),
            file("a b.o"),
            library("one"),
            library(":libtwo.a"),
            file("three.a"),
            file("/root/four.a"),
            file("/root/five.a"),
            Named::Directory("/root/lib".into()),
            Named::Directory("/x".into()),
            Named::Script("more.ld".into()),
            file("first.o"),
        ];
        let found: Vec<Named> = read(text, Some("/root"));
        assert_eq!(found, expected);
        for text in ["", "GROUP", "GROUP (", "GROUP ( a.o", "\"", "/*", "#", "/* */", "INPUT()"] {
            let found = read(text.as_bytes(), None);
            assert!(found.len() <= 1, "{text}: {found:?}");
        }
    }

    #[test]
    fn files_are_looked_for_beside_the_script_first() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["scripts", "libraries", "root"] {
            std::fs::create_dir(path(name)).unwrap();
        }
        for name in ["scripts/a.o", "libraries/a.o", "libraries/b.o", "root/c.o"] {
            std::fs::write(path(name), "").unwrap();
        }
        let directories = [path("libraries")];
        let root = path("root").display().to_string();
        let locate = |file: &str, script: &str| find(file.as_ref(), &path(script), &directories, Some(&root));
        assert_eq!(locate("a.o", "scripts/x.ld"), Some(path("scripts/a.o")));
        assert_eq!(locate("b.o", "scripts/x.ld"), Some(path("libraries/b.o")));
        assert_eq!(locate("/c.o", "scripts/x.ld"), None);
        assert_eq!(locate("/c.o", "root/x.ld"), Some(path("root/c.o")));
        assert_eq!(locate("nothing.o", "scripts/x.ld"), None);
    }
}

//! Response files: `@FILE` stands for the arguments in a file, which clang's driver uses for long command lines.
//!
//! Arguments are quoted as GNU's tools do it: blanks divide them, quotes of either kind keep blanks, a backslash keeps
//! the next character, except inside of single quotes.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use sycl_images::output;
use sycl_packager::cli::CommandFailure;

/// Bytes of arguments that a system takes in any case.
const LONGEST: usize = 100_000;

/// Response files inside of response files.
const DEEPEST: usize = 16;

/// Puts the arguments of response files in their places. What names no file stays as it is.
///
/// # Errors
/// A file that cannot be read, or is in itself.
pub(crate) fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, CommandFailure> {
    let mut expanded = Vec::new();
    for argument in arguments {
        expand_into(argument, &mut Vec::new(), &mut expanded)?;
    }
    Ok(expanded)
}

fn expand_into(
    argument: OsString,
    open: &mut Vec<PathBuf>,
    expanded: &mut Vec<OsString>,
) -> Result<(), CommandFailure> {
    let file = argument.as_bytes().strip_prefix(b"@").map(|name| PathBuf::from(OsStr::from_bytes(name)));
    let Some(file) = file.filter(|file| file.is_file()) else {
        expanded.push(argument);
        return Ok(());
    };
    if open.contains(&file) || open.len() == DEEPEST {
        return Err(CommandFailure::refused(&file, "the response file is in itself; expected one that ends"));
    }
    let text = output::read(&file)?;
    open.push(file);
    for argument in split(&text) {
        expand_into(argument, open, expanded)?;
    }
    open.pop();
    Ok(())
}

/// The arguments in a text.
fn split(text: &[u8]) -> Vec<OsString> {
    let mut arguments = Vec::new();
    let mut argument: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(b'\''), b'\'') | (Some(b'"'), b'"') => quote = None,
            (None, b'\'' | b'"') => {
                quote = Some(byte);
                argument.get_or_insert_default();
            }
            (None | Some(b'"'), b'\\') => argument.get_or_insert_default().extend(bytes.next()),
            (None, byte) if byte.is_ascii_whitespace() => arguments.extend(argument.take()),
            (_, byte) => argument.get_or_insert_default().push(byte),
        }
    }
    arguments.extend(argument);
    arguments.into_iter().map(OsString::from_vec).collect()
}

/// The arguments as a command gets them: in a file if they are long.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn shorten(arguments: &[OsString], directory: &Path) -> Result<Vec<OsString>, CommandFailure> {
    if arguments.iter().map(|argument| argument.len() + 1).sum::<usize>() < LONGEST {
        return Ok(arguments.to_vec());
    }
    let plain: BTreeSet<u8> = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(*b"_-+=.,:/@%").collect();
    let mut text = Vec::new();
    for argument in arguments {
        if argument.is_empty() {
            text.extend(b"\"\"");
        }
        for byte in argument.as_bytes() {
            // Bytes above are parts of characters.
            if !plain.contains(byte) && byte.is_ascii() {
                text.push(b'\\');
            }
            text.push(*byte);
        }
        text.push(b'\n');
    }
    let file = directory.join("arguments");
    output::write_bytes(&file, &text)?;
    let mut argument = OsString::from("@");
    argument.push(file);
    Ok(vec![argument])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_as_gnus_tools_do() {
        let text = br#"a  'b c' "d e"f \
g\ h "i\"j" 'k\l' "" "#;
        let arguments: Vec<OsString> = split(text);
        assert_eq!(arguments, ["a", "b c", "d ef", "\ng h", "i\"j", "k\\l", ""]);
        assert_eq!(split(b"\xff\xfe"), [OsStr::from_bytes(b"\xff\xfe")]);
    }

    #[test]
    fn long_command_lines_go_into_files_and_come_back() {
        let directory = tempfile::tempdir().unwrap();
        let odd = OsStr::from_bytes(b"a\xffb c'\"\\\n\t$").to_owned();
        let mut arguments = vec![odd, OsString::new(), "ä".into()];
        assert_eq!(shorten(&arguments, directory.path()).unwrap(), arguments);
        arguments.extend((0..20_000).map(|number| OsString::from(format!("file{number}.o"))));
        let short = shorten(&arguments, directory.path()).unwrap();
        assert_eq!(short.len(), 1);
        assert_eq!(expand(short).unwrap(), arguments);
    }

    #[test]
    fn a_file_in_itself_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a");
        std::fs::write(&file, format!("x @{}", file.display())).unwrap();
        let error = expand(vec![format!("@{}", file.display()).into()]).unwrap_err().to_string();
        assert!(error.ends_with("the response file is in itself; expected one that ends"), "{error}");
        let there_is_none: Vec<OsString> = vec!["@nothing".into()];
        assert_eq!(expand(there_is_none.clone()).unwrap(), there_is_none);
    }
}

//! DPC++'s headers in the place of the embedded ones.
//!
//! They rely on what DPC++'s compiler declares by itself, which the compiler library brings for one version of them.

use std::{fs::File, io::Read, path::Path};

use crate::{error::BadRequest, options::Arguments, request::Language, request::Request};

/// The file with the version, below the first directory.
const VERSION_FILE: &str = "sycl/version.hpp";

/// The major version of the runtime that the headers belong to.
const MAJOR: &str = "9";

/// Bytes of the file that are read at most; it has 700.
const MOST: u64 = 64 << 10;

/// Adds the directories to what the front end is told.
pub(crate) fn add(request: &Request, arguments: &mut Arguments) -> Result<(), BadRequest> {
    let Some(first) = request.sycl_headers.first() else { return Ok(()) };
    if request.language != Language::Sycl {
        return Err(BadRequest::OnlySycl { what: "DPC++'s headers", language: request.language });
    }
    if let Some(wrong) = request.sycl_headers.iter().find(|directory| directory.is_empty() || directory.contains('\0'))
    {
        return Err(BadRequest::Directory { name: wrong.clone() });
    }
    check_version(first)?;
    for directory in &request.sycl_headers {
        arguments.words.extend(["-internal-isystem".to_owned(), directory.clone()]);
        arguments.directories.push(directory.clone());
    }
    Ok(())
}

fn check_version(directory: &str) -> Result<(), BadRequest> {
    let path = Path::new(directory).join(VERSION_FILE);
    let wrong = |found: String| BadRequest::SyclHeaders { path: path.clone(), found };
    // To open a pipe could take for ever.
    let is_file = path.metadata().map_err(|error| wrong(error.to_string()))?.is_file();
    if !is_file {
        return Err(wrong("it is not a file".to_owned()));
    }
    let mut text = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(MOST).read_to_end(&mut text));
    read.map_err(|error| wrong(error.to_string()))?;
    match major(&String::from_utf8_lossy(&text)) {
        Some(MAJOR) => Ok(()),
        Some(other) => Err(wrong(format!("libsycl {}", other.escape_debug()))),
        None => Err(wrong("there is no version in it".to_owned())),
    }
}

/// Number in `#define __LIBSYCL_MAJOR_VERSION`.
fn major(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some("#define") && words.next() == Some("__LIBSYCL_MAJOR_VERSION")).then(|| words.next())?
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn message(language: Language, directories: &[&str]) -> String {
        let mut request = Request::new(language, "k.cpp", "");
        request.sycl_headers = directories.iter().map(|&directory| directory.to_owned()).collect();
        let mut arguments = Arguments::default();
        match add(&request, &mut arguments) {
            Ok(()) => arguments.words.join(" "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn headers_of_one_version_are_taken() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().to_str().unwrap();
        let file = directory.path().join(VERSION_FILE);
        fs::create_dir(directory.path().join("sycl")).unwrap();
        let start = format!("DPC++'s headers: `{}`: ", file.display());
        let end = "; expected the include directory of DPC++ 2026, of libsycl 9";
        let missing = message(Language::Sycl, &[root]);
        assert!(missing.starts_with(&start) && missing.ends_with(end), "{missing}");
        for (text, found) in [
            ("#define __LIBSYCL_MAJOR_VERSION 8\n", "libsycl 8"),
            ("#define __LIBSYCL_MAJOR_VERSION 90\n", "libsycl 90"),
            ("// #define __LIBSYCL_MAJOR_VERSION 9\n", "there is no version in it"),
            ("#define __LIBSYCL_MAJOR_VERSION\n", "there is no version in it"),
            ("", "there is no version in it"),
        ] {
            fs::write(&file, text).unwrap();
            assert_eq!(message(Language::Sycl, &[root]), format!("{start}{found}{end}"));
        }
        fs::write(&file, "#define __LIBSYCL_MAJOR_VERSION 9\n").unwrap();
        assert_eq!(message(Language::Sycl, &[root, "std"]), format!("-internal-isystem {root} -internal-isystem std"));
        assert_eq!(message(Language::Sycl, &[]), "");
        let other = "DPC++'s headers with the language opencl-c; expected that with sycl or bitcode";
        assert_eq!(message(Language::OpenClC, &[root]), other);
        assert_eq!(message(Language::Sycl, &[root, ""]), "directory ``; expected a path");
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert_eq!(message(Language::Sycl, &[root]), format!("{start}it is not a file{end}"));
    }
}

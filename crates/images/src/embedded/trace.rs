//! The objects that a linker takes: of archives it takes members that define what others lack, by rules that differ
//! between linkers and depend on all arguments. So the linker itself is asked, with `--trace` given twice; its answer
//! has a line for each file:
//!
//! ```text
//! a.o                                         an object, or the member of a thin archive (GNU ld)
//! (libb.a)b.o                                 a member (GNU ld)
//! libb.a(b.o)                                 a member (lld, gold, mold), or one of a thin archive
//! ld: libb.a(b.o): definition of function     where a symbol is defined that was asked for with `-y function`
//! ```
//!
//! Members of one archive that have the same name are told apart by a symbol that only one of them defines.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::HostObject;

/// The text behind the place of a symbol that a linker was asked for.
const DEFINITION: &[u8] = b": definition of ";

/// The answer of a linker: the files that it took.
#[derive(Debug, Default)]
pub struct LinkerTrace {
    /// Objects, and members of thin archives, by their paths.
    files: BTreeSet<PathBuf>,
    /// Archives with the names of members that were taken.
    members: BTreeSet<(PathBuf, String)>,
    /// As both, with a symbol that is defined there.
    definitions: BTreeSet<(PathBuf, String, String)>,
}

impl LinkerTrace {
    /// Reads what a linker wrote. Names of files are relative to the working directory, as they were to the linker's.
    #[must_use]
    pub fn read(text: &[u8]) -> Self {
        let mut trace = Self::default();
        let mut paths = Paths::default();
        for line in text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
            match find(line, DEFINITION) {
                Some(at) => trace.add_definition(&line[..at], &line[at + DEFINITION.len()..], &mut paths),
                None => trace.add_file(line, &mut paths),
            }
        }
        trace
    }

    fn add_file(&mut self, line: &[u8], paths: &mut Paths) {
        self.files.extend(paths.real(line));
        for (archive, member) in splits(line) {
            if let Some(archive) = paths.real(archive) {
                // gold names members of thin archives by their paths.
                self.files
                    .extend(Some(member).filter(|member| member.contains(&b'/')).and_then(|path| paths.real(path)));
                self.members.insert((archive, base_name(&String::from_utf8_lossy(member)).to_owned()));
            }
        }
    }

    fn add_definition(&mut self, place: &[u8], symbol: &[u8], paths: &mut Paths) {
        let symbol = String::from_utf8_lossy(symbol);
        // GNU ld puts its own name in front.
        let behind = place.windows(2).enumerate().filter(|(_, bytes)| bytes == b": ").map(|(at, _)| at + 2);
        for start in std::iter::once(0).chain(behind) {
            let place = &place[start..];
            if let Some(file) = paths.real(place) {
                self.definitions.insert((file, String::new(), symbol.clone().into_owned()));
            }
            for (archive, member) in splits(place) {
                if let Some(archive) = paths.real(archive) {
                    let member = base_name(&String::from_utf8_lossy(member)).to_owned();
                    self.definitions.insert((archive, member, symbol.clone().into_owned()));
                }
            }
        }
    }

    /// Whether the linker read a file that is not in an archive.
    #[must_use]
    pub fn has_file(&self, file: &Path) -> bool {
        file.canonicalize().is_ok_and(|file| self.files.contains(&file))
    }

    /// Whether the linker took an object of a file, which is the object itself or an archive.
    #[must_use]
    pub fn takes(&self, file: &Path, object: &HostObject) -> bool {
        let Some(member) = &object.member else { return self.has_file(file) };
        let (Ok(archive), Ok(own)) = (file.canonicalize(), object.file.canonicalize()) else { return true };
        let name = base_name(&member.name);
        match &member.marker {
            None => self.files.contains(&own) && own != archive || self.members.contains(&(archive, name.to_owned())),
            Some(symbol) => {
                let is_defined =
                    |file: PathBuf, name: &str| self.definitions.contains(&(file, name.to_owned(), symbol.clone()));
                is_defined(own, "") || is_defined(archive, name)
            }
        }
    }
}

/// Paths of files that exist, by the names that a linker gave them.
#[derive(Default)]
struct Paths {
    known: BTreeMap<Vec<u8>, Option<PathBuf>>,
}

impl Paths {
    fn real(&mut self, name: &[u8]) -> Option<PathBuf> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let real = path(name).canonicalize().ok().filter(|path| path.is_file());
        self.known.insert(name.to_owned(), real.clone());
        real
    }
}

/// The ways to read a line as an archive and a member: names may have parentheses, too.
fn splits(line: &[u8]) -> Vec<(&[u8], &[u8])> {
    let at = |wanted: u8| line.iter().enumerate().filter(move |(_, byte)| **byte == wanted).map(|(at, _)| at);
    match line {
        [b'(', ..] => at(b')').map(|at| (&line[1..at], &line[at + 1..])).collect(),
        [.., b')'] => at(b'(').map(|at| (&line[..at], &line[at + 1..line.len() - 1])).collect(),
        _ => Vec::new(),
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|bytes| bytes == wanted)
}

/// The name of a member without the directory that thin archives have: linkers leave it out, or do not.
pub(super) fn base_name(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, name)| name)
}

#[cfg(unix)]
fn path(name: &[u8]) -> Cow<'_, Path> {
    Cow::Borrowed(Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name)))
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> Cow<'_, Path> {
    Cow::Owned(String::from_utf8_lossy(name).into_owned().into())
}

#[cfg(test)]
mod tests {
    use super::super::ArchiveMember;
    use super::*;

    /// An object of an archive.
    fn member(directory: &Path, archive: &str, name: &str, marker: Option<&str>) -> (PathBuf, HostObject) {
        let archive = directory.join(archive);
        let thin = directory.join(name);
        let object = HostObject {
            place: format!("{}({name})", archive.display()).into(),
            file: if thin.is_file() { thin } else { archive.clone() },
            member: Some(ArchiveMember { name: name.to_owned(), marker: marker.map(str::to_owned) }),
            images: Vec::new(),
            wants_host_images: false,
            sanitizers: BTreeSet::new(),
            aspects: None,
        };
        (archive, object)
    }

    #[test]
    fn members_are_found_in_the_words_of_each_linker() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name).display().to_string();
        for name in ["liba.a", "lib(b).a", "thin.o", "main.o"] {
            std::fs::write(path(name), "").unwrap();
        }
        let trace = |lines: &[String]| LinkerTrace::read(lines.join("\n").as_bytes());
        let takes = |trace: &LinkerTrace, archive: &str, name: &str, marker: Option<&str>| {
            let (archive, object) = member(directory.path(), archive, name, marker);
            trace.takes(&archive, &object)
        };
        let (a, b) = (path("liba.a"), path("lib(b).a"));
        for line in [format!("({a})x.o"), format!("{a}(x.o)"), format!("{a}(sub/x.o)")] {
            let trace = trace(&[path("main.o"), a.clone(), line.clone()]);
            assert!(takes(&trace, "liba.a", "x.o", None) && takes(&trace, "liba.a", "sub/x.o", None), "{line}");
            assert!(!takes(&trace, "liba.a", "y.o", None) && !takes(&trace, "lib(b).a", "x.o", None), "{line}");
            assert!(trace.has_file(path("main.o").as_ref()) && !trace.has_file(path("thin.o").as_ref()));
        }
        for line in [format!("({b})x(1).o"), format!("{b}(x(1).o)")] {
            assert!(takes(&trace(&[line]), "lib(b).a", "x(1).o", None));
        }
        // The member of a thin archive is a file.
        for line in [path("thin.o"), format!("{a}({})", path("thin.o"))] {
            assert!(takes(&trace(&[line]), "liba.a", "thin.o", None));
        }
        for line in [format!("/usr/bin/ld: {a}(x.o): definition of f"), format!("{a}(x.o): definition of f")] {
            let trace = trace(&[format!("{a}(x.o)"), line]);
            assert!(takes(&trace, "liba.a", "x.o", Some("f")) && !takes(&trace, "liba.a", "x.o", Some("g")));
        }
        let thin = trace(&[format!("ld: {}: definition of f", path("thin.o"))]);
        assert!(takes(&thin, "liba.a", "thin.o", Some("f")) && !takes(&thin, "liba.a", "thin.o", Some("g")));
        assert!(!takes(&LinkerTrace::read(b""), "liba.a", "x.o", None));
        // An object between `--start-lib` and `--end-lib`.
        let file = directory.path().join("main.o");
        let object = HostObject { member: None, file: file.clone(), ..member(directory.path(), "main.o", "", None).1 };
        assert!(trace(&[path("main.o")]).takes(&file, &object) && !trace(&[path("thin.o")]).takes(&file, &object));
    }
}

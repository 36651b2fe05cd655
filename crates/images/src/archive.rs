//! Archives of host objects: `ar`'s in the forms of GNU, BSD and COFF, and thin ones, whose members are files of their
//! own.

use std::path::{Path, PathBuf};

use object::read::archive::{ArchiveFile, ArchiveKind};
use sycl_propset::printable::excerpt;

use crate::error::{Error, FormatError, FormatProblem};
use crate::source::{FileSource, Range, Source, Tables, View};
use crate::wrap;

/// Whether a file starts like an archive.
#[must_use]
pub(crate) fn is_archive(start: &[u8]) -> bool {
    start.starts_with(&object::archive::MAGIC) || start.starts_with(&object::archive::THIN_MAGIC)
}

/// An archive and where its members are.
pub(crate) struct Archive {
    /// Its kind, e.g. `archive, thin`.
    pub(crate) kind: &'static str,
    /// In the order of the file.
    pub(crate) members: Vec<Member>,
}

/// A member of an archive.
pub(crate) struct Member {
    /// Its name.
    pub(crate) name: String,
    /// Its name in messages, e.g. `liba.a(b.o)`.
    pub(crate) place: PathBuf,
    /// Place of its content.
    pub(crate) content: MemberContent,
}

/// Places of the content of a member.
pub(crate) enum MemberContent {
    /// In the archive.
    Range(Range),
    /// A file, named from the directory of the archive.
    File(PathBuf),
}

impl Member {
    /// The names of the symbols that it defines for others, if it is an object that programs can be linked of.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::Format`].
    pub(crate) fn defined_symbols(&self, archive: &dyn Source) -> Result<Vec<String>, Error> {
        let failed = |source| Error::Format { file: self.place.clone(), source };
        match &self.content {
            MemberContent::Range(range) => wrap::defined_symbols(View::at(archive, *range)).map_err(failed),
            MemberContent::File(path) => {
                let file = FileSource::open(path)?;
                wrap::defined_symbols(View::whole(&file)).map_err(failed)
            }
        }
    }
}

impl Archive {
    /// Reads the headers of the archive in a view of `file`. No content is read, and no other file is looked at.
    ///
    /// # Errors
    /// [`Error::Format`] with the archive, or the member whose content is not in it.
    pub(crate) fn read(file: &Path, view: View<'_>) -> Result<Self, Error> {
        let tables = Tables::new(view);
        let failed = |source: FormatError| Error::Format { file: file.to_owned(), source };
        let malformed = |e: object::read::Error| {
            let problem = FormatProblem::Unexpected { found: e.to_string(), expected: "a well-formed archive".into() };
            failed(view.error(0, "archive", problem))
        };
        let archive = ArchiveFile::parse(&tables).map_err(malformed)?;
        let kind = match archive.kind() {
            _ if archive.is_thin() => "archive, thin",
            ArchiveKind::Bsd | ArchiveKind::Bsd64 => "archive, BSD",
            ArchiveKind::Coff => "archive, COFF",
            _ => "archive",
        };
        let mut members = Vec::new();
        for member in archive.members() {
            let member = member.map_err(malformed)?;
            let name = String::from_utf8_lossy(member.name());
            let name = name.trim_end_matches('\0').to_owned();
            let place = PathBuf::from(format!("{}({})", file.display(), excerpt(&name)));
            let content = if archive.is_thin() {
                MemberContent::File(file.with_file_name(&name))
            } else {
                let (start, size) = member.file_range();
                MemberContent::Range(view.range.part(start, size).ok_or_else(|| {
                    let problem = FormatProblem::OutOfRange { start, size, limit: view.range.size };
                    Error::Format { file: place.clone(), source: view.error(start, "member", problem) }
                })?)
            };
            members.push(Member { name, place, content });
        }
        Ok(Self { kind, members })
    }
}

/// A member of a thin archive is not a file.
#[derive(Debug, thiserror::Error)]
#[error("found something else than a file; expected a member of the archive")]
struct NoMember;

/// Refuses what cannot be a member of a thin archive: a directory, a device.
///
/// # Errors
/// [`Error::Content`].
pub(crate) fn check_member(path: &Path) -> Result<(), Error> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => Err(Error::content(path, NoMember)),
        _ => Ok(()),
    }
}

//! Places of images: shared libraries, the tables and directories that list them, and sections of the process.

mod ahead;
mod whole;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use object::read::{ReadCache, ReadRef};
use object::{Object, ObjectSection};
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::table::{FileTable, is_empty_image};
use sycl_propset::{SetName, json, runtime, symbols, text};

use crate::error::{OpenError, Processor};
use crate::image::Image;
use crate::native::{self, ImageTable, Library};

/// Name in messages of an image that has no file.
const IN_MEMORY: &str = "the image in memory";

/// An image that cannot run here, and why.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Kernels that it would have.
    pub(crate) kernels: Vec<String>,
    pub(crate) why: Refusal,
}

/// Reasons why an image cannot run here.
#[derive(Debug)]
pub(crate) enum Refusal {
    Processor(Box<Processor>),
    /// It is empty, because the target lacks something of this.
    Requirements(Box<DeviceRequirements>),
}

/// Images that were found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) images: Vec<Image>,
    pub(crate) refused: Vec<Refused>,
}

impl Found {
    /// The images of a shared library, a file table, or a directory with tables.
    pub(crate) fn in_path(path: &Path) -> Result<Self, OpenError> {
        let mut found = Self::default();
        if path.is_dir() {
            for table in tables(path)? {
                found.add_table(&table)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "table") {
            found.add_table(path)?;
        } else {
            found.images.push(load(path)?);
        }
        found.usable()
    }

    /// The images of shared libraries that are in memory.
    pub(crate) fn in_memory<'a>(images: impl IntoIterator<Item = &'a [u8]>) -> Result<Self, OpenError> {
        let (name, mut found) = (Path::new(IN_MEMORY), Self::default());
        for content in images {
            ahead::check_content(name, content)?;
            found.add(image_of(name, Library::in_memory(content)), Vec::new())?;
        }
        found.usable()
    }

    /// The images in sections of the program and its libraries.
    pub(crate) fn in_process() -> Result<Self, OpenError> {
        let mut found = Self::default();
        for object in native::loaded_objects() {
            let Some((address, size)) = section(&object.file)? else { continue };
            let Some(address) = object.in_memory(address, size) else { continue };
            let of_file = |cause| OpenError::Image { file: object.file.clone(), cause };
            // Another part of the process may close a library that it has opened.
            let library = Library::loaded(&object.file).map(Arc::new);
            // `in_memory` says that the size fits into the address space.
            let tables = native::of_section(address, size as usize).map_err(of_file)?;
            found.add_tables(&object.file, tables, library.as_ref())?;
        }
        if found.images.is_empty() && found.refused.is_empty() {
            return Err(OpenError::NoSection);
        }
        found.usable()
    }

    /// The images in a section that is in memory.
    pub(crate) fn in_section(name: &Path, address: usize, size: usize) -> Result<Self, OpenError> {
        let of_file = |cause| OpenError::Image { file: name.to_owned(), cause };
        let mut found = Self::default();
        found.add_tables(name, native::of_section(address, size).map_err(of_file)?, None)?;
        if found.images.is_empty() && found.refused.is_empty() {
            return Err(OpenError::NoSection);
        }
        found.usable()
    }

    /// Names of the kernels of all images in a section that is in memory, in order; also of those that they were left
    /// out of because of what they need.
    pub(crate) fn names_in_section(name: &Path, address: usize, size: usize) -> Result<Vec<String>, OpenError> {
        let mut names = Vec::new();
        for table in
            native::of_section(address, size).map_err(|cause| OpenError::Image { file: name.to_owned(), cause })?
        {
            names.extend(table.kernels.into_iter().map(|kernel| kernel.name));
            let properties = text::read(&table.properties, &name.display().to_string())?;
            let named = properties.get(&SetName::KernelNames).into_iter().flat_map(|set| set.iter());
            names.extend(named.map(|(name, _)| name.to_owned()));
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    fn add_tables(
        &mut self,
        file: &Path,
        tables: Vec<ImageTable>,
        library: Option<&Arc<Library>>,
    ) -> Result<(), OpenError> {
        tables.into_iter().try_for_each(|table| {
            let kernels = table.kernels.iter().map(|kernel| kernel.name.clone()).collect();
            self.add(Image::new(file, table, library.cloned()), kernels)
        })
    }

    /// Itself, if there is anything that could run.
    fn usable(mut self) -> Result<Self, OpenError> {
        if self.images.is_empty() {
            let processor = self.refused.iter().position(|refused| matches!(refused.why, Refusal::Processor(_)));
            if let Some(Refused { why: Refusal::Processor(why), .. }) =
                processor.map(|index| self.refused.remove(index))
            {
                return Err(OpenError::Processor(why));
            }
        }
        Ok(self)
    }

    /// Adds an image, or the reason why it cannot run.
    fn add(&mut self, image: Result<Image, OpenError>, kernels: Vec<String>) -> Result<(), OpenError> {
        match image {
            Ok(image) => self.images.push(image),
            Err(OpenError::Processor(why)) => self.refused.push(Refused { kernels, why: Refusal::Processor(why) }),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Adds what a file table lists. Relative names are relative to the current directory, as its writer and other
    /// readers have it; a file that is not there is looked for beside the table.
    fn add_table(&mut self, file: &Path) -> Result<(), OpenError> {
        let table = FileTable::read(&String::from_utf8_lossy(&read(file)?), &file.display().to_string())?;
        let locate = |name: &str| match file.with_file_name(name) {
            beside if !Path::new(name).exists() && beside.exists() => beside,
            _ => PathBuf::from(name),
        };
        for row in 0..table.rows().len() {
            let cell =
                |column| table.cell(column, row).map_err(|cause| OpenError::Column { file: file.to_owned(), cause });
            let code = cell("Code")?;
            let kernels = match cell("Symbols") {
                Ok(symbols) => {
                    let symbols = locate(symbols);
                    symbols::read(read(&symbols)?, &symbols.display().to_string())?
                }
                Err(_) => Vec::new(), // other columns than a build writes
            };
            if is_empty_image(code) {
                let requirements = Box::new(requirements(&locate(cell("Properties")?))?);
                self.refused.push(Refused { kernels, why: Refusal::Requirements(requirements) });
            } else {
                self.add(load(&locate(code)), kernels)?;
            }
        }
        Ok(())
    }
}

/// Tables of the target `host` in a directory, in order of their names.
fn tables(directory: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let of_directory = |cause| OpenError::Read { file: directory.to_owned(), cause };
    let mut tables = Vec::new();
    for entry in fs::read_dir(directory).map_err(of_directory)? {
        let path = entry.map_err(of_directory)?.path();
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let is_of_host = stem.strip_prefix("host").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        if is_of_host && path.extension().is_some_and(|extension| extension == "table") {
            tables.push(path);
        }
    }
    tables.sort();
    if tables.is_empty() {
        return Err(OpenError::NoTable { directory: directory.to_owned() });
    }
    Ok(tables)
}

/// Loads a shared library and checks its image.
fn load(file: &Path) -> Result<Image, OpenError> {
    let of_file = |cause| OpenError::Read { file: file.to_owned(), cause };
    // By its full name: a bare one would be searched for elsewhere.
    let full = file.canonicalize().map_err(of_file)?;
    check_regular(file)?;
    ahead::check(file, &full)?;
    image_of(file, Library::open(&full))
}

/// Checks the image of a library that the loader took, or did not.
fn image_of(file: &Path, library: Result<Library, String>) -> Result<Image, OpenError> {
    let library = library.map_err(|reason| OpenError::Load { file: file.to_owned(), reason })?;
    let table = native::of_library(&library).map_err(|cause| OpenError::Image { file: file.to_owned(), cause })?;
    Image::new(file, table, Some(Arc::new(library)))
}

/// Address and size of the section with images in a file, if it has one.
fn section(file: &Path) -> Result<Option<(u64, u64)>, OpenError> {
    let opened = match File::open(file) {
        Ok(opened) => opened,
        // A library that was removed or replaced since it was loaded.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(OpenError::Read { file: file.to_owned(), cause }),
    };
    let cache = ReadCache::new(opened);
    Ok(section_of(&cache))
}

fn section_of<'a>(data: impl ReadRef<'a>) -> Option<(u64, u64)> {
    let object = object::File::parse(data).ok()?;
    let section = object.section_by_name(ahead::SECTION)?;
    Some((section.address(), section.size()))
}

fn requirements(file: &Path) -> Result<DeviceRequirements, OpenError> {
    let (content, name) = (read(file)?, file.display().to_string());
    let is_json = file.extension().is_some_and(|extension| extension == "json");
    let properties = if is_json { json::read(content, &name) } else { text::read(content, &name) }?;
    let of_file = |cause| OpenError::Properties { file: file.to_owned(), cause };
    runtime::requirements(&properties).map_err(of_file)
}

/// Refuses what one could wait for, or read from without end.
fn check_regular(file: &Path) -> Result<(), OpenError> {
    let metadata = fs::metadata(file).map_err(|cause| OpenError::Read { file: file.to_owned(), cause })?;
    if metadata.is_file() { Ok(()) } else { Err(OpenError::NotRegular { file: file.to_owned() }) }
}

fn read(file: &Path) -> Result<Vec<u8>, OpenError> {
    check_regular(file)?;
    fs::read(file).map_err(|cause| OpenError::Read { file: file.to_owned(), cause })
}

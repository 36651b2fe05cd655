//! Programs on disk: one entry for a request, with the names of the entries of its images.

use std::{
    collections::BTreeMap,
    os::fd::AsFd as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use sycl_propset::spirv::EXTENSIONS;
use sycl_store::{Entries, Hash, Key};

use super::{CachePlace, Manifest, Refused};
use crate::{
    compiler_library,
    diagnostic::Diagnostic,
    program::{Image, Origin, Program, Timings},
    request::{Request, Target},
};

/// What this library is made of.
const OWN: &str = env!("SYCL_RTC_SOURCES");

/// Programs in a directory.
#[derive(Debug)]
pub(crate) struct Disk {
    entries: Entries,
    compiler: Option<PathBuf>,
    /// The build of the compiler library by the file that was asked last.
    build: Mutex<Option<compiler_library::Build>>,
}

/// A stored image, without what the request says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredImage {
    pub(crate) entry_points: Vec<String>,
    pub(crate) bytes: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct StoredProgram {
    manifest: Manifest,
    diagnostics: Vec<Diagnostic>,
    log: String,
    images: Vec<Row>,
}

/// An image of a program.
#[derive(Serialize, Deserialize)]
struct Row {
    target: String,
    /// The key of the image.
    image: String,
    /// The key of the module that it was made of, if the request keeps it.
    module: Option<String>,
}

impl Disk {
    /// The cache in a place, for programs that the compiler library of the settings makes.
    pub(crate) fn open(place: &CachePlace, limit: u64, compiler: Option<PathBuf>) -> Result<Self, Refused> {
        let entries = match place {
            CachePlace::Directory(path) => Entries::open(path, limit)?,
            CachePlace::Descriptor(descriptor) => Entries::at(descriptor.as_fd(), limit)?,
        };
        Ok(Self { entries, compiler, build: Mutex::new(None) })
    }

    /// Why nothing more is stored, once.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.entries.trouble()
    }

    /// A key that depends on both libraries; `None` if the compiler library is missing, or does not say its build.
    fn key(&self, kind: &str) -> Option<Key> {
        let mut known = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        let build = compiler_library::build(self.compiler.as_deref(), known.take())?;
        let mut key = Key::new(kind);
        key.add(OWN);
        key.add(&build.id);
        *known = Some(build);
        Some(key)
    }

    /// Where the program of a request is.
    pub(crate) fn program_key(&self, request: &Hash) -> Option<Hash> {
        let mut key = self.key("sycl-rtc 2026-11 program")?;
        key.add_hash(request);
        Some(key.finish())
    }

    /// Where the image of a module is.
    pub(crate) fn image_key(&self, request: &Request, target: Target, module: &[u8]) -> Option<Hash> {
        let mut key = self.key("sycl-rtc 2026-11 image")?;
        key.add(target.name());
        match &request.spirv_extensions {
            Some(names) => key.add_all(names.iter()),
            None => key.add_all(EXTENSIONS.iter()),
        }
        key.add(module);
        Some(key.finish())
    }

    /// Where a module is.
    fn module_key(module: &[u8]) -> Hash {
        let mut key = Key::new("sycl-rtc 2026-11 module");
        key.add(module);
        key.finish()
    }

    /// The program under a key, with its manifest, if a compilation would give the same now.
    pub(crate) fn program(&self, key: &Hash) -> Option<(Program, Manifest)> {
        let StoredProgram { manifest, diagnostics, log, images } =
            serde_json::from_slice(&self.entries.get(key)?).ok()?;
        if !manifest.holds() {
            return None;
        }
        let images = images.into_iter().map(|row| self.image_of(row)).collect::<Option<Vec<_>>>()?;
        Some((Program { images, diagnostics, log }, manifest))
    }

    fn image_of(&self, row: Row) -> Option<Image> {
        let StoredImage { entry_points, bytes } = self.image(&Hash::from_hex(row.image).ok()?)?;
        let bitcode = match row.module {
            Some(module) => Some(self.entries.get(&Hash::from_hex(module).ok()?)?),
            None => None,
        };
        let target = Target::parse(&row.target).ok()?;
        Some(Image { target, bytes, entry_points, bitcode, timings: Timings::default(), origin: Origin::StoredProgram })
    }

    /// The image under a key.
    pub(crate) fn image(&self, key: &Hash) -> Option<StoredImage> {
        let content = self.entries.get(key)?;
        let (length, rest) = content.split_first_chunk()?;
        let (names, bytes) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        Some(StoredImage { entry_points: serde_json::from_slice(names).ok()?, bytes: bytes.to_vec() })
    }

    /// Stores an image.
    fn put_image(&self, key: &Hash, image: &Image) {
        let names = serde_json::to_vec(&image.entry_points).expect("a list of texts is JSON");
        let length = (names.len() as u64).to_le_bytes();
        self.entries.put(key, &[&length[..], &names, &image.bytes].concat());
    }

    /// Stores a program under a key, and its images under theirs. `modules` has what they were made of.
    pub(crate) fn put(
        &self,
        key: &Hash,
        request: &Request,
        program: &Program,
        manifest: &Manifest,
        modules: &BTreeMap<Target, Vec<u8>>,
    ) {
        let mut rows = Vec::new();
        for image in &program.images {
            let Some(module) = modules.get(&image.target) else { return };
            let Some(place) = self.image_key(request, image.target, module) else { return };
            if image.origin == Origin::Compiled {
                self.put_image(&place, image);
            }
            let kept = image.bitcode.as_deref().map(|module| {
                let place = Self::module_key(module);
                self.entries.put(&place, module);
                place.to_hex().to_string()
            });
            rows.push(Row { target: image.target.name().to_owned(), image: place.to_hex().to_string(), module: kept });
        }
        let stored = StoredProgram {
            manifest: manifest.clone(),
            diagnostics: program.diagnostics.clone(),
            log: program.log.clone(),
            images: rows,
        };
        self.entries.put(key, &serde_json::to_vec(&stored).expect("texts and numbers are JSON"));
    }
}

//! Programs on disk: one entry for a request, with the names of the entries of its images.

use std::{
    os::fd::AsFd as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use sycl_propset::{spirv::EXTENSIONS, text};
use sycl_store::{Entries, Hash, Key};

use super::{CachePlace, Manifest, Refused};
use crate::{
    compiler_library,
    diagnostic::Diagnostic,
    program::{Image, Name, Origin, Program, Timings},
    request::Request,
    target::{ImageFormat, Target},
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

#[derive(Serialize, Deserialize)]
struct StoredProgram {
    manifest: Manifest,
    diagnostics: Vec<Diagnostic>,
    log: String,
    images: Vec<Row>,
    names: Vec<Name>,
}

/// An image of a program.
#[derive(Serialize, Deserialize)]
struct Row {
    target: Target,
    entry_points: Vec<String>,
    /// The text of a file `.prop`.
    properties: String,
    /// The key of the code.
    code: String,
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

    /// Where the code of a module is.
    pub(crate) fn code_key(&self, request: &Request, target: Target, module: &[u8]) -> Option<Hash> {
        let mut key = self.key("sycl-rtc 2026-11 code")?;
        key.add(&*target.key());
        match &request.spirv_extensions {
            Some(names) => key.add_all(names.iter()),
            None => key.add_all(EXTENSIONS.iter()),
        }
        // Back ends of devices optimize as the options say; of SPIR-V they have no say.
        let options = if target.format() == ImageFormat::Spirv { &[][..] } else { &request.options[..] };
        key.add_all(options.iter());
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
        let StoredProgram { manifest, diagnostics, log, images, names } =
            serde_json::from_slice(&self.entries.get(key)?).ok()?;
        if !manifest.holds() {
            return None;
        }
        let images = images.into_iter().map(|row| self.image_of(row)).collect::<Option<Vec<_>>>()?;
        Some((Program { images, names, diagnostics, log }, manifest))
    }

    fn image_of(&self, row: Row) -> Option<Image> {
        let Row { target, entry_points, properties, code, module } = row;
        let bytes = self.code(&Hash::from_hex(code).ok()?)?;
        let properties = text::read(&properties, "properties").ok()?;
        let bitcode = match module {
            Some(module) => Some(self.entries.get(&Hash::from_hex(module).ok()?)?),
            None => None,
        };
        let (timings, origin) = (Timings::default(), Origin::StoredProgram);
        Some(Image { target, bytes, entry_points, properties, bitcode, timings, origin })
    }

    /// The code under a key.
    pub(crate) fn code(&self, key: &Hash) -> Option<Vec<u8>> {
        self.entries.get(key)
    }

    /// Stores a program under a key, and the code of its images under theirs. `modules` has what each was made of.
    pub(crate) fn put(
        &self,
        key: &Hash,
        request: &Request,
        program: &Program,
        manifest: &Manifest,
        modules: &[Vec<u8>],
    ) {
        let mut rows = Vec::new();
        for (image, module) in program.images.iter().zip(modules) {
            let Some(place) = self.code_key(request, image.target, module) else { return };
            if image.origin == Origin::Compiled {
                self.entries.put(&place, &image.bytes);
            }
            let kept = image.bitcode.as_deref().map(|module| {
                let place = Self::module_key(module);
                self.entries.put(&place, module);
                place.to_hex().to_string()
            });
            let Ok(properties) = text::write(&image.properties) else { return };
            rows.push(Row {
                target: image.target,
                entry_points: image.entry_points.clone(),
                properties,
                code: place.to_hex().to_string(),
                module: kept,
            });
        }
        let stored = StoredProgram {
            manifest: manifest.clone(),
            diagnostics: program.diagnostics.clone(),
            log: program.log.clone(),
            images: rows,
            names: program.names.clone(),
        };
        self.entries.put(key, &serde_json::to_vec(&stored).expect("texts and numbers are JSON"));
    }
}

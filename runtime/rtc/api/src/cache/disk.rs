//! Programs on disk: one entry for a request, with the names of the entries of its images (`parts`).

use std::{
    os::fd::AsFd as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use sycl_store::{Entries, Hash, Key};

use super::{CachePlace, Manifest, Refused, images};
use crate::{
    compiler::image_of,
    compiler_library,
    diagnostic::Diagnostic,
    program::{Name, Origin, Program},
    request::Request,
    target::Target,
};

/// What this library is made of.
const OWN: &str = env!("SYCL_RTC_SOURCES");

/// Programs in a directory.
#[derive(Debug)]
pub(crate) struct Disk {
    pub(super) entries: Entries,
    compiler: Option<PathBuf>,
    /// The build of the compiler library by the file that was asked last.
    build: Mutex<Option<compiler_library::Build>>,
}

#[derive(Serialize, Deserialize)]
struct StoredProgram {
    manifest: Manifest,
    diagnostics: Vec<Diagnostic>,
    log: String,
    images: Vec<OfTarget>,
    names: Vec<Name>,
}

/// The images of a program for a target.
#[derive(Serialize, Deserialize)]
struct OfTarget {
    target: Target,
    /// The key of their entry.
    images: String,
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
    pub(super) fn key(&self, kind: &str) -> Option<Key> {
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

    /// The program under a key, with its manifest, if a compilation would give the same now.
    pub(crate) fn program(&self, key: &Hash, request: &Request) -> Option<(Program, Manifest)> {
        let StoredProgram { manifest, diagnostics, log, images, names } =
            serde_json::from_slice(&self.entries.get(key)?).ok()?;
        if !manifest.holds() {
            return None;
        }
        let mut all = Vec::new();
        for OfTarget { target, images } in images {
            let found = images::read(&self.entries.get(&Hash::from_hex(images).ok()?)?)?;
            for image in found.images {
                all.push(image_of(target, image, request.keeps_bitcode, Origin::StoredProgram).ok()?);
            }
        }
        Some((Program { images: all, names, diagnostics, log }, manifest))
    }

    /// Stores a program under a key. Its images are stored already: for each target under a key of `images`.
    pub(crate) fn put(&self, key: &Hash, program: &Program, manifest: &Manifest, images: &[(Target, Hash)]) {
        let row = |(target, key): &(Target, Hash)| OfTarget { target: *target, images: key.to_hex().to_string() };
        let stored = StoredProgram {
            manifest: manifest.clone(),
            diagnostics: program.diagnostics.clone(),
            log: program.log.clone(),
            images: images.iter().map(row).collect(),
            names: program.names.clone(),
        };
        self.entries.put(key, &serde_json::to_vec(&stored).expect("texts and numbers are JSON"));
    }
}

//! Programs on disk: one entry for a request, with the names of the entries of its images (`parts`).

use std::{
    os::fd::AsFd as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use sycl_store::{
    Entries, Hash, Key,
    entries::{Shipped, Turn},
};

use super::{CachePlace, CacheSettings, Manifest, Refused, images};
use crate::{
    compiler::image_of,
    compiler_library,
    diagnostic::Diagnostic,
    program::{Image, Name, Origin, Program},
    request::Request,
    target::Target,
};

/// Hash of the sources of this library.
const OWN: &str = env!("SYCL_RTC_SOURCES");

/// Programs in a directory.
#[derive(Debug)]
pub(crate) struct Disk {
    own: Option<Entries>,
    shipped: Option<Shipped>,
    waits: Option<Duration>,
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
    /// The cache that settings ask for, with programs that the compiler library makes; none if it would be in the
    /// process only. And why a directory is not used.
    pub(crate) fn open(settings: &CacheSettings, compiler: Option<PathBuf>) -> (Option<Self>, Option<Refused>) {
        let own = settings.place.as_ref().map(|place| match place {
            CachePlace::Directory(path) => Entries::open(path, settings.disk),
            CachePlace::Descriptor(descriptor) => Entries::at(descriptor.as_fd(), settings.disk),
        });
        let shipped = settings.shipped.as_deref().map(Shipped::open);
        let (own, why) = own.transpose().map_or_else(|why| (None, Some(why)), |own| (own, None));
        let (shipped, other) =
            shipped.transpose().map_or_else(|why| (None, Some(why)), |found| (found.flatten(), None));
        let is_any = own.is_some() || shipped.is_some();
        let disk = is_any.then(|| Self { own, shipped, waits: settings.waits, compiler, build: Mutex::new(None) });
        (disk, why.or(other))
    }

    /// Reason why nothing more is stored, once.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.own.as_ref()?.trouble()
    }

    /// Value under a key.
    pub(super) fn get(&self, key: &Hash) -> Option<Vec<u8>> {
        let shipped = self.shipped.as_ref().and_then(|shipped| shipped.get(key));
        shipped.or_else(|| self.own.as_ref()?.get(key))
    }

    pub(super) fn put_entry(&self, key: &Hash, content: &[u8]) {
        if let Some(own) = &self.own {
            own.put(key, content);
        }
    }

    /// Waits for another process that makes the same, if that is asked for.
    pub(crate) fn turn(&self, key: &Hash, deadline: Option<Duration>) -> Option<Turn<'_>> {
        let patience = self.waits?;
        Some(self.own.as_ref()?.turn(key, deadline.map_or(patience, |deadline| patience.min(deadline))))
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

    /// Key of the program of a request.
    pub(crate) fn program_key(&self, request: &Hash) -> Option<Hash> {
        let mut key = self.key("sycl-rtc 2026-11 program")?;
        key.add_hash(request);
        Some(key.finish())
    }

    /// The program under a key, with its manifest, if a compilation would give the same now.
    pub(crate) fn program(&self, key: &Hash, request: &Request) -> Option<(Program, Manifest)> {
        let say = |why: &str| log::debug!("entry {} on disk: {why}", key.to_hex());
        let Some(entry) = self.get(key) else {
            say("missing");
            return None;
        };
        let stored: StoredProgram = serde_json::from_slice(&entry).inspect_err(|e| say(&e.to_string())).ok()?;
        if !stored.manifest.holds() {
            say("files that the program was made of have changed");
            return None;
        }
        let Some(images) = self.images_of(&stored.images, request) else {
            say("not all of its images are there");
            return None;
        };
        say("used");
        let StoredProgram { manifest, diagnostics, log, images: _, names } = stored;
        Some((Program { images, names, diagnostics, log }, manifest))
    }

    /// The images of a stored program, if all are there.
    fn images_of(&self, stored: &[OfTarget], request: &Request) -> Option<Vec<Image>> {
        let mut all = Vec::new();
        for OfTarget { target, images } in stored {
            let found = images::read(&self.get(&Hash::from_hex(images).ok()?)?)?;
            for image in found.images {
                all.push(image_of(*target, image, request.keeps_bitcode, Origin::StoredProgram).ok()?);
            }
        }
        Some(all)
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
        self.put_entry(key, &serde_json::to_vec(&stored).expect("texts and numbers are JSON"));
    }
}

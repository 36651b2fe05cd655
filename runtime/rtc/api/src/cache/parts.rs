//! Stored parts of a compilation for one target: the module of its front end, and the images of a module.

use sycl_propset::spirv::EXTENSIONS;
use sycl_propset::words::Word;
use sycl_store::Hash;

use super::{Disk, DiskFile, Images, images};
use crate::{
    compiler_library::{Collected, said::Said},
    options::Arguments,
    program::{Image, Origin},
    request::Request,
    target::Target,
};

/// Parts of programs in a directory, for one compilation: what it finds there, and what is to be stored of it.
pub(crate) struct Parts<'a> {
    disk: &'a Disk,
    request: &'a Request,
    target: Target,
    arguments: &'a Arguments,
    /// Whether the module of the front end was known.
    has_stored_module: bool,
    /// The module of the front end, if it may be stored.
    kept_module: Option<KeptModule>,
    of_images: Option<OfImages>,
}

/// A module of the front end.
struct KeptModule {
    /// Key that the compiler library knows it by.
    key: Vec<u8>,
    bitcode: Vec<u8>,
}

/// Images of the module of the front end.
struct OfImages {
    key: Hash,
    /// Diagnostics of the front end.
    diagnostics: usize,
    /// Bytes of its log.
    log: usize,
}

/// Reply of [`Said::HasImages`], if they are known.
const KNOWN: [u8; 1] = [1];

impl<'a> Parts<'a> {
    pub(crate) const fn new(disk: &'a Disk, request: &'a Request, target: Target, arguments: &'a Arguments) -> Self {
        Self { disk, request, target, arguments, has_stored_module: false, kept_module: None, of_images: None }
    }

    /// Takes a message of the compiler library; gives the reply to a question. What is not for the cache is collected.
    pub(crate) fn take(&mut self, said: Said<'_>, collected: &mut Collected) -> Vec<u8> {
        match said {
            Said::Preamble(key) => return self.preamble(key).unwrap_or_default(),
            Said::KeepPreamble { key, content } => self.keep_preamble(key, content),
            Said::Module(key) => {
                let known = self.module(key);
                self.has_stored_module = known.is_some();
                return known.unwrap_or_default();
            }
            Said::KeepModule { key, bitcode } => self.keep_module(key, bitcode, collected),
            Said::HasImages(bitcode) if self.has_images(bitcode, collected) => return KNOWN.to_vec(),
            said => collected.take(said),
        }
        Vec::new()
    }

    /// Origin of the images that were collected.
    pub(crate) fn origin(&self, collected: &Collected) -> Origin {
        match (self.has_stored_module, collected.images.iter().any(|image| image.was_stored)) {
            (false, false) => Origin::Compiled,
            (true, false) => Origin::StoredModule,
            (false, true) => Origin::StoredImage,
            (true, true) => Origin::StoredModuleAndImage,
        }
    }

    fn keep_module(&mut self, key: &[u8], bitcode: &[u8], collected: &Collected) {
        let is_silent = collected.diagnostics.is_empty() && collected.log.is_empty();
        // A file that changes meanwhile may be one when the key is made, and another when the module is.
        let is_same = !collected.files.values().any(|file| *file == DiskFile::Other);
        // One that could not be read is not the stored one.
        self.has_stored_module = false;
        self.kept_module = (is_silent && is_same).then(|| KeptModule { key: key.to_vec(), bitcode: bitcode.to_vec() });
    }

    fn has_images(&mut self, bitcode: &[u8], collected: &mut Collected) -> bool {
        let Some(key) = self.images_key(bitcode) else { return false };
        self.of_images = Some(OfImages { key, diagnostics: collected.diagnostics.len(), log: collected.log.len() });
        let Some(mut known) = self.images(&key) else { return false };
        collected.images.append(&mut known.images);
        collected.names.append(&mut known.names);
        collected.diagnostics.append(&mut known.diagnostics);
        collected.log.push_str(&known.log);
        true
    }

    /// Key of the module of a front end; `key` is what the compiler library knows it by.
    fn module_key(&self, key: &[u8]) -> Option<Hash> {
        let mut hash = self.disk.key("sycl-rtc 2026-11 front end")?;
        hash.add(key);
        Some(hash.finish())
    }

    /// The module of a front end, as bitcode.
    fn module(&self, key: &[u8]) -> Option<Vec<u8>> {
        let key = self.module_key(key)?;
        let module = self.disk.get(&key);
        log_lookup("module", &key, module.is_some());
        module
    }

    /// Key of a parsed header; `key` is what the compiler library knows it by.
    fn preamble_key(&self, key: &[u8]) -> Option<Hash> {
        let mut hash = self.disk.key("sycl-rtc 2026-11 header")?;
        hash.add(key);
        Some(hash.finish())
    }

    fn preamble(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.disk.get(&self.preamble_key(key)?)
    }

    fn keep_preamble(&self, key: &[u8], content: &[u8]) {
        if let Some(place) = self.preamble_key(key) {
            self.disk.put_entry(&place, content);
        }
    }

    /// Key of the images of a module of the front end.
    fn images_key(&self, module: &[u8]) -> Option<Hash> {
        // All fields are named, so that a new one is not forgotten.
        let Request {
            language,
            name: _,
            source: _,
            headers: _,
            sycl_headers: _,
            options: _,
            names,
            targets: _,
            split: _,
            spec_constants,
            spirv_extensions,
            keeps_bitcode,
            distinct_memory,
            specialize,
            deadline: _,
        } = self.request;
        let mut key = self.disk.key("sycl-rtc 2026-11 images")?;
        key.add(language.name());
        key.add_all(names.iter());
        key.add(&*self.target.key());
        key.add(self.arguments.split_of(self.request).name());
        key.add(spec_constants.unwrap_or(self.target.spec_constants()).name_at_run_time());
        // Of the arguments only the level is for others than the front end.
        let levels: Vec<_> = self.arguments.words.iter().filter(|word| word.starts_with("-O")).collect();
        key.add_all(levels.into_iter());
        match spirv_extensions {
            Some(names) => key.add_all(names.iter()),
            None => key.add_all(EXTENSIONS.iter()),
        }
        key.add_number(usize::from(*keeps_bitcode));
        key.add_number(usize::from(*distinct_memory));
        key.add_all(specialize.iter());
        key.add(module);
        Some(key.finish())
    }

    fn images(&self, key: &Hash) -> Option<Images> {
        let images = self.disk.get(key).and_then(|entry| images::read(&entry));
        log_lookup("images", key, images.is_some());
        images
    }

    /// Stores what a compilation gave; gives where its images are.
    pub(crate) fn keep(&self, collected: &Collected, images: &[Image]) -> Option<Hash> {
        if let Some(KeptModule { key, bitcode }) = &self.kept_module
            && let Some(place) = self.module_key(key)
        {
            self.disk.put_entry(&place, bitcode);
        }
        let OfImages { key, diagnostics, log } = self.of_images.as_ref()?;
        let are_stored =
            matches!(images, [Image { origin: Origin::StoredImage | Origin::StoredModuleAndImage, .. }, ..]);
        if !are_stored {
            let (diagnostics, log) = (collected.diagnostics.get(*diagnostics..)?, collected.log.get(*log..)?);
            self.disk.put_entry(key, &images::write(images, &collected.names, diagnostics, log)?);
        }
        Some(*key)
    }
}

fn log_lookup(what: &str, key: &Hash, is_there: bool) {
    log::debug!("{what} {} on disk: {}", key.to_hex(), if is_there { "used" } else { "missing" });
}

//! Stored parts of a compilation for one target: the module of its front end, and the images of a module.

use sycl_propset::spirv::EXTENSIONS;
use sycl_propset::words::Word;
use sycl_store::Hash;

use super::{Disk, Images, images};
use crate::{
    compiler_library::{Collected, KeptModule, OfImages},
    options::Arguments,
    program::{Image, Origin},
    request::Request,
    target::Target,
};

/// Parts of programs in a directory, as a request for a target has them.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    disk: &'a Disk,
    request: &'a Request,
    target: Target,
    arguments: &'a Arguments,
}

impl<'a> Parts<'a> {
    pub(crate) const fn of(disk: &'a Disk, request: &'a Request, target: Target, arguments: &'a Arguments) -> Self {
        Self { disk, request, target, arguments }
    }

    /// Key of the module of a front end; `key` is what the compiler library knows it by.
    fn module_key(&self, key: &[u8]) -> Option<Hash> {
        let mut hash = self.disk.key("sycl-rtc 2026-11 front end")?;
        hash.add(key);
        Some(hash.finish())
    }

    /// The module of a front end, as bitcode.
    pub(crate) fn module(&self, key: &[u8]) -> Option<Vec<u8>> {
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

    pub(crate) fn preamble(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.disk.get(&self.preamble_key(key)?)
    }

    pub(crate) fn keep_preamble(&self, key: &[u8], content: &[u8]) {
        if let Some(place) = self.preamble_key(key) {
            self.disk.put_entry(&place, content);
        }
    }

    /// Key of the images of a module of the front end.
    pub(crate) fn images_key(&self, module: &[u8]) -> Option<Hash> {
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

    pub(crate) fn images(&self, key: &Hash) -> Option<Images> {
        let images = self.disk.get(key).and_then(|entry| images::read(&entry));
        log_lookup("images", key, images.is_some());
        images
    }
    /// Stores what a compilation gave; gives where its images are.
    pub(crate) fn keep(&self, collected: &Collected, images: &[Image]) -> Option<Hash> {
        if let Some(KeptModule { key, bitcode }) = &collected.kept_module
            && let Some(place) = self.module_key(key)
        {
            self.disk.put_entry(&place, bitcode);
        }
        let OfImages { key, diagnostics, log } = collected.of_images?;
        let are_stored =
            matches!(images, [Image { origin: Origin::StoredImage | Origin::StoredModuleAndImage, .. }, ..]);
        if !are_stored {
            let (diagnostics, log) = (collected.diagnostics.get(diagnostics..)?, collected.log.get(log..)?);
            self.disk.put_entry(&key, &images::write(images, &collected.names, diagnostics, log)?);
        }
        Some(key)
    }
}

fn log_lookup(what: &str, key: &Hash, is_there: bool) {
    log::debug!("{what} {} on disk: {}", key.to_hex(), if is_there { "used" } else { "missing" });
}

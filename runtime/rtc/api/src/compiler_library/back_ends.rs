//! Back ends, the linkers and the validator of SPIR-V, each as the program that does the same.

use std::{ffi::c_void, slice};

use super::{
    Library,
    interface::{self, Array, Text},
    isolated, text,
};
use crate::back_ends::{Module, Passes};

impl Library {
    /// Code that a back end makes of a module; `None` if it fails, or has anything to say.
    pub(crate) fn emit(self, module: &Module<'_>) -> Option<Vec<u8>> {
        let extensions: Vec<Text> = module.extensions.iter().map(|name| Text::of(name.as_bytes())).collect();
        let module = interface::Module {
            name: Text::of(module.name.as_bytes()),
            content: Text::of(module.content),
            back_end: module.back_end,
            extensions: Array::of(&extensions),
            processor: Text::of(module.processor.as_bytes()),
            features: Text::of(module.features.as_bytes()),
            level: module.level,
        };
        let mut image = Vec::new();
        let _inside = isolated::inside();
        // SAFETY: the module lives during the call, and so does the image, which only `take_image` touches meanwhile.
        let is_made = unsafe { (self.table.emit)(&raw const module, (&raw mut image).cast(), take_image) };
        is_made.then_some(image)
    }

    /// The shared object of an object; `None` if the linker fails, or has anything to say.
    pub(crate) fn link(self, object: &[u8], library: &[u8]) -> Option<Vec<u8>> {
        let (object, library) = (Text::of(object), Text::of(library));
        let mut image = Vec::new();
        let _inside = isolated::inside();
        // SAFETY: both live during the call, and so does the image, which only `take_image` touches meanwhile.
        let is_made = unsafe { (self.table.link)(object, library, (&raw mut image).cast(), take_image) };
        is_made.then_some(image)
    }

    /// The bitcode of modules that are linked to one; `None` if that fails, or if there is anything to say.
    pub(crate) fn link_modules(self, files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
        let file = |(name, content): &(&str, &[u8])| interface::File {
            name: Text::of(name.as_bytes()),
            content: Text::of(content),
        };
        let files: Vec<interface::File> = files.iter().map(file).collect();
        let mut linked = Vec::new();
        let _inside = isolated::inside();
        // SAFETY: the files live during the call, and so does the bitcode, which only `take_image` touches meanwhile.
        let is_made = unsafe { (self.table.link_modules)(Array::of(&files), (&raw mut linked).cast(), take_image) };
        is_made.then_some(linked)
    }

    /// The bitcode of a module after passes, or nothing if only their files are wanted; `None` if they had anything to
    /// say.
    pub(crate) fn run_passes(self, (name, content): (&str, &[u8]), passes: &Passes<'_>) -> Option<Vec<u8>> {
        let &Passes { triple, pipeline, processes, gives_module } = passes;
        let file = interface::File { name: Text::of(name.as_bytes()), content: Text::of(content) };
        let (triple, pipeline) = (Text::of(triple.as_bytes()), Text::of(pipeline.as_bytes()));
        let take: Option<interface::TakeImage> = if gives_module { Some(take_image) } else { None };
        let mut made = Vec::new();
        let data = (&raw mut made).cast();
        let _inside = isolated::inside();
        // SAFETY: all live during the call, and so does the bitcode, which only `take_image` touches meanwhile.
        let has_run = unsafe { (self.table.run_passes)(&raw const file, triple, pipeline, processes, data, take) };
        has_run.then_some(made)
    }

    /// The version of the validator.
    pub(crate) fn validator(self) -> String {
        text(self.table.validator)
    }

    /// Whether the validator accepts a module.
    pub(crate) fn accepts_spirv(self, words: &[u32]) -> bool {
        let _inside = isolated::inside();
        // SAFETY: words are four bytes each, which live during the call and begin where words may.
        unsafe {
            let bytes = slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words));
            (self.table.accepts_spirv)(Text::of(bytes))
        }
    }
}

unsafe extern "C" fn take_image(data: *mut c_void, image: Text) {
    // SAFETY: `data` is the vector of `emit`, `link` or `link_modules`; the image lives during the call.
    unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(image.bytes()) }
}

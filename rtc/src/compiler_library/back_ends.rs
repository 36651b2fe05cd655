//! The back end of SPIR-V and its validator, each as the program that does the same.

use std::{ffi::c_void, slice};

use super::{
    Library,
    interface::{Array, Module, Text},
    isolated, text,
};

impl Library {
    /// SPIR-V of a module; `None` if the back end fails, or has anything to say.
    pub(crate) fn emit_spirv(self, module: &[u8], extensions: &[&str]) -> Option<Vec<u8>> {
        let extensions: Vec<Text> = extensions.iter().map(|name| Text::of(name.as_bytes())).collect();
        let module = Module { content: Text::of(module), extensions: Array::of(&extensions) };
        let mut image = Vec::new();
        let _inside = isolated::inside();
        // SAFETY: the module lives during the call, and so does the image, which only `take_image` touches meanwhile.
        let is_made = unsafe { (self.table.emit_spirv)(&raw const module, (&raw mut image).cast(), take_image) };
        is_made.then_some(image)
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
    // SAFETY: `data` is the vector of `emit_spirv`; the image lives during the call.
    unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(image.bytes()) }
}

//! Libraries: modules in the context of another one, read as far as they are needed, and linked into it.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;
#[cfg(feature = "llvm22")]
use std::{
    collections::BTreeSet,
    ffi::{c_char, c_void},
};

use inkwell::llvm_sys::prelude::LLVMModuleRef;

#[cfg(feature = "llvm22")]
use super::Pieces;
use super::{Editor, Function, ModuleView, ReadError, ffi, text::take_text};

/// A library, whose bodies are read from its bytes when they are needed.
pub struct Library<'m, 'b> {
    raw: LLVMModuleRef,
    /// It is in the module's context, and reads from its bytes.
    marker: PhantomData<(&'m (), &'b [u8])>,
}

impl<'m, 'b> Library<'m, 'b> {
    /// Reads bitcode or text, with the name for LLVM's messages.
    ///
    /// # Errors
    /// LLVM's own words if the input is neither.
    pub fn open(editor: &Editor<'m>, bytes: &'b [u8], name: &str) -> Result<Self, ReadError> {
        let mut problem = String::new();
        let (data, text) = (bytes.as_ptr().cast(), name.as_ptr().cast());
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; bytes and name with
        // their lengths, of which the bytes live as long as the library; the callback runs only during the call.
        let raw = unsafe {
            let into = editor.view().raw;
            ffi::sp_open_library(into, data, bytes.len(), text, name.len(), (&raw mut problem).cast(), take_text)
        };
        if raw.is_null() { Err(ReadError(problem)) } else { Ok(Self { raw, marker: PhantomData }) }
    }

    /// Reads from a library in pieces what it defines of these names, and all that this needs.
    ///
    /// # Errors
    /// LLVM's own words if a piece is not bitcode, or two do not go together.
    #[cfg(feature = "llvm22")]
    pub fn gather(editor: &Editor<'m>, pieces: &Pieces<'b>, names: &BTreeSet<Vec<u8>>) -> Result<Self, ReadError> {
        let mut problem = String::new();
        let text = |name: &Vec<u8>| ffi::TextRef { data: name.as_ptr().cast(), length: name.len() };
        // Names that it does not have are not declared in it.
        let names: Vec<ffi::TextRef> = names.iter().filter(|name| pieces.find(name).is_some()).map(text).collect();
        let data = (&raw const *pieces).cast_mut().cast();
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; names with their
        // lengths, which live during the call, as the pieces do; the callbacks run only during the call.
        let raw = unsafe {
            let (into, say) = (editor.view().raw, (&raw mut problem).cast());
            ffi::sp_gather_library(into, names.as_ptr(), names.len(), data, find_piece, say, take_text)
        };
        if raw.is_null() { Err(ReadError(problem)) } else { Ok(Self { raw, marker: PhantomData }) }
    }

    /// The library's module. Functions whose bodies were not read yet have none to look at, but are no declarations.
    /// Types are the context's, and stay good; other handles are dead when the library is linked or dropped.
    pub fn view(&self) -> ModuleView<'m> {
        // SAFETY: the module is live; by the promise above.
        unsafe { ModuleView::from_raw(self.raw) }
    }

    /// Links what the module declares and this library defines, and what that needs. All of it is internal there, and
    /// code for the processor of `like`. Facts about the library as a whole, such as flags, are left out.
    ///
    /// Handles to declarations that the library defines are dead afterwards, and so are those to what was erased: LLVM
    /// frees them, and cannot handle users outside of the module.
    ///
    /// # Errors
    /// LLVM's own words. The module is valid then, and may have a part of the library.
    pub fn link(self, editor: &mut Editor<'m>, like: Option<Function<'m>>) -> Result<(), ReadError> {
        let mut problem = String::new();
        let like = like.map_or(std::ptr::null_mut(), |function| function.raw);
        let library = std::mem::ManuallyDrop::new(self);
        editor.free_erased();
        // SAFETY: two live modules of one context; the second goes with the call, and is not freed again; the
        // callback runs only during the call.
        let is_linked =
            unsafe { ffi::sp_link_library(editor.view().raw, library.raw, like, (&raw mut problem).cast(), take_text) };
        if is_linked { Ok(()) } else { Err(ReadError(problem)) }
    }
}

impl Drop for Library<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: opened once, not linked, and freed once.
        unsafe { ffi::sp_free_library(self.raw) }
    }
}

/// Finds the piece of a name.
#[cfg(feature = "llvm22")]
unsafe extern "C" fn find_piece(data: *mut c_void, name: *const c_char, length: usize, found: *mut ffi::Piece) -> bool {
    // SAFETY: `data` are the pieces of the caller above, alive for the call; a name with its length; a place to write.
    unsafe {
        let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
        let Some((piece, place)) = (*data.cast::<Pieces<'_>>()).find(name) else { return false };
        *found = ffi::Piece { data: piece.as_ptr().cast(), length: piece.len(), place };
        true
    }
}

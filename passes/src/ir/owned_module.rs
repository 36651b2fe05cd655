//! Modules in a context of their own.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

#[cfg(feature = "llvm22")]
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::{context::Context, memory_buffer::MemoryBuffer, module::Module};

#[cfg(feature = "llvm22")]
use super::text::take_message;
use super::{edit::Erased, module::ModuleView};

/// A module in a context of its own, so that it can be changed and verified while others of the process are in use.
pub struct OwnedModule {
    // Fields drop in order of declaration: what was erased, then the module, then the context of both.
    erased: Erased,
    module: Module<'static>,
    _context: Box<Context>,
}

/// Why text or bitcode could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(pub(super) String);

impl OwnedModule {
    /// Reads bitcode or text.
    ///
    /// # Errors
    /// LLVM's own words if the input is neither.
    pub fn read(input: &[u8], name: &str) -> Result<Self, ReadError> {
        let context = Box::new(Context::create());
        let module = if input.starts_with(b"BC\xC0\xDE") || input.starts_with(b"\xDE\xC0\x17\x0B") {
            let buffer = MemoryBuffer::create_from_memory_range(input, name);
            Module::parse_bitcode_from_buffer(&buffer, &*context).map_err(|message| ReadError(message.to_string()))?
        } else {
            let mut text = input.to_vec();
            text.push(0); // the text reader wants a terminator that is not part of the buffer
            parse_text(&context, MemoryBuffer::create_from_memory_range_copy(&text, name)).map_err(ReadError)?
        };
        // SAFETY: the context is boxed and dropped after the module, so the module may claim any lifetime as long as
        // it does not leave this struct.
        let module = unsafe { std::mem::transmute::<Module<'_>, Module<'static>>(module) };
        Ok(Self { erased: Erased::default(), module, _context: context })
    }

    /// The module, read only.
    pub fn view(&self) -> ModuleView<'_> {
        // SAFETY: the module lives as long as `self`, which owns its context.
        unsafe { ModuleView::from_raw(self.module.as_mut_ptr()) }
    }

    /// What changes the module.
    pub fn editor(&mut self) -> super::Editor<'_> {
        // SAFETY: as in `view`; the exclusive borrow keeps other views away, and what is erased lives as long as
        // `self`.
        unsafe { super::Editor::of_owned(self.module.as_mut_ptr(), &mut self.erased) }
    }

    /// LLVM's verifier.
    ///
    /// # Errors
    /// The verifier's words.
    pub fn verify(&self) -> Result<(), ReadError> {
        self.module.verify().map_err(|message| ReadError(message.to_string()))
    }

    /// Bitcode of the module.
    pub fn bitcode(&self) -> Vec<u8> {
        self.view().bitcode()
    }
}

/// Reads text. LLVM 22 leaves the buffer to the caller, which inkwell 0.11 forgets.
#[cfg(feature = "llvm22")]
fn parse_text<'c>(context: &'c Context, text: MemoryBuffer<'_>) -> Result<Module<'c>, String> {
    let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: a live context and buffer; on success LLVM gives a module, else a message, both for the caller to free.
    let parsed = unsafe {
        match LLVMParseIRInContext2(context.raw(), text.as_mut_ptr(), &mut module, &mut message) {
            0 => Ok(Module::new(module)),
            _ => Err(take_message(message)),
        }
    };
    drop(text);
    parsed
}

/// Reads text. LLVM takes the buffer.
#[cfg(not(feature = "llvm22"))]
fn parse_text<'c>(context: &'c Context, text: MemoryBuffer<'_>) -> Result<Module<'c>, String> {
    context.create_module_from_ir(text).map_err(|message| message.to_string())
}

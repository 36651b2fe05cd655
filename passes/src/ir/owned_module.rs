//! Modules in a context of their own.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::c_void, mem::ManuallyDrop};

#[cfg(feature = "llvm22")]
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::llvm_sys::{
    LLVMDiagnosticSeverity,
    core::{
        LLVMContextSetDiagnosticHandler, LLVMContextSetDiscardValueNames, LLVMGetDiagInfoDescription,
        LLVMGetDiagInfoSeverity, LLVMGetModuleContext,
    },
    linker::LLVMLinkModules2,
    prelude::{LLVMDiagnosticInfoRef, LLVMModuleRef},
};
use inkwell::{context::Context, memory_buffer::MemoryBuffer, module::Module};

use super::{
    dependencies::{Dependencies, GlobalId, IntrinsicCalls, Marks},
    erased::{Erased, erase_with_bodies},
    ffi,
    module::ModuleView,
    text::take_message,
    value::{Linkage, Value},
};

/// A module in a context of its own, so that it can be changed and verified while others of the process are in use.
pub struct OwnedModule {
    // Fields drop in order of declaration: what was erased, then the module, then the context of both.
    erased: Erased,
    module: Module<'static>,
    _context: Box<Context>,
}

/// Reason why text or bitcode could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(pub(super) String);

impl OwnedModule {
    /// Reads bitcode or text.
    ///
    /// # Errors
    /// LLVM's own words if the input is neither.
    pub fn read(input: &[u8], name: &str) -> Result<Self, ReadError> {
        Self::read_in(Context::create(), input, name)
    }

    /// Reads bitcode or text without the names that arguments, blocks and instructions have, as clang makes modules.
    /// They are half of the bitcode of a module that has them, and nothing but text shows them.
    ///
    /// # Errors
    /// As for [`OwnedModule::read`].
    pub fn read_unnamed(input: &[u8], name: &str) -> Result<Self, ReadError> {
        let context = Context::create();
        if is_bitcode(input) {
            // LLVM does not read text in such a context.
            // SAFETY: `context` owns the context.
            unsafe { LLVMContextSetDiscardValueNames(context.raw(), 1) }
        }
        let module = Self::read_in(context, input, name)?;
        // SAFETY: `module` owns the module, of which there is no view yet.
        unsafe { ffi::sp_discard_names(module.module.as_mut_ptr()) }
        Ok(module)
    }

    fn read_in(context: Context, input: &[u8], name: &str) -> Result<Self, ReadError> {
        let context = Box::new(context);
        let module = parse(&context, input, name)?;
        // SAFETY: the context is boxed and dropped after the module, so the module may claim any lifetime as long as
        // it does not leave this struct.
        let module = unsafe { std::mem::transmute::<Module<'_>, Module<'static>>(module) };
        Ok(Self { erased: Erased::default(), module, _context: context })
    }

    /// Takes over a module that something else in this process has made, such as clang's code generator: it is not
    /// written and read again.
    ///
    /// # Safety
    /// `raw` is a live module, and the only one in its context. From here on, nothing else uses either, or disposes of
    /// them: both go with the result. The context was made with `new`, as `LLVMContextCreate` does. No handler that is
    /// installed in it refers to anything that ends earlier.
    ///
    /// # Panics
    /// If there is no module.
    pub unsafe fn adopt(raw: LLVMModuleRef) -> Self {
        assert!(!raw.is_null(), "there is a module to adopt");
        // SAFETY: by the contract; fields drop in the order of declaration, so the context goes last.
        unsafe {
            let context = Box::new(Context::new(LLVMGetModuleContext(raw)));
            Self { erased: Erased::default(), module: Module::new(raw), _context: context }
        }
    }

    /// Gives the module up, with its context, to a caller that disposes of both: the counterpart of
    /// [`OwnedModule::adopt`]. What was erased from it is freed.
    pub fn release(self) -> LLVMModuleRef {
        let Self { erased, module, _context: context } = self;
        drop(erased);
        std::mem::forget(context);
        ManuallyDrop::new(module).as_mut_ptr()
    }

    /// The module, for functions of LLVM in this process, which may change it until this value is used again. It
    /// remains this one's. What was erased from it is freed, as LLVM would meet it among the users of what is there.
    pub fn raw(&mut self) -> LLVMModuleRef {
        drop(std::mem::take(&mut self.erased));
        self.module.as_mut_ptr()
    }

    /// Reads bitcode or text and links all of it into the module.
    ///
    /// # Errors
    /// LLVM's own words if the input is neither, or the two do not go together: both define a function, say. The
    /// module may have a part of the other one then.
    pub fn link(&mut self, input: &[u8], name: &str) -> Result<(), ReadError> {
        let other = parse(&self._context, input, name)?;
        drop(std::mem::take(&mut self.erased));
        let mut words: Option<String> = None;
        // SAFETY: two modules of one context, of which the linker frees the second; the handler runs only during the
        // call, and what it writes to lives as long.
        let failed = unsafe {
            let context = self._context.raw();
            LLVMContextSetDiagnosticHandler(context, Some(keep_error), (&raw mut words).cast());
            let failed = LLVMLinkModules2(self.module.as_mut_ptr(), other.as_mut_ptr());
            LLVMContextSetDiagnosticHandler(context, None, std::ptr::null_mut());
            failed != 0
        };
        std::mem::forget(other);
        if failed { Err(ReadError(words.unwrap_or_default())) } else { Ok(()) }
    }

    /// The module, read only.
    pub fn view(&self) -> ModuleView<'_> {
        // SAFETY: the module lives as long as `self`, which owns its context.
        unsafe { ModuleView::from_raw(self.module.as_mut_ptr()) }
    }

    /// Editor of the module.
    pub fn editor(&mut self) -> super::Editor<'_> {
        // SAFETY: the module lives as long as `self`, which owns its context; the exclusive borrow keeps other views
        // away, and what is erased lives as long as `self`.
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

    /// Erases every global that nothing needs which has to stay. Metadata that refers to one does without it.
    pub fn erase_unneeded(&mut self) {
        let dependencies = Dependencies::find(self.view(), |_| false);
        let must_stay = |g: &Value<'_>| !g.is_declaration() && g.linkage() == Linkage::External;
        let roots: Vec<GlobalId> =
            dependencies.globals().iter().copied().filter(must_stay).filter_map(|g| dependencies.id(g)).collect();
        let needed = dependencies.closure(roots, IntrinsicCalls::Followed, |_| false, &mut Marks::default());
        let all = dependencies.globals().iter();
        let unneeded = all.filter(|g| dependencies.id(**g).is_none_or(|id| needed.binary_search(&id).is_err()));
        let unneeded = unneeded.map(|global| global.raw).collect();
        // SAFETY: globals of this module; the borrow of `self` keeps handles away, and the graph goes unused.
        unsafe { erase_with_bodies(unneeded) }
    }
}

fn is_bitcode(input: &[u8]) -> bool {
    input.starts_with(b"BC\xC0\xDE") || input.starts_with(b"\xDE\xC0\x17\x0B")
}

/// Reads bitcode or text into a context.
fn parse<'c>(context: &'c Context, input: &[u8], name: &str) -> Result<Module<'c>, ReadError> {
    if is_bitcode(input) {
        let buffer = MemoryBuffer::create_from_memory_range(input, name);
        Module::parse_bitcode_from_buffer(&buffer, context).map_err(|message| ReadError(message.to_string()))
    } else {
        let mut text = input.to_vec();
        text.push(0); // the text reader wants a terminator that is not part of the buffer
        parse_text(context, MemoryBuffer::create_from_memory_range_copy(&text, name)).map_err(ReadError)
    }
}

/// Keeps the words of the first error.
extern "C" fn keep_error(info: LLVMDiagnosticInfoRef, data: *mut c_void) {
    // SAFETY: LLVM's diagnostic, alive for the call; the data of `OwnedModule::link`.
    unsafe {
        if let LLVMDiagnosticSeverity::LLVMDSError = LLVMGetDiagInfoSeverity(info) {
            let words = take_message(LLVMGetDiagInfoDescription(info));
            (*data.cast::<Option<String>>()).get_or_insert(words);
        }
    }
}

/// Reads text. LLVM 22 leaves the buffer to the caller, which inkwell 0.11 forgets.
#[cfg(feature = "llvm22")]
fn parse_text<'c>(context: &'c Context, text: MemoryBuffer<'_>) -> Result<Module<'c>, String> {
    let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: context and buffer are borrowed during the call; on success LLVM gives a module, else a message, both for
    // the caller to free.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_adopted_and_released() {
        let text = b"declare void @f()\ndefine void @g() { call void @f() ret void }";
        let raw = OwnedModule::read(text, "a").unwrap().release();
        // SAFETY: a module in a context of its own, which nothing else has.
        let mut module = unsafe { OwnedModule::adopt(raw) };
        assert_eq!(module.view().identifier(), "a");
        let mut editor = module.editor();
        let call = editor.view().function("g").and_then(|g| g.instructions().next()).unwrap();
        editor.erase_instruction(call);
        drop(editor);
        // What was erased no longer uses the function.
        assert!(!module.raw().is_null());
        assert_eq!(module.view().function("f").map(|f| f.users().count()), Some(0));
        // SAFETY: as before.
        let module = unsafe { OwnedModule::adopt(module.release()) };
        assert!(module.verify().is_ok() && !module.view().print().contains("call"));
    }

    #[test]
    fn names_inside_functions_are_left_out() {
        let text =
            b"@table = global i32 0\ndefine i32 @f(ptr %p) {\nblock:\n  %sum = load i32, ptr %p\n  ret i32 %sum\n}";
        let named = OwnedModule::read(text, "a").unwrap();
        assert!(named.view().print().contains("block:"));
        for input in [text.to_vec(), named.bitcode()] {
            let module = OwnedModule::read_unnamed(&input, "a").unwrap();
            let printed = module.view().print();
            let (_, body) = printed.split_once("@table = global i32 0").unwrap();
            let expected = "define i32 @f(ptr %0) {\n  %2 = load i32, ptr %0, align 4\n  ret i32 %2\n}";
            assert_eq!(body.trim(), expected);
        }
    }

    #[test]
    fn modules_are_linked_or_refused() {
        let mut module =
            OwnedModule::read(b"declare void @f()\ndefine void @g() { call void @f() ret void }", "a").unwrap();
        module.link(b"define void @f() { ret void }", "b").unwrap();
        assert!(module.view().function("f").is_some_and(|f| !f.is_declaration()));
        assert!(module.verify().is_ok());
        let error = module.link(b"define void @g() { ret void }", "c").unwrap_err().to_string();
        assert!(error.contains("symbol multiply defined"), "{error}");
        assert!(module.link(b"no module", "d").is_err());
    }
}

//! Results of a compilation, with texts as C reads them: terminated, and in one place as long as their owner lives.

use std::{
    ffi::{CStr, CString},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use once_cell::sync::OnceCell;
use sycl_propset::text;
use sycl_rtc::containers::Containers;
use sycl_rtc::{CompileError, ImageFormat, Origin, Settings};

use crate::{
    c::{Severity, Status},
    draft::Draft,
};

/// A compiler.
pub(crate) struct Compiler {
    compiler: sycl_rtc::Compiler,
    cache_trouble: OnceLock<CString>,
}

impl Compiler {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { compiler: sycl_rtc::Compiler::new(settings), cache_trouble: OnceLock::new() }
    }

    /// Reason why programs are not kept on disk.
    pub(crate) fn cache_trouble(&self) -> Option<&CStr> {
        if let Some(trouble) = self.compiler.cache_trouble() {
            // Of several reasons, the first one stays.
            let _ = self.cache_trouble.set(terminated(trouble));
        }
        self.cache_trouble.get().map(CString::as_c_str)
    }
}

/// A program: a draft, until it is compiled.
pub(crate) struct Program {
    compiler: Arc<Compiler>,
    draft: Mutex<Option<Draft>>,
    results: OnceLock<Results>,
}

impl Program {
    pub(crate) fn new(compiler: Arc<Compiler>, draft: Draft) -> Self {
        Self { compiler, draft: Mutex::new(Some(draft)), results: OnceLock::new() }
    }

    /// Changes a program that is not compiled yet.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Draft)) -> Result<(), Status> {
        let mut draft = self.draft.lock().unwrap_or_else(PoisonError::into_inner);
        draft.as_mut().map(change).ok_or(Status::OutOfOrder)
    }

    /// Gives what is to be compiled, once.
    pub(crate) fn take(&self) -> Result<Draft, Status> {
        self.draft.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(Status::OutOfOrder)
    }

    /// Compiles it.
    pub(crate) fn compile(&self, draft: Draft) -> Result<(), Status> {
        let compiled =
            draft.into_request().map_err(CompileError::from).and_then(|r| self.compiler.compiler.compile(&r));
        let results = self.results.get_or_init(|| Results::of(compiled));
        results.program.as_ref().map(|_| ()).map_err(|status| *status)
    }

    /// Results of the compilation; early calls are out of order.
    pub(crate) fn results(&self) -> Result<&Results, Status> {
        self.results.get().ok_or(Status::OutOfOrder)
    }

    /// Results; there is nothing after an error.
    pub(crate) fn compiled(&self) -> Result<&Compiled, Status> {
        self.results()?.program.as_ref().map_err(|_| Status::OutOfOrder)
    }
}

/// Results of a compilation.
pub(crate) struct Results {
    pub(crate) log: CString,
    pub(crate) diagnostics: Vec<Diagnostic>,
    program: Result<Compiled, Status>,
}

/// A program that was compiled.
pub(crate) struct Compiled {
    pub(crate) program: Arc<sycl_rtc::Program>,
    pub(crate) images: Vec<Image>,
    names: Vec<Name>,
    syclbin: OnceCell<Vec<u8>>,
    offload_binary: OnceCell<Vec<u8>>,
}

/// The texts of an image.
pub(crate) struct Image {
    pub(crate) target: CString,
    pub(crate) format: CString,
    /// The code, if it is a text, with a zero byte at its end.
    pub(crate) ptx: Option<Vec<u8>>,
    pub(crate) entry_points: Vec<CString>,
    /// None if a name has a line break, which the text cannot hold.
    pub(crate) properties: Option<CString>,
}

/// Function that an expression names.
pub(crate) struct Name {
    expression: String,
    pub(crate) lowered: CString,
    pub(crate) entry_point: Option<CString>,
}

/// A diagnostic.
pub(crate) struct Diagnostic {
    pub(crate) severity: Severity,
    pub(crate) place: Option<Place>,
    pub(crate) text: CString,
    pub(crate) option: Option<CString>,
    pub(crate) rendered: CString,
    pub(crate) notes: Vec<Diagnostic>,
}

/// Place of a diagnostic.
pub(crate) struct Place {
    pub(crate) file: CString,
    pub(crate) begin: (u32, u32),
    pub(crate) end: (u32, u32),
}

impl Results {
    fn of(compiled: Result<Arc<sycl_rtc::Program>, CompileError>) -> Self {
        match compiled {
            Ok(program) => Self {
                log: terminated(program.log()),
                diagnostics: program.diagnostics().iter().map(Diagnostic::of).collect(),
                program: Ok(Compiled::of(program)),
            },
            Err(error) => Self {
                log: terminated(error.log()),
                diagnostics: error.described().iter().map(Diagnostic::of).collect(),
                program: Err(Status::of(&error)),
            },
        }
    }
}

impl Compiled {
    fn of(program: Arc<sycl_rtc::Program>) -> Self {
        let image = |image: &sycl_rtc::Image| Image {
            target: terminated(image.target().name()),
            format: terminated(image.format().name()),
            ptx: (image.format() == ImageFormat::Ptx).then(|| [image.bytes(), &[0]].concat()),
            entry_points: image.entry_points().iter().map(terminated).collect(),
            properties: text::write(image.properties()).ok().map(terminated),
        };
        let images = program.images().iter().map(image).collect();
        let name = |name: &sycl_rtc::Name| Name {
            expression: name.expression.clone(),
            lowered: terminated(&name.lowered),
            entry_point: name.entry_point.as_ref().map(terminated),
        };
        let names = program.names().iter().map(name).collect();
        Self { program, images, names, syclbin: OnceCell::new(), offload_binary: OnceCell::new() }
    }

    /// Function that an expression names.
    pub(crate) fn name(&self, expression: &str) -> Result<&Name, Status> {
        self.names.iter().find(|name| name.expression == expression).ok_or(Status::NotFound)
    }

    /// A SYCLBIN file of the images; none if a name has a line break, which the text of properties cannot hold.
    pub(crate) fn syclbin(&self) -> Result<&[u8], Status> {
        let file = self.syclbin.get_or_try_init(|| self.program.syclbin());
        file.map(Vec::as_slice).map_err(|_| Status::NotFound)
    }

    /// An OffloadBinary of the images; none as for a SYCLBIN file.
    pub(crate) fn offload_binary(&self) -> Result<&[u8], Status> {
        let file = self.offload_binary.get_or_try_init(|| self.program.offload_binary());
        file.map(Vec::as_slice).map_err(|_| Status::NotFound)
    }

    pub(crate) fn origin(&self) -> Origin {
        self.program.came_from()
    }
}

impl Diagnostic {
    fn of(diagnostic: &sycl_rtc::Diagnostic) -> Self {
        let place = diagnostic.place.as_ref().map(|place| Place {
            file: terminated(&place.file),
            begin: (place.line, place.column),
            end: place.end.unwrap_or_default(),
        });
        Self {
            severity: Severity::of(diagnostic.severity),
            place,
            text: terminated(&diagnostic.text),
            option: diagnostic.option.as_ref().map(terminated),
            rendered: terminated(&diagnostic.rendered),
            notes: diagnostic.notes.iter().map(Self::of).collect(),
        }
    }
}

/// A text for C. Zero bytes, which end a text there, are shown as what they are not.
pub(crate) fn terminated(text: impl AsRef<str>) -> CString {
    CString::new(text.as_ref().replace('\0', "\u{fffd}")).expect("zero bytes were replaced")
}

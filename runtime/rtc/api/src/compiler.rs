//! A compiler, and how it compiles.

mod image;
mod targets;

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use sycl_propset::demangle::display_name;
use sycl_store::Hash;

use crate::{
    cache::{self, CacheSettings, Disk, Kept, Manifest, Memory, Parts},
    compiler_library::{
        Collected, Library,
        interface::{Outcome, Step},
        with_stack,
    },
    diagnostic::{Diagnostic, Severity},
    dpcpp,
    error::{BadRequest, CompileError, NoCompiler},
    forks::Users,
    options::{self, Arguments},
    program::{Image, Name, Origin, Program, Timings},
    request::{Language, Request},
    target::Target,
};
pub(crate) use image::image_of;
use targets::{Made, Task};

/// Compilations that run.
static RUNNING: Users = Users::new();

/// Settings of a compiler. Nothing of it comes from the environment, unless [`Settings::from_env`] made it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The compiler library. Without it, the one beside the file that holds this code is taken, or in `../lib`.
    pub compiler: Option<PathBuf>,
    /// Fatal errors of LLVM in this process after which nothing more is compiled: each leaks about 0.35 MB.
    pub fatal_errors: u64,
    /// Process that compilations run in.
    pub isolation: Isolation,
    /// Cache of earlier programs; nothing is kept without it.
    pub cache: Option<CacheSettings>,
    /// Whether DPC++'s headers ([`Request::sycl_headers`]) are parsed once for sources with the same options, as long
    /// as no file of them changes. The first source takes longer, and the process keeps about 35 MB for each of up to 8
    /// sets of options. Isolated compilations keep nothing, and neither do those that read relative directories; the
    /// embedded header is always kept.
    pub keeps_sycl_headers: bool,
    /// Threads that one compilation may use for its targets, and for the images of a target, if there are several: by
    /// default one, as for other compilers in a process, which leaves threads to their host. Programs do not depend on
    /// it. The SPIR-V back end runs in one of them at a time.
    pub threads: NonZeroUsize,
}

/// Processes that compilations run in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isolation {
    /// In this process. A crash of LLVM is a crash of the process.
    #[default]
    None,
    /// Each in a forked child, which costs some milliseconds. A crash is an error, what fatal errors leak is gone, and
    /// the deadline of a request ends its compilation wherever it is.
    Fork,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            compiler: None,
            fatal_errors: 1000,
            isolation: Isolation::None,
            cache: None,
            keeps_sycl_headers: false,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl Settings {
    /// The default settings, with the cache that the environment asks for ([`CacheSettings::from_env`]).
    #[must_use]
    pub fn from_env() -> Self {
        Self { cache: CacheSettings::from_env(), ..Self::default() }
    }
}

/// Compiles requests, on any number of threads at a time. Clones have one cache.
#[derive(Debug, Clone)]
pub struct Compiler {
    settings: Settings,
    cache: Option<Arc<Cache>>,
}

/// Programs that were compiled before.
#[derive(Debug)]
struct Cache {
    memory: Memory,
    disk: Option<Disk>,
    /// Reason why there is nothing on disk, until it is asked for.
    trouble: Mutex<Option<String>>,
}

impl Cache {
    fn new(settings: &CacheSettings, compiler: Option<PathBuf>) -> Self {
        let (disk, refused) = Disk::open(settings, compiler);
        let trouble = refused.map(|refused| refused.to_string());
        if let Some(trouble) = &trouble {
            log::debug!("a directory of the cache is not used: {trouble}");
        }
        let trouble = Mutex::new(trouble);
        Self { memory: Memory::new(settings.memory), disk, trouble }
    }
}

impl Compiler {
    /// A compiler. The compiler library is loaded at the first compilation. A directory that cannot be a cache is not
    /// used ([`Compiler::cache_trouble`]).
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let cache = settings.cache.as_ref().map(|cache| Arc::new(Cache::new(cache, settings.compiler.clone())));
        Self { settings, cache }
    }

    /// The same compiler, with the same cache, and another number of threads for a compilation
    /// ([`Settings::threads`]).
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Self {
        self.settings.threads = threads;
        self
    }

    /// Reason why the directory of the cache is not used, or no longer written to, once. Compilations go on without it.
    #[must_use]
    pub fn cache_trouble(&self) -> Option<String> {
        let cache = self.cache.as_ref()?;
        let refused = cache.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
        refused.or_else(|| cache.disk.as_ref()?.trouble())
    }

    /// Loads the compiler library, which the first compilation does otherwise, and gives the version of LLVM.
    ///
    /// # Errors
    /// [`CompileError::NoCompiler`] if it cannot be loaded; [`CompileError::Forked`] as for [`Compiler::compile`].
    pub fn llvm_version(&self) -> Result<String, CompileError> {
        let _active = RUNNING.enter().ok_or(CompileError::Forked)?;
        with_stack(|| Ok(self.library()?.llvm_version()))
    }

    /// Compiles for all targets of the request.
    ///
    /// The same request gives the same bytes, whatever was compiled before, on whatever thread.
    ///
    /// # Errors
    /// [`CompileError`] says why there is no program. After any error but `Poisoned` and `NoCompiler` the next
    /// compilation is as right as the first.
    pub fn compile(&self, request: &Request) -> Result<Arc<Program>, CompileError> {
        let _active = RUNNING.enter().ok_or(CompileError::Forked)?;
        request.check()?;
        let mut arguments = match request.language {
            Language::Bitcode => Arguments::default(),
            language => options::parse(language, &request.options).map_err(BadRequest::from)?,
        };
        dpcpp::add(request, &mut arguments)?;
        match &self.cache {
            None => self.make(request, &arguments, None).outcome.map(Arc::new),
            Some(cache) => {
                let key = cache::of_request(request);
                cache.memory.get_or(key, request.deadline, || self.compile_stored(cache, request, &arguments, &key))
            }
        }
    }

    /// The program of a request that is not in the process: that of the disk, or a new one.
    fn compile_stored(&self, cache: &Cache, request: &Request, arguments: &Arguments, key: &Hash) -> Kept {
        let place = cache.disk.as_ref().and_then(|disk| Some((disk, disk.program_key(key)?)));
        log::debug!("program {} of `{}`: this process does not have it", key.to_hex(), request.name);
        if cache.disk.is_some() && place.is_none() {
            log::debug!("nothing on disk is used: no compiler library says its build");
        }
        let stored = || place.and_then(|(disk, place)| disk.program(&place, request));
        let kept = |(program, manifest)| Kept { outcome: Ok(Arc::new(program)), manifest: Some(manifest) };
        if let Some(found) = stored() {
            return kept(found);
        }
        // Another process may make it now, or have made it since.
        let turn = place.and_then(|(disk, place)| disk.turn(&place, request.deadline));
        if turn.is_some()
            && let Some(found) = stored()
        {
            return kept(found);
        }
        let Made { outcome, files, images } = self.make(request, arguments, cache.disk.as_ref());
        let manifest = Manifest::of(&files).filter(|_| outcome.as_ref().err().is_none_or(CompileError::is_final));
        if let (Ok(program), Some(manifest), Some((disk, place))) = (&outcome, &manifest, place)
            // The library that was loaded is still the one whose build is in the key.
            && disk.program_key(key) == Some(place)
            && images.len() == request.targets().len()
        {
            disk.put(&place, program, manifest, &images);
            log::debug!("entry {} on disk: written", place.to_hex());
        }
        Kept { outcome: outcome.map(Arc::new), manifest }
    }

    /// Compiles, with what the disk has of the program.
    fn make(&self, request: &Request, arguments: &Arguments, disk: Option<&Disk>) -> Made {
        let made = with_stack(|| {
            let library = self.library()?;
            Ok(Task { compiler: self, library, request, arguments, disk, started: Instant::now() }.make())
        });
        made.unwrap_or_else(Made::failed)
    }

    fn library(&self) -> Result<Library, NoCompiler> {
        Library::load(self.settings.compiler.as_deref())
    }
}

/// The error of what the compiler library gave for a target, if it is one.
fn check(
    request: &Request,
    target: Target,
    outcome: Outcome,
    collected: &mut Collected,
    fatal_errors: u64,
) -> Result<(), CompileError> {
    Err(match outcome {
        Outcome::Done => return Ok(()),
        Outcome::FrontEnd => {
            if request.language == Language::Sycl && request.sycl_headers.is_empty() {
                explain(collected);
            }
            let Collected { diagnostics, log, .. } = std::mem::take(collected);
            CompileError::Frontend { diagnostics, log }
        }
        Outcome::Bitcode => bitcode(request, words(&collected.diagnostics)),
        Outcome::Triple => {
            let found = match collected.triple.as_str() {
                "" => "a module without a triple".to_owned(),
                triple => format!("code for `{triple}`"),
            };
            bitcode(request, found)
        }
        Outcome::NoKernel => CompileError::NoKernel { file: request.name.clone(), language: request.language },
        Outcome::Undefined => {
            let (symbol, kernel) = std::mem::take(&mut collected.undefined);
            CompileError::Undefined { symbol, kernel: kernel.as_deref().map(display_name), target }
        }
        Outcome::Processor => {
            let known = std::mem::take(&mut collected.processors);
            BadRequest::Processor { name: target.name().to_owned(), known }.into()
        }
        Outcome::BackEnd => back_end(target, std::mem::take(collected)),
        Outcome::TimedOut => CompileError::TimedOut { limit: request.deadline.unwrap_or_default() },
        Outcome::Poisoned => CompileError::Poisoned { limit: fatal_errors },
        Outcome::Internal => {
            let words = collected.diagnostics.pop().map(|words| format!(": {}", words.text)).unwrap_or_default();
            CompileError::Internal { what: format!("the compiler library panicked{words}") }
        }
    })
}

/// Adds to a program what the compiler library gave for a target, and stores it; gives where the images are.
fn add(
    request: &Request,
    target: Target,
    mut collected: Collected,
    program: &mut Program,
    parts: Option<Parts<'_>>,
) -> Result<Option<Hash>, CompileError> {
    let start = Instant::now();
    let origin = parts.as_ref().map_or(Origin::Compiled, |parts| parts.origin(&collected));
    let images = std::mem::take(&mut collected.images);
    let images = images.into_iter().map(|image| image_of(target, image, request.keeps_bitcode, origin));
    let mut images = images.collect::<Result<Vec<Image>, CompileError>>()?;
    let stored = parts.and_then(|parts| parts.keep(&collected, &images));
    let timings = Timings {
        front_end: collected.time(Step::FrontEnd),
        passes: collected.time(Step::Passes),
        checks: collected.time(Step::Verify) + start.elapsed(),
        back_end: collected.time(Step::BackEnd),
        total: Duration::ZERO,
    };
    images.iter_mut().for_each(|image| image.timings = timings);
    program.images.append(&mut images);
    program.log.push_str(&collected.log);
    program.diagnostics.append(&mut collected.diagnostics);
    let names = request.names.iter().zip(collected.names);
    program.names.extend(names.map(|(expression, (lowered, entry_point))| Name {
        target,
        expression: expression.clone(),
        lowered,
        entry_point,
    }));
    Ok(stored)
}

/// Adds a note to errors about what the embedded headers do not have.
fn explain(collected: &mut Collected) {
    const TEXT: &str = "not in the run-time header; docs/runtime-header.md lists what is";
    for diagnostic in collected.diagnostics.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
        let is_of_ours = ["in namespace 'sycl", "in namespace 'std"].iter().any(|end| diagnostic.text.contains(end));
        let is_missing = diagnostic.text.starts_with("no ") && is_of_ours;
        if is_missing || diagnostic.text.ends_with("' file not found") {
            let note = Diagnostic::plain(Severity::Note, TEXT);
            let both = format!("{}{}", diagnostic.rendered, note.rendered);
            collected.log = collected.log.replacen(&diagnostic.rendered, &both, 1);
            diagnostic.notes.push(note);
        }
    }
}

fn bitcode(request: &Request, found: String) -> CompileError {
    let expected = "bitcode or text of LLVM 22 or older, for spir64 or spirv64";
    CompileError::Bitcode { file: request.name.clone(), found, expected }
}

fn words(diagnostics: &[Diagnostic]) -> String {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    let text = first.map_or("the compiler failed without a word", |diagnostic| diagnostic.text.as_str());
    // The verifier prints the values that are wrong on further lines.
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(": ")
}

fn back_end(target: Target, collected: Collected) -> CompileError {
    let named = collected.diagnostics.iter().find_map(|diagnostic| diagnostic.function.as_deref());
    // A function that is not a kernel is at least in the words.
    let kernel = named.filter(|name| collected.kernels.iter().any(|kernel| kernel == name)).or_else(|| {
        let [only] = &collected.kernels[..] else { return None };
        Some(only.as_str())
    });
    let words = words(&collected.diagnostics);
    let words = match named.filter(|name| Some(*name) != kernel) {
        Some(function) => format!("function `{}`: {words}", display_name(function)),
        None => words,
    };
    CompileError::Backend { words, kernel: kernel.map(display_name), target, diagnostics: collected.diagnostics }
}

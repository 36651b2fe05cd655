//! A request, for each of its targets: one after another, or side by side.

use std::{
    num::NonZeroUsize,
    path::Path,
    time::{Duration, Instant},
};

use sycl_images::parallel::map_in_order;
use sycl_propset::spirv::EXTENSIONS;
use sycl_store::Hash;

use super::{Compiler, Isolation, add, check};
use crate::{
    cache::{self, Disk, DiskFiles, Parts},
    compiler_library::{
        Collected, Ended, Library,
        interface::{Array, File, Form, Job, Outcome, Text},
        said::Said,
        thread_builder,
    },
    error::CompileError,
    options::Arguments,
    program::Program,
    request::{Language, Request},
    target::Target,
};

/// Result of a compilation.
pub(super) struct Made {
    pub(super) outcome: Result<Program, CompileError>,
    /// Files that it found on disk.
    pub(super) files: DiskFiles,
    /// Keys of the images for each target, if they are stored.
    pub(super) images: Vec<(Target, Hash)>,
}

impl Made {
    pub(super) fn failed(error: CompileError) -> Self {
        Self { outcome: Err(error), files: DiskFiles::new(), images: Vec::new() }
    }
}

/// Data that compilations for all targets have in common.
pub(super) struct Task<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) library: Library,
    pub(super) request: &'a Request,
    pub(super) arguments: &'a Arguments,
    /// Stored parts of the program.
    pub(super) disk: Option<&'a Disk>,
    pub(super) started: Instant,
}

/// Result of the compiler library for a target, and the time that it took.
struct Ran<'a> {
    outcome: Result<(Outcome, Collected, Option<Parts<'a>>), CompileError>,
    elapsed: Duration,
}

impl Task<'_> {
    /// Compiles, on this thread and as many others as the settings allow.
    pub(super) fn make(&self) -> Made {
        let (mut files, mut images) = (DiskFiles::new(), Vec::new());
        let outcome = self.program(&mut files, &mut images);
        Made { outcome, files, images }
    }

    fn program(&self, files: &mut DiskFiles, stored: &mut Vec<(Target, Hash)>) -> Result<Program, CompileError> {
        let mut program =
            Program { images: Vec::new(), names: Vec::new(), diagnostics: Vec::new(), log: String::new() };
        let mut add = |target, ran: Ran<'_>| {
            let start = Instant::now();
            let (outcome, mut collected, parts) = ran.outcome?;
            for (name, file) in std::mem::take(&mut collected.files) {
                cache::add_file(files, name, file);
            }
            check(self.request, target, outcome, &mut collected, self.compiler.settings.fatal_errors)?;
            let first = program.images.len();
            let images = add(self.request, target, collected, &mut program, parts)?;
            stored.extend(images.map(|key| (target, key)));
            let total = ran.elapsed + start.elapsed();
            program.images[first..].iter_mut().for_each(|image| image.timings.total = total);
            Ok::<(), CompileError>(())
        };
        let (targets, threads) = (self.request.targets(), self.compiler.settings.threads);
        // What one has stored, the module of the front end for one, serves the next. So with threads the first is alone
        // if there is something to store.
        let in_turn = match threads {
            NonZeroUsize::MIN => targets.len(),
            _ => usize::from(self.disk.is_some()).min(targets.len()),
        };
        let (in_turn, others) = targets.split_at(in_turn);
        for &target in in_turn {
            add(target, self.run(target, threads))?;
        }
        for (&target, ran) in others.iter().zip(self.side_by_side(others, threads)) {
            add(target, ran)?;
        }
        Ok(program)
    }

    /// Runs the compiler library for several targets at a time, which share the threads. Results in target
    /// order, up to and including the first failure.
    fn side_by_side(&self, targets: &[Target], threads: NonZeroUsize) -> Vec<Ran<'_>> {
        let count = NonZeroUsize::new(targets.len()).unwrap_or(NonZeroUsize::MIN).min(threads);
        let threads_of_each = NonZeroUsize::new(threads.get() / count).unwrap_or(NonZeroUsize::MIN);
        let helpers = (1..count.get()).map(|_| (thread_builder(), ()));
        let has_no_images = |ran: &Ran<'_>| !matches!(ran.outcome, Ok((Outcome::Done, ..)));
        map_in_order(targets, helpers, |_, target| self.run(*target, threads_of_each), has_no_images)
    }

    fn run(&self, target: Target, threads: NonZeroUsize) -> Ran<'_> {
        let start = Instant::now();
        let outcome = self.run_library(target, threads);
        Ran { outcome, elapsed: start.elapsed() }
    }

    fn run_library(
        &self,
        target: Target,
        threads: NonZeroUsize,
    ) -> Result<(Outcome, Collected, Option<Parts<'_>>), CompileError> {
        let Self { library, request, arguments, .. } = *self;
        let mut parts = self.disk.map(|disk| Parts::new(disk, request, target, arguments));
        let left = match request.deadline {
            None => None,
            Some(limit) => {
                let left = limit.checked_sub(self.started.elapsed()).filter(|left| !left.is_zero());
                Some(left.ok_or(CompileError::TimedOut { limit })?)
            }
        };
        let texts = |texts: &[String]| texts.iter().map(|text| Text::of(text.as_bytes())).collect::<Vec<_>>();
        let header = |header: &crate::Header| File {
            name: Text::of(header.name.as_bytes()),
            content: Text::of(header.text.as_bytes()),
        };
        let files: Vec<File> = request.headers.iter().map(header).collect();
        let (directories, words) = (texts(&arguments.directories), texts(&arguments.words));
        let (names, specialize) = (texts(&request.names), texts(&request.specialize));
        let extensions = match &request.spirv_extensions {
            Some(names) => texts(names),
            None => EXTENSIONS.iter().map(|name| Text::of(name.as_bytes())).collect(),
        };
        // A child would take what it made with it. Clang writes absolute names into parsed headers, and the front end
        // has no working directory of which it could say where it is.
        let keeps = self.compiler.settings.isolation == Isolation::None
            && arguments.directories.iter().all(|directory| Path::new(directory).is_absolute());
        let stores_preamble =
            parts.is_some() && self.compiler.settings.cache.as_ref().is_some_and(|cache| cache.headers);
        let job = Job {
            form: match request.language {
                Language::Sycl => Form::Sycl,
                Language::OpenClC | Language::CxxForOpenCl => Form::OpenCl,
                Language::Bitcode => Form::Bitcode,
            },
            names: Array::of(&names),
            uses_dpcpp_headers: !request.sycl_headers.is_empty(),
            keeps_preamble: (self.compiler.settings.keeps_sycl_headers || stores_preamble) && keeps,
            stores_preamble: stores_preamble && keeps,
            split: arguments.split_of(request),
            threads: threads.get(),
            spec_constants: request.spec_constants.unwrap_or(target.spec_constants()),
            target: Text::of(target.name().as_bytes()),
            wants_bitcode: request.keeps_bitcode,
            distinct_memory: request.distinct_memory,
            specialize: Array::of(&specialize),
            name: Text::of(request.name.as_bytes()),
            source: Text::of(&request.source),
            files: Array::of(&files),
            directories: Array::of(&directories),
            arguments: Array::of(&words),
            extensions: Array::of(&extensions),
            wants_files: self.compiler.cache.is_some(),
            has_store: parts.is_some(),
            limit: left.map_or(0, |left| u64::try_from(left.as_nanos()).unwrap_or(u64::MAX)),
            abandoned_limit: self.compiler.settings.fatal_errors,
        };
        let mut collected = Collected::default();
        let mut take = |said: Said<'_>| match &mut parts {
            Some(parts) => parts.take(said, &mut collected),
            None => {
                collected.take(said);
                Vec::new()
            }
        };
        let outcome = match self.compiler.settings.isolation {
            Isolation::None => library.compile(&job, &mut take),
            Isolation::Fork => library.compile_isolated(&job, &mut take, left).map_err(|ended| match ended {
                Ended::TimedOut => CompileError::TimedOut { limit: request.deadline.unwrap_or_default() },
                Ended::Crashed(signal) => CompileError::Crashed { signal },
                Ended::NotStarted(cause) => CompileError::Process { cause },
            })?,
        };
        Ok((outcome, collected, parts))
    }
}

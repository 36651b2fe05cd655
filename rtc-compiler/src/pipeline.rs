//! The steps of a compilation: front end or bitcode reader, checks, back end.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sycl_rtc::interface::{Answer, Array, Diagnostic, Job, Outcome, Part, Step, Text};

use crate::arguments;
use crate::shim::{Failure, Report, Source, Unit};

/// Fatal errors in this process. Each leaks what LLVM was working on.
static ABANDONED: AtomicU64 = AtomicU64::new(0);

/// What device code may be for.
const DEVICE_TRIPLES: [&[u8]; 2] = [b"spir64-", b"spirv64-"];

struct Run<'a> {
    answer: &'a Answer,
    report: Report,
    started: Instant,
    limit: Option<Duration>,
}

unsafe extern "C" fn diagnostic(data: *mut c_void, diagnostic: *const Diagnostic) {
    // SAFETY: `data` is the answer of `run`, which outlives the report; the diagnostic lives during the call.
    unsafe {
        let answer = &*data.cast::<Answer>();
        (answer.diagnostic)(answer.data, diagnostic);
    }
}

unsafe extern "C" fn log(data: *mut c_void, text: Text) {
    // SAFETY: as above.
    unsafe {
        let answer = &*data.cast::<Answer>();
        (answer.part)(answer.data, Part::Log as u32, text);
    }
}

/// Compiles.
pub(crate) fn run(job: &Job, answer: &Answer) -> Outcome {
    if ABANDONED.load(Ordering::Relaxed) >= job.abandoned_limit {
        return Outcome::Poisoned;
    }
    let run = Run {
        answer,
        report: Report { data: (&raw const *answer).cast_mut().cast(), diagnostic, log },
        started: Instant::now(),
        limit: (job.limit != 0).then(|| Duration::from_nanos(job.limit)),
    };
    run.all(job).err().unwrap_or(Outcome::Done)
}

impl Run<'_> {
    fn all(&self, job: &Job) -> Result<(), Outcome> {
        let wrong = if job.is_bitcode { Outcome::Bitcode } else { Outcome::FrontEnd };
        let unit = self.step(Step::FrontEnd, || self.module(job)).map_err(|failure| Self::end(failure, None, wrong))?;
        if job.is_bitcode {
            let triple = unit.triple();
            if !DEVICE_TRIPLES.iter().any(|known| triple.starts_with(known)) {
                self.part(Part::Triple, &triple);
                return Err(Outcome::Triple);
            }
        }
        self.check_time()?;
        let wrong = if job.is_bitcode { Outcome::Bitcode } else { Outcome::BackEnd };
        let verified = self.step(Step::Verify, || unit.verify(&self.report));
        let mut unit = match verified {
            Ok(()) => unit,
            Err(failure) => return Err(Self::end(failure, Some(unit), wrong)),
        };
        let kernels = unit.kernels();
        if kernels.is_empty() {
            return Err(Outcome::NoKernel);
        }
        kernels.iter().for_each(|kernel| self.part(Part::Kernel, kernel));
        if job.wants_bitcode {
            match unit.bitcode(&self.report) {
                Ok(bitcode) => self.part(Part::Bitcode, &bitcode),
                Err(failure) => return Err(Self::end(failure, Some(unit), Outcome::BackEnd)),
            }
        }
        // SAFETY: as in `step`.
        if job.asks_for_image && unsafe { (self.answer.has_image)(self.answer.data) } {
            return Ok(());
        }
        self.check_time()?;
        // SAFETY: the caller's array lives during the call.
        let extensions = unsafe { job.extensions.elements() };
        match self.step(Step::BackEnd, || unit.emit_spirv(extensions, &self.report)) {
            Ok(image) => self.part(Part::Image, &image),
            Err(failure) => return Err(Self::end(failure, Some(unit), Outcome::BackEnd)),
        }
        self.check_time()
    }

    fn module(&self, job: &Job) -> Result<Unit, Failure> {
        if job.is_bitcode {
            return Unit::read(job.name, job.source, &self.report);
        }
        // SAFETY: the caller's arrays live during the call.
        let (files, of_request) = unsafe { (job.files.elements(), job.arguments.elements()) };
        let (files, arguments) = (arguments::files(files), arguments::all(of_request, job.name));
        // SAFETY: as above.
        let directories = Array::of(unsafe { job.directories.elements() });
        let source = Source {
            name: job.name,
            content: job.source,
            files: Array::of(&files),
            directories,
            arguments: Array::of(&arguments),
            file: job.wants_files.then_some(self.answer.file),
            file_data: self.answer.data,
        };
        Unit::compile(&source, &self.report)
    }

    /// What a failure is to the caller. After a fatal error the module is leaked: LLVM was changing it.
    fn end(failure: Failure, unit: Option<Unit>, reported: Outcome) -> Outcome {
        if failure == Failure::Abandoned {
            ABANDONED.fetch_add(1, Ordering::Relaxed);
            if let Some(unit) = unit {
                unit.leak();
            }
        }
        reported
    }

    fn step<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: the answer is the caller's, with the data that belongs to it.
        unsafe { (self.answer.time)(self.answer.data, step as u32, nanoseconds) };
        result
    }

    fn check_time(&self) -> Result<(), Outcome> {
        let is_over = self.limit.is_some_and(|limit| self.started.elapsed() > limit);
        if is_over { Err(Outcome::TimedOut) } else { Ok(()) }
    }

    fn part(&self, part: Part, bytes: &[u8]) {
        // SAFETY: as in `step`; the bytes live during the call.
        unsafe { (self.answer.part)(self.answer.data, part as u32, Text::of(bytes)) };
    }
}

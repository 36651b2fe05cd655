//! The steps of a compilation: front end or bitcode reader, passes, checks, and a back end for each image.

use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

use sycl_passes::{
    Severity as PassSeverity, Sink,
    ir::OwnedModule,
    link_builtins::{self, LibclcPlace, Undefined},
    post_link,
};
use sycl_propset::{
    PropertySetRegistry, devices as config, text as property_text,
    triple::{Architecture, Triple},
};
use sycl_rtc::interface::{Answer, Form, Job, Outcome, Step, Text};
use sycl_rtc::said::Said;
use sycl_rtc::{Diagnostic, Severity};

use crate::devices::{self, Device, Refusal};
use crate::front_end::{self, Made};
use crate::ordered::Ordered;
use crate::shim::{self, Failure, Report};
use crate::{arguments, images, sycl};

/// Fatal errors in this process. Each leaks what LLVM was working on.
static ABANDONED: AtomicU64 = AtomicU64::new(0);

/// Whether a triple is that of device code for any target.
pub(crate) fn is_generic(triple: &str) -> bool {
    let architecture = Triple::parse(triple).map(|triple| triple.architecture);
    matches!(architecture, Some(Architecture::Spir64 | Architecture::Spirv64))
}

struct Run<'a> {
    answer: &'a Answer,
    report: Report,
    started: Instant,
    limit: Option<Duration>,
}

unsafe extern "C" fn diagnostic(data: *mut c_void, diagnostic: *const shim::Diagnostic) {
    // SAFETY: `data` is the answer of `run`, which outlives the report; the diagnostic lives during the call.
    unsafe { tell(&*data.cast(), &Said::Diagnostic((*diagnostic).copy())) };
}

unsafe extern "C" fn log(data: *mut c_void, text: Text) {
    // SAFETY: `data` is the answer of `run`, which outlives the report; the text lives during the call.
    unsafe { tell(&*data.cast(), &Said::Log(words(text.bytes()))) };
}

/// Says something to a caller; gives the reply.
pub(crate) fn tell(answer: &Answer, said: &Said<'_>) -> Vec<u8> {
    let said = said.to_bytes();
    // SAFETY: the function is the caller's, with the data that belongs to it; the bytes live during the call, and the
    // reply until the next.
    unsafe { (answer.say)(answer.data, Text::of(&said)).bytes().to_vec() }
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Compiles.
pub(crate) fn run(job: &Job, answer: &Answer) -> Outcome {
    if ABANDONED.load(Ordering::Relaxed) >= job.abandoned_limit {
        return Outcome::Poisoned;
    }
    let limit = (job.limit != 0).then(|| Duration::from_nanos(job.limit));
    Run::new(answer, Instant::now(), limit).all(job).err().unwrap_or(Outcome::Done)
}

/// Reasons why there are no images.
enum Stop {
    Outcome(Outcome),
    PostLink(post_link::Error),
}

impl From<post_link::Error> for Stop {
    fn from(error: post_link::Error) -> Self {
        Self::PostLink(error)
    }
}

impl<'a> Run<'a> {
    fn new(answer: &'a Answer, started: Instant, limit: Option<Duration>) -> Self {
        let report = Report { data: (&raw const *answer).cast_mut().cast(), diagnostic, log };
        Self { answer, report, started, limit }
    }

    fn all(&self, job: &Job) -> Result<(), Outcome> {
        let device = Device::of_job(job);
        if let Some(device) = &device {
            device.check().map_err(|refusal| self.refusal(refusal))?;
        }
        let (wrong, refused) = match job.form {
            // Bitcode that passes refuse is bitcode all the same.
            Form::Bitcode => (Outcome::Bitcode, Outcome::BackEnd),
            Form::Sycl | Form::OpenCl => (Outcome::FrontEnd, Outcome::FrontEnd),
        };
        let made = self.step(Step::FrontEnd, || front_end::front_end(job, self.answer, &self.report));
        let Some(mut module) = self.checked(made.map_err(|failure| Self::end(failure, wrong))?, job)? else {
            return Ok(());
        };
        if job.form == Form::Sycl {
            module = self.step(Step::Passes, || self.kernels(module, job))?;
            self.check_time()?;
        }
        if job.form == Form::Bitcode && sycl::is_of_front_door(module.view()) {
            let finish = || sycl::finish_front_end(&mut module.editor(), &mut Warnings(self));
            self.step(Step::Passes, finish).map_err(|text| self.refused(&text, refused))?;
        }
        if job.form == Form::Bitcode {
            // SAFETY: the caller's array lives during the call.
            let names = unsafe { job.names.elements() };
            let kept = self.step(Step::Passes, || sycl::keep_kernels(&mut module.editor(), names));
            for kernel in kept.map_err(|text| self.refused(&text, Outcome::FrontEnd))? {
                self.tell(&Said::Name(kernel.clone(), Some(kernel)));
            }
        }
        if device.is_none() {
            self.built_in_functions(&mut module, job)?;
        }
        let kernels = shim::kernels(&mut module);
        if kernels.is_empty() {
            return Err(Outcome::NoKernel);
        }
        kernels.iter().for_each(|kernel| self.tell(&Said::Kernel(words(kernel))));
        let is_host = device.as_ref().is_some_and(Device::is_host);
        // What an image for the host holds besides code is part of it.
        if !is_host && !images::is_sycl(job, module.view()) {
            return self.image(module, &PropertySetRegistry::default(), job);
        }
        let (options, threads) =
            (images::options(job, is_host, device.as_ref().and_then(Device::known)), NonZeroUsize::new(job.threads));
        // All that threads have in common.
        let (ordered, begun, began, limit) = (Ordered::new(self.answer), OnceLock::new(), self.started, self.limit);
        let start = Instant::now();
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let made = post_link::generate(module, &options, threads, &mut Notes(self), |number, image| {
            begun.get_or_init(|| start.elapsed());
            ordered
                .of(number, |answer| Run::new(answer, began, limit).image_of(image, device.as_ref(), job))
                .map_err(Stop::Outcome)
        });
        match made {
            Ok(_) => {}
            Err(Stop::Outcome(outcome)) => return Err(outcome),
            Err(Stop::PostLink(error)) => return Err(self.refused(&error.to_string(), refused)),
        }
        self.time(Step::Passes, begun.into_inner().unwrap_or_else(|| start.elapsed()));
        self.check_time()
    }

    /// Functions that LLVM's back end for SPIR-V lacks, of the library for it.
    fn built_in_functions(&self, module: &mut OwnedModule, job: &Job) -> Result<(), Outcome> {
        let options = link_builtins::Options {
            libclc: LibclcPlace::Off,
            undefined: Undefined::Keep,
            is_opencl: job.form == Form::OpenCl,
            ..link_builtins::Options::default()
        };
        let linked = shim::with_passes(module, &self.report, |editor| {
            link_builtins::run(editor, &options, &mut Warnings(self)).map_err(|error| error.to_string())
        });
        let linked = linked.map_err(|failure| Self::end(failure, Outcome::BackEnd))?;
        linked.map(drop).map_err(|text| self.refused(&text, Outcome::BackEnd))
    }

    /// Code that the back end makes of an image.
    fn image_of(
        &self,
        image: post_link::Image<OwnedModule>,
        device: Option<&Device>,
        job: &Job,
    ) -> Result<(), Outcome> {
        let properties = match device.and_then(|device| Some((device, device.known()?))) {
            None => image.properties.clone(),
            Some((device, known)) => self.properties_for(device, known, &image)?,
        };
        let mut module = image.code;
        // Passes have changed it since it was checked.
        let verified = self.step(Step::Verify, || shim::verify(&mut module, &self.report));
        verified.map_err(|failure| Self::end(failure, Outcome::BackEnd))?;
        self.image(module, &properties, job)
    }

    /// The properties of an image for a known device, which has to take it.
    fn properties_for(
        &self,
        device: &Device,
        known: &config::Target,
        image: &post_link::Image<OwnedModule>,
    ) -> Result<PropertySetRegistry, Outcome> {
        match &image.lacking(known)[..] {
            [] if device.is_host() => Ok(image.properties_for(&known.name)),
            [] => Ok(image.properties.clone()),
            lacking => {
                let name = if device.is_host() { "the host".to_owned() } else { format!("`{}`", known.name) };
                let text = format!("{name} has no {}; expected kernels without that", lacking.join(", "));
                Err(self.refused(&text, Outcome::BackEnd))
            }
        }
    }

    /// The module of the front end, if it is valid; none if its images are known. That of a SYCL source is looked at
    /// once passes have made images of it: what clang makes is valid.
    fn checked(&self, made: Made, job: &Job) -> Result<Option<OwnedModule>, Outcome> {
        // It is not the user's fault if it was a source.
        let invalid = if job.form == Form::Bitcode { Outcome::Bitcode } else { Outcome::BackEnd };
        let verified = |mut module: OwnedModule| {
            let verified = self.step(Step::Verify, || shim::verify(&mut module, &self.report));
            verified.map(|()| module).map_err(|failure| Self::end(failure, invalid))
        };
        let failed = |failure| Self::end(failure, Outcome::FrontEnd);
        if let (Made::Module(module, _), Form::Bitcode) = (&made, job.form) {
            self.check_triple(module, Device::of_job(job).as_ref())?;
        }
        self.check_time()?;
        let (module, bitcode) = match made {
            Made::Stored(bitcode) => (None, bitcode),
            Made::Module(module, key) => {
                let mut module = if job.form == Form::Sycl { module } else { verified(module)? };
                let stored = || front_end::store(&mut module, key.as_deref(), self.answer, &self.report);
                let bitcode =
                    if job.has_store { self.step(Step::FrontEnd, stored).map_err(failed)? } else { Vec::new() };
                (Some(module), bitcode)
            }
        };
        if job.has_store && !tell(self.answer, &Said::HasImages(&bitcode)).is_empty() {
            return Ok(None);
        }
        let restored = || front_end::restore(job, self.answer, &self.report, &bitcode);
        match module {
            None => verified(self.step(Step::FrontEnd, restored).map_err(failed)?).map(Some),
            module => Ok(module),
        }
    }

    /// Refuses bitcode that is for something else.
    fn check_triple(&self, module: &OwnedModule, device: Option<&Device>) -> Result<(), Outcome> {
        let triple = module.view().triple();
        let is_own = || device.is_some_and(|device| device.takes(&triple));
        if is_generic(&triple) || is_own() {
            return Ok(());
        }
        self.tell(&Said::Triple(triple));
        Err(Outcome::Triple)
    }

    /// Code that the back end makes of a module.
    fn image(&self, mut module: OwnedModule, properties: &PropertySetRegistry, job: &Job) -> Result<(), Outcome> {
        let failed = |failure| Self::end(failure, Outcome::BackEnd);
        let kernels = shim::kernels(&mut module);
        let properties = property_text::write(properties);
        let properties = properties.map_err(|error| self.refused(&error.to_string(), Outcome::BackEnd))?;
        let device = Device::of_job(job);
        if let Some(device) = &device {
            module = self.step(Step::Passes, || self.lowered(module, device, &properties, job))?;
            // Passes have changed it since it was checked.
            self.step(Step::Verify, || shim::verify(&mut module, &self.report)).map_err(failed)?;
        } else {
            let finish = || shim::with_passes(&mut module, &self.report, devices::finish_spirv);
            self.step(Step::Passes, finish).map_err(failed)?.map_err(|refusal| self.refusal(refusal))?;
        }
        let bitcode =
            if job.wants_bitcode { shim::bitcode(&mut module, &self.report).map_err(failed)? } else { Vec::new() };
        self.check_time()?;
        // SAFETY: the caller's array lives during the call.
        let extensions = unsafe { job.extensions.elements() };
        let made = self.step(Step::BackEnd, || match &device {
            Some(device) => shim::emit(module, device, &self.report),
            None => shim::emit_spirv(module, extensions, &self.report),
        });
        let code = made.map_err(failed)?;
        let kernels = kernels.iter().map(|kernel| words(kernel)).collect();
        self.tell(&Said::Image { kernels, properties, bitcode: &bitcode, code: &code });
        Ok(())
    }

    /// Generic code, or that of OpenCL for the device, as its back end takes it.
    fn lowered(
        &self,
        mut module: OwnedModule,
        device: &Device,
        properties: &str,
        job: &Job,
    ) -> Result<OwnedModule, Outcome> {
        let failed = |failure| Self::end(failure, Outcome::BackEnd);
        let is_opencl = job.form == Form::OpenCl;
        // SAFETY: the caller's array lives during the call.
        let parameters = unsafe { job.specialize.elements() };
        // SAFETY: so do its texts.
        let words = parameters.iter().map(|word| String::from_utf8_lossy(unsafe { word.bytes() }));
        let specialize = words.collect::<Vec<_>>().join(";");
        let lowered = shim::with_passes(&mut module, &self.report, |editor| {
            device.lower(editor, is_opencl, properties, &specialize, &mut Warnings(self))
        });
        lowered.map_err(failed)?.map_err(|refusal| self.refusal(refusal))?;
        self.check_time()?;
        let mut module = shim::optimize_for(module, device, &self.report).map_err(failed)?;
        let finished =
            shim::with_passes(&mut module, &self.report, |editor| device.finish(editor, job.distinct_memory));
        finished.map_err(failed)?.map_err(|refusal| self.refusal(refusal))?;
        Ok(module)
    }

    fn refusal(&self, refusal: Refusal) -> Outcome {
        match refusal {
            Refusal::Processor { known } => {
                self.tell(&Said::Processors(known));
                Outcome::Processor
            }
            Refusal::Undefined { symbol, kernel } => {
                self.tell(&Said::Undefined(symbol, kernel));
                Outcome::Undefined
            }
            Refusal::Stage { text } => self.refused(&text, Outcome::BackEnd),
        }
    }

    /// The module of a SYCL source with its kernels, optimized.
    fn kernels(&self, mut module: OwnedModule, job: &Job) -> Result<OwnedModule, Outcome> {
        // SAFETY: the caller's arrays live during the call.
        let (names, arguments) = unsafe { (job.names.elements(), job.arguments.elements()) };
        let level = arguments::level(arguments);
        let named = sycl::prepare(&mut module.editor(), names, level, &mut Warnings(self));
        for name in named.map_err(|text| self.refused(&text, Outcome::FrontEnd))? {
            self.tell(&Said::Name(name.function, name.kernel));
        }
        let optimized = shim::optimize(module, level, &self.report);
        let mut module = optimized.map_err(|failure| Self::end(failure, Outcome::BackEnd))?;
        let described = sycl::describe(&mut module.editor(), &mut Warnings(self));
        described.map_err(|text| self.refused(&text, Outcome::FrontEnd))?;
        Ok(module)
    }

    /// Reports what a pass says of the program.
    fn refused(&self, text: &str, outcome: Outcome) -> Outcome {
        self.say(Severity::Error, text);
        outcome
    }

    fn say(&self, severity: Severity, text: &str) {
        say(self.answer, severity, text);
    }

    /// Meaning of a failure to the caller.
    fn end(failure: Failure, reported: Outcome) -> Outcome {
        if failure == Failure::Abandoned {
            ABANDONED.fetch_add(1, Ordering::Relaxed);
        }
        reported
    }

    fn step<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.time(step, start.elapsed());
        result
    }

    fn time(&self, step: Step, time: Duration) {
        self.tell(&Said::Time(step, time));
    }

    fn check_time(&self) -> Result<(), Outcome> {
        let is_over = self.limit.is_some_and(|limit| self.started.elapsed() > limit);
        if is_over { Err(Outcome::TimedOut) } else { Ok(()) }
    }

    fn tell(&self, said: &Said<'_>) {
        tell(self.answer, said);
    }
}

/// Messages of passes about a module that is right.
struct Warnings<'a>(&'a Run<'a>);

impl Sink for Warnings<'_> {
    fn report(&mut self, severity: PassSeverity, text: &str) {
        if severity == PassSeverity::Warning {
            self.0.say(Severity::Warning, text);
        }
    }
}

/// As that, and notes: which kernels are in no image.
struct Notes<'a>(&'a Run<'a>);

impl Sink for Notes<'_> {
    fn report(&mut self, severity: PassSeverity, text: &str) {
        match severity {
            PassSeverity::Note => self.0.say(Severity::Note, text),
            _ => Warnings(self.0).report(severity, text),
        }
    }
}

/// Gives a caller a diagnostic without a place.
pub(crate) fn say(answer: &Answer, severity: Severity, text: &str) {
    tell(answer, &Said::Diagnostic(Diagnostic::plain(severity, text)));
}

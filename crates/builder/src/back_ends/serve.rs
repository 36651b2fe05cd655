//! A worker, from its own side: does the steps of a build until there are no more.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sycl_propset::SetName;

use super::job::{Emit, Job, Link, LinkModules, RunPasses, Validate};
use super::worker::{DONE, HELLO, NOT_DONE, OF_LIBRARY, READY, read_message, write_message};
use library::BackEnds;
use sycl_images::offload_binary::ImageKind;
use sycl_images::properties;
use sycl_images::source::read_image;
use sycl_images::spirv;
use sycl_images::validate::{self, Validity};

#[cfg(target_os = "linux")]
mod library {
    pub(super) use sycl_rtc::BackEnds;
    use sycl_rtc::back_ends::{Module, Passes};

    use super::{Emit, RunPasses};

    pub(super) fn load() -> Result<BackEnds, String> {
        BackEnds::load(None).map_err(|error| error.to_string())
    }

    pub(super) fn emit(library: BackEnds, content: &[u8], emit: &Emit<'_>) -> Option<Vec<u8>> {
        let &Emit { family: back_end, ref extensions, processor, features, level, input: name, output: _ } = emit;
        library.emit(&Module { name, content, back_end, extensions, processor, features, level })
    }

    pub(super) fn run_passes(
        library: BackEnds,
        content: &[u8],
        job: &RunPasses<'_>,
        processes: u32,
    ) -> Option<Vec<u8>> {
        let &RunPasses { triple, pipeline, input, output, plugin: _ } = job;
        library.run_passes((input, content), &Passes { triple, pipeline, processes, gives_module: output.is_some() })
    }
}

#[cfg(not(target_os = "linux"))]
mod library {
    /// The compiler library exists for Linux.
    #[derive(Clone, Copy)]
    pub(super) enum BackEnds {}

    impl BackEnds {
        pub(super) fn llvm_version(self) -> String {
            match self {}
        }

        pub(super) fn validator(self) -> String {
            match self {}
        }

        pub(super) fn accepts_spirv(self, _: &[u32]) -> bool {
            match self {}
        }

        pub(super) fn link(self, _: &[u8], _: &[u8]) -> Option<Vec<u8>> {
            match self {}
        }

        pub(super) fn link_modules(self, _: &[(&str, &[u8])]) -> Option<Vec<u8>> {
            match self {}
        }
    }

    pub(super) fn load() -> Result<BackEnds, String> {
        Err(std::io::Error::from(std::io::ErrorKind::Unsupported).to_string())
    }

    pub(super) fn emit(library: BackEnds, _: &[u8], _: &super::Emit<'_>) -> Option<Vec<u8>> {
        match library {}
    }

    pub(super) fn run_passes(library: BackEnds, _: &[u8], _: &super::RunPasses<'_>, _: u32) -> Option<Vec<u8>> {
        match library {}
    }
}

/// The compiler library beside a program, of whatever build.
pub(super) fn library_of(program: &Path) -> Option<PathBuf> {
    #[cfg(target_os = "linux")]
    return sycl_rtc::back_ends::beside(program);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = program;
        None
    }
}

/// Does the steps that come in, until there are no more.
///
/// # Errors
/// Whoever sends steps is gone.
pub fn serve(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    let library = match library::load() {
        Ok(library) => library,
        Err(why) => return write_message(output, &[HELLO, &why]),
    };
    write_message(output, &[HELLO, READY, &library.llvm_version(), &library.validator()])?;
    loop {
        let request = match read_message(input) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            request => request?,
        };
        let [work, how, tool, arguments @ ..] = &request[..] else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let done = Job::of(tool, arguments).and_then(|job| match job {
            Job::Emit(job) => emit(library, Path::new(work), &job),
            Job::Link(job) => link(library, Path::new(work), &job),
            Job::LinkModules(job) => link_modules(library, Path::new(work), &job),
            Job::RunPasses(job) => run_passes(library, Path::new(work), &job, how),
            Job::Validate(check) => is_valid((how == OF_LIBRARY).then_some(library), Path::new(work), &check),
        });
        output.write_all(&[if done.is_some() { DONE } else { NOT_DONE }])?;
        output.flush()?;
    }
}

/// `None` wherever the program would say something.
fn emit(library: BackEnds, work: &Path, job: &Emit<'_>) -> Option<()> {
    let module = fs::read(work.join(job.input)).ok()?;
    let image = in_silence(|| library::emit(library, &module, job))?;
    write_new(&work.join(job.output), &image)
}

/// `None` wherever the program would say something.
fn link(library: BackEnds, work: &Path, job: &Link<'_>) -> Option<()> {
    let object = fs::read(work.join(job.object)).ok()?;
    // What is made of bitcode depends on the name of its file.
    if ImageKind::detect(&object) == ImageKind::BITCODE {
        return None;
    }
    let needed = job.library.map_or(Ok(Vec::new()), |library| fs::read(work.join(library))).ok()?;
    let image = in_silence(|| library.link(&object, &needed))?;
    write_new(&work.join(job.output), &image)
}

/// `None` wherever the program would say something.
fn link_modules(library: BackEnds, work: &Path, job: &LinkModules<'_>) -> Option<()> {
    let read = |input: &&str| fs::read(work.join(input)).ok();
    let contents = job.inputs.iter().map(read).collect::<Option<Vec<_>>>()?;
    let files: Vec<(&str, &[u8])> =
        job.inputs.iter().zip(&contents).map(|(name, content)| (*name, &**content)).collect();
    let linked = in_silence(|| library.link_modules(&files))?;
    write_new(&work.join(job.output), &linked)
}

/// `None` wherever the program would say something. The passes write from the work directory.
fn run_passes(library: BackEnds, work: &Path, job: &RunPasses<'_>, processes: &str) -> Option<()> {
    std::env::set_current_dir(work).ok()?;
    let (module, processes) = (fs::read(job.input).ok()?, processes.parse().ok()?);
    let made = in_silence(|| library::run_passes(library, &module, job, processes))?;
    job.output.map_or(Some(()), |output| write_new(Path::new(output), &made))
}

/// Result of `make`, unless something is written to standard error meanwhile.
fn in_silence<T>(make: impl FnOnce() -> Option<T>) -> Option<T> {
    let before = written();
    make().filter(|_| written() == before)
}

/// As `sycl-packager validate`; `None` wherever that would say something.
fn is_valid(library: Option<BackEnds>, work: &Path, check: &Validate<'_>) -> Option<()> {
    let image = work.join(check.image);
    let content = read_image(&image).ok()?;
    let registry = match check.properties {
        Some(file) => Some(properties::load(&work.join(file)).ok()?),
        None => None,
    };
    let names = registry.iter().flat_map(|registry| properties::names(registry, &SetName::KernelNames));
    let kernels: Vec<String> = names.map(str::to_owned).collect();
    let program = check.spirv_val.map(Path::new).filter(|_| library.is_none());
    match validate::validate(&image, &content, &kernels, program) {
        Ok(Validity::Valid) => {}
        Ok(Validity::Unknown(_)) | Err(_) => return None,
    }
    if check.spirv_val.is_some()
        && ImageKind::detect(&content) == ImageKind::SPIRV
        && let Some(library) = library
    {
        let bytes = validate::with_plain_zeros(&content).ok()?;
        if !library.accepts_spirv(&spirv::words(&bytes)) {
            return None;
        }
    }
    write_new(&work.join(check.stamp), &[])
}

/// Writes a file where there is none: what is there may be linked into the cache.
pub(crate) fn write_new(path: &Path, content: &[u8]) -> Option<()> {
    let mut file = File::create_new(path).ok()?;
    if file.write_all(content).is_err() {
        drop(file);
        let _ = fs::remove_file(path);
        return None;
    }
    Some(())
}

/// Bytes that this process has written to standard error, which is a file.
fn written() -> u64 {
    #[cfg(unix)]
    return rustix::fs::fstat(io::stderr()).map_or(0, |state| u64::try_from(state.st_size).unwrap_or(0));
    #[cfg(not(unix))]
    0
}

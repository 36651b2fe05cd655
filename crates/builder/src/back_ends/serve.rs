//! A worker, from its own side: does the steps of a build until there are no more.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sycl_propset::SetName;

use super::super::action::File as StepFile;
use super::super::command::{Command, Emit, Link, LinkModules, RunPasses, Validate};
use super::worker::{DONE, HELLO, NOT_DONE, READY, Request, read_message, write_message};
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

    use super::super::super::command::BackEnd;
    use super::{Emit, RunPasses, text};

    pub(super) fn load() -> Result<BackEnds, String> {
        BackEnds::load(None).map_err(|error| error.to_string())
    }

    pub(super) fn emit(library: BackEnds, content: &[u8], emit: &Emit) -> Option<Vec<u8>> {
        let BackEnd { family: back_end, extensions, processor, features, level } = emit.back_end()?;
        let name = text(&emit.input)?;
        library.emit(&Module { name, content, back_end, extensions: &extensions, processor, features, level })
    }

    pub(super) fn run_passes(library: BackEnds, content: &[u8], run: &RunPasses, processes: u32) -> Option<Vec<u8>> {
        let (triple, pipeline) = (run.triple.as_deref().unwrap_or_default(), &*run.pipeline());
        let passes = Passes { triple, pipeline, processes, gives_module: run.output.is_some() };
        library.run_passes((text(&run.input)?, content), &passes)
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

    pub(super) fn emit(library: BackEnds, _: &[u8], _: &super::Emit) -> Option<Vec<u8>> {
        match library {}
    }

    pub(super) fn run_passes(library: BackEnds, _: &[u8], _: &super::RunPasses, _: u32) -> Option<Vec<u8>> {
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
/// The process that sends steps has ended.
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
        let [request] = &request[..] else { return Err(io::ErrorKind::InvalidData.into()) };
        let Request { work, command, processes, has_validator } = serde_json::from_str(request)?;
        let done = match &*command {
            Command::Emit(command) => emit(library, &work, command),
            Command::Link(command) => link(library, &work, command),
            Command::LinkModules(command) => link_modules(library, &work, command),
            Command::RunPasses(command) => run_passes(library, &work, command, processes),
            Command::Validate(command) => is_valid(has_validator.then_some(library), &work, command),
            Command::Wrap(_) => None,
        };
        output.write_all(&[if done.is_some() { DONE } else { NOT_DONE }])?;
        output.flush()?;
    }
}

/// `None` wherever the program would say something.
fn emit(library: BackEnds, work: &Path, emit: &Emit) -> Option<()> {
    let module = read(work, &emit.input)?;
    let image = in_silence(|| library::emit(library, &module, emit))?;
    write_new(&work.join(&emit.output), &image)
}

/// `None` wherever the program would say something.
fn link(library: BackEnds, work: &Path, link: &Link) -> Option<()> {
    let object = read(work, &link.object)?;
    // What is made of bitcode depends on the name of its file.
    if ImageKind::detect(&object) == ImageKind::BITCODE {
        return None;
    }
    let needed = link.library.as_ref().map_or(Some(Vec::new()), |library| read(work, library))?;
    let image = in_silence(|| library.link(&object, &needed))?;
    write_new(&work.join(&link.output), &image)
}

/// `None` wherever the program would say something.
fn link_modules(library: BackEnds, work: &Path, link: &LinkModules) -> Option<()> {
    let contents = link.inputs.iter().map(|input| read(work, input)).collect::<Option<Vec<_>>>()?;
    let files = link.inputs.iter().zip(&contents).map(|(input, content)| Some((text(input)?, &**content)));
    let files: Vec<(&str, &[u8])> = files.collect::<Option<_>>()?;
    let linked = in_silence(|| library.link_modules(&files))?;
    write_new(&work.join(&link.output), &linked)
}

/// `None` wherever the program would say something. The passes write from the work directory.
fn run_passes(library: BackEnds, work: &Path, run: &RunPasses, processes: usize) -> Option<()> {
    std::env::set_current_dir(work).ok()?;
    let (module, processes) = (read(work, &run.input)?, u32::try_from(processes).ok()?);
    let made = in_silence(|| library::run_passes(library, &module, run, processes))?;
    run.output.as_ref().map_or(Some(()), |output| write_new(&work.join(output), &made))
}

fn read(work: &Path, file: &StepFile) -> Option<Vec<u8>> {
    fs::read(work.join(file.path())).ok()
}

/// The name of a file, as programs get it.
fn text(file: &StepFile) -> Option<&str> {
    file.path().to_str()
}

/// Result of `make`, unless something is written to standard error meanwhile.
fn in_silence<T>(make: impl FnOnce() -> Option<T>) -> Option<T> {
    let before = written();
    make().filter(|_| written() == before)
}

/// As `sycl-packager validate`; `None` wherever that would say something.
fn is_valid(library: Option<BackEnds>, work: &Path, check: &Validate) -> Option<()> {
    let image = work.join(check.image.path());
    let content = read_image(&image).ok()?;
    let registry = match &check.properties {
        Some(file) => Some(properties::load(&work.join(file.path())).ok()?),
        None => None,
    };
    let names = registry.iter().flat_map(|registry| properties::names(registry, &SetName::KernelNames));
    let kernels: Vec<String> = names.map(str::to_owned).collect();
    let program = check.spirv_val.as_deref().filter(|_| library.is_none());
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
    write_new(&work.join(&check.stamp), &[])
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

//! As `clang-linker-wrapper`: SYCL device code becomes images, an object that registers them goes in front of the other
//! inputs, and the host linker does the rest. A link without SYCL device code is LLVM's own wrapper's.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use sycl_builder::cache::WorkDirectory;
use sycl_images::Error;
use sycl_images::embedded::{self, EmbeddedImage, HostObject};
use sycl_images::output;
use sycl_images::source::FileSource;
use sycl_images::wrap;
use sycl_packager::cli::{self, CommandFailure, Format, KnownCode};
use sycl_propset::SetName;
use sycl_propset::printable::excerpt;

use crate::arguments::{self, Arguments};
use crate::inputs::{self, HostFile};
use crate::options::{Options, Runtime, is_host};
use crate::{find, members, response, runtime};

/// Questions about the wrapper itself.
const QUESTIONS: [&str; 3] = ["--help", "--help-hidden", "--version"];

pub(crate) fn run(original: Vec<OsString>) -> Result<ExitCode, CommandFailure> {
    let arguments = Arguments::parse(&response::expand(original.clone())?);
    let options = Options::parse(&arguments.sycl)?;
    let inputs = arguments.inputs();
    let files = inputs::find(&arguments, &inputs, &cli::limit(&options.build))?;
    if original.iter().any(|argument| QUESTIONS.iter().any(|question| argument == question)) {
        return hand_over(&options, &original);
    }
    if !files.iter().any(|file| file.embedded.has_sycl()) {
        // LLVM's wrapper would hand our options to the linker.
        let mut all = if arguments.sycl.is_empty() { original } else { without_options(original)? };
        if !arguments.is_relocatable {
            runtime::add(&options, &mut all)?;
        }
        return hand_over(&options, &all);
    }
    link(&arguments, options, &inputs, files)
}

/// Runs LLVM's own wrapper in place of this program.
fn hand_over(options: &Options, arguments: &[OsString]) -> Result<ExitCode, CommandFailure> {
    let wrapper = find::real_wrapper(options.real_wrapper.as_deref())?;
    let error = Command::new(&wrapper).args(arguments).exec();
    Err(CommandFailure::usage(format!("cannot run {}: {error}", wrapper.display())))
}

/// The arguments without ours, which may be in response files.
fn without_options(arguments: Vec<OsString>) -> Result<Vec<OsString>, CommandFailure> {
    let is_ours = |argument: &OsString| argument.as_encoded_bytes().starts_with(crate::options::PREFIX.as_bytes());
    Ok(response::expand(arguments)?.into_iter().filter(|argument| !is_ours(argument)).collect())
}

/// The targets if the user names none. Of images for the host the program takes the best that its processor
/// runs; generic code is compiled for the other devices that there are, by the runtime of `<sycl/sycl.hpp>`.
fn default_targets(wants_host_images: bool, has_runtime: bool, host: &str) -> Vec<String> {
    if !wants_host_images {
        return vec!["spirv64".to_owned()];
    }
    let better = host.starts_with("x86_64").then_some("host:x86-64-v3");
    ["host"].into_iter().chain(better).chain(has_runtime.then_some("generic")).map(str::to_owned).collect()
}

/// The number of steps at a time that clang's driver passes on, if it does.
fn jobs(arguments: &Arguments) -> Result<Option<usize>, CommandFailure> {
    let Some(text) = arguments.jobs.as_deref().filter(|jobs| *jobs != "jobserver") else { return Ok(None) };
    let number = text.parse().ok().filter(|number| *number > 0);
    let message = || format!("found --wrapper-jobs={}; expected a number from 1, or jobserver", excerpt(text));
    number.map(Some).ok_or_else(|| CommandFailure::usage(message()))
}

fn link(
    arguments: &Arguments,
    mut options: Options,
    inputs: &[(usize, arguments::Input)],
    files: Vec<HostFile>,
) -> Result<ExitCode, CommandFailure> {
    if let Some(file) = files.iter().find(|file| file.embedded.has_sycl())
        && arguments.is_relocatable
    {
        let message = "found device code in a link to an object (-r); device code is linked in the final link";
        return Err(CommandFailure::refused(&file.path, message));
    }
    let has_others = files.iter().flat_map(|file| file.embedded.images()).any(|image| !image.is_sycl());
    // What cannot succeed is not built for.
    let linker = find::linker(arguments.linker.as_deref())?;
    let program = if has_others { find::real_wrapper(options.real_wrapper.as_deref())? } else { linker.clone() };
    let scratch = WorkDirectory::temporary().map_err(Error::from)?;
    // LLVM's wrapper must not see device code of members that the linker does not take either.
    let named: Vec<(usize, PathBuf)> = files.iter().filter(|file| file.embedded.has_sycl()).filter_map(named).collect();
    let answer = members::ask(&linker, arguments, &files, scratch.path())?;
    let trace = answer.as_ref().map(|answer| &answer.trace);
    let of_linker = |file: &HostFile| file.embedded.clone().divide(&file.path, trace).0;
    let taken: Vec<HostObject> = files.iter().flat_map(of_linker).collect();
    let files: Vec<HostFile> = files.into_iter().filter(|file| file.embedded.has_sycl()).collect();
    let sycl: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    let known: KnownCode = files.into_iter().map(|file| (file.path, file.embedded)).collect();
    let has_sycl = !embedded::check_sycl(taken.iter().flat_map(|object| &object.images))?.is_empty();
    for argument in &arguments.without_effect {
        cli::warn(&format!("`{argument}` has no effect on SYCL device code; -Wl,--sycl-... has"));
    }
    // An object without kernels does not say for which runtime it is.
    let has_runtime = options.runtime != Runtime::None;
    let wants_host_images = has_runtime || taken.iter().any(|object| object.wants_host_images);
    let host = arguments.host.as_deref().unwrap_or("x86_64-unknown-linux-gnu");
    if options.build.target.is_empty() {
        options.build.target = default_targets(wants_host_images, has_runtime, host);
    }
    if options.builds_for_host() && options.build.sanitize.is_empty() {
        // Kernels look for what the host code around them looks for.
        options.build.sanitize = taken.iter().flat_map(|object| &object.sanitizers).copied().collect();
    }
    let is_embedded = wants_host_images
        && taken.iter().all(|object| object.wants_host_images || !object.images.iter().any(EmbeddedImage::is_sycl));
    if let Some(target) =
        options.build.target.iter().find(|target| !is_host(target)).filter(|_| is_embedded && !has_runtime)
    {
        let found = format!("found the target `{}` for objects that were compiled with SYP_EMBEDDED", excerpt(target));
        let expected = "expected host, host:x86-64-v3 or the like, or objects for a SYCL runtime";
        return Err(CommandFailure::usage(format!("{found}; {expected}"))
            .hint("programs with SYP_EMBEDDED run kernels on the processor only; docs/front-door.md has both kinds"));
    }
    if options.build.jobs.is_none() {
        options.build.jobs = jobs(arguments)?;
    }
    if arguments.saves_temporaries
        && options.build.keep.is_none()
        && let Some(output) = &arguments.output
    {
        options.build.keep = Some(Some(format!("{}.sycl", output.display()).into()));
    }
    let images = scratch.path().join("sycl-images.o");
    if let Some(answer) = &answer {
        let file = scratch.path().join("linker-trace");
        output::write_bytes(&file, &answer.text)?;
        options.build.linker_trace = Some(file);
    }
    let name = arguments.output.as_deref().unwrap_or(&images);
    if !has_sycl && options.prints_plan() {
        return Ok(ExitCode::SUCCESS);
    }
    if has_sycl {
        options.build.host = Some(host.to_owned());
        options.build.format = Some(if has_runtime { Format::Embedded } else { Format::Object });
        options.build.rdc_objects = Some(scratch.path().to_owned());
        let code = options.build(sycl, &known, &images, name);
        if code != ExitCode::SUCCESS || options.prints_plan() {
            return Ok(code);
        }
    }
    let mut link = if has_others { arguments.of_wrapper.clone() } else { Vec::new() };
    let start = link.len();
    link.extend(arguments.linker_arguments.iter().cloned());
    runtime::add(&options, &mut link)?;
    if has_others {
        // From the end, since an input may be two arguments.
        for (number, (argument, path)) in named.iter().enumerate().rev() {
            let copy = copy_name(scratch.path(), number, path);
            output::write_bytes(&copy, &embedded::without_sycl(path, output::read(path)?)?)?;
            arguments::replace_input(&mut link, start + argument, copy.into());
        }
    }
    if has_sycl {
        let mut made = made_of(scratch.path(), &images)?;
        if !(options.builds_for_host() || has_runtime) {
            made = registering(made)?;
        }
        let place = start + arguments::first_input(arguments, inputs);
        link.splice(place..place, made.into_iter().map(PathBuf::into_os_string));
    }
    finish(&program, &link, arguments, scratch.path())
}

/// The argument that names a file.
fn named(file: &HostFile) -> Option<(usize, PathBuf)> {
    Some((file.argument?, file.path.clone()))
}

/// The objects that a build has made: one of each input with device code, or one of all.
fn made_of(directory: &Path, images: &Path) -> Result<Vec<PathBuf>, CommandFailure> {
    let list = directory.join(cli::OBJECTS_OF_UNITS);
    if !list.is_file() {
        return Ok(vec![images.to_owned()]);
    }
    let names = output::read(&list)?;
    Ok(String::from_utf8_lossy(&names).lines().map(|name| directory.join(name)).collect())
}

/// The ones of some objects that have something to register.
fn registering(objects: Vec<PathBuf>) -> Result<Vec<PathBuf>, CommandFailure> {
    let mut found = Vec::new();
    for object in objects {
        if registers_images(&object)? {
            found.push(object);
        }
    }
    Ok(found)
}

/// Whether there is something to register. A program without kernels needs no runtime, even if it was compiled with
/// `-fsycl`.
fn registers_images(object: &Path) -> Result<bool, CommandFailure> {
    let source = FileSource::open(object)?;
    let images = wrap::read_source(&source).map_err(|source| Error::Format { file: object.to_owned(), source })?;
    // Without entry points, the post-link step still makes an image of the module.
    let is_used = |image: &wrap::Image<_>| {
        !image.entries.is_empty() || image.properties.get(&SetName::DeviceGlobals).is_some_and(|set| !set.is_empty())
    };
    Ok(images.iter().any(is_used))
}

/// A name for a copy, with the extension by which linkers know archives.
fn copy_name(directory: &Path, number: usize, path: &Path) -> PathBuf {
    let mut name = OsString::from(format!("without-sycl-{number}."));
    name.push(path.extension().unwrap_or("o".as_ref()));
    directory.join(name)
}

/// Runs the linker, or prints how it would be run.
fn finish(
    program: &Path,
    link: &[OsString],
    arguments: &Arguments,
    scratch: &Path,
) -> Result<ExitCode, CommandFailure> {
    if arguments.is_dry_run || arguments.is_verbose {
        let words = std::iter::once(program.as_os_str()).chain(link.iter().map(OsString::as_os_str));
        let words: Vec<String> = words.map(|word| format!("\"{}\"", word.display())).collect();
        cli::print(format!(" {}\n", words.join(" ")))?;
    }
    if arguments.is_dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let short = response::shorten(link, scratch)?;
    let status = Command::new(program).args(short).status();
    let status = status.map_err(|e| CommandFailure::usage(format!("cannot run {}: {e}", program.display())))?;
    match status.code() {
        Some(code) => Ok(ExitCode::from(u8::try_from(code).unwrap_or(1))),
        None => {
            if let Some(output) = &arguments.output {
                // The linker had no time to.
                let _ = fs::remove_file(output);
            }
            let signal = status.signal().unwrap_or_default();
            Err(CommandFailure::usage(format!("{} was ended by signal {signal}", program.display())))
        }
    }
}

//! `--rdc`: images for each translation unit by itself, where none needs another.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use sycl_builder::cache::WorkDirectory;
use sycl_builder::jobs::{self, Limit};
use sycl_builder::report::Summary;
use sycl_builder::request::{DeviceCode, Pack, Split};
use sycl_builder::resolve::Resolved;
use sycl_builder::target::{Architecture, Target};
use sycl_builder::tools::{Search, Tool};
use sycl_builder::units::{self, Units};
use sycl_builder::{BuildError, Report, Settings};
use sycl_images::Error;
use sycl_images::bitcode::{self, Dependence, Symbols};
use sycl_images::embedded::{EmbeddedImage, HostObject};
use sycl_images::output;
use sycl_images::source::Memory;
use sycl_propset::demangle::demangle;
use sycl_propset::devices::DeviceConfig;

use super::super::OBJECTS_OF_UNITS;
use super::super::failure::Failure;
use super::{Options, Rdc, request};

/// The linker of the objects of units.
const LINKER: &str = "ld.lld";

/// The parameter of the post-link step by which images use functions of others.
const IMAGES_IMPORT: &str = "allow-device-image-dependencies";

/// Whether the options let units be apart, if none needs another.
pub(super) fn may_be_apart(options: &Options, targets: &[Target]) -> Result<bool, Failure> {
    let is_object = matches!(request::pack(options)?, Pack::Object { .. });
    let is_joined = options.post_link_option.iter().any(|parameter| parameter == IMAGES_IMPORT);
    let off = options.named("rdc=off");
    match options.rdc {
        Rdc::On => Ok(false),
        // Another runtime may find it slow to have many images.
        Rdc::Auto => Ok(is_object
            && options.emit.is_none()
            && !is_joined
            && matches!(options.split, Split::Auto | Split::Source | Split::Kernel)
            && targets.iter().all(|target| matches!(target.code, Architecture::Host | Architecture::Generic))),
        Rdc::Off if !is_object => {
            Err(Failure::usage(format!("found {off} and a result that is no host object; expected a host object")))
        }
        Rdc::Off if options.emit.is_some() => {
            let message = format!("found {off} and --emit, which writes the steps of one link; expected one of them");
            Err(Failure::usage(message))
        }
        Rdc::Off if is_joined => {
            let message = format!("found {off} and {IMAGES_IMPORT}, by which images use functions of others");
            Err(Failure::usage(format!("{message}; expected one of them")))
        }
        Rdc::Off => Ok(true),
    }
}

/// The units to build apart, without those that have nothing that a host can ask for; `None` if they are to be linked.
/// `others` are objects that the host linker does not take.
pub(super) fn apart<'a>(
    options: &Options,
    limit: &Limit,
    has_modules: bool,
    units: &[&'a EmbeddedImage],
    others: &[HostObject],
) -> Result<Option<Vec<&'a EmbeddedImage>>, Failure> {
    let is_asked = options.rdc == Rdc::Off;
    if has_modules {
        let off = options.named("rdc=off");
        let message = format!("found {off} and a file of LLVM IR; expected host objects and archives");
        return if is_asked { Err(Failure::usage(message)) } else { Ok(None) };
    }
    if units.len() < 2 && !is_asked {
        return Ok(None);
    }
    let symbols = |image: &EmbeddedImage| -> Result<Symbols, Error> {
        bitcode::symbols(&image.place, &Memory(&image.content()?))
    };
    let of_units = jobs::map(limit, 1, units.len(), request::FILES_OF_A_JOB, |number| symbols(units[number]));
    let of_units = of_units.into_iter().collect::<Result<Vec<_>, _>>()?;
    let lazy: Vec<&EmbeddedImage> =
        others.iter().flat_map(|object| &object.images).filter(|image| image.is_sycl()).collect();
    let of_others = lazy.iter().map(|image| symbols(image)).collect::<Result<Vec<_>, _>>()?;
    match bitcode::dependence(&of_units, &of_others) {
        // A link refuses different kernels of one name; of the same one, it makes one.
        None if !is_asked && share_kernels(&of_units) => Ok(None),
        None => {
            let of_use = units.iter().zip(&of_units).filter(|(_, symbols)| symbols.is_of_use).map(|(unit, _)| *unit);
            Ok(Some(of_use.collect()).filter(|units: &Vec<_>| !units.is_empty()))
        }
        Some(found) if is_asked => {
            let image = |number| units.iter().chain(&lazy).nth(number).copied();
            let place = |number| image(number).map_or(Path::new(""), |image: &EmbeddedImage| &image.place);
            Err(refuse(options, &found, place(found.module), place(found.other)))
        }
        Some(_) => Ok(None),
    }
}

/// Whether two units have a kernel of one name.
fn share_kernels(units: &[Symbols]) -> bool {
    let mut known = BTreeSet::new();
    units.iter().flat_map(|symbols| &symbols.kernels).any(|kernel| !known.insert(kernel))
}

fn refuse(options: &Options, found: &Dependence, module: &Path, other: &Path) -> Failure {
    let name = demangle(&found.name);
    let message = if found.is_shared {
        format!("found a definition of `{name}`, which {} has, too; expected one for each", other.display())
    } else {
        format!("found a use of `{name}`, which is defined in {}; expected none of another unit", other.display())
    };
    let on = options.named("rdc=on");
    Failure::refused(module, message).hint(format!("{on} links the device code of all units"))
}

/// A line for each unit, before the steps of the first one.
pub(super) fn note(units: &[EmbeddedImage]) -> String {
    let lines = units.iter().map(|unit| format!("  {}\n", unit.place.display()));
    format!("each unit by itself; the steps are those of the first one\n{}", lines.collect::<String>())
}

/// Builds units apart: an object of each in a directory, or one of all.
pub(super) fn build(
    options: &Options,
    images: &[EmbeddedImage],
    resolved: &Resolved,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    search: &Search,
    report: &mut Report<'_>,
) -> Result<Summary, BuildError> {
    let other =
        |of: &EmbeddedImage| images.iter().find(|other| other.place != of.place).map(|other| other.place.clone());
    let read = |number: usize| -> Result<DeviceCode, Error> {
        let image = &images[number];
        request::host_object(image, || other(image))
    };
    let names: Vec<PathBuf> = images.iter().map(|image| image.place.clone()).collect();
    let scratch;
    let directory = match &options.rdc_objects {
        Some(directory) => directory,
        None => {
            scratch = WorkDirectory::temporary().map_err(Error::from)?;
            scratch.path()
        }
    };
    let linker = match &options.rdc_objects {
        Some(_) => None,
        None => Some(search.find(LINKER, settings.cache)?.map_err(|missing| BuildError::Missing(vec![missing]))?),
    };
    let units = Units { names: &names, read: &read, directory };
    let summary = units::run(resolved, config, settings, &units, options.output_name(), report)?;
    let objects: Vec<PathBuf> = (0..names.len()).map(|number| units.object(number)).collect();
    match linker {
        Some(linker) => join(&linker, directory, &objects, &options.output)?,
        None => list(directory, &objects)?,
    }
    Ok(summary)
}

/// Writes the names of objects.
fn list(directory: &Path, objects: &[PathBuf]) -> Result<(), Error> {
    let names = objects.iter().filter_map(|object| object.file_name());
    let lines: String = names.map(|name| format!("{}\n", name.display())).collect();
    output::write_bytes(&directory.join(OBJECTS_OF_UNITS), lines.as_bytes())
}

/// Links objects into one.
fn join(linker: &Tool, directory: &Path, objects: &[PathBuf], result: &Path) -> Result<(), Error> {
    let whole = directory.join("all.o");
    let names = objects.iter().filter_map(|object| Some(OsString::from(object.file_name()?)));
    let mut command = Command::new(&linker.path);
    command.current_dir(directory).arg("-r").args(names).arg("-o").arg(&whole);
    let done = command.output().map_err(|source| Error::Read { file: linker.path.clone(), source })?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(Error::Write { file: whole, source: std::io::Error::other(said) });
    }
    output::write_bytes(result, &output::read(&whole)?)
}

//! As `clang-sycl-linker`: what LLVM's own wrapper calls with the bitcode of each translation unit, for containers that
//! it registers with the runtime.
//!
//! LLVM 22's wrapper passes an image's bytes and symbols on and drops its properties, so that constants keep their
//! defaults and no image is chosen by what it requires. That is said once. The runtime takes SPIR-V only under the
//! triple `spir64` and of the kind that LLVM calls bitcode (version 1 of the container has no other).

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::process::ExitCode;

use sycl_builder::cache::WorkDirectory;
use sycl_command_line::{Known, Mistake, Table, Takes, Word};
use sycl_images::image::{self, DeviceImage};
use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, Version, Writer};
use sycl_images::output;
use sycl_packager::cli::{self, CommandFailure, Format, KnownCode};
use sycl_propset::SetName;
use sycl_propset::requirements::DeviceRequirements;

use crate::options::{Options, PREFIX};
use crate::response;

/// Triple that LLVM's wrapper and the runtime take SPIR-V for.
const TRIPLE: &str = "spir64";

/// Meaning of an option.
#[derive(Clone, Copy)]
enum Id {
    Output,
    Triple,
    DryRun,
    SplitMode,
    DeviceLibraries,
    /// It says what `build` does anyway, or changes only what upstream's program prints.
    Ignored,
    Sycl,
}

fn table() -> Table<'static, Id> {
    let options = vec![
        Known::new(PREFIX, Takes::Prefix, Id::Sycl),
        Known::with_value("o", "<file>", Id::Output),
        Known::with_value("triple", "<triple>", Id::Triple),
        Known::with_value("module-split-mode", "<mode>", Id::SplitMode),
        Known::with_value("device-libs", "<file>,...", Id::DeviceLibraries),
        Known::new("dry-run", Takes::Perhaps, Id::DryRun),
        Known::new("arch", Takes::Perhaps, Id::Ignored),
        Known::new("v", Takes::Perhaps, Id::Ignored),
        Known::new("save-temps", Takes::Perhaps, Id::Ignored),
        Known::new("print-linked-module", Takes::Perhaps, Id::Ignored),
        Known::new("spirv-dump-device-code", Takes::Perhaps, Id::Ignored),
    ];
    Table { options, dashes: "--" }
}

struct Arguments {
    inputs: Vec<PathBuf>,
    output: PathBuf,
    triple: Option<String>,
    options: Options,
}

pub(crate) fn run(arguments: Vec<OsString>) -> Result<ExitCode, CommandFailure> {
    let arguments = response::expand(arguments)?;
    if arguments.iter().any(|argument| argument == "--version") {
        cli::print(format!("sycl-link {}\n", env!("CARGO_PKG_VERSION")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let Arguments { inputs, output, triple, mut options } = parse(&arguments)?;
    if let Some(triple) = triple.filter(|triple| !triple.starts_with("spirv64") && !triple.starts_with("spir64")) {
        let message =
            format!("found --triple={triple}; expected spirv64-unknown-unknown, as LLVM's wrapper registers only that");
        return Err(
            CommandFailure::usage(message).hint("-B names the directory of this program to clang, for other targets")
        );
    }
    if options.build.target.is_empty() {
        options.build.target.push("spirv64".to_owned());
    }
    options.build.front_end = true;
    options.build.format = Some(Format::Directory);
    let scratch = WorkDirectory::temporary().map_err(sycl_images::Error::from)?;
    let images = scratch.path().join("images");
    let code = options.build(inputs, &KnownCode::new(), &images, &output);
    if code != ExitCode::SUCCESS || options.prints_plan() {
        return Ok(code);
    }
    let lost = write(&images.join("spirv64.table"), &output)?;
    if lost {
        cli::warn_with_hint(
            "LLVM's clang-linker-wrapper drops the properties of images: specialization constants keep their defaults, \
             and required aspects are not checked",
            "-B<directory of this program> has it replaced",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a container for each image, and says whether properties get lost that matter.
fn write(table: &std::path::Path, output: &std::path::Path) -> Result<bool, CommandFailure> {
    let images = image::read_table(table)?;
    let matters = |image: &DeviceImage| {
        let has_constants = image.properties.get(&SetName::SpecializationConstants).is_some_and(|set| !set.is_empty());
        // What cannot be read may matter.
        let requirements = DeviceRequirements::from_registry(&image.properties);
        has_constants || !requirements.is_ok_and(|requirements| requirements == DeviceRequirements::default())
    };
    let lost = images.iter().any(matters);
    let symbols: Vec<String> = images.iter().map(|image| image.entry_points().join("\n")).collect();
    let entries: Vec<Image<'_>> = images
        .iter()
        .zip(&symbols)
        .map(|(image, symbols)| Image {
            image_kind: Some(ImageKind::BITCODE),
            offload_kind: OffloadKind::SYCL,
            flags: 0,
            strings: [(image::TRIPLE, TRIPLE), (image::ARCH, ""), (image::SYMBOLS, symbols)]
                .map(|(key, value)| (key.into(), value.as_bytes().into()))
                .to_vec(),
            content: Content::File(image.code.clone()),
        })
        .collect();
    let mut writer = Writer::new(Vec::new(), Version::V1);
    writer.write(&entries, |_| {})?;
    output::write_bytes(output, &writer.finish()?)?;
    Ok(lost)
}

fn parse(arguments: &[OsString]) -> Result<Arguments, CommandFailure> {
    let (mut inputs, mut output, mut triple, mut sycl) = (Vec::new(), None, None, Vec::new());
    for word in table().parse(arguments) {
        match word.map_err(refused)? {
            Word::Input(input) => inputs.push(PathBuf::from(input)),
            Word::Value(Id::Sycl, rest) => sycl.push(option("", rest)),
            Word::Value(Id::Output, file) => output = Some(PathBuf::from(file)),
            Word::Value(Id::Triple, value) => triple = Some(value.to_string_lossy().into_owned()),
            // The modes have the same names here.
            Word::Value(Id::SplitMode, mode) => sycl.push(option("split=", mode)),
            Word::Value(Id::DeviceLibraries, files) => {
                let files = files.as_bytes().split(|byte| *byte == b',').filter(|file| !file.is_empty());
                sycl.extend(files.map(|file| option("device-lib=", OsStr::from_bytes(file))));
            }
            Word::Flag(Id::DryRun, _) | Word::Value(Id::DryRun, _) => sycl.push(option("print-plan", OsStr::new(""))),
            Word::Flag(..) | Word::Value(Id::Ignored, _) | Word::OnlyInputs => {}
        }
    }
    let output = output.ok_or_else(|| CommandFailure::usage("found no -o; expected the file to write"))?;
    if inputs.is_empty() {
        return Err(CommandFailure::usage("found no input; expected LLVM bitcode"));
    }
    Ok(Arguments { inputs, output, triple, options: Options::parse(&sycl)? })
}

/// An option of `build`.
fn option(name: &str, value: &OsStr) -> OsString {
    [OsStr::new(PREFIX), OsStr::new(name), value].join(OsStr::new(""))
}

fn refused(mistake: Mistake) -> CommandFailure {
    match mistake {
        Mistake::Unknown { argument, nearest: None } => CommandFailure::usage(format!(
            "unknown option `{argument}`; expected one of: -o, --triple, --arch, --device-libs, --module-split-mode, \
             {PREFIX}..."
        )),
        _ => CommandFailure::usage(mistake.to_string()),
    }
}

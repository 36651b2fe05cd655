//! `bundle`: makes OffloadBinary containers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_images::Error;
use sycl_images::embedded::{self, EmbeddedError};
use sycl_images::image::{self, ImageTarget};
use sycl_images::offload_binary::{
    self, Content, Image, ImageKind, KeysAndValues, OffloadKind, SymbolEncoding, Version, Writer,
};
use sycl_images::output;
use sycl_images::output::Inputs;
use sycl_images::source::FileSource;

use super::common::Common;
use super::console::{self, Progress};
use super::failure::Failure;
use super::{check_default, is_file, spread};

const EXAMPLES: &str = "\
Examples:
  sycl-packager bundle --table app.table --triple spirv64-unknown-unknown -o app.bundle
  sycl-packager bundle --image=file=a.spv,triple=spirv64-unknown-unknown,arch=generic,kind=sycl -o a.bundle

A row of a table brings its code, entry points (key `symbols`) and properties (one key for each set). --image takes
what llvm-offload-binary takes: `file` and `triple` are required, `kind` says who the image is for, other keys are stored.";

/// The default triple of tables of SPIR-V.
const DEFAULT_TRIPLE: &str = "spirv64-unknown-unknown";

/// Pack images into an OffloadBinary, as llvm-offload-binary and clang-linker-wrapper read it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BundleOptions {
    /// A file table with a column Code, and Properties and Symbols if there are any.
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// A single image.
    #[arg(long, value_name = "KEY=VALUE,...")]
    image: Vec<String>,
    /// The triple of the images of tables; once, or once for each table [default: spirv64-unknown-unknown if all of
    /// them are SPIR-V].
    #[arg(long)]
    triple: Vec<String>,
    /// Their architecture; once, or once for each table.
    #[arg(long, default_value = "generic")]
    arch: Vec<String>,
    /// Who they are for.
    #[arg(long, default_value = "sycl", value_parser = offload_kind)]
    kind: OffloadKind,
    /// What all images are [default: by their first bytes].
    #[arg(long, value_parser = image_kind)]
    image_kind: Option<ImageKind>,
    /// Options for a compiler at run time, for the images of tables.
    #[arg(long, default_value = "", value_name = "OPTIONS", allow_hyphen_values = true)]
    compile_opts: String,
    /// Options for a linker at run time, for the images of tables.
    #[arg(long, default_value = "", value_name = "OPTIONS", allow_hyphen_values = true)]
    link_opts: String,
    /// The version of the layout; LLVM 22 reads 1 only.
    #[arg(long, default_value = "1")]
    container_version: ContainerVersion,
    /// How entry points are written [default: lines in version 1, packed in version 2].
    #[arg(long)]
    symbols: Option<Symbols>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ContainerVersion {
    /// One image in each of several binaries, one after another.
    #[value(name = "1")]
    V1,
    /// All images in one binary.
    #[value(name = "2")]
    V2,
}

impl From<ContainerVersion> for Version {
    fn from(version: ContainerVersion) -> Self {
        match version {
            ContainerVersion::V1 => Self::V1,
            ContainerVersion::V2 => Self::V2,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Symbols {
    /// Separated by line breaks.
    Lines,
    /// A table of offsets and sizes, then the names; newer than LLVM 22, version 2 only.
    Packed,
}

fn offload_kind(name: &str) -> Result<OffloadKind, String> {
    OffloadKind::from_name(name).ok_or_else(|| format!("expected one of: {}", OffloadKind::names().join(", ")))
}

fn image_kind(name: &str) -> Result<ImageKind, String> {
    ImageKind::from_name(name).ok_or_else(|| format!("expected one of: {}", ImageKind::names().join(", ")))
}

pub(super) fn bundle(options: &BundleOptions, common: &Common) -> Result<ExitCode, Failure> {
    let version = Version::from(options.container_version);
    let encoding = match (options.symbols, version) {
        (Some(Symbols::Packed), Version::V1) => {
            return Err(Failure::usage("--symbols packed needs --container-version 2"));
        }
        (Some(Symbols::Lines), _) | (None, Version::V1) => SymbolEncoding::Lines,
        (Some(Symbols::Packed) | None, Version::V2) => SymbolEncoding::Packed,
    };
    let (mut images, mut read_files) = (Vec::new(), Inputs::from_paths(&options.table));
    let default = [DEFAULT_TRIPLE.to_owned()];
    let triples = if options.triple.is_empty() { &default[..] } else { &options.triple };
    let triples = spread("--triple", triples, options.table.len())?;
    let archs = spread("--arch", &options.arch, options.table.len())?;
    for (table, (triple, arch)) in options.table.iter().zip(triples.into_iter().zip(archs)) {
        let target = ImageTarget {
            triple: triple.clone(),
            arch: arch.clone(),
            compile_options: options.compile_opts.clone(),
            link_options: options.link_opts.clone(),
        };
        let rows = image::read_table(table)?;
        if options.triple.is_empty() {
            let kinds =
                rows.iter().map(|row| Ok((row.code.clone(), row.kind()?))).collect::<Result<Vec<_>, Error>>()?;
            check_default("--triple", kinds)?;
        }
        for row in rows {
            row.files.iter().for_each(|file| read_files.add(file));
            let strings = row.strings(&target, encoding)?;
            images.push(to_image(options, row.code, options.kind, strings));
        }
    }
    for text in &options.image {
        let image = single(options, text)?;
        if let Content::File(file) = &image.content {
            read_files.add(file);
        }
        images.push(image);
    }
    if images.is_empty() {
        return Err(
            Failure::usage("no images: expected --table or --image").hint("a table without rows makes no bundle")
        );
    }
    output::prepare(&options.output, &read_files)?;
    let mut progress = Progress::new("packed", images.len());
    output::write(&options.output, |out| {
        let mut writer = Writer::new(out, version);
        writer.write(&images, |count| progress.done(count))?;
        writer.finish().map(drop)
    })?;
    drop(progress);
    if is_file(&options.output) {
        verify(&options.output, images.len())?;
    }
    console::wrote(common, [&*options.output])?;
    Ok(ExitCode::SUCCESS)
}

/// Reads back what was written.
fn verify(file: &Path, images: usize) -> Result<(), Failure> {
    let binaries = read(file)?.1;
    let found: usize = binaries.iter().map(|binary| binary.entries.len()).sum();
    if found != images {
        let message = format!("internal error: {found} images read back; expected {images}");
        return Err(Failure::refused(file, message));
    }
    Ok(())
}

fn to_image<'a>(
    options: &BundleOptions,
    file: PathBuf,
    offload_kind: OffloadKind,
    strings: KeysAndValues<'a>,
) -> Image<'a> {
    Image { image_kind: options.image_kind, offload_kind, flags: 0, strings, content: Content::File(file) }
}

/// The image of an option `--image=file=...,triple=...`.
fn single<'a>(options: &BundleOptions, text: &'a str) -> Result<Image<'a>, Failure> {
    let (mut file, mut kind) = (None, options.kind);
    let mut strings = KeysAndValues::new();
    for pair in text.split(',') {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::usage(format!("--image: found `{pair}`; expected <key>=<value>")));
        };
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "kind" => {
                kind = offload_kind(value).map_err(|e| Failure::usage(format!("--image: kind `{value}`: {e}")))?;
            }
            _ if strings.iter().any(|(other, _)| other == key) => {
                return Err(Failure::usage(format!("--image: key `{key}` is given twice")));
            }
            _ => strings.push((key.into(), value.as_bytes().into())),
        }
    }
    let file = file.ok_or_else(|| Failure::usage(format!("--image={text}: expected a key `file`")))?;
    if !strings.iter().any(|(key, _)| key == image::TRIPLE) {
        return Err(Failure::usage(format!("--image={text}: expected a key `triple`")));
    }
    Ok(to_image(options, file, kind, strings))
}

/// The images of a container, or of the containers that clang put into a host object or archive.
pub(super) fn read(file: &Path) -> Result<(FileSource, Vec<offload_binary::Binary>), Error> {
    let source = FileSource::open(file)?;
    if embedded::can_embed(file)? {
        let binaries = embedded::binaries(file, &source)?;
        return if binaries.is_empty() {
            Err(Error::content(file, EmbeddedError::Empty))
        } else {
            Ok((source, binaries))
        };
    }
    match offload_binary::read(&source) {
        Ok(binaries) => Ok((source, binaries)),
        Err(error) => Err(Error::Format { file: file.to_owned(), source: error }),
    }
}

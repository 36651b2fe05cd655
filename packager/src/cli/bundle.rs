//! `bundle` and `unbundle`: OffloadBinary containers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_packager::image::{self, ImageTarget, SharedSets};
use sycl_packager::offload_binary::{
    self, Content, Entry, Image, ImageKind, KeysAndValues, METADATA_ONLY, OffloadKind, SymbolEncoding, Version, Writer,
};
use sycl_packager::output::{Files, Inputs};
use sycl_packager::properties::Encoding;
use sycl_packager::source::{FileSource, Source as _, copy_range};
use sycl_packager::{ContentError, Error, output};
use sycl_propset::symbols;
use sycl_propset::table::FileTable;

use super::console::{self, Progress};
use super::failure::Failure;
use super::{OutputDirectory, check_component, check_default, is_file, spread, stem};

const BUNDLE_EXAMPLES: &str = "\
Examples:
  sycl-packager bundle --table app.table --triple spirv64-unknown-unknown -o app.bundle
  sycl-packager bundle --image=file=a.spv,triple=spirv64-unknown-unknown,arch=generic,kind=sycl -o a.bundle

A row of a table brings its code, entry points (key `symbols`) and properties (one key for each set). --image takes
what llvm-offload-binary takes: `file` and `triple` are required, `kind` says who the image is for, other keys are stored.";

const UNBUNDLE_EXAMPLES: &str = "\
Examples:
  sycl-packager unbundle app.bundle -d out
  sycl-packager unbundle app.bundle -d out --select triple=spirv64-unknown-unknown,arch=generic

Files are named after the bundle, the image's triple and arch, and its number; their names are printed. A table with
code, properties and symbols is written beside them.";

/// The default triple of tables of SPIR-V.
const DEFAULT_TRIPLE: &str = "spirv64-unknown-unknown";

/// Pack images into an OffloadBinary, as llvm-offload-binary and clang-linker-wrapper read it.
#[derive(Debug, Args)]
#[command(after_help = BUNDLE_EXAMPLES)]
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

pub(super) fn bundle(options: &BundleOptions) -> Result<ExitCode, Failure> {
    let version = Version::from(options.container_version);
    let encoding = match (options.symbols, version) {
        (Some(Symbols::Packed), Version::V1) => {
            return Err(Failure::usage("--symbols packed needs --container-version 2"));
        }
        (Some(Symbols::Lines), _) | (None, Version::V1) => SymbolEncoding::Lines,
        (Some(Symbols::Packed) | None, Version::V2) => SymbolEncoding::Packed,
    };
    let (mut images, mut read_files) = (Vec::new(), Inputs::of(&options.table));
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

/// Take the images of an OffloadBinary out.
#[derive(Debug, Args)]
#[command(after_help = UNBUNDLE_EXAMPLES)]
pub(super) struct UnbundleOptions {
    /// The container.
    file: PathBuf,
    /// The directory to write to; it is created.
    #[arg(short, long, default_value = ".")]
    directory: PathBuf,
    /// Only images with these values; `kind` is who they are for. Given several times, any of them.
    #[arg(long, value_name = "KEY=VALUE,...")]
    select: Vec<String>,
}

pub(super) fn unbundle(options: &UnbundleOptions) -> Result<ExitCode, Failure> {
    let (source, binaries) = read(&options.file)?;
    let selections = options.select.iter().map(|text| selection(text)).collect::<Result<Vec<_>, _>>()?;
    // Everything is checked before the first file is written, and made again then: it can be larger than the container.
    let mut parts = Vec::new();
    let mut index = 0;
    for binary in &binaries {
        let mut sets = SharedSets::of(binary);
        for entry in &binary.entries {
            let is_image = entry.flags & METADATA_ONLY == 0 || entry.image.size > 0;
            if is_image && (selections.is_empty() || selections.iter().any(|keys| matches(entry, keys))) {
                let mut part = Part::new(&options.file, &source, index, entry)?;
                part.has_properties = part.properties(&options.file, &mut sets)?.is_some();
                part.has_symbols = part.symbols(&options.file)?.is_some();
                parts.push((binary, part));
            }
            index += 1;
        }
    }
    if parts.is_empty() {
        return Err(Failure::refused(&options.file, "no image matches").hint("`inspect` lists the images"));
    }
    let mut table = FileTable::new(["Code", "Properties", "Symbols"]);
    let mut names = String::new();
    for (_, part) in &parts {
        let row = part.row(&options.directory);
        for name in row.iter().filter(|name| !name.is_empty()) {
            names.push_str(name);
            names.push('\n');
        }
        table.push_row(row).map_err(|e| Failure::refused(&options.file, e.to_string()))?;
    }
    let directory = OutputDirectory::make(&options.directory)?;
    let mut files = Files::new(Inputs::of([&options.file]));
    let mut progress = Progress::new("unpacked", parts.len());
    let mut sets = (None, SharedSets::default());
    for (count, (binary, part)) in parts.iter().enumerate() {
        if sets.0 != Some(binary.range) {
            sets = (Some(binary.range), SharedSets::of(binary));
        }
        part.write(options, &source, &mut sets.1, &mut files)?;
        progress.done(count + 1);
    }
    drop(progress);
    let file = options.directory.join(format!("{}.table", stem(&options.file)));
    output::write_to(&mut files, &file, |out| output::fill(out, table.write().as_bytes()))?;
    directory.keep(files);
    names.push_str(&format!("{}\n", file.display()));
    console::print(names)?;
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> Result<(FileSource, Vec<offload_binary::Binary>), Error> {
    let source = FileSource::open(file)?;
    match offload_binary::read(&source) {
        Ok(binaries) => Ok((source, binaries)),
        Err(error) => Err(Error::Format { file: file.to_owned(), source: error }),
    }
}

fn selection(text: &str) -> Result<Vec<(&str, &str)>, Failure> {
    let pair = |pair: &'_ str| format!("--select: found `{pair}`; expected <key>=<value>");
    text.split(',').map(|part| part.split_once('=').ok_or_else(|| Failure::usage(pair(part)))).collect()
}

fn matches(entry: &Entry, keys: &[(&str, &str)]) -> bool {
    keys.iter().all(|(key, value)| match *key {
        "kind" => entry.offload_kind.to_string() == *value,
        key => entry.strings.text(key) == Some(value),
    })
}

/// What is written for an image.
struct Part<'a> {
    index: usize,
    base: String,
    extension: &'static str,
    entry: &'a Entry,
    has_properties: bool,
    has_symbols: bool,
}

impl<'a> Part<'a> {
    fn new(file: &Path, source: &FileSource, index: usize, entry: &'a Entry) -> Result<Self, Failure> {
        let mut base = stem(file);
        for key in [image::TRIPLE, image::ARCH] {
            let Some(value) = entry.strings.get(key) else { continue };
            let value = std::str::from_utf8(value)
                .map_err(|_| Failure::refused(file, format!("image {index}: {key} is not UTF-8")))?;
            if !value.is_empty() {
                check_component(file, &format!("image {index}: {key}"), value)?;
                base.push('-');
                base.push_str(value);
            }
        }
        base.push_str(&format!(".{index}"));
        // LLVM 22 has no name for SPIR-V and stores no kind; the bytes say what it is.
        let mut kind = entry.image_kind;
        if kind == ImageKind::NONE {
            let mut start = vec![0; entry.image.size.min(ImageKind::DETECTED as u64) as usize];
            let read = source.read_at(entry.image.start, &mut start);
            read.map_err(|source| Error::Read { file: file.to_owned(), source })?;
            kind = ImageKind::detect(&start);
        }
        Ok(Self { index, base, extension: kind.extension(), entry, has_properties: false, has_symbols: false })
    }

    /// The text of its properties, if it has any.
    fn properties(&self, file: &Path, sets: &mut SharedSets) -> Result<Option<String>, Error> {
        let properties = sets.properties_of(&self.entry.strings, &format!("image {}", self.index));
        let properties = properties.map_err(|e| Error::content(file, e))?;
        (!properties.is_empty()).then(|| Encoding::Text.write(&properties)).transpose()
    }

    /// The symbol table, if it has one.
    fn symbols(&self, file: &Path) -> Result<Option<String>, Error> {
        let names = self.entry.strings.get(image::SYMBOLS).map(|_| image::symbols_of(&self.entry.strings));
        names
            .map(symbols::write)
            .transpose()
            .map_err(|source| Error::content(file, ContentError::Image { index: self.index, source }))
    }

    fn path(&self, directory: &Path, extension: &str) -> PathBuf {
        directory.join(format!("{}.{extension}", self.base))
    }

    /// The row of the table.
    fn row(&self, directory: &Path) -> Vec<String> {
        let name = |extension: &str| self.path(directory, extension).display().to_string();
        let named = |is_there: bool, extension| if is_there { name(extension) } else { String::new() };
        vec![name(self.extension), named(self.has_properties, "prop"), named(self.has_symbols, "sym")]
    }

    /// Writes the files.
    fn write(
        &self,
        options: &UnbundleOptions,
        source: &FileSource,
        sets: &mut SharedSets,
        files: &mut Files,
    ) -> Result<(), Error> {
        let code = self.path(&options.directory, self.extension);
        output::write_to(files, &code, |out| {
            copy_range(source, self.entry.image, out).map_err(|source| Error::Write { file: code.clone(), source })
        })?;
        let texts = [("prop", self.properties(&options.file, sets)?), ("sym", self.symbols(&options.file)?)];
        for (extension, text) in texts {
            if let Some(text) = text {
                let file = self.path(&options.directory, extension);
                output::write_to(files, &file, |out| output::fill(out, text.as_bytes()))?;
            }
        }
        Ok(())
    }
}

//! `unbundle`: takes OffloadBinary containers apart, also those that clang put into host objects.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use sycl_images::Error;
use sycl_images::image::MalformedImage;
use sycl_images::image::{self, SharedSets};
use sycl_images::offload_binary::{Entry, ImageKind, METADATA_ONLY};
use sycl_images::output;
use sycl_images::output::{Files, Inputs};
use sycl_images::properties::Encoding;
use sycl_images::source::{FileSource, Source as _, copy_range};
use sycl_propset::symbols;
use sycl_propset::table::FileTable;

use super::bundle::read;
use super::common::Common;
use super::console::{self, Progress};
use super::failure::Failure;
use super::{OutputDirectory, check_component, stem};

const EXAMPLES: &str = "\
Examples:
  sycl-packager unbundle app.bundle -o out
  sycl-packager unbundle app.bundle -o out --select triple=spirv64-unknown-unknown,arch=generic

Files are named after the bundle, the image's triple and arch, and its number; their names are printed. A table with
code, properties and symbols is written beside them.";

/// Take the images of an OffloadBinary out, or those that clang put into a host object or archive.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct UnbundleOptions {
    /// The container, host object or archive.
    file: PathBuf,
    /// The directory to write to; it is created.
    #[arg(short = 'o', long = "output", aliases = ["directory"], short_alias = 'd', default_value = ".")]
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// Only images with these values; `kind` is who they are for. Given several times, any of them.
    #[arg(long, value_name = "KEY=VALUE,...")]
    select: Vec<String>,
}

pub(super) fn unbundle(options: &UnbundleOptions, common: &Common) -> Result<ExitCode, Failure> {
    let (source, binaries) = read(&options.file)?;
    let selections = options.select.iter().map(|text| selection(text)).collect::<Result<Vec<_>, _>>()?;
    // Everything is checked before the first file is written, and made again then: it can be larger than the container.
    let mut parts = Vec::new();
    let mut index = 0;
    for binary in &binaries {
        let mut sets = SharedSets::from_binary(binary);
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
    let mut files = Files::new(Inputs::from_paths([&options.file]));
    let mut progress = Progress::new("unpacked", parts.len());
    let mut sets = (None, SharedSets::default());
    for (count, (binary, part)) in parts.iter().enumerate() {
        if sets.0 != Some(binary.range) {
            sets = (Some(binary.range), SharedSets::from_binary(binary));
        }
        part.write(options, &source, &mut sets.1, &mut files)?;
        progress.done(count + 1);
    }
    drop(progress);
    let file = options.directory.join(format!("{}.table", stem(&options.file)));
    output::write_to(&mut files, &file, |out| output::fill(out, table.write().as_bytes()))?;
    directory.keep(files);
    names.push_str(&format!("{}\n", file.display()));
    if !common.json && !common.quiet {
        console::print(&names)?;
    }
    console::wrote(common, names.lines().map(Path::new))?;
    Ok(ExitCode::SUCCESS)
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

/// Parts that are written for an image.
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
            .map_err(|source| Error::content(file, MalformedImage { index: self.index, source }))
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

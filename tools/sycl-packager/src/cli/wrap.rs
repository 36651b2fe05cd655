//! `wrap`: host objects that register images.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_images::Error;
use sycl_images::image;
use sycl_images::offload_binary::{self, ImageKind, OffloadKind};
use sycl_images::output;
use sycl_images::output::Inputs;
use sycl_images::source::{FileSource, read_image};
use sycl_images::wrap::{self, EntryLayout, Host, Image, OfTable};

use super::common::Common;
use super::console;
use super::failure::Failure;
use super::{check_default, spread};

const EXAMPLES: &str = "\
Examples:
  sycl-packager wrap --table app.table --runtime-target spir64 -o app_images.o
  g++ app.o app_images.o -lsycl -o app
  sycl-packager wrap --table app.table --host x86_64-pc-windows-msvc -o app_images.obj
  sycl-packager bundle --table app.table --image-kind spirv --container-version 2 -o app.bundle
  sycl-packager wrap --container app.bundle -o app_images.o

The object calls __sycl_register_lib of the SYCL runtime before other constructors run: with the structures of libsycl.so.9
for tables, with the address and the size of the container, as the runtime of LLVM 23 takes them, for --container.";

/// The default target of SPIR-V.
const DEFAULT_TARGET: &str = "spir64";

/// Make a host object that registers images with the SYCL runtime when the program starts.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// A file table with a column Code, and Properties and Symbols.
    #[arg(long, required_unless_present = "container", value_name = "FILE")]
    table: Vec<PathBuf>,
    /// An OffloadBinary of SYCL images, which is registered as it is; for the runtime of LLVM 23.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "target", "format", "compile_opts", "link_opts", "entries"])]
    container: Option<PathBuf>,
    /// Put the container in the section sycl_device_images, where the runtime of <sycl/sycl.hpp> finds it, and call no
    /// runtime.
    #[arg(long, requires = "container", conflicts_with = "table")]
    section: bool,
    /// What the runtime takes the images for, e.g. spir64, spir64_gen, nvptx64; once, or once for each table [default:
    /// spir64 if all of them are SPIR-V].
    #[arg(long = "runtime-target", alias = "target", value_name = "NAME")]
    target: Vec<String>,
    /// Format of the images.
    #[arg(long, default_value = "auto")]
    format: FormatName,
    /// The host of the object.
    #[arg(long, default_value = "x86_64-unknown-linux-gnu", value_name = "TRIPLE")]
    host: String,
    /// Options for a compiler at run time.
    #[arg(long, default_value = "", value_name = "OPTIONS", allow_hyphen_values = true)]
    compile_opts: String,
    /// Options for a linker at run time.
    #[arg(long, default_value = "", value_name = "OPTIONS", allow_hyphen_values = true)]
    link_opts: String,
    /// The layout of the lists of symbols; runtimes take both.
    #[arg(long, default_value = "new")]
    entries: EntriesName,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// By the first bytes of each image.
    Auto,
    /// The runtime finds out.
    None,
    /// Code of the device.
    Native,
    /// SPIR-V.
    Spirv,
    /// LLVM bitcode.
    Bitcode,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EntriesName {
    /// As LLVM 20 and later write them.
    New,
    /// As before.
    Old,
}

/// The bytes of a container that a runtime can read: a single binary, with images of SYCL only.
fn container_of_sycl(file: &Path) -> Result<Vec<u8>, Failure> {
    let source = FileSource::open(file)?;
    let binaries = offload_binary::read(&source);
    let binaries = binaries.map_err(|source| Error::Format { file: file.to_owned(), source })?;
    let [binary] = &*binaries else {
        let message = format!("found {} binaries; expected one with all images", binaries.len());
        return Err(Failure::refused(file, message).hint("bundle --container-version 2 makes one"));
    };
    if let Some(other) = binary.entries.iter().find(|entry| entry.offload_kind != OffloadKind::SYCL) {
        let message = format!("found an image for {}; expected images for sycl only", other.offload_kind);
        return Err(Failure::refused(file, message));
    }
    Ok(output::read(file)?)
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let host = Host::from_triple(&options.host).ok_or_else(|| {
        let hint = format!("hosts are: {}", Host::TRIPLES.join(" "));
        Failure::usage(format!("cannot make objects for host `{}`", options.host)).hint(hint)
    })?;
    if let Some(container) = &options.container {
        let bytes = container_of_sycl(container)?;
        output::prepare(&options.output, &Inputs::from_paths(std::slice::from_ref(container)))?;
        let write = if options.section { wrap::write_section } else { wrap::write_container };
        output::write_bytes(&options.output, &write(&bytes, host).map_err(Error::from)?)?;
        console::wrote(common, [&*options.output])?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut images, mut read) = (Vec::new(), Inputs::from_paths(&options.table));
    let default = [DEFAULT_TARGET.to_owned()];
    let targets = if options.target.is_empty() { &default[..] } else { &options.target };
    for (table, target) in options.table.iter().zip(spread("--runtime-target", targets, options.table.len())?) {
        let of_table = OfTable {
            target: target.clone(),
            format: match options.format {
                FormatName::Auto => None,
                FormatName::None => Some(wrap::Format::None),
                FormatName::Native => Some(wrap::Format::Native),
                FormatName::Spirv => Some(wrap::Format::Spirv),
                FormatName::Bitcode => Some(wrap::Format::Bitcode),
            },
            compile_options: options.compile_opts.clone(),
            link_options: options.link_opts.clone(),
        };
        for row in image::read_table(table)? {
            row.files.iter().for_each(|file| read.add(file));
            let content = read_image(&row.code)?;
            if options.target.is_empty() {
                check_default("--runtime-target", [(row.code.clone(), ImageKind::detect(&content))])?;
            }
            images.push(Image::of_row(row, content, &of_table));
        }
    }
    let entries = match options.entries {
        EntriesName::New => EntryLayout::New,
        EntriesName::Old => EntryLayout::Old,
    };
    output::prepare(&options.output, &read)?;
    output::write_bytes(&options.output, &wrap::write(&images, host, entries).map_err(Error::from)?)?;
    console::wrote(common, [&*options.output])?;
    Ok(ExitCode::SUCCESS)
}

//! `syclbin`: SYCLBIN files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use sycl_images::Error;
use sycl_images::image;
use sycl_images::offload_binary::{self, Content, ImageKind, Writer};
use sycl_images::output;
use sycl_images::output::{Files, Inputs};
use sycl_images::properties::{self, Encoding};
use sycl_images::source::{FileSource, Range, Source as _, copy_range};
use sycl_images::syclbin::{self, AbstractModule, IrModule, IrType, NativeImage, State, Syclbin};
use sycl_propset::SetName;
use sycl_propset::table::FileTable;
use sycl_propset::triple::{Family, Triple};

use super::bundle::ContainerVersion;
use super::common::Common;
use super::console;
use super::failure::{self, Failure};
use super::{OutputDirectory, check_default, is_file, spread, stem};

const EXAMPLES: &str = "\
Examples:
  sycl-packager syclbin create --table app.table --state executable -o app.syclbin
  sycl-packager syclbin extract app.syclbin -o out

A program loads a file with get_kernel_bundle<State>(context, devices, path), where State is that of the file, and
finds kernels that the properties list (`SYCL/kernel names`; make them with `emit-kernel-names`). Intel's runtime finds
only those whose names start with `__sycl_kernel_`: free functions that are declared extern \"C\".";

/// The default target of tables of SPIR-V.
const DEFAULT_TARGET: &str = "spir64-unknown-unknown";

/// First characters of names of kernels that Intel's runtime finds in a SYCLBIN file.
const PREFIX: &str = "__sycl_kernel_";

/// Make SYCLBIN files, which Intel's SYCL runtime loads, and take them apart.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Create(CreateOptions),
    Extract(ExtractOptions),
}

/// Pack the images of tables into a SYCLBIN file.
#[derive(Debug, Args)]
struct CreateOptions {
    /// A file table with a column Code, and Properties.
    #[arg(long, required = true, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// The state of the kernel bundles that are made of the file.
    #[arg(long, default_value = "executable")]
    state: StateName,
    /// The triple of the images; once, or once for each table [default: spir64-unknown-unknown if all of them are
    /// SPIR-V].
    #[arg(long = "triple", alias = "target", value_name = "TRIPLE")]
    target: Vec<String>,
    /// The images are native ones, for this architecture; once, or once for each table (empty: IR).
    #[arg(long, default_value = "", hide_default_value = true)]
    arch: Vec<String>,
    /// The version of the OffloadBinary around the file.
    #[arg(long, default_value = "1")]
    container_version: ContainerVersion,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StateName {
    /// To be built by the program.
    Input,
    /// To be linked by the program.
    Object,
    /// Ready to run.
    Executable,
}

/// Take the images out: code, properties and a table.
#[derive(Debug, Args)]
struct ExtractOptions {
    /// The file, with or without the OffloadBinary around it.
    file: PathBuf,
    /// The directory to write to; it is created.
    #[arg(short = 'o', long = "output", aliases = ["directory"], short_alias = 'd', default_value = ".")]
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
}

pub(super) fn run(options: Options, common: &Common) -> Result<ExitCode, Failure> {
    match options.command {
        Command::Create(options) => create(&options, common),
        Command::Extract(options) => extract(&options, common),
    }
}

fn create(options: &CreateOptions, common: &Common) -> Result<ExitCode, Failure> {
    let state = match options.state {
        StateName::Input => State::Input,
        StateName::Object => State::Object,
        StateName::Executable => State::Executable,
    };
    let mut file = Syclbin { state, modules: Vec::new() };
    let mut read_files = Inputs::from_paths(&options.table);
    let default = [DEFAULT_TARGET.to_owned()];
    let targets = if options.target.is_empty() { &default[..] } else { &options.target };
    let targets = spread("--triple", targets, options.table.len())?;
    let archs = spread("--arch", &options.arch, options.table.len())?;
    for (table, (target, arch)) in options.table.iter().zip(targets.into_iter().zip(archs)) {
        for row in image::read_table(table)? {
            row.files.iter().for_each(|file| read_files.add(file));
            let content = Content::File(row.code.clone());
            let kind = ImageKind::detect(&content.start()?);
            // What is not SPIR-V and has no --arch is refused below, with a hint at what to do.
            if options.target.is_empty() && (kind == ImageKind::PTX || !arch.is_empty()) {
                check_default("--triple", [(row.code.clone(), kind)])?;
            }
            let mut module = AbstractModule { properties: row.properties, ir: Vec::new(), native: Vec::new() };
            if arch.is_empty() {
                let kind = ir_type(&row.code, target, kind)?;
                module.ir.push(IrModule { kind, target: target.clone(), content });
            } else {
                module.native.push(NativeImage { arch: arch.clone(), target: target.clone(), content });
            }
            file.modules.push(module);
        }
    }
    let image = syclbin::wrap(&file)?;
    output::prepare(&options.output, &read_files)?;
    output::write(&options.output, |out| {
        let mut writer = Writer::new(out, options.container_version.into());
        writer.write(std::slice::from_ref(&image), |_| {})?;
        writer.finish().map(drop)
    })?;
    if is_file(&options.output) {
        verify(&options.output, &file)?;
    }
    let mut kernels =
        file.modules.iter().flat_map(|module| properties::names(&module.properties, &SetName::KernelNames));
    if !kernels.any(|name| name.starts_with(PREFIX)) {
        let message = format!("no kernel has a name that starts with `{PREFIX}`; Intel's runtime will find none");
        failure::warn_of(&options.output, &message);
    }
    console::wrote(common, [&*options.output])?;
    Ok(ExitCode::SUCCESS)
}

/// The language of a module; one that the runtime could not take is refused here rather than there.
fn ir_type(file: &Path, target: &str, kind: ImageKind) -> Result<IrType, Failure> {
    let family = Triple::parse(target).and_then(Triple::family);
    match (kind, family) {
        (ImageKind::SPIRV, _) => Ok(IrType::Spirv),
        (ImageKind::PTX, _) | (_, Some(Family::Nvptx)) => Ok(IrType::Ptx),
        (_, Some(Family::Amdgpu)) => Ok(IrType::Amdgcn),
        (kind, _) => {
            let found = if kind == ImageKind::NONE { "bytes of no known kind".to_owned() } else { kind.to_string() };
            let failure = Failure::refused(file, format!("found {found}; expected SPIR-V for {target}"));
            Err(if kind == ImageKind::BITCODE {
                failure.hint("run `llc -mtriple=spirv64-unknown-unknown -filetype=obj` over the code, then replace that column of the table")
            } else {
                failure.hint("native images need --arch")
            })
        }
    }
}

/// Reads back what was written.
fn verify(path: &Path, file: &Syclbin<Content<'_>>) -> Result<(), Failure> {
    let (_, read) = read(path)?;
    let same = read.state == file.state
        && read.modules.len() == file.modules.len()
        && read.modules.iter().zip(&file.modules).all(|(read, module)| read.properties == module.properties);
    if same { Ok(()) } else { Err(Failure::refused(path, "internal error: the file differs from its plan")) }
}

fn read(path: &Path) -> Result<(FileSource, Syclbin<Range>), Failure> {
    let source = FileSource::open(path)?;
    let mut start = vec![0; source.size().min(4) as usize];
    source.read_at(0, &mut start).map_err(|source| Error::Read { file: path.to_owned(), source })?;
    let format = |source| Error::Format { file: path.to_owned(), source };
    let range = if syclbin::is_syclbin(&start) {
        Range { start: 0, size: source.size() }
    } else {
        let binaries = offload_binary::read(&source).map_err(format)?;
        let mut entries = binaries.iter().flat_map(|binary| &binary.entries);
        let entry = entries.find(|entry| entry.image_kind == ImageKind::SYCLBIN);
        entry.ok_or_else(|| Failure::refused(path, "no image of the OffloadBinary is a SYCLBIN file"))?.image
    };
    let file = syclbin::read(&source, range).map_err(format)?;
    Ok((source, file))
}

/// A file that is taken out: its name, and what is in it.
enum Extracted {
    Text(String),
    Code(Range),
}

fn extract(options: &ExtractOptions, common: &Common) -> Result<ExitCode, Failure> {
    let (source, file) = read(&options.file)?;
    // Names come from the file's own name and numbers, none from its content.
    let path = |name: &str| options.directory.join(format!("{}{name}", stem(&options.file)));
    let mut table = FileTable::new(["Code", "Properties"]);
    let mut plan = Vec::new();
    for (index, module) in file.modules.iter().enumerate() {
        let properties = path(&format!("_{index}.prop"));
        plan.push((properties.clone(), Extracted::Text(Encoding::Text.write(&module.properties)?)));
        let ir = module.ir.iter().enumerate().map(|(number, ir)| {
            let extension = match ir.kind {
                IrType::Spirv => "spv",
                IrType::Ptx => "s",
                IrType::Amdgcn => "bc",
            };
            (format!("_{index}_ir{number}.{extension}"), ir.content)
        });
        let native = module.native.iter().enumerate();
        let native = native.map(|(number, native)| (format!("_{index}_native{number}.bin"), native.content));
        for (name, content) in ir.chain(native) {
            let code = path(&name);
            table
                .push_row(vec![code.display().to_string(), properties.display().to_string()])
                .map_err(|e| Failure::refused(&options.file, e.to_string()))?;
            plan.push((code, Extracted::Code(content)));
        }
    }
    // Everything is checked before the first file is written.
    let directory = OutputDirectory::make(&options.directory)?;
    let mut files = Files::new(Inputs::from_paths([&options.file]));
    let mut names = String::new();
    plan.push((path(".table"), Extracted::Text(table.write())));
    for (file, content) in &plan {
        output::write_to(&mut files, file, |out| match content {
            Extracted::Text(text) => output::fill(out, text.as_bytes()),
            Extracted::Code(range) => {
                copy_range(&source, *range, out).map_err(|source| Error::Write { file: file.clone(), source })
            }
        })?;
        names.push_str(&format!("{}\n", file.display()));
    }
    directory.keep(files);
    if !common.json && !common.quiet {
        console::print(names)?;
    }
    console::wrote(common, plan.iter().map(|(file, _)| &**file))?;
    Ok(ExitCode::SUCCESS)
}

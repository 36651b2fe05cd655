//! `build`: from device bitcode to something that a program loads.

mod depfile;
mod effects;
mod messages;
mod ninja;
pub(super) mod places;
mod print;
pub(super) mod request;
mod trace;
mod units;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use sycl_builder::back_ends::{BackEnds, Choice};
use sycl_builder::request::{Barriers, CudaImage, Pack, Sanitizer, SpecConstants, Split, Validate};
use sycl_builder::resolve::Validation;
use sycl_builder::target::Target;
use sycl_builder::{Event, Settings};
use sycl_images::output::{self, Inputs};

use super::common::Common;
use super::console::ProgressForm;
use super::failure::{self, Failure};
use super::{KnownCode, console, jobs, size};
use messages::{Reporter, fail, show};

const EXAMPLES: &str = "\
Examples:
  sycl-packager build app.bc --target spirv64 -o app_images.o
  sycl-packager build a.o liba.a --target spirv64 -o images.o
  sycl-packager build a.bc b.bc --target spirv64 --target intel_gpu_pvc --split kernel -o app.syclbin
  sycl-packager build cuda.bc hip.bc --target nvptx64:sm_90 --target amdgcn:gfx90a --embed-ir -o images/
  sycl-packager build app.bc --target spirv64 --target nvptx64:sm_90 --target amdgcn:gfx90a -o app_images.o
  sycl-packager build app.bc --target host --target host:x86-64-v3 -o app_images.o
  sycl-packager build app.bc --target spirv64 -o app_images.o --dry-run
  sycl-packager build app.bc --target spirv64 -o app_images.o --emit ninja && ninja -C app_images.o.build

Inputs are LLVM IR of a SYCL front end. Each goes to the targets of its triple; code for SPIR-V is retargeted for the host,
and for NVIDIA's and AMD's GPUs that have no code of their own.
Of host objects and archives, the device code that clang put into them is taken.
OUT is a host object (.o, .obj), a SYCLBIN file (.syclbin), an OffloadBinary (.bundle), or a directory with a table for
each target. What was built before comes from the cache: a second run does nothing, and one that was interrupted goes on.
Programs are looked for in PATH, then in /usr/lib/llvm-22/bin.

Exit code: 0 done, 1 an input or image is refused, 2 wrong usage, a missing program, or a file cannot be read or written.";

/// Link, split, compile, validate and pack device code for any number of targets.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Device code: LLVM bitcode or assembly, or host objects and archives that `clang -fsycl -c` made.
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,
    /// Inputs that are bitcode come from `clang -fsycl`: run the pass sycl-front-end on them.
    #[arg(long, help_heading = "Targets")]
    pub front_end: bool,
    /// Of archives, take the members that the host linker takes: what it wrote for -Wl,-t,-t,--no-demangle
    /// [default: all members].
    #[arg(long, value_name = "FILE", help_heading = "Targets")]
    pub linker_trace: Option<PathBuf>,
    /// What to build for: spirv64, nvptx64:sm_90, amdgcn:gfx90a, host, host:x86-64-v3, generic,
    /// intel_gpu_pvc, ...; repeatable.
    #[arg(long, required = true, value_name = "NAME", value_delimiter = ',')]
    pub target: Vec<String>,
    /// The file or directory to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// What OUT is [default: by its extension].
    #[arg(long, help_heading = "Result")]
    pub format: Option<Format>,
    /// The only devices that the code is for: names as for --target, or kinds of devices (cpu, gpu, accelerator).
    /// Warnings say what it needs that one of them lacks, and other targets get empty images.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Targets")]
    fixed_targets: Vec<String>,
    /// A device library, of which only what is needed is linked; repeatable, in the order of linking.
    #[arg(long, value_name = "FILE", help_heading = "Targets")]
    device_lib: Vec<PathBuf>,
    /// Give a specialization constant or an IR constant its value, which is then part of the code; repeatable.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true, help_heading = "Values known at build")]
    set: Vec<String>,
    /// A file of lines NAME=VALUE for --set.
    #[arg(long, value_name = "FILE", help_heading = "Values known at build")]
    set_file: Option<PathBuf>,
    /// Answer a query of the device code (__acpp_sscp_jit_reflect_KEY); repeatable.
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Values known at build")]
    reflect: Vec<String>,
    /// Give an argument of a kernel its value, by its number; the runtime no longer passes it; repeatable.
    #[arg(long, value_name = "KERNEL:ARG=VALUE", allow_hyphen_values = true, help_heading = "Values known at build")]
    specialize: Vec<String>,
    /// The size of all work-groups, fastest dimension first.
    #[arg(long, value_name = "X,Y,Z", value_parser = group_size, help_heading = "Values known at build")]
    group_size: Option<[u32; 3]>,
    /// Refuse targets without device code of their own, rather than retarget code for SPIR-V.
    #[arg(long, help_heading = "Targets")]
    no_retarget: bool,
    /// Where retargeted code finds mathematical functions: auto (Debian's libclc-22), off, or a file of bitcode.
    #[arg(long, default_value = "auto", value_name = "FILE", help_heading = "Targets")]
    libclc: PathBuf,
    /// How entry points are grouped into images: by unit and features (auto, source), one each (kernel), by features
    /// alone (features), or all in one, which needs what any of them needs (none).
    #[arg(long, default_value = "auto", value_name = "MODE", value_parser = values::split_modes(), help_heading = "Result")]
    split: Split,
    /// How specialization constants are lowered [default: native for spirv64, emulation for others, default-values
    /// there for code of stock clang].
    #[arg(long, value_name = "MODE", value_parser = values::spec_constants(), help_heading = "Targets")]
    spec_const: Option<SpecConstants>,
    /// Whether device code of one host object can use that of another.
    #[arg(long, default_value = "on", value_name = "WHEN", value_parser = values::rdc(), help_heading = "Result")]
    rdc: Rdc,
    /// A further parameter of the pass sycl-post-link, e.g. allow-device-image-dependencies; repeatable.
    #[arg(long, value_name = "PARAMETER", help_heading = "Result")]
    post_link_option: Vec<String>,
    /// Also pack the bitcode of images for NVPTX and AMDGPU, for fusion of kernels at run time.
    #[arg(long, help_heading = "Result")]
    embed_ir: bool,
    /// The level of llc for GPUs and the host [default: 2].
    #[arg(short = 'O', value_name = "LEVEL", value_parser = ["0", "1", "2", "3"], help_heading = "Targets")]
    optimization: Option<String>,
    /// Make images for GPUs and the host without debug info.
    #[arg(long, help_heading = "Targets")]
    strip_debug: bool,
    /// For the host, how items of a work-group wait at barriers [default: auto].
    #[arg(long, value_name = "HOW", value_parser = values::barriers(), help_heading = "Targets")]
    barriers: Option<Barriers>,
    /// For the host, the size of sub-groups of kernels that require none [default: 16 if a kernel asks about them,
    /// else 1].
    #[arg(long, value_name = "SIZE", value_parser = sub_group_size, help_heading = "Targets")]
    sub_group_size: Option<u32>,
    /// For the host, what code looks for while it runs; the program is to be linked with clang's runtime for it.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = values::sanitizers(), help_heading = "Targets")]
    pub sanitize: Vec<Sanitizer>,
    /// Extensions of SPIR-V that llc may use [default: those that Intel's devices take].
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, help_heading = "Targets")]
    spirv_ext: Option<String>,
    /// An option for the back end of a target (llc, ocloc, opencl-aot); repeatable.
    #[arg(long, value_name = "TARGET=OPTION", allow_hyphen_values = true, help_heading = "Targets")]
    back_end_option: Vec<String>,
    /// What images for NVIDIA's GPUs are [default: auto].
    #[arg(long, value_name = "KIND", value_parser = values::cuda_images(), help_heading = "Targets")]
    cuda_image: Option<CudaImage>,
    /// Whether images are validated.
    #[arg(long, default_value = "auto", value_name = "WHEN", value_parser = values::validate(), help_heading = "Result")]
    validate: Validate,
    /// The host of an object, and of the target host [default: x86_64-unknown-linux-gnu, for .obj
    /// x86_64-pc-windows-msvc].
    #[arg(long, value_name = "TRIPLE", help_heading = "Result")]
    pub host: Option<String>,
    /// The state of a SYCLBIN file: input, object or executable [default: executable].
    #[arg(long, value_parser = ["input", "object", "executable"], help_heading = "Result")]
    state: Option<String>,
    /// Options for a compiler at run time.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "OPTIONS",
        allow_hyphen_values = true,
        help_heading = "Result"
    )]
    compile_opts: String,
    /// Options for a linker at run time.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "OPTIONS",
        allow_hyphen_values = true,
        help_heading = "Result"
    )]
    link_opts: String,
    /// A device configuration whose targets are added to the built-in ones, or replace those of the same name.
    #[arg(long, value_name = "FILE", help_heading = "Targets")]
    pub(super) devices: Option<PathBuf>,
    /// Names and numbers of aspects for code of `clang -fsycl`, in place of those of the program's runtime.
    #[arg(long, value_name = "FILE", help_heading = "Targets")]
    aspects: Option<PathBuf>,
    /// The plugin [default: $SYCL_PACKAGER_PLUGIN, or libsycl_passes_plugin.so beside this program, in ../lib, or in
    /// /usr/lib/llvm-22/lib].
    #[arg(long, value_name = "FILE", help_heading = "Tools")]
    plugin: Option<PathBuf>,
    /// The only directory to look for LLVM's programs in.
    #[arg(long, value_name = "DIRECTORY", help_heading = "Tools")]
    llvm_bin: Option<PathBuf>,
    /// A program to use, e.g. ocloc=/opt/intel/bin/ocloc; repeatable.
    #[arg(long, value_name = "NAME=FILE", help_heading = "Tools")]
    tool: Vec<String>,
    /// Who makes and checks images: the compiler library of run-time compilation where it can, or programs; both make
    /// the same.
    #[arg(long, default_value = "auto", value_name = "WHO")]
    back_ends: BackEndsName,
    /// Steps at a time [default: as many as the machine runs at once; under GNU make within its limit].
    #[arg(short, long, value_name = "NUMBER", value_parser = jobs::number, help_heading = "Tools")]
    pub jobs: Option<usize>,
    /// Where results are kept [default: $SYCL_PACKAGER_CACHE_DIR, or sycl-packager in the user's cache directory].
    #[arg(long, value_name = "DIRECTORY", help_heading = "Cache")]
    pub(super) cache_dir: Option<PathBuf>,
    /// Cache size limit: bytes, or a number with a suffix, such as 500M, 5GB or 1T.
    #[arg(long, default_value = "5G", value_name = "SIZE", value_parser = size::parse, help_heading = "Cache")]
    pub(super) cache_size: u64,
    /// A second cache to take results from, which is not changed; e.g. one that all of a team can read.
    #[arg(long, value_name = "DIRECTORY", help_heading = "Cache")]
    pub(super) cache_read: Option<PathBuf>,
    /// Keep nothing, and use nothing that was kept.
    #[arg(long, conflicts_with_all = ["cache_dir", "cache_size", "cache_read"], help_heading = "Cache")]
    no_cache: bool,
    /// Say of each step that runs why its result is not in the cache: which input, program or option differs from the
    /// last build of OUT.
    #[arg(long, help_heading = "Debugging")]
    explain: bool,
    /// Write which programs ran when, as Chrome's trace viewer and Perfetto read it.
    #[arg(long, value_name = "FILE", help_heading = "Debugging")]
    trace: Option<PathBuf>,
    /// Write which files the result depends on, programs included, as make and Ninja read them.
    #[arg(long, value_name = "FILE", help_heading = "Debugging")]
    depfile: Option<PathBuf>,
    /// Keep all files on the way, in DIRECTORY [default: OUT.build].
    #[arg(long, value_name = "DIRECTORY", num_args = 0..=1, require_equals = true, help_heading = "Debugging")]
    pub keep: Option<Option<PathBuf>>,
    /// Print the steps, for people (text) or programs (json), and run none.
    #[arg(long = "dry-run", alias = "print-plan", value_name = "FORM", num_args = 0..=1, default_missing_value = "text", require_equals = true, conflicts_with = "emit", help_heading = "Debugging")]
    pub print_plan: Option<PlanForm>,
    /// Write the steps for another engine; run only those that find out which images there are.
    #[arg(long, value_name = "ENGINE", help_heading = "Debugging")]
    emit: Option<Engine>,
    /// The directory of the other engine [default: OUT.build].
    #[arg(long, value_name = "DIRECTORY", requires = "emit", help_heading = "Debugging")]
    build_dir: Option<PathBuf>,
    /// How it is shown what is done: auto (in place, on a terminal), plain (lines, for logs), or none.
    #[arg(long, default_value = "auto", value_name = "FORM", help_heading = "Messages")]
    progress: ProgressForm,
    /// The file with settings, or none [default: $SYCL_PACKAGER_SETTINGS, or sycl-packager.toml in this directory or
    /// the nearest one above it].
    #[arg(long, value_name = "FILE", overrides_with = "settings", help_heading = "Settings")]
    settings: Option<PathBuf>,
    /// Print the options that settings, variables and the command line set, and where, and build nothing.
    #[arg(long, help_heading = "Settings")]
    show_settings: bool,
    /// With --rdc off, a directory for an object of each host object, in place of one for all.
    #[arg(long, value_name = "DIRECTORY", hide = true)]
    pub rdc_objects: Option<PathBuf>,
    /// What messages call the result [default: OUT].
    #[arg(long, value_name = "NAME", hide = true)]
    pub output_name: Option<PathBuf>,
    /// The program that takes the options.
    #[arg(skip)]
    pub front: Front,
}

/// Programs that take the options of a build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Front {
    /// `sycl-packager build`.
    #[default]
    Packager,
    /// `sycl-link`, beside `sycl-packager`. Its options have `--sycl-` in front.
    Link,
}

/// Whether device code of one translation unit can call that of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rdc {
    /// It can: all is linked.
    On,
    /// It cannot: each has images of its own.
    Off,
    /// It can, unless none needs another.
    Auto,
}

/// Forms of a result.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Format {
    /// A host object that registers the images with the SYCL runtime, and has those for the host in it.
    #[value(alias = "wrap")]
    Object,
    /// A host object with all images in sections, for the runtime of <sycl/sycl.hpp>.
    Embedded,
    /// A SYCLBIN file.
    Syclbin,
    /// An OffloadBinary.
    #[value(alias = "offload-binary")]
    Bundle,
    /// A directory with a table for each target.
    #[value(alias = "table")]
    Directory,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum BackEndsName {
    /// The library if it is installed beside this program or in ../lib, and of its build; else programs.
    Auto,
    /// The library, which has to be there.
    Library,
    /// Programs alone.
    Programs,
}

/// Forms of a plan.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PlanForm {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Engine {
    /// A file build.ninja.
    Ninja,
}

impl From<BackEndsName> for Choice {
    fn from(name: BackEndsName) -> Self {
        match name {
            BackEndsName::Auto => Self::Auto,
            BackEndsName::Library => Self::Library,
            BackEndsName::Programs => Self::Programs,
        }
    }
}

impl Options {
    /// Maker of images.
    pub(super) fn choice(&self) -> Choice {
        self.back_ends.into()
    }

    /// An option of this name as the user gives it.
    fn named(&self, name: &str) -> String {
        match self.front {
            Front::Packager => format!("--{name}"),
            Front::Link => format!("--sycl-{name}"),
        }
    }

    /// Name of the result in messages.
    fn output_name(&self) -> &Path {
        self.output_name.as_deref().unwrap_or(&self.output)
    }

    /// Directory of files on the way, if they are kept.
    fn kept(&self) -> Option<PathBuf> {
        self.keep.clone().map(|named| named.unwrap_or_else(|| places::build_directory(self)))
    }
}

fn sub_group_size(text: &str) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size: &u32| size.is_power_of_two() && *size <= 32);
    size.ok_or_else(|| "expected 1, 2, 4, 8, 16 or 32".to_owned())
}

fn group_size(text: &str) -> Result<[u32; 3], String> {
    let expected = || "expected one to three sizes from 1 on, such as 16,16".to_owned();
    let sizes = text.split(',').map(|size| size.parse().ok().filter(|size| *size > 0));
    let sizes: Vec<u32> = sizes.collect::<Option<_>>().ok_or_else(expected)?;
    match sizes[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(expected()),
    }
}

pub(super) fn run(options: &Options, common: &Common, known: &KnownCode) -> Result<ExitCode, Failure> {
    let limit = jobs::limit(options.jobs, jobs::hardware());
    let request::Asked { request, config, units } = request::request(options, known, &limit)?;
    let recipe = &request.recipe;
    let read = [&options.inputs, &options.device_lib].into_iter().flatten();
    let read = Inputs::from_paths(
        read.chain(&options.devices)
            .chain(&options.aspects)
            .chain(&options.set_file)
            .chain(&options.plugin)
            .chain(&options.linker_trace),
    );
    match recipe.pack {
        Pack::Directory => output::check_replaceable(&options.output, &read)?,
        _ => output::prepare(&options.output, &read)?,
    }
    if let Some(trace) = &options.trace {
        output::prepare(trace, &read)?;
    }
    if options.emit.is_some() {
        ninja::check_directory(options)?;
    }
    for warning in effects::without_effect(options, common, recipe) {
        failure::warn(&warning);
    }
    let cache = places::open_cache(options)?;
    let search = places::search(options)?;
    let back_ends = BackEnds::new(options.choice(), &search);
    if options.print_plan.is_none() {
        back_ends.prepare_check(&limit);
    }
    let resolved = match request.resolve(&search, &cache) {
        Ok(resolved) => resolved,
        Err(error) => return fail(error, options),
    };
    let recipe = &resolved.recipe;
    if resolved.validation == Validation::Structure && recipe.targets.iter().any(Target::is_portable) {
        failure::note("there is no spirv-val; of SPIR-V only the structure is checked");
    }
    if options.emit.is_some() {
        ninja::check(options, recipe)?;
    }
    if let Some(form) = options.print_plan {
        let text = match form {
            PlanForm::Text if !common.json => print::text(&resolved),
            PlanForm::Text | PlanForm::Json => format!("{:#}\n", print::json(&resolved)),
        };
        if !units.is_empty() && !common.json && matches!(form, PlanForm::Text) {
            console::print(units::note(&units))?;
        }
        return console::print(text).map(|()| ExitCode::SUCCESS);
    }
    let keep = options.kept();
    if let Err(error) = back_ends.check(&resolved.tools) {
        return fail(error.into(), options);
    }
    let explain = options.explain || common.verbose > 0;
    let settings = Settings { cache: &cache, limit: &limit, keep: keep.as_deref(), explain, back_ends: &back_ends };
    match options.emit {
        Some(Engine::Ninja) => ninja::emit(options, common, &resolved, &settings),
        None => {
            let started = Instant::now();
            let mut reporter = Reporter::new(options.output_name(), common, options.progress);
            let result = &options.output;
            let mut report = |event: Event<'_>| reporter.event(&event);
            let built = if units.is_empty() {
                sycl_builder::run(&resolved, &config, &settings, result, &mut report)
            } else {
                units::build(options, &units, &resolved, &config, &settings, &search, &mut report)
            };
            let steps = reporter.finish();
            if let Some(file) = &options.trace {
                trace::write(file, &steps, built.as_ref().ok())?;
            }
            match built {
                Ok(summary) => {
                    depfile::write(options, &resolved)?;
                    show(options, common, &summary, &steps, started.elapsed().as_secs_f64(), &limit)
                }
                Err(error) => fail(error, options),
            }
        }
    }
}

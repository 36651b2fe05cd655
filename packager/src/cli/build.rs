//! `build`: from device bitcode to something that a program loads.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use sycl_packager::bitcode;
use sycl_packager::build::action::{Action, Outputs};
use sycl_packager::build::cache::Cache;
use sycl_packager::build::plan::{self, CudaImage, Pack, Request, SpecConstants, Split, Validate};
use sycl_packager::build::report::{Summary, name_kernels};
use sycl_packager::build::target::Target;
use sycl_packager::build::tools::Search;
use sycl_packager::build::{self, BuildError, Event, FailedStep, Prepared, Settings};
use sycl_packager::jobs::Limit;
use sycl_packager::output;
use sycl_packager::wrap::Host;
use sycl_propset::devices::DeviceConfig;

use super::console::{self, Progress};
use super::failure::{self, Failure, REFUSED};
use super::jobs;

const EXAMPLES: &str = "\
Examples:
  sycl-packager build app.bc --target spirv64 -o app_images.o
  sycl-packager build a.bc b.bc --target spirv64 --target intel_gpu_pvc --split kernel -o app.syclbin
  sycl-packager build cuda.bc hip.bc --target nvptx64:sm_90 --target amdgcn:gfx90a --embed-ir -o images/
  sycl-packager build app.bc --target spirv64 -o app_images.o --print-plan
  sycl-packager build app.bc --target spirv64 -o app_images.o --emit ninja && ninja -C app_images.o.build

Inputs are LLVM IR of a SYCL front end, compiled once for each kind of target; each goes to the targets of its triple.
OUT is a host object (.o, .obj), a SYCLBIN file (.syclbin), an OffloadBinary (.bundle), or a directory with a table for
each target. What was built before comes from the cache: a second run does nothing, and one that was interrupted goes on.
Programs are looked for in /usr/lib/llvm-22/bin and PATH.

Exit code: 0 done, 1 an input or image is refused, 2 wrong usage, a missing program, or a file cannot be read or written.";

/// Link, split, compile, validate and pack device code for any number of targets.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Device code: LLVM bitcode or assembly.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// What to build for: spirv64, nvptx64:sm_90, amdgcn:gfx90a, intel_gpu_pvc, ...; repeatable.
    #[arg(long, required = true, value_name = "NAME")]
    target: Vec<String>,
    /// The file or directory to write.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What OUT is [default: by its extension].
    #[arg(long)]
    format: Option<FormatName>,
    /// A device library, of which only what is needed is linked; repeatable, in the order of linking.
    #[arg(long, value_name = "FILE")]
    device_lib: Vec<PathBuf>,
    /// How kernels are grouped into images: auto, source, kernel or none.
    #[arg(long, default_value = "auto")]
    split: Split,
    /// How specialization constants are lowered: native, emulation or default-values [default: native for spirv64,
    /// emulation for others].
    #[arg(long, value_name = "MODE")]
    spec_const: Option<SpecConstants>,
    /// A further parameter of the pass sycl-post-link, e.g. allow-device-image-dependencies; repeatable.
    #[arg(long, value_name = "PARAMETER")]
    post_link_option: Vec<String>,
    /// Also pack the bitcode of images for NVPTX and AMDGPU, for fusion of kernels at run time.
    #[arg(long)]
    embed_ir: bool,
    /// The level of llc for GPUs.
    #[arg(short = 'O', default_value = "2", value_name = "LEVEL", value_parser = ["0", "1", "2", "3"])]
    optimization: String,
    /// Make images for GPUs without debug info.
    #[arg(long)]
    strip_debug: bool,
    /// Extensions of SPIR-V that llc may use [default: those that Intel's devices take].
    #[arg(long, value_name = "LIST", default_value = plan::SPIRV_EXTENSIONS, hide_default_value = true, allow_hyphen_values = true)]
    spirv_ext: String,
    /// An option for the back end of a target (llc, ocloc, opencl-aot); repeatable.
    #[arg(long, value_name = "TARGET=OPTION", allow_hyphen_values = true)]
    back_end_option: Vec<String>,
    /// What images for NVIDIA's GPUs are: auto (machine code if there is ptxas, else PTX), ptx or cubin.
    #[arg(long, default_value = "auto", value_name = "KIND")]
    cuda_image: CudaImage,
    /// Check images: auto (with spirv-val if there is one), always or never.
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    validate: Validate,
    /// The host of an object [default: x86_64-unknown-linux-gnu, for .obj x86_64-pc-windows-msvc].
    #[arg(long, value_name = "TRIPLE")]
    host: Option<String>,
    /// The state of a SYCLBIN file: input, object or executable.
    #[arg(long, default_value = "executable", value_parser = ["input", "object", "executable"])]
    state: String,
    /// Options for a compiler at run time.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "OPTIONS", allow_hyphen_values = true)]
    compile_opts: String,
    /// Options for a linker at run time.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "OPTIONS", allow_hyphen_values = true)]
    link_opts: String,
    /// A device configuration in place of the built-in one.
    #[arg(long, value_name = "FILE")]
    devices: Option<PathBuf>,
    /// The plugin [default: libsycl_passes_plugin.so beside this program, or in ../lib].
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// The only directory to look for LLVM's programs in.
    #[arg(long, value_name = "DIRECTORY")]
    llvm_bin: Option<PathBuf>,
    /// A program to use, e.g. ocloc=/opt/intel/bin/ocloc; repeatable.
    #[arg(long, value_name = "NAME=FILE")]
    tool: Vec<String>,
    /// Steps at a time [default: as many as the machine runs at once; under GNU make within its limit].
    #[arg(short, long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Where results are kept [default: $SYCL_PACKAGER_CACHE_DIR, or sycl-packager in the user's cache directory].
    #[arg(long, value_name = "DIRECTORY")]
    cache_dir: Option<PathBuf>,
    /// How much is kept: bytes, or with K, M or G.
    #[arg(long, default_value = "5G", value_name = "SIZE", value_parser = size)]
    cache_size: u64,
    /// Keep nothing, and use nothing that was kept.
    #[arg(long, conflicts_with_all = ["cache_dir", "cache_size"])]
    no_cache: bool,
    /// A directory for all files on the way.
    #[arg(long, value_name = "DIRECTORY")]
    keep: Option<PathBuf>,
    /// Print the steps, and run none.
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", require_equals = true, conflicts_with = "emit")]
    print_plan: Option<PlanForm>,
    /// Write the steps for another engine, and run none but those that tell which images there are.
    #[arg(long, value_name = "ENGINE")]
    emit: Option<Engine>,
    /// The directory of the other engine [default: OUT.build].
    #[arg(long, value_name = "DIRECTORY", requires = "emit")]
    build_dir: Option<PathBuf>,
    /// Print the summary as a JSON object.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    /// Print no summary.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// A host object that registers the images with the SYCL runtime.
    Object,
    /// A SYCLBIN file.
    Syclbin,
    /// An OffloadBinary.
    Bundle,
    /// A directory with a table for each target.
    Directory,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PlanForm {
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

fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(number) => (
            number,
            match text.as_bytes()[text.len() - 1] {
                b'K' => 10,
                b'M' => 20,
                _ => 30,
            },
        ),
        None => (text, 0),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << unit));
    bytes.ok_or_else(|| "expected a number of bytes, or one with K, M or G behind it".to_owned())
}

pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let loaded;
    let config = match &options.devices {
        None => DeviceConfig::builtin(),
        Some(file) => {
            loaded = super::device_config(file)?;
            &loaded
        }
    };
    let mut request = request(options, config)?;
    let temporary;
    let (root, limit) = match cache_directory(options) {
        Some(root) => (root, options.cache_size),
        None => {
            temporary =
                tempfile::tempdir().map_err(|e| Failure::usage(format!("cannot make a temporary directory: {e}")))?;
            (temporary.path().to_owned(), u64::MAX)
        }
    };
    let cache = Cache::open(&root, limit)?;
    let prepared = match build::prepare(&mut request, &search(options)?, &cache) {
        Ok(prepared) => prepared,
        Err(error) => return fail(error, options),
    };
    if let Some(form) = options.print_plan {
        let text = match form {
            PlanForm::Text => plan_text(&request, &prepared),
            PlanForm::Json => format!("{:#}\n", plan_json(&request, &prepared)),
        };
        return console::print(text).map(|()| ExitCode::SUCCESS);
    }
    let limit = jobs::limit(options.jobs, jobs::hardware());
    let settings = Settings { cache: &cache, limit: &limit, keep: options.keep.as_deref() };
    match options.emit {
        Some(Engine::Ninja) => emit_ninja(options, &request, &prepared, &settings),
        None => {
            let started = std::time::Instant::now();
            let mut teller = Teller::new();
            let built =
                build::run(&request, &prepared, config, &settings, &options.output, &mut |event| teller.tell(&event));
            drop(teller);
            match built {
                Ok(summary) => show(options, &summary, started.elapsed().as_secs_f64(), &limit),
                Err(error) => fail(error, options),
            }
        }
    }
}

fn cache_directory(options: &Options) -> Option<PathBuf> {
    if options.no_cache {
        return None;
    }
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let users = || of("XDG_CACHE_HOME").or_else(|| of("HOME").map(|home| home.join(".cache")));
    let named = options.cache_dir.clone().or_else(|| of("SYCL_PACKAGER_CACHE_DIR"));
    let directory = named.or_else(|| users().map(|users| users.join("sycl-packager")))?;
    // Steps run elsewhere.
    std::path::absolute(&directory).ok()
}

fn search(options: &Options) -> Result<Search, Failure> {
    let mut search = Search {
        path: std::env::var_os("PATH").unwrap_or_default(),
        llvm_directory: options.llvm_bin.as_deref().map(absolute).transpose()?,
        packager: std::env::current_exe().map_err(|e| Failure::usage(format!("cannot find this program: {e}")))?,
        ..Search::default()
    };
    for text in &options.tool {
        let named = text.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
        let (name, file) = named.ok_or_else(|| Failure::usage(format!("found --tool {text}; expected NAME=FILE")))?;
        search.given.insert(name.to_owned(), absolute(Path::new(file))?);
    }
    Ok(search)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
}

fn request(options: &Options, config: &DeviceConfig) -> Result<Request, Failure> {
    let targets = options.target.iter().map(|name| Target::parse(name, config).map_err(Failure::usage));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let code = |files: &[PathBuf]| -> Result<Vec<(PathBuf, Option<String>)>, Failure> {
        let read = |file: &PathBuf| Ok((absolute(file)?, bitcode::triple(file, &output::read(file)?)?));
        files.iter().map(read).collect()
    };
    let mut back_end_options = Vec::new();
    for text in &options.back_end_option {
        let split = text.split_once('=');
        let found =
            split.and_then(|(name, option)| Some((targets.iter().position(|t| t.name == name)?, option.to_owned())));
        let hint = "the targets are those given with --target";
        back_end_options.push(found.ok_or_else(|| {
            Failure::usage(format!("found --back-end-option {text}; expected TARGET=OPTION")).hint(hint)
        })?);
    }
    if let Some(parameter) = options.post_link_option.iter().find(|parameter| parameter.contains([',', '>', ';'])) {
        let message = format!("found --post-link-option {parameter}; expected one parameter without `,`, `;` and `>`");
        return Err(Failure::usage(message));
    }
    let plugin = match &options.plugin {
        Some(plugin) if plugin.is_file() => absolute(plugin)?,
        Some(plugin) => return Err(Failure::usage(format!("{}: there is no such plugin", plugin.display()))),
        None => {
            let packager = std::env::current_exe().ok();
            packager.as_deref().and_then(build::plugin_beside).ok_or_else(|| {
                let hint = "build it with scripts/build, or name it with --plugin";
                Failure::usage("cannot find libsycl_passes_plugin.so beside this program, nor in ../lib").hint(hint)
            })?
        }
    };
    Ok(Request {
        inputs: code(&options.inputs)?,
        libraries: code(&options.device_lib)?,
        targets,
        split: options.split,
        spec_constants: options.spec_const,
        post_link: options.post_link_option.clone(),
        plugin,
        devices: options.devices.as_deref().map(absolute).transpose()?,
        spirv_extensions: options.spirv_ext.clone(),
        optimization: options.optimization.clone(),
        strips_debug_info: options.strip_debug,
        back_end_options,
        cuda_image: options.cuda_image,
        validate: options.validate,
        spirv_validator: None,
        embeds_ir: options.embed_ir,
        pack: pack(options)?,
        compile_options: options.compile_opts.clone(),
        link_options: options.link_opts.clone(),
    })
}

/// What the output is: as said, or by its extension.
fn pack(options: &Options) -> Result<Pack, Failure> {
    let extension = options.output.extension().and_then(|extension| extension.to_str());
    let is_directory = options.output.is_dir() || options.output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let format = match (options.format, extension) {
        (Some(format), _) => format,
        (None, _) if is_directory => FormatName::Directory,
        (None, Some("o" | "obj")) => FormatName::Object,
        (None, Some("syclbin")) => FormatName::Syclbin,
        (None, Some("bundle")) => FormatName::Bundle,
        (None, None) => FormatName::Directory,
        (None, Some(other)) => {
            let message = format!(
                "found the extension `.{other}`; expected .o, .obj, .syclbin, .bundle, or none for a directory"
            );
            return Err(Failure::usage(message).hint("--format says what the output is, whatever its name"));
        }
    };
    let windows = if extension == Some("obj") { "x86_64-pc-windows-msvc" } else { "x86_64-unknown-linux-gnu" };
    let host = options.host.clone().unwrap_or_else(|| windows.to_owned());
    Ok(match format {
        FormatName::Object if Host::from_triple(&host).is_none() => {
            let hint = format!("hosts are: {}", Host::TRIPLES.join(" "));
            return Err(Failure::usage(format!("cannot make objects for host `{host}`")).hint(hint));
        }
        FormatName::Object => Pack::Object { host },
        FormatName::Syclbin => Pack::Syclbin { state: options.state.clone() },
        FormatName::Bundle => Pack::Bundle,
        FormatName::Directory => Pack::Directory,
    })
}

fn emit_ninja(
    options: &Options,
    request: &Request,
    prepared: &Prepared,
    settings: &Settings<'_>,
) -> Result<ExitCode, Failure> {
    let here =
        std::env::current_dir().map_err(|e| Failure::usage(format!("cannot find the current directory: {e}")))?;
    let directory = options.build_dir.clone().unwrap_or_else(|| {
        let mut name = options.output.clone().into_os_string().to_string_lossy().trim_end_matches('/').to_owned();
        name.push_str(".build");
        name.into()
    });
    let result = absolute(&options.output)?;
    let packager = std::env::current_exe().map_err(|e| Failure::usage(format!("cannot find this program: {e}")))?;
    let again: Vec<String> = std::iter::once(packager.display().to_string())
        .chain(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()))
        .collect();
    let mut teller = Teller::new();
    let written =
        build::ninja::write(request, prepared, settings, (&result, &directory), (&again, &here), &mut |event| {
            teller.tell(&event)
        });
    drop(teller);
    match written {
        Ok((steps, images)) if !options.quiet => {
            let file = directory.join(build::ninja::FILE);
            let line =
                format!("{}: {steps} steps, {images} images; run: ninja -C {}\n", file.display(), directory.display());
            console::print(line).map(|()| ExitCode::SUCCESS)
        }
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => fail(error, options),
    }
}

/// Tells what happens while a build runs.
struct Teller {
    progress: Progress,
    told: std::collections::BTreeSet<String>,
}

impl Teller {
    fn new() -> Self {
        Self { progress: Progress::new("images", 0), told: std::collections::BTreeSet::new() }
    }

    fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Message { title, text } => {
                // Programs say the same of many images.
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                for line in lines.filter(|line| self.told.insert(general(line))) {
                    self.progress.clear();
                    let line = line.strip_prefix("sycl-packager: ").unwrap_or(line);
                    failure::complain(&if title.is_empty() { line.to_owned() } else { format!("{title}: {line}") });
                }
            }
            Event::Progress { finished, images, seconds_left } => {
                let left = seconds_left.map(|seconds| format!(", {seconds:.0} s left")).unwrap_or_default();
                match images {
                    0 => self.progress.show(&format!("link and split{left}")),
                    _ => self.progress.show(&format!("images {finished}/{images}{left}")),
                }
            }
        }
    }
}

/// A message without the names of files, by which messages about several images are the same.
fn general(line: &str) -> String {
    line.split_whitespace().filter(|word| !word.contains('/')).collect::<Vec<_>>().join(" ")
}

fn show(options: &Options, summary: &Summary, seconds: f64, limit: &Limit) -> Result<ExitCode, Failure> {
    for note in summary.notes() {
        failure::complain(&format!("note: {note}"));
    }
    let text = if options.json {
        let output = options.output.display().to_string();
        let mut object = json!({ "output": output, "seconds": seconds, "jobs": limit.jobs });
        let whole = serde_json::to_value(summary).map_err(|e| Failure::usage(e.to_string()))?;
        if let (Some(object), Some(whole)) = (object.as_object_mut(), whole.as_object()) {
            object.extend(whole.clone());
        }
        format!("{object}\n")
    } else if options.quiet {
        String::new()
    } else {
        format!(
            "{}{}: {} images; {} of {} steps from the cache, {seconds:.2} s\n",
            summary.table(),
            options.output.display(),
            summary.image_count(),
            summary.stored_steps,
            summary.steps,
        )
    };
    console::print(text).map(|()| ExitCode::SUCCESS)
}

/// Steps told of one by one; of more the number is.
const TOLD: usize = 10;

fn fail(error: BuildError, options: &Options) -> Result<ExitCode, Failure> {
    match error {
        BuildError::Error(error) => Err(error.into()),
        BuildError::Missing(missing) => {
            let mut causes = Vec::new();
            let mut hints = Vec::new();
            for program in missing {
                let name = program.name;
                causes.push(format!("cannot find `{name}`; looked for:\n  {}", program.looked_for.join("\n  ")));
                hints.push(format!("{}, or name it with --tool {name}=FILE", program.hint));
            }
            let failure = Failure::usage(causes.join("\nsycl-packager: "));
            hints.dedup();
            Err(hints.into_iter().fold(failure, Failure::hint))
        }
        BuildError::Failed(steps) => {
            for step in steps.iter().take(TOLD) {
                failure::complain(&explain(step, options));
            }
            if steps.len() > TOLD {
                failure::complain(&format!("{} more steps failed", steps.len() - TOLD));
            }
            let kept = match &options.keep {
                Some(directory) => format!("the files on the way are in {}", directory.display()),
                None => "--keep DIRECTORY keeps the files on the way, and shows the commands".to_owned(),
            };
            let what = format!("{}: not written; what was built is in the cache", options.output.display());
            failure::complain(&format!("{what}\nhint: {kept}"));
            Ok(ExitCode::from(REFUSED))
        }
    }
}

fn explain(step: &FailedStep, options: &Options) -> String {
    let image = if step.kernels.is_empty() { String::new() } else { format!(" ({})", name_kernels(&step.kernels)) };
    let mut text = format!("{}{image}: {}", step.title, step.cause);
    for line in step.words.lines().filter(|line| !line.trim().is_empty()) {
        text.push_str("\n  ");
        text.push_str(line.strip_prefix("sycl-packager: ").unwrap_or(line));
    }
    if let Some(directory) = &options.keep {
        text.push_str(&format!("\n  command, in {}: {}", directory.display(), step.command));
    }
    text
}

fn plan_text(request: &Request, prepared: &Prepared) -> String {
    let mut text = String::from("inputs\n");
    for (file, triple) in request.inputs.iter().chain(&request.libraries) {
        text.push_str(&format!("  {}  {}\n", file.display(), triple.as_deref().unwrap_or("(no triple)")));
    }
    text.push_str("programs\n");
    for tool in prepared.tools.iter() {
        text.push_str(&format!("  {}  {}\n", tool.path.display(), tool.version));
    }
    let line = |step: &Action| format!("  {}\n", step.command_line(&prepared.tools));
    for group in &prepared.groups {
        text.push_str(&format!("{}\n", group.directory()));
        plan::front_steps(request, group).iter().for_each(|step| text.push_str(&line(step)));
        for number in &group.targets {
            let target = &request.targets[*number];
            text.push_str(&format!("{}: each image N of {}\n", target.name, group.table_for(target)));
            let steps = build::sample_image_steps(request, group, *number);
            steps.iter().for_each(|step| text.push_str(&line(step)));
        }
    }
    text.push_str(&format!("pack\n{}", line(&plan::pack_step(request, &prepared.groups, "result"))));
    text
}

fn plan_json(request: &Request, prepared: &Prepared) -> serde_json::Value {
    let step = |step: &Action| {
        let inputs: Vec<String> = step.inputs.iter().map(|file| file.path().display().to_string()).collect();
        let outputs = match &step.outputs {
            Outputs::Files(files) => json!(files),
            Outputs::Directory(directory) => json!({ "directory": directory }),
        };
        json!({
            "tool": step.tool, "arguments": step.command_arguments(), "inputs": inputs, "outputs": outputs,
        })
    };
    let steps = |steps: Vec<Action>| steps.iter().map(step).collect::<Vec<_>>();
    let groups = prepared.groups.iter().map(|group| {
        let targets = group.targets.iter().map(|number| {
            let target = &request.targets[*number];
            json!({
                "name": target.name, "table": group.table_for(target),
                "steps_of_each_image": steps(build::sample_image_steps(request, group, *number)),
            })
        });
        let targets: Vec<_> = targets.collect();
        json!({ "name": group.directory(), "steps": steps(plan::front_steps(request, group)), "targets": targets })
    });
    let groups: Vec<_> = groups.collect();
    let tools = prepared
        .tools
        .iter()
        .map(|tool| json!({ "name": tool.name, "path": tool.path, "version": tool.version, "blake3": tool.hash }));
    let tools: Vec<_> = tools.collect();
    let inputs = |files: &[(PathBuf, Option<String>)]| {
        files.iter().map(|(file, triple)| json!({ "file": file, "triple": triple })).collect::<Vec<_>>()
    };
    json!({
        "inputs": inputs(&request.inputs), "device_libraries": inputs(&request.libraries), "tools": tools,
        "groups": groups, "pack": step(&plan::pack_step(request, &prepared.groups, "result")),
    })
}

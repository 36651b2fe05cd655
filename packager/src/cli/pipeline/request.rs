//! From options to a build request.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::embedded::{self, EmbeddedError, EmbeddedImage, FileKind, RuntimeAspects};
use crate::pipeline;
use crate::pipeline::request::{
    BackEndOption, CudaImage, DeviceCode, Fixed, HostCode, Libclc, OF_PIPELINES, Origin, Pack, Recipe, Request,
    Sanitizer, UserText,
};
use crate::pipeline::target::{Family, Target};
use crate::pipeline::tools::LLVM_MAJOR;
use crate::source::{FileSource, Memory};
use crate::wrap::Host;
use crate::{Error, bitcode, input, output};
use sycl_propset::aspects::AspectTable;
use sycl_propset::devices::DeviceConfig;
use sycl_propset::printable::excerpt;
use sycl_propset::spirv;

use super::super::common::Common;
use super::super::failure::{self, Failure};
use super::places::absolute;
use super::{FormatName, Options};

/// The request, and the device configuration that gives its names a meaning.
pub(super) fn request(options: &Options) -> Result<(Request, Cow<'static, DeviceConfig>), Failure> {
    let (devices, config) = match &options.devices {
        Some(file) => {
            let read = user_text(file, "the device configuration is not UTF-8")?;
            let config = DeviceConfig::from_json(&read.text, &file.display().to_string()).map_err(Error::from)?;
            (Some(read), Cow::Owned(config))
        }
        None => (None, Cow::Borrowed(DeviceConfig::builtin())),
    };
    let host = host(options);
    let target = |name: &String| Target::parse(name, &config, &host).map_err(|e| Failure::usage(e.to_string()));
    let targets = options.target.iter().map(target).collect::<Result<Vec<_>, _>>()?;
    let back_end_options = back_end_options(options, &targets)?;
    let (post_link, post_link_inputs) = post_link_options(options)?;
    let plugin = plugin(options)?;
    let (inputs, runtime) = inputs(options)?;
    let recipe = Recipe {
        inputs,
        libraries: options.device_lib.iter().map(|file| device_code(file)).collect::<Result<_, _>>()?,
        targets,
        retargets: !options.no_retarget,
        fixed: fixed(options)?,
        libclc: libclc(options)?,
        split: options.split,
        post_link,
        post_link_inputs,
        plugin,
        devices,
        aspects: aspects(options, runtime.as_ref())?,
        spirv_extensions: options.spirv_ext.clone().unwrap_or_else(|| spirv::option_of_llc(&spirv::EXTENSIONS)),
        optimization: options.optimization.clone().unwrap_or_else(|| "2".to_owned()),
        strips_debug_info: options.strip_debug,
        host: host_code(options)?,
        back_end_options,
        embeds_ir: options.embed_ir,
        pack: pack(options)?,
        compile_options: options.compile_opts.clone(),
        link_options: options.link_opts.clone(),
    };
    let request = Request {
        recipe,
        spec_constants: options.spec_const,
        cuda_image: options.cuda_image.unwrap_or(CudaImage::Auto),
        validate: options.validate,
    };
    Ok((request, config))
}

/// What becomes of kernels on hosts.
fn host_code(options: &Options) -> Result<HostCode, Failure> {
    let mut sanitizers = options.sanitize.clone();
    sanitizers.sort_unstable();
    sanitizers.dedup();
    if sanitizers.contains(&Sanitizer::Address) && sanitizers.contains(&Sanitizer::Thread) {
        let message = "found --sanitize with `address` and `thread`; expected one of them, since their runtimes exclude each other";
        return Err(Failure::usage(message));
    }
    Ok(HostCode { barriers: options.barriers, sub_group_size: options.sub_group_size, sanitizers })
}

fn user_text(file: &Path, not_text: &str) -> Result<UserText, Failure> {
    let text = String::from_utf8(output::read(file)?).map_err(|_| Failure::refused(file, not_text))?;
    Ok(UserText { file: absolute(file)?, text })
}

/// The table of aspects: the user's, or that of the runtime whose headers the inputs were compiled with.
fn aspects(options: &Options, runtime: Option<&RuntimeAspects>) -> Result<Option<UserText>, Failure> {
    let Some(file) = &options.aspects else {
        let text = |of: &RuntimeAspects| Ok(UserText { file: absolute(&of.file)?, text: of.to_json() });
        return runtime.map(text).transpose();
    };
    let read = user_text(file, "the table of aspects is not UTF-8")?;
    AspectTable::from_json(&read.text, &file.display().to_string()).map_err(Error::from)?;
    Ok(Some(read))
}

/// The inputs: modules, and the SYCL device code of host objects and archives; and the aspects that those know.
fn inputs(options: &Options) -> Result<(Vec<DeviceCode>, Option<RuntimeAspects>), Failure> {
    let (mut code, mut images, mut aspects) = (Vec::new(), Vec::new(), None);
    for file in &options.inputs {
        if !embedded::can_embed(file)? {
            code.push(DeviceCode { needs_front_end: options.front_end, ..device_code(file)? });
            continue;
        }
        let found = embedded::find(file)?;
        if found.kind == FileKind::Other {
            return Err(Failure::refused(file, "found a program or library; expected an object or an archive"));
        }
        if !found.has_sycl() {
            failure::note(&format!("{}: found no SYCL device code", file.display()));
        }
        images.extend(found.images);
        // What the user says counts more.
        if let Some(more) = found.aspects.filter(|_| options.aspects.is_none()) {
            embedded::join(&mut aspects, more)?;
        }
    }
    let sycl = embedded::check_sycl(&images)?;
    if sycl.is_empty() && code.is_empty() {
        return Err(Error::from(EmbeddedError::None).into());
    }
    code.extend(host_objects(&sycl)?);
    Ok((code, aspects))
}

/// The device code of host objects. All must have been compiled by one version of clang.
fn host_objects(images: &[&EmbeddedImage]) -> Result<Vec<DeviceCode>, Failure> {
    let read = |image: &&EmbeddedImage| {
        let content = image.content()?;
        let heading = bitcode::heading(&image.place, &Memory(&content))?;
        if let Some(producer) = &heading.producer
            && heading.llvm_major() != Some(LLVM_MAJOR)
        {
            let of = images.iter().find(|other| other.place != image.place).map(|other| other.place.clone());
            let error = EmbeddedError::Producer { producer: producer.clone(), expected: LLVM_MAJOR, of };
            return Err(Error::content(&image.place, error).into());
        }
        let file = absolute(&image.file)?;
        let origin = Origin::HostObject { file, content };
        Ok(DeviceCode { file: image.place.clone(), triple: heading.triple, origin, needs_front_end: true })
    };
    images.iter().map(read).collect()
}

fn device_code(file: &Path) -> Result<DeviceCode, Failure> {
    if input::is_device(file) {
        return Err(Failure::refused(file, "found a device; expected a file or a pipe"));
    }
    let triple = bitcode::triple(file, &FileSource::open(file)?)?;
    if input::is_stream(file).unwrap_or(false) {
        // Programs could not read it once more.
        return Ok(DeviceCode {
            file: file.to_owned(),
            triple,
            origin: Origin::Pipe(output::read(file)?),
            needs_front_end: false,
        });
    }
    Ok(DeviceCode { file: absolute(file)?, triple, origin: Origin::File, needs_front_end: false })
}

fn back_end_options(options: &Options, targets: &[Target]) -> Result<Vec<BackEndOption>, Failure> {
    let parse = |text: &String| {
        // Names of targets have no `=`, options may.
        let found = text.split_once('=').and_then(|(name, option)| {
            let target = targets.iter().position(|target| target.name == name)?;
            Some(BackEndOption { target, option: option.to_owned() })
        });
        let hint = "the targets are those given with --target";
        found
            .ok_or_else(|| Failure::usage(format!("found --back-end-option {text}; expected TARGET=OPTION")).hint(hint))
    };
    options.back_end_option.iter().map(parse).collect()
}

/// What is known at build of what the device code leaves open.
fn fixed(options: &Options) -> Result<Fixed, Failure> {
    let (mut constants, mut file) = (String::new(), None);
    if let Some(given) = &options.set_file {
        let read = user_text(given, "the constants are not UTF-8")?;
        (constants, file) = (read.text, Some(read.file));
        if !constants.is_empty() && !constants.ends_with('\n') {
            constants.push('\n');
        }
    }
    for constant in &options.set {
        check_pair("--set", constant, "NAME=VALUE")?;
        if constant.contains('\n') {
            return Err(Failure::usage(format!("found --set {}; expected one line", excerpt(constant))));
        }
        constants.push_str(&format!("{constant}\n"));
    }
    for (option, values, form) in
        [("--reflect", &options.reflect, "KEY=VALUE"), ("--specialize", &options.specialize, "KERNEL:ARG=VALUE")]
    {
        for value in values {
            check_pair(option, value, form)?;
            if value.contains(OF_PIPELINES) {
                let message = format!("found {option} {}; expected {form} without `,;<>()`", excerpt(value));
                return Err(Failure::usage(message));
            }
        }
    }
    let (reflect, arguments) = (options.reflect.clone(), options.specialize.clone());
    Ok(Fixed { constants, file, reflect, arguments, group_size: options.group_size })
}

fn check_pair(option: &str, text: &str, form: &str) -> Result<(), Failure> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(()),
        _ => Err(Failure::usage(format!("found {option} {}; expected {form}", excerpt(text)))),
    }
}

fn libclc(options: &Options) -> Result<Libclc, Failure> {
    match options.libclc.to_str() {
        Some("auto") => Ok(Libclc::Auto),
        Some("off") => Ok(Libclc::Off),
        _ if options.libclc.is_file() => Ok(Libclc::File(absolute(&options.libclc)?)),
        _ => {
            let message =
                format!("{}: there is no such file; expected auto, off, or bitcode", options.libclc.display());
            Err(Failure::usage(message))
        }
    }
}

/// Parameters of the post-link step that name files which the build itself names, with what to use in their place.
const BUILDS_OWN: [(&str, &str); 4] = [
    ("o", "--output names the result"),
    ("out-dir", "--keep keeps the files on the way"),
    ("devices", "--devices names a device configuration"),
    ("config", "each parameter of the file can be given as --post-link-option"),
];

/// The files that this parameter of the post-link step stands for, if they are there.
const LIBRARY_DIRECTORY: &str = "device-lib-dir";
const LIBRARIES: [&str; 2] = ["libsycl-fallback-bfloat16.bc", "libsycl-native-bfloat16.bc"];

/// Further parameters of the post-link step, and the files that they stand for.
fn post_link_options(options: &Options) -> Result<(Vec<String>, Vec<PathBuf>), Failure> {
    let (mut parameters, mut inputs) = (Vec::new(), Vec::new());
    for parameter in &options.post_link_option {
        if parameter.contains(OF_PIPELINES) {
            let found = format!("found --post-link-option {}", excerpt(parameter));
            return Err(Failure::usage(format!("{found}; expected one parameter without `,;<>()`")));
        }
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = name.trim();
        if let Some((_, hint)) = BUILDS_OWN.iter().find(|(own, _)| *own == name) {
            let message = format!("found --post-link-option {parameter}; expected a parameter that names no file");
            return Err(Failure::usage(message).hint(*hint));
        }
        if name != LIBRARY_DIRECTORY {
            parameters.push(parameter.clone());
            continue;
        }
        let directory = Path::new(value.trim());
        if !directory.is_dir() {
            let message = format!("found --post-link-option {parameter}; expected the name of a directory");
            return Err(Failure::usage(message));
        }
        // Steps run elsewhere.
        let directory = absolute(directory)?;
        inputs.extend(LIBRARIES.iter().map(|library| directory.join(library)).filter(|file| file.is_file()));
        let text = directory.display().to_string();
        if text.contains(OF_PIPELINES) {
            let message = format!("{text}: the path has one of `,;<>()`; expected device libraries elsewhere");
            return Err(Failure::usage(message));
        }
        parameters.push(format!("{LIBRARY_DIRECTORY}={text}"));
    }
    Ok((parameters, inputs))
}

/// The variable that names the plugin.
const PLUGIN_VARIABLE: &str = "SYCL_PACKAGER_PLUGIN";

fn plugin(options: &Options) -> Result<PathBuf, Failure> {
    let variable = std::env::var_os(PLUGIN_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    match (&options.plugin, variable) {
        (Some(plugin), _) if plugin.is_file() => absolute(plugin),
        (Some(plugin), _) => Err(Failure::usage(format!("{}: there is no such plugin", plugin.display()))),
        (None, Some(plugin)) if plugin.is_file() => absolute(&plugin),
        (None, Some(plugin)) => {
            let hint = format!("{PLUGIN_VARIABLE} names it");
            Err(Failure::usage(format!("{}: there is no such plugin", plugin.display())).hint(hint))
        }
        (None, None) => found_plugin().ok_or_else(|| {
            let hint = format!("build it with scripts/build, or name it with {}", failure::option("plugin"));
            let (name, debians) = (pipeline::PLUGIN, pipeline::DEBIANS_PLUGINS);
            let message = format!("cannot find {name} beside this program, nor in ../lib, nor in {debians}");
            Failure::usage(message).hint(hint)
        }),
    }
}

/// The plugin that is used if nobody names one.
pub(in crate::cli) fn found_plugin() -> Option<PathBuf> {
    std::env::current_exe().ok().as_deref().and_then(pipeline::find_plugin)
}

/// Options that the user gave and that nothing comes of, each with why.
pub(super) fn without_effect(options: &Options, common: &Common, recipe: &Recipe) -> Vec<String> {
    let has = |what: fn(&Target) -> bool| recipe.targets.iter().any(what);
    let runs_llc: fn(&Target) -> bool = |target| !target.family.is_spirv();
    let is_host: fn(&Target) -> bool = |target| target.family == Family::Host;
    let is_object = matches!(recipe.pack, Pack::Object { .. });
    let takes_options = matches!(recipe.pack, Pack::Object { .. } | Pack::Bundle);
    let only_runs = options.emit.is_none() && options.print_plan.is_none();
    let no_options = "only a host object or an OffloadBinary has a place for them";
    let no_gpu = "no target is for NVPTX or AMDGPU";
    let no_gpu_or_host = "no target is for NVPTX, AMDGPU or the host";
    let no_host = "no target is for the host";
    let checks = [
        ("--compile-opts", !options.compile_opts.is_empty() && !takes_options, no_options),
        ("--link-opts", !options.link_opts.is_empty() && !takes_options, no_options),
        ("--host", options.host.is_some() && !is_object && !has(is_host), "only a host object has a host"),
        ("--barriers", options.barriers.is_some() && !has(is_host), no_host),
        ("--sub-group-size", options.sub_group_size.is_some() && !has(is_host), no_host),
        ("--sanitize", !options.sanitize.is_empty() && !has(is_host), no_host),
        (
            "--state",
            options.state.is_some() && !matches!(recipe.pack, Pack::Syclbin { .. }),
            "only a SYCLBIN file has a state",
        ),
        ("-O", options.optimization.is_some() && !has(runs_llc), no_gpu_or_host),
        ("--strip-debug", options.strip_debug && !has(runs_llc), no_gpu_or_host),
        (
            "--cuda-image",
            options.cuda_image.is_some() && !has(|t| matches!(t.family, Family::Nvptx | Family::Nvptx64)),
            "no target is for NVPTX",
        ),
        ("--spirv-ext", options.spirv_ext.is_some() && !has(|t| t.family.is_spirv()), "no target is for SPIR-V"),
        ("--libclc", recipe.libclc != Libclc::Auto && !has(|t| t.family.libclc().is_some()), no_gpu),
        ("--aspects", options.aspects.is_some() && !recipe.needs_front_end(), "no input goes through sycl-front-end"),
        ("--depfile", options.depfile.is_some() && !only_runs, "the steps are not run"),
        ("--keep", options.keep.is_some() && !only_runs, "the steps are not run"),
        ("--jobs", options.jobs.is_some() && options.print_plan.is_some(), "the steps are not run"),
        ("--json", common.json && options.emit.is_some(), "there is no summary"),
    ];
    let given = checks.into_iter().filter(|(_, is_vain, _)| *is_vain);
    given.map(|(option, _, why)| format!("{option} has no effect: {why}")).collect()
}

/// The triple of the host: as said, or by the extension of the output.
fn host(options: &Options) -> String {
    let is_windows = options.output.extension().is_some_and(|extension| extension == "obj");
    let usual = if is_windows { "x86_64-pc-windows-msvc" } else { "x86_64-unknown-linux-gnu" };
    options.host.clone().unwrap_or_else(|| usual.to_owned())
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
    let host = host(options);
    Ok(match format {
        FormatName::Object if Host::from_triple(&host).is_none() => {
            let hint = format!("hosts are: {}", Host::TRIPLES.join(" "));
            return Err(Failure::usage(format!("cannot make objects for host `{host}`")).hint(hint));
        }
        FormatName::Object => Pack::Object { host },
        FormatName::Syclbin => {
            Pack::Syclbin { state: options.state.clone().unwrap_or_else(|| "executable".to_owned()) }
        }
        FormatName::Bundle => Pack::Bundle,
        FormatName::Directory => Pack::Directory,
    })
}

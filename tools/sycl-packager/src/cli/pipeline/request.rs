//! From options to a build request.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use sycl_builder::jobs::{self, Limit};
use sycl_builder::request::{
    BackEndOption, CudaImage, DeviceCode, Fixed, HostCode, Libclc, OF_PIPELINES, Origin, Pack, Recipe, Registration,
    Request, Sanitizer, UserText,
};
use sycl_builder::target::{self, Target};
use sycl_builder::tools::LLVM_MAJOR;
use sycl_images::Error;
use sycl_images::bitcode;
use sycl_images::bitcode::Symbols;
use sycl_images::embedded::{
    self, DeviceModule, Embedded, EmbeddedError, EmbeddedImage, FileKind, HostObject, LinkerTrace, RuntimeAspects,
};
use sycl_images::input;
use sycl_images::output;
use sycl_images::source::{FileSource, Memory};
use sycl_images::wrap::Host;
use sycl_propset::aspects::AspectTable;
use sycl_propset::devices::DeviceConfig;
use sycl_propset::printable::excerpt;
use sycl_propset::spirv;

use super::super::KnownCode;
use super::super::failure::{self, Failure};
use super::places::{absolute, any_absolute, plugin};
use super::{Format, Options, units};

/// Goals of a build: the device configuration that gives names a meaning, and targets.
pub(in crate::cli) struct Goals {
    /// The user's configuration, if there is one.
    devices: Option<UserText>,
    /// It, or the built-in one.
    pub(in crate::cli) config: Cow<'static, DeviceConfig>,
    /// The targets.
    pub(in crate::cli) targets: Vec<Target>,
    /// The only ones that the code is for, as the passes call them.
    fixed_targets: Vec<String>,
    back_end_options: Vec<BackEndOption>,
    /// Further parameters of the post-link step, and files that they stand for.
    post_link: (Vec<String>, Vec<PathBuf>),
}

/// Device code that a build reads.
#[derive(Default)]
pub(in crate::cli) struct Code {
    inputs: Vec<DeviceCode>,
    libraries: Vec<DeviceCode>,
    /// Aspects in host objects.
    aspects: Option<RuntimeAspects>,
    /// If each host object has images of its own, the device code of all; `inputs` has that of the first one.
    units: Vec<EmbeddedImage>,
}

/// Request in the options.
pub(super) struct Asked {
    pub(super) request: Request,
    /// The device configuration that gives its names a meaning.
    pub(super) config: Cow<'static, DeviceConfig>,
    /// If each host object has images of its own, the device code of all; the request is that for the first one.
    pub(super) units: Vec<EmbeddedImage>,
}

/// Request in the options.
pub(super) fn request(options: &Options, known: &KnownCode, limit: &Limit) -> Result<Asked, Failure> {
    let goals = goals(options)?;
    let plugin = plugin(options)?.file;
    let mut code = code(options, known, limit, units::may_be_apart(options, &goals.targets)?)?;
    let units = std::mem::take(&mut code.units);
    let request = assemble(options, &goals, plugin, code)?;
    Ok(Asked { request, config: goals.config, units })
}

/// Targets in the options, and the steps to them.
pub(in crate::cli) fn goals(options: &Options) -> Result<Goals, Failure> {
    let (devices, config) = match &options.devices {
        Some(file) => {
            let read = user_text(file, "the device configuration is not UTF-8")?;
            let config = DeviceConfig::from_json(&read.text, &file.display().to_string()).map_err(Error::from)?;
            (Some(read), Cow::Owned(config.over(DeviceConfig::builtin())))
        }
        None => (None, Cow::Borrowed(DeviceConfig::builtin())),
    };
    let host = host(options);
    let target = |name: &String| Target::parse(name, &config, &host).map_err(|e| Failure::usage(e.to_string()));
    let targets = options.target.iter().map(target).collect::<Result<Vec<_>, _>>()?;
    let fixed = |name: &String| target::fixed(name, &config, &host).map_err(|e| Failure::usage(e.to_string()));
    let fixed_targets = options.fixed_targets.iter().map(fixed).collect::<Result<Vec<_>, _>>()?;
    let back_end_options = back_end_options(options, &targets)?;
    Ok(Goals { devices, config, targets, fixed_targets, back_end_options, post_link: post_link_options(options)? })
}

/// The request for device code, with all else that the options say.
pub(in crate::cli) fn assemble(
    options: &Options,
    goals: &Goals,
    plugin: PathBuf,
    code: Code,
) -> Result<Request, Failure> {
    let (post_link, post_link_inputs) = goals.post_link.clone();
    let recipe = Recipe {
        inputs: code.inputs,
        libraries: code.libraries,
        is_unit: false,
        targets: goals.targets.clone(),
        fixed_targets: goals.fixed_targets.clone(),
        retargets: !options.no_retarget,
        fixed: fixed(options)?,
        libclc: libclc(options)?,
        split: options.split,
        post_link,
        post_link_inputs,
        plugin,
        devices: goals.devices.clone(),
        aspects: aspects(options, code.aspects.as_ref())?,
        spirv_extensions: options.spirv_ext.clone().unwrap_or_else(|| spirv::option_of_llc(&spirv::EXTENSIONS)),
        optimization: options.optimization.clone().unwrap_or_else(|| "2".to_owned()),
        strips_debug_info: options.strip_debug,
        host: host_code(options)?,
        back_end_options: goals.back_end_options.clone(),
        embeds_ir: options.embed_ir,
        pack: pack(options)?,
        compile_options: options.compile_opts.clone(),
        link_options: options.link_opts.clone(),
    };
    Ok(Request {
        recipe,
        spec_constants: options.spec_const,
        cuda_image: options.cuda_image.unwrap_or(CudaImage::Auto),
        validate: options.validate,
    })
}

/// Options for kernels on hosts.
fn host_code(options: &Options) -> Result<HostCode, Failure> {
    let mut sanitizers = options.sanitize.clone();
    sanitizers.sort_unstable();
    sanitizers.dedup();
    if sanitizers.contains(&Sanitizer::Address) && sanitizers.contains(&Sanitizer::Thread) {
        let found = format!("found {} with `address` and `thread`", options.named("sanitize"));
        let expected = "expected one of them, since their runtimes exclude each other";
        return Err(Failure::usage(format!("{found}; {expected}")));
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
        let text = |of: &RuntimeAspects| Ok(UserText { file: any_absolute(&of.file)?, text: of.to_json() });
        return runtime.map(text).transpose();
    };
    let read = user_text(file, "the table of aspects is not UTF-8")?;
    AspectTable::from_json(&read.text, &file.display().to_string()).map_err(Error::from)?;
    Ok(Some(read))
}

/// Files of a job that looks into them, at least.
pub(super) const FILES_OF_A_JOB: usize = 8;

/// Device code in a file.
struct Looked {
    /// Modules, if the file is one or holds them; `None` if it is something else.
    modules: Option<Vec<DeviceModule>>,
    /// Content that clang embedded, if the file is for a host.
    embedded: Option<Embedded>,
}

/// Looks into a file; `known` is what clang embedded in it.
fn look(file: &Path, known: Option<&Embedded>) -> Result<Looked, Error> {
    let modules = embedded::modules(file)?;
    let embedded = match known {
        Some(known) => Some(known.clone()),
        None if embedded::can_embed(file)? => Some(embedded::find(file)?),
        None => None,
    };
    Ok(Looked { modules, embedded })
}

/// The device code: modules, and what clang put into host objects and archives; and the aspects that those know. Of
/// objects that the host linker does not take, only what other device code needs is linked.
fn code(options: &Options, known: &KnownCode, limit: &Limit, may_be_apart: bool) -> Result<Code, Failure> {
    let (mut inputs, mut taken, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let trace = match &options.linker_trace {
        Some(file) => Some(LinkerTrace::read(&output::read(file)?)),
        None => None,
    };
    let looked = jobs::map(limit, 1, options.inputs.len(), FILES_OF_A_JOB, |number| {
        let file = &options.inputs[number];
        look(file, known.get(file))
    });
    for (file, looked) in options.inputs.iter().zip(looked) {
        let Looked { modules, embedded } = looked?;
        let is_container = modules.is_some();
        let before = inputs.len();
        for module in modules.into_iter().flatten() {
            inputs.push(DeviceCode { needs_front_end: options.front_end, ..module_code(module)? });
        }
        let Some(found) = embedded else {
            if !is_container {
                inputs.push(DeviceCode { needs_front_end: options.front_end, ..device_code(file)? });
            } else if inputs.len() == before {
                failure::note(&format!("{}: found no SYCL device code", file.display()));
            }
            continue;
        };
        if found.kind == FileKind::Other {
            return Err(Failure::refused(file, "found a program or library; expected an object or an archive"));
        }
        if !found.has_sycl() && inputs.len() == before {
            failure::note(&format!("{}: found no SYCL device code", file.display()));
        }
        let (is_taken, is_not) = found.divide(file, trace.as_ref());
        taken.extend(is_taken);
        others.extend(is_not);
    }
    let sycl = embedded::check_sycl(taken.iter().flat_map(|object| &object.images))?;
    if sycl.is_empty() && inputs.is_empty() {
        return Err(Error::from(EmbeddedError::None).into());
    }
    let mut apart = Vec::new();
    let is_apart = if may_be_apart { units::apart(options, limit, !inputs.is_empty(), &sycl, &others)? } else { None };
    match &is_apart {
        Some(units) => {
            others.clear();
            inputs.extend(host_objects(&units[..1])?);
            // One alone is what any build is.
            apart.extend(units.iter().filter(|_| units.len() > 1).map(|unit| (*unit).clone()));
        }
        None => inputs.extend(host_objects(&sycl)?),
    }
    let (mut libraries, needed) = needed(&inputs, others)?;
    taken.extend(needed);
    let mut aspects = None;
    // What the user says counts more.
    if options.aspects.is_none() {
        for more in taken.iter_mut().filter_map(|object| object.aspects.take()) {
            embedded::join(&mut aspects, more)?;
        }
    }
    for file in &options.device_lib {
        match embedded::modules(file)? {
            Some(modules) if !modules.is_empty() => {
                for module in modules {
                    libraries.push(module_code(module)?);
                }
            }
            _ => libraries.push(device_code(file)?),
        }
    }
    Ok(Code { inputs, libraries, aspects, units: apart })
}

/// The parts of objects that the host linker does not take, but device code needs.
fn needed(inputs: &[DeviceCode], mut objects: Vec<HostObject>) -> Result<(Vec<DeviceCode>, Vec<HostObject>), Failure> {
    if objects.is_empty() {
        return Ok((Vec::new(), objects));
    }
    let symbols = |code: &DeviceCode| match code.content() {
        Some(content) => bitcode::symbols(&code.file, &Memory(content)),
        None => bitcode::symbols(&code.file, &FileSource::open(&code.file)?),
    };
    let of_inputs = inputs.iter().map(symbols).collect::<Result<Vec<_>, _>>()?;
    objects.retain(|object| object.images.iter().any(EmbeddedImage::is_sycl));
    let mut of_objects = Vec::new();
    for object in &objects {
        let mut all = Symbols::default();
        for image in object.images.iter().filter(|image| image.is_sycl()) {
            let Symbols { defined, needed, .. } = bitcode::symbols(&image.place, &Memory(&image.content()?))?;
            all.defined.extend(defined);
            all.needed.extend(needed);
        }
        of_objects.push(all);
    }
    let needed = bitcode::needed(&of_inputs, &of_objects);
    let objects: Vec<HostObject> = objects
        .into_iter()
        .enumerate()
        .filter(|(number, _)| needed.contains(number))
        .map(|(_, object)| object)
        .collect();
    let sycl = embedded::check_sycl(objects.iter().flat_map(|object| &object.images))?;
    Ok((host_objects(&sycl)?, objects))
}

/// The device code of host objects. All must have been compiled by one version of clang.
fn host_objects(images: &[&EmbeddedImage]) -> Result<Vec<DeviceCode>, Failure> {
    let read = |image: &&EmbeddedImage| {
        let other = || images.iter().find(|other| other.place != image.place).map(|other| other.place.clone());
        Ok(host_object(image, other)?)
    };
    images.iter().map(read).collect()
}

/// The device code of a host object. If another version of clang has compiled it, the error names an `other` one.
pub(super) fn host_object(image: &EmbeddedImage, other: impl FnOnce() -> Option<PathBuf>) -> Result<DeviceCode, Error> {
    let content = image.content()?;
    let heading = bitcode::heading(&image.place, &Memory(&content))?;
    if let Some(producer) = &heading.producer
        && heading.llvm_major() != Some(LLVM_MAJOR)
    {
        let error = EmbeddedError::Producer { producer: producer.clone(), expected: LLVM_MAJOR, of: other() };
        return Err(Error::content(&image.place, error));
    }
    // Steps get its content, so its name may be any.
    let file = std::path::absolute(&image.file).unwrap_or_else(|_| image.file.clone());
    let origin = Origin::HostObject { file, content };
    Ok(DeviceCode { file: image.place.clone(), triple: heading.triple, origin, needs_front_end: true })
}

/// Device code that lies in a file among others.
fn module_code(module: DeviceModule) -> Result<DeviceCode, Failure> {
    let DeviceModule { place, file, triple, content } = module;
    let origin = Origin::HostObject { file: any_absolute(&file)?, content };
    Ok(DeviceCode { file: place, triple, origin, needs_front_end: false })
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
        let (option, target) = (options.named("back-end-option"), options.named("target"));
        let refused = || Failure::usage(format!("found {option} {text}; expected TARGET=OPTION"));
        found.ok_or_else(|| refused().hint(format!("the targets are those given with {target}")))
    };
    options.back_end_option.iter().map(parse).collect()
}

/// Values fixed at build that the device code leaves open.
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
        check_pair(&options.named("set"), constant, "NAME=VALUE")?;
        if constant.contains('\n') {
            return Err(Failure::usage(format!(
                "found {} {}; expected one line",
                options.named("set"),
                excerpt(constant)
            )));
        }
        constants.push_str(&format!("{constant}\n"));
    }
    for (option, values, form) in
        [("reflect", &options.reflect, "KEY=VALUE"), ("specialize", &options.specialize, "KERNEL:ARG=VALUE")]
    {
        for value in values {
            let option = options.named(option);
            check_pair(&option, value, form)?;
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
    let option = options.named("post-link-option");
    for parameter in &options.post_link_option {
        if parameter.contains(OF_PIPELINES) {
            let found = format!("found {option} {}", excerpt(parameter));
            return Err(Failure::usage(format!("{found}; expected one parameter without `,;<>()`")));
        }
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = name.trim();
        if let Some((_, hint)) = BUILDS_OWN.iter().find(|(own, _)| *own == name) {
            let message = format!("found {option} {parameter}; expected a parameter that names no file");
            return Err(Failure::usage(message).hint(*hint));
        }
        if name != LIBRARY_DIRECTORY {
            parameters.push(parameter.clone());
            continue;
        }
        let directory = Path::new(value.trim());
        if !directory.is_dir() {
            let message = format!("found {option} {parameter}; expected the name of a directory");
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

/// The triple of the host: as said, or by the extension of the output.
pub(in crate::cli) fn host(options: &Options) -> String {
    let is_windows = options.output.extension().is_some_and(|extension| extension == "obj");
    let usual = if is_windows { "x86_64-pc-windows-msvc" } else { "x86_64-unknown-linux-gnu" };
    options.host.clone().unwrap_or_else(|| usual.to_owned())
}

/// Form of the output: as said, or by its extension.
pub(super) fn pack(options: &Options) -> Result<Pack, Failure> {
    let extension = options.output.extension().and_then(|extension| extension.to_str());
    let is_directory = options.output.is_dir() || options.output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let format = match (options.format, extension) {
        (Some(format), _) => format,
        (None, _) if is_directory => Format::Directory,
        (None, Some("o" | "obj")) => Format::Object,
        (None, Some("syclbin")) => Format::Syclbin,
        (None, Some("bundle")) => Format::Bundle,
        (None, None) => Format::Directory,
        (None, Some(other)) => {
            let message = format!(
                "found the extension `.{other}`; expected .o, .obj, .syclbin, .bundle, or none for a directory"
            );
            return Err(Failure::usage(message).hint("--format says what the output is, whatever its name"));
        }
    };
    let host = host(options);
    Ok(match format {
        Format::Object | Format::Embedded if Host::from_triple(&host).is_none() => {
            let hint = format!("hosts are: {}", Host::TRIPLES.join(" "));
            return Err(Failure::usage(format!("cannot make objects for host `{host}`")).hint(hint));
        }
        Format::Object => Pack::Object { host, registration: Registration::Call },
        Format::Embedded => Pack::Object { host, registration: Registration::Section },
        Format::Syclbin => Pack::Syclbin { state: options.state.clone().unwrap_or_else(|| "executable".to_owned()) },
        Format::Bundle => Pack::Bundle,
        Format::Directory => Pack::Directory,
    })
}

//! Targets of images: the names that users give, and what follows from them.
//!
//! | name | input | back end |
//! |---|---|---|
//! | `spirv64`, `spir64`, `spirv32`, `spir` | SPIR or SPIR-V of that width | `llc` |
//! | `nvptx64:sm_90`, `nvptx:sm_90`, `nvidia_gpu_sm_90` | NVPTX | `sycl-device-pipeline`, `llc`, `ptxas` |
//! | `amdgcn:gfx90a`, `amd_gpu_gfx90a` | AMDGPU | `sycl-device-pipeline`, `llc`, `ld.lld` |
//! | `host`, `host:x86-64-v3`, `host:native` | SPIR or SPIR-V of 64 bits | `llvm-to-backend`, `llc`, `ld.lld` |
//! | `generic` | SPIR or SPIR-V of 64 bits | none: the program's runtime compiles it |
//! | `intel_gpu_pvc`, `spir64_x86_64` | SPIR or SPIR-V of 64 bits | `llc`, then `ocloc` or `opencl-aot` |
//!
//! Other names of these are in `sycl_propset::names`. Names without a colon, and the programs of the last row with
//! their options, are those of the device configuration (`config/devices.json`), where users add theirs. A processor
//! that the configuration does not list is passed on as it is, and its features are not checked. Of hosts the
//! configuration knows one, with what all processors have; which processors there are, LLVM knows.

use sycl_propset::aspects::KINDS_OF_DEVICES;
use sycl_propset::devices::{AotStep, DeviceConfig};
use sycl_propset::names;
use sycl_propset::nearest::nearest;
use sycl_propset::printable::excerpt;
use sycl_propset::triple::{self, TargetSpec};

use sycl_images::image;
use sycl_images::wrap::Host;

pub use sycl_propset::triple::Architecture;

/// One target of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// As the user named it.
    pub name: String,
    /// The device code that it takes.
    pub code: Architecture,
    /// The processor, e.g. `sm_90`, `pvc`.
    pub processor: Option<String>,
    /// The name in the device configuration, by which images are checked against what it has.
    pub device: Option<String>,
    /// The programs after the passes, with the options that select the target; for SPIR-V those after `llc`.
    pub steps: Vec<AotStep>,
    /// The triple under which containers list the images.
    pub triple: String,
    /// Target that the SYCL runtime takes the images of host objects for.
    pub runtime_target: String,
}

/// Reasons why nothing can be built for a target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum TargetError {
    /// No target has this name.
    #[error("unknown target `{target}`; {}", expected(nearest.as_deref()))]
    Unknown { target: String, nearest: Option<String> },
    /// A family of which each processor has its own code.
    #[error("target `{target}` names no processor; expected one, e.g. `{target}:{example}`")]
    NoProcessor { target: String, example: &'static str },
    /// A processor of another family, or of none.
    #[error("target `{target}`: found processor `{processor}`; expected one such as `{example}`")]
    Processor { target: String, processor: String, example: &'static str },
    /// The device configuration has a triple that no device code has.
    #[error("target `{target}` is for `{triple}`; expected SPIR-V, NVPTX or AMDGPU")]
    Triple { target: String, triple: String },
    /// Files could not be named by it.
    #[error("target `{}` cannot be part of a file name; expected letters, digits, `_`, `-` and `.`", excerpt(target))]
    Name { target: String },
    /// Files could not be named by what the device configuration calls it.
    #[error(
        "target `{target}` is called `{}` in the device configuration; expected letters, digits, `_`, `-` and `.`",
        excerpt(name)
    )]
    ConfiguredName { target: String, name: String },
    /// The device configuration does not say how to compile for it.
    #[error("target `{target}` has no ahead-of-time compiler in the device configuration; expected one")]
    NoCompiler { target: String },
    /// Nothing is compiled for such a host.
    #[error("target `{target}` is for the host `{host}`; expected x86_64 or aarch64, with Linux")]
    Host { target: String, host: String },
    /// No target that the device configuration describes.
    #[error("unknown fixed target `{target}`; {}", expected_fixed(nearest.as_deref()))]
    Fixed { target: String, nearest: Option<String> },
    /// The device configuration names another compiler.
    #[error("target `{target}`: found the compiler `{tool}`; expected one of: {}", STEP_TOOLS.join(", "))]
    Compiler { target: String, tool: String },
}

fn expected(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || {
            "expected spirv64, nvptx64:sm_<number>, amdgcn:gfx<number>, host, generic, or a name of the device \
             configuration"
                .to_owned()
        },
        |name| format!("did you mean `{name}`?"),
    )
}

fn expected_fixed(nearest: Option<&str>) -> String {
    let expected =
        || format!("expected a name of the device configuration, or one of: {}", KINDS_OF_DEVICES.join(", "));
    nearest.map_or_else(expected, |name| format!("did you mean `{name}`?"))
}

/// Name in the passes of a target that device code is for alone: by its name in the device configuration, or as a kind
/// of device.
///
/// # Errors
/// [`TargetError`] for a name of neither, and for one that would be several in a list of the passes.
pub fn fixed(name: &str, config: &DeviceConfig, host: &str) -> Result<String, TargetError> {
    let known = match config.target(name) {
        Some(device) => Some(device.name.clone()),
        None if KINDS_OF_DEVICES.contains(&name) => Some(name.to_owned()),
        None => Target::parse(name, config, host).ok().and_then(|target| target.device),
    };
    match known {
        Some(known) if known.contains(':') || !known.chars().all(is_plain) => {
            Err(TargetError::ConfiguredName { target: name.to_owned(), name: known })
        }
        Some(known) => Ok(known),
        None => {
            let nearest = config.nearest_name(name).or_else(|| nearest(name, KINDS_OF_DEVICES));
            Err(TargetError::Fixed { target: name.to_owned(), nearest: nearest.map(str::to_owned) })
        }
    }
}

/// The host's processor, in the names of targets and in the device configuration.
const HOST: &str = "host";
/// The processor of this machine.
const NATIVE: &str = "native";

/// Whether a character may be in names of targets, since files are named by them.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_-.:".contains(c)
}

/// Programs that this build knows how to call.
const STEP_TOOLS: [&str; 5] = ["llc", "ptxas", "ld.lld", "ocloc", "opencl-aot"];

impl Target {
    /// The target of a name; `host` is the triple of hosts.
    ///
    /// # Errors
    /// [`TargetError`] for a name that is unknown, or that stands for no images that can be built.
    pub fn parse(name: &str, config: &DeviceConfig, host: &str) -> Result<Self, TargetError> {
        // What the configuration has is that.
        let canonical = if config.target(name).is_some() { name.into() } else { names::target_with_processor(name) };
        let name = &*canonical;
        if name == HOST {
            return Self::of_host(name, None, config, host);
        }
        if let Some((architecture, processor)) = name.split_once(':') {
            if architecture == HOST && !processor.is_empty() {
                return Self::of_host(name, Some(processor), config, host);
            }
            return match config.target(name) {
                Some(device) => Self::of_device(name, device),
                None => Self::of_processor(name, architecture, processor, config),
            };
        }
        let simple = match name {
            "spirv64" | "spir64" => Some((Architecture::Spirv64, "spir64")),
            "spirv32" | "spir" => Some((Architecture::Spirv32, "spir")),
            image::GENERIC => Some((Architecture::Generic, image::GENERIC)),
            _ => None,
        };
        if let Some((code, runtime_target)) = simple {
            return Ok(Self {
                name: name.to_owned(),
                code,
                processor: None,
                device: None,
                steps: Vec::new(),
                triple: code.triple().to_owned(),
                runtime_target: runtime_target.to_owned(),
            });
        }
        if let Some(example) = Architecture::named(name).and_then(example_processor) {
            return Err(TargetError::NoProcessor { target: name.to_owned(), example });
        }
        match config.target(name) {
            Some(device) => Self::of_device(name, device),
            None => Err(unknown(name, config)),
        }
    }

    fn of_host(name: &str, processor: Option<&str>, config: &DeviceConfig, host: &str) -> Result<Self, TargetError> {
        let is_known = matches!(Host::from_triple(host), Some(Host::ElfX86_64 | Host::ElfAarch64));
        if !is_known || !host.contains("-linux") || !host.chars().all(is_plain) {
            return Err(TargetError::Host { target: name.to_owned(), host: host.to_owned() });
        }
        if !name.chars().all(is_plain) {
            return Err(TargetError::Name { target: name.to_owned() });
        }
        let step = |tool: &str, options: &[&str]| AotStep {
            tool: tool.to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        };
        Ok(Self {
            name: name.to_owned(),
            code: Architecture::Host,
            processor: processor.map(str::to_owned),
            device: config.target(HOST).map(|device| device.name.clone()),
            steps: vec![step("llc", &[]), step("ld.lld", &["-shared"])],
            triple: host.to_owned(),
            runtime_target: HOST.to_owned(),
        })
    }

    fn of_processor(
        name: &str,
        architecture: &str,
        processor: &str,
        config: &DeviceConfig,
    ) -> Result<Self, TargetError> {
        let code = Architecture::named(architecture);
        let Some((code, example)) = code.and_then(|code| Some((code, example_processor(code)?))) else {
            return Err(unknown(name, config));
        };
        let Ok(spec) = TargetSpec::parse(name) else {
            return Err(TargetError::Processor { target: name.to_owned(), processor: processor.to_owned(), example });
        };
        let known = config.iter().find(|device| {
            device.arch.as_deref() == Some(processor) && Architecture::of_code(&device.triple) == Some(code)
        });
        if let Some(device) = known {
            return Self::of_device(name, device);
        }
        let step = |tool: &str, options: Vec<String>| AotStep { tool: tool.to_owned(), options };
        let mut steps = vec![step("llc", spec.llc_options())];
        steps.push(match code {
            Architecture::Amdgcn => step("ld.lld", vec!["-shared".to_owned()]),
            _ => step("ptxas", vec![format!("-arch={processor}")]),
        });
        Ok(Self {
            name: name.to_owned(),
            code,
            processor: Some(processor.to_owned()),
            device: None,
            steps,
            triple: code.triple().to_owned(),
            runtime_target: code.name().to_owned(),
        })
    }

    fn of_device(name: &str, device: &sycl_propset::devices::Target) -> Result<Self, TargetError> {
        let target = || name.to_owned();
        let Some(code) = Architecture::of_code(&device.triple) else {
            return Err(TargetError::Triple { target: target(), triple: device.triple.clone() });
        };
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') || !name.chars().all(is_plain) {
            return Err(TargetError::Name { target: target() });
        }
        // It is part of file names too, and the passes divide `TARGET:FILE` at the colon.
        if device.name.contains(':') || !device.name.chars().all(is_plain) {
            return Err(TargetError::ConfiguredName { target: target(), name: device.name.clone() });
        }
        if device.aot.is_empty() {
            return Err(TargetError::NoCompiler { target: target() });
        }
        if let Some(step) = device.aot.iter().find(|step| !STEP_TOOLS.contains(&step.tool.as_str())) {
            return Err(TargetError::Compiler { target: target(), tool: step.tool.clone() });
        }
        Ok(Self {
            name: name.to_owned(),
            code,
            processor: device.arch.clone(),
            device: Some(device.name.clone()),
            steps: device.aot.clone(),
            triple: device.triple.clone(),
            runtime_target: triple::first_part(&device.triple).to_owned(),
        })
    }

    /// The architecture, as containers list it.
    #[must_use]
    pub fn architecture(&self) -> &str {
        match (&self.processor, self.code) {
            (Some(processor), _) => processor,
            (None, Architecture::Host) => triple::first_part(&self.triple),
            (None, Architecture::Generic) => image::GENERIC,
            (None, _) => "",
        }
    }

    /// Whether the image is for the processor of this machine, whatever that is.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.code == Architecture::Host && self.processor.as_deref() == Some(NATIVE)
    }

    /// Whether the image is SPIR-V for a compiler at run time.
    #[must_use]
    pub fn is_portable(&self) -> bool {
        self.code.is_spirv() && self.steps.is_empty()
    }

    /// Whether a program is among its steps.
    #[must_use]
    pub fn calls(&self, tool: &str) -> bool {
        self.steps.iter().any(|step| step.tool == tool)
    }

    /// The name as part of file names.
    #[must_use]
    pub fn directory(&self) -> String {
        self.name.replace(':', "-")
    }
}

/// A processor, for messages; none if code is for no processor.
fn example_processor(code: Architecture) -> Option<&'static str> {
    code.family()?.example()
}

fn unknown(name: &str, config: &DeviceConfig) -> TargetError {
    let mut names: Vec<String> =
        ["spirv64", "spir64", "spirv32", "spir", HOST, image::GENERIC].map(str::to_owned).to_vec();
    // Of equally near names the first wins; aliases come last.
    let devices: Vec<_> = config.iter().filter(|device| !device.aot.is_empty()).collect();
    for device in &devices {
        names.extend((!device.name.contains(':')).then(|| device.name.clone()));
        let code = Architecture::of_code(&device.triple).filter(|code| !code.is_spirv());
        if let (Some(code), Some(processor)) = (code, &device.arch) {
            names.push(format!("{}:{processor}", code.name()));
        }
    }
    names.extend(devices.iter().flat_map(|device| device.aliases.iter().cloned()));
    let nearest = nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
    TargetError::Unknown { target: name.to_owned(), nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(name: &str) -> Result<Target, String> {
        parse_on(name, HOST_TRIPLE)
    }

    const HOST_TRIPLE: &str = "x86_64-unknown-linux-gnu";

    fn parse_on(name: &str, host: &str) -> Result<Target, String> {
        Target::parse(name, DeviceConfig::builtin(), host).map_err(|e| e.to_string())
    }

    #[test]
    fn hosts_have_any_processor_and_one_entry_in_the_configuration() {
        let baseline = parse("host").unwrap();
        assert_eq!(
            (baseline.code, baseline.device.as_deref(), &*baseline.triple),
            (Architecture::Host, Some("host"), HOST_TRIPLE)
        );
        assert_eq!((baseline.architecture(), baseline.is_native()), ("x86_64", false));
        let arm = parse_on("host:neoverse-v1", "aarch64-unknown-linux-gnu").unwrap();
        assert_eq!((arm.architecture(), &*arm.directory()), ("neoverse-v1", "host-neoverse-v1"));
        assert!(parse("host:native").unwrap().is_native());
        assert_eq!(
            parse_on("host", "x86_64-pc-windows-msvc").unwrap_err(),
            "target `host` is for the host `x86_64-pc-windows-msvc`; expected x86_64 or aarch64, with Linux"
        );
        assert!(parse("host:").is_err() && parse("host:../x").unwrap_err().contains("cannot be part of a file name"));
    }

    #[test]
    fn fixed_targets_are_of_the_device_configuration_or_kinds_of_devices() {
        let fixed = |name| fixed(name, DeviceConfig::builtin(), HOST_TRIPLE).map_err(|error| error.to_string());
        for (name, known) in [
            ("intel_gpu_12_60_7", "intel_gpu_pvc"),
            ("nvptx64:sm_90", "nvidia_gpu_sm_90"),
            ("nvptx64-nvidia-cuda:sm_90", "nvidia_gpu_sm_90"),
            ("amdgcn:gfx90a", "amd_gpu_gfx90a"),
            ("host:native", "host"),
            ("spir64_x86_64", "spir64_x86_64"),
            ("cpu", "cpu"),
        ] {
            assert_eq!(fixed(name).as_deref(), Ok(known));
        }
        for (name, expected) in [
            ("intel_gpu_pcv", "did you mean `intel_gpu_pvc`?"),
            ("GPU", "did you mean `gpu`?"),
            ("pvc", "did you mean `intel_gpu_pvc`?"),
            ("a;b", "expected a name of the device configuration, or one of: host, cpu, gpu, accelerator, custom"),
        ] {
            assert_eq!(fixed(name).unwrap_err(), format!("unknown fixed target `{name}`; {expected}"));
        }
        let mine = r#"{"schema_version": 1, "targets": [{"name": "a:b", "triple": "spir64-a-b", "aspects": [],
            "sub_group_sizes": [], "may_support_other_aspects": true}]}"#;
        let mine = DeviceConfig::from_json(mine, "mine.json").unwrap();
        let error = super::fixed("a:b", &mine, HOST_TRIPLE).unwrap_err().to_string();
        assert!(error.starts_with("target `a:b` is called `a:b` in the device configuration; "), "{error}");
    }

    #[test]
    fn names_stand_for_family_processor_and_programs() {
        let spirv = parse("spirv64").unwrap();
        assert!(spirv.is_portable() && spirv.steps.is_empty());
        assert_eq!(spirv.runtime_target, "spir64");
        let known = parse("nvptx64:sm_90").unwrap();
        assert_eq!(known.device.as_deref(), Some("nvidia_gpu_sm_90"));
        assert_eq!(known.steps, parse("nvidia_gpu_sm_90").unwrap().steps);
        let newer = parse("nvptx64:sm_130").unwrap();
        assert_eq!((newer.device, newer.steps[1].options[0].as_str()), (None, "-arch=sm_130"));
        for (name, canonical) in [
            ("nvptx64", "nvptx64:sm_50"),
            ("nvptx64-nvidia-cuda:sm_90", "nvptx64:sm_90"),
            ("amdgcn-amd-amdhsa:gfx90a", "amdgcn:gfx90a"),
            ("spir64-unknown-unknown", "spir64"),
            ("nvidia_gpu_sm_130", "nvptx64:sm_130"),
            ("gfx90a", "amdgcn:gfx90a"),
            ("native_cpu", "host"),
        ] {
            assert_eq!(parse(name).unwrap(), parse(canonical).unwrap(), "{name}");
        }
        let amd = parse("amdgcn:gfx90a").unwrap();
        assert_eq!((amd.device.as_deref(), amd.directory().as_str()), (Some("amd_gpu_gfx90a"), "amdgcn-gfx90a"));
        let intel = parse("intel_gpu_pvc").unwrap();
        assert_eq!((intel.code, intel.runtime_target.as_str()), (Architecture::Spirv64, "spir64_gen"));
        assert!(!intel.is_portable());
        // Its devices are named by options of the user's.
        let any = parse("spir64_gen").unwrap();
        assert_eq!((any.steps[0].tool.as_str(), any.steps[0].options.len()), ("ocloc", 0));
    }

    #[test]
    fn rows_have_the_options_that_processors_need() {
        let mut count = 0;
        for device in DeviceConfig::builtin().iter() {
            let Some(arch) = &device.arch else { continue };
            let architecture = triple::first_part(&device.triple);
            let Ok(spec) = TargetSpec::parse(&format!("{architecture}:{arch}")) else { continue };
            let llc = device.aot.iter().find(|step| step.tool == "llc").expect("GPUs with processors are llc's");
            assert_eq!(llc.options, spec.llc_options(), "{}", device.name);
            count += 1;
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn wrong_names_get_the_nearest_or_what_is_expected() {
        assert_eq!(parse("spirv46").unwrap_err(), "unknown target `spirv46`; did you mean `spirv64`?");
        assert_eq!(
            parse("intel_gpu_pcv").unwrap_err(),
            "unknown target `intel_gpu_pcv`; did you mean `intel_gpu_pvc`?"
        );
        assert_eq!(
            parse("nvptx46:sm_90").unwrap_err(),
            "unknown target `nvptx46:sm_90`; did you mean `nvptx64:sm_90`?"
        );
        assert!(parse("qqqqqqqqqqqqqqq").unwrap_err().contains("expected spirv64, nvptx64:sm_<number>"));
        assert!(parse("nvptx").unwrap_err().contains("expected one, e.g. `nvptx:sm_90`"));
        assert!(parse("amdgcn-amd-amdhsa").unwrap_err().contains("expected one, e.g. `amdgcn:gfx90a`"));
        assert!(parse("amdgcn:sm_90").unwrap_err().contains("expected one such as `gfx90a`"));
        assert!(parse("x86_64").unwrap_err().contains("expected SPIR-V, NVPTX or AMDGPU"));
        assert!(parse("spir64_fpga").unwrap_err().contains("no ahead-of-time compiler"));
        let config = r#"{"schema_version": 1, "targets": [{"name": "../x", "triple": "spir64_gen-a-b",
            "sub_group_sizes": [], "may_support_other_aspects": true}]}"#;
        let config = DeviceConfig::from_json(config, "x").unwrap();
        assert!(
            Target::parse("../x", &config, HOST_TRIPLE)
                .unwrap_err()
                .to_string()
                .contains("cannot be part of a file name")
        );
        let config = |name: &str| {
            let text = format!(
                r#"{{"schema_version": 1, "targets": [{{"name": "{name}", "aliases": ["other", "a:b"], "arch": "x", "aspects": [],
                "triple": "spir64_gen-a-b", "sub_group_sizes": [], "may_support_other_aspects": true,
                "aot": [{{"tool": "ocloc", "options": []}}]}}]}}"#
            );
            DeviceConfig::from_json(&text, "x").unwrap()
        };
        for name in ["other", "a:b", "plain"] {
            assert_eq!(Target::parse(name, &config("plain"), HOST_TRIPLE).unwrap().device.as_deref(), Some("plain"));
        }
        for name in ["c:d", "../x"] {
            assert!(
                Target::parse("other", &config(name), HOST_TRIPLE).unwrap_err().to_string().contains("is called"),
                "{name}"
            );
        }
        assert!(Target::parse("c:d", &config("c:d"), HOST_TRIPLE).unwrap_err().to_string().contains("is called `c:d`"));
        assert!(!Target::parse("c:e", &config("c:d"), HOST_TRIPLE).unwrap_err().to_string().contains("c:d"));
    }

    #[test]
    fn triples_have_a_family() {
        assert_eq!(Architecture::of_code("spirv64v1.5-unknown-unknown"), Some(Architecture::Spirv64));
        assert_eq!(Architecture::of_code("spir64_fpga-unknown-unknown"), Some(Architecture::Spirv64));
        assert_eq!(Architecture::of_code("spirv-unknown-vulkan"), None);
        assert_eq!(Architecture::of_code("x86_64-unknown-linux-gnu"), None);
    }
}

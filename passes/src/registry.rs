//! The passes by name: one table feeds the plugin, `print<sycl-passes>` and the messages. README and ARCHITECTURE have tables
//! of their own, which `tidy/` compares with it.

use std::{fmt::Write, sync::Arc};

use sycl_propset::devices::DeviceConfig;

use crate::{
    aspect_propagation,
    device_files::DeviceFiles,
    device_pipeline,
    diagnostic::Sink,
    global_offset,
    ir::Editor,
    kernel_size_attributes, local_accessor_to_shared_memory,
    options::{self, Given, OptionError, Options, Parameter},
    post_link,
    settings::Settings,
    spec_constants,
};

pub use crate::pass::{Changed, Pass, PassError, run};

/// Makes a pass from its parameters; device configurations come from these files.
pub type Build = fn(&Given<'_>, &Arc<DeviceFiles>) -> Made;

/// A pass with its parameters, or what is wrong with them.
pub type Made = Result<Box<dyn Pass>, OptionError>;

/// A pass as users know it.
pub struct PassInfo {
    /// Canonical name.
    pub name: &'static str,
    /// Name in DPC++'s tests, if it differs.
    pub alias: Option<&'static str>,
    /// Name of the class in `-debug-pass-manager` and `-time-passes`.
    pub class: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Usage and summary of each parameter.
    pub parameters: fn() -> Vec<(String, &'static str)>,
    /// Checks parameters without reading the files that they name.
    pub check: fn(&Given<'_>) -> Result<(), OptionError>,
    /// Makes the pass. Device configurations are read when it is prepared or runs.
    pub build: Build,
}

fn usage<T>(table: &'static [Parameter<T>]) -> Vec<(String, &'static str)> {
    table.iter().map(|p| (p.usage(), p.summary)).collect()
}

/// Every pass, in the order of the documentation.
pub static PASSES: &[PassInfo] = &[
    PassInfo {
        name: "spec-constants",
        alias: None,
        class: "SpecConstantsPass",
        summary: "lower SYCL 2020 specialization constants",
        parameters: || usage(options::SPEC_CONSTANTS),
        check: |given| given.parse("spec-constants", options::SPEC_CONSTANTS).map(drop),
        build: |given, _| Ok(Box::new(SpecConstants(given.parse("spec-constants", options::SPEC_CONSTANTS)?))),
    },
    PassInfo {
        name: "aspect-propagation",
        alias: Some("sycl-propagate-aspects-usage"),
        class: "AspectPropagationPass",
        summary: "record on functions which optional device features they need, and warn of undeclared ones",
        parameters: || usage(options::ASPECT_PROPAGATION),
        check: |given| given.parse("aspect-propagation", options::ASPECT_PROPAGATION).map(drop),
        build: build_aspect_propagation,
    },
    PassInfo {
        name: "device-code-split",
        alias: None,
        class: "DeviceCodeSplitPass",
        summary: "split a linked device module into images and write them",
        parameters: || usage(options::DEVICE_CODE_SPLIT),
        check: |given| given.parse("device-code-split", options::DEVICE_CODE_SPLIT).map(drop),
        build: |given, _| build_post_link("device-code-split", options::DEVICE_CODE_SPLIT, given),
    },
    PassInfo {
        name: "local-accessor-to-shared-memory",
        alias: Some("localaccessortosharedmemory"),
        class: "LocalAccessorToSharedMemoryPass",
        summary: "NVPTX, AMDGPU: local memory parameters of kernels become offsets into one shared array",
        parameters: || usage(options::NONE),
        check: |given| given.parse("local-accessor-to-shared-memory", options::NONE).map(drop),
        build: |given, _| {
            given.parse("local-accessor-to-shared-memory", options::NONE)?;
            Ok(Box::new(LocalAccessorToSharedMemory))
        },
    },
    PassInfo {
        name: "global-offset",
        alias: Some("globaloffset"),
        class: "GlobalOffsetPass",
        summary: "NVPTX, AMDGPU: kernels that ask for the global offset get a twin that takes it as a parameter",
        parameters: || usage(options::GLOBAL_OFFSET),
        check: |given| given.parse("global-offset", options::GLOBAL_OFFSET).map(drop),
        build: |given, _| Ok(Box::new(GlobalOffset(given.parse("global-offset", options::GLOBAL_OFFSET)?))),
    },
    PassInfo {
        name: "kernel-size-attributes",
        alias: None,
        class: "KernelSizeAttributesPass",
        summary: "NVPTX, AMDGPU: required and maximum sizes of work-groups and sub-groups as attributes",
        parameters: || usage(options::NONE),
        check: |given| given.parse("kernel-size-attributes", options::NONE).map(drop),
        build: |given, _| {
            given.parse("kernel-size-attributes", options::NONE)?;
            Ok(Box::new(KernelSizeAttributes))
        },
    },
    PassInfo {
        name: "sycl-post-link",
        alias: None,
        class: "SYCLPostLinkPass",
        summary: "split, lower specialization constants, describe and write the images",
        parameters: || usage(options::POST_LINK),
        check: |given| given.parse("sycl-post-link", options::POST_LINK).map(drop),
        build: |given, _| build_post_link("sycl-post-link", options::POST_LINK, given),
    },
    PassInfo {
        name: "sycl-device-pipeline",
        alias: None,
        class: "SYCLDevicePipelinePass",
        summary: "what a linked module needs for its target before the back end",
        parameters: || usage(options::DEVICE_PIPELINE),
        check: |given| given.parse("sycl-device-pipeline", options::DEVICE_PIPELINE).map(drop),
        build: |given, _| Ok(Box::new(DevicePipeline(given.parse("sycl-device-pipeline", options::DEVICE_PIPELINE)?))),
    },
];

/// The name of the pass that lists passes on stderr.
pub const PRINT: &str = "print<sycl-passes>";

/// Finds a pass by its name or alias.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    slot(name).map(|slot| &PASSES[slot])
}

/// The place in [`PASSES`] of a pass, by its name or alias.
pub fn slot(name: &str) -> Option<usize> {
    PASSES.iter().position(|info| info.name == name || info.alias == Some(name))
}

/// What an element of a pipeline names.
pub struct Built {
    /// The place of the pass in [`PASSES`].
    pub slot: usize,
    /// The pass with its parameters.
    pub pass: Made,
}

/// Makes a pass from an element of a pipeline such as `spec-constants<emulation>`. None if no pass has the name.
///
/// # Errors
/// A parameter that the pass does not take.
pub fn build(element: &str) -> Option<Built> {
    build_with(element, None)
}

/// Like [`build`], with parameters of the settings before those of the element.
///
/// # Errors
/// A parameter that the pass does not take, in either place.
pub fn build_with(element: &str, settings: Option<&Settings>) -> Option<Built> {
    let (name, parameters) = match element.split_once('<') {
        Some((name, rest)) => (name, rest.strip_suffix('>')?),
        None => (element, ""),
    };
    let slot = slot(name)?;
    let given = Given { settings: settings.and_then(|settings| settings.section(slot)), text: parameters };
    let files = settings.map(|settings| Arc::clone(settings.device_files())).unwrap_or_default();
    Some(Built { slot, pass: (PASSES[slot].build)(&given, &files) })
}

/// The table as text: names, aliases, parameters.
pub fn help() -> String {
    let mut text = String::from("SYCL passes (opt -passes='name<parameter;parameter>'):\n");
    for info in PASSES {
        let alias = info.alias.map(|a| format!(" (alias {a})")).unwrap_or_default();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "  {}{alias}: {}", info.name, info.summary);
        for (usage, summary) in (info.parameters)() {
            let _ = writeln!(text, "      {usage:<42} {summary}");
        }
    }
    text
}

struct SpecConstants(spec_constants::Mode);

impl Pass for SpecConstants {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        let outcome = spec_constants::run(editor, self.0, sink)?;
        Ok(if outcome.changed { Changed::Yes } else { Changed::No })
    }
}

struct LocalAccessorToSharedMemory;

impl Pass for LocalAccessorToSharedMemory {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(changed(local_accessor_to_shared_memory::run(editor, sink)?))
    }
}

struct GlobalOffset(global_offset::Mode);

impl Pass for GlobalOffset {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(changed(global_offset::run(editor, self.0, sink)?))
    }
}

struct KernelSizeAttributes;

impl Pass for KernelSizeAttributes {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(changed(kernel_size_attributes::run(editor, None, sink)?))
    }
}

struct DevicePipeline(device_pipeline::Options);

impl Pass for DevicePipeline {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(changed(device_pipeline::run(editor, &self.0, sink)?))
    }
}

fn changed(changed: bool) -> Changed {
    if changed { Changed::Yes } else { Changed::No }
}

struct AspectPropagation {
    options: aspect_propagation::Options,
    files: Arc<DeviceFiles>,
    /// What the settings alone say, and their file.
    settings: Option<(String, aspect_propagation::Options)>,
}

impl AspectPropagation {
    fn devices(&self) -> Result<Option<Arc<DeviceConfig>>, OptionError> {
        self.options.devices.as_deref().map(|file| self.files.get(file)).transpose()
    }
}

impl AspectPropagation {
    /// An error about a name that the settings gave says in which file.
    fn located(&self, error: aspect_propagation::Error) -> PassError {
        use aspect_propagation::Error::{UnknownAspect, UnknownTarget};
        let is_there = |options: &aspect_propagation::Options| match &error {
            UnknownAspect { name, .. } => options.exclude.contains(name),
            UnknownTarget { name, .. } => options.fixed_targets.contains(name),
            _ => false,
        };
        match &self.settings {
            Some((file, options)) if is_there(options) => PassError::Settings { file: file.clone(), problem: error },
            _ => error.into(),
        }
    }
}

impl Pass for AspectPropagation {
    fn prepare(&self) -> Result<(), OptionError> {
        self.devices().map(drop)
    }

    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        let devices = self.devices()?;
        let devices = devices.as_deref().unwrap_or_else(|| DeviceConfig::builtin());
        aspect_propagation::run(editor, &self.options, devices, sink).map_err(|error| self.located(error))
    }
}

fn build_aspect_propagation(given: &Given<'_>, files: &Arc<DeviceFiles>) -> Made {
    let options = given.parse("aspect-propagation", options::ASPECT_PROPAGATION)?;
    let settings = match given.settings {
        Some(section) => {
            let alone = Given { text: "", ..*given }.parse("aspect-propagation", options::ASPECT_PROPAGATION)?;
            Some((section.file.clone(), alone))
        }
        None => None,
    };
    Ok(Box::new(AspectPropagation { options, files: Arc::clone(files), settings }))
}

struct PostLink(Options);

impl Pass for PostLink {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        post_link::run(editor, &self.0, sink)?;
        Ok(Changed::No)
    }
}

fn build_post_link(pass: &str, table: &'static [Parameter<Options>], given: &Given<'_>) -> Made {
    let parsed = Options::with_files(pass, table, &given.names(), |options| given.apply(pass, table, options))?;
    Ok(Box::new(PostLink(parsed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = PASSES.iter().flat_map(|p| [Some(p.name), p.alias]).flatten().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn unknown_parameters_name_the_known_ones() {
        let Some(Built { pass: Err(error), .. }) = build("spec-constants<foo>") else { panic!("expected an error") };
        assert_eq!(
            error.to_string(),
            "unknown parameter 'foo' of pass 'spec-constants'; expected one of: native, emulation, default-values"
        );
    }

    #[test]
    fn other_names_are_not_ours() {
        assert!(build("globaldce").is_none());
        assert!(build("spec-constantsx<native>").is_none());
    }
}

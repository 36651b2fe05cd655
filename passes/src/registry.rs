//! The passes by name: one table feeds the plugin, `print<sycl-passes>` and the messages. docs/passes.md and
//! `README.md` have tables of their own, which `quality/tidy/` compares with it.

mod adapters;

use std::{fmt::Write, sync::Arc};

use adapters::{
    DevicePipeline, FrontEnd, GlobalOffset, KernelSizeAttributes, LinkBuiltins, LocalAccessorToSharedMemory, Retarget,
    SpecConstants,
};
use sycl_propset::nearest::nearest;

use crate::{
    device_files::DeviceFiles,
    options::{self, ConfigProblem, Given, Layer, OptionError, Parameter},
    settings::{self, Settings},
};

pub use crate::{
    changed::Changed,
    pass::{Pass, PassError, run},
};

/// Makes a pass from its parameters; device configurations come from these files.
pub type Build = fn(Given, &Arc<DeviceFiles>) -> Made;

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
    /// Checks the parameters and makes the pass. Files that the parameters name are read when it first runs.
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
        build: |given, _| Ok(Box::new(SpecConstants(given.parse("spec-constants", options::SPEC_CONSTANTS)?))),
    },
    PassInfo {
        name: "sycl-front-end",
        alias: None,
        class: "SYCLFrontEndPass",
        summary: "take over what stock clang's -fsycl leaves unsaid: facts about kernels, translation units, aspects",
        parameters: || usage(options::FRONT_END),
        build: |given, _| Ok(Box::new(FrontEnd::new(given.parse("sycl-front-end", options::FRONT_END)?))),
    },
    PassInfo {
        name: "free-function-kernels",
        alias: None,
        class: "FreeFunctionKernelsPass",
        summary: "make kernels of functions that are annotated as free function kernels",
        parameters: || usage(options::FREE_FUNCTION_KERNELS),
        build: |given, _| {
            let options = given.parse("free-function-kernels", options::FREE_FUNCTION_KERNELS)?;
            Ok(Box::new(adapters::FreeFunctionKernels(options)))
        },
    },
    PassInfo {
        name: "compile-time-properties",
        alias: None,
        class: "CompileTimePropertiesPass",
        summary: "turn attributes about sizes of kernels and about device globals into metadata",
        parameters: || usage(options::NONE),
        build: |given, _| {
            given.parse("compile-time-properties", options::NONE)?;
            Ok(Box::new(adapters::CompileTimeProperties))
        },
    },
    PassInfo {
        name: "aspect-propagation",
        alias: Some("sycl-propagate-aspects-usage"),
        class: "AspectPropagationPass",
        summary: "record on functions which optional device features they need, and warn of undeclared ones",
        parameters: || usage(options::ASPECT_PROPAGATION),
        build: adapters::aspect_propagation,
    },
    PassInfo {
        name: "sycl-virtual-functions-analysis",
        alias: None,
        class: "SYCLVirtualFunctionsAnalysisPass",
        summary: "record which sets of virtual functions kernels need, and refuse virtual calls without a set",
        parameters: || usage(options::NONE),
        build: |given, _| {
            given.parse("sycl-virtual-functions-analysis", options::NONE)?;
            Ok(Box::new(adapters::VirtualFunctionsAnalysis))
        },
    },
    PassInfo {
        name: "device-code-split",
        alias: None,
        class: "DeviceCodeSplitPass",
        summary: "split a linked device module into images and write them",
        parameters: || usage(options::DEVICE_CODE_SPLIT),
        build: |given, _| adapters::post_link("device-code-split", options::DEVICE_CODE_SPLIT, given),
    },
    PassInfo {
        name: "local-accessor-to-shared-memory",
        alias: Some("localaccessortosharedmemory"),
        class: "LocalAccessorToSharedMemoryPass",
        summary: "NVPTX, AMDGPU: local memory parameters of kernels become offsets into one shared array",
        parameters: || usage(options::NONE),
        build: |given, _| {
            given.parse("local-accessor-to-shared-memory", options::NONE)?;
            Ok(Box::new(LocalAccessorToSharedMemory))
        },
    },
    PassInfo {
        name: "global-offset",
        alias: Some("globaloffset"),
        class: "GlobalOffsetPass",
        summary: "NVPTX, AMDGPU: kernels that ask for the global offset get a clone that takes it as a parameter",
        parameters: || usage(options::GLOBAL_OFFSET),
        build: |given, _| Ok(Box::new(GlobalOffset(given.parse("global-offset", options::GLOBAL_OFFSET)?))),
    },
    PassInfo {
        name: "kernel-size-attributes",
        alias: None,
        class: "KernelSizeAttributesPass",
        summary: "NVPTX, AMDGPU: required and maximum sizes of work-groups and sub-groups as attributes",
        parameters: || usage(options::NONE),
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
        build: |given, _| adapters::post_link("sycl-post-link", options::POST_LINK, given),
    },
    PassInfo {
        name: "sscp-ir-constants",
        alias: None,
        class: "SSCPIRConstantsPass",
        summary: "give IR constants and specialization constants the values that are known now",
        parameters: || usage(options::SSCP_IR_CONSTANTS),
        build: |given, _| {
            Ok(Box::new(adapters::IrConstants(given.parse("sscp-ir-constants", options::SSCP_IR_CONSTANTS)?)))
        },
    },
    PassInfo {
        name: "sscp-reflect",
        alias: None,
        class: "SSCPReflectPass",
        summary: "answer queries of device code about its target",
        parameters: || usage(options::SSCP_REFLECT),
        build: |given, _| Ok(Box::new(adapters::Reflect(given.parse("sscp-reflect", options::SSCP_REFLECT)?))),
    },
    PassInfo {
        name: "sscp-outline",
        alias: None,
        class: "SSCPOutlinePass",
        summary: "keep what kernels need, delete the rest",
        parameters: || usage(options::SSCP_OUTLINE),
        build: |given, _| Ok(Box::new(adapters::Outline(given.parse("sscp-outline", options::SSCP_OUTLINE)?))),
    },
    PassInfo {
        name: "sscp-prune",
        alias: None,
        class: "SSCPPrunePass",
        summary: "delete branches under constants that are false, and what only they need",
        parameters: || usage(options::SSCP_OUTLINE),
        build: |given, _| Ok(Box::new(adapters::Prune(given.parse("sscp-prune", options::SSCP_OUTLINE)?))),
    },
    PassInfo {
        name: "sscp-separate",
        alias: None,
        class: "SSCPSeparatePass",
        summary: "AdaptiveCpp's first stage: host code, and a container of the device code",
        parameters: || usage(options::SSCP_SEPARATE),
        build: |given, _| Ok(Box::new(adapters::Separate(given.parse("sscp-separate", options::SSCP_SEPARATE)?))),
    },
    PassInfo {
        name: "sscp-specialize",
        alias: None,
        class: "SSCPSpecializePass",
        summary: "fix arguments of kernels and sizes that are known, state what is known of ids and pointers",
        parameters: || usage(options::SSCP_SPECIALIZE),
        build: |given, _| Ok(Box::new(adapters::Specialize(given.parse("sscp-specialize", options::SSCP_SPECIALIZE)?))),
    },
    PassInfo {
        name: "retarget",
        alias: None,
        class: "RetargetPass",
        summary: "generic device code becomes a target's: address spaces, conventions, layout (LLVM 22)",
        parameters: || usage(options::RETARGET),
        build: |given, _| Ok(Box::new(Retarget(given.parse("retarget", options::RETARGET)?))),
    },
    PassInfo {
        name: "link-builtins",
        alias: None,
        class: "LinkBuiltinsPass",
        summary: "after retargeting: link built-in functions, mathematics and libraries, as far as they are needed",
        parameters: || usage(options::LINK_BUILTINS),
        build: |given, _| Ok(Box::new(LinkBuiltins(given.parse("link-builtins", options::LINK_BUILTINS)?))),
    },
    PassInfo {
        name: "work-group-functions",
        alias: None,
        class: "WorkGroupFunctionsPass",
        summary: "host: kernels become functions that run a work-group (LLVM 22)",
        parameters: || usage(options::WORK_GROUP_FUNCTIONS),
        build: |given, _| {
            let options = given.parse("work-group-functions", options::WORK_GROUP_FUNCTIONS)?;
            Ok(Box::new(adapters::WorkGroupFunctions(options)))
        },
    },
    PassInfo {
        name: "host-image",
        alias: None,
        class: "HostImagePass",
        summary: "after work-group-functions: the table by which launchers find the kernels of an image (LLVM 22)",
        parameters: || usage(options::HOST_IMAGE),
        build: |given, _| Ok(Box::new(adapters::HostImage(given.parse("host-image", options::HOST_IMAGE)?))),
    },
    PassInfo {
        name: "llvm-to-backend",
        alias: None,
        class: "LLVMToBackendPass",
        summary: "generic device code becomes what the back end of a target takes (LLVM 22)",
        parameters: || usage(options::LLVM_TO_BACKEND),
        build: |given, _| {
            Ok(Box::new(adapters::LlvmToBackend(given.parse("llvm-to-backend", options::LLVM_TO_BACKEND)?)))
        },
    },
    PassInfo {
        name: "sycl-device-pipeline",
        alias: None,
        class: "SYCLDevicePipelinePass",
        summary: "what a linked module needs for its target before the back end",
        parameters: || usage(options::DEVICE_PIPELINE),
        build: |given, _| Ok(Box::new(DevicePipeline(given.parse("sycl-device-pipeline", options::DEVICE_PIPELINE)?))),
    },
    PassInfo {
        name: "spirv-legalize",
        alias: None,
        class: "SPIRVLegalizePass",
        summary: "before LLVM's back end for SPIR-V: write what it gets wrong in a way that it gets right",
        parameters: || usage(options::SPIRV_LEGALIZE),
        build: |given, _| {
            Ok(Box::new(adapters::SpirvLegalize(given.parse("spirv-legalize", options::SPIRV_LEGALIZE)?)))
        },
    },
    PassInfo {
        name: "distinct-memory",
        alias: None,
        class: "DistinctMemoryPass",
        summary: "NVPTX: variants of kernels for launches whose pointers lead to different allocations",
        parameters: || usage(options::NONE),
        build: |given, _| {
            given.parse("distinct-memory", options::NONE)?;
            Ok(Box::new(adapters::DistinctMemory))
        },
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

/// Mistake in an element of a pipeline: parameters of a pass that have no end, since LLVM ends elements at commas, or
/// a name like that of a pass. Other names may be those of other plugins.
pub fn problem_of(element: &str) -> Option<String> {
    let (name, parameters) = element.split_once('<').map_or((element, None), |(name, rest)| (name, Some(rest)));
    if slot(name).is_some() {
        return parameters.filter(|rest| !rest.ends_with('>')).map(|_| {
            format!("`{element}` has no `>`; expected parameters with `;` between them, as in `{name}<first;second>`")
        });
    }
    let meant = nearest(name, PASSES.iter().map(|pass| pass.name))?;
    Some(format!("no pass of this plugin is named `{name}`; did you mean `{meant}`?"))
}

/// Mistake in the place of an element among passes of functions, loops or the call graph, if it is a pass of modules.
pub fn problem_of_place(element: &str) -> Option<String> {
    let name = element.split('<').next().unwrap_or(element);
    slot(name).map(|_| {
        format!(
            "found the module pass `{name}` among passes of functions, loops or the call graph; expected it beside them, \
             as in `function(instcombine),{name}`"
        )
    })
}

/// Mistake in a filter of messages, such as `info` or `sycl-post-link=debug`, if there is one: a word that is no level
/// would be taken for the name of a part of the program.
pub fn problem_of_log_filter(filter: &str) -> Option<String> {
    let parts = filter.split('/').next().unwrap_or(filter).split(',').map(str::trim);
    let is_known = |word: &str| {
        word.is_empty()
            || word.contains('=')
            || word.starts_with("sycl")
            || word.parse::<log::LevelFilter>().is_ok()
            || slot(word).is_some()
    };
    let unknown = parts.into_iter().find(|word| !is_known(word))?;
    Some(format!(
        "SYCL_PASSES_LOG names `{unknown}`; expected off, error, warn, info, debug or trace, or a pass with one of them, \
         as in `sycl-post-link=debug`"
    ))
}

/// Pass that an element of a pipeline names.
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

/// Like [`build`], with settings, whose parameters count less than those of the element.
///
/// # Errors
/// A parameter that the pass does not take, in either place.
pub fn build_with(element: &str, settings: Option<&Settings>) -> Option<Built> {
    let (name, parameters) = match element.split_once('<') {
        Some((name, rest)) => (name, rest.strip_suffix('>')?),
        None => (element, ""),
    };
    let slot = slot(name)?;
    let section = settings.and_then(|settings| settings.section(slot)).cloned();
    let given = Given { settings: section, explicit: Layer::of_text(parameters) };
    let files = settings.map(|settings| Arc::clone(settings.device_files())).unwrap_or_default();
    Some(Built { slot, pass: (PASSES[slot].build)(given, &files) })
}

/// Reads settings: a file's text, and its name for messages.
///
/// # Errors
/// Text that is not such an object, names something other than a pass, or a pass or parameter twice, or has a parameter
/// that the pass does not take.
pub fn read_settings(text: &str, file: &str) -> Result<Settings, OptionError> {
    let problem = |problem| OptionError::config(file, problem);
    let mut sections: Vec<(usize, Layer)> = Vec::new();
    for (name, section) in settings::parse(text, file)? {
        let Some(slot) = slot(&name) else {
            let known = PASSES.iter().map(|info| info.name).collect();
            return Err(problem(ConfigProblem::NoPass { name, known }));
        };
        let info = &PASSES[slot];
        if sections.iter().any(|(other, _)| *other == slot) {
            return Err(problem(ConfigProblem::OnePass { name: info.name, alias: info.alias.unwrap_or(info.name) }));
        }
        (info.build)(Given { settings: Some(section.clone()), explicit: Layer::default() }, &Arc::default())?;
        sections.push((slot, section));
    }
    Ok(Settings::new(sections))
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
            "unknown parameter `foo` of pass `spec-constants`; expected one of: native, emulation, default-values, \
             host-emulation"
        );
    }

    #[test]
    fn other_names_are_not_ours() {
        assert!(build("globaldce").is_none());
        assert!(build("spec-constantsx<native>").is_none());
    }

    fn aspect_options(text: &str) -> Result<crate::aspect_propagation::Options, String> {
        let slot = slot("aspect-propagation").ok_or("no such pass")?;
        let settings = read_settings(text, "s.json").map_err(|e| e.to_string())?;
        let given = Given { settings: settings.section(slot).cloned(), explicit: Layer::default() };
        given.parse("aspect-propagation", options::ASPECT_PROPAGATION).map_err(|e| e.to_string())
    }

    #[test]
    fn sections_are_parameters() {
        let text = r#"{"aspect-propagation": {"exclude": ["fp64", "a:b"], "no-diagnose": true, "pre-opt": false}}"#;
        let parsed = aspect_options(text).expect("settings");
        assert_eq!(parsed.exclude, ["fp64", "a", "b"]);
        assert!(parsed.is_silent && !parsed.excludes_fp64);
        assert_eq!(aspect_options(r#"{"spec-constants": {"emulation": true}}"#).map(|o| o.is_silent), Ok(false));
        let alias = aspect_options(r#"{"sycl-propagate-aspects-usage": {"exclude": "x;y"}}"#);
        assert_eq!(alias.map(|o| o.exclude), Ok(vec!["x;y".to_owned()]));
    }

    #[test]
    fn faults_name_file_and_item() {
        for (text, fault) in [
            (
                r#"{"aspects": {}}"#,
                "`aspects` is not a pass; expected one of: spec-constants, sycl-front-end, free-function-kernels, ",
            ),
            (r#"{"aspect-propagation": 1}"#, "`aspect-propagation` is 1; expected an object of parameters"),
            (
                r#"{"aspect-propagation": {"exclude": null}}"#,
                "`exclude` is null; expected true, false, a number or text",
            ),
            (r#"{"aspect-propagation": {"exclud": "x"}}"#, "unknown parameter `exclud=x` of pass `aspect-propagation`"),
            (r#"{"aspect-propagation": {"exclud": false}}"#, "unknown parameter `exclud` of pass `aspect-propagation`"),
            (
                r#"{"global-offset": {"disable": "yes"}}"#,
                "parameter `disable` of pass `global-offset` has the value `yes`",
            ),
            (
                r#"{"sycl-post-link": {"split": "both"}}"#,
                "parameter `split` of pass `sycl-post-link` has the value `both`",
            ),
            (r#"{"global-offset": {}, "globaloffset": {}}"#, "`global-offset` and `globaloffset` are one pass"),
            (r#"{"globaloffset": {}, "global-offset": {}}"#, "`global-offset` and `globaloffset` are one pass"),
            (r#"{"global-offset": {}, "global-offset": {}}"#, "`global-offset` occurs twice at line 1 column 37"),
            (r#"{"global-offset": {"disable": true, "disable": false}}"#, "`disable` occurs twice"),
            (
                r#"{"aspect-propagation": {"pre-opt": true, "post-opt": true}}"#,
                "parameters `pre-opt` and `post-opt` of pass `aspect-propagation` exclude each other",
            ),
            ("[]", "invalid type: sequence"),
        ] {
            let error = aspect_options(text).unwrap_err();
            assert!(error.starts_with("configuration file `s.json`: ") && error.contains(fault), "{error}");
        }
    }
}

//! Options that nothing comes of.

use sycl_builder::request::{Libclc, Pack, Recipe};
use sycl_builder::target::{Architecture, Target};

use super::super::common::Common;
use super::Options;

/// Options that the user gave and that nothing comes of, each with why.
pub(super) fn without_effect(options: &Options, common: &Common, recipe: &Recipe) -> Vec<String> {
    let has = |what: fn(&Target) -> bool| recipe.targets.iter().any(what);
    let runs_llc: fn(&Target) -> bool = |target| !target.code.is_spirv() && target.code != Architecture::Generic;
    let is_host: fn(&Target) -> bool = |target| target.code == Architecture::Host;
    let is_object = matches!(recipe.pack, Pack::Object { .. });
    let takes_options = matches!(recipe.pack, Pack::Object { .. } | Pack::Bundle);
    let only_runs = options.emit.is_none() && options.print_plan.is_none();
    let no_options = "only a host object or an OffloadBinary has a place for them";
    let no_gpu = "no target is for NVPTX or AMDGPU";
    let no_gpu_or_host = "no target is for NVPTX, AMDGPU or the host";
    let no_host = "no target is for the host";
    let checks = [
        ("compile-opts", !options.compile_opts.is_empty() && !takes_options, no_options),
        ("link-opts", !options.link_opts.is_empty() && !takes_options, no_options),
        ("host", options.host.is_some() && !is_object && !has(is_host), "only a host object has a host"),
        ("barriers", options.barriers.is_some() && !has(is_host), no_host),
        ("sub-group-size", options.sub_group_size.is_some() && !has(is_host), no_host),
        ("sanitize", !options.sanitize.is_empty() && !has(is_host), no_host),
        (
            "state",
            options.state.is_some() && !matches!(recipe.pack, Pack::Syclbin { .. }),
            "only a SYCLBIN file has a state",
        ),
        ("-O", options.optimization.is_some() && !has(runs_llc), no_gpu_or_host),
        ("strip-debug", options.strip_debug && !has(runs_llc), no_gpu_or_host),
        (
            "cuda-image",
            options.cuda_image.is_some() && !has(|t| matches!(t.code, Architecture::Nvptx | Architecture::Nvptx64)),
            "no target is for NVPTX",
        ),
        ("spirv-ext", options.spirv_ext.is_some() && !has(|t| t.code.is_spirv()), "no target is for SPIR-V"),
        ("libclc", recipe.libclc != Libclc::Auto && !has(|t| t.code.libclc().is_some()), no_gpu),
        ("aspects", options.aspects.is_some() && !recipe.needs_front_end(), "no input goes through sycl-front-end"),
        ("depfile", options.depfile.is_some() && !only_runs, "the steps are not run"),
        ("trace", options.trace.is_some() && !only_runs, "the steps are not run"),
        ("keep", options.keep.is_some() && !only_runs, "the steps are not run"),
        ("jobs", options.jobs.is_some() && options.print_plan.is_some(), "the steps are not run"),
        ("json", common.json && options.emit.is_some(), "there is no summary"),
    ];
    let given = checks.into_iter().filter(|(_, is_vain, _)| *is_vain);
    let shown = |option: &str| if option == "-O" { option.to_owned() } else { options.named(option) };
    given.map(|(option, _, why)| format!("{} has no effect: {why}", shown(option))).collect()
}

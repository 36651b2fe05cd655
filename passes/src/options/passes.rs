//! Parameters of the passes that write no files.

use sycl_propset::triple::{KNOWN_TARGETS, TargetSpec};

use super::{Form, Parameter};
use crate::{aspect_propagation, device_pipeline, global_offset, spec_constants};

/// Elements of a list in a parameter.
fn elements(text: &str) -> impl Iterator<Item = String> {
    text.split(':').map(str::trim).filter(|element| !element.is_empty()).map(str::to_owned)
}

const PRESETS: &[&str] = &["pre-opt", "post-opt"];

/// Parameters of `aspect-propagation`.
pub static ASPECT_PROPAGATION: &[Parameter<aspect_propagation::Options>] = &[
    Parameter {
        name: "pre-opt",
        form: Form::OneOf(PRESETS),
        summary: "before optimization: do not record fp64, but warn of it",
        set: |o, _| {
            o.excludes_fp64 = true;
            o.is_after_optimization = false;
            Ok(())
        },
    },
    Parameter {
        name: "post-opt",
        form: Form::OneOf(PRESETS),
        summary: "after optimization: record everything, no warnings",
        set: |o, _| {
            o.excludes_fp64 = false;
            o.is_after_optimization = true;
            Ok(())
        },
    },
    Parameter {
        name: "exclude",
        form: Form::Value("aspect:aspect:..."),
        summary: "aspects that are not recorded where they are not yet",
        set: |o, v| {
            o.exclude.extend(elements(v));
            Ok(())
        },
    },
    Parameter {
        name: "fixed-targets",
        form: Form::Value("target:target:..."),
        summary: "the only targets that the module is for: record them, and warn of what they lack",
        set: |o, v| {
            o.fixed_targets.extend(elements(v));
            Ok(())
        },
    },
    Parameter {
        name: "devices",
        form: Form::Value("JSON file"),
        summary: "what targets have, in the layout of config/devices.json, instead of the built-in one",
        set: |o, v| {
            o.devices = Some(v.into());
            Ok(())
        },
    },
    Parameter {
        name: "fp64-conv-emu",
        form: Form::Flag,
        summary: "conversions from and to double are emulated and need no fp64",
        set: |o, _| {
            o.emulates_conversions = true;
            Ok(())
        },
    },
    Parameter {
        name: "no-diagnose",
        form: Form::Flag,
        summary: "no warnings",
        set: |o, _| {
            o.is_silent = true;
            Ok(())
        },
    },
    Parameter {
        name: "builtin-aspects",
        form: Form::Flag,
        summary: "without !sycl_aspects: double, half and 64-bit atomics need fp64, fp16 and atomic64",
        set: |o, _| {
            o.uses_builtin_aspects = true;
            Ok(())
        },
    },
];

const MODES: &[&str] = &["native", "emulation", "default-values"];

/// Parameters of `spec-constants`.
pub static SPEC_CONSTANTS: &[Parameter<spec_constants::Mode>] = &[
    Parameter {
        name: "native",
        form: Form::OneOf(MODES),
        summary: "SPIR-V specialization constants (default)",
        set: |o, _| {
            *o = spec_constants::Mode::Native;
            Ok(())
        },
    },
    Parameter {
        name: "emulation",
        form: Form::OneOf(MODES),
        summary: "values in a buffer that the runtime passes to kernels",
        set: |o, _| {
            *o = spec_constants::Mode::Emulation;
            Ok(())
        },
    },
    Parameter {
        name: "default-values",
        form: Form::OneOf(MODES),
        summary: "the default values",
        set: |o, _| {
            *o = spec_constants::Mode::DefaultValues;
            Ok(())
        },
    },
];

/// Parameters of `global-offset`.
pub static GLOBAL_OFFSET: &[Parameter<global_offset::Mode>] = &[Parameter {
    name: "disable",
    form: Form::Flag,
    summary: "offsets are zero",
    set: |o, _| {
        *o = global_offset::Mode::Disable;
        Ok(())
    },
}];

/// Parameters of `sycl-device-pipeline`.
pub static DEVICE_PIPELINE: &[Parameter<device_pipeline::Options>] = &[Parameter {
    name: "target",
    form: Form::Value("target[:processor]"),
    summary: "what the module is for: nvptx64, amdgcn, spirv64, ... (default: its triple)",
    set: |o, v| {
        o.target = Some(TargetSpec::parse(v).map_err(|_| KNOWN_TARGETS)?);
        Ok(())
    },
}];

/// Parameters of passes that have none.
pub static NONE: &[Parameter<()>] = &[];

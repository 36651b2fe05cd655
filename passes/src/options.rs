//! Options of the passes: one table per pass feeds the parser, the messages and the help.
//!
//! Inside `pass<...>` parameters are separated by `;`, elements of a list by `:`, because LLVM's pipeline parser takes `,`
//! and `>` for itself. Values that contain those come from a JSON file (`config=file.json`): an object with the same
//! names, `true` for flags, text or numbers for values, arrays for what may be repeated.

use std::path::PathBuf;

use crate::{
    aspect_propagation,
    device_code_split::{Esimd, Linking, SpecConstants, SplitMode, SplitOptions},
    device_pipeline, global_offset,
    ir::kernels::EntryPoints,
    spec_constants,
};

/// A parameter that a pass does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such name.
    #[error("unknown parameter '{parameter}' of pass '{pass}'; expected {expected}")]
    Unknown {
        /// What was given.
        parameter: String,
        /// Canonical name of the pass.
        pass: String,
        /// The names that it takes.
        expected: String,
    },
    /// The name is right, its value is not.
    #[error("parameter '{parameter}' of pass '{pass}' has {found}; expected {expected}")]
    Value {
        /// Name of the parameter.
        parameter: String,
        /// Canonical name of the pass.
        pass: String,
        /// What was given.
        found: String,
        /// What it takes.
        expected: String,
    },
    /// A device configuration cannot be used.
    #[error("device configuration {problem}")]
    Devices {
        /// Its path.
        file: String,
        /// Where and why.
        problem: String,
    },
    /// A configuration file cannot be used.
    #[error("configuration file '{file}': {problem}")]
    Config {
        /// Its path.
        file: String,
        /// Why.
        problem: String,
    },
}

/// How a parameter is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name`
    Flag,
    /// `name=<one of these>`
    Choice(&'static [&'static str]),
    /// `name=<this>`
    Value(&'static str),
}

/// One parameter of a pass.
pub struct Parameter<T> {
    /// Name as written.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// One sentence.
    pub summary: &'static str,
    /// Takes the value (empty for flags); an error says what was expected.
    pub(crate) set: fn(&mut T, &str) -> Result<(), &'static str>,
}

impl<T> Parameter<T> {
    /// The parameter as help shows it.
    pub fn usage(&self) -> String {
        match self.form {
            Form::Flag => self.name.to_owned(),
            Form::Choice(values) => format!("{}={}", self.name, values.join("|")),
            Form::Value(placeholder) => format!("{}=<{placeholder}>", self.name),
        }
    }
}

/// Parses the text between `<` and `>`.
///
/// # Errors
/// The first parameter that the table does not take.
pub fn parse<T: Default>(pass: &str, table: &[Parameter<T>], text: &str) -> Result<T, OptionError> {
    let mut options = T::default();
    for parameter in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let (name, value) = match parameter.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (parameter, None),
        };
        apply(pass, table, &mut options, name, value)?;
    }
    Ok(options)
}

/// Applies one parameter.
///
/// # Errors
/// The table does not take it.
pub fn apply<T>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    name: &str,
    value: Option<&str>,
) -> Result<(), OptionError> {
    let Some(parameter) = table.iter().find(|p| p.name == name) else {
        return Err(OptionError::Unknown {
            parameter: value.map_or_else(|| name.to_owned(), |v| format!("{name}={v}")),
            pass: pass.to_owned(),
            expected: match table {
                [] => "no parameters".to_owned(),
                _ => format!("one of: {}", table.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
            },
        });
    };
    let wrong = |found: String, expected: String| OptionError::Value {
        parameter: name.to_owned(),
        pass: pass.to_owned(),
        found,
        expected,
    };
    let given = || value.map_or_else(|| "no value".to_owned(), |v| format!("the value '{v}'"));
    match (parameter.form, value) {
        (Form::Flag, None) => (parameter.set)(options, "").map_err(|e| wrong(given(), e.to_owned())),
        (Form::Flag, Some(_)) => Err(wrong(given(), "no value".to_owned())),
        (Form::Choice(values), value) => match value {
            Some(v) if values.contains(&v) => (parameter.set)(options, v).map_err(|e| wrong(given(), e.to_owned())),
            _ => Err(wrong(given(), format!("one of: {}", values.join(", ")))),
        },
        (Form::Value(_), Some(v)) if !v.is_empty() => {
            (parameter.set)(options, v).map_err(|e| wrong(given(), e.to_owned()))
        }
        (Form::Value(placeholder), _) => Err(wrong(given(), placeholder.to_owned())),
    }
}

/// Applies a JSON configuration: an object of parameters.
///
/// # Errors
/// Text that is no such object, and what [`parse`] refuses.
pub fn apply_config<T>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    file: &str,
    text: &str,
) -> Result<(), OptionError> {
    use serde_json::Value;
    let problem = |problem: String| OptionError::Config { file: file.to_owned(), problem };
    let object: serde_json::Map<String, Value> =
        serde_json::from_str(text).map_err(|e| problem(format!("{e}; expected an object of parameters")))?;
    for (name, value) in &object {
        if name == "config" {
            return Err(problem("'config' is a file of its own; expected parameters".to_owned()));
        }
        let values = match value {
            Value::Array(values) => values.as_slice(),
            other => std::slice::from_ref(other),
        };
        if values.is_empty() && !table.iter().any(|p| p.name == name) {
            apply(pass, table, options, name, None)?; // says that the name is unknown
        }
        for value in values {
            match value {
                Value::Bool(true) => apply(pass, table, options, name, None)?,
                Value::Bool(false) => match table.iter().find(|p| p.name == name) {
                    Some(parameter) if parameter.form == Form::Flag => {}
                    // Says what is wrong with the name, or that it wants a value.
                    _ => apply(pass, table, options, name, None)?,
                },
                Value::String(text) => apply(pass, table, options, name, Some(text))?,
                Value::Number(number) => apply(pass, table, options, name, Some(&number.to_string()))?,
                other => {
                    return Err(problem(format!("'{name}' is {other}; expected true, false, a number or text")));
                }
            }
        }
    }
    Ok(())
}

/// Reads and applies a configuration file.
///
/// # Errors
/// A file that cannot be read, and what [`apply_config`] refuses.
pub fn apply_config_file<T>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    file: &std::path::Path,
) -> Result<(), OptionError> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|e| OptionError::Config { file: name.clone(), problem: e.to_string() })?;
    apply_config(pass, table, options, &name, &text)
}

/// One `.table` file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Target of the device configuration that the table is for; images that it cannot take are empty there.
    pub target: Option<String>,
    /// Where.
    pub path: PathBuf,
}

impl Output {
    /// `file`, or `TARGET<separator>file`. What is before the separator is a target only if it can be one: no path.
    pub fn parse(text: &str, separator: char) -> Self {
        match text.split_once(separator) {
            Some((target, path)) if !target.is_empty() && !target.contains(['/', '\\', '.']) => {
                Self { target: Some(target.to_owned()), path: path.into() }
            }
            _ => Self { target: None, path: text.into() },
        }
    }
}

/// What is written of property sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PropertyForms {
    /// `.prop`
    #[default]
    Text,
    /// `.prop` and `.prop.json`; the table names the first.
    TextAndJson,
    /// `.prop.json`
    Json,
}

/// Options of `device-code-split` and `sycl-post-link`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How entry points are grouped.
    pub split: SplitMode,
    /// How specialization constants are lowered; not at all if absent.
    pub spec_constants: Option<spec_constants::Mode>,
    /// Write `.sym` files.
    pub symbols: bool,
    /// Write property sets.
    pub properties: bool,
    /// In which form.
    pub property_forms: PropertyForms,
    /// Write the set of omitted kernel parameters.
    pub emit_param_info: bool,
    /// Write the set of program metadata.
    pub emit_program_metadata: bool,
    /// Write the set of kernel names.
    pub emit_kernel_names: bool,
    /// Write the set of exported symbols.
    pub emit_exported_symbols: bool,
    /// Write the set of imported symbols.
    pub emit_imported_symbols: bool,
    /// Write the sets that DPC++ dropped, for older readers.
    pub legacy_properties: bool,
    /// Whether images may depend on each other.
    pub linking: Linking,
    /// Put ESIMD code into images of its own.
    pub split_esimd: bool,
    /// SYCL_EXTERNAL functions are not entry points.
    pub only_kernels_are_entry_points: bool,
    /// Write the set of device globals, and check that image-scope ones stay in one image.
    pub device_globals: bool,
    /// For each image with specialization constants write another one with their defaults.
    pub default_spec_constant_images: bool,
    /// Tables to write.
    pub outputs: Vec<Output>,
    /// Directory of the files other than the table.
    pub out_dir: Option<PathBuf>,
    /// Write one IR file under the name of the output, and nothing else.
    pub ir_output_only: bool,
    /// Write IR as text.
    pub text: bool,
    /// Workers that make images; 0 and 1 mean one.
    pub jobs: usize,
    /// Device configuration to use instead of the built-in one.
    pub devices: Option<PathBuf>,
    /// Directory of the device libraries for bfloat16; images that need one get them as further images.
    pub device_library_dir: Option<PathBuf>,
    /// Configuration files.
    pub config: Vec<PathBuf>,
}

impl Options {
    /// Ending of IR files.
    pub(crate) fn extension(&self) -> &'static str {
        if self.text { "ll" } else { "bc" }
    }

    /// Whether constants can be lowered in the parts of a split: default values become constants with other uses, and the
    /// extra images with defaults start from what the others are before lowering.
    pub(crate) fn lowers_in_parts(&self) -> bool {
        matches!(self.spec_constants, Some(spec_constants::Mode::Native | spec_constants::Mode::Emulation))
            && !self.default_spec_constant_images
    }

    /// What images hold.
    pub fn split_options(&self) -> SplitOptions {
        let entry_points = if self.only_kernels_are_entry_points {
            EntryPoints::KernelsOnly
        } else {
            EntryPoints::KernelsAndExternalFunctions
        };
        let lowers = self.spec_constants.is_some() || self.default_spec_constant_images;
        let spec_constants = if lowers { SpecConstants::Lowered } else { SpecConstants::Kept };
        let esimd = if self.split_esimd { Esimd::Apart } else { Esimd::Together };
        SplitOptions { entry_points, linking: self.linking, esimd, spec_constants }
    }
}

fn choice<T: Copy>(names: &[(&'static str, T)], text: &str) -> Result<T, &'static str> {
    names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or("a known name")
}

macro_rules! flag {
    ($name:literal, $field:ident, $summary:literal) => {
        Parameter {
            name: $name,
            form: Form::Flag,
            summary: $summary,
            set: |o: &mut Options, _| {
                o.$field = true;
                Ok(())
            },
        }
    };
}

macro_rules! output_parameters {
    ($($first:expr),* $(,)?) => {
        &[
            $($first,)*
            flag!("split-esimd", split_esimd, "ESIMD code goes into images of its own"),
            flag!("symbols", symbols, "write a .sym file with the entry points of each image"),
            flag!("properties", properties, "write a .prop file with the property sets of each image"),
            Parameter {
                name: "json",
                form: Form::Flag,
                summary: "write property sets as .prop.json beside .prop",
                set: |o, _| { o.properties = true; o.property_forms = PropertyForms::TextAndJson; Ok(()) },
            },
            Parameter {
                name: "json-only",
                form: Form::Flag,
                summary: "write property sets as .prop.json instead of .prop",
                set: |o, _| { o.properties = true; o.property_forms = PropertyForms::Json; Ok(()) },
            },
            flag!("emit-param-info", emit_param_info, "property set of omitted kernel parameters"),
            flag!("emit-program-metadata", emit_program_metadata, "property set of required and maximum sizes"),
            flag!("emit-kernel-names", emit_kernel_names, "property set of kernel names"),
            flag!("emit-exported-symbols", emit_exported_symbols, "property set of symbols that other images may import"),
            flag!("emit-imported-symbols", emit_imported_symbols, "property set of symbols that other images define"),
            flag!("emit-only-kernels-as-entry-points", only_kernels_are_entry_points, "SYCL_EXTERNAL functions are not entry points"),
            flag!("device-globals", device_globals, "property set of device globals, and the check of their scope"),
            Parameter {
                name: "legacy-properties",
                form: Form::Flag,
                summary: "property sets of older generations: assert used, host pipes, devicelib req mask",
                set: |o, _| {
                    o.properties = true;
                    o.legacy_properties = true;
                    Ok(())
                },
            },
            Parameter {
                name: "allow-device-image-dependencies",
                form: Form::Flag,
                summary: "images import SYCL_EXTERNAL functions from each other",
                set: |o, _| {
                    o.linking = Linking::BetweenImages;
                    Ok(())
                },
            },
            Parameter {
                name: "o",
                form: Form::Value("[target:]table file"),
                summary: "the table of images, for a target of the device configuration; may be repeated",
                set: |o, v| {
                    let output = Output::parse(v, ':');
                    if output.path.as_os_str().is_empty() {
                        return Err("[target:]table file");
                    }
                    o.outputs.push(output);
                    Ok(())
                },
            },
            Parameter {
                name: "out-dir",
                form: Form::Value("directory"),
                summary: "where the images go; without it beside the table",
                set: |o, v| { o.out_dir = Some(v.into()); Ok(()) },
            },
            flag!("S", text, "write IR as text"),
            Parameter {
                name: "jobs",
                form: Form::Value("a number from 1"),
                summary: "workers that make images in parallel",
                set: |o, v| match v.parse() {
                    Ok(jobs) if jobs > 0 => {
                        o.jobs = jobs;
                        Ok(())
                    }
                    _ => Err("a number from 1"),
                },
            },
            Parameter {
                name: "devices",
                form: Form::Value("JSON file"),
                summary: "device configuration to use instead of the built-in one",
                set: |o, v| {
                    o.devices = Some(v.into());
                    Ok(())
                },
            },
            Parameter {
                name: "device-lib-dir",
                form: Form::Value("directory"),
                summary: "where libsycl-{fallback,native}-bfloat16.bc are; images that use them get them as images",
                set: |o, v| {
                    o.device_library_dir = Some(v.into());
                    Ok(())
                },
            },
            Parameter {
                name: "config",
                form: Form::Value("JSON file"),
                summary: "more parameters, such as paths with ',' or '>'",
                set: |o, v| { o.config.push(v.into()); Ok(()) },
            },
        ]
    };
}

/// Parameters of `sycl-post-link`.
pub static POST_LINK: &[Parameter<Options>] = output_parameters![
    Parameter {
        name: "split",
        form: Form::Choice(&["auto", "source", "kernel", "none"]),
        summary: "one image per translation unit and features (auto, source), per kernel, or one",
        set: |o, v| choice(&SplitMode::NAMES, v).map(|mode| o.split = mode),
    },
    Parameter {
        name: "spec-const",
        form: Form::Choice(&["native", "emulation", "default-values"]),
        summary: "lower specialization constants",
        set: |o, v| choice(&spec_constants::Mode::NAMES, v).map(|mode| o.spec_constants = Some(mode)),
    },
    flag!(
        "generate-device-image-default-spec-consts",
        default_spec_constant_images,
        "for each image with specialization constants another one with their defaults"
    ),
];

/// Parameters of `device-code-split`.
pub static DEVICE_CODE_SPLIT: &[Parameter<Options>] = output_parameters![
    Parameter {
        name: "auto",
        form: Form::Flag,
        summary: "one image per translation unit and features (default)",
        set: |o, _| {
            o.split = SplitMode::Auto;
            Ok(())
        },
    },
    Parameter {
        name: "source",
        form: Form::Flag,
        summary: "one image per translation unit and features",
        set: |o, _| {
            o.split = SplitMode::Source;
            Ok(())
        },
    },
    Parameter {
        name: "kernel",
        form: Form::Flag,
        summary: "one image per kernel",
        set: |o, _| {
            o.split = SplitMode::Kernel;
            Ok(())
        },
    },
    Parameter {
        name: "none",
        form: Form::Flag,
        summary: "one image",
        set: |o, _| {
            o.split = SplitMode::None;
            Ok(())
        },
    },
];

/// Elements of a list in a parameter.
fn elements(text: &str) -> impl Iterator<Item = String> {
    text.split(':').map(str::trim).filter(|element| !element.is_empty()).map(str::to_owned)
}

/// Parameters of `aspect-propagation`.
pub static ASPECT_PROPAGATION: &[Parameter<aspect_propagation::Options>] = &[
    Parameter {
        name: "pre-opt",
        form: Form::Flag,
        summary: "before optimization: do not record fp64, but warn of it",
        set: |o, _| {
            o.excludes_fp64 = true;
            Ok(())
        },
    },
    Parameter {
        name: "post-opt",
        form: Form::Flag,
        summary: "after optimization: record everything, no warnings",
        set: |o, _| {
            o.excludes_fp64 = false;
            o.is_silent = true;
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
];

/// Parameters of `spec-constants`.
pub static SPEC_CONSTANTS: &[Parameter<spec_constants::Mode>] = &[
    Parameter {
        name: "native",
        form: Form::Flag,
        summary: "SPIR-V specialization constants (default)",
        set: |o, _| {
            *o = spec_constants::Mode::Native;
            Ok(())
        },
    },
    Parameter {
        name: "emulation",
        form: Form::Flag,
        summary: "values in a buffer that the runtime passes to kernels",
        set: |o, _| {
            *o = spec_constants::Mode::Emulation;
            Ok(())
        },
    },
    Parameter {
        name: "default-values",
        form: Form::Flag,
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
        o.target = Some(device_pipeline::Target::parse(v).ok_or(device_pipeline::KNOWN_TARGETS)?);
        Ok(())
    },
}];

/// Parameters of passes that have none.
pub static NONE: &[Parameter<()>] = &[];

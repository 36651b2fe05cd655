//! Options of `device-code-split` and `sycl-post-link`.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

use super::{Form, OptionError, Parameter};
use crate::{
    device_code_split::{Esimd, ImageDependencies, SpecConstantCalls, SplitMode, SplitOptions},
    ir::kernels::EntryPoints,
    spec_constants,
};

/// One `.table` file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Target of the device configuration that the table is for; images that it cannot take are empty there.
    pub target: Option<String>,
    /// Where.
    pub path: PathBuf,
}

impl Output {
    /// `file`, or `TARGET<separator>file`. What is before the separator is a target only if it can be one: no path. An empty
    /// one is none. `None` without a file.
    pub fn parse(text: &OsStr, separator: u8) -> Option<Self> {
        let bytes = text.as_bytes();
        let (mut target, mut path) = (None, bytes);
        if let Some(at) = bytes.iter().position(|byte| *byte == separator)
            && let Ok(before) = std::str::from_utf8(&bytes[..at])
            && !before.contains(['/', '\\', '.'])
        {
            target = Some(before.to_owned()).filter(|target| !target.is_empty());
            path = &bytes[at + 1..];
        }
        (!path.is_empty()).then(|| Self { target, path: OsStr::from_bytes(path).into() })
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
    pub image_dependencies: ImageDependencies,
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
    /// The file that the module was read from, for who knows better than the module's identifier.
    pub input: Option<PathBuf>,
}

impl Options {
    /// The options that `set` sets, by these names, and those of the configuration files among them. What `set` says counts,
    /// wherever it names the files; tables add up.
    ///
    /// # Errors
    /// Those of `set`, and of the files.
    pub fn with_files<E: From<OptionError>>(
        pass: &str,
        table: &[Parameter<Self>],
        names: &[&str],
        set: impl Fn(&mut Self) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut given = Self::default();
        set(&mut given)?;
        let names: Vec<&str> = names.iter().copied().filter(|name| *name != "o").collect();
        let mut options = Self::default();
        for file in &given.config {
            super::apply_config_file(pass, table, &mut options, file, &names)?;
        }
        let tables_of_files = std::mem::take(&mut options.outputs);
        set(&mut options)?;
        options.outputs.extend(tables_of_files);
        Ok(options)
    }

    /// Sets a parameter whose value is a path that is not UTF-8; `false` if it is none that takes a path.
    pub fn set_path(&mut self, name: &str, value: &OsStr) -> bool {
        match name {
            "out-dir" => self.out_dir = Some(value.into()),
            "devices" => self.devices = Some(value.into()),
            "device-lib-dir" => self.device_library_dir = Some(value.into()),
            "config" => self.config.push(value.into()),
            _ => return false,
        }
        true
    }

    /// Ending of IR files.
    pub(crate) fn extension(&self) -> &'static str {
        if self.text { "ll" } else { "bc" }
    }

    /// What images hold.
    pub fn split_options(&self) -> SplitOptions {
        let entry_points = if self.only_kernels_are_entry_points {
            EntryPoints::KernelsOnly
        } else {
            EntryPoints::KernelsAndExternalFunctions
        };
        let lowers = self.spec_constants.is_some() || self.default_spec_constant_images;
        let spec_constants = if lowers { SpecConstantCalls::Lowered } else { SpecConstantCalls::Kept };
        let esimd = if self.split_esimd { Esimd::Apart } else { Esimd::Together };
        SplitOptions { entry_points, image_dependencies: self.image_dependencies, esimd, spec_constants }
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
                    o.image_dependencies = ImageDependencies::Allowed;
                    Ok(())
                },
            },
            Parameter {
                name: "o",
                form: Form::Value("[target:]table file"),
                summary: "the table of images, for a target of the device configuration; may be repeated",
                set: |o, v| {
                    o.outputs.push(Output::parse(v.as_ref(), b':').ok_or("[target:]table file")?);
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

const SPLIT_MODES: &[&str] = &["auto", "source", "kernel", "none"];

/// Parameters of `device-code-split`.
pub static DEVICE_CODE_SPLIT: &[Parameter<Options>] = output_parameters![
    Parameter {
        name: "auto",
        form: Form::OneOf(SPLIT_MODES),
        summary: "one image per translation unit and features (default)",
        set: |o, _| {
            o.split = SplitMode::Auto;
            Ok(())
        },
    },
    Parameter {
        name: "source",
        form: Form::OneOf(SPLIT_MODES),
        summary: "one image per translation unit and features",
        set: |o, _| {
            o.split = SplitMode::Source;
            Ok(())
        },
    },
    Parameter {
        name: "kernel",
        form: Form::OneOf(SPLIT_MODES),
        summary: "one image per kernel",
        set: |o, _| {
            o.split = SplitMode::Kernel;
            Ok(())
        },
    },
    Parameter {
        name: "none",
        form: Form::OneOf(SPLIT_MODES),
        summary: "one image",
        set: |o, _| {
            o.split = SplitMode::None;
            Ok(())
        },
    },
];

//! Parameters of `device-code-split` and `sycl-post-link`.

use super::{DeviceLibraries, Form, IdQueriesRange, Options, Parameter, PropertyForms, parameter::names};
use crate::{
    device_code_split::{ImageDependencies, SplitMode},
    spec_constants::Mode,
};

const SPLIT_MODES: &[&str] = &names(&SplitMode::NAMES);
const MODES: &[&str] = &names(&Mode::NAMES);
const RANGES: &[&str] = &names(&IdQueriesRange::NAMES);

macro_rules! flag {
    ($name:literal, $part:ident.$field:ident, $summary:literal) => {
        Parameter { name: $name, form: Form::Flag(|o| o.$part.$field = true), summary: $summary }
    };
}

macro_rules! output_parameters {
    ($($first:expr),* $(,)?) => {
        &[
            $($first,)*
            flag!("split-esimd", images.split_esimd, "ESIMD code goes into images of its own"),
            flag!("symbols", files.symbols, "write a .sym file with the entry points of each image"),
            flag!("properties", files.properties, "write a .prop file with the property sets of each image"),
            Parameter {
                name: "json",
                form: Form::Flag(|o| {
                    (o.files.properties, o.files.property_forms) = (true, PropertyForms::TextAndJson);
                }),
                summary: "write property sets as .prop.json beside .prop",
            },
            Parameter {
                name: "json-only",
                form: Form::Flag(|o| (o.files.properties, o.files.property_forms) = (true, PropertyForms::Json)),
                summary: "write property sets as .prop.json instead of .prop",
            },
            flag!("emit-param-info", images.emit_param_info, "property set of omitted kernel parameters"),
            flag!("emit-program-metadata", images.emit_program_metadata, "property set of required and maximum sizes"),
            flag!("emit-kernel-names", images.emit_kernel_names, "property set of kernel names"),
            flag!(
                "emit-exported-symbols",
                images.emit_exported_symbols,
                "property set of symbols that other images may import"
            ),
            flag!(
                "emit-imported-symbols",
                images.emit_imported_symbols,
                "property set of symbols that other images define"
            ),
            flag!(
                "emit-only-kernels-as-entry-points",
                images.only_kernels_are_entry_points,
                "SYCL_EXTERNAL functions are not entry points"
            ),
            flag!(
                "built-in-aspects",
                images.built_in_aspects,
                "aspects in properties have the numbers of the built-in table, by name"
            ),
            flag!(
                "emit-aspect-names",
                images.emit_aspect_names,
                "names of aspects beside numbers that are other aspects' in the built-in table"
            ),
            flag!("device-globals", images.device_globals, "property set of device globals, and the check of their scope"),
            Parameter {
                name: "legacy-properties",
                form: Form::Flag(|o| (o.files.properties, o.images.legacy_properties) = (true, true)),
                summary: "property sets of older generations: assert used, host pipes, devicelib req mask",
            },
            Parameter {
                name: "allow-device-image-dependencies",
                form: Form::Flag(|o| o.images.image_dependencies = ImageDependencies::Allowed),
                summary: "images import SYCL_EXTERNAL functions from each other",
            },
            Parameter {
                name: "id-queries-range",
                form: Form::Choice(RANGES, |o, at| o.images.id_queries_range = IdQueriesRange::NAMES[at].1),
                summary: "what ids and sizes of launches fit into, as the code was compiled for (default: int)",
            },
            flag!(
                "suppress-undefined-func-warnings",
                images.suppress_undefined_function_warnings,
                "do not warn of functions that no image defines"
            ),
            Parameter {
                name: "o",
                form: Form::Output("[target:]table file", |o, output| o.files.outputs.push(output)),
                summary: "the table of images, for a target of the device configuration; may be repeated",
            },
            Parameter {
                name: "out-dir",
                form: Form::Path("directory", |o, directory| o.files.out_dir = Some(directory)),
                summary: "where the images go; without it beside the table",
            },
            flag!("S", images.text, "write IR as text"),
            Parameter {
                name: "jobs",
                form: Form::Number("a number from 1", |o, jobs| o.files.jobs = jobs.get()),
                summary: "workers that make images in parallel",
            },
            Parameter {
                name: "devices",
                form: Form::Path("JSON file", |o, file| o.files.devices = Some(file)),
                summary: "device configuration to use beside the built-in one",
            },
            Parameter {
                name: "device-lib-dir",
                form: Form::Path("directory", |o, directory| {
                    o.images.device_libraries = Some(DeviceLibraries::Directory(directory));
                }),
                summary: "where libsycl-{fallback,native}-bfloat16.bc are; images that use them get them as images",
            },
            Parameter {
                name: "config",
                form: Form::Paths("JSON file", |o, file| o.files.config.push(file)),
                summary: "more parameters, such as paths with ',' or '>'",
            },
        ]
    };
}

/// Parameters of `sycl-post-link`.
pub static POST_LINK: &[Parameter<Options>] = output_parameters![
    Parameter {
        name: "split",
        form: Form::Choice(SPLIT_MODES, |o, at| o.images.split = SplitMode::NAMES[at].1),
        summary: "one image per translation unit and features (auto, source), per kernel, per set of features, or one",
    },
    Parameter {
        name: "spec-const",
        form: Form::Choice(MODES, |o, at| o.images.spec_constants = Some(Mode::NAMES[at].1)),
        summary: "lower specialization constants",
    },
    flag!(
        "generate-device-image-default-spec-consts",
        images.default_spec_constant_images,
        "for each image with specialization constants another one with their defaults"
    ),
];

/// Parameters of `device-code-split`.
pub static DEVICE_CODE_SPLIT: &[Parameter<Options>] = output_parameters![
    Parameter {
        name: "auto",
        form: Form::OneOf(SPLIT_MODES, |o| o.images.split = SplitMode::Auto),
        summary: "one image per translation unit and features (default)",
    },
    Parameter {
        name: "source",
        form: Form::OneOf(SPLIT_MODES, |o| o.images.split = SplitMode::Source),
        summary: "one image per translation unit and features",
    },
    Parameter {
        name: "kernel",
        form: Form::OneOf(SPLIT_MODES, |o| o.images.split = SplitMode::Kernel),
        summary: "one image per kernel",
    },
    Parameter {
        name: "features",
        form: Form::OneOf(SPLIT_MODES, |o| o.images.split = SplitMode::Features),
        summary: "one image per set of features",
    },
    Parameter {
        name: "none",
        form: Form::OneOf(SPLIT_MODES, |o| o.images.split = SplitMode::None),
        summary: "one image"
    },
];

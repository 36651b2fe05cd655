//! Options of `device-code-split` and `sycl-post-link`.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf, sync::Arc};

use sycl_propset::devices::Target;

use super::{Given, Layer, OptionError, Parameter};
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
    /// The file.
    pub path: PathBuf,
}

impl Output {
    /// `file`, or `TARGET<separator>file`. What is before the separator is a target only if it can be one: no path. An
    /// empty one does not count. `None` without a file.
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

/// Forms of property sets that are written.
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

/// The device libraries for bfloat16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceLibraries {
    /// `libsycl-fallback-bfloat16.bc` and `libsycl-native-bfloat16.bc` of a directory, read if an image needs them.
    Directory(PathBuf),
    /// Their contents, bitcode or text: no file is opened.
    Bytes {
        /// For devices without conversions of their own.
        fallback: Arc<[u8]>,
        /// For devices that convert.
        native: Arc<[u8]>,
    },
}

/// Kind of the images of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageOptions {
    /// Groups of entry points.
    pub split: SplitMode,
    /// Lowering of specialization constants; none if absent.
    pub spec_constants: Option<spec_constants::Mode>,
    /// The property set of omitted kernel parameters.
    pub emit_param_info: bool,
    /// The property set of program metadata.
    pub emit_program_metadata: bool,
    /// The property set of kernel names.
    pub emit_kernel_names: bool,
    /// The property set of exported symbols.
    pub emit_exported_symbols: bool,
    /// The property set of imported symbols.
    pub emit_imported_symbols: bool,
    /// Aspects in property sets have the numbers of the built-in table, whatever those of the module are.
    pub built_in_aspects: bool,
    /// Names of aspects in property sets, where numbers are other aspects' in the built-in table.
    pub emit_aspect_names: bool,
    /// The property sets that DPC++ dropped, for older readers.
    pub legacy_properties: bool,
    /// Whether images may depend on each other.
    pub image_dependencies: ImageDependencies,
    /// Put ESIMD code into images of its own.
    pub split_esimd: bool,
    /// SYCL_EXTERNAL functions are not entry points.
    pub only_kernels_are_entry_points: bool,
    /// The property set of device globals, and the check that image-scope ones stay in one image.
    pub device_globals: bool,
    /// For each image with specialization constants another one with their defaults.
    pub default_spec_constant_images: bool,
    /// Code is text instead of bitcode.
    pub text: bool,
    /// Images that need a device library for bfloat16 get both as further images.
    pub device_libraries: Option<DeviceLibraries>,
    /// The type that ids and sizes of launches fit into, as the code was compiled for.
    pub id_queries_range: IdQueriesRange,
    /// Do not warn of functions that no image defines.
    pub suppress_undefined_function_warnings: bool,
    /// The one target that all images are for. Entry points that need what it lacks are left out, unless all do.
    pub target: Option<Target>,
}

/// The type that ids and sizes of launches fit into (DPC++: `-fsycl-id-queries-range=`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdQueriesRange {
    /// `int`
    #[default]
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `size_t`
    Size,
}

impl IdQueriesRange {
    /// Spellings, in the order of the numbers in properties.
    pub const NAMES: [(&'static str, Self); 3] =
        [("int", Self::Int), ("uint", Self::UnsignedInt), ("size_t", Self::Size)];
}

/// Files that images go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// Write `.sym` files.
    pub symbols: bool,
    /// Write property sets.
    pub properties: bool,
    /// Whether property sets are text, JSON or both.
    pub property_forms: PropertyForms,
    /// Tables to write.
    pub outputs: Vec<Output>,
    /// Directory of the files other than the table.
    pub out_dir: Option<PathBuf>,
    /// Write the code of the only image under the name of the output, and nothing else.
    pub ir_output_only: bool,
    /// Device configuration beside the built-in one: what the targets of tables can take.
    pub devices: Option<PathBuf>,
    /// Workers that make images; 0 and 1 mean one.
    pub jobs: usize,
    /// Configuration files.
    pub config: Vec<PathBuf>,
    /// Tables of targets have no rows for images that the targets cannot take, as those of DPC++'s tool.
    pub omit_left_out: bool,
    /// The file that the module was read from, for who knows better than the module's identifier.
    pub input: Option<PathBuf>,
}

/// Options of `device-code-split` and `sycl-post-link`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Kind of an image.
    pub images: ImageOptions,
    /// Destination.
    pub files: FileOptions,
}

impl Options {
    /// The options that are given, configuration files included. Of a parameter that is given in several places the
    /// most specific counts (see [the module](super)).
    ///
    /// # Errors
    /// A file that cannot be used, and parameters that the table does not take.
    pub fn from_given(pass: &str, table: &[Parameter<Self>], given: &Given) -> Result<Self, OptionError> {
        given.parse(pass, table)?;
        let files_of = |place: &Layer| {
            let mut named = Self::default();
            place.apply(pass, table, &mut named, &[])?;
            named.files.config.iter().map(|file| Layer::of_file(file)).collect::<Result<Vec<Layer>, OptionError>>()
        };
        let settings: Vec<Layer> = given.settings.iter().cloned().collect();
        let settings_files = given.settings.as_ref().map(files_of).transpose()?.into_iter().flatten().collect();
        let places = [settings_files, settings, files_of(&given.explicit)?, vec![given.explicit.clone()]];
        let layers: Vec<&Layer> = places.iter().flatten().collect();
        let mut options = Self::default();
        let mut next = 1;
        for place in &places {
            let less_specific = std::mem::take(&mut options.files.outputs);
            for layer in place {
                layer.apply(pass, table, &mut options, &layers[next..])?;
                next += 1;
            }
            options.files.outputs.extend(less_specific);
        }
        Ok(options)
    }
}

impl ImageOptions {
    /// Ending of files with code.
    pub(crate) fn extension(&self) -> &'static str {
        if self.text { "ll" } else { "bc" }
    }

    /// Content of images.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{POST_LINK, json};

    fn settings(text: &str) -> Layer {
        json::layer(json::parse_object(text).unwrap(), "settings.json").unwrap()
    }

    fn options(settings: Option<Layer>, text: &str) -> Options {
        let given = Given { settings, explicit: Layer::of_text(text) };
        Options::from_given("sycl-post-link", POST_LINK, &given).unwrap()
    }

    #[test]
    fn the_more_specific_place_counts() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let wide = file("wide.json", r#"{"split": "none", "jobs": 2, "S": true, "out-dir": "wide", "o": "4.table"}"#);
        let near = file("near.json", r#"{"split": "source", "jobs": 4, "symbols": false, "o": "2.table"}"#);
        let last = file("last.json", r#"{"jobs": 5, "o": "2b.table"}"#);
        let settings = settings(&format!(
            r#"{{"split": "auto", "jobs": 3, "symbols": true, "out-dir": "a;b", "o": "3.table", "config": {wide:?}}}"#
        ));
        let all = options(Some(settings.clone()), &format!("split=kernel;config={near};config={last};o=1.table"));
        assert_eq!(all.images.split, SplitMode::Kernel);
        assert_eq!(all.files.jobs, 5, "the last file");
        assert!(!all.files.symbols, "a file says so, and the settings otherwise");
        assert!(all.images.text, "only the file of the settings says so");
        assert_eq!(all.files.out_dir, Some("a;b".into()), "the settings, not their file");
        let tables: Vec<String> = all.files.outputs.iter().map(|output| output.path.display().to_string()).collect();
        assert_eq!(tables, ["1.table", "2.table", "2b.table", "3.table", "4.table"]);

        let without_pipeline = options(Some(settings.clone()), &format!("config={near}"));
        assert_eq!((without_pipeline.images.split, without_pipeline.files.jobs), (SplitMode::Source, 4));
        let settings_only = options(Some(settings), "");
        assert_eq!(
            (settings_only.images.split, settings_only.files.jobs, settings_only.files.symbols),
            (SplitMode::Auto, 3, true)
        );
    }
}

//! The device images that a file table lists: code, properties, symbols.

use std::path::{Path, PathBuf};
use std::{fs, io};

use sycl_propset::devices::DeviceConfig;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::runtime::{self, NativeSetting, SpecConstantError};
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::table::FileTable;
use sycl_propset::{Error, PropertySetRegistry, ReadError, SetName, json, symbols, text};

use crate::aspects::DeviceAspects;
use crate::constants::Values;
use crate::device::DeviceFacts;

/// An input that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImageError {
    #[error("cannot read {}: {cause}", file.display())]
    Read { file: PathBuf, cause: io::Error },
    #[error(transparent)]
    Malformed(#[from] ReadError),
    #[error("{}: {cause}", file.display())]
    Property { file: PathBuf, cause: Error },
    #[error("{} has the columns [{found}]; expected Code, Properties and Symbols", file.display())]
    Columns { file: PathBuf, found: String },
    #[error("{}: {cause}", file.display())]
    Constant { file: PathBuf, cause: SpecConstantError },
}

/// One row of the table.
pub(crate) struct Image {
    /// The file of its code.
    pub(crate) code_file: PathBuf,
    pub(crate) code: Vec<u8>,
    symbols: Vec<String>,
    requirements: DeviceRequirements,
    constants: SpecConstants,
    /// Specialization constants are replaced with their defaults in it.
    is_default: bool,
    properties_file: PathBuf,
}

/// Reads every image of a table. Relative names in the table are relative to the current directory, as its writer and
/// other readers have it; a file that is not there is looked for beside the table.
pub(crate) fn read_table(table_file: &Path) -> Result<Vec<Image>, ImageError> {
    let text = String::from_utf8_lossy(&read(table_file)?).into_owned();
    let table = FileTable::read(&text, &table_file.display().to_string())?;
    let locate = |name: &str| match table_file.with_file_name(name) {
        beside if !Path::new(name).exists() && beside.exists() => beside,
        _ => PathBuf::from(name),
    };
    let mut images = Vec::new();
    for row in 0..table.rows().len() {
        let cell = |column| {
            let (file, found) = (table_file.to_path_buf(), table.columns().join("|"));
            table.cell(column, row).map(locate).map_err(|_| ImageError::Columns { file, found })
        };
        images.push(Image::read(cell("Code")?, cell("Properties")?, &cell("Symbols")?)?);
    }
    Ok(images)
}

impl Image {
    fn read(code_file: PathBuf, properties_file: PathBuf, symbols_file: &Path) -> Result<Self, ImageError> {
        let code = read(&code_file)?;
        let registry = read_properties(&properties_file)?;
        let in_file = |cause| ImageError::Property { file: properties_file.clone(), cause };
        let requirements = DeviceRequirements::from_registry(&registry).map_err(in_file)?;
        let constants = SpecConstants::from_registry(&registry).map_err(in_file)?;
        let misc = registry.get(&SetName::MiscProperties);
        let is_default = misc.is_some_and(|set| set.get("specConstsReplacedWithDefault").is_some());
        let symbols = symbols::read(read(symbols_file)?, &symbols_file.display().to_string())?;
        Ok(Self { code_file, code, symbols, requirements, constants, is_default, properties_file })
    }

    /// Whether its constants are replaced with their defaults.
    pub(crate) fn has_defaults_only(&self) -> bool {
        self.is_default
    }

    /// Whether a kernel of that name is in it.
    pub(crate) fn holds(&self, kernel: &str) -> bool {
        self.symbols.iter().any(|symbol| symbol == kernel)
    }

    /// Reason why the device cannot run it, if there is one.
    pub(crate) fn refused_by(&self, device: &DeviceFacts, aspects: &DeviceAspects) -> Option<String> {
        let missing = aspects.missing(&self.requirements.aspects);
        if !missing.is_empty() {
            return Some(format!("the device lacks {}", missing.join(", ")));
        }
        let device = runtime::Device {
            aspects: self.requirements.aspects.clone(), // compared above, by this front end's numbers
            sub_group_sizes: device.sub_group_sizes.clone(),
            max_work_group_size: device.max_work_group_size,
            target: None,
        };
        runtime::check(DeviceConfig::builtin(), &device, &self.requirements).err().map(|reason| reason.to_string())
    }

    /// Settings in this image for the values that are set, leaf by leaf.
    pub(crate) fn settings(&self, values: &Values) -> Result<Vec<NativeSetting>, ImageError> {
        runtime::native_settings(&self.constants, &values.to_user_values())
            .map_err(|cause| ImageError::Constant { file: self.properties_file.clone(), cause })
    }

    /// The buffer of emulated constants.
    pub(crate) fn buffer(&self, values: &Values) -> Result<Vec<u8>, ImageError> {
        runtime::emulation_buffer(&self.constants, &values.to_user_values())
            .map_err(|cause| ImageError::Constant { file: self.properties_file.clone(), cause })
    }

    pub(crate) fn uses_constants(&self) -> bool {
        !self.constants.constants.is_empty()
    }
}

fn read(file: &Path) -> Result<Vec<u8>, ImageError> {
    fs::read(file).map_err(|cause| ImageError::Read { file: file.to_path_buf(), cause })
}

fn read_properties(file: &Path) -> Result<PropertySetRegistry, ImageError> {
    let content = read(file)?;
    let name = file.display().to_string();
    let is_json = file.extension().is_some_and(|extension| extension == "json");
    Ok(if is_json { json::read(content, &name) } else { text::read(content, &name) }?)
}

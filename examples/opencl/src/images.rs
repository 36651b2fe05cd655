//! The device images that a file table lists: SPIR-V, properties, symbols.

use std::path::{Path, PathBuf};
use std::{fs, io};

use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::{PropertySetRegistry, SetName, aspects, json, text};

use crate::constants::Values;
use crate::opencl::DeviceFacts;

/// First word of a SPIR-V module, little-endian.
const SPIRV_MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];

/// An input that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImageError {
    #[error("cannot read {}: {source}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{0}")]
    Properties(#[from] sycl_propset::ReadError),
    #[error("{}: {source}", file.display())]
    Property { file: PathBuf, source: sycl_propset::Error },
    #[error("{}: {problem}", file.display())]
    Table { file: PathBuf, problem: String },
    #[error("{} is not SPIR-V; expected the Code column to name what the SPIR-V back end wrote", .0.display())]
    NotSpirv(PathBuf),
    #[error("{}: specialization constant `{constant}` is {found} bytes in the program; its properties end at {expected}",
            file.display())]
    Size { file: PathBuf, constant: String, expected: u64, found: usize },
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
    let refuse = |problem: String| ImageError::Table { file: table_file.to_path_buf(), problem };
    let table = String::from_utf8(read(table_file)?).map_err(|_| refuse("not UTF-8".to_owned()))?;
    let mut lines = table.lines();
    let title = lines.next().unwrap_or_default();
    if title != "[Code|Properties|Symbols]" {
        return Err(refuse(format!("found title line `{title}`; expected `[Code|Properties|Symbols]`")));
    }
    let mut images = Vec::new();
    for (row, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split('|').collect();
        let [code, properties, symbols] = cells[..] else {
            return Err(refuse(format!("row {} has {} cells; expected 3", row + 1, cells.len())));
        };
        let locate = |name: &str| match table_file.with_file_name(name) {
            beside if !Path::new(name).exists() && beside.exists() => beside,
            _ => PathBuf::from(name),
        };
        images.push(Image::read(locate(code), locate(properties), &locate(symbols))?);
    }
    Ok(images)
}

impl Image {
    fn read(code_file: PathBuf, properties_file: PathBuf, symbols_file: &Path) -> Result<Self, ImageError> {
        let code = read(&code_file)?;
        if !code.starts_with(&SPIRV_MAGIC) {
            return Err(ImageError::NotSpirv(code_file));
        }
        let registry = read_properties(&properties_file)?;
        let in_file = |source| ImageError::Property { file: properties_file.clone(), source };
        let requirements = DeviceRequirements::from_registry(&registry).map_err(in_file)?;
        let constants = SpecConstants::from_registry(&registry).map_err(in_file)?;
        let misc = registry.get(&SetName::MiscProperties);
        let is_default = misc.is_some_and(|set| set.get("specConstsReplacedWithDefault").is_some());
        let symbols = String::from_utf8_lossy(&read(symbols_file)?).lines().map(str::to_owned).collect();
        Ok(Self { code_file, code, symbols, requirements, constants, is_default, properties_file })
    }

    /// Whether it can be used for a kernel of that name.
    pub(crate) fn holds(&self, kernel: &str) -> bool {
        !self.is_default && self.symbols.iter().any(|symbol| symbol == kernel)
    }

    /// Why the device cannot run it, if so.
    pub(crate) fn missing_on(&self, device: &DeviceFacts) -> Option<String> {
        let missing: Vec<String> = self
            .requirements
            .aspects
            .iter()
            .map(|aspect| aspects::display_name(*aspect))
            .filter(|name| !has_aspect(device, name))
            .collect();
        if !missing.is_empty() {
            return Some(format!("the device lacks {}", missing.join(", ")));
        }
        if let Some(size) = self.requirements.reqd_sub_group_size
            && !device.sub_group_sizes.contains(&(size as usize))
        {
            return Some(format!("the device has no sub-groups of {size}"));
        }
        let work_group: u64 = self.requirements.reqd_work_group_size.iter().flatten().product();
        if self.requirements.reqd_work_group_size.is_some() && work_group > device.max_work_group_size as u64 {
            return Some(format!("the device has no work-groups of {work_group}"));
        }
        None
    }

    /// The specialization constants to set in this image: numeric id and bytes, for each leaf of each value that is set.
    pub(crate) fn settings(&self, values: &Values) -> Result<Vec<(u32, Vec<u8>)>, ImageError> {
        let mut settings = Vec::new();
        for value in values.set_ones() {
            let name = value.constant.symbolic_id;
            let Some(descriptors) = self.constants.constants.get(name) else {
                continue; // not used by this image
            };
            let bytes = value.to_bytes();
            let expected = descriptors.last().map_or(0, |descriptor| descriptor.end());
            if expected != bytes.len() as u64 {
                let (file, constant) = (self.properties_file.clone(), name.to_owned());
                return Err(ImageError::Size { file, constant, expected, found: bytes.len() });
            }
            for descriptor in descriptors.iter().filter(|descriptor| !descriptor.is_padding()) {
                let (start, end) = (descriptor.offset as usize, descriptor.end() as usize);
                if let Some(leaf) = bytes.get(start..end) {
                    settings.push((descriptor.id, leaf.to_vec()));
                }
            }
        }
        Ok(settings)
    }

    pub(crate) fn uses_constants(&self) -> bool {
        !self.constants.constants.is_empty()
    }
}

fn read(file: &Path) -> Result<Vec<u8>, ImageError> {
    fs::read(file).map_err(|source| ImageError::Read { file: file.to_path_buf(), source })
}

fn read_properties(file: &Path) -> Result<PropertySetRegistry, ImageError> {
    let content = read(file)?;
    let name = file.display().to_string();
    let is_json = file.extension().is_some_and(|extension| extension == "json");
    Ok(if is_json { json::read(content, &name) } else { text::read(content, &name) }?)
}

/// What SYCL's aspects mean for an OpenCL device. Unknown ones are not there.
fn has_aspect(device: &DeviceFacts, name: &str) -> bool {
    match name {
        "cpu" => device.is_cpu,
        "gpu" => device.is_gpu,
        "fp16" => device.has_extension("cl_khr_fp16"),
        "fp64" => device.has_extension("cl_khr_fp64"),
        "atomic64" => device.has_extension("cl_khr_int64_base_atomics"),
        "image" | "ext_intel_legacy_image" => device.images,
        "online_compiler" | "online_linker" | "queue_profiling" => true,
        "usm_device_allocations" | "usm_host_allocations" | "usm_shared_allocations" => {
            device.has_extension("cl_intel_unified_shared_memory")
        }
        _ => false,
    }
}

//! Devices as people are shown them.

use sycl_propset::aspects;

pub use crate::error::Error;

use crate::device::Fact;
use crate::devices;
use crate::info::DeviceInfo;

/// A device that programs see.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The back end, as `ONEAPI_DEVICE_SELECTOR` names it.
    pub back_end: &'static str,
    /// Its kind, as there.
    pub kind: &'static str,
    /// Its number within the back end.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its maker.
    pub vendor: String,
    /// The version of its driver.
    pub driver: String,
    /// Names of its aspects, in order of their numbers.
    pub aspects: Vec<String>,
    /// Compute units: of a processor, threads that run work-groups.
    pub compute_units: u64,
    /// The most items of a work-group.
    pub max_work_group_size: u64,
    /// Sizes of sub-groups.
    pub sub_group_sizes: Vec<u32>,
    /// Bytes of memory of the device, and of local memory of a work-group.
    pub memory: (u64, u64),
}

/// All devices that `ONEAPI_DEVICE_SELECTOR` allows, in the order in which programs see them.
///
/// # Errors
/// The variable is no selector, or a device cannot be opened.
pub fn describe() -> Result<Vec<Description>, Error> {
    let mut all = Vec::new();
    for device in devices::every()? {
        let (back_end, kind, number) = device.back_end().name();
        let fact = |info| device.back_end().fact(info);
        let text = |info| match fact(info)? {
            Fact::Text(text) => Ok::<_, Error>(text),
            _ => Ok(String::new()),
        };
        let count = |info| match fact(info)? {
            Fact::Number32(count) => Ok::<u64, Error>(count.into()),
            Fact::Number64(count) => Ok(count),
            _ => Ok(0),
        };
        let list = |info| match fact(info)? {
            Fact::Numbers32(list) => Ok::<_, Error>(list),
            _ => Ok(Vec::new()),
        };
        let mut numbers = list(DeviceInfo::Aspects)?;
        // The headers have images in memory, so every device has them.
        numbers.extend(aspects::by_name("image").map(|image| image.value));
        numbers.sort_unstable();
        numbers.dedup();
        all.push(Description {
            back_end,
            kind,
            number,
            name: text(DeviceInfo::Name)?,
            vendor: text(DeviceInfo::Vendor)?,
            driver: text(DeviceInfo::DriverVersion)?,
            aspects: numbers.into_iter().map(aspects::display_name).collect(),
            compute_units: count(DeviceInfo::MaxComputeUnits)?,
            max_work_group_size: count(DeviceInfo::MaxWorkGroupSize)?,
            sub_group_sizes: list(DeviceInfo::SubGroupSizes)?,
            memory: (count(DeviceInfo::GlobalMemSize)?, count(DeviceInfo::LocalMemSize)?),
        });
    }
    Ok(all)
}

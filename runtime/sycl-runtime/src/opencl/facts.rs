//! Facts about a device of OpenCL.

use sycl_propset::{aspects, runtime};

use super::images::GOAL;
use crate::device::{CPU, Fact, GPU, OPENCL};
use crate::info::DeviceInfo;
use crate::native::opencl::{Device, DeviceFact, Platform, PlatformFact};

/// `CL_DEVICE_TYPE_CPU`, `CL_DEVICE_TYPE_GPU` and `CL_DEVICE_TYPE_ACCELERATOR`.
const TYPE_CPU: u64 = 2;
const TYPE_GPU: u64 = 4;
const TYPE_ACCELERATOR: u64 = 8;

/// `enum sycl_rt_device_type`.
const ACCELERATOR: u32 = 4;
const CUSTOM: u32 = 8;

/// `CL_DEVICE_SVM_FINE_GRAIN_BUFFER`.
const FINE_GRAINED: u64 = 2;

/// The size of sub-groups where the device does not say which it has.
const UNKNOWN_SUB_GROUPS: [u32; 1] = [1];

/// Facts that do not change.
pub(super) struct Facts {
    pub(super) name: String,
    kind: u64,
    platform: [String; 3],
    pub(super) max_extents: [u64; 3],
    pub(super) local_memory: u64,
    pub(super) compute_units: u64,
    /// Whether kernels may access all memory of the host.
    pub(super) reaches_host: bool,
    /// Facts that images are checked against.
    pub(super) device: runtime::Device,
}

impl Facts {
    /// Text: why no program can run on the device.
    pub(super) fn query(platform: &Platform, device: &Device) -> Result<Self, String> {
        let name = device.text(DeviceFact::Name);
        let languages = device.text(DeviceFact::Languages);
        if !languages.contains("SPIR-V") {
            return Err(format!("`{name}` takes no SPIR-V"));
        }
        if device.number(DeviceFact::AddressBits) != 64 {
            return Err(format!("`{name}` has no addresses of 64 bits"));
        }
        let shared = device.number(DeviceFact::Svm) & FINE_GRAINED != 0;
        if !device.has_usm() && !shared {
            return Err(format!("`{name}` has neither cl_intel_unified_shared_memory nor fine-grained memory"));
        }
        let sizes = device.numbers(DeviceFact::SubGroupSizes);
        let mut sub_group_sizes: Vec<u32> = sizes.iter().filter_map(|size| u32::try_from(*size).ok()).collect();
        sub_group_sizes.sort_unstable();
        if sub_group_sizes.is_empty() {
            sub_group_sizes = UNKNOWN_SUB_GROUPS.to_vec();
        }
        let kind = device.number(DeviceFact::Type);
        let mut max_extents = [1; 3];
        max_extents.iter_mut().zip(device.numbers(DeviceFact::MaxWorkItemSizes)).for_each(|(to, extent)| *to = extent);
        Ok(Self {
            name,
            kind,
            platform: [PlatformFact::Name, PlatformFact::Vendor, PlatformFact::Version].map(|fact| platform.text(fact)),
            max_extents,
            local_memory: device.number(DeviceFact::LocalMemorySize),
            compute_units: device.number(DeviceFact::MaxComputeUnits),
            reaches_host: device.has_usm() && device.number(DeviceFact::SystemMemory) != 0,
            device: runtime::Device {
                aspects: aspects_of(device, kind, shared),
                sub_group_sizes,
                max_work_group_size: first(&device.numbers(DeviceFact::MaxWorkGroupSize)),
                target: None,
            },
        })
    }

    /// As `ONEAPI_DEVICE_SELECTOR` names it.
    pub(super) fn kind(&self) -> &'static str {
        match self.kind {
            kind if kind & TYPE_CPU != 0 => "cpu",
            kind if kind & TYPE_GPU != 0 => "gpu",
            _ => "fpga",
        }
    }

    pub(super) fn fact(&self, device: &Device, info: DeviceInfo) -> Fact {
        let text = |fact| Fact::Text(device.text(fact));
        let short = |fact| Fact::Number32(u32::try_from(device.number(fact)).unwrap_or(u32::MAX));
        let [name, vendor, version] = &self.platform;
        let most = self.device.max_work_group_size;
        match info {
            DeviceInfo::Type => Fact::Number32(match self.kind {
                kind if kind & TYPE_CPU != 0 => CPU,
                kind if kind & TYPE_GPU != 0 => GPU,
                kind if kind & TYPE_ACCELERATOR != 0 => ACCELERATOR,
                _ => CUSTOM,
            }),
            DeviceInfo::BackEnd => Fact::Number32(OPENCL),
            DeviceInfo::Name => Fact::Text(self.name.clone()),
            DeviceInfo::Vendor => text(DeviceFact::Vendor),
            DeviceInfo::DriverVersion => text(DeviceFact::DriverVersion),
            DeviceInfo::Version => text(DeviceFact::Version),
            DeviceInfo::PlatformName => Fact::Text(name.clone()),
            DeviceInfo::PlatformVendor => Fact::Text(vendor.clone()),
            DeviceInfo::PlatformVersion => Fact::Text(version.clone()),
            DeviceInfo::Aspects => Fact::Numbers32(self.device.aspects.clone()),
            DeviceInfo::MaxComputeUnits => short(DeviceFact::MaxComputeUnits),
            DeviceInfo::MaxWorkGroupSize => Fact::Number64(most),
            DeviceInfo::MaxWorkItemSizes => Fact::Numbers64(self.max_extents.to_vec()),
            DeviceInfo::SubGroupSizes => Fact::Numbers32(self.device.sub_group_sizes.clone()),
            DeviceInfo::MaxNumSubGroups => match device.number(DeviceFact::MaxSubGroups) {
                0 => {
                    Fact::Number32(u32::try_from(most / u64::from(self.device.sub_group_sizes[0].max(1))).unwrap_or(1))
                }
                known => Fact::Number32(u32::try_from(known).unwrap_or(u32::MAX)),
            },
            DeviceInfo::LocalMemSize => Fact::Number64(self.local_memory),
            // OpenCL does not say how much of it is free.
            DeviceInfo::GlobalMemSize | DeviceInfo::FreeMemory => Fact::Number64(device.number(DeviceFact::MemorySize)),
            DeviceInfo::MaxMemAllocSize => Fact::Number64(device.number(DeviceFact::MaxAllocation)),
            DeviceInfo::GlobalMemCacheSize => Fact::Number64(device.number(DeviceFact::CacheSize)),
            DeviceInfo::CacheLineSize => short(DeviceFact::CacheLineSize),
            DeviceInfo::MaxClockFrequency => short(DeviceFact::MaxClockFrequency),
            DeviceInfo::AddressBits => short(DeviceFact::AddressBits),
            DeviceInfo::HasUnifiedMemory => short(DeviceFact::HostUnifiedMemory),
            DeviceInfo::NativeVectorBytes => short(DeviceFact::NativeVectorWidthChar),
            DeviceInfo::VendorId => short(DeviceFact::VendorId),
            DeviceInfo::NativeDevice => Fact::Number64(device.address()),
            DeviceInfo::NativeContext => Fact::Number64(device.context_address()),
            DeviceInfo::NativePlatform => Fact::Number64(device.platform_address()),
            DeviceInfo::Target => Fact::Text(GOAL.to_owned()),
        }
    }
}

fn first(numbers: &[u64]) -> u64 {
    numbers.first().copied().unwrap_or(1)
}

/// Numbers of the aspects that OpenCL can answer for, ascending.
fn aspects_of(device: &Device, kind: u64, has_shared: bool) -> Vec<u32> {
    let extensions = device.text(DeviceFact::Extensions);
    let has = |name: &str| extensions.split(' ').any(|extension| extension == name);
    // Bits of `cl_device_unified_shared_memory_capabilities_intel`.
    let (access, atomics, all) = (1, 2, 15);
    let may = |fact, bits| device.has_usm() && device.number(fact) & bits == bits;
    let shared = !device.has_usm() && has_shared;
    let offered = [
        ("cpu", kind & TYPE_CPU != 0),
        ("gpu", kind & TYPE_GPU != 0),
        ("accelerator", kind & TYPE_ACCELERATOR != 0),
        ("custom", kind & (TYPE_CPU | TYPE_GPU | TYPE_ACCELERATOR) == 0),
        ("fp16", has("cl_khr_fp16")),
        ("fp64", has("cl_khr_fp64")),
        ("atomic64", has("cl_khr_int64_base_atomics") && has("cl_khr_int64_extended_atomics")),
        ("online_compiler", true),
        ("online_linker", true),
        ("queue_profiling", true),
        ("usm_device_allocations", shared || may(DeviceFact::DeviceMemory, access)),
        ("usm_host_allocations", shared || may(DeviceFact::HostMemory, access)),
        ("usm_atomic_host_allocations", may(DeviceFact::HostMemory, access | atomics)),
        ("usm_shared_allocations", shared || may(DeviceFact::SharedMemory, access)),
        ("usm_atomic_shared_allocations", may(DeviceFact::SharedMemory, all)),
        ("usm_system_allocations", may(DeviceFact::SystemMemory, access)),
    ];
    let mut numbers: Vec<u32> = offered
        .into_iter()
        .filter(|(_, is_there)| *is_there)
        .filter_map(|(name, _)| aspects::by_name(name))
        .map(|aspect| aspect.value)
        .collect();
    numbers.sort_unstable();
    numbers
}

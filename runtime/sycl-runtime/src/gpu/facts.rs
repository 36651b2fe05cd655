//! Facts about a GPU.

use sycl_propset::devices::DeviceConfig;
use sycl_propset::runtime;

use crate::device::{CUDA, Fact, GPU};
use crate::error::Error;
use crate::info::DeviceInfo;
use crate::native::cuda::{DeviceFact, Driver, Gpu, Refusal};

/// The aspect `queue_profiling`, by DPC++'s number: the runtime has it.
const QUEUE_PROFILING: u32 = 12;

/// PCI's number of the vendor.
const NVIDIA: u32 = 0x10de;

/// Facts that do not change.
pub(super) struct Facts {
    pub(super) name: String,
    /// Major and minor compute capability.
    pub(super) capability: (u32, u32),
    pub(super) max_block: [u32; 3],
    /// Bytes of shared memory that a group may have.
    pub(super) shared_memory: u32,
    /// The architecture that kernels are compiled for: its own, or of those that are known the newest one before it.
    pub(super) compiled_for: Option<String>,
    /// Facts that images are checked against.
    pub(super) device: runtime::Device,
    driver: u32,
}

impl Facts {
    pub(super) fn of(driver: &Driver, gpu: &Gpu) -> Result<Self, Refusal> {
        let capability = (gpu.fact(DeviceFact::MajorVersion), gpu.fact(DeviceFact::MinorVersion));
        let config = DeviceConfig::builtin();
        // A GPU that the table does not have is like the newest one before it.
        let number = |arch: &str| arch.strip_prefix("sm_")?.parse::<u32>().ok();
        let known = config.iter().filter(|target| target.triple.starts_with("nvptx64"));
        let known = known.filter_map(|target| Some((number(target.arch.as_deref()?)?, target)));
        let own = capability.0 * 10 + capability.1;
        let nearest = known.filter(|(number, _)| *number <= own).max_by_key(|(number, _)| *number);
        let mut aspects: Vec<u32> = nearest.map(|(_, target)| target.aspect_values().collect()).unwrap_or_default();
        let mut lacks = |names: &[&str]| {
            let known = names.iter().filter_map(|name| sycl_propset::aspects::by_name(name));
            let numbers: Vec<u32> = known.map(|aspect| aspect.value).collect();
            aspects.retain(|aspect| !numbers.contains(aspect));
        };
        if gpu.fact(DeviceFact::PageableMemoryAccess) == 0 {
            lacks(&["usm_system_allocations"]);
        }
        // Without a link that has them, atomic accesses of the host and of the GPU to one place do not see each other.
        if gpu.fact(DeviceFact::HostNativeAtomics) == 0 {
            lacks(&["usm_atomic_host_allocations", "usm_atomic_shared_allocations"]);
        }
        aspects.push(QUEUE_PROFILING);
        aspects.sort_unstable();
        aspects.dedup();
        let device = runtime::Device {
            aspects,
            sub_group_sizes: vec![gpu.fact(DeviceFact::WarpSize)],
            max_work_group_size: gpu.fact(DeviceFact::MaxThreadsPerBlock).into(),
            target: nearest.map(|(_, target)| target.name.clone()),
        };
        Ok(Self {
            name: gpu.name()?,
            capability,
            max_block: [DeviceFact::MaxBlockX, DeviceFact::MaxBlockY, DeviceFact::MaxBlockZ].map(|fact| gpu.fact(fact)),
            shared_memory: gpu.fact(DeviceFact::SharedMemoryOptIn).max(gpu.fact(DeviceFact::SharedMemory)),
            compiled_for: nearest.and_then(|(_, target)| target.arch.clone()),
            device,
            driver: driver.version(),
        })
    }

    /// As `--target` names it.
    pub(super) fn architecture(&self) -> String {
        format!("sm_{}{}", self.capability.0, self.capability.1)
    }

    /// Target that kernels are compiled for, as `sycl-rtc --target` names it.
    pub(super) fn target(&self) -> Option<String> {
        self.compiled_for.as_ref().map(|arch| format!("nvptx64:{arch}"))
    }

    pub(super) fn sub_group_size(&self) -> u32 {
        self.device.sub_group_sizes[0]
    }

    pub(super) fn fact(&self, gpu: &Gpu, info: DeviceInfo) -> Result<Fact, Error> {
        let most = self.device.max_work_group_size;
        let driver = || format!("{}.{}", self.driver / 1000, self.driver % 1000 / 10);
        Ok(match info {
            DeviceInfo::Type => Fact::Number32(GPU),
            DeviceInfo::BackEnd => Fact::Number32(CUDA),
            DeviceInfo::Name => Fact::Text(self.name.clone()),
            DeviceInfo::Vendor => Fact::Text("NVIDIA Corporation".to_owned()),
            DeviceInfo::DriverVersion => Fact::Text(format!("CUDA {}", driver())),
            DeviceInfo::Version => Fact::Text(format!("{}.{}", self.capability.0, self.capability.1)),
            DeviceInfo::PlatformName => Fact::Text("NVIDIA CUDA BACKEND".to_owned()), // as DPC++ calls it, which programs look for
            DeviceInfo::PlatformVendor => Fact::Text("NVIDIA Corporation".to_owned()),
            DeviceInfo::PlatformVersion => Fact::Text(format!("CUDA {}", driver())),
            DeviceInfo::Aspects => Fact::Numbers32(self.device.aspects.clone()),
            DeviceInfo::MaxComputeUnits => Fact::Number32(gpu.fact(DeviceFact::Multiprocessors)),
            DeviceInfo::MaxWorkGroupSize => Fact::Number64(most),
            DeviceInfo::MaxWorkItemSizes => Fact::Numbers64(self.max_block.map(u64::from).to_vec()),
            DeviceInfo::SubGroupSizes => Fact::Numbers32(self.device.sub_group_sizes.clone()),
            DeviceInfo::MaxNumSubGroups => {
                Fact::Number32(u32::try_from(most).unwrap_or(u32::MAX) / self.sub_group_size().max(1))
            }
            DeviceInfo::LocalMemSize => Fact::Number64(self.shared_memory.into()),
            DeviceInfo::GlobalMemSize | DeviceInfo::MaxMemAllocSize => Fact::Number64(gpu.memory_size()?),
            DeviceInfo::GlobalMemCacheSize => Fact::Number64(gpu.fact(DeviceFact::CacheSize).into()),
            DeviceInfo::CacheLineSize => Fact::Number32(128),
            DeviceInfo::MaxClockFrequency => Fact::Number32(gpu.fact(DeviceFact::ClockRate) / 1000),
            DeviceInfo::AddressBits => Fact::Number32(64),
            DeviceInfo::HasUnifiedMemory => Fact::Number32(gpu.fact(DeviceFact::IsIntegrated)),
            DeviceInfo::FreeMemory => Fact::Number64(gpu.free_memory()?),
            DeviceInfo::NativeVectorBytes => Fact::Number32(16),
            DeviceInfo::VendorId => Fact::Number32(NVIDIA),
            DeviceInfo::Target => Fact::Text(self.target().unwrap_or_default()),
        })
    }
}

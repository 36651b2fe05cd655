//! Facts about a GPU.

use sycl_propset::devices::DeviceConfig;
use sycl_propset::runtime;

use crate::device::{CUDA, Fact, GPU, HIP, no_handles};
use crate::error::Error;
use crate::info::DeviceInfo;
use crate::native::gpu::{Api, DeviceFact, Driver, Gpu, Refusal};

use super::architecture::Architecture;

/// The aspect `queue_profiling`, by DPC++'s number: the runtime has it.
const QUEUE_PROFILING: u32 = 12;

/// PCI's numbers of vendors.
const NVIDIA: u32 = 0x10de;
const AMD: u32 = 0x1002;

/// Facts that do not change.
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) architecture: Architecture,
    pub(super) max_block: [u32; 3],
    /// The most groups of a launch.
    pub(super) max_grid: [u32; 3],
    /// The most items of a launch in a dimension.
    pub(super) max_launched: u64,
    /// Bytes of shared memory that a group may have.
    pub(super) shared_memory: u32,
    /// The architecture that kernels are compiled for: of NVIDIA's that are known, the newest one up to its own.
    pub(super) compiled_for: Option<String>,
    /// Facts that images are checked against.
    pub(super) device: runtime::Device,
    warp: u32,
    driver: u32,
}

impl Facts {
    pub(super) fn query(driver: &Driver, gpu: &Gpu) -> Result<Self, Refusal> {
        let architecture = Architecture::query(gpu)?;
        let config = DeviceConfig::builtin();
        // A GPU that the table does not have is like the newest one before it.
        let known = config.iter().filter(|target| target.triple.starts_with(architecture.target()));
        let known = known.filter_map(|target| Some((number(target.arch.as_deref()?)?, target)));
        let own = number(&architecture.name()).unwrap_or(0);
        let nearest = known.filter(|(number, _)| *number <= own).max_by_key(|(number, _)| *number);
        let nearest = nearest.map(|(_, target)| target);
        let mut aspects: Vec<u32> = nearest.map(|target| target.aspect_values().collect()).unwrap_or_default();
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
        let warp = gpu.fact(DeviceFact::WarpSize);
        let sizes = nearest.filter(|_| architecture.api() == Api::Hip).map(|target| target.sub_group_sizes.clone());
        let device = runtime::Device {
            aspects,
            sub_group_sizes: sizes.unwrap_or_else(|| vec![warp]),
            max_work_group_size: gpu.fact(DeviceFact::MaxThreadsPerBlock).into(),
            target: nearest.map(|target| target.name.clone()),
        };
        let compiled_for = nearest.and_then(|target| target.arch.clone());
        Ok(Self {
            name: gpu.name()?,
            max_block: [DeviceFact::MaxBlockX, DeviceFact::MaxBlockY, DeviceFact::MaxBlockZ].map(|fact| gpu.fact(fact)),
            max_grid: [DeviceFact::MaxGridX, DeviceFact::MaxGridY, DeviceFact::MaxGridZ].map(|fact| gpu.fact(fact)),
            max_launched: match architecture.api() {
                Api::Cuda => u64::MAX,
                // AMD's packets for launches count items, in 32 bits for each dimension.
                Api::Hip => u32::MAX.into(),
            },
            shared_memory: gpu.fact(DeviceFact::SharedMemoryOptIn).max(gpu.fact(DeviceFact::SharedMemory)),
            // Code for another processor of AMD's does not run.
            compiled_for: compiled_for.filter(|arch| architecture.api() == Api::Cuda || *arch == architecture.name()),
            architecture,
            device,
            warp,
            driver: driver.version(),
        })
    }

    /// Target that kernels are compiled for, as `sycl-rtc --target` names it.
    pub(super) fn target(&self) -> Option<String> {
        self.compiled_for.as_ref().map(|arch| format!("{}:{arch}", self.architecture.target()))
    }

    pub(super) fn sub_group_size(&self) -> u32 {
        self.warp
    }

    /// The version of the driver.
    fn version(&self) -> String {
        let number = self.driver;
        match self.architecture.api() {
            Api::Cuda => format!("CUDA {}.{}", number / 1000, number % 1000 / 10),
            Api::Hip => format!("HIP {}.{}.{}", number / 10_000_000, number / 100_000 % 100, number % 100_000),
        }
    }

    pub(super) fn fact(&self, gpu: &Gpu, info: DeviceInfo) -> Result<Fact, Error> {
        let most = self.device.max_work_group_size;
        let by_api = |cuda: &str, hip: &str| {
            Fact::Text(if self.architecture.api() == Api::Cuda { cuda } else { hip }.to_owned())
        };
        Ok(match info {
            DeviceInfo::Type => Fact::Number32(GPU),
            DeviceInfo::BackEnd => Fact::Number32(match self.architecture.api() {
                Api::Cuda => CUDA,
                Api::Hip => HIP,
            }),
            DeviceInfo::Name => Fact::Text(self.name.clone()),
            DeviceInfo::Vendor => by_api("NVIDIA Corporation", "AMD Corporation"),
            DeviceInfo::DriverVersion => Fact::Text(self.version()),
            DeviceInfo::Version => Fact::Text(match &self.architecture {
                Architecture::Nvidia(major, minor) => format!("{major}.{minor}"),
                Architecture::Amd { processor, .. } => processor.clone(),
            }),
            // As DPC++ calls them, which programs look for.
            DeviceInfo::PlatformName => by_api("NVIDIA CUDA BACKEND", "AMD HIP BACKEND"),
            DeviceInfo::PlatformVendor => by_api("NVIDIA Corporation", "AMD Corporation"),
            DeviceInfo::PlatformVersion => Fact::Text(self.version()),
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
            DeviceInfo::VendorId => Fact::Number32(match self.architecture.api() {
                Api::Cuda => NVIDIA,
                Api::Hip => AMD,
            }),
            DeviceInfo::NativeDevice => Fact::Number64(gpu.number()),
            DeviceInfo::NativeContext => {
                Fact::Number64(gpu.context().ok_or_else(|| no_handles(gpu.api().back_end(), "contexts"))?)
            }
            DeviceInfo::NativePlatform => {
                return Err(no_handles(self.architecture.api().back_end(), "platforms"));
            }
            DeviceInfo::Target => Fact::Text(self.target().unwrap_or_default()),
        })
    }
}

/// The number of an architecture, in the order of age: decimal of NVIDIA's, hexadecimal of AMD's.
fn number(architecture: &str) -> Option<u32> {
    let nvidia = architecture.strip_prefix("sm_").and_then(|text| text.parse().ok());
    nvidia.or_else(|| u32::from_str_radix(architecture.strip_prefix("gfx")?, 16).ok())
}

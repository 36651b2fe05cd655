//! The back end `host`: this processor, over `sycl-host-device`.

use std::any::Any;
use std::fs;
use std::sync::Arc;

use sycl_host_device::{Argument, Device, Kernel as HostKernel, Kind, LaunchError, Parameter, Prepared, Range};

use crate::command::{Start, Token, Work};
use crate::device::{BackEnd, CPU, Copy, Fact, Fill, HOST, Prefetch, no_handles};
use crate::error::{Error, Failure, Status};
use crate::info::{DeviceInfo, KernelInfo};
use crate::launch::{Launch, spread};
use crate::memory;
use crate::module::{Id, Kernel, Module, Place};
use crate::native::{self, Address};

/// This processor.
pub(crate) struct Host {
    device: Device,
}

impl Host {
    pub(crate) fn open() -> Result<Self, Error> {
        let device = Device::open().map_err(|error| Error::new(Status::Runtime, error.to_string()))?;
        log::debug!("device host: {}, {} threads", device.name(), device.threads());
        Ok(Self { device })
    }

    fn kernel<'a>(&self, kernel: &'a Kernel) -> Result<&'a HostKernel, Error> {
        let (program, chosen) = kernel.on_host(&self.device)?;
        Ok(program.chosen(chosen))
    }

    /// The size of groups for a launch that leaves it open, and the global size in whole groups.
    fn choose(&self, kernel: &HostKernel, global: &[u64]) -> ([u64; 3], [u64; 3]) {
        let most = self.device.facts().max_work_group_size;
        let local = kernel.required_size().unwrap_or_else(|| spread(global, self.device.threads() as u64, most));
        let mut whole = [1; 3];
        for ((rounded, extent), size) in whole.iter_mut().zip(global).zip(&local) {
            *rounded = extent.checked_next_multiple_of(*size).unwrap_or(u64::MAX);
        }
        (local, whole)
    }
}

impl BackEnd for Host {
    fn name(&self) -> (&'static str, &'static str, usize) {
        ("host", "cpu", 0)
    }

    fn fact(&self, info: DeviceInfo) -> Result<Fact, Error> {
        let facts = self.device.facts();
        let memory = native::memory_size();
        let largest_sub_group = facts.sub_group_sizes.iter().copied().max().unwrap_or(1);
        let smallest_sub_group = facts.sub_group_sizes.iter().copied().min().unwrap_or(1);
        Ok(match info {
            DeviceInfo::Type => Fact::Number32(CPU),
            DeviceInfo::BackEnd => Fact::Number32(HOST),
            DeviceInfo::Name => Fact::Text(self.device.name().to_owned()),
            DeviceInfo::Vendor => Fact::Text(native::processor_vendor()),
            DeviceInfo::DriverVersion => Fact::Text(env!("CARGO_PKG_VERSION").to_owned()),
            DeviceInfo::Version => Fact::Text("1".to_owned()), // of images, sycl_host_image.h
            DeviceInfo::PlatformName => Fact::Text("Host".to_owned()),
            DeviceInfo::PlatformVendor => Fact::Text("sycl-passes".to_owned()),
            DeviceInfo::PlatformVersion => Fact::Text(env!("CARGO_PKG_VERSION").to_owned()),
            DeviceInfo::Aspects => Fact::Numbers32(facts.aspects.clone()),
            DeviceInfo::MaxComputeUnits => Fact::Number32(u32::try_from(self.device.threads()).unwrap_or(u32::MAX)),
            DeviceInfo::MaxWorkGroupSize => Fact::Number64(facts.max_work_group_size),
            DeviceInfo::MaxWorkItemSizes => Fact::Numbers64(vec![facts.max_work_group_size; 3]),
            DeviceInfo::SubGroupSizes => Fact::Numbers32(facts.sub_group_sizes.clone()),
            DeviceInfo::MaxNumSubGroups => {
                Fact::Number32(u32::try_from(facts.max_work_group_size / u64::from(smallest_sub_group)).unwrap_or(1))
            }
            DeviceInfo::LocalMemSize => Fact::Number64(self.device.local_memory_size()),
            DeviceInfo::GlobalMemSize | DeviceInfo::MaxMemAllocSize => Fact::Number64(memory),
            DeviceInfo::GlobalMemCacheSize => Fact::Number64(cache_size()),
            DeviceInfo::CacheLineSize => Fact::Number32(64),
            DeviceInfo::MaxClockFrequency => Fact::Number32(clock_frequency()),
            DeviceInfo::AddressBits => Fact::Number32(usize::BITS),
            DeviceInfo::HasUnifiedMemory => Fact::Number32(1),
            DeviceInfo::FreeMemory => Fact::Number64(free_memory().unwrap_or(memory)),
            DeviceInfo::NativeVectorBytes => Fact::Number32(native::vector_bytes().max(largest_sub_group / 2)),
            DeviceInfo::VendorId => Fact::Number32(0),
            DeviceInfo::NativeDevice | DeviceInfo::NativeContext | DeviceInfo::NativePlatform => {
                return Err(no_handles("host", "devices"));
            }
            DeviceInfo::Target => Fact::Text("host:native".to_owned()),
        })
    }

    fn kernel_fact(&self, kernel: &Kernel, info: KernelInfo) -> Result<Fact, Error> {
        let (program, chosen) = kernel.on_host(&self.device)?;
        let found = program.chosen(chosen);
        let given = found.parameters().iter().filter(|parameter| parameter.kind != Kind::Constants).count();
        Ok(match info {
            KernelInfo::WorkGroupSize => Fact::Number64(self.device.facts().max_work_group_size),
            KernelInfo::CompileWorkGroupSize => Fact::Numbers64(found.required_size().unwrap_or_default().to_vec()),
            KernelInfo::SubGroupSize => Fact::Number32(found.sub_group_size()),
            KernelInfo::CompileSubGroupSize => {
                Fact::Number32(program.required_sub_group_size(chosen).unwrap_or_default())
            }
            KernelInfo::LocalSize => Fact::Number64(found.local_size()),
            KernelInfo::ArgumentCount => Fact::Number32(u32::try_from(given).unwrap_or(u32::MAX)),
        })
    }

    fn constants(&self, kernel: &Kernel) -> Result<Vec<String>, Error> {
        let (program, chosen) = kernel.on_host(&self.device)?;
        Ok(program.constants(chosen).map(str::to_owned).collect())
    }

    fn is_serial(&self) -> bool {
        self.device.threads() == 1
    }

    fn has_images(&self, module: &Module) -> bool {
        module.has_host_images()
    }

    fn has_memory(&self) -> bool {
        false
    }

    fn open_queue(&self, _: bool) -> Result<Option<Box<dyn Any + Send + Sync>>, Error> {
        Ok(None)
    }

    fn allocate(&self, _: memory::Kind, size: usize, alignment: usize) -> Result<Address, Error> {
        memory::allocate_host(size, alignment).ok_or_else(|| memory::no_memory(size as u64))
    }

    fn free(&self, _: memory::Kind, address: &Address) {
        memory::free_host(address);
    }

    fn check(&self, kernel: &Kernel) -> Result<(), Error> {
        self.kernel(kernel).map(|_| ())
    }

    fn global(&self, module: &Module, id: Id<'_>, _: Option<&[u8]>) -> Result<Option<Place>, Error> {
        if !module.has_host_images() {
            return Ok(None);
        }
        let program = module.host(&self.device, || "device globals".to_owned())?;
        let Some(id) = id.among(&program.global_names(""))? else { return Ok(None) };
        let found = native::HostImages::global(program, &id);
        Ok(found.map(|(address, size)| Place { address, size: size as u64 }))
    }

    fn prepare(&self, launch: &Launch<'_>) -> Result<Box<dyn Work>, Error> {
        let (mut program, mut chosen) = launch.kernel.on_host(&self.device)?;
        let with_constants;
        if !launch.constants.is_empty() {
            let owned = launch.constants.iter().map(|(id, value)| ((*id).to_owned(), value.to_vec()));
            with_constants = program.with_constants(owned)?;
            program = &with_constants;
            chosen = program.choose(&launch.kernel.name)?;
        }
        let kernel = program.chosen(chosen);
        let mut range = Range::new(launch.global);
        match launch.local {
            None if launch.may_round_up => {
                let (local, global) = self.choose(kernel, launch.global);
                range = Range::new(&global[..launch.global.len()]).local(&local[..launch.global.len()]);
            }
            None => {}
            Some(local) => range = range.local(local),
        }
        let range = range.offset(launch.offset).dynamic_local_size(launch.dynamic_local_size);
        let given = |parameter: &&Parameter| parameter.kind != Kind::Constants;
        let mut kinds = kernel.parameters().iter().filter(given).map(|parameter| parameter.kind);
        let given = launch.arguments.iter();
        let mut arguments: Vec<Argument<'_>> = given.map(|given| native::argument(*given, kinds.next())).collect();
        let dimensions = launch.global.len();
        let prepared =
            program.prepare(chosen, &range, &mut arguments).map_err(|error| error.in_the_order_of_sycl(dimensions))?;
        log::trace!("kernel `{}`: {range:?}", kernel.name());
        Ok(Box::new(HostLaunch(prepared, dimensions)))
    }

    fn copy(&self, copy: Copy) -> Box<dyn Work> {
        Box::new(copy)
    }

    fn fill(&self, fill: Fill) -> Box<dyn Work> {
        Box::new(fill)
    }

    fn prefetch(&self, _: Prefetch) -> Box<dyn Work> {
        Box::new(Nothing)
    }

    fn barrier(&self) -> Box<dyn Work> {
        Box::new(Nothing)
    }
}

/// Work of a barrier and of a hint.
struct Nothing;

impl Work for Nothing {
    fn is_short(&self) -> bool {
        true
    }

    fn run(self: Box<Self>, _: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        Ok(None)
    }
}

/// A launch that was checked, and its dimensions.
struct HostLaunch(Prepared, usize);

impl Work for HostLaunch {
    fn is_short(&self) -> bool {
        self.0.is_short()
    }

    fn run(self: Box<Self>, _: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        self.0.run().map(|()| None).map_err(|error| {
            let error = error.in_the_order_of_sycl(self.1);
            if let LaunchError::Failed(failure) = &error
                && failure.is_assertion()
            {
                native::abort_with(&format!("{error}\n"));
            }
            Failure::from(Error::from(error))
        })
    }
}

/// Bytes of the largest cache of a processor; 0 if the system does not tell.
fn cache_size() -> u64 {
    let size = |index: u32| {
        let text = fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size")).ok()?;
        text.trim().strip_suffix('K')?.parse::<u64>().ok().map(|kib| kib * 1024)
    };
    (0..5).filter_map(size).max().unwrap_or(0)
}

/// MHz; 0 if the system does not tell.
fn clock_frequency() -> u32 {
    let of_line = |line: &str| {
        let value = line.strip_prefix("cpu MHz")?.split_once(':')?.1;
        value.trim().split('.').next()?.parse().ok()
    };
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines().find_map(of_line).unwrap_or(0)
}

/// Bytes that processes could get now.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

//! The back ends `cuda` and `hip`: GPUs of NVIDIA and AMD, each through its driver alone.
//!
//! A queue is a stream, and a command's token is its number there. Commands are handed to the driver as soon as those
//! that they wait for were: the stream, or events of others, keep the order. A kernel's images are PTX, cubins or AMD's
//! code objects in the section `sycl_device_images`; the best for a GPU is loaded when one of its kernels is first
//! launched there. Where none is for that GPU, the kernel is compiled from generic code (`stage2`).

mod architecture;
mod code_object;
mod distinct;
mod facts;
mod globals;
mod images;
mod lists;
mod preload;
mod specialized;
mod stream;

use std::any::Any;
use std::sync::{Arc, Once};

use once_cell::sync::OnceCell;

use crate::command::{Start, Token, Work};
use crate::device::{BackEnd, Copy, Fact, Fill, Prefetch};
use crate::error::{Error, Failure, Status};
use crate::images::DeviceImage;
use crate::info::{DeviceInfo, KernelInfo};
use crate::launch::{Argument, Launch, Limits, Sizes, Values, narrow};
use crate::memory;
use crate::module::{Id, Kernel, Module, Place};
use crate::native::gpu::{Api, Driver, Event, Function, Gpu, KernelFact, Refusal, Stream};
use crate::native::{self, Address};
use crate::queue::Queue;
use crate::stage2;
use crate::{forks, scheduler};
use distinct::Allocations;
use facts::Facts;
use images::{Form, Loaded};
use stream::Commands;

/// The items of a group that is chosen for a launch which leaves that open, in 1, 2 and 3 dimensions.
const CHOSEN_GROUPS: [[u32; 3]; 3] = [[256, 1, 1], [32, 8, 1], [32, 4, 2]];

/// Dynamic shared memory that a launch may have without asking for more.
const SHARED_MEMORY: u32 = 48 << 10;

/// Finds all GPUs of a driver; none if there is no driver.
pub(crate) fn devices(api: Api) -> Vec<GpuDevice> {
    let found = Driver::get(api).and_then(|driver| {
        let count = driver.count().map_err(|refusal| refusal.to_string())?;
        let open = |number| Gpu::open(driver, number).map_err(|refusal| refusal.to_string());
        let gpus: Vec<&'static Gpu> =
            (0..count).map(|number| open(number).map(|gpu| &*Box::leak(Box::new(gpu)))).collect::<Result<_, _>>()?;
        for (number, gpu) in gpus.iter().enumerate() {
            gpus.iter().enumerate().filter(|(other, _)| *other != number).for_each(|(_, other)| gpu.reach(other));
        }
        scheduler::count_forks();
        gpus.into_iter()
            .zip(0..)
            .map(|(gpu, number)| GpuDevice::new(driver, gpu, number))
            .collect::<Result<Vec<_>, _>>()
    });
    found.unwrap_or_else(|why| {
        log::debug!("no device of {}: {why}", api.name());
        Vec::new()
    })
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let status = if refusal.is_out_of_memory() { Status::MemoryAllocation } else { Status::Runtime };
        Self::new(status, refusal.to_string())
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Error::from(refusal).into()
    }
}

/// A GPU as a device.
pub(crate) struct GpuDevice(&'static Inner);

struct Inner {
    gpu: &'static Gpu,
    number: usize,
    facts: Facts,
    allocations: Allocations,
    /// An event from which times are counted, and when it happened by [`Queue::now`].
    clock: OnceCell<(Event, u64)>,
    /// The first queue has kernels loaded.
    preload: Once,
}

impl GpuDevice {
    fn new(driver: &Driver, gpu: &'static Gpu, number: usize) -> Result<Self, String> {
        let facts = Facts::query(driver, gpu).map_err(|refusal| refusal.to_string())?;
        log::debug!("device {}:{number}: {}, {}", driver.api().back_end(), facts.name, facts.architecture.name());
        Ok(Self(Box::leak(Box::new(Inner {
            gpu,
            number,
            facts,
            allocations: Allocations::default(),
            clock: OnceCell::new(),
            preload: Once::new(),
        }))))
    }

    fn work(&self, operation: Operation) -> Box<dyn Work> {
        Box::new(Issued { of: self.0, operation, kernel: None, kept: None })
    }
}

impl Inner {
    fn loaded(&self, kernel: &Kernel) -> Result<Arc<Loaded>, Error> {
        // In a fork this tells why it cannot be; the thread that may have been about to load it has stayed behind.
        if forks::generation() != 0 {
            self.gpu.enter()?;
        }
        let device = std::ptr::from_ref(self).addr();
        kernel.loads.get(device, || Loaded::new(kernel.device_images(), &kernel.name, self.gpu, &self.facts))
    }

    fn clock(&self) -> Result<&(Event, u64), Refusal> {
        self.clock.get_or_try_init(|| {
            let (stream, event) = (self.gpu.stream()?, self.gpu.event(true)?);
            self.gpu.enter()?;
            stream.record(&event)?;
            event.wait()?;
            Ok((event, Queue::clock()))
        })
    }

    fn sizes(&self, launch: &Launch<'_>, required: Option<[u64; 3]>, form: Form) -> Result<Sizes, Error> {
        let limits = Limits {
            required,
            most_items: form.most_items.into(),
            most_extents: self.facts.max_block.map(u64::from),
            most_groups: self.facts.max_grid.map(u64::from),
            most_launched: self.facts.max_launched,
            place: &|| {
                let registers = form.function.fact(KernelFact::Registers);
                format!("on this GPU, for a kernel with {registers} registers an item")
            },
        };
        Sizes::resolve(launch, &limits, || CHOSEN_GROUPS[launch.global.len() - 1].map(u64::from))
    }
}

impl BackEnd for GpuDevice {
    fn name(&self) -> (&'static str, &'static str, usize) {
        (self.0.gpu.api().back_end(), "gpu", self.0.number)
    }

    fn fact(&self, info: DeviceInfo) -> Result<Fact, Error> {
        self.0.facts.fact(self.0.gpu, info)
    }

    fn kernel_fact(&self, kernel: &Kernel, info: KernelInfo) -> Result<Fact, Error> {
        let loaded = self.0.loaded(kernel)?;
        Ok(match info {
            KernelInfo::WorkGroupSize => Fact::Number64(loaded.plain()?.most_items.into()),
            KernelInfo::CompileWorkGroupSize => Fact::Numbers64(loaded.required_size.unwrap_or_default().to_vec()),
            KernelInfo::SubGroupSize => {
                let required = loaded.required_sub_group_size;
                Fact::Number32(required.unwrap_or_else(|| self.0.facts.sub_group_size()))
            }
            KernelInfo::CompileSubGroupSize => Fact::Number32(loaded.required_sub_group_size.unwrap_or_default()),
            KernelInfo::LocalSize => Fact::Number64(loaded.shared_memory.into()),
            KernelInfo::ArgumentCount => Fact::Number32(u32::try_from(loaded.argument_count()).unwrap_or(u32::MAX)),
        })
    }

    fn constants(&self, kernel: &Kernel) -> Result<Vec<String>, Error> {
        Ok(self.0.loaded(kernel)?.constant_ids().map(str::to_owned).collect())
    }

    fn is_serial(&self) -> bool {
        false
    }

    fn has_images(&self, module: &Module) -> bool {
        let images = module.device_images().read().unwrap_or_default();
        images.iter().any(|image| self.0.facts.architecture.rank(image).is_some())
            || (images.iter().any(DeviceImage::is_generic) && stage2::is_available())
    }

    fn has_memory(&self) -> bool {
        true
    }

    fn open_queue(&self, _: bool) -> Result<Option<Box<dyn Any + Send + Sync>>, Error> {
        let commands = Commands::new(self.0.gpu)?;
        self.0.preload.call_once(|| preload::start(self.0));
        Ok(Some(Box::new(Arc::new(commands))))
    }

    fn adopt_queue(&self, stream: usize) -> Result<Box<dyn Any + Send + Sync>, Error> {
        Ok(Box::new(Arc::new(Commands::on_stream(self.0.gpu, self.0.gpu.adopt_stream(stream)))))
    }

    fn native_queue(&self, stream: Option<&(dyn Any + Send + Sync)>) -> Result<usize, Error> {
        let commands = stream.and_then(|stream| stream.downcast_ref::<Arc<Commands>>());
        Ok(commands.expect("a queue of this device has a stream").stream.address())
    }

    fn allocate(&self, kind: memory::Kind, size: usize, _: usize) -> Result<Address, Error> {
        // The driver's memory is aligned to 256 bytes and more.
        let address = match kind {
            memory::Kind::Host => self.0.gpu.allocate_host(size)?,
            memory::Kind::Shared => self.0.gpu.allocate_managed(size)?,
            memory::Kind::Device | memory::Kind::Unknown => self.0.gpu.allocate_device(size)?,
        };
        self.0.allocations.add(address.number(), size);
        Ok(address)
    }

    fn free(&self, kind: memory::Kind, address: &Address) {
        self.0.allocations.remove(address.number());
        let freed = if kind == memory::Kind::Host { self.0.gpu.free_host(address) } else { self.0.gpu.free(address) };
        if let Err(refusal) = freed {
            log::error!("{refusal}");
        }
    }

    fn check(&self, kernel: &Kernel) -> Result<(), Error> {
        self.0.loaded(kernel).map(|_| ())
    }

    fn global(&self, module: &Module, id: Id<'_>, initial: Option<&[u8]>) -> Result<Option<Place>, Error> {
        globals::find(module.device_images(), id, initial, self.0.gpu, &self.0.facts)
    }

    fn prepare(&self, launch: &Launch<'_>) -> Result<Box<dyn Work>, Error> {
        let mut loaded = self.0.loaded(launch.kernel)?;
        let mut values = Values::default();
        let shared = add_arguments(&mut values, launch);
        let required = loaded.required_size;
        let specialized = |loaded: &Loaded, groups| loaded.specialized(groups, &values, launch);
        if let Some(special) =
            launch.local.and_then(|local| narrow(local, 1).ok()).and_then(|groups| specialized(&loaded, groups))
        {
            loaded = special;
        }
        let (mut form, mut offset) = loaded.form_for(launch, &values, &self.0.allocations)?;
        let is_empty = launch.global.contains(&0);
        let sizes = if is_empty { None } else { Some(self.0.sizes(launch, required, form)?) };
        // Limits are less than 2^32.
        let (groups, items) = sizes.map_or(([0; 3], [1; 3]), |sizes| {
            (sizes.groups.map(|count| count as u32), sizes.local.map(|extent| extent as u32))
        });
        // Where the launch leaves that open, the size is known now.
        if launch.local.is_none()
            && !is_empty
            && let Some(special) = specialized(&loaded, items)
        {
            (form, offset) = special.form_for(launch, &values, &self.0.allocations)?;
            loaded = special;
        }
        let own = loaded.shared_memory;
        if u64::from(own) + u64::from(shared) > u64::from(self.0.facts.shared_memory) {
            let text = format!(
                "kernel `{}`: found {own} bytes of local memory in variables and {shared} in accessors; expected at most {} on this GPU",
                launch.kernel.name, self.0.facts.shared_memory
            );
            return Err(Error::new(Status::MemoryAllocation, text));
        }
        let function = form.function;
        if shared > SHARED_MEMORY {
            function.allow_shared_memory(shared)?;
        }
        let constants = loaded.constants(&launch.constants)?;
        if let Some(constants) = &constants {
            values.add(&constants.address().number().to_ne_bytes());
        }
        if launch.kernel.is_loaded() {
            loaded.check(&values, launch.arguments.len())?;
        }
        if let Some(offset) = offset {
            values.add(offset.map(u32::to_ne_bytes).as_flattened());
        }
        log::trace!("kernel `{}`: {groups:?} groups of {items:?} items, {shared} bytes", launch.kernel.name);
        Ok(Box::new(Issued {
            of: self.0,
            operation: Operation::Launch(Launched { function, groups, items, shared, values }),
            kernel: Some(Arc::clone(&loaded)),
            // Kernels of the program's files stay loaded, and with them constants that no launch has set.
            kept: (launch.kernel.is_loaded() || !launch.constants.is_empty())
                .then_some(Kept { _loaded: loaded, _constants: constants }),
        }))
    }

    fn copy(&self, copy: Copy) -> Box<dyn Work> {
        self.work(Operation::Copy(copy))
    }

    fn fill(&self, fill: Fill) -> Box<dyn Work> {
        self.work(Operation::Fill(fill))
    }

    fn prefetch(&self, prefetch: Prefetch) -> Box<dyn Work> {
        self.work(Operation::Prefetch(prefetch))
    }

    fn barrier(&self) -> Box<dyn Work> {
        self.work(Operation::Barrier)
    }
}

/// Alignment of local memory of an argument, by the passes' convention.
const LOCAL_ALIGNMENT: u64 = 128;

/// Adds the arguments of a launch, local memory as the place in the block of the launch. Gives the size of the block.
fn add_arguments(values: &mut Values, launch: &Launch<'_>) -> u32 {
    let mut end = launch.dynamic_local_size;
    let in_32_bits = |bytes| u32::try_from(bytes).unwrap_or(u32::MAX);
    for argument in &launch.arguments {
        match argument {
            Argument::Value(bytes) => values.add(bytes),
            Argument::Local(size) => {
                let start = end.checked_next_multiple_of(LOCAL_ALIGNMENT).unwrap_or(u64::MAX);
                values.add(&in_32_bits(start).to_ne_bytes());
                end = start.saturating_add(*size);
            }
        }
    }
    in_32_bits(end)
}

/// A launch that was checked.
struct Launched {
    function: Function,
    /// All 0 if nothing is to run.
    groups: [u32; 3],
    items: [u32; 3],
    shared: u32,
    values: Values,
}

#[allow(clippy::large_enum_variant, reason = "it is boxed as a whole, and most are launches")]
enum Operation {
    Launch(Launched),
    Copy(Copy),
    Fill(Fill),
    Prefetch(Prefetch),
    Barrier,
}

/// Data that has to stay until a launch has ended.
struct Kept {
    _loaded: Arc<Loaded>,
    _constants: Option<Arc<images::Constants>>,
}

/// Work that is handed to the driver.
struct Issued {
    of: &'static Inner,
    operation: Operation,
    kernel: Option<Arc<Loaded>>,
    kept: Option<Kept>,
}

impl Issued {
    fn issue(&self, stream: &Stream) -> Result<(), Refusal> {
        match &self.operation {
            Operation::Launch(launch) if launch.groups == [0; 3] => Ok(()),
            Operation::Launch(launch) => {
                let Launched { function, groups, items, shared, values } = launch;
                stream.launch(*function, *groups, *items, *shared, values.slices())
            }
            Operation::Copy(copy) if copy.size == 0 || copy.rows == 0 => Ok(()),
            Operation::Copy(copy) => {
                stream.copy((&copy.to, copy.to_pitch), (&copy.from, copy.from_pitch), copy.size, copy.rows)
            }
            Operation::Fill(fill) if fill.count == 0 || fill.pattern.is_empty() => Ok(()),
            Operation::Fill(fill) => stream.fill(&fill.to, &fill.pattern, fill.count),
            Operation::Prefetch(prefetch) => {
                stream.prefetch(&prefetch.memory, prefetch.size);
                Ok(())
            }
            Operation::Barrier => Ok(()),
        }
    }
}

impl Work for Issued {
    fn run(mut self: Box<Self>, start: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        let commands = start.command.queue.stream::<Arc<Commands>>().expect("a queue of this device has a stream");
        let of = self.of;
        for token in start.after {
            // A driver knows nothing of another one's events.
            let other = token.as_any().downcast_ref::<Ended>();
            match other.filter(|other| other.of.gpu.api() == of.gpu.api()) {
                Some(other) => {
                    let end = other.commands.end(other.number)?;
                    of.gpu.enter()?;
                    end.map_or(Ok(()), |end| commands.stream.wait_for(&end))?;
                }
                None => token.wait()?,
            }
        }
        of.gpu.enter()?;
        let has_times = start.command.queue.has_times();
        if has_times {
            of.clock()?;
        }
        let kernel = self.kernel.take();
        let state = commands.begin(start.command, kernel.clone())?;
        let event = || {
            let event = Arc::new(of.gpu.event(true)?);
            commands.stream.record(&event)?;
            Ok::<_, Refusal>(event)
        };
        let begin = has_times.then(event).transpose()?;
        self.issue(&commands.stream)?;
        if let Some(kernel) = kernel {
            kernel.launched(&commands.stream)?;
        }
        let end = has_times.then(event).transpose()?;
        let number = commands.added(state, end.clone());
        let times = begin.zip(end);
        Ok(Some(Arc::new(Ended { of, commands: Arc::clone(commands), number, times, kept: self.kept })))
    }

    fn is_issued(&self) -> bool {
        true
    }
}

/// The end of a command in a stream.
struct Ended {
    of: &'static Inner,
    commands: Arc<Commands>,
    number: u64,
    /// Before and after it, in a queue that keeps times.
    times: Option<(Arc<Event>, Arc<Event>)>,
    /// Data of a launch, if its kernel or constants could go before it has ended.
    kept: Option<Kept>,
}

impl Token for Ended {
    fn wait(&self) -> Result<(), Error> {
        let Err(refusal) = self.commands.wait(self.number) else { return Ok(()) };
        let what = self.commands.suspects();
        if refusal.is_assertion() {
            // The driver has printed which one.
            native::abort_with(&format!("{what}: an assertion failed\n"));
        }
        let error = Error::from(refusal);
        Err(Error::new(error.status, format!("{what}, or another one on this GPU: {error}")))
    }

    fn is_done(&self) -> bool {
        // With an error no command runs any more; `wait` tells it.
        self.commands.has_ended(self.number) != Some(false)
    }

    fn is_told_by_later_ones(&self) -> bool {
        self.times.is_none() && self.kept.is_none()
    }

    fn is_known_to_have_ended(&self) -> bool {
        self.times.is_none() && self.commands.is_known(self.number)
    }

    fn times(&self) -> Option<[u64; 2]> {
        let (clock, at) = self.of.clock.get()?;
        let (begin, end) = self.times.as_ref()?;
        let started = at + begin.since(clock)?;
        Some([started, started + end.since(begin)?])
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

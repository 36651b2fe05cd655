//! The back end `opencl`: devices of OpenCL that take SPIR-V, through the loader of drivers alone.
//!
//! A queue is a command queue that is in order, and a command's token is its event. Commands are handed to the driver
//! as soon as those that they wait for were, as by the back end `cuda`. Memory is USM of
//! `cl_intel_unified_shared_memory`, or fine-grained shared virtual memory where a driver lacks that. A kernel's images
//! are SPIR-V in the section `sycl_device_images`, which is built when one of its kernels is first launched.
//!
//! Loading drivers takes longer than most programs run, and a driver of this processor is a second device where
//! programs expect one. So they are loaded only if the program has SPIR-V, or `ONEAPI_DEVICE_SELECTOR` names `opencl`.

mod facts;
mod images;

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use once_cell::sync::OnceCell;
use sycl_host_device::Lock;

use crate::command::{Start, Token, Work};
use crate::device::{BackEnd, Copy, Fact, Fill, Prefetch};
use crate::error::{Error, Failure, Status};
use crate::images::{DeviceImage, NO_DEVICE_GLOBALS};
use crate::info::{DeviceInfo, KernelInfo};
use crate::launch::{self, Launch, Limits, Sizes, Values, spread};
use crate::memory;
use crate::module::{Id, Kernel, Module, Place};
use crate::native::Address;
use crate::native::opencl::{Argument, Device, Event, Extents, Loader, Queue as Commands, Refusal, watch_the_end};
use crate::queue::Queue;
use crate::stage2;
use facts::Facts;
use images::{Built, Loaded};

/// Compute units of a GPU run several groups at a time, each with items of its own size.
const GPU_GROUPS: [[u64; 3]; 3] = [[256, 1, 1], [32, 8, 1], [32, 4, 2]];

/// Bytes of local memory in accessors for which code has a variable whose last parameter is not a place for them.
const FIXED_LOCAL_MEMORY: u64 = 16 << 10;

/// The longest pattern that OpenCL fills with.
const LONGEST_PATTERN: usize = 128;

/// Finds all devices; none if there is no loader.
pub(crate) fn devices() -> Vec<OpenCl> {
    let platforms = Loader::get().and_then(|loader| loader.platforms().map_err(|refusal| refusal.to_string()));
    let platforms = platforms.unwrap_or_else(|why| {
        log::debug!("no device of OpenCL: {why}");
        Vec::new()
    });
    let mut found = Vec::new();
    for platform in &platforms {
        for place in 0..platform.device_count() {
            let opened = platform.open(place).map_err(|refusal| refusal.to_string());
            let known = opened.and_then(|device| Facts::query(platform, &device).map(|facts| (device, facts)));
            match known {
                Ok((device, facts)) => found.push(OpenCl::new(device, found.len(), facts)),
                Err(why) => log::debug!("a device of OpenCL cannot be used: {why}"),
            }
        }
    }
    if !found.is_empty() {
        watch_the_end();
    }
    found
}

/// Whether a module has code for some device of OpenCL.
pub(crate) fn has_images(module: &Module) -> bool {
    module.device_images().read().unwrap_or_default().iter().any(images::fits)
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

/// A device of OpenCL.
pub(crate) struct OpenCl(&'static Inner);

struct Inner {
    device: &'static Device,
    number: usize,
    facts: Facts,
    /// Addresses of all memory that was allocated: kernels that reach it by their arguments name it, where the driver
    /// has no other way.
    reached: Lock<BTreeSet<usize>>,
    /// Nanoseconds of the device at one time by [`Queue::now`].
    clock: OnceCell<(u64, u64)>,
}

impl OpenCl {
    fn new(device: Device, number: usize, facts: Facts) -> Self {
        log::debug!("device opencl:{number}: {}", facts.name);
        let device = Box::leak(Box::new(device));
        let (reached, clock) = (Lock::default(), OnceCell::new());
        Self(Box::leak(Box::new(Inner { device, number, facts, reached, clock })))
    }

    fn work(&self, operation: Operation) -> Box<dyn Work> {
        Box::new(Issued { of: self.0, operation })
    }
}

impl Inner {
    fn loaded(&self, kernel: &Kernel) -> Result<Arc<Loaded>, Error> {
        let key = std::ptr::from_ref(self).addr();
        kernel.loads.get(key, || Loaded::new(kernel.device_images(), &kernel.name, self.device, &self.facts))
    }

    /// The device's time, and ours then.
    fn clock(&self) -> Result<(u64, u64), Refusal> {
        let known = self.clock.get_or_try_init(|| {
            let queue = self.device.queue(true)?;
            let event = queue.mark(&[])?;
            queue.flush()?;
            event.wait()?;
            let [_, ended] = event.times().unwrap_or_default();
            Ok::<_, Refusal>((ended, Queue::clock()))
        });
        known.copied()
    }

    /// Checks what a launch needs of local memory, of which the kernel's variables take `own`.
    fn check_local_memory(&self, launch: &Launch<'_>, own: u64, is_fixed: bool) -> Result<(), Error> {
        let (dynamic, most) = (launch.dynamic_local_size, self.facts.local_memory);
        let refused = |found: String| {
            Error::new(Status::MemoryAllocation, format!("kernel `{}`: found {found}", launch.kernel.name))
        };
        if is_fixed && dynamic > FIXED_LOCAL_MEMORY {
            let text = format!(
                "{dynamic} bytes of local memory in accessors; expected at most {FIXED_LOCAL_MEMORY}, for which its SPIR-V was made"
            );
            return Err(refused(text));
        }
        if own.saturating_add(if is_fixed { 0 } else { dynamic }) > most {
            let text = format!(
                "{own} bytes of local memory in variables and {dynamic} in accessors; expected at most {most} on this device"
            );
            return Err(refused(text));
        }
        Ok(())
    }

    fn sizes(&self, launch: &Launch<'_>, loaded: &Loaded, built: &Built) -> Result<Sizes, Error> {
        let limits = Limits {
            required: loaded.required_size,
            most_items: built.most_items,
            most_extents: self.facts.max_extents,
            most_groups: [u64::MAX; 3],
            most_launched: u64::MAX,
            place: &|| "on this device, for this kernel".to_owned(),
        };
        Sizes::resolve(launch, &limits, || match self.facts.kind() {
            "cpu" => spread(launch.global, self.facts.compute_units, built.most_items),
            _ => GPU_GROUPS[launch.global.len() - 1],
        })
    }
}

impl BackEnd for OpenCl {
    fn name(&self) -> (&'static str, &'static str, usize) {
        ("opencl", self.0.facts.kind(), self.0.number)
    }

    fn fact(&self, info: DeviceInfo) -> Result<Fact, Error> {
        Ok(self.0.facts.fact(self.0.device, info))
    }

    fn kernel_fact(&self, kernel: &Kernel, info: KernelInfo) -> Result<Fact, Error> {
        let loaded = self.0.loaded(kernel)?;
        let built = loaded.built(&[])?;
        Ok(match info {
            KernelInfo::WorkGroupSize => Fact::Number64(built.most_items),
            KernelInfo::CompileWorkGroupSize => Fact::Numbers64(loaded.required_size.unwrap_or_default().to_vec()),
            KernelInfo::SubGroupSize => {
                let of_group = || built.kernel.sub_group_size(built.most_items);
                Fact::Number32(loaded.required_sub_group_size.unwrap_or_else(of_group))
            }
            KernelInfo::CompileSubGroupSize => Fact::Number32(loaded.required_sub_group_size.unwrap_or_default()),
            KernelInfo::LocalSize => Fact::Number64(built.local_memory),
            KernelInfo::ArgumentCount => {
                let own = built.arguments.saturating_sub(usize::from(loaded.takes_local_memory));
                Fact::Number32(u32::try_from(own).unwrap_or(u32::MAX))
            }
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
        has_images(module) || images.iter().any(DeviceImage::is_generic) && stage2::is_available()
    }

    fn has_memory(&self) -> bool {
        !self.0.facts.reaches_host
    }

    fn open_queue(&self, has_times: bool) -> Result<Option<Box<dyn Any + Send + Sync>>, Error> {
        Ok(Some(Box::new(self.0.device.queue(has_times)?)))
    }

    fn native_queue(&self, stream: Option<&(dyn Any + Send + Sync)>) -> Result<usize, Error> {
        let queue = stream.and_then(|stream| stream.downcast_ref::<Commands>());
        Ok(queue.expect("a queue of this device has one of OpenCL").address())
    }

    fn allocate(&self, kind: memory::Kind, size: usize, alignment: usize) -> Result<Address, Error> {
        let memory = self.0.device.allocate(kind, size, alignment)?;
        self.0.reached.lock().insert(memory.number());
        Ok(memory)
    }

    fn free(&self, _: memory::Kind, address: &Address) {
        self.0.reached.lock().remove(&address.number());
        if let Err(refusal) = self.0.device.free(address) {
            log::error!("{refusal}");
        }
    }

    fn check(&self, kernel: &Kernel) -> Result<(), Error> {
        self.0.loaded(kernel).map(|_| ())
    }

    fn global(&self, _: &Module, _: Id<'_>, _: Option<&[u8]>) -> Result<Option<Place>, Error> {
        Err(Error::new(Status::KernelNotSupported, NO_DEVICE_GLOBALS))
    }

    fn prepare(&self, launch: &Launch<'_>) -> Result<Box<dyn Work>, Error> {
        let loaded = self.0.loaded(launch.kernel)?;
        let built = loaded.built(&launch.constants)?;
        if launch.global.contains(&0) {
            return Ok(self.work(Operation::Barrier));
        }
        let sizes = self.0.sizes(launch, &loaded, &built)?;
        let is_fixed = !loaded.takes_local_memory;
        let given = launch.arguments.iter().map(launch::Argument::local_size);
        let own = given.fold(built.local_memory, u64::saturating_add);
        self.0.check_local_memory(launch, own, is_fixed)?;
        let dimensions = launch.global.len();
        let numbers = |all: &[u64]| std::array::from_fn(|d| all.get(d).map_or(0, |number| *number as usize));
        let whole: [u64; 3] = std::array::from_fn(|d| sizes.groups[d].saturating_mul(sizes.local[d]));
        let extents = Extents {
            dimensions,
            offset: numbers(launch.offset),
            global: numbers(&whole),
            local: numbers(&sizes.local),
        };
        let mut values = Values::default();
        let mut locals = Vec::new();
        for argument in &launch.arguments {
            match argument {
                launch::Argument::Value(bytes) => values.add(bytes),
                launch::Argument::Local(size) => {
                    locals.push((values.count(), usize::try_from(*size).unwrap_or(usize::MAX)));
                    values.add(&[]);
                }
            }
        }
        log::trace!("kernel `{}`: {sizes:?}, {} bytes", launch.kernel.name, launch.dynamic_local_size);
        Ok(self.work(Operation::Launch(Box::new(Launched {
            name: launch.kernel.name.clone(),
            built,
            extents,
            local_memory: (!is_fixed).then_some((launch.dynamic_local_size as usize).max(1)),
            values,
            locals,
        }))))
    }

    fn copy(&self, copy: Copy) -> Box<dyn Work> {
        self.work(Operation::Copy(copy))
    }

    fn fill(&self, fill: Fill) -> Box<dyn Work> {
        self.work(Operation::Fill(fill))
    }

    fn prefetch(&self, _: Prefetch) -> Box<dyn Work> {
        // A hint that no driver of a processor takes, and that others follow by moving memory when it is accessed.
        self.work(Operation::Barrier)
    }

    fn barrier(&self) -> Box<dyn Work> {
        self.work(Operation::Barrier)
    }
}

/// A launch that was checked.
struct Launched {
    name: String,
    built: Arc<Built>,
    extents: Extents,
    /// Bytes of local memory for the last argument.
    local_memory: Option<usize>,
    values: Values,
    /// Local memory among them, with its bytes.
    locals: Vec<(usize, usize)>,
}

enum Operation {
    Launch(Box<Launched>),
    Copy(Copy),
    Fill(Fill),
    Barrier,
}

/// Work that is handed to the driver.
struct Issued {
    of: &'static Inner,
    operation: Operation,
}

/// The first and the last of the commands of one operation, which are in order.
struct Ends {
    first: Option<Event>,
    last: Event,
}

impl Ends {
    fn new(event: Event) -> Self {
        Self { first: None, last: event }
    }

    /// With a command behind the last.
    fn then(self, event: Event) -> Self {
        Self { first: Some(self.first.unwrap_or(self.last)), last: event }
    }
}

impl Issued {
    fn issue(&self, queue: &Commands, after: &[&Event]) -> Result<Ends, Refusal> {
        match &self.operation {
            Operation::Launch(launch) => {
                let argument = |(number, bytes)| match launch.locals.iter().find(|(place, _)| *place == number) {
                    Some((_, size)) => Argument::Local(*size),
                    None => Argument::Value(bytes),
                };
                let values = launch.values.slices().enumerate().map(argument);
                let arguments: Vec<_> = values.chain(launch.local_memory.map(Argument::Local)).collect();
                queue.launch(&launch.built.kernel, &launch.extents, &arguments, &self.of.reached, after).map(Ends::new)
            }
            Operation::Copy(copy) if copy.size == 0 || copy.rows == 0 => queue.mark(after).map(Ends::new),
            Operation::Copy(copy) => Self::issue_copy(queue, copy, after),
            Operation::Fill(fill) if fill.count == 0 || fill.pattern.is_empty() => queue.mark(after).map(Ends::new),
            Operation::Fill(fill) => Self::issue_fill(queue, fill, after),
            Operation::Barrier => queue.mark(after).map(Ends::new),
        }
    }

    fn issue_copy(queue: &Commands, copy: &Copy, after: &[&Event]) -> Result<Ends, Refusal> {
        let Copy { to, from, size, rows, to_pitch, from_pitch } = copy;
        if to_pitch == size && from_pitch == size {
            return queue.copy(to, from, size * rows, after).map(Ends::new);
        }
        let mut ends = Ends::new(queue.copy(to, from, *size, after)?);
        for row in 1..*rows {
            let event = queue.copy(&to.moved(row * to_pitch), &from.moved(row * from_pitch), *size, &[])?;
            ends = ends.then(event);
        }
        Ok(ends)
    }

    fn issue_fill(queue: &Commands, fill: &Fill, after: &[&Event]) -> Result<Ends, Refusal> {
        let Fill { to, pattern, count } = fill;
        let (length, size) = (pattern.len(), pattern.len() * count);
        if length.is_power_of_two() && length <= LONGEST_PATTERN && to.number().is_multiple_of(length) {
            return queue.fill(to, pattern, size, after).map(Ends::new);
        }
        // Byte by byte once, and then what is there behind itself, twice as much each time.
        let mut ends = Ends::new(queue.fill(to, &pattern[..1], 1, after)?);
        for (place, byte) in pattern.iter().enumerate().skip(1) {
            ends = ends.then(queue.fill(&to.moved(place), &[*byte], 1, &[])?);
        }
        let mut done = length;
        while done < size {
            let more = done.min(size - done);
            ends = ends.then(queue.copy(&to.moved(done), to, more, &[])?);
            done += more;
        }
        Ok(ends)
    }

    fn name(&self) -> Option<&str> {
        match &self.operation {
            Operation::Launch(launch) => Some(&launch.name),
            _ => None,
        }
    }
}

/// Says which kernel an error is about.
fn about(kernel: Option<&str>, error: Error) -> Error {
    match kernel {
        Some(kernel) => Error::new(error.status, format!("kernel `{kernel}`: {error}")),
        None => error,
    }
}

impl Work for Issued {
    fn run(self: Box<Self>, start: &Start<'_>) -> Result<Option<Arc<dyn Token>>, Failure> {
        let queue = start.command.queue.stream::<Commands>().expect("a queue of this device has command queues");
        let of = self.of;
        let mut after = Vec::new();
        for token in start.after {
            match token.as_any().downcast_ref::<Ended>() {
                Some(other) if std::ptr::eq(other.work.of, of) => after.push(&other.ends.last),
                _ => token.wait()?,
            }
        }
        if start.command.queue.has_times() {
            of.clock()?;
        }
        let order = queue.lock();
        let ends = self.issue(queue, &after).map_err(|refusal| about(self.name(), refusal.into()))?;
        drop(order);
        queue.flush()?;
        Ok(Some(Arc::new(Ended { ends, work: self })))
    }

    fn is_issued(&self) -> bool {
        true
    }
}

/// The end of a command in a queue.
struct Ended {
    ends: Ends,
    /// Data that has to stay until it has ended.
    work: Box<Issued>,
}

impl Token for Ended {
    fn wait(&self) -> Result<(), Error> {
        self.ends.last.wait().map_err(|refusal| about(self.work.name(), refusal.into()))
    }

    fn is_done(&self) -> bool {
        self.ends.last.has_happened()
    }

    fn times(&self) -> Option<[u64; 2]> {
        let (device, ours) = self.work.of.clock.get()?;
        let [started, ended] = self.ends.last.times()?;
        let started = self.ends.first.as_ref().and_then(Event::times).map_or(started, |[first, _]| first);
        Some(
            [started, ended]
                .map(|time| ours.saturating_add_signed(time.cast_signed().wrapping_sub(device.cast_signed()))),
        )
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

//! Buffers: memory, where their content is, and the commands that access it.

use std::ffi::c_void;
use std::sync::Arc;

use sycl_host_device::{Lock, observe};

use crate::command::{Command, Phase};
use crate::device::Device;
use crate::error::{Error, Status};
use crate::memory;
use crate::native::{self, Address};

/// Access of a command to a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) writes: bool,
    /// Whether what was there before does not matter.
    discards: bool,
    /// Whether work of the host finds the content on the device of its queue, whose driver it calls itself.
    pub(crate) is_on_device: bool,
}

impl Mode {
    pub(crate) const READS: Self = Self { writes: false, discards: false, is_on_device: false };

    const READ: u32 = 1;
    const WRITE: u32 = 2;
    const DISCARD: u32 = 4;
    const ON_DEVICE: u32 = 8;

    /// `enum sycl_rt_access_mode`.
    pub(crate) fn from_number(number: u32) -> Result<Self, Error> {
        let accesses = Self::READ | Self::WRITE;
        let known = accesses | Self::DISCARD | Self::ON_DEVICE;
        if number & !known != 0 || number & accesses == 0 {
            return Err(Error::invalid(format!("found the access mode {number}; expected 1 (read), 2 (write) or 3")));
        }
        let writes = number & Self::WRITE != 0;
        let has = |flag| number & flag != 0;
        Ok(Self { writes, discards: writes && has(Self::DISCARD), is_on_device: has(Self::ON_DEVICE) })
    }
}

/// A buffer. Devices that share the memory of the host find it there; each other one has a copy once it accesses it.
pub(crate) struct Buffer {
    /// In bytes.
    pub(crate) size: usize,
    alignment: usize,
    state: Lock<State>,
}

struct State {
    /// Places of the content: the host's comes first, and is always there.
    places: Vec<Place>,
    writer: Option<Arc<Command>>,
    /// Since the last one that writes.
    readers: Vec<Arc<Command>>,
}

/// Place where the content is or can be.
struct Place {
    /// None: the host.
    device: Option<&'static Device>,
    memory: Memory,
    /// Whether the content is here, once the commands before have ended.
    is_current: bool,
    /// The copy that brought it here.
    copy: Option<Arc<Command>>,
}

/// Memory of the caller, or of the buffer itself.
struct Memory {
    address: Address,
    owner: Owner,
}

enum Owner {
    Caller,
    Host,
    Device(&'static Device),
}

/// Copies that are needed before a command can access the content.
pub(crate) struct Transfer {
    pub(crate) from: Address,
    pub(crate) to: Address,
    pub(crate) size: usize,
    /// The device that has one of the two and copies.
    pub(crate) device: &'static Device,
    /// The last command that wrote what is copied.
    pub(crate) after: Option<Arc<Command>>,
}

impl State {
    fn place(&mut self, device: Option<&'static Device>) -> Option<&mut Place> {
        self.places.iter_mut().find(|place| is_same(place.device, device))
    }
}

fn is_same(one: Option<&Device>, other: Option<&Device>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        _ => false,
    }
}

/// The device whose own memory has the buffer; none for devices that work in the host's.
fn with_memory(device: Option<&'static Device>) -> Option<&'static Device> {
    device.filter(|device| device.back_end().has_memory())
}

impl Buffer {
    /// A buffer in the caller's memory, or in its own.
    pub(crate) fn new(size: usize, alignment: usize, memory: Option<Address>) -> Result<Arc<Self>, Error> {
        let memory = match memory {
            Some(address) => Memory { address, owner: Owner::Caller },
            None => Memory::of_host(size, alignment)?,
        };
        let places = vec![Place { device: None, memory, is_current: true, copy: None }];
        let state = State { places, writer: None, readers: Vec::new() };
        Ok(Arc::new(Self { size, alignment, state: Lock::new(state) }))
    }

    /// Address on a device, or on the host, for C. A device that has memory of its own gets it here.
    pub(crate) fn address(&self, device: Option<&'static Device>) -> Result<*mut c_void, Error> {
        let device = with_memory(device);
        let mut state = self.state.lock();
        if let Some(place) = state.place(device) {
            return Ok(place.memory.address.pointer());
        }
        let memory = Memory::of_device(device, self.size, self.alignment)?;
        let address = memory.address.pointer();
        state.places.push(Place { device, memory, is_current: false, copy: None });
        Ok(address)
    }

    /// Whether the host has the content, once the commands that access it have ended.
    pub(crate) fn is_home(&self) -> bool {
        self.state.lock().places[0].is_current
    }

    /// Moves the content to memory of its own, after the commands that access it now. It has to be with the host.
    pub(crate) fn move_content(&self) -> Result<(), Error> {
        let mut state = self.state.lock();
        let place = &mut state.places[0];
        if matches!(place.memory.owner, Owner::Caller) {
            let own = Memory::of_host(self.size, self.alignment)?;
            native::copy(&place.memory.address, &own.address, self.size);
            place.memory = own;
        }
        Ok(())
    }

    /// The copy that is needed before a device, or the host, can access the content; it has to be added as a reader.
    pub(crate) fn transfer(&self, device: Option<&'static Device>, mode: Mode) -> Result<Option<Transfer>, Error> {
        let device = with_memory(device);
        self.address(device)?;
        let mut state = self.state.lock();
        let Some(to) = state.place(device) else { return Ok(None) };
        if to.is_current || mode.discards {
            return Ok(None);
        }
        let target = to.memory.address.copied();
        // From the host if it is there; else by way of the host's memory, which is current afterwards.
        let host_is_current = state.places[0].is_current;
        let source = if host_is_current { Some(&state.places[0]) } else { state.places.iter().find(|p| p.is_current) };
        let Some(from) = source else { return Ok(None) };
        let Some(with) = device.or(from.device) else { return Ok(None) };
        let (from, after) = (from.memory.address.copied(), state.writer.clone());
        Ok(Some(Transfer { from, to: target, size: self.size, device: with, after }))
    }

    /// Notes the copy that makes the content current for a device, or the host.
    pub(crate) fn add_copy(&self, device: Option<&'static Device>, copy: &Arc<Command>) {
        let mut state = self.state.lock();
        state.readers.push(Arc::clone(copy));
        if let Some(place) = state.place(with_memory(device)) {
            place.is_current = true;
            place.copy = Some(Arc::clone(copy));
        }
    }

    /// The commands that an access has to wait for. The command counts as one that accesses the buffer from now on.
    pub(crate) fn add(&self, command: &Arc<Command>, device: Option<&'static Device>, mode: Mode) -> Vec<Arc<Command>> {
        let device = with_memory(device);
        let mut state = self.state.lock();
        let mut before = Vec::from_iter(state.writer.clone());
        if let Some(place) = state.place(device) {
            place.copy = place.copy.take().filter(|copy| !copy.is_complete());
            before.extend(place.copy.clone());
        }
        if mode.writes {
            before.append(&mut state.readers);
            state.writer = Some(Arc::clone(command));
            for place in &mut state.places {
                place.is_current = is_same(place.device, device);
            }
        } else {
            state.readers.retain(|reader| !reader.is_complete());
            state.readers.push(Arc::clone(command));
        }
        before
    }

    /// Waits for all commands that access it now.
    pub(crate) fn wait(&self) {
        let state = self.state.lock();
        let all: Vec<_> = state.readers.iter().chain(&state.writer).cloned().collect();
        drop(state);
        for command in all {
            command.wait_until(Phase::Complete);
        }
    }
}

impl Memory {
    fn of_host(size: usize, alignment: usize) -> Result<Self, Error> {
        let address = memory::allocate_host(size.max(1), alignment).ok_or_else(|| none_of(size))?;
        Ok(Self { address, owner: Owner::Host })
    }

    fn of_device(device: Option<&'static Device>, size: usize, alignment: usize) -> Result<Self, Error> {
        let Some(device) = device else { return Self::of_host(size, alignment) };
        let address = device.back_end().allocate(memory::Kind::Device, size.max(1), alignment)?;
        Ok(Self { address, owner: Owner::Device(device) })
    }
}

fn none_of(size: usize) -> Error {
    Error::new(Status::MemoryAllocation, format!("there is no memory for a buffer of {size} bytes"))
}

impl Drop for Buffer {
    fn drop(&mut self) {
        observe(self); // what commands did that had a reference
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        match self.owner {
            Owner::Caller => {}
            Owner::Host => memory::free_host(&self.address),
            Owner::Device(device) => device.back_end().free(memory::Kind::Device, &self.address),
        }
    }
}

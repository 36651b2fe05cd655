//! Buffers: memory, and the commands that access it.

use std::ffi::c_void;
use std::sync::Arc;

use sycl_host_device::Lock;

use crate::command::{Command, Phase};
use crate::error::{Error, Status};
use crate::memory;
use crate::native::{self, Address};

/// How a command accesses a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) writes: bool,
}

impl Mode {
    const READ: u32 = 1;
    const WRITE: u32 = 2;
    const DISCARD: u32 = 4;

    /// `enum sycl_rt_access_mode`.
    pub(crate) fn from_number(number: u32) -> Result<Self, Error> {
        let (known, accesses) = (Self::READ | Self::WRITE | Self::DISCARD, Self::READ | Self::WRITE);
        if number & !known != 0 || number & accesses == 0 {
            return Err(Error::invalid(format!("found the access mode {number}; expected 1 (read), 2 (write) or 3")));
        }
        Ok(Self { writes: number & Self::WRITE != 0 })
    }
}

/// A buffer. All devices that there are share the memory of the host, so its content is always in one place.
pub(crate) struct Buffer {
    size: usize,
    alignment: usize,
    memory: Lock<Memory>,
    users: Lock<Users>,
}

/// Memory of the caller, or of the buffer itself.
struct Memory {
    address: Address,
    is_own: bool,
}

#[derive(Default)]
struct Users {
    writer: Option<Arc<Command>>,
    /// Since the last one that writes.
    readers: Vec<Arc<Command>>,
}

impl Buffer {
    /// A buffer in the caller's memory, or in its own.
    pub(crate) fn new(size: usize, alignment: usize, memory: Option<Address>) -> Result<Arc<Self>, Error> {
        let memory = match memory {
            Some(address) => Memory { address, is_own: false },
            None => Memory::own(size, alignment)?,
        };
        Ok(Arc::new(Self { size, alignment, memory: Lock::new(memory), users: Lock::default() }))
    }

    /// Where it is, for C.
    pub(crate) fn address(&self) -> *mut c_void {
        self.memory.lock().address.pointer()
    }

    /// Moves the content to memory of its own, after the commands that access it now.
    pub(crate) fn move_content(&self) -> Result<(), Error> {
        self.wait();
        let mut memory = self.memory.lock();
        if !memory.is_own {
            let own = Memory::own(self.size, self.alignment)?;
            native::copy(&memory.address, &own.address, self.size);
            *memory = own;
        }
        Ok(())
    }

    /// The commands that an access has to wait for. The command counts as one that accesses the buffer from now on.
    pub(crate) fn add(&self, command: &Arc<Command>, mode: Mode) -> Vec<Arc<Command>> {
        let mut users = self.users.lock();
        let mut before = Vec::from_iter(users.writer.clone());
        if mode.writes {
            before.append(&mut users.readers);
            users.writer = Some(Arc::clone(command));
        } else {
            users.readers.retain(|reader| !reader.is_complete());
            users.readers.push(Arc::clone(command));
        }
        before
    }

    /// Waits for all commands that access it now.
    pub(crate) fn wait(&self) {
        let users = self.users.lock();
        let all: Vec<_> = users.readers.iter().chain(&users.writer).cloned().collect();
        drop(users);
        for command in all {
            command.wait_until(Phase::Complete);
        }
    }
}

impl Memory {
    fn own(size: usize, alignment: usize) -> Result<Self, Error> {
        let address = memory::allocate_host(size.max(1), alignment).ok_or_else(|| {
            Error::new(Status::MemoryAllocation, format!("there is no memory for a buffer of {size} bytes"))
        })?;
        Ok(Self { address, is_own: true })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.is_own {
            memory::free_host(&self.address);
        }
    }
}

//! Addresses of the program's memory, and what is done there.

use std::ffi::c_void;
use std::path::Path;
use std::slice;

use sycl_host_device::{Address as HostAddress, Argument, Device, Kind, OpenError, Program};

use crate::error::Error;
use crate::images::DeviceImage;
use crate::launch;

/// An address of memory that the program, its kernels and this library share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address(pub(super) *mut c_void);

// SAFETY: an address; the functions that access memory say what has to be true of it.
unsafe impl Send for Address {}
// SAFETY: an address; the functions that access memory say what has to be true of it.
unsafe impl Sync for Address {}

impl Address {
    /// None for null.
    pub(super) fn new(pointer: *mut c_void) -> Option<Self> {
        (!pointer.is_null()).then_some(Self(pointer))
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }

    pub(crate) fn number(&self) -> usize {
        self.0.expose_provenance()
    }

    /// An address that a driver gave.
    pub(super) fn of_device(number: u64) -> Self {
        Self(std::ptr::with_exposed_provenance_mut(number as usize))
    }

    /// The address so many bytes behind it, of the same allocation.
    pub(crate) fn moved(&self, bytes: usize) -> Self {
        Self(self.0.wrapping_byte_add(bytes))
    }

    /// The same address.
    pub(crate) fn copied(&self) -> Self {
        Self(self.0)
    }
}

/// Much memory is in large pages, where the system has them: kernels walk through it in all orders.
const LARGE_PAGE: usize = 2 << 20;

/// Allocates memory; none if there is not as much. The alignment is a power of two.
pub(crate) fn allocate(size: usize, alignment: usize) -> Option<Address> {
    let is_large = size >= 4 * LARGE_PAGE;
    let alignment = if is_large { alignment.max(LARGE_PAGE) } else { alignment };
    let mut memory = std::ptr::null_mut();
    // Not a byte more than asked for: AddressSanitizer and Valgrind find accesses behind it.
    // SAFETY: the alignment is a power of two, and that of a pointer at least.
    if unsafe { libc::posix_memalign(&raw mut memory, alignment.max(align_of::<usize>()), size) } != 0 {
        return None;
    }
    if is_large {
        // SAFETY: pages of the allocation; a hint, so its result does not matter.
        unsafe { libc::madvise(memory, size, libc::MADV_HUGEPAGE) };
    }
    Address::new(memory)
}

/// Puts bytes into memory that has been allocated for them.
pub(crate) fn write(to: &Address, bytes: &[u8]) {
    // SAFETY: so much memory, which no command knows yet.
    unsafe { to.0.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
}

/// Frees memory of [`allocate`].
pub(crate) fn free(address: &Address) {
    // SAFETY: callers keep who owns what: `usm::free` by its table, a buffer by its count of references.
    unsafe { libc::free(address.0) };
}

/// Copies memory to other memory.
pub(crate) fn copy(from: &Address, to: &Address, size: usize) {
    // SAFETY: so much memory at both: that of a buffer, and that of its caller (sycl_rt_buffer_create).
    unsafe { to.0.cast::<u8>().copy_from_nonoverlapping(from.0.cast(), size) };
}

/// An argument as a kernel takes it: addresses are told apart from values.
pub(crate) fn argument(given: launch::Argument<'_>, kind: Option<Kind>) -> Argument<'_> {
    let bytes = match given {
        launch::Argument::Value(bytes) => bytes,
        launch::Argument::Local(size) => return Argument::Local(usize::try_from(size).unwrap_or(usize::MAX)),
    };
    match (kind, <[u8; size_of::<usize>()]>::try_from(bytes)) {
        (Some(Kind::Pointer), Ok(number)) => {
            let pointer: *mut c_void = std::ptr::with_exposed_provenance_mut(usize::from_ne_bytes(number));
            // SAFETY: sycl_rt_launch: what addresses of arguments refer to is there until the kernel has run.
            Argument::Address(unsafe { HostAddress::new(pointer) })
        }
        _ => Argument::Value(bytes),
    }
}

/// The section with images that are not for the host; empty without one.
///
/// # Safety
/// Null, or the bounds of a section of a module, of which nothing is used after the module was removed.
pub(super) unsafe fn device_section(start: *const c_void, end: *const c_void) -> &'static [u8] {
    let (start, end) = (start.cast::<u8>(), end.cast::<u8>());
    if start.is_null() || end.addr() <= start.addr() {
        return &[];
    }
    // SAFETY: as the caller says.
    unsafe { slice::from_raw_parts(start, end.addr() - start.addr()) }
}

/// Name in messages for the files of images that a program or library has loaded or linked.
const THIS_PROGRAM: &str = "this program";

/// Images for the host.
pub(crate) enum HostImages {
    /// The section of a program or library that is loaded.
    Section { start: Address, end: Address },
    /// Shared libraries in memory.
    Files(Vec<DeviceImage>),
}

impl HostImages {
    /// None without a section. The bounds are null or those of a section of a module.
    pub(super) fn new(start: *const c_void, end: *const c_void) -> Option<Self> {
        let (start, end) = (Address::new(start.cast_mut())?, Address::new(end.cast_mut())?);
        (start.number() < end.number()).then_some(Self::Section { start, end })
    }

    /// None without images.
    pub(crate) fn of_files(images: Vec<DeviceImage>) -> Option<Self> {
        (!images.is_empty()).then_some(Self::Files(images))
    }

    /// The names of the kernels of all images, in order, also of those that this processor cannot run.
    pub(crate) fn kernel_names(&self) -> Result<Vec<String>, OpenError> {
        match self {
            // SAFETY: sycl_rt_add_module: the bounds of the section of a module, which stays until the module is
            // removed; the link driver made the images from the module's own device code.
            Self::Section { start, end } => unsafe {
                Program::names_in_section(Path::new(THIS_PROGRAM), start.0, end.0)
            },
            Self::Files(images) => Ok(images.iter().flat_map(DeviceImage::kernel_names).map(str::to_owned).collect()),
        }
    }

    /// Address of a device global of the images, and its size.
    pub(crate) fn global(program: &Program, id: &str) -> Option<(Address, usize)> {
        let (address, size) = program.global(id)?;
        Some((Address::new(address)?, size))
    }

    /// Reads the images.
    pub(crate) fn open(&self, device: &Device) -> Result<Program, OpenError> {
        match self {
            // SAFETY: sycl_rt_add_module: the bounds of the section of a module, which stays until the module is
            // removed; the link driver made the images from the module's own device code.
            Self::Section { start, end } => unsafe {
                Program::of_section(device, Path::new(THIS_PROGRAM), start.0, end.0)
            },
            // SAFETY: sycl_rt_load_module: a compiler made the images of correct kernels.
            Self::Files(images) => unsafe { Program::of_bytes(device, images.iter().map(|image| &*image.code)) },
        }
    }
}

/// Elements of the caller's.
///
/// # Safety
/// Null, or so many elements that live as long as the result.
pub(super) unsafe fn elements<'a, T>(pointer: *const T, count: u64, what: &str) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    let possible = usize::try_from(count)
        .ok()
        .filter(|count| count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok()));
    let Some(count) = possible else {
        return Err(Error::invalid(format!("{what}: found {count} elements; expected no more than memory has")));
    };
    if pointer.is_null() {
        return Err(Error::invalid(format!("{what}: found a null pointer; expected an address")));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

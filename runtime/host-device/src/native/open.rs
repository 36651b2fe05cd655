//! Functions whose callers promise what the compiler cannot check.

use std::ffi::c_void;
use std::path::Path;

use crate::arguments::Address;
use crate::device::Device;
use crate::error::OpenError;
use crate::files::Found;
use crate::program::{Program, of_found};

impl Program {
    /// Opens the images of a shared library, of a file table, or of the tables `host*.table` in a directory.
    ///
    /// Of several images with a kernel, those that the processor does not run are left out, and of the others the one
    /// that uses more of the processor is taken.
    ///
    /// # Errors
    /// [`OpenError`] for what cannot be read or is not an image of this version, and if the processor runs none of the
    /// images; kernels of such an image are not executed.
    ///
    /// # Safety
    /// The images are what their tables say, and their kernels access nothing but what their arguments refer to, within
    /// its bounds: what a compiler makes of correct SYCL kernels.
    pub unsafe fn open(device: &Device, path: &Path) -> Result<Self, OpenError> {
        of_found(device, Found::in_path(path)?)
    }

    /// Opens the images of shared libraries that are in memory, as a compiler at run time makes them.
    ///
    /// # Errors
    /// As for [`Self::open`].
    ///
    /// # Safety
    /// As for [`Self::open`].
    pub unsafe fn of_bytes<'a>(device: &Device, images: impl IntoIterator<Item = &'a [u8]>) -> Result<Self, OpenError> {
        of_found(device, Found::in_memory(images)?)
    }

    /// Opens the images that are linked into the program or a library of the process.
    ///
    /// # Errors
    /// As for [`Self::open`].
    ///
    /// # Safety
    /// As for [`Self::open`].
    pub unsafe fn of_process(device: &Device) -> Result<Self, OpenError> {
        of_found(device, Found::in_process()?)
    }

    /// Opens the images in a section `sycl_host_images` that is in memory, as `sycl_host_image.h` describes it.
    /// `name` stands for it in messages.
    ///
    /// # Errors
    /// As for [`Self::open`].
    ///
    /// # Safety
    /// As for [`Self::open`]; both pointers are the bounds of such a section, which stays.
    pub unsafe fn of_section(
        device: &Device,
        name: &Path,
        start: *const c_void,
        end: *const c_void,
    ) -> Result<Self, OpenError> {
        of_found(device, Found::in_section(name, bounds(start, end).0, bounds(start, end).1)?)
    }

    /// The names of the kernels of all images in a section, in order, whether or not this processor runs them.
    ///
    /// # Errors
    /// As for [`Self::of_section`], but for images that the processor does not run.
    ///
    /// # Safety
    /// As for [`Self::of_section`].
    pub unsafe fn names_in_section(
        name: &Path,
        start: *const c_void,
        end: *const c_void,
    ) -> Result<Vec<String>, OpenError> {
        Found::names_in_section(name, bounds(start, end).0, bounds(start, end).1)
    }
}

/// Address and size of a section.
fn bounds(start: *const c_void, end: *const c_void) -> (usize, usize) {
    let address = start.expose_provenance();
    (address, end.addr().saturating_sub(address))
}

impl Address {
    /// The address of memory that a kernel reads and writes.
    ///
    /// # Safety
    /// While launches use it, the memory is there, as much of it as the kernel accesses, and nothing else writes what
    /// the kernel reads.
    #[must_use]
    pub unsafe fn new<T>(address: *mut T) -> Self {
        Self(address.expose_provenance())
    }
}

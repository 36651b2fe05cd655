//! The device code of a program or a shared library.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use once_cell::sync::OnceCell;
use sycl_host_device::{Chosen, Device, Lock, OpenError, Program};

use crate::error::{Error, Status};
use crate::native::HostImages;

/// The device code of a program or a shared library.
pub(crate) struct Module {
    host_images: Option<HostImages>,
    /// Its images for the host, read on first use.
    host: OnceCell<Program>,
    kernels: Lock<BTreeMap<String, Arc<Kernel>>>,
}

/// A kernel of a module, by its name.
pub(crate) struct Kernel {
    pub(crate) name: String,
    module: Arc<Module>,
    /// Its image for the host, once it was asked for.
    on_host: OnceCell<Chosen>,
}

impl Kernel {
    /// The images for the host, and the kernel among them.
    pub(crate) fn on_host(&self, device: &Device) -> Result<(&Program, Chosen), Error> {
        let program = self.module.host(device, &self.name)?;
        let chosen = self.on_host.get_or_try_init(|| {
            let chosen = program.choose(&self.name)?;
            log::debug!("kernel `{}`: {} items in a sub-group", self.name, program.chosen(chosen).sub_group_size());
            Ok::<_, Error>(chosen)
        })?;
        Ok((program, *chosen))
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Module {
    pub(crate) fn new(host_images: Option<HostImages>) -> Arc<Self> {
        Arc::new(Self { host_images, host: OnceCell::new(), kernels: Lock::default() })
    }

    /// The kernel of a name; each has one handle, which lives as long as the module.
    pub(crate) fn kernel(self: &Arc<Self>, name: &str) -> Arc<Kernel> {
        let mut kernels = self.kernels.lock();
        if let Some(kernel) = kernels.get(name) {
            return Arc::clone(kernel);
        }
        let kernel = Arc::new(Kernel { name: name.to_owned(), module: Arc::clone(self), on_host: OnceCell::new() });
        kernels.insert(name.to_owned(), Arc::clone(&kernel));
        kernel
    }

    /// Forgets its kernels, which refer to it.
    pub(crate) fn close(&self) {
        let kernels = std::mem::take(&mut *self.kernels.lock());
        drop(kernels);
    }

    /// The names of all kernels, in order.
    pub(crate) fn names(&self) -> Result<Vec<String>, Error> {
        let Some(images) = &self.host_images else { return Ok(Vec::new()) };
        images.kernel_names().map_err(|error| Error::new(Status::Build, error.to_string()))
    }

    /// The images for the host.
    fn host(&self, device: &Device, kernel: &str) -> Result<&Program, Error> {
        let Some(images) = &self.host_images else {
            let text = format!(
                "kernel `{kernel}`: this program has no device code for the processor; link it with clang++ and \
                 --config=sycl.cfg, and with the target `host`"
            );
            return Err(Error::new(Status::KernelNotSupported, text));
        };
        self.host.get_or_try_init(|| images.open(device)).map_err(|error| {
            let status =
                if matches!(error, OpenError::Processor(_)) { Status::KernelNotSupported } else { Status::Build };
            Error::new(status, error.to_string())
        })
    }
}

//! The device code of a program or a shared library.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Weak};

use sycl_host_device::{Chosen, Device, Lock, Once, OpenError, Program};
use sycl_propset::SetName;

use crate::device::{Device as AnyDevice, Id, Place};
use crate::error::{Error, Status};
use crate::images::{DeviceImages, Loads};
use crate::memory;
use crate::native::{self, Address, HostImages};

/// Modules of programs and shared libraries that are loaded.
static MODULES: Lock<Vec<Weak<Module>>> = Lock::new(Vec::new());

/// Whether this is so of any module that is loaded.
pub(crate) fn any(is_so: impl Fn(&Module) -> bool) -> bool {
    let loaded: Vec<_> = MODULES.lock().iter().filter_map(Weak::upgrade).collect();
    loaded.iter().any(|module| is_so(module))
}

/// The device code of a program or a shared library.
pub(crate) struct Module {
    device_images: DeviceImages,
    host_images: Option<HostImages>,
    /// Its images for the host, read on first use.
    host: Once<Program>,
    kernels: Lock<BTreeMap<String, Arc<Kernel>>>,
    globals: Globals,
}

/// A kernel of a module, by its name.
pub(crate) struct Kernel {
    pub(crate) name: String,
    module: Arc<Module>,
    /// Its image for the host, once it was asked for.
    on_host: Once<Chosen>,
    /// What other devices have loaded.
    pub(crate) loads: Loads,
}

impl Kernel {
    /// The images for the host, and the kernel among them.
    pub(crate) fn on_host(&self, device: &Device) -> Result<(&Program, Chosen), Error> {
        let program = self.module.host(device, || format!("kernel `{}`", self.name))?;
        let chosen = self.on_host.get_or_try_init(|| {
            let chosen = program.choose(&self.name)?;
            log::debug!("kernel `{}`: {} items in a sub-group", self.name, program.chosen(chosen).sub_group_size());
            Ok::<_, Error>(chosen)
        })?;
        Ok((program, *chosen))
    }
}

impl Kernel {
    /// The images of its module for other devices.
    pub(crate) fn device_images(&self) -> &DeviceImages {
        self.module.device_images()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Module {
    /// `globals` has identities of device globals by the addresses of their objects.
    pub(crate) fn new(
        host_images: Option<HostImages>,
        device_images: &'static [u8],
        globals: BTreeMap<usize, String>,
    ) -> Arc<Self> {
        let module = Arc::new(Self {
            device_images: DeviceImages::new(device_images),
            host_images,
            host: Once::new(),
            kernels: Lock::default(),
            globals: Globals::new(globals),
        });
        let mut all = MODULES.lock();
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(&module));
        module
    }

    /// The kernel of a name; each has one handle, which lives as long as the module.
    pub(crate) fn kernel(self: &Arc<Self>, name: &str) -> Arc<Kernel> {
        let mut kernels = self.kernels.lock();
        if let Some(kernel) = kernels.get(name) {
            return Arc::clone(kernel);
        }
        let kernel = Arc::new(Kernel {
            name: name.to_owned(),
            module: Arc::clone(self),
            on_host: Once::new(),
            loads: Loads::default(),
        });
        kernels.insert(name.to_owned(), Arc::clone(&kernel));
        kernel
    }

    pub(crate) fn device_images(&self) -> &DeviceImages {
        &self.device_images
    }

    /// Forgets its kernels, which refer to it.
    pub(crate) fn close(&self) {
        let kernels = std::mem::take(&mut *self.kernels.lock());
        drop(kernels);
    }

    /// The names of all kernels, in order.
    pub(crate) fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = BTreeSet::new();
        if let Some(images) = &self.host_images {
            let of_host = images.kernel_names().map_err(|error| Error::new(Status::Build, error.to_string()))?;
            names.extend(of_host);
        }
        for image in self.device_images.read()? {
            let set = image.properties.get(&SetName::KernelNames);
            names.extend(set.into_iter().flat_map(|set| set.iter().map(|(name, _)| name.to_owned())));
        }
        Ok(names.into_iter().collect())
    }

    /// Whether it has device code for the host.
    pub(crate) fn has_host_images(&self) -> bool {
        self.host_images.is_some()
    }

    /// The images for the host, for something.
    pub(crate) fn host(&self, device: &Device, what: impl FnOnce() -> String) -> Result<&Program, Error> {
        let Some(images) = &self.host_images else {
            let text = format!(
                "{}: this program has no device code for the processor; link it with clang++ and --config=sycl.cfg, \
                 and with the target `host`",
                what()
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

/// A device global that the program asks for.
pub(crate) struct Wanted<'a> {
    /// Its identity in images.
    pub(crate) id: Option<&'a str>,
    /// The address of its object in the program.
    pub(crate) object: usize,
    /// A hash of where that is defined; 0 if it is not known.
    pub(crate) place: u64,
    /// What it begins with if no image has it.
    pub(crate) initial: Option<&'a [u8]>,
}

/// What a module knows of its device globals.
pub(crate) struct Globals {
    /// Identities by the addresses of objects.
    of_objects: BTreeMap<usize, String>,
    /// The memory of those that no image has, by device and object.
    unused: Lock<BTreeMap<(usize, usize), Address>>,
}

impl Globals {
    pub(crate) fn new(of_objects: BTreeMap<usize, String>) -> Self {
        Self { of_objects, unused: Lock::default() }
    }
}

impl Drop for Globals {
    fn drop(&mut self) {
        self.unused.lock().values().for_each(memory::free_host);
    }
}

impl Module {
    /// Where a device has a device global.
    pub(crate) fn global(&self, on: &AnyDevice, wanted: &Wanted<'_>) -> Result<Place, Error> {
        let place = format!("{:016x}", wanted.place);
        let of_object = || self.globals.of_objects.get(&wanted.object).map(|id| Id::Whole(id));
        let of_place = || (wanted.place != 0).then_some(Id::Start(&place));
        let id = wanted.id.map(Id::Whole).or_else(of_object).or_else(of_place);
        if let Some(id) = id
            && let Some(found) = on.back_end().global(self, id, wanted.initial)?
        {
            return Ok(found);
        }
        let (Some(initial), true) = (wanted.initial, wanted.object != 0) else { return Err(missing(id)) };
        self.unused_global(on, wanted.object, initial)
    }

    /// Memory for a device global that no kernel uses.
    fn unused_global(&self, on: &AnyDevice, object: usize, initial: &[u8]) -> Result<Place, Error> {
        let size = initial.len() as u64;
        let mut unused = self.globals.unused.lock();
        let key = (std::ptr::from_ref(on).addr(), object);
        if let Some(address) = unused.get(&key) {
            return Ok(Place { address: *address, size });
        }
        let no_memory = || Error::new(Status::MemoryAllocation, format!("there are no {size} bytes of memory"));
        let address = memory::allocate_host(initial.len().max(1), 1).ok_or_else(no_memory)?;
        native::write(&address, initial);
        unused.insert(key, address);
        Ok(Place { address, size })
    }
}

fn missing(id: Option<Id<'_>>) -> Error {
    let name = match id {
        Some(Id::Whole(id)) => format!("`{id}`"),
        Some(Id::Start(_)) | None => "of this object".to_owned(),
    };
    Error::invalid(format!("no image has a device global {name}; expected one that a kernel uses"))
}

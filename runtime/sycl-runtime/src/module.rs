//! The device code of a program or a shared library.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Weak};

use sycl_host_device::{Chosen, Device, Lock, Once, OpenError, Program};

use crate::barriers;
use crate::error::{Error, Status};
use crate::forks;
use crate::images::{self, DeviceImages, Loads};
use crate::memory;
use crate::native::{self, Address, HostImages};

/// Modules of programs and shared libraries that are loaded.
static MODULES: Lock<Vec<Weak<Module>>> = Lock::new(Vec::new());

/// The modules that are loaded.
pub(crate) fn all() -> Vec<Weak<Module>> {
    MODULES.lock().clone()
}

/// Whether this is so of any module that is loaded.
pub(crate) fn any(is_so: impl Fn(&Module) -> bool) -> bool {
    all().iter().filter_map(Weak::upgrade).any(|module| is_so(&module))
}

/// The device code of a program or a shared library.
pub(crate) struct Module {
    device_images: DeviceImages,
    host_images: Option<HostImages>,
    /// Whether it is in memory that the program has filled, such as what was compiled at run time.
    is_loaded: bool,
    /// Whether the program's memory with its images is there.
    is_open: Lock<bool>,
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
    /// Its image with barriers as the environment wants them, if it does.
    with_barriers: Once<Option<Program>>,
    /// Results that other devices have loaded.
    pub(crate) loads: Loads,
}

impl Kernel {
    /// The images for the host, and the kernel among them.
    pub(crate) fn on_host(&self, device: &Device) -> Result<(&Program, Chosen), Error> {
        let own = self.with_barriers.get_or_try_init(|| {
            let made = barriers::compile(&self.name, self.device_images())?;
            let opened = made.map(|image| HostImages::Files(vec![image]).open(device)).transpose();
            opened.map_err(|error| Error::new(Status::Build, error.to_string()))
        })?;
        let program = match own {
            Some(program) => program,
            None => self.module.host(device, || format!("kernel `{}`", self.name))?,
        };
        let chosen = self.on_host.get_or_try_init(|| {
            let chosen = program.choose(&self.name)?;
            log::debug!("kernel `{}`: {} items in a sub-group", self.name, program.chosen(chosen).sub_group_size());
            Ok::<_, Error>(chosen)
        })?;
        Ok((program, *chosen))
    }
}

impl Kernel {
    /// Whether the program has compiled it itself, so that its launches are not written by a compiler.
    pub(crate) fn is_loaded(&self) -> bool {
        self.module.is_loaded
    }

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
        Self::known(Self {
            device_images: DeviceImages::new(device_images),
            host_images,
            is_loaded: false,
            is_open: Lock::new(true),
            host: Once::new(),
            kernels: Lock::default(),
            globals: Globals::new(globals),
        })
    }

    /// A module of OffloadBinaries, which are copied.
    pub(crate) fn load(binaries: &[u8]) -> Result<Arc<Self>, Error> {
        let (of_host, of_others) = images::copies(binaries)?;
        Ok(Self::known(Self {
            device_images: DeviceImages::from_images(of_others),
            host_images: HostImages::of_files(of_host),
            is_loaded: true,
            is_open: Lock::new(true),
            host: Once::new(),
            kernels: Lock::default(),
            globals: Globals::new(BTreeMap::new()),
        }))
    }

    fn known(module: Self) -> Arc<Self> {
        let module = Arc::new(module);
        let mut all = MODULES.lock();
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(&module));
        module
    }

    /// The kernel of a name; each has one handle, which lives as long as the module. Of a program it may be missing in
    /// its images, which are not read for this.
    pub(crate) fn kernel(self: &Arc<Self>, name: &str) -> Result<Arc<Kernel>, Error> {
        let mut kernels = self.kernels.lock();
        if let Some(kernel) = kernels.get(name) {
            return Ok(Arc::clone(kernel));
        }
        if self.is_loaded {
            let names = self.names()?;
            if !names.iter().any(|known| known == name) {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let text = format!("no kernel `{name}` in these images; expected one of: {}", names.join(", "));
                return Err(Error::invalid(text));
            }
        }
        let kernel = Arc::new(Kernel {
            name: name.to_owned(),
            module: Arc::clone(self),
            on_host: Once::new(),
            with_barriers: Once::new(),
            loads: Loads::default(),
        });
        kernels.insert(name.to_owned(), Arc::clone(&kernel));
        Ok(kernel)
    }

    pub(crate) fn device_images(&self) -> &DeviceImages {
        &self.device_images
    }

    /// Does something for which nothing but this thread's work keeps the program's memory, unless that has gone.
    pub(crate) fn while_open<T>(&self, act: impl FnOnce() -> T) -> Option<T> {
        let is_open = self.is_open.lock();
        is_open.then(act)
    }

    /// Forgets its kernels, which refer to it. Its memory goes next.
    pub(crate) fn close(&self) {
        // In a fork no thread lets go of what one had.
        if forks::generation() == 0 {
            *self.is_open.lock() = false;
        }
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
            names.extend(image.kernel_names().map(str::to_owned));
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
            let missing = if self.is_loaded {
                "found no image for the processor; expected one that is compiled for the target `host`"
            } else {
                "this program has no device code for the processor; link it with clang++ and --config=sycl.cfg, and with \
                 the target `host`"
            };
            let text = format!("{}: {missing}", what());
            return Err(Error::new(Status::KernelNotSupported, text));
        };
        self.host.get_or_try_init(|| images.open(device)).map_err(|error| {
            let status =
                if matches!(error, OpenError::Processor(_)) { Status::KernelNotSupported } else { Status::Build };
            Error::new(status, error.to_string())
        })
    }
}

/// The identity of a device global in images, or how it begins.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Id<'a> {
    Whole(&'a str),
    Start(&'a str),
}

impl Id<'_> {
    /// The one identity that is meant, of all that images have; none if they have none of it.
    pub(crate) fn among(self, names: &BTreeSet<&str>) -> Result<Option<String>, Error> {
        match self {
            Self::Whole(id) => Ok(names.contains(id).then(|| id.to_owned())),
            Self::Start(start) => {
                let mut found = names.range(start..).take_while(|name| name.starts_with(start));
                let first = found.next();
                if let (Some(first), Some(second)) = (first, found.next()) {
                    let name = |id: &str| id.get(start.len()..).unwrap_or(id).trim_start_matches('.').to_owned();
                    return Err(Error::invalid(format!(
                        "found the device globals `{}` and `{}` at one place of one source file; expected at most one \
                         at a place, or names that other files see (neither `static` nor in an unnamed namespace)",
                        name(first),
                        name(second)
                    )));
                }
                Ok(first.map(|name| (*name).to_owned()))
            }
        }
    }
}

/// Address of a device global on a device.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) address: Address,
    pub(crate) size: u64,
}

/// Device globals of a module.
struct Globals {
    /// Identities by the addresses of objects.
    of_objects: BTreeMap<usize, String>,
    /// The memory of those that no image has, by device and object.
    unused: Lock<BTreeMap<(usize, usize), Address>>,
}

impl Globals {
    fn new(of_objects: BTreeMap<usize, String>) -> Self {
        Self { of_objects, unused: Lock::default() }
    }
}

impl Drop for Globals {
    fn drop(&mut self) {
        self.unused.lock().values().for_each(memory::free_host);
    }
}

impl Module {
    /// The identity of the device global that is at an address in the program, if the program says so.
    pub(crate) fn id_of_object(&self, object: usize) -> Option<Id<'_>> {
        self.globals.of_objects.get(&object).map(|id| Id::Whole(id))
    }

    /// Memory for a device global that no kernel uses, by the addresses of the device and of the object.
    pub(crate) fn unused_global(&self, device: usize, object: usize, initial: &[u8]) -> Result<Place, Error> {
        let size = initial.len() as u64;
        let mut unused = self.globals.unused.lock();
        let key = (device, object);
        if let Some(address) = unused.get(&key) {
            return Ok(Place { address: *address, size });
        }
        let address = memory::allocate_host(initial.len().max(1), 1).ok_or_else(|| memory::no_memory(size))?;
        native::write(&address, initial);
        unused.insert(key, address);
        Ok(Place { address, size })
    }
}

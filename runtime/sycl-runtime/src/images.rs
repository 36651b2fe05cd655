//! Images that are not for the host: reading them, and which one a device takes.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::Arc;

use sycl_host_device::{Lock, Once};
use sycl_images::source::Memory;
use sycl_images::{image, offload_binary};
use sycl_propset::device_globals::DeviceGlobals;
use sycl_propset::devices::DeviceConfig;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::runtime;
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::{PropertySetRegistry, SetName};

use crate::error::{Error, Status};
use crate::stage2::{self, Goal};

/// OpenCL has no way to the address of a variable.
pub(crate) const NO_DEVICE_GLOBALS: &str = "found device globals, which this runtime has on the processor and on NVIDIA's \
                                            GPUs; expected memory behind a captured pointer, or \
                                            ONEAPI_DEVICE_SELECTOR=host:*";
/// Kernels are compiled one by one, and each would have a variable of its own.
const NO_OWN_GLOBALS: &str = "found a device global with the property device_image_scope in generic code; expected code \
                              that is compiled ahead: link with";

/// Reads OffloadBinaries, one after another. `code` gives the bytes of an image by their place.
fn read(bytes: &[u8], code: impl Fn(Range<usize>) -> Cow<'static, [u8]>) -> Result<Vec<DeviceImage>, String> {
    let binaries = offload_binary::read(&Memory(bytes)).map_err(|error| error.to_string())?;
    let mut images = Vec::new();
    for (number, entry) in binaries.iter().flat_map(|binary| &binary.entries).enumerate() {
        let text = |key| entry.strings.text(key).unwrap_or_default().to_owned();
        let properties = image::properties_of(&entry.strings, &format!("image {number}"));
        let mut properties = properties.map_err(|error| error.to_string())?;
        // Images of OpenCL C have no properties.
        if properties.get(&SetName::KernelNames).is_none() {
            let kernels = properties.set_mut(SetName::KernelNames);
            image::symbols_of(&entry.strings).for_each(|name| kernels.insert(name, 1));
        }
        images.push(DeviceImage {
            triple: text(image::TRIPLE),
            arch: text(image::ARCH),
            code: code(entry.image.start as usize..entry.image.end() as usize),
            properties,
            loads: Loads::default(),
        });
    }
    Ok(images)
}

/// Copies of the images in OffloadBinaries that a program has in memory: those for this machine, and those for others.
pub(crate) fn copies(bytes: &[u8]) -> Result<(Vec<DeviceImage>, Vec<DeviceImage>), Error> {
    const EXPECTED: &str = "expected an OffloadBinary, as sycl_rtc_program_offload_binary gives it";
    if bytes.is_empty() {
        return Err(Error::invalid(format!("the images: found no bytes; {EXPECTED}")));
    }
    let images = read(bytes, |place| bytes[place].to_vec().into());
    let images = images.map_err(|error| Error::invalid(format!("the images: {error}; {EXPECTED}")))?;
    Ok(images.into_iter().partition(|image| image.triple.split('-').next() == Some(std::env::consts::ARCH)))
}

/// Results that devices have loaded, by a number of the device that no other one of the process has.
#[derive(Default)]
pub(crate) struct Loads(Lock<BTreeMap<usize, Arc<Load>>>);

/// Result of a device, once it is there.
type Load = Once<Arc<dyn Any + Send + Sync>>;

impl Loads {
    /// Result that a device has loaded, or loads now. Where another thread loads it, this one waits.
    pub(crate) fn get<T: Any + Send + Sync>(
        &self,
        device: usize,
        load: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        let mut all = self.0.lock();
        let place = all.entry(device).or_insert_with(|| Arc::new(Load::new()));
        let loaded = if let Some(loaded) = place.get() {
            Arc::clone(loaded)
        } else {
            let place = Arc::clone(place);
            drop(all);
            Arc::clone(place.get_or_try_init(|| Ok::<_, Error>(Arc::new(load()?)))?)
        };
        Ok(loaded.downcast().expect("a device loads things of one type"))
    }
}

/// An image that is not for the host.
pub(crate) struct DeviceImage {
    pub(crate) triple: String,
    pub(crate) arch: String,
    pub(crate) code: Cow<'static, [u8]>,
    pub(crate) properties: PropertySetRegistry,
    /// Its code, for all of its kernels.
    pub(crate) loads: Loads,
}

impl DeviceImage {
    /// Whether it is generic code, which is compiled for a device first.
    pub(crate) fn is_generic(&self) -> bool {
        self.arch == image::GENERIC
    }

    pub(crate) fn has_kernel(&self, name: &str) -> bool {
        self.properties.get(&SetName::KernelNames).is_some_and(|set| set.get(name).is_some())
    }

    /// The names of its kernels.
    pub(crate) fn kernel_names(&self) -> impl Iterator<Item = &str> {
        let names = self.properties.get(&SetName::KernelNames);
        names.into_iter().flat_map(|set| set.iter().map(|(name, _)| name))
    }

    /// Requirements on a device.
    fn requirements(&self) -> Result<DeviceRequirements, Error> {
        let requirements = runtime::requirements(&self.properties);
        let mut requirements = requirements.map_err(|error| Error::new(Status::Build, error.to_string()))?;
        // Code for an older device runs on a newer one, which ranks know.
        requirements.compile_target = None;
        Ok(requirements)
    }

    /// A kernel of it, as what is compiled for devices.
    pub(crate) fn source(&self, kernel: &str) -> Result<Source, Error> {
        let constants = SpecConstants::from_registry(&self.properties);
        let constants = constants.map_err(|error| Error::new(Status::Build, error.to_string()))?;
        Ok(Source { kernel: kernel.to_owned(), code: self.code.clone(), constants })
    }

    /// Its device globals.
    pub(crate) fn device_globals(&self) -> Result<DeviceGlobals, Error> {
        let globals = self.properties.get(&SetName::DeviceGlobals).map(DeviceGlobals::from_set).transpose();
        Ok(globals.map_err(|error| Error::new(Status::Build, error.to_string()))?.unwrap_or_default())
    }
}

/// A kernel of generic code.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) kernel: String,
    /// Bitcode with this kernel and others.
    code: Cow<'static, [u8]>,
    constants: SpecConstants,
}

impl Source {
    /// Whether it has specialization constants.
    pub(crate) fn has_constants(&self) -> bool {
        !self.constants.constants.is_empty()
    }

    /// The same, which does not need the program's memory.
    pub(crate) fn into_owned(self) -> Self {
        Self { code: self.code.into_owned().into(), ..self }
    }

    /// The kernel, compiled for a device. `known` says what all launches of the image have in common, as parameters of
    /// the pass `sscp-specialize`.
    pub(crate) fn compile(&self, goal: &Goal, known: &[String]) -> Result<DeviceImage, Error> {
        let stage2::Compiled { code, mut properties } = stage2::compile(&self.code, &self.kernel, goal, known)?;
        // The link has lowered them, so only the properties of the program say where their values are.
        self.constants.write_to(&mut properties);
        let (triple, arch) = goal.target.split_once(':').unwrap_or((&goal.target, ""));
        let (triple, arch, code) = (triple.to_owned(), arch.to_owned(), code.into());
        Ok(DeviceImage { triple, arch, code, properties, loads: Loads::default() })
    }
}

/// An image of the program, or one that was compiled of it for a device.
pub(crate) enum Image<'a> {
    Whole(&'a DeviceImage),
    /// Image of one kernel.
    Compiled(Box<DeviceImage>),
}

impl Deref for Image<'_> {
    type Target = DeviceImage;

    fn deref(&self) -> &DeviceImage {
        match self {
            Self::Whole(image) => image,
            Self::Compiled(image) => image,
        }
    }
}

/// The image that a device takes for a kernel.
pub(crate) struct Chosen<'a> {
    pub(crate) image: Image<'a>,
    /// Dimension 0 fastest.
    pub(crate) required_size: Option<[u64; 3]>,
    pub(crate) required_sub_group_size: Option<u32>,
    /// Whether its last parameter is the local memory that launches ask for.
    pub(crate) takes_local_memory: bool,
}

/// The images of a module that are not for the host.
pub(crate) struct DeviceImages {
    /// OffloadBinaries of the program, one after another; empty if there are none, or if the images are known.
    section: &'static [u8],
    images: Once<Vec<DeviceImage>>,
    /// The values of device globals.
    pub(crate) globals: Loads,
}

impl DeviceImages {
    pub(crate) fn new(section: &'static [u8]) -> Self {
        Self { section, images: Once::new(), globals: Loads::default() }
    }

    /// Images that are known.
    pub(crate) fn from_images(images: Vec<DeviceImage>) -> Self {
        let known = Self::new(&[]);
        let Ok(_) = known.images.get_or_try_init(|| Ok::<_, Infallible>(images));
        known
    }

    /// All images.
    pub(crate) fn read(&self) -> Result<&[DeviceImage], Error> {
        let read = || {
            if self.section.is_empty() {
                return Ok(Vec::new());
            }
            read(self.section, |place| self.section[place].into()).map_err(|error| {
                Error::new(Status::Build, format!("the section `sycl_device_images` of this program: {error}"))
            })
        };
        self.images.get_or_try_init(read).map(Vec::as_slice)
    }

    /// The generic code of a kernel, if there is some that shares its device globals with other images.
    pub(crate) fn source(&self, kernel: &str) -> Result<Option<Source>, Error> {
        let is_source = |image: &&DeviceImage| image.is_generic() && image.has_kernel(kernel);
        match self.read()?.iter().find(is_source) {
            Some(image) if !image.device_globals()?.has_own_values() => image.source(kernel).map(Some),
            _ => Ok(None),
        }
    }

    /// The image of the highest rank that has a kernel and that a device can run. An image without a rank is for other
    /// devices; where there is no other, generic code is compiled for `goal`. `missing` says what to do where there is
    /// none of that either, from the images that have the kernel. `has_globals`: the device has device globals.
    pub(crate) fn choose<R: Ord>(
        &self,
        kernel: &str,
        device: &runtime::Device,
        rank: impl Fn(&DeviceImage) -> Option<R>,
        goal: Option<&Goal>,
        has_globals: bool,
        missing: impl FnOnce(&[&DeviceImage]) -> String,
    ) -> Result<Chosen<'_>, Error> {
        let refused = |text: String| Error::new(Status::KernelNotSupported, format!("kernel `{kernel}`: {text}"));
        let holders: Vec<&DeviceImage> = self.read()?.iter().filter(|image| image.has_kernel(kernel)).collect();
        let mut fitting: Vec<_> = holders.iter().filter_map(|image| Some((rank(image)?, *image))).collect();
        fitting.sort_by(|(one, _), (other, _)| other.cmp(one));
        let mut candidates: Vec<&DeviceImage> = fitting.into_iter().map(|(_, image)| image).collect();
        if candidates.is_empty() && goal.is_some() {
            candidates.extend(holders.iter().filter(|image| image.is_generic()));
        }
        let mut why = None;
        for image in candidates {
            let globals = image.device_globals()?;
            if !globals.globals.is_empty() && !has_globals {
                return Err(refused(NO_DEVICE_GLOBALS.to_owned()));
            }
            if let Some(goal) = goal.filter(|_| image.is_generic())
                && globals.has_own_values()
            {
                return Err(refused(format!("{NO_OWN_GLOBALS} {}", goal.ahead)));
            }
            let mut requirements = image.requirements()?;
            if let Err(reason) = runtime::check(DeviceConfig::builtin(), device, &requirements) {
                why.get_or_insert(reason);
                continue;
            }
            let image = match goal.filter(|_| image.is_generic()) {
                Some(goal) => {
                    let compiled = image.source(kernel)?.compile(goal, &[])?;
                    requirements = compiled.requirements()?;
                    Image::Compiled(Box::new(compiled))
                }
                None => Image::Whole(image),
            };
            let required_size = requirements.reqd_work_group_size.map(|size| {
                let mut extents = [1; 3];
                extents.iter_mut().zip(size).for_each(|(extent, given)| *extent = given);
                extents
            });
            let required_sub_group_size = requirements.reqd_sub_group_size;
            let takes_local_memory =
                image.properties.get(&SetName::ImplicitLocalArg).is_some_and(|set| set.get(kernel).is_some());
            return Ok(Chosen { image, required_size, required_sub_group_size, takes_local_memory });
        }
        Err(refused(why.map_or_else(|| missing(&holders), |reason| reason.to_string())))
    }
}

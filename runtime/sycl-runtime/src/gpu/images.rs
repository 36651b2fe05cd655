//! Kernels on a GPU: the image that is chosen, and what is loaded of it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use once_cell::sync::OnceCell;
use sycl_host_device::LaunchError;
use sycl_propset::runtime::{self, UserValues};
use sycl_propset::spec_constants::SpecConstants;

use super::code_object;
use super::distinct::{Allocations, Variant};
use super::facts::Facts;
use super::globals::{self, Values as Globals};
use super::lists::is_elf;
use super::specialized::{Alike, Watch};
use crate::error::{Error, Status};
use crate::images::{DeviceImage, DeviceImages};
use crate::launch::{Launch, Values, check_required, items_in, narrow};
use crate::module::Place;
use crate::native::Address;
use crate::native::gpu::{Api, Function, Gpu, KernelFact, Module, Refusal, Stream};
use crate::stage2::Goal;

/// A kernel of the image that was chosen for it. The driver loads each form of it when it is asked for, which takes as
/// long as a hundred launches.
pub(crate) struct Loaded {
    pub(super) name: String,
    plain: OnceCell<Form>,
    /// The one for launches with an offset, if the kernel reads it.
    with_offset: OnceCell<Option<Form>>,
    /// The one for pointers to different allocations.
    variant: Option<Variant>,
    /// Bytes of its variables in shared memory.
    pub(super) shared_memory: u32,
    /// Dimension 0 fastest.
    pub(super) required_size: Option<[u64; 3]>,
    pub(super) required_sub_group_size: Option<u32>,
    of: Arc<Image>,
    /// Sizes of what it takes, with the buffer of constants; nothing if the driver does not tell.
    parameters: Vec<usize>,
    /// Its launches, if it is compiled again for those that are alike.
    watch: Option<Watch>,
}

/// A form of a kernel.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) function: Function,
    /// The most items of a group, by the registers that it takes.
    pub(super) most_items: u32,
}

impl Form {
    /// None if a module has none of this name.
    pub(super) fn find(module: &Module, name: &str) -> Result<Option<Self>, Refusal> {
        let form = |function: Function| Self { most_items: function.fact(KernelFact::MaxThreadsPerBlock), function };
        Ok(module.kernel(name)?.map(form))
    }
}

/// An image that is loaded, for all of its kernels.
pub(super) struct Image {
    gpu: &'static Gpu,
    module: Module,
    constants: SpecConstants,
    /// Values of constants that no launch has set.
    default_bytes: OnceCell<Vec<u8>>,
    defaults: OnceCell<Option<Arc<Constants>>>,
    /// Device globals of which the image has the value.
    globals: BTreeMap<String, Place>,
}

/// Values of constants on the GPU.
pub(crate) struct Constants {
    gpu: &'static Gpu,
    memory: Address,
}

impl Constants {
    fn new(gpu: &'static Gpu, bytes: &[u8]) -> Result<Self, Error> {
        let constants = Self { gpu, memory: gpu.allocate_device(bytes.len())? };
        gpu.write(&constants.memory, bytes)?;
        Ok(constants)
    }

    pub(super) fn address(&self) -> &Address {
        &self.memory
    }
}

impl Drop for Constants {
    fn drop(&mut self) {
        if let Err(refusal) = self.gpu.free(&self.memory) {
            log::error!("{refusal}");
        }
    }
}

impl Loaded {
    /// Loads a kernel from the best image that has it.
    pub(super) fn new(images: &DeviceImages, name: &str, gpu: &'static Gpu, facts: &Facts) -> Result<Self, Error> {
        let architecture = &facts.architecture;
        let missing = |holders: &[&DeviceImage]| {
            let (maker, own, option) = (architecture.maker(), architecture.name(), architecture.option());
            let target = format!("-Wl,--sycl-target={}:{own}", architecture.target());
            let for_maker = holders.iter().filter(|image| architecture.is_of_maker(image));
            let there: Vec<&str> = for_maker.map(|image| image.arch.as_str()).collect();
            if there.is_empty() {
                return format!(
                    "found no device code for {maker} GPUs; expected some for {own}: link with {option} or {target}"
                );
            }
            let there = there.join(", ");
            let or_older = if architecture.api() == Api::Cuda { " or older" } else { "" };
            format!("found device code for {there}; expected some for {own}{or_older}: link with {target}")
        };
        let goal = facts.target().map(|target| Goal { target, ahead: architecture.option() });
        let rank = |image: &DeviceImage| architecture.rank(image);
        let chosen = images.choose(name, &facts.device, rank, goal.as_ref(), true, missing)?;
        let of = Image::loaded(images, &chosen.image, gpu, &format!("kernel `{name}`"))?;
        let (mut loaded, most_items) = Self::of_image(name, &chosen.image.code, of)?;
        loaded.required_size = chosen.required_size;
        loaded.required_sub_group_size = chosen.required_sub_group_size;
        check_required(loaded.required_size, most_items.into(), facts.max_block.map(u64::from))?;
        if let (Some(source), Some(goal)) = (images.source(name)?, &goal) {
            loaded.watch = Watch::new(source, goal, &chosen.image.code, loaded.required_size.is_some());
        }
        Ok(loaded)
    }

    /// A kernel of an image that is loaded, and the most items of a group.
    pub(super) fn of_image(name: &str, code: &[u8], of: Arc<Image>) -> Result<(Self, u32), Error> {
        let mut loaded = Self {
            name: name.to_owned(),
            plain: OnceCell::new(),
            with_offset: OnceCell::new(),
            variant: Variant::find(code, name),
            shared_memory: 0,
            required_size: None,
            required_sub_group_size: None,
            of,
            parameters: Vec::new(),
            watch: None,
        };
        let Form { function, most_items } = match loaded.variant()? {
            Some(form) => form,
            None => *loaded.plain()?,
        };
        loaded.shared_memory = function.fact(KernelFact::SharedMemory);
        loaded.parameters = match loaded.of.gpu.api() {
            Api::Cuda => function.parameter_sizes(),
            Api::Hip => code_object::parameter_sizes(code, name).unwrap_or_default(),
        };
        log::debug!(
            "kernel `{name}`: {} registers, {} bytes of private memory, {} bytes of local memory",
            function.fact(KernelFact::Registers),
            function.fact(KernelFact::LocalMemory),
            loaded.shared_memory
        );
        Ok((loaded, most_items))
    }

    /// The kernel that is compiled for launches such as this one, with groups of this size.
    pub(super) fn specialized(&self, groups: [u32; 3], values: &Values, launch: &Launch<'_>) -> Option<Arc<Self>> {
        let (watch, gpu) = (self.watch.as_ref()?, self.of.gpu);
        let constants = self.of.constant_bytes(&launch.constants).ok()?;
        let sizes = Alike { groups, constants: &constants };
        watch.kernel_for(sizes, values, gpu, || Image::values(launch.kernel.device_images(), gpu))
    }

    /// The kernel itself.
    pub(super) fn plain(&self) -> Result<&Form, Error> {
        self.plain.get_or_try_init(|| {
            Form::find(&self.of.module, &self.name)?.ok_or_else(|| {
                let name = &self.name;
                let text = format!(
                    "kernel `{name}`: the device link left it out of the image for this GPU; its warnings say why"
                );
                Error::new(Status::KernelNotSupported, text)
            })
        })
    }

    /// Has the code on the GPU that most launches use.
    pub(super) fn bring(&self) -> Result<(), Error> {
        let form = self.variant()?.map_or_else(|| self.plain().copied(), Ok)?;
        self.of.gpu.enter()?;
        Ok(form.function.load()?)
    }

    /// Its variant, if it has one.
    fn variant(&self) -> Result<Option<Form>, Refusal> {
        self.variant.as_ref().map_or(Ok(None), |variant| variant.form(&self.of.module))
    }

    /// The symbolic ids of the constants of its image.
    pub(super) fn constant_ids(&self) -> impl Iterator<Item = &str> {
        self.of.constants.ids()
    }

    /// Number of arguments that launches give it; 0 if the driver does not tell.
    pub(super) fn argument_count(&self) -> usize {
        self.parameters.len().saturating_sub(usize::from(!self.of.constants.constants.is_empty()))
    }

    /// Refuses arguments, the buffer of constants included, that are not as many or as large as it takes: the driver
    /// reads what it takes, whatever there is.
    pub(super) fn check(&self, values: &Values, given: usize) -> Result<(), LaunchError> {
        let (kernel, expected) = (self.name.clone(), self.argument_count());
        if self.parameters.is_empty() {
            return Ok(());
        }
        if given != expected {
            return Err(LaunchError::ArgumentCount { kernel, found: given, expected });
        }
        let sizes = values.slices().map(<[u8]>::len).zip(&self.parameters).enumerate();
        match { sizes }.find(|(_, (found, expected))| found != *expected) {
            Some((index, (found, expected))) => {
                Err(LaunchError::ArgumentSize { kernel, index, found, expected: *expected as u64 })
            }
            None => Ok(()),
        }
    }

    /// The form for a launch with these values, and the offset if it is passed, as the last argument.
    pub(super) fn form_for(
        &self,
        launch: &Launch<'_>,
        values: &Values,
        allocations: &Allocations,
    ) -> Result<(Form, Option<[u32; 3]>), Error> {
        let offset = narrow(launch.offset, 0).map_err(|extent| {
            let text = format!("found the offset {extent} of a launch; expected less than 2^32 on a GPU");
            Error::new(Status::NdRange, text)
        })?;
        if offset != [0; 3] {
            let with_offset = || Form::find(&self.of.module, &format!("{}_with_offset", self.name));
            return Ok(match self.with_offset.get_or_try_init(with_offset)? {
                Some(form) => (*form, Some(offset)),
                None => (*self.plain()?, None),
            });
        }
        // Groups round it up, by less than a group.
        let is_small = launch.global.iter().all(|extent| *extent < (1 << 31) - (1 << 16));
        let fits = |variant: &Variant| is_small && variant.fits(values, allocations);
        if self.variant.as_ref().is_some_and(fits) {
            let items = launch.local.map_or(1, items_in);
            if let Some(form) = self.variant()?.filter(|form| items <= form.most_items.into()) {
                return Ok((form, None));
            }
        }
        Ok((*self.plain()?, None))
    }

    /// Notes a launch into a stream.
    pub(super) fn launched(&self, stream: &Stream) -> Result<(), Refusal> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch.launched(self.of.gpu, stream))
    }

    /// The values of constants for a launch; none if the image has no constants.
    pub(super) fn constants(&self, given: &[(&str, &[u8])]) -> Result<Option<Arc<Constants>>, Error> {
        let image = &self.of;
        let make = || {
            let bytes = image.constant_bytes(given)?;
            let made = (!bytes.is_empty()).then(|| Constants::new(image.gpu, &bytes)).transpose()?;
            Ok::<_, Error>(made.map(Arc::new))
        };
        if given.is_empty() { image.defaults.get_or_try_init(make).cloned() } else { make() }
    }
}

impl Image {
    /// Module that a GPU has loaded of an image, or loads now for something.
    pub(super) fn loaded(
        images: &DeviceImages,
        image: &DeviceImage,
        gpu: &'static Gpu,
        what: &str,
    ) -> Result<Arc<Self>, Error> {
        let values = Self::values(images, gpu)?;
        image.loads.get(std::ptr::from_ref(gpu).addr(), || Self::load(image, gpu, what, &values))
    }

    /// The values of device globals on a GPU.
    pub(super) fn values(images: &DeviceImages, gpu: &'static Gpu) -> Result<Arc<Globals>, Error> {
        images.globals.get(std::ptr::from_ref(gpu).addr(), || Ok(Globals::new(gpu)))
    }

    /// The values of constants for a launch; nothing if the image has no constants.
    fn constant_bytes(&self, given: &[(&str, &[u8])]) -> Result<Cow<'_, [u8]>, Error> {
        let bytes = |values: &UserValues| {
            let bytes = runtime::emulation_buffer(&self.constants, values);
            bytes.map_err(|error| Error::new(Status::Invalid, error.to_string()))
        };
        if given.is_empty() {
            return self
                .default_bytes
                .get_or_try_init(|| bytes(&UserValues::new()))
                .map(|bytes| bytes.as_slice().into());
        }
        bytes(&given.iter().map(|(id, value)| ((*id).to_owned(), value.to_vec())).collect()).map(Cow::Owned)
    }

    /// Address of a device global that this image has for itself.
    pub(super) fn own_global(&self, id: &str) -> Option<Place> {
        self.globals.get(id).copied()
    }

    /// Loads an image.
    pub(super) fn load(image: &DeviceImage, gpu: &'static Gpu, what: &str, values: &Globals) -> Result<Self, Error> {
        log::debug!("{what}: loads an image for {} of {} bytes", image.arch, image.code.len());
        let module = gpu.load(&for_driver(&image.code)).map_err(|refusal| {
            Error::new(Status::Build, format!("{what}: its image for {} cannot be loaded: {refusal}", image.arch))
        })?;
        let constants = SpecConstants::from_registry(&image.properties);
        let constants = constants.map_err(|error| Error::new(Status::Build, error.to_string()))?;
        let globals = globals::settle(image, &module, values)?;
        Ok(Self { gpu, module, constants, default_bytes: OnceCell::new(), defaults: OnceCell::new(), globals })
    }
}

/// Code as the driver takes it: PTX is a string of C's.
fn for_driver(code: &[u8]) -> Cow<'_, [u8]> {
    if is_elf(code) { code.into() } else { [code, b"\0"].concat().into() }
}

/// Machine code of an image that is PTX, which other threads do not wait for.
pub(super) fn assembled(mut image: DeviceImage, gpu: &Gpu) -> Result<DeviceImage, Refusal> {
    if !is_elf(&image.code) {
        image.code = gpu.assemble(&for_driver(&image.code))?.into();
    }
    Ok(image)
}

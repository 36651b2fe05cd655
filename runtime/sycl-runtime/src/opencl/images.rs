//! Kernels on a device of OpenCL: the image that is chosen, and what is built of it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use sycl_host_device::Lock;
use sycl_propset::runtime::{self, UserValues};
use sycl_propset::spec_constants::SpecConstants;

use super::facts::Facts;
use crate::error::{Error, Status};
use crate::images::{DeviceImage, DeviceImages, Image};
use crate::launch::check_required;
use crate::native::opencl::{Device, Kernel, KernelFact, Program};
use crate::stage2::Goal;

/// Target of generic code, and the option that makes a link compile it.
pub(super) const GOAL: &str = "spirv64";
const AHEAD: &str = "-fsycl-targets=spirv64";

/// The first bytes of SPIR-V in the byte order of the machine.
const SPIRV: [u8; 4] = sycl_images::spirv::MAGIC.to_ne_bytes();

/// Values of constants for which a kernel is kept; a program that sets ever other values has it built ever again.
const KEPT: usize = 32;

/// Values of constants, by symbolic id.
type Constants = Vec<(String, Vec<u8>)>;

/// A kernel that is built, for each set of values of constants that launches gave.
pub(super) struct Loaded {
    name: String,
    pub(super) required_size: Option<[u64; 3]>,
    pub(super) required_sub_group_size: Option<u32>,
    /// Whether its last parameter is the local memory that launches ask for.
    pub(super) takes_local_memory: bool,
    image: Cow<'static, [u8]>,
    arch: String,
    constants: SpecConstants,
    device: &'static Device,
    /// The program for all kernels of the image where no constants are set.
    defaults: Arc<Built>,
    with_constants: Lock<VecDeque<(Constants, Arc<Built>)>>,
}

/// A kernel of a program.
pub(super) struct Built {
    pub(super) kernel: Kernel,
    /// The most items of a group.
    pub(super) most_items: u64,
    /// Bytes of its variables in local memory.
    pub(super) local_memory: u64,
    /// Number of its arguments, one for the local memory of launches included.
    pub(super) arguments: usize,
    _program: Arc<Program>,
}

/// Whether an image is SPIR-V that OpenCL takes, and no machine code of one device.
pub(super) fn fits(image: &DeviceImage) -> bool {
    ["spir64", "spirv64"].iter().any(|triple| image.triple.starts_with(triple)) && image.code.starts_with(&SPIRV)
}

impl Loaded {
    /// Builds a kernel of the image that has it.
    pub(super) fn new(
        images: &DeviceImages,
        name: &str,
        device: &'static Device,
        facts: &Facts,
    ) -> Result<Self, Error> {
        let missing = |_: &[&DeviceImage]| {
            format!(
                "found no SPIR-V; expected some for a device of OpenCL: link with {AHEAD} or -Wl,--sycl-target=spirv64"
            )
        };
        let goal = Goal { target: GOAL.to_owned(), ahead: AHEAD.to_owned() };
        let rank = |image: &DeviceImage| fits(image).then_some(());
        let chosen = images.choose(name, &facts.device, rank, Some(&goal), false, missing)?;
        let image = chosen.image;
        let constants = SpecConstants::from_registry(&image.properties);
        let constants = constants.map_err(|error| Error::new(Status::Build, error.to_string()))?;
        // Generic code takes them from a buffer, which has no place among the arguments here.
        if matches!(image, Image::Compiled(_)) && !constants.constants.is_empty() {
            let text = format!(
                "kernel `{name}`: found specialization constants in generic code; expected SPIR-V of the program's own for \
                 a device of OpenCL: link with {AHEAD}"
            );
            return Err(Error::new(Status::KernelNotSupported, text));
        }
        let key = std::ptr::from_ref(device).addr();
        let program = image.loads.get(key, || build(name, device, &image.code, &constants, &UserValues::new()))?;
        let defaults = Arc::new(Built::new(name, program)?);
        check_required(chosen.required_size, defaults.most_items, facts.max_extents)?;
        Ok(Self {
            name: name.to_owned(),
            required_size: chosen.required_size,
            required_sub_group_size: chosen.required_sub_group_size,
            takes_local_memory: chosen.takes_local_memory,
            image: image.code.clone(),
            arch: image.triple.clone(),
            constants,
            device,
            defaults,
            with_constants: Lock::default(),
        })
    }

    /// The symbolic ids of the constants of its image.
    pub(super) fn constant_ids(&self) -> impl Iterator<Item = &str> {
        self.constants.ids()
    }

    /// The kernel with these values of constants.
    pub(super) fn built(&self, given: &[(&str, &[u8])]) -> Result<Arc<Built>, Error> {
        if given.is_empty() {
            return Ok(Arc::clone(&self.defaults));
        }
        let key: Constants = given.iter().map(|(id, value)| ((*id).to_owned(), value.to_vec())).collect();
        let mut kept = self.with_constants.lock();
        if let Some((_, known)) = kept.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(known));
        }
        log::debug!("kernel `{}`: builds an image for {} with other values of constants", self.name, self.arch);
        let values: UserValues = key.iter().cloned().collect();
        let program = build(&self.name, self.device, &self.image, &self.constants, &values)?;
        let built = Arc::new(Built::new(&self.name, Arc::new(program))?);
        kept.truncate(KEPT - 1);
        kept.push_front((key, Arc::clone(&built)));
        Ok(built)
    }
}

impl Built {
    fn new(name: &str, program: Arc<Program>) -> Result<Self, Error> {
        let Some(kernel) = program.kernel(name)? else {
            let text = format!("kernel `{name}`: the device link left it out of the SPIR-V; its warnings say why");
            return Err(Error::new(Status::KernelNotSupported, text));
        };
        let (most_items, local_memory) =
            (kernel.number(KernelFact::WorkGroupSize), kernel.number(KernelFact::LocalMemorySize));
        let arguments = kernel.argument_count()?;
        Ok(Self { kernel, most_items, local_memory, arguments, _program: program })
    }
}

fn build(
    kernel: &str,
    device: &'static Device,
    image: &[u8],
    constants: &SpecConstants,
    values: &UserValues,
) -> Result<Program, Error> {
    log::debug!("kernel `{kernel}`: builds SPIR-V of {} bytes", image.len());
    let settings = runtime::native_settings(constants, values)
        .map_err(|error| Error::new(Status::Invalid, format!("kernel `{kernel}`: {error}")))?;
    let settings = settings.into_iter().map(|setting| (setting.id, setting.bytes));
    device.build(image, settings).map_err(|refusal| {
        Error::new(Status::Build, format!("kernel `{kernel}`: its SPIR-V cannot be built: {refusal}"))
    })
}

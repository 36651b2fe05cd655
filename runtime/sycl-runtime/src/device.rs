//! Devices: what they are, and the back ends that they belong to.

use once_cell::sync::OnceCell;

use crate::command::Work;
use crate::error::Error;
use crate::host::Host;
use crate::module::Kernel;
use crate::selector::Selector;

/// `enum sycl_rt_device_type`.
pub(crate) const CPU: u32 = 1;
/// `enum sycl_rt_back_end`.
pub(crate) const HOST: u32 = 0;

/// A fact about a device or a kernel.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fact {
    Number32(u32),
    Number64(u64),
    Text(String),
    Numbers32(Vec<u32>),
    Numbers64(Vec<u64>),
}

impl Fact {
    /// As C gets it: in the byte order of the host, texts without an end.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Number32(number) => number.to_ne_bytes().to_vec(),
            Self::Number64(number) => number.to_ne_bytes().to_vec(),
            Self::Text(text) => text.clone().into_bytes(),
            Self::Numbers32(numbers) => numbers.iter().flat_map(|number| number.to_ne_bytes()).collect(),
            Self::Numbers64(numbers) => numbers.iter().flat_map(|number| number.to_ne_bytes()).collect(),
        }
    }
}

/// A launch, as it was checked against C's conventions. Slices have a number for each dimension.
pub(crate) struct Launch<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) global: &'a [u64],
    /// None: the device chooses.
    pub(crate) local: Option<&'a [u64]>,
    pub(crate) offset: &'a [u64],
    pub(crate) may_round_up: bool,
    pub(crate) dynamic_local_size: u64,
    pub(crate) arguments: Vec<&'a [u8]>,
    /// Values of specialization constants, by symbolic id.
    pub(crate) constants: Vec<(&'a str, &'a [u8])>,
}

/// What a back end does for one of its devices.
pub(crate) trait BackEnd: Send + Sync {
    /// A fact by its number in `enum sycl_rt_device_info`.
    fn fact(&self, number: u32) -> Result<Fact, Error>;
    /// A fact about a kernel by its number in `enum sycl_rt_kernel_info`.
    fn kernel_fact(&self, kernel: &Kernel, number: u32) -> Result<Fact, Error>;
    /// Whether commands run on the thread that submits them.
    fn is_serial(&self) -> bool;
    /// Whether the device can run a kernel.
    fn check(&self, kernel: &Kernel) -> Result<(), Error>;
    /// Checks a launch, and makes what runs it.
    fn prepare(&self, launch: &Launch<'_>) -> Result<Box<dyn Work>, Error>;
}

/// A device.
pub(crate) struct Device(Box<dyn BackEnd>);

impl Device {
    pub(crate) fn back_end(&self) -> &dyn BackEnd {
        &*self.0
    }

    pub(crate) fn is_serial(&self) -> bool {
        self.0.is_serial()
    }
}

/// All devices that `ONEAPI_DEVICE_SELECTOR` allows.
pub(crate) fn all() -> Result<&'static [&'static Device], Error> {
    static DEVICES: OnceCell<Vec<&'static Device>> = OnceCell::new();
    let find = || {
        let selector = Selector::of_environment()?;
        let mut devices: Vec<&'static Device> = Vec::new();
        if selector.allows("host", "cpu", 0) {
            // It lives as long as the process: C keeps its address.
            devices.push(Box::leak(Box::new(Device(Box::new(Host::open()?)))));
        }
        Ok(devices)
    };
    DEVICES.get_or_try_init(find).map(Vec::as_slice)
}

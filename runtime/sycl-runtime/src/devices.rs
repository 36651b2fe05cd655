//! The devices of all back ends.

use sycl_host_device::Once;

use crate::device::{BackEnd, Device};
use crate::error::Error;
use crate::gpu;
use crate::host::Host;
use crate::module;
use crate::native::gpu::Api;
use crate::opencl;
use crate::selector::Selector;

/// All devices that `ONEAPI_DEVICE_SELECTOR` allows.
pub(crate) fn all() -> Result<&'static [&'static Device], Error> {
    find(|| module::any(opencl::has_images))
}

/// The same, and of OpenCL also those that the program has no code for.
pub(crate) fn every() -> Result<&'static [&'static Device], Error> {
    find(|| true)
}

fn find(wants_opencl: impl FnOnce() -> bool) -> Result<&'static [&'static Device], Error> {
    static DEVICES: Once<Vec<&'static Device>> = Once::new();
    let find = || {
        let selector = Selector::of_environment()?;
        let mut back_ends: Vec<Box<dyn BackEnd>> = Vec::new();
        // Drivers take a while to start, and are not asked where no device of theirs could be.
        for api in [Api::Cuda, Api::Hip] {
            if selector.may_allow(api.back_end()) {
                back_ends.extend(gpu::devices(api).into_iter().map(|device| Box::new(device) as Box<dyn BackEnd>));
            }
        }
        back_ends.push(Box::new(Host::open()?));
        // A processor with a driver of OpenCL is behind `host`, which is preferred where a program has code for both.
        if selector.may_allow("opencl") && (selector.names("opencl") || wants_opencl()) {
            back_ends.extend(opencl::devices().into_iter().map(|device| Box::new(device) as Box<dyn BackEnd>));
        }
        back_ends.retain(|back_end| {
            let (name, kind, number) = back_end.name();
            selector.allows(name, kind, number)
        });
        Ok(back_ends.into_iter().map(Device::new).collect())
    };
    DEVICES.get_or_try_init(find).map(Vec::as_slice)
}

//! The host as a device: images for the target `host`, which the crate `sycl-host-device` loads and launches.
#![expect(unsafe_code, reason = "images are native code; the only use says why it is sound")]

use sycl_host_device::{Address, Argument as Passed, DeviceError as NoDevice, Kind, LaunchError, OpenError};
use sycl_propset::runtime::UserValues;

use crate::device::{Argument, Constants, DeviceError, DeviceFacts, Range};
use crate::images::Image;

/// Reason why the device could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HostError {
    #[error(transparent)]
    Device(#[from] NoDevice),
    #[error(transparent)]
    Open(#[from] Box<OpenError>),
    #[error("{cause} ({})", cause.opencl().0)]
    Launch { cause: Box<LaunchError> },
}

impl From<LaunchError> for HostError {
    fn from(cause: LaunchError) -> Self {
        Self::Launch { cause: Box::new(cause) }
    }
}

/// The processor of this machine.
pub(crate) struct Device {
    facts: DeviceFacts,
    device: sycl_host_device::Device,
}

impl Device {
    pub(crate) fn open() -> Result<Self, HostError> {
        let device = sycl_host_device::Device::open()?;
        let facts = DeviceFacts {
            name: device.name().to_owned(),
            version: std::env::consts::ARCH.to_owned(),
            driver: format!("sycl-host-device, {} threads", device.threads()),
            languages: "shared libraries for the target `host`".to_owned(),
            extensions: Vec::new(),
            aspects: device.aspects().iter().map(String::as_str).collect(),
            max_work_group_size: device.facts().max_work_group_size,
            sub_group_sizes: device.facts().sub_group_sizes.clone(),
        };
        Ok(Self { facts, device })
    }

    fn program(&self, image: &Image, values: &UserValues) -> Result<Program, HostError> {
        // SAFETY: images of the example programs, which `sycl-packager build` made of `examples/ir`; launches are those
        // of `programs`, whose buffers are as large as their kernels expect.
        let program = unsafe { sycl_host_device::Program::open(&self.device, &image.code_file) };
        let mut program = program.map_err(Box::new)?;
        for (symbolic_id, value) in values {
            program.set_constant(symbolic_id, value)?;
        }
        Ok(Program(program))
    }
}

impl crate::device::Device for Device {
    fn facts(&self) -> &DeviceFacts {
        &self.facts
    }

    fn build<'d>(
        &'d self,
        image: &Image,
        constants: &Constants,
    ) -> Result<Box<dyn crate::device::Program + 'd>, DeviceError> {
        Ok(Box::new(self.program(image, &constants.values)?))
    }
}

/// An image with the values of its constants.
struct Program(sycl_host_device::Program);

impl Program {
    fn run(&self, kernel: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, LaunchError> {
        let mut buffers: Vec<Vec<u8>> = arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Buffer(content) => Some(content.clone()),
                _ => None,
            })
            .collect();
        let mut contents = buffers.iter_mut();
        let mut passed: Vec<Passed<'_>> = Vec::new();
        for argument in arguments {
            passed.push(match argument {
                Argument::Value(bytes) => Passed::Value(bytes),
                Argument::Local(size) => Passed::Local(*size),
                Argument::Null => Passed::Address(Address::null()),
                Argument::Buffer(_) => Passed::Buffer(contents.next().expect("each buffer has a copy")),
            });
        }
        let wide = |sizes: &[usize]| sizes.iter().map(|size| *size as u64).collect::<Vec<u64>>();
        let mut sizes = sycl_host_device::Range::new(&wide(range.global()));
        if !range.local().is_empty() {
            sizes = sizes.local(&wide(range.local()));
        }
        self.0.launch(kernel, &sizes, &mut passed)?;
        Ok(buffers)
    }
}

impl crate::device::Program for Program {
    fn parameter_count(&self, kernel: &str) -> Result<usize, DeviceError> {
        let kernel = self.0.kernel(kernel).map_err(HostError::from)?;
        // The device passes the buffer of constants itself.
        Ok(kernel.parameters().iter().filter(|parameter| parameter.kind != Kind::Constants).count())
    }

    fn launch(&self, kernel: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, DeviceError> {
        Ok(self.run(kernel, range, arguments).map_err(HostError::from)?)
    }
}

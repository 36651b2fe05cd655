//! Kernels that are loaded before their first launch.
//!
//! To load an image and a kernel of it takes the driver as long as a hundred launches, for which the first launch would
//! wait. So the first queue on a GPU has another thread load the kernels that were compiled for it, while the program
//! prepares its data. PTX waits for its launch: the driver compiles it, which can take seconds, and the program may end
//! before.

use std::sync::{Arc, Weak};

use super::Inner;
use crate::background;
use crate::error::Error;
use crate::images::DeviceImage;
use crate::module::{self, Module};

/// Kernels that are loaded so at most: of a library with thousands, a program uses few.
const MOST_KERNELS: usize = 64;

/// Bytes of images that are loaded so at most.
const MOST_BYTES: usize = 16 << 20;

/// Has the kernels loaded that are there now.
pub(super) fn start(gpu: &'static Inner) {
    background::start(Box::new(move || {
        let (mut kernels, mut bytes) = (MOST_KERNELS, MOST_BYTES);
        for module in module::all() {
            let names = with(&module, |module| names(gpu, module, &mut bytes)).unwrap_or_default();
            for name in names.into_iter().take(kernels) {
                kernels -= 1;
                if let Some(Err(error)) = with(&module, |module| load(gpu, module, &name)) {
                    log::debug!("kernel `{name}`: left to its launch: {error}");
                }
            }
        }
    }));
}

/// Does something with a module that is still there, unless the process ends.
fn with<T>(module: &Weak<Module>, act: impl FnOnce(&Arc<Module>) -> T) -> Option<T> {
    background::with_driver(|| {
        let module = module.upgrade()?;
        module.while_open(|| act(&module))
    })
    .flatten()
}

/// The kernels of machine code for the GPU, in order, as far as the bytes go.
fn names(gpu: &Inner, module: &Module, bytes: &mut usize) -> Vec<String> {
    let images = module.device_images().read().unwrap_or_default();
    let is_code = |image: &&DeviceImage| gpu.facts.architecture.rank(image).is_some_and(|(_, is_binary)| is_binary);
    let mut is_small = |image: &&DeviceImage| {
        let left = bytes.checked_sub(image.code.len());
        *bytes = left.unwrap_or(*bytes);
        left.is_some()
    };
    let images = images.iter().filter(is_code).filter(&mut is_small);
    images.flat_map(DeviceImage::kernel_names).map(str::to_owned).collect()
}

fn load(gpu: &Inner, module: &Arc<Module>, name: &str) -> Result<(), Error> {
    gpu.loaded(&*module.kernel(name)?)?.bring()
}

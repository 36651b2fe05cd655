//! An image in memory.

use sycl_propset::{PropertySetRegistry, devices::Target};

use crate::properties::{self, Needs};

/// A device image: what one table row of files stands for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Image<C = Vec<u8>> {
    /// The code: bitcode, or with [`ImageOptions::text`](crate::options::ImageOptions::text) LLVM assembly, byte for
    /// byte what stands in the file `<prefix>_<n>.bc` (`.ll`). For a back end in this process, a module.
    pub code: C,
    /// Mangled names of the entry points, in the order of the module: the lines of the file `.sym`.
    pub entry_points: Vec<String>,
    /// The property sets, in the order of the file `.prop`.
    pub properties: PropertySetRegistry,
    /// Whether this is the ESIMD half of an image, or an image of ESIMD code only.
    pub is_esimd: bool,
    /// The halves of an image share it.
    pub(super) number: usize,
    /// Whether there is another half.
    pub(super) has_other_half: bool,
    pub(super) needs: Needs,
}

impl<C> Image<C> {
    /// Needs of the image that devices of a target lack, in words such as ``aspect `fp64` ``; nothing if they take it.
    /// What the device configuration does not say of a target is not lacking.
    ///
    /// Source: DPC++'s design document "Optional kernel features", "Changes to the post-link tool".
    #[must_use]
    pub fn lacking(&self, target: &Target) -> Vec<String> {
        self.needs.lacking(target)
    }

    /// The property sets of the image where it is compiled for a target of the device configuration: they name it.
    #[must_use]
    pub fn properties_for(&self, target: &str) -> PropertySetRegistry {
        let mut registry = self.properties.clone();
        properties::set_compile_target(&mut registry, target);
        registry
    }

    /// The same image with other code.
    pub(super) fn with_code<D>(self, code: D) -> Image<D> {
        let Self { code: _, entry_points, properties, is_esimd, number, has_other_half, needs } = self;
        Image { code, entry_points, properties, is_esimd, number, has_other_half, needs }
    }
}

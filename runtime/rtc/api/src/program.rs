//! Results of a compilation.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sycl_propset::PropertySetRegistry;

use crate::{
    diagnostic::Diagnostic,
    target::{ImageFormat, Target},
};

/// Bytes that a program or image takes besides its contents.
const OVERHEAD: u64 = 256;

/// The images of a source: for each target one, unless the request splits programs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    pub(crate) images: Vec<Image>,
    pub(crate) names: Vec<Name>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) log: String,
}

impl Program {
    /// The images, in the order of the request's targets.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The images for a target.
    pub fn images_for(&self, target: Target) -> impl Iterator<Item = &Image> {
        self.images.iter().filter(move |image| image.target == target)
    }

    /// The modules that the back ends got, in the order of the images, if the request keeps them.
    pub fn bitcode(&self) -> impl Iterator<Item = &[u8]> {
        self.images.iter().filter_map(Image::bitcode)
    }

    /// Targets of the name expressions of the request, in its order, for one target after another.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The name that the function of a name expression of the request has in the program.
    #[must_use]
    pub fn lowered_name(&self, expression: &str) -> Option<&str> {
        self.name(expression).map(|name| name.lowered.as_str())
    }

    /// Function that a name expression of the request names, for the first target.
    #[must_use]
    pub fn name(&self, expression: &str) -> Option<&Name> {
        self.names.iter().find(|name| name.expression == expression)
    }

    /// Origin of the program. Of several images, the one that took most work decides. A compiler with a cache in the
    /// process gives out the same program again, so it answers the same again.
    #[must_use]
    pub fn came_from(&self) -> Origin {
        self.images.iter().map(|image| image.origin).min().unwrap_or(Origin::Compiled)
    }

    /// Bytes that it takes, about.
    pub(crate) fn size(&self) -> u64 {
        let of_image = |image: &Image| {
            let bitcode = image.bitcode.as_ref().map_or(0, Vec::len);
            let names: usize = image.entry_points.iter().map(|name| name.len() + 24).sum();
            // About as many bytes as their text has, and the names of sets and properties.
            let properties = image.properties.iter().map(|(_, set)| 64 + 96 * set.len()).sum::<usize>();
            OVERHEAD + (image.bytes.len() + bitcode + names + properties) as u64
        };
        let diagnostics: usize = self.diagnostics.iter().map(|diagnostic| 2 * diagnostic.rendered.len() + 200).sum();
        OVERHEAD + (self.log.len() + diagnostics) as u64 + self.images.iter().map(of_image).sum::<u64>()
    }

    /// Warnings and remarks.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Text that clang prints; empty if there is nothing to say.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.log
    }
}

/// Device code for a target.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image {
    pub(crate) target: Target,
    pub(crate) bytes: Vec<u8>,
    pub(crate) entry_points: Vec<String>,
    pub(crate) properties: PropertySetRegistry,
    pub(crate) bitcode: Option<Vec<u8>>,
    pub(crate) timings: Timings,
    pub(crate) origin: Origin,
}

/// Origin of an image, in the order of the work that this saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Origin {
    /// It was compiled.
    Compiled,
    /// The module that the front end makes of its tokens was on disk; passes and back end ran.
    StoredModule,
    /// The front end ran; what passes and back end make of its module was on disk.
    StoredImage,
    /// Both were on disk: the source was only preprocessed.
    StoredModuleAndImage,
    /// The whole program was on disk: nothing was compiled, and the compiler library was not needed.
    StoredProgram,
}

impl Image {
    /// Target of the image.
    #[must_use]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// Format of the bytes.
    #[must_use]
    pub const fn format(&self) -> ImageFormat {
        self.target.format()
    }

    /// SPIR-V, PTX or a shared object, as the target has it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The kernels by which hosts look them up, in the order of the source.
    #[must_use]
    pub fn entry_points(&self) -> &[String] {
        &self.entry_points
    }

    /// Facts that runtimes need, such as its specialization constants: what `sycl-post-link` writes into the file
    /// `.prop`, whose text [`sycl_propset::text::write`] makes of it. Empty for OpenCL.
    #[must_use]
    pub const fn properties(&self) -> &PropertySetRegistry {
        &self.properties
    }

    /// The module as the back end got it, if the request keeps it. LLVM's tools make the same image of it.
    #[must_use]
    pub fn bitcode(&self) -> Option<&[u8]> {
        self.bitcode.as_deref()
    }

    /// Origin of the image.
    #[must_use]
    pub const fn came_from(&self) -> Origin {
        self.origin
    }

    /// Times of its steps, together with those of other images for its target; nothing for a stored program.
    #[must_use]
    pub const fn timings(&self) -> Timings {
        self.timings
    }
}

/// Function that a name expression names in the images for a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Name {
    /// The target.
    pub target: Target,
    /// The expression, as the request has it.
    pub expression: String,
    /// The mangled name of the function.
    pub lowered: String,
    /// The name of its kernel, by which hosts look it up; none for a function that is not a kernel.
    pub entry_point: Option<String>,
}

/// Times of the steps of a compilation. Steps of several images count together, also where threads do them side by side
/// ([`crate::Settings::threads`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timings {
    /// Source to a module, which for OpenCL is optimized, or bitcode to a module.
    pub front_end: Duration,
    /// Kernels of free functions, the optimizer, and what images hold; nothing for OpenCL.
    pub passes: Duration,
    /// The checks of modules and images.
    pub checks: Duration,
    /// Modules to images, with the wait for others in the SPIR-V back end.
    pub back_end: Duration,
    /// All of these, and what is between them.
    pub total: Duration,
}

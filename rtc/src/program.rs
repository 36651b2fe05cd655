//! What was compiled.

use std::time::Duration;

use crate::{diagnostic::Diagnostic, request::Target};

/// The images of a source, one for each target.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    pub(crate) images: Vec<Image>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) log: String,
}

impl Program {
    /// The images, in the order of the request's targets.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The image for a target.
    #[must_use]
    pub fn image(&self, target: Target) -> Option<&Image> {
        self.images.iter().find(|image| image.target == target)
    }

    /// Warnings and remarks.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What clang prints; empty if there is nothing to say.
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
    pub(crate) bitcode: Option<Vec<u8>>,
    pub(crate) timings: Timings,
}

impl Image {
    /// What it is for.
    #[must_use]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// SPIR-V.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The kernels by which hosts look them up, in the order of the source.
    #[must_use]
    pub fn entry_points(&self) -> &[String] {
        &self.entry_points
    }

    /// The module as the back end got it, if the request keeps it. LLVM's tools make the same image of it.
    #[must_use]
    pub fn bitcode(&self) -> Option<&[u8]> {
        self.bitcode.as_deref()
    }

    /// How long its steps took.
    #[must_use]
    pub const fn timings(&self) -> Timings {
        self.timings
    }
}

/// How long the steps of a compilation took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timings {
    /// Source to an optimized module, or bitcode to a module.
    pub front_end: Duration,
    /// The checks of the module and of the image.
    pub checks: Duration,
    /// Module to image, with the wait for others in the SPIR-V back end.
    pub back_end: Duration,
    /// All of these, and what is between them.
    pub total: Duration,
}

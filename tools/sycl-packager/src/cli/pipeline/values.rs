//! The values of options that are enums of the builder, which knows of no command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sycl_builder::request::{Barriers, CudaImage, Sanitizer, SpecConstants, Split, Validate};

use super::Rdc;
use crate::cli::words;

/// Takes one of the values by its name; each comes with its help.
fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(|given| {
        let value = values.iter().find(|(name, ..)| *name == given);
        value.expect("clap takes these names only").1
    })
}

/// The names of ways to split.
pub(super) fn split_modes() -> impl TypedValueParser<Value = Split> {
    const MODES: [Split; 5] = [Split::Auto, Split::Source, Split::Kernel, Split::Features, Split::None];
    words::parser(&MODES.map(|mode| (mode, None)), |mode| mode)
}

pub(super) fn spec_constants() -> impl TypedValueParser<Value = SpecConstants> {
    words::with_help(&[
        (SpecConstants::Native, "As constants of SPIR-V"),
        (SpecConstants::Emulation, "As values in a buffer that the runtime passes"),
        (SpecConstants::DefaultValues, "As their defaults"),
    ])
}

pub(super) fn validate() -> impl TypedValueParser<Value = Validate> {
    one_of(&[
        ("auto", Validate::Auto, "With spirv-val if there is one"),
        ("always", Validate::Always, "In any case"),
        ("never", Validate::Never, "Not at all"),
    ])
}

pub(super) fn rdc() -> impl TypedValueParser<Value = Rdc> {
    one_of(&[
        ("on", Rdc::On, "It can: all is linked"),
        ("off", Rdc::Off, "It cannot: each has images of its own, and may not need another"),
        ("auto", Rdc::Auto, "off for the host if none needs another, else on"),
    ])
}

pub(super) fn cuda_images() -> impl TypedValueParser<Value = CudaImage> {
    one_of(&[
        ("auto", CudaImage::Auto, "Machine code if there is ptxas, else PTX"),
        ("ptx", CudaImage::Ptx, "PTX"),
        ("cubin", CudaImage::Cubin, "Machine code"),
    ])
}

pub(super) fn barriers() -> impl TypedValueParser<Value = Barriers> {
    words::with_help(&[
        (Barriers::Auto, "Between loops over items where they can, else as coroutines"),
        (Barriers::Fission, "Between loops over items; else an error"),
        (Barriers::Coroutine, "As coroutines"),
        (Barriers::Lenient, "As on GPUs: those that wait need not wait for all others"),
        (Barriers::Check, "As coroutines that report races between items of a group"),
        (Barriers::Refuse, "Not at all: an error"),
    ])
}

pub(super) fn sanitizers() -> impl TypedValueParser<Value = Sanitizer> {
    words::with_help(&[
        (Sanitizer::Address, "Accesses outside of what is allocated"),
        (
            Sanitizer::Undefined,
            "Undefined behaviour that LLVM's passes find: indices outside of objects whose size is known",
        ),
        (Sanitizer::Thread, "Data races"),
    ])
}

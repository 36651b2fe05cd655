//! The values of options that are enums of the builder, which knows of no command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sycl_builder::request::{Barriers, CudaImage, Sanitizer, SpecConstants, Split, Validate};

use super::Rdc;

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
    let modes = [Split::Auto, Split::Source, Split::Kernel, Split::Features, Split::None];
    let values = modes.map(|mode| PossibleValue::new(mode.name()).aliases(mode.aliases()));
    PossibleValuesParser::new(values).map(|name| Split::parse(&name).expect("one of its names"))
}

pub(super) fn spec_constants() -> impl TypedValueParser<Value = SpecConstants> {
    one_of(&[
        ("native", SpecConstants::Native, "As constants of SPIR-V"),
        ("emulation", SpecConstants::Emulation, "As values in a buffer that the runtime passes"),
        ("default-values", SpecConstants::DefaultValues, "As their defaults"),
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
    one_of(&[
        ("auto", Barriers::Auto, "Between loops over items where they can, else as coroutines"),
        ("fission", Barriers::Fission, "Between loops over items; else an error"),
        ("coroutine", Barriers::Coroutine, "As coroutines"),
        ("lenient", Barriers::Lenient, "As on GPUs: those that wait need not wait for all others"),
        ("check", Barriers::Check, "As coroutines that report races between items of a group"),
        ("refuse", Barriers::Refuse, "Not at all: an error"),
    ])
}

pub(super) fn sanitizers() -> impl TypedValueParser<Value = Sanitizer> {
    one_of(&[
        ("address", Sanitizer::Address, "Accesses outside of what is allocated"),
        (
            "undefined",
            Sanitizer::Undefined,
            "Undefined behaviour that LLVM's passes find: indices outside of objects whose size is known",
        ),
        ("thread", Sanitizer::Thread, "Data races"),
    ])
}

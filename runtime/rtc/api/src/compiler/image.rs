//! An image from what the compiler library gave.

use sycl_propset::{
    demangle::{demangle, display_name},
    text as property_text,
};

use crate::{
    compiler_library::CollectedImage,
    diagnostic::Diagnostic,
    error::CompileError,
    program::{Image, Origin, Timings},
    spirv::{self, SpirvError},
    target::{ImageFormat, Target},
};

/// An image whose code is right.
pub(crate) fn image_of(
    target: Target,
    image: CollectedImage,
    keeps_bitcode: bool,
    origin: Origin,
) -> Result<Image, CompileError> {
    let CollectedImage { kernels, properties, bitcode, code, was_stored } = image;
    // What was stored was checked before; of other formats LLVM says what is undefined.
    if !was_stored && target.format() == ImageFormat::Spirv {
        let summary = spirv::check(&code).map_err(|error| damaged(target, &error))?;
        if let Some((symbol, kernel)) = summary.undefined() {
            let kernel = kernel.map(display_name);
            return Err(CompileError::Undefined { symbol: demangle(symbol), kernel, target });
        }
    }
    let properties = property_text::read(&properties, "properties");
    Ok(Image {
        target,
        bytes: code,
        entry_points: kernels,
        properties: properties
            .map_err(|_| CompileError::Internal { what: "the properties of an image are damaged".to_owned() })?,
        bitcode: keeps_bitcode.then_some(bitcode),
        timings: Timings::default(),
        origin,
    })
}

/// An image that is not right counts as one that the back end did not make.
fn damaged(target: Target, error: &SpirvError) -> CompileError {
    let text = error.to_string();
    let diagnostic = Diagnostic::error(&text);
    CompileError::Backend { words: text, kernel: None, target, diagnostics: vec![diagnostic] }
}

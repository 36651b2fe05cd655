//! SYCLBIN files of programs that were compiled at run time.

use std::slice;

use sycl_rtc::Program;

use super::{AbstractModule, IrModule, IrType, NativeImage, State, Syclbin, wrap};
use crate::error::Error;
use crate::offload_binary::{Content, ImageKind, Version, Writer};

/// The bytes of a SYCLBIN file, in an OffloadBinary, with the images of a program.
///
/// # Errors
/// As for [`wrap`].
pub fn of_program(program: &Program) -> Result<Vec<u8>, Error> {
    let modules = program.images().iter().map(module).collect();
    let image = wrap(&Syclbin { state: State::Executable, modules })?;
    let mut writer = Writer::new(Vec::new(), Version::V1);
    writer.write(slice::from_ref(&image), |_| {})?;
    writer.finish()
}

/// An image as code that the runtime compiles, or as that of a device.
fn module(image: &sycl_rtc::Image) -> AbstractModule<Content<'_>> {
    let content = Content::Bytes(image.bytes().into());
    let mut module = AbstractModule { properties: image.properties().clone(), ir: Vec::new(), native: Vec::new() };
    let kind = ImageKind::detect(image.bytes());
    if kind == ImageKind::SPIRV {
        module.ir.push(IrModule { kind: IrType::Spirv, target: "spir64-unknown-unknown".to_owned(), content });
    } else if kind == ImageKind::PTX {
        module.ir.push(IrModule { kind: IrType::Ptx, target: "nvptx64-nvidia-cuda".to_owned(), content });
    } else {
        let name = image.target().to_string();
        let arch = name.split_once(':').map_or("", |(_, arch)| arch).to_owned();
        module.native.push(NativeImage { arch, target: "amdgcn-amd-amdhsa".to_owned(), content });
    }
    module
}

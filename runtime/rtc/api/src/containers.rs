//! Containers with the images of a program that was compiled at run time.

use sycl_propset::{SetName, triple};

use crate::Program;

use sycl_images::error::Error;
use sycl_images::image::{self, ImageTarget};
use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, SymbolEncoding, Version, Writer};
use sycl_images::properties;
use sycl_images::syclbin::{self, AbstractModule, IrModule, IrType, NativeImage, State, Syclbin};

/// Containers of a program: files with all of its images, for runtimes and linkers.
///
/// ```no_run
/// use sycl_rtc::containers::Containers;
/// # let program: sycl_rtc::Program = unimplemented!();
/// std::fs::write("k.syclbin", program.syclbin()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Containers {
    /// The bytes of a SYCLBIN file, in an OffloadBinary, whose kernel bundles are executable.
    ///
    /// # Errors
    /// [`Error::Input`] if a name has a line break, which the text of properties cannot hold.
    fn syclbin(&self) -> Result<Vec<u8>, Error>;

    /// The bytes of an OffloadBinary of version 1, with the names of kernels and exported functions, and with
    /// properties: what `bundle` makes of the images.
    ///
    /// # Errors
    /// As for a SYCLBIN file.
    fn offload_binary(&self) -> Result<Vec<u8>, Error>;
}

impl Containers for Program {
    fn syclbin(&self) -> Result<Vec<u8>, Error> {
        let modules = self.images().iter().map(module).collect();
        write(&[syclbin::wrap(&Syclbin { state: State::Executable, modules })?])
    }

    fn offload_binary(&self) -> Result<Vec<u8>, Error> {
        write(&self.images().iter().map(image).collect::<Result<Vec<_>, _>>()?)
    }
}

fn write(images: &[Image<'_>]) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(Vec::new(), Version::V1);
    writer.write(images, |_| {})?;
    writer.finish()
}

fn image(image: &crate::Image) -> Result<Image<'_>, Error> {
    let target = image.target();
    let target = ImageTarget {
        triple: target.triple().to_owned(),
        arch: target.architecture().to_owned(),
        ..ImageTarget::default()
    };
    let exported = properties::names(image.properties(), &SetName::ExportedSymbols).map(str::to_owned);
    let symbols: Vec<String> = image.entry_points().iter().cloned().chain(exported).collect();
    Ok(Image {
        image_kind: None,
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: image::strings_of::<Error>(&symbols, image.properties(), &target, SymbolEncoding::Lines)?,
        content: Content::Bytes(image.bytes().into()),
    })
}

/// An image as code that the runtime compiles, or as that of a device.
fn module(image: &crate::Image) -> AbstractModule<Content<'_>> {
    let content = Content::Bytes(image.bytes().into());
    let mut module = AbstractModule { properties: image.properties().clone(), ir: Vec::new(), native: Vec::new() };
    let target = triple::runtime_name(image.target().triple()).into_owned();
    let ir = match ImageKind::detect(image.bytes()) {
        ImageKind::SPIRV => Some(IrType::Spirv),
        ImageKind::PTX => Some(IrType::Ptx),
        _ => None,
    };
    match ir {
        Some(kind) => module.ir.push(IrModule { kind, target, content }),
        None => module.native.push(NativeImage { arch: image.target().architecture().to_owned(), target, content }),
    }
    module
}

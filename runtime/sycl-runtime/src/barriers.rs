//! Barriers on the host as the environment wants them: kernels are compiled again from the program's generic code.

use std::env;

use sycl_propset::words::{Barriers, Word as _};

use crate::error::{Error, Status};
use crate::images::{DeviceImage, DeviceImages};
use crate::stage2::Goal;

const VARIABLE: &str = "SYCL_HOST_BARRIERS";

/// The treatment that the environment asks for, by its name; none is that of the link.
fn asked(text: &str) -> Result<Option<&'static str>, Error> {
    let known = [Barriers::Lenient.name(), Barriers::Check.name()];
    match known.into_iter().find(|name| *name == text) {
        None if !text.is_empty() && text != Barriers::Auto.name() => {
            Err(Error::invalid(format!("`{VARIABLE}` is `{text}`; expected auto (as linked), lenient or check")))
        }
        found => Ok(found),
    }
}

#[cold]
fn refused(kernel: &str, barriers: &str, found: &str) -> Error {
    let text = format!(
        "kernel `{kernel}`, for which `{VARIABLE}` is `{barriers}`: found {found}; expected a program that is linked \
         with -Wl,--sycl-barriers={barriers}"
    );
    Error::new(Status::KernelNotSupported, text)
}

/// The image of one kernel for this processor; none if the environment asks for nothing.
pub(crate) fn compile(kernel: &str, images: &DeviceImages) -> Result<Option<DeviceImage>, Error> {
    let Some(text) = env::var_os(VARIABLE) else { return Ok(None) };
    let Some(name) = asked(&text.to_string_lossy())? else { return Ok(None) };
    let image = images.read()?.iter().find(|image| image.is_generic() && image.has_kernel(kernel));
    let image = image.ok_or_else(|| refused(kernel, name, "no generic code"))?;
    if !image.device_globals()?.globals.is_empty() {
        return Err(refused(kernel, name, "device globals, which a kernel that is compiled by itself does not share"));
    }
    let goal = Goal { target: "host:native".to_owned(), ahead: format!("-Wl,--sycl-barriers={name}") };
    image.source(kernel)?.compile(&goal, &[format!("barriers={name}")]).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_are_refused() {
        assert_eq!(asked("").unwrap(), None);
        assert_eq!(asked("auto").unwrap(), None);
        assert_eq!(asked("lenient").unwrap(), Some("lenient"));
        let error = asked("fission").unwrap_err().to_string();
        assert_eq!(error, "`SYCL_HOST_BARRIERS` is `fission`; expected auto (as linked), lenient or check");
    }
}

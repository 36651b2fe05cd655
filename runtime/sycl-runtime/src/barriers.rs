//! Barriers on the host as the environment wants them: kernels are compiled again from the program's generic code.

use std::env;
use std::sync::OnceLock;

use sycl_propset::words::{Barriers, Word as _};

use crate::error::{Error, Status};
use crate::images::{DeviceImage, DeviceImages};
use crate::stage2::Goal;

const VARIABLE: &str = "SYCL_HOST_BARRIERS";

/// The treatment that the environment asks for.
fn asked() -> Result<Option<Barriers>, Error> {
    static ASKED: OnceLock<Result<Option<Barriers>, String>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| parse(env::var_os(VARIABLE).unwrap_or_default().to_string_lossy().as_ref()));
    asked.clone().map_err(Error::invalid)
}

fn parse(text: &str) -> Result<Option<Barriers>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let found = Barriers::parse(text);
    let found = found.filter(|one| matches!(one, Barriers::Auto | Barriers::Lenient | Barriers::Check));
    found.map(Some).ok_or_else(|| format!("`{VARIABLE}` is `{text}`; expected auto (as linked), lenient or check"))
}

/// The image of one kernel for this processor; none if the environment asks for nothing.
pub(crate) fn compile(kernel: &str, images: &DeviceImages) -> Result<Option<DeviceImage>, Error> {
    let Some(barriers) = asked()?.filter(|barriers| *barriers != Barriers::Auto) else { return Ok(None) };
    let name = barriers.name();
    let refused = |found: &str| {
        let link = format!("a program that is linked with -Wl,--sycl-barriers={name}");
        let text = format!("kernel `{kernel}`, for which `{VARIABLE}` is `{name}`: found {found}; expected {link}");
        Error::new(Status::KernelNotSupported, text)
    };
    let image = images.read()?.iter().find(|image| image.is_generic() && image.has_kernel(kernel));
    let image = image.ok_or_else(|| refused("no generic code"))?;
    if !image.device_globals()?.globals.is_empty() {
        return Err(refused("device globals, which a kernel that is compiled by itself does not share"));
    }
    let goal = Goal { target: "host:native".to_owned(), ahead: format!("-Wl,--sycl-barriers={name}") };
    image.source(kernel)?.compile(&goal, &[format!("barriers={name}")]).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_are_refused() {
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse("lenient").unwrap(), Some(Barriers::Lenient));
        let error = parse("fission").unwrap_err();
        assert_eq!(error, "`SYCL_HOST_BARRIERS` is `fission`; expected auto (as linked), lenient or check");
    }
}

//! Ways to lower specialization constants.

pub use sycl_propset::words::SpecConstantMode as Mode;

/// Parameters for the buffer of emulated constants that kernels can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// The ones that the program knows of, since its front end made them.
    OfProgram,
    /// Any: launchers learn from an image what arguments a kernel has, as they do for the target `host`.
    OfImage,
}

impl Parameters {
    /// The parameters of a mode; none without a buffer.
    pub(crate) fn of(mode: Mode) -> Option<Self> {
        match mode {
            Mode::Emulation => Some(Self::OfProgram),
            Mode::HostEmulation => Some(Self::OfImage),
            Mode::Native | Mode::DefaultValues => None,
        }
    }
}

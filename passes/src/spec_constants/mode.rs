//! Ways to lower specialization constants.

/// Form of a specialization constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// SPIR-V specialization constants.
    #[default]
    Native,
    /// Values in a buffer that the runtime passes to kernels.
    Emulation(Parameters),
    /// The default values.
    DefaultValues,
}

impl Mode {
    /// Spellings, in the order of help texts.
    pub const NAMES: [(&'static str, Mode); 4] = [
        ("native", Mode::Native),
        ("emulation", Mode::Emulation(Parameters::OfProgram)),
        ("default-values", Mode::DefaultValues),
        ("host-emulation", Mode::Emulation(Parameters::OfImage)),
    ];
}

/// Parameters for the buffer of emulated constants that kernels can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// The ones that the program knows of, since its front end made them.
    OfProgram,
    /// Any: launchers learn from an image what arguments a kernel has, as they do for the target `host`.
    OfImage,
}

//! Names of interfaces, and what devices say of themselves.

/// Interfaces that run images.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Api {
    #[default]
    Host,
    OpenCl,
    Cuda,
}

impl Api {
    /// Its name on the command line.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "host" => Some(Self::Host),
            "opencl" => Some(Self::OpenCl),
            "cuda" => Some(Self::Cuda),
            _ => None,
        }
    }

    /// Passing of constants to kernels if nothing else is said: the host and OpenCL take their values, CUDA does not.
    pub(crate) fn passing(self) -> Passing {
        match self {
            Self::Host | Self::OpenCl => Passing::Native,
            Self::Cuda => Passing::Buffer,
        }
    }
}

/// Ways in which specialization constants get to kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// The device sets them when it makes a program of an image.
    Native,
    /// In a buffer, which is the last argument.
    Buffer,
}

impl Passing {
    /// Its name on the command line.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "native" => Some(Self::Native),
            "buffer" => Some(Self::Buffer),
            _ => None,
        }
    }
}

/// Facts about the device.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeviceFacts {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) driver: String,
    /// Forms of images that the device takes, as it says them.
    pub(crate) languages: String,
    pub(crate) extensions: Vec<String>,
    /// Names of the aspects that it has.
    pub(crate) aspects: Vec<&'static str>,
    pub(crate) max_work_group_size: u64,
    /// Empty if the device does not say.
    pub(crate) sub_group_sizes: Vec<u32>,
}

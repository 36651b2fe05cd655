//! Names on which several modules agree.

/// The name of this program.
pub const PACKAGER: &str = "sycl-packager";

/// Name of the library in the work directory that images for hosts are linked against.
pub(crate) const MATHEMATICS: &str = "libm.so";

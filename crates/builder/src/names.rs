//! Names on which several modules agree.

/// The name of this program.
pub const PACKAGER: &str = "sycl-packager";

/// What images for hosts are linked against, in the work directory.
pub(crate) const MATHEMATICS: &str = "libm.so";

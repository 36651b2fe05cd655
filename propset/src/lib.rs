//! Property sets, file tables, device configuration and aspects of SYCL device images.

//! Images written in C, compiled by stock clang, in every situation that the crate speaks of.
#![deny(unsafe_code)]

#[path = "device/common.rs"]
#[expect(unsafe_code, reason = "opening images is a promise about them")]
mod common;
#[path = "device/failures.rs"]
mod failures;
#[path = "device/images.rs"]
mod images;
#[path = "device/interface.rs"]
mod interface;
#[path = "device/launches.rs"]
mod launches;
#[path = "device/mistakes.rs"]
mod mistakes;
#[path = "device/sanitizers.rs"]
mod sanitizers;

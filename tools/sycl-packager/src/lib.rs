//! The commands of `sycl-packager`: their options, messages and exit codes. A library, since `sycl-link` builds with
//! the options, messages and cache of `build`, and other programs have its manual pages, completions and signals.
//!
//! Reading and writing images is the crate `sycl-images`, building them `sycl-builder`; only [`cli`] prints and reads
//! the environment.
#![forbid(unsafe_code)]

pub mod cli;

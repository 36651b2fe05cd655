//! The command line: standard output, standard error and exit code, whole.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

#[path = "../common/schemas.rs"]
mod checking;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod containers;
#[cfg(unix)]
mod foreach;
mod inspect;
mod pages;
mod properties;
mod schemas;
mod tables;
mod usage;
mod validate;

/// Output of a command that has nothing to say.
const DONE: &str = "exit code 0\n";

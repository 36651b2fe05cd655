//! The command `build`, with stand-ins for LLVM's programs and all others: one script, `stand-in`, under all their
//! names.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod back_ends;
mod cache;
mod changes;
#[path = "../common/schemas.rs"]
mod checking;
mod damage;
mod directories;
mod doctor;
mod failures;
mod host_objects;
mod hosts;
mod ninja;
mod place;
mod processes;
mod requests;
mod results;
mod retargeting;
mod settings;
mod signals;
#[path = "../common/signals.rs"]
mod terminal;
mod units;
mod upkeep;
mod without;

//! From device bitcode to something that a program loads, with the programs that a distribution has.
//!
//! | module | concept |
//! |---|---|
//! | [`request`] | what the user asks for |
//! | [`resolve`] | the request with everything decided |
//! | [`target`] | what images are built for |
//! | [`group`] | targets that share the post-link step |
//! | [`tools`], [`environment`] | the programs: where they are, their versions, their environment |
//! | [`plugin`] | the plugin with the passes: where it is, whether it works |
//! | [`plan`] | the steps of a build |
//! | [`action`], [`command`] | one step: a command, its inputs and outputs |
//! | [`cache`] | earlier results, by a hash of what they depend on |
//! | [`back_ends`] | steps without a process for each |
//! | [`execute`] | steps in parallel, each only if its result is not stored |
//! | [`run()`] | a whole build |
//! | [`units`] | builds with images for each translation unit |
//! | [`ninja`] | the same steps as a Ninja file |
//! | [`report`] | the summary of a build |
//! | [`jobs`] | work in parallel, within GNU make's limit |
//! | [`foreach`] | a command for each file of a list, in parallel |
//!
//! A step is a command with inputs and outputs, even if the program is `sycl-packager` itself (validate, pack), so that
//! the same steps are run, printed and written for Ninja. Commands run in a work directory with relative names, so
//! results do not depend on where they were made.
//!
//! A build is a graph of commands over files, and a pure function of inputs, options and programs: results are the same
//! bytes wherever, however often and with however many jobs it runs, even if it was killed and continued. The result is
//! renamed into place when it is complete.
#![forbid(unsafe_code)]

pub mod action;
pub mod back_ends;
pub mod cache;
pub mod command;
pub mod environment;
mod error;
pub mod execute;
mod explain;
pub mod foreach;
pub mod group;
mod install;
pub mod jobs;
mod names;
pub mod ninja;
pub mod plan;
pub mod plugin;
pub mod report;
pub mod request;
pub mod resolve;
mod run;
mod settings;
pub mod target;
pub mod tools;
pub mod units;

pub use error::{BuildError, FailedStep, PlanError, RequestError};
pub use run::run;
pub use settings::{Event, Report, Settings};

//! Runs a program's kernels and compares them with the host.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use serde_json::{Value as Json, json};
use sycl_propset::runtime::{self, Choice};

use crate::aspects::DeviceAspects;
use crate::constants::{ValueError, Values};
use crate::device::{self, Argument, Constants, Device, DeviceError, Passing};
use crate::images::{Image, ImageError};
use crate::programs::{Launch, Parameter, Program};
use crate::scalars::Data;

/// Reasons that stop a run: the input or the device, not a wrong result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Value(#[from] ValueError),
    #[error(transparent)]
    Aspects(#[from] sycl_propset::ReadError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error("there is no program `{0}`; --list shows them")]
    NoProgram(String),
    #[error("no image of {table} holds kernel `{kernel}`; expected the table of program `{program}`")]
    NoImage { table: String, program: &'static str, kernel: &'static str },
}

/// A table, its images, and how constants get to their kernels.
pub(crate) struct Table {
    pub(crate) file: PathBuf,
    pub(crate) images: Vec<Image>,
    pub(crate) passing: Passing,
}

/// Result of one launch.
pub(crate) enum Outcome {
    /// All buffers are as expected; the largest difference.
    Pass {
        max_error: f64,
    },
    Fail {
        max_error: f64,
        first: String,
    },
    /// Not run, for this reason.
    Skip(String),
}

/// One line of the report.
pub(crate) struct Report {
    pub(crate) program: &'static str,
    pub(crate) kernel: &'static str,
    /// Number of computed numbers.
    pub(crate) results: usize,
    /// `none`, `default`, `folded` (an image with the defaults in place), or how many leaves were set; in a buffer, a
    /// constant is one.
    pub(crate) constants: String,
    pub(crate) outcome: Outcome,
}

impl Report {
    pub(crate) fn to_json(&self) -> Json {
        let (outcome, max_error, detail) = match &self.outcome {
            Outcome::Pass { max_error } => ("pass", Some(*max_error), None),
            Outcome::Fail { max_error, first } => ("fail", Some(*max_error), Some(first)),
            Outcome::Skip(reason) => ("skip", None, Some(reason)),
        };
        json!({
            "program": self.program, "kernel": self.kernel, "results": self.results, "constants": self.constants,
            "outcome": outcome, "max_error": max_error, "detail": detail,
        })
    }

    pub(crate) fn to_line(&self) -> String {
        let outcome = match &self.outcome {
            Outcome::Pass { max_error } => format!("PASS, max error {max_error}"),
            Outcome::Fail { max_error, first } => format!("FAIL, max error {max_error}: {first}"),
            Outcome::Skip(reason) => format!("SKIP: {reason}"),
        };
        let Report { program, kernel, results, constants, .. } = self;
        format!("{program} {kernel}: {results} results, constants: {constants}: {outcome}")
    }
}

/// Runs every kernel of `program` with these constants. Programs are built once for each image, so that kernels of one
/// image share its variables.
pub(crate) fn run(
    device: &dyn Device,
    aspects: &DeviceAspects,
    table: &Table,
    program: &Program,
    values: &Values,
) -> Result<Vec<Report>, RunError> {
    let mut built = BTreeMap::new();
    let mut reports = Vec::new();
    for launch in (program.launches)(values) {
        let kernel = launch.kernel;
        let holders: Vec<_> = table.images.iter().enumerate().filter(|(_, image)| image.holds(kernel)).collect();
        let refused_by = |(_, image): &(usize, &Image)| image.refused_by(device.facts(), aspects);
        let has_defaults_only = |(_, image): &(usize, &Image)| image.has_defaults_only();
        let chosen = match runtime::choose(&holders, !values.are_defaults(), has_defaults_only, refused_by) {
            Choice::Image(chosen) => Ok(holders[chosen]),
            Choice::Refused(reason) => Err(reason),
            Choice::DefaultsOnly => Err("its constants are replaced with their defaults".to_owned()),
            Choice::NoImage => {
                let table = table.file.display().to_string();
                return Err(RunError::NoImage { table, program: program.name, kernel });
            }
        };
        let (index, image) = match chosen {
            Ok(chosen) => chosen,
            Err(reason) => {
                reports.push(report(program, &launch, "none".to_owned(), Outcome::Skip(reason)));
                continue;
            }
        };
        let settings = image.settings(values)?;
        let constants = match settings.len() {
            0 if image.has_defaults_only() => "folded".to_owned(),
            0 if image.uses_constants() => "default".to_owned(),
            0 => "none".to_owned(),
            1 => "1 leaf set".to_owned(),
            count => format!("{count} leaves set"),
        };
        let (native, buffer) = match table.passing {
            Passing::Native => (Constants { values: values.to_user_values(), settings }, Vec::new()),
            Passing::Buffer => (Constants::default(), image.buffer(values)?),
        };
        if let Entry::Vacant(place) = built.entry(index) {
            place.insert(device.build(image, &native)?);
        }
        let constants = if buffer.is_empty() { constants } else { format!("{constants}, in a buffer") };
        let outcome = compare(program, &*built[&index], &launch, buffer)?;
        reports.push(report(program, &launch, constants, outcome));
    }
    Ok(reports)
}

fn report(program: &Program, launch: &Launch, constants: String, outcome: Outcome) -> Report {
    let results = launch.parameters.iter().map(|parameter| match parameter {
        Parameter::Output { after, .. } => after.values.len(),
        _ => 0,
    });
    let results = results.sum();
    Report { program: program.name, kernel: launch.kernel, results, constants, outcome }
}

fn compare(
    example: &Program,
    program: &dyn device::Program,
    launch: &Launch,
    buffer: Vec<u8>,
) -> Result<Outcome, RunError> {
    let mut arguments: Vec<_> = launch.parameters.iter().map(Parameter::argument).collect();
    // A kernel with a `kernel_handler` has a last parameter for the buffer of emulated constants. The front end removes
    // it when it optimizes; with native constants it is null.
    if !example.constants.is_empty() && program.parameter_count(launch.kernel)? == arguments.len() + 1 {
        arguments.push(if buffer.is_empty() { Argument::Null } else { Argument::Buffer(buffer) });
    }
    let contents = program.launch(launch.kernel, &launch.range, &arguments)?;
    // Inputs come back as well; a kernel must leave them as they are.
    let buffers = launch.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Input(data) => Some((data, 0.0)),
        Parameter::Output { after, tolerance, .. } => Some((after, *tolerance)),
        _ => None,
    });
    let mut max_error = 0.0f64;
    let mut first = None;
    for (number, ((expected, tolerance), content)) in buffers.zip(contents).enumerate() {
        let found = Data::from_bytes(expected.kind, &content);
        let (error, index) = found.max_error(expected);
        max_error = max_error.max(error);
        if error > tolerance && first.is_none() {
            let (found, expected) = (found.values[index].as_f64(), expected.values[index].as_f64());
            first = Some(format!("buffer {number}, element {index}: found {found}, expected {expected}"));
        }
    }
    Ok(match first {
        None => Outcome::Pass { max_error },
        Some(first) => Outcome::Fail { max_error, first },
    })
}

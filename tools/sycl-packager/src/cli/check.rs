//! `check`: whether images fit a device.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use sycl_images::Error;
use sycl_images::check::{self, Fit};
use sycl_images::image::MalformedImage;
use sycl_images::inspect;
use sycl_images::spool::Spool;
use sycl_propset::devices::Target;
use sycl_propset::printable::excerpt;
use sycl_propset::printable::{escape_json, printable};

use super::common::{Common, JSON_FORMAT};
use super::console;
use super::devices;
use super::failure::{Failure, REFUSED};

const EXAMPLES: &str = "\
Examples:
  sycl-packager check app.table --device intel_gpu_pvc
  sycl-packager check app.syclbin --device my_gpu --devices my_devices.json --json

FILE is anything that `inspect` reads. The exit code is 1 if the device cannot run one of the images.";

/// Check whether a device can run images; answers are in the runtime's words.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Tables, property files, containers or host objects.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The device: a target or alias of the device configuration.
    #[arg(long, value_name = "NAME")]
    device: String,
    /// A device configuration whose targets are added to the built-in ones, or replace those of the same name.
    #[arg(long, value_name = "FILE")]
    devices: Option<PathBuf>,
}

/// Device code without the file that has its requirements.
#[derive(Debug, thiserror::Error)]
#[error(
    "found device code by itself ({}); expected its table or properties, which say what it requires",
    excerpt(kind)
)]
struct NoProperties {
    kind: String,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let config = &*super::device_config(options.devices.as_deref())?;
    let target = devices::find(config, &options.device)?;
    let mut answers = Spool::new();
    let mut fits = true;
    for file in &options.files {
        let name = file.display().to_string();
        let mut index = 0;
        inspect::visit(file, &mut |image| {
            if image.is_bare {
                return Err(Error::content(file, NoProperties { kind: image.kind }));
            }
            let fit = check::check(config, target, &image.properties)
                .map_err(|source| Error::content(file, MalformedImage { index, source }))?;
            fits &= !matches!(fit, Fit::Refused(_));
            let line =
                if common.json { json_line(&name, index, target, &fit) } else { line(&name, index, target, &fit) };
            index += 1;
            answers.write_all(line.as_bytes()).map_err(|source| Error::Write { file: "the answer".into(), source })
        })?;
    }
    if !common.quiet {
        console::print_with(|out| answers.write_to(out))?;
    }
    Ok(ExitCode::from(if fits { 0 } else { REFUSED }))
}

fn line(name: &str, index: usize, target: &Target, fit: &Fit) -> String {
    let answer = match fit {
        Fit::Fits => format!("fits {}", target.name),
        Fit::Depends(on) => format!("fits {} if it has {}", target.name, on.join(", ")),
        Fit::Refused(reason) => format!("does not fit {}: {reason}", target.name),
    };
    format!("{}: image {index}: {}\n", printable(name), printable(&answer))
}

fn json_line(name: &str, index: usize, target: &Target, fit: &Fit) -> String {
    let (fits, reason, depends) = match fit {
        Fit::Fits => (true, None, None),
        Fit::Depends(on) => (true, None, Some(on)),
        Fit::Refused(reason) => (false, Some(reason), None),
    };
    let device = &target.name;
    let answer = json!({
        "format": JSON_FORMAT, "file": name, "image": index, "device": device, "fits": fits, "reason": reason, "depends_on": depends,
    });
    escape_json(&answer.to_string()) + "\n"
}

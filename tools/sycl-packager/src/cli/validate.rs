//! `validate`: whether images are well formed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use sycl_images::output;
use sycl_images::output::Inputs;
use sycl_images::properties;
use sycl_images::source::read_image;
use sycl_images::validate::{self, Validity};
use sycl_propset::SetName;
use sycl_propset::printable::escape_json;

use super::common::{Common, JSON_FORMAT};
use super::console;
use super::failure::{self, Failure};

const EXAMPLES: &str = "\
Examples:
  sycl-packager validate app_0.spv --properties app_0.prop --spirv-val /usr/bin/spirv-val
  sycl-packager validate kernels.co

SPIR-V goes to spirv-val with OpConstant in place of the integer OpConstantNull that LLVM writes: older versions refuse
those as indices of structures. Instructions that the validator does not know,
or has no rules for, are reported but are not errors.";

/// Check images: SPIR-V, ELF and PTX, and that they have the kernels that properties name.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Images.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Properties of the images, which name their kernels.
    #[arg(long, value_name = "FILE")]
    properties: Option<PathBuf>,
    /// The validator of SPIR-V; without it only the structure is checked.
    #[arg(long, value_name = "PROGRAM")]
    spirv_val: Option<PathBuf>,
    /// A file to write, empty, when all images are right.
    #[arg(long, value_name = "FILE")]
    stamp: Option<PathBuf>,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let registry = options.properties.as_deref().map(properties::load).transpose()?;
    let names = registry.iter().flat_map(|registry| properties::names(registry, &SetName::KernelNames));
    let kernels: Vec<String> = names.map(str::to_owned).collect();
    if let Some(stamp) = &options.stamp {
        output::prepare(stamp, &Inputs::from_paths(options.files.iter().chain(&options.properties)))?;
    }
    let mut answers = String::new();
    for file in &options.files {
        let content = read_image(file)?;
        match validate::validate(file, &content, &kernels, options.spirv_val.as_deref())? {
            Validity::Valid => answer(&mut answers, file, None),
            Validity::Unknown(words) => {
                let first = words.lines().next().unwrap_or_default();
                answer(&mut answers, file, Some(first));
                failure::note_of(file, &format!("spirv-val does not know all of it: {first}"));
            }
        }
    }
    if let Some(stamp) = &options.stamp {
        output::write_bytes(stamp, b"")?;
        console::wrote(common, [&**stamp])?;
    } else if common.json {
        console::print(answers)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds a line for programs about an image that is right, with what the validator does not know of it.
fn answer(answers: &mut String, file: &Path, unknown: Option<&str>) {
    let answer =
        json!({ "format": JSON_FORMAT, "file": file.display().to_string(), "valid": true, "unknown": unknown });
    answers.push_str(&escape_json(&answer.to_string()));
    answers.push('\n');
}

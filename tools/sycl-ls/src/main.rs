//! `sycl-ls`: the devices that SYCL programs see, as DPC++'s program of that name lists them.
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "a program that talks to its user")]

use std::io::Write as _;
use std::process::ExitCode;

use serde_json::{Value, json};
use sycl_runtime::Description;

const HELP: &str = "\
Lists the devices that SYCL programs see, in their order. ONEAPI_DEVICE_SELECTOR chooses among them.

usage: sycl-ls [--verbose | --json]

  --verbose    with sizes and aspects
  --json       the same as a JSON object
  --version    the version of this program
";

/// The number of the JSON document's form: it grows when something in it changes its name or meaning.
const FORMAT: u32 = 1;

#[derive(Clone, Copy)]
enum Form {
    Short,
    Verbose,
    Json,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let form = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Form::Short,
        ["--verbose" | "-v"] => Form::Verbose,
        ["--json"] => Form::Json,
        ["--help" | "-h"] => return print(HELP),
        ["--version" | "-V"] => return print(concat!("sycl-ls ", env!("CARGO_PKG_VERSION"), "\n")),
        [other, ..] => {
            eprintln!("sycl-ls: error: unknown argument `{other}`; expected --verbose, --json, --version or --help");
            return ExitCode::from(2);
        }
    };
    let devices = match sycl_runtime::describe() {
        Ok(devices) => devices,
        Err(error) => {
            eprintln!("sycl-ls: error: {error}");
            return ExitCode::FAILURE;
        }
    };
    if devices.is_empty() {
        eprintln!("sycl-ls: no device; ONEAPI_DEVICE_SELECTOR allows none of those that there are");
        return ExitCode::FAILURE;
    }
    print(&match form {
        Form::Json => document(&devices).to_string() + "\n",
        Form::Short | Form::Verbose => {
            let is_verbose = matches!(form, Form::Verbose);
            devices.iter().map(|device| line(device, is_verbose)).collect::<String>()
        }
    })
}

fn print(text: &str) -> ExitCode {
    let written = std::io::stdout().write_all(text.as_bytes());
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn line(device: &Description, is_verbose: bool) -> String {
    let Description { back_end, kind, number, name, vendor, driver, .. } = device;
    let mut text = format!("[{back_end}:{kind}][{back_end}:{number}] {name} [{driver}]\n");
    if is_verbose {
        let mib = |bytes: u64| bytes / (1 << 20);
        let sizes: Vec<String> = device.sub_group_sizes.iter().map(u32::to_string).collect();
        text += &format!("    vendor            {vendor}\n");
        text += &format!("    compute units     {}\n", device.compute_units);
        text += &format!(
            "    work-group        up to {} items, sub-groups of {}\n",
            device.max_work_group_size,
            sizes.join(", ")
        );
        text += &format!("    memory            {} MiB, {} KiB local\n", mib(device.memory.0), device.memory.1 / 1024);
        text += &format!("    aspects           {}\n", device.aspects.join(" "));
    }
    text
}

/// The devices as JSON.
fn document(devices: &[Description]) -> Value {
    let devices: Vec<Value> = devices.iter().map(device_json).collect();
    json!({ "format": FORMAT, "devices": devices })
}

fn device_json(device: &Description) -> Value {
    json!({
        "back_end": device.back_end,
        "kind": device.kind,
        "number": device.number,
        "name": device.name,
        "vendor": device.vendor,
        "driver": device.driver,
        "aspects": device.aspects,
        "compute_units": device.compute_units,
        "max_work_group_size": device.max_work_group_size,
        "sub_group_sizes": device.sub_group_sizes,
        "memory_bytes": device.memory.0,
        "local_memory_bytes": device.memory.1,
    })
}

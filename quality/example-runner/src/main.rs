//! `run-example`: runs the example programs' device images on the host, an OpenCL or a CUDA device, and compares every
//! result with what Rust computes here.
//!
//! | module | concept |
//! |---|---|
//! | `cli` | the command line |
//! | `programs` | the programs as data: kernels, arguments, constants, what the host computes |
//! | `constants`, `scalars` | values of specialization constants; numbers as bytes |
//! | `images` | the file table, the properties and what they ask of a device |
//! | `library` | which OpenCL library is used |
//! | `aspects` | SYCL aspects of an OpenCL device |
//! | `device` | what runs images |
//! | `host`, `opencl`, `cuda` | such devices; the only unsafe code |
//! | `run` | one program: choose images, build, launch, compare |
#![deny(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool")]

mod aspects;
mod cli;
mod constants;
mod cuda;
mod device;
mod facts;
mod host;
mod images;
mod library;
mod opencl;
mod programs;
mod run;
mod scalars;

use std::process::ExitCode;

use aspects::DeviceAspects;
use cli::Options;
use constants::Values;
use device::Device;
use images::Image;
use programs::{PROGRAMS, Program};
use run::{Outcome, RunError, Table};

fn main() -> ExitCode {
    let options = match cli::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => return fail(&error, 2),
    };
    if options.help {
        print!("{}", cli::HELP);
        return ExitCode::SUCCESS;
    }
    if options.list {
        list();
    }
    if let Some(Err(error)) = options.library.as_deref().map(library::choose) {
        return fail(&error, 2);
    }
    match act(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(RunError::Device(error)) if error.is_absence() => fail(&error, 2),
        Err(error) => fail(&error, 1),
    }
}

fn fail(error: &dyn std::error::Error, code: u8) -> ExitCode {
    eprintln!("run-example: error: {error}");
    ExitCode::from(code)
}

/// Whether everything that ran agrees with the host, and something did.
fn act(options: &Options) -> Result<bool, RunError> {
    if options.table.is_none() && !options.device_info {
        return Ok(true);
    }
    let device = options.api.open()?;
    let aspects = DeviceAspects::of(options.api, device.facts(), &options.without)?;
    if options.device_info {
        print_device(&*device, &aspects);
    }
    let Some(file) = &options.table else {
        return Ok(true);
    };
    let passing = options.constants.unwrap_or(options.api.passing());
    let table = Table { file: file.clone(), images: images::read_table(file)?, passing };
    let (mut ran, mut failed) = (0, 0);
    for program in chosen(options, &table.images)? {
        for values in runs(options, program)? {
            for report in run::run(&*device, &aspects, &table, program, &values)? {
                match report.outcome {
                    Outcome::Pass { .. } => ran += 1,
                    Outcome::Fail { .. } => failed += 1,
                    Outcome::Skip(_) => {}
                }
                if options.json {
                    println!("{}", report.to_json());
                } else {
                    println!("{}", report.to_line());
                }
            }
        }
    }
    Ok(failed == 0 && ran > 0)
}

/// The programs to run.
fn chosen(options: &Options, images: &[Image]) -> Result<Vec<&'static Program>, RunError> {
    let mut programs = Vec::new();
    for name in &options.programs {
        if name == "all-in-table" {
            programs.extend(PROGRAMS.iter().filter(|program| is_in(program, images)));
        } else {
            programs.push(programs::find(name).ok_or_else(|| RunError::NoProgram(name.clone()))?);
        }
    }
    Ok(programs)
}

/// Whether the images hold all kernels of a program.
fn is_in(program: &Program, images: &[Image]) -> bool {
    let Ok(values) = Values::defaults(program.constants) else {
        return false;
    };
    (program.launches)(&values).iter().all(|launch| images.iter().any(|image| image.holds(launch.kernel)))
}

/// The values of the constants in each run of a program.
fn runs(options: &Options, program: &Program) -> Result<Vec<Values>, RunError> {
    let mut values = Values::defaults(program.constants)?;
    for (name, text) in &options.set {
        values.set(program.name, name, text)?;
    }
    let mut runs = vec![values];
    if options.set.is_empty() && !options.defaults && !program.constants.is_empty() {
        runs.push(Values::samples(program.constants)?);
    }
    Ok(runs)
}

fn list() {
    for program in PROGRAMS {
        println!("{}", program.name);
        for constant in program.constants {
            println!("  {} ({}), default {}", constant.name, constant.symbolic_id, constant.default);
        }
    }
}

fn print_device(device: &dyn Device, aspects: &DeviceAspects) {
    let facts = device.facts();
    println!("device: {} ({}, driver {})", facts.name, facts.version, facts.driver);
    println!("images: {}", facts.languages);
    println!("work-group size: up to {}", facts.max_work_group_size);
    println!("sub-group sizes: {:?}", facts.sub_group_sizes);
    println!("aspects: {}", aspects.names().join(" "));
    println!("extensions: {}", facts.extensions.join(" "));
}

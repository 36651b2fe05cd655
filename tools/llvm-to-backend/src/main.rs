//! `llvm-to-backend`: generic SYCL device code to what a device loads, or to any step on the way.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | an input that was refused, or a back end that failed |
//! | 2 | wrong usage, a missing program, a file that cannot be read or written |
//!
//! Unless the run succeeds, no output is there; an earlier one of its name stays.

mod args;
mod back_end;
mod error;
mod form;
mod inputs;
mod module;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use args::{Arguments, Task};
use back_end::Subject;
use error::Error;
use form::Form;
use sycl_output::{Files, Inputs};
use sycl_passes::{
    Severity,
    ir::{OwnedModule, kernels::Kernels},
    llvm_to_backend::{self, DeadArguments, Options},
    sscp::ir_constants,
};
use sycl_program::{About, Failure as _, Stderr, say};
use sycl_propset::demangle::demangle;

const ABOUT: About = About {
    name: "llvm-to-backend",
    version: env!("CARGO_PKG_VERSION"),
    llvm: env!("SYCL_PASSES_LLVM_VERSION"),
    help: args::help,
};

fn main() -> ExitCode {
    sycl_packager::cli::handle_signals();
    sycl_program::main(&ABOUT, |words| Ok(args::parse(words)?), run)
}

/// Writes to standard output, whose reader may leave early.
fn print(text: &str) -> Result<(), Error> {
    sycl_program::print(text).map_err(Error::print)
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let target = arguments.options.target.as_ref();
    let inputs = inputs::read(&arguments.inputs, target.and_then(|target| back_end::triple(&target.target)))?;
    let mut module = module::read_and_link(inputs.modules)?;
    match &arguments.task {
        Task::ListConstants => print(&list_constants(&mut module, &arguments.options)?)?,
        Task::Write { output, form } => {
            let written = compile(arguments, &mut module, output, *form);
            written.inspect_err(|error| hint_at_imports(error, &inputs.unresolved))?;
        }
    }
    // The process ends here: freeing a large module piece by piece would only take time.
    std::mem::forget(module);
    Ok(())
}

/// Lists the constants of the module that can be set, a line each.
fn list_constants(module: &mut OwnedModule, options: &Options) -> Result<String, Error> {
    let options = ir_constants::Options { lists: true, ..options.constants.clone() };
    let mut found: Vec<(Severity, String)> = Vec::new();
    ir_constants::run(&mut module.editor(), &options, &mut found).map_err(llvm_to_backend::Error::from)?;
    Ok(found.into_iter().map(|(_, line)| line + "\n").collect())
}

fn compile(arguments: &Arguments, module: &mut OwnedModule, output: &Path, form: Form) -> Result<(), Error> {
    let read = arguments.inputs.iter().chain(arguments.options.files());
    let mut files = Files::new(Inputs::from_paths(read));
    let outcome = llvm_to_backend::run(&mut module.editor(), &arguments.options, &mut Stderr)?;
    module.verify().map_err(|cause| Error::Invalid { cause })?;
    let content = content(arguments, module, form)?;
    let dead = match outcome.dead_arguments {
        _ if !arguments.prints_dead_arguments => String::new(),
        Some(dead) => lines_of(dead),
        None => lines_of(llvm_to_backend::dead_arguments(module.view())?),
    };
    files.write(output, &content)?;
    print(&dead)?;
    files.keep();
    Ok(())
}

/// The output.
fn content(arguments: &Arguments, module: &OwnedModule, form: Form) -> Result<Vec<u8>, Error> {
    let view = module.view();
    let target = arguments.options.target.as_ref().expect("the command line has one unless constants are listed");
    match form {
        Form::Bitcode => return Ok(module.bitcode()),
        Form::Text => return Ok(view.print().into_bytes()),
        _ => {}
    }
    let triple = view.triple();
    if !arguments.options.runs("retarget") {
        let stage = arguments.options.stop_after.unwrap_or_default().to_owned();
        return Err(Error::Unfinished { stage, triple });
    }
    let kernels = Kernels::find(view);
    let kernels: Vec<String> =
        view.functions().filter(|function| kernels.defines(*function)).map(|function| function.name()).collect();
    let features = llvm_to_backend::needed_features(view);
    let subject = Subject { name: &target.name, target: &target.target, triple: &triple, kernels: &kernels, features };
    let (content, said) = arguments.programs.make(&subject, &module.bitcode(), form)?;
    said.lines().for_each(say);
    Ok(content)
}

/// The arguments of kernels that died, a line for each kernel.
fn lines_of(dead: Vec<DeadArguments>) -> String {
    let mut text = String::new();
    for DeadArguments { kernel, omitted } in dead {
        let removed = omitted.iter().enumerate().filter(|(_, is_dead)| **is_dead);
        let removed: Vec<String> = removed.map(|(number, _)| number.to_string()).collect();
        text.push_str(&format!("{kernel}: {} arguments, removed: {}\n", omitted.len(), removed.join(" ")));
    }
    text
}

/// Says of functions that an error names where they come from, if HCF files import them.
fn hint_at_imports(error: &Error, unresolved: &[(String, PathBuf)]) {
    let words = error.to_string();
    for (symbol, file) in unresolved {
        if words.contains(symbol.as_str()) || words.contains(&demangle(symbol)) {
            say(&format!("note: `{symbol}` is imported by {}, and none of the given files exports it", file.display()));
        }
    }
}

//! `sycl-post-link`: splits a linked SYCL device module into images, lowers specialization constants, and describes
//! every image, with the command line, exit codes and file names of DPC++'s tool.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | wrong options, or an input that was refused; no file of the run is left |

mod args;
mod error;

use std::{
    io::{self, Read},
    process::ExitCode,
};

use args::Arguments;
use error::Error;
use sycl_passes::{
    ir::{OwnedModule, sycl_metadata::MetadataKindIds},
    logged, post_link,
};
use sycl_program::{About, Stderr};

const ABOUT: About = About {
    name: "sycl-post-link",
    version: env!("CARGO_PKG_VERSION"),
    llvm: env!("SYCL_PASSES_LLVM_VERSION"),
    help: args::help,
};

fn main() -> ExitCode {
    sycl_program::main(&ABOUT, |words| Ok(args::parse(words)?), run)
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let input = || arguments.input.display().to_string();
    let mut bytes = Vec::new();
    let read = if arguments.input == "-" {
        io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(&arguments.input).map(|content| bytes = content)
    };
    read.map_err(|cause| Error::Open { input: input(), cause })?;
    let read = if arguments.options.images.text { OwnedModule::read } else { OwnedModule::read_unnamed };
    let module = read(&bytes, &input());
    let mut module = module.map_err(|cause| Error::Module { input: input(), cause })?;
    drop(bytes);
    if arguments.lower_esimd {
        refuse_esimd(&module)?;
    }
    let mut editor = module.editor();
    let view = editor.view();
    let split = || post_link::run(&mut editor, &arguments.options, &mut Stderr);
    logged("sycl-post-link", view, split, |done| format!("{} images written", done.images))?;
    drop(editor);
    // The process ends here: freeing a large module piece by piece would only take time.
    std::mem::forget(module);
    Ok(())
}

/// The lowering of ESIMD code is Intel's vector back end's, and is not done here.
fn refuse_esimd(module: &OwnedModule) -> Result<(), Error> {
    let view = module.view();
    let kinds = MetadataKindIds::new(view);
    for function in view.functions() {
        if kinds.facts(function)?.explicit_simd {
            return Err(Error::Esimd { function: function.name() });
        }
    }
    Ok(())
}

//! One module of all inputs.

use sycl_passes::{free_function_kernels, front_end, ir::OwnedModule, llvm_to_backend, registry::Changed};
use sycl_propset::aspects;

use crate::{error::Error, inputs::Input};

/// Reads the modules, takes over what stock clang and HCF files leave unsaid, and links them.
pub(crate) fn read_and_link(inputs: Vec<Input>) -> Result<OwnedModule, Error> {
    let mut inputs = inputs.into_iter();
    let first = inputs.next().expect("reading inputs without a module is an error");
    let name = first.name.clone();
    let (mut module, mut is_stock) = read(first)?;
    let triple = module.view().triple();
    for input in inputs {
        let name_of_next = input.name.clone();
        let (next, is_stock_too) = read(input)?;
        is_stock |= is_stock_too;
        let found = next.view().triple();
        if found != triple {
            return Err(Error::Triple { input: name_of_next, triple: found, expected: triple, of: name });
        }
        let linked = module.link(&next.bitcode(), &name_of_next);
        linked.map_err(|cause| Error::Module { input: name_of_next, cause })?;
    }
    if is_stock {
        let options = front_end::Options { is_linked: true, ..front_end::Options::default() };
        front_end(&mut module, &options, &name)?;
    }
    Ok(module)
}

/// Reads a module; says whether stock clang made it.
fn read(input: Input) -> Result<(OwnedModule, bool), Error> {
    let Input { name, content, kernels } = input;
    let module = OwnedModule::read(&content, &name);
    let mut module = module.map_err(|cause| Error::Module { input: name.clone(), cause })?;
    if let Some(kernels) = kernels {
        let adopted = llvm_to_backend::adopt_kernels(&mut module.editor(), &kernels);
        adopted.map_err(|cause| Error::Kernels { input: name.clone(), cause })?;
        return Ok((module, false));
    }
    let made = free_function_kernels::run(&mut module.editor(), &free_function_kernels::Options::default());
    let made = made.map_err(|cause| Error::FreeFunctions { input: name.clone(), cause: Box::new(cause) })?;
    // Kernels that we make say which translation unit they are from, as those of other front ends do.
    let is_stock = made == Changed::Yes || front_end::is_stock_sycl(module.view());
    if is_stock {
        front_end(&mut module, &front_end::Options::default(), &name)?;
    }
    Ok((module, is_stock))
}

fn front_end(module: &mut OwnedModule, options: &front_end::Options, name: &str) -> Result<(), Error> {
    let done = front_end::run(&mut module.editor(), options, aspects::table());
    done.map(drop).map_err(|cause| Error::FrontEnd { input: name.to_owned(), cause: Box::new(cause) })
}

//! The arguments of a launch: what users give, checked against what the kernel takes.

use std::ffi::c_void;

use crate::error::LaunchError;
use crate::image::{Kernel, Kind, Parameter};
use crate::local::LocalLayout;
use crate::native::{Block, Slot};
use crate::range::Sizes;

/// An argument of a launch.
#[derive(Debug)]
pub enum Argument<'a> {
    /// A number, or a structure by value: its bytes.
    Value(&'a [u8]),
    /// Memory that the kernel reads and writes.
    Buffer(&'a mut [u8]),
    /// The address of memory that the kernel reads and writes, or null.
    Address(Address),
    /// So many bytes of local memory.
    Local(usize),
}

/// An address for kernels.
#[derive(Debug, Clone, Copy)]
pub struct Address(pub(crate) usize);

impl Address {
    /// Null.
    #[must_use]
    pub fn null() -> Self {
        Self(0)
    }
}

impl Argument<'_> {
    fn description(&self) -> &'static str {
        match self {
            Self::Value(_) => "a value",
            Self::Buffer(_) => "a buffer",
            Self::Address(_) => "an address",
            Self::Local(_) => "local memory",
        }
    }
}

/// The arguments of a launch, ready to be passed.
pub(crate) struct Packed {
    /// For each parameter, where its value is.
    pub(crate) slots: Vec<Slot>,
    /// All values but those of local arguments.
    pub(crate) values: Block,
    pub(crate) local: LocalLayout,
}

/// Checks arguments and lays them out. `constants` is the address of the values of specialization constants.
pub(crate) fn pack(
    kernel: &Kernel,
    sizes: &Sizes,
    arguments: &mut [Argument<'_>],
    constants: *const c_void,
    most_local: u64,
) -> Result<Packed, LaunchError> {
    let taken = || kernel.parameters.iter().filter(|parameter| parameter.kind != Kind::Constants);
    let expected = taken().count();
    if expected != arguments.len() {
        let (kernel, found) = (kernel.name.clone(), arguments.len());
        return Err(LaunchError::ArgumentCount { kernel, found, expected });
    }
    let mut locals = Vec::new();
    for (index, (parameter, argument)) in taken().zip(arguments.iter()).enumerate() {
        check(kernel, index, parameter, argument)?;
        if let Argument::Local(size) = argument {
            locals.push(*size);
        }
    }
    let local = LocalLayout::lay_out(kernel, sizes, &locals, most_local)?;
    let mut local_offsets = local.arguments.iter();
    let mut slots = Vec::with_capacity(kernel.parameters.len());
    let (mut end, mut alignment) = (0usize, 1);
    for parameter in &kernel.parameters {
        if parameter.kind == Kind::Local {
            slots.push(Slot::Local(*local_offsets.next().expect("the layout has each local argument")));
            continue;
        }
        // Checked to be the size of the value, and less than 4 GiB.
        let (size, of_value) = (parameter.size as usize, parameter.alignment as usize);
        let start = end.next_multiple_of(of_value);
        (end, alignment) = (start + size, alignment.max(of_value));
        slots.push(Slot::Value(start));
    }
    let too_large =
        || LaunchError::Memory { kernel: kernel.name.clone(), what: "arguments", needed: end as u128, cause: None };
    let mut values = Block::new(end, alignment).ok_or_else(too_large)?;
    let mut given = arguments.iter_mut();
    for (parameter, slot) in kernel.parameters.iter().zip(&slots) {
        let argument = (parameter.kind != Kind::Constants).then(|| given.next()).flatten();
        let Slot::Value(offset) = *slot else { continue };
        match argument {
            Some(Argument::Value(bytes)) => values.write(offset, bytes),
            Some(Argument::Buffer(bytes)) => {
                values.write(offset, &bytes.as_mut_ptr().expose_provenance().to_ne_bytes());
            }
            Some(Argument::Address(address)) => values.write(offset, &address.0.to_ne_bytes()),
            Some(Argument::Local(_)) => {}
            None => values.write(offset, &constants.expose_provenance().to_ne_bytes()),
        }
    }
    Ok(Packed { slots, values, local })
}

/// Whether an argument is what a parameter takes.
fn check(kernel: &Kernel, index: usize, parameter: &Parameter, argument: &Argument<'_>) -> Result<(), LaunchError> {
    let expected = match (parameter.kind, argument) {
        (Kind::Value, Argument::Value(bytes)) | (Kind::Pointer, Argument::Value(bytes))
            if bytes.len() as u64 != parameter.size =>
        {
            let (kernel, found) = (kernel.name.clone(), bytes.len());
            return Err(LaunchError::ArgumentSize { kernel, index, found, expected: parameter.size });
        }
        (Kind::Value, Argument::Value(_))
        | (Kind::Pointer, Argument::Buffer(_) | Argument::Address(_))
        | (Kind::Local, Argument::Local(_)) => return Ok(()),
        (Kind::Value, _) => "a value",
        (Kind::Pointer, _) => "a buffer or an address",
        (Kind::Local | Kind::Constants, _) => "a size of local memory",
    };
    let (kernel, found) = (kernel.name.clone(), argument.description());
    Err(LaunchError::ArgumentKind { kernel, index, found, expected })
}

//! Step 2: what cannot become another target's.

use sycl_propset::triple::{Architecture, Triple};

use super::{Error, GenericSpace, target::Target};
use crate::{
    ir::{Function, ModuleView, Obstacle, Policy, TypeKind, Value},
    site::Site,
    users::Graph,
};

/// Whether a module is one of the target already.
pub(super) fn is_done(module: ModuleView<'_>, target: &Target, generic: GenericSpace) -> Result<bool, Error> {
    let triple = module.triple();
    let architecture = Triple::parse(&triple).map(|triple| triple.architecture);
    let is_spir = matches!(architecture, Some(Architecture::Spir64 | Architecture::Spirv64));
    // No device's, as AdaptiveCpp's.
    let is_of_host = architecture.is_none() && generic != GenericSpace::Four;
    match () {
        // AdaptiveCpp's code has the triple of some host, this one's too. The pass changes its own output to the same.
        () if target.has(&triple) => Ok(generic != GenericSpace::Zero || !is_of_host),
        () if is_spir || is_of_host => Ok(false),
        () => Err(Error::OtherTriple { triple, target: target.name().to_owned() }),
    }
}

/// Checks that kernels give nothing back.
pub(super) fn results(kernels: &[Function<'_>]) -> Result<(), Error> {
    for kernel in kernels {
        let result = kernel.value_type().result();
        if result.kind() != TypeKind::Void {
            return Err(Error::Result { kernel: kernel.name(), ty: result.to_string() });
        }
    }
    Ok(())
}

/// Checks the content.
pub(super) fn check(module: ModuleView<'_>, target: &Target, policy: &Policy) -> Result<(), Error> {
    let name = || target.name().to_owned();
    if module.has_assembly() {
        return Err(Error::ModuleAssembly { target: name() });
    }
    // With 0 generic, nothing is in 4.
    let spaces = if policy.generic == 0 { 4 } else { 5 };
    if let Some((obstacle, found)) = module.retype_obstacle(spaces) {
        let place = place_of(found);
        return Err(match obstacle {
            Obstacle::AddressSpace(space) => Error::AddressSpace { space, place, last: spaces - 1 },
            Obstacle::TargetType => Error::TargetType { place, target: name() },
            Obstacle::InlineAssembly => Error::InlineAssembly { users: assembly_users(module, found) },
        });
    }
    match module.impossible(policy) {
        None => Ok(()),
        Some(intrinsic) if intrinsic.is_function() => {
            let user = intrinsic.users().find(|user| user.is_instruction());
            let place = user.map_or_else(|| "the module".to_owned(), place_of);
            Err(Error::Intrinsic { name: intrinsic.name(), place, target: name() })
        }
        Some(instruction) => Err(Error::SmallPointers { place: place_of(instruction), target: name() }),
    }
}

/// Users of an instruction, and its place in the source.
fn assembly_users(module: ModuleView<'_>, instruction: Value<'_>) -> String {
    let function = instruction.parent_function();
    let site = Site::new(function, instruction.location());
    match Graph::build(module).users(*function) {
        users if users.kernels.is_empty() => site.to_string(),
        users => format!("{site}, {users}"),
    }
}

/// An instruction with its function, or a global, for messages.
pub(super) fn place_of(place: Value<'_>) -> String {
    match place.is_instruction() {
        true => format!("function `{}`: {}", place.parent_function().name(), place.describe()),
        false => place.describe(),
    }
}

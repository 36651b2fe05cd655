//! AMDGPU: which wave sizes a module can have, and step 2.

use sycl_propset::triple::Processor;

use super::{Plan, bounds::Groups};
use crate::{
    diagnostic::{Id, Sink},
    ir::{Editor, Function, NewOperand},
};

/// The wave sizes that the processors of all these functions have. The back end drops a function, without a word, whose
/// processor lacks the size that its features ask for, and one size is written for all functions.
pub(super) fn wave_sizes<'m>(functions: impl Iterator<Item = Function<'m>>, target: Option<&Processor>) -> Vec<u32> {
    let mut possible = vec![32, 64];
    let mut restrict = |processor: &Processor| {
        let sizes = processor.sub_group_sizes();
        // Of an unknown processor nothing can be said.
        possible.retain(|size| sizes.is_empty() || sizes.contains(size));
    };
    for function in functions.filter(|f| !f.is_declaration()) {
        // The function's own processor counts before the one of `llc -mcpu`.
        match function.string_attribute("target-cpu").filter(|name| !name.is_empty()) {
            Some(name) => {
                if let Some(processor) = Processor::parse(&name) {
                    restrict(&processor);
                }
            }
            None => target.into_iter().for_each(&mut restrict),
        }
    }
    possible
}

/// Form of size metadata that the back end reads: `Some` of three dimensions, or of none if it says nothing.
#[expect(clippy::option_option, reason = "none: it is right as it is")]
pub(super) fn three_dimensions(sizes: &[u64]) -> Option<Option<[u64; 3]>> {
    match *sizes {
        [] | [0, ..] => Some(None),
        [x] => Some(Some([x, 1, 1])),
        [x, y] => Some(Some([x, y, 1])),
        _ => None,
    }
}

/// Writes sizes of work-groups and the wave size.
pub(super) fn write<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>, sink: &mut dyn Sink) -> bool {
    for (kernel, kind, sizes) in &plan.sizes {
        match sizes {
            Some(sizes) => {
                let numbers = sizes.map(|size| NewOperand::U32(u32::try_from(size).unwrap_or(u32::MAX)));
                let node = editor.node(&numbers);
                editor.attach_all(kind, std::iter::once((*kernel, node)));
            }
            None => editor.detach(kind, *kernel),
        }
    }
    let groups = write_groups(editor, plan, sink);
    let wave = plan.wave.is_some_and(|size| write_wave_size(editor, size));
    groups || wave || !plan.sizes.is_empty()
}

fn write_groups<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>, sink: &mut dyn Sink) -> bool {
    const NAME: &str = "amdgpu-flat-work-group-size";
    let mut changed = false;
    for (kernel, groups) in &plan.groups {
        let least = if matches!(groups, Groups::Required(_)) { groups.items() } else { 1 };
        let value = format!("{least},{}", groups.items());
        // Front ends write a default for every kernel, which the kernel's own size replaces.
        if kernel.string_attribute(NAME).as_deref() != Some(value.as_str()) {
            sink.decided(Id::SizeWritten, *kernel, || format!("kernel `{}` gets {}", kernel.name(), groups.describe()));
            editor.add_string_attribute(*kernel, NAME, &value);
            changed = true;
        }
    }
    changed
}

fn write_wave_size(editor: &mut Editor<'_>, size: u32) -> bool {
    const NAME: &str = "target-features";
    let mut changed = false;
    for function in editor.view().functions().filter(|f| !f.is_declaration()) {
        let old = function.string_attribute(NAME).unwrap_or_default();
        let new = with_wave_size(&old, size);
        if new != old {
            editor.add_string_attribute(function, NAME, &new);
            changed = true;
        }
    }
    changed
}

/// A list of target features with one wave size.
fn with_wave_size(features: &str, size: u32) -> String {
    let (wanted, other) = if size == 32 { (32, 64) } else { (64, 32) };
    let mut list: Vec<&str> = features.split(',').filter(|f| !f.is_empty() && !f.contains("wavefrontsize")).collect();
    // The default of the processor has to be switched off by name.
    let pair = [format!("-wavefrontsize{other}"), format!("+wavefrontsize{wanted}")];
    list.extend(pair.iter().map(String::as_str));
    list.join(",")
}

#[cfg(test)]
mod tests {
    use super::with_wave_size;

    #[test]
    fn wave_size_replaces_what_was_said_about_it() {
        assert_eq!(with_wave_size("", 32), "-wavefrontsize64,+wavefrontsize32");
        assert_eq!(
            with_wave_size("+dpp,+wavefrontsize32,+dot1-insts", 64),
            "+dpp,+dot1-insts,-wavefrontsize32,+wavefrontsize64"
        );
        let once = with_wave_size("+dpp", 64);
        assert_eq!(with_wave_size(&once, 64), once);
    }
}

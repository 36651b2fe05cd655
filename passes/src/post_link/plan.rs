//! Plan of an image before it is made: its number, what it holds, how its constants are lowered.

use crate::{
    device_code_split::{Analysis, Group, Image, Unit},
    ir::{GlobalId, IntrinsicCalls},
    options::ImageOptions,
    spec_constants::{Calls, Mode},
};

/// One image, or half of one, that is to be made.
pub(super) struct ImagePlan<'g> {
    /// Halves share one. The copy with defaults has the next.
    pub(super) number: usize,
    pub(super) group: &'g Group,
    /// Whether there is another half.
    pub(super) has_other_half: bool,
    /// Entry points that can be what calls its functions: its own, and those of the SYCL half for ESIMD code.
    pub(super) callers: Vec<GlobalId>,
}

/// Origin of the code of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Treatment {
    /// As it is in the part.
    AsIs,
    /// Specialization constants are lowered in the part, which undoes it.
    LowerInPart(Mode),
    /// The part is read into a context of its own, where what cannot be undone is done.
    OwnContext {
        /// Lowering of specialization constants, if they are lowered.
        lower: Option<Mode>,
        /// Whether another image gets the constants' defaults.
        with_default_copy: bool,
    },
}

/// The images of a run, in order.
pub(super) fn plan<'g>(units: &'g [Unit], analysis: &Analysis<'_>, options: &ImageOptions) -> Vec<ImagePlan<'g>> {
    let calls_spec_constants =
        |group: &Group| analysis.calls_spec_constants(&analysis.image(group, IntrinsicCalls::Ignored));
    let mut plans = Vec::with_capacity(units.len());
    let mut number = 0;
    for unit in units {
        match unit {
            Unit::Whole(group) => {
                let callers = group.entry_points.clone();
                plans.push(ImagePlan { number, group, has_other_half: false, callers });
            }
            Unit::Halves { esimd, sycl } => {
                // SYCL entry points can be what calls ESIMD functions.
                let both = [esimd.entry_points.as_slice(), &sycl.entry_points].concat();
                for (group, callers) in [(esimd, both), (sycl, sycl.entry_points.clone())] {
                    plans.push(ImagePlan { number, group, has_other_half: true, callers });
                }
            }
        }
        let has_copies = options.default_spec_constant_images && unit.groups().any(calls_spec_constants);
        number += if has_copies { 2 } else { 1 };
    }
    plans
}

impl<'g> ImagePlan<'g> {
    /// Decides what the image holds and how it is made.
    pub(super) fn decide<'m>(
        &self,
        analysis: &Analysis<'m>,
        calls: &Calls<'m>,
        options: &ImageOptions,
    ) -> (Image<'g>, Treatment) {
        let image = analysis.image(self.group, IntrinsicCalls::Ignored);
        if !analysis.calls_spec_constants(&image) {
            return (image, Treatment::AsIs);
        }
        match mode_for_parts(options) {
            Some(mode) if calls.can_lower_in_part(analysis.functions_of(&image.members)) => {
                (image, Treatment::LowerInPart(mode))
            }
            _ => {
                let image = analysis.image(self.group, IntrinsicCalls::Followed);
                let with_default_copy = options.default_spec_constant_images;
                (image, Treatment::OwnContext { lower: options.spec_constants, with_default_copy })
            }
        }
    }
}

/// Lowering of constants in the parts of a split, if they can: default values become constants with other uses, and the
/// copies with defaults start from what the others are before lowering.
fn mode_for_parts(options: &ImageOptions) -> Option<Mode> {
    let can_be_undone = |mode: &Mode| *mode == Mode::Native || mode.is_emulated();
    options.spec_constants.filter(can_be_undone).filter(|_| !options.default_spec_constant_images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{device_code_split::SplitMode, ir::OwnedModule, post_link::outline::spec_constant_calls};

    /// A kernel with a constant, and one without.
    const TEXT: &str = r#"
target triple = "spir64-unknown-unknown"
@id = private constant [2 x i8] c"a\00"
@default = constant i32 1
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
define spir_kernel void @a() {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @default, ptr null)
  ret void
}
define spir_kernel void @b() {
  ret void
}
"#;

    /// Number and treatment of each image.
    fn treatments(options: ImageOptions) -> Vec<(usize, Treatment)> {
        let module = OwnedModule::read(TEXT.as_bytes(), "a.ll").unwrap();
        let options = ImageOptions { split: SplitMode::Kernel, ..options };
        let analysis = Analysis::for_module(module.view(), options.split_options());
        let calls = spec_constant_calls(module.view(), &options);
        let units = analysis.units(options.split);
        let mut treatments: Vec<_> = plan(&units, &analysis, &options)
            .iter()
            .map(|plan| (plan.number, plan.decide(&analysis, &calls, &options).1))
            .collect();
        treatments.sort_by_key(|(number, _)| *number);
        treatments
    }

    #[test]
    fn one_treatment_per_image() {
        let own = |lower, with_default_copy| Treatment::OwnContext { lower, with_default_copy };
        let options = |spec_constants, default_spec_constant_images| ImageOptions {
            spec_constants,
            default_spec_constant_images,
            ..ImageOptions::default()
        };
        for (mode, copies, expected) in [
            (None, false, Treatment::AsIs),
            (Some(Mode::Native), false, Treatment::LowerInPart(Mode::Native)),
            (Some(Mode::Emulation), false, Treatment::LowerInPart(Mode::Emulation)),
            (Some(Mode::DefaultValues), false, own(Some(Mode::DefaultValues), false)),
            (Some(Mode::Native), true, own(Some(Mode::Native), true)),
            (None, true, own(None, true)),
        ] {
            // Kernel `b` comes first: its name is greater.
            let second = (1, expected);
            assert_eq!(treatments(options(mode, copies)), [(0, Treatment::AsIs), second], "{mode:?} {copies}");
        }
    }
}

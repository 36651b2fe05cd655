//! Plan before the first image is made: what each holds, in which order, and that all of it can be described.

use indexmap::{IndexMap, IndexSet};

use super::{
    Error,
    checks::{self, Described},
    left_out::{self, LeftOut},
    maker::{Findings, ImageMaker},
    plan::{self, ImagePlan},
};
use crate::{
    device_code_split::{Analysis, ImageDependencies, SpecConstantCalls, SplitMode, Unit},
    device_rules,
    diagnostic::{Remarks, Severity, Sink},
    ir::{ModuleView, names::is_invoke_simd_name},
    options::ImageOptions,
    properties,
    spec_constants::Calls,
};

/// The images of a module before they are made.
pub(super) struct Outline<'m> {
    pub(super) analysis: Analysis<'m>,
    units: Vec<Unit>,
    calls: Calls<'m>,
    described: Described,
    left_out: Vec<LeftOut>,
}

impl<'m> Outline<'m> {
    /// Looks at a module.
    pub(super) fn for_module(
        module: ModuleView<'m>,
        options: &ImageOptions,
        described: Described,
    ) -> Result<Self, Error> {
        if described == Described::Properties {
            device_rules::check(module, device_rules::Callees::MayBeElsewhere)?;
            checks::invoke_simd(module)?;
        }
        let analysis = Analysis::for_module(module, options.split_options());
        let mut units = analysis.units(options.split);
        checks::well_formed(&analysis, &units, described)?;
        let target = options.target.as_ref();
        let left_out = target.map(|target| left_out::take_out(&analysis, &mut units, target)).unwrap_or_default();
        Ok(Self { analysis, units, calls: spec_constant_calls(module, options), described, left_out })
    }

    /// The images, in the order that they are made in.
    pub(super) fn plans(&self, options: &ImageOptions) -> Result<Vec<ImagePlan<'_>>, Error> {
        let plans = plan::plan(&self.units, &self.analysis, options);
        log::info!(target: "sycl-post-link", "`{}`: {} images", self.analysis.identifier(), plans.len());
        if options.device_globals && plans.len() > 1 {
            let uses: Vec<_> = plans.iter().map(|plan| self.analysis.reached_device_globals(plan.group)).collect();
            properties::check_image_scope(&uses)?;
        }
        Ok(plans)
    }

    /// Maker of the images; `sink` is asked which remarks it wants.
    pub(super) fn maker<'a>(&'a self, options: &'a ImageOptions, sink: &mut dyn Sink) -> ImageMaker<'a, 'm> {
        ImageMaker { options, analysis: &self.analysis, calls: &self.calls, wanted: Remarks::wanted_by(sink) }
    }

    /// Warns of what came up in the images, each once.
    pub(super) fn report<'f>(
        &self,
        module: ModuleView<'_>,
        options: &ImageOptions,
        findings: impl IntoIterator<Item = &'f Findings>,
        sink: &mut dyn Sink,
    ) {
        let mismatches: IndexSet<_> = findings.into_iter().flat_map(|found| &found.mismatches).collect();
        let undefined = match options.image_dependencies {
            ImageDependencies::NotAllowed if !options.suppress_undefined_function_warnings => {
                checks::undefined(&self.analysis, &self.units)
            }
            _ => IndexMap::new(),
        };
        checks::report(module, &self.analysis, &mismatches, &undefined, sink);
        checks::report_in_no_image(&self.analysis, &self.units, sink);
        // What a target lacks for certain is in no image.
        let is_certain = options.target.as_ref().is_some_and(|target| !target.may_support_other_aspects);
        if self.described == Described::Properties && !is_certain && options.split == SplitMode::None {
            checks::report_shared(&self.analysis, &self.units, sink);
        }
        checks::report_left(module, sink);
        left_out::report(&self.left_out, module, sink);
        // A program without device code has an empty module, and nothing to say of it.
        let has_code = module.functions().any(|function| !function.is_declaration());
        if has_code && !self.units.iter().any(|unit| unit.groups().any(|group| !group.entry_points.is_empty())) {
            let text = format!(
                "module `{}` has no kernel and no other entry point, so its image has no code that a host can ask for",
                module.identifier()
            );
            sink.report(Severity::Warning, &text);
        }
    }
}

/// Whether the module is what a run takes.
pub(super) fn check_kind(module: ModuleView<'_>, options: &ImageOptions) -> Result<(), Error> {
    let triple = module.triple();
    if !triple.is_empty() && !module.is_device_module() {
        return Err(Error::NotDevice { module: module.identifier(), triple });
    }
    if options.split_esimd && module.functions().any(|f| is_invoke_simd_name(&f.name())) {
        return Err(Error::InvokeSimd);
    }
    Ok(())
}

/// The calls to lower; none where constants stay as they are.
pub(super) fn spec_constant_calls<'m>(module: ModuleView<'m>, options: &ImageOptions) -> Calls<'m> {
    match options.split_options().spec_constants {
        SpecConstantCalls::Lowered => Calls::find(module),
        SpecConstantCalls::Kept => Calls::none(module),
    }
}

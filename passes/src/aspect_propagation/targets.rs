//! Fixed targets: the only ones that the program is for.
//!
//! A fixed target is one of the device configuration (`intel_gpu_pvc`), written as its name and checked against its
//! entry, or an aspect that stands for a kind of device (`cpu`, `gpu`), written as its number and not checked.
//!
//! Of each function there is at most one warning an aspect, which names every target that lacks it. Reported are
//! functions that use or declare the aspect themselves, and kernels and SYCL_EXTERNAL functions that reach a use; not
//! what lies between. What the configuration does not record of a target is not checked ([`Support`]).

use sycl_propset::{
    aspects::{KINDS_OF_DEVICES, by_name},
    devices::{DeviceConfig, Support, Target},
    nearest::nearest,
};

use super::{
    Error, Options,
    aspects::Aspects,
    diagnose::{Report, display_name},
};
use crate::{diagnostic::Id, ir::sycl_metadata::FixedTarget};

/// The fixed targets of a run, in the order of the option.
pub(super) struct Targets<'o> {
    written: Vec<FixedTarget>,
    known: Vec<&'o Target>,
}

impl<'o> Targets<'o> {
    /// Looks the targets up.
    pub(super) fn find(aspects: &Aspects, options: &Options, config: Option<&'o DeviceConfig>) -> Result<Self, Error> {
        let mut targets = Self { written: Vec::new(), known: Vec::new() };
        for name in &options.fixed_targets {
            let config = config.unwrap_or_else(|| DeviceConfig::builtin());
            let target = match config.target(name) {
                Some(target) => {
                    if !targets.known.iter().any(|known| known.name == target.name) {
                        targets.known.push(target);
                    }
                    // The host device has the name of an aspect, which counts for DPC++ where the module has it.
                    match own_kind_of_device(name, aspects) {
                        Some(value) => FixedTarget::Aspect(value),
                        None => FixedTarget::Name(target.name.clone()),
                    }
                }
                None => FixedTarget::Aspect(kind_of_device(name, aspects, config)?),
            };
            if !targets.written.contains(&target) {
                targets.written.push(target);
            }
        }
        Ok(targets)
    }

    /// Operands of `!sycl_fixed_targets`.
    pub(super) fn written(&self) -> Vec<FixedTarget> {
        self.written.clone()
    }

    /// Warns of what targets lack.
    pub(super) fn check(&self, report: &mut Report<'_, '_>) {
        if self.known.is_empty() {
            return;
        }
        for id in 0..report.facts.functions.len() as u32 {
            self.check_aspects(report, id);
            self.check_sizes(report, id);
        }
    }

    fn check_aspects(&self, report: &mut Report<'_, '_>, id: u32) {
        let (used, declared) = (&report.facts.used, &report.facts.declared);
        let is_entry_point = report.facts.functions[id as usize].is_entry_point;
        let mut checked: Vec<(u32, Use)> = report
            .reportable(id)
            .into_iter()
            .filter(|aspect| is_entry_point || used.contains(id, *aspect))
            .map(|aspect| (aspect, Use::Used))
            .collect();
        let more = declared.iter(id).filter(|aspect| !checked.iter().any(|(used, _)| used == aspect));
        checked.extend(more.collect::<Vec<_>>().into_iter().map(|aspect| (aspect, Use::Declared)));
        for (aspect, how) in checked {
            let Ok(value) = u32::try_from(report.facts.scanner.aspects.value(aspect)) else { continue };
            let name = report.aspect_name(aspect);
            // A module may give a number of SYCL's another name.
            let lacking =
                self.lacking(
                    |target| {
                        if target.has_aspect_value(value) { Support::Yes } else { target.aspect(Some(&name)) }
                    },
                );
            if lacking.is_empty() {
                continue;
            }
            match how {
                Use::Used => report.warn_of_use(Id::FixedTargetAspect, id, aspect, |function| {
                    format!("function '{function}' uses aspect '{name}' not supported by {lacking}")
                }),
                Use::Declared => {
                    let function = display_name(report.facts.functions[id as usize].value);
                    let text = format!("function '{function}' declares aspect '{name}' not supported by {lacking}");
                    report.warn_of(Id::FixedTargetAspect, id, &text);
                }
            }
        }
    }

    fn check_sizes(&self, report: &mut Report<'_, '_>, id: u32) {
        let function = &report.facts.functions[id as usize];
        let mut texts = Vec::new();
        if let Some(size) = function.required_sub_group_size {
            let lacking = self.lacking(|target| target.sub_group_size(size));
            if !lacking.is_empty() {
                texts.push(format!("has required sub-group size '{size}' not supported by {lacking}"));
            }
        }
        if !function.required_work_group_size.is_empty() {
            let items = function.required_work_group_size.iter().fold(1u64, |all, size| all.saturating_mul(*size));
            let lacking = self.lacking(|target| target.work_group_size(items));
            if !lacking.is_empty() {
                let sizes: Vec<String> = function.required_work_group_size.iter().map(u64::to_string).collect();
                let size = sizes.join("x");
                texts.push(format!("has required work-group size '{size}' not supported by {lacking}"));
            }
        }
        let name = display_name(function.value);
        for text in texts {
            report.warn_of(Id::FixedTargetSize, id, &format!("function '{name}' {text}"));
        }
    }

    /// The targets that lack what is asked for, for a message; empty if there are none.
    fn lacking(&self, support: impl Fn(&Target) -> Support) -> String {
        let lacking = self.known.iter().filter(|target| support(target) == Support::No);
        let names: Vec<String> = lacking.map(|target| format!("'{}'", target.name)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => format!("fixed target {one}"),
            many => format!("fixed targets {}", many.join(", ")),
        }
    }
}

#[derive(Clone, Copy)]
enum Use {
    Used,
    Declared,
}

/// The number of the aspect that stands for a kind of device; the module's own, if it has a table of aspects.
fn kind_of_device(name: &str, aspects: &Aspects, config: &DeviceConfig) -> Result<u32, Error> {
    let unknown = || {
        let near = config.nearest_name(name).or_else(|| nearest(name, KINDS_OF_DEVICES));
        Error::UnknownTarget { name: name.to_owned(), nearest: near.map(str::to_owned) }
    };
    if !KINDS_OF_DEVICES.contains(&name) {
        return Err(unknown());
    }
    let own = aspects.find(name).ok().flatten().and_then(|value| u32::try_from(value).ok());
    own.or_else(|| by_name(name).map(|aspect| aspect.value)).ok_or_else(unknown)
}

/// The number that the module's table of aspects gives a kind of device.
fn own_kind_of_device(name: &str, aspects: &Aspects) -> Option<u32> {
    let value = KINDS_OF_DEVICES.contains(&name).then(|| aspects.own(name)).flatten();
    value.and_then(|value| u32::try_from(value).ok())
}

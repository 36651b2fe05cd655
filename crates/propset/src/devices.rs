//! Ahead-of-time targets: what each offers and how it is compiled for, from `config/devices.json`.
//!
//! Corresponds to DPC++'s `DeviceConfigFile.td` (DPC++ design document "Behavior for optional kernel features", section
//! "Device configuration file"). In the file, targets name their aspects one by one or through named sets; here a
//! target has them all, in the order of their numbers.
//!
//! What is not recorded is unknown, not absent: [`Support`] is the one rule for every question. A list that is empty or
//! missing says nothing; one that is there is complete, except that of aspects where `may_support_other_aspects` says
//! so.

mod file;

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use crate::aspects;
use crate::config_file;
use crate::error::ReadError;
use crate::nearest;

pub use crate::config_file::LoadError;
pub use file::{AotStep, DeviceFile, TargetEntry};

/// Words of the note that `sycl-post-link` prints about images that a target cannot take. A build, whose summary says
/// the same, recognizes the note by them.
pub const LEFT_OUT: &str = "left out for target";

/// Support of one feature on a target, according to the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Devices of the target have it.
    Yes,
    /// They do not.
    No,
    /// It has not been recorded.
    Unknown,
}

/// A target with its aspects resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The canonical name, e.g. `intel_gpu_pvc`.
    pub name: String,
    /// The triple of device code for the target.
    pub triple: String,
    /// The device's name for its compiler, e.g. `pvc`, `sm_80`, `gfx90a`.
    pub arch: Option<String>,
    /// Other names of the target.
    pub aliases: Vec<String>,
    /// Names of all aspects, in the order of their numbers, each once.
    pub aspects: Vec<String>,
    /// Sub-group sizes that kernels may require, as listed.
    pub sub_group_sizes: Vec<u32>,
    /// Whether devices of this target may have aspects that are not listed.
    pub may_support_other_aspects: bool,
    /// The greatest number of work-items in a work-group, where known.
    pub max_work_group_size: Option<u64>,
    /// The programs that make a native image, in order; none if unknown.
    pub aot: Vec<AotStep>,
}

impl Target {
    /// Whether an aspect is listed, under any of its names.
    #[must_use]
    pub fn has_aspect(&self, name: &str) -> bool {
        let value = aspects::by_name(name).map(|aspect| aspect.value);
        self.aspects.iter().any(|listed| listed == name) || value.is_some_and(|value| self.has_aspect_value(value))
    }

    /// Whether the aspect of that number is listed.
    #[must_use]
    pub fn has_aspect_value(&self, value: u32) -> bool {
        self.aspect_values().any(|listed| listed == value)
    }

    /// Whether this is a name of the target.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Whether the target is of a kind of device, such as `gpu`; no if the name is not that of a kind.
    #[must_use]
    pub fn is_of_kind(&self, name: &str) -> Support {
        if aspects::KINDS_OF_DEVICES.contains(&name) { self.aspect(Some(name)) } else { Support::No }
    }

    /// The numbers of all listed aspects, ascending.
    pub fn aspect_values(&self) -> impl Iterator<Item = u32> {
        self.aspects.iter().filter_map(|name| aspects::by_name(name)).map(|aspect| aspect.value)
    }

    /// Whether devices have the aspect of that name; `None` is an aspect without a name.
    #[must_use]
    pub fn aspect(&self, name: Option<&str>) -> Support {
        match name {
            Some(name) if self.has_aspect(name) => Support::Yes,
            _ => self.unlisted(name),
        }
    }

    /// Whether devices have the aspect of that number.
    #[must_use]
    pub fn aspect_value(&self, value: u32) -> Support {
        if self.has_aspect_value(value) {
            return Support::Yes;
        }
        self.unlisted(aspects::by_value(value).map(|aspect| aspect.name.as_str()))
    }

    fn unlisted(&self, name: Option<&str>) -> Support {
        let is_kind = |name: &str| aspects::KINDS_OF_DEVICES.contains(&name);
        let is_of_another_kind = name.is_some_and(is_kind) && self.aspects.iter().any(|listed| is_kind(listed));
        if is_of_another_kind || !self.aspects.is_empty() && !self.may_support_other_aspects {
            Support::No
        } else {
            Support::Unknown
        }
    }

    /// Whether kernels may require the sub-group size. Do not ask for ESIMD code, whose size of 1 no target lists.
    #[must_use]
    pub fn sub_group_size(&self, size: u32) -> Support {
        match self.sub_group_sizes.as_slice() {
            [] => Support::Unknown,
            sizes if sizes.contains(&size) => Support::Yes,
            _ => Support::No,
        }
    }

    /// Whether a work-group may have that many work-items.
    #[must_use]
    pub fn work_group_size(&self, items: u64) -> Support {
        match self.max_work_group_size {
            None => Support::Unknown,
            Some(most) if items <= most => Support::Yes,
            Some(_) => Support::No,
        }
    }
}

/// A set of targets, found by name or alias.
#[derive(Debug, Clone)]
pub struct DeviceConfig {
    targets: Vec<Target>,
    by_name: HashMap<String, usize>,
}

static BUILTIN: LazyLock<DeviceConfig> = LazyLock::new(|| {
    DeviceConfig::from_json(include_str!("../config/devices.json"), "config/devices.json")
        .expect("the built-in device configuration is read by a test")
});

impl DeviceConfig {
    /// The configuration that is compiled in.
    #[must_use]
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// Reads a configuration in the layout of `config/devices.json`; `file` is the name used in errors.
    ///
    /// # Errors
    /// [`ReadError`] with place and key for text that is not JSON of that layout, another version, a name or alias that
    /// occurs twice, an unknown aspect or aspect set, a sub-group size of 0, or a triple without three parts.
    pub fn from_json(text: &str, file: &str) -> Result<Self, ReadError> {
        let parsed: DeviceFile = config_file::parse(text, file)?;
        config_file::check_version(text, file, parsed.schema_version)?;
        file::resolve(parsed).map_err(|(path, message)| config_file::refuse(text, file, &path, message))
    }

    /// Reads a user's configuration from a file: its targets in addition to the built-in ones, and in the place of
    /// those of the same name.
    ///
    /// # Errors
    /// [`LoadError`] for a file that cannot be read, and for what [`DeviceConfig::from_json`] refuses.
    pub fn from_file(file: &Path) -> Result<Self, LoadError> {
        Ok(config_file::load(file, Self::from_json)?.over(Self::builtin()))
    }

    /// These targets, and those of another configuration that have other names. A name that is an alias there counts
    /// for the target here.
    #[must_use]
    pub fn over(self, others: &Self) -> Self {
        let Self { targets: own, by_name: own_names } = self;
        let mut targets: Vec<Target> =
            others.targets.iter().filter(|target| !own_names.contains_key(&target.name)).cloned().collect();
        for target in &mut targets {
            target.aliases.retain(|alias| !own_names.contains_key(alias));
        }
        targets.extend(own);
        let names = targets.iter().enumerate().flat_map(|(index, target)| {
            std::iter::once(&target.name).chain(&target.aliases).map(move |name| (name.clone(), index))
        });
        let by_name = names.collect();
        Self { targets, by_name }
    }

    /// The target of that name or alias.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<&Target> {
        self.by_name.get(name).map(|&index| &self.targets[index])
    }

    /// The name or alias most like a mistyped one, or the target of which it is the device's name for compilers.
    #[must_use]
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        let arch = |target: &&Target| target.arch.as_deref().is_some_and(|arch| arch.eq_ignore_ascii_case(name));
        if let Some(target) = self.targets.iter().find(arch) {
            return Some(&target.name);
        }
        let aliases = self.targets.iter().flat_map(|target| &target.aliases).map(String::as_str);
        nearest::nearest(name, self.names().chain(aliases))
    }

    /// Canonical names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().map(|target| target.name.as_str())
    }

    /// All targets, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Target> {
        self.targets.iter()
    }
}

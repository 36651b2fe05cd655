//! The file: its layout, and how targets are made of its entries.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DeviceConfig, Target};
use crate::aspects;
use crate::json_position::Path;
use crate::nearest;

/// The layout of `config/devices.json`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "SYCL ahead-of-time targets")]
pub struct DeviceFile {
    /// The schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this layout; 1.
    pub schema_version: u32,
    /// Aspects that several targets share, under a name.
    #[serde(default)]
    pub aspect_sets: BTreeMap<String, Vec<String>>,
    /// The targets.
    pub targets: Vec<TargetEntry>,
}

/// A target as it stands in the file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetEntry {
    /// The name on command lines, e.g. `intel_gpu_pvc`.
    pub name: String,
    /// The triple of device code for the target.
    pub triple: String,
    /// The device's name for its compiler, e.g. `pvc`, `sm_80`, `gfx90a`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arch: Option<String>,
    /// Other names of the target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Names of sets in `aspect_sets` of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspect_sets: Vec<String>,
    /// Names of aspects, besides those of the sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Sub-group sizes that kernels may require; none if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sub_group_sizes: Vec<u32>,
    /// Whether devices of this target may have aspects that are not listed.
    pub may_support_other_aspects: bool,
    /// The greatest number of work-items in a work-group, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_work_group_size: Option<u64>,
    /// The programs that make a native image, in order; none if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aot: Vec<AotStep>,
}

/// One program on the way to a native image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AotStep {
    /// The program.
    pub tool: String,
    /// Options that select the target, without inputs and outputs.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A path in the file and what is wrong there.
pub(super) type Refusal = (Path, String);

/// The targets with their aspects; refuses what contradicts itself.
pub(super) fn resolve(file: DeviceFile) -> Result<DeviceConfig, Refusal> {
    for (name, aspects) in &file.aspect_sets {
        check_aspects(aspects, &Path::keys(&["aspect_sets", name]))?;
    }
    let mut config = DeviceConfig { targets: Vec::new(), by_name: HashMap::new() };
    for (index, entry) in file.targets.into_iter().enumerate() {
        let path = Path::keys(&["targets"]).index(index);
        claim(&mut config.by_name, &entry.name, index, path.clone().key("name"))?;
        for (position, alias) in entry.aliases.iter().enumerate() {
            claim(&mut config.by_name, alias, index, path.clone().key("aliases").index(position))?;
        }
        config.targets.push(resolve_target(entry, &file.aspect_sets, &path)?);
    }
    Ok(config)
}

fn claim(names: &mut HashMap<String, usize>, name: &str, index: usize, path: Path) -> Result<(), Refusal> {
    match names.insert(name.to_owned(), index) {
        None => Ok(()),
        Some(_) => Err((path, format!("target `{name}` occurs twice; expected each name and alias once"))),
    }
}

fn resolve_target(entry: TargetEntry, sets: &BTreeMap<String, Vec<String>>, path: &Path) -> Result<Target, Refusal> {
    check_aspects(&entry.aspects, &path.clone().key("aspects"))?;
    let mut names = entry.aspects;
    for (position, set) in entry.aspect_sets.iter().enumerate() {
        let shared = sets.get(set).ok_or_else(|| {
            let suggestion = suggest(nearest::nearest(set, sets.keys().map(String::as_str)));
            let path = path.clone().key("aspect_sets").index(position);
            (path, format!("unknown aspect set `{set}`{suggestion}"))
        })?;
        names.extend_from_slice(shared);
    }
    names.sort_by_cached_key(|name| aspects::by_name(name).map(|aspect| aspect.value));
    names.dedup();
    if let Some(position) = entry.sub_group_sizes.iter().position(|&size| size == 0) {
        let path = path.clone().key("sub_group_sizes").index(position);
        return Err((path, "found sub-group size 0; expected at least 1".to_owned()));
    }
    if entry.triple.split('-').filter(|part| !part.is_empty()).count() < 3 {
        let message = format!("found triple `{}`; expected `<architecture>-<vendor>-<system>`", entry.triple);
        return Err((path.clone().key("triple"), message));
    }
    Ok(Target {
        name: entry.name,
        triple: entry.triple,
        arch: entry.arch,
        aliases: entry.aliases,
        aspects: names,
        sub_group_sizes: entry.sub_group_sizes,
        may_support_other_aspects: entry.may_support_other_aspects,
        max_work_group_size: entry.max_work_group_size,
        aot: entry.aot,
    })
}

fn check_aspects(names: &[String], path: &Path) -> Result<(), Refusal> {
    match names.iter().position(|name| aspects::by_name(name).is_none()) {
        None => Ok(()),
        Some(position) => {
            let name = &names[position];
            let suggestion = suggest(aspects::table().nearest_name(name));
            Err((path.clone().index(position), format!("unknown aspect `{name}`{suggestion}")))
        }
    }
}

fn suggest(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

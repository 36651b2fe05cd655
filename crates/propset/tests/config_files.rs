//! The files in `config/`: schemas are current, and every table in them is consistent.
//!
//! After a change of the types, `SYCL_PROPSET_BLESS=1 cargo test -p sycl-propset` regenerates the schemas.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, schema_for};
use sycl_propset::aspects::{self, AspectFile};
use sycl_propset::devices::{DeviceConfig, DeviceFile};

fn config(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(name)
}

fn check_schema<T: JsonSchema>(name: &str) {
    let expected = serde_json::to_string_pretty(&schema_for!(T)).expect("a schema is JSON") + "\n";
    if std::env::var_os("SYCL_PROPSET_BLESS").is_some() {
        std::fs::write(config(name), &expected).expect("config/ is writable");
    }
    let found = std::fs::read_to_string(config(name)).unwrap_or_default();
    assert!(
        found == expected,
        "config/{name} is stale; run the tests with SYCL_PROPSET_BLESS=1 and read the difference"
    );
}

#[test]
fn the_schemas_are_current() {
    check_schema::<DeviceFile>("devices.schema.json");
    check_schema::<AspectFile>("aspects.schema.json");
}

#[test]
fn targets_and_aspects_are_in_canonical_form() {
    let text = std::fs::read_to_string(config("devices.json")).unwrap();
    let file: DeviceFile = serde_json::from_str(&text).unwrap();
    let used: BTreeSet<&String> = file.targets.iter().flat_map(|target| &target.aspect_sets).collect();
    assert!(file.aspect_sets.keys().eq(used), "each aspect set is used");
    for target in &file.targets {
        assert!(target.sub_group_sizes.is_sorted_by(|a, b| a < b), "{}", target.name);
        assert!(target.sub_group_sizes.iter().all(|size| size.is_power_of_two()), "{}", target.name);
        assert!(target.arch.is_none() || !target.aot.is_empty(), "{}: an architecture has a compiler", target.name);
        let names = target.aspect_sets.iter().flat_map(|set| &file.aspect_sets[set]).chain(&target.aspects);
        let distinct: BTreeSet<_> = names.clone().collect();
        assert_eq!(distinct.len(), names.clone().count(), "{}: each aspect once", target.name);
        for name in names {
            let value = aspects::by_name(name).unwrap().value;
            assert_eq!(&aspects::by_value(value).unwrap().name, name, "{}", target.name);
        }
        assert_eq!(distinct.len(), DeviceConfig::builtin().target(&target.name).unwrap().aspects.len());
    }
}

/// Programs have the aspects by the same names and numbers.
#[test]
fn the_headers_have_all_aspects() {
    let headers = config("").join("../runtime/include/sycl/info");
    let mut found = Vec::new();
    for file in ["aspects.def", "aspects_deprecated.def"] {
        let text = std::fs::read_to_string(headers.join(file)).unwrap();
        for line in text.lines().filter(|line| line.starts_with("__SYCL_ASPECT")) {
            let inside = line.split_once('(').unwrap().1.trim_end_matches(')');
            let mut words = inside.split(", ");
            found.push((words.next().unwrap().to_owned(), words.next().unwrap().parse().unwrap()));
        }
    }
    found.sort();
    let mut wanted: Vec<(String, u32)> = aspects::iter().map(|aspect| (aspect.name.clone(), aspect.value)).collect();
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn aspect_numbers_ascend_without_gaps() {
    let values: Vec<u32> = aspects::iter().map(|aspect| aspect.value).collect();
    assert!(values.is_sorted());
    let distinct: BTreeSet<u32> = values.into_iter().collect();
    assert!(distinct.iter().copied().eq(0..distinct.len() as u32));
}

#[test]
fn what_cannot_be_read_is_told_once() {
    let error = DeviceConfig::from_file(Path::new("none/devices.json")).unwrap_err();
    let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
    let messages: Vec<String> = causes.map(ToString::to_string).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("cannot read `none/devices.json`: "), "{messages:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused() {
    let error = DeviceConfig::from_file(Path::new("/dev/zero")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read `/dev/zero`: it has more than 64 MiB");
}

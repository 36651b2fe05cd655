//! Tests that the output of commands with `--json` is as `generate schema` says.

use crate::checking::check;
use crate::common::{Place, same};
use serde_json::Value;

#[test]
fn outputs_are_as_their_schemas_say() {
    let place = Place::new();
    let all = place.run("generate schema");
    let all: Value = serde_json::from_str(all.strip_prefix("exit code 0\n--- stdout\n").unwrap()).unwrap();
    place.run("bundle --table a.table -o a.bundle");
    place.write("k.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n");
    place.write("other.prop", "[SYCL/misc properties]\noptLevel=1|3\n");
    for (name, line) in [
        ("message", "inspect none.o"),
        ("message", "check a.prop --device none"),
        ("written", "bundle --table a.table -o a.bundle"),
        ("inspect", "inspect a.table a.prop a.bundle a.sym k.ptx"),
        ("inspect", "inspect --summary a.table"),
        ("compare", "compare a.bundle a.table"),
        ("check", "check a.prop --device intel_gpu_dg1"),
        ("check", "check a.prop --device spir64"),
        ("validate", "validate k.ptx"),
        ("cache", "cache dir --cache-dir none"),
        ("cache", "cache stats --cache-dir none"),
        ("cache", "cache verify --cache-dir none"),
        ("cache", "cache clean --cache-dir none"),
        ("cache", "cache prune --keep 1G --cache-dir none"),
        ("devices", "devices list"),
        ("props-compare", "props compare a.prop other.prop"),
        ("settings", "build --split kernel --show-settings"),
    ] {
        let found = place.run(&format!("{line} --json"));
        let objects = found.lines().filter(|line| line.starts_with('{'));
        let checked = objects.map(|object| {
            let object = serde_json::from_str(object).unwrap_or_else(|e| panic!("{line}: {e}: {object}"));
            check(&all[name], &object, line).unwrap_or_else(|wrong| panic!("{wrong}"));
        });
        assert!(checked.count() > 0, "{line}: {found}");
    }
}

#[test]
fn a_schema_is_found_by_its_name() {
    let place = Place::new();
    let found = place.run("generate schema check");
    assert!(found.contains("\"title\": \"check\"") && !found.contains("\"title\": \"cache\""), "{found}");
    let found = place.run("generate schema chekc");
    same(
        &found,
        "exit code 2\n--- stderr\nsycl-packager: found the schema `chekc`; expected one of: message, written, inspect, check, \
         validate, build, plan, settings, cache, devices, props-compare, compare, doctor\n",
    );
    // It would notice what is wrong.
    let schema =
        serde_json::json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] });
    for wrong in [serde_json::json!({}), serde_json::json!({ "a": 1 }), serde_json::json!({ "a": "", "b": 1 })] {
        assert!(check(&schema, &wrong, "").is_err());
    }
}

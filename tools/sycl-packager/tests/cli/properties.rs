//! Properties: `props`, `check` and reports about them.

use crate::DONE;
use crate::common::{PROP, Place, same};

#[test]
fn properties_are_shown_converted_and_compared() {
    let place = Place::new();
    same(
        &place.run("props show a.prop"),
        "exit code 0\n--- stdout\n[SYCL/device requirements]\n  aspects = [6]\n\
         [SYCL/specialization constants]\n  _Z4gain = [4, 0, 4]\n\
         [SYCL/specialization constants default values]\n  all = [1065353216]\n\
         [SYCL/kernel param opt]\n  _ZTS1K = 3 bits: 04\n\
         [SYCL/kernel names]\n  _ZTS1K = 1\n[SYCL/misc properties]\n  optLevel = 2\n",
    );
    same(&place.run("props convert a.prop -o a.prop.json"), DONE);
    same(&place.run("props convert a.prop.json -o b.prop"), DONE);
    same(&place.run("props convert a.prop.json --to text"), &format!("{DONE}--- stdout\n{PROP}"));
    assert_eq!(place.read("b.prop"), PROP.as_bytes());
    same(&place.run("props compare a.prop a.prop.json --order"), DONE);
    place
        .write("c.prop", PROP.replace("optLevel=1|2", "optLevel=1|3").replace("[SYCL/kernel names]\n_ZTS1K=1|1\n", ""));
    same(
        &place.run("props compare a.prop c.prop"),
        "exit code 1\n--- stdout\n[SYCL/kernel names]: only in a.prop\n[SYCL/misc properties] optLevel: 2 and 3\n",
    );
    place.write("bad.prop", "[SYCL/misc properties]\noptLevel=1|x\n");
    same(
        &place.run("props show bad.prop"),
        "exit code 1\n--- stderr\nsycl-packager: bad.prop:2:12: invalid property value: `x`; \
         expected a decimal number from 0 to 4294967295\n",
    );
}

#[test]
fn devices_are_checked_in_the_runtimes_words() {
    let place = Place::new();
    same(
        &place.run("check a.table --device intel_gpu_pvc"),
        "exit code 0\n--- stdout\na.table: image 0: fits intel_gpu_pvc\n",
    );
    same(
        &place.run("check a.prop --device spir64"),
        "exit code 0\n--- stdout\na.prop: image 0: fits spir64 if it has aspect fp64\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_dg1"),
        "exit code 1\n--- stdout\na.prop: image 0: does not fit intel_gpu_dg1: Kernel uses optional feature \
         corresponding to 'aspect::fp64' but device does not support this aspect.\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_dg1 --json"),
        "exit code 1\n--- stdout\n{\"format\":1,\"file\":\"a.prop\",\"image\":0,\"device\":\"intel_gpu_dg1\",\"fits\":false,\
         \"reason\":\"Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this \
         aspect.\",\"depends_on\":null}\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_pcv"),
        "exit code 2\n--- stderr\nsycl-packager: unknown device `intel_gpu_pcv`\nhint: did you mean `intel_gpu_pvc`?\n",
    );
    place.write(
        "mine.json",
        r#"{"schema_version": 1, "targets": [{"name": "mine", "triple": "a-b-c", "aspects": ["fp64"],
            "sub_group_sizes": [8], "may_support_other_aspects": false}]}"#,
    );
    same(
        &place.run("check a.prop --device mine --devices mine.json"),
        "exit code 0\n--- stdout\na.prop: image 0: fits mine\n",
    );
    place.write("bad.json", "{}");
    same(
        &place.run("check a.prop --device mine --devices bad.json"),
        "exit code 1\n--- stderr\nsycl-packager: bad.json:1:2: missing field `schema_version`\n",
    );
}

#[test]
fn reports_are_json_on_request() {
    let place = Place::new();
    let found = place.run("inspect --json a.prop");
    same(
        &found,
        "exit code 0\n--- stdout\n{\"format\":1,\"file\":\"a.prop\",\"kind\":\"properties, text form\",\"size\":307,\
         \"totals\":{\"images\":1,\"kernels\":1,\"bytes\":0,\"targets\":[{\"target\":\"\",\"images\":1,\
         \"kernels\":1,\"bytes\":0}]},\"images\":[{\"index\":0,\"kernels\":[\"_ZTS1K\"],\"aspects\":[\"fp64\"],\"removed_parameters\":[[\"_ZTS1K\",3,[2]]],\
         \"specialization_constants\":[{\"name\":\"_Z4gain\",\"offset\":0,\"size\":4,\"default\":\"0000803f\",\
         \"leaves\":[{\"id\":4,\"offset\":0,\"size\":4}]}],\
         \"other_properties\":[[\"SYCL/misc properties\",\"optLevel\",\"2\"]]}]}\n",
    );
    same(
        &place.run("inspect a.spv"),
        "exit code 1\n--- stderr\nsycl-packager: a.spv: offset 0x0: header: truncated: 20 bytes needed, 16 left\n",
    );
    same(&place.run("bundle --table a.table -o a.bundle"), DONE);
    let mut bytes = place.read("a.bundle");
    bytes.truncate(100);
    place.write("cut.bundle", bytes);
    let found = place.run("inspect cut.bundle");
    assert!(
        found.starts_with("exit code 1\n--- stderr\nsycl-packager: cut.bundle: offset 0x8: size: range of "),
        "{found}"
    );
}

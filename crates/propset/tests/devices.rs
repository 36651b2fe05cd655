//! The device configuration: the rule for what is not recorded, the built-in file, and faults in files.

use std::path::Path;

use sycl_propset::aspects;
use sycl_propset::devices::{DeviceConfig, Support};

#[test]
fn the_built_in_file_is_consistent() {
    let config = DeviceConfig::builtin();
    assert!(config.names().count() > 80);
    for target in config.iter() {
        assert_eq!(config.target(&target.name), Some(target));
        assert!(target.aspect_values().is_sorted_by(|a, b| a < b), "{}", target.name);
        for alias in &target.aliases {
            assert_eq!(config.target(alias), Some(target));
        }
        for name in &target.aspects {
            assert!(!aspects::by_name(name).unwrap().deprecated, "{name}");
        }
    }
}

#[test]
fn rows_say_what_the_design_says() {
    let target = |name| DeviceConfig::builtin().target(name).unwrap();
    assert_eq!(target("intel_gpu_12_60_7").name, "intel_gpu_pvc");
    for aspect in ["gpu", "fp16", "fp64", "usm_device_allocations", "atomic64", "ext_intel_esimd"] {
        assert!(target("intel_gpu_pvc").has_aspect(aspect), "{aspect}");
    }
    assert_eq!(target("intel_gpu_pvc").max_work_group_size, Some(1024));
    assert_eq!(target("intel_gpu_skl").max_work_group_size, Some(256));
    assert_eq!(target("intel_gpu_pvc").sub_group_sizes, [16, 32]);
    assert!(!target("intel_gpu_dg2_g10").has_aspect("fp64"));
    assert_eq!(target("intel_gpu_dg1").aot[0].options, ["-device", "dg1"]);
    assert!(target("nvidia_gpu_sm_90").has_aspect("ext_oneapi_cuda_cluster_group"));
    assert!(!target("nvidia_gpu_sm_50").has_aspect("fp16"));
    assert!(target("nvidia_gpu_sm_50").has_aspect("ext_oneapi_external_memory_import"), "by its newer name");
    assert_eq!(target("nvidia_gpu_sm_50").aspects.len(), 6 + 10 + 8 + 11);
    assert!(!target("amd_gpu_gfx1031").has_aspect("ext_intel_free_memory"));
    assert!(target("amd_gpu_gfx90a").has_aspect_value(31));
    assert!(target("amd_gpu_gfx942").has_aspect("fp64"));
    assert_eq!(target("spir64_gen").aspect(Some("cpu")), Support::No);
    assert_eq!(target("spir64_x86_64").aspect(Some("gpu")), Support::No);
    assert_eq!(target("spir64_fpga").aspect(Some("accelerator")), Support::Yes);
    assert!(target("spir64").may_support_other_aspects);
}

#[test]
fn what_is_not_recorded_is_unknown() {
    let text = r#"{"schema_version": 1, "targets": [
        {"name": "nothing", "triple": "a-b-c", "may_support_other_aspects": false},
        {"name": "empty", "triple": "a-b-c", "aspects": [], "sub_group_sizes": [], "may_support_other_aspects": false},
        {"name": "open", "triple": "a-b-c", "aspects": ["gpu", "fp16"], "may_support_other_aspects": true},
        {"name": "closed", "triple": "a-b-c", "aspects": ["fp16"], "sub_group_sizes": [8],
         "max_work_group_size": 64, "may_support_other_aspects": false}]}"#;
    let config = DeviceConfig::from_json(text, "x").unwrap();
    let target = |name| config.target(name).unwrap();
    for name in ["nothing", "empty"] {
        assert_eq!(target(name).aspect(Some("fp64")), Support::Unknown);
        assert_eq!(target(name).aspect(Some("gpu")), Support::Unknown);
        assert_eq!(target(name).aspect(None), Support::Unknown);
        assert_eq!(target(name).aspect_value(6), Support::Unknown);
        assert_eq!(target(name).sub_group_size(64), Support::Unknown);
        assert_eq!(target(name).work_group_size(1 << 40), Support::Unknown);
    }
    assert_eq!(target("open").aspect(Some("fp16")), Support::Yes);
    assert_eq!(target("open").aspect(Some("fp64")), Support::Unknown);
    assert_eq!(target("open").aspect(None), Support::Unknown);
    assert_eq!(target("open").aspect(Some("cpu")), Support::No, "a device is of one kind");
    assert_eq!(target("closed").aspect(Some("fp64")), Support::No);
    assert_eq!(target("closed").aspect(None), Support::No);
    assert_eq!(target("closed").aspect_value(5), Support::Yes);
    assert_eq!(target("closed").aspect_value(99), Support::No);
    assert_eq!(target("closed").sub_group_size(8), Support::Yes);
    assert_eq!(target("closed").sub_group_size(16), Support::No);
    assert_eq!(target("closed").work_group_size(64), Support::Yes);
    assert_eq!(target("closed").work_group_size(65), Support::No);
}

#[test]
fn every_native_target_has_its_kind_memory_and_sizes() {
    for target in DeviceConfig::builtin().iter().filter(|target| target.arch.is_some()) {
        let name = &target.name;
        assert_eq!(target.aspect(Some("gpu")), Support::Yes, "{name}");
        assert_eq!(target.aspect(Some("cpu")), Support::No, "{name}");
        assert_eq!(target.aspect(Some("accelerator")), Support::No, "{name}");
        assert_eq!(target.aspect(Some("usm_device_allocations")), Support::Yes, "{name}");
        assert_eq!(target.aspect(Some("usm_host_allocations")), Support::Yes, "{name}");
        assert_eq!(target.aspect(Some("usm_shared_allocations")), Support::Yes, "{name}");
        assert!(!target.sub_group_sizes.is_empty(), "{name}");
        assert_eq!(target.work_group_size(64), Support::Yes, "{name}");
        assert_eq!(target.work_group_size(4096), Support::No, "{name}");
    }
}

#[test]
fn waves_are_as_wide_as_the_processor_has_them() {
    for target in DeviceConfig::builtin().iter() {
        let Some(number) = target.name.strip_prefix("amd_gpu_gfx") else { continue };
        let expected: &[u32] = match number.as_bytes() {
            [b'1', b'2', b'5', _] => &[32],
            [b'1', _, _, _] => &[32, 64],
            _ => &[64],
        };
        assert_eq!(target.sub_group_sizes, expected, "{}", target.name);
    }
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let missing = DeviceConfig::from_file(Path::new("no/such.json")).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read `no/such.json`: "), "{missing}");
}

#[test]
fn typing_errors_get_a_suggestion() {
    let config = DeviceConfig::builtin();
    assert_eq!(config.nearest_name("intel_gpu_pcv"), Some("intel_gpu_pvc"));
    assert_eq!(config.nearest_name("Intel_GPU_PVC"), Some("intel_gpu_pvc"));
    assert_eq!(config.nearest_name("gfx90a"), Some("amd_gpu_gfx90a"));
    assert_eq!(config.nearest_name("qqqqqqqqq"), None);
}

#[test]
fn faults_have_a_place_and_a_key() {
    let error = |target: &str| {
        let text = format!("{{\"schema_version\": 1, \"aspect_sets\": {{\"usm\": []}}, \"targets\": [\n{target}\n]}}");
        DeviceConfig::from_json(&text, "d.json").unwrap_err().to_string()
    };
    let with = |rest: &str| error(&format!(r#"{{"name": "t", "triple": "a-b-c", {rest}}}"#));
    let plain = r#""sub_group_sizes": [8], "may_support_other_aspects": false"#;
    assert_eq!(
        with(&format!(r#"{plain}, "aspects": ["fp61"]"#)),
        "d.json:2:106: targets[0].aspects[0]: unknown aspect `fp61`; did you mean `fp64`?"
    );
    assert!(with(&format!(r#"{plain}, "aspect_sets": ["ums"]"#)).contains("unknown aspect set `ums`"));
    assert!(
        with(r#""sub_group_sizes": [8, 0], "may_support_other_aspects": false"#)
            .contains("sub_group_sizes[1]: found sub-group size 0; expected at least 1")
    );
    assert!(with(&format!(r#"{plain}, "aliases": ["t"]"#)).contains("targets[0].aliases[0]: target `t` occurs twice"));
    assert!(
        with(&format!(r#"{plain}, "color": 1"#)).contains("targets[0].color: unknown field `color`, expected one of")
    );
    assert!(with(r#""sub_group_sizes": []"#).contains("targets[0]: missing field `may_support_other_aspects`"));
    assert!(with(r#""sub_group_sizes": ["8"]"#).contains("targets[0].sub_group_sizes[0]: invalid type: string"));
    let triple = format!(r#"{{"name": "t", "triple": "spir64", {plain}}}"#);
    assert_eq!(
        error(&triple),
        "d.json:2:25: targets[0].triple: found triple `spir64`; expected `<architecture>-<vendor>-<system>`"
    );
}

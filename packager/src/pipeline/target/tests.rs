use super::*;

fn parse(name: &str) -> Result<Target, String> {
    Target::parse(name, DeviceConfig::builtin()).map_err(|e| e.to_string())
}

#[test]
fn names_stand_for_family_processor_and_programs() {
    let spirv = parse("spirv64").unwrap();
    assert!(spirv.is_portable() && spirv.steps.is_empty());
    assert_eq!(spirv.runtime_target, "spir64");
    let known = parse("nvptx64:sm_90").unwrap();
    assert_eq!(known.device.as_deref(), Some("nvidia_gpu_sm_90"));
    assert_eq!(known.steps, parse("nvidia_gpu_sm_90").unwrap().steps);
    let newer = parse("nvptx64:sm_130").unwrap();
    assert_eq!((newer.device, newer.steps[1].options[0].as_str()), (None, "-arch=sm_130"));
    let amd = parse("amdgcn:gfx90a").unwrap();
    assert_eq!((amd.device.as_deref(), amd.directory().as_str()), (Some("amd_gpu_gfx90a"), "amdgcn-gfx90a"));
    let intel = parse("intel_gpu_pvc").unwrap();
    assert_eq!((intel.family, intel.runtime_target.as_str()), (Family::Spirv64, "spir64_gen"));
    assert!(!intel.is_portable());
}

#[test]
fn wrong_names_get_the_nearest_or_what_is_expected() {
    assert_eq!(parse("spirv46").unwrap_err(), "unknown target `spirv46`; did you mean `spirv64`?");
    assert_eq!(parse("intel_gpu_pcv").unwrap_err(), "unknown target `intel_gpu_pcv`; did you mean `intel_gpu_pvc`?");
    assert_eq!(parse("nvptx46:sm_90").unwrap_err(), "unknown target `nvptx46:sm_90`; did you mean `nvptx64:sm_90`?");
    assert!(parse("qqqqqqqqqqqqqqq").unwrap_err().contains("expected spirv64, nvptx64:sm_<number>"));
    assert!(parse("nvptx64").unwrap_err().contains("expected one, e.g. `nvptx64:sm_90`"));
    assert!(parse("amdgcn:sm_90").unwrap_err().contains("expected one such as `gfx90a`"));
    assert!(parse("x86_64").unwrap_err().contains("expected SPIR-V, NVPTX or AMDGPU"));
    assert!(parse("spir64_gen").unwrap_err().contains("no ahead-of-time compiler"));
    let config = r#"{"schema_version": 1, "targets": [{"name": "../x", "triple": "spir64_gen-a-b",
        "sub_group_sizes": [], "may_support_other_aspects": true}]}"#;
    let config = DeviceConfig::from_json(config, "x").unwrap();
    assert!(Target::parse("../x", &config).unwrap_err().to_string().contains("cannot be part of a file name"));
    let config = |name: &str| {
        let text = format!(
            r#"{{"schema_version": 1, "targets": [{{"name": "{name}", "aliases": ["other", "a:b"], "arch": "x", "aspects": [],
            "triple": "spir64_gen-a-b", "sub_group_sizes": [], "may_support_other_aspects": true,
            "aot": [{{"tool": "ocloc", "options": []}}]}}]}}"#
        );
        DeviceConfig::from_json(&text, "x").unwrap()
    };
    for name in ["other", "a:b", "plain"] {
        assert_eq!(Target::parse(name, &config("plain")).unwrap().device.as_deref(), Some("plain"));
    }
    for name in ["c:d", "../x"] {
        assert!(Target::parse("other", &config(name)).unwrap_err().to_string().contains("is called"), "{name}");
    }
    assert!(Target::parse("c:d", &config("c:d")).unwrap_err().to_string().contains("is called `c:d`"));
    assert!(!Target::parse("c:e", &config("c:d")).unwrap_err().to_string().contains("c:d"));
}

#[test]
fn triples_have_a_family() {
    assert_eq!(Family::of_triple("spirv64v1.5-unknown-unknown"), Some(Family::Spirv64));
    assert_eq!(Family::of_triple("spir64_fpga-unknown-unknown"), Some(Family::Spirv64));
    assert_eq!(Family::of_triple("spirv-unknown-vulkan"), None);
    assert_eq!(Family::of_triple("x86_64-unknown-linux-gnu"), None);
}

//! Triples, processors and targets by name.

use sycl_propset::triple::{Architecture, BackEndTarget, Family, Processor, TargetError, TargetSpec, Triple};

#[test]
fn triples_of_device_code_have_an_architecture() {
    let of = |text: &str| Triple::parse(text).map(|triple| triple.architecture);
    for (architecture, triples) in [
        (Architecture::Spir, &["spir", "spir-unknown-unknown", "spir_gen"][..]),
        (Architecture::Spir64, &["spir64-unknown-unknown", "spir64_gen", "spir64_fpga-a-b", "spir64_x86_64-a-b"]),
        (Architecture::Spirv32, &["spirv32", "spirv32v1.2", "spirv32v1.6-unknown-unknown"]),
        (
            Architecture::Spirv64,
            &["spirv64-amd-amdhsa", "spirv64v1.0", "spirv64v1.5-a-b", "spirv64_gen", "spirv64v2.0"],
        ),
        (Architecture::LogicalSpirv, &["spirv-unknown-vulkan1.3", "spirv1.5-unknown-vulkan"]),
        (Architecture::Nvptx, &["nvptx-nvidia-cuda"]),
        (Architecture::Nvptx64, &["nvptx64-nvidia-cuda", "nvptx64"]),
        (Architecture::Amdgcn, &["amdgcn-amd-amdhsa", "amdgcn--amdpal"]),
        (Architecture::R600, &["r600--"]),
        (Architecture::NativeCpu, &["native_cpu", "native_cpu-unknown-unknown"]),
    ] {
        for triple in triples {
            assert_eq!(of(triple), Some(architecture), "{triple}");
            assert!(Triple::is_device(triple));
        }
    }
    for host in [
        "",
        "-",
        "x86_64-unknown-linux-gnu",
        "aarch64",
        "spirv46",
        "spirv64v",
        "spirv64vx",
        "spir64_",
        "spirv64x",
        "nvptx64x",
        "nvptx64_gen",
        "amdgcn2",
        "native",
        "Spir64",
    ] {
        assert_eq!(of(host), None, "{host}");
        assert!(!Triple::is_device(host));
    }
}

#[test]
fn architectures_have_the_family_of_their_lowering() {
    let family = |text: &str| Triple::parse(text).unwrap().family();
    assert_eq!(family("spir64_gen"), Some(Family::Spirv));
    assert_eq!(family("spirv32v1.5"), Some(Family::Spirv));
    assert_eq!(family("nvptx"), Some(Family::Nvptx));
    assert_eq!(family("amdgcn"), Some(Family::Amdgpu));
    for other in ["spirv", "r600", "native_cpu"] {
        assert_eq!(family(other), None, "{other}");
    }
    assert!(["spir", "spirv", "spirv64v1.5"].iter().all(|triple| Triple::is_spir_or_spirv(triple)));
    assert!(["nvptx64", "native_cpu", "x86_64", ""].iter().all(|triple| !Triple::is_spir_or_spirv(triple)));
}

#[test]
fn processors_of_amd_have_the_wave_sizes_of_their_generation() {
    let sizes = |name: &str| Processor::parse(name).unwrap().sub_group_sizes();
    for name in [
        "gfx600",
        "gfx705",
        "gfx803",
        "gfx810",
        "gfx900",
        "gfx90a",
        "gfx90c",
        "gfx942",
        "gfx950",
        "gfx9-generic",
        "gfx9-4-generic",
        "tahiti",
        "hawaii",
        "tonga",
        "fiji",
        "polaris11",
    ] {
        assert_eq!(sizes(name), [64], "{name}");
    }
    for name in [
        "gfx1010",
        "gfx1030",
        "gfx1036",
        "gfx1100",
        "gfx1151",
        "gfx1200",
        "gfx1201",
        "gfx10-1-generic",
        "gfx10-3-generic",
        "gfx11-generic",
        "gfx12-generic",
    ] {
        assert_eq!(sizes(name), [32, 64], "{name}");
    }
    for name in ["gfx1250", "gfx1251", "gfx12-5-generic"] {
        assert_eq!(sizes(name), [32], "{name}");
    }
    for unknown in ["gfx1310", "gfx13-generic", "gfx500", "gfx9", "gfx9zz", "gfx90a-generic"] {
        assert!(sizes(unknown).is_empty(), "{unknown}");
    }
}

#[test]
fn processors_have_a_family_and_nvidias_a_number() {
    let sm = |name: &str| Processor::parse(name).and_then(|processor| processor.sm());
    assert_eq!((sm("sm_70"), sm("sm_90a"), sm("sm_100f"), sm("gfx90a")), (Some(70), Some(90), Some(100), None));
    assert_eq!(Processor::parse("fiji").unwrap().family(), Family::Amdgpu);
    assert_eq!(Processor::parse("sm_90").unwrap().sub_group_sizes(), [32]);
    for name in ["", "generic", "sm_", "sm_a", "sm_90ab", "sm_9 0", "gfx", "gfxx", "gfx9_4", "gfx90a:xnack+", "Fiji"] {
        assert_eq!(Processor::parse(name), None, "{name}");
    }
}

#[test]
fn targets_are_a_triple_and_a_processor_of_it() {
    let target = TargetSpec::parse("nvptx64-nvidia-cuda:sm_90a").unwrap();
    assert_eq!((target.family, target.processor.unwrap().name()), (Family::Nvptx, "sm_90a"));
    assert_eq!(TargetSpec::parse("amdgcn:tonga").unwrap().processor.unwrap().name(), "tonga");
    assert_eq!(TargetSpec::parse("spirv64v1.5").unwrap().processor, None);
    let error = |text: &str| TargetSpec::parse(text).unwrap_err();
    for unknown in ["", ":", "x86_64", "spirv", "native_cpu", "r600", "x86_64:sm_90"] {
        assert!(matches!(error(unknown), TargetError::Unknown { .. }), "{unknown}");
    }
    assert_eq!(
        error("amdgcn:sm_90").to_string(),
        "found processor `sm_90` of target `amdgcn`; expected one such as `gfx90a`"
    );
    assert_eq!(
        error("spirv64:sm_90").to_string(),
        "target `spirv64` has no processors, found `sm_90`; expected `spirv64` alone"
    );
    assert!(error("nvptx64:").to_string().contains("expected one such as `sm_90`"));
}

#[test]
fn back_end_targets() {
    let host = |processor: Option<&str>| Ok(BackEndTarget::Host { processor: processor.map(str::to_owned) });
    assert_eq!(BackEndTarget::parse("host"), host(None));
    assert_eq!(BackEndTarget::parse("host:znver3"), host(Some("znver3")));
    assert_eq!(BackEndTarget::parse("amdgcn:gfx90a").unwrap().processor(), Some("gfx90a"));
    assert_eq!(BackEndTarget::parse("spirv64").unwrap().processor(), None);
    for (name, canonical) in [("nvidia_gpu_sm_90", "nvptx64:sm_90"), ("amd_gpu_gfx90a", "amdgcn:gfx90a")] {
        assert_eq!(BackEndTarget::parse(name), BackEndTarget::parse(canonical));
    }
    for unknown in ["", "host:", "hosts", "r600", "spirv32", "spir64", "nvptx", "x86_64"] {
        let error = BackEndTarget::parse(unknown).unwrap_err().to_string();
        assert!(error.starts_with(&format!("unknown target `{unknown}`; expected nvptx64 (with ")), "{error}");
    }
    let error = BackEndTarget::parse("nvptx64:gfx90a").unwrap_err().to_string();
    assert_eq!(error, "found processor `gfx90a` of target `nvptx64`; expected one such as `sm_90`");
    // Nothing but the way to a back end knows the host.
    assert!(matches!(TargetSpec::parse("host"), Err(TargetError::Unknown { .. })));
}

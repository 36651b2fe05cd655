//! Property files of both encodings: what is read is written and read again the same, and typed views do not panic.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{Counter, within_memory};
use sycl_images::inspect::{FoundImage, ImageReport, Request};
use sycl_images::check;
use sycl_images::properties;
use sycl_propset::device_globals::DeviceGlobals;
use sycl_propset::devices::DeviceConfig;
use sycl_propset::kernel_params::ParamMask;
use sycl_propset::program_metadata::ProgramMetadata;
use sycl_propset::runtime::{UserValues, emulation_buffer, native_settings};
use sycl_propset::spec_constants::SpecConstants;
use sycl_propset::{PropertySetRegistry, SetName, json, text};

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    if let Ok(registry) = text::read(data, "fuzz") {
        let written = text::write(&registry).expect("what was read has names that can be written");
        assert_eq!(text::read(&written, "again").as_ref(), Ok(&registry));
        assert_eq!(json::read(json::write(&registry), "as JSON").as_ref(), Ok(&registry));
        views(&registry);
    }
    if let Ok(registry) = json::read(data, "fuzz") {
        assert_eq!(json::read(json::write(&registry), "again").as_ref(), Ok(&registry));
        views(&registry);
    }
}));

fn views(registry: &PropertySetRegistry) {
    let image = FoundImage { properties: Arc::new(registry.clone()), ..FoundImage::default() };
    if let Ok(report) = ImageReport::new(0, image) {
        report.write_text(&Request::default(), &mut Counter::default()).expect("it is only counted");
        serde_json::to_writer(Counter::default(), &report).expect("it is only counted");
    }
    for (_, value) in registry.iter().flat_map(|(_, set)| set.iter()) {
        assert!(!properties::describe(value).is_empty());
    }
    if let Ok(constants) = SpecConstants::from_registry(registry) {
        let values: UserValues = constants.constants.keys().map(|name| (name.clone(), vec![0; 8])).collect();
        let _ = native_settings(&constants, &values);
        let _ = emulation_buffer(&constants, &values);
    }
    let _ = ParamMask::from_registry(registry);
    let _ = registry.get(&SetName::DeviceGlobals).map(DeviceGlobals::from_set);
    let _ = registry.get(&SetName::ProgramMetadata).map(ProgramMetadata::from_set);
    let config = DeviceConfig::builtin();
    for name in ["spir64", "intel_gpu_pvc"] {
        let _ = check::check(config, config.target(name).expect("a built-in target"), registry);
    }
}

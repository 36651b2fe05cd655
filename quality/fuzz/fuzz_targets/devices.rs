//! Device configurations: names resolve, and images are checked against every target.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::within_memory;
use sycl_images::check;
use sycl_propset::PropertySetRegistry;
use sycl_propset::devices::DeviceConfig;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(config) = DeviceConfig::from_json(text, "fuzz") else { return };
    for target in config.iter() {
        assert!(config.target(&target.name).is_some());
        let _ = check::check(&config, target, &PropertySetRegistry::new());
        let _ = config.nearest_name(&target.name);
    }
}));

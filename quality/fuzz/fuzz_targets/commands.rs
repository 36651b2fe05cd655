//! Commands on a container: both reports, a check against devices, and everything that `unbundle` writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{inspect_and_check, within_memory};
use sycl_images::image::{SharedSets, symbols_of};
use sycl_images::offload_binary::read;
use sycl_images::properties::Encoding;
use sycl_images::source::Memory;
use sycl_propset::symbols;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    inspect_and_check(data);
    for binary in read(&Memory(data)).unwrap_or_default() {
        let mut sets = SharedSets::from_binary(&binary);
        for entry in &binary.entries {
            if let Ok(properties) = sets.properties_of(&entry.strings, "fuzz") {
                // A name that the text form cannot hold is refused.
                let _ = Encoding::Text.write(&properties);
            }
            let _ = symbols::write(symbols_of(&entry.strings));
        }
    }
}));

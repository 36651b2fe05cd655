//! Descriptors of host objects, through relocations; ranges lie in the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{SHARED, within_memory};

fuzz_target!(|data: &[u8]| within_memory(data, SHARED, || {
    for image in sycl_images::wrap::read(data).unwrap_or_default() {
        assert!(image.content.end() <= data.len() as u64);
    }
}));

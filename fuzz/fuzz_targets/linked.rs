//! What commands do with what linkers and archivers make: programs, libraries, joined objects, archives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{SHARED, inspect_and_check, within_memory};
use sycl_packager::source::Memory;

fuzz_target!(|data: &[u8]| within_memory(data, SHARED, || {
    inspect_and_check(data);
    for image in sycl_packager::wrap::read_source(&Memory(data)).unwrap_or_default() {
        assert!(image.content.end() <= data.len() as u64);
    }
}));

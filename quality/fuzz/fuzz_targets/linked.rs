//! Commands on files of linkers and archivers: programs, libraries, joined objects, archives.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{SHARED, inspect_and_check, within_memory};
use sycl_images::embedded;
use sycl_images::offload_binary::OffloadKind;
use sycl_images::source::Memory;

fuzz_target!(|data: &[u8]| within_memory(data, SHARED, || {
    inspect_and_check(data);
    for image in sycl_images::wrap::read_source(&Memory(data)).unwrap_or_default() {
        assert!(image.content.end() <= data.len() as u64);
    }
    let name = Path::new("fuzz");
    for entry in embedded::binaries(name, &Memory(data)).unwrap_or_default().iter().flat_map(|binary| &binary.entries) {
        assert!(entry.image.end() <= data.len() as u64);
    }
    // What is taken out is gone, and all else is still there.
    if let Ok(rest) = embedded::without_sycl(name, data.to_vec()) {
        assert_eq!(rest.len(), data.len());
        for binary in embedded::binaries(name, &Memory(&rest)).unwrap_or_default() {
            assert!(binary.entries.iter().all(|entry| entry.offload_kind != OffloadKind::SYCL));
        }
    }
}));

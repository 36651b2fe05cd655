//! HCF containers: ranges lie in the file, and images that are needed have kernels or export what is imported.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::{inspect_and_check, within_memory};
use sycl_images::hcf;
use sycl_images::source::Memory;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    inspect_and_check(data);
    let Ok(file) = hcf::read(Path::new("fuzz"), &Memory(data)) else { return };
    assert!(file.images.iter().all(|image| image.content.end() <= data.len() as u64));
    let files = [file];
    let needed = hcf::needed(&files);
    for id in &needed.images {
        let (file, image) = (&files[id.file], &files[id.file].images[id.image]);
        let imports = |symbol: &String| files[0].images.iter().any(|other| other.imported.contains(symbol));
        assert!(file.kernels_of(&image.name).next().is_some() || image.exported.iter().any(imports));
    }
    for open in &needed.unresolved {
        assert!(files[open.by.file].images[open.by.image].imported.contains(&open.symbol));
    }
}));

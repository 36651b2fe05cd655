//! Facts of device code and images that a build reads: triples of LLVM IR; structure and kernels of SPIR-V, ELF and
//! PTX.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::within_memory;
use sycl_images::source::Memory;
use sycl_images::bitcode;
use sycl_images::validate;

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    let file = Path::new("fuzz");
    if let Ok(Some(triple)) = bitcode::triple(file, &Memory(data)) {
        assert!(triple.len() <= data.len());
    }
    let kernels = ["K".to_owned()];
    let with_kernel = validate::validate(file, data, &kernels, None);
    let without = validate::validate(file, data, &[], None);
    assert!(with_kernel.is_err() || without.is_ok());
    if let Ok(module) = validate::with_plain_zeros(data) {
        // Nothing is left to do the second time.
        assert_eq!(validate::with_plain_zeros(&module).ok().as_ref(), Some(&module));
    }
}));

//! SYCLBIN files without the container around them: ranges lie in the file, and what is read can be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sycl_fuzz::within_memory;
use sycl_images::offload_binary::Content;
use sycl_images::source::{Memory, Range};
use sycl_images::syclbin::{self, AbstractModule, IrModule, NativeImage, Syclbin};

fuzz_target!(|data: &[u8]| within_memory(data, 0, || {
    let whole = Range { start: 0, size: data.len() as u64 };
    let Ok(file) = syclbin::read(&Memory(data), whole) else { return };
    let content = |range: Range| Content::Bytes(data[range.start as usize..range.end() as usize].into());
    let modules = file.modules.into_iter().map(|module| AbstractModule {
        properties: module.properties,
        ir: module
            .ir
            .into_iter()
            .map(|ir| IrModule { kind: ir.kind, target: ir.target, content: content(ir.content) })
            .collect(),
        native: module
            .native
            .into_iter()
            .map(|native| NativeImage { arch: native.arch, target: native.target, content: content(native.content) })
            .collect(),
    });
    let file = Syclbin { state: file.state, modules: modules.collect() };
    let parts = syclbin::write(&file).expect("what was read can be written");
    let bytes: Vec<u8> = parts
        .iter()
        .flat_map(|part| match part {
            Content::Bytes(bytes) => bytes.to_vec(),
            _ => Vec::new(),
        })
        .collect();
    let whole = Range { start: 0, size: bytes.len() as u64 };
    let again = syclbin::read(&Memory(&bytes), whole).expect("what was written can be read");
    assert_eq!(again.modules.len(), file.modules.len());
    for (again, module) in again.modules.iter().zip(&file.modules) {
        assert_eq!(again.properties, module.properties);
        assert_eq!((again.ir.len(), again.native.len()), (module.ir.len(), module.native.len()));
    }
}));

//! Kernels for launches of which something is known.

use sycl_rtc::{Language, Request, Target};

use crate::{compile, failure};

/// Writes its second number, times the size of groups, behind its pointer.
const KERNEL: &str = r#"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
define spir_kernel void @k(ptr readonly byval({ ptr addrspace(1), i32, i32 }) align 8 %object) {
  %to = load ptr addrspace(1), ptr %object
  %place = getelementptr i8, ptr %object, i64 12
  %number = load i32, ptr %place
  %size = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %size.32 = trunc i64 %size to i32
  %product = mul i32 %number, %size.32
  store i32 %product, ptr addrspace(1) %to
  ret void
}
"#;

fn request(target: &str, known: &[&str]) -> Request {
    let mut request = Request::new(Language::Bitcode, "k.ll", KERNEL);
    request.targets = vec![Target::parse(target).unwrap()];
    request.distinct_memory = true;
    request.specialize = known.iter().map(|&known| known.to_owned()).collect();
    request
}

fn ptx(known: &[&str]) -> String {
    let program = compile(&request("nvptx64:sm_90", known)).unwrap();
    String::from_utf8(program.images()[0].bytes().to_vec()).unwrap()
}

#[test]
fn numbers_and_sizes_are_constants_of_the_code() {
    let general = ptx(&[]);
    assert!(general.contains("k_numbers[12] = {0, 0, 0, 0, 12, 0, 0, 0, 4"), "{general}");
    assert!(general.contains("%ntid.x") && !general.contains(".reqntid"), "{general}");
    let known = ptx(&["group-size=16", "bytes=k:0:12=07000000"]);
    assert!(known.contains(".reqntid 16, 1, 1") && known.contains(", 112;"), "{known}");
    assert!(!known.contains("k_numbers") && !known.contains("%ntid"), "{known}");
}

#[test]
fn other_devices_know_launches_as_well() {
    for target in ["host:x86-64", "amdgcn:gfx90a"] {
        let image = |known: &[&str]| {
            let program = compile(&request(target, known)).unwrap();
            program.images()[0].bytes().to_vec()
        };
        assert!(image(&[]) != image(&["group-size=16", "bytes=k:0:12=07000000"]), "{target}");
    }
}

#[test]
fn what_does_not_fit_the_kernel_is_an_error() {
    for (known, expected) in [
        ("group-size=0", "parameter `group-size` of pass `sscp-specialize` has the value `0`"),
        ("size=1", "unknown parameter `size=1` of pass `sscp-specialize`"),
        ("bytes=none:0:0=00", "`none` is not a kernel of the module; expected `k`"),
        ("bytes=k:0:13=00000000", "argument `k:0` has 16 bytes, and 4 are given from byte 13"),
    ] {
        let text = failure(&request("nvptx64:sm_90", &[known])).to_string();
        assert!(text.contains(expected), "{text}");
    }
}

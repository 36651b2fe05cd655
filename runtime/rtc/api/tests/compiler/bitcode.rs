//! Bitcode to images.

use sycl_rtc::{CompileError, Language, Request, Target};

use crate::{FATAL, VEC_ADD, compile, failure, llc, request, validate};

pub(crate) fn bitcode(source: impl Into<Vec<u8>>) -> Request {
    Request::new(Language::Bitcode, "m.ll", source)
}

const KERNEL: &str =
    "define spir_kernel void @k(ptr addrspace(1) %p) {\n  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n";

fn module(triple: &str, text: &str) -> Request {
    bitcode(format!("target triple = \"{triple}\"\n{text}"))
}

#[test]
fn bitcode_and_text_are_compiled() {
    for triple in
        ["spirv64-unknown-unknown", "spir64-unknown-unknown", "spirv64", "spir64", "spirv64v1.2-unknown-unknown"]
    {
        let program = compile(&module(triple, KERNEL)).unwrap();
        validate(program.images()[0].bytes());
        assert_eq!(program.images()[0].entry_points(), ["k"]);
    }
    let mut from_source = request(VEC_ADD);
    from_source.keeps_bitcode = true;
    let program = compile(&from_source).unwrap();
    let again = compile(&bitcode(program.images()[0].bitcode().unwrap())).unwrap();
    assert_eq!(again.images()[0].bytes(), program.images()[0].bytes());
}

#[test]
fn of_several_kernels_the_named_ones_are_compiled() {
    let both = "define spir_func void @both(ptr addrspace(1) %p) noinline {\n  store i32 1, ptr addrspace(1) %p\n  \
                ret void\n}\n";
    let kernel = |name: &str| {
        let call = "call spir_func void @both(ptr addrspace(1) %p)";
        format!("define spir_kernel void @{name}(ptr addrspace(1) %p) {{\n  {call}\n  ret void\n}}\n")
    };
    let text = [both, &kernel("a"), &kernel("b"), &kernel("c")].concat();
    let entry_points = |names: &[&str], target: &str| {
        let mut request = module("spirv64-unknown-unknown", &text);
        request.names = names.iter().map(|&name| name.to_owned()).collect();
        request.targets = vec![Target::parse(target).unwrap()];
        let program = compile(&request).unwrap();
        let named: Vec<_> = program.names().iter().map(|name| name.entry_point.clone().unwrap()).collect();
        assert_eq!(named, names);
        program.images()[0].entry_points().to_vec()
    };
    for target in ["spirv64", "nvptx64:sm_75", "amdgcn:gfx90a"] {
        assert_eq!(entry_points(&[], target), ["a", "b", "c"]);
        assert_eq!(entry_points(&["b"], target), ["b"]);
        assert_eq!(entry_points(&["b", "a"], target), ["a", "b"]);
    }
    let mut request = module("spirv64-unknown-unknown", &text);
    request.names = vec!["d".to_owned()];
    let CompileError::Frontend { diagnostics, .. } = failure(&request) else { panic!("expected Frontend") };
    assert_eq!(diagnostics[0].text, "there is no kernel `d`; expected one of: a, b, c");
    let mut request = module("spirv64-unknown-unknown", "define spir_func void @f() {\n  ret void\n}\n");
    request.names = vec!["d".to_owned()];
    let CompileError::Frontend { diagnostics, .. } = failure(&request) else { panic!("expected Frontend") };
    assert_eq!(diagnostics[0].text, "there is no kernel `d`; expected bitcode with kernels");
}

#[test]
fn an_extension_is_allowed_by_the_request() {
    let program = compile(&bitcode(FATAL)).unwrap();
    assert_eq!(llc(FATAL.as_bytes()).unwrap(), program.images()[0].bytes());
    let mut request = bitcode(FATAL);
    request.spirv_extensions = Some(Vec::new());
    let CompileError::Backend { words, kernel, .. } = failure(&request) else { panic!("expected Backend") };
    assert!(words.contains("SPV_EXT_shader_atomic_float_add"), "{words}");
    assert_eq!(kernel.as_deref(), Some("atomic"));
    request.spirv_extensions = Some(vec!["SPV_NONE_has_this".to_owned()]);
    let text = failure(&request).to_string();
    assert_eq!(text, "spirv64: kernel `atomic`: Unknown SPIR-V extension: SPV_NONE_has_this");
}

fn refused(request: &Request) -> String {
    let error = failure(request);
    assert!(matches!(error, CompileError::Bitcode { .. }), "{error}");
    error.to_string()
}

#[test]
fn what_is_not_device_bitcode_is_refused() {
    let expected = "; expected bitcode or text of LLVM 22 or older, for spir64 or spirv64";
    let mut from_source = request(VEC_ADD);
    from_source.keeps_bitcode = true;
    let program = compile(&from_source).unwrap();
    let whole = program.images()[0].bitcode().unwrap();
    for length in [5, 40, whole.len() / 2, whole.len() - 8] {
        let text = refused(&bitcode(&whole[..length]));
        assert!(text.starts_with("`m.ll`: found ") && text.ends_with(expected), "{text}");
    }
    assert_eq!(
        refused(&module("x86_64-unknown-linux-gnu", KERNEL)),
        format!("`m.ll`: found code for `x86_64-unknown-linux-gnu`{expected}")
    );
    assert_eq!(refused(&bitcode(KERNEL)), format!("`m.ll`: found a module without a triple{expected}"));
    let wrong = "define spir_kernel void @k() {\n  br label %a\na:\n  %x = add i32 %y, 1\n  br label %b\nb:\n  \
                 %y = add i32 %x, 1\n  br label %a\n}\n";
    let text = refused(&module("spirv64-unknown-unknown", wrong));
    assert!(text.contains("PHI") || text.contains("dominate"), "{text}");
    let newer = "define spir_kernel void @k() attribute_of_the_future {\n  ret void\n}\n";
    refused(&module("spirv64-unknown-unknown", newer));
    refused(&bitcode(""));
    refused(&bitcode("no module"));
}

#[test]
fn a_module_without_kernels_is_refused() {
    let text = failure(&module("spirv64-unknown-unknown", "define spir_func void @f() {\n  ret void\n}\n")).to_string();
    assert_eq!(text, "no kernel in `m.ll`; expected a defined function with the calling convention `spir_kernel`");
    let text = failure(&request("void f(void) {}")).to_string();
    assert_eq!(text, "no kernel in `k.cl`; expected a function with `__kernel`");
}

#[test]
fn undefined_functions_are_named_with_their_kernel() {
    let source = "float helper(float);\nfloat more(float x) { return helper(x); }\n\
                  __kernel void first(__global float *x) { *x = 1; }\n\
                  __kernel void second(__global float *x) { *x = more(*x); }";
    let mut request = request(source);
    request.options = vec!["-O0".to_owned()];
    assert_eq!(
        failure(&request).to_string(),
        "`helper`, which kernel `second` needs, is not defined for spirv64; expected a definition in the source or the \
         device library"
    );
    let mangled = "declare spir_func void @_Z4somei(i32)\ndefine spir_kernel void @k() {\n  call spir_func void \
                   @_Z4somei(i32 1)\n  ret void\n}\n";
    let error = failure(&module("spirv64-unknown-unknown", mangled));
    assert!(error.to_string().starts_with("`some(int)`, which kernel `k` needs, is not defined"), "{error}");
}

//! Mistakes of users, and the answer to each. After every one of them the next compilation is right.

use std::time::Duration;

use sycl_rtc::{CompileError, Compiler, Language, Request};

use crate::{FATAL, VEC_ADD, bitcode::bitcode, compile, compiler, request, settings};

/// A mistake, a request with it, the variant of the error, and a part of its text.
type Row = (&'static str, Request, &'static str, &'static str);

fn with(mut request: Request, options: &[&str]) -> Request {
    request.options = options.iter().map(|&option| option.to_owned()).collect();
    request
}

fn cxx(source: &str) -> Request {
    Request::new(Language::CxxForOpenCl, "k.clcpp", source)
}

fn module(text: &str) -> Request {
    bitcode(format!("target triple = \"spirv64-unknown-unknown\"\n{text}"))
}

fn sources() -> Vec<Row> {
    let many: String = (0..30).map(|number| format!("int x{number} = y{number};\n")).collect();
    vec![
        ("syntax", request("__kernel void k( {"), "Frontend", "k.cl:1:18: expected parameter declarator"),
        ("type", request("__kernel void k() { int *x = 1.0; }"), "Frontend", "k.cl:1:26: initializing "),
        ("missing include", request("\n#include \"none.h\""), "Frontend", "k.cl:2:10: 'none.h' file not found"),
        ("#error", request("#error stop"), "Frontend", "k.cl:1:2: stop"),
        ("over the limit of errors", with(request(&many), &["-ferror-limit=5"]), "Frontend", "(and 5 more errors)"),
        (
            "no kernel",
            request("void f(void) {}"),
            "NoKernel",
            "no kernel in `k.cl`; expected a function with `__kernel`",
        ),
        ("unknown option", with(request(VEC_ADD), &["-fnothing"]), "Usage", "unknown option `-fnothing`"),
        ("refused option", with(request(VEC_ADD), &["-Xclang"]), "Usage", "option `-Xclang` is refused"),
        (
            "endless templates",
            cxx("template <int N> struct S { typename S<N + 1>::T x; using T = int; }; S<0> s;"),
            "Frontend",
            "recursive template instantiation exceeded maximum depth",
        ),
        (
            "endless constant evaluation",
            with(cxx("constexpr int f() { for (;;) {} return 1; } constexpr int x = f();"), &["-fconstexpr-steps=100"]),
            "Frontend",
            "constexpr function never produces a constant expression",
        ),
    ]
}

fn modules() -> Vec<Row> {
    let host = "target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @k() {\n  ret void\n}\n";
    let constant = "declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)\n\
                    define spir_kernel void @k(ptr addrspace(1) %p) {\n  %x = call spir_func i32 \
                    @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr null, ptr null, ptr null)\n  \
                    store i32 %x, ptr addrspace(1) %p\n  ret void\n}\n";
    let wrong = "define spir_kernel void @k() {\n  %x = add i32 %x, 1\n  ret void\n}\n";
    let mut extension = bitcode(FATAL);
    extension.spirv_extensions = Some(Vec::new());
    vec![
        (
            "undefined function",
            module(
                "declare spir_func void @f()\ndefine spir_kernel void @k() {\n  call spir_func void @f()\n  ret void\n}\n",
            ),
            "Undefined",
            "`f`, which kernel `k` needs, is not defined for spirv64",
        ),
        ("specialization constant", module(constant), "Backend", "has the name `ptr null`; expected a constant string"),
        ("the back end refuses", extension, "Backend", "spirv64: kernel `atomic`: "),
        ("truncated bitcode", bitcode(b"BC\xc0\xde\x35\x14\0\0".to_vec()), "Bitcode", "`m.ll`: found "),
        (
            "of a newer LLVM",
            module("define spir_kernel void @k() nofuture {\n  ret void\n}\n"),
            "Bitcode",
            "`m.ll`: found ",
        ),
        ("a host's triple", bitcode(host), "Bitcode", "found code for `x86_64-unknown-linux-gnu`"),
        ("not verifying", module(wrong), "Bitcode", "Only PHI nodes may reference their own value"),
    ]
}

fn variant(error: &CompileError) -> String {
    format!("{error:?}").split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_row_has_its_answer() {
    let expected = compile(&request(VEC_ADD)).unwrap();
    let mut rows = sources();
    rows.extend(modules());
    let mut late = request(VEC_ADD);
    late.deadline = Some(Duration::ZERO);
    rows.push(("late", late, "TimedOut", "the deadline of 0 ms has passed"));
    let compiler = compiler();
    for (what, request, kind, text) in rows {
        let error = compiler.compile(&request).expect_err(what);
        assert_eq!(variant(&error), kind, "{what}: {error}");
        assert!(error.to_string().contains(text), "{what}: {error}");
        assert!(error.to_string().matches("; expected ").count() < 2, "{what}: {error}");
        let next = compiler.compile(&crate::request(VEC_ADD)).unwrap();
        assert_eq!(next.images()[0].bytes(), expected.images()[0].bytes(), "after: {what}");
    }
}

#[test]
fn a_missing_library_and_one_of_no_fatal_errors_are_told() {
    let mut none = settings();
    none.compiler = Some("/nowhere/libsycl_rtc_compiler.so".into());
    let error = Compiler::new(none).compile(&request(VEC_ADD)).expect_err("it is missing");
    assert_eq!(variant(&error), "NoCompiler");
    let mut strict = settings();
    strict.fatal_errors = 0;
    let error = Compiler::new(strict).compile(&request(VEC_ADD)).expect_err("none is allowed");
    assert_eq!(error, CompileError::Poisoned { limit: 0 });
}

//! Tests of the compiler with the compiler library of `scripts/build --rtc`, which `scripts/check-rtc` makes first.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod back_ends;
mod bitcode;
mod cache;
mod devices;
mod dpcpp;
mod failures;
mod host;
mod isolation;
mod levels;
mod library;
mod mutants;
mod sources;
mod specialize;
mod stress;
mod sycl;
mod table;
mod threads;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

use sycl_propset::spirv;
use sycl_rtc::{CompileError, Compiler, Header, Language, Program, Request, Settings};

const VEC_ADD: &str = "__kernel void vec_add(__global const float *a, __global const float *b, __global float *c) {\n  \
                       size_t i = get_global_id(0);\n  c[i] = a[i] + b[i];\n}\n";

/// A fatal error of the back end: the extension for it is not allowed.
const FATAL: &str = r#"target triple = "spirv64-unknown-unknown"
declare spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)
define spir_kernel void @atomic(ptr addrspace(1) %p) {
  %x = call spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 0, float 1.0)
  ret void
}
"#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("this crate is three directories below the root")
}

fn library_file() -> PathBuf {
    root().join("target/release/libsycl_rtc_compiler.so")
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.compiler = Some(library_file());
    // The count is one for the process, and other tests have a thousand of them.
    settings.fatal_errors = 100_000;
    settings
}

fn compiler() -> Compiler {
    Compiler::new(settings())
}

fn request(source: &str) -> Request {
    Request::new(Language::OpenClC, "k.cl", source)
}

fn compile(request: &Request) -> Result<Arc<Program>, CompileError> {
    compiler().compile(request)
}

/// The error of a request, which must not be right.
fn failure(request: &Request) -> CompileError {
    compile(request).expect_err("an error")
}

fn header(name: &str, text: &str) -> Header {
    Header { name: name.to_owned(), text: text.to_owned() }
}

/// Output of a program for its input.
pub(crate) fn filter(program: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{program}: {e}"));
    child.stdin.take().expect("it is piped").write_all(input).expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Output of `llc` for a module.
fn llc(module: &[u8]) -> Result<Vec<u8>, String> {
    let extensions = format!("--spirv-ext={}", spirv::option_of_llc(&spirv::EXTENSIONS));
    let arguments = ["-mtriple=spirv64-unknown-unknown", "-O0", &extensions, "-filetype=obj", "-o", "-", "-"];
    filter("/usr/lib/llvm-22/bin/llc", &arguments, module)
}

/// Asks `spirv-val`.
fn validate(image: &[u8]) {
    filter("spirv-val", &["-"], image).expect("spirv-val accepts it");
}

//! What `scripts/build --rtc` links the compiler library by: the functions that compilations call, a fifth of all,
//! which are then beside each other. So fewer pages are read for the first compilation, and more of what each one needs
//! stays in the processor's caches.
//!
//! usage: order LIBRARY
//!
//! LIBRARY has its symbols. In a copy each function begins with a breakpoint; what stops at one is called. Prints the
//! names in the order of LIBRARY, for the linker's `--symbol-ordering-file`.
#![allow(clippy::print_stdout, reason = "a program of the build")]

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod breakpoints;

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

use sycl_rtc::{Compiler, Language, Request, Settings, Target};

/// What is compiled: kernels of the usual kinds, and one mistake.
const SYCL: &str = r#"#include <sycl/sycl.hpp>
namespace exp = sycl::ext::oneapi::experimental;
namespace item = sycl::ext::oneapi::this_work_item;
template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<1>))
void add(T *a, T *b, T *out) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  out[i] = a[i] + b[i];
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<2>))
void rows(float *x, int *count, int width) {
  auto i = item::get_nd_item<2>();
  sycl::group_barrier(i.get_group());
  float sum = 0;
  for (int column = 0; column < width; ++column) sum += sycl::sqrt(x[i.get_global_id(0) * width + column]);
  x[i.get_global_id(0)] = sycl::exp(sum);
  sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count).fetch_add(1);
}
"#;
const OPENCL: &str = r"__kernel void scale(__global float *x, float by) {
  size_t i = get_global_id(0);
  x[i] = sin(x[i]) * by;
}
";
const MISTAKE: &str = "#include <sycl/sycl.hpp>\nvoid broken() { return undeclared; }\n";

#[cfg_attr(not(all(target_os = "linux", target_arch = "x86_64")), allow(dead_code, reason = "nothing is called"))]
fn compile(compiler: &Compiler) -> Result<(), Box<dyn Error>> {
    const DEVICES: [&str; 3] = ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a"];
    for target in DEVICES.into_iter().chain(["host"]) {
        let mut request = Request::new(Language::Sycl, "kernels", SYCL);
        request.targets = vec![Target::parse(target)?];
        request.names = vec!["add<float>".to_owned()];
        compiler.compile(&request)?;
    }
    for target in DEVICES {
        let mut request = Request::new(Language::OpenClC, "kernel", OPENCL);
        request.targets = vec![Target::parse(target)?];
        compiler.compile(&request)?;
    }
    match compiler.compile(&Request::new(Language::Sycl, "mistake", MISTAKE)) {
        Ok(_) => Err("the mistake was compiled; expected diagnostics".into()),
        Err(_) => Ok(()),
    }
}

/// The names of the functions that compilations with a library call, and of those that they may call.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn called(library: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    // Where programs may be, other than among temporary files.
    let directory = tempfile::tempdir_in(library.parent().ok_or("the library has no directory")?)?;
    let library = breakpoints::insert(library, directory.path().join("libsycl_rtc_compiler.so"))?;
    let mut settings = Settings::default();
    settings.compiler = Some(library.file.clone());
    compile(&Compiler::new(settings))?;
    // Whether nodes of sets are compared depends on addresses, which differ from run to run.
    let is_near = |(name, is_called): &(&str, bool)| *is_called || name.contains("FoldingSet");
    Ok(library.functions().filter(is_near).map(|(name, _)| name.to_owned()).collect())
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn called(_: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    Err("the breakpoints are those of Linux on x86-64".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let library = PathBuf::from(env::args_os().nth(1).ok_or("usage: order LIBRARY")?).canonicalize()?;
    for name in called(&library)? {
        println!("{name}");
    }
    Ok(())
}

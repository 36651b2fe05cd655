//! Functions that compilations call, in rounds.

use std::error::Error;
use std::path::Path;

use sycl_rtc::{Compiler, Language, Request, Settings, Target};

use crate::breakpoints;

/// Sources that are compiled: a simple kernel, those of the usual kinds, and one mistake.
const SIMPLE: &str = r#"#include <sycl/sycl.hpp>
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>))
void add(float *a, float *b, float *out) {
  auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
  out[i] = a[i] + b[i] + 1;
}
"#;
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

/// Devices, and the host.
const TARGETS: [&str; 4] = ["nvptx64:sm_90", "spirv64", "amdgcn:gfx90a", "host"];

/// The rounds: of loading and what is done once, of the simple kernel for each target, and of all else.
const SIMPLE_ROUNDS: u32 = 0b11110;
const LAST_ROUND: u32 = 5;

fn simple(compiler: &Compiler, target: &str) -> Result<(), Box<dyn Error>> {
    let mut request = Request::new(Language::Sycl, "simple", SIMPLE);
    request.targets = vec![Target::parse(target)?];
    compiler.compile(&request)?;
    Ok(())
}

fn others(compiler: &Compiler) -> Result<(), Box<dyn Error>> {
    for target in TARGETS {
        let mut request = Request::new(Language::Sycl, "kernels", SYCL);
        request.targets = vec![Target::parse(target)?];
        request.names = vec!["add<float>".to_owned()];
        compiler.compile(&request)?;
    }
    for target in &TARGETS[..3] {
        let mut request = Request::new(Language::OpenClC, "kernel", OPENCL);
        request.targets = vec![Target::parse(target)?];
        compiler.compile(&request)?;
    }
    match compiler.compile(&Request::new(Language::Sycl, "mistake", MISTAKE)) {
        Ok(_) => Err("the mistake was compiled; expected diagnostics".into()),
        Err(_) => Ok(()),
    }
}

/// The group of a function by the rounds that have called it; smaller ones come first.
fn group(rounds: u32) -> (u32, u32) {
    match rounds & SIMPLE_ROUNDS {
        0 if rounds & 1 != 0 => (0, 0),
        0 => (5, 0),
        of_targets => (5 - of_targets.count_ones(), of_targets),
    }
}

fn is_of_sets(name: &str) -> bool {
    name.contains("FoldingSet")
}

/// The names of the functions that compilations with a library call, and of those that they may call.
pub(crate) fn called(library: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    // Where programs may be, other than among temporary files.
    let directory = tempfile::tempdir_in(library.parent().ok_or("the library has no directory")?)?;
    let library = breakpoints::insert(library, directory.path().join("libsycl_rtc_compiler.so"))?;
    let mut settings = Settings::default();
    settings.compiler = Some(library.file.clone());
    let compiler = Compiler::new(settings);
    simple(&compiler, TARGETS[0])?;
    for (round, target) in (1..).zip(TARGETS) {
        library.begin(round);
        simple(&compiler, target)?;
    }
    library.begin(LAST_ROUND);
    others(&compiler)?;
    // Whether nodes of sets are compared depends on addresses, which differ from run to run.
    let rounds = |(name, rounds): (_, u32)| (name, if is_of_sets(name) { SIMPLE_ROUNDS } else { rounds });
    let mut found: Vec<(&str, u32)> = library.functions().map(rounds).filter(|(_, rounds)| *rounds != 0).collect();
    found.sort_by_key(|(_, rounds)| group(*rounds));
    Ok(found.into_iter().map(|(name, _)| name.to_owned()).collect())
}

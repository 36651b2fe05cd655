//! Images for NVPTX and AMDGPU: those of LLVM's programs, complete, and taken by the vendors' tools.

use std::{path::PathBuf, process::Command, sync::Arc, thread};

use fastrand::Rng;
use sycl_rtc::{BadRequest, CompileError, ImageFormat, Language, Program, Request, Target};

use crate::{FATAL, VEC_ADD, compile, compiler, failure, filter, request, root};

pub(crate) const PROGRAMS: &str = "/usr/lib/llvm-22/bin";

/// Processors of each vendor, old and new.
const TARGETS: [&str; 5] =
    ["nvptx64:sm_70", "nvptx64:sm_90", "amdgcn:gfx90a", "amdgcn:gfx1030", "amdgcn:gfx9-4-generic"];

/// All that OpenCL C may call.
pub(crate) const LIBRARY: &str = include_str!("device_library.cl");

const SYCL: &str = "#include <sycl/sycl.hpp>\n\
    namespace ex = sycl::ext::oneapi::experimental;\n\
    template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void f(T *x) {\n\
      auto item = sycl::ext::oneapi::this_work_item::get_nd_item<1>();\n\
      x[item.get_global_id(0)] = sycl::sin(x[item.get_local_id(0)]) + sycl::pow(x[0], T(2.5));\n\
    }\n\
    SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void g(float *x) { f<float>(x); f<float>(x + 1); }\n";

/// A fatal error of each back end: instructions that newer processors have.
pub(crate) const FATAL_NVPTX: &str = "target triple = \"nvptx64-nvidia-cuda\"\n\
    declare void @llvm.nvvm.barrier.cluster.arrive()\n\
    define ptx_kernel void @k() { call void @llvm.nvvm.barrier.cluster.arrive() ret void }";
pub(crate) const FATAL_AMDGCN: &str = "target triple = \"amdgcn-amd-amdhsa\"\n\
    declare { i32, i32 } @llvm.amdgcn.permlane16.swap(i32, i32, i1 immarg, i1 immarg)\n\
    define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n\
      %x = load i32, ptr addrspace(1) %p\n\
      %v = call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %x, i32 %x, i1 false, i1 false)\n\
      %e = extractvalue { i32, i32 } %v, 0\n\
      store i32 %e, ptr addrspace(1) %p\n\
      ret void\n\
    }";

fn target(name: &str) -> Target {
    Target::parse(name).unwrap()
}

pub(crate) fn sycl() -> Request {
    let mut request = Request::new(Language::Sycl, "k.cpp", SYCL);
    request.names = vec!["f<double>".to_owned()];
    request
}

fn bitcode(text: &str) -> Request {
    Request::new(Language::Bitcode, "k.ll", text)
}

pub(crate) fn with(mut request: Request, targets: &[&str]) -> Request {
    request.targets = targets.iter().map(|name| target(name)).collect();
    request.keeps_bitcode = true;
    request
}

/// Result of LLVM's programs for a module, called as `sycl-packager build` calls them.
fn programs(of: Target, level: &str, module: &[u8]) -> Vec<u8> {
    let processor = of.name().split_once(':').unwrap().1;
    let cpu = format!("-mcpu={processor}");
    let llc = format!("{PROGRAMS}/llc");
    if of.format() == ImageFormat::Ptx {
        let older = processor.trim_start_matches("sm_").parse::<u32>().is_ok_and(|number| number < 75);
        let mut arguments = vec![cpu.as_str(), level, "-o", "-"];
        arguments.extend(older.then_some("-mattr=+ptx63"));
        return filter(&llc, &arguments, module).unwrap();
    }
    let object = filter(&llc, &[&cpu, level, "-filetype=obj", "-o", "-"], module).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let (from, to) = (directory.path().join("k.o"), directory.path().join("k.co"));
    std::fs::write(&from, object).unwrap();
    let linked = Command::new(format!("{PROGRAMS}/ld.lld")).arg("-shared").arg(&from).arg("-o").arg(&to).status();
    assert!(linked.unwrap().success());
    std::fs::read(to).unwrap()
}

/// Compiles, and compares each image with what the programs make of its module.
fn right(request: &Request, level: &str) -> Arc<Program> {
    let program = compile(request).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.images().len(), request.targets.len());
    for (image, target) in program.images().iter().zip(&request.targets) {
        assert_eq!((image.target(), image.format()), (*target, target.format()));
        let expected = programs(*target, level, image.bitcode().unwrap());
        assert!(image.bytes() == expected, "{}: {target} {level} differs from llc's", request.name);
        complete(*target, image.bytes(), image.entry_points());
    }
    program
}

/// Checks that nothing is undefined in an image, and that the tools of its vendor take it.
fn complete(target: Target, image: &[u8], kernels: &[String]) {
    match target.format() {
        ImageFormat::Ptx => {
            let text = std::str::from_utf8(image).unwrap();
            // What the driver defines has a size, or is a function of its own.
            let undefined = text.lines().find(|line| line.contains(".extern") && !line.contains(".extern .shared"));
            assert_eq!(undefined, None, "{target}");
            assert!(kernels.iter().all(|name| text.contains(&format!(".entry {name}("))), "{target}: {kernels:?}");
            assembles(target, text);
        }
        _ => {
            let symbols = symbols(image);
            for kernel in kernels {
                // The descriptor, by which the runtime finds all that it has to know.
                let is_descriptor = |line: &&str| line.contains("OBJECT") && line.ends_with(&format!(" {kernel}.kd"));
                assert_eq!(symbols.lines().filter(is_descriptor).count(), 1, "{target}: {symbols}");
            }
            let is_undefined = |line: &str| line.contains(" UND ") && !line.trim_end().ends_with("UND");
            assert!(!symbols.lines().any(is_undefined), "{target}: {symbols}");
        }
    }
}

/// Asks NVIDIA's assembler, where there is one.
fn assembles(target: Target, ptx: &str) {
    let Some(ptxas) = ptxas() else { return };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("k.ptx");
    std::fs::write(&file, ptx).unwrap();
    let processor = target.name().split_once(':').unwrap().1;
    let mut command = Command::new(ptxas);
    // Without it, debug info is refused.
    command.args(ptx.contains(", debug\n").then_some("-g"));
    let output = command.arg(format!("-arch={processor}")).arg(&file).args(["-o", "/dev/null"]).output().unwrap();
    assert!(output.status.success(), "{target}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The program of scripts/setup --with-cuda.
fn ptxas() -> Option<PathBuf> {
    let lib = root().join("target/nvidia/lib");
    let versions = std::fs::read_dir(lib).ok()?.map(|entry| entry.unwrap().path());
    let places = versions.map(|python| python.join("site-packages/nvidia/cuda_nvcc/bin/ptxas"));
    places.into_iter().find(|place| place.is_file())
}

fn symbols(image: &[u8]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("k.co");
    std::fs::write(&file, image).unwrap();
    let output =
        Command::new(format!("{PROGRAMS}/llvm-readelf")).args(["--dyn-symbols", "--wide"]).arg(file).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn images_are_those_of_llvms_programs() {
    for level in ["-O0", "-O2", "-O3"] {
        for mut request in [request(VEC_ADD), sycl()] {
            request.options = vec![level.to_owned()];
            right(&with(request, &TARGETS), level);
        }
    }
    let mut debug = request(VEC_ADD);
    debug.options = vec!["-g".to_owned()];
    right(&with(debug, &["nvptx64:sm_90", "amdgcn:gfx90a"]), "-O2");
    let module = std::fs::read(root().join("examples/ir/mandelbrot.bc")).unwrap();
    right(&with(Request::new(Language::Bitcode, "mandelbrot.bc", module), &TARGETS), "-O2");
}

#[test]
fn kernels_may_call_the_whole_device_library() {
    let library = Request::new(Language::OpenClC, "device_library.cl", LIBRARY);
    let program = right(&with(library, &["nvptx64:sm_90", "amdgcn:gfx90a"]), "-O2");
    assert_eq!(program.images()[0].entry_points().len(), 85);
}

#[test]
fn kernels_of_opencl_are_one_function_each() {
    let program = right(&with(request(VEC_ADD), &["nvptx64:sm_80"]), "-O2");
    let text = String::from_utf8(program.images()[0].bytes().to_vec()).unwrap();
    assert!(text.contains(".target sm_80") && !text.contains("call") && !text.contains(".func"), "{text}");
    // The version that every driver for the processor has.
    assert!(text.contains(".version 7.0"), "{text}");
}

#[test]
fn targets_come_in_one_request() {
    let request = with(sycl(), &["nvptx64:sm_90", "spirv64", "amdgcn:gfx90a"]);
    let program = compile(&request).unwrap();
    let formats: Vec<ImageFormat> = program.images().iter().map(sycl_rtc::Image::format).collect();
    assert_eq!(formats, [ImageFormat::Ptx, ImageFormat::Spirv, ImageFormat::Elf]);
    for image in program.images() {
        assert_eq!(image.entry_points().len(), 3, "{}", image.target());
        let alone = compile(&with(sycl(), &[image.target().name()])).unwrap();
        assert_eq!(alone.images()[0].bytes(), image.bytes(), "{}", image.target());
    }
    // One that fails takes the others with it.
    let error = failure(&with(bitcode(FATAL_NVPTX), &["nvptx64:sm_90", "nvptx64:sm_70"])).to_string();
    let expected = "nvptx64:sm_70: kernel `k`: Cannot select: intrinsic %llvm.nvvm.barrier.cluster.arrive";
    assert_eq!(error, expected);
}

#[test]
fn what_is_undefined_is_said_with_kernel_and_target() {
    let source = "int other(int);\n__kernel void k(__global int *x) { x[0] = other(x[1]); }\n";
    for name in ["nvptx64:sm_90", "amdgcn:gfx90a"] {
        let error = failure(&with(request(source), &[name]));
        let expected = format!(
            "`other`, which kernel `k` needs, is not defined for {name}; expected a definition in the source or the \
             device library"
        );
        assert_eq!(error.to_string(), expected);
    }
    let mangled = "target triple = \"spirv64-unknown-unknown\"\n\
        declare spir_func i32 @_ZN2ns5otherEi(i32)\n\
        define spir_kernel void @k(ptr addrspace(1) %p) {\n\
          %x = call spir_func i32 @_ZN2ns5otherEi(i32 1)\n  store i32 %x, ptr addrspace(1) %p\n  ret void\n}";
    let error = failure(&with(bitcode(mangled), &["amdgcn:gfx90a"]));
    assert!(matches!(&error, CompileError::Undefined { symbol, .. } if symbol == "ns::other(int)"), "{error}");
}

#[test]
fn wrong_targets_are_refused() {
    for (name, start) in [("nvptx64:sm_95", "sm_90, "), ("amdgcn:gfx999", "gfx909, "), ("nvptx64:sm_9", "sm_90, ")] {
        for request in [request(VEC_ADD), sycl(), bitcode(FATAL_NVPTX)] {
            let error = failure(&with(request, &[name]));
            assert!(matches!(error, CompileError::Usage(BadRequest::Processor { .. })), "{error}");
            let expected = format!("target `{name}` has an unknown processor; expected one of LLVM's such as {start}");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
    let error = failure(&with(bitcode(FATAL_AMDGCN), &["nvptx64:sm_90"])).to_string();
    assert!(error.starts_with("`k.ll`: found code for `amdgcn-amd-amdhsa`; expected "), "{error}");
}

#[test]
fn specialization_constants_are_emulated() {
    let module = std::fs::read(root().join("examples/ir/spec_scalar.bc")).unwrap();
    let program = right(&with(Request::new(Language::Bitcode, "spec_scalar.bc", module), &["nvptx64:sm_90"]), "-O2");
    let properties = sycl_propset::text::write(program.images()[0].properties()).unwrap();
    assert!(properties.contains("[SYCL/specialization constants default values]"), "{properties}");
}

/// A request and what it gives: the images, or the start of the error.
type Expected = (Request, Result<Vec<Vec<u8>>, &'static str>);

fn mixed() -> Vec<Expected> {
    let mut all: Vec<Expected> = Vec::new();
    for request in [request(VEC_ADD), sycl()] {
        for targets in [&["nvptx64:sm_90", "spirv64"][..], &["amdgcn:gfx90a"], &["spirv64", "amdgcn:gfx1030"]] {
            let request = with(request.clone(), targets);
            let program = compile(&request).unwrap();
            all.push((request, Ok(program.images().iter().map(|image| image.bytes().to_vec()).collect())));
        }
    }
    let mut spirv = bitcode(FATAL);
    spirv.spirv_extensions = Some(Vec::new());
    all.push((spirv, Err("spirv64: kernel `atomic`: ")));
    all.push((with(bitcode(FATAL_NVPTX), &["nvptx64:sm_70"]), Err("nvptx64:sm_70: kernel `k`: Cannot select: ")));
    all.push((with(bitcode(FATAL_AMDGCN), &["amdgcn:gfx90a"]), Err("amdgcn:gfx90a: kernel `k`: Cannot select: ")));
    all
}

#[test]
fn threads_compile_for_mixed_targets() {
    let (all, compiler) = (Arc::new(mixed()), compiler());
    let run = |seed| {
        let (all, compiler) = (Arc::clone(&all), compiler.clone());
        thread::spawn(move || {
            let mut rng = Rng::with_seed(seed);
            for round in 0..50 {
                let (request, expected) = &all[rng.usize(..all.len())];
                match (compiler.compile(request), expected) {
                    (Ok(program), Ok(images)) => {
                        let found: Vec<&[u8]> = program.images().iter().map(sycl_rtc::Image::bytes).collect();
                        assert!(found == *images, "{} {:?}: round {round}", request.name, request.targets);
                    }
                    (Err(error), Err(start)) => assert!(error.to_string().starts_with(start), "{error}"),
                    (found, _) => panic!("{} {:?}: {found:?}", request.name, request.targets),
                }
            }
        })
    };
    (0..8).map(run).collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
}

/// Stack memory of a size that is known at run time needs PTX 7.3, and nothing else does.
#[test]
fn ptx_is_of_the_version_that_stack_memory_needs() {
    let version = |source: &str, target: &str| {
        let program = compile(&with(request(source), &[target])).unwrap();
        let text = String::from_utf8(program.images()[0].bytes().to_vec()).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(".version ")).unwrap();
        line.to_owned()
    };
    let dynamic = "kernel void k(global int *o) { int n = *o; int *a = (int *)__builtin_alloca(4 * n); \
                   for (int i = 0; i < n; ++i) a[i] = o[i]; o[1] = a[a[0]]; }";
    for target in ["nvptx64:sm_60", "nvptx64:sm_80", "nvptx64:sm_86"] {
        assert_eq!(version(dynamic, target), "7.3", "{target}");
        assert_ne!(version(VEC_ADD, target), "7.3", "{target}");
    }
    assert_eq!(version(dynamic, "nvptx64:sm_90"), version(VEC_ADD, "nvptx64:sm_90"));
}

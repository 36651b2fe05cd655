//! Images for the host: those of LLVM's programs, and right when they run on threads of this process, without a device.
#![allow(unsafe_code, reason = "images are code that is loaded and called")]

use std::{fs, path::Path, process::Command};

use sycl_host_device::{Argument, Device, LaunchError, Program, Range};
use sycl_propset::needed;
use sycl_rtc::{
    BadRequest, CacheSettings, CompileError, Compiler, Header, Image, ImageFormat, Isolation, Language, Origin,
    Request, Severity, SpecConstants, Split, Target,
};

use crate::{compile, compiler, failure, filter, root, settings};

const PROGRAMS: &str = "/usr/lib/llvm-22/bin";

/// Each kind of name that the target has.
const TARGETS: [&str; 3] = ["host", "host:x86-64-v3", "host:native"];

const SOURCE: &str = r#"#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
constexpr sycl::specialization_id<float> factor(2.0f);
struct pair { int first; double second; };
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void scale(float *x, int n) {
  size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  if (i < n)
    x[i] *= sycl::get_specialization_constant<factor>();
}
// The sum of each group, by a tree in local memory.
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void sums(const int *in, int *out, sycl::local_accessor<int, 1> part) {
  auto item = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
  size_t id = item.get_local_id(0);
  part[id] = in[item.get_global_id(0)];
  for (size_t width = item.get_local_range(0) / 2; width > 0; width /= 2) {
    sycl::group_barrier(item.get_group());
    if (id < width)
      part[id] += part[id + width];
  }
  if (id == 0)
    out[item.get_group(0)] = part[0];
}
template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void waves(T *x) {
  size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  x[i] = sycl::sin(x[i]) + sycl::pow(x[i], T(2));
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel)) void put(double *x, pair p) { *x = p.first + p.second; }
"#;

fn target(name: &str) -> Target {
    Target::parse(name).unwrap()
}

fn sycl(source: &str, targets: &[&str]) -> Request {
    let mut request = Request::new(Language::Sycl, "k.cpp", source);
    request.targets = targets.iter().map(|name| target(name)).collect();
    request
}

fn source(targets: &[&str]) -> Request {
    let mut request = sycl(SOURCE, targets);
    request.names = vec!["waves<float>".to_owned(), "waves<double>".to_owned()];
    request
}

fn load(image: &Image) -> Program {
    // SAFETY: the kernels of these tests access what they are given.
    unsafe { Program::of_bytes(&Device::open().unwrap(), [image.bytes()]) }.unwrap_or_else(|error| panic!("{error}"))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|chunk| f32::from_ne_bytes(*chunk)).collect()
}

fn bytes<T: Copy, const N: usize>(values: impl IntoIterator<Item = T>, to_bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    values.into_iter().flat_map(to_bytes).collect()
}

/// Result of LLVM's programs for a module, called as `sycl-packager build` calls them.
fn programs(of: Target, level: &str, module: &[u8]) -> Vec<u8> {
    let processor = of.name().split_once(':').map(|(_, processor)| format!("-mcpu={processor}"));
    let mut arguments = vec![level, "-relocation-model=pic", "-filetype=obj", "-o", "-"];
    arguments.extend(processor.as_deref());
    let object = filter(&format!("{PROGRAMS}/llc"), &arguments, module).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    fs::write(file("k.o"), object).unwrap();
    fs::write(file("libm.so"), needed::mathematics(of.triple()).unwrap()).unwrap();
    let mut command = Command::new(format!("{PROGRAMS}/ld.lld"));
    let linked = command.args(["-shared", "k.o", "libm.so", "-o", "k.so"]).current_dir(directory.path()).status();
    assert!(linked.unwrap().success());
    fs::read(file("k.so")).unwrap()
}

#[test]
fn images_are_those_of_llvms_programs() {
    let modules = fs::read_dir(root().join("examples/ir")).unwrap().map(|entry| entry.unwrap().path());
    let mut modules: Vec<_> = modules.filter(|file| file.extension().is_some_and(|ending| ending == "bc")).collect();
    modules.sort();
    let bitcode = |file: &Path| Request::new(Language::Bitcode, &file.display().to_string(), fs::read(file).unwrap());
    let requests = modules.iter().map(|file| (bitcode(file), "-O2"));
    let levels = ["-O0", "-O1", "-O2", "-O3", "-g"].map(|option| {
        let mut request = source(&[]);
        request.options = vec![option.to_owned()];
        (request, if option == "-g" { "-O2" } else { option })
    });
    let mut count = 0;
    for (mut request, level) in requests.chain(levels) {
        request.targets = TARGETS.map(target).to_vec();
        request.keeps_bitcode = true;
        let program = compile(&request).unwrap_or_else(|error| panic!("{}: {error}", request.name));
        assert_eq!(program.images().len(), TARGETS.len());
        for image in program.images() {
            let (target, module) = (image.target(), image.bitcode().unwrap());
            assert_eq!((image.format(), image.bytes()[..4].to_vec()), (ImageFormat::Elf, b"\x7fELF".to_vec()));
            let is_same = image.bytes() == programs(target, level, module);
            assert!(is_same, "{} {level}: {target} differs from LLVM's", request.name);
            load(image);
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn kernels_run_without_a_device() {
    let program = compile(&source(&TARGETS)).unwrap();
    let kernel = |name: &str| program.name(name).unwrap().entry_point.clone().unwrap();
    for image in program.images() {
        let mut host = load(image);
        let range = Range::new(&[256]).local(&[32]);

        let mut x = bytes((0..256).map(|i| i as f32), f32::to_ne_bytes);
        let n = 200i32.to_ne_bytes();
        host.launch("_Z19__sycl_kernel_scalePfi", &range, &mut [Argument::Buffer(&mut x), Argument::Value(&n)])
            .unwrap();
        let expected = |factor: f32| move |i: u16| f32::from(i) * if i < 200 { factor } else { 1.0 };
        assert_eq!(floats(&x), (0..256).map(expected(2.0)).collect::<Vec<_>>());
        // Another value of the constant, by its name in the properties.
        let sets: Vec<_> = image.properties().iter().collect();
        let (_, constants) = sets
            .iter()
            .find(|(name, _)| name.as_str() == "SYCL/specialization constants")
            .expect("there is a constant");
        let (constant, _) = constants.iter().next().unwrap();
        host.set_constant(constant, &0.5f32.to_ne_bytes()).unwrap();
        let mut x = bytes((0..256).map(|i| i as f32), f32::to_ne_bytes);
        host.launch("_Z19__sycl_kernel_scalePfi", &range, &mut [Argument::Buffer(&mut x), Argument::Value(&n)])
            .unwrap();
        assert_eq!(floats(&x), (0..256).map(expected(0.5)).collect::<Vec<_>>());

        let mut numbers = bytes(1..=256, i32::to_ne_bytes);
        let mut out = vec![0; 8 * 4];
        let sums = host.kernels().find(|kernel| kernel.name().contains("sums")).unwrap().name().to_owned();
        // A local accessor is its memory, two ranges and where it begins.
        let (size, begin) = (32u64.to_ne_bytes(), 0u64.to_ne_bytes());
        let accessor =
            [Argument::Local(32 * 4), Argument::Value(&size), Argument::Value(&size), Argument::Value(&begin)];
        let mut arguments = vec![Argument::Buffer(&mut numbers), Argument::Buffer(&mut out)];
        arguments.extend(accessor);
        host.launch(&sums, &range, &mut arguments).unwrap();
        let of_group = |group: i32| (32 * group + 1..=32 * group + 32).sum::<i32>();
        assert_eq!(out, bytes((0..8).map(of_group), i32::to_ne_bytes));

        let mut x = bytes((0..64).map(|i| i as f64 / 8.0), f64::to_ne_bytes);
        let waves = kernel("waves<double>");
        host.launch(&waves, &Range::new(&[64]), &mut [Argument::Buffer(&mut x)]).unwrap();
        for (i, found) in x.as_chunks().0.iter().enumerate() {
            let (at, found) = (i as f64 / 8.0, f64::from_ne_bytes(*found));
            let expected = at.sin() + at * at;
            assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{at}: {found}; expected {expected}");
        }

        // A number of 4 bytes, 4 of padding, and one of 8.
        let pair = [&3i32.to_ne_bytes()[..], &[0; 4], &0.25f64.to_ne_bytes()].concat();
        let (mut x, put) = (vec![0; 8], "_Z17__sycl_kernel_putPd4pair");
        host.launch(put, &Range::new(&[1]), &mut [Argument::Buffer(&mut x), Argument::Value(&pair)]).unwrap();
        assert_eq!(x, 3.25f64.to_ne_bytes());
        let error = host.launch(put, &Range::new(&[1]), &mut [Argument::Buffer(&mut x)]).unwrap_err();
        assert!(!matches!(error, LaunchError::Failed { .. }), "arguments are checked: {error}");
    }
}

#[test]
fn splits_and_constants_are_as_the_request_says() {
    let mut request = source(&["host"]);
    (request.split, request.spec_constants) = (Some(Split::Kernel), Some(SpecConstants::DefaultValues));
    let program = compile(&request).unwrap();
    assert_eq!(program.images().len(), 5);
    for image in program.images() {
        let host = load(image);
        let kernels: Vec<&str> = host.kernels().map(|kernel| kernel.name()).collect();
        assert_eq!(kernels, image.entry_points());
        let is_constant = |name: &str| name == "SYCL/specialization constants";
        assert!(!image.properties().iter().any(|(name, set)| is_constant(name.as_str()) && !set.is_empty()));
    }
}

/// A kernel for any device, one that uses `double`, and two that need sub-groups that the host does not have.
const MIXED: &str = r#"#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
extern "C" {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void plain(float *p) { *p = 1; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::sub_group_size<64>))
void wide(float *p) { *p = 2; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void doubled(double *p) { *p *= 2; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::sub_group_size<128>))
void wider(float *p) { *p = 3; }
}
"#;

#[test]
fn kernels_that_a_device_cannot_run_are_left_out_with_a_note() {
    let notes =
        ["wide` is left out for target `host`, which lacks sub-group size 64", "which lacks sub-group size 128"];
    let mut of_bitcode = sycl(MIXED, &["spirv64"]);
    of_bitcode.keeps_bitcode = true;
    let module = compile(&of_bitcode).unwrap().images()[0].bitcode().unwrap().to_vec();
    for (split, images) in [(None, 1), (Some(Split::Features), 2), (Some(Split::Kernel), 2)] {
        for mut request in [sycl(MIXED, &["host"]), Request::new(Language::Bitcode, "k.bc", module.clone())] {
            request.targets = vec![target("host"), target("host:x86-64-v3")];
            request.split = split;
            let program = compile(&request).unwrap_or_else(|error| panic!("{split:?}: {error}"));
            assert_eq!(program.images().len(), 2 * images, "{split:?}");
            for target in &request.targets {
                let names = program.images_for(*target).flat_map(Image::entry_points);
                let mut names: Vec<&str> = names.map(String::as_str).collect();
                names.sort_unstable();
                assert_eq!(names, ["__sycl_kernel_doubled", "__sycl_kernel_plain"], "{split:?}");
            }
            // For each target both, in the order of the images.
            let mut said: Vec<_> =
                program.diagnostics().iter().map(|said| (said.severity, said.text.as_str())).collect();
            said.sort_unstable();
            let is_note = |(number, said): (usize, &(Severity, &str))| {
                said.0 == Severity::Note && said.1.contains(notes[number / 2])
            };
            assert!(said.len() == 4 && said.iter().enumerate().all(is_note), "{split:?}: {said:?}");
            program.images().iter().for_each(|image| drop(load(image)));
        }
    }
    // Of GPUs some have other sizes, and of SPIR-V and a processor that is not in the list nothing is known.
    for (name, kernels) in [("nvptx64:sm_90", 2), ("amdgcn:gfx90a", 3), ("amdgcn:gfx1030", 3), ("spirv64", 4)] {
        let program = compile(&sycl(MIXED, &[name])).unwrap();
        assert_eq!(program.images()[0].entry_points().len(), kernels, "{name}");
        let notes = program.diagnostics().iter().filter(|said| said.text.contains("is left out for target"));
        assert_eq!(notes.count(), 4 - kernels, "{name}");
    }
    let wide = &MIXED[..MIXED.find("SYCL_EXT").unwrap()];
    let wide = format!(
        "{wide}SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) \
         SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::sub_group_size<64>)) void wide(float *p) {{ *p = 2; }} }}"
    );
    let error = failure(&sycl(&wide, &["nvptx64:sm_90"])).to_string();
    assert!(error.contains("`nvidia_gpu_sm_90` has no sub-group size 64; expected kernels without that"), "{error}");
}

#[test]
fn the_small_headers_of_the_standard_library_are_for_every_target() {
    let text = r#"#include <sycl/sycl.hpp>
#include <algorithm>
#include <bit>
#include <cassert>
#include <complex>
#include <cstring>
#include <tuple>
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel)) void k(int *x) {
  assert(x);
  std::sort(x, x + 4, [](int a, int b) { return a > b; });
  std::complex<float> product = std::complex<float>(x[0], 1) * std::complex<float>(0, 1);
  std::tie(x[4], x[5]) = std::make_tuple(int(product.real()), int(product.imag()));
  x[6] = std::popcount(unsigned(x[0])) + std::countl_zero(unsigned(x[1]));
  std::memcpy(x + 7, x, sizeof(int));
}
"#;
    let targets = ["host", "spirv64", "nvptx64:sm_90", "amdgcn:gfx90a"];
    let program = compile(&sycl(text, &targets)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((program.images().len(), program.log()), (targets.len(), ""));
    let mut x = bytes([3, 7, -1, 4, 0, 0, 0, 0], i32::to_ne_bytes);
    let host = load(&program.images()[0]);
    host.launch("__sycl_kernel_k", &Range::new(&[1]), &mut [Argument::Buffer(&mut x)]).unwrap();
    assert_eq!(x, bytes([7, 4, 3, -1, -1, 7, 3 + 29, 7], i32::to_ne_bytes));
}

#[test]
fn opencl_c_runs_on_the_host() {
    let mut request = Request::new(Language::OpenClC, "opencl_host.cl", include_str!("opencl_host.cl"));
    request.targets = vec![target("host")];
    for level in ["-O0", "-O2"] {
        request.options = vec![level.to_owned()];
        let program = compile(&request).unwrap_or_else(|error| panic!("{error}"));
        assert!(program.diagnostics().is_empty(), "{}", program.log());
        let host = load(&program.images()[0]);
        let ints = |values: &[i32]| bytes(values.iter().copied(), i32::to_ne_bytes);
        let longs = |values: &[i64]| bytes(values.iter().copied(), i64::to_ne_bytes);

        let mut out = vec![0; 8 * 8];
        host.launch("ids", &Range::new(&[8]).local(&[4]), &mut [Argument::Buffer(&mut out)]).unwrap();
        let expected: Vec<i64> = (0..8).map(|i| i % 4 + 10 * (i / 4) + 400 + 8000 + 20000).collect();
        assert_eq!(out, longs(&expected), "{level}");

        // Dimensions 0 to 2, and some that there are not.
        let last = [[6, 0, 3, 2, 0, 0, 0], [4, 0, 2, 2, 0, 0, 0], [1, 0, 1, 1, 0, 0, 0], [1, 0, 1, 1, 0, 0, 0]];
        for (dimension, expected) in [0u32, 1, 2, 3].into_iter().zip(last) {
            let mut out = vec![0; 7 * 8];
            let range = Range::new(&[6, 4, 1]).local(&[3, 2, 1]);
            let number = dimension.to_ne_bytes();
            // Items write in any order, but sizes are the same for all.
            host.launch("dimensions", &range, &mut [Argument::Buffer(&mut out), Argument::Value(&number)]).unwrap();
            let found: Vec<i64> = out.as_chunks().0.iter().map(|chunk| i64::from_ne_bytes(*chunk)).collect();
            assert_eq!([found[0], found[2], found[3]], [expected[0], expected[2], expected[3]], "{dimension}");
            assert!(dimension < 2 || found == expected, "{found:?}");
        }

        let (mut numbers, mut out) = (bytes(0..16, i32::to_ne_bytes), vec![0; 2 * 4]);
        let mut arguments = [Argument::Buffer(&mut numbers), Argument::Buffer(&mut out), Argument::Local(8 * 4)];
        host.launch("sum", &Range::new(&[16]).local(&[8]), &mut arguments).unwrap();
        assert_eq!(out, ints(&[28, 92]));

        let (mut out, mut vector) = (vec![0; 10 * 4], bytes([1.0, 2.0, 3.0, 4.0], f32::to_ne_bytes));
        let x = 1.5f32.to_ne_bytes();
        let mut arguments = [Argument::Buffer(&mut out), Argument::Buffer(&mut vector), Argument::Value(&x)];
        host.launch("numbers", &Range::new(&[1]), &mut arguments).unwrap();
        let expected = [5.0, 4.0, 6.0, 35.0, 35.0, 1.0, 11.5, 3.25, -2.0, 1.5];
        assert_eq!(floats(&out), expected, "{level}");

        let (x, u, mut out) = ((-4i32).to_ne_bytes(), 9u32.to_ne_bytes(), vec![0; 9 * 4]);
        let mut arguments = [Argument::Buffer(&mut out), Argument::Value(&x), Argument::Value(&u)];
        host.launch("integers", &Range::new(&[1]), &mut arguments).unwrap();
        let expected =
            [4 + 7 - 4 + 9, 2 + 28 + 144 - 1 + 6, -5 + 27 - 1 + 2, -128 + 258, 29, -10 + 100, -128 + 2 + 2, 1, 0x33];
        assert_eq!(out, ints(&expected), "{level}");

        let mut a = bytes((0u8..6).map(f32::from), f32::to_ne_bytes);
        let halves = [0u16, 0x3c00, 0, 0, 0x4000, 0x4200, 0x4400, 0x4500, 0, 0, 0, 0];
        let (mut h, mut n, mut c) = (bytes(halves, u16::to_ne_bytes), ints(&[5, 300, -7, 9, 0]), vec![0; 4]);
        let mut arguments =
            [Argument::Buffer(&mut a), Argument::Buffer(&mut h), Argument::Buffer(&mut n), Argument::Buffer(&mut c)];
        host.launch("memory", &Range::new(&[1]), &mut arguments).unwrap();
        assert_eq!(floats(&a), [2.0, 1.0, 0.0, 3.0, 3.0, 4.0], "{level}");
        assert_eq!((n, c), (ints(&[5, 300, -7, 9, 5 + 90 + 500]), vec![9, 0, 255, 5]), "{level}");
        let halves = [0x4000u16, 0x3c00, 0, 0, 0x4000, 0x4200, 0x4400, 0x4500, 0x4000, 0x4200, 0x4400, 0x4500];
        assert_eq!(h, bytes(halves, u16::to_ne_bytes), "{level}");

        let (mut a, mut u, mut x) = (ints(&[0; 5]), ints(&[9]), ints(&[0; 3]));
        let mut arguments = [Argument::Buffer(&mut a), Argument::Buffer(&mut u), Argument::Buffer(&mut x)];
        host.launch("atomics", &Range::new(&[4]), &mut arguments).unwrap();
        assert_eq!((a, u, x), (ints(&[8, 1, 4, 9, 7]), ints(&[3]), ints(&[12, 5, 10])), "{level}");

        let mut out = vec![0; 8 * 4];
        host.launch("groups", &Range::new(&[8]).local(&[8]), &mut [Argument::Buffer(&mut out)]).unwrap();
        let expected: Vec<i32> = (0..8).map(|i| 28 + 100 * i + 1000 + 10000 + 300_000 + 7_000_000).collect();
        assert_eq!(out, ints(&expected), "{level}");

        let (mut from, mut to) = (bytes((0u8..32).map(f32::from), f32::to_ne_bytes), vec![0; 8 * 8]);
        let mut arguments = [Argument::Buffer(&mut from), Argument::Buffer(&mut to), Argument::Local(4 * 8)];
        host.launch("copies", &Range::new(&[8]).local(&[4]), &mut arguments).unwrap();
        let expected = (0..2).flat_map(|group| (0..4).map(move |i| 2 * group + 4 * i));
        assert_eq!(floats(&to), expected.flat_map(|at| [at as f32, (at + 1) as f32]).collect::<Vec<_>>(), "{level}");

        let mut out = vec![0; 8 * 4];
        host.launch("of_plane", &Range::new(&[4, 2]).local(&[4, 2]), &mut [Argument::Buffer(&mut out)]).unwrap();
        assert_eq!(out, ints(&[6; 8]), "{level}");
    }
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let images = |compiler: &Compiler| compiler.compile(&source(&["host:x86-64-v3", "spirv64", "host"])).unwrap();
    let first = images(&compiler());
    let isolated = {
        let mut settings = settings();
        settings.isolation = Isolation::Fork;
        Compiler::new(settings)
    };
    for again in [images(&compiler()), images(&isolated)] {
        for (one, other) in first.images().iter().zip(again.images()) {
            assert!(one.bytes() == other.bytes(), "{}", one.target());
        }
    }
}

#[test]
fn images_come_from_the_cache() {
    let place = tempfile::tempdir().unwrap();
    let cached = || {
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = Some(sycl_rtc::CachePlace::Directory(place.path().join("cache")));
        settings.cache = Some(cache);
        Compiler::new(settings)
    };
    let request = source(&["host:native"]);
    let first = cached().compile(&request).unwrap();
    let second = cached().compile(&request).unwrap();
    assert_eq!((first.came_from(), second.came_from()), (Origin::Compiled, Origin::StoredProgram));
    assert!(first.images()[0].bytes() == second.images()[0].bytes());
    load(&second.images()[0]);
}

#[test]
fn what_cannot_be_compiled_says_why() {
    let error = failure(&sycl(SOURCE, &["host:x86-64-v33"]));
    let CompileError::Usage(BadRequest::Processor { name, known }) = &error else { panic!("{error}") };
    assert!(name == "host:x86-64-v33" && known.contains(", x86-64-v3, "), "{error}");
    // A processor of another architecture.
    assert!(matches!(failure(&sycl(SOURCE, &["host:neoverse-v1"])), CompileError::Usage(BadRequest::Processor { .. })));

    let kernel = |body: &str, before: &str| {
        format!(
            "#include <sycl/sycl.hpp>\n{before}\nSYCL_EXT_ONEAPI_FUNCTION_PROPERTY((\
             sycl::ext::oneapi::experimental::single_task_kernel)) void k(int *x) {{ {body} }}\n"
        )
    };
    let missing = kernel("*x = missing(*x);", "SYCL_EXTERNAL int missing(int);");
    let error = failure(&sycl(&missing, &["host"]));
    let CompileError::Undefined { symbol, kernel: Some(user), .. } = &error else { panic!("{error}") };
    assert!(symbol.contains("missing") && user.contains("k(int*)"), "{error}");

    // What OpenCL C has and the host has not.
    let mut request =
        Request::new(Language::OpenClC, "k.cl", "__kernel void k(__global int *x) { *x = get_work_dim(); }");
    request.targets = vec![target("host")];
    let error = failure(&request);
    let CompileError::Undefined { symbol, kernel: Some(user), .. } = &error else { panic!("{error}") };
    assert!(symbol.contains("get_work_dim") && user == "k", "{error}");

    // Bitcode that is code for a host already.
    let mut request = Request::new(
        Language::Bitcode,
        "k.ll",
        "target triple = \"x86_64-unknown-linux-gnu\"\ndefine spir_kernel void @k() { ret void }",
    );
    request.targets = vec![target("host")];
    assert!(matches!(failure(&request), CompileError::Bitcode { .. }));

    // Sub-groups that the host does not have.
    let large = "target triple = \"spirv64-unknown-unknown\"\n\
        define spir_kernel void @k(ptr addrspace(1) %p) #0 !intel_reqd_sub_group_size !0 { ret void }\n\
        attributes #0 = { \"sycl-module-id\"=\"k.cpp\" }\n!0 = !{i32 64}\n";
    let mut request = Request::new(Language::Bitcode, "k.ll", large);
    request.targets = vec![target("host")];
    let error = failure(&request).to_string();
    assert!(error.contains("the host has no sub-group size 64; expected kernels without that"), "{error}");
}

#[test]
fn headers_are_found_for_the_host_too() {
    let mut request = sycl(&SOURCE.replace("*x = p.first", "*x = N * p.first"), &["host"]);
    request.source.splice(0..0, *b"#include \"n.h\"\n");
    request.headers.push(Header { name: "n.h".into(), text: "#define N 1\n".into() });
    load(&compile(&request).unwrap().images()[0]);
}

//! Programs with `SYP_EMBEDDED`: what `runtime/front-door/sycl_passes/embedded.hpp` makes of host images.
//!
//! The images of `embedded/images.c` are written by hand, so that kernels can fail, and clang compiles for the host
//! only. `scripts/check-front-door` has programs whose device code is linked.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::fs;
use std::path::Path;
use std::process::Command;

use sycl_propset::devices::DeviceConfig;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::spec_constants::{Descriptor, SpecConstants};
use sycl_propset::{PropertySetRegistry, SetName};

/// Properties of an image with the constants of `programs.cpp`: a structure of a float and a char with padding, and an
/// integer.
fn properties() -> String {
    let name = |variable: &str| format!("_ZTSN3syp6detail8constantIL_Z{}{variable}EEE", variable.len());
    let leaf = |id, offset, size| Descriptor { id, offset, size };
    let constants = [
        (name("shape"), vec![leaf(0, 0, 4), leaf(1, 4, 1), Descriptor::padding(5, 3)]),
        (name("scale"), vec![leaf(2, 0, 4)]),
    ];
    let mut defaults = 1.5f32.to_le_bytes().to_vec();
    defaults.extend(*b"a\0\0\0");
    defaults.extend(3u32.to_le_bytes());
    let mut registry = PropertySetRegistry::new();
    SpecConstants { constants: constants.into(), defaults: Some(defaults) }.write_to(&mut registry);
    sycl_propset::text::write(&registry).unwrap()
}

/// Properties of images that need what the host lacks, and of the kernel that each is for.
fn lacking() -> Vec<(&'static str, String)> {
    let registry = |kernel: &str, requirements: DeviceRequirements| {
        let mut registry = PropertySetRegistry::new();
        *registry.set_mut(SetName::DeviceRequirements) = requirements.to_set();
        registry.set_mut(SetName::KernelNames).insert(kernel, 1u32);
        sycl_propset::text::write(&registry).unwrap()
    };
    let none = DeviceRequirements::default;
    // Of 1 and 2, the processor has the first.
    let (gpu, wide) = (vec![1, 2, 53], Some(64));
    let (large, fixed) = (Some(vec![128, 65, 1]), Some(vec![3, 53]));
    vec![
        ("NEEDS_GPU", registry("_ZTS3Gpu", DeviceRequirements { aspects: gpu, ..none() })),
        ("NEEDS_WIDE", registry("_ZTS4Wide", DeviceRequirements { reqd_sub_group_size: wide, ..none() })),
        ("NEEDS_LARGE", registry("_ZTS5Large", DeviceRequirements { reqd_work_group_size: large, ..none() })),
        (
            "NEEDS_ACCELERATOR",
            registry(
                "_ZTS5Fixed",
                DeviceRequirements {
                    fixed_target: fixed,
                    fixed_target_names: vec!["hosts".to_owned(), "intel_gpu_pvc".to_owned()],
                    ..none()
                },
            ),
        ),
        (
            "NEEDS_SIZES_OF_OTHERS",
            registry(
                "_ZTS6Shared",
                DeviceRequirements {
                    reqd_sub_group_size: wide,
                    sub_group_sizes: vec![16, 64],
                    work_group_sizes: vec![[128, 128, 1]],
                    ..none()
                },
            ),
        ),
    ]
}

fn run(program: &str, directory: &Path, arguments: &str) {
    let output = Command::new(program).args(arguments.split(' ')).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{program} {arguments}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn kernels_run_and_what_is_wrong_is_an_exception() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let all = [("PROPERTIES", properties())].into_iter().chain(lacking());
    let header: String = all.map(|(name, text)| format!("#define {name} {text:?}\n")).collect();
    fs::write(at.join("properties.h"), header).unwrap();
    let llvm = std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let sources = format!("{root}/tools/sycl-link/tests/embedded");
    let compile = format!("-Wall -Wextra -Wpedantic -Werror -I{root}/runtime/front-door -I. -O1 -c");
    run(&format!("{llvm}/clang"), at, &format!("{compile} {sources}/images.c"));
    let clang = format!("{llvm}/clang++");
    let host = "-fsycl --offload-host-only -std=c++20 -DSYP_EMBEDDED";
    run(&clang, at, &format!("{compile} {host} {sources}/programs.cpp"));
    let mut aspects: Vec<u32> = DeviceConfig::builtin().target("host").unwrap().aspect_values().collect();
    aspects.sort_unstable();
    let aspects = aspects.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let expected = fs::read_to_string(format!("{sources}/expected.txt")).unwrap().replace("ASPECTS", &aspects);
    for (linker, threads) in [("", "1"), (" -fuse-ld=lld -Wl,--gc-sections", "3")] {
        run(&clang, at, &format!("programs.o images.o -o program{linker}"));
        let output = Command::new(at.join("program")).env("SYCL_HOST_THREADS", threads).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let (name, rest) = text.split_once('\n').unwrap();
        assert!(name.len() > "name: ".len() && !name.ends_with(' '), "{name}");
        assert_eq!(rest, expected, "{threads} threads");
        // Launches in children of a fork, and after the end of `main`.
        let mut leave = Command::new("timeout");
        let output =
            leave.args(["100", "./program", "leave"]).current_dir(at).env("SYCL_HOST_THREADS", threads).output();
        let lines = "first: 384\nchildren: 0 wrong\nat exit: 384\nin a destructor: 384\n";
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), lines, "{threads} threads");
    }
    // Without images there is nothing at the symbols of the linker.
    run(&clang, at, "programs.o -o without");
    let output = Command::new(at.join("without")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let without = "kernel `_ZTS4Fill`: no image of the target `host` in this program has it; ";
    let driver = "-B<prefix>/lib/sycl-passes/driver\n";
    assert!(text.ends_with(&format!("{without}it has to be linked with -fsycl and {driver}")), "{text}");
    // As clang's own linker wrapper registers images, which links without -B call.
    let register = "void __sycl_register_lib(void *), __sycl_unregister_lib(void *);\n\
                    __attribute__((constructor)) static void start(void) { __sycl_register_lib(0); }\n\
                    __attribute__((destructor)) static void end(void) { __sycl_unregister_lib(0); }\n";
    fs::write(at.join("register.c"), register).unwrap();
    run(&clang, at, "-x c -c register.c -o register.o");
    run(&clang, at, "programs.o register.o -o registers");
    let output = Command::new(at.join("registers")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with(&format!("{without}it was linked without {driver}")), "{text}");
    let output = Command::new(at.join("program")).env("SYCL_HOST_THREADS", "many").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("`SYCL_HOST_THREADS` is `many`; expected a number from 1 to 4096\n"), "{text}");
}

/// The errors of clang for the body of a function; `pass` is `host` or `device`.
fn errors(pass: &str, before: &str, body: &str) -> String {
    errors_with("-std=c++20 -DSYP_EMBEDDED", pass, before, body)
}

fn errors_with(mode: &str, pass: &str, before: &str, body: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let clang = format!("{}/clang++", std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned()));
    let source = directory.path().join("source.cpp");
    let text = format!("#include <sycl_passes.hpp>\n{before}\nvoid start(syp::queue q, int *o) {{\n{body}\n}}\n");
    fs::write(&source, text).unwrap();
    let options = format!(
        "{mode} -Wall -Wextra -Wpedantic -Wno-unused -Wno-unused-parameter -Wno-c99-extensions -I{root}/runtime/front-door"
    );
    let mode = format!("-fsycl --offload-{pass}-only -fsyntax-only");
    let output = Command::new(&clang).args(options.split(' ')).args(mode.split(' ')).arg(&source).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}
/// One error and no warning, with these words.
fn is_refused(pass: &str, before: &str, body: &str, words: &str) {
    let errors = errors(pass, before, body);
    assert_eq!((errors.matches("error: ").count(), errors.matches("warning: ").count()), (1, 0), "{body}\n{errors}");
    assert!(errors.contains(words), "{body}\n{errors}");
}

/// A command line that the header cannot work with is the only error.
#[test]
fn one_error_says_how_to_compile() {
    let compile = "sycl_passes.hpp: compile with clang++ -fsycl -std=c++20";
    for (mode, words) in [
        ("-std=c++17 -DSYP_EMBEDDED", compile),
        ("-std=c++20", "found no <sycl/sycl.hpp>; compile with -DSYP_EMBEDDED"),
    ] {
        let errors = errors_with(mode, "host", "", "(void)o;");
        assert_eq!(errors.matches("error: ").count(), 1, "{mode}\n{errors}");
        assert!(errors.contains(words), "{mode}\n{errors}");
    }
    assert!(errors_with("-std=c++17 -w -DSYP_EMBEDDED", "host", "", "(void)o;").contains(compile));
}

/// A `long double` has different sizes on the host and in kernels, so no type that both see may have one.
#[test]
fn types_with_two_layouts_are_refused() {
    let types = "struct Deep { char c; long double d[2]; };\nstruct Node { Node *next; Deep deep; };\n\
                 union Either { int i; long double d; };";
    let kernel = |captured: &str, used: &str| {
        format!("{captured}\nsyp::single_task<class K>(q, [=] {{ *o = int(sizeof({used})); (void){used}; }});")
    };
    let constant = "static constexpr syp::specialization_id<long double> id(1.0L);\n\
                    syp::single_task<class K>(q, [=](syp::kernel_handler h) {";
    let local = "syp::parallel_for<class K>(q, syp::nd_range(8, 8), [=](syp::nd_item<1>, long double *l) {";
    let message = "a `long double` has 8 bytes in kernels and 16 on the host; expected a type of one size: `double`";
    for (pass, code) in [
        ("host", kernel("long double x = 1;", "x")),
        ("host", kernel("long double *x = nullptr;", "x")),
        ("host", kernel("Node *x = nullptr;", "x")),
        ("host", kernel("Either x{}; auto y = [x] { return x.i; };", "y")),
        ("host", kernel("_Complex long double x = 1;", "x")),
        ("host", "sycl::malloc_device<Deep>(1, q); (void)o;".to_owned()),
        ("device", "sycl::malloc_shared<long double>(1, q); (void)o;".to_owned()),
        ("device", format!("{constant} *o = int(h.get_specialization_constant<id>()); }});")),
        ("device", format!("{local} *o = l != nullptr; }}, syp::local<long double>(8));")),
    ] {
        is_refused(pass, types, &code, message);
    }
    let good = "struct S { S *next; double d; float f[3]; void *v; struct Unknown *u; int S::*m; long double (*h)(int); \
                unsigned b : 3; char16_t c : 4; } s{}; long double on_host = 1;";
    assert_eq!(errors("host", "", &format!("{good} s.d = double(on_host);\n{}", kernel("", "s"))), "");
}

/// The device pass has stand-ins for the host's types, which take what the types take, and names that the header lacks
/// say what there is instead.
#[test]
fn the_device_pass_reads_what_hosts_write() {
    let before = "#include <iostream>\n#include <string>\n#include <system_error>";
    let body = r#"
  auto name = q.get_device().get_info<sycl::info::device::name>();
  std::string a = q.get_device().get_info<sycl::info::device::name>(), b(name), c = "on " + name + "!";
  a = name;
  std::cout << "on " << q.get_device().get_info<sycl::info::device::name>() << "\n" << name.size() << std::endl;
  if (name.find("CPU") != std::string::npos && !name.empty() && name == b) std::cout << name.substr(0, 3) << *o;
  try {
    throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "mine");
  } catch (const sycl::exception &e) {
    std::error_code code = e.code();
    std::cout << e.what() << e.code() << e.code().value() << e.code().message() << e.category().name();
    if (e.code() == sycl::errc::invalid || code == sycl::errc::runtime) std::cout << e.has_context();
  }"#;
    assert_eq!(errors("device", before, body), "");
    let launch = "expected a launch with `syp::parallel_for(queue, size, kernel)`, as docs/front-door.md says";
    let device = "expected `sycl::queue`, which has a device, as docs/front-door.md says";
    for (body, words) in [
        ("q.submit([&](auto &h) { h.single_task([=] { *o = 1; }); });", launch),
        ("sycl::handler *h = nullptr; (void)h;", launch),
        ("q.parallel_for<class K>(8, [=](syp::id<1> i) { o[i] = 1; }).wait();", launch),
        ("q.single_task([=] { *o = 1; }).wait();", "expected `syp::single_task(queue, kernel)`"),
        ("for (auto &p : sycl::platform::get_platforms()) (void)p;", device),
        ("auto all = sycl::device::get_devices(); (void)all;", device),
        ("sycl::float4 f{};", "expected an array or a structure"),
        ("sycl::local_accessor<int, 1> *l = nullptr;", "expected `syp::local<T>(count)` behind the kernel of a launch"),
        (
            "sycl::host_accessor<int> *l = nullptr;",
            "expected memory of `sycl::malloc_shared`, whose address kernels capture",
        ),
        ("sycl::reduction(o, syp::plus<>());", "expected `syp::reduce_over_group`"),
        ("sycl::stream *s = nullptr;", "expected `printf`"),
        ("syp::parallel_for<class K>(q, 4, [=](syp::nd_item<1>) { *o = 1; });", "an nd_item<D> for an nd_range"),
    ] {
        is_refused("device", "", body, words);
    }
}

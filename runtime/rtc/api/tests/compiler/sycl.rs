//! SYCL sources: free function kernels, name expressions, specialization constants, the embedded header.

use sycl_propset::SetName;
use sycl_rtc::{
    CachePlace, CacheSettings, CompileError, Compiler, Isolation, Language, Origin, Program, Request, SpecConstants,
    Split,
};

use crate::{compile, header, llc, settings, validate};

/// The kernel of the design document of SYCL's run-time compilation.
const VEC_ADD: &str = r#"
  #include <sycl/sycl.hpp>

  extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((
    sycl::ext::oneapi::experimental::nd_range_kernel<1>))
  void vec_add(float* in1, float* in2, float* out){
    size_t id = sycl::ext::oneapi::this_work_item::get_nd_item<1>()
                .get_global_linear_id();
    out[id] = in1[id] + in2[id];
  }
"#;

const START: &str = "#include <sycl/sycl.hpp>\nnamespace ex = sycl::ext::oneapi::experimental;\n\
                     #define TASK SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel))\n";

fn request(source: &str) -> Request {
    Request::new(Language::Sycl, "k.cpp", format!("{START}{source}"))
}

fn right(mut request: Request) -> std::sync::Arc<Program> {
    request.keeps_bitcode = true;
    let program = compile(&request).unwrap_or_else(|error| panic!("{error}"));
    let image = &program.images()[0];
    validate(image.bytes());
    assert_eq!(llc(image.bitcode().unwrap()).unwrap(), image.bytes());
    program
}

fn error(request: &Request) -> String {
    compile(request).unwrap_err().to_string()
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn the_design_documents_kernel_is_taken_as_it_is() {
    for option in ["-O0", "-O1", "-O2", "-O3", "-Os", "-std=c++20", "-std=c++23"] {
        let mut request = Request::new(Language::Sycl, "vec_add.cpp", VEC_ADD);
        request.options = vec![option.to_owned()];
        let program = right(request);
        assert_eq!(program.images()[0].entry_points(), ["__sycl_kernel_vec_add"], "{option}");
        assert_eq!(program.log(), "", "{option}");
    }
}

#[test]
fn name_expressions_make_instances_and_say_their_names() {
    let mut request = request(
        "namespace ns { struct S { float a; int b[3]; };\n\
         template <class T, int N> TASK void f(T *a, S s) { *a += T(N) + s.b[1]; } }\n\
         TASK void g(int *) {}\nTASK void g(float *) {}\n\
         template <class T> SYCL_EXTERNAL T twice(T x) { return x * 2; }\n",
    );
    request.names = ["ns::f<float, 3>", "ns::f<int, 2>", "twice<int>"].map(str::to_owned).to_vec();
    let program = right(request);
    let image = &program.images()[0];
    let name = program.name("ns::f<float, 3>").unwrap();
    assert_eq!(name.lowered, "_ZN2ns1fIfLi3EEEvPT_NS_1SE");
    assert_eq!(name.entry_point.as_deref(), Some("_ZN16__sycl_kernel_ns1fIfLi3EEEvPT_NS_1SE"));
    assert_eq!(program.names()[1].expression, "ns::f<int, 2>");
    assert_eq!(program.names()[2].entry_point, None);
    assert_eq!(program.names()[2].lowered, "_Z5twiceIiET_S0_");
    let kernels = image.entry_points();
    for kernel in [name.entry_point.as_deref().unwrap(), "_Z15__sycl_kernel_gPi", "_Z15__sycl_kernel_gPf"] {
        assert!(kernels.iter().any(|found| found == kernel), "{kernels:?}");
    }
    assert_eq!(kernels.len(), 4);
    assert!(!has(image.bytes(), "__rtc_name"));
}

#[test]
fn errors_in_name_expressions_point_at_them() {
    let mut wrong = request("TASK void g(int *) {}\nint v;\n");
    wrong.names = vec!["g".to_owned(), "ns::nope<float>".to_owned()];
    assert_eq!(error(&wrong), "name expression 1:1:1: use of undeclared identifier 'ns' (and 2 more errors)");
    wrong.names = vec!["v".to_owned()];
    let text = error(&wrong);
    assert_eq!(
        text,
        "name expression `v` does not name a function; expected one such as `ns::f<float, 3>` or `(void (*)(int *))f`"
    );
}

#[test]
fn specialization_constants_are_those_of_spirv() {
    let program = right(request(
        "struct pair { int a; float b; };\n\
         constexpr sycl::specialization_id<int> scale(3), other(7);\n\
         constexpr sycl::specialization_id<bool> flag(true);\n\
         constexpr sycl::specialization_id<pair> both(pair{1, 2.5f});\n\
         TASK void k(float *p) {\n\
           p[0] = sycl::get_specialization_constant<scale>() + sycl::get_specialization_constant<other>();\n\
           p[1] = sycl::get_specialization_constant<flag>() + sycl::get_specialization_constant<both>().b;\n\
         }\n",
    ));
    let image = &program.images()[0];
    assert!(!has(image.bitcode().unwrap(), "2020SpecConstantValue"));
    let ids = image.bytes().chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    let words: Vec<u32> = ids.skip(5).collect();
    let (mut at, mut found) = (0, 0);
    while at < words.len() {
        // OpDecorate with SpecId.
        found += usize::from(words[at] & 0xffff == 71 && words[at + 2] == 1);
        at += (words[at] >> 16) as usize;
    }
    // Two numbers, a truth value, and the two members of the structure.
    assert_eq!(found, 5);
}

#[test]
fn headers_in_memory_and_on_the_side_are_found() {
    let mut request = request(
        "#include <cmath>\n#include <array>\n#include \"mine.h\"\nTASK void k(float *p) { *p = MINE(std::sqrt(*p)); }\n",
    );
    request.headers = vec![header("mine.h", "#define MINE(x) ((x) + std::array{1, 2}[1])\n")];
    assert_eq!(right(request).images()[0].entry_points(), ["_Z15__sycl_kernel_kPf"]);
}

#[test]
fn what_the_header_lacks_is_said() {
    for (source, text) in [
        ("sycl::buffer<int> b;", "k.cpp:4:7: no template named 'buffer' in namespace 'sycl'"),
        ("int x = std::accumulate;", "k.cpp:4:14: no member named 'accumulate' in namespace 'std'"),
        ("#include <vector>", "k.cpp:4:10: 'vector' file not found"),
    ] {
        let failed = compile(&request(source)).unwrap_err();
        assert_eq!(failed.to_string(), text);
        let notes = &failed.diagnostics()[0].notes;
        assert!(notes.iter().any(|note| note.text.starts_with("not in the run-time header")), "{notes:?}");
        let CompileError::Frontend { log, .. } = failed else { panic!("{failed}") };
        assert!(log.contains("note: not in the run-time header; docs/runtime-header.md lists what is\n"), "{log}");
    }
    // A name of the program's is not.
    let failed = compile(&request("namespace mine {} int x = mine::y;")).unwrap_err();
    assert!(failed.diagnostics()[0].notes.is_empty());
}

#[test]
fn sources_without_kernels_and_wrong_kernels_are_refused() {
    assert_eq!(
        error(&request("void f() {}")),
        "no kernel in `k.cpp`; expected a function with `SYCL_EXT_ONEAPI_FUNCTION_PROPERTY`"
    );
    assert_eq!(
        error(&request("TASK int f() { return 1; }")),
        "free function kernel `f()` returns `i32`; expected `void`"
    );
    assert_eq!(
        error(&request("SYCL_EXTERNAL void g(); TASK void f() { g(); }")),
        "`g()`, which kernel `__sycl_kernel_f()` needs, is not defined for spirv64; expected a definition in the source or \
         the device library"
    );
    // The next compilation is right.
    right(request("TASK void f() {}"));
}

#[test]
fn macros_do_not_change_the_header() {
    let kernel = "TASK void k(int *x) { *x = N + T; }";
    let mut request = request(kernel);
    // Names that templates of the header have, too.
    request.options = ["-DN=4", "-D", "T=5", "-Dcount", "-DR=x y", "-include", "more.h"].map(str::to_owned).to_vec();
    request.headers = vec![header("more.h", "#define A ]\n")];
    let image = right(request.clone()).images()[0].bytes().to_vec();
    request.options.truncate(3);
    assert_eq!(right(request.clone()).images()[0].bytes(), image);
    // The same, but `N` is defined in the source.
    request.options = vec!["-DT=5".to_owned()];
    request.source = format!("#define N 4\n{START}{kernel}").into();
    assert_eq!(right(request).images()[0].bytes(), image);
}

#[test]
fn the_header_can_be_wrapped_and_replaced() {
    let mut wrapped = request("TASK void k(int *x) { *x = sycl::mine; }");
    let next = "#include_next <sycl/sycl.hpp>\nnamespace sycl { constexpr int mine = 3; }\n";
    wrapped.headers = vec![header("sycl/sycl.hpp", next)];
    right(wrapped.clone());
    wrapped.headers = vec![header("sycl/sycl.hpp", "#error mine\n")];
    assert!(error(&wrapped).starts_with("sycl/sycl.hpp:1:2: mine"));
    // A header of the request includes it.
    let mut indirect = Request::new(Language::Sycl, "k.cpp", "#include \"all.h\"\nTASK void k(int *x) { *x = N; }");
    indirect.headers = vec![header("all.h", START)];
    indirect.options = vec!["-DN=1".to_owned()];
    right(indirect);
    let without = Request::new(Language::Sycl, "k.cpp", "sycl::id<1> x;");
    assert_eq!(error(&without), "k.cpp:1:1: use of undeclared identifier 'sycl'");
}

#[test]
fn the_same_options_give_the_same_again() {
    for option in ["-O2", "-g", "-ffast-math", "-std=c++20", "-Wall", "-O0"] {
        let mut request = request("#include <cmath>\nTASK void k(float *x) { *x = sycl::sin(*x) + std::cos(*x); }");
        request.options = vec![option.to_owned()];
        let first = right(request.clone());
        assert_eq!(right(request).images()[0].bytes(), first.images()[0].bytes(), "{option}");
        assert_eq!(first.log(), "", "{option}");
    }
}

const SEVERAL: &str = "constexpr sycl::specialization_id<int> count(3);\n\
    TASK void a(int *x) { *x = sycl::get_specialization_constant<count>(); }\n\
    TASK void b(double *x) { *x *= 2; }\ntemplate <int I> TASK void c(int *x) { *x = I; }\n";

fn constants(program: &Program) -> usize {
    let sets = program.images().iter().filter_map(|image| image.properties().get(&SetName::SpecializationConstants));
    sets.map(|set| set.iter().len()).sum()
}

#[test]
fn kernels_are_spread_over_images() {
    let with = |split: Option<Split>, option: &str| {
        let mut request = request(SEVERAL);
        request.names = vec!["c<1>".to_owned()];
        request.split = split;
        request.options = vec![option.to_owned()];
        right(request)
    };
    let kernels =
        |program: &Program| program.images().iter().map(|image| image.entry_points().len()).collect::<Vec<_>>();
    assert_eq!(kernels(&with(None, "-O2")), [3]);
    assert_eq!(kernels(&with(Some(Split::Kernel), "-O2")), [1, 1, 1]);
    assert_eq!(kernels(&with(None, "-fsycl-device-code-split=per_kernel")), [1, 1, 1]);
    assert_eq!(kernels(&with(Some(Split::None), "-fsycl-device-code-split=per_kernel")), [3]);
    // Only one needs fp64.
    let mut by_features = kernels(&with(Some(Split::Features), "-O2"));
    by_features.sort_unstable();
    assert_eq!(by_features, [1, 2]);
    assert_eq!(constants(&with(Some(Split::Kernel), "-O2")), 1);
}

#[test]
fn constants_can_be_numbers_or_a_buffer() {
    let with = |how: SpecConstants| {
        let mut request = request(SEVERAL);
        request.spec_constants = Some(how);
        right(request)
    };
    assert_eq!(constants(&with(SpecConstants::Native)), 1);
    let native = with(SpecConstants::Native);
    assert_ne!(with(SpecConstants::DefaultValues).images()[0].bytes(), native.images()[0].bytes());
    assert_eq!(constants(&with(SpecConstants::Emulation)), 1);
    assert_ne!(with(SpecConstants::Emulation).images()[0].bytes(), native.images()[0].bytes());
    let mut opencl = crate::request(crate::VEC_ADD);
    opencl.spec_constants = Some(SpecConstants::Native);
    assert_eq!(
        error(&opencl),
        "specialization constants with the language opencl-c; expected that with sycl or bitcode"
    );
}

#[test]
fn stored_programs_have_their_names_and_properties() {
    let directory = tempfile::tempdir().unwrap();
    let with_cache = |isolation: Isolation| {
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = Some(CachePlace::Directory(directory.path().to_owned()));
        settings.cache = Some(cache);
        settings.isolation = isolation;
        Compiler::new(settings)
    };
    let mut request = request(SEVERAL);
    request.names = vec!["c<1>".to_owned(), "c<2>".to_owned()];
    request.split = Some(Split::Kernel);
    let made = with_cache(Isolation::Fork).compile(&request).unwrap();
    let stored = with_cache(Isolation::None).compile(&request).unwrap();
    assert_eq!((made.came_from(), stored.came_from()), (Origin::Compiled, Origin::StoredProgram));
    assert_eq!(stored.lowered_name("c<2>"), Some("_Z1cILi2EEvPi"));
    assert_eq!((stored.names(), stored.images().len()), (made.names(), 4));
    for (found, expected) in stored.images().iter().zip(made.images()) {
        assert_eq!((found.bytes(), found.properties()), (expected.bytes(), expected.properties()));
        assert_eq!(found.entry_points(), expected.entry_points());
    }
    // Another text and other names: the code is the same.
    request.source.extend(b"// a comment\n");
    assert_eq!(with_cache(Isolation::None).compile(&request).unwrap().came_from(), Origin::StoredModuleAndImage);
    request.names.swap(0, 1);
    let swapped = with_cache(Isolation::None).compile(&request).unwrap();
    assert_eq!(swapped.names()[0], made.names()[1]);
}

/// A cast chooses one of several functions of a name, and what is wrong with an expression has its place.
#[test]
fn overloads_are_named_by_casts() {
    let kernel = "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel))";
    let source = format!(
        "#include <sycl/sycl.hpp>\n{kernel} void f(int *x) {{ *x = 1; }}\n{kernel} void f(float *x) {{ *x = 2; }}\n"
    );
    let mut request = Request::new(Language::Sycl, "k.cpp", source);
    request.names = ["(void (*)(int *))f", "static_cast<void (*)(float *)>(&f)"].map(str::to_owned).to_vec();
    let program = compile(&request).unwrap();
    let lowered: Vec<_> = request.names.iter().map(|name| program.lowered_name(name).unwrap()).collect();
    assert_eq!(lowered, ["_Z1fPi", "_Z1fPf"]);
    request.names = vec!["f".to_owned()];
    let text = error(&request);
    assert!(text.starts_with("name expression 0:1:1: "), "{text}");
}

/// Bitcode that clang made of `sycl_passes.hpp` is described before it is compiled, as in a build.
#[test]
fn bitcode_of_the_front_door_is_compiled() {
    let module = "target triple = \"spirv64-unknown-unknown\"\n\
        @name = private unnamed_addr addrspace(1) constant [6 x i8] c\"width\\00\"\n\
        @width = internal addrspace(1) constant { i32 } { i32 2 }\n\
        define spir_kernel void @_ZTS1K(ptr addrspace(1) %x) {\n\
          %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast \
        (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @width to ptr \
        addrspace(4)), ptr addrspace(4) null)\n\
          store i32 %v, ptr addrspace(1) %x\n\
          ret void\n\
        }\n\
        declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr \
        addrspace(4), ptr addrspace(4))\n";
    let program = compile(&Request::new(Language::Bitcode, "m.ll", module)).unwrap();
    let properties = sycl_propset::text::write(program.images()[0].properties()).unwrap();
    assert!(properties.contains("[SYCL/specialization constants]\nwidth="), "{properties}");
}

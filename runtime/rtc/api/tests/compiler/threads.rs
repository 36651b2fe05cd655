//! Images of one compilation that several threads make: the same program, the same error, in the same order.

use std::{
    mem::offset_of,
    num::NonZeroUsize,
    sync::Arc,
    time::{Duration, Instant},
};

use sycl_rtc::{
    CachePlace, CacheSettings, CompileError, Compiler, Isolation, Language, Origin, Program, Request, Split, Target,
    interface::{Job, Outcome},
};

use crate::{bitcode::bitcode, isolation::library_that, request, settings};

const TARGETS: [&str; 4] = ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a", "host"];

fn with_threads(threads: usize) -> Compiler {
    Compiler::new(settings()).with_threads(NonZeroUsize::new(threads).unwrap())
}

fn with(mut request: Request, targets: &[&str]) -> Request {
    request.targets = targets.iter().map(|name| Target::parse(name).unwrap()).collect();
    request.split = Some(Split::Kernel);
    request.keeps_bitcode = true;
    request
}

/// Kernels of which the first take most work, so that with threads the last are done first.
fn sources(targets: &[&str]) -> Vec<Request> {
    let start = "#include <sycl/sycl.hpp>\nnamespace ex = sycl::ext::oneapi::experimental;\n\
                 constexpr sycl::specialization_id<int> scale(3);\n\
                 #define KERNEL SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))\n\
                 template <int N> float most(float x) { return N ? sycl::sin(most<N ? N - 1 : 0>(x)) + N : x; }\n";
    let kernel = |number: usize| {
        format!(
            "KERNEL void k{number}(float *x) {{\n  int unused = 1 / 0;\n  \
             auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);\n  \
             x[i] = most<{}>(x[i]) * sycl::get_specialization_constant<scale>() + {number};\n}}\n",
            20 - 4 * number.min(5),
        )
    };
    let sycl = format!("{start}{}", (0..6).map(kernel).collect::<String>());
    let sycl = with(Request::new(Language::Sycl, "k.cpp", sycl), targets);
    // Back ends say something of each: more is on the stack than the attribute allows.
    let kernel = |number: usize| {
        format!(
            "define spir_kernel void @k{number}(ptr addrspace(1) %p) #0 {{\n  %a = alloca [{} x i32]\n  \
             %i = load i32, ptr addrspace(1) %p\n  %q = getelementptr i32, ptr %a, i32 %i\n  \
             store volatile i32 {number}, ptr %q\n  ret void\n}}\n",
            100 + number,
        )
    };
    let module: String = (0..9).rev().map(kernel).collect();
    let attributes = "attributes #0 = { \"warn-stack-size\"=\"1\" }\n";
    vec![sycl, with(bitcode(format!("target triple = \"spirv64-unknown-unknown\"\n{module}{attributes}")), targets)]
}

fn assert_same(found: &Program, expected: &Program) {
    assert_eq!(found.images().len(), expected.images().len());
    for (found, expected) in found.images().iter().zip(expected.images()) {
        assert_eq!((found.target(), found.entry_points()), (expected.target(), expected.entry_points()));
        assert!(found.bytes() == expected.bytes(), "{} {:?}", found.target(), found.entry_points());
        assert_eq!(found.bitcode(), expected.bitcode());
        assert_eq!(found.properties(), expected.properties());
    }
    assert_eq!((found.diagnostics(), found.log()), (expected.diagnostics(), expected.log()));
    assert_eq!(found.names(), expected.names());
}

#[test]
fn the_program_does_not_depend_on_threads() {
    for (request, per_target) in sources(&TARGETS).into_iter().zip([6, 9]) {
        let expected = with_threads(1).compile(&request).unwrap();
        assert_eq!(expected.images().len(), per_target * TARGETS.len());
        assert!(expected.diagnostics().len() >= per_target, "{}", expected.log());
        for threads in [2, 4, 100] {
            assert_same(&with_threads(threads).compile(&request).unwrap(), &expected);
        }
        let mut isolated = settings();
        isolated.isolation = Isolation::Fork;
        isolated.threads = NonZeroUsize::new(4).unwrap();
        assert_same(&Compiler::new(isolated).compile(&request).unwrap(), &expected);
    }
}

#[test]
fn threads_work_side_by_side() {
    let request = sources(&["nvptx64:sm_90"]).remove(0);
    let shares = [1, 4].map(|threads| {
        let program = with_threads(threads).compile(&request).unwrap();
        let timings = program.images()[0].timings();
        let steps = timings.front_end + timings.passes + timings.checks + timings.back_end;
        steps.as_secs_f64() / timings.total.as_secs_f64()
    });
    // Each thread counts, also while another one has the processor.
    assert!(shares[0] <= 1.0 && shares[1] > 1.2, "{shares:?}");
}

#[test]
fn targets_are_side_by_side() {
    // Of two that take as long.
    let mut request = sources(&["amdgcn:gfx90a", "amdgcn:gfx1030"]).remove(0);
    request.split = None;
    let shares = [1, 2].map(|threads| {
        let start = Instant::now();
        let program = with_threads(threads).compile(&request).unwrap();
        let whole = start.elapsed();
        let of_targets: Duration = program.images().iter().map(|image| image.timings().total).sum();
        assert_eq!(program.images().len(), 2);
        of_targets.as_secs_f64() / whole.as_secs_f64()
    });
    assert!(shares[0] <= 1.0 && shares[1] > 1.2, "{shares:?}");
}

#[test]
fn targets_share_the_module_of_the_front_end() {
    let mut request = sources(&TARGETS).remove(0);
    // What has warnings is not stored.
    request.source = String::from_utf8(request.source).unwrap().replace("int unused = 1 / 0;", "").into_bytes();
    let origins = [1, 4].map(|threads| {
        let directory = tempfile::tempdir().unwrap();
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = Some(CachePlace::Directory(directory.path().to_owned()));
        settings.cache = Some(cache);
        settings.threads = NonZeroUsize::new(threads).unwrap();
        let program = Compiler::new(settings).compile(&request).unwrap();
        assert_same(&program, &with_threads(1).compile(&request).unwrap());
        program.images().iter().map(sycl_rtc::Image::came_from).collect::<Vec<_>>()
    });
    assert_eq!(origins[0], origins[1]);
    assert!(origins[0].contains(&Origin::StoredModule), "{origins:?}");
}

/// A module of kernels, with another body for some.
fn kernels(head: &str, others: &[(usize, &str)]) -> Request {
    let kernel = |number: usize| {
        let body = others.iter().find(|(other, _)| *other == number).map_or("", |(_, body)| body);
        // Those that are right take longer than those that are not.
        let more = |index| format!("  store volatile i32 {index}, ptr addrspace(1) %p\n");
        let work: String = if body.is_empty() { (0..300).map(more).collect() } else { body.to_owned() };
        format!("define spir_kernel void @k{number}(ptr addrspace(1) %p) {{\n{work}  ret void\n}}\n")
    };
    // The images are in the order of names, the last first.
    let all: String = (0..8).map(kernel).collect();
    bitcode(format!("target triple = \"spirv64-unknown-unknown\"\n{head}{all}"))
}

#[test]
fn of_several_images_that_are_refused_the_first_one_counts() {
    let atomic = |name: &str| format!("float @_Z21__spirv_Atomic{name}EXTPU3AS1fiif(ptr addrspace(1)");
    let declared = |name: &str| format!("declare spir_func {}, i32, i32, float)\n", atomic(name));
    let call = |name: &str| format!("  %x = call spir_func {} %p, i32 1, i32 0, float 1.0)\n", atomic(name));
    // Fatal errors, what LLVM reports, and what a pass refuses.
    let atomics = [(1, &*call("FAdd")), (2, &call("FAdd")), (5, &call("FMin"))];
    let mut fatal = with(kernels(&[declared("FAdd"), declared("FMin")].concat(), &atomics), &["spirv64"]);
    fatal.spirv_extensions = Some(Vec::new());
    let assembly = |text: &str| format!("  call void asm sideeffect \"{text}\", \"\"()\n");
    let wrong = kernels("", &[(1, &assembly("first")), (2, &assembly("second")), (5, &assembly("third"))]);
    let call = |name: char| format!("  call spir_func void @{name}()\n");
    let declared = "declare spir_func void @f()\ndeclare spir_func void @g()\n";
    let undefined = kernels(declared, &[(1, &call('f')), (4, &call('g'))]);
    for (request, words) in [
        (fatal, "SPV_EXT_shader_atomic_float_min_max"),
        (with(wrong.clone(), &["amdgcn:gfx90a"]), "`k5`"),
        (with(wrong.clone(), &["host"]), "`k5`"),
        (
            with(undefined.clone(), &["nvptx64:sm_90"]),
            "`g`, which kernel `k4` needs, is not defined for nvptx64:sm_90; ",
        ),
        (with(undefined, &["spirv64", "amdgcn:gfx90a", "nvptx64:sm_90"]), "spirv64"),
        (with(wrong.clone(), &["spirv64", "host", "amdgcn:gfx90a"]), "SPV_INTEL_inline_assembly"),
        (with(wrong.clone(), &["amdgcn:gfx90a", "host", "spirv64", "nvptx64:sm_90"]), "amdgcn"),
    ] {
        let expected = with_threads(1).compile(&request).expect_err("an image is refused");
        let all = format!("{expected}{}", expected.log());
        assert!(all.contains(words), "{all}");
        for _ in 0..10 {
            assert_eq!(with_threads(4).compile(&request).expect_err("an image is refused"), expected);
        }
    }
    // The next compilation is right.
    let right = sources(&["spirv64"]).remove(0);
    assert_same(&with_threads(4).compile(&right).unwrap(), &with_threads(1).compile(&right).unwrap());
}

#[test]
fn the_deadline_is_that_of_all_threads() {
    let mut late = sources(&["nvptx64:sm_90"]).remove(0);
    let start = Instant::now();
    with_threads(4).compile(&late).unwrap();
    let whole = start.elapsed();
    for part in [2, 3, 5, 8, 20] {
        late.deadline = Some(whole / part);
        let limit = whole / part;
        match with_threads(4).compile(&late) {
            Err(error) => assert_eq!(error, CompileError::TimedOut { limit }),
            // The machine may have been busy before.
            Ok(_) => assert!(part < 8, "a whole compilation in {limit:?} of {whole:?}"),
        }
    }
    late.deadline = Some(Duration::from_secs(600));
    with_threads(4).compile(&late).unwrap();
}

#[test]
fn compilers_with_other_threads_share_a_cache() {
    let mut settings = settings();
    settings.cache = Some(CacheSettings::default());
    let (one, request) = (Compiler::new(settings), sources(&["spirv64"]).remove(1));
    let four = one.clone().with_threads(NonZeroUsize::new(4).unwrap());
    assert!(Arc::ptr_eq(&one.compile(&request).unwrap(), &four.compile(&request).unwrap()));
}

#[test]
fn the_compiler_library_is_told_the_number() {
    let directory = tempfile::tempdir().unwrap();
    let given = format!("*(const size_t *)((const char *)job + {})", offset_of!(Job, threads));
    let does = format!(
        "return {given} == 1 ? {} : {given} == 5 ? {} : 99",
        Outcome::NoKernel as u32,
        Outcome::Poisoned as u32
    );
    let mut settings = settings();
    settings.compiler = Some(library_that(&directory, &does));
    let compiler = Compiler::new(settings);
    assert!(matches!(compiler.compile(&request("")), Err(CompileError::NoKernel { .. })));
    let five = compiler.with_threads(NonZeroUsize::new(5).unwrap());
    assert!(matches!(five.compile(&request("")), Err(CompileError::Poisoned { .. })));
}

//! Fatal errors are survived, and all else that can go wrong outside of the source.

use std::{fs, path::Path, process::Command, time::Duration};

use sycl_rtc::{CompileError, Compiler, Language, NoCompiler, Request, Settings, Target};

use crate::{FATAL, VEC_ADD, compile, compiler, failure, request, settings};

fn fatal() -> Request {
    let mut request = Request::new(Language::Bitcode, "fatal.ll", FATAL);
    request.spirv_extensions = Some(Vec::new());
    request
}

/// One test, as the counter of fatal errors is one for the process.
#[test]
fn a_thousand_fatal_errors_are_survived_and_counted() {
    let expected = compile(&request(VEC_ADD)).unwrap();
    let patient = compiler();
    for round in 0..1000 {
        let error = patient.compile(&fatal()).expect_err("the extension is missing");
        assert!(matches!(error, CompileError::Backend { .. }), "round {round}: {error}");
    }
    let after = patient.compile(&request(VEC_ADD)).unwrap();
    assert_eq!(after.images()[0].bytes(), expected.images()[0].bytes());
    let mut strict = settings();
    strict.fatal_errors = 1000;
    let error = Compiler::new(strict).compile(&request(VEC_ADD)).expect_err("the limit is reached");
    assert_eq!(error, CompileError::Poisoned { limit: 1000 });
    assert_eq!(
        error.to_string(),
        "1000 fatal errors of the compiler in this process; expected fewer, or a new process"
    );
}

/// The words of a back end that refuses a source of OpenCL C.
fn refused(target: &str, source: &str) -> String {
    let mut request = Request::new(Language::OpenClC, "k.cl", source);
    request.targets = vec![Target::parse(target).unwrap()];
    request.options = vec!["-cl-std=CL2.0".to_owned()];
    let CompileError::Backend { words, .. } = failure(&request) else { panic!("expected Backend") };
    words
}

/// Neither assembly nor what it names for the linker gets a file into an image or a message.
#[test]
fn no_file_is_read_by_assembler_or_linker() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("secret");
    fs::write(&file, "a secret\n").unwrap();
    let file = file.display();
    let target = "amdgcn:gfx90a";
    let in_function = |text: &str| format!("kernel void k(global int *x) {{ *x = 1; __asm__ volatile(\"{text}\"); }}");
    for directive in [".incbin", ".include", ".INCBIN", " \\\".incbin\\\""] {
        let words = refused(target, &in_function(&format!("s_nop 0\\n{directive} \\\"{file}\\\"")));
        assert!(words.contains("directives in assembly (function `k`"), "{words}");
    }
    let words =
        refused(target, &format!("__asm__(\".incbin \\\"{file}\\\"\"); kernel void k(global int *x) {{ *x = 1; }}"));
    assert!(words.contains("assembly outside of functions"), "{words}");
    let compiled = |source: &str| {
        let mut request = Request::new(Language::OpenClC, "k.cl", source);
        request.targets = vec![Target::parse(target).unwrap()];
        compile(&request).unwrap()
    };
    compiled(&in_function("s_nop 0"));
    let library = format!("#pragma comment(lib, \"{file}\")\nkernel void k(global int *x) {{ *x = 1; }}");
    let program = compiled(&library);
    assert!(!program.images()[0].bytes().windows(8).any(|part| part == b"a secret"));
    let module = format!(
        "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {{\n  ret void\n}}\n\
         !llvm.dependent-libraries = !{{!0}}\n!0 = !{{!\"{file}\"}}\n"
    );
    let mut request = Request::new(Language::Bitcode, "m.ll", module);
    request.targets = vec![Target::parse("host").unwrap()];
    compile(&request).unwrap();
}

/// Small valid sources that LLVM's back ends crash on are errors.
#[test]
fn what_crashes_a_back_end_is_refused() {
    let ring = "struct node { constant struct node *next; int v; };\nextern constant struct node b;\n\
                constant struct node a = {&b, 1};\nconstant struct node b = {&a, 2};\n\
                kernel void k(global int *o) { constant struct node *p = &a; for (int i = 0; i < *o; ++i) p = p->next; \
                *o = p->v; }";
    for target in ["spirv64", "nvptx64:sm_80"] {
        let words = refused(target, ring);
        assert!(
            words.contains("variables whose initializers refer to each other (`a`, `b`) (function `k`,"),
            "{words}"
        );
    }
    let enqueue = "kernel void k(global int *o) { enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, \
                   ndrange_1D(1), ^{ *o = 1; }); }";
    let words = refused("spirv64", enqueue);
    assert!(words.contains("kernels that a kernel starts (`enqueue_kernel`) (function `k`,"), "{words}");
}

#[test]
fn a_deadline_is_kept() {
    let mut late = request(VEC_ADD);
    late.deadline = Some(Duration::from_nanos(1));
    assert_eq!(
        failure(&late).to_string(),
        "the deadline of 0 ms has passed; expected the compilation to end before it"
    );
    late.deadline = Some(Duration::from_secs(600));
    compile(&late).unwrap();
}

fn missing(path: &Path) -> NoCompiler {
    let mut settings = Settings::default();
    settings.compiler = Some(path.to_owned());
    match Compiler::new(settings).compile(&request(VEC_ADD)) {
        Err(CompileError::NoCompiler(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_library_that_is_not_the_compiler_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let none = directory.path().join("none.so");
    let text = missing(&none).to_string();
    assert!(text.starts_with(&format!("no compiler library; tried `{}` (", none.display())), "{text}");
    let text_file = directory.path().join("text.so");
    fs::write(&text_file, "text").unwrap();
    assert!(matches!(missing(&text_file), NoCompiler::NotFound { .. }));
    let build = |name: &str, source: &str| {
        let (file, library) = (directory.path().join(format!("{name}.c")), directory.path().join(format!("{name}.so")));
        fs::write(&file, source).unwrap();
        let status = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &file]).status().unwrap();
        assert!(status.success());
        library
    };
    let other = build("other", "int something;");
    let text = missing(&other).to_string();
    assert!(text.starts_with(&format!("`{}` is not a compiler library: ", other.display())), "{text}");
    let old = build(
        "old",
        "static const struct { long size; const char *build; long length; } table = {24, \"0123\", 4};\n\
         const void *sycl_rtc_compiler_table(void) { return &table; }",
    );
    let text = missing(&old).to_string();
    let start = format!("compiler library `{}` is of build 0123; expected build ", old.display());
    assert!(text.starts_with(&start) && text.len() == start.len() + 16, "{text}");
}

#[test]
fn without_settings_the_library_beside_the_program_is_taken() {
    // Beside this test there is none.
    let Err(CompileError::NoCompiler(NoCompiler::NotFound { tried })) =
        Compiler::new(Settings::default()).compile(&request(VEC_ADD))
    else {
        panic!("there is a compiler beside the test");
    };
    let own = std::env::current_exe().unwrap().canonicalize().unwrap();
    let names: Vec<&Path> = tried.iter().map(|(path, _)| path.as_path()).collect();
    let directory = own.parent().unwrap();
    let file = "libsycl_rtc_compiler.so";
    assert_eq!(names, [directory.join(file), directory.parent().unwrap().join("lib").join(file)]);
}

#[test]
fn the_version_of_llvm_is_known() {
    assert!(compiler().llvm_version().unwrap().starts_with("22."));
}

//! Source text to images and diagnostics.

use std::fs;

use sycl_rtc::{BadRequest, CompileError, Diagnostic, Language, Request, Severity, Target};

use crate::{VEC_ADD, compile, failure, header, llc, request, validate};

#[test]
fn a_kernel_becomes_spirv() {
    let mut request = request(VEC_ADD);
    request.keeps_bitcode = true;
    let program = compile(&request).unwrap();
    let image = program.images_for(Target::Spirv64).next().unwrap();
    assert_eq!(image.entry_points(), ["vec_add"]);
    validate(image.bytes());
    assert_eq!(llc(image.bitcode().unwrap()).unwrap(), image.bytes());
    assert_eq!((program.log(), program.diagnostics().len(), program.images().len()), ("", 0, 1));
    let timings = image.timings();
    assert!(timings.total >= timings.front_end + timings.checks + timings.back_end);
    assert!(timings.front_end.as_nanos() > 0 && timings.back_end.as_nanos() > 0);
    assert_eq!(compile(&crate::request(VEC_ADD)).unwrap().images()[0].bitcode(), None);
}

#[test]
fn all_versions_of_the_languages_work() {
    for (language, options) in [
        (Language::OpenClC, &["-cl-std=CL1.0", "-cl-std=CL1.2", "-std=CL2.0", "-cl-std=CL3.0"][..]),
        (Language::CxxForOpenCl, &["-cl-std=CLC++1.0", "-cl-std=clc++2021", "-cl-std=CLC++"]),
    ] {
        for option in options {
            let mut request = Request::new(language, "k", VEC_ADD);
            request.options = vec![(*option).to_owned()];
            let program = compile(&request).unwrap_or_else(|e| panic!("{option}: {e}"));
            validate(program.images()[0].bytes());
        }
    }
    let template = "template <typename T> T twice(T x) { return x * 2; }\n\
                    __kernel void f(__global float *x) { *x = twice(*x); }\n\
                    __kernel void g(__global int *x) { *x = twice(*x); }";
    let program = compile(&Request::new(Language::CxxForOpenCl, "k.clcpp", template)).unwrap();
    assert_eq!(program.images()[0].entry_points(), ["f", "g"]);
}

#[test]
fn every_option_is_taken_by_the_front_end() {
    for option in [
        "-DN=4",
        "-UN",
        "-O0",
        "-O1",
        "-O2",
        "-O3",
        "-Os",
        "-cl-opt-disable",
        "-g",
        "-gline-tables-only",
        "-ffast-math",
        "-ffp-contract=off",
        "-ffp-contract=on",
        "-ffp-contract=fast",
        "-ffp-contract=fast-honor-pragmas",
        "-cl-denorms-are-zero",
        "-cl-fast-relaxed-math",
        "-cl-finite-math-only",
        "-cl-fp32-correctly-rounded-divide-sqrt",
        "-cl-kernel-arg-info",
        "-cl-mad-enable",
        "-cl-no-signed-zeros",
        "-cl-single-precision-constant",
        "-cl-uniform-work-group-size",
        "-cl-unsafe-math-optimizations",
        "-Wall",
        "-Werror",
        "-w",
        "-pedantic",
        "-ferror-limit=3",
        "-ftemplate-depth=64",
        "-fconstexpr-steps=1000",
    ] {
        let mut request = request(VEC_ADD);
        request.options = vec![option.to_owned()];
        let program = compile(&request).unwrap_or_else(|e| panic!("{option}: {e}"));
        assert_eq!(program.log(), "", "{option}");
    }
    let constant = "#if N != 4\n#error N\n#endif\n__kernel void k(__global int *x) { *x = N; }";
    let mut request = request(constant);
    request.options = ["-D", "N=4", "-O0"].map(str::to_owned).to_vec();
    let slow = compile(&request).unwrap().images()[0].bytes().len();
    request.options[2] = "-O3".to_owned();
    assert!(compile(&request).unwrap().images()[0].bytes().len() < slow, "optimization makes this smaller");
}

fn diagnostics(request: &Request) -> (Vec<Diagnostic>, String) {
    match failure(request) {
        CompileError::Frontend { diagnostics, log } => (diagnostics, log),
        other => panic!("{other}"),
    }
}

#[test]
fn diagnostics_have_places_options_and_notes() {
    let source = "void f(int x);\nvoid g(int x) { int unused = x; }\n__kernel void k(void) {\n  f(1, 2);\n}\n";
    let mut request = request(source);
    request.options = vec!["-Wall".to_owned()];
    let (all, log) = diagnostics(&request);
    let [warning, error] = &all[..] else { panic!("{all:?}") };
    assert_eq!(error.severity, Severity::Error);
    assert_eq!(error.text, "too many arguments to function call, expected single argument 'x', have 2 arguments");
    let place = error.place.as_ref().unwrap();
    assert_eq!((place.file.as_str(), place.line, place.column, place.end), ("k.cl", 4, 8, Some((4, 9))));
    let [note] = &error.notes[..] else { panic!("{error:?}") };
    assert_eq!((note.severity, note.text.as_str()), (Severity::Note, "'f' declared here"));
    assert_eq!(note.place.as_ref().unwrap().line, 1);
    assert_eq!(error.option, None);
    assert!(error.rendered.starts_with("k.cl:4:8: error: too many arguments"), "{}", error.rendered);
    assert!(error.rendered.contains("    4 |   f(1, 2);\n"), "{}", error.rendered);
    assert_eq!((warning.severity, warning.option.as_deref()), (Severity::Warning, Some("unused-variable")));
    assert!(log.starts_with(&warning.rendered) && log.ends_with("1 warning and 1 error generated.\n"), "{log}");
    assert_eq!(
        failure(&request).to_string(),
        "k.cl:4:8: too many arguments to function call, expected single argument 'x', have 2 arguments"
    );
}

#[test]
fn warnings_come_with_the_program() {
    let mut request = request("__kernel void k(__global int *x) { int unused; }");
    request.options = vec!["-Wall".to_owned()];
    let program = compile(&request).unwrap();
    let [warning] = program.diagnostics() else { panic!("{:?}", program.diagnostics()) };
    assert_eq!(warning.text, "unused variable 'unused'");
    assert!(program.log().contains("[-Wunused-variable]"), "{}", program.log());
}

#[test]
fn every_kind_of_error_in_the_source_has_a_place() {
    for (source, text, line) in [
        ("\n__kernel void k() { x = 1; }", "use of undeclared identifier 'x'", 2),
        ("__kernel void k( {", "expected parameter declarator", 1),
        ("#include \"none.h\"\n", "'none.h' file not found", 1),
        ("\n\n#error stop\n", "stop", 3),
        ("#line 7 \"other.cl\"\nint x = y;", "use of undeclared identifier 'y'", 7),
        ("__kernel int k() { return 1; }", "kernel must have void return type", 1),
    ] {
        let (all, _) = diagnostics(&request(source));
        assert!(all[0].text.contains(text), "{:?}", all[0]);
        assert_eq!(all[0].place.as_ref().unwrap().line, line, "{text}");
    }
    let (all, _) = diagnostics(&request("#line 7 \"other.cl\"\nint x = y;"));
    assert_eq!(all[0].place.as_ref().unwrap().file, "other.cl");
    let many = (0..50).map(|i| format!("int a{i} = b{i};\n")).collect::<String>();
    let (all, _) = diagnostics(&request(&many));
    assert_eq!(all.last().unwrap().text, "too many errors emitted, stopping now");
    assert_eq!(all.len(), 20);
    let text = failure(&request(&many)).to_string();
    assert!(text.ends_with(" (and 19 more errors)"), "{text}");
    let text = failure(&request("int a = b;\nint c = d;")).to_string();
    assert!(text.ends_with(" (and 1 more error)"), "{text}");
}

#[test]
fn endless_templates_end() {
    let source = "template <int N> struct A { static const int x = A<N + 1>::x; };\nint x = A<0>::x;";
    let (all, _) = diagnostics(&Request::new(Language::CxxForOpenCl, "k.clcpp", source));
    assert!(all[0].text.contains("recursive template instantiation exceeded maximum depth"), "{:?}", all[0]);
    // Deeper than a thread's usual stack takes.
    let deep = format!("__kernel void k(__global int *x) {{ *x = {}1{}; }}", "(".repeat(250), ")".repeat(250));
    compile(&request(&deep)).unwrap();
}

#[test]
fn headers_in_memory_are_found_by_their_names() {
    let source = "#include \"a.h\"\n#include <dir/b.h>\n__kernel void k(__global int *x) { *x = A + B + C; }";
    let mut request = request(source);
    request.headers = vec![
        header("a.h", "#define A 1\n"),
        header("dir/b.h", "#include \"c.h\"\n#define B 2\n"),
        header("dir/c.h", "#define C 3\n"),
        header("c.h", "#error not this one\n"),
    ];
    compile(&request).unwrap();
    request.headers[2].text = "int c = nothing;\n".to_owned();
    let (all, _) = diagnostics(&request);
    assert_eq!(all[0].place.as_ref().unwrap().file, "dir/c.h");
    request.headers[0].text = "int a = nothing;\n".to_owned();
    let (all, _) = diagnostics(&request);
    assert_eq!(all[0].place.as_ref().unwrap().file, "a.h");
}

#[test]
fn headers_in_memory_may_have_absolute_names() {
    // Nothing of such a directory is on the disk.
    let mut request = request("#include \"/nowhere/of/a.h\"\n__kernel void k(__global int *x) { *x = A + B; }");
    request.headers = vec![
        header("/nowhere/of/a.h", "#include \"b.h\"\n#define A 1\n"),
        header("/nowhere/of/b.h", "#define B 2\n"),
        header("b.h", "#error not this one\n"),
        header("nowhere/of/a.h", "#error nor this one\n"),
    ];
    compile(&request).unwrap();
    request.headers[1].text = "int b = nothing;\n".to_owned();
    let (all, _) = diagnostics(&request);
    assert_eq!(all[0].place.as_ref().unwrap().file, "/nowhere/of/b.h");
}

#[test]
fn the_disk_is_read_below_the_given_directories_only() {
    let directory = tempfile::tempdir().unwrap();
    let inside = directory.path().join("inside");
    fs::create_dir_all(inside.join("deep")).unwrap();
    fs::write(directory.path().join("outside.h"), "#define OUTSIDE 1\n").unwrap();
    fs::write(inside.join("a.h"), "#define A 1\n#include \"deep/b.h\"\n").unwrap();
    fs::write(inside.join("deep/b.h"), "#include \"../c.h\"\n#define B 2\n").unwrap();
    fs::write(inside.join("c.h"), "#define C 3\n").unwrap();
    fs::write(inside.join("next.h"), "#define NEXT 4\n").unwrap();
    let include = inside.to_str().unwrap();
    let with = |source: &str| {
        let mut request = request(&format!("{source}\n__kernel void k(__global int *x) {{ *x = 0; }}"));
        request.options = vec![format!("-I{include}")];
        request
    };
    compile(&with("#include \"a.h\"\nint f(void) { return A + B + C; }")).unwrap();
    // A header in memory comes first, and can include the one behind it.
    let mut shadowed = with("#include <next.h>\nint f(void) { return MEMORY + NEXT; }");
    shadowed.headers = vec![header("next.h", "#include_next <next.h>\n#define MEMORY 1\n")];
    compile(&shadowed).unwrap();
    let outside = directory.path().join("outside.h");
    for name in ["../outside.h".to_owned(), "deep/../../outside.h".to_owned(), outside.display().to_string()] {
        let (all, _) = diagnostics(&with(&format!("#include \"{name}\"")));
        assert_eq!(all[0].text, format!("'{name}' file not found"));
    }
    let (all, _) = diagnostics(&request(&format!("#include \"{include}/a.h\"")));
    assert!(all[0].text.ends_with("file not found"), "{:?}", all[0]);
    compile(&with(&format!("#include \"{include}/a.h\""))).unwrap();
    // The source may have an absolute name, and be the only file in memory.
    let absolute = inside.join("k.cl").display().to_string();
    compile(&Request::new(Language::OpenClC, &absolute, VEC_ADD)).unwrap();
    // A pipe would block its reader.
    assert!(std::process::Command::new("mkfifo").arg(inside.join("pipe.h")).status().unwrap().success());
    diagnostics(&with("#include \"pipe.h\""));
    // Names in a directory that begin like it.
    fs::create_dir(directory.path().join("inside2")).unwrap();
    fs::write(directory.path().join("inside2/d.h"), "").unwrap();
    diagnostics(&with(&format!("#include \"{include}2/d.h\"")));
}

#[test]
fn what_is_wrong_with_a_request_is_reported_before_anything_runs() {
    let mut wrong = request(VEC_ADD);
    wrong.options = vec!["-mllvm".to_owned()];
    assert!(matches!(failure(&wrong), CompileError::Usage(BadRequest::Option(_))));
}

/// Kernels may call `inline` functions that are not inlined, as other compilers of OpenCL C have it.
#[test]
fn inline_functions_of_opencl_c_are_defined() {
    let source = "inline int square(int x) { return x * x; }\nkernel void k(global int *x) { *x = square(*x); }";
    for (language, name) in [(Language::OpenClC, "k.cl"), (Language::CxxForOpenCl, "k.clcpp")] {
        for target in ["spirv64", "nvptx64:sm_80"] {
            let mut request = Request::new(language, name, source);
            request.options = vec!["-O0".to_owned()];
            request.targets = vec![Target::parse(target).unwrap()];
            compile(&request).unwrap_or_else(|error| panic!("{name}, {target}: {error}"));
        }
    }
}

/// Pragmas that crash clang, or that print on standard error, are not there.
#[test]
fn pragmas_for_developers_of_clang_do_nothing() {
    let pragmas = ["crash", "parser_crash", "overflow_stack", "llvm_fatal_error", "macro X", "dump X", "diag_mapping"];
    let lines: String = pragmas.iter().map(|pragma| format!("#pragma clang __debug {pragma}\n")).collect();
    let kernel = "_Pragma(\"clang __debug crash\")\nkernel void k(global int *x) { *x = 1; }";
    let program = compile(&request(&format!("{lines}{kernel}"))).unwrap();
    assert_eq!(program.log(), "");
    let sycl =
        "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel)) void k(int *x) {}";
    let source = format!("#include <sycl/sycl.hpp>\n{lines}{sycl}\n");
    assert_eq!(compile(&Request::new(Language::Sycl, "k.cpp", source)).unwrap().log(), "");
}

/// Source that nests so deep that clang's recursion would need more stack than there is, with and without brackets,
/// ends in an error. Sums, lists and chains of `else if` of a size that generated code has are compiled.
#[test]
fn sources_that_nest_without_end_are_refused() {
    const MANY: usize = 600_000;
    let repeated = |before: &str, part: &str, after: &str| format!("{before}{}{after}", part.repeat(MANY));
    let macros: String = (1..7).map(|n| format!("#define M{n} {}\n", format!("M{} ", n - 1).repeat(10))).collect();
    let declarations = [
        repeated("int q = ", "-+", "1;"),
        repeated("int f(int x) { return ", "!", "x; }"),
        repeated("int f(int x) { return ", "(int)", "x; }"),
        repeated("int f(int x) { return ", "(int)-", "x; }"),
        repeated("int f(int x) { return x", " + x", "; }"),
        repeated("int f(int x) { return ", "x ? 1 : ", "0; }"),
        repeated("void f(int x) { ", "x = ", "0; }"),
        repeated("void f(int x) { ", "x = 1, ", "x = 2; }"),
        repeated("template <int n, class U> struct A {}; void f(int x) { x > x > x, ", "A<1, ", "int y; }"),
        repeated("void f(int x) { ", "if (x) ", "; }"),
        repeated("void f(int x) { ", "if (x) ; else ", "; }"),
        repeated("void f(int x) { ", "if (x) { x = 1; } else ", "{} }"),
        repeated("void f(int x) { ", "for (;;) ", "; }"),
        repeated("struct T {}; T operator+(T, T); void f() { T", "{} + T", "{}; }"),
        repeated("template <class T> struct A {}; extern ", "A<", "int x;"),
        repeated("template <class T, class U> struct A {}; extern ", "A<int, ", "int x;"),
        repeated("int q = ", "(", "1;"),
        repeated("void f() { ", "{", "}"),
        repeated("", "namespace n {", "}"),
        repeated("int q = ", "{", "1;"),
        repeated("#if ", "(", "1\n#endif"),
        repeated("#if ", "!", "1\n#endif"),
        repeated("#define F(x) x\nint q = ", "F(", "1;"),
        format!("#define M0 - \n{macros}int q = M6 1;"),
        format!("#define M0 !\n{macros}#if M6 1\n#endif"),
    ];
    for declaration in declarations {
        let shown: String = declaration.chars().take(60).collect();
        let source = format!("#include <sycl/sycl.hpp>\n{declaration}\n");
        let error = compile(&Request::new(Language::Sycl, "k.cpp", source)).expect_err(&shown);
        // Clang warns before, of the stack that it has by itself.
        let is_limit = |text: &str| {
            text.contains("bracket nesting level exceeded maximum")
                || text.contains("nests too deep, for the compiler's stack; expected it in parts")
        };
        let all = error.diagnostics();
        assert!(all.iter().any(|one| is_limit(&one.text)), "{shown}: {error} {all:?}");
    }
    let sum = " + *x".repeat(20_000);
    let table = "1, ".repeat(400_000);
    let chain = "if (*x == 1) { *x = 2; } else ".repeat(1000);
    let source = format!(
        "constant int t[] = {{{table}}};\nkernel void k(global int *x) {{ {chain}{{}}; *x = *x{sum} + t[*x]; }}\n"
    );
    let mut request = request(&source);
    request.options = vec!["-O0".to_owned()];
    // SPIR-V has no constants of so many parts.
    request.targets = vec![Target::parse("nvptx64:sm_80").unwrap()];
    compile(&request).unwrap();
}

/// Classes that are made of thousands of others, by bases, members and instances of templates, would need more of
/// clang's stack than there is. As many as a program has are compiled.
#[test]
fn classes_that_nest_without_end_are_refused() {
    let chain = |count: usize, first: &str, next: &dyn Fn(usize) -> String| {
        let classes: String = (1..count).map(next).collect();
        format!("#include <sycl/sycl.hpp>\n{first}\n{classes}void f() {{ A{} a; (void)a; }}\n", count - 1)
    };
    let base = |i: usize| format!("struct A{i} : A{} {{}};\n", i - 1);
    let member = |i: usize| format!("struct A{i} {{ A{} m[1]; }};\n", i - 1);
    let either = |i: usize| format!("union A{i} {{ A{} m; int n; }};\n", i - 1);
    let instance = |i: usize| format!("using A{i} = T<A{}>;\ntemplate struct T<A{}>;\n", i - 1, i - 1);
    let template = "template <class U> struct T : U {};\nstruct A0 { int v; };";
    let kinds: [(&str, &dyn Fn(usize) -> String); 5] = [
        ("struct A0 { int v; };", &base),
        ("struct A0 { int v; A0() : v(1) {} ~A0() {} };", &base),
        ("struct A0 { char v; };", &member),
        ("struct A0 { int v; };", &either),
        (template, &instance),
    ];
    for (number, (first, next)) in kinds.into_iter().enumerate() {
        let request = |count| Request::new(Language::Sycl, "k.cpp", chain(count, first, next));
        let error = compile(&request(5000)).expect_err(first);
        let limit = "this class has too many classes, each in the next one, for the compiler's stack";
        assert!(error.diagnostics().iter().any(|one| one.text.contains(limit)), "{number}: {error}");
        let error = compile(&request(200)).expect_err(first).to_string();
        assert!(error.contains("no kernel"), "{number}: {error}");
    }
}

//! Parts of programs on disk: modules by the tokens of their sources, and images by their modules.

use std::{fs, path::Path};

use sycl_rtc::{Compiler, Isolation, Language, Origin, Program, Request, SpecConstants, Split, Target};

use crate::{
    VEC_ADD,
    cache::{origin, with_cache, with_cache_and},
    compile, header, library_file, request, settings,
};

const BOTH: Origin = Origin::StoredModuleAndImage;

const KERNEL: &str = "#include <sycl/sycl.hpp>\n\
                      namespace exp = sycl::ext::oneapi::experimental;\n\
                      #ifndef N\n#define N 4\n#endif\n\
                      template <int I> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::single_task_kernel))\n\
                      void many(float *p) {\n  #pragma unroll N\n  for (int i = 0; i < I; ++i)\n    p[i] *= 2;\n}\n\
                      extern \"C\" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<1>))\n\
                      void add(float *a, double *b) {\n  \
                      size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();\n  \
                      a[i] += b[i];\n}\n";

fn sycl(source: &str) -> Request {
    Request::new(Language::Sycl, "k.cpp", source)
}

/// Origin of a request after another one, in a cache of their own.
fn after(first: &Request, second: &Request) -> Origin {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(origin(directory.path(), first), Origin::Compiled);
    origin(directory.path(), second)
}

fn changed(base: &Request, from: &str, to: &str) -> Request {
    let text = std::str::from_utf8(&base.source).unwrap();
    assert!(text.contains(from), "{from}");
    let mut request = base.clone();
    request.source = text.replacen(from, to, 1).into();
    request
}

fn with(base: &Request, options: &[&str]) -> Request {
    let mut request = base.clone();
    request.options.extend(options.iter().map(|&option| option.to_owned()));
    request
}

#[test]
fn the_same_tokens_are_compiled_once() {
    let mut base = with(&sycl(KERNEL), &["-DUNUSED=1"]);
    base.names = vec!["many<3>".to_owned()];
    base.headers = vec![header("a.h", "#define OTHER 1\n")];
    base.source.splice(0..0, *b"#include \"a.h\"\n");
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(origin(directory.path(), &base), Origin::Compiled);
    let mut same = vec![
        ("a comment", changed(&base, "  a[i] +=", "  /* both */ a[i] += /* here */")),
        ("lines", changed(&base, "template", "\n\n// of any length\n\ntemplate")),
        ("space", changed(&base, "a[i] += b[i];", "a [ i ]  +=\tb[i]  ;")),
        ("a macro that nothing uses", changed(&base, "#define N 4", "#define M 5\n#define N 4")),
        ("code that is left out", changed(&base, "template", "#if 0\nint x = y;\n#endif\ntemplate")),
    ];
    let mut unused = base.clone();
    unused.options = vec!["-DUNUSED=2".to_owned(), "-DMORE".to_owned(), "-I".to_owned(), "/nowhere".to_owned()];
    same.push(("options that nothing uses", unused));
    let mut unused = base.clone();
    unused.headers = vec![header("a.h", "// changed\n#define OTHER 2\n"), header("b.h", "int never;\n")];
    same.push(("a header", unused));
    // `origin` compares with what is compiled without a cache.
    for (what, request) in &same {
        assert_eq!(origin(directory.path(), request), BOTH, "{what}");
    }
}

#[test]
fn what_changes_tokens_or_the_front_end_is_compiled() {
    let base = sycl(KERNEL);
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(origin(directory.path(), &base), Origin::Compiled);
    let mut named = base.clone();
    named.names = vec!["many<3>".to_owned()];
    let mut renamed = base.clone();
    renamed.name = "other.cpp".to_owned();
    for (what, request) in [
        ("a token", changed(&base, "*= 2", "*= 3")),
        ("the spelling of a token", changed(&base, "*= 2", "*= 0x2")),
        ("a macro that is used", with(&base, &["-Dfloat=int"])),
        ("what is on", with(&base, &["-Ddouble=float"])),
        ("the number of a pragma", with(&base, &["-DN=8"])),
        ("no pragma", changed(&base, "#pragma unroll N", "")),
        ("a level", with(&base, &["-O0"])),
        ("a language", with(&base, &["-std=c++20"])),
        ("mathematics", with(&base, &["-ffast-math"])),
        ("debug information", with(&base, &["-g"])),
        ("warnings", with(&base, &["-Wall"])),
        ("names", named),
        ("the name of the source", renamed),
        ("a function", changed(&base, "extern", "void none();\nextern")),
    ] {
        let from = origin(directory.path(), &request);
        assert!(matches!(from, Origin::Compiled | Origin::StoredImage), "{what}: {from:?}");
        assert_eq!(origin(directory.path(), &request), Origin::StoredProgram, "{what}");
    }
    // Of OpenCL the front end depends on the target.
    let directory = tempfile::tempdir().unwrap();
    let mut opencl = request(VEC_ADD);
    assert_eq!(origin(directory.path(), &opencl), Origin::Compiled);
    opencl.language = Language::CxxForOpenCl;
    assert_eq!(origin(directory.path(), &opencl), Origin::Compiled);
    opencl.language = Language::OpenClC;
    for target in ["nvptx64:sm_80", "nvptx64:sm_90", "amdgcn:gfx90a"] {
        opencl.targets = vec![Target::parse(target).unwrap()];
        assert_eq!(origin(directory.path(), &opencl), Origin::Compiled, "{target}");
        let comment = changed(&opencl, "{\n", "{ // here\n");
        assert_eq!(origin(directory.path(), &comment), BOTH, "{target}");
    }
}

#[test]
fn passes_and_back_ends_have_a_key_of_their_own() {
    let base = sycl(KERNEL);
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(origin(directory.path(), &base), Origin::Compiled);
    type Change = fn(&mut Request);
    let changes: [(&str, Change); 8] = [
        ("target", |r| r.targets = vec![Target::parse("nvptx64:sm_80").unwrap()]),
        ("processor", |r| r.targets = vec![Target::parse("nvptx64:sm_90").unwrap()]),
        ("split", |r| r.split = Some(Split::Kernel)),
        ("specialization constants", |r| r.spec_constants = Some(SpecConstants::Emulation)),
        ("extensions", |r| r.spirv_extensions = Some(Vec::new())),
        ("bitcode", |r| r.keeps_bitcode = true),
        ("variants", |r| r.distinct_memory = true),
        ("launches", |r| {
            r.targets = vec![Target::parse("nvptx64:sm_80").unwrap()];
            r.specialize = vec!["group-size=64".to_owned()];
        }),
    ];
    for (what, change) in changes {
        let mut request = base.clone();
        change(&mut request);
        assert_eq!(origin(directory.path(), &request), Origin::StoredModule, "{what}");
        let comment = changed(&request, "  a[i] +=", "  /**/ a[i] +=");
        assert_eq!(origin(directory.path(), &comment), BOTH, "{what}");
    }
    // Several targets have one front end, though each has its own images.
    let mut both = changed(&base, "+= b[i]", "-= b[i]");
    both.targets = vec![Target::Spirv64, Target::parse("nvptx64:sm_80").unwrap()];
    let program = with_cache(directory.path()).compile(&both).unwrap();
    let from: Vec<_> = program.images().iter().map(|image| image.came_from()).collect();
    assert_eq!(from, [Origin::Compiled, Origin::StoredModule]);
    assert_eq!(bytes(&program), bytes(&compile(&both).unwrap()));
    assert_eq!(origin(directory.path(), &both), Origin::StoredProgram);
}

fn bytes(program: &Program) -> Vec<&[u8]> {
    program.images().iter().map(|image| image.bytes()).collect()
}

#[test]
fn what_asks_for_its_place_gets_it() {
    let line = |ask: &str| sycl(&KERNEL.replace("+= b[i]", &format!("+= b[i] * ({ask})")));
    let moved = |base: &Request| changed(base, "template", "// a line\ntemplate");
    let beside = |base: &Request| changed(base, "template", "/* no line */ template");
    let below = |base: &Request| {
        let mut request = base.clone();
        request.source.extend(b"// after all\n");
        request
    };
    for ask in [
        "__LINE__",
        "__builtin_LINE()",
        "__builtin_COLUMN()",
        "sizeof(__builtin_FILE()) + __builtin_LINE()",
        "sizeof(__PRETTY_FUNCTION__)",
        "[](int x = __builtin_LINE()) { return x; }()",
    ] {
        let base = line(ask);
        assert_eq!(after(&base, &below(&base)), BOTH, "{ask}");
        assert_ne!(after(&base, &changed(&base, "* (", "*\n   (")), BOTH, "{ask}");
        if !ask.contains("COLUMN") && !ask.contains("PRETTY") {
            assert_eq!(after(&base, &moved(&base)), Origin::Compiled, "{ask}");
        }
    }
    // What the preprocessor knows by itself counts only where it stands.
    assert_eq!(after(&line("__LINE__"), &beside(&line("__LINE__"))), BOTH);
    let annotated =
        changed(&line("f(1)"), "template", "[[clang::annotate(\"mine\")]] int f(int x) { return x; }\ntemplate");
    assert_eq!(after(&annotated, &below(&annotated)), BOTH);
    assert_ne!(after(&annotated, &changed(&annotated, "[[clang::annotate", "\n[[clang::annotate")), BOTH);
    // Debug information has lines, and hashes of texts.
    for options in [["-g"], ["-gline-tables-only"]] {
        let base = with(&sycl(KERNEL), &options);
        assert_eq!(after(&base, &moved(&base)), Origin::Compiled);
        assert_ne!(after(&base, &below(&base)), BOTH);
        assert_eq!(after(&base, &with(&base, &["-DUNUSED"])), BOTH);
    }
    // A name that the preprocessor gives, in a header whose name changes.
    let named = |name: &str| {
        let mut request = sycl(
            &KERNEL.replace("+= b[i]", "+= b[i] * SIZE").replace("#ifndef", &format!("#include \"{name}\"\n#ifndef")),
        );
        request.headers = vec![header(name, "constexpr int SIZE = sizeof(__FILE__);\n")];
        request
    };
    assert_eq!(after(&named("a.h"), &named("longer.h")), Origin::Compiled);
    let times = sycl(&KERNEL.replace("+= b[i]", "+= b[i] * __TIME__[0]"));
    assert_eq!(after(&times, &moved(&times)), Origin::Compiled);
}

#[test]
fn warnings_are_given_each_time() {
    let base = sycl(&KERNEL.replace("a[i] +=", "int unused = 1 / 0; a[i] +="));
    let directory = tempfile::tempdir().unwrap();
    let line = |request: &Request| {
        let program = with_cache(directory.path()).compile(request).unwrap();
        let warning = &program.diagnostics()[0];
        assert_eq!(warning.text, "division by zero is undefined");
        (warning.place.as_ref().unwrap().line, program.came_from())
    };
    assert_eq!(line(&base), (15, Origin::Compiled));
    let moved = changed(&base, "template", "// a line\ntemplate");
    assert_eq!(line(&moved), (16, Origin::Compiled), "a module with warnings is not stored");
    assert_eq!(line(&moved), (16, Origin::StoredProgram));
    let beside = changed(&base, "a[i] +=", "/**/ a[i] +=");
    assert_eq!(line(&beside), (15, Origin::StoredImage), "its images are");
    // The same tokens, of which a warning says that they stand in the wrong place.
    for (silent, loud, text) in [
        ("for (; i < 3; ++i)\n    ;\n    a[0] = 1;", "for (; i < 3; ++i);\n    a[0] = 1;", "for loop has empty body"),
        ("for (; i < 3; ++i);\n  a[0] = 1;", "for (; i < 3; ++i);\n    a[0] = 1;", "for loop has empty body"),
        ("if (i)\n    ;", "if (i);", "if statement has empty body"),
        ("#define NOT 0\n#define IS(x) (x == NOT)\nif (IS(i)) a[0] = 1;\n", "if ((i == 0)) a[0] = 1;", "equality"),
    ] {
        let of = |text: &str| sycl(&KERNEL.replace("a[i] +=", &format!("{text}\n  a[i] +=")));
        let directory = tempfile::tempdir().unwrap();
        let quiet = with_cache(directory.path()).compile(&of(silent)).unwrap();
        assert_eq!(quiet.log(), "", "{silent}");
        let warned = with_cache(directory.path()).compile(&of(loud)).unwrap();
        assert!(warned.log().contains(text), "{loud}: {}", warned.log());
    }
    // Those that a user asks for may depend on any text.
    let directory = tempfile::tempdir().unwrap();
    let documented =
        |text: &str| with(&changed(&sycl(KERNEL), "void add", &format!("/// {text}\nvoid add")), &["-Wdocumentation"]);
    assert_eq!(origin(directory.path(), &documented("Adds.")), Origin::Compiled);
    let program = with_cache(directory.path()).compile(&documented("\\param none Nothing.")).unwrap();
    assert!(program.log().contains("parameter 'none' not found"), "{}", program.log());
}

#[test]
fn what_passes_say_is_said_again() {
    // An aspect that is not listed.
    let base = sycl(&KERNEL.replace("extern", "[[clang::noinline]] double f(double x) { return x; }\nextern"));
    let directory = tempfile::tempdir().unwrap();
    let log = |request: &Request, expected: Origin| {
        let program = with_cache(directory.path()).compile(request).unwrap();
        assert_eq!(program.came_from(), expected);
        program.log().to_owned()
    };
    let first = log(&base, Origin::Compiled);
    assert_eq!(log(&changed(&base, "template", "//\ntemplate"), BOTH), first);
}

#[test]
fn headers_on_disk_count_by_their_tokens() {
    let directory = tempfile::tempdir().unwrap();
    let (cached, header) = (directory.path().join("cache"), directory.path().join("a.h"));
    let write = |text: &str| fs::write(&header, text).unwrap();
    let base = with(
        &sycl(&KERNEL.replace("#ifndef N", "#include \"a.h\"\n#ifndef N")),
        &["-I", directory.path().to_str().unwrap()],
    );
    write("inline int f() { return 1; }\n");
    assert_eq!(origin(&cached, &base), Origin::Compiled);
    write("// a comment\n#define UNUSED\ninline int f() { return 1; }\n");
    assert_eq!(origin(&cached, &base), BOTH);
    assert_eq!(origin(&cached, &base), Origin::StoredProgram);
    write("inline int f() { return 2; }\n");
    assert_eq!(origin(&cached, &base), Origin::StoredImage, "nothing calls it");
    write("inline int f() { return 1; }\n");
    assert_eq!(origin(&cached, &base), BOTH);
}

#[test]
fn a_failure_is_not_stored() {
    let directory = tempfile::tempdir().unwrap();
    let wrong = sycl("#include <sycl/sycl.hpp>\nvoid f() {}\n");
    for _ in 0..2 {
        with_cache(directory.path()).compile(&wrong).unwrap_err();
        assert_eq!(sycl_rtc::cache::usage(directory.path()).unwrap().entries, 0);
    }
}

/// Files of the cache that have a part.
fn entries(directory: &Path) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(directory.join("v1")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.file_name().unwrap().len() == 64).collect();
    files.sort();
    files
}

#[test]
fn damaged_parts_are_made_again() {
    let directory = tempfile::tempdir().unwrap();
    let base = sycl(KERNEL);
    assert_eq!(origin(directory.path(), &base), Origin::Compiled);
    let stored = entries(directory.path());
    assert_eq!(stored.len(), 3, "a program, a module, and images");
    let contents: Vec<_> = stored.iter().map(|file| fs::read(file).unwrap()).collect();
    let mut origins = Vec::new();
    for (number, (file, whole)) in stored.iter().zip(&contents).enumerate() {
        for damage in 0..3 {
            // Only what was there at first.
            for other in entries(directory.path()) {
                fs::remove_file(other).unwrap();
            }
            for (file, content) in stored.iter().zip(&contents) {
                fs::write(file, content).unwrap();
            }
            let mut damaged = whole.clone();
            match damage {
                0 => damaged.truncate(whole.len() / 2),
                1 => *damaged.last_mut().unwrap() ^= 1,
                _ => damaged[90] ^= 0x20,
            }
            fs::write(file, damaged).unwrap();
            // The program is not asked for.
            let comment = changed(&base, "  a[i] +=", "  /**/ a[i] +=");
            let from = origin(directory.path(), &comment);
            assert_eq!(origin(directory.path(), &changed(&base, "  a[i] +=", "  /* */ a[i] +=")), BOTH, "{number}");
            origins.push(from);
        }
    }
    origins.sort_unstable();
    let expected = [Origin::StoredModule; 3].into_iter().chain([Origin::StoredImage; 3]).chain([BOTH; 3]);
    assert!(origins.iter().copied().eq(expected), "{origins:?}");
}

#[test]
fn children_store_parts_and_find_them() {
    let directory = tempfile::tempdir().unwrap();
    let base = sycl(KERNEL);
    let isolated = |request: &Request| {
        let compiler = with_cache_and(directory.path(), Isolation::Fork, library_file());
        compiler.compile(request).unwrap()
    };
    assert_eq!(isolated(&base).came_from(), Origin::Compiled);
    let comment = changed(&base, "  a[i] +=", "  /**/ a[i] +=");
    assert_eq!(isolated(&comment).came_from(), BOTH);
    let mut target = changed(&base, "  a[i] +=", "  /* in */ a[i] +=");
    target.targets = vec![Target::parse("nvptx64:sm_80").unwrap()];
    assert_eq!(isolated(&target).came_from(), Origin::StoredModule);
    assert_eq!(origin(directory.path(), &changed(&base, "  a[i] +=", "  /* */ a[i] +=")), BOTH);
}

#[test]
fn without_a_cache_nothing_is_looked_for() {
    let program = Compiler::new(settings()).compile(&sycl(KERNEL)).unwrap();
    assert_eq!(program.came_from(), Origin::Compiled);
}

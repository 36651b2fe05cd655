//! Compilations in a child process: the same results, what is stored of others, and what the process survives with it.

use std::{fs, path::PathBuf, process::Command, time::Duration};

use sycl_rtc::{
    BackEnds, CompileError, Compiler, Isolation, Origin,
    back_ends::Module,
    interface::{BUILD, Table},
};
use tempfile::TempDir;

use crate::{FATAL, VEC_ADD, bitcode::bitcode, cache::with_cache_and, compile, library_file, request, settings};

fn isolated() -> Compiler {
    let mut settings = settings();
    settings.isolation = Isolation::Fork;
    Compiler::new(settings)
}

#[test]
fn results_are_the_same() {
    let mut right = request(&format!("#warning here\n{VEC_ADD}"));
    right.keeps_bitcode = true;
    let (here, there) = (compile(&right).unwrap(), isolated().compile(&right).unwrap());
    assert_eq!(here.images()[0].bytes(), there.images()[0].bytes());
    assert_eq!(here.images()[0].bitcode(), there.images()[0].bitcode());
    assert_eq!(here.images()[0].entry_points(), there.images()[0].entry_points());
    assert_eq!((here.diagnostics(), here.log()), (there.diagnostics(), there.log()));
    assert_eq!(here.diagnostics().len(), 1);
    assert!(there.images()[0].timings().front_end > Duration::ZERO);
    let mut extension = bitcode(FATAL);
    extension.spirv_extensions = Some(Vec::new());
    for wrong in [request("int x = y;"), request("int x = 1;"), extension, bitcode("no module")] {
        let error = compile(&wrong).expect_err("it is wrong");
        assert_eq!(isolated().compile(&wrong).expect_err("it is wrong"), error);
    }
}

#[test]
fn children_and_threads_do_not_meet() {
    let expected = compile(&request(VEC_ADD)).unwrap();
    std::thread::scope(|scope| {
        for compiler in [isolated(), crate::compiler(), isolated(), crate::compiler()] {
            let expected = &expected;
            scope.spawn(move || {
                for _ in 0..10 {
                    let program = compiler.compile(&request(VEC_ADD)).unwrap();
                    assert_eq!(program.images()[0].bytes(), expected.images()[0].bytes());
                }
            });
        }
        // Back ends by themselves take part in it, too.
        for _ in 0..2 {
            scope.spawn(|| {
                let ends = BackEnds::load(Some(&library_file())).unwrap();
                for _ in 0..50 {
                    ends.emit(&Module::spirv("module", MODULE, &[])).unwrap();
                }
            });
        }
    });
}

/// A module that the back end takes.
const MODULE: &[u8] = b"target triple = \"spirv64-unknown-unknown\"\n\
    define spir_kernel void @k(ptr addrspace(1) %p) {\n  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n";

/// A compiler library of this build whose compilations do something else.
pub(crate) fn library_that(directory: &TempDir, does: &str) -> PathBuf {
    let (file, library) = (directory.path().join("other.c"), directory.path().join("other.so"));
    let source = format!(
        "#include <stddef.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         struct text {{ const char *data; size_t length; }};\n\
         static unsigned compile(const void *job, const void *answer) {{ {does}; return 0; }}\n\
         struct begin {{ size_t size; struct text build, version; unsigned (*compile)(const void *, const void *); }};\n\
         static const struct {{ struct begin begin; char rest[{size} - sizeof(struct begin)]; }} table =\n\
         {{{{{size}, {{\"{BUILD}\", {}}}, {{\"22\", 2}}, compile}}}};\n\
         const void *sycl_rtc_compiler_table(void) {{ return &table; }}\n",
        BUILD.len(),
        size = size_of::<Table>(),
    );
    fs::write(&file, source).unwrap();
    let built = Command::new("cc").args(["-shared", "-fPIC", "-w", "-o"]).args([&library, &file]).status().unwrap();
    assert!(built.success());
    library
}

#[test]
fn a_crash_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    for (does, signal, text) in [
        ("abort()", Some(6), "the compiler crashed with signal 6; expected an image or an error"),
        ("*(volatile int *)0 = 1", Some(11), "the compiler crashed with signal 11; expected an image or an error"),
        ("_exit(1)", None, "the compiler crashed; expected an image or an error"),
    ] {
        let place = tempfile::tempdir_in(&directory).unwrap();
        let mut settings = settings();
        settings.isolation = Isolation::Fork;
        settings.compiler = Some(library_that(&place, does));
        let error = Compiler::new(settings).compile(&request(VEC_ADD)).expect_err("it crashes");
        assert_eq!((&error, error.to_string().as_str()), (&CompileError::Crashed { signal }, text));
    }
    isolated().compile(&request(VEC_ADD)).unwrap();
}

#[test]
fn the_deadline_ends_a_compilation_that_does_not_end() {
    let directory = tempfile::tempdir().unwrap();
    let mut settings = settings();
    settings.isolation = Isolation::Fork;
    settings.compiler = Some(library_that(&directory, "for (;;) pause()"));
    let mut late = request(VEC_ADD);
    late.deadline = Some(Duration::from_millis(50));
    let error = Compiler::new(settings).compile(&late).expect_err("it does not end");
    assert_eq!(error, CompileError::TimedOut { limit: Duration::from_millis(50) });
}

#[test]
fn children_find_modules_and_images() {
    // What this process has stored, and what another child has.
    for isolation in [Isolation::None, Isolation::Fork] {
        let directory = tempfile::tempdir().unwrap();
        let (mut module, image) = (request(VEC_ADD), request(&format!("{VEC_ADD}void none(void);\n")));
        with_cache_and(directory.path(), isolation, library_file()).compile(&request(VEC_ADD)).unwrap();
        module.keeps_bitcode = true;
        for (what, request, expected) in [
            ("both", request(&format!("{VEC_ADD}// a comment\n")), Origin::StoredModuleAndImage),
            ("the images", image, Origin::StoredImage),
            ("the module", module, Origin::StoredModule),
        ] {
            let program = with_cache_and(directory.path(), Isolation::Fork, library_file()).compile(&request).unwrap();
            assert_eq!(program.came_from(), expected, "{what}");
            let alone = compile(&request).unwrap();
            assert_eq!(program.images()[0].bytes(), alone.images()[0].bytes(), "{what}");
            assert_eq!(program.images()[0].bitcode(), alone.images()[0].bitcode(), "{what}");
        }
    }
}

#[test]
fn children_take_large_modules_in_time() {
    let directory = tempfile::tempdir().unwrap();
    let isolated = || with_cache_and(directory.path(), Isolation::Fork, library_file());
    // More than a socket holds.
    let kernel = |number: usize| {
        format!("__kernel void k{number}(__global float *x) {{ x[{number}] = sin(x[0]) + sincos(x[1], x + 2); }}\n")
    };
    let mut large = request(&(0..400).map(kernel).collect::<String>());
    large.options = vec!["-g".to_owned()];
    large.deadline = Some(Duration::from_secs(300));
    isolated().compile(&large).unwrap();
    large.options.push("-DUNUSED".to_owned());
    let program = isolated().compile(&large).unwrap();
    assert_eq!(program.came_from(), Origin::StoredModuleAndImage);
    let stored = fs::read_dir(directory.path().join("v1")).unwrap();
    let largest = stored.map(|entry| entry.unwrap().metadata().unwrap().len()).max().unwrap();
    assert!(largest > 250_000, "{largest}");
}

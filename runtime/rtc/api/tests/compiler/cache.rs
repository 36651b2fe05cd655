//! Programs that were compiled before: in the process and on disk.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use sycl_rtc::{CachePlace, CacheSettings, CompileError, Compiler, Isolation, Origin, Program, Request, cache};

use crate::{FATAL, VEC_ADD, bitcode::bitcode, compile, header, library_file, request, settings};

pub(crate) fn with_cache(directory: &Path) -> Compiler {
    with_cache_and(directory, Isolation::None, library_file())
}

/// A compiler that has nothing in memory yet.
pub(crate) fn with_cache_and(directory: &Path, isolation: Isolation, library: PathBuf) -> Compiler {
    let (mut settings, mut cache) = (settings(), CacheSettings::default());
    cache.place = Some(CachePlace::Directory(directory.to_owned()));
    settings.cache = Some(cache);
    settings.isolation = isolation;
    settings.compiler = Some(library);
    Compiler::new(settings)
}

pub(crate) fn origin(directory: &Path, request: &Request) -> Origin {
    let compiler = with_cache(directory);
    let program = compiler.compile(request).unwrap();
    assert_eq!(compiler.cache_trouble(), None);
    // Wherever it comes from, it is what the compiler makes.
    let expected = compile(request).unwrap();
    assert!(parts(&program) == parts(&expected), "{:?} gives something else", program.came_from());
    program.came_from()
}

fn parts(program: &Program) -> (&[u8], Option<&[u8]>, &[String], &str, usize) {
    let image = &program.images()[0];
    (image.bytes(), image.bitcode(), image.entry_points(), program.log(), program.diagnostics().len())
}

#[test]
fn each_level_has_its_hits() {
    let directory = tempfile::tempdir().unwrap();
    let mut first = request(&format!("{VEC_ADD}#warning kept\n"));
    first.keeps_bitcode = true;
    let compiler = with_cache(directory.path());
    let program = compiler.compile(&first).unwrap();
    assert_eq!(program.came_from(), Origin::Compiled);
    assert!(Arc::ptr_eq(&program, &compiler.compile(&first).unwrap()), "in memory");
    assert!(Arc::ptr_eq(&program, &compiler.clone().compile(&first).unwrap()), "clones have one cache");
    assert_eq!(origin(directory.path(), &first), Origin::StoredProgram);
    let again = with_cache(directory.path()).compile(&first).unwrap();
    assert_eq!(again.diagnostics(), program.diagnostics());
    assert_eq!(again.images()[0].timings().front_end, Duration::ZERO);
    // Another text, which becomes the same module.
    let mut same = first.clone();
    same.source.extend(b"// a comment\n");
    assert_eq!(origin(directory.path(), &same), Origin::StoredImage);
    assert_eq!(origin(directory.path(), &same), Origin::StoredProgram);
    // A module as bitcode, and the same as text.
    let kernel = "target triple = \"spirv64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";
    assert_eq!(origin(directory.path(), &bitcode(kernel)), Origin::Compiled);
    assert_eq!(origin(directory.path(), &bitcode(format!("; a comment\n{kernel}"))), Origin::StoredImage);
    assert_eq!(origin(directory.path(), &request(&VEC_ADD.replace('+', "-"))), Origin::Compiled);
    // Nothing is kept without a cache.
    assert!(!Arc::ptr_eq(&compile(&first).unwrap(), &compile(&first).unwrap()));
}

#[test]
fn every_field_is_part_of_the_key() {
    let directory = tempfile::tempdir().unwrap();
    let base = || {
        let mut request =
            request("#include \"a.h\"\n__kernel void k(__global int *x) { *x = A + sizeof(__FILE__); }\n");
        request.headers = vec![header("a.h", "#define A 1\n")];
        request.options = vec!["-O2".to_owned()];
        request
    };
    assert_eq!(origin(directory.path(), &base()), Origin::Compiled);
    type Change = fn(&mut Request);
    let changes: [(&str, Change); 8] = [
        ("language", |r| r.language = sycl_rtc::Language::CxxForOpenCl),
        ("name", |r| r.name = "other.cl".to_owned()),
        ("source", |r| r.source.push(b'\n')),
        ("text of a header", |r| r.headers[0].text = "#define A 2\n".to_owned()),
        ("another header", |r| r.headers.push(header("b.h", ""))),
        ("options", |r| r.options.push("-g".to_owned())),
        ("extensions", |r| r.spirv_extensions = Some(Vec::new())),
        ("bitcode", |r| r.keeps_bitcode = true),
    ];
    for (what, change) in changes {
        let mut changed = base();
        change(&mut changed);
        assert_ne!(origin(directory.path(), &changed), Origin::StoredProgram, "{what}");
        assert_eq!(origin(directory.path(), &changed), Origin::StoredProgram, "{what}");
        assert_eq!(origin(directory.path(), &base()), Origin::StoredProgram, "after: {what}");
    }
    let mut late = base();
    late.deadline = Some(Duration::from_secs(600));
    assert_eq!(origin(directory.path(), &late), Origin::StoredProgram, "the deadline changes nothing");
}

#[test]
fn another_build_of_the_compiler_library_has_its_own_results() {
    let directory = tempfile::tempdir().unwrap();
    let cached = directory.path().join("cache");
    let copy = directory.path().join("other.so");
    assert_eq!(origin(&cached, &request(VEC_ADD)), Origin::Compiled);
    fs::copy(library_file(), &copy).unwrap();
    let from = |library: &Path| {
        let compiler = with_cache_and(&cached, Isolation::None, library.to_owned());
        compiler.compile(&request(VEC_ADD)).unwrap().came_from()
    };
    assert_eq!(from(&copy), Origin::StoredProgram, "where it is does not matter");
    let mut bytes = fs::read(&copy).unwrap();
    let note = bytes.windows(8).position(|window| window == b"\x03\0\0\0GNU\0").unwrap();
    bytes[note + 8] ^= 1;
    fs::remove_file(&copy).unwrap();
    fs::write(&copy, &bytes).unwrap();
    assert_eq!(from(&copy), Origin::Compiled);
    assert_eq!(from(&copy), Origin::StoredProgram);
    // A stored program does not need the library to be one. The loaded file stays as it is.
    fs::remove_file(&copy).unwrap();
    fs::write(&copy, &bytes[..1 << 16]).unwrap();
    assert_eq!(from(&copy), Origin::StoredProgram);
}

#[test]
fn headers_on_disk_are_checked() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir_all(path("first/deep")).unwrap();
    fs::create_dir_all(path("second")).unwrap();
    fs::write(path("second/a.h"), "#include \"deep/b.h\"\n").unwrap();
    fs::write(path("first/deep/b.h"), "#define B 1\n").unwrap();
    let mut request = request(
        "#include \"a.h\"\n#if __has_include(\"c.h\")\n#define C 1\n#else\n#define C 0\n#endif\n\
                               __kernel void k(__global int *x) { *x = B + C; }\n",
    );
    request.options = ["first", "second", "third"].map(|name| format!("-I{}", path(name).display())).to_vec();
    let cached = path("cache");
    let in_memory = with_cache(&cached);
    let check = |what: &str, is_stored: bool| {
        let from = origin(&cached, &request);
        assert_eq!(from == Origin::StoredProgram, is_stored, "{what}: {from:?}");
        let here = in_memory.compile(&request).unwrap();
        assert_eq!(parts(&here), parts(&compile(&request).unwrap()), "in memory, {what}");
    };
    check("first", false);
    check("unchanged", true);
    fs::write(path("second/a.h"), "#include \"deep/b.h\"\n").unwrap();
    check("written again with the same content", true);
    fs::write(path("first/deep/b.h"), "#define B 2\n").unwrap();
    check("another content", false);
    check("the new one", true);
    fs::write(path("first/a.h"), "#define B 3\n").unwrap();
    check("shadowed", false);
    fs::remove_file(path("first/a.h")).unwrap();
    check("no longer shadowed", false);
    fs::create_dir(path("third")).unwrap();
    fs::write(path("third/c.h"), "").unwrap();
    check("a directory that was missing, with a file that was asked for", false);
    fs::remove_dir_all(path("third")).unwrap();
    check("as before", false);
    check("and again", true);
    fs::remove_file(path("second/a.h")).unwrap();
    assert!(matches!(with_cache(&cached).compile(&request), Err(CompileError::Frontend { .. })));
    assert!(matches!(in_memory.compile(&request), Err(CompileError::Frontend { .. })));
    fs::write(path("second/a.h"), "#include \"deep/b.h\"\n").unwrap();
    check("found again", true);
}

#[test]
fn errors_are_kept_in_memory_only() {
    let directory = tempfile::tempdir().unwrap();
    let compiler = with_cache(directory.path());
    let mut extension = bitcode(FATAL);
    extension.spirv_extensions = Some(Vec::new());
    for wrong in [request("int x = y;"), request("int x = 1;"), extension] {
        let error = compiler.compile(&wrong).unwrap_err();
        assert_eq!(compiler.compile(&wrong).unwrap_err(), error);
        assert_eq!(compile(&wrong).unwrap_err(), error);
    }
    assert_eq!(cache::usage(directory.path()).unwrap().entries, 0);
    let mut late = request(VEC_ADD);
    late.deadline = Some(Duration::ZERO);
    assert!(matches!(compiler.compile(&late), Err(CompileError::TimedOut { .. })));
    late.deadline = None;
    compiler.compile(&late).unwrap();
}

#[test]
fn the_same_request_is_compiled_once() {
    let directory = tempfile::tempdir().unwrap();
    let compiler = with_cache(directory.path());
    let programs: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| compiler.compile(&request(VEC_ADD)).unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(programs.iter().all(|program| Arc::ptr_eq(program, &programs[0])));
}

#[test]
fn the_stack_of_the_caller_does_not_matter() {
    let directory = tempfile::tempdir().unwrap();
    let long = format!("{VEC_ADD}{}", "// a comment\n".repeat(100_000));
    for expected in [Origin::Compiled, Origin::StoredProgram] {
        let (compiler, request) = (with_cache(directory.path()), request(&long));
        let thread = thread::Builder::new().stack_size(64 << 10);
        let thread = thread.spawn(move || compiler.compile(&request).unwrap().came_from()).unwrap();
        assert_eq!(thread.join().unwrap(), expected);
    }
}

#[test]
fn children_compile_for_the_cache_too() {
    let directory = tempfile::tempdir().unwrap();
    let isolated = || with_cache_and(directory.path(), Isolation::Fork, library_file());
    let program = isolated().compile(&request(VEC_ADD)).unwrap();
    assert_eq!(program.came_from(), Origin::Compiled);
    assert_eq!(isolated().compile(&request(VEC_ADD)).unwrap().came_from(), Origin::StoredProgram);
    assert_eq!(origin(directory.path(), &request(VEC_ADD)), Origin::StoredProgram);
    assert_eq!(origin(directory.path(), &request(&format!("{VEC_ADD} "))), Origin::StoredModuleAndImage);
}

#[test]
fn damaged_entries_are_made_again() {
    let directory = tempfile::tempdir().unwrap();
    // Of a source with warnings the module is not stored.
    let mut kept = request(&format!("{VEC_ADD}#warning kept\n"));
    kept.keeps_bitcode = true;
    assert_eq!(origin(directory.path(), &kept), Origin::Compiled);
    let entries: Vec<PathBuf> = fs::read_dir(directory.path().join("v1"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().len() == 64)
        .collect();
    assert_eq!(entries.len(), 2, "a program and its images");
    for entry in entries {
        let whole = fs::read(&entry).unwrap();
        for damage in 0..4 {
            match damage {
                0 => fs::write(&entry, &whole[..whole.len() / 2]).unwrap(),
                1 => {
                    let mut flipped = whole.clone();
                    *flipped.last_mut().unwrap() ^= 1;
                    fs::write(&entry, flipped).unwrap();
                }
                2 => fs::remove_file(&entry).unwrap(),
                _ => {
                    fs::remove_file(&entry).unwrap();
                    assert!(std::process::Command::new("mkfifo").arg(&entry).status().unwrap().success());
                }
            }
            assert_ne!(origin(directory.path(), &kept), Origin::StoredProgram, "damage {damage}");
            assert_eq!(origin(directory.path(), &kept), Origin::StoredProgram, "after damage {damage}");
        }
    }
    let removed = cache::clear(directory.path()).unwrap();
    assert_eq!((removed.entries, cache::usage(directory.path()).unwrap().bytes), (2, 0));
    assert_eq!(origin(directory.path(), &kept), Origin::Compiled);
}

#[test]
fn a_directory_that_is_not_safe_is_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let shared = directory.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o777)).unwrap();
    let compiler = with_cache(&shared);
    let program = compiler.compile(&request(VEC_ADD)).unwrap();
    let text = compiler.cache_trouble().unwrap();
    assert!(text.contains("/shared` has mode 777, so others may write to it; expected mode 700"), "{text}");
    assert_eq!(compiler.cache_trouble(), None);
    assert!(Arc::ptr_eq(&program, &compiler.compile(&request(VEC_ADD)).unwrap()), "the process has its own");
    assert_eq!(fs::read_dir(&shared).unwrap().count(), 0);
}

#[test]
fn a_descriptor_is_a_place_too() {
    let directory = tempfile::tempdir().unwrap();
    let place = || CachePlace::Descriptor(Arc::new(fs::File::open(directory.path()).unwrap().into()));
    for expected in [Origin::Compiled, Origin::StoredProgram] {
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = Some(place());
        settings.cache = Some(cache);
        assert_eq!(Compiler::new(settings).compile(&request(VEC_ADD)).unwrap().came_from(), expected);
    }
}

#[test]
fn programs_that_were_shipped_are_found_before_others() {
    let directory = tempfile::tempdir().unwrap();
    let (own, shipped) = (directory.path().join("own"), directory.path().join("shipped"));
    let program = with_cache(&own).compile(&request(VEC_ADD)).unwrap();
    let written = cache::export(&own, &shipped).unwrap();
    assert_eq!(written, cache::usage(&own).unwrap());
    // Without a directory of its own, a process finds what was shipped, and keeps nothing else.
    let with = |place: Option<&Path>| {
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = place.map(|place| CachePlace::Directory(place.to_owned()));
        cache.shipped = Some(shipped.clone());
        settings.cache = Some(cache);
        Compiler::new(settings)
    };
    let compiler = with(None);
    let found = compiler.compile(&request(VEC_ADD)).unwrap();
    assert_eq!((found.came_from(), compiler.cache_trouble()), (Origin::StoredProgram, None));
    assert!(parts(&found) == parts(&program));
    let other = request(&VEC_ADD.replace('+', "-"));
    assert_eq!(with(None).compile(&other).unwrap().came_from(), Origin::Compiled);
    assert_eq!(with(None).compile(&other).unwrap().came_from(), Origin::Compiled);
    cache::clear(&own).unwrap();
    assert_eq!(with(Some(&own)).compile(&request(VEC_ADD)).unwrap().came_from(), Origin::StoredProgram);
    assert_eq!(with(Some(&own)).compile(&other).unwrap().came_from(), Origin::Compiled);
    assert_eq!(with(Some(&own)).compile(&other).unwrap().came_from(), Origin::StoredProgram);
    // One that others may change is not used; the own one is.
    fs::set_permissions(&shipped, fs::Permissions::from_mode(0o777)).unwrap();
    let compiler = with(Some(&own));
    assert_eq!(compiler.compile(&request(VEC_ADD)).unwrap().came_from(), Origin::Compiled);
    let trouble = compiler.cache_trouble().unwrap();
    assert!(trouble.ends_with("has mode 777, so others may write to it; expected mode 755"), "{trouble}");
    assert_eq!(compiler.compile(&other).unwrap().came_from(), Origin::StoredProgram);
}

#[test]
fn of_compilers_that_wait_one_compiles() {
    let directory = tempfile::tempdir().unwrap();
    // As many as processes: compilers share no memory.
    let compile = || {
        let (mut settings, mut cache) = (settings(), CacheSettings::default());
        cache.place = Some(CachePlace::Directory(directory.path().to_owned()));
        cache.waits = Some(Duration::from_secs(60));
        settings.cache = Some(cache);
        Compiler::new(settings).compile(&request(VEC_ADD)).unwrap().came_from()
    };
    let origins: Vec<Origin> = thread::scope(|scope| {
        let threads: Vec<_> = (0..40).map(|_| scope.spawn(compile)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Compiled).count(), 1, "{origins:?}");
    assert!(origins.iter().all(|origin| matches!(origin, Origin::Compiled | Origin::StoredProgram)), "{origins:?}");
}

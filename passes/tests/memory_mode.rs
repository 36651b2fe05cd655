//! Images in memory need no file and no process: they are made where none can be opened, and where the system's tracer
//! is installed, nothing is tried either.
//!
//! No harness: this program runs itself, under limits that hold for the whole process.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program of tests")]

use std::{
    io::Write,
    num::NonZeroUsize,
    path::Path,
    process::{Command, Output, Stdio},
};

use rustix::process::{Resource, Rlimit, setrlimit};
use sycl_passes::{
    Severity,
    device_code_split::SplitMode,
    ir::OwnedModule,
    options::ImageOptions,
    post_link::{self, Error},
    spec_constants::Mode,
};

/// Marks of a trace before and after the work: files that are asked for and do not exist.
const MARKS: [&str; 2] = ["/sycl-passes-test-begin", "/sycl-passes-test-end"];

/// Makes images of the module on standard input where no file can be opened and none written.
fn child() {
    let module = std::io::read_to_string(std::io::stdin()).unwrap();
    let options =
        ImageOptions { split: SplitMode::Kernel, spec_constants: Some(Mode::Native), ..ImageOptions::default() };
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    for limit in [Resource::Nofile, Resource::Fsize, Resource::Core] {
        setrlimit(limit, none).unwrap();
    }
    // Twice: after the first that fails, the standard library tries out whether the system has this call.
    let _ = (std::fs::metadata(MARKS[0]), std::fs::metadata(MARKS[0]));
    let mut said: Vec<(Severity, String)> = Vec::new();
    let mut parsed = OwnedModule::read(module.as_bytes(), "a.ll").unwrap();
    let images = post_link::images(&mut parsed.editor(), &options, &mut said).unwrap();
    assert!(images.len() == 3 && said.is_empty(), "{said:?}");
    // In one thread: more of them are no processes, but the trace does not tell.
    let sizes = post_link::generate::<_, Error>(parsed, &options, NonZeroUsize::MIN, &mut said, |_, image| {
        Ok(image.code.bitcode().len())
    });
    assert!(sizes.unwrap().iter().all(|size| *size > 100));
    let host = module.replace("spir64-unknown-unknown", "x86_64-unknown-linux-gnu");
    let mut host = OwnedModule::read(host.as_bytes(), "a.ll").unwrap();
    assert!(matches!(post_link::images(&mut host.editor(), &options, &mut said), Err(Error::NotDevice { .. })));
    let _ = std::fs::metadata(MARKS[1]);
}

const MODULE: &str = r#"target triple = "spir64-unknown-unknown"
@id = private constant [2 x i8] c"a\00"
@default = constant i32 1
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
define spir_kernel void @a() {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @default, ptr null)
  ret void
}
define spir_kernel void @b() { ret void }
define spir_kernel void @c() { ret void }
"#;

fn run(program: &mut Command) -> Output {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(MODULE.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned() + &String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success() && said.is_empty(), "{:?} {said}", ended.status);
    ended
}

/// The system calls between the marks.
fn traced(trace: &str) -> Vec<&str> {
    let lines: Vec<&str> = trace.lines().collect();
    let [begin, end] =
        MARKS.map(|mark| lines.iter().rposition(|line| line.contains(mark)).expect("each mark is there"));
    lines[begin + 1..end].to_vec()
}

/// Memory, locks, and what the allocator asks; everything else is not the library's business.
fn is_harmless(line: &str) -> bool {
    let calls =
        ["mmap(", "munmap(", "mprotect(", "madvise(", "mremap(", "brk(", "futex(", "sched_yield(", "getrandom("];
    calls.iter().any(|call| line.split_whitespace().any(|word| word.starts_with(call)))
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("child") {
        return child();
    }
    let itself = std::env::current_exe().unwrap();
    run(Command::new(&itself).arg("child"));
    let tracer = Path::new("/usr/bin/strace");
    if !tracer.exists() {
        println!("memory mode: without files, as expected; not traced, because there is no {}", tracer.display());
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("trace");
    run(Command::new(tracer).arg("-f").arg("-o").arg(&file).arg(&itself).arg("child"));
    let trace = std::fs::read_to_string(&file).unwrap();
    let calls = traced(&trace);
    let wrong: Vec<&&str> = calls.iter().filter(|line| !is_harmless(line)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    println!("memory mode: as expected, {} system calls", calls.len());
}

//! Images in several processes: errors are those of one process, and a process with other threads is not forked.
//!
//! No harness: it would run this beside another thread.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program of tests")]

use std::path::Path;

use sycl_passes::{
    Severity,
    device_code_split::SplitMode,
    ir::OwnedModule,
    options::{FileOptions, ImageOptions, Options, Output},
    post_link,
};

fn module(names: &[&str]) -> OwnedModule {
    let kernels: String =
        names.iter().map(|name| format!("define spir_kernel void @\"{name}\"() {{ ret void }}\n")).collect();
    let text = format!("target triple = \"spir64-unknown-unknown\"\n{kernels}");
    OwnedModule::read(text.as_bytes(), "module").unwrap()
}

fn options(directory: &Path, jobs: usize) -> Options {
    Options {
        images: ImageOptions { split: SplitMode::Kernel, ..ImageOptions::default() },
        files: FileOptions {
            symbols: true,
            jobs,
            outputs: vec![Output { target: None, path: directory.join("out.table") }],
            ..FileOptions::default()
        },
    }
}

/// The result of a run, its diagnostics, and the names of the files.
type Outcome = (Result<post_link::Summary, post_link::Error>, Vec<(Severity, String)>, Vec<String>);

fn run(module: &mut OwnedModule, directory: &Path, jobs: usize) -> Outcome {
    let mut said = Vec::new();
    let result = post_link::run(&mut module.editor(), &options(directory, jobs), &mut said);
    let mut names: Vec<String> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    (result, said, names)
}

fn errors_are_the_same_with_any_number_of_jobs() {
    for failing in 0..5 {
        // A name that no list of symbols can hold.
        let mut names: Vec<String> = (0..5).map(|number| format!("kernel_{number}")).collect();
        names[failing] = "two\\0Alines".to_owned();
        let mut module = module(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let mut texts = Vec::new();
        for jobs in 1..=5 {
            let directory = tempfile::tempdir().unwrap();
            let (result, said, files) = run(&mut module, directory.path(), jobs);
            let error = result.unwrap_err();
            assert!(matches!(error, post_link::Error::PropertySet(_)), "jobs={jobs}: {error:?}");
            assert!(said.is_empty() && files.is_empty(), "{said:?} {files:?}");
            texts.push(error.to_string());
        }
        texts.dedup();
        assert_eq!(texts.len(), 1, "{texts:?}");
        // A file that cannot be written.
        let mut module = self::module(&["a", "b", "c", "d", "e"]);
        for jobs in 1..=5 {
            let directory = tempfile::tempdir().unwrap();
            let taken = format!("out_{failing}.sym");
            std::fs::create_dir(directory.path().join(&taken)).unwrap();
            let (result, _, files) = run(&mut module, directory.path(), jobs);
            let error = result.unwrap_err();
            let post_link::Error::Write(write) = &error else { panic!("jobs={jobs}: {error:?}") };
            assert_eq!(write.path, directory.path().join(&taken));
            assert_eq!(write.cause.kind(), std::io::ErrorKind::IsADirectory);
            assert_eq!(files, [taken]);
        }
    }
}

fn a_process_with_other_threads_is_not_forked() {
    let (stop, wait) = std::sync::mpsc::channel::<()>();
    let other = std::thread::spawn(move || wait.recv());
    let mut module = module(&["a", "b", "c"]);
    let directory = tempfile::tempdir().unwrap();
    let (result, said, files) = run(&mut module, directory.path(), 3);
    assert_eq!(result.unwrap().images, 3);
    let [(Severity::Warning, text)] = said.as_slice() else { panic!("{said:?}") };
    assert!(text.contains("`jobs=3` has no effect in a process with 2 threads"), "{text}");
    assert_eq!(files.len(), 7);
    // One job needs no process.
    let (result, said, _) = run(&mut module, directory.path(), 1);
    assert!(result.is_ok() && said.is_empty(), "{said:?}");
    drop(stop);
    let _ = other.join().unwrap();
}

fn main() {
    errors_are_the_same_with_any_number_of_jobs();
    a_process_with_other_threads_is_not_forked();
    // Alone again.
    let directory = tempfile::tempdir().unwrap();
    let (result, said, _) = run(&mut module(&["a", "b", "c"]), directory.path(), 3);
    assert!(result.is_ok() && said.is_empty(), "{said:?}");
    println!("workers: as expected");
}

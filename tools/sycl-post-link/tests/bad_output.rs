//! Tests of files that cannot be written, and of runs that end half-way: no file is cut off, and no table lists what is
//! not there.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::Read as _,
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sycl-post-link");

/// Kernels of which each has its own image, the last with a constant of `bytes` bytes. `version` makes all images
/// differ.
fn module(kernels: usize, bytes: usize, version: usize) -> String {
    let mut text = String::from("target triple = \"spir64-unknown-unknown\"\n");
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(text, "@large = internal addrspace(1) constant [{bytes} x i8] c\"{}\"", "x".repeat(bytes));
    for kernel in 0..kernels {
        let operand = if kernel == 0 { "ptrtoint (ptr addrspace(1) @large to i64)" } else { "0" };
        let _ = writeln!(
            text,
            "define spir_kernel void @kernel_{kernel:04}(ptr %p) #0 {{\n  store i64 {version}, ptr %p\n  \
             store i64 {operand}, ptr %p\n  ret void\n}}"
        );
    }
    text.push_str("attributes #0 = { \"sycl-module-id\"=\"a.cpp\" }\n");
    text
}

fn directory(input: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("in.ll"), input).expect("written");
    directory
}

/// Runs the program after a line of bash, such as one that sets a limit.
fn run_after(setup: &str, directory: &Path, arguments: &[&str]) -> Output {
    Command::new("bash")
        .arg("-c")
        .arg(format!("{setup}\nexec \"$0\" \"$@\""))
        .arg(PROGRAM)
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("bash starts")
}

/// As [`run_after`], without the right to pass over permissions, which root has.
fn run_unprivileged(setup: &str, directory: &Path, arguments: &[&str]) -> Output {
    run_after(
        &format!("user=$(id -u)\n{setup}\n[ $user != 0 ] || exec setpriv --reuid=65534 --clear-groups \"$0\" \"$@\""),
        directory,
        arguments,
    )
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Files of the run, with their contents; not the input and temporary files.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = std::fs::read_dir(directory).expect("listed").map(|entry| entry.expect("entry"));
    names
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .filter(|(name, _)| name != "in.ll" && !name.starts_with('.'))
        .filter_map(|(name, path)| Some((name, std::fs::read(path).ok()?)))
        .collect()
}

fn no_file_is_left(directory: &Path) {
    let mut names: Vec<_> =
        std::fs::read_dir(directory).expect("listed").map(|entry| entry.expect("entry").file_name()).collect();
    names.retain(|name| name != "in.ll");
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn a_full_disk() {
    // Only the image with the constant is larger than 8 KiB.
    let directory = directory(&module(5, 20_000, 0));
    for jobs in ["-jobs=1", "-jobs=2"] {
        let arguments = ["-split=kernel", "-symbols", "-properties", jobs, "-o=out.table", "in.ll"];
        let output = run_after("trap '' XFSZ; ulimit -f 8", directory.path(), &arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("error: cannot write `out_4.bc`: File too large"), "{}", stderr(&output));
        no_file_is_left(directory.path());
    }
    // The table is the only file that goes there.
    let arguments = ["-split=kernel", "-symbols", "-out-dir=.", "-o=/dev/full", "in.ll"];
    let output = run_after("", directory.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("error: cannot write `/dev/full`: No space left on device"),
        "{}",
        stderr(&output)
    );
    no_file_is_left(directory.path());
    let device = std::fs::metadata("/dev/full").expect("still there");
    assert!(device.file_type().is_char_device());
}

#[test]
fn a_closed_directory() {
    let directory = directory(&module(2, 1, 0));
    let closed = directory.path().join("closed");
    std::fs::create_dir(&closed).expect("made");
    let permit =
        |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("permitted");
    permit(&closed, 0o555);
    permit(directory.path(), 0o777);
    let output = run_unprivileged("", directory.path(), &["-split=kernel", "-o=closed/out.table", "in.ll"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("error: cannot write `closed/out_0.bc`: Permission denied"),
        "{}",
        stderr(&output)
    );
    assert!(files(&closed).is_empty());

    // A table of an earlier run that cannot be replaced: the images that it lists stay as they are.
    permit(&closed, 0o777);
    let arguments = ["-split=kernel", "-out-dir=.", "-o=closed/out.table", "in.ll"];
    let output = run_unprivileged("", directory.path(), &arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    permit(&closed, 0o555);
    let before = (files(directory.path()), files(&closed));
    std::fs::write(directory.path().join("in.ll"), module(2, 1, 1)).expect("written");
    let output = run_unprivileged("", directory.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("error: cannot write `closed/out.table`: Permission denied"),
        "{}",
        stderr(&output)
    );
    assert!(before == (files(directory.path()), files(&closed)));
    permit(&closed, 0o777); // for the removal of the directory
}

#[test]
fn a_failed_run_leaves_no_old_table() {
    let directory = directory(&module(5, 1, 0));
    let arguments = ["-split=kernel", "-symbols", "-properties", "-jobs=2", "-o=out.table", "in.ll"];
    assert!(run_after("", directory.path(), &arguments).status.success());
    std::fs::write(directory.path().join("in.ll"), module(5, 20_000, 0)).expect("written");
    let output = run_after("trap '' XFSZ; ulimit -f 8", directory.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(!directory.path().join("out.table").exists());
}

#[test]
fn processes_that_cannot_be_started() {
    let directory = directory(&module(5, 1, 0));
    std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o777)).expect("permitted");
    // This one, and one more if there is no other of this user.
    let arguments = ["-split=kernel", "-jobs=4", "-o=out.table", "in.ll"];
    let output = run_unprivileged("ulimit -u 2", directory.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("error: images could not be made in parallel: "), "{}", stderr(&output));
    no_file_is_left(directory.path());
}

#[test]
fn a_worker_that_is_killed() {
    // The last image is made by the second worker, which the limit kills while it writes.
    let directory = directory(&module(6, 20_000, 0));
    let arguments = ["-split=kernel", "-jobs=2", "-o=out.table", "in.ll"];
    assert!(run_after("", directory.path(), &arguments).status.success());
    let output = run_after("ulimit -f 8", directory.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("a worker process was ended by signal 25"), "{}", stderr(&output));
    no_file_is_left(directory.path());
}

/// The processes that a process has forked, once there is one.
fn children(process: u32) -> Vec<u32> {
    loop {
        let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).expect("read");
        if !children.is_empty() {
            return children.split_whitespace().map(|child| child.parse().expect("a number")).collect();
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_worker_that_is_killed_at_any_file_leaves_nothing() {
    // The second worker has the images 1, 3 and 5. It cannot get past a pipe without a reader, and is killed there:
    // once there is the file that it writes before.
    for (stop, before) in [
        ("out_1.bc", None),
        ("out_1.sym", Some("out_1.bc")),
        ("out_1.prop", Some("out_1.sym")),
        ("out_3.bc", Some("out_1.prop")),
        ("out_5.sym", Some("out_5.bc")),
        ("out_5.prop", Some("out_5.sym")),
    ] {
        let directory = directory(&module(6, 1, 0));
        let pipe = directory.path().join(stop);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
        let mut run = Command::new(PROGRAM)
            .args(["-split=kernel", "-symbols", "-properties", "-jobs=2", "-o=out.table", "in.ll"])
            .current_dir(directory.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let worker = children(run.id());
        assert_eq!(worker.len(), 1, "{worker:?}");
        while before.is_some_and(|before| !directory.path().join(before).exists()) {
            std::thread::yield_now();
        }
        let killed = Command::new("kill").args(["-KILL", &worker[0].to_string()]).status().expect("kill starts");
        assert!(killed.success());
        assert_eq!(run.wait().expect("waited for").code(), Some(1));
        let mut words = String::new();
        run.stderr.take().expect("piped").read_to_string(&mut words).expect("read");
        assert!(words.contains("a worker process was ended by signal 9"), "{words}");
        assert!(std::fs::symlink_metadata(&pipe).expect("stays").file_type().is_fifo());
        std::fs::remove_file(&pipe).expect("removed");
        no_file_is_left(directory.path());
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let directory = directory(&module(2, 1, 0));
    // As it would be left: under a temporary name, not locked. Other names, and a file that is in use, stay.
    let file = |name: &str| directory.path().join(name);
    for name in [".sycl-output-abc123", ".sycl-output-held01", ".sycl-output-notes", "sycl-output-abc123"] {
        std::fs::write(file(name), "half").expect("written");
    }
    let held = std::fs::File::open(file(".sycl-output-held01")).expect("opened");
    held.lock().expect("locked");
    let output = run_after("", directory.path(), &["-split=kernel", "-o=out.table", "in.ll"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!file(".sycl-output-abc123").exists());
    for name in [".sycl-output-held01", ".sycl-output-notes", "sycl-output-abc123"] {
        assert!(file(name).exists(), "{name}");
    }
}

#[test]
fn a_run_that_is_killed_leaves_whole_files() {
    const KERNELS: usize = 200;
    for jobs in ["-jobs=1", "-jobs=2"] {
        let directory = directory(&module(KERNELS, 1, 0));
        let arguments = ["-split=kernel", "-symbols", "-properties", jobs, "-o=out.table", "in.ll"];
        let begin = Instant::now();
        let output = run_after("", directory.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let took = begin.elapsed();
        let mut before = files(directory.path());
        assert_eq!(before.len(), 3 * KERNELS + 1);
        for attempt in 1..=8 {
            std::fs::write(directory.path().join("in.ll"), module(KERNELS, 1, attempt)).expect("written");
            let after = {
                let elsewhere = self::directory(&module(KERNELS, 1, attempt));
                assert!(run_after("", elsewhere.path(), &arguments).status.success());
                files(elsewhere.path())
            };
            let mut child = Command::new(PROGRAM)
                .args(arguments)
                .current_dir(directory.path())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            std::thread::sleep(took.mul_f64(f64::from(attempt as u32) / 8.0));
            child.kill().expect("killed");
            child.wait().expect("waited for");
            let at_death = files(directory.path());
            // Workers have the same stderr: at its end they are gone.
            let begin = Instant::now();
            child.stderr.take().expect("piped").read_to_end(&mut Vec::new()).expect("read");
            assert!(begin.elapsed() < Duration::from_secs(60));
            let now = files(directory.path());
            // A file that was on its way may still have come.
            let late = now.iter().filter(|(name, content)| at_death.get(*name) != Some(content)).count();
            assert!(late <= 1, "workers wrote {late} files after the end of the run");
            if now.contains_key("out.table") {
                assert!(now == before || now == after, "a table that does not describe what is there");
            }
            for (name, content) in &now {
                assert!(
                    before.get(name) == Some(content) || after.get(name) == Some(content),
                    "{name} is neither the old nor the new one"
                );
            }
            before = now;
        }
    }
}

#[test]
fn what_is_no_file_is_written_to() {
    let directory = directory(&module(1, 1, 0));
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("read")
    });
    let output = run_after("", directory.path(), &["-out-dir=.", "-o=pipe", "in.ll"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(std::fs::metadata(&pipe).expect("still there").file_type().is_fifo());
    assert_eq!(reader.join().expect("read"), "[Code]\n./pipe_0.bc\n");
}

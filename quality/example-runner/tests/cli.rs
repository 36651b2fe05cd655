//! The command line without a device: exit codes and what is said.

use std::process::{Command, Output};

fn run_example(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_run-example"))
        .args(arguments)
        // Neither a library of this name nor a driver: the same on every machine.
        .env("OPENCL_DYLIB_PATH", "/nonexistent/libOpenCL.so")
        .env("OCL_ICD_FILENAMES", "/nonexistent/driver.so")
        .env("OCL_ICD_VENDORS", "/nonexistent")
        .output()
        .expect("run-example starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn programs_and_their_constants_are_listed() {
    let output = run_example(&["--list"]);
    assert_eq!(output.status.code(), Some(0));
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(listed.contains("multi_tu\n  factor (_Z6factor), default 3\n"), "{listed}");
}

#[test]
fn without_a_device_the_exit_code_is_2_and_the_reason_is_one_line() {
    let output = run_example(&["x.table", "--program", "convolution", "--device", "opencl"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains("OpenCL library"), "{message}");
}

#[test]
fn a_library_that_is_not_there_is_named() {
    let output = run_example(&["--device-info", "--device", "opencl", "--opencl-lib", "/nonexistent/lib.so"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = "run-example: error: cannot use /nonexistent/lib.so as OpenCL library: \
                    No such file or directory (os error 2)\n";
    assert_eq!(stderr(&output), expected);
}

#[test]
fn usage_errors_have_exit_code_2() {
    for arguments in [&["x.table"][..], &["--frobnicate"], &[]] {
        assert_eq!(run_example(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn without_a_gpu_the_exit_code_is_2_and_the_reason_is_one_line() {
    let output = run_example(&["--device-info", "--device", "cuda"]);
    let message = stderr(&output);
    match output.status.code() {
        Some(0) => assert!(String::from_utf8_lossy(&output.stdout).contains("images: PTX, cubin")),
        code => assert_eq!(
            (code, message.lines().count(), message.contains("libcuda.so.1")),
            (Some(2), 1, true),
            "{message}"
        ),
    }
}

#[test]
fn the_host_is_always_there() {
    let output = run_example(&["--device-info"]);
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(found.contains("images: shared libraries for the target `host`\n"), "{found}");
    assert!(found.contains("aspects: cpu fp16 fp64 "), "{found}");
}

//! Device code and its launcher under the sanitizers of stock clang.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::Place;
use crate::interface::program;

/// Runs `sanitized.c` and an image, both built with a sanitizer.
fn run(sanitizer: &str, threads: &str, arguments: &[&str]) -> Output {
    let place = Place::new();
    let option = format!("-fsanitize={sanitizer}");
    let image = place.image("a.so", &[&option]);
    let program = program(&place, "sanitized.c", &[&option]);
    Command::new(program)
        .arg(image)
        .args(arguments)
        .env("SYCL_HOST_THREADS", threads)
        .env("ASAN_OPTIONS", "detect_stack_use_after_return=1")
        .env("TSAN_OPTIONS", "halt_on_error=1")
        .output()
        .expect("it starts")
}

fn texts(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn sanitizers_find_nothing_where_nothing_is_wrong() {
    for sanitizer in ["address,undefined", "thread"] {
        for threads in ["1", "3"] {
            let output = run(sanitizer, threads, &[]);
            let expected = ("nothing is wrong so far\n".to_owned(), String::new());
            assert_eq!(texts(&output), expected, "{sanitizer} {threads}");
            assert!(output.status.success(), "{sanitizer} {threads}: {}", output.status);
        }
    }
}

#[test]
fn an_access_behind_an_argument_in_local_memory_is_found_with_its_line() {
    // Also where the next byte is in the same word as the last.
    for size in ["64", "100", "1"] {
        let output = run("address", "2", &[size]);
        let (stdout, stderr) = texts(&output);
        assert_eq!(stdout, "nothing is wrong so far\n");
        assert!(stderr.contains("AddressSanitizer: use-after-poison"), "{stderr}");
        assert!(stderr.contains("in overrun") && stderr.contains("kernels.c:"), "{stderr}");
    }
}

#[test]
fn valgrind_knows_the_stacks_of_groups() {
    let place = Place::new();
    let (image, program) = (place.image("a.so", &["-g0"]), program(&place, "sanitized.c", &["-g0"]));
    let output = Command::new("valgrind")
        .args(["-q", "--error-exitcode=9", "--max-stackframe=99999999999999"])
        .arg(program)
        .arg(image)
        .output();
    let output = output.expect("valgrind starts");
    assert_eq!(texts(&output), ("nothing is wrong so far\n".to_owned(), String::new()));
    assert!(output.status.success(), "{}", output.status);
}

#[test]
fn an_instrumented_image_needs_an_instrumented_program() {
    let place = Place::new();
    let image = place.image("a.so", &["-fsanitize=address"]);
    let message = crate::common::refusal(Path::new(&image));
    assert!(message.contains("undefined symbol: __asan_"), "{message}");
}

//! Tests of the messages of `sycl-rtc`, and of their colours; what needs no compiler library.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::process::Command;

/// The exit code, and what is on standard output and standard error.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-rtc"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const PLAIN: &str = "sycl-rtc: error: cannot read `none.cl`: ";
const COLORED: &str = "\u{1b}[1msycl-rtc:\u{1b}[0m \u{1b}[1;31merror:\u{1b}[0m cannot read `none.cl`: ";

#[test]
fn errors_have_colours_if_asked() {
    let starts = |more: &[&str], variables: &[(&str, &str)], expected: &str| {
        let (code, out, err) = run(&[&["compile", "none.cl"], more].concat(), variables);
        assert!((code, &*out) == (2, "") && err.starts_with(expected), "{more:?}: {err}");
    };
    starts(&[], &[], PLAIN);
    starts(&["--color", "always"], &[], COLORED);
    starts(&["--color=always"], &[("NO_COLOR", "1")], COLORED);
    starts(&["--color=never"], &[("CLICOLOR_FORCE", "1")], PLAIN);
    starts(&[], &[("CLICOLOR_FORCE", "1")], COLORED);
    starts(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], PLAIN);
}

#[test]
fn help_and_wrong_usage_have_them_too() {
    let (code, out, _) = run(&["compile", "--help", "--color=always"], &[]);
    assert!(code == 0 && out.contains("\u{1b}["), "{out}");
    let (code, out, _) = run(&["compile", "--help"], &[]);
    assert!(code == 0 && !out.contains("\u{1b}[") && out.contains("\nMessages:\n"), "{out}");
    for more in [["-q", "-v"], ["-q", "--json"], ["--verbose", "--json"]] {
        let (code, _, err) = run(&[&["compile", "k.cl"], &more[..]].concat(), &[]);
        assert!(code == 2 && err.contains("cannot be used with"), "{err}");
    }
    // They are no options of the compiler, wherever they stand.
    for line in [["-q", "compile", "none.cl"], ["compile", "-v", "none.cl"]] {
        let (code, _, err) = run(&line, &[]);
        assert!(code == 2 && err.starts_with(PLAIN), "{err}");
    }
}

#[test]
fn what_has_no_end_is_not_read_to_it() {
    let source = tempfile::NamedTempFile::with_suffix(".cl").unwrap();
    let source = source.path().to_str().unwrap();
    for line in
        [&["compile", "--language", "opencl-c", "/dev/zero"][..], &["compile", source, "--header", "x=/dev/zero"]]
    {
        let (code, _, err) = run(line, &[]);
        assert!(code == 2 && err.contains("`/dev/zero` has more than 64 MiB"), "{line:?}: {code} {err}");
    }
}

#[test]
fn completions_and_manual_pages_know_all_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["generate", "completion", shell], &[]);
        assert!(code == 0 && out.contains("sycl-headers") && out.contains("isolation"), "{shell}: {out}");
    }
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("man");
    let (code, out, _) = run(&["generate", "man", directory.to_str().unwrap()], &[]);
    let names: Vec<_> = out.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    let commands = ["sycl-rtc.1", "sycl-rtc-compile.1", "sycl-rtc-cache.1"];
    assert!(code == 0 && commands.iter().all(|name| names.contains(name)), "{out}");
    let page = std::fs::read_to_string(directory.join("sycl-rtc-compile.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains(".TH SYCL-RTC-COMPILE 1"), "{page}");
    for option in ["target", "sycl\\-headers", "deadline"] {
        assert!(page.contains(&format!("\\-\\-{option}")), "{option}: {page}");
    }
    let (code, _, err) = run(&["generate", "man", "/dev/null/man"], &[]);
    assert!(code == 2 && err.contains("manual pages in `/dev/null/man`: "), "{err}");
}

#[test]
fn the_log_says_what_is_looked_for() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("k.cl"), "__kernel void k() {}\n").unwrap();
    let (source, cache, library) = (path("k.cl"), path("cache"), path("none.so"));
    let line = ["compile", &*source, "--cache", &*cache, "--compiler", &*library];
    let (code, _, err) = run(&line, &[("SYCL_RTC_LOG", "debug")]);
    assert_eq!(code, 2, "{err}");
    for expected in [
        format!("of `{source}`: this process does not have it"),
        "nothing on disk is used: no compiler library".to_owned(),
        format!("no compiler library {library}: "),
    ] {
        assert!(err.contains("DEBUG") && err.contains(&expected), "{expected}: {err}");
    }
    let (_, _, err) = run(&line, &[]);
    assert!(!err.contains("DEBUG"), "{err}");
}

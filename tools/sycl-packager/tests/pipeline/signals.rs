//! A build that is ended by a signal: a program that waits at a pipe shows that it has begun.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::place::{Place, done};
use crate::terminal::with_default_signals;

#[test]
fn nothing_temporary_is_left() {
    for (number, signal) in [(1, "HUP"), (2, "INT"), (15, "TERM")] {
        for (cache, result) in [("--no-cache", "out.o"), ("--no-cache", "out/"), ("--cache-dir=cache", "out.o")] {
            let place = Place::new();
            std::fs::create_dir(place.path("temp")).unwrap();
            assert!(Command::new("mkfifo").arg(place.path("wait")).status().unwrap().success());
            let line = format!("a.ll --target spirv64 -o {result} {cache}");
            let mut command = with_default_signals(&place.build_command(&line));
            command.env("TMPDIR", place.path("temp")).env("STAND_IN_WAIT", place.path("wait"));
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            // Its end comes when the last writer, the program that waits, has gone.
            let mut waiting = std::fs::File::open(place.path("wait")).unwrap();
            let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
            assert_eq!(child.wait().unwrap().signal(), Some(number), "{line}");
            std::io::copy(&mut waiting, &mut std::io::sink()).unwrap();
            assert_eq!(place.files("temp"), [""; 0], "{line}");
            assert!(!place.path("out").exists() && !place.path("out.o").exists());
            if cache == "--cache-dir=cache" {
                assert_eq!(place.files("cache/v2/work"), [""; 0]);
            }
            assert!(!place.files("").iter().any(|name| name.starts_with(".sycl")), "{:?}", place.files(""));
        }
    }
}

/// Files in a cache that belong to builds or are not whole.
fn litter(cache: &Path) -> Vec<PathBuf> {
    let entries =
        |directory: &Path| std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries(&cache.join("work")).collect();
    for kind in ["objects", "results", "files", "programs", "notes"] {
        let inner: Vec<PathBuf> = entries(&cache.join(kind)).collect();
        let inside = inner.iter().flat_map(|path| entries(path));
        let all = inner.iter().cloned().chain(inside);
        found.extend(
            all.filter(|path| {
                path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".sycl-output-"))
            }),
        );
    }
    found
}

/// Whatever the build is about when the signal comes: with programs to run, and with all results stored.
#[test]
fn nothing_temporary_is_left_at_any_moment() {
    let place = Place::new();
    std::fs::create_dir(place.path("temp")).unwrap();
    for moment in 0..40 {
        let cache = format!("cache{}", if moment % 2 == 0 { moment } else { 0 });
        let mut command =
            with_default_signals(&place.build_command(&format!("a.ll --target spirv64 -o out.o --cache-dir={cache}")));
        command.env("TMPDIR", place.path("temp")).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(if moment % 2 == 0 { 4 * moment } else { moment / 4 }));
        let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        child.wait().unwrap();
        assert_eq!(place.files("temp"), [""; 0], "{moment}");
        let temporary = litter(&place.path(&cache).join("v2"));
        assert!(temporary.is_empty(), "{moment}: {temporary:?}");
    }
}

#[test]
fn pipes_are_inputs_and_outputs() {
    let place = Place::new();
    done(&place.build("a.ll --target spirv64 -o out.bundle"));
    let code = place.read("a.ll");
    for (input, output) in
        [("-", "out.bundle"), ("/dev/stdin", "out.bundle"), ("-", "-"), ("a.ll", "-"), ("a.ll", "/dev/stdout")]
    {
        let before = place.files("");
        // With a cache and without, and once more from the cache.
        for cache in ["--no-cache", "--cache-dir=cache", "--cache-dir=cache"] {
            let line = format!("{input} --target spirv64 --format bundle -o {output} {cache}");
            let mut command = place.build_command(&line);
            let mut child =
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            // A build of a file may have ended by then.
            let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &code);
            let ended = child.wait_with_output().unwrap();
            let words = String::from_utf8(ended.stderr).unwrap();
            assert!(ended.status.success(), "{line}: {words}");
            if output == "out.bundle" {
                continue;
            }
            assert!(ended.stdout == place.read("out.bundle"), "{line}");
            assert!(words.contains(&format!("{output}: 3 images")), "the summary is beside it: {words}");
        }
        assert_eq!(place.files(""), before);
    }
    // Other code is another result.
    place.kernels("b.ll", crate::place::SPIR, "other 2");
    let mut command = place.build_command("- --target spirv64 -o other.bundle");
    let input = std::fs::File::open(place.path("b.ll")).unwrap();
    assert!(command.stdin(input).status().unwrap().success());
    assert!(place.read("other.bundle") != place.read("out.bundle"));
    let mut command = place.build_command("- --target spirv64 -o x.o --emit ninja");
    let input = std::fs::File::open(place.path("b.ll")).unwrap();
    assert_eq!(command.stdin(input).output().unwrap().status.code(), Some(2));
}

#[test]
fn inputs_are_not_overwritten() {
    let place = Place::new();
    let code = place.read("a.ll");
    std::os::unix::fs::symlink("a.ll", place.path("link.o")).unwrap();
    std::fs::hard_link(place.path("a.ll"), place.path("other.o")).unwrap();
    for output in ["a.ll", "./a.ll", "link.o", "other.o"] {
        let found = place.build(&format!("a.ll --target spirv64 --format object -o {output}"));
        assert!(found.starts_with("exit code 2\n") && found.contains("this is also the input"), "{found}");
        assert!(place.read("a.ll") == code);
    }
    std::fs::create_dir(place.path("d")).unwrap();
    std::fs::rename(place.path("a.ll"), place.path("d/a.ll")).unwrap();
    let found = place.build("d/a.ll --target spirv64 -o d");
    assert!(found.starts_with("exit code 1\n") && found.contains("`a.ll` in it was not made"), "{found}");
    assert_eq!(place.calls(), [""; 0], "before anything runs");
}

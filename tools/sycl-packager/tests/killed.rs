//! Runs that are ended while they write: what was there stays as it was, and nothing else is left.
//!
//! A pipe without a writer stops a run in the middle of its output, where a temporary name shows that it has
//! begun.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;
#[path = "common/signals.rs"]
mod terminal;

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use common::Place;

const SIGNALS: [(i32, &str); 3] = [(1, "HUP"), (2, "INT"), (15, "TERM")];

/// Commands that read the pipe in the middle, what they write, and the same without the pipe.
const COMMANDS: [(&str, &str, &str); 4] = [
    ("bundle --image=file=pipe,triple=x -o out", "out", "bundle --image=file=a.spv,triple=x -o out"),
    ("bundle --image=file=pipe,triple=x -o link", "out", "bundle --image=file=a.spv,triple=x -o link"),
    ("collect --table pipe.table --name x -o out", "out", "collect --table a.table --name y -o out"),
    ("collect --table pipe.table --name x -o link/", "out", "collect --table a.table --name y -o link/"),
];

fn place() -> Place {
    let place = Place::new();
    assert!(Command::new("mkfifo").arg(place.path().join("pipe")).status().unwrap().success());
    place.write("pipe.table", "[Code]\npipe\n");
    std::os::unix::fs::symlink("out", place.path().join("link")).unwrap();
    place
}

fn temporary(place: &Place) -> Vec<String> {
    place.files().into_iter().filter(|name| name.starts_with(".sycl-output-")).collect()
}

/// Starts a command and waits until it has begun to write.
fn begin(place: &Place, line: &str) -> Child {
    let before = temporary(place);
    let mut command = terminal::with_default_signals(&place.command(line));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while temporary(place).iter().all(|name| before.contains(name)) {
        assert!(child.try_wait().unwrap().is_none(), "{line} has ended");
        std::thread::yield_now();
    }
    child
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// All files under the place and what is in them; the pipe has no content.
fn tree(place: &Place) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for name in place.files() {
        let path = place.path().join(&name);
        if path.symlink_metadata().unwrap().is_dir() {
            for entry in std::fs::read_dir(&path).unwrap().flatten() {
                let inner = format!("{name}/{}", entry.file_name().to_str().unwrap());
                found.push((inner, std::fs::read(entry.path()).unwrap()));
            }
        } else if name != "pipe" && name != "link" {
            found.push((name.clone(), place.read(&name)));
        }
    }
    found.sort();
    found
}

#[test]
fn a_signal_removes_what_is_temporary_and_ends_the_run() {
    for (number, signal) in SIGNALS {
        for (line, _, plain) in COMMANDS {
            for exists in [false, true] {
                let place = place();
                if exists {
                    assert!(place.run(plain).starts_with("exit code 0\n"));
                }
                let before = tree(&place);
                let mut child = begin(&place, line);
                send(&child, signal);
                assert_eq!(child.wait().unwrap().signal(), Some(number), "{line}");
                assert!(tree(&place) == before, "{line} {signal}: {:?}", place.files());
            }
        }
    }
}

#[test]
fn a_signal_that_is_ignored_stays_so() {
    for (_, signal) in SIGNALS {
        let place = place();
        let inner = place.command("bundle --image=file=pipe,triple=x -o out");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("trap '' {signal}; exec \"$@\""), "sh"])
            .arg(inner.get_program())
            .args(inner.get_args());
        let mut child = shell.current_dir(place.path()).spawn().unwrap();
        while temporary(&place).is_empty() {
            std::thread::yield_now();
        }
        send(&child, signal);
        std::fs::write(place.path().join("pipe"), b"\x03\x02\x23\x07 content").unwrap();
        assert!(child.wait().unwrap().success(), "{signal}");
        assert!(place.path().join("out").is_file());
    }
}

#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next() {
    for (line, output, plain) in COMMANDS {
        for exists in [false, true] {
            let place = place();
            if exists {
                assert!(place.run(plain).starts_with("exit code 0\n"));
            }
            let before = tree(&place);
            let mut child = begin(&place, line);
            child.kill().unwrap();
            assert_eq!(child.wait().unwrap().signal(), Some(9));
            let mut left = tree(&place);
            left.retain(|(name, _)| !name.starts_with(".sycl-output-"));
            assert!(left == before, "{line}");
            // While another run is at work, what is its own stays.
            let mut busy = begin(&place, line);
            assert!(place.run(plain).starts_with("exit code 0\n"));
            assert!(busy.try_wait().unwrap().is_none());
            assert_eq!(temporary(&place).len(), 1, "{line}: {:?}", place.files());
            std::fs::write(place.path().join("pipe"), b"\x03\x02\x23\x07 content").unwrap();
            assert!(busy.wait().unwrap().success(), "{line}");
            assert!(place.path().join(output).exists());
            assert_eq!(temporary(&place), [""; 0]);
        }
    }
}

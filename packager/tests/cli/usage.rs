//! Usage errors, help, and outputs that are not files.

use crate::DONE;
use crate::common::{Place, same};

#[test]
fn usage_errors_have_the_programs_name_and_exit_code_2() {
    let place = Place::new();
    let found = place.run("frobnicate");
    assert!(
        found.starts_with("exit code 2\n--- stderr\nsycl-packager: unrecognized subcommand 'frobnicate'\n"),
        "{found}"
    );
    let found = place.run("bundle --table a.table");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: the following required arguments"), "{found}");
    same(
        &place.run("bundle --image=file=a.spv -o x"),
        "exit code 2\n--- stderr\nsycl-packager: --image=file=a.spv: expected a key `triple`\n",
    );
    same(
        &place.run("bundle --table a.table --triple a --triple b -o x"),
        "exit code 2\n--- stderr\nsycl-packager: found 2 values of --triple for 1 tables; expected one, or one for each\n",
    );
    let help = place.run("--help");
    assert!(help.starts_with("exit code 0\n--- stdout\nPacks SYCL device images"), "{help}");
    for command in [
        "build", "table", "foreach", "props", "bundle", "unbundle", "syclbin", "wrap", "collect", "validate", "check",
        "inspect",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(place.run(&format!("{command} --help")).contains("\nExamples:\n"), "{command}");
    }
    assert!(!help.contains('\u{1b}'), "no colours without a terminal");
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let place = Place::new();
    assert!(place.run("generate out").starts_with(DONE));
    for name in [
        "sycl-packager.bash",
        "_sycl-packager",
        "sycl-packager.fish",
        "sycl-packager.1",
        "sycl-packager-syclbin-create.1",
    ] {
        assert!(!place.read(&format!("out/{name}")).is_empty(), "{name}");
    }
}

/// An output that is not a file is written to as it is.
#[cfg(unix)]
#[test]
fn devices_are_written_to_directly() {
    let place = Place::new();
    same(&place.run("bundle --table a.table -o /dev/null"), DONE);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

/// It is not an error if the reader closes the output early.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    let rows: String = "a.spv|a.prop|a.sym\n".repeat(2000);
    place.write("big.table", format!("[Code|Properties|Symbols]\n{rows}"));
    let mut child = place
        .command("inspect big.table")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

//! Names of outputs: where they come from, and what they may consist of.

use std::{
    ffi::OsStr,
    fs::{self, File},
    os::unix::ffi::OsStrExt,
};

use super::{KERNEL, command, directory, fail, names, stderr, succeed};

#[test]
fn a_table_on_standard_output_has_images_named_after_the_input() {
    let directory = directory();
    let table = succeed(directory.path(), &["-symbols", "-o=-", "in.ll"]);
    assert_eq!(table, b"[Code|Symbols]\nin_0.bc|in_0.sym\n");
    assert_eq!(names(directory.path()), ["in.ll", "in_0.bc", "in_0.sym"]);
    fs::create_dir(directory.path().join("images")).expect("made");
    let table = succeed(directory.path(), &["-symbols", "-o=intel_gpu_pvc,-", "-out-dir=images", "in.ll"]);
    assert_eq!(table, b"[Code|Symbols]\nimages/in_0.bc|images/in_0.sym\n");
    assert_eq!(names(&directory.path().join("images")), ["in_0.bc", "in_0.sym"]);
    // The input may have no name.
    let run = |arguments: &[&str]| {
        let input = File::open(directory.path().join("in.ll")).expect("opened");
        command(directory.path(), arguments).stdin(input).output().expect("the program starts")
    };
    let refused = run(&["-symbols", "-o=-"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("expected the parameter `out-dir=<directory>`"), "{}", stderr(&refused));
    let output = run(&["-symbols", "-o=-", "-out-dir=images"]);
    assert_eq!(output.stdout, b"[Code|Symbols]\nimages/stdin_0.bc|images/stdin_0.sym\n");
    // Two tables would run into each other.
    let words = fail(directory.path(), &["-symbols", "-o=-", "-o=-", "in.ll"]);
    assert!(words.contains("would be written twice"), "{words}");
}

#[test]
fn names_are_bytes() {
    let directory = directory();
    let bytes = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    fs::rename(directory.path().join("in.ll"), directory.path().join(bytes(b"in\xfe.ll"))).expect("renamed");
    fs::create_dir(directory.path().join(bytes(b"d\xfd"))).expect("made");
    for jobs in ["-jobs=1", "-jobs=2"] {
        for (arguments, table, content) in [
            (&[&b"-o=bad\xff.table"[..], b"-symbols"][..], &b"bad\xff.table"[..], &b"bad\xff_0.bc|bad\xff_0.sym"[..]),
            (&[b"-o", b"b\xff.table", b"-symbols"], b"b\xff.table", b"b\xff_0.bc|b\xff_0.sym"),
            (&[b"-out-dir=d\xfd", b"-o=c.table", b"-symbols"], b"c.table", b"d\xfd/c_0.bc|d\xfd/c_0.sym"),
            (&[b"-symbols"], b"in\xfe.files", b"in\xfe_0.bc|in\xfe_0.sym"),
        ] {
            let mut run = command(directory.path(), &[jobs]);
            run.args(arguments.iter().map(|argument| bytes(argument))).arg(bytes(b"in\xfe.ll"));
            let output = run.output().expect("the program starts");
            assert!(output.status.success(), "{}", stderr(&output));
            let found = fs::read(directory.path().join(bytes(table))).expect("read");
            assert!(found == [b"[Code|Symbols]\n", content, b"\n"].concat(), "{}", String::from_utf8_lossy(&found));
            let image = content.split(|byte| *byte == b'|').next().expect("one");
            assert!(directory.path().join(OsStr::from_bytes(image)).is_file());
        }
    }
    // Where text is expected, an error.
    for argument in [&b"-split=\xff"[..], b"-symbols=\xff", b"-\xff", b"-devices=\xff", b"-config=\xff"] {
        let mut run = command(directory.path(), &["-symbols"]);
        let output = run.arg(bytes(argument)).arg(bytes(b"in\xfe.ll")).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
}

#[test]
fn names_without_a_stem() {
    for (output, expected) in [
        ("-o=.table", &[".table", "_0.bc", "in.ll"][..]),
        ("-o=d/.table", &["d", "in.ll"]),
        ("-o=,y.table", &["in.ll", "y.table", "y_0.bc"]),
    ] {
        let directory = directory();
        fs::create_dir(directory.path().join("d")).expect("made");
        succeed(directory.path(), &["-split=kernel", output, "in.ll"]);
        let mut found = names(directory.path());
        found.retain(|name| expected.contains(&"d") || name != "d");
        assert_eq!(found, expected);
        if expected.contains(&"d") {
            assert_eq!(names(&directory.path().join("d")), [".table", "_0.bc"]);
        }
    }
    let directory = directory();
    for output in ["-o=", "-o=,", "-o=intel_gpu_pvc,"] {
        let words = fail(directory.path(), &["-split=kernel", output, "in.ll"]);
        assert!(words.contains("expected <file> or <target>,<file>"), "{words}");
    }
    assert_eq!(names(directory.path()), ["in.ll"]);
}

#[test]
fn the_command_line_counts_more_than_a_configuration_file() {
    let directory = directory();
    let both = KERNEL.replace("@only()", "@one()") + "define spir_kernel void @two() #0 { ret void }\n";
    fs::write(directory.path().join("in.ll"), both).expect("written");
    let config = r#"{"split": "kernel", "symbols": true, "S": true, "out-dir": "nowhere", "o": "second.table"}"#;
    fs::write(directory.path().join("c.json"), config).expect("written");
    let options = ["-config=c.json", "-split=none", "-out-dir=.", "-S=false", "-properties", "-o=x.table"];
    for turn in 0..options.len() {
        let mut arguments = options.to_vec();
        arguments.rotate_left(turn);
        arguments.push("in.ll");
        succeed(directory.path(), &arguments);
        let table = fs::read_to_string(directory.path().join("x.table")).expect("read");
        assert_eq!(table, "[Code|Properties|Symbols]\n./x_0.bc|./x_0.prop|./x_0.sym\n", "{arguments:?}");
        assert_eq!(fs::read_to_string(directory.path().join("second.table")).expect("read"), table);
    }
    // What is wrong in a file is said, also if it does not count.
    fs::write(directory.path().join("c.json"), r#"{"split": "bogus"}"#).expect("written");
    let words = fail(directory.path(), &["-config=c.json", "-split=none", "-symbols", "in.ll"]);
    assert!(words.contains("`split`") && words.contains("bogus"), "{words}");
}

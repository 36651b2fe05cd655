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
        "inspect", "compare", "cache", "generate",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(place.run(&format!("{command} --help")).contains("\nExamples:\n"), "{command}");
    }
    assert!(!help.contains('\u{1b}'), "no colours without a terminal");
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let place = Place::new();
    let found = place.run("generate man out --json");
    assert!(found.contains("{\"file\":\"out/sycl-packager-syclbin-create.1\",\"bytes\":"), "{found}");
    let page = String::from_utf8(place.read("out/sycl-packager.1")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(page.contains(&format!(".TH SYCL-PACKAGER 1  \"sycl-passes {version}\" \"User Commands\"")), "{page}");
    for shell in ["bash", "zsh", "fish"] {
        let found = place.run(&format!("generate completion {shell}"));
        for word in ["nvidia_gpu_sm_90", "intel_gpu_pvc", "spir64_x86_64", "verify"] {
            assert!(found.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_version_says_what_a_report_of_a_bug_needs() {
    let place = Place::new();
    let version = env!("CARGO_PKG_VERSION");
    same(&place.run("-V"), &format!("exit code 0\n--- stdout\nsycl-packager {version}\n"));
    let found = place.run("--version");
    assert!(found.starts_with(&format!("exit code 0\n--- stdout\nsycl-packager {version}\n")), "{found}");
    assert!(found.contains("\nLLVM    22\nplugin  "), "{found}");
    assert!(place.run("build --version").contains(version));
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

#[test]
fn messages_can_be_json() {
    let place = Place::new();
    same(
        &place.run("check a.prop --device nothing --json"),
        "exit code 2\n--- stderr\n{\"format\":1,\"program\":\"sycl-packager\",\"level\":\"error\",\"message\":\"unknown device \
         `nothing`\",\"hints\":[\"`sycl-packager devices list` names all; --devices takes them from another file\"],\
         \"exit_code\":2}\n",
    );
    same(
        &place.run("inspect none.o --json"),
        "exit code 2\n--- stderr\n{\"format\":1,\"program\":\"sycl-packager\",\"level\":\"error\",\"file\":\"none.o\",\"message\":\
         \"cannot read: No such file or directory (os error 2)\",\"exit_code\":2}\n",
    );
    let found = place.run("inspect --json --frobnicate");
    assert!(found.contains("\"level\":\"error\",\"message\":\"unexpected argument '--frobnicate' found"), "{found}");
    let found = place.run("syclbin create --table a.table -o a.syclbin --json");
    assert!(
        found.contains("\"level\":\"warning\",\"file\":\"a.syclbin\",\"message\":\"no kernel has a name"),
        "{found}"
    );
    assert!(found.contains("--- stdout\n{\"format\":1,\"written\":[{\"file\":\"a.syclbin\",\"bytes\":"), "{found}");
}

#[test]
fn commands_that_write_say_what_if_asked() {
    let place = Place::new();
    let written = |line: &str| {
        let found = place.run(&format!("{line} --json"));
        let (_, object) = found.split_once("--- stdout\n").unwrap_or_else(|| panic!("{line}: {found}"));
        let object: serde_json::Value = serde_json::from_str(object.lines().next().unwrap()).unwrap();
        assert_eq!(object["format"], 1);
        let files = object["written"].as_array().unwrap().iter();
        let files: Vec<String> = files.map(|file| file["file"].as_str().unwrap().to_owned()).collect();
        for file in &files {
            assert!(place.path().join(file).exists(), "{line}: {file}");
        }
        files.join(" ")
    };
    assert_eq!(written("bundle --table a.table -o a.bundle"), "a.bundle");
    assert_eq!(written("wrap --table a.table -o a.o"), "a.o");
    assert_eq!(written("collect --table a.table --name a -o all"), "all/images.json all/a.table");
    assert_eq!(written("props convert a.prop -o b.prop.json"), "b.prop.json");
    assert_eq!(written("table a.table -o b.table"), "b.table");
    assert!(written("unbundle a.bundle -d out").ends_with(" out/a.table"));
    place.run("syclbin create --table a.table -o a.syclbin");
    assert!(written("syclbin extract a.syclbin -d out").ends_with(" out/a.table"));
    place.write("k.ptx", "// made by hand\n.version 8.0\n.target sm_90\n.address_size 64\n");
    assert_eq!(written("validate k.ptx --stamp stamp"), "stamp");
    same(
        &place.run("validate k.ptx --json"),
        "exit code 0\n--- stdout\n{\"format\":1,\"file\":\"k.ptx\",\"valid\":true,\"unknown\":null}\n",
    );
    let found = place.run("bundle --table a.table -o a.bundle --verbose");
    assert!(found.starts_with("exit code 0\n--- stderr\nsycl-packager: wrote a.bundle, "), "{found}");
    place.write("b.prop", "[SYCL/misc properties]\noptLevel=1|3\n");
    same(&place.run("unbundle a.bundle -d out --quiet"), DONE);
    same(&place.run("check a.prop --device intel_gpu_dg1 -q"), "exit code 1\n");
    place.write("c.prop", "[SYCL/misc properties]\noptLevel=1|2\n");
    same(
        &place.run("props compare b.prop c.prop --json"),
        "exit code 1\n--- stdout\n{\"format\":1,\"files\":[\"b.prop\",\"c.prop\"],\"same\":false,\"differences\":\
         [{\"set\":\"SYCL/misc properties\",\"property\":\"optLevel\",\"values\":[\"3\",\"2\"]}]}\n",
    );
}

#[test]
fn colours_are_where_the_user_wants_them() {
    let place = Place::new();
    let found = place.run("inspect none.o --color always");
    assert!(found.contains("\u{1b}[1;31msycl-packager:\u{1b}[0m none.o: cannot read"), "{found}");
    assert!(place.run("--color=always --help").contains('\u{1b}'));
    for line in ["inspect none.o", "inspect none.o --color=never"] {
        assert!(!place.run(line).contains('\u{1b}'), "{line}");
    }
    let mut command = place.command("inspect none.o");
    let output = command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(output.stderr.starts_with(b"\x1b[1;31m"));
    let output = command.env("NO_COLOR", "1").output().unwrap();
    assert!(output.stderr.starts_with(b"sycl-packager: "));
}

#[test]
fn devices_are_listed_and_shown() {
    let place = Place::new();
    let found = place.run("devices list");
    assert!(found.starts_with("exit code 0\n--- stdout\nname"), "{found}");
    assert!(found.lines().any(|line| line.starts_with("intel_gpu_pvc ") && line.contains(" pvc ")), "{found}");
    let found = place.run("devices show nvidia_gpu_sm_90");
    assert!(
        found.contains("nvidia_gpu_sm_90\n  triple           nvptx64-nvidia-cuda\n  arch             sm_90\n"),
        "{found}"
    );
    assert!(found.contains("\n  sub-group sizes  32\n"), "{found}");
    let found = place.run("devices show pvc_ --json");
    assert!(found.contains("unknown device `pvc_`"), "{found}");
    let found = place.run("devices show intel_gpu_pvc --json");
    assert!(
        found.contains("{\"format\":1,\"name\":\"intel_gpu_pvc\",\"triple\":\"spir64_gen-unknown-unknown\""),
        "{found}"
    );
    place.write(
        "mine.json",
        "{\"schema_version\": 1, \"targets\": [{\"name\": \"mine\", \"triple\": \"spir64-a-b\", \
         \"may_support_other_aspects\": true}]}",
    );
    let found = place.run("devices list --devices mine.json");
    let row = |name: &str| found.lines().any(|line| line.split_whitespace().next() == Some(name));
    assert!(row("mine") && row("intel_gpu_pvc"), "its targets are added to the built-in ones: {found}");
    assert!(place.run("devices show mine --devices mine.json").contains("spir64-a-b"));
}

/// Options of the release before.
#[test]
fn old_spellings_are_taken() {
    let place = Place::new();
    same(&place.run("wrap --table a.table --target spir64 -o a.o"), DONE);
    same(&place.run("wrap --table a.table --runtime-target spir64 -o b.o"), DONE);
    assert!(place.read("a.o") == place.read("b.o"));
    same(&place.run("bundle --table a.table -o a.bundle"), DONE);
    for (line, file) in
        [("-d one", "one"), ("--directory two", "two"), ("-o three", "three"), ("--output four", "four")]
    {
        assert!(place.run(&format!("unbundle a.bundle {line}")).starts_with(DONE), "{line}");
        assert!(place.path().join(file).join("a.table").exists(), "{line}");
    }
    for option in ["--target", "--triple"] {
        let found = place.run(&format!("syclbin create --table a.table {option} spir64-unknown-unknown -o a.syclbin"));
        assert!(found.starts_with(DONE), "{found}");
    }
    assert!(place.run("syclbin extract a.syclbin -d five").starts_with(DONE));
    assert!(place.run("syclbin extract a.syclbin --output six").starts_with(DONE));
    for word in ["directory", "short_alias"] {
        assert!(!place.run("unbundle --help").contains(&format!("--{word}")), "{word}");
    }
}

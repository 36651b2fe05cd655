//! `sycl-rtc` with the compiler library of `scripts/build --rtc`, which `scripts/check-rtc` makes first.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

const KERNEL: &str = "#include \"n.h\"\n__kernel void scale(__global float *x) { x[get_global_id(0)] *= N; }\n";

struct Place {
    directory: TempDir,
}

impl Place {
    /// A directory with a kernel and its header.
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("k.cl"), KERNEL).unwrap();
        fs::write(directory.path().join("local.h"), "#define N 4\n").unwrap();
        Self { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn run_with(&self, arguments: &[&str], input: &[u8]) -> Output {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sycl-rtc"))
            .arg(arguments[0])
            .arg("--compiler")
            .arg(root.join("target/release/libsycl_rtc_compiler.so"))
            .args(&arguments[1..])
            .current_dir(self.directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    }

    /// The exit code and what was printed.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.run_with(arguments, b"");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }
}

const HEADER: [&str; 4] = ["compile", "k.cl", "--header", "n.h=local.h"];

fn with(more: &[&'static str]) -> Vec<&'static str> {
    HEADER.into_iter().chain(more.iter().copied()).collect()
}

#[test]
fn an_image_is_written_into_a_directory() {
    let place = Place::new();
    let (code, out, err) = place.run(&with(&["-o", "made/", "-O3", "--print", "kernels,timings"]));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("made/k.spirv64.spv   1 kernel: scale   ") && lines[0].ends_with(" ms"), "{out}");
    assert_eq!(lines[1], "scale");
    assert!(lines[2].starts_with("spirv64: front end ") && lines.len() == 7, "{out}");
    let image = fs::read(place.path("made/k.spirv64.spv")).unwrap();
    assert_eq!(image[..4], [3, 2, 0x23, 7]);
}

#[test]
fn both_formats_are_written() {
    let place = Place::new();
    let (code, out, _) = place.run(&with(&["--format", "spirv,bitcode"]));
    assert_eq!((code, out.lines().count()), (0, 2));
    let bitcode = fs::read(place.path("k.spirv64.bc")).unwrap();
    assert!(bitcode.starts_with(b"BC"));
    // What is made of the bitcode is the image.
    let (code, ..) = place.run(&["compile", "k.spirv64.bc", "-o", "again.spv"]);
    assert_eq!(code, 0);
    assert_eq!(fs::read(place.path("again.spv")).unwrap(), fs::read(place.path("k.spirv64.spv")).unwrap());
    let (code, _, err) = place.run(&with(&["--format", "spirv,bitcode", "-o", "one.spv"]));
    assert_eq!(
        (code, err.as_str()),
        (2, "sycl-rtc: error: output `one.spv` is one file; expected a directory for 2 outputs\n")
    );
}

const SYCL: &str = "#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
constexpr sycl::specialization_id<int> count(3);
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel)) void put(int *x) {
  *x = sycl::get_specialization_constant<count>();
}
template <int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel)) void add(int *x) { *x += N; }
";

#[test]
fn sycl_has_names_properties_and_images() {
    let place = Place::new();
    fs::write(place.path("s.cpp"), SYCL).unwrap();
    let all = ["compile", "s.cpp", "--name", "add<4>", "-o", "s.spv", "--print", "names,properties"];
    let (code, out, err) = place.run(&all);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].starts_with("s.spv   2 kernels: __sycl_kernel_put(int*), void __sycl_kernel_add<4>(int*)"),
        "{out}"
    );
    assert_eq!(lines[1], "add<4>: function _Z3addILi4EEvPi, kernel _Z17__sycl_kernel_addILi4EEvPi");
    assert!(
        out.contains("\n[SYCL/specialization constants]\n_ZTS") && out.contains("\n[SYCL/kernel names]\n"),
        "{out}"
    );
    let (_, out, _) = place.run(&["compile", "s.cpp", "--name", "add<4>", "-o", "s.spv", "--spec-const", "defaults"]);
    assert_eq!(out.lines().count(), 1, "{out}");
    let (_, out, _) = place.run(&["compile", "s.cpp", "--name", "add<4>", "-o", "s/", "--split", "kernel", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["names"][0]["kernel"], "_Z17__sycl_kernel_addILi4EEvPi");
    for number in 0..2 {
        assert_eq!(document["outputs"][number]["path"], format!("s/s.spirv64.{number}.spv"));
        assert_eq!(document["outputs"][number]["kernels"].as_array().unwrap().len(), 1);
        assert!(place.path(&format!("s/s.spirv64.{number}.spv")).exists());
    }
}

#[test]
fn standard_input_and_output_work() {
    let place = Place::new();
    let source = b"__kernel void k(__global int *x) { *x = 1; }";
    let output = place.run_with(&["compile", "-", "--language", "opencl-c", "-o", "-"], source);
    assert!(output.status.success() && output.stdout.starts_with(&[3, 2, 0x23, 7]));
    let output = place.run_with(&["compile", "-", "--language", "opencl-c"], b"int x = y;");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("<stdin>:1:9: error: use of undeclared identifier 'y'\n"), "{text}");
}

#[test]
fn errors_are_printed_once_and_leave_nothing() {
    let place = Place::new();
    let (code, out, err) = place.run(&["compile", "k.cl"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("k.cl:1:10: fatal error: 'n.h' file not found\n"), "{err}");
    assert!(err.ends_with("sycl-rtc: error: k.cl:1:10: 'n.h' file not found\n"), "{err}");
    assert!(!place.path("k.spirv64.spv").exists());
    for (arguments, code, message) in [
        (vec!["compile", "none.cl"], 2, "cannot read `none.cl`: No such file or directory (os error 2)"),
        (with(&["-mllvm", "-x"]), 2, "option `-mllvm` is refused, because it writes"),
        (with(&["--target", "nvptx64:sm_90"]), 2, "unknown target `nvptx64:sm_90`; expected spirv64"),
        (with(&["--deadline", "0"]), 1, "the deadline of 0 ms has passed"),
        (with(&["-o", "none/out.spv"]), 2, "cannot write `none/out.spv`"),
    ] {
        let (found, out, err) = place.run(&arguments);
        assert_eq!((found, out.as_str()), (code, ""), "{err}");
        assert!(err.starts_with(&format!("sycl-rtc: error: {message}")), "{err}");
    }
}

#[test]
fn without_a_compiler_library_there_is_a_hint() {
    let output = Command::new(env!("CARGO_BIN_EXE_sycl-rtc")).args(["version", "--compiler", "/none.so"]).output();
    let output = output.unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.starts_with("sycl-rtc: error: no compiler library; tried `/none.so` ("), "{text}");
    assert!(text.ends_with("hint: scripts/build --rtc builds it; --compiler FILE names another one\n"), "{text}");
}

#[test]
fn json_has_outputs_and_diagnostics() {
    let place = Place::new();
    let (code, out, err) = place.run(&with(&["--json", "-Wall", "-DUNUSED"]));
    assert_eq!((code, err.as_str()), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["outputs"][0]["path"], "./k.spirv64.spv");
    assert_eq!(document["outputs"][0]["kernels"][0], "scale");
    assert!(document["outputs"][0]["milliseconds"]["total"].as_f64().unwrap() > 0.0);
    let (code, out, _) = place.run(&["compile", "k.cl", "--json"]);
    assert_eq!(code, 1);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["error"], "k.cl:1:10: 'n.h' file not found");
    let first = &document["diagnostics"][0];
    assert_eq!(
        (&first["severity"], &first["file"], &first["line"]),
        (&"fatal error".into(), &"k.cl".into(), &1.into())
    );
    assert_eq!(first["end"], serde_json::json!([1, 15]));
}

#[test]
fn a_cache_is_filled_shown_and_cleared() {
    let place = Place::new();
    let compile = || place.run(&with(&["--cache", "cache", "-o", "k.spv"]));
    let (code, out, err) = compile();
    assert!(code == 0 && out.ends_with(" ms\n") && err.is_empty(), "{out}{err}");
    let image = fs::read(place.path("k.spv")).unwrap();
    let (code, out, err) = compile();
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("k.spv   1 kernel: scale   ") && out.ends_with("   stored\n"), "{out}");
    assert_eq!(fs::read(place.path("k.spv")).unwrap(), image);
    let (_, out, _) = place.run(&with(&["--cache", "cache", "--json"]));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["outputs"][0]["from"], "stored program");
    let (_, out, _) = place.run(&with(&["--json"]));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["outputs"][0]["from"], "compiler");
    let cache = |action: &str, directory: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-rtc"));
        let output =
            command.args(["cache", action, "--cache", directory]).current_dir(place.path("")).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (code, out) = cache("show", "cache");
    assert!(code == 0 && out.starts_with("cache   2 entries   "), "{out}");
    let (code, out) = cache("clear", "cache");
    assert!(code == 0 && out.starts_with("cache   removed 2 entries   "), "{out}");
    assert_eq!(cache("show", "cache").1, "cache   0 entries   0 B\n");
    let (code, out) = cache("show", "k.cl");
    assert_eq!(code, 2);
    assert!(out.starts_with("sycl-rtc: error: cannot use the directory `k.cl`: "), "{out}");
    // Without it the program is compiled.
    let (code, out, err) = place.run(&with(&["--cache", "k.cl"]));
    assert!(code == 0 && out.contains("1 kernel: scale"), "{out}");
    assert!(
        err.starts_with("sycl-rtc: warning: nothing is stored in the cache: cannot use the directory `k.cl`"),
        "{err}"
    );
}

#[test]
fn the_environment_asks_for_a_cache() {
    let place = Place::new();
    let run = |arguments: &[&str], variables: &[(&str, &Path)]| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-rtc"));
        command.args(arguments).current_dir(place.path("")).env_clear().envs(variables.iter().copied());
        if arguments[0] == "compile" {
            command.arg("--compiler").arg(root.join("target/release/libsycl_rtc_compiler.so"));
        }
        let output = command.output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let (on, off) = (Path::new("1"), Path::new("0"));
    let (own, users) = (place.path("own"), place.path("users"));
    let all = with(&["-o", "k.spv"]);
    for (variables, directory) in [
        (&[("SYCL_RTC_CACHE_DIR", own.as_path()), ("XDG_CACHE_HOME", users.as_path())][..], own.clone()),
        (&[("XDG_CACHE_HOME", users.as_path()), ("HOME", off)], users.join("sycl-rtc")),
        (&[("XDG_CACHE_HOME", Path::new("relative")), ("HOME", users.as_path())], users.join(".cache/sycl-rtc")),
    ] {
        let with = |value: &'static Path| [variables, &[("SYCL_RTC_CACHE", value)]].concat();
        run(&all, &with(off));
        run(&all, variables);
        assert!(!directory.exists(), "nobody asked for {}", directory.display());
        run(&all, &with(on));
        assert!(run(&all, &with(on)).ends_with("   stored\n"), "{}", directory.display());
        assert!(run(&["cache", "show"], variables).starts_with(&format!("{}   2 entries", directory.display())));
    }
    assert!(run(&all, &[("SYCL_RTC_CACHE", on)]).ends_with(" ms\n"), "in the process only");
    assert_eq!(
        run(&["cache", "show"], &[]),
        "sycl-rtc: error: no directory for a cache; expected --cache, or SYCL_RTC_CACHE_DIR, XDG_CACHE_HOME or HOME\n"
    );
}

#[test]
fn help_and_version_are_printed() {
    let place = Place::new();
    let (code, out, _) = place.run(&["compile", "--help"]);
    assert_eq!(code, 0);
    for option in [
        "--target",
        "--language",
        "--header",
        "--name",
        "--split",
        "--spec-const",
        "--format",
        "--print",
        "--json",
        "--deadline",
        "--spirv-ext",
    ] {
        assert!(out.contains(option), "{option}");
    }
    let (code, out, _) = place.run(&["version"]);
    assert!(code == 0 && out.starts_with("sycl-rtc 0.1.0 (LLVM 22."), "{out}");
}

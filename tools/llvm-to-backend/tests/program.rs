//! The program from outside: files, messages, exit codes. Back ends are stand-ins that write down how they are called;
//! `ir-tests/llvm-to-backend` has the real ones.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, Version, Writer};

const KERNEL: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @K(ptr addrspace(1) %p, i32 %n) {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
"#;

const CALLER: &str = r#"
target triple = "spir64-unknown-unknown"
declare spir_func i32 @f(i32)
define spir_kernel void @K(ptr addrspace(1) %p, i32 %n) {
  %v = call spir_func i32 @f(i32 %n)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
"#;

const CALLEE: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_func i32 @f(i32 %n) {
  %v = add i32 %n, 17
  ret i32 %v
}
"#;

/// A program that notes its call in `calls`, and writes its name and its input to its output.
const STAND_IN: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "LLVM version 22.1.8"; exit 0; fi
echo "${0##*/} $*" >> "$CALLS"
out= last=
for argument in "$@"; do
  [ "$last" != -o ] || out=$argument
  last=$argument
done
{ echo "made by ${0##*/}"; case $out in *.ptx) echo ".target sm_90${DEBUG-}";; esac; } > "$out"
"#;

struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    /// A directory with modules and stand-ins.
    fn new() -> Self {
        let place = Self { directory: tempfile::tempdir().expect("a directory") };
        for (name, text) in [("k.ll", KERNEL), ("caller.ll", CALLER), ("callee.ll", CALLEE)] {
            place.write(name, text);
        }
        for name in ["llc", "ptxas", "ld.lld"] {
            place.program(name, STAND_IN);
        }
        place
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), content).expect("written");
    }

    fn program(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path().join("bin")).expect("made");
        let path = self.path().join("bin").join(name);
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Lists the calls of programs, and forgets them.
    fn calls(&self) -> String {
        let calls = fs::read_to_string(self.path().join("calls")).unwrap_or_default();
        let _ = fs::remove_file(self.path().join("calls"));
        calls
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_llvm-to-backend"));
        command.current_dir(self.path()).env("CALLS", self.path().join("calls"));
        let bin = self.path().join("bin");
        command.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
        // Stand-ins go before what is installed.
        command.args(line.split_whitespace()).arg("--llvm-bin").arg(&bin);
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Ended {
        Ended::from_output(&self.command(line).output().expect("the program starts"))
    }
}

struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ended {
    fn from_output(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// The message behind the name of the program.
    #[track_caller]
    fn refused(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.err);
        let (_, message) = self.err.split_once(": error: ").unwrap_or_else(|| panic!("{}", self.err));
        message.to_owned()
    }
}

#[test]
fn endings_say_what_is_made() {
    let place = Place::new();
    let cases = [
        (
            "spirv64",
            "k.spv",
            "llc -mtriple=spirv64-unknown-unknown -O0 --spirv-ext=+SPV_EXT_shader_atomic_float_add,\
             +SPV_EXT_shader_atomic_float_min_max,+SPV_KHR_uniform_group_instructions,+SPV_INTEL_function_pointers,\
             +SPV_KHR_expect_assume,+SPV_KHR_bit_instructions,+SPV_INTEL_variable_length_array \
             -filetype=obj module.bc -o module.spv\n",
        ),
        ("nvptx64:sm_90", "k.ptx", "llc -mcpu=sm_90 -O2 module.bc -o module.ptx\n"),
        ("nvptx64:sm_70", "k.ptx", "llc -mcpu=sm_70 -mattr=+ptx63 -O2 module.bc -o module.ptx\n"),
        ("nvptx64", "k.ptx", "llc -mattr=+ptx63 -O2 module.bc -o module.ptx\n"),
        (
            "nvptx64:sm_90",
            "k.cubin",
            "llc -mcpu=sm_90 -O2 module.bc -o module.ptx\n\
             ptxas -arch=sm_90 module.ptx -o module.cubin\n",
        ),
        (
            "amdgcn:gfx90a",
            "k.co",
            "llc -mcpu=gfx90a -O2 -filetype=obj module.bc -o module.o\n\
             ld.lld -shared module.o -o module.co\n",
        ),
        ("amdgcn:gfx90a", "k.o", "llc -mcpu=gfx90a -O2 -filetype=obj module.bc -o module.o\n"),
    ];
    for (target, output, calls) in cases {
        place.run(&format!("k.ll --target {target} -o {output}")).done();
        assert_eq!(place.calls(), calls);
        let program = calls.lines().last().and_then(|line| line.split(' ').next()).expect("a call");
        assert!(place.read(output).starts_with(&format!("made by {program}\n")), "{output}");
    }
    place.run("k.ll -target=nvptx64:sm_90 -O3 --llc-option -mattr=+ptx83 --emit ptx -o k.text").done();
    assert_eq!(place.calls(), "llc -mcpu=sm_90 -O3 -mattr=+ptx83 module.bc -o module.ptx\n");
    let with_debug = place.command("k.ll --target nvptx64:sm_90 -o k.cubin").env("DEBUG", ", debug").output();
    Ended::from_output(&with_debug.expect("the program starts")).done();
    assert!(place.calls().ends_with("ptxas -arch=sm_90 -g module.ptx -o module.cubin\n"));
    let host = |output: &str| place.run(&format!("k.ll --target host -o {output}"));
    host("k.o").done();
    let calls = place.calls();
    assert!(calls.contains(" -relocation-model=pic -O2 -filetype=obj module.bc -o module.o\n"), "{calls}");
    host("k.so").done();
    assert!(place.calls().ends_with("ld.lld -shared module.o libm.so -o module.so\n"));
}

#[test]
fn ir_needs_no_program() {
    let place = Place::new();
    let text = place.run("k.ll --target nvptx64:sm_90 -o -").done();
    assert!(text.contains("target triple = \"nvptx64-nvidia-cuda\"") && text.contains("ptx_kernel void @K("), "{text}");
    place.run("k.ll --target nvptx64:sm_90 -o k.out.ll").done();
    assert_eq!(place.read("k.out.ll"), text);
    place.run("k.ll --target nvptx64:sm_90 -o k.bc").done();
    assert!(fs::read(place.path().join("k.bc")).expect("written").starts_with(b"BC\xC0\xDE"));
    assert_eq!(place.calls(), "");
    // Standard input, and a pipe.
    let script = format!("cat k.ll | {} - --target nvptx64:sm_90 -o -", env!("CARGO_BIN_EXE_llvm-to-backend"));
    let piped = Command::new("sh").current_dir(place.path()).args(["-c", &script]).output().expect("sh starts");
    let piped = Ended::from_output(&piped).done();
    assert_eq!(piped, text.replace("k.ll", "<stdin>"));
}

#[test]
fn a_back_end_that_fails_is_one_message() {
    let place = Place::new();
    place.write("k.ptx", "an earlier one");
    place.program(
        "llc",
        "#!/bin/sh\n[ \"$1\" != --version ] || { echo LLVM version 22.1.8; exit; }\necho no idea >&2\nexit 3\n",
    );
    let message = place.run("k.ll --target nvptx64:sm_90 -o k.ptx").refused(1);
    assert_eq!(message, "target `nvptx64:sm_90`: kernel `K`: `llc` ended with exit code 3: no idea\n");
    assert_eq!(place.read("k.ptx"), "an earlier one");
    let aborts = "#!/bin/sh\n[ \"$1\" != --version ] || { echo LLVM version 22.1.8; exit; }\n\
                  echo 'LLVM ERROR: Cannot select' >&2; echo 'PLEASE submit a bug report' >&2; kill -ABRT $$\n";
    place.program("llc", aborts);
    let message = place.run("k.ll --target amdgcn:gfx90a -o k.co").refused(1);
    assert_eq!(message, "target `amdgcn:gfx90a`: kernel `K`: `llc` ended with signal 6: LLVM ERROR: Cannot select\n");
    let two = format!("{KERNEL}define spir_kernel void @L() {{ ret void }}\n");
    place.write("two.ll", two);
    place.program("llc", STAND_IN);
    place.program("ptxas", "#!/bin/sh\necho \"ptxas error: Function 'L' is too big\"\nexit 255\n");
    let message = place.run("two.ll --target nvptx64:sm_90 -o k.cubin").refused(1);
    assert!(message.starts_with("target `nvptx64:sm_90`: kernel `L`: `ptxas` ended with exit code 255: "), "{message}");
    assert!(!place.path().join("k.cubin").exists());
    place.program("ptxas", "#!/bin/sh\nexit 1\n");
    let message = place.run("two.ll --target nvptx64:sm_90 -o k.cubin").refused(1);
    assert!(
        message.starts_with("target `nvptx64:sm_90`: kernels `K`, `L`: `ptxas` ended with exit code 1: "),
        "{message}"
    );
    let without = place.command("two.ll --target nvptx64:sm_90 -o k.cubin").env("TMPDIR", "none").output();
    let message = Ended::from_output(&without.expect("the program starts")).refused(2);
    assert!(message.starts_with("cannot write to the temporary directory: "), "{message}");
    // What a program says that ends well is passed on.
    place.program("ptxas", "#!/bin/sh\necho 'warning: slow' >&2\ntouch module.cubin\n");
    let ended = place.run("two.ll --target nvptx64:sm_90 -o k.cubin");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), "warning: slow\n"));
}

#[test]
fn missing_programs_are_named() {
    let place = Place::new();
    fs::remove_file(place.path().join("bin/llc")).expect("removed");
    let ended = place.run("k.ll --target nvptx64:sm_90 -o k.ptx");
    let message = ended.refused(2);
    let looked = place.path().join("bin/llc");
    assert!(message.starts_with(&format!("cannot find `llc`; looked for:\n  {}: not there\n", looked.display())));
    assert!(message.ends_with("hint: leave out --llvm-bin, or name a directory that has LLVM 22's programs; --tool llc=FILE names one that is somewhere else\n"));
    place.program("old", "#!/bin/sh\necho LLVM version 19.1.7\n");
    let message = place.run("k.ll --target nvptx64:sm_90 -o k.ptx --tool llc=bin/old").refused(2);
    assert!(message.contains("found LLVM version 19.1.7; expected version 22"), "{message}");
    assert!(message.ends_with("hint: name another file, or leave out the option that names this one\n"), "{message}");
    place.program("new", STAND_IN);
    place.run("k.ll --target nvptx64:sm_90 -o k.ptx --tool llc=bin/new").done();
    assert!(place.calls().starts_with("new "));
}

#[test]
fn several_inputs_are_linked() {
    let place = Place::new();
    let text = place.run("caller.ll callee.ll --target nvptx64:sm_90 -o -").done();
    assert!(text.contains("add i32 %n, 17") && !text.contains("@f("), "linked and inlined: {text}");
    let message = place.run("caller.ll caller.ll --target nvptx64:sm_90 -o -").refused(1);
    assert!(message.starts_with("caller.ll: ") && message.contains("symbol multiply defined"), "{message}");
    place.write("other.ll", CALLEE.replace("spir64", "nvptx64"));
    let message = place.run("caller.ll other.ll --target nvptx64:sm_90 -o -").refused(1);
    let expected =
        "other.ll: found the triple `nvptx64-unknown-unknown`; expected `spir64-unknown-unknown`, as in caller.ll\n";
    assert_eq!(message, expected);
    place.write("no.ll", "no module");
    assert!(place.run("no.ll --target spirv64 -o -").refused(1).starts_with("no.ll: "));
    assert!(place.run("none.ll --target spirv64 -o -").refused(2).starts_with("cannot read `none.ll`: "));
}

/// An OffloadBinary with these images.
fn offload_binary(images: &[(&str, ImageKind, OffloadKind, &[u8])]) -> Vec<u8> {
    let images: Vec<Image<'_>> = images
        .iter()
        .map(|(triple, image_kind, offload_kind, content)| Image {
            image_kind: Some(*image_kind),
            offload_kind: *offload_kind,
            flags: 0,
            strings: vec![("triple".into(), triple.as_bytes().into())],
            content: Content::Bytes((*content).into()),
        })
        .collect();
    let mut writer = Writer::new(Vec::new(), Version::V1);
    writer.write(&images, |_| {}).expect("written");
    writer.finish().expect("written")
}

#[test]
fn containers_give_the_modules_for_the_target() {
    let place = Place::new();
    place.run("caller.ll --target spirv64 --stop-after reflect -o caller.bc").done();
    place.run("callee.ll --target spirv64 --stop-after constants -o callee.bc").done();
    let read = |name: &str| fs::read(place.path().join(name)).expect("written");
    let (caller, callee) = (read("caller.bc"), read("callee.bc"));
    let (sycl, bitcode) = (OffloadKind::SYCL, ImageKind::BITCODE);
    let images = [
        ("spir64-unknown-unknown", bitcode, sycl, &*caller),
        ("nvptx64-nvidia-cuda", bitcode, OffloadKind::CUDA, b"no module"),
        ("spir64-unknown-unknown", bitcode, sycl, &*callee),
    ];
    place.write("a.bundle", offload_binary(&images));
    let text = place.run("a.bundle --target nvptx64:sm_90 -o -").done();
    assert!(text.contains("add i32 %n, 17"), "{text}");
    let refused = |images: &[(&str, ImageKind, OffloadKind, &[u8])], message: &str| {
        place.write("b.bundle", offload_binary(images));
        assert_eq!(place.run("b.bundle --target nvptx64:sm_90 -o -").refused(1), format!("b.bundle: {message}\n"));
    };
    refused(
        &[("amdgcn-amd-amdhsa", bitcode, sycl, b"x"), ("spirv-unknown-vulkan", bitcode, sycl, b"x")],
        "found modules for amdgcn-amd-amdhsa, spirv-unknown-vulkan; expected one for SPIR-V, or for the target",
    );
    refused(
        &[("spirv64-unknown-unknown", ImageKind::SPIRV, sycl, b"x")],
        "found a SYCL image of kind spirv; expected bitcode, as `clang -fsycl -c` embeds it",
    );
    refused(
        &[("nvptx64-nvidia-cuda", bitcode, OffloadKind::CUDA, b"x")],
        "found no device code in it; expected an object that clang compiled for a device too, or an archive of such",
    );
    place.write("c.bundle", &offload_binary(&images)[..40]);
    assert!(place.run("c.bundle --target spirv64 -o -").refused(1).starts_with("c.bundle: offset "));
}

/// An HCF file with a module.
fn hcf(module: &str, kernels: &[&str], exported: &[&str], imported: &[&str]) -> String {
    let list = |name: &str, items: &[&str]| {
        let items: String = items.iter().map(|item| format!("{{.{item}\n}}.{item}\n")).collect();
        format!("{{.{name}\n{items}}}.{name}\n")
    };
    let kernels: String = kernels
        .iter()
        .map(|kernel| format!("{{.{kernel}\n{}}}.{kernel}\n", list("image-providers", &["llvm-ir.global"])))
        .collect();
    format!(
        "object-id = 1\ngenerator = hipSYCL SSCP\n{{.images\n{{.llvm-ir.global\nformat = llvm-ir\n\
         {{.__binary\nstart = 0\nsize = {}\n}}.__binary\n{}{}}}.llvm-ir.global\n}}.images\n\
         {{.kernels\n{kernels}}}.kernels\n__acpp_hcf_binary_appendix{module}",
        module.len(),
        list("exported-symbols", exported),
        list("imported-symbols", imported),
    )
}

/// As AdaptiveCpp compiles device code: for the host, with generic pointers in space 0.
const SSCP_KERNEL: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @_Z1fi(i32)
define void @_ZTS1K(ptr %p, i32 %n) {
  %v = call i32 @_Z1fi(i32 %n)
  store i32 %v, ptr %p
  ret void
}
"#;

const SSCP_FUNCTION: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define i32 @_Z1fi(i32 %n) {
  %v = add i32 %n, 17
  ret i32 %v
}
define i32 @_Z6unusedi(i32 %n) {
  ret i32 %n
}
"#;

#[test]
fn hcf_files_resolve_each_other() {
    let place = Place::new();
    place.write("k.hcf", hcf(SSCP_KERNEL, &["_ZTS1K"], &[], &["_Z1fi"]));
    place.write("f.hcf", hcf(&SSCP_FUNCTION.replace("@_ZTS1K", "@f"), &[], &["_Z1fi"], &[]));
    place.write("unneeded.hcf", hcf("no module", &[], &["_Z1gi"], &[]));
    for (target, kernel) in [
        ("nvptx64:sm_90", "define ptx_kernel void @_ZTS1K(ptr"),
        ("amdgcn:gfx90a", "define protected amdgpu_kernel void @_ZTS1K(ptr"),
        ("spirv64", "define spir_kernel void @_ZTS1K(ptr addrspace("),
    ] {
        let text = place.run(&format!("unneeded.hcf f.hcf k.hcf --generic 0 --target {target} -o -")).done();
        assert!(text.contains(kernel) && text.contains(", 17") && !text.contains("unused"), "{text}");
    }
    let ended = place.run("k.hcf --generic 0 --target nvptx64:sm_90 -o -");
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("'f(int)'") || ended.err.contains("`f(int)`"), "{}", ended.err);
    let note = "note: `_Z1fi` is imported by k.hcf, and none of the given files exports it\n";
    assert!(ended.err.starts_with(note), "{}", ended.err);
    // A library may have it.
    place.write("lib.ll", SSCP_FUNCTION.replace("x86_64-unknown-linux-gnu", "nvptx64-nvidia-cuda"));
    let text = place.run("k.hcf --generic 0 --target nvptx64:sm_90 --device-lib lib.ll -o -").done();
    assert!(text.contains(", 17"), "{text}");
    let message = place.run("f.hcf --target spirv64 -o -").refused(1);
    assert_eq!(message, "found no kernels; expected a file that has some\n");
    place.write("wrong.hcf", hcf(SSCP_KERNEL, &["_ZTS1L"], &[], &[]));
    let message = place.run("wrong.hcf --target spirv64 -o -").refused(1);
    let expected =
        "wrong.hcf: the module does not define the function `_ZTS1L`; expected each kernel that the file lists\n";
    assert_eq!(message, expected);
    place.write("ptx.hcf", hcf(SSCP_KERNEL, &[], &[], &[]).replace("llvm-ir.global", "ptx"));
    let message = place.run("ptx.hcf --target spirv64 -o -").refused(1);
    let expected = "ptx.hcf: found no image `llvm-ir.global`; expected one, as AdaptiveCpp's flow `generic` makes it\n";
    assert_eq!(message, expected);
}

#[test]
fn stages_are_stopped_and_dumped() {
    let place = Place::new();
    place.run("k.ll --target nvptx64:sm_90 --stop-after retarget --dump-stages stages -o k.ptx").done();
    assert!(place.calls().starts_with("llc "), "what is retargeted can be compiled");
    let mut names: Vec<String> = fs::read_dir(place.path().join("stages"))
        .expect("made")
        .map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let expected = [
        "00-input.ll",
        "01-constants.ll",
        "02-reflect.ll",
        "03-prune.ll",
        "04-specialize.ll",
        "05-spec-constants.ll",
        "06-prune-specialized.ll",
        "07-outline.ll",
        "08-retarget.ll",
    ];
    assert_eq!(names, expected);
    assert!(place.read("stages/07-outline.ll").contains("target triple = \"spir64-unknown-unknown\""));
    assert!(place.read("stages/08-retarget.ll").contains("target triple = \"nvptx64-nvidia-cuda\""));
    let message = place.run("k.ll --target nvptx64:sm_90 --stop-after outline -o k.ptx").refused(2);
    let expected =
        "after stage `outline` the module is for `spir64-unknown-unknown`; expected an output of LLVM IR, .bc or .ll\n";
    assert_eq!(message, expected);
    place.write("file", "");
    let message = place.run("k.ll --target spirv64 --dump-stages file/stages -o k.ll.out --emit ll").refused(2);
    assert!(message.starts_with("cannot write `file/stages`: "), "{message}");
    assert!(!place.path().join("k.ll.out").exists());
}

#[test]
fn constants_and_dead_arguments_are_printed() {
    let place = Place::new();
    let list = place.run("k.ll --list-constants").done();
    assert_eq!(list, "");
    let lost = KERNEL.replace("i32 %n) {", "i32 %n) !sycl_kernel_omit_args !0 {");
    place.write("lost.ll", format!("{lost}!0 = !{{i1 false, i1 true, i1 false}}\n"));
    let out = place.run("lost.ll --target nvptx64:sm_90 --print-dead-arguments -o k.bc").done();
    assert_eq!(out, "K: 3 arguments, removed: 1\n");
    let line = "k.ll --target nvptx64:sm_90 --specialize K:1=5 --group-size 16,16,1 --print-dead-arguments -o s.ll";
    let out = place.run(line).done();
    assert_eq!(out, "K: 2 arguments, removed: 1\n");
    assert!(place.read("s.ll").contains("store i32 5"));
    let message = place.run("k.ll --target spirv64 --print-dead-arguments -o -").refused(2);
    assert_eq!(message, "two things go to standard output; expected a file after `-o`\n");
}

#[test]
fn a_run_that_is_ended_leaves_nothing() {
    let place = Place::new();
    fs::create_dir(place.path().join("temporary")).expect("made");
    let left = || fs::read_dir(place.path().join("temporary")).expect("read").count();
    place.program("llc", "#!/bin/sh\necho > \"$CALLS\"\nexec sleep 5\n");
    let mut command = place.command("k.ll --target nvptx64:sm_90 -o k.ptx");
    let mut run = command.env("TMPDIR", place.path().join("temporary")).spawn().expect("the program starts");
    while !place.path().join("calls").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(left(), 1);
    let ended = Command::new("kill").arg(run.id().to_string()).status().expect("kill starts");
    assert!(ended.success() && !run.wait().expect("it ends").success());
    assert_eq!(left(), 0);
    assert!(!place.path().join("k.ptx").exists());
}

#[test]
fn usage_is_checked_before_anything_is_read() {
    let place = Place::new();
    for (line, message) in [
        ("", "no input; expected LLVM IR, an object, an OffloadBinary or an HCF file"),
        ("none.ll", "no target; expected `--target nvptx64 (with :sm_<number>), "),
        ("none.ll --target spirv64", "no output; expected `-o <file>`"),
        (
            "none.ll --target spirv64 -o a.xyz",
            "output `a.xyz` has an unknown ending; expected .bc, .ll, .ptx, .cubin, .o, .co, .spv or .so, or --emit",
        ),
        ("none.ll --target spirv64 -o a.ptx", "found the form .ptx for target `spirv64`; expected .bc, .ll or .spv"),
        (
            "none.ll --target nvptx64 -o a.cubin",
            "found the form .cubin for target `nvptx64`; expected a processor, as in `nvptx64:sm_90`",
        ),
        ("none.ll --target spirv64 -o a.spv -o b.spv", "option `o` is given twice; expected one"),
        ("none.ll --target spirv64 -o a --emit exe", "option `--emit` has the value `exe`; expected .bc, .ll, "),
        (
            "none.ll --target spirv64 -o a.spv --tool gcc=x",
            "option `--tool` has the value `gcc=x`; expected <name>=<file> with a name of: llc, ptxas, ld.lld",
        ),
        ("none.ll --list-constants=maybe", "option `--list-constants` has the value `maybe`; expected true or false"),
        ("none.ll --bogus", "unknown option `--bogus`; try --help for usage info"),
        ("none.ll --taget host", "unknown option `--taget`; did you mean `--target`?"),
        (
            "none.ll --target z80 -o a.spv",
            "parameter `target` of pass `llvm-to-backend` has the value `z80`; expected nvptx64 (with :sm_<number>), ",
        ),
        (
            "none.ll --target spirv64 --stop-after lunch -o a.ll",
            "parameter `stop-after` of pass `llvm-to-backend` has the value `lunch`; expected one of: constants, ",
        ),
    ] {
        let found = Command::new(env!("CARGO_BIN_EXE_llvm-to-backend")).args(line.split_whitespace()).output();
        let found = Ended::from_output(&found.expect("the program starts")).refused(2);
        assert!(found.starts_with(message), "{found}");
    }
    let last = Command::new(env!("CARGO_BIN_EXE_llvm-to-backend")).args(["a.ll", "--emit"]).output();
    let last = Ended::from_output(&last.expect("the program starts")).refused(2);
    assert_eq!(last, "option `--emit` has no value; expected <ending>\n");
    let help = place.run("--help").done();
    for option in ["-target=", "-dump-stages=", "-llvm-bin=", "-list-constants", "Exit code: 0 done"] {
        assert!(help.contains(option), "{option}");
    }
    for option in ["--version", "-V"] {
        assert!(place.run(option).done().starts_with("llvm-to-backend 0.1.0 (LLVM 22."));
    }
    let message = place.run("k.ll --target nvptx64:sm_95 -o a.ptx").refused(1);
    assert!(
        message.starts_with("target `nvptx64:sm_95`: unknown processor `sm_95`; expected one of LLVM's such as sm_"),
        "{message}"
    );
}

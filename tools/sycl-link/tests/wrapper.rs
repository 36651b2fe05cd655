//! `sycl-link` under the names that clang's driver calls: which arguments go where, what is refused, what is left
//! behind.
//!
//! clang and its linker wrapper are real (`LLVM_BIN`, default `/usr/lib/llvm-22/bin`), and so is `ld`. The programs of
//! a build are the stand-ins of the packager's tests, so no plugin is needed.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sycl_images::offload_binary::{Content, Image, ImageKind, OffloadKind, Version, Writer};
use tempfile::TempDir;

/// A directory with the driver directory, the stand-ins and a few objects.
struct Place {
    directory: TempDir,
    llvm: String,
}

impl Place {
    fn llvm() -> PathBuf {
        std::env::var_os("LLVM_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from)
    }

    fn new() -> Self {
        let llvm = Self::llvm().display().to_string();
        let place = Self { directory: tempfile::tempdir().unwrap(), llvm };
        for directory in ["driver", "bin", "tmp"] {
            fs::create_dir(place.path(directory)).unwrap();
        }
        for name in ["clang-linker-wrapper", "clang-sycl-linker"] {
            symlink(env!("CARGO_BIN_EXE_sycl-link"), place.path("driver").join(name)).unwrap();
        }
        let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sycl-packager/tests/pipeline/stand-in");
        for name in ["llvm-link", "opt", "llc", "ld.lld", "spirv-val", "sycl-packager"] {
            symlink(&stand_in, place.path("bin").join(name)).unwrap();
        }
        place.write("plugin.so", "not really");
        // What the SYCL runtime has.
        place.write("runtime.c", "void __sycl_register_lib(void *d) {} void __sycl_unregister_lib(void *d) {}");
        place.write("main.c", "int main(void) { return 0; }");
        place.tool("clang", "-c runtime.c -o runtime.o");
        place.tool("clang", "-c main.c -o main.o");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn tool(&self, name: &str, arguments: &str) {
        let program = if name == "ar" { name.to_owned() } else { format!("{}/{name}", self.llvm) };
        let status = Command::new(&program).args(arguments.split(' ')).current_dir(self.path("")).status();
        assert!(status.unwrap_or_else(|e| panic!("{program}: {e}")).success(), "{program} {arguments}");
    }

    /// Writes an object with an image for each of these.
    fn object(&self, name: &str, embedded: &[(OffloadKind, &str)]) {
        let image = |(kind, text): &(OffloadKind, &str)| Image {
            image_kind: Some(ImageKind::BITCODE),
            offload_kind: *kind,
            flags: 0,
            strings: vec![("triple".into(), b"spirv64-unknown-unknown".as_slice().into())],
            content: Content::Bytes(text.as_bytes().to_vec().into()),
        };
        let mut writer = Writer::new(Vec::new(), Version::V1);
        writer.write(&embedded.iter().map(image).collect::<Vec<_>>(), |_| {}).unwrap();
        self.write("embedded", writer.finish().unwrap());
        if name.is_empty() {
            return;
        }
        self.write("host.c", format!("int function_of_{};", name.replace(['.', '-'], "_")));
        self.embed(name);
    }

    /// Has a kernel embedded in what is compiled next.
    fn device(&self, kernel: &str) {
        self.object("", &[(OffloadKind::SYCL, &device_code(kernel))]);
    }

    /// Compiles `host.c` with what is to be embedded.
    fn embed(&self, name: &str) {
        self.tool("clang", &format!("-c -Xclang -fembed-offload-object=embedded host.c -o {name}"));
    }

    /// Writes an object with a SYCL kernel.
    fn sycl(&self, name: &str, kernel: &str) {
        self.object(name, &[(OffloadKind::SYCL, &device_code(kernel))]);
    }

    /// Calls `sycl-link` under a name.
    fn command(&self, name: &str, arguments: &str) -> Command {
        let packager = Path::new(env!("CARGO_BIN_EXE_sycl-link")).with_file_name("sycl-packager");
        let mut command = Command::new(self.path("driver").join(name));
        command.args(arguments.split(' ').filter(|argument| !argument.is_empty())).current_dir(self.path(""));
        command.env("TMPDIR", self.path("tmp")).env("STAND_IN_PACKAGER", packager).env_remove("MAKEFLAGS");
        command.env("SYCL_PACKAGER_CACHE_DIR", self.path("cache"));
        command
    }

    fn wrapper(&self, arguments: &str) -> Output {
        self.command("clang-linker-wrapper", arguments).output().unwrap()
    }

    /// A link of a program, with the stand-ins.
    fn link(&self, arguments: &str) -> Output {
        let tools = ["spirv-val", "sycl-packager"].map(|tool| format!("--sycl-tool={tool}=bin/{tool}")).join(" ");
        let ours = format!("--sycl-llvm-bin=bin --sycl-plugin=plugin.so {tools}");
        self.wrapper(&format!("{START} {ours} runtime.o main.o {arguments}"))
    }

    /// Message of a refused call, with its exit code; nothing was written.
    #[track_caller]
    fn refused(&self, output: &Output) -> String {
        assert!(!self.path("out").exists());
        assert_eq!(fs::read_dir(self.path("tmp")).unwrap().count(), 0, "temporary files are left");
        let error = String::from_utf8(output.stderr.clone()).unwrap();
        format!("{}: {}", output.status.code().unwrap(), error.trim_end())
    }
}

fn device_code(kernel: &str) -> String {
    format!("target triple = \"spirv64-unknown-unknown\"\n; kernel {kernel} 1\n")
}

/// Arguments that clang's driver puts in front.
const START: &str =
    "--host-triple=x86_64-pc-linux-gnu --linker-path=/usr/bin/ld -dynamic-linker /bin/sh -e main -o out";

#[track_caller]
fn done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// The kernels that a program registers.
fn kernels(place: &Place, program: &str) -> Vec<String> {
    let images = sycl_images::wrap::read(&place.read(program)).unwrap();
    images.into_iter().flat_map(|image| image.entries).map(|entry| entry.to_string()).collect()
}

#[test]
fn images_of_all_objects_and_archives_are_registered() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.sycl("b.o", "beta");
    place.sycl("c.o", "gamma");
    place.tool("ar", "rc libb.a b.o");
    place.tool("ar", "rcT libc.a c.o");
    for arguments in ["a.o b.o c.o", "a.o libb.a libc.a", "a.o -L. -lb --library=c", "a.o -L . -l b -Bstatic -l:libc.a"]
    {
        done(&place.link(&format!("-u function_of_b_o -u function_of_c_o {arguments}")));
        assert_eq!(kernels(&place, "out"), ["alpha", "beta", "gamma"], "{arguments}");
        fs::remove_file(place.path("out")).unwrap();
    }
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0, "temporary files are left");
}

#[test]
fn an_input_counts_once_by_whatever_name() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.tool("ar", "rc liba.a a.o");
    symlink("liba.a", place.path("libother.a")).unwrap();
    done(&place.link("-u function_of_a_o -L. -la ./liba.a -lother"));
    assert_eq!(kernels(&place, "out"), ["alpha"]);
}

/// The linkers that say which members they take: their paths, and options without which they lack something.
fn linkers() -> Vec<String> {
    let lld = Place::llvm().join("ld.lld");
    ["/usr/bin/ld.bfd".into(), lld.display().to_string(), "/usr/bin/ld.gold".into()]
        .into_iter()
        .filter(|linker: &String| Path::new(linker).exists())
        .collect()
}

#[test]
fn members_are_those_that_the_linker_takes() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    for (name, kernel, host) in [
        ("wanted.o", "wanted", "int wanted(void) { return 1; }"),
        ("other.o", "other", "int other(void) { return 1; }"),
        ("weak.o", "weak", "__attribute__((weak)) int wanted(void) { return 2; }"),
    ] {
        place.device(kernel);
        place.write("host.c", host);
        place.embed(name);
    }
    place.write("uses.c", "int wanted(void); int uses(void) { return wanted(); }");
    place.tool("clang", "-c uses.c -o uses.o");
    // Members of one name in one archive.
    fs::create_dir(place.path("sub")).unwrap();
    fs::copy(place.path("other.o"), place.path("sub/wanted.o")).unwrap();
    place.tool("ar", "rc lib.a other.o wanted.o");
    place.tool("ar", "rcT libthin.a other.o wanted.o");
    place.tool("ar", "qc libsame.a sub/wanted.o wanted.o");
    place.tool("ar", "rc libweak.a weak.o");
    for (line, expected) in [
        ("a.o uses.o lib.a", &["alpha", "wanted"][..]),
        ("a.o uses.o libthin.a", &["alpha", "wanted"]),
        ("a.o uses.o libsame.a", &["alpha", "wanted"]),
        ("a.o uses.o lib.a libweak.a", &["alpha", "wanted"]),
        ("a.o uses.o libweak.a lib.a", &["alpha", "weak"]),
        ("a.o uses.o -u other lib.a lib.a", &["alpha", "other", "wanted"]),
        ("a.o uses.o --start-group libthin.a lib.a --end-group", &["alpha", "wanted"]),
        ("a.o --defsym=mine=other lib.a", &["alpha", "other"]),
        ("a.o --whole-archive lib.a --no-whole-archive", &["alpha", "other", "wanted"]),
        ("a.o lib.a libsame.a", &["alpha"]),
        ("uses.o lib.a", &["wanted"]),
        ("lib.a", &[]),
    ] {
        for linker in linkers() {
            let output = place.link(&format!("--linker-path={linker} {line}"));
            done(&output);
            let mut found = kernels(&place, "out");
            found.sort();
            assert_eq!(found, expected, "{linker} {line}");
            fs::remove_file(place.path("out")).unwrap();
        }
    }
    // Objects that linkers take as members; GNU ld does not know these options.
    for linker in linkers().into_iter().filter(|linker| !linker.ends_with("bfd")) {
        done(&place.link(&format!("--linker-path={linker} a.o uses.o --start-lib other.o wanted.o --end-lib")));
        assert_eq!(kernels(&place, "out"), ["alpha", "wanted"], "{linker}");
    }
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0, "temporary files are left");
}

#[test]
fn names_of_inputs_may_be_any() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new();
    place.sycl("a.o", "alpha");
    let name = std::ffi::OsStr::from_bytes(b"a\xff b.o");
    fs::copy(place.path("a.o"), place.path("").join(name)).unwrap();
    let tools = ["spirv-val", "sycl-packager"].map(|tool| format!("--sycl-tool={tool}=bin/{tool}")).join(" ");
    let ours = format!("{START} --sycl-llvm-bin=bin --sycl-plugin=plugin.so {tools} runtime.o main.o");
    done(&place.command("clang-linker-wrapper", &ours).arg(name).output().unwrap());
    assert_eq!(kernels(&place, "out"), ["alpha"]);
}

#[test]
fn linker_scripts_in_the_place_of_libraries_are_read() {
    let place = Place::new();
    for name in ["a.o", "b.o", "c.o"] {
        place.sycl(name, name.trim_end_matches(".o"));
    }
    place.tool("ar", "rc libb.a b.o");
    place.tool("ar", "rc libc.a c.o");
    fs::create_dir(place.path("more")).unwrap();
    place.write("more/libgroup.so", "/* a script */ GROUP ( inner.ld AS_NEEDED ( -lc ) )");
    place.write("more/inner.ld", "INPUT(libb.a)");
    place.write("outer.ld", "INPUT(-lgroup)");
    let symbols = "-u function_of_b_o -u function_of_c_o";
    for line in ["-lgroup", "more/libgroup.so", "outer.ld"] {
        done(&place.link(&format!("{symbols} a.o -Lmore -L. {line}")));
        assert_eq!(kernels(&place, "out"), ["a", "b", "c"], "{line}");
        done(&place.link(&format!("-u function_of_c_o a.o -Lmore -L. {line}")));
        assert_eq!(kernels(&place, "out"), ["a", "c"], "{line}");
    }
    // One that names itself is read once; GNU ld itself would not end.
    place.write("loop.ld", "INPUT(loop.ld a.o)");
    done(&place.link("loop.ld --sycl-print-plan"));
}

#[test]
fn a_linker_that_does_not_say_what_it_takes_gets_all_members() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.sycl("b.o", "beta");
    place.tool("ar", "rc libb.a b.o");
    place.write(
        "silent",
        "#!/bin/sh\ncase $* in *--trace*) echo 'no such option' >&2; exit 1 ;; esac\nexec ld \"$@\"\n",
    );
    fs::set_permissions(place.path("silent"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let output = place.link("--linker-path=./silent a.o libb.a");
    let expected = "sycl-link: warning: cannot find out which members of archives ./silent takes: no such option; \
                    device code of all members is linked\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    assert_eq!(kernels(&place, "out"), ["alpha", "beta"]);
}

#[test]
fn a_program_without_kernels_needs_no_runtime() {
    let place = Place::new();
    place.object("a.o", &[(OffloadKind::SYCL, "target triple = \"spirv64-unknown-unknown\"\n")]);
    place.write("start.c", "int start(void) { return 0; }");
    place.tool("clang", "-c start.c -o start.o");
    let tools = "--sycl-tool=spirv-val=bin/spirv-val --sycl-tool=sycl-packager=bin/sycl-packager";
    let linker = "--host-triple=x86_64-pc-linux-gnu --linker-path=/usr/bin/ld -e start -o out";
    done(&place.wrapper(&format!("{linker} start.o a.o --sycl-llvm-bin=bin --sycl-plugin=plugin.so {tools}")));
    assert_eq!(kernels(&place, "out"), [""; 0]);
}

#[test]
fn a_shared_library_hides_the_archive_behind_it() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.sycl("b.o", "beta");
    place.tool("ar", "rc libb.a b.o");
    place.tool("clang", "-shared -nostdlib main.o -o libb.so");
    done(&place.link("a.o -u function_of_b_o -L. -lb"));
    assert_eq!(kernels(&place, "out"), ["alpha"]);
    done(&place.link("a.o -u function_of_b_o -L. -Bstatic -lb"));
    assert_eq!(kernels(&place, "out"), ["alpha", "beta"]);
}

#[test]
fn the_linker_gets_its_arguments_in_their_order() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    let output =
        place.link("--dry-run --device-compiler=x=-O2 -z now a.o --wrapper-jobs=1 -rpath x -dynamic-linker main.o");
    done(&output);
    let line = String::from_utf8(output.stdout).unwrap();
    let images = line.find("sycl-images.o").unwrap();
    let line = format!("{}IMAGES{}", &line[..line[..images].rfind('"').unwrap()], &line[images + 13..]);
    let expected = " \"/usr/bin/ld\" \"-dynamic-linker\" \"/bin/sh\" \"-e\" \"main\" \"-o\" \"out\" IMAGES\" \"runtime.o\" \"main.o\" \"-z\" \"now\" \"a.o\" \"-rpath\" \"x\" \
                    \"-dynamic-linker\" \"main.o\"\n";
    assert_eq!(line, expected);
    assert!(!place.path("out").exists());
}

#[test]
fn long_command_lines_are_read_from_files() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    fs::rename(place.path("a.o"), place.path("a b.o")).unwrap();
    place.write("arguments", format!("{START} runtime.o main.o 'a b.o' --sycl-llvm-bin=bin --sycl-plugin=plugin.so"));
    let tools = "--sycl-tool=spirv-val=bin/spirv-val --sycl-tool=sycl-packager=bin/sycl-packager";
    done(&place.wrapper(&format!("@arguments {tools}")));
    assert_eq!(kernels(&place, "out"), ["alpha"]);
}

#[test]
fn without_sycl_code_the_real_wrapper_links_to_the_same_bytes() {
    let place = Place::new();
    let run = |program: &Path, output: &str| {
        let mut command = Command::new(program);
        command.args(["--host-triple=x86_64-pc-linux-gnu", "--linker-path=/usr/bin/ld", "--build-id", "-e", "main"]);
        let status = command.args(["main.o", "-o", output]).current_dir(place.path("")).status().unwrap();
        assert!(status.success());
        place.read(output)
    };
    let real = PathBuf::from(&place.llvm).join("clang-linker-wrapper");
    assert!(run(&place.path("driver/clang-linker-wrapper"), "ours") == run(&real, "theirs"));
    // The wrapper that clang would have called next.
    let mut other = place.command("clang-linker-wrapper", START);
    fs::create_dir(place.path("next")).unwrap();
    symlink("/bin/echo", place.path("next/clang-linker-wrapper")).unwrap();
    let path = std::env::join_paths([place.path("driver"), place.path("next")]).unwrap();
    let output = other.env("COMPILER_PATH", path).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{START}\n"));
    let output = place.wrapper(&format!("--sycl-real-wrapper=/bin/echo main.o {START} --sycl-target=spirv64"));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("main.o {START}\n"));
    let output = place.wrapper("--sycl-real-wrapper=nothing main.o");
    let expected = "2: sycl-link: nothing: there is no such program; expected LLVM's clang-linker-wrapper";
    assert_eq!(place.refused(&output), expected);
}

#[test]
fn device_code_of_other_languages_is_the_real_wrappers() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.object("mixed.o", &[(OffloadKind::SYCL, &device_code("beta")), (OffloadKind::HIP, "BC\u{c0}\u{de}hip")]);
    place.object("hip.o", &[(OffloadKind::HIP, "other")]);
    place.tool("ar", "rc libmixed.a mixed.o a.o");
    // Shows the containers that the real wrapper would find.
    place.write("show", "#!/bin/sh\necho \"$@\"\nfor a; do case $a in *without-sycl*) cp \"$a\" .;; esac; done\n");
    fs::set_permissions(place.path("show"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let symbols = "-u function_of_a_o -u function_of_mixed_o";
    let output = place.link(&format!("--sycl-real-wrapper=./show --compress hip.o {symbols} libmixed.a"));
    done(&output);
    let line = String::from_utf8(output.stdout).unwrap();
    assert!(
        line.starts_with("--host-triple=x86_64-pc-linux-gnu --linker-path=/usr/bin/ld --compress -dynamic-linker /bin/sh -e main -o out "),
        "{line}"
    );
    assert!(line.contains("/sycl-images.o runtime.o main.o hip.o ") && line.ends_with("/without-sycl-0.a\n"), "{line}");
    let left = sycl_images::embedded::find(&place.path("without-sycl-0.a")).unwrap();
    let left: Vec<_> = left.images().map(|image| (image.offload_kind, image.place.display().to_string())).collect();
    assert_eq!(
        left,
        [(OffloadKind::HIP, "PLACE(mixed.o)".replace("PLACE", place.path("without-sycl-0.a").to_str().unwrap()))]
    );
    // Linkers still take it.
    done(
        &Command::new("ld")
            .args(["-r", "--whole-archive", "without-sycl-0.a", "-o", "x.o"])
            .current_dir(place.path(""))
            .output()
            .unwrap(),
    );
}

#[test]
fn what_cannot_be_linked_is_refused_and_leaves_nothing() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    let refused = |arguments: &str| place.refused(&place.link(arguments));
    let found = refused("a.o --sycl-foo");
    assert!(
        found.starts_with("2: sycl-link: unknown option '--sycl-foo'; expected one of: --sycl-target, "),
        "{found}"
    );
    let found = refused("a.o --sycl-split=foo");
    assert!(found.starts_with("2: sycl-link: invalid value 'foo' for '--sycl-split <MODE>'"), "{found}");
    assert_eq!(refused("a.o --sycl-set=a"), "2: sycl-link: found --sycl-set a; expected NAME=VALUE");
    let found = refused("a.o --sycl-target=foo");
    assert!(found.starts_with("2: sycl-link: unknown target `foo`; expected spirv64, "), "{found}");
    let message =
        "1: sycl-link: a.o: found device code in a link to an object (-r); device code is linked in the final link";
    assert_eq!(refused("a.o -r"), message);
    assert_eq!(refused("a.o --relocatable"), message);
    for (linker, place_of) in [("/nothing/ld", ""), ("nothing-ld", "; looked for it in PATH")] {
        let expected = format!("2: sycl-link: cannot find the host linker `{linker}`{place_of}");
        assert_eq!(refused(&format!("a.o --linker-path={linker}")), expected);
    }
    let mut damaged = place.read("a.o");
    let at = damaged.windows(4).position(|bytes| bytes == [0x10, 0xff, 0x10, 0xad]).unwrap();
    damaged[at + 4] = 9;
    place.write("b.o", damaged);
    place.tool("ar", "rc libb.a b.o");
    let found = refused("a.o libb.a");
    assert!(found.starts_with("1: sycl-link: libb.a(b.o): offset 0x"), "{found}");
    // The linker's own failure has the linker's exit code.
    let found = refused("a.o nothing.o");
    assert!(found.starts_with("1: ") && found.contains("nothing.o"), "{found}");
}

#[test]
fn a_pipe_is_refused() {
    let place = Place::new();
    let status = Command::new("mkfifo").arg(place.path("pipe.o")).status().unwrap();
    assert!(status.success());
    // It has no writer, so a reader waits.
    let output = place.link("main.o pipe.o");
    let message = "pipe.o: found a pipe; expected a file, since inputs of a link are read more than once";
    assert!(place.refused(&output).contains(message));
}

#[test]
fn steps_are_printed_and_nothing_is_linked() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    let output = place.link("a.o --sycl-print-plan");
    done(&output);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("-passes=sycl-front-end -o front-end-0.bc input-0.bc"), "{text}");
    assert!(!place.path("out").exists());
}

#[test]
fn programs_that_look_for_host_images_get_them() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    // As programs with `SYP_EMBEDDED` find images.
    place.write(
        "host.c",
        "extern const char __start_sycl_host_images[]; const void *start(void) { return __start_sycl_host_images; }",
    );
    place.embed("embedded.o");
    place.tool("ar", "rc libembedded.a main.o embedded.o");
    // The function of the object that is taken.
    let start = "-u start";
    let plan = |arguments: &str| {
        let output = place.link(&format!("{start} {arguments} --sycl-print-plan"));
        done(&output);
        String::from_utf8(output.stdout).unwrap()
    };
    let is_for_host = |plan: &str| (plan.contains("llvm-to-backend<target=host;"), plan.contains("spirv64-native"));
    for inputs in ["embedded.o", "a.o embedded.o", "-L. -lembedded"] {
        assert_eq!(is_for_host(&plan(inputs)), (true, false), "{inputs}");
    }
    assert_eq!(is_for_host(&plan("a.o")), (false, true));
    // An object without kernels does not say for which runtime it is; the options do.
    place.write("libsycl_runtime.a", "!<arch>\n");
    let ours = "--sycl-runtime=static --sycl-runtime-directory=.";
    assert_eq!(is_for_host(&plan(&format!("a.o embedded.o {ours}"))), (true, false));
    let both = plan(&format!("a.o embedded.o {ours} --sycl-target=host --sycl-target=nvptx64:sm_80"));
    assert!(both.contains("wrap --container=") && !both.contains("--runtime-target="), "{both}");
    // One that the linker does not take asks for nothing.
    let output = place.link("a.o -L. -lembedded --sycl-print-plan");
    assert_eq!(is_for_host(&String::from_utf8(output.stdout).unwrap()), (false, true));
    assert_eq!(is_for_host(&plan("a.o embedded.o --sycl-target=spirv64")), (false, true));
    assert_eq!(is_for_host(&plan("a.o embedded.o --sycl-target=spirv64 --sycl-target=host")), (true, true));
    // By default it compiles generic code for other devices.
    assert!(plan(&format!("embedded.o {ours}")).contains("--arch=generic"));
    assert!(!plan("embedded.o").contains("--arch=generic"));
    // Programs without a runtime register nothing.
    for target in ["spirv64", "host --sycl-target=nvptx64:sm_80", "host,amdgcn:gfx90a"] {
        let found = place.refused(&place.link(&format!("embedded.o --sycl-target={target}")));
        let start = "2: sycl-link: found the target `";
        let end = "for objects that were compiled with SYP_EMBEDDED; expected host, host:x86-64-v3 or the like, or \
                   objects for a SYCL runtime";
        assert!(found.starts_with(start) && found.contains(end), "{found}");
    }
}

#[test]
fn files_on_the_way_are_kept_where_the_user_says() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    done(&place.link("a.o --sycl-keep=kept"));
    assert!(place.path("kept/front-end-0.bc").is_file());
    done(&place.link("a.o --save-temps"));
    assert!(place.path("out.sycl/front-end-0.bc").is_file());
}

#[test]
fn bitcode_for_lto_with_device_code_is_warned_of() {
    let place = Place::new();
    place.sycl("a.o", "alpha");
    place.tool("clang", "-c -flto -Xclang -fembed-offload-object=embedded host.c -o lto.o");
    let output = place.wrapper(&format!("--sycl-real-wrapper=/bin/true {START} main.o lto.o"));
    assert!(output.status.success());
    let expected = "sycl-link: warning: lto.o: device code in LLVM bitcode is not linked; compile with -fno-lto or -ffat-lto-objects\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
}

#[test]
fn the_sycl_linker_makes_containers_for_the_stock_wrapper() {
    let place = Place::new();
    place.write("a.bc", device_code("alpha"));
    place.write("b.bc", device_code("beta"));
    let tools = ["spirv-val", "sycl-packager"].map(|tool| format!("--sycl-tool={tool}=bin/{tool}")).join(" ");
    let ours = format!("--sycl-llvm-bin=bin --sycl-plugin=plugin.so {tools}");
    let run = |arguments: &str| place.command("clang-sycl-linker", &format!("{ours} {arguments}")).output().unwrap();
    done(&run("a.bc b.bc -triple=spirv64-unknown-unknown -arch= --module-split-mode=kernel -o out"));
    let source = sycl_images::source::FileSource::open(&place.path("out")).unwrap();
    let binaries = sycl_images::offload_binary::read(&source).unwrap();
    let images: Vec<_> = binaries.iter().flat_map(|binary| &binary.entries).collect();
    assert_eq!(images.len(), 2);
    for (image, kernel) in images.iter().zip(["alpha", "beta"]) {
        assert_eq!((image.image_kind, image.offload_kind), (ImageKind::BITCODE, OffloadKind::SYCL));
        assert_eq!(image.strings.text("triple"), Some("spir64"));
        assert_eq!(image.strings.text("symbols"), Some(kernel));
    }
    fs::remove_file(place.path("out")).unwrap();
    let dry = run("a.bc b.bc --dry-run -o out");
    done(&dry);
    let steps = String::from_utf8(dry.stdout).unwrap();
    assert!(steps.contains("-passes=sycl-front-end -o front-end-0.bc") && !place.path("out").exists(), "{steps}");
    place.write("b.bc", format!("{} fp64\n", device_code("beta").trim_end()));
    let output = run("b.bc -o out");
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(
        output.status.success() && error.starts_with("sycl-link: warning: LLVM's clang-linker-wrapper drops "),
        "{error}"
    );
    fs::remove_file(place.path("out")).unwrap();
    let found = place.refused(&run("a.bc --triple=nvptx64-nvidia-cuda -o out"));
    assert!(found.starts_with("2: sycl-link: found --triple=nvptx64-nvidia-cuda; expected spirv64-"), "{found}");
    let found = place.refused(&run("a.bc --unknown -o out"));
    assert!(found.starts_with("2: sycl-link: unknown option `--unknown`; expected one of: "), "{found}");
    assert_eq!(place.refused(&run("a.bc")), "2: sycl-link: found no -o; expected the file to write");
    assert_eq!(place.refused(&run("-o out")), "2: sycl-link: found no input; expected LLVM bitcode");
}

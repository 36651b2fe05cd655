//! The command line: standard output, standard error and exit code, whole.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;

use std::process::{Command, Stdio};

use common::{PROP, Place, same};

const DONE: &str = "exit code 0\n";

#[test]
fn table_operations_run_in_order() {
    let place = Place::new();
    place.write("b.list", "b.spv\n");
    same(
        &place.run("table --extract=Code,Symbols --rename=Code,Image a.table"),
        "exit code 0\n--- stdout\n[Image|Symbols]\na.spv|a.sym\n",
    );
    // In the other order the name is gone.
    same(
        &place.run("table --rename=Code,Image --extract=Code a.table"),
        "exit code 1\n--- stderr\nsycl-packager: a.table: column not found: Code\n\
         hint: the columns of a.table are: Code Properties Symbols\n",
    );
    // One dash, as file-table-tform takes it.
    same(&place.run("table -replace=Code,0 -extract=Code -drop_titles a.table b.list -o c.list"), DONE);
    assert_eq!(place.read("c.list"), b"b.spv\n");
    same(&place.run("table -copy_single_file=Symbols,0 a.table -o copy.sym"), DONE);
    assert_eq!(place.read("copy.sym"), place.read("a.sym"));
    same(
        &place.run("table --copy_single_file=Code,0 --drop_titles a.table"),
        "exit code 2\n--- stderr\nsycl-packager: copy_single_file must be the last transformation\n",
    );
    same(
        &place.run("table --replace=Code,0 a.table"),
        "exit code 2\n--- stderr\nsycl-packager: no input for 'replace' command\n",
    );
    same(
        &place.run("table --replace_cell=Code,0 a.table other.spv"),
        "exit code 0\n--- stdout\n[Code|Properties|Symbols]\nother.spv|a.prop|a.sym\n",
    );
    let missing = place.run("table --drop_titles none.table");
    assert!(missing.starts_with("exit code 2\n--- stderr\nsycl-packager: none.table: cannot read: "), "{missing}");
    place.write("bad.table", "[A|B]\nx\n");
    same(
        &place.run("table --drop_titles bad.table -o out.table"),
        "exit code 1\n--- stderr\nsycl-packager: bad.table:2:1: row size mismatch at line 2: found 1 cells; expected 2\n",
    );
    assert!(!place.files().contains(&"out.table".to_owned()));
}

#[cfg(unix)]
#[test]
fn foreach_runs_all_and_tells_the_last_failure() {
    let place = Place::new();
    place.write("in.list", "a\nb\nc\n");
    let line = "foreach --in-file-list=in.list --in-replace={} --out-replace=@ --out-ext=txt --out-dir=. \
                --out-file-list=out.list -j 2 -- sh script {} @";
    place.write("script", "echo $1 > $2\n");
    same(&place.run(line), DONE);
    let list = String::from_utf8(place.read("out.list")).unwrap();
    let outputs: Vec<&str> = list.lines().collect();
    assert_eq!(outputs.iter().map(|file| place.read(file)).collect::<Vec<_>>(), [b"a\n", b"b\n", b"c\n"]);

    place.write("script", "echo $2 > $1\n");
    same(&place.run("foreach --in-file-list=in.list --in-replace={} --out-increment=log -- sh script log {}"), DONE);
    assert_eq!(["log", "log_1", "log_2"].map(|file| place.read(file)), [b"a\n", b"b\n", b"c\n"]);

    place.write("script", "test $1 = b && exit 7; test $1 = a && exit 3; exit 0\n");
    let failed = place.run("foreach -in-file-list=in.list -in-replace={} -- sh script {}");
    same(
        &failed,
        "exit code 7\n--- stderr\nsycl-packager: a: `sh` failed with exit code 3\n\
         sycl-packager: b: `sh` failed with exit code 7\n",
    );
    place.write("short.list", "a\n");
    same(
        &place.run("foreach --in-file-list=in.list --in-replace=A --in-file-list=short.list --in-replace=B -- true"),
        "exit code 1\n--- stderr\nsycl-packager: all input file lists must have same number of lines\n",
    );
    let missing = place.run("foreach --in-file-list=in.list --in-replace=A -- /nonexistent/tool A");
    assert!(
        missing.starts_with("exit code 2\n--- stderr\nsycl-packager: cannot run `/nonexistent/tool`: "),
        "{missing}"
    );
}

#[test]
fn properties_are_shown_converted_and_compared() {
    let place = Place::new();
    same(
        &place.run("props show a.prop"),
        "exit code 0\n--- stdout\n[SYCL/device requirements]\n  aspects = [6]\n\
         [SYCL/specialization constants]\n  _Z4gain = [4, 0, 4]\n\
         [SYCL/specialization constants default values]\n  all = [1065353216]\n\
         [SYCL/kernel param opt]\n  _ZTS1K = 3 bits: 04\n\
         [SYCL/kernel names]\n  _ZTS1K = 1\n[SYCL/misc properties]\n  optLevel = 2\n",
    );
    same(&place.run("props convert a.prop -o a.prop.json"), DONE);
    same(&place.run("props convert a.prop.json -o b.prop"), DONE);
    same(&place.run("props convert a.prop.json --to text"), &format!("{DONE}--- stdout\n{PROP}"));
    assert_eq!(place.read("b.prop"), PROP.as_bytes());
    same(&place.run("props compare a.prop a.prop.json --order"), DONE);
    place
        .write("c.prop", PROP.replace("optLevel=1|2", "optLevel=1|3").replace("[SYCL/kernel names]\n_ZTS1K=1|1\n", ""));
    same(
        &place.run("props compare a.prop c.prop"),
        "exit code 1\n--- stdout\n[SYCL/kernel names]: only in a.prop\n[SYCL/misc properties] optLevel: 2 and 3\n",
    );
    place.write("bad.prop", "[SYCL/misc properties]\noptLevel=1|x\n");
    same(
        &place.run("props show bad.prop"),
        "exit code 1\n--- stderr\nsycl-packager: bad.prop:2:12: invalid property value: `x`; \
         expected a decimal number from 0 to 4294967295\n",
    );
}

const IMAGE: &str = "  kernels            _ZTS1K\n  symbols            _ZTS1K _Z6helperv\n  aspects            fp64\n  \
    parameters         _ZTS1K: 3, removed: 2\n  property           SYCL/misc properties: optLevel = 2\n";
const CONSTANTS: &str = "  constant  id  offset  size  default      integer  float\n  \
    _Z4gain    4       0     4  0000803f  1065353216    1.0\n";

#[test]
fn bundles_come_apart_again() {
    let place = Place::new();
    for version in ["1", "2"] {
        same(&place.run(&format!("bundle --table a.table --container-version {version} -o a.bundle")), DONE);
        let size = place.read("a.bundle").len();
        let offset = size - 16; // the image comes last
        same(
            &place.run("inspect a.bundle"),
            &format!(
                "exit code 0\n--- stdout\na.bundle: OffloadBinary version {version}, {size} bytes, 1 image\n\n\
                 image 0: spirv for spirv64-unknown-unknown (generic), 16 bytes at {offset:#x}\n\
                 {IMAGE}  offload kind       sycl\n{CONSTANTS}"
            ),
        );
        same(
            &place.run("unbundle a.bundle -d out"),
            "exit code 0\n--- stdout\nout/a-spirv64-unknown-unknown-generic.0.spv\n\
             out/a-spirv64-unknown-unknown-generic.0.prop\nout/a-spirv64-unknown-unknown-generic.0.sym\nout/a.table\n",
        );
        for extension in ["spv", "prop", "sym"] {
            let name = format!("out/a-spirv64-unknown-unknown-generic.0.{extension}");
            assert_eq!(place.read(&name), place.read(&format!("a.{extension}")), "{name}");
        }
        same(&place.run("bundle --table out/a.table --container-version 1 -o b.bundle"), DONE);
        if version == "1" {
            assert_eq!(place.read("a.bundle"), place.read("b.bundle"));
        }
    }
    same(
        &place.run("unbundle a.bundle --select triple=nvptx64-nvidia-cuda"),
        "exit code 1\n--- stderr\nsycl-packager: a.bundle: no image matches\nhint: `inspect` lists the images\n",
    );
}

#[test]
fn names_in_a_bundle_do_not_leave_the_directory() {
    let place = Place::new();
    for triple in ["../../evil", "/evil", "a/b", "..", "a\\b", "c:d"] {
        same(&place.run(&format!("bundle --image=file=a.spv,triple={triple} -o e.bundle")), DONE);
        same(
            &place.run("unbundle e.bundle -d out"),
            &format!(
                "exit code 1\n--- stderr\nsycl-packager: e.bundle: image 0: triple `{triple}` cannot be part of a file \
                 name; expected one without path separators\n"
            ),
        );
        assert!(!place.path().join("out").exists(), "nothing is written");
    }
}

#[test]
fn nothing_is_written_when_a_row_is_broken() {
    let place = Place::new();
    place.write("b.table", "[Code|Properties]\na.spv|a.prop\nmissing.spv|a.prop\n");
    let before = place.files();
    for command in ["bundle --table b.table -o x", "syclbin create --table b.table -o x", "wrap --table b.table -o x"] {
        let found = place.run(command);
        let start = "exit code 1\n--- stderr\nsycl-packager: b.table: row 1: cannot read missing.spv: ";
        assert!(found.starts_with(start) && found.lines().count() == 3, "{found}");
        assert_eq!(place.files(), before);
    }
    place.write("d.table", "[Code|Properties]\n|a.prop\n");
    same(
        &place.run("bundle --table d.table -o x"),
        "exit code 1\n--- stderr\nsycl-packager: d.table: row 0 names no code\n",
    );
    place.write("c.table", "[Properties]\na.prop\n");
    same(
        &place.run("bundle --table c.table -o x"),
        "exit code 1\n--- stderr\nsycl-packager: c.table: the table has the columns `Properties`; expected a column `Code`\n",
    );
    let found = place.run("bundle --table a.table -o missing/x");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: missing/x: cannot write: "), "{found}");
}

#[test]
fn syclbin_files_come_apart_again() {
    let place = Place::new();
    same(
        &place.run("syclbin create --table a.table --state input -o a.syclbin"),
        "exit code 0\n--- stderr\nsycl-packager: a.syclbin: warning: no kernel has a name that starts with \
         `__sycl_kernel_`; Intel's runtime will find none\n",
    );
    let size = place.read("a.syclbin").len();
    let image = IMAGE.replace("  symbols            _ZTS1K _Z6helperv\n", "");
    same(
        &place.run("inspect a.syclbin"),
        &format!(
            "exit code 0\n--- stdout\na.syclbin: SYCLBIN version 1, state input, in OffloadBinary version 1, {size} \
             bytes, 1 image\n\nimage 0: SPIR-V for spir64-unknown-unknown, 16 bytes at {:#x}\n{image}  abstract module    \
             0\n{CONSTANTS}",
            size - 16
        ),
    );
    same(
        &place.run("syclbin extract a.syclbin -d out"),
        "exit code 0\n--- stdout\nout/a_0.prop\nout/a_0_ir0.spv\nout/a.table\n",
    );
    assert_eq!(place.read("out/a_0_ir0.spv"), place.read("a.spv"));
    assert_eq!(place.read("out/a_0.prop"), place.read("a.prop"));
    place.write("a.bc", b"BC\xc0\xde and so on");
    place.write("b.table", "[Code]\na.bc\n");
    same(
        &place.run("syclbin create --table b.table -o b.syclbin"),
        "exit code 1\n--- stderr\nsycl-packager: a.bc: found bitcode; expected SPIR-V for spir64-unknown-unknown\n\
         hint: run `llc -mtriple=spirv64-unknown-unknown -filetype=obj` over the code, then replace that column of the \
         table\n",
    );
}

#[test]
fn host_objects_are_read_back() {
    let place = Place::new();
    for (host, kind) in [
        ("x86_64-unknown-linux-gnu", "ELF X86_64"),
        ("aarch64-unknown-linux-gnu", "ELF Aarch64"),
        ("x86_64-pc-windows-msvc", "COFF X86_64"),
        ("x86_64-w64-windows-gnu", "COFF X86_64"),
    ] {
        same(&place.run(&format!("wrap --table a.table --host {host} --compile-opts -g -o a.o")), DONE);
        let found = place.run("inspect a.o");
        let size = place.read("a.o").len();
        let start = format!(
            "exit code 0\n--- stdout\na.o: host object, {kind}, {size} bytes, 1 image\n\nimage 0: spirv for spir64, 16 bytes at "
        );
        assert!(found.starts_with(&start), "{found}");
        let image = IMAGE.replace("  parameters ", "  compile options    -g\n  parameters ");
        assert!(found.ends_with(&format!("\n{image}{CONSTANTS}")), "{found}");
    }
    same(
        &place.run("wrap --table a.table --host riscv64-unknown-linux-gnu -o b.o"),
        "exit code 2\n--- stderr\nsycl-packager: cannot make objects for host `riscv64-unknown-linux-gnu`\n\
         hint: hosts are: x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-msvc \
         x86_64-w64-windows-gnu\n",
    );
}

#[test]
fn devices_are_checked_in_the_runtimes_words() {
    let place = Place::new();
    same(
        &place.run("check a.table --device intel_gpu_pvc"),
        "exit code 0\n--- stdout\na.table: image 0: fits intel_gpu_pvc\n",
    );
    same(
        &place.run("check a.prop --device spir64"),
        "exit code 0\n--- stdout\na.prop: image 0: fits spir64 if it has aspect fp64\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_dg1"),
        "exit code 1\n--- stdout\na.prop: image 0: does not fit intel_gpu_dg1: Kernel uses optional feature \
         corresponding to 'aspect::fp64' but device does not support this aspect.\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_dg1 --json"),
        "exit code 1\n--- stdout\n{\"file\":\"a.prop\",\"image\":0,\"device\":\"intel_gpu_dg1\",\"fits\":false,\
         \"reason\":\"Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this \
         aspect.\",\"depends_on\":null}\n",
    );
    same(
        &place.run("check a.prop --device intel_gpu_pcv"),
        "exit code 2\n--- stderr\nsycl-packager: unknown device `intel_gpu_pcv`\nhint: did you mean `intel_gpu_pvc`?\n",
    );
    place.write(
        "mine.json",
        r#"{"schema_version": 1, "targets": [{"name": "mine", "triple": "a-b-c", "aspects": ["fp64"],
            "sub_group_sizes": [8], "may_support_other_aspects": false}]}"#,
    );
    same(
        &place.run("check a.prop --device mine --devices mine.json"),
        "exit code 0\n--- stdout\na.prop: image 0: fits mine\n",
    );
    place.write("bad.json", "{}");
    same(
        &place.run("check a.prop --device mine --devices bad.json"),
        "exit code 1\n--- stderr\nsycl-packager: bad.json:1:2: missing field `schema_version`\n",
    );
}

#[test]
fn tables_are_collected_in_a_directory() {
    let place = Place::new();
    place.write("b.table", "[Code|Properties]\na.spv|a.prop\na.spv|\n");
    same(&place.run("collect --table a.table --table b.table --name one --name two -o out/images"), DONE);
    let names = || {
        let entries = std::fs::read_dir(place.path().join("out/images")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.join(" ")
    };
    same(
        &names(),
        "images.json one.table one_0.prop one_0.spv one_0.sym two.table two_0.prop two_0.spv two_0.sym two_1.prop \
         two_1.spv two_1.sym",
    );
    assert_eq!(place.read("out/images/one_0.prop"), place.read("a.prop"));
    assert_eq!(place.read("out/images/one_0.sym"), place.read("a.sym"));
    // Without a symbol table these are the kernels.
    assert_eq!(place.read("out/images/two_0.sym"), b"_ZTS1K\n");
    assert_eq!(place.read("out/images/two_1.sym"), b"");
    assert_eq!(place.read("out/images/one.table"), b"[Code|Properties|Symbols]\none_0.spv|one_0.prop|one_0.sym\n");
    assert!(place.run("inspect out/images/two.table").contains("2 images"));
    same(&place.run("collect --table a.table --name one -o out/images"), DONE);
    same(&names(), "images.json one.table one_0.prop one_0.spv one_0.sym");
}

#[test]
fn what_cannot_be_collected_leaves_no_directory() {
    let place = Place::new();
    let before = place.files();
    for name in ["../x", "/x", "a/b", "..", ".", "a\\b", "c:d"] {
        same(
            &place.run(&format!("collect --table a.table --name {name} -o out")),
            &format!(
                "exit code 1\n--- stderr\nsycl-packager: a.table: name `{name}` cannot be part of a file name; expected \
                 one without path separators\n"
            ),
        );
    }
    same(
        &place.run("collect --table a.table --table a.table --name x --name x -o out"),
        "exit code 2\n--- stderr\nsycl-packager: found --name x twice; expected another for each table\n",
    );
    same(
        &place.run("collect --table a.table --name x --name y -o out"),
        "exit code 2\n--- stderr\nsycl-packager: found 2 values of --name for 1 tables; expected one, or one for each\n",
    );
    assert_eq!(place.files(), before);
    place.write("b.table", "[Code]\na.spv\nmissing.spv\n");
    let found = place.run("collect --table b.table --name x -o out");
    let start = "exit code 1\n--- stderr\nsycl-packager: b.table: row 1: cannot read missing.spv: ";
    assert!(found.starts_with(start), "{found}");
    std::fs::create_dir(place.path().join("mine")).unwrap();
    place.write("mine/thesis", "all of it");
    same(
        &place.run("collect --table a.table --name x -o mine"),
        "exit code 1\n--- stderr\nsycl-packager: mine: `thesis` in it was not made by sycl-packager: there is no \
         images.json that lists it; expected a directory of an earlier result, an empty one, or none\n\
         hint: nothing was removed; move `thesis` away, or choose another name\n",
    );
    assert_eq!(place.read("mine/thesis"), b"all of it");
    assert!(!place.path().join("out").exists());
}

/// SPIR-V with an entry point of a name of up to seven characters.
fn spirv(name: &str) -> Vec<u8> {
    let mut text = name.as_bytes().to_vec();
    text.resize(8, 0);
    let header = [0x0723_0203, 0x10400, 0, 9, 0, 5 << 16 | 15, 6, 1];
    header.into_iter().flat_map(u32::to_le_bytes).chain(text).collect()
}

#[test]
fn images_are_validated() {
    let place = Place::new();
    place.write("k.spv", spirv("_ZTS1K"));
    same(&place.run("validate k.spv --properties a.prop --stamp k.valid"), DONE);
    assert_eq!(place.read("k.valid"), b"");
    place.write("other.spv", spirv("_ZTS1L"));
    place.write("cut.spv", &spirv("_ZTS1K")[..36]);
    place.write("k.ptx", "// made by hand\n.version 8.0\n.target sm_90\n.entry _ZTS1K(\n)\n");
    place.write("other.ptx", ".version 8.0\n.target sm_90\n.entry _ZTS1KE(\n)\n// .entry _ZTS1K\n");
    place.write("half.ptx", ".version 8.0\n.entry _ZTS1K(\n)\n");
    place.write("elf.co", b"\x7FELF\x02\x01\x01");
    place.write("short.bin", "abc");
    same(&place.run("validate k.ptx k.spv --properties a.prop"), DONE);
    let missing = "has no kernel `_ZTS1K`; expected all that its properties name";
    for (file, message) in [
        ("a.spv", "found 16 bytes; expected a little-endian SPIR-V module".to_owned()),
        ("other.spv", format!("the SPIR-V module {missing}")),
        ("cut.spv", "offset 0x14: found an instruction of 5 words; expected 1 to 4".to_owned()),
        ("other.ptx", format!("the PTX {missing}")),
        ("half.ptx", "the PTX has no `.target`; expected one".to_owned()),
        ("short.bin", "found 3 bytes; expected device code".to_owned()),
    ] {
        same(
            &place.run(&format!("validate k.spv {file} --properties a.prop --stamp bad.valid")),
            &format!("exit code 1\n--- stderr\nsycl-packager: {file}: {message}\n"),
        );
    }
    let found = place.run("validate elf.co --stamp bad.valid");
    assert!(
        found.starts_with("exit code 1\n--- stderr\nsycl-packager: elf.co: the ELF file is malformed: "),
        "{found}"
    );
    assert!(!place.files().contains(&"bad.valid".to_owned()));
    let found = place.run("validate none.spv");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: none.spv: cannot read: "), "{found}");
}

/// A script stands for the validator. Another process writes it: what this one writes, a process that another thread
/// starts has open, and it cannot be run then.
#[cfg(unix)]
#[test]
fn the_validators_words_are_told() {
    let place = Place::new();
    place.write("k.spv", spirv("K"));
    let run = |script: &str| {
        place.write("script", format!("#!/bin/sh\ncat >input\n{script}\n"));
        let copy = Command::new("sh").args(["-c", "cp script val; chmod +x val"]).current_dir(place.path()).status();
        assert!(copy.unwrap().success());
        place.run("validate k.spv --spirv-val ./val")
    };
    same(&run("exit 0"), DONE);
    assert_eq!(place.read("input"), spirv("K"));
    same(
        &run("echo 'error: line 1: no memory model'; echo here >&2; exit 1"),
        "exit code 1\n--- stderr\nsycl-packager: k.spv: spirv-val refuses it:\nerror: line 1: no memory model\nhere\n",
    );
    same(
        &run("echo 'error: line 23: Invalid decoration operand: 6147'; exit 1"),
        "exit code 0\n--- stderr\nsycl-packager: k.spv: note: spirv-val does not know all of it: error: line 23: Invalid \
         decoration operand: 6147\n",
    );
    let missing = place.run("validate k.spv --spirv-val none/spirv-val");
    assert!(missing.starts_with("exit code 2\n--- stderr\nsycl-packager: none/spirv-val: cannot read: "), "{missing}");
}

#[test]
fn reports_are_json_on_request() {
    let place = Place::new();
    let found = place.run("inspect --json a.prop");
    same(
        &found,
        "exit code 0\n--- stdout\n{\"file\":\"a.prop\",\"kind\":\"properties, text form\",\"size\":307,\"images\":[{\
         \"index\":0,\"kernels\":[\"_ZTS1K\"],\"aspects\":[\"fp64\"],\"removed_parameters\":[[\"_ZTS1K\",3,[2]]],\
         \"specialization_constants\":[{\"name\":\"_Z4gain\",\"offset\":0,\"size\":4,\"default\":\"0000803f\",\
         \"leaves\":[{\"id\":4,\"offset\":0,\"size\":4}]}],\
         \"other_properties\":[[\"SYCL/misc properties\",\"optLevel\",\"2\"]]}]}\n",
    );
    same(
        &place.run("inspect a.spv"),
        "exit code 1\n--- stderr\nsycl-packager: a.spv: found a spirv image; expected a container, a host object, \
         properties, symbols or a table\n",
    );
    same(&place.run("bundle --table a.table -o a.bundle"), DONE);
    let mut bytes = place.read("a.bundle");
    bytes.truncate(100);
    place.write("cut.bundle", bytes);
    let found = place.run("inspect cut.bundle");
    assert!(
        found.starts_with("exit code 1\n--- stderr\nsycl-packager: cut.bundle: offset 0x8: size: range of "),
        "{found}"
    );
}

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

/// An image of 1 GiB, in a process that may not have 200 MiB.
#[cfg(target_os = "linux")]
#[test]
fn a_large_container_is_not_loaded() {
    let place = Place::new();
    same(&place.run("bundle --table a.table -o big.bundle"), DONE);
    let mut bytes = place.read("big.bundle");
    let offset = u64::from_le_bytes(bytes[56..64].try_into().unwrap());
    let image: u64 = 1 << 30;
    bytes[64..72].copy_from_slice(&image.to_le_bytes());
    bytes[8..16].copy_from_slice(&(offset + image).to_le_bytes());
    place.write("big.bundle", bytes);
    // Sparse: it takes no room.
    let file = std::fs::File::options().write(true).open(place.path().join("big.bundle")).unwrap();
    file.set_len(offset + image).unwrap();
    let script = format!("ulimit -v 200000; exec {} inspect big.bundle", env!("CARGO_BIN_EXE_sycl-packager"));
    let output = Command::new("bash").args(["-c", &script]).current_dir(place.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = format!("image 0: spirv for spirv64-unknown-unknown (generic), 1073741824 bytes at {offset:#x}\n");
    assert!(output.status.success() && text.contains(&expected), "{text}");
}

/// An output that is no file is written to as it is.
#[cfg(unix)]
#[test]
fn devices_are_written_to_directly() {
    let place = Place::new();
    same(&place.run("bundle --table a.table -o /dev/null"), DONE);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

/// A reader that has seen enough is no error.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    let rows: String = "a.spv|a.prop|a.sym\n".repeat(2000);
    place.write("big.table", format!("[Code|Properties|Symbols]\n{rows}"));
    let mut child = place.command("inspect big.table").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn foreach_is_a_client_of_makes_job_server() {
    let place = Place::new();
    place.write("in.list", "1\n2\n3\n4\n5\n6\n");
    // Each job notes how many run beside it; make -j2 lets two.
    place.write(
        "job",
        "mkdir -p running seen; touch running/$1; ls running | wc -l > seen/$1; sleep 0.1; rm running/$1\n",
    );
    let program = env!("CARGO_BIN_EXE_sycl-packager");
    place.write("Makefile", format!("all:\n\t+{program} foreach --in-file-list=in.list --in-replace=@ -- sh job @\n"));
    let make = Command::new("make").arg("-j2").current_dir(place.path()).env_remove("MAKEFLAGS").output().unwrap();
    assert!(make.status.success(), "{make:?}");
    let seen: Vec<usize> = (1..=6)
        .map(|job| String::from_utf8(place.read(&format!("seen/{job}"))).unwrap().trim().parse().unwrap())
        .collect();
    let most = seen.iter().max().copied();
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(most <= Some(2), "{seen:?}");
    if parallel > 1 {
        assert_eq!(most, Some(2), "{seen:?}");
    }
}

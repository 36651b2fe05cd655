//! Containers: `bundle`, `syclbin` and `wrap`, read back.

use crate::DONE;
use crate::common::{Place, same};

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
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(place.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = format!("image 0: spirv for spirv64-unknown-unknown (generic), 1073741824 bytes at {offset:#x}\n");
    assert!(output.status.success() && text.contains(&expected), "{text}");
}

/// An HCF file of AdaptiveCpp with an image of 4 bytes.
const HCF: &str = "object-id = 17\ngenerator = hipSYCL SSCP\n{.images\n{.llvm-ir.global\nvariant = global-module\nformat = llvm-ir\n\
    {.__binary\nstart = 0\nsize = 4\n}.__binary\n\
    {.exported-symbols\n{._Z1fi\n}._Z1fi\n}.exported-symbols\n{.imported-symbols\n{._Z1gi\n}._Z1gi\n}.imported-symbols\n\
    }.llvm-ir.global\n}.images\n{.kernels\n{._ZTS1K\n{.image-providers\n{.llvm-ir.global\n}.llvm-ir.global\n}.image-providers\n\
    {.compile-flags\nfast-math = 1\n}.compile-flags\n{.parameters\n\
    {.0\nbyte-offset = 0\nbyte-size = 8\noriginal-index = 0\ntype = pointer\n}.0\n\
    {.1\nbyte-offset = 8\nbyte-size = 4\noriginal-index = 0\ntype = integer\n\
    {.annotations\nspecialized = 1\n}.annotations\n}.1\n\
    }.parameters\n}._ZTS1K\n}.kernels\n__acpp_hcf_binary_appendixBC\u{40}!";

#[test]
fn hcf_files_are_shown() {
    let place = Place::new();
    place.write("a.hcf", HCF);
    let (size, offset) = (HCF.len(), HCF.len() - 4);
    same(
        &place.run("inspect a.hcf"),
        &format!(
            "exit code 0\n--- stdout\na.hcf: HCF by hipSYCL SSCP, {size} bytes, 1 image\n\n\
             image 0: llvm-ir, 4 bytes at {offset:#x}\n\
             \x20 kernels            _ZTS1K\n  exported           _Z1fi\n  imported           _Z1gi\n\
             \x20 aspects            none\n  compile options    fast-math=1\n\
             \x20 name               llvm-ir.global\n  variant            global-module\n  object id          17\n\
             \x20 parameters         _ZTS1K: pointer of 8 bytes at 0, integer of 4 bytes at 8, specialized\n"
        ),
    );
    place.write("b.hcf", HCF.replace("size = 4", "size = 5"));
    same(
        &place.run("inspect b.hcf"),
        "exit code 1\n--- stderr\nsycl-packager: b.hcf: line 7: image of 5 bytes at 0 of the appendix; expected it \
         within its 4 bytes\n",
    );
}

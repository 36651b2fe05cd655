//! `inspect`: totals, names and filters; device code by itself; directories of images.

use std::path::Path;

use sycl_images::spirv::Op;
use sycl_images::spirv::write::{instruction, module, named};

use crate::common::{Place, same};

/// SPIR-V of a kernel `_ZTS1K` with sub-groups of 16, a constant of 1.0, an exported and an imported function.
fn spirv() -> Vec<u8> {
    let instructions = [
        instruction(Op::Capability, &[6]),
        instruction(Op::Capability, &[10]),
        named(Op::Extension, &[], "SPV_KHR_expect_assume", &[]),
        instruction(Op::Capability, &[6118]),
        instruction(Op::MemoryModel, &[2, 2]),
        named(Op::EntryPoint, &[6, 3], "_ZTS1K", &[]),
        instruction(Op::ExecutionMode, &[3, 35, 16]),
        instruction(Op::Decorate, &[9, 1, 7]),
        named(Op::Decorate, &[3, 41], "_ZTS1K", &[0]),
        named(Op::Decorate, &[4, 41], "given", &[0]),
        named(Op::Decorate, &[5, 41], "wanted", &[1]),
        named(Op::Decorate, &[6, 41], "__spirv_BuiltInGlobalInvocationId", &[1]),
        instruction(Op::SpecConstant, &[1, 9, 0x3f80_0000]),
        instruction(Op::Function, &[1, 3, 0, 2]),
        // Nothing behind the first function is read.
        vec![0],
    ];
    module(20, &instructions)
}

const PTX: &str = "// made by hand\n.version 7.8\n.target sm_90, texmode_independent\n.address_size 64\n\
    .visible .entry _ZTS1K(.param .u64 a)\n{ ret; }\n.weak .entry plain()\n// .entry gone()\n{ ret; }\n";

const ASSEMBLY: &str = "source_filename = \"x\"\ntarget triple = \"spir64-unknown-unknown\"\n\
    declare spir_kernel void @declared()\ndefine spir_func void @helper() {\n  ret void\n}\n\
    define weak_odr dso_local spir_kernel void @_ZTS1K(ptr %p) #0 {\n  ret void\n}\n\
    define amdgpu_kernel void @\"a \\22b\\22\"() {\n  ret void\n}\n";

#[test]
fn device_code_by_itself_is_looked_into() {
    let place = Place::new();
    place.write("k.spv", spirv());
    place.write("k.ptx", PTX);
    place.write("k.ll", ASSEMBLY);
    let size = spirv().len();
    same(
        &place.run("inspect k.spv"),
        &format!(
            "exit code 0\n--- stdout\nk.spv: SPIR-V 1.4, {size} bytes, 1 image\n\n\
             image 0: spirv for spirv64, {size} bytes at 0x0\n  kernels            _ZTS1K\n  \
             exported           given\n  imported           wanted\n  \
             requirements       unknown: the image has no properties\n  capabilities       Float64 JointMatrixINTEL\n  \
             extensions         SPV_KHR_expect_assume\n  kernel             _ZTS1K sub-groups of 16\n  \
             constant           id 7, default 0000803f (1065353216, 1.0)\n"
        ),
    );
    let size = PTX.len();
    same(
        &place.run("inspect k.ptx"),
        &format!(
            "exit code 0\n--- stdout\nk.ptx: PTX, {size} bytes, 1 image\n\n\
             image 0: ptx for nvptx:sm_90, {size} bytes at 0x0\n  kernels            _ZTS1K plain\n  \
             requirements       unknown: the image has no properties\n  version            7.8\n  \
             options            texmode_independent\n"
        ),
    );
    let size = ASSEMBLY.len();
    same(
        &place.run("inspect k.ll"),
        &format!(
            "exit code 0\n--- stdout\nk.ll: LLVM assembly, {size} bytes, 1 image\n\n\
             image 0: bitcode for spir64-unknown-unknown, {size} bytes at 0x0\n  kernels            _ZTS1K a \"b\"\n  \
             requirements       unknown: the image has no properties\n"
        ),
    );
    // Whether a device can run it is not known.
    for file in ["k.spv", "k.ptx", "k.ll"] {
        let found = place.run(&format!("check --device spir64 {file}"));
        assert!(
            found
                .starts_with(&format!("exit code 1\n--- stderr\nsycl-packager: {file}: found device code by itself ("))
        );
    }
}

#[test]
fn images_that_nothing_describes_say_their_kernels() {
    let place = Place::new();
    place.write("k.spv", spirv());
    place.write("bare.table", "[Code]\nk.spv\n");
    place.write("both.table", "[Code|Properties]\nk.spv|a.prop\n");
    same(&place.run("bundle --table bare.table --triple spirv64-unknown-unknown -o k.bundle"), crate::DONE);
    for file in ["bare.table", "k.bundle"] {
        let found = place.run(&format!("inspect {file}"));
        assert!(found.contains("  kernels            _ZTS1K\n  exported           given\n"), "{found}");
    }
    // What is said counts, and code that is malformed says nothing.
    assert!(!place.run("inspect both.table").contains("exported"));
    place.write("bad.table", "[Code]\na.spv\n");
    assert!(place.run("inspect bad.table").ends_with("image 0: spirv, 16 bytes in a.spv\n  aspects            none\n"));
}

#[test]
fn bitcode_says_its_kernels() {
    let place = Place::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ir");
    for (name, kernels) in [
        ("convolution.bc", vec!["_ZTS8Convolve", "_ZTS7Amplify"]),
        ("spec_composite.bc", vec!["_ZTS11ShapeLeaves", "_ZTS12PacketLeaves", "_ZTS4Tint"]),
    ] {
        let bytes = std::fs::read(examples.join(name)).unwrap();
        // A wrapper of 20 bytes in front: magic, version, offset, size, processor.
        let mut wrapped: Vec<u8> =
            [0x0B17_C0DE, 0, 20, bytes.len() as u32, 0].into_iter().flat_map(u32::to_le_bytes).collect();
        wrapped.extend(&bytes);
        place.write("plain.bc", &bytes);
        place.write("wrapped.bc", wrapped);
        for file in ["plain.bc", "wrapped.bc"] {
            let found = place.run(&format!("inspect --json {file}"));
            let report: serde_json::Value = serde_json::from_str(found.lines().nth(2).unwrap()).unwrap();
            let image = &report["images"][0];
            assert_eq!(image["kernels"], serde_json::json!(kernels), "{name} {file}");
            assert_eq!((&image["target"], &image["is_bare"]), (&"spir64-unknown-unknown".into(), &true.into()));
        }
        // Cut anywhere, it is refused, or says less; nothing is made up.
        for size in (0..bytes.len()).step_by(97) {
            place.write("cut.bc", &bytes[..size]);
            let found = place.run("inspect cut.bc");
            assert!(found.starts_with("exit code 1\n") || !found.contains("_ZTS"), "{size}: {found}");
        }
    }
}

/// A code object of a machine, with a symbol that has these other flags, and sections.
fn code_object(machine: u16, symbol: (&str, u8), sections: &[(&str, &[u8])]) -> Vec<u8> {
    use object::write::{Object, Symbol, SymbolSection};
    use object::{Architecture, BinaryFormat, Endianness, SectionKind, SymbolFlags, SymbolKind, SymbolScope, elf};
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let mut ids = sections.iter().map(|(name, content)| {
        let kind = if *name == ".note" { SectionKind::Note } else { SectionKind::ReadOnlyData };
        let id = object.add_section(Vec::new(), (*name).into(), kind);
        object.append_section_data(id, content, 4);
        id
    });
    let id = ids.next().unwrap();
    ids.for_each(drop);
    object.add_symbol(Symbol {
        name: symbol.0.into(),
        value: 0,
        size: 0,
        kind: SymbolKind::Text,
        scope: SymbolScope::Linkage,
        weak: false,
        section: SymbolSection::Section(id),
        flags: SymbolFlags::Elf { st_info: elf::SymbolInfo(0x12), st_other: elf::SymbolOther(symbol.1) },
    });
    let mut bytes = object.write().unwrap();
    bytes[18..20].copy_from_slice(&machine.to_le_bytes());
    bytes
}

/// The note of AMD's metadata.
fn note(metadata: &[u8]) -> Vec<u8> {
    let mut note: Vec<u8> = [7, metadata.len() as u32, 32].into_iter().flat_map(u32::to_le_bytes).collect();
    note.extend(b"AMDGPU\0\0");
    note.extend(metadata);
    note.resize(note.len().next_multiple_of(4), 0);
    note
}

#[test]
fn code_objects_say_their_kernels() {
    let place = Place::new();
    let metadata = note(b"\x81\xadamdhsa.target\xb9amdgcn-amd-amdhsa--gfx90a");
    place.write("amd", code_object(224, ("K.kd", 0), &[(".note", &metadata)]));
    let mut nvidia = code_object(190, ("K", 0x10), &[(".nv.info", b"")]);
    nvidia[48..52].copy_from_slice(&0x0006_5a50_u32.to_le_bytes());
    place.write("old.cubin", &nvidia);
    nvidia[8] = 8;
    place.write("new.cubin", &nvidia);
    place.write("intel", code_object(205, ("K", 0), &[(".text.K", b"code")]));
    for (file, what, image) in [
        ("amd", "code object for AMD GPUs", "object for amdgcn:gfx90a"),
        ("old.cubin", "code object for NVIDIA GPUs", "cubin for nvptx:sm_80"),
        ("new.cubin", "code object for NVIDIA GPUs", "cubin for nvptx:sm_90"),
        ("intel", "code object for Intel GPUs", "object for intel"),
    ] {
        let size = place.read(file).len();
        same(
            &place.run(&format!("inspect {file}")),
            &format!(
                "exit code 0\n--- stdout\n{file}: {what}, {size} bytes, 1 image\n\nimage 0: {image}, {size} bytes at \
                 0x0\n  kernels            K\n  requirements       unknown: the image has no properties\n"
            ),
        );
        let bytes = place.read(file);
        place.write("cut", &bytes[..bytes.len() / 2]);
        assert!(
            place
                .run("inspect cut")
                .starts_with("exit code 1\n--- stderr\nsycl-packager: cut: offset 0x0: code object: ")
        );
    }
    // What is no entry is no kernel.
    place.write("none", code_object(190, ("K", 0), &[(".nv.info", b"")]));
    assert!(!place.run("inspect none").contains("kernels"));
}

#[test]
fn code_objects_say_what_kernels_take() {
    let place = Place::new();
    let text = |text: &str| [&[0xa0 | text.len() as u8], text.as_bytes()].concat();
    let numbers = [
        (".vgpr_count", 30),
        (".sgpr_count", 38),
        (".vgpr_spill_count", 4),
        (".sgpr_spill_count", 3),
        (".group_segment_fixed_size", 100),
        (".private_segment_fixed_size", 64),
    ];
    // A map of one list of one map.
    let mut metadata = [&[0x81], &*text("amdhsa.kernels"), &[0x91, 0x87], &*text(".name"), &*text("K")].concat();
    for (key, number) in numbers {
        metadata.extend(text(key));
        metadata.push(number);
    }
    let note = note(&metadata);
    place.write("amd", code_object(224, ("K.kd", 0), &[(".note", &note)]));
    let found = place.run("inspect amd");
    let line = "  resources          K: 30 registers, 38 scalar, 7 spilled, 100 bytes local, 64 private\n";
    assert!(found.contains(line), "{found}");
    // Registers and the frame of the first symbol, and the local memory of its name.
    let records: Vec<u8> =
        [0x0008_2f04, 1, 24, 0x0008_1104, 1, 400, 0x0000_4a03].into_iter().flat_map(u32::to_le_bytes).collect();
    let sections: [(&str, &[u8]); 3] =
        [(".nv.info", &records), (".nv.shared.K", &[0; 1124]), (".nv.shared.reserved.0", &[])];
    for (count, local) in [(2, 1124), (3, 100)] {
        place.write("nvidia", code_object(190, ("K", 0x10), &sections[..count]));
        let found = place.run("inspect nvidia");
        let line = format!("  resources          K: 24 registers, {local} bytes local, 400 private\n");
        assert!(found.contains(&line), "{found}");
    }
    same(&place.run("inspect amd nvidia --html two.html"), crate::DONE);
    let page = crate::pages::check_page(&place.read("two.html"));
    assert!(page.contains("Registers and memory") && page.contains("Kamdgcn30387100640"), "{page}");
    let found = place.run("inspect --json amd");
    let report: serde_json::Value = serde_json::from_str(found.lines().nth(2).unwrap()).unwrap();
    assert_eq!(
        report["images"][0]["resources"],
        serde_json::json!([{ "kernel": "K", "registers": 30, "scalar_registers": 38, "spills": 7, "local_bytes": 100, "private_bytes": 64 }])
    );
    // Of metadata that ends before its time nothing is said.
    for cut in (0..note.len()).step_by(4) {
        place.write("cut", code_object(224, ("K.kd", 0), &[(".note", &note[..cut])]));
        let found = place.run("inspect cut");
        assert!(found.starts_with("exit code 0\n") && !found.contains("resources"), "{cut}: {found}");
    }
}

#[test]
fn archives_may_have_device_code() {
    let place = Place::new();
    let bitcode =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ir/convolution.bc")).unwrap();
    let mut archive = b"!<arch>\n".to_vec();
    for (name, mut content) in [("k.spv/", spirv()), ("text/", b"text".to_vec()), ("k.bc/", bitcode)] {
        content.resize(content.len().next_multiple_of(2), b'\n');
        archive.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).bytes());
        archive.extend(content);
    }
    place.write("k.a", archive);
    let found = place.run("inspect k.a");
    assert!(found.contains(" 2 images\n") && found.contains(" in member k.spv\n"), "{found}");
    assert!(found.contains("kernels            _ZTS8Convolve _ZTS7Amplify\n"), "{found}");
}

#[test]
fn damaged_device_code_is_refused() {
    let place = Place::new();
    let mut cut = spirv();
    cut.truncate(60);
    place.write("cut.spv", cut);
    let mut zero = spirv();
    zero[20..24].fill(0);
    place.write("zero.spv", zero);
    let mut swapped = spirv();
    swapped[..4].reverse();
    place.write("swapped.spv", swapped);
    place.write("none.ptx", ".version 7.8\n");
    place.write("bytes.ptx", b".version 7.8\n.target sm_90\n\xff");
    place.write("text", "what a text\n");
    for (file, message) in [
        ("cut.spv", "offset 0x24: instruction: truncated: 28 bytes needed, 24 left"),
        ("zero.spv", "offset 0x14: instruction: found 0 words; expected 1 or more"),
        ("swapped.spv", "offset 0x0: magic: found 0x3022307; expected SPIR-V with the lowest byte first"),
        ("none.ptx", "the PTX has no `.target`; expected one"),
        ("bytes.ptx", "the PTX is not UTF-8"),
        ("text", "found a file of no known kind; expected device code, a container, "),
    ] {
        let found = place.run(&format!("inspect {file}"));
        assert!(found.starts_with(&format!("exit code 1\n--- stderr\nsycl-packager: {file}: {message}")), "{found}");
    }
}

/// A directory `images` with two tables.
fn collected() -> Place {
    let place = Place::new();
    same(&place.run("collect --table a.table --table a.table --name one --name two -o images"), crate::DONE);
    place
}

#[test]
fn directories_of_images_are_shown_by_table() {
    let place = collected();
    for path in ["images", "images/", "images/images.json"] {
        let found = place.run(&format!("inspect --summary {path}"));
        let size: usize = ["images.json", "one.table", "two.table"]
            .iter()
            .map(|file| place.read(&format!("images/{file}")).len())
            .sum();
        same(
            &found,
            &format!(
                "exit code 0\n--- stdout\n{path}: directory of images, 2 tables, {size} bytes, 2 images\n  \
                 target  images  kernels  bytes\n  one          1        1     16\n  two          1        1     16\n  \
                 all          2        2     32\n"
            ),
        );
    }
    let found = place.run("inspect images");
    assert!(found.contains("\nimage 1: spirv for two, 16 bytes in images/two_0.spv\n"), "{found}");
    assert!(place.run("check --device intel_gpu_pvc images").starts_with("exit code 0\n"));
    std::fs::remove_file(place.path().join("images/two_0.prop")).unwrap();
    let found = place.run("inspect images");
    assert!(found.starts_with("exit code 1\n--- stderr\nsycl-packager: images/two.table: row 0: "), "{found}");
    std::fs::remove_file(place.path().join("images/two.table")).unwrap();
    let found = place.run("inspect images");
    assert!(found.starts_with("exit code 2\n--- stderr\nsycl-packager: images/two.table: cannot read"), "{found}");
}

#[test]
fn other_directories_are_refused() {
    let place = collected();
    place.write("images/images.json", "{\"generator\": \"other\", \"format\": 1, \"tables\": []}");
    let found = place.run("inspect images");
    assert!(
        found.starts_with(
            "exit code 1\n--- stderr\nsycl-packager: images/images.json: it is not a list of images that sycl-packager wrote"
        ),
        "{found}"
    );
    std::fs::create_dir(place.path().join("empty")).unwrap();
    same(
        &place.run("inspect empty"),
        "exit code 1\n--- stderr\nsycl-packager: empty: the directory has no images.json; expected one that `collect` \
         or `build` made\n",
    );
}

#[test]
fn kernels_are_asked_for_by_either_name() {
    let place = Place::new();
    place.write("b.prop", "[SYCL/kernel names]\n_ZTS1K=1|1\n_ZTS5Other=1|1\nplain=1|1\n");
    place.write("c.prop", "[SYCL/kernel names]\n_ZTS5Other=1|1\n");
    place.write("t.table", "[Code|Properties]\na.spv|b.prop\na.spv|c.prop\n");
    for name in ["K", "_ZTS1K", "_ZTS1*"] {
        same(
            &place.run(&format!("inspect t.table --kernel {name}")),
            "exit code 0\n--- stdout\nt.table: file table, 44 bytes, 2 images, 1 shown\n\n\
             image 0: spirv, 16 bytes in a.spv\n  kernels            _ZTS1K (and 2 others)\n  aspects            none\n",
        );
    }
    same(
        &place.run("inspect t.table --kernel Other --summary"),
        "exit code 0\n--- stdout\nt.table: file table, 44 bytes, 2 images, 2 shown\n  \
         target  images  kernels  bytes\n  spirv        2        4     32\n",
    );
    let found = place.run("inspect t.table --kernel Other --json");
    let report: serde_json::Value = serde_json::from_str(found.lines().nth(2).unwrap()).unwrap();
    let indices: Vec<_> = report["images"].as_array().unwrap().iter().map(|image| image["index"].as_u64()).collect();
    assert_eq!(indices, [Some(0), Some(1)]);
    same(
        &place.run("inspect t.table --kernel O --json"),
        "exit code 1\n--- stdout\n{\"format\":1,\"file\":\"t.table\",\"kind\":\"file table\",\"size\":44,\
         \"totals\":{\"images\":0,\"kernels\":0,\"bytes\":0,\"targets\":[]},\"images\":[]}\n--- stderr\n\
         {\"format\":1,\"program\":\"sycl-packager\",\"level\":\"error\",\"file\":\"t.table\",\"message\":\"found no \
         kernel `O`; expected one of its kernels, mangled or as in the source\",\"hints\":[\"`*` stands for any text: \
         --kernel '*NAME*'\"],\"exit_code\":1}\n",
    );
}

#[test]
fn names_are_demangled_on_request() {
    let place = Place::new();
    place.write("b.prop", "[SYCL/kernel names]\n_ZTSZ3runiE1K=1|1\nplain=1|1\n");
    same(
        &place.run("inspect --demangle b.prop"),
        "exit code 0\n--- stdout\nb.prop: properties, text form, 48 bytes, 1 image\n\nimage 0\n  \
         kernels            run(int)::K\n                     plain\n  aspects            none\n",
    );
    for options in ["", "--no-demangle", "--demangle --no-demangle"] {
        assert!(place.run(&format!("inspect {options} b.prop")).contains("  kernels            _ZTSZ3runiE1K plain\n"));
    }
    assert!(place.run("inspect --json --demangle b.prop").starts_with("exit code 2\n"));
}

//! Results of a build: containers, directories, plans, summaries.

use serde_json::Value;

use crate::place::{CUDA, Place, SPIR, done, same};

/// Output of `inspect`.
fn inspect(place: &Place, name: &str) -> String {
    let output = place.command(&format!("inspect {name}")).output().unwrap();
    place.tell(&output)
}

#[test]
fn the_extension_says_what_is_written() {
    let place = Place::new();
    for (output, kind) in [
        ("out.o", "host object, ELF X86_64"),
        ("out.obj", "host object, COFF X86_64"),
        ("out.syclbin", "SYCLBIN version 1, state executable"),
        ("out.bundle", "OffloadBinary version"),
    ] {
        done(&place.build(&format!("a.ll --target spirv64 -o {output}")));
        let found = inspect(&place, output);
        assert!(found.contains(&format!("{output}: {kind}")) && found.contains("3 images"), "{found}");
        // The same under any name.
        let format = match output {
            "out.o" => "object",
            "out.obj" => "object --host x86_64-pc-windows-msvc",
            "out.syclbin" => "syclbin",
            _ => "bundle",
        };
        done(&place.build(&format!("a.ll --target spirv64 -o other.xyz --format {format}")));
        assert!(place.read("other.xyz") == place.read(output));
    }
    done(&place.build("a.ll --target spirv64 -o out"));
    done(&place.build("a.ll --target spirv64 -o out.d/"));
    done(&place.build("a.ll --target spirv64 -o a/b/out.o --format directory"));
    let names = ["images.json", "spirv64.table"].into_iter().map(str::to_owned);
    let files = (0..3).flat_map(|n| ["prop", "spv", "sym"].map(|extension| format!("spirv64_{n}.{extension}")));
    let mut names: Vec<String> = names.chain(files).collect();
    names.sort();
    for directory in ["out", "out.d", "a/b/out.o"] {
        assert_eq!(place.files(directory), names);
        same(
            std::str::from_utf8(&place.read(&format!("{directory}/spirv64.table"))).unwrap(),
            "[Code|Properties|Symbols]\nspirv64_0.spv|spirv64_0.prop|spirv64_0.sym\n\
             spirv64_1.spv|spirv64_1.prop|spirv64_1.sym\nspirv64_2.spv|spirv64_2.prop|spirv64_2.sym\n",
        );
    }
    let found = inspect(&place, "out/spirv64.table");
    for kernel in ["alpha", "beta", "gamma"] {
        assert!(found.contains(&format!("  kernels            {kernel}\n")), "{found}");
    }
    same(
        &place.build("a.ll --target spirv64 -o out.exe"),
        "exit code 2\n--- stderr\nsycl-packager: found the extension `.exe`; expected .o, .obj, .syclbin, .bundle, or \
         none for a directory\nhint: --format says what the output is, whatever its name\n",
    );
}

#[test]
fn all_targets_are_in_one_result() {
    let place = Place::new();
    let targets = "--target spirv64 --target nvptx64:sm_90 --target amdgcn:gfx90a --target intel_gpu_pvc \
                   --target spir64_x86_64";
    same(
        &place.build(&format!("a.ll cuda.ll hip.ll {targets} -o out -j 1")),
        "exit code 0\n--- stdout\n\
         target         images  empty      bytes\n\
         spirv64             3      0        156\n\
         nvptx64:sm_90       3      0        212\n\
         amdgcn:gfx90a       3      0        362\n\
         intel_gpu_pvc       3      0        198\n\
         spir64_x86_64       3      0        213\n\
         out: 15 images; 6 of 56 steps\n",
    );
    let list: Value = serde_json::from_slice(&place.read("out/images.json")).unwrap();
    let names: Vec<_> = list["tables"].as_array().unwrap().iter().map(|table| table["name"].clone()).collect();
    assert_eq!(names, ["spirv64", "nvptx64-sm_90", "amdgcn-gfx90a", "intel_gpu_pvc", "spir64_x86_64"]);
    // What each image went through.
    let amd = String::from_utf8(place.read("out/amdgcn-gfx90a_1.co")).unwrap();
    same(
        &amd,
        "made by ld.lld\nAMD object\n; -passes=sycl-device-pipeline<target=amdgcn:gfx90a>\ntarget triple = \"split\"\n\
         ; kernel beta 1 \n",
    );
    let cuda = String::from_utf8(place.read("out/nvptx64-sm_90_1.cubin")).unwrap();
    same(&cuda, "made by ptxas\n.version 8.0\n.target sm_90\n.visible .entry beta(\n) // 1\n");
    done(&place.build("cuda.ll --target nvptx64:sm_90 -o ptx --cuda-image ptx"));
    assert!(place.read("ptx/nvptx64-sm_90_1.ptx").starts_with(b".version"));
}

#[test]
fn embedded_ir_is_packed_beside_the_images() {
    let place = Place::new();
    let targets = "--target nvptx64:sm_90 --target nvptx64:sm_80 --target amdgcn:gfx90a";
    done(&place.build(&format!("cuda.ll hip.ll {targets} --embed-ir -o out")));
    let list: Value = serde_json::from_slice(&place.read("out/images.json")).unwrap();
    let names: Vec<_> = list["tables"].as_array().unwrap().iter().map(|table| table["name"].clone()).collect();
    assert_eq!(names, ["nvptx64-sm_90", "nvptx64-sm_80", "amdgcn-gfx90a", "llvm_nvptx64", "llvm_amdgcn"]);
    for name in ["llvm_nvptx64", "llvm_amdgcn"] {
        let code = String::from_utf8(place.read(&format!("out/{name}_2.bc"))).unwrap();
        same(&code, "target triple = \"split\"\n; kernel gamma 1 \n");
        assert_eq!(place.read(&format!("out/{name}_2.sym")), b"gamma\n");
    }
    done(&place.build(&format!("cuda.ll hip.ll {targets} --embed-ir -o out.o")));
    let found = inspect(&place, "out.o");
    assert!(
        found.contains("15 images") && found.contains(" for llvm_nvptx64, ") && found.contains(" for llvm_amdgcn, ")
    );
    same(
        &place.build("a.ll --target spirv64 --embed-ir -o other.o"),
        "exit code 1\n--- stderr\nsycl-packager: IR is embedded for NVPTX and AMDGPU only; expected a target such as \
         `nvptx64:sm_90`\n",
    );
    same(
        &place.build("a.ll --target host --target generic --embed-ir -o other.o"),
        "exit code 1\n--- stderr\nsycl-packager: IR is embedded for NVPTX and AMDGPU only; expected a target such as \
         `nvptx64:sm_90`\n",
    );
    same(
        &place.build("cuda.ll --target nvptx64:sm_90 --embed-ir -o other.syclbin"),
        "exit code 1\n--- stderr\nsycl-packager: SYCLBIN files have no place for embedded IR; expected another format\n",
    );
}

#[test]
fn embedded_ir_of_generic_code_is_what_it_becomes_for_the_first_target_of_a_kind() {
    let place = Place::new();
    let names = |output: &str| -> Vec<String> {
        let list: Value = serde_json::from_slice(&place.read(&format!("{output}/images.json"))).unwrap();
        list["tables"].as_array().unwrap().iter().map(|table| table["name"].as_str().unwrap().to_owned()).collect()
    };
    let targets = "--target host --target nvptx64:sm_90 --target spirv64 --target nvptx64:sm_80 --target amdgcn:gfx90a";
    done(&place.build(&format!("a.ll {targets} --embed-ir -o out")));
    let packed = ["host", "nvptx64-sm_90", "spirv64", "nvptx64-sm_80", "amdgcn-gfx90a", "llvm_nvptx64", "llvm_amdgcn"];
    assert_eq!(names("out"), packed);
    for (name, target) in [("llvm_nvptx64", "nvptx64:sm_90"), ("llvm_amdgcn", "amdgcn:gfx90a")] {
        let code = String::from_utf8(place.read(&format!("out/{name}_2.bc"))).unwrap();
        assert!(code.contains(&format!("-passes=llvm-to-backend<target={target};")), "{code}");
        assert!(!code.contains("made by"), "a program of the target read it already: {code}");
        assert_eq!(place.read(&format!("out/{name}_2.sym")), b"gamma\n");
    }
    // From the cache, too.
    let code = place.read("out/llvm_nvptx64_2.bc");
    done(&place.build(&format!("a.ll {targets} --embed-ir -o again")));
    assert_eq!(place.read("again/llvm_nvptx64_2.bc"), code);
    // One family has device code of its own, the other not.
    done(
        &place.build("a.ll cuda.ll --target spirv64 --target amdgcn:gfx90a --target nvptx64:sm_90 --embed-ir -o both"),
    );
    assert_eq!(names("both"), ["spirv64", "amdgcn-gfx90a", "nvptx64-sm_90", "llvm_amdgcn", "llvm_nvptx64"]);
    let own = String::from_utf8(place.read("both/llvm_nvptx64_2.bc")).unwrap();
    same(&own, "target triple = \"split\"\n; kernel gamma 1 \n");
}

#[test]
fn device_libraries_go_to_the_inputs_of_their_triple() {
    let place = Place::new();
    place.write("spir-lib.ll", format!("target triple = \"{SPIR}\"\n; spir library\n"));
    place.write("cuda-lib.ll", format!("target triple = \"{CUDA}\"\n; cuda library\n"));
    place.write("any-lib.ll", "define void @f() {\n");
    let line = "a.ll cuda.ll hip.ll --target spirv64 --target nvptx64:sm_90 --target amdgcn:gfx90a \
                --device-lib spir-lib.ll --device-lib cuda-lib.ll -o out.o";
    done(&place.build(line));
    let links = |place: &Place| -> Vec<String> {
        let mut links: Vec<String> = place.calls().into_iter().filter(|call| call.starts_with("llvm-link ")).collect();
        links.sort();
        links.iter().map(|call| call.replace(place.path("").to_str().unwrap(), "DIR/")).collect()
    };
    let simple = [
        "llvm-link --only-needed --internalize nvptx64-linked.bc DIR/cuda-lib.ll -o nvptx64-complete.bc",
        "llvm-link --only-needed --internalize spirv64-linked.bc DIR/spir-lib.ll -o spirv64-complete.bc",
        "llvm-link DIR/a.ll -o spirv64-linked.bc",
        "llvm-link DIR/cuda.ll -o nvptx64-linked.bc",
        "llvm-link DIR/hip.ll -o amdgcn-linked.bc",
    ];
    assert_eq!(links(&place), simple);
    // One without a triple is for all, in the order of the command line.
    done(&place.build(&format!("{line} --device-lib any-lib.ll")));
    let further = [
        "llvm-link --only-needed --internalize amdgcn-linked.bc DIR/any-lib.ll -o amdgcn-complete.bc",
        "llvm-link --only-needed --internalize nvptx64-linked.bc DIR/cuda-lib.ll DIR/any-lib.ll -o nvptx64-complete.bc",
        "llvm-link --only-needed --internalize spirv64-linked.bc DIR/spir-lib.ll DIR/any-lib.ll -o spirv64-complete.bc",
    ];
    assert_eq!(links(&place), further);
}

#[test]
fn images_that_a_target_cannot_take_are_empty_and_told() {
    let place = Place::new();
    place.kernels("a.ll", SPIR, "alpha 1, beta 1 fp64, gamma 1 fp64");
    let line = "a.ll --target spirv64 --target intel_gpu_dg1 --target intel_gpu_pvc -o out";
    let lacks = "is empty: Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this \
                 aspect.";
    let report = |stored: &str| {
        format!(
            "exit code 0\n--- stdout\n\
             target         images  empty      bytes\n\
             spirv64             3      0        156\n\
             intel_gpu_dg1       3      2         66\n\
             intel_gpu_pvc       3      0        198\n\
             out: 9 images; {stored} steps\n\
             --- stderr\n\
             sycl-packager: note: intel_gpu_dg1: the image of kernel beta {lacks}\n\
             sycl-packager: note: intel_gpu_dg1: the image of kernel gamma {lacks}\n"
        )
    };
    // How many steps are the same as others depends on which ran first.
    let found = place.build(&format!("{line} -j 1"));
    same(&found, &report("5 of 25"));
    // The empty image is compiled once.
    assert_eq!(place.calls().iter().filter(|call| call.contains("empty.spv") && call.starts_with("ocloc")).count(), 1);
    same(&place.build(line), &report("25 of 25"));
    assert_eq!(place.read("out/intel_gpu_dg1_1.bin"), place.read("out/intel_gpu_dg1_2.bin"));
    assert_eq!(place.read("out/intel_gpu_dg1_1.sym"), b"beta\n");
}

#[test]
fn the_summary_is_json_on_request() {
    let place = Place::new();
    place.kernels("a.ll", SPIR, "alpha 1, beta 1 fp64");
    let line = "a.ll --target spirv64 --target intel_gpu_dg1 -o out.o --json";
    for is_stored in [false, true] {
        let output = place.build_command(line).output().unwrap();
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let members: Vec<&String> = found.as_object().unwrap().keys().collect();
        let expected = [
            "format",
            "output",
            "seconds",
            "jobs",
            "targets",
            "steps",
            "stored_steps",
            "tool_milliseconds",
            "step_times",
        ];
        assert_eq!(members, expected);
        assert_eq!(found["output"], "out.o");
        assert!(found["seconds"].as_f64().is_some() && found["jobs"].as_u64() >= Some(1));
        assert_eq!(found["stored_steps"] == found["steps"], is_stored);
        assert_eq!(found["targets"][0]["name"], "spirv64");
        let image = serde_json::json!({ "kernels": ["alpha"], "size": 52 });
        assert_eq!(found["targets"][0]["images"][0], image);
        let empty = &found["targets"][1]["images"][1];
        assert!(empty["empty"].as_str().unwrap().contains("aspect::fp64"), "{empty}");
    }
    same(&place.build("a.ll --target spirv64 -o out.bundle --quiet"), "exit code 0\n");
    let found = place.build(&format!("{line} --quiet"));
    assert!(found.starts_with("exit code 2\n"), "{found}");
}

#[test]
fn each_program_that_runs_has_its_time() {
    let place = Place::new();
    let line = "a.ll b.ll --target spirv64 --target host -o out.o --json --trace trace.json";
    place.kernels("b.ll", SPIR, "delta 1");
    for is_stored in [false, true] {
        let output = place.build_command(line).output().unwrap();
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let steps = found["step_times"].as_array().unwrap();
        assert_eq!(steps.len() as u64, found["steps"].as_u64().unwrap() - found["stored_steps"].as_u64().unwrap());
        assert_eq!(steps.is_empty(), is_stored);
        let trace: Value = serde_json::from_slice(&place.read("trace.json")).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        assert_eq!(events.len(), steps.len());
        let mut ends = std::collections::BTreeMap::new();
        for (event, step) in events.iter().zip(steps) {
            assert_eq!((&event["name"], &event["cat"], &event["ph"]), (&step["step"], &step["tool"], &"X".into()));
            let (start, time) = (event["ts"].as_u64().unwrap(), event["dur"].as_u64().unwrap());
            let end = ends.insert(event["tid"].as_u64(), start + time);
            assert!(end.is_none_or(|end| end <= start), "events of a line do not overlap: {trace}");
        }
        let of_image = steps.iter().filter(|step| step["step"] == "spirv64 image 1" && step["tool"] == "llc").count();
        assert_eq!(of_image, usize::from(!is_stored), "{found}");
        let beta = events.iter().filter(|event| event["args"]["kernels"] == serde_json::json!(["beta"])).count();
        assert_eq!(beta > 1, !is_stored, "events of images name their kernels: {trace}");
    }
    let found = place.build("a.ll --target spirv64 -o out.o --trace trace.json --dry-run");
    assert!(found.contains("--trace has no effect: the steps are not run"), "{found}");
    let found = place.build("a.ll --target spirv64 -o out.o --trace a.ll");
    assert!(found.starts_with("exit code 2\n") && !place.read("a.ll").starts_with(b"{"), "{found}");
}

#[test]
fn code_without_kernels_is_no_error() {
    let place = Place::new();
    place.write("a.ll", format!("target triple = \"{SPIR}\"\n"));
    for output in ["out.o", "out.syclbin", "out"] {
        done(&place.build(&format!("a.ll --target spirv64 -o {output} --quiet")));
    }
    same(
        &place.build("a.ll --target spirv64 -o out.bundle"),
        "exit code 1\n--- stderr\nsycl-packager: found no kernels and no exported functions; expected at least one for an \
         OffloadBinary\n",
    );
}

#[test]
fn constants_are_lowered_as_the_option_says() {
    let place = Place::new();
    for mode in ["native", "emulation", "default-values"] {
        let plan = place.build(&format!("a.ll --target spirv64 --spec-const {mode} -o out.o --print-plan"));
        assert!(plan.contains(&format!(";spec-const={mode};")), "{plan}");
    }
}

#[test]
fn a_plan_is_printed_and_nothing_runs() {
    let place = Place::new();
    let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90 -o out.o --strip-debug --back-end-option \
                nvptx64:sm_90=--fast -O3";
    let passes = |group: &str, first: &str, spec: &str, more: &str| {
        format!(
            "'-passes={first}sycl-post-link<split=auto;spec-const={spec};symbols;properties;emit-param-info;\
             emit-program-metadata;emit-kernel-names;emit-aspect-names;emit-exported-symbols;emit-imported-symbols;device-globals;\
             o={group}/split/image.table{more}>' -disable-output"
        )
    };
    let (spirv, cuda) = (
        passes("spirv64-native", "link-builtins<undefined=keep>,spirv-legalize,", "native", ""),
        passes(
            "nvptx64-emulation",
            "",
            "emulation",
            ";o=nvidia_gpu_sm_90:nvptx64-emulation/split/nvidia_gpu_sm_90.table",
        ),
    );
    let version = "LLVM version 22.0.0";
    same(
        &place.build(&format!("{line} --dry-run")),
        &format!(
            "exit code 0\n--- stdout\ninputs\n  DIR/a.ll  {SPIR}\n  DIR/cuda.ll  {CUDA}\nprograms\n  \
             DIR/bin/llc  {version}\n  DIR/bin/llvm-link  {version}\n  DIR/bin/opt  {version}\n  DIR/bin/ptxas  \
             {version}\n  DIR/bin/spirv-val  {version}\n  DIR/bin/sycl-packager\nlink and split\n  \
             DIR/bin/llvm-link DIR/a.ll -o spirv64-linked.bc\n  \
             DIR/bin/opt -mtriple=spirv64-unknown-unknown -load-pass-plugin=DIR/plugin.so {spirv} spirv64-linked.bc\n  \
             DIR/bin/llvm-link DIR/cuda.ll -o nvptx64-linked.bc\n  \
             DIR/bin/opt -load-pass-plugin=DIR/plugin.so {cuda} nvptx64-linked.bc\n\
             spirv64: each image N of spirv64-native/split/image.table\n  \
             DIR/bin/llc -mtriple=spirv64-unknown-unknown -O0 \
             --spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,\
             +SPV_KHR_uniform_group_instructions,+SPV_INTEL_function_pointers,+SPV_KHR_expect_assume,\
             +SPV_KHR_bit_instructions,+SPV_INTEL_variable_length_array -filetype=obj \
             spirv64-native/split/image_N.bc -o spirv64/N.spv\n  \
             DIR/bin/sycl-packager validate --spirv-val=DIR/bin/spirv-val \
             --properties=spirv64-native/split/image_N.prop --stamp=spirv64/N.valid spirv64/N.spv\n\
             nvptx64:sm_90: each image N of nvptx64-emulation/split/nvidia_gpu_sm_90.table\n  \
             DIR/bin/opt -load-pass-plugin=DIR/plugin.so '-passes=sycl-device-pipeline<target=nvptx64:sm_90>' \
             --strip-debug nvptx64-emulation/split/image_N.bc -o nvptx64-sm_90/N.bc\n  \
             DIR/bin/llc -mcpu=sm_90 -O3 --fast nvptx64-sm_90/N.bc -o nvptx64-sm_90/N.ptx\n  \
             DIR/bin/ptxas -arch=sm_90 nvptx64-sm_90/N.ptx -o nvptx64-sm_90/N.cubin\n  \
             DIR/bin/sycl-packager validate --properties=nvptx64-emulation/split/image_N.prop \
             --stamp=nvptx64-sm_90/N.valid nvptx64-sm_90/N.cubin\n\
             pack\n  DIR/bin/sycl-packager wrap --table=spirv64.table --runtime-target=spir64 --table=nvptx64-sm_90.table \
             --runtime-target=nvptx64 --host=x86_64-unknown-linux-gnu --output=result\n"
        ),
    );
    assert!(place.calls().iter().all(|call| call.starts_with("version of ")));
    assert!(!place.path("out.o").exists());

    let output = place.build_command(&format!("{line} --dry-run=json")).output().unwrap();
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(members(&plan), ["format", "inputs", "device_libraries", "tools", "steps", "targets", "pack"]);
    assert_eq!(members(&plan["inputs"][0]), ["file", "triple"]);
    assert_eq!(members(&plan["tools"][0]), ["name", "path", "version", "blake3"]);
    assert_eq!(members(&plan["targets"][0]), ["name", "table", "steps_of_each_image"]);
    for step in [&plan["steps"][0], &plan["targets"][1]["steps_of_each_image"][2], &plan["pack"]] {
        assert_eq!(members(step), ["tool", "arguments", "inputs", "outputs"]);
    }
    assert_eq!(plan["steps"][1]["outputs"], serde_json::json!({ "directory": "spirv64-native/split" }));
    assert_eq!(plan["targets"][1]["steps_of_each_image"][2]["tool"], "ptxas");
    assert_eq!(plan["pack"]["outputs"], serde_json::json!(["result"]));
    assert!(place.calls().is_empty());
}

#[test]
fn names_with_blanks_and_quotes() {
    let place = Place::named("it's a \"place\" $HOME: 100%");
    place.write("a 'b' \"c\".ll", place.read("a.ll"));
    let arguments = ["a 'b' \"c\".ll", "-o", "my \"own\" 'out'.o", "--cache-dir", "the cache's"];
    let line = "--target spirv64 --llvm-bin bin --plugin plugin.so";
    let mut command = place.command(&format!("build {line}"));
    done(&place.tell(&command.args(place.options()).args(arguments).output().unwrap()));
    done(&place.build("a.ll --target spirv64 -o out.o"));
    assert!(place.read("my \"own\" 'out'.o") == place.read("out.o"));
}

#[test]
fn summaries_and_plans_are_as_their_schemas_say() {
    let place = Place::new();
    let line = "a.ll cuda.ll --target spirv64 --target nvptx64:sm_90 --target intel_gpu_dg1 -o out.o";
    for (name, options) in [("plan", "--dry-run=json"), ("build", "--json"), ("build", "--json --target host")] {
        let schema = place.command(&format!("generate schema {name}")).output().unwrap();
        let output = place.build_command(&format!("{line} {options}")).output().unwrap();
        let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        crate::checking::check(&schema, &object, name).unwrap();
    }
}

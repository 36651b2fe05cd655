//! The program from outside: files, messages, exit codes.

use std::{
    path::Path,
    process::{Command, Output},
};

const TWO_KERNELS: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @first() #0 { ret void }
define spir_kernel void @second() #0 !sycl_used_aspects !0 { ret void }
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{!1}
!1 = !{!"fp64", i32 6}
"#;

fn run(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sycl-post-link"))
        .current_dir(directory)
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn directory(input: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("in.ll"), input).expect("written");
    directory
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .expect("listed")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_table_of_images() {
    let directory = directory(TWO_KERNELS);
    let output = run(directory.path(), &["-split=kernel", "-symbols", "-properties", "-S", "-o=out.table", "in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        text(&directory.path().join("out.table")),
        "[Code|Properties|Symbols]\nout_0.ll|out_0.prop|out_0.sym\nout_1.ll|out_1.prop|out_1.sym\n"
    );
    assert_eq!(text(&directory.path().join("out_0.sym")), "second\n");
    assert_eq!(text(&directory.path().join("out_0.prop")), "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n");
}

#[test]
fn tables_of_targets_have_rows_for_what_the_targets_can_take() {
    // As DPC++'s tool has it, whose driver compiles every row.
    let directory = directory(TWO_KERNELS);
    let tables = ["-o", "all.table", "-o", "intel_gpu_dg1,dg1.table"];
    let output = run(directory.path(), &[&tables[..], &["-split=kernel", "-symbols", "-properties", "in.ll"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        text(&directory.path().join("dg1.table")),
        "[Code|Properties|Symbols]\nall_1.bc|all_1.intel_gpu_dg1.prop|all_1.sym\n"
    );
    let names = names(directory.path());
    assert!(!names.iter().any(|name| name.contains("empty") || name == "all_0.intel_gpu_dg1.prop"), "{names:?}");
}

#[test]
fn options_of_recent_drivers_are_taken() {
    let directory = directory(
        &TWO_KERNELS
            .replace("@second() #0 !sycl_used_aspects !0 {", "@second() #0 { call void @other()")
            .replace("!0 =", "declare void @other()\n!0 ="),
    );
    let options =
        ["-properties", "-id-queries-range=size_t", "-suppress-undefined-func-warnings", "-o=x.table", "in.ll"];
    let output = run(directory.path(), &options);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text(&directory.path().join("x_0.prop")).contains("idQueriesRange=1|2\n"));
}

#[test]
fn former_names_of_options_are_taken_and_slips_get_the_nearest() {
    let directory = directory(TWO_KERNELS);
    let output = run(directory.path(), &["-support-dynamic-linking", "-split=off", "-symbols", "-o=x.table", "in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = run(directory.path(), &["-splt=kernel", "in.ll"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("unknown option `-splt=kernel`; did you mean `-split`?"), "{stderr}");
}

#[test]
fn flags_are_true_or_false() {
    let directory = directory(TWO_KERNELS);
    let output = run(directory.path(), &["-symbols=maybe", "-o=out.table", "in.ll"]);
    let said = String::from_utf8(output.stderr).expect("messages are text").replace(['`', '\''], "\"");
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("option \"-symbols\" has the value \"maybe\"; expected true or false"), "{said}");
}

#[test]
fn options_without_effect_change_nothing() {
    let directory = directory(TWO_KERNELS);
    let whole = |name: &str| text(&directory.path().join(name));
    let plain =
        run(directory.path(), &["-split=none", "-legacy-properties", "-json-only", "-S", "-o=a.table", "in.ll"]);
    assert!(plain.status.success(), "{}", String::from_utf8_lossy(&plain.stderr));
    for option in ["-f", "-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-force-disable-esimd-opt"] {
        let found = run(
            directory.path(),
            &["-split=none", "-legacy-properties", "-json-only", "-S", option, "-o=b.table", "in.ll"],
        );
        assert_eq!(found, plain, "{option}");
        assert_eq!(whole("b.table"), "[Code|Properties]\nb_0.ll|b_0.prop.json\n", "{option}");
        for file in ["0.ll", "0.prop.json"] {
            assert_eq!(whole(&format!("b_{file}")), whole(&format!("a_{file}")), "{option}");
        }
    }
}

#[test]
fn aspects_have_the_numbers_of_the_module_or_of_the_built_in_table() {
    let properties = |number: &str, option: &[&str]| {
        let directory = directory(&TWO_KERNELS.replace("!\"fp64\", i32 6", &format!("!\"atomic64\", i32 {number}")));
        let output = run(directory.path(), &[&["-properties", "-o=out.table", "in.ll"], option].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        text(&directory.path().join("out_0.prop"))
    };
    assert_ne!(properties("27", &[]), properties("28", &[]));
    assert_eq!(properties("27", &["-built-in-aspects"]), properties("28", &[]));
    // Where the built-in table has another name for a number, the module's can stand beside it.
    assert!(properties("27", &["-emit-aspect-names"]).contains("\naspect_names="));
    assert_eq!(properties("28", &["-emit-aspect-names"]), properties("28", &[]));
}

#[test]
fn any_number_of_jobs_writes_the_same() {
    let directory = directory(TWO_KERNELS);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for jobs in ["-jobs=1", "-jobs=2", "-jobs=7"] {
        let output = run(directory.path(), &["-split=kernel", "-properties", jobs, "-o=x.table", "in.ll"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let all = ["x.table", "x_0.bc", "x_0.prop", "x_1.bc", "x_1.prop"];
        seen.push(all.iter().flat_map(|name| std::fs::read(directory.path().join(name)).expect("read")).collect());
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn one_file_without_a_table() {
    let directory = directory(TWO_KERNELS);
    let output = run(directory.path(), &["-ir-output-only", "-S", "-o=only.ll", "in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(names(directory.path()), ["in.ll", "only.ll"]);
    assert!(text(&directory.path().join("only.ll")).contains("@first"));
}

#[test]
fn without_o_files_are_named_after_the_input() {
    let directory = directory(TWO_KERNELS);
    let output = run(directory.path(), &["in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(names(directory.path()), ["in.files", "in.ll", "in_0.bc", "in_1.bc"]);
}

#[test]
fn esimd_code_apart() {
    // As DPC++'s driver calls the tool for a program with both kinds of code.
    let both = TWO_KERNELS.replace("!sycl_used_aspects !0", "!sycl_explicit_simd !2") + "!2 = !{}\n";
    let directory = directory(&both);
    let output = run(directory.path(), &["-split-esimd", "-symbols", "-properties", "-o=out.table", "in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        text(&directory.path().join("out.table")),
        "[Code|Properties|Symbols]\nout_0.esimd.bc|out_0.esimd.prop|out_0.esimd.sym\nout_0.bc|out_0.prop|out_0.sym\n"
    );
    assert_eq!(text(&directory.path().join("out_0.esimd.sym")), "second\n");
    assert_eq!(text(&directory.path().join("out_0.sym")), "first\n");
    assert!(text(&directory.path().join("out_0.esimd.prop")).ends_with("[SYCL/misc properties]\nisEsimdImage=1|1\n"));
    assert!(!text(&directory.path().join("out_0.prop")).contains("isEsimdImage"));
}

#[test]
fn options_about_esimd_code_change_nothing_without_it() {
    let directory = directory(TWO_KERNELS);
    for (options, table) in [(&[][..], "plain.table"), (&["-split-esimd", "-lower-esimd"], "esimd.table")] {
        let output = Command::new(env!("CARGO_BIN_EXE_sycl-post-link"))
            .current_dir(directory.path())
            .args(options)
            .args(["-split=kernel", "-properties", &format!("-o={table}"), "in.ll"])
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let plain = text(&directory.path().join("plain.table"));
    assert_eq!(text(&directory.path().join("esimd.table")), plain.replace("plain", "esimd"));
    for file in ["0.bc", "0.prop", "1.bc", "1.prop"] {
        let read = |prefix: &str| std::fs::read(directory.path().join(format!("{prefix}_{file}"))).expect("read");
        assert_eq!(read("plain"), read("esimd"), "{file}");
    }
}

#[test]
fn the_command_line_of_a_driver() {
    // Options that DPC++'s driver passes, those without effect here among them.
    let directory = directory(TWO_KERNELS);
    let options = "-O2 -f -force-disable-esimd-opt -device-globals -properties -spec-const=emulation -split=auto \
                   -emit-only-kernels-as-entry-points -emit-param-info -symbols -emit-kernel-names -emit-exported-symbols \
                   -emit-imported-symbols -split-esimd -lower-esimd -emit-program-metadata \
                   -generate-device-image-default-spec-consts -allow-device-image-dependencies -device-lib-dir=nowhere \
                   -o intel_gpu_pvc,pvc.table -o=all.table in.ll";
    let output = run(directory.path(), &options.split_whitespace().collect::<Vec<_>>());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        text(&directory.path().join("all.table")),
        "[Code|Properties|Symbols]\npvc_0.bc|pvc_0.prop|pvc_0.sym\npvc_1.bc|pvc_1.prop|pvc_1.sym\n"
    );
    assert_eq!(
        text(&directory.path().join("pvc.table")),
        "[Code|Properties|Symbols]\npvc_0.bc|pvc_0.intel_gpu_pvc.prop|pvc_0.sym\n\
         pvc_1.bc|pvc_1.intel_gpu_pvc.prop|pvc_1.sym\n"
    );
}

#[test]
fn every_triple_of_device_code_is_taken() {
    for triple in [
        "spir-unknown-unknown",
        "spir64_gen-unknown-unknown",
        "spirv32v1.2-unknown-unknown",
        "spirv64v1.5-unknown-unknown",
        "spirv64_gen-unknown-unknown",
        "spirv1.5-unknown-vulkan1.3",
        "nvptx-nvidia-cuda",
        "amdgcn-amd-amdhsa",
        "r600--",
        "native_cpu",
    ] {
        let directory = directory(&TWO_KERNELS.replace("spir64-unknown-unknown", triple));
        let output = run(directory.path(), &["-symbols", "in.ll"]);
        assert!(output.status.success(), "{triple}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn refusals_leave_nothing() {
    let esimd = TWO_KERNELS.replace("!sycl_used_aspects !0", "!sycl_explicit_simd !2") + "!2 = !{}\n";
    let invoked = esimd.clone() + "declare void @_Z33__regcall3____builtin_invoke_simd(ptr)\n";
    let host = TWO_KERNELS.replace("spir64-unknown-unknown", "x86_64-pc-linux-gnu");
    for (input, arguments, message) in [
        (TWO_KERNELS, &["-o=missing/out.table", "in.ll"][..], "cannot write `missing/out_0.bc`: "),
        ("no IR", &["in.ll"], "in.ll: "),
        (&esimd, &["-split-esimd", "-lower-esimd", "in.ll"], "`-lower-esimd`: function `second` is ESIMD code"),
        (&invoked, &["-split-esimd", "in.ll"], "'invoke_simd' calls detected, '-split-esimd' must not be specified"),
        (&esimd, &["-split-esimd", "-ir-output-only", "in.ll"], "-split-esimd can't be used with -ir-output-only"),
        (&host, &["in.ll"], "module `in.ll` is for the host (target triple `x86_64-pc-linux-gnu`)"),
        (TWO_KERNELS, &["-bogus", "in.ll"], "unknown option `-bogus`"),
        (TWO_KERNELS, &["nowhere.bc"], "cannot read `nowhere.bc`: "),
    ] {
        let directory = directory(input);
        let output = run(directory.path(), arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
        assert_eq!(names(directory.path()), ["in.ll"], "{stderr}");
    }
}

#[test]
fn a_failing_run_keeps_what_is_no_table() {
    let directory = directory(TWO_KERNELS);
    std::fs::write(directory.path().join("precious.table"), "mine").expect("written");
    let output = run(directory.path(), &["-out-dir=missing", "-o=precious.table", "in.ll"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&directory.path().join("precious.table")), "mine");
}

#[test]
fn an_existing_file_is_replaced() {
    let directory = directory(TWO_KERNELS);
    std::fs::write(directory.path().join("out.table"), "").expect("written");
    let output = run(directory.path(), &["-o=out.table", "in.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text(&directory.path().join("out.table")).starts_with("[Code]\n"));
}

#[test]
fn names_inside_functions_are_only_in_text() {
    let input = r#"
target triple = "spir64-unknown-unknown"
@table = internal global i32 0
define spir_kernel void @kernel(ptr %parameter) !dbg !3 {
block:
  %sum = load i32, ptr @table, !dbg !6
    #dbg_value(i32 %sum, !5, !DIExpression(), !6)
  store i32 %sum, ptr %parameter, !dbg !6
  ret void
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "")
!3 = distinct !DISubprogram(name: "kernel", unit: !1, file: !2, type: !4)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocalVariable(name: "variable_of_user", scope: !3)
!6 = !DILocation(line: 1, scope: !3)
"#;
    let directory = directory(input);
    let code = |options: &[&str], input: &str, name: &str| {
        let output = run(directory.path(), &[options, &["-split=kernel", "-o=x.table", input]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read(directory.path().join(name)).expect("an image")
    };
    let has = |code: &[u8], name: &str| code.windows(name.len()).any(|at| at == name.as_bytes());
    let shown = code(&["-S"], "in.ll", "x_0.ll");
    // Names have six or seven bits a letter in bitcode, so what a reader prints is compared.
    code(&[], "in.ll", "x_0.bc");
    std::fs::rename(directory.path().join("x_0.bc"), directory.path().join("image.bc")).expect("moved");
    let read = code(&["-S"], "image.bc", "x_0.ll");
    for name in ["%parameter", "block:", "%sum"] {
        assert!(has(&shown, name) && !has(&read, name), "{name}: {}", String::from_utf8_lossy(&read));
    }
    for name in ["@kernel", "@table", "variable_of_user"] {
        assert!(has(&shown, name) && has(&read, name), "{name}: {}", String::from_utf8_lossy(&read));
    }
}

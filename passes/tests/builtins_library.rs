//! The library of built-in functions against the table: each has what the other says.
#![cfg(feature = "llvm22")]
#![expect(clippy::unwrap_used, reason = "a test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

use sycl_passes::{
    builtins::{
        library,
        table::{self, Family, IrType, Scalar, TARGETS, Type},
    },
    ir::OwnedModule,
};

fn module(target: Family) -> OwnedModule {
    OwnedModule::read(library(target), "library").unwrap()
}

/// Every function of the table that the library for a target has, with its types.
fn functions(target: Family) -> BTreeMap<String, table::Types> {
    let rows = table::all().filter(|row| row.is_in_library(target));
    rows.flat_map(|row| {
        row.bindings(target).into_iter().map(move |binding| (binding.name(), row.library_types(target, &binding)))
    })
    .collect()
}

fn text(of: IrType) -> String {
    match of {
        IrType::Void => "void".to_string(),
        IrType::Bool => "i1".to_string(),
        IrType::Value(Type { scalar: of, lanes: 1 }) => of.ir_name().to_string(),
        IrType::Value(Type { scalar: of, lanes }) => format!("<{lanes} x {}>", of.ir_name()),
        IrType::Pointer(0) => "ptr".to_string(),
        IrType::Pointer(space) => format!("ptr addrspace({space})"),
        IrType::Pair(_) | IrType::Other => unreachable!("the library has no other types"),
    }
}

/// Functions of the host's library that code does not call by an operation: `work-group-functions` writes the calls, or
/// the code generator.
const WITHOUT_A_ROW: [&str; 16] = [
    "__divti3",
    "__extendhfsf2",
    "__modti3",
    "__sp_wg_access",
    "__sp_wg_fail",
    "__sp_wg_fail_assertion",
    "__sp_wg_fail_barrier",
    "__sp_wg_fail_items",
    "__sp_wg_find_races",
    "__sp_wg_report_race",
    "__sp_wg_run_items",
    "__sp_wg_run_items_apart",
    "__truncdfhf2",
    "__truncsfhf2",
    "__udivti3",
    "__umodti3",
];

#[test]
fn each_function_of_the_table_is_in_the_library_and_no_other() {
    for target in TARGETS {
        let module = module(target);
        module.verify().unwrap();
        let printed = module.view().print();
        let mut wanted = functions(target);
        assert!(target == Family::Spirv || wanted.len() > 1500, "{target:?} has {} functions", wanted.len());
        for line in printed.lines().filter(|line| line.starts_with("define ")) {
            let name = line.split_once('@').unwrap().1.split_once('(').unwrap().0;
            let is_for_angles =
                ["__sp_any_sin_f", "__sp_any_cos_f", "__sp_any_tan_f"].iter().any(|of| name.starts_with(of));
            if target == Family::Host && (WITHOUT_A_ROW.contains(&name) || is_for_angles)
                || target == Family::Nvptx && name == "__sp_turns_f32"
            {
                continue;
            }
            let types = wanted.remove(name).unwrap_or_else(|| panic!("{target:?}: `{name}` is in no row"));
            // `define dso_local noundef float @name(ptr noundef %0, ...)`: the types are words among attributes.
            let (before, after) = line.split_once('@').unwrap();
            assert!(before.ends_with(&format!("{} ", text(types.result))), "{target:?}: {line}");
            let list = after.split_once('(').unwrap().1;
            let mut rest = list;
            for parameter in &types.parameters {
                let of = text(*parameter);
                assert!(rest.trim_start_matches(", ").starts_with(&of), "{target:?}: {line}: expected {of}");
                rest =
                    rest.split_once('%').unwrap().1.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
            }
            assert!(rest.starts_with(')'), "{target:?}: {line}");
        }
        assert!(wanted.is_empty(), "{target:?} lacks {:?}", wanted.keys().collect::<Vec<_>>());
    }
}

/// Functions that a library leaves to others.
fn undefined(target: Family) -> BTreeSet<String> {
    let module = module(target);
    let view = module.view();
    view.functions().filter(|f| f.is_declaration() && !f.name().starts_with("llvm.")).map(|f| f.name()).collect()
}

/// Functions that rows leave to libclc or libm.
fn externals(target: Family) -> BTreeSet<String> {
    let mut symbols = BTreeSet::new();
    for row in table::all().filter(|row| row.is_in_library(target)) {
        let Some(name) = row.external(target) else { continue };
        for binding in row.bindings(target) {
            let types = row.types(target, &binding);
            if matches!(types.parameters[0], IrType::Value(Type { scalar: Scalar::F32 | Scalar::F64, .. })) {
                symbols.insert(table::external_symbol(name, &types, target));
            }
        }
    }
    symbols
}

#[test]
fn what_is_left_to_libclc_is_there() {
    for (target, path) in
        [(Family::Nvptx, "/usr/lib/clc/nvptx64--.bc"), (Family::Amdgpu, "/usr/lib/clc/amdgcn-amd-amdhsa.bc")]
    {
        let left = undefined(target);
        let missing: Vec<_> = externals(target).difference(&left).cloned().collect();
        assert!(missing.is_empty(), "rows name what {target:?}'s library does not call: {missing:?}");
        let mathematics = left.iter().filter(|name| name.starts_with("_Z") && !name.contains("__spirv_"));
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}; install libclc-22"));
        let libclc = OwnedModule::read(&bytes, path).unwrap();
        for name in mathematics {
            let function = libclc.view().function(name);
            assert!(function.is_some_and(|f| !f.is_declaration()), "libclc for {target:?} lacks `{name}`");
        }
        // Besides queries, which `sscp-reflect` answers.
        let is_runtime = |name: &&String| !name.starts_with("_Z") && !name.starts_with("__acpp_sscp_jit_reflect_");
        let runtime: Vec<_> = left.iter().filter(is_runtime).map(String::as_str).collect();
        let known: &[&str] = if target == Family::Nvptx { &["__assertfail", "vprintf"] } else { &[] };
        assert_eq!(runtime, known, "{target:?}");
    }
}

#[test]
fn no_library_names_a_processor_or_a_path() {
    for target in TARGETS {
        let module = module(target);
        let printed = module.view().print();
        for word in ["target-cpu", "target-features", "DICompileUnit", "no-builtins"] {
            assert!(!printed.contains(word), "{target:?} has {word}");
        }
        assert_eq!(module.view().source_file(), "sycl-builtins", "{target:?}");
        let bytes = library(target);
        for path in [env!("CARGO_MANIFEST_DIR"), env!("OUT_DIR"), "library.cpp", ".hpp"] {
            assert!(!bytes.windows(path.len()).any(|window| window == path.as_bytes()), "{target:?} has {path}");
        }
        assert_eq!(module.view().triple().is_empty(), target == Family::Host);
        let inlined =
            printed.lines().filter(|line| line.starts_with("attributes #") && line.contains(" alwaysinline "));
        assert!(inlined.count() > 0, "{target:?}");
        let mut others = printed.lines().filter(|line| line.contains(" noinline "));
        assert!(others.all(|line| line.contains(" hot ")), "{target:?}");
    }
}

#[test]
fn atomic_operations_have_scopes_and_orders() {
    for (target, scopes) in [
        (Family::Nvptx, ["syncscope(\"block\")", "syncscope(\"device\")"]),
        (Family::Amdgpu, ["syncscope(\"workgroup\")", "syncscope(\"agent\")"]),
    ] {
        let printed = module(target).view().print();
        for name in ["@__sp_atomic_iadd_i64_p1(", "@__sp_atomic_fadd_f32_p3(", "@__sp_atomic_load_i32_p0("] {
            let body = printed
                .split("\ndefine ")
                .find(|text| text.lines().next().unwrap().contains(name))
                .unwrap_or_else(|| panic!("{target:?} has no {name}"));
            let body = body.split_once("\n}").unwrap().0;
            for word in scopes.iter().chain(&["monotonic", "acquire", "seq_cst"]) {
                assert!(body.contains(word), "{target:?}: {name} has no {word}");
            }
        }
    }
}

/// Code behind a branch stays in a loop whose values do not change.
#[test]
fn elementary_functions_have_no_branches() {
    let names =
        ["acos", "asin", "atan", "atan2", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "pow", "tanh"];
    for target in [Family::Host, Family::Nvptx] {
        let printed = module(target).view().print();
        for name in names {
            let function = format!("@__sp_ocl_{name}_f32(");
            let body = printed.split("\ndefine ").find(|text| text.lines().next().unwrap().contains(&function));
            let (body, _) = body.unwrap_or_else(|| panic!("{target:?} has no {name}")).split_once("\n}").unwrap();
            assert!(!body.contains("br i1"), "{target:?}: {body}");
        }
    }
}

/// The host's functions compute what they should: a C++ program calls them.
#[test]
fn numbers_of_the_host() {
    let directory = tempfile::tempdir().unwrap();
    let bitcode = directory.path().join("host.bc");
    std::fs::write(&bitcode, library(Family::Host)).unwrap();
    let program = directory.path().join("numbers");
    let clang = Path::new(env!("SYCL_PASSES_LLVM_BIN")).join("clang++");
    let output = Command::new(clang)
        .args(["-std=c++20", "-O1", "-ffp-contract=off", "-Wno-override-module", "-xir"])
        .arg(&bitcode)
        .args(["-xc++", "builtins/test/numbers.cpp", "-lm", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with(" 0 failures\n"));
}

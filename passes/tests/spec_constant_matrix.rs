//! Every type of a default against every type asked for, in every form of a call and every mode: the answer is a module
//! that LLVM verifies or one error that names the constant and the function, the pass and the whole post-link step say
//! the same, and the post-link step leaves its input as it was.

use sycl_passes::{
    ir::OwnedModule,
    registry,
    spec_constants::{self, Mode},
};

const HEADER: &str = r#"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
%named = type { i8, [2 x i1] }
%opaque = type opaque
%0 = type { i16 }
@name = internal constant [6 x i8] c"limit\00"
declare i32 @__gxx_personality_v0(...)
declare void @take(ptr)
attributes #0 = { "sycl-module-id"="a.cpp" }
"#;

const CALLEE: &str = "_Z37__sycl_getScalar2020SpecConstantValueX";

/// Types that a runtime can set, each with a value.
const SETTABLE: &[(&str, &str)] = &[
    ("i1", "true"),
    ("i7", "5"),
    ("i8", "5"),
    ("i16", "5"),
    ("i17", "5"),
    ("i32", "5"),
    ("i64", "5"),
    ("i100", "5"),
    ("i4096", "5"),
    ("half", "1.0"),
    ("bfloat", "1.0"),
    ("float", "1.0"),
    ("double", "1.0"),
    ("<3 x float>", "<float 1.0, float 2.0, float 3.0>"),
    ("<3 x i24>", "<i24 1, i24 2, i24 3>"),
    ("{}", "zeroinitializer"),
    ("{ {}, {} }", "zeroinitializer"),
    ("{ i32, {}, i8 }", "{ i32 1, {} zeroinitializer, i8 2 }"),
    ("[0 x i32]", "zeroinitializer"),
    ("[1152921504606846976 x {}]", "zeroinitializer"),
    ("{ i8, i32 }", "{ i8 1, i32 2 }"),
    ("<{ i8, i32 }>", "<{ i8 1, i32 2 }>"),
    ("{ i8, [3 x i8], i32 }", "{ i8 1, [3 x i8] zeroinitializer, i32 2 }"),
    ("[3 x { i32, i8 }]", "zeroinitializer"),
    ("[2 x <3 x i16>]", "zeroinitializer"),
    ("%named", "{ i8 1, [2 x i1] [i1 true, i1 false] }"),
    ("%0", "{ i16 7 }"),
    ("[1000 x i8]", "zeroinitializer"),
];

/// Types that nobody can set.
const OTHER: &[(&str, &str)] = &[
    ("fp128", "0xL00000000000000000000000000000001"),
    ("x86_fp80", "0xK3FFF8000000000000000"),
    ("ppc_fp128", "0xM00000000000000000000000000000001"),
    ("ptr", "@name"),
    ("ptr addrspace(1)", "null"),
    ("<4 x i1>", "<i1 1, i1 0, i1 1, i1 0>"),
    ("<2 x i33>", "zeroinitializer"),
    ("<2 x fp128>", "zeroinitializer"),
    ("<2 x ptr>", "zeroinitializer"),
    ("{ i32, ptr }", "zeroinitializer"),
    ("{ i32, fp128 }", "zeroinitializer"),
    ("[2 x x86_fp80]", "zeroinitializer"),
    ("target(\"spirv.Event\")", "zeroinitializer"),
    ("[0 x fp128]", "zeroinitializer"),
    ("[1048577 x i8]", "zeroinitializer"),
    ("[2305843009213693952 x i64]", "zeroinitializer"),
    ("{ [4294967297 x i64], i8 }", "zeroinitializer"),
];

/// How the builtin is called, with the pieces that a module needs for it. `TYPE` is the type asked for.
const FORMS: &[(&str, &str)] = &[
    (
        "call",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "sret",
        "declare void @CALLEE(ptr sret(TYPE), ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           call void @CALLEE(ptr sret(TYPE) align 1 %out, ptr @name, ptr @default, ptr %buffer)
           ret void
         }",
    ),
    (
        "invoke",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer, i1 %c) #0 personality ptr @__gxx_personality_v0 {
         entry:
           invoke void @take(ptr %out) to label %ask unwind label %caught
         ask:
           %value = invoke TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer) to label %use unwind label %caught
         use:
           store TYPE %value, ptr %out
           ret void
         caught:
           %from = phi i32 [ 1, %entry ], [ 2, %ask ]
           %pad = landingpad { ptr, i32 } cleanup
           store i32 %from, ptr %out
           ret void
         }",
    ),
    (
        "invoke whose landing pad asks for the constant, too",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer, i1 %c) #0 personality ptr @__gxx_personality_v0 {
         entry:
           %value = invoke TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer) to label %use unwind label %caught
         use:
           store TYPE %value, ptr %out
           ret void
         caught:
           %other = phi ptr [ %buffer, %entry ]
           %pad = landingpad { ptr, i32 } cleanup
           %again = call TYPE @CALLEE(ptr @name, ptr @default, ptr %other)
           store TYPE %again, ptr %out
           ret void
         }",
    ),
    (
        "through allocas, as in code that is not optimized",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %slot_name = alloca ptr
           %slot_default = alloca ptr
           store ptr @name, ptr %slot_name
           store ptr @default, ptr %slot_default
           %n = load ptr, ptr %slot_name
           %d = load ptr, ptr %slot_default
           %value = call TYPE @CALLEE(ptr %n, ptr %d, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "through casts",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %callee = addrspacecast ptr @CALLEE to ptr addrspace(4)
           %value = call addrspace(4) TYPE %callee(ptr @name, ptr @default, ptr %buffer)
           %more = call addrspace(4) TYPE addrspacecast (ptr @CALLEE to ptr addrspace(4))(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           store TYPE %more, ptr %out
           ret void
         }",
    ),
    (
        "with its address in a table that nobody uses",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         @table = internal constant [2 x ptr] [ ptr @CALLEE, ptr @name ]
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }",
    ),
    (
        "in a function that two kernels share",
        "declare TYPE @CALLEE(ptr, ptr, ptr)
         define internal TYPE @kernel_shared(ptr %buffer) {
           %value = call TYPE @CALLEE(ptr @name, ptr @default, ptr %buffer)
           ret TYPE %value
         }
         define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @kernel_shared(ptr %buffer)
           store TYPE %value, ptr %out
           ret void
         }
         define spir_kernel void @kernel_other(ptr %out, ptr %buffer) #0 {
           %value = call TYPE @kernel_shared(ptr %buffer)
           store TYPE undef, ptr %out
           ret void
         }",
    ),
];

const MODES: [(&str, Mode); 3] = Mode::NAMES;

fn module(form: &str, asked: &str, default: (&str, &str)) -> String {
    let object = match default {
        (ty, value @ ("undef" | "poison")) => format!("{{ {ty} }} {value}"),
        (ty, value) => format!("{{ {ty} }} {{ {ty} {value} }}"),
    };
    let code = form.replace("CALLEE", CALLEE).replace("TYPE", asked);
    // A kernel with the constants that undoing a replacement by one of them would take along.
    let bystander = "define spir_kernel void @bystander(ptr %out) #0 {
        store i32 undef, ptr %out
        store i8 undef, ptr %out
        store ptr undef, ptr %out
        store i32 0, ptr %out
        ret void
    }";
    format!("{HEADER}@default = internal constant {object}\n{code}\n{bystander}\n")
}

fn read(text: &str) -> Option<OwnedModule> {
    let module = OwnedModule::read(text.as_bytes(), "test.ll").ok()?;
    module.verify().is_ok().then_some(module)
}

/// Runs the pass. The error, if it is one.
fn run_pass(text: &str, mode: Mode, what: &str) -> Option<String> {
    let mut module = read(text)?;
    let before = module.view().print();
    let result = spec_constants::run(&mut module.editor(), mode, &mut Vec::new());
    match result {
        Ok(_) => {
            module.verify().unwrap_or_else(|e| panic!("{what}: {e}"));
            let after = module.view().print();
            let is_call = |line: &str| line.contains(CALLEE) && (line.contains("call") || line.contains("invoke"));
            assert!(!after.lines().any(is_call), "{what}: {after}");
            let again = spec_constants::run(&mut module.editor(), mode, &mut Vec::new())
                .unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(
                again.changed == registry::Changed::No && module.view().print() == after,
                "{what}: changed by a second run"
            );
            None
        }
        Err(error) => {
            assert_eq!(module.view().print(), before, "{what}: changed though refused");
            Some(error.to_string())
        }
    }
}

/// Runs the whole step with an image for each kernel. The error, if it is one.
fn run_post_link(text: &str, mode: &str, what: &str) -> Option<String> {
    let directory = tempfile::tempdir().expect("a directory");
    let mut module = read(text)?;
    let before = module.view().print();
    let element = format!(
        "sycl-post-link<split=kernel;spec-const={mode};symbols;properties;o={}/x.table>",
        directory.path().display()
    );
    let pass = registry::build(&element).and_then(|built| built.pass.ok()).expect("a pass");
    let result = pass.run(&mut module.editor(), &mut Vec::new());
    assert_eq!(module.view().print(), before, "{what}: the source is not as it was");
    let files = || std::fs::read_dir(directory.path()).expect("the directory").map(|f| f.expect("a file").path());
    if let Err(error) = result {
        assert_eq!(files().count(), 0, "{what}: files are left");
        return Some(error.to_string());
    }
    for path in files().filter(|path| path.extension().is_some_and(|e| e == "bc")) {
        let image = OwnedModule::read(&std::fs::read(&path).expect("an image"), "image").expect("bitcode");
        image.verify().unwrap_or_else(|e| panic!("{what}: {}: {e}", path.display()));
        assert!(!image.view().print().contains("@_Z37__sycl_get"), "{what}: {}", image.view().print());
    }
    None
}

/// What runs on a module.
#[derive(Clone, Copy, PartialEq)]
enum Runs {
    /// The pass by itself.
    Pass,
    /// The whole step as well.
    Both,
}

fn check(runs: Runs, asked: &str, default: (&str, &str), forms: &[(&str, &str)]) -> Vec<Option<String>> {
    let mut answers = Vec::new();
    for (form, code) in forms {
        let text = module(code, asked, default);
        if read(&text).is_none() {
            continue; // LLVM has no such IR
        }
        for (mode_name, mode) in MODES {
            let what = format!("{asked} of {default:?}, {form}, {mode_name}");
            let answer = run_pass(&text, mode, &what);
            if runs == Runs::Both {
                assert_eq!(run_post_link(&text, mode_name, &what), answer, "{what}");
            }
            if let Some(error) = &answer {
                assert!(error.contains("`kernel`") || error.contains("`kernel_shared`"), "{what}: {error}");
                let names_constant = error.contains("`limit`") || error.contains("has a value of type");
                assert!(names_constant && !error.contains('\n') && error.contains("expected"), "{what}: {error}");
            }
            answers.push(answer);
        }
    }
    answers
}

#[test]
fn types_that_a_runtime_can_set() {
    for &(ty, value) in SETTABLE {
        for (value, runs) in [(value, Runs::Both), ("undef", Runs::Both), ("poison", Runs::Pass)] {
            for (index, answer) in check(runs, ty, (ty, value), FORMS).into_iter().enumerate() {
                // SPIR-V has numbers of few sizes; the other modes take all.
                let is_refused = answer.is_some_and(|error| !error.contains("which no native specialization constant"));
                assert!(!is_refused, "{ty} {value}: {index}");
            }
        }
    }
}

#[test]
fn defaults_that_nobody_can_set() {
    for &(ty, value) in OTHER {
        for value in [value, "undef"] {
            for asked in ["i32", "i8", "{ i32 }", "{}"] {
                let answers = check(Runs::Both, asked, (ty, value), &FORMS[..1]);
                assert!(answers.iter().all(Option::is_some), "{asked} of {ty} {value}");
            }
        }
    }
}

#[test]
fn requests_that_nobody_can_set() {
    for &(ty, _) in OTHER {
        for default in [("i32", "5"), ("[1000 x i8]", "zeroinitializer")] {
            let answers = check(Runs::Pass, ty, default, FORMS);
            assert!(answers.iter().all(Option::is_some), "{ty} of {default:?}");
        }
    }
}

#[test]
fn defaults_of_another_type() {
    for &(ty, value) in SETTABLE {
        for &(asked, _) in SETTABLE {
            check(Runs::Pass, asked, (ty, value), &FORMS[..1]);
        }
    }
}

/// What is given as the first use's type and the second one's, of one constant.
#[test]
fn two_types_of_one_constant() {
    for &(ty, value) in SETTABLE {
        for (asked, _) in [("<{ i8, i32 }>", ""), ("{ i8, i32 }", ""), ("[4 x i8]", ""), ("i32", "")] {
            let form = format!(
                "declare {asked} @{CALLEE}(ptr, ptr, ptr)
                 declare TYPE @{CALLEE}2(ptr, ptr, ptr)
                 define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {{
                   %first = call {asked} @{CALLEE}(ptr @name, ptr @default, ptr %buffer)
                   %second = call TYPE @{CALLEE}2(ptr @name, ptr @default, ptr %buffer)
                   store {asked} %first, ptr %out
                   store TYPE %second, ptr %out
                   ret void
                 }}"
            );
            check(Runs::Pass, ty, (ty, value), &[("two types", &form)]);
        }
    }
}

/// LLVM takes structs that nest as deep as memory allows; walks over them do not recurse.
#[test]
fn types_that_nest_deep() {
    let depth = 20_000;
    let mut text = HEADER.to_owned();
    for level in (1..=depth).rev() {
        text += &format!("%deep{level} = type {{ %deep{} }}\n", level - 1);
    }
    text += "%deep0 = type { i32 }\n@default = internal constant { i32 } { i32 1 }\n";
    text += &FORMS[1].1.replace("CALLEE", CALLEE).replace("TYPE", &format!("%deep{depth}"));
    for (name, mode) in MODES {
        let mut module = OwnedModule::read(text.as_bytes(), "deep.ll").expect("valid IR");
        let error = spec_constants::run(&mut module.editor(), mode, &mut Vec::new()).expect_err(name);
        let expected =
            "in function `kernel` has a value of type %deep20000; expected types that nest less than 256 deep";
        assert!(error.to_string().ends_with(expected), "{name}: {error}");
    }
}

/// As many empty structs as nobody can count take no bytes and no time.
#[test]
fn types_of_many_empty_parts() {
    let mut text = HEADER.to_owned() + "%many0 = type {}\n";
    for level in 1..=100 {
        text += &format!("%many{level} = type {{ %many{0}, %many{0} }}\n", level - 1);
    }
    text += "%value = type { %many100, i32 }\n@default = internal constant { %value } zeroinitializer\n";
    text += &FORMS[0].1.replace("CALLEE", CALLEE).replace("TYPE", "%value");
    for (name, mode) in MODES {
        assert_eq!(run_pass(&text, mode, name), None);
    }
}

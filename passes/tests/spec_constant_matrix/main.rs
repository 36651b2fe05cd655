//! Every type of a default against every type asked for, in every form of a call and every mode: the answer is a module
//! that LLVM verifies or one error that names the constant and the function, the pass and the whole post-link step say
//! the same, and the post-link step leaves its input as it was.

mod modules;

use sycl_passes::{
    ir::OwnedModule,
    registry,
    spec_constants::{self, Mode},
};

use modules::{CALLEE, FORMS, HEADER, OTHER, SETTABLE, module};

const MODES: [(&str, Mode); 4] = Mode::NAMES;

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

/// Passes that run on a module.
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
fn defaults_that_cannot_be_set() {
    for &(ty, value) in OTHER {
        for value in [value, "undef"] {
            for asked in ["i32", "i8", "{ i32 }", "{}"] {
                let answers = check(Runs::Both, asked, (ty, value), &FORMS[..1]);
                let is_refused = !answers.is_empty() && answers.iter().all(Option::is_some);
                assert!(is_refused, "{asked} of {ty} {value}: {answers:?}");
            }
        }
    }
}

#[test]
fn requests_that_cannot_be_set() {
    for ty in OTHER.iter().map(|(ty, _)| *ty).chain(["<vscale x 4 x i32>"]) {
        for default in [("i32", "5"), ("[1000 x i8]", "zeroinitializer")] {
            let answers = check(Runs::Pass, ty, default, FORMS);
            let is_refused = !answers.is_empty() && answers.iter().all(Option::is_some);
            assert!(is_refused, "{ty} of {default:?}: {answers:?}");
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

/// The first use's type and the second one's, of one constant.
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

/// Empty structs without number take no bytes and no time.
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

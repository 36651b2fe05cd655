//! Declarations of C++ functions in Rust agree with their definitions by name and number of parameters. Linkers look at
//! names only: a call with other parameters would be undefined. Files of such functions say why there are any.

use std::collections::{BTreeMap, BTreeSet};

use sycl_tidy::{File, files, report, rust};

/// Files with declarations, and the directory of the definitions.
const SHIMS: [(&str, &str); 3] = [
    ("passes/src/ir/ffi.rs", "passes/cpp/"),
    ("runtime/rtc/compiler/src/shim.rs", "runtime/rtc/compiler/cpp/"),
    ("runtime/rtc/compiler/startup/packed.rs", "runtime/rtc/compiler/startup/"),
];

/// A function that the dynamic loader calls.
const OF_LOADER: &str = "sp_rtc_relocate";

/// Numbers of parameters that functions have, by name, in all of the places that have them.
type Functions = BTreeMap<String, BTreeSet<usize>>;

/// The text in the parentheses that a text starts with, and what follows them.
fn in_parentheses(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let end = text.strip_prefix('(')?.find(|c| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return true,
            ')' => depth -= 1,
            _ => {}
        }
        false
    })?;
    Some((&text[1..=end], &text[end + 2..]))
}

/// The number of parameters in a list.
fn count(parameters: &str) -> usize {
    let mut depth = 0_i32;
    let parameters = parameters.replace("->", "");
    let separate = |c| {
        match c {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    };
    parameters.split(separate).filter(|parameter| !["", "void"].contains(&parameter.trim())).count()
}

/// Functions named `sp_` that a text declares or defines, which `is_meant` knows by the text before and behind.
fn functions(text: &str, found: &mut Functions, is_meant: fn(&str, &str) -> bool) {
    let code = rust::code(text);
    for (at, _) in code.match_indices("sp_") {
        let (before, rest) = code.split_at(at);
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
        if let Some((parameters, behind)) = in_parentheses(&rest[name.len()..])
            && is_meant(before, behind)
        {
            found.entry(name.to_owned()).or_default().insert(count(parameters));
        }
    }
}

fn declared(text: &str) -> Functions {
    let mut found = Functions::new();
    functions(text, &mut found, |before, behind| before.ends_with("fn ") && !behind.trim_start().starts_with('{'));
    found
}

fn defined<'f>(files: impl Iterator<Item = &'f File>) -> Functions {
    let mut found = Functions::new();
    for file in files {
        functions(&file.text, &mut found, |before, behind| {
            before.ends_with([' ', '*']) && behind.trim_start().starts_with('{')
        });
    }
    found
}

#[test]
fn declarations_agree_with_definitions() {
    let files = files();
    let mut wrong = Vec::new();
    for (declarations, directory) in SHIMS {
        let text = &files.iter().find(|file| file.path == declarations).expect("the file is there").text;
        let defined = defined(files.iter().filter(|file| file.path.starts_with(directory)));
        let declared = declared(text);
        assert!(!declared.is_empty(), "there are no declarations in {declarations}");
        for (name, counts) in &declared {
            let others = defined.get(name);
            if others != Some(counts) {
                wrong.push(format!("{declarations}: `{name}` has {counts:?} parameters, in {directory} {others:?}"));
            }
        }
        let unused = defined.keys().filter(|name| !declared.contains_key(*name) && *name != OF_LOADER);
        wrong.extend(unused.map(|name| format!("{directory}: `{name}` is not in {declarations}")));
    }
    report("declarations of C++ in Rust", &wrong);
}

/// The comment that a file begins with.
fn head(text: &str) -> String {
    text.lines().map_while(|line| line.strip_prefix("//")).collect()
}

#[test]
fn files_of_passes_say_why_the_c_api_does_not_do() {
    let files = files();
    let sources = files.iter().filter(|file| file.path.starts_with("passes/cpp/") && file.path.ends_with(".cpp"));
    let silent = sources.filter(|file| !head(&file.text).contains("C API"));
    let silent: Vec<String> = silent.map(|file| file.path.clone()).collect();
    report("files whose first comment does not say why LLVM's C API does not suffice", &silent);
}

#[test]
fn heads_end_with_the_comment() {
    assert_eq!(head("// the\n// C API\n\n// more\n"), " the C API");
    assert_eq!(head("#pragma once\n// C API\n"), "");
}

#[test]
fn parameters_are_counted() {
    let rust = "pub fn sp_a(); fn sp_b(x: u8, take: fn(u8, u8) -> bool, y: Array<u8, 2>,) -> *mut u8; fn sp_c() {}";
    let expected = [("sp_a".to_owned(), BTreeSet::from([0])), ("sp_b".to_owned(), BTreeSet::from([3]))];
    assert_eq!(declared(rust), Functions::from(expected));
    let cpp = "void sp_a(void) {\n}\n// void sp_c() {\nbool *sp_b(int X,\n  void (*Take)(int, int), T<1, 2> Y) { sp_a(); }\n\
        void sp_d(int);\n";
    let file = |text: &str| File { path: "a.cpp".to_owned(), text: text.to_owned() };
    assert_eq!(defined([file(cpp)].iter()), declared(rust));
    let two = defined([file("void sp_a(int X) {}"), file("void sp_a() {}")].iter());
    assert_eq!(two["sp_a"], BTreeSet::from([0, 1]));
}

//! Rules of CONTRIBUTING for every pass, and for every test of the passes.
//!
//! Passes and parameters are those of `ir-tests/plugin/print-passes.ll`, which is the whole output of
//! `print<sycl-passes>`.

use std::collections::{BTreeMap, BTreeSet};

use sycl_tidy::{File, files, read, report, rust};

/// Parameters that no test gives, and why.
const UNUSED: &[(&str, &str, &str)] = &[];

struct Pass {
    name: String,
    alias: Option<String>,
    parameters: Vec<String>,
}

fn passes() -> Vec<Pass> {
    let mut passes: Vec<Pass> = Vec::new();
    for line in read("ir-tests/plugin/print-passes.ll").lines() {
        let entry = line.strip_prefix("; CHECK-NEXT: {{^}}").and_then(|line| line.rsplit_once(" {{"));
        let Some((entry, _summary)) = entry else { continue };
        let entry = entry.trim_start_matches(' ');
        if line.contains("{{^}}      ") {
            let name = entry.split(['=', ' ']).next().unwrap_or_default().to_owned();
            passes.last_mut().expect("a pass before its parameters").parameters.push(name);
        } else {
            let text = entry.trim_end_matches(':');
            let (name, alias) = match text.split_once(" (alias ") {
                Some((name, alias)) => (name, Some(alias.trim_end_matches(')').to_owned())),
                None => (text, None),
            };
            passes.push(Pass { name: name.to_owned(), alias, parameters: Vec::new() });
        }
    }
    assert!(passes.len() >= 8, "passes are found");
    passes
}

fn is_test(file: &File) -> bool {
    file.path.starts_with("ir-tests/")
        && !file.path.contains("/Inputs/")
        && ["ll", "test", "c", "cl"].contains(&file.extension())
}

/// Names of parameters that pipelines and configuration files of tests give, by pass.
fn given(passes: &[Pass], files: &[File]) -> BTreeMap<String, BTreeSet<String>> {
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in
        files.iter().filter(|file| file.path.starts_with("ir-tests/") && !file.path.ends_with("print-passes.ll"))
    {
        for pass in passes {
            for name in [Some(&pass.name), pass.alias.as_ref()].into_iter().flatten() {
                for rest in file.text.split(&format!("{name}<")).skip(1) {
                    let parameters = rest.split('>').next().unwrap_or_default();
                    let names = parameters.split(';').map(|parameter| parameter.split('=').next().unwrap_or_default());
                    given.entry(pass.name.clone()).or_default().extend(names.map(str::to_owned));
                }
            }
            // A configuration file of a test for one pass.
            if file.path.starts_with(&format!("ir-tests/{}/", pass.name)) {
                for key in file.text.split('"').skip(1).step_by(2) {
                    given.entry(pass.name.clone()).or_default().insert(key.to_owned());
                }
            }
        }
    }
    given
}

#[test]
fn every_parameter_is_given_by_a_test() {
    let (passes, files) = (passes(), files());
    let given = given(&passes, &files);
    let mut wrong = Vec::new();
    for pass in &passes {
        for parameter in &pass.parameters {
            let is_given = given.get(&pass.name).is_some_and(|names| names.contains(parameter));
            let is_exception = UNUSED.iter().any(|(name, unused, _)| *name == pass.name && unused == parameter);
            if is_given == is_exception {
                wrong.push(format!("{}<{parameter}>{}", pass.name, if is_given { ", an exception" } else { "" }));
            }
        }
    }
    report("parameters that no test gives", &wrong);
}

#[test]
fn every_pass_has_tests_a_header_and_rows() {
    let files = files();
    let tables = [("docs/passes.md", "# The passes"), ("passes/README.md", "## Passes")];
    let mut wrong = Vec::new();
    for pass in passes() {
        let name = &pass.name;
        if !files.iter().any(|file| file.path.starts_with(&format!("ir-tests/{name}/"))) {
            wrong.push(format!("{name}: no directory ir-tests/{name}"));
        }
        // The passes for generic device code are parts of one module; what the host's does is in `host`.
        let module = match name.strip_prefix("sscp-") {
            Some(part) => format!("sscp/{part}"),
            None if name == "work-group-functions" => "host".to_owned(),
            None => name.strip_prefix("sycl-").unwrap_or(name).to_owned(),
        };
        let module = module.replace('-', "_");
        let place = format!("passes/src/{module}.rs");
        let Some(source) = files.iter().find(|file| file.path == place) else {
            wrong.push(format!("{name}: no {place}"));
            continue;
        };
        let header: String = source.text.lines().take_while(|line| line.starts_with("//!")).collect();
        for section in ["| reads ", "| writes ", "| keeps ", "Cost: ", "Limits: ", "Source: "] {
            if !header.contains(section) {
                wrong.push(format!("{}: the header has no `{}`", source.path, section.trim()));
            }
        }
    }
    report("what CONTRIBUTING asks of a pass", &wrong);
    let names: BTreeSet<String> = passes().into_iter().map(|pass| pass.name).collect();
    for (file, section) in tables {
        let text = read(file);
        let section = text.split_once(section).unwrap_or_else(|| panic!("{file} has no section {section}")).1;
        let rows = section.lines().skip_while(|line| !line.starts_with("|--")).skip(1);
        let table = rows.take_while(|line| line.starts_with('|')).map(|row| row.trim_start_matches("| "));
        let mut found = BTreeSet::new();
        for row in table {
            let cell = row.split(" |").next().unwrap_or_default();
            found.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        found.remove("print<sycl-passes>");
        assert_eq!(found, names, "the passes of {file}");
    }
}

/// The names of warnings and remarks that the passes declare.
fn ids() -> Vec<String> {
    let source = read("passes/src/diagnostic.rs");
    let code = rust::code(&source);
    let list = code.split_once("\nids! {").expect("a list of ids").1.split_once("\n}").expect("its end").0;
    let ids = list.lines().filter_map(|line| line.trim().split_once(": ")).map(|(id, _)| id.to_owned());
    ids.collect()
}

#[test]
fn every_warning_and_remark_is_in_a_test_and_documented() {
    let (files, document) = (files(), read("docs/diagnostics.md"));
    let mut wrong = Vec::new();
    for id in ids() {
        if !files.iter().any(|file| is_test(file) && file.text.contains(&id)) {
            wrong.push(format!("{id} is in no IR test"));
        }
        if !document.contains(&format!("`{id}`")) {
            wrong.push(format!("{id} is not in docs/diagnostics.md"));
        }
    }
    assert!(ids().len() > 10, "ids are found");
    report("warnings and remarks", &wrong);
}

#[test]
fn ir_tests_begin_with_the_rule_that_they_test() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| is_test(file)) {
        let mark = match file.extension() {
            "ll" => ";",
            "test" => "",
            _ => "//",
        };
        let lines = file.text.lines().map(|line| line.strip_prefix(mark).map(str::trim).unwrap_or_default());
        let prose: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let is_directive =
            |line: &&str| ["RUN:", "REQUIRES:", "UNSUPPORTED:", "CHECK"].iter().any(|d| line.starts_with(d));
        if prose.is_empty() || prose.iter().any(is_directive) {
            wrong.push(format!("{}:1: expected prose and an empty line, then RUN lines", file.path));
        } else if !prose.iter().any(|line| line.ends_with(['.', ':', ')']) || line.contains(". ")) {
            wrong.push(format!("{}:1: expected a sentence", file.path));
        }
    }
    report("how tests begin", &wrong);
}

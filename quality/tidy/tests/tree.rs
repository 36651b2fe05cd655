//! Rules of CONTRIBUTING and ARCHITECTURE for files: where unsafe code is, how long lines are, that links lead
//! somewhere.

use sycl_tidy::{File, files, report, root, rust};

/// Directories and files that may hold unsafe code: layers over LLVM's C interfaces, memory of programs, drivers and
/// libraries that are loaded.
const UNSAFE: [&str; 16] = [
    "runtime/host-device/src/native/",
    "runtime/host-device/tests/device/common.rs",
    "passes/src/ir/",
    "passes/src/process.rs",
    "plugin/src/",
    "runtime/sycl-runtime/src/native/",
    "runtime/rtc/api/src/compiler_library/",
    "runtime/rtc/api/src/compiler_library.rs",
    "runtime/rtc/api/tests/compiler/host.rs",
    "runtime/rtc/c/src/c/",
    "runtime/rtc/compiler/src/",
    "runtime/rtc/compiler/startup/order/breakpoints.rs",
    "runtime/rtc/compiler/startup/packed.rs",
    "quality/example-runner/src/host.rs",
    "quality/example-runner/src/opencl.rs",
    "quality/example-runner/src/cuda.rs",
];

/// Names of directories that backup tools, ignore templates and search tools take for generated output.
const OUTPUT_DIRECTORIES: [&str; 5] = ["build", "target", "out", "dist", "bin"];

#[test]
fn unsafe_code_is_in_few_places() {
    let is_unsafe = |file: &File| {
        let code = rust::code(&file.text);
        code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
    };
    let files = files();
    let found: Vec<&str> = files
        .iter()
        .filter(|file| file.extension() == "rs" && is_unsafe(file))
        .map(|file| file.path.as_str())
        .collect();
    let is_listed = |path: &str| UNSAFE.iter().any(|place| path.starts_with(place));
    let wrong: Vec<String> = found.iter().filter(|path| !is_listed(path)).map(|path| (*path).to_owned()).collect();
    report("unsafe code elsewhere", &wrong);
    for place in UNSAFE {
        assert!(found.iter().any(|path| path.starts_with(place)), "there is no unsafe code in {place} any more");
    }
}

/// The longest a line may be, in characters.
const WIDTH: usize = 120;

/// Sources whose lines may be longer: `examples/ir` was made of them, with the line numbers and columns that they have.
const WIDE: &str = "examples/src/";

/// Whether a line of a file of this kind has to be at most [`WIDTH`] long. Of Rust, scripts and Python only comments
/// have to be: rustfmt breaks code where it can be broken, and what is left is text, such as messages and commands.
fn is_narrow(file: &File, line: &str) -> bool {
    let line = line.trim_start();
    let is_script = file.text.starts_with("#!") || file.extension() == "sh" || file.extension() == "py";
    match file.extension() {
        "rs" => line.starts_with("//"),
        "cpp" | "h" => true,
        _ if is_script => line.starts_with('#'),
        _ => false,
    }
}

/// Whether a line is one that cannot be broken: a row of a table, or a word that is too long by itself, such as a URL.
fn is_unbreakable(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['/', '!', '#']).trim_start();
    text.starts_with("| ") || !text.contains(' ')
}

#[test]
fn lines_are_not_too_long() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| !file.path.starts_with(WIDE)) {
        for (number, line) in file.lines() {
            if line.chars().count() > WIDTH && is_narrow(file, line) && !is_unbreakable(line) {
                wrong.push(format!("{}:{number}: {} characters", file.path, line.chars().count()));
            }
        }
    }
    report(&format!("lines of more than {WIDTH} characters"), &wrong);
}

#[test]
fn lines_that_can_be_broken_are_known() {
    let rust = File { path: "a.rs".to_owned(), text: String::new() };
    assert!(is_narrow(&rust, "    /// words"));
    assert!(!is_narrow(&rust, "    \"a message\","));
    let script = File { path: "run".to_owned(), text: "#!/bin/sh\n".to_owned() };
    assert!(is_narrow(&script, "# words"));
    assert!(!is_narrow(&script, "echo words"));
    assert!(is_unbreakable("//! | cell | cell |"));
    assert!(is_unbreakable("# https://example.com/a"));
    assert!(!is_unbreakable("// see https://example.com/a"));
}

/// Whether a line says of an action that it has no known actor, which the passive voice or a name says better. Not a
/// word in quotes: a user, a name in a test.
fn has_no_actor(line: &str) -> bool {
    let word = |word: &str| ["nobody", "somebody", "whoever"].contains(&word.to_ascii_lowercase().as_str());
    line.split(|c: char| !c.is_alphanumeric() && !['`', '_'].contains(&c)).any(word) && !line.contains('@')
}

#[test]
fn sentences_say_who_acts() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| file.path != "docs/style.md" && !file.path.starts_with("quality/tidy/")) {
        let lines = file.lines().filter(|(_, line)| has_no_actor(line));
        wrong.extend(lines.map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim())));
    }
    report("sentences without an actor; expected a name or the passive voice (docs/style.md)", &wrong);
}

/// Comments that may begin with a clause in place of a noun, as help texts of options do.
const HEADLESS: usize = 34;

/// The text of a line of a documentation comment.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

/// Whether the text of a comment says what something does, and not what it is.
fn is_headless(text: &str) -> bool {
    let first = text.trim_start().split(|c: char| !c.is_alphabetic()).next();
    ["What", "Those", "Who", "Where", "How", "Why", "Which", "Of"].contains(&first.unwrap_or_default())
}

#[test]
fn comments_begin_with_a_noun() {
    let mut found = Vec::new();
    for file in files().iter().filter(|file| file.path.ends_with(".rs")) {
        let mut is_inside = false;
        for (number, line) in file.lines() {
            let text = documentation(line);
            if !is_inside && text.is_some_and(is_headless) {
                found.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
            is_inside = text.is_some();
        }
    }
    if found.len() > HEADLESS {
        report("comments that begin with a clause; expected a noun before it (docs/style.md)", &found);
    }
}

#[test]
fn clauses_without_a_noun_are_known() {
    let is = |line: &str| documentation(line).is_some_and(is_headless);
    assert!(is("    /// What it is."));
    assert!(is("//! Where files are."));
    assert!(!is("/// Whether it is there."));
    assert!(!is("// What it is."));
    assert!(!is("/// Whatever."));
}

#[test]
fn words_without_an_actor_are_known() {
    assert!(has_no_actor("// Nobody needs it."));
    assert!(has_no_actor("it is somebody's"));
    assert!(!has_no_actor("; Root runs this as `nobody`."));
    assert!(!has_no_actor("let nobody_else = 1;"));
    assert!(!has_no_actor("\"@author somebody\","));
}

#[test]
fn no_directory_is_named_like_output() {
    let files = files();
    let mut wrong: Vec<String> = Vec::new();
    for file in &files {
        let (directories, _) = file.path.rsplit_once('/').unwrap_or_default();
        if directories.split('/').any(|name| OUTPUT_DIRECTORIES.contains(&name)) {
            wrong.push(file.path.clone());
        }
    }
    report("directories that are named like generated output", &wrong);
}

/// Backticked names of files and what links lead to, in one line of a document.
fn names(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for link in line.split("](").skip(1) {
        let target = link.split([')', '#']).next().unwrap_or_default();
        if !target.is_empty() && !target.contains("://") {
            found.push(target.to_owned());
        }
    }
    for code in line.split('`').skip(1).step_by(2) {
        let is_path = code.contains('/') || code.ends_with(".md");
        if is_path && code.chars().all(|c| c.is_ascii_alphanumeric() || "/._-{},".contains(c)) {
            found.extend(expand(code));
        }
    }
    found
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn expand(name: &str) -> Vec<String> {
    match name.split_once('{').and_then(|(front, rest)| rest.split_once('}').map(|(inner, back)| (front, inner, back)))
    {
        Some((front, inner, back)) => {
            inner.split(',').flat_map(|word| expand(&format!("{front}{word}{back}"))).collect()
        }
        None => vec![name.to_owned()],
    }
}

#[test]
fn documents_name_files_that_exist() {
    let files = files();
    // Names below these are what a build makes, not part of the tree.
    let tops: Vec<&str> = files.iter().filter_map(|file| file.path.split_once('/')).map(|(top, _)| top).collect();
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "md" && file.path != "CHANGELOG.md") {
        let directory = root().join(&file.path).parent().expect("a directory").to_owned();
        let mut base = root();
        let mut is_code = false;
        for (number, line) in file.lines() {
            is_code ^= line.starts_with("```");
            // Tables of one part name its files from a directory that their head says.
            if line.starts_with("| ") && line.contains(", in `") {
                base = root()
                    .join(line.split(", in `").nth(1).and_then(|rest| rest.split('`').next()).unwrap_or_default());
            } else if !line.starts_with('|') {
                base = root();
            }
            for name in names(line) {
                let is_ours = tops.iter().any(|top| name.starts_with(&format!("{top}/"))) || name.ends_with(".md");
                let is_link = !is_code && line.contains(&format!("]({name}")); // code has lambdas
                let exists = [&directory, &base, &root()].iter().any(|base| base.join(&name).exists());
                if (is_ours || is_link || base != root()) && !exists {
                    wrong.push(format!("{}:{number}: {name}", file.path));
                }
            }
        }
    }
    report("names of files that do not exist", &wrong);
}

#[test]
fn names_are_found_in_documents() {
    assert_eq!(
        names("see [the page](docs/a.md#top), `passes/src/{a,b}.rs`, `x` and `y/*`"),
        ["docs/a.md", "passes/src/a.rs", "passes/src/b.rs"]
    );
}

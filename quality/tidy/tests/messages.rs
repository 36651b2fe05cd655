//! Every message is in some test, so that somebody has seen it with its values.
//!
//! A message is the text of an error (`#[error("...")]`), a text with `; expected `, or one that is handed to a sink.
//! The pieces between its values are what can be looked for: it is tested if a piece that no other message has is in a
//! test.

use std::collections::BTreeMap;

use sycl_tidy::{files, report, rust, tests};

/// Messages that no test has, by their text in the source, and why.
const UNTESTED: &[(&str, &str)] = &[
    // host-device
    ("cannot start a thread: {0}", "needs a system that has no more of them"),
    // llvm-to-backend
    ("internal error: the module is not valid after the last stage: {cause}", INVARIANT),
    ("internal error: {words}", INVARIANT),
    // packager
    ("found `{}`; expected 64 hexadecimal digits", DAMAGED),
    ("{} programs are missing", "the command line prints a line for each program in its place"),
    ("{}: Ninja cannot make this; expected the name of a file", "needs an output that is a device beside a directory"),
    ("{word:?}: the argument is not UTF-8; expected one that is", "tests of the command line are text"),
    ("text is not terminated by a zero byte", "found by the fuzzer only: other checks come first in whole files"),
    ("symbols take more than 4 GiB", LARGE),
    ("images are larger than 2^64 bytes", LARGE),
    (
        "{bytes} bytes of strings share texts so often that readers refuse them; expected at most four times the \
         container, or 16 MiB",
        LARGE,
    ),
    ("more than 4294967295 modules", LARGE),
    ("cannot make the object: {0}", "the `object` crate refuses nothing that is checked before"),
    ("internal error: {found} images read back; expected {images}", INVARIANT),
    ("internal error: the object differs from its plan: {what}", INVARIANT),
    ("found something else than a file; expected a member of the archive", "the test of thin archives has files"),
    ("changed while it was read: found {found} bytes; expected {expected}", "a race with another process"),
    // passes
    ("a worker process ended with exit code {code}", "workers report errors and end with 0; the test kills one"),
    ("internal error in a worker process", INVARIANT),
    ("internal error: `{global}` is referred to and not there; expected every global that is needed", INVARIANT),
    ("image {number} cannot be transformed: {problem}", INVARIANT),
    ("the module cannot be copied: {0}", INVARIANT),
    (
        "the table goes to `{}`, and the module has no name; expected the parameter `out-dir=<directory>` for the images",
        "programs name their modules, so only users of the library see it",
    ),
    (
        "specialization constant `{constant}` in function `{function}` makes the constants of the image more than \
         {MAX_TOTAL} bytes; expected at most so many",
        LARGE,
    ),
    ("no thread for the compilation: {cause}", "needs a system that has no threads left"),
    ("internal error: {what}", INVARIANT),
    ("no process for the compilation: {cause}", "needs a system that has no processes left"),
    ("{reason}; expected a build of LLVM that has it", "depends on how LLVM was built"),
    ("{cause}; expected a build of LLVM that has it", "depends on how LLVM was built"),
    // propset
    ("symbol name `{symbol}` cannot be written: {why}", "sycl-post-link says which function it is, in other words"),
    (
        "malformed key; expected a set name, a line break and a property name",
        "the round trip of random registries has such keys, and compares without words",
    ),
];

const LARGE: &str = "would need an input of many megabytes or more";
const DAMAGED: &str = "a damaged cache is built again without a word";
const INVARIANT: &str = "a fault of ours, which no input leads to";

const SOURCES: [&str; 14] = [
    "runtime/host-device/src/",
    "tools/command-line/src/",
    "tools/llvm-to-backend/src/",
    "crates/builder/src/",
    "crates/images/src/",
    "crates/output/src/",
    "tools/sycl-packager/src/",
    "passes/src/",
    "plugin/src/",
    "tools/sycl-post-link/src/",
    "crates/propset/src/",
    "runtime/rtc/api/src/",
    "tools/sycl-rtc/src/",
    "crates/store/src/",
];

/// Pieces that are shorter are words that any test can have.
const MIN_PIECE: usize = 10;

/// Tests may look for the beginning of a piece; this is enough to know it by.
const MAX_PIECE: usize = 20;

struct Message {
    place: String,
    text: String,
    pieces: Vec<String>,
}

fn is_message(literal: &rust::Literal) -> bool {
    let before = &literal.before;
    let is_reported = [".warn(", ".decided(", ".remark(", "Severity::"].iter().any(|call| before.contains(call));
    before.ends_with("#[error(") || literal.value.contains("; expected ") || is_reported
}

/// The pieces of a format string between its values.
fn pieces(format: &str) -> Vec<String> {
    let plain = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let pieces = plain.split('{').enumerate().map(|(number, piece)| match piece.split_once('}') {
        Some((_, piece)) if number > 0 => piece,
        _ => piece,
    });
    let pieces = pieces.map(|piece| piece.replace('\u{1}', "{").replace('\u{2}', "}"));
    let pieces = pieces.map(|piece| piece.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end().to_owned());
    pieces.filter(|piece| piece.len() >= MIN_PIECE).map(|piece| piece.chars().take(MAX_PIECE).collect()).collect()
}

#[test]
fn every_message_is_in_a_test() {
    let files = files();
    let mut messages = Vec::new();
    for file in &files {
        let is_source = SOURCES.iter().any(|source| file.path.starts_with(source)) && !file.is_test_module();
        if is_source && file.extension() == "rs" {
            let source = file.text.split_once("#[cfg(test)]\nmod ").map_or(file.text.as_str(), |(source, _)| source);
            for literal in rust::literals(source).into_iter().filter(is_message) {
                let place = format!("{}:{}", file.path, literal.line);
                messages.push(Message { place, pieces: pieces(&literal.value), text: literal.value });
            }
        }
    }
    assert!(messages.len() > 200, "messages are found: {}", messages.len());
    let mut texts_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for message in &messages {
        for piece in &message.pieces {
            let texts = texts_of.entry(piece).or_default();
            if !texts.contains(&message.text.as_str()) {
                texts.push(&message.text);
            }
        }
    }
    let corpus = tests(&files);
    let mut wrong = Vec::new();
    let mut exceptions: Vec<&str> = UNTESTED.iter().map(|(text, _)| *text).collect();
    for Message { place, text, pieces } in &messages {
        let own: Vec<&String> = pieces.iter().filter(|piece| texts_of[piece.as_str()].len() == 1).collect();
        // A message of values and words that others have too is looked for with all that it has.
        let sought = if own.is_empty() { pieces.iter().collect() } else { own };
        let is_tested = sought.iter().any(|piece| corpus.iter().any(|(_, test)| test.contains(piece.as_str())));
        let is_exception = UNTESTED.iter().any(|(exception, _)| exception == text);
        match (is_tested || sought.is_empty(), is_exception) {
            (false, false) => wrong.push(format!("{place}: {text:?}")),
            (true, true) => wrong.push(format!("{place}: {text:?} is an exception, but tested")),
            (false, true) | (true, false) => {}
        }
        exceptions.retain(|exception| exception != text);
    }
    let texts = UNTESTED.iter().enumerate();
    let twice = texts.filter(|(index, (text, _))| UNTESTED[..*index].iter().any(|(other, _)| other == text));
    wrong.extend(twice.map(|(_, (text, _))| format!("{text:?} is an exception twice")));
    wrong.extend(exceptions.iter().map(|text| format!("{text:?} is an exception, but no message")));
    report("messages that no test has", &wrong);
}

#[test]
fn pieces_have_no_values() {
    assert_eq!(pieces("file '{file}' has {found} bytes; expected {expected}"), ["bytes; expected"]);
    assert_eq!(pieces("expected {{\"name\": value}}, not {found}"), ["expected {\"name\": va"]);
    assert_eq!(pieces("{0}: {source}"), [""; 0]);
}

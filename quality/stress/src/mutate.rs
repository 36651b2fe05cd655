//! Damaged text and bitcode. Whatever LLVM still reads and verifies goes through the passes, which refuse it or leave a
//! module that verifies.

use std::path::Path;

use fastrand::Rng;
use sycl_passes::ir::OwnedModule;

use crate::{
    checks::{pass_elements, run_pass},
    generate::Module,
    worker::Reporter,
};

/// Another stream than the generator's.
fn stream(seed: u64) -> Rng {
    Rng::with_seed(seed ^ 0x5851_f42d_4c95_7f2d)
}

/// The damaged module, as text or bitcode; as it was where LLVM does not read it.
pub(crate) fn input(generated: &Module, seed: u64) -> Vec<u8> {
    let mut rng = stream(seed);
    if rng.usize(..4) > 0 {
        return damaged_text(&generated.text, &mut rng);
    }
    match OwnedModule::read(generated.text.as_bytes(), "stress") {
        Ok(module) => damaged_bytes(module.bitcode(), &mut rng),
        Err(_) => generated.text.clone().into_bytes(),
    }
}

pub(crate) fn check(input: &[u8], seed: u64, scratch: &Path, reporter: &mut Reporter) {
    let mut rng = stream(!seed);
    reporter.phase("read");
    let Ok(module) = OwnedModule::read(input, "stress") else { return reporter.count("not read") };
    reporter.phase("verify");
    if module.verify().is_err() {
        return reporter.count("not verified");
    }
    drop(module);
    reporter.count("still a module");
    let out = scratch.join("out.table");
    let mut elements: Vec<String> = pass_elements(&mut rng).into_iter().map(str::to_owned).collect();
    let mode = ["native", "emulation", "default-values"][rng.usize(..3)];
    let split = ["auto", "kernel", "none"][rng.usize(..3)];
    elements.push(format!(
        "sycl-post-link<split={split};spec-const={mode};symbols;properties;emit-param-info;emit-program-metadata;\
         emit-kernel-names;device-globals;jobs={};o={}>",
        1 + rng.usize(..2),
        out.display()
    ));
    for element in elements {
        reporter.phase("read");
        let Ok(mut module) = OwnedModule::read(input, "stress") else { return };
        reporter.phase(&element);
        match run_pass(&element, &mut module) {
            Ok(_) => {
                if let Err(error) = module.verify() {
                    reporter.fault(&format!("{element} leaves a module that does not verify: {error}"));
                }
            }
            Err(error) => {
                reporter.count("refused");
                if error.contains("signal") || error.contains("internal error") {
                    reporter.fault(&format!("{element}: {error}"));
                }
            }
        }
        images(scratch, reporter);
    }
}

/// Reads what was written back and removes it.
fn images(scratch: &Path, reporter: &mut Reporter) {
    for entry in std::fs::read_dir(scratch).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "bc") {
            let bytes = std::fs::read(&path).expect("a file of this run");
            match OwnedModule::read(&bytes, "image") {
                Ok(image) => {
                    if let Err(error) = image.verify() {
                        reporter.fault(&format!("an image does not verify: {error}"));
                    }
                }
                Err(error) => reporter.fault(&format!("an image does not read: {error}")),
            }
        }
        let _ = std::fs::remove_file(path); // of this module, not of the next
    }
}

/// Lines and words swapped, doubled, left out, numbers changed: such text often reads.
fn damaged_text(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..lines.len());
        match rng.usize(..7) {
            0 => {
                lines.remove(at);
            }
            1 => {
                let other = rng.usize(..lines.len());
                lines.swap(at, other);
            }
            2 | 3 => lines[at] = with_other_word(&lines[at], text, rng),
            4 => lines[at] = with_other_number(&lines[at], rng),
            5 => {
                let line = lines[at].clone();
                lines[at] = line.replacen("i32", ["i64", "i1", "i128", "ptr", "float"][rng.usize(..5)], 1);
            }
            _ => {
                let mut bytes = std::mem::take(&mut lines[at]).into_bytes();
                if !bytes.is_empty() {
                    let index = rng.usize(..bytes.len());
                    bytes[index] = rng.u8(32..127);
                }
                lines[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    lines.join("\n").into_bytes()
}

/// One word of the line is another one of the text that starts alike: `@`, `!`, `%`, a keyword.
fn with_other_word(line: &str, text: &str, rng: &mut Rng) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let at = rng.usize(..words.len());
    let start = words[at].chars().next();
    let candidates: Vec<&str> = text.split([' ', '\n']).filter(|w| w.chars().next() == start).collect();
    if candidates.is_empty() {
        return line.to_owned();
    }
    let mut words = words;
    words[at] = candidates[rng.usize(..candidates.len())];
    words.join(" ")
}

fn with_other_number(line: &str, rng: &mut Rng) -> String {
    let numbers: Vec<(usize, &str)> = line.match_indices(|c: char| c.is_ascii_digit()).collect();
    if numbers.is_empty() {
        return line.to_owned();
    }
    let (at, digit) = numbers[rng.usize(..numbers.len())];
    let other = ["0", "1", "-1", "7", "200", "4294967295", "18446744073709551616"][rng.usize(..7)];
    format!("{}{other}{}", &line[..at], &line[at + digit.len()..])
}

/// Bits flipped, bytes changed, the end cut off.
fn damaged_bytes(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..bytes.len());
        match rng.usize(..4) {
            0 | 1 => bytes[at] ^= 1 << rng.u8(..8),
            2 => bytes[at] = rng.u8(..),
            _ if rng.usize(..4) == 0 => bytes.truncate(at.max(4)),
            _ => bytes[at] = 0,
        }
    }
    bytes
}

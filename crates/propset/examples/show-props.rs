//! Prints property files with their values decoded.
//!
//! usage: show-props FILE...     `.prop` or `.prop.json`
//!
//! | value | printed as |
//! |---|---|
//! | integer | `name = 2` |
//! | list of 32-bit integers | `name = {6, 8}`; `{}` when empty |
//! | list of 64-bit integers, by name | `name = {1, 1, 16} of 64 bits` |
//! | text, by name | `name = "..."` |
//! | descriptors of a specialization constant: id, offset, size | `name = {0, 0, 4} {1, 4, 4}` |
//! | parameter mask, first parameter first | `name = bits 0110` |
//! | other bytes | `name = bytes 00 ff` |
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool")]

use std::{error::Error, fs, process::ExitCode};

use sycl_propset::{Bytes, PropertySetRegistry, SetName, Value, json, text};

/// Properties whose bytes are text (docs/property-sets.md).
const TEXTS: &[&str] = &[
    "sanUsed",
    "virtual-functions-set",
    "uses-virtual-functions-set",
    "joint_matrix",
    "joint_matrix_mad",
    "compile_target",
    "fixed_target_names",
    "aspect_names",
    "arch",
    "target",
];

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: show-props FILE...");
        return ExitCode::from(2);
    }
    for file in &files {
        match read(file) {
            Ok(registry) => print(&registry),
            Err(error) => {
                eprintln!("show-props: error: {file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn read(file: &str) -> Result<PropertySetRegistry, Box<dyn Error>> {
    let content = fs::read(file)?;
    Ok(if file.ends_with(".json") { json::read(content, file) } else { text::read(content, file) }?)
}

fn print(registry: &PropertySetRegistry) {
    for (set, properties) in registry.iter() {
        println!("[{set}]");
        for (name, value) in properties.iter() {
            println!("{name} = {}", show(set, name, value));
        }
    }
}

fn show(set: &SetName, name: &str, value: &Value) -> String {
    let bytes = match value {
        Value::U32(number) => return number.to_string(),
        Value::Bytes(bytes) => bytes,
    };
    let set = set.to_string();
    if set == "SYCL/kernel param opt" {
        return format!("bits {}", bits(bytes));
    }
    let is_text = TEXTS.contains(&name) || name.ends_with("@global_id_mapping") || set == "SYCL/registered kernels";
    if let Some(text) = value.as_text().filter(|_| is_text) {
        return format!("\"{text}\"");
    }
    let is_blob = set == "SYCL/specialization constants default values";
    if let Some(numbers) = value.as_u64_list().filter(|_| name.ends_with("_uint64_t")) {
        return format!("{} of 64 bits", list(&numbers));
    }
    match value.as_u32_list().filter(|_| !is_blob) {
        Some(numbers) if set == "SYCL/specialization constants" && numbers.len().is_multiple_of(3) => {
            numbers.chunks(3).map(list).collect::<Vec<_>>().join(" ")
        }
        Some(numbers) => list(&numbers),
        None if bytes.is_whole() => {
            bytes.as_slice().iter().fold(String::from("bytes"), |text, byte| format!("{text} {byte:02x}"))
        }
        None => format!("bits {}", bits(bytes)),
    }
}

fn list<N: ToString>(numbers: &[N]) -> String {
    format!("{{{}}}", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

fn bits(bytes: &Bytes) -> String {
    let all = bytes.as_slice().iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
    all.zip(0..bytes.bit_len()).map(|(bit, _)| if bit == 1 { '1' } else { '0' }).collect()
}

//! Libraries in pieces: a module gets what it calls, from as many pieces as that takes.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![cfg(feature = "llvm22")]

use std::cell::Cell;

use sycl_passes::{
    Severity, Sink,
    ir::{LazyPieces, OwnedModule, Pieces},
    link_builtins::{self, LibclcPlace, Options},
};

struct NoWarnings;

impl Sink for NoWarnings {
    fn report(&mut self, _: Severity, text: &str) {
        panic!("{text}");
    }
}

const HEAD: &str = "target triple = \"nvptx64-nvidia-cuda\"\n";

/// The bytes of a library: names, each with its piece and place, and pieces as text.
fn library(names: &[(&str, u32, u32)], pieces: &[&str]) -> &'static [u8] {
    let bitcode = |text: &&str| OwnedModule::read(format!("{HEAD}{text}").as_bytes(), "piece").unwrap().bitcode();
    let pieces: Vec<Vec<u8>> = pieces.iter().map(bitcode).collect();
    let mut bytes = b"SPPIECE1".to_vec();
    let mut rest: Vec<u8> = Vec::new();
    let start = 16 + names.len() * 16 + pieces.len() * 8;
    let mut put = |bytes: &mut Vec<u8>, part: &[u8], more: &[u32]| {
        let offset = u32::try_from(start + rest.len()).unwrap();
        let numbers = [offset, u32::try_from(part.len()).unwrap()];
        bytes.extend(numbers.iter().chain(more).flat_map(|number| number.to_le_bytes()));
        rest.extend(part);
    };
    bytes.extend(u32::try_from(names.len()).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(pieces.len()).unwrap().to_le_bytes());
    for (name, piece, place) in names {
        put(&mut bytes, name.as_bytes(), &[*piece, *place]);
    }
    for piece in &pieces {
        put(&mut bytes, piece, &[]);
    }
    bytes.extend(rest);
    Vec::leak(bytes)
}

/// The functions of a module after it was linked, in order, and whether they are internal definitions.
fn linked(library: &'static [u8], module: &str) -> Result<Vec<(String, bool)>, String> {
    // What gives a library is a function without a state of its own.
    thread_local! { static LIBRARY: Cell<&'static [u8]> = const { Cell::new(b"") } }
    LIBRARY.set(library);
    let pieces = LazyPieces(|| Pieces::read(Box::leak(Box::new(LIBRARY.get()))).unwrap());
    let options = Options { libclc: LibclcPlace::Pieces(pieces), is_opencl: true, ..Options::default() };
    let mut module = OwnedModule::read(format!("{HEAD}{module}").as_bytes(), "module").unwrap();
    link_builtins::run(&mut module.editor(), &options, &mut NoWarnings).map_err(|error| error.to_string())?;
    module.verify().unwrap();
    let text = module.view().print();
    let is_internal = |name: &str| text.contains(&format!("define internal i32 @{name}("));
    let functions = module.view().functions().map(|function| function.name());
    Ok(functions.map(|name| (name.clone(), is_internal(&name))).collect())
}

/// `a` needs `b` and a table; `b` needs `a` of the first piece again, and another one of its own.
fn three() -> &'static [u8] {
    library(
        &[("_Z1ai", 0, 2), ("_Z1aj", 0, 0), ("_Z1bi", 1, 1), ("_Z1ci", 1, 4), ("_Z5otheri", 1, 5), ("table", 2, 3)],
        &[
            "@table = external addrspace(4) constant i32\n\
             declare i32 @_Z1bi(i32)\n\
             define i32 @_Z1ai(i32 %x) { %t = load i32, ptr addrspace(4) @table %y = call i32 @_Z1bi(i32 %t) ret i32 %y }\n\
             define i32 @_Z1aj(i32 %x) { ret i32 %x }",
            "declare i32 @_Z1aj(i32)\n\
             define i32 @_Z1bi(i32 %x) { %y = call i32 @_Z1aj(i32 %x) %z = call i32 @_Z1ci(i32 %y) ret i32 %z }\n\
             define i32 @_Z1ci(i32 %x) { ret i32 7 }\n\
             define i32 @_Z5otheri(i32 %x) { ret i32 9 }",
            "@table = addrspace(4) constant i32 3",
        ],
    )
}

#[test]
fn a_module_gets_what_it_calls() {
    let calls = "declare i32 @_Z1ai(i32)\n\
                 define i32 @f(i32 %x) { %y = call i32 @_Z1ai(i32 %x) ret i32 %y }";
    let functions = linked(three(), calls).unwrap();
    let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[0], "f");
    let mut rest = functions[1..].to_vec();
    rest.sort();
    assert_eq!(rest, ["_Z1ai", "_Z1aj", "_Z1bi", "_Z1ci"].map(|name| (name.to_owned(), true)));
    // What was gathered comes in the order of the library, not of the calls.
    let calls = "declare i32 @_Z5otheri(i32)\n\
                 declare i32 @_Z1aj(i32)\n\
                 define i32 @f(i32 %x) { %y = call i32 @_Z5otheri(i32 %x) %z = call i32 @_Z1aj(i32 %y) ret i32 %z }";
    let expected = [("f", false), ("_Z1aj", true), ("_Z5otheri", true)].map(|(name, is)| (name.to_owned(), is));
    assert_eq!(linked(three(), calls).unwrap(), expected);
}

#[test]
fn what_no_piece_has_stays_undefined() {
    let calls = "declare i32 @_Z1di(i32)\n\
                 define ptx_kernel void @k() { %y = call i32 @_Z1di(i32 1) ret void }";
    let error = linked(three(), calls).unwrap_err();
    assert!(error.starts_with("'d(int)' is undefined, used by kernel `k`; "), "{error}");
}

#[test]
fn a_damaged_piece_is_an_error() {
    let whole = three();
    let at = whole.windows(4).position(|bytes| bytes == b"BC\xC0\xDE").unwrap();
    let mut damaged = whole.to_vec();
    damaged[at..at + 200].fill(0xAA);
    let calls = "declare i32 @_Z1ai(i32)\n\
                 define i32 @f(i32 %x) { %y = call i32 @_Z1ai(i32 %x) ret i32 %y }";
    let error = linked(Vec::leak(damaged), calls).unwrap_err();
    assert!(error.starts_with("library `libclc`: "), "{error}");
}

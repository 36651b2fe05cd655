use std::cell::Cell;

use super::text::BLOCK;
use super::*;
use crate::source::Memory;

fn triple_of(content: &[u8]) -> Result<Option<String>, String> {
    triple(Path::new("a.bc"), &Memory(content)).map_err(|e| e.to_string())
}

fn example() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ir/mandelbrot.bc")).unwrap()
}

#[test]
fn the_triple_of_real_bitcode() {
    assert_eq!(triple_of(&example()), Ok(Some("spir64-unknown-unknown".to_owned())));
}

#[test]
fn wrapped_bitcode_is_unwrapped() {
    let inner = example();
    let size = u32::try_from(inner.len()).unwrap().to_le_bytes();
    let wrap = |offset: u32| [WRAPPER_MAGIC, &[0; 4], &offset.to_le_bytes(), &size, &[0; 4], &inner[..]].concat();
    assert_eq!(triple_of(&wrap(20)), Ok(Some("spir64-unknown-unknown".to_owned())));
    assert_eq!(triple_of(&wrap(21)).unwrap_err(), "the bitcode wrapper names a range outside of the file");
}

#[test]
fn text_has_a_line_for_it() {
    let text = b"source_filename = \"a\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n";
    assert_eq!(triple_of(text), Ok(Some("nvptx64-nvidia-cuda".to_owned())));
    assert_eq!(triple_of(b"define void @f() {\n  ret void\n}\n"), Ok(None));
    assert!(triple_of(b"int main() {}\n").unwrap_err().contains("neither bitcode nor LLVM assembly"));
    assert!(triple_of(b"").is_err());
    for line in [
        "@a = global i32 0",
        "@\"a b\" = external global i32",
        "%t = type { i32 }",
        "!0 = !{}",
        "declare void @f()",
        "$c = comdat any",
        "!llvm.module.flags = !{!0}",
        "; ModuleID = 'a'",
        "attributes #0 = { nounwind }",
    ] {
        assert_eq!(triple_of(line.as_bytes()), Ok(None), "{line}");
    }
    // Lines of other texts.
    for line in [
        "![picture](a.png)",
        "@author somebody",
        "% comment",
        "target: all",
        "$ make = x",
        "declare a variable",
        "attributes",
    ] {
        assert!(triple_of(line.as_bytes()).is_err(), "{line}");
    }
}

#[test]
fn lines_are_found_wherever_blocks_end() {
    let line = b"target triple = \"spir64-unknown-unknown\"";
    let expected = Ok(Some("spir64-unknown-unknown".to_owned()));
    for before in (BLOCK as usize - 45..BLOCK as usize + 2).chain([0, 1, 2 * BLOCK as usize]) {
        let comment = ";".repeat(before);
        assert_eq!(triple_of(&[comment.as_bytes(), b"\n", line].concat()), expected, "{before}");
        assert_eq!(triple_of(&[comment.as_bytes(), b"\n", line, b"\n; more\n"].concat()), expected, "{before}");
    }
    // In the middle of a line it is something else.
    assert_eq!(triple_of(&[b"@a = \"", &line[..]].concat()), Ok(None));
    let long = format!("target triple = \"{}\"", "a".repeat(100_000));
    assert!(triple_of(long.as_bytes()).unwrap().unwrap().len() <= MAX_TRIPLE as usize);
}

/// A file of any size, of which a start is given and the rest is zeros.
struct Sparse<'a>(&'a [u8], Cell<u64>);

impl Source for Sparse<'_> {
    fn size(&self) -> u64 {
        3 << 30
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.1.set(self.1.get() + buffer.len() as u64);
        for (at, byte) in buffer.iter_mut().enumerate() {
            *byte = self.0.get(offset as usize + at).copied().unwrap_or(0);
        }
        Ok(())
    }
}

#[test]
fn only_the_head_is_read() {
    let bitcode = example();
    let text = b"source_filename = \"a\"\ntarget triple = \"spir64\"\n".as_slice();
    for (start, is_ir) in [(&*bitcode, true), (text, false), (b"", false), (b"BC\xC0\xDE", false)] {
        let file = Sparse(start, Cell::default());
        assert_eq!(triple(Path::new("a"), &file).is_ok(), is_ir);
        assert!(file.1.get() < 1 << 20, "{} bytes", file.1.get());
    }
    let text = [text, &b"define void @f() {\n".repeat(10_000)].concat();
    assert_eq!(triple_of(&text), Ok(Some("spir64".to_owned())));
}

#[test]
fn junk_is_refused_wherever_it_is_cut_or_changed() {
    let whole = example();
    for length in 0..400 {
        let cut = triple_of(&whole[..length]);
        assert!(cut.is_err() || cut == Ok(Some("spir64-unknown-unknown".to_owned())), "{length}: {cut:?}");
    }
    for at in 0..400 {
        let mut changed = whole.clone();
        changed[at] ^= 0xFF;
        let _ = triple_of(&changed);
    }
}

#[test]
fn symbols_are_those_of_other_modules() {
    let text = br#"target triple = "spirv64-unknown-unknown"
@defined = addrspace(1) constant i32 1
@"with\20blank" = weak global i32 0
@table = linkonce_odr constant i32 0
@one = linkonce_odr global i32 0
@own = internal global i32 0
@needed = external global i32
@perhaps = extern_weak global i32
@llvm.used = appending global [1 x ptr] [ptr @own], section "llvm.metadata"
define spir_kernel void @kernel() { ret void }
define linkonce_odr void @shared() { ret void }
define internal void @hidden() { ret void }
define available_externally void @elsewhere() { ret void }
declare void @declared()
declare extern_weak void @weakly()
"#;
    let expected = Symbols {
        defined: ["defined", "with blank", "kernel", "shared", "table", "one"].map(str::to_owned).to_vec(),
        single: ["defined", "with blank", "one"].map(str::to_owned).to_vec(),
        kernels: vec!["kernel".to_owned()],
        needed: ["needed", "declared"].map(str::to_owned).to_vec(),
        is_of_use: true,
        perhaps: ["perhaps", "elsewhere", "weakly"].map(str::to_owned).to_vec(),
    };
    let sorted = |mut symbols: Symbols| {
        symbols.defined.sort();
        symbols.single.sort();
        symbols.needed.sort();
        symbols.perhaps.sort();
        symbols
    };
    let found = symbols(Path::new("a.ll"), &Memory(text)).unwrap();
    assert_eq!(sorted(found), sorted(expected.clone()));
    // What LLVM makes of it.
    let llvm = std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned());
    let directory = tempfile::tempdir().unwrap();
    let (assembly, bitcode) = (directory.path().join("a.ll"), directory.path().join("a.bc"));
    std::fs::write(&assembly, text).unwrap();
    let made = std::process::Command::new(format!("{llvm}/llvm-as")).arg(&assembly).arg("-o").arg(&bitcode).status();
    assert!(made.unwrap().success());
    let found = symbols(&bitcode, &crate::source::FileSource::open(&bitcode).unwrap()).unwrap();
    assert_eq!(sorted(found), sorted(expected));
}

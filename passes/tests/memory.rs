//! Tests that what is read is freed.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test")]

use sycl_passes::ir::OwnedModule;

/// Bytes of memory that this process has.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[test]
fn modules_free_what_they_were_read_from() {
    const SIZE: usize = 4 << 20;
    let text = format!("@text = constant i32 0\n; {}\n", " ".repeat(SIZE));
    let bitcode = OwnedModule::read(text.as_bytes(), "text").unwrap().bitcode();
    let before = resident();
    for _ in 0..100 {
        OwnedModule::read(text.as_bytes(), "text").unwrap();
        OwnedModule::read(&bitcode, "bitcode").unwrap();
        assert!(OwnedModule::read(format!("{text} junk").as_bytes(), "junk").is_err());
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 20 * SIZE, "{grown} bytes are kept of {} texts of {SIZE}", 200);
}

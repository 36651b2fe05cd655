//! The cost of a split grows with what it writes, not with images times metadata: compared with the same module
//! without.

use std::time::{Duration, Instant};

use sycl_passes::{
    Severity, Sink,
    device_code_split::SplitMode,
    ir::OwnedModule,
    options::{FileOptions, ImageOptions, Options, Output},
    post_link,
};

const KERNELS: usize = 300;
/// Names or targets in metadata.
const MANY: usize = 10_000;

struct Quiet;

impl Sink for Quiet {
    fn report(&mut self, _: Severity, _: &str) {}
}

fn kernels() -> String {
    let mut text =
        String::from("target triple = \"spir64-unknown-unknown\"\nattributes #0 = { \"sycl-module-id\"=\"a\" }\n");
    for i in 0..KERNELS {
        text += &format!("define spir_kernel void @kernel_number_{i:05}() #0 {{\n  ret void\n}}\n");
    }
    text
}

/// The least time of three splits by kernel.
fn cost(text: &str) -> Duration {
    let mut module = OwnedModule::read(text.as_bytes(), "a.ll").expect("the text is a module");
    let one = |_| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let options = Options {
            images: ImageOptions { split: SplitMode::Kernel, ..ImageOptions::default() },
            files: FileOptions {
                properties: true,
                outputs: vec![Output { target: None, path: directory.path().join("x.table") }],
                ..FileOptions::default()
            },
        };
        let start = Instant::now();
        let written = post_link::run(&mut module.editor(), &options, &mut Quiet).expect("the module splits");
        assert!(written.images >= KERNELS);
        start.elapsed()
    };
    (0..3).map(one).min().expect("three of them")
}

#[test]
fn metadata_is_not_looked_at_for_each_image() {
    let plain = cost(&kernels());

    let pairs: Vec<String> = (0..MANY).map(|i| format!("!{{!\"name_{i}\", !\"kernel_{i}\"}}")).collect();
    let list = format!("!sycl_registered_kernels = !{{!0}}\n!0 = !{{{}}}\n", pairs.join(", "));
    let registered = cost(&(kernels() + &list));
    assert!(registered < plain * 6, "registered names: {registered:?}, without: {plain:?}");

    let named: Vec<String> = (0..MANY).map(|i| format!("ptr @target_{i}")).collect();
    let mut targets = kernels();
    for i in 0..MANY {
        targets += &format!("@target_{i} = internal global i32 0\n");
    }
    targets += &format!("define spir_kernel void @last() #0 !own !{{{}}} {{\n  ret void\n}}\n", named.join(", "));
    let targets = cost(&targets);
    assert!(targets < plain * 6, "one kernel with metadata targets: {targets:?}, without: {plain:?}");
}

//! Code that the targets share: memory is counted, and an input that takes more than in proportion to its size is a
//! finding.

use std::io::{self, Write};

use peak_alloc::PeakAlloc;
use sycl_images::check;
use sycl_images::inspect::{self, Form};
use sycl_images::source::Memory;
use sycl_propset::devices::DeviceConfig;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Bytes that any input may take: buffers for reading and writing.
const FIXED: usize = 512 << 10;
/// Bytes for each byte of the input.
const PER_BYTE: usize = 128;

/// Bytes more for host files, where structures can share texts: 16 MiB of them, and what they take when they are read.
pub const SHARED: usize = 64 << 20;

/// Runs a target and panics if it had more memory at a time than its input, and `more`, allow.
pub fn within_memory(data: &[u8], more: usize, run: impl FnOnce()) {
    // What is made once and kept does not count.
    let _ = DeviceConfig::builtin();
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    run();
    let used = HEAP.peak_usage().saturating_sub(before);
    let allowed = FIXED + PER_BYTE * data.len() + more;
    assert!(used <= allowed, "{used} bytes of memory for {} bytes of input; expected at most {allowed}", data.len());
}

/// Counts what is written.
#[derive(Debug, Default)]
pub struct Counter(pub usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs `inspect`, `inspect --json` and `check` on a file.
pub fn inspect_and_check(data: &[u8]) {
    for form in [Form::Text, Form::Json] {
        let _ = inspect::report_source(&Memory(data), "fuzz", &form.into(), &mut Counter::default());
    }
    let config = DeviceConfig::builtin();
    for name in ["spir64", "intel_gpu_pvc"] {
        let target = config.target(name).expect("a built-in target");
        let mut check = |image: inspect::FoundImage| {
            let _ = check::check(config, target, &image.properties);
            Ok(())
        };
        let _ = inspect::visit_source(&Memory(data), "fuzz".as_ref(), &mut check);
    }
}

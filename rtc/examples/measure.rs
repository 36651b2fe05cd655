//! What `benches/rtc.py` runs: compiles `vec_add` with other text each time and prints what it measured as JSON.
//!
//! usage: measure LIBRARY COUNT THREADS
//!        measure LIBRARY --cache DIRECTORY
#![allow(clippy::print_stdout, reason = "a program of the benchmark")]

use std::{env, fs, path::PathBuf, thread, time::Instant};

use sycl_rtc::{CachePlace, CacheSettings, Compiler, Language, Request, Settings};

/// The kernel with a constant that no other run has.
fn request(number: usize) -> Request {
    let source = format!(
        "__kernel void vec_add(__global const float *a, __global const float *b, __global float *c) {{\n  \
         size_t i = get_global_id(0);\n  c[i] = a[i] + b[i] + {number};\n}}\n"
    );
    Request::new(Language::OpenClC, "vec_add.cl", source)
}

/// Milliseconds of a compilation.
fn compile(compiler: &Compiler, number: usize) -> f64 {
    let (request, start) = (request(number), Instant::now());
    compiler.compile(&request).expect("vec_add compiles");
    start.elapsed().as_secs_f64() * 1e3
}

/// Kilobytes of a line of `/proc/self/status`.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("Linux has the line");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number of kB")
}

/// A program from the disk, with the opening of the cache, and from memory.
fn cached(library: &str, directory: &str) {
    let start = Instant::now();
    let (mut settings, mut cache) = (Settings::default(), CacheSettings::default());
    settings.compiler = Some(PathBuf::from(library));
    cache.place = Some(CachePlace::Directory(PathBuf::from(directory)));
    settings.cache = Some(cache);
    let compiler = Compiler::new(settings);
    let program = compiler.compile(&request(0)).expect("vec_add compiles");
    let disk = start.elapsed().as_secs_f64() * 1e3;
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let is_loaded = maps.contains(library);
    let memory = (0..10).map(|_| compile(&compiler, 0)).fold(f64::INFINITY, f64::min);
    println!(
        "{{\"from\": \"{:?}\", \"disk\": {disk}, \"memory\": {memory}, \"loaded\": {is_loaded}}}",
        program.came_from()
    );
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [library, option, directory] = &arguments[..]
        && option == "--cache"
    {
        return cached(library, directory);
    }
    let [library, count, threads] = &arguments[..] else { panic!("usage: measure LIBRARY COUNT THREADS") };
    let count: usize = count.parse().expect("COUNT is a number");
    let threads: usize = threads.parse().expect("THREADS is a number");
    let mut settings = Settings::default();
    settings.compiler = Some(PathBuf::from(library));
    let compiler = Compiler::new(settings);
    let start = Instant::now();
    compile(&compiler, 0);
    let cold = start.elapsed().as_secs_f64() * 1e3;
    let first = memory("VmRSS:");
    let start = Instant::now();
    let warm = thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|thread| {
                let compiler = &compiler;
                scope.spawn(move || (1..=count).map(|i| compile(compiler, thread * count + i)).collect::<Vec<f64>>())
            })
            .collect();
        all.into_iter().flat_map(|thread| thread.join().expect("no compilation fails")).collect::<Vec<f64>>()
    });
    let wall = start.elapsed().as_secs_f64() * 1e3;
    println!(
        "{{\"cold\": {cold}, \"warm\": {warm:?}, \"wall\": {wall}, \"first_kb\": {first}, \"last_kb\": {}, \"peak_kb\": {}}}",
        memory("VmRSS:"),
        memory("VmHWM:")
    );
}

//! Compiles `vec_add` with other text each time and prints what it measured as JSON, for `quality/benches/rtc.py`.
//!
//! usage: sycl-rtc-measure LIBRARY LANGUAGE COUNT THREADS [TARGET [DIRECTORY-OF-SYCL-HEADERS...]]
//!        sycl-rtc-measure LIBRARY --cache DIRECTORY
//!        sycl-rtc-measure LIBRARY --parts DIRECTORY LANGUAGE COUNT
//!        sycl-rtc-measure LIBRARY --header DIRECTORY NUMBER [DIRECTORY-OF-SYCL-HEADERS...]
//!        sycl-rtc-measure LIBRARY --split COUNT
#![allow(clippy::print_stdout, reason = "a program of the benchmark")]

use std::{
    env, fs,
    num::NonZeroUsize,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use sycl_rtc::{CachePlace, CacheSettings, Compiler, Language, Origin, Request, Settings, Split, Target};

/// Source that is compiled each time.
#[derive(Clone, Copy)]
struct What<'a> {
    language: Language,
    target: Target,
    /// Directories in the place of the embedded headers.
    sycl_headers: &'a [String],
}

/// The kernel with a constant that no other run has. In SYCL it is the one of the design document.
fn request(What { language, target, sycl_headers }: What<'_>, number: usize) -> Request {
    let source = match language {
        Language::Sycl => format!(
            "#include <sycl/sycl.hpp>\n\
             extern \"C\" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((\n  sycl::ext::oneapi::experimental::nd_range_kernel<1>))\n\
             void vec_add(float* in1, float* in2, float* out){{\n  \
             size_t id = sycl::ext::oneapi::this_work_item::get_nd_item<1>()\n              .get_global_linear_id();\n  \
             out[id] = in1[id] + in2[id] + {number};\n}}\n"
        ),
        _ => format!(
            "__kernel void vec_add(__global const float *a, __global const float *b, __global float *c) {{\n  \
             size_t i = get_global_id(0);\n  c[i] = a[i] + b[i] + {number};\n}}\n"
        ),
    };
    let mut request = Request::new(language, "vec_add", source);
    request.targets = vec![target];
    request.sycl_headers = sycl_headers.to_vec();
    request
}

/// Milliseconds of a compilation, and of its steps.
#[derive(Clone, Copy)]
struct Time {
    all: f64,
    front_end: f64,
    passes: f64,
    checks: f64,
    back_end: f64,
}

fn compile(compiler: &Compiler, what: What<'_>, number: usize) -> Time {
    let (request, start) = (request(what, number), Instant::now());
    let program = compiler.compile(&request).expect("vec_add compiles");
    let all = start.elapsed();
    let timings = program.images()[0].timings();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    Time {
        all: milliseconds(all),
        front_end: milliseconds(timings.front_end),
        passes: milliseconds(timings.passes),
        checks: milliseconds(timings.checks),
        back_end: milliseconds(timings.back_end),
    }
}

/// The median of a step.
fn median(times: &[Time], step: impl Fn(&Time) -> f64) -> f64 {
    let mut times: Vec<f64> = times.iter().map(step).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
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
    let what = What { language: Language::OpenClC, target: Target::Spirv64, sycl_headers: &[] };
    let program = compiler.compile(&request(what, 0)).expect("vec_add compiles");
    let disk = start.elapsed().as_secs_f64() * 1e3;
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let is_loaded = maps.contains(library);
    let memory = (0..10).map(|_| compile(&compiler, what, 0).all).fold(f64::INFINITY, f64::min);
    println!(
        "{{\"from\": \"{:?}\", \"disk\": {disk}, \"memory\": {memory}, \"loaded\": {is_loaded}}}",
        program.came_from()
    );
}

/// The same kernel without a cache and with one, and with parts of it on disk.
fn parts(library: &str, directory: &str, language: &str, count: usize) {
    let language = Language::parse(language).expect("LANGUAGE is one that sycl-rtc knows");
    let what = What { language, target: Target::Spirv64, sycl_headers: &[] };
    let mut settings = Settings::default();
    settings.compiler = Some(PathBuf::from(library));
    let without = Compiler::new(settings.clone());
    let mut cache = CacheSettings::default();
    cache.place = Some(CachePlace::Directory(PathBuf::from(directory)));
    settings.cache = Some(cache);
    let with = Compiler::new(settings);
    let mut times: [(&str, Origin, Vec<f64>); 5] = [
        ("without", Origin::Compiled, Vec::new()),
        ("miss", Origin::Compiled, Vec::new()),
        ("module", Origin::StoredModule, Vec::new()),
        ("image", Origin::StoredImage, Vec::new()),
        ("both", Origin::StoredModuleAndImage, Vec::new()),
    ];
    // What has been read and made once, such as the header, counts for none of them.
    compile(&without, what, 0);
    for number in 1..=count {
        for (name, origin, times) in &mut times {
            let mut request = request(what, number);
            match *name {
                "module" => request.spirv_extensions = Some(Vec::new()),
                "image" => request.source.extend(b"void none(void);\n"),
                "both" => request.source.extend(b"// a comment\n"),
                _ => {}
            }
            let (compiler, start) = (if *name == "without" { &without } else { &with }, Instant::now());
            let program = compiler.compile(&request).expect("vec_add compiles");
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert_eq!(program.came_from(), *origin, "{name}");
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        format!("{:.2}", times[times.len() / 2])
    };
    let all: Vec<_> = times.iter_mut().map(|(name, _, times)| format!("\"{name}\": {}", median(times))).collect();
    println!("{{{}}}", all.join(", "));
}

/// The first kernel of a process with an option, so that the header is not the one that the library has parsed: with
/// the one of a cache, or without a directory with none.
fn header(library: &str, directory: &str, number: &str, sycl_headers: &[String]) {
    let mut settings = Settings::default();
    settings.compiler = Some(PathBuf::from(library));
    // The library is loaded.
    let opencl = What { language: Language::OpenClC, target: Target::Spirv64, sycl_headers: &[] };
    compile(&Compiler::new(settings.clone()), opencl, 0);
    if !directory.is_empty() {
        let mut cache = CacheSettings::default();
        cache.place = Some(CachePlace::Directory(PathBuf::from(directory)));
        cache.headers = true;
        settings.cache = Some(cache);
    }
    let what = What { language: Language::Sycl, target: Target::Spirv64, sycl_headers };
    let mut request = request(what, number.parse().expect("NUMBER is a number"));
    request.options = vec!["-ffast-math".to_owned()];
    let (compiler, start) = (Compiler::new(settings), Instant::now());
    let program = compiler.compile(&request).expect("vec_add compiles");
    let first = start.elapsed().as_secs_f64() * 1e3;
    println!("{{\"from\": \"{:?}\", \"first\": {first}}}", program.came_from());
}

/// Several kernels, each in an image of its own, by one thread and by two in turn.
fn split(library: &str, count: usize) {
    let kernel = |number: usize| {
        format!(
            "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void k{number}(float *x, int n) {{\n  \
             auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);\n  \
             for (int j = {number}; j < n; ++j)\n    x[i] = sycl::sin(x[j]) * sycl::pow(x[i], x[j]) + {number};\n}}\n"
        )
    };
    let kernels: String = (0..8).map(kernel).collect();
    let source = format!("#include <sycl/sycl.hpp>\nnamespace ex = sycl::ext::oneapi::experimental;\n{kernels}");
    let mut request = Request::new(Language::Sycl, "kernels", source);
    request.targets = vec![Target::parse("nvptx64:sm_90").expect("it is a target")];
    request.split = Some(Split::Kernel);
    let mut settings = Settings::default();
    settings.compiler = Some(PathBuf::from(library));
    let compilers = [1, 2]
        .map(|threads| Compiler::new(settings.clone()).with_threads(NonZeroUsize::new(threads).expect("it is not 0")));
    let mut times = [Vec::new(), Vec::new()];
    compilers[0].compile(&request).expect("the kernels compile");
    for _ in 0..count {
        for (compiler, times) in compilers.iter().zip(&mut times) {
            let start = Instant::now();
            let program = compiler.compile(&request).expect("the kernels compile");
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert_eq!(program.images().len(), 8);
        }
    }
    println!("{{\"one\": {:?}, \"two\": {:?}}}", times[0], times[1]);
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [library, option, directory, number, sycl_headers @ ..] = &arguments[..]
        && option == "--header"
    {
        return header(library, directory, number, sycl_headers);
    }
    if let [library, option, count] = &arguments[..]
        && option == "--split"
    {
        return split(library, count.parse().expect("COUNT is a number"));
    }
    if let [library, option, directory, language, count] = &arguments[..]
        && option == "--parts"
    {
        return parts(library, directory, language, count.parse().expect("COUNT is a number"));
    }
    if let [library, option, directory] = &arguments[..]
        && option == "--cache"
    {
        return cached(library, directory);
    }
    let [library, language, count, threads, further @ ..] = &arguments[..] else {
        panic!("usage: measure LIBRARY LANGUAGE COUNT THREADS [TARGET [DIRECTORY-OF-SYCL-HEADERS...]]");
    };
    let target = further.first().map_or("spirv64", String::as_str);
    let language = Language::parse(language).expect("LANGUAGE is one that sycl-rtc knows");
    let target = Target::parse(target).expect("TARGET is one that sycl-rtc knows");
    let sycl_headers: Vec<String> = further.iter().skip(1).cloned().collect();
    let what = What { language, target, sycl_headers: &sycl_headers };
    let count: usize = count.parse().expect("COUNT is a number");
    let threads: usize = threads.parse().expect("THREADS is a number");
    let mut settings = Settings::default();
    settings.compiler = Some(PathBuf::from(library));
    settings.keeps_sycl_headers = true;
    let compiler = Compiler::new(settings);
    let start = Instant::now();
    compile(&compiler, what, 0);
    let cold = start.elapsed().as_secs_f64() * 1e3;
    let first = memory("VmRSS:");
    let start = Instant::now();
    let warm = thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|thread| {
                let compiler = &compiler;
                scope.spawn(move || {
                    (1..=count).map(|i| compile(compiler, what, thread * count + i)).collect::<Vec<Time>>()
                })
            })
            .collect();
        all.into_iter().flat_map(|thread| thread.join().expect("no compilation fails")).collect::<Vec<Time>>()
    });
    let wall = start.elapsed().as_secs_f64() * 1e3;
    let steps = [
        ("front end", median(&warm, |time| time.front_end)),
        ("passes", median(&warm, |time| time.passes)),
        ("checks", median(&warm, |time| time.checks)),
        ("back end", median(&warm, |time| time.back_end)),
    ];
    let steps: Vec<String> = steps.iter().map(|(name, time)| format!("\"{name}\": {time}")).collect();
    println!(
        "{{\"cold\": {cold}, \"warm\": {:?}, \"steps\": {{{}}}, \"wall\": {wall}, \"first_kb\": {first}, \"last_kb\": {}, \
         \"peak_kb\": {}}}",
        warm.iter().map(|time| time.all).collect::<Vec<f64>>(),
        steps.join(", "),
        memory("VmRSS:"),
        memory("VmHWM:")
    );
}

//! Damaged sources and modules: an image or an error, no crash, and no compilation that does not end. Each is compiled
//! in a child, so that a crash names its input.
//!
//! `SYCL_RTC_MUTANTS=number` compiles so many of each kind (200); `SYCL_RTC_SEED` sets the seed (1).

use std::{env, fs, time::Duration};

use fastrand::Rng;
use sycl_rtc::{CompileError, Compiler, Isolation, Language, Request};

use crate::{FATAL, VEC_ADD, compile, request, root, settings};

/// Words that are put where they do not belong.
const WORDS: [&str; 32] = [
    "__kernel",
    "__global",
    "__local",
    "__constant",
    "void",
    "int",
    "float4",
    "half",
    "image2d_t",
    "struct",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "*",
    "&",
    "->",
    ";",
    ",",
    "=",
    "0",
    "-1",
    "1e39",
    "\"",
    "'",
    "#if",
    "#include",
    "##",
    "__builtin_trap()",
    "typedef",
];

/// The same for LLVM's text.
const IR_WORDS: [&str; 32] = [
    "i1",
    "i64",
    "i129",
    "ptr",
    "ptr addrspace(1)",
    "ptr addrspace(4)",
    "float",
    "half",
    "<4 x i32>",
    "<3 x float>",
    "[2 x i8]",
    "{ i32, ptr }",
    "void",
    "poison",
    "undef",
    "null",
    "zeroinitializer",
    "add",
    "fdiv",
    "load",
    "store",
    "call",
    "br",
    "ret",
    "switch",
    "phi",
    "atomicrmw",
    "spir_kernel",
    "spir_func",
    "addrspace(3)",
    "align 8",
    "0",
];

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}; expected a number")))
}

/// Words, and what is between them.
fn split(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '%' || c == '@' || c == '.';
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (part, behind) = rest.split_at(end);
        parts.push(part);
        rest = behind;
    }
    parts
}

/// A text with a few words removed, repeated, exchanged, or replaced by others.
fn mutant(text: &str, other: &str, words: &[&str], rng: &mut Rng) -> String {
    let (mut parts, others) = (split(text), split(other));
    for _ in 0..rng.usize(1..=4) {
        let at = rng.usize(..parts.len());
        match rng.u32(..6) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at]),
            2 => {
                let with = rng.usize(..parts.len());
                parts.swap(at, with);
            }
            3 => parts[at] = rng.choice(words.iter()).copied().unwrap_or_default(),
            4 => parts.insert(at, rng.choice(words.iter()).copied().unwrap_or_default()),
            _ => {
                let start = rng.usize(..others.len());
                let length = rng.usize(1..20).min(others.len() - start);
                parts.splice(at..at, others[start..start + length].iter().copied());
            }
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.concat()
}

/// Bytes with a few changed, or cut.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.usize(1..=8) {
        let at = rng.usize(..bytes.len());
        bytes[at] ^= 1 << rng.u32(..8);
    }
    if rng.u32(..4) == 0 {
        bytes.truncate(rng.usize(..bytes.len()));
    }
    bytes
}

const LOOPS: &str = "typedef struct { int a[4]; float4 b; } pair;\n\
    __constant int table[4] = {1, 2, 3, 4};\n\
    float helper(__global pair *p, int i) { switch (i) { case 0: return p->b.x; case 1: return sin(p->b.y); default: \
    return fma(p->b.z, 2.0f, (float)p->a[i & 3]); } }\n\
    __kernel __attribute__((reqd_work_group_size(8, 1, 1))) void loops(__global pair *p, __local int *y, int n) {\n\
      for (int i = get_local_id(0); i < n; i += get_local_size(0)) { y[i] = table[i % 4]; barrier(CLK_LOCAL_MEM_FENCE); \
    p[i].b.w = helper(p, y[i]); atomic_add(&y[0], convert_int_sat(p[i].b.x)); }\n}\n";

const TEMPLATES: &str = "template <typename T, int N> struct box { T v[N]; T sum() const { T s = 0; for (T x : v) s += x; \
    return s; } };\nconstexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n\
    __kernel void k(__global int *x) { box<int, fib(5)> b = {{1, 2, 3}}; auto f = [](int y) { return y * 2; }; \
    *x = f(b.sum()); }\n";

fn requests(count: u64, rng: &mut Rng) -> Vec<Request> {
    let c = [VEC_ADD, LOOPS];
    let modules: Vec<Vec<u8>> = c
        .iter()
        .map(|source| {
            let mut request = request(source);
            request.keeps_bitcode = true;
            compile(&request).unwrap().images()[0].bitcode().unwrap().to_vec()
        })
        .collect();
    let texts: Vec<String> = modules
        .iter()
        .map(|module| {
            String::from_utf8(crate::filter("/usr/lib/llvm-22/bin/llvm-dis", &["-o", "-", "-"], module).unwrap())
                .unwrap()
        })
        .chain([FATAL.to_owned()])
        .collect();
    let mut all = Vec::new();
    for _ in 0..count {
        let (source, other) = (*rng.choice(c.iter()).unwrap(), *rng.choice(c.iter()).unwrap());
        let mut mutated = request(&mutant(source, other, &WORDS, rng));
        mutated.options = vec![rng.choice(["-O0", "-O2", "-g", "-Wall"].iter()).unwrap().to_string()];
        all.push(mutated);
        all.push(Request::new(Language::CxxForOpenCl, "k.clcpp", mutant(TEMPLATES, source, &WORDS, rng)));
        let (text, other) = (rng.choice(texts.iter()).unwrap(), rng.choice(texts.iter()).unwrap());
        all.push(Request::new(Language::Bitcode, "m.ll", mutant(text, other, &IR_WORDS, rng)));
        let module = rng.choice(modules.iter()).unwrap();
        all.push(Request::new(Language::Bitcode, "m.bc", damaged(module, rng)));
    }
    all
}

#[test]
fn damaged_input_is_an_image_or_an_error() {
    let mut settings = settings();
    settings.isolation = Isolation::Fork;
    let compiler = Compiler::new(settings);
    let mut rng = Rng::with_seed(number("SYCL_RTC_SEED", 1));
    let (mut images, mut errors, mut crashes) = (0, 0, Vec::new());
    for mut request in requests(number("SYCL_RTC_MUTANTS", 100), &mut rng) {
        request.deadline = Some(Duration::from_secs(20));
        match compiler.compile(&request) {
            Ok(_) => images += 1,
            Err(
                error @ (CompileError::Crashed { .. } | CompileError::TimedOut { .. } | CompileError::Internal { .. }),
            ) => {
                crashes.push((error, request));
            }
            Err(_) => errors += 1,
        }
    }
    assert!(images > 10 && errors > 10, "{images} images, {errors} errors");
    let directory = root().join("target/rtc-mutants");
    fs::create_dir_all(&directory).unwrap();
    for (number, (error, request)) in crashes.iter().enumerate() {
        let file = directory.join(format!("{number}-{}", request.name));
        fs::write(&file, &request.source).unwrap();
        eprintln!("{} {:?}: {error}", file.display(), request.options);
    }
    // LLVM's reader does not stand all damaged bitcode, which is why untrusted bitcode is for children.
    let (modules, rest): (Vec<_>, Vec<_>) = crashes.iter().partition(|(_, request)| request.name == "m.bc");
    assert!(rest.is_empty(), "{} of {} crash", rest.len(), images + errors + crashes.len());
    assert!(modules.len() * 20 <= images + errors, "{} damaged modules crash", modules.len());
}

//! The same request gives the same bytes, whatever ran before and runs beside it: those of `llc`.

use std::{fs, sync::Arc, thread};

use fastrand::Rng;
use sycl_rtc::{CompileError, Compiler, Language, Request};

use crate::{FATAL, VEC_ADD, compile, compiler, llc, request, root};

/// A request and its image, or the start of its error.
type Expected = (Request, Result<Vec<u8>, String>);

/// Bitcode of the examples, OpenCL C at several levels with and without debug info, and code that fails.
fn corpus() -> Vec<Expected> {
    let mut all = Vec::new();
    let mut files: Vec<_> =
        fs::read_dir(root().join("examples/ir")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "bc")) {
        let bitcode = fs::read(file).unwrap();
        let words = llc(&bitcode).map(|_| "an image");
        let mut request = Request::new(Language::Bitcode, &file.display().to_string(), bitcode);
        request.keeps_bitcode = true;
        // What the module leaves open is an error of ours, while llc imports it.
        let expected = match compile(&request) {
            // SYCL's constants are lowered, and what no kernel needs has gone.
            Ok(program) => Ok(llc(program.images()[0].bitcode().unwrap()).unwrap()),
            Err(CompileError::Undefined { .. }) => Err("is not defined for spirv64".to_owned()),
            Err(error) => {
                let words = words.expect_err("llc fails too");
                assert!(matches!(error, CompileError::Backend { .. }), "{}: {error}: {words}", file.display());
                Err("spirv64: ".to_owned())
            }
        };
        all.push((request, expected));
    }
    let long = "__kernel void loops(__global float *x, __local int *y, int n) {\n  for (int i = 0; i < n; i++) {\n    \
                x[i] = sin(x[i]) + y[get_local_id(0)];\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (x[i] > 1) y[i % 4] += \
                convert_int(x[i] * 2);\n  }\n}\n__kernel void other(__global float4 *v, __constant int *c) {\n  \
                v[0] = fma(v[1], v[2], (float4)(c[0], c[1], 0, 1)); }\n";
    for source in [VEC_ADD, long] {
        for options in [&["-O2"][..], &["-O0"], &["-O2", "-g"], &["-O0", "-g"]] {
            let mut request = request(source);
            request.options = options.iter().map(|&option| option.to_owned()).collect();
            request.keeps_bitcode = true;
            let bitcode = compile(&request).unwrap().images()[0].bitcode().unwrap().to_vec();
            all.push((request, Ok(llc(&bitcode).unwrap())));
        }
    }
    let mut fatal = Request::new(Language::Bitcode, "fatal.ll", FATAL);
    fatal.spirv_extensions = Some(Vec::new());
    all.push((fatal, Err("spirv64: kernel `atomic`: ".to_owned())));
    all.push((request("int x = y;"), Err("use of undeclared identifier".to_owned())));
    let right = all.iter().filter(|(_, expected)| expected.is_ok()).count();
    assert!(right >= 14, "only {right} of {} modules compile", all.len());
    all
}

fn check(compiler: &Compiler, (request, expected): &Expected, round: usize) {
    match (compiler.compile(request), expected) {
        (Ok(program), Ok(image)) => {
            assert!(program.images()[0].bytes() == &image[..], "{}: round {round} differs from llc", request.name);
        }
        (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{}: {error}", request.name),
        (found, _) => panic!("{}: round {round}: {found:?}", request.name),
    }
}

#[test]
fn five_hundred_images_are_those_of_llc() {
    let corpus = corpus();
    let (mut rng, compiler) = (Rng::with_seed(17), compiler());
    for round in 0..2000 {
        check(&compiler, &corpus[rng.usize(..corpus.len())], round);
    }
}

#[test]
fn threads_compile_side_by_side() {
    let (corpus, compiler) = (Arc::new(corpus()), compiler());
    let threads: Vec<_> = (0..8)
        .map(|seed| {
            let (corpus, compiler) = (Arc::clone(&corpus), compiler.clone());
            // The stack of the caller does not matter.
            let thread = thread::Builder::new().stack_size(64 << 10).spawn(move || {
                let mut rng = Rng::with_seed(seed);
                for round in 0..200 {
                    check(&compiler, &corpus[rng.usize(..corpus.len())], round);
                }
            });
            thread.unwrap()
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

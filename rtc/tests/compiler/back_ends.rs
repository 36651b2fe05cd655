//! Back ends alone: the bytes of `llc`, and the verdict of `spirv-val`.

use std::fs;

use sycl_propset::spirv::EXTENSIONS;
use sycl_rtc::BackEnds;

use crate::{FATAL, filter, library_file, llc, root};

fn back_ends() -> BackEnds {
    BackEnds::load(Some(&library_file())).unwrap()
}

/// The modules of the examples, and some that are refused.
fn modules() -> Vec<Vec<u8>> {
    let files = fs::read_dir(root().join("examples/ir")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|extension| extension == "bc")).collect();
    files.sort();
    let mut modules: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(modules.len() > 10);
    modules.push(FATAL.into());
    modules.push(b"target triple = \"spirv64-unknown-unknown\"\n".into());
    modules.push(b"target triple = \"spirv64-unknown-unknown\"\ndefine void @f() {\n  ret i32 0\n}\n".into());
    modules.push(b"neither".into());
    modules
}

fn words(image: &[u8]) -> Vec<u32> {
    image.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn images_are_those_of_llc() {
    let mut made = 0;
    for _ in 0..2 {
        for module in modules() {
            let image = back_ends().spirv(&module, &EXTENSIONS);
            match llc(&module) {
                // It may have said something.
                Ok(expected) => assert!(image.is_none_or(|image| image == expected)),
                Err(_) => assert_eq!(image, None),
            }
            made += usize::from(back_ends().spirv(&module, &EXTENSIONS).is_some());
        }
    }
    assert!(made > 20, "{made}");
    // Without the extension that it needs.
    assert_eq!(back_ends().spirv(FATAL.as_bytes(), &[]), None);
    assert!(back_ends().spirv(FATAL.as_bytes(), &EXTENSIONS).is_some());
}

/// Device code that `llc` compiles for SPIR-V if it is told to, but that is not for it.
#[test]
fn other_device_code_is_left_to_llc() {
    let module = b"target triple = \"nvptx64-nvidia-cuda\"\ndefine void @f() {\n  ret void\n}\n";
    assert_eq!(back_ends().spirv(module, &EXTENSIONS), None);
}

#[test]
fn the_validator_agrees_with_the_program() {
    let agrees = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let expected = filter("spirv-val", &["-"], &bytes).is_ok();
        assert_eq!(back_ends().accepts_spirv(words), expected);
        expected
    };
    let mut random = fastrand::Rng::with_seed(1);
    let (mut accepted, mut refused) = (0, 0);
    let mut count = |is_valid: bool| if is_valid { accepted += 1 } else { refused += 1 };
    for image in modules().iter().filter_map(|module| back_ends().spirv(module, &EXTENSIONS)) {
        let image = words(&image);
        count(agrees(&image));
        for _ in 0..8 {
            let mut damaged = image.clone();
            let at = random.usize(..damaged.len());
            damaged[at] ^= 1 << random.u32(..6);
            count(agrees(&damaged));
        }
        count(agrees(&image[..random.usize(..image.len())]));
    }
    count(agrees(&[]));
    assert!(accepted > 10 && refused > 10, "{accepted} accepted, {refused} refused");
}

#[test]
fn versions_are_those_of_the_programs() {
    let says = |program: &str| String::from_utf8(filter(program, &["--version"], b"").unwrap()).unwrap();
    assert_eq!(says("spirv-val").lines().next(), Some(&*back_ends().validator()));
    assert!(says("llc-22").contains(&format!("version {}\n", back_ends().llvm_version())));
}

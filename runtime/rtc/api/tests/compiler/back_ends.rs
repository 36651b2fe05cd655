//! Back ends alone: the bytes of `llc`, and the verdict of `spirv-val`.

use std::fs;

use sycl_propset::{needed, spirv::EXTENSIONS};
use sycl_rtc::{
    BackEnds, Request, Target,
    back_ends::{Family, Module},
};

use crate::{
    FATAL, compile,
    devices::{FATAL_AMDGCN, FATAL_NVPTX, LIBRARY, PROGRAMS, sycl, with},
    filter, library_file, llc, root,
};

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

/// Result of the back end of SPIR-V for a module that programs read from their standard input.
fn spirv(module: &[u8], extensions: &[&str]) -> Option<Vec<u8>> {
    back_ends().emit(&Module::spirv("<stdin>", module, extensions))
}

fn words(image: &[u8]) -> Vec<u32> {
    image.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn images_are_those_of_llc() {
    let mut made = 0;
    for _ in 0..2 {
        for module in modules() {
            let image = spirv(&module, &EXTENSIONS);
            match llc(&module) {
                // It may have said something.
                Ok(expected) => assert!(image.is_none_or(|image| image == expected)),
                Err(_) => assert_eq!(image, None),
            }
            made += usize::from(spirv(&module, &EXTENSIONS).is_some());
        }
    }
    assert!(made > 20, "{made}");
    // Without the extension that it needs.
    assert_eq!(spirv(FATAL.as_bytes(), &[]), None);
    assert!(spirv(FATAL.as_bytes(), &EXTENSIONS).is_some());
}

/// A target, the words of its `llc`, and the same for the library.
type Row = (&'static str, &'static [&'static str], Module<'static>);

fn row(target: &'static str, words: &'static [&'static str]) -> Row {
    let value = |option| words.iter().find_map(|word| word.strip_prefix(option)).unwrap_or_default();
    let (processor, features) = (value("-mcpu="), value("-mattr="));
    let back_end = match target {
        _ if target.starts_with("nvptx") => Family::Nvptx,
        _ if target.starts_with("amdgcn") => Family::Amdgpu,
        _ => Family::Host,
    };
    let module = Module { back_end, processor, features, ..Module::spirv("<stdin>", b"", &[]) };
    (target, words, module)
}

/// Each back end with the words that `sycl-packager build` has for it, with and without a processor and features.
fn rows() -> [Row; 7] {
    const PIC: &str = "-relocation-model=pic";
    const OBJECT: &str = "-filetype=obj";
    [
        row("nvptx64:sm_70", &["-mcpu=sm_70", "-mattr=+ptx63"]),
        row("nvptx64:sm_90", &["-mcpu=sm_90"]),
        row("amdgcn:gfx90a", &["-mcpu=gfx90a", OBJECT]),
        row("amdgcn:gfx1030", &["-mcpu=gfx1030", OBJECT]),
        row("host", &[PIC, OBJECT]),
        row("host:x86-64-v3", &[PIC, "-mcpu=x86-64-v3", OBJECT]),
        row("host:native", &[PIC, "-mcpu=native", OBJECT]),
    ]
}

fn program(words: &[&str], level: u8, content: &[u8]) -> Result<Vec<u8>, String> {
    let level = format!("-O{}", char::from(level));
    let words = [words, &[&level, "-", "-o", "-"]].concat();
    filter(&format!("{PROGRAMS}/llc"), &words, content)
}

/// Modules as they are before the back end of a target.
fn lowered(requests: &[Request], target: &str) -> Vec<Vec<u8>> {
    let requests = requests.iter().map(|request| with(request.clone(), &[target]));
    requests.map(|request| compile(&request).unwrap().images()[0].bitcode().unwrap().to_vec()).collect()
}

#[test]
fn text_and_objects_are_those_of_llc() {
    let mut debug = sycl();
    debug.options = vec!["-g".to_owned()];
    let mut plain = sycl();
    plain.options = vec!["-O0".to_owned()];
    let requests = [sycl(), debug, plain];
    let modules = rows().map(|(target, ..)| lowered(&requests, target));
    for number in 0..requests.len() {
        // Back ends take turns. Without optimization by the front end, two levels have the most to do.
        for &level in if number == 2 { &b"03"[..] } else { b"21" } {
            for ((target, words, module), modules) in rows().into_iter().zip(&modules) {
                let content = &modules[number][..];
                let made = back_ends().emit(&Module { content, level, ..module });
                let expected = program(words, level, content).unwrap();
                assert!(made == Some(expected), "{target}, module {number}, level {}", char::from(level));
            }
        }
    }
    let library = Request::new(sycl_rtc::Language::OpenClC, "device_library.cl", LIBRARY);
    for (target, words, module) in
        rows().into_iter().filter(|(target, ..)| target.ends_with("90") || target.ends_with("90a"))
    {
        let content = &lowered(std::slice::from_ref(&library), target)[0][..];
        let made = back_ends().emit(&Module { content, level: b'2', ..module });
        assert!(made == Some(program(words, b'2', content).unwrap()), "{target}");
    }
}

/// Facts in a module about itself that `llc` asks for.
#[test]
fn modules_have_their_say() {
    let mut seen = Vec::new();
    for (target, text) in [
        // The code model, the name of the source, assembly, a processor and features of a function.
        ("host", "@x = external global i32\ndefine ptr @k() { ret ptr @x }\n"),
        (
            "host",
            "@x = external global i32\ndefine ptr @k() { ret ptr @x }\n\
             !llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"Code Model\", i32 4}\n",
        ),
        ("host", "source_filename = \"other.cpp\"\n@x = external global i32\ndefine ptr @k() { ret ptr @x }\n"),
        (
            "host",
            "module asm \".globl other\\0Aother:\"\ndefine void @k() { call void asm \"pause\", \"\"() ret void }\n",
        ),
        (
            "host",
            "define <8 x i32> @k(<8 x i32> %x) #0 { %y = mul <8 x i32> %x, %x ret <8 x i32> %y }\n\
             attributes #0 = { \"target-cpu\"=\"haswell\" }\n",
        ),
        ("nvptx64:sm_90", "define ptx_kernel void @k() { call void asm \"bar.sync 0;\", \"\"() ret void }\n"),
        ("amdgcn:gfx90a", "define amdgpu_kernel void @k() { call void asm \"s_nop 0\", \"\"() ret void }\n"),
    ] {
        let (_, words, module) = rows().into_iter().find(|(name, ..)| *name == target).unwrap();
        let content = format!("{}{text}", of_triple(target));
        let expected = program(words, b'2', content.as_bytes()).unwrap();
        let made = back_ends().emit(&Module { content: content.as_bytes(), level: b'2', ..module });
        assert!(made.as_ref() == Some(&expected), "{target}: {text}");
        assert!(!seen.contains(&expected), "{target}: {text}");
        seen.push(expected);
    }
}

/// The triple of a target, and the data layout of its back end.
fn of_triple(target: &str) -> String {
    let (triple, _) = target.split_once(':').unwrap_or((target, ""));
    let triple = match triple {
        "nvptx64" => "nvptx64-nvidia-cuda",
        "amdgcn" => "amdgcn-amd-amdhsa",
        _ => Target::parse("host").unwrap().triple(),
    };
    let module = format!("target triple = \"{triple}\"\n");
    let opt = filter(&format!("{PROGRAMS}/opt"), &["-S", "-o", "-", "-"], module.as_bytes()).unwrap();
    let text = String::from_utf8(opt).unwrap();
    let layout = text.lines().find(|line| line.starts_with("target datalayout")).unwrap();
    format!("{layout}\n{module}")
}

/// Code that `llc` would compile, but that is not for the back end, or not as it is.
#[test]
fn other_code_is_left_to_llc() {
    let body = "define void @f() {\n  ret void\n}\n";
    for (target, _, module) in rows() {
        for other in ["nvptx64", "amdgcn", "host"] {
            let content = format!("{}{body}", of_triple(other));
            let made = back_ends().emit(&Module { content: content.as_bytes(), level: b'2', ..module });
            assert_eq!(made.is_some(), target.starts_with(other), "{target}, {other}");
        }
        let content = format!("{}{body}", of_triple(target).replace("i64:64", "i64:32"));
        assert_eq!(back_ends().emit(&Module { content: content.as_bytes(), ..module }), None, "{target}");
    }
    let module = format!("{}{body}", of_triple("nvptx64"));
    assert_eq!(spirv(module.as_bytes(), &EXTENSIONS), None);
}

#[test]
fn what_back_ends_refuse_or_say_is_left_to_llc() {
    let warning = "define void @f() #0 {\n  %x = alloca [64 x i8]\n  call void @f()\n  store volatile i8 1, ptr %x\n  ret \
                   void\n}\nattributes #0 = { \"warn-stack-size\"=\"0\" }\n";
    let warned = format!("{}{warning}", of_triple("host"));
    let (fatal_nvptx, fatal_amdgcn) =
        (FATAL_NVPTX.split_once('\n').unwrap().1, FATAL_AMDGCN.split_once('\n').unwrap().1);
    let (nvptx, amdgcn) =
        (format!("{}{fatal_nvptx}", of_triple("nvptx64")), format!("{}{fatal_amdgcn}", of_triple("amdgcn")));
    for _ in 0..3 {
        for (target, _, module) in rows() {
            let broken = format!("{}define void @f() {{\n  ret i32 0\n}}\n", of_triple(target));
            assert_eq!(back_ends().emit(&Module { content: broken.as_bytes(), ..module }), None, "{target}");
            let content = match target {
                "nvptx64:sm_70" => &nvptx,
                "amdgcn:gfx90a" => &amdgcn,
                "host" => &warned,
                _ => continue,
            };
            assert_eq!(back_ends().emit(&Module { content: content.as_bytes(), ..module }), None, "{target}");
        }
    }
    // The same, where it is right.
    for (target, content) in [("nvptx64:sm_90", &nvptx), ("host", &warned.replace("\"0\"", "\"4096\""))] {
        let (_, words, module) = rows().into_iter().find(|(name, ..)| *name == target).unwrap();
        let made = back_ends().emit(&Module { content: content.as_bytes(), ..module });
        assert!(made == Some(program(words, b'0', content.as_bytes()).unwrap()), "{target}");
    }
}

#[test]
fn shared_objects_are_those_of_lld() {
    let directory = tempfile::tempdir().unwrap();
    for (target, words, _) in rows() {
        if target.starts_with("nvptx") {
            continue;
        }
        let object = program(words, b'2', &lowered(&[sycl()], target)[0]).unwrap();
        let needed = needed::mathematics(Target::parse(target).unwrap().triple()).unwrap_or_default();
        for (name, content) in [("k.o", &object), ("libm.so", &needed)] {
            fs::write(directory.path().join(name), content).unwrap();
        }
        let mut command = std::process::Command::new(format!("{PROGRAMS}/ld.lld"));
        command.args(["-shared", "k.o"]).args((!needed.is_empty()).then_some("libm.so")).args(["-o", "k.so"]);
        assert!(command.current_dir(directory.path()).status().unwrap().success());
        let expected = fs::read(directory.path().join("k.so")).unwrap();
        assert!(back_ends().link(&object, &needed) == Some(expected), "{target}");
        assert_eq!(back_ends().link(&object, b"neither"), None, "{target}");
    }
    assert_eq!(back_ends().link(b"neither", b""), None);
}

/// A module to link with the one in which the names are exchanged: functions that both have and of which one stays, or
/// none; what each has for itself; a global that both append to; a type that debug info of both knows.
const LINKED: &str = r#"source_filename = "THIS.cpp"
target triple = "spirv64-unknown-unknown"
%pair = type { i32, i64 }
@all = appending global [1 x ptr] [ptr @THIS]
@own = internal global %pair zeroinitializer
define linkonce_odr void @shared() {
  ret void
}
define linkonce_odr void @unused_THIS() {
  ret void
}
declare void @OTHER()
define void @THIS() !dbg !2 {
  call void @shared(), !dbg !7
  call void @OTHER(), !dbg !7
  store i32 1, ptr @own, !dbg !7
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug, retainedTypes: !5)
!1 = !DIFile(filename: "THIS.cpp", directory: "/")
!2 = distinct !DISubprogram(name: "THIS", file: !1, unit: !0, type: !3, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !{null})
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{!6}
!6 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", identifier: "S", elements: !{})
!7 = !DILocation(line: 1, scope: !2)
"#;

#[test]
fn modules_are_linked_as_by_llvm_link() {
    let directory = tempfile::tempdir().unwrap();
    let text = |this: &str, other: &str| LINKED.replace("THIS", this).replace("OTHER", other).into_bytes();
    let (first, second) = (text("first", "second"), text("second", "first"));
    let other_layout = b"target triple = \"amdgcn-amd-amdhsa\"\n".to_vec();
    let mut made = 0;
    let mut agrees = |modules: &[&[u8]]| {
        let names: Vec<String> = (0..modules.len()).map(|number| format!("{number}.bc")).collect();
        for (name, content) in names.iter().zip(modules) {
            fs::write(directory.path().join(name), content).unwrap();
        }
        let mut command = std::process::Command::new(format!("{PROGRAMS}/llvm-link"));
        let output = command.args(&names).args(["-o", "-"]).current_dir(directory.path()).output().unwrap();
        let is_silent = output.status.success() && output.stderr.is_empty();
        let files: Vec<(&str, &[u8])> = names.iter().map(String::as_str).zip(modules.iter().copied()).collect();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(back_ends().link_modules(&files) == is_silent.then_some(output.stdout), "{words}");
        made += usize::from(is_silent);
        is_silent
    };
    assert!(agrees(&[&first, &second]) && agrees(&[&second, &first]) && agrees(&[&first]));
    assert!(agrees(&[b""]));
    // Both define it; one is for something else; one is no module.
    assert!(!agrees(&[&first, &first]));
    assert!(!agrees(&[&first, &other_layout]));
    assert!(!agrees(&[&first, b"neither"]));
    for module in modules() {
        agrees(&[&module]);
        agrees(&[&module, &first]);
        agrees(&[&module[..module.len() / 2]]);
    }
    assert!(made > 15, "{made}");
    // The program takes archives, too.
    assert_eq!(back_ends().link_modules(&[("a.a", b"!<arch>\n")]), None);
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
    for image in modules().iter().filter_map(|module| spirv(module, &EXTENSIONS)) {
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

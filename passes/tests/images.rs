//! Images in memory are what a run writes, byte for byte, in every mode and on many threads at a time; as modules, they
//! are what their bytes read as.
//!
//! `SYCL_PASSES_MODULES=<directory>[:<directory>...]` adds modules to those of `examples/ir`.
#![cfg(feature = "llvm22")]
#![expect(clippy::unwrap_used, reason = "a test")]

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use sycl_passes::{
    Severity,
    device_code_split::SplitMode,
    ir::OwnedModule,
    options::{DeviceLibraries, Given, ImageOptions, Layer, Options, Output, POST_LINK},
    post_link::{self, Error, Image},
};
use sycl_propset::{json, symbols, table::FileTable, text};

/// Every split, every way to lower constants, every property set, and what else changes images.
const REQUESTS: [&str; 8] = [
    "split=auto;spec-const=native;device-globals;S",
    "split=kernel;spec-const=emulation;generate-device-image-default-spec-consts",
    "split=source;emit-only-kernels-as-entry-points;allow-device-image-dependencies;split-esimd",
    "split=none;spec-const=default-values;legacy-properties",
    "split=kernel;spec-const=native;built-in-aspects;emit-aspect-names",
    "split=none;spec-const=native;generate-device-image-default-spec-consts;S",
    "split=auto;spec-const=emulation;split-esimd",
    "split=none",
];
const PROPERTIES: &str =
    "emit-param-info;emit-program-metadata;emit-kernel-names;emit-exported-symbols;emit-imported-symbols";

type Said = Vec<(Severity, String)>;

fn options(request: &str) -> Options {
    let text = format!("{request};{PROPERTIES};symbols;json");
    Options::from_given("sycl-post-link", POST_LINK, &Given { settings: None, explicit: Layer::of_text(&text) })
        .unwrap()
}

/// Name and content of the modules, in order.
fn modules() -> Vec<(String, Vec<u8>)> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ir");
    let more = std::env::var_os("SYCL_PASSES_MODULES").unwrap_or_default();
    let mut files: Vec<PathBuf> = std::iter::once(examples)
        .chain(std::env::split_paths(&more).filter(|directory| !directory.as_os_str().is_empty()))
        .flat_map(|directory| std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "bc"))
        .collect();
    files.sort();
    assert!(files.len() >= 13, "{files:?}");
    files.into_iter().map(|file| (file.display().to_string(), std::fs::read(file).unwrap())).collect()
}

/// Files that a table row stands for.
#[derive(Debug, PartialEq, Eq)]
struct Files {
    code: Vec<u8>,
    properties: String,
    json: String,
    symbols: String,
}

impl From<Image> for Files {
    fn from(image: Image) -> Self {
        Self {
            properties: text::write(&image.properties).unwrap(),
            json: json::write(&image.properties),
            symbols: symbols::write(&image.entry_points).unwrap(),
            code: image.code,
        }
    }
}

/// Runs with files, and reads them.
fn written(module: &mut OwnedModule, options: &Options) -> (Vec<Files>, Said) {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("out.table");
    let mut options = options.clone();
    options.files.outputs = vec![Output { target: None, path: table.clone() }];
    let mut said = Said::new();
    post_link::run(&mut module.editor(), &options, &mut said).unwrap();
    let table = FileTable::read(&std::fs::read_to_string(&table).unwrap(), "out.table").unwrap();
    let read = |row: &Vec<String>| Files {
        code: std::fs::read(&row[0]).unwrap(),
        properties: std::fs::read_to_string(&row[1]).unwrap(),
        json: std::fs::read_to_string(format!("{}.json", row[1])).unwrap(),
        symbols: std::fs::read_to_string(&row[2]).unwrap(),
    };
    (table.rows().iter().map(read).collect(), said)
}

fn images(module: &mut OwnedModule, options: &ImageOptions) -> (Vec<Image>, Said) {
    let mut said = Said::new();
    let images = post_link::images(&mut module.editor(), options, &mut said).unwrap();
    (images, said)
}

#[test]
fn images_are_what_is_written() {
    let mut several = 0;
    for (name, content) in modules() {
        let mut module = OwnedModule::read(&content, &name).unwrap();
        let before = module.view().print();
        for request in REQUESTS {
            let options = options(request);
            let (files, said) = written(&mut module, &options);
            let (images, said_too) = images(&mut module, &options.images);
            assert_eq!(said_too, said, "{name}: {request}");
            assert_eq!(images.len(), files.len(), "{name}: {request}");
            several += usize::from(images.len() > 1);
            for (number, (image, files)) in images.into_iter().zip(files).enumerate() {
                assert!(Files::from(image) == files, "{name}: {request}: image {number}");
            }
        }
        assert_eq!(module.view().print(), before, "{name}");
    }
    assert!(several > 20, "{several} runs made several images");
}

#[test]
fn modules_for_back_ends_are_what_their_bytes_read_as() {
    let (mut whole, mut parts) = (0, 0);
    for (name, content) in modules() {
        for request in REQUESTS {
            let options = ImageOptions { text: false, ..options(request).images };
            let read = || OwnedModule::read(&content, &name).unwrap();
            let (expected, said) = images(&mut read(), &options);
            let mut said_too = Said::new();
            let threads = NonZeroUsize::new(3).unwrap();
            let made = post_link::generate::<_, Error>(read(), &options, threads, &mut said_too, |number, image| {
                image.code.verify().unwrap();
                let code = image.code.view().print();
                Ok((number, (code, image.entry_points, image.properties, image.is_esimd)))
            });
            let made = made.unwrap();
            assert_eq!(said_too, said, "{name}: {request}");
            assert_eq!(made.len(), expected.len(), "{name}: {request}");
            if made.len() == 1 {
                whole += 1;
            } else {
                parts += 1;
            }
            for (number, ((own_number, made), image)) in made.into_iter().zip(expected).enumerate() {
                let code = OwnedModule::read(&image.code, &name).unwrap().view().print();
                let image = (code, image.entry_points, image.properties, image.is_esimd);
                assert_eq!((own_number, made), (number, image), "{name}: {request}: image {number}");
            }
        }
    }
    assert!(whole > 20 && parts > 20, "{whole} whole modules, {parts} in parts");
}

#[test]
fn many_threads_make_images_at_once() {
    let modules: Vec<_> = modules().into_iter().take(13).collect();
    let all = || {
        let mut all: Vec<Vec<Files>> = Vec::new();
        for (name, content) in &modules {
            let mut module = OwnedModule::read(content, name).unwrap();
            for request in REQUESTS {
                let (images, _) = images(&mut module, &options(request).images);
                all.push(images.into_iter().map(Files::from).collect());
            }
        }
        all
    };
    let expected = all();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(all)).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == expected);
        }
    });
}

const HEAD: &str = "target triple = \"spir64-unknown-unknown\"\n";

#[test]
fn what_is_wrong_is_an_error_and_leaves_the_module() {
    let kernel = "define spir_kernel void @k() { ret void }";
    let with = |request: &str| options(request).images;
    let missing = ImageOptions {
        device_libraries: Some(DeviceLibraries::Directory("no/such/directory".into())),
        ..ImageOptions::default()
    };
    let junk = ImageOptions {
        device_libraries: Some(DeviceLibraries::Bytes { fallback: (*b"junk").into(), native: (*b"junk").into() }),
        ..ImageOptions::default()
    };
    let bfloat = "declare spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr)\n\
        define spir_kernel void @k() { %f = call spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr null) ret void }";
    let scope = "@g = addrspace(1) global i32 0 #0\n\
        define spir_kernel void @a() { store i32 0, ptr addrspace(1) @g ret void }\n\
        define spir_kernel void @b() { store i32 0, ptr addrspace(1) @g ret void }\n\
        attributes #0 = { \"sycl-device-global-size\"=\"4\" \"sycl-unique-id\"=\"g\" \"sycl-device-image-scope\"=\"1\" }";
    let cases = [
        (format!("target triple = \"x86_64-unknown-linux-gnu\"\n{kernel}"), with("split=auto"), "is for the host"),
        (format!("{HEAD}define spir_kernel void @\"\\FF\"() {{ ret void }}"), with("split=auto"), "is not UTF-8"),
        (
            format!("{HEAD}{kernel}\ndeclare void @_Z33__regcall3____builtin_invoke_simd1()"),
            with("split=auto;split-esimd"),
            "'invoke_simd' calls detected",
        ),
        (
            format!("{HEAD}define spir_kernel void @k() !sycl_used_aspects !0 {{ ret void }}\n!0 = !{{!\"x\"}}"),
            with("split=auto"),
            "sycl_used_aspects",
        ),
        (format!("{HEAD}{scope}"), with("split=kernel;device-globals"), "device_image_scope"),
        (format!("{HEAD}{bfloat}"), missing, "no/such/directory/libsycl-fallback-bfloat16.bc"),
        (format!("{HEAD}{bfloat}"), junk, "libsycl-fallback-bfloat16.bc`: "),
    ];
    for (text, options, words) in cases {
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let before = module.view().print();
        let mut said = Said::new();
        let error = post_link::images(&mut module.editor(), &options, &mut said).unwrap_err();
        assert!(error.to_string().contains(words), "{words}: {error}");
        assert_eq!(said, [], "{words}");
        assert_eq!(module.view().print(), before, "{words}");
        let threads = NonZeroUsize::MIN;
        let made = post_link::generate::<(), Error>(module, &options, threads, &mut Said::new(), |_, _| {
            panic!("no image without its checks")
        });
        assert_eq!(made.unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn device_libraries_are_bytes_or_files() {
    let library = format!("{HEAD}define spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr %p) {{ ret float 0.0 }}");
    let text = format!(
        "{HEAD}declare spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr)\n\
         define spir_kernel void @k() {{ %f = call spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr null) ret void }}"
    );
    let library = OwnedModule::read(library.as_bytes(), "library").unwrap().bitcode();
    let directory = tempfile::tempdir().unwrap();
    for file in ["libsycl-fallback-bfloat16.bc", "libsycl-native-bfloat16.bc"] {
        std::fs::write(directory.path().join(file), &library).unwrap();
    }
    let bytes = DeviceLibraries::Bytes { fallback: library.clone().into(), native: library.clone().into() };
    let made = [bytes, DeviceLibraries::Directory(directory.path().into())].map(|libraries| {
        let options = ImageOptions { device_libraries: Some(libraries), ..ImageOptions::default() };
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let (images, _) = images(&mut module, &options);
        assert_eq!(images.len(), 3);
        assert_eq!(images[2].code, library);
        assert!(text::write(&images[2].properties).unwrap().contains("bfloat16=1|1"));
        let generated =
            post_link::generate::<_, Error>(module, &options, NonZeroUsize::MIN, &mut Said::new(), |_, image| {
                Ok(image.entry_points)
            });
        assert_eq!(generated.unwrap(), images.iter().map(|image| image.entry_points.clone()).collect::<Vec<_>>());
        images.into_iter().map(Files::from).collect::<Vec<_>>()
    });
    assert!(made[0] == made[1]);
}

#[test]
fn targets_say_what_they_lack() {
    let text = format!(
        "{HEAD}define spir_kernel void @k() !sycl_used_aspects !0 !intel_reqd_sub_group_size !1 {{ ret void }}\n\
         !0 = !{{i32 6}}\n!1 = !{{i32 7}}"
    );
    let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
    let (images, _) = images(&mut module, &ImageOptions::default());
    let devices = sycl_propset::devices::DeviceConfig::from_json(
        r#"{"schema_version": 1, "targets": [
            {"name": "small", "triple": "spir64-unknown-unknown", "may_support_other_aspects": false, "aspects": ["gpu"], "sub_group_sizes": [8]},
            {"name": "large", "triple": "spir64-unknown-unknown", "may_support_other_aspects": false, "aspects": ["gpu", "fp64"], "sub_group_sizes": [7]}]}"#,
        "devices",
    );
    let devices = devices.unwrap();
    let lacking = |name| images[0].lacking(devices.target(name).unwrap());
    assert_eq!(lacking("small"), ["aspect `fp64`", "sub-group size 7"]);
    assert!(lacking("large").is_empty());
    assert!(text::write(&images[0].properties_for("large")).unwrap().contains("compile_target"));
    assert!(!text::write(&images[0].properties).unwrap().contains("compile_target"));
}

#[test]
fn a_whole_module_may_have_addresses_of_what_it_does_without_as_numbers_in_metadata() {
    let text = format!(
        "{HEAD}define spir_kernel void @kernel() !note !0 {{ ret void }}\n\
         define spir_func void @unneeded() {{ ret void }}\n\
         !0 = !{{i64 ptrtoint (ptr @unneeded to i64), ptr @unneeded}}\n"
    );
    let module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
    let options = ImageOptions { split: SplitMode::Kernel, ..ImageOptions::default() };
    let made = post_link::generate::<_, Error>(module, &options, NonZeroUsize::MIN, &mut Said::new(), |_, image| {
        image.code.verify().unwrap();
        Ok(image.code.view().print())
    });
    let code = made.unwrap().remove(0);
    assert!(code.contains("@kernel") && !code.contains("@unneeded"), "{code}");
}

#[test]
fn an_error_of_the_back_end_is_that_of_the_first_image() {
    #[derive(Debug)]
    struct Refused(String);
    impl From<Error> for Refused {
        fn from(error: Error) -> Self {
            Self(error.to_string())
        }
    }
    let kernels: String = (0..9).map(|i| format!("define spir_kernel void @k{i}() {{ ret void }}\n")).collect();
    for threads in 1..5 {
        let module = OwnedModule::read(format!("{HEAD}{kernels}").as_bytes(), "a.ll").unwrap();
        let options = ImageOptions { split: SplitMode::Kernel, ..ImageOptions::default() };
        let made =
            post_link::generate(module, &options, NonZeroUsize::new(threads).unwrap(), &mut Said::new(), |_, image| {
                let name = image.entry_points[0].clone();
                // By name, the last first.
                if name.as_str() < "k5" { Err(Refused(name)) } else { Ok(()) }
            });
        assert_eq!(made.unwrap_err().0, "k4");
    }
}

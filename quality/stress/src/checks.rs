//! The checks on a valid module.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use fastrand::Rng;
use sycl_passes::{
    Severity,
    ir::{ModuleView, OwnedModule, Value, ValueKind},
    registry,
};
use sycl_propset::{json, symbols, table::FileTable, text};

use crate::{generate::Module, memory, oracle, worker::Reporter};

/// Files of a directory with their content.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) fn check(generated: &Module, seed: u64, scratch: &Path, reporter: &mut Reporter) {
    // Another stream than the generator's, so that a change there does not change what is run here.
    let mut rng = Rng::with_seed(seed ^ 0x9e37_79b9_7f4a_7c15);
    reporter.phase("read");
    let mut module = match OwnedModule::read(generated.text.as_bytes(), "stress") {
        Ok(module) => module,
        Err(error) => return reporter.fault(&format!("the generator's module does not read: {error}")),
    };
    reporter.phase("verify");
    if let Err(error) = module.verify() {
        return reporter.fault(&format!("the generator's module does not verify: {error}"));
    }
    post_link(generated, &mut module, &mut rng, scratch, reporter);
    other_passes(generated, &mut rng, reporter);
}

/// First characters of the pass.
const PASS: &str = "sycl-post-link<";

/// A random way to split.
struct Request {
    /// The pass with its parameters, without the end.
    element: String,
    lowers: bool,
}

impl Request {
    fn new(rng: &mut Rng) -> Self {
        let mut pick = |items: &[&str]| items[rng.usize(..items.len())].to_owned();
        let split = pick(&["auto", "source", "kernel", "kernel", "none"]);
        let mode = pick(&["", "", "native", "emulation", "default-values"]);
        let mut element = format!("{PASS}split={split};symbols;properties");
        if !mode.is_empty() {
            element += &format!(";spec-const={mode}");
        }
        for flag in [
            "emit-param-info",
            "emit-program-metadata",
            "emit-kernel-names",
            "emit-exported-symbols",
            "emit-imported-symbols",
            "device-globals",
            "json",
            "S",
            "legacy-properties",
        ] {
            if rng.usize(..4) == 0 {
                element += &format!(";{flag}");
            }
        }
        if mode == "native" && rng.usize(..3) == 0 {
            element += ";generate-device-image-default-spec-consts";
        }
        Self { element, lowers: !mode.is_empty() }
    }

    fn run(&self, module: &mut OwnedModule, directory: &Path, jobs: usize) -> Result<(Vec<String>, Files), String> {
        std::fs::create_dir_all(directory).map_err(|e| e.to_string())?;
        let element = format!("{};jobs={jobs};o={}>", self.element, directory.join("out.table").display());
        let words = run_pass(&element, module)?.1;
        Ok((words, read_files(directory)))
    }
}

/// Runs a pass by its pipeline element: whether it changed the module, and what it said.
pub(crate) fn run_pass(element: &str, module: &mut OwnedModule) -> Result<(bool, Vec<String>), String> {
    let Some(registry::Built { pass: built, .. }) = registry::build(element) else {
        return Err(format!("no pass `{element}`"));
    };
    let pass = built.map_err(|error| error.to_string())?;
    let mut sink: Vec<(Severity, String)> = Vec::new();
    let changed = pass.run(&mut module.editor(), &mut sink).map_err(|error| error.to_string())?;
    Ok((changed == registry::Changed::Yes, sink.into_iter().map(|(_, text)| text).collect()))
}

fn read_files(directory: &Path) -> Files {
    let mut files = Files::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        files.insert(entry.file_name().into(), std::fs::read(entry.path()).expect("a file of this run"));
    }
    files
}

fn post_link(generated: &Module, module: &mut OwnedModule, rng: &mut Rng, scratch: &Path, reporter: &mut Reporter) {
    let request = Request::new(rng);
    let before = module.view().print();
    let run = |name: &str, module: &mut OwnedModule, jobs| {
        // Every run in a directory of the same name: tables and symbol files name others by their paths.
        let directory = scratch.join("out");
        let result = request.run(module, &directory, jobs);
        let _ = std::fs::remove_dir_all(&directory); // nothing of it is needed any more
        result.map_err(|error| format!("{name}: {error}"))
    };
    reporter.phase("post-link");
    let (words, files) = match run("post-link", module, 1) {
        Ok(result) => result,
        Err(error) => return reporter.fault(&format!("refused: {error}")),
    };
    reporter.count("split");
    if module.view().print() != before {
        reporter.fault("splitting changed the module");
    }
    reporter.phase("images");
    images(generated, &request, &files, reporter);
    let parameters = request.element.trim_start_matches(PASS);
    memory::check(parameters, module, (&words, &files), reporter);
    for (name, jobs) in [("post-link again", 1), ("post-link with two jobs", 2)] {
        reporter.phase(name);
        match run(name, module, jobs) {
            Ok((w, f)) if w == words && f == files => {}
            Ok((_, f)) => {
                let other = files.keys().chain(f.keys()).find(|path| files.get(*path) != f.get(*path));
                reporter.fault(&format!("{name}: other files or messages than before: {other:?}"));
            }
            Err(error) => reporter.fault(&error),
        }
    }
    if module.view().print() != before {
        reporter.fault("splitting several times changed the module");
    }
}

/// The rows of the table.
pub(crate) fn rows(files: &Files) -> Result<Vec<Vec<String>>, String> {
    let table = files.get(Path::new("out.table")).ok_or("no table")?;
    let table = FileTable::read(&String::from_utf8_lossy(table), "out.table");
    table.map(|table| table.rows().to_vec()).map_err(|error| format!("the table does not read: {error}"))
}

/// Reads all files of a run back.
fn images(generated: &Module, request: &Request, files: &Files, reporter: &mut Reporter) {
    let rows = match rows(files) {
        Ok(rows) => rows,
        Err(error) => return reporter.fault(&error),
    };
    let file = |cell: &str| files.get(Path::new(Path::new(cell).file_name().unwrap_or_default()));
    let mut listed = 1;
    for row in rows {
        reporter.count("images");
        listed += row.len();
        let [Some(code), Some(properties), Some(names)] = [file(&row[0]), file(&row[1]), file(&row[2])] else {
            reporter.fault(&format!("a file of the row {row:?} is missing"));
            continue;
        };
        if let Err(error) = text::read(properties, &row[1]) {
            reporter.fault(&format!("the properties do not read: {error}"));
        }
        match symbols::read(names, &row[2]) {
            Ok(names) => image(generated, request, code, &names, reporter),
            Err(error) => reporter.fault(&format!("the symbols do not read: {error}")),
        }
    }
    for (path, content) in files.iter().filter(|(path, _)| path.to_string_lossy().ends_with(".prop.json")) {
        listed += 1;
        if let Err(error) = json::read(content, &path.to_string_lossy()) {
            reporter.fault(&format!("the properties as JSON do not read: {error}"));
        }
    }
    if listed != files.len() {
        reporter.fault(&format!("{} files were written, {listed} are listed", files.len()));
    }
}

fn image(generated: &Module, request: &Request, code: &[u8], entry_points: &[String], reporter: &mut Reporter) {
    let image = match OwnedModule::read(code, "image") {
        Ok(image) => image,
        Err(error) => return reporter.fault(&format!("an image does not read: {error}")),
    };
    if let Err(error) = image.verify() {
        return reporter.fault(&format!("an image does not verify: {error}"));
    }
    // Virtual functions are in the image that owns them only; what a lowered call referred to is gone.
    if generated.has_virtual_functions {
        return;
    }
    let expected = oracle::expected(generated, entry_points);
    let defined = definitions(image.view());
    for (index, global) in generated.globals.iter().enumerate().filter(|(_, g)| g.is_definition()) {
        let is_defined = defined.contains(&global.name);
        let what = || format!("the image of {entry_points:?}, {}", request.element);
        if expected.must.contains(&index) && !is_defined {
            reporter.fault(&format!("`{}` is missing in {}", global.name, what()));
        }
        if !expected.may.contains(&index) && is_defined {
            reporter.fault(&format!("`{}` is not needed in {}", global.name, what()));
        }
    }
    if request.lowers && generated.has_constants {
        let asks = |f: &Value<'_>| f.name().contains("2020SpecConstantValue");
        if image.view().functions().any(|f| asks(&f) && f.users().next().is_some()) {
            reporter.fault(&format!("a call for a constant is left in the image of {entry_points:?}"));
        }
    }
}

fn definitions(module: ModuleView<'_>) -> std::collections::BTreeSet<String> {
    let is_defined = |g: &Value<'_>| !g.is_declaration() || g.is_alias() || g.kind() == ValueKind::Ifunc;
    module.globals().filter(is_defined).map(|g| g.name()).collect()
}

/// Every pass that does not write files.
fn other_passes(generated: &Module, rng: &mut Rng, reporter: &mut Reporter) {
    for element in pass_elements(rng) {
        reporter.phase(element);
        let Ok(mut module) = OwnedModule::read(generated.text.as_bytes(), "stress") else { return };
        let before = module.view().print();
        match run_pass(element, &mut module) {
            Err(error) => {
                reporter.count(&format!("refused by {element}"));
                // The pipeline stops at a pass that refuses; what others did before stays.
                if !element.starts_with("sycl-device-pipeline") && module.view().print() != before {
                    reporter.fault(&format!("{element} changed the module and refused it: {error}"));
                }
            }
            Ok((changed, _)) => {
                let after = module.view().print();
                if let Err(error) = module.verify() {
                    reporter.fault(&format!("{element} leaves a module that does not verify: {error}"));
                    continue;
                }
                if !changed && after != before {
                    reporter.fault(&format!("{element} says that it changed nothing"));
                }
                match run_pass(element, &mut module) {
                    Err(error) => reporter.fault(&format!("{element} refuses its own output: {error}")),
                    Ok(_) if module.view().print() != after => {
                        reporter.fault(&format!("{element} changes its own output"));
                    }
                    Ok(_) => {}
                }
            }
        }
    }
}

/// Three of the passes, with parameters.
pub(crate) fn pass_elements(rng: &mut Rng) -> Vec<&'static str> {
    const ELEMENTS: [&str; 24] = [
        "sycl-front-end",
        "sycl-front-end<optlevel=2>",
        "spec-constants<native>",
        "spec-constants<emulation>",
        "spec-constants<default-values>",
        "aspect-propagation",
        "aspect-propagation<pre-opt>",
        "aspect-propagation<post-opt>",
        "aspect-propagation<fixed-targets=intel_gpu_pvc:nvidia_gpu_sm_90>",
        "aspect-propagation<exclude=fp16:fp64>",
        "global-offset",
        "global-offset<disable>",
        "local-accessor-to-shared-memory",
        "kernel-size-attributes",
        "sycl-device-pipeline",
        "sycl-device-pipeline<target=spirv64>",
        "sycl-device-pipeline<target=nvptx64:sm_90>",
        "sycl-device-pipeline<target=amdgcn:gfx90a>",
        "retarget<target=nvptx64:sm_90>",
        "retarget<target=amdgcn:gfx90a>",
        "retarget<target=host>",
        "retarget<target=spirv64>",
        "retarget<target=nvptx64;generic=auto>",
        "retarget<target=spirv64;generic=0>",
    ];
    (0..3).map(|_| ELEMENTS[rng.usize(..ELEMENTS.len())]).collect()
}

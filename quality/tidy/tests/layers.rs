//! Tests that files depend on each other in layers: within a crate, imports make no large circles; among the crates,
//! those below `tools` know of no command line.

use std::collections::{BTreeMap, BTreeSet};

use sycl_tidy::{File, files, report, rust};

/// Files that may import each other in a circle: a type and those who use it.
const LIMIT: usize = 5;

/// Dependencies that only programs have, in `tools` and `quality`. Libraries also depend on none of the programs.
const OF_COMMAND_LINES: [&str; 4] = ["clap", "clap_complete", "clap_mangen", "signal-hook"];

/// The names on the way to an item.
type Path = Vec<String>;

/// A file of a crate: what its imports are called, and all paths to items in it.
#[derive(Default)]
struct Module {
    file: String,
    imports: BTreeMap<String, Path>,
    paths: Vec<Path>,
}

/// The modules of a crate by their paths.
struct Crate(BTreeMap<Path, Module>);

fn words(path: &str) -> Path {
    path.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The paths of a `use`, and what each is called: `a::{b, c as d}` is `a::b` and `a::c`.
fn expand(front: &[String], tree: &str, found: &mut Vec<(Path, String)>) {
    let (mut depth, mut start) = (0, 0);
    for (at, c) in tree.char_indices().chain([(tree.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let one = tree[start..at].trim();
                // Lists may end with a comma.
                if !one.is_empty() {
                    expand_one(front, one, found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

fn expand_one(front: &[String], tree: &str, found: &mut Vec<(Path, String)>) {
    if let Some((more, inner)) = tree.split_once('{') {
        let front = [front, &words(more)].concat();
        return expand(&front, inner.strip_suffix('}').unwrap_or(inner), found);
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
    let mut path = [front, &words(path)].concat();
    if path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    if let Some(last) = path.last().cloned() {
        found.push((path, if name.is_empty() { last } else { name.trim().to_owned() }));
    }
}

impl Module {
    /// Reads the code in front of the tests.
    fn of(file: &File) -> Self {
        let code = rust::code(&file.text);
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        // Who may see an item is not an import.
        let code = without_places(code);
        let (mut imported, mut rest) = (Vec::new(), String::new());
        let mut left = code.as_str();
        while let Some((before, after)) = split_at_use(left) {
            rest.push_str(before);
            let (tree, after) = after.split_once(';').unwrap_or((after, ""));
            expand(&[], &tree.replace('\n', " "), &mut imported);
            left = after;
        }
        rest.push_str(left);
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let written = rest
            .split(|c| !is_part(c))
            .filter(|path| ["crate::", "super::", "self::"].iter().any(|start| path.starts_with(start)));
        let paths = imported.iter().map(|(path, _)| path.clone()).chain(written.map(words)).collect();
        let imports = imported.into_iter().map(|(path, name)| (name, path)).collect();
        Self { file: file.path.clone(), imports, paths }
    }
}

/// Code with every `pub(in path)` as `pub()`.
fn without_places(code: &str) -> String {
    let mut parts = code.split("(in ");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        without.push('(');
        without.push_str(part.trim_start_matches(|c| c != ')'));
    }
    without
}

/// Text in front of the next `use`, and text behind it.
fn split_at_use(code: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(at) = code[from..].find("use ").map(|at| at + from) {
        if !code[..at].ends_with(is_part) {
            return Some((&code[..at], &code[at + 4..]));
        }
        from = at + 4;
    }
    None
}

impl Crate {
    /// The sources below a directory `src`, as modules; those of tests do not count.
    fn of(source: &str, files: &[File]) -> Self {
        let mut modules = BTreeMap::new();
        let has_library = files.iter().any(|file| file.path == format!("{source}lib.rs"));
        for file in files {
            let Some(name) = file.path.strip_prefix(source).and_then(|name| name.strip_suffix(".rs")) else { continue };
            let path: Path = name.split('/').map(str::to_owned).collect();
            // A program beside a library is a crate of its own.
            if path.iter().any(|word| word == "tests") || (has_library && name == "main") {
                continue;
            }
            let path = if ["lib", "main"].contains(&name) { Vec::new() } else { path };
            modules.insert(path, Module::of(file));
        }
        Self(modules)
    }

    /// A path from the root of the crate; `None` if it leads to another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Path> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|word| *word == "super").count();
                Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
            }
            first => {
                let inside = [module, &[first.to_owned()]].concat();
                self.0.contains_key(&inside).then(|| [module, path].concat())
            }
        }
    }

    /// The module in which an item is defined, through what modules import from others and give on.
    fn definition(&self, path: &[String], steps: usize) -> Option<&Path> {
        for length in (0..=path.len()).rev() {
            let Some((module, content)) = self.0.get_key_value(&path[..length]) else { continue };
            let Some(import) = path.get(length).and_then(|name| content.imports.get(name)) else { return Some(module) };
            let absolute = self.absolute(module, import)?;
            return if steps == 0 {
                None
            } else {
                self.definition(&[&absolute, &path[length + 1..]].concat(), steps - 1)
            };
        }
        None
    }

    /// The modules on which each depends.
    fn edges(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let of = |module: &Path, content: &Module| {
            let absolute = content.paths.iter().filter_map(|path| self.absolute(module, path));
            absolute.filter_map(|path| self.definition(&path, 10)).filter(|other| *other != module).collect()
        };
        self.0.iter().map(|(module, content)| (module, of(module, content))).collect()
    }

    /// The files of each circle, of which every one leads to every other.
    fn circles(&self) -> Vec<Vec<&str>> {
        let edges = self.edges();
        let reached: BTreeMap<&Path, BTreeSet<&Path>> =
            self.0.keys().map(|module| (module, reach(&edges, module))).collect();
        let mut circles = BTreeSet::new();
        for (module, ends) in reached.iter().filter(|(module, ends)| ends.contains(**module)) {
            let circle = ends.iter().filter(|other| reached[**other].contains(*module));
            circles.insert(circle.map(|other| self.0[*other].file.as_str()).collect::<Vec<_>>());
        }
        circles.into_iter().collect()
    }
}

/// The modules to which edges lead from one, itself only if they lead back to it.
fn reach<'a>(edges: &BTreeMap<&'a Path, BTreeSet<&'a Path>>, from: &'a Path) -> BTreeSet<&'a Path> {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(module) = waiting.pop() {
        waiting.extend(edges[module].iter().copied().filter(|other| seen.insert(*other)));
    }
    seen
}

/// The directories `src` of all crates.
fn sources(files: &[File]) -> Vec<String> {
    let directories = files.iter().filter_map(|file| file.path.strip_suffix("Cargo.toml"));
    let sources: Vec<String> = directories.filter(|name| !name.is_empty()).map(|name| format!("{name}src/")).collect();
    assert!(sources.len() > 15, "found {} crates", sources.len());
    sources
}

#[test]
fn imports_make_no_large_circles() {
    let files = files();
    let mut wrong = Vec::new();
    for source in sources(&files) {
        for circle in Crate::of(&source, &files).circles() {
            if circle.len() > LIMIT {
                wrong.push(format!("{} files, expected {LIMIT} at most: {}", circle.len(), circle.join(" ")));
            }
        }
    }
    report("circles of imports; move what all of them need to a file that imports none of them", &wrong);
}

#[test]
fn imports_are_followed_to_definitions() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("x/src/lib.rs", "pub mod a;\nmod b;\npub use b::{c::C, D as E};"),
        file("x/src/a.rs", "use crate::C;\n// use crate::b::D;\nfn f() { super::E::new(\"crate::b::D\") }"),
        file("x/src/b.rs", "pub mod c;\nuse std::{fmt::{self}, io};\nuse self::{c::C,};\npub struct D;"),
        file("x/src/b/c.rs", "pub struct C;\n#[cfg(test)]\nmod tests { use crate::a; }"),
        file("x/src/d.rs", "pub(crate) use super::{e, self};\npub(in crate::a) fn f() {}"),
        file("x/src/e.rs", "fn f() -> crate::d::e::X {}"),
    ];
    let code = Crate::of("x/src/", &files);
    let path = |path: &str| words(path);
    let edges = code.edges();
    let of = |module: &str| edges[&path(module)].iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(of("a"), ["b", "b::c"]);
    assert_eq!(of("b"), ["b::c"]);
    assert_eq!(of("b::c"), [""; 0]);
    assert_eq!(of(""), ["b", "b::c"]);
    assert_eq!(of("d"), ["", "e"]);
    assert_eq!(code.circles(), [[""; 0]; 0]);
    let both = [file("x/src/a.rs", "use super::b;"), file("x/src/b.rs", "fn f() { crate::a::f() }")];
    assert_eq!(Crate::of("x/src/", &both).circles(), [["x/src/a.rs", "x/src/b.rs"]]);
}

#[test]
fn only_programs_have_command_lines() {
    let files = files();
    let manifests = || files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let is_program = |file: &File| file.path.starts_with("tools/") || file.path.starts_with("quality/");
    let name = |file: &File| Some(file.text.split_once("\nname = \"")?.1.split('"').next()?.to_owned());
    let mut forbidden: Vec<String> = manifests().filter(|file| is_program(file)).filter_map(name).collect();
    assert!(forbidden.len() > 5, "found the programs {forbidden:?}");
    forbidden.extend(OF_COMMAND_LINES.map(str::to_owned));
    // Test programs of theirs may be of any crate.
    forbidden.retain(|name| name != "sycl-tidy");
    let mut wrong = Vec::new();
    for file in manifests().filter(|file| !is_program(file)) {
        let names = file.text.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let named = names.filter(|name| forbidden.iter().any(|other| other == name));
        wrong.extend(named.map(|name| format!("{}: {name}", file.path)));
    }
    report("libraries that depend on programs or on what command lines need", &wrong);
}

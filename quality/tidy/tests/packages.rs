//! Tests that crates which others may use are complete as packages: they say what crates.io asks for, depend on nothing
//! that stays here, and read no files outside of their directory. `cargo publish --dry-run --workspace` builds them so.

use std::collections::BTreeMap;

use sycl_tidy::{File, files, read, report};

/// A crate of the workspace: its directory, and the lines of its manifest by section.
struct Package {
    directory: String,
    sections: BTreeMap<String, Vec<String>>,
}

impl Package {
    fn of(manifest: &File) -> Option<Self> {
        let directory = manifest.path.strip_suffix("/Cargo.toml")?.to_owned();
        let sections = sections(&manifest.text);
        sections.contains_key("package").then_some(Self { directory, sections })
    }

    fn has(&self, key: &str) -> bool {
        let is_key = |line: &String| line.split(['.', ' ', '=']).next() == Some(key);
        self.sections["package"].iter().any(is_key)
    }

    fn is_published(&self) -> bool {
        !self.sections["package"].iter().any(|line| line == "publish = false")
    }

    fn name(&self) -> &str {
        let name = self.sections["package"].iter().find_map(|line| line.strip_prefix("name = "));
        name.expect("a package has a name").trim_matches('"')
    }

    /// Crates that it is built from: dependencies, but not those of its tests.
    fn dependencies(&self) -> impl Iterator<Item = &str> {
        let is_needed = |section: &str| section.ends_with("dependencies") && section != "dev-dependencies";
        let lines = self.sections.iter().filter(move |(section, _)| is_needed(section)).flat_map(|(_, lines)| lines);
        lines.filter_map(|line| line.split(['.', ' ', '=']).next())
    }
}

/// Lines that are neither empty nor comments, by the section that they are in.
fn sections(manifest: &str) -> BTreeMap<String, Vec<String>> {
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut section = String::new();
    for line in manifest.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name.trim_matches(['[', ']']).to_owned(),
            None => sections.entry(section.clone()).or_default().push(line.to_owned()),
        }
    }
    sections
}

fn packages() -> Vec<Package> {
    let files = files();
    let manifests = files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let packages: Vec<Package> = manifests.filter_map(Package::of).collect();
    assert!(packages.len() > 15, "found {} packages", packages.len());
    packages
}

#[test]
fn packages_say_what_they_are() {
    let mut wrong = Vec::new();
    for package in packages() {
        let needed: &[&str] = match package.is_published() {
            true => &["description", "license", "rust-version", "readme", "keywords", "categories"],
            false => &["license"],
        };
        let missing = needed.iter().filter(|key| !package.has(key));
        wrong.extend(missing.map(|key| format!("{}/Cargo.toml: {key}", package.directory)));
    }
    report("what manifests lack", &wrong);
}

#[test]
fn published_crates_depend_on_published_crates() {
    let workspace = sections(&read("Cargo.toml"));
    let version = workspace["workspace.package"].iter().find(|line| line.starts_with("version = ")).expect("a version");
    let packages = packages();
    let mut wrong = Vec::new();
    for package in packages.iter().filter(|package| package.is_published()) {
        for dependency in package.dependencies() {
            let Some(ours) = packages.iter().find(|other| other.name() == dependency) else { continue };
            if !ours.is_published() {
                wrong.push(format!("{} depends on {dependency}, which is not published", package.name()));
            }
            let start = format!("{dependency} = ");
            let line = workspace["workspace.dependencies"].iter().find(|line| line.starts_with(&start));
            if !line.is_some_and(|line| line.contains(version.as_str())) {
                wrong.push(format!("Cargo.toml: {dependency} has no `{version}`, that of the workspace"));
            }
        }
    }
    report("crates that cannot be published", &wrong);
}

/// The files that a source has compiled in, as it names them; those of its tests do not count.
fn included(source: &str) -> impl Iterator<Item = &str> {
    let code = source.split_once("#[cfg(test)]\nmod ").map_or(source, |(code, _)| code);
    ["include!(\"", "include_str!(\"", "include_bytes!(\"", "#[path = \""]
        .into_iter()
        .flat_map(move |start| code.split(start).skip(1).filter_map(|rest| rest.split('"').next()))
}

/// Whether a file that a source names is in the directory of the crate.
fn is_inside(source: &str, named: &str) -> bool {
    let mut depth = source.matches('/').count();
    named.split('/').all(|part| match (part, depth) {
        ("..", 0) => false,
        ("..", _) => {
            depth -= 1;
            true
        }
        _ => {
            depth += 1;
            true
        }
    })
}

#[test]
fn published_crates_read_files_of_their_own() {
    let (packages, files) = (packages(), files());
    let mut wrong = Vec::new();
    for package in packages.iter().filter(|package| package.is_published()) {
        let start = format!("{}/", package.directory);
        for file in files.iter().filter(|file| file.extension() == "rs" && !file.is_test_module()) {
            let Some(source) = file.path.strip_prefix(&start) else { continue };
            if !source.starts_with("tests/") && !source.starts_with("examples/") {
                let outside = included(&file.text).filter(|named| !is_inside(source, named));
                wrong.extend(outside.map(|named| format!("{}: {named}", file.path)));
            }
        }
    }
    report("files outside of a crate that it is built from", &wrong);
}

#[test]
fn what_is_inside_is_known() {
    assert!(is_inside("src/a/b.rs", "../c.json"));
    assert!(is_inside("src/a.rs", "../config/c.json"));
    assert!(!is_inside("src/a.rs", "../../config/c.json"));
    assert!(!is_inside("build.rs", "../x.rs"));
    let source = "include_str!(\"x\")\n#[path = \"y\"]\n#[cfg(test)]\nmod tests { include!(\"z\") }";
    assert_eq!(included(source).collect::<Vec<_>>(), ["x", "y"]);
}

//! Caches that are damaged, by machines or by people: nothing of it reaches a result, and builds do not end for it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::place::{Place, done, same};

const LINES: [&str; 2] = ["a.ll --target spirv64 --split kernel -o out.bundle", "a.ll --target spirv64 -o out"];

/// A place where this was built, and the bytes of it.
fn built(line: &str) -> (Place, Vec<(PathBuf, Vec<u8>)>) {
    let place = Place::new();
    done(&place.build(line));
    let found = result(&place, line);
    (place, found)
}

fn result(place: &Place, line: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let (_, output) = line.rsplit_once(' ').unwrap();
    let files = place.tree(output).into_iter().map(|(path, _)| path);
    files.map(|path| (path.strip_prefix(place.path("")).unwrap().to_owned(), std::fs::read(&path).unwrap())).collect()
}

/// Builds what is not there and is not stored as a whole, so that parts of it come from the cache.
#[track_caller]
fn builds_again(place: &Place, line: &str, expected: &[(PathBuf, Vec<u8>)], what: &str) {
    let (_, output) = line.rsplit_once(' ').unwrap();
    place.remove(output);
    done(&place.build(line));
    let found = result(place, line);
    assert_eq!(found.len(), expected.len(), "{what}");
    for ((name, found), (_, expected)) in found.iter().zip(expected) {
        assert!(found == expected, "{what}: {}", name.display());
    }
}

/// Files of a kind in the cache.
fn files(place: &Place, kind: &str) -> Vec<PathBuf> {
    place.tree(&format!("cache/v2/{kind}")).into_iter().map(|(path, _)| path).collect()
}

fn replace(path: &Path, content: &[u8]) {
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, content).unwrap();
}

/// Removes what is stored of whole builds, which is what has a summary.
fn forget_builds(place: &Place) {
    for entry in files(place, "results") {
        let stored: Value = serde_json::from_slice(&std::fs::read(&entry).unwrap()).unwrap();
        if stored.get("summary").is_some() {
            std::fs::remove_file(entry).unwrap();
        }
    }
}

#[test]
fn damaged_objects_are_made_again() {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 4] = [
        ("one bit", |content| content.iter_mut().rev().take(1).for_each(|byte| *byte ^= 1)),
        ("zeros", |content| content.fill(0)),
        ("shorter", |content| content.truncate(content.len() / 2)),
        ("longer", |content| content.push(0)),
    ];
    for line in LINES {
        let (place, expected) = built(line);
        for (what, damage) in damages {
            for entries in [true, false] {
                for object in files(&place, "objects") {
                    let mut content = std::fs::read(&object).unwrap();
                    damage(&mut content);
                    replace(&object, &content);
                }
                if entries {
                    forget_builds(&place);
                }
                builds_again(&place, line, &expected, what);
            }
        }
    }
}

/// Each kind of file of a build alone, when the rest comes from the cache: bitcode, properties, symbols, tables,
/// SPIR-V.
#[test]
fn each_damaged_object_alone_is_made_again() {
    let line = LINES[0];
    let (place, expected) = built(line);
    let objects = files(&place, "objects");
    assert!(objects.len() > 10);
    for object in objects {
        let mut content = std::fs::read(&object).unwrap();
        content.iter_mut().take(1).for_each(|byte| *byte ^= 1);
        replace(&object, &content);
        forget_builds(&place);
        builds_again(&place, line, &expected, &object.display().to_string());
    }
}

#[test]
fn an_object_that_is_damaged_while_a_build_runs_is_not_used() {
    let line = LINES[0];
    let (place, expected) = built(line);
    let cache = place.path("cache");
    for tool in ["opt", "llc", "spirv-val", "sycl-packager"] {
        place.remove("cache");
        place.remove("out.bundle");
        let objects = cache.join("v2/objects").display().to_string();
        place.write("doom", format!("{tool}\nfor f in {objects}/*/*; do chmod u+w $f; echo damage >|$f; done\n"));
        let output = place.build_command(&format!("{line} -j 1")).env("STAND_IN_DOOM", place.path("doom")).output();
        done(&place.tell(&output.unwrap()));
        assert!(!place.path("doom").exists() && result(&place, line) == expected, "{tool}");
        builds_again(&place, line, &expected, tool);
    }
}

/// A build whose entries in the cache are forged.
struct Tampered {
    place: Place,
    line: &'static str,
    expected: Vec<(PathBuf, Vec<u8>)>,
    entries: Vec<(PathBuf, Value)>,
}

impl Tampered {
    fn new(line: &'static str) -> Self {
        let (place, expected) = built(line);
        let read = |path: PathBuf| {
            let stored = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            (path, stored)
        };
        let entries = files(&place, "results").into_iter().map(read).collect();
        Self { place, line, expected, entries }
    }

    /// Changes all entries, with checks that fit, and builds. That of the whole build is looked for first; if it counts
    /// as absent, those of steps are.
    #[track_caller]
    fn with(&self, what: &str, change: impl Fn(&mut Value)) {
        for (path, stored) in &self.entries {
            let mut stored = stored.clone();
            change(&mut stored);
            seal(&self.place, path, &mut stored);
            let _ = std::fs::remove_file(path);
            std::fs::write(path, serde_json::to_vec(&stored).unwrap()).unwrap();
        }
        builds_again(&self.place, self.line, &self.expected, what);
    }

    /// Changes a member of all files of all entries.
    #[track_caller]
    fn with_files(&self, member: &str, value: &Value) {
        self.with(&format!("{member}: {value}"), |stored| {
            stored["files"].as_array_mut().unwrap().iter_mut().for_each(|file| file[member] = value.clone());
        });
    }
}

/// Gives an entry the check that belongs to it.
fn seal(place: &Place, entry: &Path, stored: &mut Value) {
    stored.as_object_mut().unwrap().remove("check");
    let purpose = entry.strip_prefix(place.path("cache/v2")).unwrap().to_str().unwrap();
    let mut hasher = blake3::Hasher::new_derive_key("sycl-packager 2026-11 entry of the cache");
    hasher.update(&(purpose.len() as u64).to_le_bytes());
    hasher.update(purpose.as_bytes());
    hasher.update(&serde_json::to_vec(stored).unwrap());
    stored["check"] = hasher.finalize().to_hex().as_str().into();
}

#[test]
fn an_entry_that_fits_is_used() {
    let line = LINES[0];
    let (place, _) = built(line);
    for entry in files(&place, "results") {
        let before: Value = serde_json::from_slice(&std::fs::read(&entry).unwrap()).unwrap();
        let mut after = before.clone();
        seal(&place, &entry, &mut after);
        assert_eq!(before, after, "otherwise the tests here show nothing");
    }
}

#[test]
fn names_in_entries_do_not_lead_elsewhere() {
    let victim = tempfile::tempdir().unwrap();
    let file = victim.path().join("file");
    std::fs::write(&file, "precious").unwrap();
    let absolute = file.to_str().unwrap();
    let up = format!("{}{absolute}", "../".repeat(20));
    let long = "a".repeat(300);
    for line in LINES {
        let tampered = Tampered::new(line);
        for name in [absolute, &up, "../x", "a/b", "..", ".", "", "a\0b", "0/../0", "-1", "99999999999999999999", &long]
        {
            tampered.with_files("name", &name.into());
            assert_eq!(std::fs::read(&file).unwrap(), b"precious", "{name:?}");
        }
    }
    assert_eq!(std::fs::read_dir(victim.path()).unwrap().count(), 1);
}

#[test]
fn an_entry_of_another_form_counts_as_absent() {
    let tampered = Tampered::new(LINES[0]);
    for hash in [json!("../../../etc/passwd"), json!(""), json!("ab"), json!(7), json!(null), json!("0".repeat(64))] {
        tampered.with_files("hash", &hash);
    }
    for size in [json!(0), json!(u64::MAX), json!(-1), json!(1e300), json!("1"), json!([])] {
        tampered.with_files("size", &size);
    }
    tampered.with("one file less", |stored| drop(stored["files"].as_array_mut().unwrap().pop()));
    tampered.with("the first file less", |stored| drop(stored["files"].as_array_mut().unwrap().remove(0)));
    let tampered = Tampered::new(LINES[1]);
    tampered.with("no files", |stored| stored["files"] = json!([]));
    tampered.with("one file twice", |stored| {
        let files = stored["files"].as_array_mut().unwrap();
        files.push(files[0].clone());
    });
    for (member, value) in
        [("files", json!({})), ("messages", json!(3)), ("note", json!([])), ("messages", json!(null))]
    {
        tampered.with(member, |stored| stored[member] = value.clone());
    }
    for note in ["", "x", "{}", "{\"targets\": [], \"steps\": 3, \"stored_steps\": 3, \"tool_milliseconds\": {}}"] {
        tampered.with(note, |stored| stored["note"] = note.into());
    }
}

#[test]
fn what_is_no_file_in_the_place_of_one_is_replaced() {
    let commands = [
        "mkdir $f",
        "mkdir -p $f/a/b",
        "mkfifo $f",
        "ln -s /dev/zero $f",
        "ln -s nowhere $f",
        "ln -s $f $f",
        ": >$f",
        "yes | head -c 100000 >$f",
        "echo '{}' >$f",
        "printf '[%.0s' $(seq 10000) >$f",
    ];
    let line = LINES[0];
    let (place, expected) = built(line);
    for command in commands {
        for kinds in ["results", "objects", "programs usage lock"] {
            let find = format!("find {kinds} -type f");
            let script = format!("cd cache/v2 && for f in $({find}); do rm $f; {command}; done");
            assert!(place.command_of("sh".as_ref(), &["-c", &script]).status().unwrap().success());
            builds_again(&place, line, &expected, &format!("{kinds}: {command}"));
        }
        // And the cache is of use again.
        place.ran();
        done(&place.build(line));
        same(&place.ran(), "");
    }
}

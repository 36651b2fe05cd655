//! Reasons why steps ran: what of a step differs from the last build of the same result.
//!
//! A build notes what each of its steps was made of, under the key of the build, and for each result which build was
//! the last. So a build that goes back to an older state is compared with that state afterwards. Only notes are
//! involved: no result depends on them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::action::{Action, File, Title};
use super::cache::{Cache, Hash};
use super::environment::Environment;
use super::tools::Tool;

/// Inputs of the steps of a build.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Record {
    steps: Vec<StepRecord>,
    /// Variables that count, with hashes of their values, which may be secrets.
    environment: BTreeMap<String, String>,
}

/// Inputs of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StepRecord {
    title: Title,
    tool: String,
    program: Program,
    /// Arguments without names of files.
    options: Vec<String>,
    /// Names of files, and hashes of their contents.
    inputs: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Program {
    path: String,
    hash: String,
    version: String,
}

/// A step of a build that is compared with the last one.
type StepId<'a> = (&'a Title, &'a str, usize);

impl StepRecord {
    pub(super) fn new(action: &Action, tool: &Tool, inputs: &[Hash]) -> Self {
        let name = |file: &File| file.path().display().to_string();
        Self {
            title: action.title.clone(),
            tool: action.tool.to_owned(),
            program: Program {
                path: tool.path.display().to_string(),
                hash: tool.hash.to_hex().to_string(),
                version: tool.version.clone(),
            },
            options: action.options(),
            inputs: action.inputs.iter().map(name).zip(inputs.iter().map(|hash| hash.to_hex().to_string())).collect(),
        }
    }

    /// Differences from the last time, in words.
    fn differences(&self, before: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let (now, then) = (&self.program, &before.program);
        if now.hash != then.hash || now.version != then.version {
            let text = |program: &Program| format!("{} {}", program.path, program.version).trim_end().to_owned();
            found.push(match (text(now), text(then)) {
                (now, then) if now == then => format!("the program {now} is another one than before"),
                (now, then) => format!("the program is {now}; it was {then}"),
            });
        }
        let without = |words: &[String], others: &[String]| -> Vec<String> {
            let mut others: Vec<&String> = others.iter().collect();
            let is_new = |word: &&String| match others.iter().position(|other| other == word) {
                Some(place) => {
                    others.swap_remove(place);
                    false
                }
                None => true,
            };
            words.iter().filter(is_new).map(|word| format!("`{word}`")).collect()
        };
        let (new, gone) = (without(&self.options, &before.options), without(&before.options, &self.options));
        match (new.is_empty(), gone.is_empty()) {
            (false, false) => found.push(format!("the options {} were {}", new.join(" "), gone.join(" "))),
            (false, true) => found.push(format!("the options {} are new", new.join(" "))),
            (true, false) => found.push(format!("the options {} are gone", gone.join(" "))),
            (true, true) if self.options != before.options => found.push("the order of options differs".to_owned()),
            (true, true) => {}
        }
        for (number, (name, hash)) in self.inputs.iter().enumerate() {
            match before.inputs.get(number) {
                Some((_, old)) if old == hash => {}
                Some((old, _)) if old != name => found.push(format!("the input {name} was {old}")),
                Some(_) => found.push(format!("the input {name} has changed")),
                None => found.push(format!("the input {name} is new")),
            }
        }
        for (name, _) in before.inputs.iter().skip(self.inputs.len()) {
            found.push(format!("the input {name} is gone"));
        }
        found
    }
}

impl Record {
    pub(super) fn new(environment: &Environment) -> Self {
        Self { steps: Vec::new(), environment: environment.hashes() }
    }

    pub(super) fn push(&mut self, step: StepRecord) {
        self.steps.push(step);
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    /// Identity of each step; those that do the same are told apart by their order.
    fn ids(&self) -> Vec<StepId<'_>> {
        let mut counts = BTreeMap::new();
        let id = |step: &'_ StepRecord| (step.title.clone(), step.tool.clone());
        let mut number = |step| {
            let count: &mut usize = counts.entry(id(step)).or_default();
            *count += 1;
            *count
        };
        self.steps.iter().map(|step| (&step.title, &*step.tool, number(step))).collect()
    }

    /// Reasons why these steps ran, by their numbers in this record: a line for each.
    pub(super) fn explain(&self, before: &Self, ran: &[usize]) -> Vec<String> {
        let known: BTreeMap<StepId<'_>, &StepRecord> = before.ids().into_iter().zip(&before.steps).collect();
        let ids = self.ids();
        let line = |number: &usize| {
            let step = &self.steps[*number];
            let reasons = match known.get(&ids[*number]) {
                None => vec!["a new step".to_owned()],
                Some(old) => self.reasons(step, before, old),
            };
            format!("{}: {}: {}", step.title, step.tool, reasons.join("; "))
        };
        ran.iter().map(line).collect()
    }

    fn reasons(&self, step: &StepRecord, before: &Self, old: &StepRecord) -> Vec<String> {
        let mut reasons = step.differences(old);
        if reasons.is_empty() {
            reasons = self.environment_differences(before);
        }
        if reasons.is_empty() {
            reasons.push("nothing differs; the cache no longer has its result".to_owned());
        }
        reasons
    }

    fn environment_differences(&self, before: &Self) -> Vec<String> {
        let (now, then) = (&self.environment, &before.environment);
        let changed = now.iter().filter(|(name, value)| then.get(*name) != Some(*value)).map(|(name, _)| name);
        let gone = then.keys().filter(|name| !now.contains_key(*name));
        changed.chain(gone).map(|name| format!("the environment variable {name} differs")).collect()
    }
}

/// Name of the note with the record of a build.
fn record_name(key: &str) -> String {
    format!("steps of build {key}")
}

fn last_name(output: &str) -> String {
    format!("last build of {output}")
}

#[derive(Serialize, Deserialize)]
struct Pointer {
    build: String,
}

/// Notes what a build was made of; the next build of this result is compared with it.
pub(super) fn note(cache: &Cache, output: &str, key: &Hash, record: &Record) {
    cache.note(&record_name(&key.to_hex()), record);
    note_again(cache, output, key);
}

/// Notes that a build is the last one of this result; it was noted before what it is made of.
pub(super) fn note_again(cache: &Cache, output: &str, key: &Hash) {
    let build = key.to_hex().to_string();
    let name = last_name(output);
    if cache.noted::<Pointer>(&name).is_none_or(|last| last.build != build) {
        cache.note(&name, &Pointer { build });
    }
}

/// Record of the last build of this result, if there is one.
pub(super) fn last(cache: &Cache, output: &str) -> Option<Record> {
    let pointer: Pointer = cache.noted(&last_name(output))?;
    cache.noted(&record_name(&pointer.build))
}

#[cfg(test)]
mod tests {
    use super::super::action::StepKind;
    use super::*;

    fn step(options: &[&str], inputs: &[(&str, &str)]) -> StepRecord {
        StepRecord {
            title: Title { kind: StepKind::Link, subject: "spirv64".to_owned() },
            tool: "llvm-link".to_owned(),
            program: Program { path: "/bin/x".to_owned(), hash: "1".to_owned(), version: "1.0".to_owned() },
            options: options.iter().map(|word| (*word).to_owned()).collect(),
            inputs: inputs.iter().map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned())).collect(),
        }
    }

    fn explained(now: StepRecord, before: StepRecord) -> String {
        let record = |step| Record { steps: vec![step], environment: BTreeMap::new() };
        record(now).explain(&record(before), &[0]).join("\n")
    }

    #[test]
    fn each_difference_has_its_words() {
        let base = || step(&["-O2", "-o"], &[("a.bc", "1"), ("b.bc", "2")]);
        let expect = |now: StepRecord, words: &str| {
            assert_eq!(explained(now, base()), format!("spirv64: link: llvm-link: {words}"));
        };
        expect(base(), "nothing differs; the cache no longer has its result");
        expect(step(&["-O3", "-o"], &[("a.bc", "1"), ("b.bc", "2")]), "the options `-O3` were `-O2`");
        expect(step(&["-o"], &[("a.bc", "1"), ("b.bc", "2")]), "the options `-O2` are gone");
        expect(step(&["-O2", "-o", "-g"], &[("a.bc", "1"), ("b.bc", "2")]), "the options `-g` are new");
        expect(step(&["-o", "-O2"], &[("a.bc", "1"), ("b.bc", "2")]), "the order of options differs");
        expect(step(&["-O2", "-o"], &[("a.bc", "3"), ("b.bc", "2")]), "the input a.bc has changed");
        expect(step(&["-O2", "-o"], &[("a.bc", "1"), ("c.bc", "3")]), "the input c.bc was b.bc");
        expect(step(&["-O2", "-o"], &[("a.bc", "1")]), "the input b.bc is gone");
        let more = step(&["-O2", "-o"], &[("a.bc", "1"), ("b.bc", "2"), ("c.bc", "3")]);
        expect(more, "the input c.bc is new");
        let mut other = base();
        other.program.version = "2.0".to_owned();
        expect(other.clone(), "the program is /bin/x 2.0; it was /bin/x 1.0");
        other.program.version = "1.0".to_owned();
        other.program.hash = "2".to_owned();
        expect(other, "the program /bin/x 1.0 is another one than before");
        let mut new = base();
        new.tool = "opt".to_owned();
        assert_eq!(explained(new, base()), "spirv64: link: opt: a new step");
    }

    #[test]
    fn the_environment_counts_last() {
        let with = |value: &str| Record {
            steps: vec![step(&[], &[])],
            environment: [("IGC_X".to_owned(), value.to_owned())].into(),
        };
        let expected = "spirv64: link: llvm-link: the environment variable IGC_X differs";
        assert_eq!(with("1").explain(&with("2"), &[0]), [expected]);
        let none = Record { environment: BTreeMap::new(), ..with("1") };
        assert_eq!(none.explain(&with("1"), &[0]), [expected]);
    }
}

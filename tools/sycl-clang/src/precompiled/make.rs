//! Making precompiled headers.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::SystemTime;

use super::Compiler;
use super::facts::Facts;

/// Clang's passes over a program. It finds the one header of a directory that was made by the same pass.
const PASSES: [&str; 2] = ["host", "device"];
/// A file that clang's refusal leaves.
pub(super) const FAILED: &str = "failed";
const HEADER: &str = "sycl/sycl.hpp";
/// Functions that the header's own functions call are made once, too: half of what it costs.
const ACTION: [&str; 6] = ["-Xclang", "-x", "-Xclang", "c++-header", "-Xclang", "-emit-pch"];
const INSTANTIATE: [&str; 2] = ["-Xclang", "-fpch-instantiate-templates"];

/// Makes the headers of both passes in a new directory of `place`, and names that in `current`.
pub(super) fn make(compiler: Compiler<'_>, options: &[OsString], place: &Path) -> Option<()> {
    let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let name = format!("{}-{}", start.as_nanos(), std::process::id());
    let directory = place.join(&name);
    DirBuilder::new().mode(0o700).create(&directory).ok()?;
    let list = passes(compiler, options, &directory);
    if list.is_none() {
        let _ = File::create(place.join(FAILED));
    }
    let made = list.and_then(|list| {
        let mut facts = Facts::of_files_before(i64::try_from(start.as_secs()).ok()?);
        of_compiler(&mut facts, compiler)?;
        for (said, dependencies) in &list {
            of_pass(&mut facts, said, dependencies)?;
        }
        for pass in PASSES {
            let file = directory.join(pass);
            File::open(&file).and_then(|file| file.sync_all()).ok()?;
            facts.made(&file)?;
        }
        let temporary = directory.join("current");
        fs::write(&temporary, format!("{name}\n{}", facts.text())).ok()?;
        fs::rename(temporary, place.join("current")).ok()
    });
    if made.is_none() {
        let _ = fs::remove_dir_all(&directory);
    }
    made
}

/// Text that clang prints for each pass, and the rule of `make` that it writes.
fn passes(compiler: Compiler<'_>, options: &[OsString], directory: &Path) -> Option<Vec<(String, String)>> {
    let run = |pass: &str, more: &[OsString]| -> Option<Output> {
        let mut command = Command::new(compiler.clang);
        command.arg(compiler.option()).args(options).arg(format!("--offload-{pass}-only")).args(["-v", "-x", "c++"]);
        // The paths of what clang says are read.
        let output = command.args(more).env("LC_ALL", "C").stdin(Stdio::null()).output().ok()?;
        output.status.success().then_some(output)
    };
    let output = run("host", &["/dev/null", "-E", "-o", "/dev/null"].map(OsString::from))?;
    let (directories, _) = searched(&String::from_utf8(output.stderr).ok()?);
    let header = directories.iter().map(|directory| directory.join(HEADER)).find(|header| header.is_file())?;
    let one = |pass: &str| -> Option<(String, String)> {
        let rule = directory.join(format!("{pass}.d"));
        let mut more = vec![header.clone().into_os_string(), "-c".into(), "-o".into(), directory.join(pass).into()];
        more.extend(ACTION.iter().chain(&INSTANTIATE).map(OsString::from));
        more.extend(["-MD".into(), "-MT".into(), "header".into(), "-MF".into(), rule.clone().into_os_string()]);
        let said = String::from_utf8(run(pass, &more)?.stderr).ok()?;
        Some((said, fs::read_to_string(rule).ok()?))
    };
    let one = &one;
    thread::scope(|scope| PASSES.map(|pass| scope.spawn(move || one(pass))).map(|thread| thread.join().ok()?))
        .into_iter()
        .collect()
}

/// Clang, its library, and its configuration: what `--config` names, and what it reads unasked from its own directory.
fn of_compiler(facts: &mut Facts, compiler: Compiler<'_>) -> Option<()> {
    let config = fs::read_to_string(compiler.config).ok()?;
    // It may have options of other files.
    let mut options = config.lines().map(str::trim_start).filter(|line| !line.starts_with('#'));
    if options.any(|line| line.starts_with('@') || line.contains("--config")) {
        return None;
    }
    let clang = compiler.clang.canonicalize().ok()?;
    let own = clang.parent()?;
    for file in [compiler.config, compiler.clang, &clang, own] {
        facts.present(file)?;
    }
    for file in files(own, |name| name.ends_with(".cfg"))
        .chain(files(&own.join("../lib"), |name| name.starts_with("libclang-cpp.so") || name.starts_with("libLLVM")))
    {
        facts.present(&file)?;
    }
    Some(())
}

fn files(directory: &Path, wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = PathBuf> {
    let list = fs::read_dir(directory).into_iter().flatten().flatten();
    list.filter(move |entry| entry.file_name().to_str().is_some_and(&wanted)).map(|entry| entry.path())
}

/// Files that a pass has read, and places where clang looked for them.
fn of_pass(facts: &mut Facts, said: &str, rule: &str) -> Option<()> {
    let (directories, missing) = searched(said);
    for directory in missing {
        facts.missing(&directory, Path::new(""))?;
    }
    // Clang takes the newest of GCC's installations.
    let gcc = said.lines().find_map(|line| line.strip_prefix("Selected GCC installation: "));
    if let Some(others) = gcc.and_then(|gcc| Path::new(gcc).parent()) {
        facts.present(others)?;
    }
    for file in prerequisites(rule) {
        facts.found(&file, &directories)?;
        for name in asked(&String::from_utf8_lossy(&fs::read(&file).ok()?)) {
            facts.asked(Path::new(name), &directories)?;
        }
    }
    Some(())
}

/// The directories in which clang says that it looks for headers, in order, and those that are not there.
fn searched(said: &str) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let nonexistent =
        |line: &str| Some(line.strip_prefix("ignoring nonexistent directory \"")?.strip_suffix('"')?.into());
    let missing = said.lines().filter_map(nonexistent).collect();
    let list = said.lines().skip_while(|line| !line.starts_with("#include \"...\" search starts here:"));
    let list = list.take_while(|line| *line != "End of search list.");
    (list.filter_map(|line| line.strip_prefix(' ').map(PathBuf::from)).collect(), missing)
}

/// The prerequisites of a rule of `make`.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let (_, list) = rule.split_once(": ").unwrap_or_default();
    let (mut files, mut file) = (Vec::new(), String::new());
    let mut characters = list.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some('\n')) => {}
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => file.extend(characters.next()),
            (' ' | '\n', _) => {
                if !file.is_empty() {
                    files.push(std::mem::take(&mut file).into());
                }
            }
            _ => file.push(character),
        }
    }
    files
}

/// The names that a text asks for by `__has_include`, whether or not they are headers.
fn asked(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("__has_include").skip(1);
    after.filter_map(|rest| {
        let rest = rest.trim_start_matches("_next").trim_start().strip_prefix('(')?.trim_start();
        let rest = rest.strip_prefix(['<', '"'])?;
        rest.split(['>', '"', '\n']).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clang_says_is_read() {
        let said = "Selected GCC installation: /g/12\nignoring nonexistent directory \"/a\"\n\
                    #include \"...\" search starts here:\n /q\n#include <...> search starts here:\n /b\n /c d\n\
                    End of search list.\n /e\n";
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(searched(said), (paths(&["/q", "/b", "/c d"]), paths(&["/a"])));
        assert_eq!(prerequisites("header: /a/b \\\n  /c\\ d$$ \\\n  /e\n"), paths(&["/a/b", "/c d$", "/e"]));
        let text = "#if __has_include(<a/b.h>)\n#elif __has_include_next ( \"c\" )\n#ifdef __has_include\n";
        assert_eq!(asked(text).collect::<Vec<_>>(), ["a/b.h", "c"]);
    }
}

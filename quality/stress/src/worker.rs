//! A worker: checks one module after another and says what it does, so that the parent knows where it ended.

use std::{io::Write, process::ExitCode};

use crate::{Range, checks, generate, mutate};

/// Writes to standard output, at once. A reader that went away ends the process.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::abort();
    }
}

/// Reports of a worker on a module.
pub(crate) struct Reporter {
    /// Whether the module failed.
    pub(crate) failed: bool,
}

impl Reporter {
    pub(crate) fn phase(&mut self, name: &str) {
        say(&format!("phase {name}\n"));
    }

    pub(crate) fn fault(&mut self, text: &str) {
        self.failed = true;
        let line = text.lines().next().unwrap_or_default();
        say(&format!("fault {}\n", line.chars().take(400).collect::<String>()));
    }

    pub(crate) fn count(&mut self, name: &str) {
        say(&format!("count {name}\n"));
    }
}

pub(crate) fn run(range: &Range, damaged: bool) -> ExitCode {
    let scratch = match tempfile::Builder::new().prefix("sycl-stress-").tempdir_in(scratch_directory()) {
        Ok(directory) => directory,
        Err(error) => {
            say(&format!("fault no temporary directory: {error}\n"));
            return ExitCode::FAILURE;
        }
    };
    for seed in range.seed..range.seed + range.modules {
        say(&format!("module {seed}\n"));
        let mut reporter = Reporter { failed: false };
        let generated = generate::module(seed, range.llvm_stress.as_deref());
        let content = if damaged {
            reporter.phase("read");
            let input = mutate::input(&generated, seed);
            mutate::check(&input, seed, scratch.path(), &mut reporter);
            input
        } else {
            checks::check(&generated, seed, scratch.path(), &mut reporter);
            generated.text.into_bytes()
        };
        if let Some(directory) = range.keep.as_ref().filter(|_| reporter.failed) {
            let file =
                directory.join(if content.starts_with(b"BC") { format!("{seed}.bc") } else { format!("{seed}.ll") });
            if let Err(error) = std::fs::write(&file, &content) {
                say(&format!("fault cannot keep {}: {error}\n", file.display()));
            }
        }
    }
    say("done\n");
    ExitCode::SUCCESS
}

/// In memory where the system has such a place: modules make some dozen small files each.
fn scratch_directory() -> std::path::PathBuf {
    let memory = std::path::Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

//! One step of a build: a command with its inputs and outputs.
//!
//! The same actions are run here, printed as a plan and written for Ninja. Names of files are relative to the work
//! directory, in which commands run; only what users name is absolute. So no result depends on where it was made.

use std::path::{Path, PathBuf};

use super::cache::Hash;
use super::tools::{Tool, Tools};

/// A file that a step reads or writes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum File {
    /// In the work directory.
    Work(String),
    /// The user's.
    Outside(PathBuf),
}

impl File {
    /// Where it is for a command that runs in the work directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Work(name) => Path::new(name),
            Self::Outside(path) => path,
        }
    }
}

/// What a step writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outputs {
    /// These files.
    Files(Vec<String>),
    /// Files in this directory; which, is known afterwards.
    Directory(String),
}

/// An argument of a command: text, and perhaps a file behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Argument {
    text: String,
    file: Option<Slot>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Input(usize),
    Output(usize),
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What it makes, e.g. `spirv64 image 3`.
    pub title: String,
    /// The program.
    pub tool: &'static str,
    /// The number of the target that it is for, and of the image.
    pub image: Option<(usize, usize)>,
    /// What it reads.
    pub inputs: Vec<File>,
    /// What it writes.
    pub outputs: Outputs,
    arguments: Vec<Argument>,
}

impl Action {
    /// A step that calls a program.
    #[must_use]
    pub fn new(tool: &'static str, title: impl Into<String>) -> Self {
        let outputs = Outputs::Files(Vec::new());
        Self { title: title.into(), tool, image: None, inputs: Vec::new(), outputs, arguments: Vec::new() }
    }

    /// Adds arguments that name no file.
    #[must_use]
    pub fn arguments<T: Into<String>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|text| Argument { text: text.into(), file: None }));
        self
    }

    /// Adds an argument that ends in the name of a file to read.
    #[must_use]
    pub fn input(mut self, text: &str, file: File) -> Self {
        self.inputs.push(file);
        let slot = Slot::Input(self.inputs.len() - 1);
        self.arguments.push(Argument { text: text.to_owned(), file: Some(slot) });
        self
    }

    /// Adds an argument that ends in the name of a file to write.
    #[must_use]
    pub fn output(mut self, text: &str, name: String) -> Self {
        let files = match self.outputs {
            Outputs::Files(mut files) => {
                files.push(name);
                files
            }
            Outputs::Directory(_) => vec![name],
        };
        let slot = Slot::Output(files.len() - 1);
        self.outputs = Outputs::Files(files);
        self.arguments.push(Argument { text: text.to_owned(), file: Some(slot) });
        self
    }

    /// Says that it reads a file which no argument names.
    #[must_use]
    pub fn reads(mut self, file: File) -> Self {
        self.inputs.push(file);
        self
    }

    /// Says that it writes files in a directory, which arguments name as text.
    #[must_use]
    pub fn writes_in(mut self, directory: String) -> Self {
        self.outputs = Outputs::Directory(directory);
        self
    }

    /// Says which image it is for.
    #[must_use]
    pub fn of_image(mut self, target: usize, image: usize) -> Self {
        self.image = Some((target, image));
        self
    }

    /// The files that are known before it ran.
    #[must_use]
    pub fn output_files(&self) -> &[String] {
        match &self.outputs {
            Outputs::Files(files) => files,
            Outputs::Directory(_) => &[],
        }
    }

    /// The arguments of the command.
    #[must_use]
    pub fn command_arguments(&self) -> Vec<String> {
        self.arguments
            .iter()
            .map(|argument| match argument.file {
                None => argument.text.clone(),
                Some(Slot::Input(index)) => format!("{}{}", argument.text, self.inputs[index].path().display()),
                Some(Slot::Output(index)) => format!("{}{}", argument.text, self.output_files()[index]),
            })
            .collect()
    }

    /// What its result is stored under: program, arguments without names of files, and contents of inputs, in the order
    /// of [`Action::inputs`].
    #[must_use]
    pub fn key(&self, tool: &Tool, inputs: &[Hash]) -> Hash {
        let mut hasher = blake3::Hasher::new_derive_key("sycl-packager 2026-11 result of a step");
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(tool.name.as_bytes());
        add(tool.hash.as_bytes());
        add(tool.version.as_bytes());
        for argument in &self.arguments {
            add(argument.text.as_bytes());
            match argument.file {
                None => add(b""),
                Some(Slot::Input(index)) => add(format!("input {index}").as_bytes()),
                Some(Slot::Output(index)) => add(format!("output {index}").as_bytes()),
            }
        }
        match &self.outputs {
            Outputs::Files(files) => add(&(files.len() as u64).to_le_bytes()),
            Outputs::Directory(directory) => add(directory.as_bytes()),
        }
        for hash in inputs {
            add(hash.as_bytes());
        }
        hasher.finalize()
    }

    /// The command as one could type it in the work directory.
    #[must_use]
    pub fn command_line(&self, tools: &Tools) -> String {
        let program = tools.get(self.tool).map_or_else(|| self.tool.to_owned(), |tool| tool.path.display().to_string());
        let words = std::iter::once(program).chain(self.command_arguments());
        words.map(|word| quote(&word)).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a POSIX shell takes it.
#[must_use]
pub fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=.,:/@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llc(input: &str, output: &str) -> Action {
        Action::new("llc", "image").arguments(["-O0"]).input("", File::Work(input.into())).output("-o=", output.into())
    }

    fn tool(hash: &str) -> Tool {
        Tool { name: "llc", path: "/bin/llc".into(), hash: hash.into(), version: String::new() }
    }

    #[test]
    fn a_result_depends_on_what_is_read_and_on_no_name() {
        let (content, other) = (blake3::hash(b"1"), blake3::hash(b"2"));
        let key = llc("a.bc", "a.spv").key(&tool("x"), &[content]);
        assert_eq!(key, llc("b.bc", "c.spv").key(&tool("x"), &[content]));
        assert_ne!(key, llc("a.bc", "a.spv").key(&tool("x"), &[other]));
        assert_ne!(key, llc("a.bc", "a.spv").key(&tool("y"), &[content]));
        assert_ne!(key, llc("a.bc", "a.spv").arguments(["-g"]).key(&tool("x"), &[content]));
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        let action = llc("it's a.bc", "a.spv").arguments(["a;b", "", "x=<y>"]);
        assert_eq!(action.command_line(&Tools::default()), r"llc -O0 'it'\''s a.bc' -o=a.spv 'a;b' '' 'x=<y>'");
    }
}

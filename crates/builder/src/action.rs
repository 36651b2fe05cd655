//! One step of a build: a command with its inputs and outputs.
//!
//! The same actions are run here, printed as a plan and written for Ninja. Names of files are relative to the work
//! directory, in which commands run; only what users name is absolute. So no result depends on where it was made.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use sycl_store::Key;

use super::cache::{FileName, Hash};
use super::command::Command;
use super::tools::Tools;

/// A file that a step reads or writes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum File {
    /// In the work directory.
    Work(String),
    /// The user's.
    Outside(PathBuf),
}

impl File {
    /// Its path for a command that runs in the work directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Work(name) => Path::new(name),
            Self::Outside(path) => path,
        }
    }
}

/// Outputs of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outputs {
    /// These files.
    Files(Vec<String>),
    /// Files in a directory; which, is known afterwards.
    Directory {
        /// The directory.
        path: String,
        /// Names of files that are among them in any case.
        expected: Vec<String>,
    },
}

/// An argument of a command: text and names of files, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Argument(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Input(usize),
    Output(usize),
}

/// A part of an argument, for [`Action::composed`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// As it is.
    Text(String),
    /// The name of a file to read.
    Input(File),
}

/// The number of an image among those of its target, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageNumber(pub usize);

impl fmt::Display for ImageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An image of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageId {
    /// The index of its target in the request.
    pub target: usize,
    /// Number among the target's images.
    pub number: ImageNumber,
}

/// Kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Prepares the device code of a translation unit that clang compiled.
    FrontEnd,
    /// Links the device code of a family.
    Link,
    /// Links members of archives that device code needs and the program does not have.
    LinkMembers,
    /// Links device libraries to it.
    LinkLibraries,
    /// Gives constants their values in it.
    SetConstants,
    /// Splits it into images.
    PostLink,
    /// Turns an image into what a device, or a compiler at run time, takes.
    BackEnd,
    /// Checks an image.
    Validate,
    /// Makes the result of all images.
    Pack,
}

impl StepKind {
    /// Whether such a step is for one image.
    #[must_use]
    pub fn is_of_image(self) -> bool {
        matches!(self, Self::BackEnd | Self::Validate)
    }
}

/// Description of a step: what it does, and to what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Title {
    /// Kind of the step.
    pub kind: StepKind,
    /// To what: a host object, device code by its family, e.g. `spirv64`, or an image, e.g. `spirv64 image 3`. Empty
    /// for [`StepKind::Pack`].
    pub subject: String,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, subject } = self;
        match kind {
            StepKind::FrontEnd => write!(f, "{subject}: front end"),
            StepKind::Link => write!(f, "{subject}: link"),
            StepKind::LinkMembers => write!(f, "{subject}: link members of archives"),
            StepKind::LinkLibraries => write!(f, "{subject}: link device libraries"),
            StepKind::SetConstants => write!(f, "{subject}: set constants"),
            StepKind::PostLink => write!(f, "{subject}: post-link"),
            StepKind::BackEnd => f.write_str(subject),
            StepKind::Validate => write!(f, "{subject}: validate"),
            StepKind::Pack => f.write_str("pack"),
        }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Description for people.
    pub title: Title,
    /// The program.
    pub tool: &'static str,
    /// Work of the program, if that can be done without it.
    pub command: Option<Command>,
    /// The image that it is for.
    pub image: Option<ImageId>,
    /// Files that it reads.
    pub inputs: Vec<File>,
    /// Files that it writes.
    pub outputs: Outputs,
    arguments: Vec<Argument>,
}

impl Action {
    /// A step that calls a program.
    #[must_use]
    pub fn new(tool: &'static str, kind: StepKind, subject: impl Into<String>) -> Self {
        let outputs = Outputs::Files(Vec::new());
        let title = Title { kind, subject: subject.into() };
        Self { title, tool, command: None, image: None, inputs: Vec::new(), outputs, arguments: Vec::new() }
    }

    /// Adds arguments that name no file.
    #[must_use]
    pub fn arguments<T: Into<String>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|text| Argument(vec![Piece::Text(text.into())])));
        self
    }

    /// Adds one argument of several parts.
    #[must_use]
    pub fn composed(mut self, parts: impl IntoIterator<Item = Part>) -> Self {
        let mut pieces = Vec::new();
        for part in parts {
            pieces.push(match part {
                Part::Text(text) => Piece::Text(text),
                Part::Input(file) => {
                    self.inputs.push(file);
                    Piece::Input(self.inputs.len() - 1)
                }
            });
        }
        self.arguments.push(Argument(pieces));
        self
    }

    /// Adds an argument that ends in the name of a file to read.
    #[must_use]
    pub fn input(self, text: &str, file: File) -> Self {
        self.composed([Part::Text(text.to_owned()), Part::Input(file)])
    }

    /// Adds an argument that ends in the name of a file to write.
    #[must_use]
    pub fn output(mut self, text: &str, name: String) -> Self {
        let files = match self.outputs {
            Outputs::Files(mut files) => {
                files.push(name);
                files
            }
            Outputs::Directory { .. } => vec![name],
        };
        self.arguments.push(Argument(vec![Piece::Text(text.to_owned()), Piece::Output(files.len() - 1)]));
        self.outputs = Outputs::Files(files);
        self
    }

    /// Says that it reads a file which no argument names.
    #[must_use]
    pub fn reads(mut self, file: File) -> Self {
        self.inputs.push(file);
        self
    }

    /// Says that it writes files in a directory, which arguments name as text; `expected` are names of some of them.
    #[must_use]
    pub fn writes_in(mut self, directory: String, expected: Vec<String>) -> Self {
        self.outputs = Outputs::Directory { path: directory, expected };
        self
    }

    /// Says which image it is for.
    #[must_use]
    pub fn of_image(mut self, image: ImageId) -> Self {
        self.image = Some(image);
        self
    }

    /// The files that are known before it ran.
    #[must_use]
    pub fn output_files(&self) -> &[String] {
        match &self.outputs {
            Outputs::Files(files) => files,
            Outputs::Directory { .. } => &[],
        }
    }

    /// The arguments of the command.
    #[must_use]
    pub fn command_arguments(&self) -> Vec<String> {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Input(index) => self.inputs[*index].path().display().to_string(),
            Piece::Output(index) => self.output_files()[*index].clone(),
        };
        self.arguments.iter().map(|argument| argument.0.iter().map(text).collect()).collect()
    }

    /// The arguments of the command without names of files, in whose places is what they are.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Input(_) => "<input>".to_owned(),
            Piece::Output(_) => "<output>".to_owned(),
        };
        self.arguments.iter().map(|argument| argument.0.iter().map(text).collect()).collect()
    }

    /// Key of the stored result: program, arguments without names of files, and contents of inputs, in the order of
    /// [`Action::inputs`].
    #[must_use]
    pub fn key(&self, tools: &Tools, inputs: &[Hash]) -> Hash {
        let mut key = Key::new("sycl-packager 2026-11 result of a step, with its environment");
        tools.describe(self.tool, &mut key);
        self.describe(&mut key);
        inputs.iter().for_each(|hash| key.add_hash(hash));
        key.finish()
    }

    /// Everything of it but the program, names of files, and what they contain.
    fn describe(&self, key: &mut Key) {
        key.add_number(self.arguments.len());
        for Argument(pieces) in &self.arguments {
            key.add_number(pieces.len());
            for piece in pieces {
                match piece {
                    Piece::Text(text) => key.add(format!("={text}")),
                    Piece::Input(index) => key.add(format!("input {index}")),
                    Piece::Output(index) => key.add(format!("output {index}")),
                }
            }
        }
        match &self.outputs {
            Outputs::Files(files) => {
                key.add("files");
                key.add_number(files.len());
            }
            Outputs::Directory { path, expected } => {
                key.add("directory");
                key.add(path);
                key.add_all(expected.iter());
            }
        }
        key.add_number(self.inputs.len());
    }

    /// Places of the files of a result in the work directory, in their order; `None` if it is not the
    /// result of such a step.
    #[must_use]
    pub fn places(&self, names: &[&FileName]) -> Option<Vec<String>> {
        let mut seen = std::collections::BTreeSet::new();
        let is_known = names.iter().all(|name| seen.insert(name.as_str()));
        match &self.outputs {
            Outputs::Files(files) => {
                // Each number once, which a number with zeros in front would go around.
                let number = |name: &&FileName| (0..files.len()).find(|number| number.to_string() == name.as_str());
                let numbers: Option<Vec<usize>> = names.iter().map(number).collect();
                let numbers = numbers.filter(|numbers| is_known && numbers.len() == files.len())?;
                Some(numbers.into_iter().map(|number| files[number].clone()).collect())
            }
            Outputs::Directory { path, expected } => {
                let is_whole = expected.iter().all(|name| seen.contains(name.as_str()));
                (is_known && is_whole).then(|| names.iter().map(|name| format!("{path}/{name}")).collect())
            }
        }
    }

    /// The command as one could type it in the work directory.
    #[must_use]
    pub fn command_line(&self, tools: &Tools) -> String {
        let program = tools.get(self.tool).path.display().to_string();
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
mod tests;

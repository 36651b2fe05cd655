//! Stored form of a build's steps and of its result; `sycl-store` has the rest.

use serde::{Deserialize, Serialize};

pub use sycl_store::Hash;
pub use sycl_store::cache::{
    Cache, FileName, FileNameError, FileState, Identity, StoredFile, WorkDirectory, create_directory, hash_file,
};

use super::action::Title;
use super::report::Summary;

/// Result of a step.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StoredStep {
    /// Its files.
    pub files: Vec<StoredFile>,
    /// Standard error of the program, which ended well.
    pub said: String,
}

/// Standard error of programs in a build that ended well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The step.
    pub title: Title,
    /// Text of its program.
    pub text: String,
}

/// Facts of the last build that used a cache, under [`LAST_BUILD`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBuild {
    /// Its result.
    pub output: String,
    /// Its steps.
    pub steps: usize,
    /// Steps whose results were stored before.
    pub stored_steps: usize,
}

/// Name of that note.
pub const LAST_BUILD: &str = "last build";

/// Result of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBuild {
    /// The files of the result.
    pub files: Vec<StoredFile>,
    /// Output of programs, in the order of the steps.
    pub messages: Vec<Message>,
    /// The summary of the build.
    pub summary: Summary,
}

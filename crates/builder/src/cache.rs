//! What a build stores of its steps and of its result; `sycl-store` has the rest.

use serde::{Deserialize, Serialize};

pub use sycl_store::Hash;
pub use sycl_store::cache::{
    Cache, FileName, FileNameError, FileState, Identity, StoredFile, WorkDirectory, create_directory, hash_file,
};

use super::action::Title;
use super::report::Summary;

/// What a step made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StoredStep {
    /// Its files.
    pub files: Vec<StoredFile>,
    /// What the program wrote to standard error although it ended well.
    pub said: String,
}

/// What programs wrote to standard error in a build that ended well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The step.
    pub title: Title,
    /// What its program wrote.
    pub text: String,
}

/// What is known of the last build that used a cache, under [`LAST_BUILD`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBuild {
    /// Its result.
    pub output: String,
    /// Its steps.
    pub steps: usize,
    /// Those whose results were stored before.
    pub stored_steps: usize,
}

/// What it is noted under.
pub const LAST_BUILD: &str = "last build";

/// What a build made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBuild {
    /// The files of the result.
    pub files: Vec<StoredFile>,
    /// What programs wrote, in the order of the steps.
    pub messages: Vec<Message>,
    /// The summary of the build.
    pub summary: Summary,
}

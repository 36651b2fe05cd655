//! Mistakes in an HCF container.

use sycl_propset::printable::excerpt;

use super::{GENERIC, tree::MAX_DEPTH};

/// Reasons why a file is not an HCF container that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HcfError {
    /// The text has no end.
    #[error("found no `__acpp_hcf_binary_appendix`; expected it between the text of an HCF file and its images")]
    NoAppendix,
    /// A line, or what is said in it.
    #[error("line {line}: {problem}")]
    At {
        /// Its number, from 1.
        line: usize,
        /// The mistake.
        problem: Problem,
    },
    /// Device code of another flow.
    #[error("found no image `{GENERIC}`; expected one, as AdaptiveCpp's flow `generic` makes it")]
    NotGeneric,
}

/// Mistakes in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum Problem {
    /// It is not text.
    #[error("not UTF-8")]
    NotUtf8,
    /// It is not one of the three kinds of line.
    #[error("found `{}`; expected `<key> = <value>`, `{{.<node>` or `}}.<node>`", excerpt(found))]
    Line { found: String },
    /// A node or value without a name.
    #[error("found {what} without a name; expected one")]
    NoName { what: &'static str },
    /// Another node ends than the one that is open.
    #[error("found the end of `{}`; expected {}", excerpt(found), end(open.as_deref()))]
    End { found: String, open: Option<String> },
    /// The text ends inside of a node.
    #[error("node `{}` has no end; expected `}}.{}`", excerpt(node), excerpt(node))]
    Open { node: String },
    /// Names are unique in a node.
    #[error("{what} `{}` occurs twice; the first is in line {first}", excerpt(name))]
    Twice { what: &'static str, name: String, first: usize },
    /// Deeper than any file is.
    #[error("node `{}` is nested too deep; expected at most {MAX_DEPTH} levels", excerpt(node))]
    Depth { node: String },
    /// A value that has to be there.
    #[error("node `{}` has no value `{key}`; expected one", excerpt(node))]
    NoValue { node: String, key: &'static str },
    /// A value with another meaning.
    #[error("`{key}` is `{}`; expected {expected}", excerpt(found))]
    Value { key: &'static str, found: String, expected: &'static str },
    /// An image is not in the file.
    #[error("image of {size} bytes at {start} of the appendix; expected it within its {available} bytes")]
    Range { start: u64, size: u64, available: u64 },
    /// A kernel is said to be in an image that does not exist.
    #[error("kernel `{}` is in image `{}`; expected an image of this file", excerpt(kernel), excerpt(image))]
    NoImage { kernel: String, image: String },
}

fn end(open: Option<&str>) -> String {
    open.map_or_else(|| "none, since no node is open".to_owned(), |open| format!("that of `{}`", excerpt(open)))
}

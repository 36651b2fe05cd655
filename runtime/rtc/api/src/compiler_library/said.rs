//! Messages of a compilation as bytes: from the compiler library to its caller, from a child to its parent, and from
//! threads that make images, whose messages wait for their turn.

use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::interface::{Outcome, Step};
use crate::{cache::DiskFile, diagnostic::Diagnostic};

/// A message.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said<'a> {
    /// A diagnostic of clang, of a pass or of a back end. Its notes are messages of their own.
    Diagnostic(Diagnostic),
    /// Text after the diagnostics.
    Log(String),
    /// The name of a kernel of the source, in the order of the module, before images are made.
    Kernel(String),
    /// Target of the next name expression: the function, and its kernel, if it is one.
    Name(String, Option<String>),
    /// The triple of bitcode that is for something else.
    Triple(String),
    /// Name that is not defined, demangled, and a kernel that needs it, if one does.
    Undefined(String, Option<String>),
    /// The processors that the target has, with commas between them.
    Processors(String),
    /// An image. Those of a target come in order.
    Image {
        /// Its kernels, in the order of the module.
        kernels: Vec<String>,
        /// Its property sets, as the text of a file `.prop`.
        properties: String,
        /// The module before the back end, if it is wanted.
        #[serde(borrow, serialize_with = "bytes")]
        bitcode: &'a [u8],
        /// Code that the back end made.
        #[serde(borrow, serialize_with = "bytes")]
        code: &'a [u8],
    },
    /// Time of a step, which adds up.
    Time(Step, Duration),
    /// File that was found under a name below the directories of a job.
    File(#[serde(borrow, serialize_with = "bytes")] &'a [u8], DiskFile),
    /// Question: the first part of a source, compiled, that is known by a key; an empty reply if there is none.
    Preamble(#[serde(borrow, serialize_with = "bytes")] &'a [u8]),
    /// It, for that key.
    KeepPreamble {
        /// The key.
        #[serde(borrow, serialize_with = "bytes")]
        key: &'a [u8],
        /// The first part, compiled.
        #[serde(borrow, serialize_with = "bytes")]
        content: &'a [u8],
    },
    /// Question: the module of the front end that is known by a key, as bitcode; an empty reply if there is none.
    Module(#[serde(borrow, serialize_with = "bytes")] &'a [u8]),
    /// A module of the front end for that key: the same key will give the same module, if nothing is reported.
    KeepModule {
        /// The key.
        #[serde(borrow, serialize_with = "bytes")]
        key: &'a [u8],
        /// The module.
        #[serde(borrow, serialize_with = "bytes")]
        bitcode: &'a [u8],
    },
    /// Question: whether the images of a module of the front end are known, so that they need not be made; an empty
    /// reply if they are not. Asked once, after the front end and before anything of the module is reported.
    HasImages(#[serde(borrow, serialize_with = "bytes")] &'a [u8]),
    /// The last message of a child.
    End(Outcome),
}

/// Bytes at once, as they are read.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn bytes<S: Serializer>(bytes: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl<'a> Said<'a> {
    /// The bytes of the message.
    ///
    /// # Panics
    /// Never: every message has bytes, for which there is memory.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("texts and numbers have bytes")
    }

    /// The message of bytes, if it is one.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        postcard::take_from_bytes(bytes).ok().filter(|(_, rest)| rest.is_empty()).map(|(said, _)| said)
    }

    /// Whether it has a reply.
    #[must_use]
    pub const fn is_question(&self) -> bool {
        matches!(self, Self::Preamble(_) | Self::Module(_) | Self::HasImages(_))
    }
}

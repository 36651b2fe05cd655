//! Names of files in the reports of workers. They are bytes, for which JSON has no type.

use std::{
    ffi::OsString,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::PathBuf,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sycl_output::Files;

/// The name of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName(pub(super) PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Bytes(Vec<u8>),
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(text) => text.serialize(serializer),
            None => self.0.as_os_str().as_bytes().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FileName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Form::deserialize(deserializer)? {
            Form::Text(text) => text.into(),
            Form::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }))
    }
}

/// The files of a run, for `#[serde(with)]`.
pub(super) mod files {
    use super::{Deserialize, Deserializer, FileName, Files, Serializer};

    pub(in crate::post_link::files) fn serialize<S: Serializer>(
        files: &Files,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(files.written().map(|path| FileName(path.to_owned())))
    }

    pub(in crate::post_link::files) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Files, D::Error> {
        Ok(Files::of_worker(Vec::<FileName>::deserialize(deserializer)?.into_iter().map(|name| name.0)))
    }
}

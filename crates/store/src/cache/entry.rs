//! Entries of keys, and how they are read back: a damaged or invented entry counts as absent.
//!
//! An entry is JSON with a member `check`, the BLAKE3 hash of the rest and of what the entry is for. That finds damage.
//! A forged entry can have the right one, so names and hashes are checked by their types too:
//! no entry leads out of the directory that its files are put into.

use std::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use sycl_propset::printable::excerpt;

use super::place::Place;
use super::read_up_to;
use crate::Hash;

/// No entry is larger; a hostile file cannot fill the memory.
const MAX_ENTRY: u64 = 256 << 20;

/// The longest name of a file that file systems take.
const MAX_NAME: usize = 255;

/// The name of a file in a directory: one plain component of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(String);

/// A name that is not a [`FileName`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found the name `{}`; expected one plain component", excerpt(name))]
pub struct FileNameError {
    /// The name.
    pub name: String,
}

impl FileName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FileName {
    type Error = FileNameError;

    fn try_from(name: String) -> Result<Self, FileNameError> {
        let is_plain = !matches!(name.as_str(), "" | "." | "..")
            && name.len() <= MAX_NAME
            && !name.contains(['/', '\\'])
            && !name.contains(char::is_control);
        if is_plain { Ok(Self(name)) } else { Err(FileNameError { name }) }
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> Self {
        name.0
    }
}

impl AsRef<Path> for FileName {
    fn as_ref(&self) -> &Path {
        self.0.as_ref()
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its name in the work directory, or for outputs of a step its number.
    pub name: FileName,
    /// BLAKE3 of its content.
    #[serde(serialize_with = "write_hash", deserialize_with = "read_hash")]
    pub hash: Hash,
    /// Bytes.
    pub size: u64,
}

/// Writes a hash in hexadecimal.
pub(super) fn write_hash<S: Serializer>(hash: &Hash, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hash.to_hex())
}

/// Reads a hash as [`write_hash`] writes it, and in no other form.
pub(super) fn read_hash<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
    let text = String::deserialize(deserializer)?;
    let hash = Hash::from_hex(&text).ok().filter(|hash| hash.to_hex().as_str() == text);
    hash.ok_or_else(|| serde::de::Error::custom(format!("found `{}`; expected 64 hexadecimal digits", excerpt(&text))))
}

#[derive(Deserialize)]
struct Sealed<T> {
    #[serde(flatten)]
    value: T,
    #[serde(deserialize_with = "read_hash")]
    check: Hash,
}

/// The check of the text of a value.
fn check_text(text: &[u8], purpose: &str) -> Hash {
    // Every entry that exists has been made with this name.
    let mut hasher = blake3::Hasher::new_derive_key("sycl-packager 2026-11 entry of the cache");
    hasher.update(&(purpose.len() as u64).to_le_bytes());
    hasher.update(purpose.as_bytes());
    hasher.update(text);
    hasher.finalize()
}

fn check(value: &impl Serialize, purpose: &str) -> serde_json::Result<Hash> {
    Ok(check_text(&serde_json::to_vec(value)?, purpose))
}

/// An entry as it is written. `purpose` is what it is looked up by.
pub(super) fn seal(value: &impl Serialize, purpose: &str) -> serde_json::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(value)?;
    let check = check_text(&text, purpose).to_hex();
    // One more member of the object. Large values are not written twice.
    if text.pop() != Some(b'}') {
        return Err(serde::ser::Error::custom("what is stored is no object"));
    }
    let comma = if text == b"{" { "" } else { "," };
    text.extend_from_slice(format!("{comma}\"check\":\"{check}\"}}").as_bytes());
    Ok(text)
}

/// The entry of a name; `None` if there is none, or if it is not what [`seal`] made for this name.
pub(super) fn unseal<T: Serialize + DeserializeOwned>(place: &Place, name: &str) -> Option<T> {
    let bytes = read_entry(place, name)?;
    let sealed: Sealed<T> = serde_json::from_slice(&bytes).ok()?;
    let expected = check(&sealed.value, name).ok()?;
    (expected == sealed.check).then_some(sealed.value)
}

/// Whether a file is what [`seal`] made for this name, whatever it is an entry of.
pub(super) fn is_intact(place: &Place, name: &str) -> bool {
    // What it was made of comes before its check: `{...,"check":"<64 digits>"}`.
    let Some(found) =
        read_entry(place, name).and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
    else {
        return false;
    };
    let serde_json::Value::Object(mut members) = found else { return false };
    let Some(serde_json::Value::String(expected)) = members.shift_remove("check") else { return false };
    check(&members, name).is_ok_and(|hash| hash.to_hex().as_str() == expected)
}

/// The bytes of an entry.
fn read_entry(place: &Place, name: &str) -> Option<Vec<u8>> {
    let mut file = place.open_file(&place.root().join(name))?;
    let size = file.metadata().ok()?.len();
    read_up_to(&mut file, size, MAX_ENTRY).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::StoredStep;
    use super::*;

    fn stored() -> StoredStep {
        let file = StoredFile { name: "a.spv".to_owned().try_into().unwrap(), hash: blake3::hash(b"a"), size: 1 };
        StoredStep { files: vec![file], said: "warning".to_owned() }
    }

    /// Whether an entry of this text is read, with the right check where it has the right form.
    fn is_read(value: &serde_json::Value) -> bool {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("key"), seal(value, "key").unwrap()).unwrap();
        unseal::<StoredStep>(&Place::own(directory.path().to_owned()), "key").is_some()
    }

    #[test]
    fn an_entry_is_its_value_and_a_check() {
        let text = String::from_utf8(seal(&stored(), "key").unwrap()).unwrap();
        let check = check(&stored(), "key").unwrap().to_hex();
        let value = serde_json::to_string(&stored()).unwrap();
        assert_eq!(text, format!("{},\"check\":\"{check}\"}}", value.strip_suffix('}').unwrap()));
        let empty = String::from_utf8(seal(&serde_json::json!({}), "key").unwrap()).unwrap();
        assert!(empty.starts_with("{\"check\":\"") && empty.ends_with("\"}"), "{empty}");
        for no_object in [serde_json::json!([1]), serde_json::json!(1), serde_json::json!("}")] {
            assert!(seal(&no_object, "key").is_err(), "{no_object}");
        }
    }

    #[test]
    fn an_entry_is_read_for_what_it_was_written_for() {
        let directory = tempfile::tempdir().unwrap();
        let place = Place::own(directory.path().to_owned());
        let path = directory.path().join("key");
        let bytes = seal(&stored(), "key").unwrap();
        fs::write(&path, &bytes).unwrap();
        assert_eq!(unseal::<StoredStep>(&place, "key"), Some(stored()));
        fs::copy(&path, directory.path().join("another key")).unwrap();
        assert_eq!(unseal::<StoredStep>(&place, "another key"), None);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(unseal::<StoredStep>(&place, "key"), None, "byte {at}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert_eq!(unseal::<StoredStep>(&place, "key"), None, "cut at {at}");
        }
    }

    #[test]
    fn names_and_hashes_have_one_form() {
        let entry = |member: &str, value: serde_json::Value| {
            let mut entry = serde_json::to_value(stored()).unwrap();
            entry["files"][0][member] = value;
            entry
        };
        assert!(is_read(&serde_json::to_value(stored()).unwrap()));
        let long = "a".repeat(256);
        let names =
            ["", ".", "..", "/", "/etc/passwd", "../x", "a/b", "a/", "..\\x", "a\0b", "a\nb", "a\u{1b}[0m", &long];
        for name in names {
            assert!(!is_read(&entry("name", name.into())), "{name:?}");
        }
        let right = blake3::hash(b"a").to_hex().to_string();
        let hashes = [
            String::new(),
            "../".to_owned() + &right[3..],
            "/".to_owned() + &right[1..],
            right[..63].to_owned(),
            right.clone() + "0",
            right.to_uppercase(),
            "g".repeat(64),
            "ä".repeat(32),
        ];
        assert_eq!(
            FileName::try_from("a/b".to_owned()).unwrap_err().to_string(),
            "found the name `a/b`; expected one plain component"
        );
        for hash in hashes {
            assert!(!is_read(&entry("hash", hash.clone().into())), "{hash:?}");
        }
        for value in [serde_json::json!(null), 1.into(), true.into(), serde_json::json!([]), serde_json::json!({})] {
            assert!(!is_read(&entry("name", value.clone())), "{value}");
            assert!(!is_read(&entry("hash", value)));
        }
        for size in [serde_json::json!(-1), serde_json::json!(1e30), serde_json::json!(0.5), "1".into()] {
            assert!(!is_read(&entry("size", size.clone())), "{size}");
        }
        for value in [serde_json::json!({}), serde_json::json!({ "files": null, "said": "" })] {
            assert!(!is_read(&value), "{value}");
        }
    }
}

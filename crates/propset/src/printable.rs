//! Text of a file made safe to show: no character of it can steer a terminal or change the order of what is read.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Characters of an excerpt.
const EXCERPT: usize = 60;

/// Whether a character is shown as an escape: control characters, line separators, and those that turn the direction of
/// writing.
#[must_use]
pub fn needs_escape(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text with escapes such as `\u{1b}` in place of characters that should not be printed.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(needs_escape) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for character in text.chars() {
        push(character, &mut out);
    }
    Cow::Owned(out)
}

/// At most 60 characters of the text, printable, with `...` where something was left out.
#[must_use]
pub fn excerpt(text: &str) -> String {
    shortened(text, EXCERPT)
}

/// At most `limit` characters of the text, printable, with `...` where something was left out.
#[must_use]
pub fn shortened(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (count, character) in text.chars().enumerate() {
        if count == limit {
            out.push_str("...");
            break;
        }
        push(character, &mut out);
    }
    out
}

/// JSON text with `\\u` escapes in place of the characters that JSON itself leaves as they are. They occur in strings
/// only, so that it means the same.
#[must_use]
pub fn escape_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if needs_escape(character) && !character.is_ascii_whitespace() {
            let _ = write!(out, "\\u{:04x}", u32::from(character)); // writing to a String cannot fail
        } else {
            out.push(character);
        }
    }
    out
}

fn push(character: char, out: &mut String) {
    if needs_escape(character) { out.extend(character.escape_default()) } else { out.push(character) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(printable("kernel é"), "kernel é");
        for (character, escape) in [
            ('\u{1b}', r"\u{1b}"),
            ('\u{7}', r"\u{7}"),
            ('\u{7f}', r"\u{7f}"),
            ('\u{9b}', r"\u{9b}"),
            ('\u{202e}', r"\u{202e}"),
            ('\u{2066}', r"\u{2066}"),
            ('\u{2028}', r"\u{2028}"),
            ('\n', r"\n"),
        ] {
            assert_eq!(printable(&format!("a{character}b")), format!("a{escape}b"));
        }
    }

    #[test]
    fn json_means_the_same_when_it_is_escaped() {
        let value = serde_json::json!({"k\u{9b}\u{7f}\u{202e}": "\u{1b}\n"});
        let escaped = escape_json(&serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(escaped, "{\n  \"k\\u009b\\u007f\\u202e\": \"\\u001b\\n\"\n}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
    }

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt("a\r\u{1b}\"é"), r#"a\r\u{1b}"é"#);
        assert_eq!(excerpt(&"é".repeat(61)), "é".repeat(60) + "...");
        assert_eq!(excerpt(&"é".repeat(60)), "é".repeat(60));
    }
}

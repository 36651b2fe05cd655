//! A page of HTML as it is written: what is from a file can get into it only as text.

use std::fmt::{self, Write as _};

use sycl_propset::printable::{needs_escape, shortened};

use super::super::Naming;

/// Characters of a name that are shown, and of the mangled one behind it.
pub(crate) const LONGEST: usize = 200;
const LONGEST_TITLE: usize = 500;

/// The style of all pages.
const STYLE: &str = include_str!("style.css");

/// A page.
pub(crate) struct Page {
    out: String,
    naming: Naming,
}

impl Page {
    /// A page of this title, up to its body.
    pub(crate) fn new(title: &str, naming: Naming) -> Self {
        let mut page = Self { out: String::new(), naming };
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.raw(
            "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"sycl-packager ",
        );
        page.raw(env!("CARGO_PKG_VERSION")).raw("\">\n<title>").text(title).raw("</title>\n<style>\n").raw(STYLE);
        page.raw("</style>\n</head>\n<body>\n");
        page
    }

    /// The whole page.
    pub(crate) fn finish(mut self) -> String {
        self.raw("</body>\n</html>\n");
        self.out
    }

    /// HTML of this program.
    pub(crate) fn raw(&mut self, html: &'static str) -> &mut Self {
        self.out.push_str(html);
        self
    }

    /// Any text, made harmless; in an element or in an attribute.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&#39;"),
                '\u{FFFE}' | '\u{FFFF}' => self.out.push('\u{FFFD}'),
                _ if needs_escape(character) => self.out.extend(character.escape_default()),
                _ => self.out.push(character),
            }
        }
        self
    }

    /// At most so many characters of a text.
    pub(crate) fn short(&mut self, text: &str, limit: usize) -> &mut Self {
        self.text(&shortened(text, limit))
    }

    /// A number as it is, for ids and sizes.
    pub(crate) fn digits(&mut self, number: impl Into<u128>) -> &mut Self {
        let _ = write!(self.out, "{}", number.into()); // writing to a String cannot fail
        self
    }

    /// Tenths, for sizes of what is drawn.
    pub(crate) fn tenths(&mut self, tenths: u64) -> &mut Self {
        let _ = write!(self.out, "{}.{}", tenths / 10, tenths % 10); // writing to a String cannot fail
        self
    }

    /// A count for people.
    pub(crate) fn count(&mut self, number: u64) -> &mut Self {
        let text = grouped(number);
        self.text(&text)
    }

    /// A count and what is counted, of which there may be several.
    pub(crate) fn plural(&mut self, number: u64, one: &'static str) -> &mut Self {
        self.count(number).raw(" ").raw(one);
        if number == 1 { self } else { self.raw("s") }
    }

    /// The name of a kernel or a symbol; where it is demangled, the name in the file is its title.
    pub(crate) fn name(&mut self, name: &str) -> &mut Self {
        let shown = self.naming.show(name, LONGEST);
        if shown == name {
            return self.raw("<code>").text(&shown).raw("</code>");
        }
        self.raw("<code title=\"").short(name, LONGEST_TITLE).raw("\">").text(&shown).raw("</code>")
    }

    /// The name alone, where there can be no element.
    pub(crate) fn bare_name(&mut self, name: &str) -> &mut Self {
        let shown = self.naming.show(name, LONGEST);
        self.text(&shown)
    }

    /// A table that can be scrolled, by keys too, up to its rows; it is called so by screen readers.
    pub(crate) fn table(&mut self, caption: &str, class: &'static str, columns: &[Column]) -> &mut Self {
        self.open_table(caption, class).raw("<tr>");
        for column in columns {
            self.raw("<th scope=\"col\"").raw(if column.is_number { " class=\"number\">" } else { ">" });
            self.text(&column.title).raw("</th>");
        }
        self.raw("</tr></thead>\n<tbody>\n")
    }

    /// The start of a table, up to the first row of its head.
    pub(crate) fn open_table(&mut self, caption: &str, class: &'static str) -> &mut Self {
        self.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"").text(caption).raw("\">\n<table");
        if !class.is_empty() {
            self.raw(" class=\"").raw(class).raw("\"");
        }
        self.raw(">\n<caption>").text(caption).raw("</caption>\n<thead>")
    }

    /// The end of such a table.
    pub(crate) fn end_table(&mut self) -> &mut Self {
        self.raw("</tbody>\n</table>\n</div>\n")
    }

    /// A remark on what is not shown, if anything is not.
    pub(crate) fn left_out(&mut self, count: usize, what: &'static str) -> &mut Self {
        if count == 0 {
            return self;
        }
        self.raw("<p class=\"note\">").count(count as u64).raw(" more ").raw(what);
        self.raw(if count == 1 { " is not shown.</p>\n" } else { "s are not shown.</p>\n" })
    }
}

/// A column of a table.
pub(crate) struct Column {
    title: String,
    is_number: bool,
}

impl Column {
    /// A column of text.
    pub(crate) fn text(title: impl Into<String>) -> Self {
        Self { title: title.into(), is_number: false }
    }

    /// A column of numbers.
    pub(crate) fn number(title: impl Into<String>) -> Self {
        Self { title: title.into(), is_number: true }
    }
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("bytes", &self.out.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_only_ever_text() {
        let mut page = Page::new("", Naming::Mangled);
        page.out.clear();
        page.text("<script>\"&'\u{1b}\u{202e}\u{0}\n").raw(" ").name("</code><b>");
        assert_eq!(
            page.out,
            "&lt;script&gt;&quot;&amp;&#39;\\u{1b}\\u{202e}\\u{0}\\n <code>&lt;/code&gt;&lt;b&gt;</code>"
        );
        page.out.clear();
        page.name(&"a".repeat(100_000));
        assert!(page.out.len() < 1000);
    }

    #[test]
    fn numbers_have_groups() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}

//! As much of Rust's syntax as the tests need: which text is code, and the values of string literals.

/// A string literal.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its value: escapes are resolved, continued lines are joined.
    pub value: String,
    /// The code in front of it since the last `;`, `{` or `}`, without other literals, comments and white space.
    pub before: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Token<'t> {
    Code(&'t str),
    Comment,
    /// The text between the quotation marks.
    Literal(&'t str),
    /// The same where `\` means itself.
    RawLiteral(&'t str),
}

/// The token at the start of the text, and its length.
fn token(text: &str, in_name: bool) -> (Token<'_>, usize) {
    if text.starts_with("//") {
        return (Token::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Token::Comment, text.find("*/").map_or(text.len(), |end| end + 2));
    }
    if let Some(body) = text.strip_prefix('"') {
        let mut escaped = false;
        let end = body.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let end = end.unwrap_or(body.len());
        return (Token::Literal(&body[..end]), (end + 2).min(text.len()));
    }
    let hashes = text.strip_prefix('r').filter(|_| !in_name).map(|rest| rest.chars().take_while(|c| *c == '#').count());
    if let Some(hashes) = hashes.filter(|hashes| text[1 + hashes..].starts_with('"')) {
        let body = &text[hashes + 2..];
        let end = body.find(&format!("\"{}", "#".repeat(hashes))).unwrap_or(body.len());
        return (Token::RawLiteral(&body[..end]), (end + 2 * hashes + 3).min(text.len()));
    }
    // A character literal may be a quotation mark; a lifetime has no second apostrophe.
    let length = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with('\\') => rest[2..].find('\'').map(|end| end + 4),
        Some(rest) => rest.chars().next().map(char::len_utf8).filter(|c| rest[*c..].starts_with('\'')).map(|c| c + 2),
        None => None,
    };
    let length = length.or_else(|| text.chars().next().map(char::len_utf8)).unwrap_or(text.len());
    (Token::Code(&text[..length]), length)
}

fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let (mut found, mut at, mut in_name) = (Vec::new(), 0, false);
    while at < text.len() {
        let (token, length) = token(&text[at..], in_name);
        in_name = matches!(token, Token::Code(code) if code.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        found.push((at, token));
        at += length;
    }
    found
}

/// The value of a literal from its source.
fn value(source: &str) -> String {
    let (mut value, mut rest) = (String::new(), source);
    while let Some((plain, escape)) = rest.split_once('\\') {
        value.push_str(plain);
        let mut characters = escape.chars();
        rest = match characters.next() {
            Some('\n') => characters.as_str().trim_start(),
            Some('n') => {
                value.push('\n');
                characters.as_str()
            }
            Some(other) => {
                value.push(other);
                characters.as_str()
            }
            None => "",
        };
    }
    value + rest
}

/// The string literals of source text.
#[must_use]
pub fn literals(text: &str) -> Vec<Literal> {
    let (mut found, mut before, mut line, mut counted) = (Vec::new(), String::new(), 1, 0);
    for (at, token) in tokens(text) {
        line += text[counted..at].matches('\n').count();
        counted = at;
        let value = match token {
            Token::Code(code) => {
                match code {
                    ";" | "{" | "}" => before.clear(),
                    _ => before.push_str(code.trim()),
                }
                continue;
            }
            Token::Comment => continue,
            Token::Literal(source) => value(source),
            Token::RawLiteral(source) => source.to_owned(),
        };
        found.push(Literal { line, value, before: before.clone() });
    }
    found
}

/// The code of source text, line by line, without comments and literals.
#[must_use]
pub fn code(text: &str) -> String {
    let mut code = String::new();
    for (_, token) in tokens(text) {
        match token {
            Token::Code(text) => code.push_str(text),
            Token::Comment => code.push(' '),
            Token::Literal(source) | Token::RawLiteral(source) => {
                code.push('"');
                code.extend(source.chars().filter(|c| *c == '\n'));
                code.push('"');
            }
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"
fn f<'a>(x: &'a str) -> char { // a "comment"
    let quote = '"'; /* "another" */
    say(r#"raw "text""#, "tab\\ \"quoted\" \
        joined", b"bytes");
    for_r("x"); '\''
}
"##;

    #[test]
    fn literals_have_their_values_and_places() {
        let found: Vec<_> = literals(TEXT).into_iter().map(|found| (found.line, found.value, found.before)).collect();
        let expected = [
            (4, "raw \"text\"", "say("),
            (4, "tab\\ \"quoted\" joined", "say(,"),
            (5, "bytes", "say(,,b"),
            (6, "x", "for_r("),
        ];
        assert_eq!(found, expected.map(|(line, value, before)| (line, value.to_owned(), before.to_owned())));
    }

    #[test]
    fn code_has_neither_comments_nor_literals() {
        let code = code(TEXT);
        assert!(!code.contains("comment") && !code.contains("joined") && code.contains("fn f<'a>"));
        assert_eq!(code.lines().count(), TEXT.lines().count());
    }
}

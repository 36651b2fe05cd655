//! Divides command lines in the manner of clang's and LLVM's programs into inputs and options, by a table of options.
//!
//! Names take one or two dashes, values follow `=` or stand in the next argument, flags may be given `=true` or
//! `=false`. Linkers have more forms, such as `-lname`. Arguments are bytes, as names of files are. Behind `--`, all
//! are inputs, and `-` always is one.
#![forbid(unsafe_code)]

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    ops::Range,
    os::unix::ffi::OsStrExt as _,
};

use sycl_propset::nearest;

/// Forms of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// `-name`
    Nothing,
    /// `-name`, `-name=true`, `-name=false`
    Switch,
    /// `-name`, `-name=value`
    Perhaps,
    /// `-name=value`
    Equals,
    /// `-name=value`, `-name value`
    Value,
    /// `-name value`
    Next,
    /// `-namevalue`, `-name value`
    Attached,
    /// `-namevalue`, where the name stands for all options that begin with it.
    Prefix,
}

/// An option of a program.
#[derive(Debug, Clone)]
pub struct Known<'t, I> {
    /// Its name: with its dashes if only these will do, else without them.
    pub name: &'t str,
    /// Its form.
    pub takes: Takes,
    /// Its value, as a message describes it.
    pub value: Cow<'t, str>,
    /// Its meaning for the program.
    pub id: I,
}

impl<'t, I> Known<'t, I> {
    /// An option whose value, if it has one, no message describes.
    pub const fn new(name: &'t str, takes: Takes, id: I) -> Self {
        Self { name, takes, value: Cow::Borrowed("a value"), id }
    }

    /// An option with a value behind `=` or in the next argument.
    pub fn with_value(name: &'t str, value: impl Into<Cow<'t, str>>, id: I) -> Self {
        Self { name, takes: Takes::Value, value: value.into(), id }
    }

    fn bare_name(&self) -> &'t str {
        self.name.trim_start_matches('-')
    }

    fn may_have_dashes(&self, dashes: usize) -> bool {
        match self.name.len() - self.bare_name().len() {
            0 => dashes <= 2,
            own => own == dashes,
        }
    }
}

/// The options of a program.
#[derive(Debug)]
pub struct Table<'t, I> {
    /// All of them. Of several with a name, the first one counts whose form fits.
    pub options: Vec<Known<'t, I>>,
    /// The dashes that messages put in front of names that have none in the table.
    pub dashes: &'static str,
}

/// A part of a command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word<'a, I> {
    /// An argument that is not an option.
    Input(&'a OsStr),
    /// An option without a value; false if it is given as false.
    Flag(I, bool),
    /// An option with its value.
    Value(I, &'a OsStr),
    /// `--`: only inputs follow.
    OnlyInputs,
}

/// Reasons why an argument is no part of a command line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mistake {
    /// No option has this name.
    #[error("unknown option `{argument}`; {}", match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "try --help for usage info".to_owned(),
    })]
    Unknown {
        /// The argument.
        argument: String,
        /// The option that was probably meant.
        nearest: Option<String>,
    },
    /// The value is missing.
    #[error("option `{name}` has no value; expected {expected}")]
    NoValue {
        /// The option.
        name: String,
        /// A value that it has.
        expected: String,
    },
    /// There is a value, and it is a wrong one.
    #[error("option `{name}` has the value `{value}`; expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// Values that it has.
        expected: &'static str,
    },
}

/// A part of a command line that fits no option, with the option whose name it has.
#[derive(Debug, Clone, Copy)]
enum Misfit<'k, 't, 'a, I> {
    Unknown,
    NoValue(&'k Known<'t, I>),
    NoSwitch(&'k Known<'t, I>, &'a OsStr),
    SomeValue(&'k Known<'t, I>, &'a OsStr),
}

impl<'t, I: Copy> Table<'t, I> {
    /// The parts of a command line without the program's name, up to the first mistake.
    pub fn parse<'a>(&self, arguments: &'a [OsString]) -> impl Iterator<Item = Result<Word<'a, I>, Mistake>> {
        let mut lexer = Lexer { table: self, arguments, at: 0, only_inputs: false };
        std::iter::from_fn(move || {
            let (place, word) = lexer.next_word()?;
            Some(word.map_err(|misfit| self.mistake(&arguments[place.start], misfit)))
        })
    }

    /// The parts of a command line of which another program takes the rest: each with the numbers of its arguments, and
    /// none for an argument that is no option of the table.
    pub fn divide<'a>(&self, arguments: &'a [OsString]) -> impl Iterator<Item = (Range<usize>, Option<Word<'a, I>>)> {
        let mut lexer = Lexer { table: self, arguments, at: 0, only_inputs: false };
        std::iter::from_fn(move || lexer.next_word().map(|(place, word)| (place, word.ok())))
    }

    /// An option's name with dashes.
    fn shown(&self, known: &Known<'t, I>) -> String {
        match known.name.strip_prefix('-') {
            Some(_) => known.name.to_owned(),
            None => format!("{}{}", self.dashes, known.name),
        }
    }

    fn mistake(&self, argument: &OsStr, misfit: Misfit<'_, 't, '_, I>) -> Mistake {
        let wrong = |known, value: &OsStr, expected| {
            let (name, value) = (self.shown(known), value.display().to_string());
            Mistake::Value { name, value, expected }
        };
        match misfit {
            Misfit::Unknown => {
                let argument = argument.display().to_string();
                Mistake::Unknown { nearest: self.nearest(&argument), argument }
            }
            Misfit::NoValue(known) => {
                Mistake::NoValue { name: self.shown(known), expected: known.value.clone().into_owned() }
            }
            Misfit::NoSwitch(known, value) => wrong(known, value, "true or false"),
            Misfit::SomeValue(known, value) => wrong(known, value, "none"),
        }
    }

    /// The option that was probably meant by an argument, with its dashes.
    fn nearest(&self, argument: &str) -> Option<String> {
        let name = argument.trim_start_matches('-');
        let name = name.split_once('=').map_or(name, |(name, _)| name);
        // All options of one or two letters are near each other.
        let names = self.options.iter().map(Known::bare_name).filter(|known| known.len() > 2);
        let nearest = nearest::nearest(name, names)?;
        self.options.iter().find(|known| known.bare_name() == nearest).map(|known| self.shown(known))
    }

    /// The option of an argument, with a value that is in the argument, too.
    fn find<'a>(&self, argument: &'a OsStr) -> Result<(&Known<'t, I>, Option<&'a OsStr>), Misfit<'_, 't, 'a, I>> {
        let bytes = argument.as_bytes();
        let dashes = bytes.iter().take_while(|byte| **byte == b'-').count();
        let rest = &bytes[dashes..];
        let (name, value) = match rest.iter().position(|byte| *byte == b'=') {
            Some(at) => (&rest[..at], Some(OsStr::from_bytes(&rest[at + 1..]))),
            None => (rest, None),
        };
        let possible = || self.options.iter().filter(|known| known.may_have_dashes(dashes));
        let mut misfit = Misfit::Unknown;
        for known in possible().filter(|known| known.bare_name().as_bytes() == name) {
            match (known.takes, value) {
                (Takes::Nothing, Some(value)) => misfit = Misfit::SomeValue(known, value),
                (Takes::Equals, None) => misfit = Misfit::NoValue(known),
                (Takes::Attached | Takes::Next, Some(_)) | (Takes::Prefix, _) => {}
                _ => return Ok((known, value)),
            }
        }
        let attached = possible().filter(|known| matches!(known.takes, Takes::Attached | Takes::Prefix));
        let prefixed = attached.filter_map(|known| Some((known, rest.strip_prefix(known.bare_name().as_bytes())?)));
        let longest = prefixed.max_by_key(|(known, _)| known.bare_name().len());
        longest.map(|(known, value)| (known, Some(OsStr::from_bytes(value)))).ok_or(misfit)
    }
}

/// A way through a command line.
struct Lexer<'k, 't, 'a, I> {
    table: &'k Table<'t, I>,
    arguments: &'a [OsString],
    at: usize,
    only_inputs: bool,
}

type Lexed<'k, 't, 'a, I> = (Range<usize>, Result<Word<'a, I>, Misfit<'k, 't, 'a, I>>);

impl<'k, 't, 'a, I: Copy> Lexer<'k, 't, 'a, I> {
    fn next_word(&mut self) -> Option<Lexed<'k, 't, 'a, I>> {
        let start = self.at;
        let argument = self.arguments.get(start)?;
        self.at += 1;
        let word = if self.only_inputs || argument == "-" || !argument.as_bytes().starts_with(b"-") {
            Ok(Word::Input(argument))
        } else if argument == "--" {
            self.only_inputs = true;
            Ok(Word::OnlyInputs)
        } else {
            self.option(argument)
        };
        Some((start..self.at, word))
    }

    fn option(&mut self, argument: &'a OsStr) -> Result<Word<'a, I>, Misfit<'k, 't, 'a, I>> {
        let (known, value) = self.table.find(argument)?;
        match (known.takes, value) {
            (Takes::Nothing | Takes::Perhaps | Takes::Switch, None) => Ok(Word::Flag(known.id, true)),
            (Takes::Switch, Some(value)) => match value.as_bytes() {
                b"" | b"true" | b"TRUE" | b"True" | b"1" => Ok(Word::Flag(known.id, true)),
                b"false" | b"FALSE" | b"False" | b"0" => Ok(Word::Flag(known.id, false)),
                _ => Err(Misfit::NoSwitch(known, value)),
            },
            (_, Some(value)) => Ok(Word::Value(known.id, value)),
            (_, None) => {
                let value = self.arguments.get(self.at).ok_or(Misfit::NoValue(known))?;
                self.at += 1;
                Ok(Word::Value(known.id, value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table<'static, &'static str> {
        let options = vec![
            Known::new("help", Takes::Perhaps, "help"),
            Known::new("symbols", Takes::Switch, "symbols"),
            Known::with_value("target", "<target>", "target"),
            Known::new("--dry-run", Takes::Nothing, "dry run"),
            Known::new("--host", Takes::Equals, "host"),
            Known::new("-mllvm", Takes::Next, "mllvm"),
            Known::new("-l", Takes::Attached, "library"),
            Known::new("-T", Takes::Attached, "script"),
            Known::new("--x-", Takes::Prefix, "x"),
            Known::with_value("Ttext", "an address", "text"),
        ];
        Table { options, dashes: "-" }
    }

    fn arguments(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    fn parsed(line: &str) -> String {
        let shown = |word: Word<'_, &str>| match word {
            Word::Input(input) => input.display().to_string(),
            Word::Flag(id, is_set) => format!("{id}:{is_set}"),
            Word::Value(id, value) => format!("{id}={}", value.display()),
            Word::OnlyInputs => "--".to_owned(),
        };
        let words = |arguments: &[OsString]| table().parse(arguments).map(|word| word.map(shown)).collect();
        let words: Result<Vec<String>, Mistake> = words(&arguments(line));
        words.map_or_else(|mistake| mistake.to_string(), |words| words.join(", "))
    }

    #[test]
    fn names_take_one_or_two_dashes_unless_the_table_has_them() {
        assert_eq!(parsed("-help --help --dry-run"), "help:true, help:true, dry run:true");
        assert_eq!(parsed("-dry-run"), "unknown option `-dry-run`; did you mean `--dry-run`?");
        assert_eq!(parsed("---help"), "unknown option `---help`; did you mean `-help`?");
    }

    #[test]
    fn values_follow_an_equals_sign_or_stand_in_the_next_argument() {
        assert_eq!(parsed("-target=a --target b --host=c=d -mllvm -x"), "target=a, target=b, host=c=d, mllvm=-x");
        assert_eq!(parsed("a -target"), "option `-target` has no value; expected <target>");
        assert_eq!(parsed("--host a"), "option `--host` has no value; expected a value");
        assert_eq!(parsed("-mllvm=x"), "unknown option `-mllvm=x`; did you mean `-mllvm`?");
    }

    #[test]
    fn values_are_attached_unless_a_longer_name_is_there() {
        assert_eq!(parsed("-lfoo -l foo -l=foo"), "library=foo, library=foo, library==foo");
        assert_eq!(parsed("-Ttext 0 -Ttext=1 -Ttexts -T text"), "text=0, text=1, script=texts, script=text");
        assert_eq!(parsed("--x-y=z --x-"), "x=y=z, x=");
        assert_eq!(parsed("--lfoo"), "unknown option `--lfoo`; try --help for usage info");
    }

    #[test]
    fn flags_may_be_given_as_true_or_false() {
        assert_eq!(parsed("-symbols -symbols=TRUE -symbols=0"), "symbols:true, symbols:true, symbols:false");
        assert_eq!(parsed("-symbols=maybe"), "option `-symbols` has the value `maybe`; expected true or false");
        assert_eq!(parsed("--dry-run=true"), "option `--dry-run` has the value `true`; expected none");
        assert_eq!(parsed("-help=all"), "help=all");
    }

    #[test]
    fn behind_two_dashes_all_are_inputs() {
        assert_eq!(parsed("a - -- -help --"), "a, -, --, -help, --");
    }

    #[test]
    fn names_like_an_unknown_one_are_suggested() {
        assert_eq!(parsed("--taget=x"), "unknown option `--taget=x`; did you mean `-target`?");
        assert_eq!(parsed("--bogus"), "unknown option `--bogus`; try --help for usage info");
    }

    #[test]
    fn arguments_of_another_program_are_left_with_their_places() {
        let arguments = arguments("-x -l c -Wl --host a");
        let table = table();
        let found: Vec<_> = table.divide(&arguments).map(|(place, word)| (place, word.is_some())).collect();
        assert_eq!(found, [(0..1, false), (1..3, true), (3..4, false), (4..5, false), (5..6, true)]);
    }

    #[test]
    fn values_need_not_be_text() {
        let odd = OsStr::from_bytes(b"\xff");
        let arguments = [[OsStr::new("-target="), odd].join(OsStr::new("")), odd.to_owned()];
        let words: Result<Vec<_>, _> = table().parse(&arguments).collect();
        assert_eq!(words, Ok(vec![Word::Value("target", odd), Word::Input(odd)]));
    }
}

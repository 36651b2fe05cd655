//! The kernels that a module of LLVM IR defines, functions with the calling convention of one; and the symbols that it
//! defines for other modules, and needs of them.
//!
//! In bitcode since LLVM 5, the record `MODULE_CODE_FUNCTION` (8) has offset and size of the name in the block of
//! names (23), type, calling convention, whether the function is only declared, and its linkage. Those of variables
//! (`MODULE_CODE_GLOBALVAR`, 7) have the name, type, flags, initializer and linkage. Older modules keep names
//! elsewhere; their kernels and symbols are not found.

use std::io;
use std::ops::ControlFlow;

use super::stream::{Fault, Operand, Stream};
use super::text::{self, TRIPLE_LINE};
use super::{Module, Symbols};
use crate::source::{Budget, Source};

const MODULE_BLOCK: u64 = 8;
const IDENTIFICATION_BLOCK: u64 = 13;
const NAMES_BLOCK: u64 = 23;

const VERSION_RECORD: u64 = 1;
const TRIPLE_RECORD: u64 = 2;
const VARIABLE_RECORD: u64 = 7;
const FUNCTION_RECORD: u64 = 8;

/// The version of modules whose records say where names are.
const WITH_NAMES: u64 = 2;
/// Calling conventions of kernels, in bitcode and in text: NVPTX, SPIR, AMDGPU.
const KERNELS: [(u64, &str); 3] = [(71, "ptx_kernel"), (76, "spir_kernel"), (91, "amdgpu_kernel")];

/// Values of a record that are looked at.
const VALUES: usize = 64;
/// Characters of a triple, of who wrote it, and of a name.
const LONGEST: u64 = 1 << 12;
/// Characters of a line of text that are looked at.
const LONGEST_LINE: usize = 1 << 16;

/// The role of a symbol for other modules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Defined,
    Needed,
    Perhaps,
    /// Not seen by them, or of no use to them.
    Own,
}

/// A function or variable.
struct Global {
    /// Offset and size of its name among the names.
    name: (u64, u64),
    role: Role,
    is_kernel: bool,
    /// Whether other modules may define it, too, and one definition serves all.
    is_merged: bool,
    /// Whether a host can ask for it: a kernel, or a variable that may change.
    is_of_use: bool,
}

impl Global {
    /// Facts of a record: whether there is no definition, and whether nothing changes it.
    fn new(name: (u64, u64), is_declared: bool, linkage: u64, is_kernel: bool, is_constant: bool) -> Self {
        let role = match linkage {
            // Weak without a definition, available externally.
            7 | 12 => Role::Perhaps,
            // Appending, internal, private.
            2 | 3 | 9 | 13 | 14 => Role::Own,
            _ if is_declared => Role::Needed,
            _ => Role::Defined,
        };
        // The front end gives each kernel its name, so that kernels of one name are the same one.
        let is_merged = is_kernel || is_constant && matches!(linkage, 10 | 11 | 17 | 19);
        // Appending variables are lists for LLVM.
        let is_of_use = !is_declared && (is_kernel || !is_constant && linkage != 2);
        Self { name, role, is_kernel: is_kernel && !is_declared, is_merged, is_of_use }
    }
}

/// A module with its functions and variables, and where their names are in the file, and how many bytes.
struct Globals {
    module: Module,
    globals: Vec<Global>,
    names: Option<(u64, u64)>,
}

/// Next item in a block.
enum Item {
    End,
    Block {
        number: u64,
        width: u64,
        end: u64,
    },
    Record {
        code: u64,
        values: Vec<u64>,
    },
    /// An abbreviation, or a record with one.
    Other,
}

impl Stream<'_> {
    /// Reads the first module and who wrote it. Names are copied as far as the budget goes.
    pub(super) fn module(&mut self, budget: &mut Budget) -> Result<Module, Fault> {
        let Globals { module, globals, names } = self.globals()?;
        let kernels = self.names_of(&globals, names, |global| global.is_kernel, budget)?;
        Ok(Module { kernels, ..module })
    }

    /// Reads the symbols of the first module. Names are copied as far as the budget goes.
    pub(super) fn symbols(&mut self, budget: &mut Budget) -> Result<Symbols, Fault> {
        let Globals { globals, names, .. } = self.globals()?;
        let mut of = |is_wanted: fn(&Global) -> bool| self.names_of(&globals, names, is_wanted, budget);
        Ok(Symbols {
            defined: of(|global| global.role == Role::Defined)?,
            single: of(|global| global.role == Role::Defined && !global.is_merged)?,
            kernels: of(|global| global.is_kernel)?,
            needed: of(|global| global.role == Role::Needed)?,
            perhaps: of(|global| global.role == Role::Perhaps)?,
            is_of_use: globals.iter().any(|global| global.is_of_use),
        })
    }

    /// Reads the first module, and where its functions and variables have their names.
    fn globals(&mut self) -> Result<Globals, Fault> {
        let (mut module, mut globals, mut producer, mut names) = (None::<Module>, Vec::new(), None, None);
        while self.left() >= 32 {
            let Item::Block { number, width, end } = self.item(2, &mut Vec::new())? else {
                return self.fault("no block starts where one should");
            };
            match number {
                IDENTIFICATION_BLOCK => producer = self.producer(width)?,
                MODULE_BLOCK if module.is_some() => break,
                MODULE_BLOCK => module = Some(self.functions(width, &mut globals)?),
                NAMES_BLOCK if module.is_some() => {
                    names = self.names(width)?;
                    break;
                }
                _ => {}
            }
            self.seek(end)?;
        }
        match module {
            Some(module) => Ok(Globals { module: Module { producer, ..module }, globals, names }),
            None => self.fault("there is no module"),
        }
    }

    /// The next item of a block; blocks inside of it are for the caller to skip.
    fn item(&mut self, width: u64, abbreviations: &mut Vec<Vec<Operand>>) -> Result<Item, Fault> {
        match self.fixed(width)? {
            0 => Ok(Item::End),
            1 => {
                let number = self.variable(8)?;
                let (width, length) = self.block()?;
                let end = self.position() + length;
                Ok(Item::Block { number, width, end })
            }
            2 => {
                abbreviations.push(self.abbreviation()?);
                Ok(Item::Other)
            }
            3 => {
                let (code, count) = (self.variable(6)?, self.variable(6)?);
                let room = if code == TRIPLE_RECORD { LONGEST as usize } else { VALUES };
                let mut values = Vec::new();
                for _ in 0..count {
                    let value = self.variable(6)?;
                    if values.len() < room {
                        values.push(value);
                    }
                }
                Ok(Item::Record { code, values })
            }
            number => match abbreviations.get((number - 4) as usize).cloned() {
                None => self.fault("a record has an abbreviation that nothing defines"),
                Some(operands) if operands.iter().any(|operand| matches!(operand, Operand::Array | Operand::Blob)) => {
                    self.skip_record(&operands).map(|()| Item::Other)
                }
                Some(operands) => match &self.values(&operands)?[..] {
                    [code, values @ ..] => Ok(Item::Record { code: *code, values: values.to_vec() }),
                    [] => Ok(Item::Other),
                },
            },
        }
    }

    /// The triple, and the functions and variables of the module.
    fn functions(&mut self, width: u64, globals: &mut Vec<Global>) -> Result<Module, Fault> {
        let (mut abbreviations, mut version, mut triple) = (Vec::new(), 0, None);
        loop {
            match self.item(width, &mut abbreviations)? {
                Item::End => return Ok(Module { triple, ..Module::default() }),
                Item::Block { end, .. } => self.seek(end)?,
                Item::Record { code: VERSION_RECORD, values } => version = values.first().copied().unwrap_or(0),
                Item::Record { code: TRIPLE_RECORD, values } => {
                    let bytes = values.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>();
                    match bytes.map(String::from_utf8) {
                        Some(Ok(text)) => triple = Some(text),
                        _ => return self.fault("the triple is not text"),
                    }
                }
                Item::Record { code: FUNCTION_RECORD, values } if version >= WITH_NAMES => {
                    if let [start, size, _, convention, declared, linkage, ..] = values[..] {
                        let is_kernel = KERNELS.iter().any(|(number, _)| *number == convention);
                        globals.push(Global::new((start, size), declared != 0, linkage, is_kernel, true));
                    }
                }
                Item::Record { code: VARIABLE_RECORD, values } if version >= WITH_NAMES => {
                    if let [start, size, _, flags, initializer, linkage, ..] = values[..] {
                        let is_constant = flags & 1 != 0;
                        globals.push(Global::new((start, size), initializer == 0, linkage, false, is_constant));
                    }
                }
                Item::Record { .. } | Item::Other => {}
            }
        }
    }

    /// Place and number of the names' bytes in the file: a record that is a blob.
    fn names(&mut self, width: u64) -> Result<Option<(u64, u64)>, Fault> {
        let mut abbreviations: Vec<Vec<Operand>> = Vec::new();
        loop {
            match self.fixed(width)? {
                2 => abbreviations.push(self.abbreviation()?),
                number @ 4.. => match abbreviations.get((number - 4) as usize).map(Vec::as_slice) {
                    Some([Operand::Literal(_), Operand::Blob]) => return self.blob().map(Some),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
    }

    /// The names of functions and variables, of which those before LLVM 5 are not found.
    fn names_of(
        &self,
        globals: &[Global],
        names: Option<(u64, u64)>,
        is_wanted: impl Fn(&Global) -> bool,
        budget: &mut Budget,
    ) -> Result<Vec<String>, Fault> {
        let Some((start, size)) = names else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for Global { name: (offset, length), .. } in globals.iter().filter(|global| is_wanted(global)) {
            if offset.checked_add(*length).is_none_or(|end| end > size) {
                return self.fault("the name of a symbol is outside of the names");
            }
            let mut name = vec![0; *length.min(&LONGEST) as usize];
            if budget.spend(name.len() as u64).is_err() {
                return self.fault("symbols share names that take more than four times the file");
            }
            self.bytes(start + offset, &mut name)?;
            found.push(String::from_utf8_lossy(&name).into_owned());
        }
        Ok(found)
    }
}

/// The module of a text; `None` if it is not LLVM assembly.
pub(super) fn of_text(source: &dyn Source) -> io::Result<Option<Module>> {
    let (mut module, mut is_ir) = (Module::default(), false);
    let read = text::each_line(source, LONGEST_LINE, |line| {
        is_ir |= text::looks_like_ir(line);
        if let Some(triple) = line.strip_prefix(TRIPLE_LINE).filter(|_| module.triple.is_none()) {
            module.triple = text::quoted(triple);
        } else if line.starts_with(b"define ") {
            module.kernels.extend(defined_kernel(line));
        }
        ControlFlow::Continue(())
    })?;
    Ok((is_ir && read == text::Read::Text).then_some(module))
}

/// The symbols of a text.
pub(super) fn symbols_of_text(source: &dyn Source) -> io::Result<Symbols> {
    let mut symbols = Symbols::default();
    text::each_line(source, LONGEST_LINE, |line| {
        let is_of_function = line.starts_with(b"define ") || line.starts_with(b"declare ");
        if let Some((head, name, rest)) = named(line).filter(|_| is_of_function || line.starts_with(b"@")) {
            let words = if is_of_function { head } else { rest };
            let has = |wanted: &[&str]| words.split(' ').any(|word| wanted.contains(&word));
            if has(&["available_externally", "extern_weak"]) {
                symbols.perhaps.push(name);
                return ControlFlow::Continue(());
            }
            let is_own = has(&["internal", "private", "appending"]);
            let is_needed = line.starts_with(b"declare ") || !is_of_function && has(&["external"]);
            let is_kernel = is_of_function && defined_kernel(line).is_some();
            let changes = !is_of_function && has(&["global"]) && !has(&["appending"]);
            symbols.is_of_use |= !is_needed && (is_kernel || changes);
            let is_merged = is_kernel || has(&["linkonce_odr", "weak_odr"]) && (is_of_function || has(&["constant"]));
            match (is_own, is_needed) {
                (true, _) => {}
                (false, true) => symbols.needed.push(name),
                (false, false) => {
                    if is_kernel {
                        symbols.kernels.push(name.clone());
                    }
                    if !is_merged {
                        symbols.single.push(name.clone());
                    }
                    symbols.defined.push(name);
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(symbols)
}

/// The name of the kernel that a line defines, if it defines one.
fn defined_kernel(line: &[u8]) -> Option<String> {
    let (head, name, _) = named(line)?;
    head.split(' ').find(|word| KERNELS.iter().any(|(_, convention)| convention == word))?;
    Some(name)
}

/// The first global name in a line, with what stands in front of it and behind it.
fn named(line: &[u8]) -> Option<(&str, String, &str)> {
    let (head, name) = line.split_at(line.iter().position(|byte| *byte == b'@')?);
    let head = std::str::from_utf8(head).ok()?;
    let name = &name[1..];
    let Some(quoted) = name.strip_prefix(b"\"") else {
        let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-$._".contains(byte);
        let end = name.iter().position(is_end).unwrap_or(name.len());
        return Some((head, String::from_utf8_lossy(&name[..end]).into_owned(), text_of(&name[end..])));
    };
    let end = quoted.iter().position(|byte| *byte == b'"').unwrap_or(quoted.len());
    Some((head, unescaped(&quoted[..end]), text_of(quoted.get(end + 1..).unwrap_or_default())))
}

/// As text, up to what is not.
fn text_of(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// A name in quotes: bytes that are not printed stand as a backslash and two hexadecimal digits.
fn unescaped(quoted: &[u8]) -> String {
    let (mut bytes, mut rest) = (Vec::new(), quoted);
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

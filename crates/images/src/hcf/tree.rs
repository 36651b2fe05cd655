//! The text of a container: nodes with values and further nodes.

use std::collections::HashMap;

use super::error::{HcfError, Problem};

/// First characters of a node, before its name.
pub(super) const OPEN: &str = "{.";
/// Its last characters.
const CLOSE: &str = "}.";
/// Levels of nodes; AdaptiveCpp writes six.
pub(super) const MAX_DEPTH: usize = 64;

/// A node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Node {
    /// Empty for the root.
    pub(super) name: String,
    /// Its first line, from 1.
    pub(super) line: usize,
    pub(super) values: Vec<Value>,
    pub(super) children: Vec<Node>,
}

/// A line `key = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) key: String,
    pub(super) text: String,
    pub(super) line: usize,
}

impl Node {
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(super) fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|value| value.key == key)
    }

    /// The text of a value, empty if there is none.
    pub(super) fn text(&self, key: &str) -> String {
        self.value(key).map(|value| value.text.clone()).unwrap_or_default()
    }

    /// The names in a list, which is a node of nodes.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let items = self.child(name).map(|list| &*list.children).unwrap_or_default();
        items.iter().map(|item| item.name.clone()).collect()
    }
}

/// A node whose end is still to come.
#[derive(Default)]
struct Open<'a> {
    node: Node,
    /// Lines of values and nodes.
    values: HashMap<&'a str, usize>,
    children: HashMap<&'a str, usize>,
}

/// Reads the text; gives the root.
pub(super) fn parse(text: &str) -> Result<Node, HcfError> {
    let mut root = Open::default();
    let mut stack: Vec<Open<'_>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.trim());
        let top = stack.last_mut().unwrap_or(&mut root);
        let read = if line.is_empty() {
            Ok(())
        } else if let Some(name) = line.strip_prefix(OPEN) {
            top.open(name, number).and_then(|open| {
                let is_shallow = stack.len() < MAX_DEPTH;
                stack.push(open);
                if is_shallow { Ok(()) } else { Err(Problem::Depth { node: name.to_owned() }) }
            })
        } else if let Some(name) = line.strip_prefix(CLOSE) {
            close(name, &mut stack, &mut root)
        } else if let Some((key, value)) = line.split_once('=') {
            top.value(key.trim_end(), value.trim_start(), number)
        } else {
            Err(Problem::Line { found: line.to_owned() })
        };
        read.map_err(|problem| HcfError::At { line: number, problem })?;
    }
    match stack.pop() {
        Some(Open { node, .. }) => Err(HcfError::At { line: node.line, problem: Problem::Open { node: node.name } }),
        None => Ok(root.node),
    }
}

/// The end of the node that was opened last.
fn close<'a>(name: &str, stack: &mut Vec<Open<'a>>, root: &mut Open<'a>) -> Result<(), Problem> {
    match stack.pop() {
        Some(open) if open.node.name == name => {
            let outer = stack.last_mut().unwrap_or(root);
            outer.node.children.push(open.node);
            Ok(())
        }
        open => Err(Problem::End { found: name.to_owned(), open: open.map(|open| open.node.name) }),
    }
}

impl<'a> Open<'a> {
    /// A node in this one.
    fn open(&mut self, name: &'a str, line: usize) -> Result<Self, Problem> {
        note(&mut self.children, "node", name, line)?;
        Ok(Self { node: Node { name: name.to_owned(), line, ..Node::default() }, ..Self::default() })
    }

    fn value(&mut self, key: &'a str, text: &str, line: usize) -> Result<(), Problem> {
        note(&mut self.values, "value", key, line)?;
        self.node.values.push(Value { key: key.to_owned(), text: text.to_owned(), line });
        Ok(())
    }
}

/// Notes a name, which must be the only one of its kind in its node.
fn note<'a>(
    names: &mut HashMap<&'a str, usize>,
    what: &'static str,
    name: &'a str,
    line: usize,
) -> Result<(), Problem> {
    if name.is_empty() {
        return Err(Problem::NoName { what: if what == "node" { "a node" } else { "a value" } });
    }
    match names.insert(name, line) {
        Some(first) => Err(Problem::Twice { what, name: name.to_owned(), first }),
        None => Ok(()),
    }
}

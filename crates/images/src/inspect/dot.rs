//! Needs of images for symbols of others, as text for Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indexmap::IndexMap;
use sycl_propset::printable::shortened;

use super::overview::{Overview, Shown};
use super::{Naming, label};

/// Characters of a name, names of a node or an edge, and edges, that are shown.
const LONGEST: usize = 80;
const MOST_NAMES: usize = 4;
const MOST_EDGES: usize = 10_000;

/// Target of images: symbols are looked for among images for the same.
type For<'a> = (&'a str, &'a str);
/// Symbols of edges, by the numbers of the image that needs them and of the one that has them.
type Edges<'a> = BTreeMap<(usize, usize), Vec<&'a str>>;

/// The graph of the images of a file.
#[must_use]
pub fn graph(overview: &Overview, naming: Naming) -> String {
    let mut targets: IndexMap<For<'_>, Vec<&Shown>> = IndexMap::new();
    for image in &overview.images {
        let report = &image.report;
        let target = if report.target.is_empty() { &report.kind } else { &report.target };
        targets.entry((target, &report.arch)).or_default().push(image);
    }
    let mut out = format!("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n", quoted(&overview.file));
    let (mut edges, mut missing, mut left_out) = (Edges::new(), BTreeMap::<&str, Vec<usize>>::new(), 0);
    for (number, ((target, arch), images)) in targets.iter().enumerate() {
        let label = quoted(&label(target, arch));
        push(&mut out, &format!("  subgraph cluster_{number} {{\n    label={label};\n"));
        for image in images {
            push(&mut out, &format!("    i{} [label={}];\n", image.report.index, quoted_lines(&node(image, naming))));
        }
        out.push_str("  }\n");
        left_out += connect(images, &mut edges, &mut missing);
    }
    for ((from, to), symbols) in &edges {
        push(&mut out, &format!("  i{from} -> i{to} [label={}];\n", quoted_lines(&names(symbols, naming))));
    }
    for (number, (symbol, users)) in missing.iter().enumerate() {
        let label = quoted_lines(&[naming.show(symbol, LONGEST), "in no image".to_owned()]);
        push(&mut out, &format!("  m{number} [label={label}, style=dashed];\n"));
        users.iter().for_each(|user| push(&mut out, &format!("  i{user} -> m{number} [style=dashed];\n")));
    }
    if left_out > 0 {
        push(&mut out, &format!("  // {left_out} more uses of symbols are not shown\n"));
    }
    let hidden = overview.totals.count.images - overview.images.len();
    if hidden > 0 {
        push(&mut out, &format!("  // {hidden} more images are not shown\n"));
    }
    out.push_str("}\n");
    out
}

fn push(out: &mut String, text: &str) {
    let _ = out.write_str(text); // writing to a String cannot fail
}

/// Finds what images import; gives how many uses are beyond what is shown.
fn connect<'a>(images: &[&'a Shown], edges: &mut Edges<'a>, missing: &mut BTreeMap<&'a str, Vec<usize>>) -> usize {
    let mut exporters: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for image in images {
        image.report.exported.iter().for_each(|symbol| exporters.entry(symbol).or_default().push(image.report.index));
    }
    let (mut count, mut left_out) = (0, 0);
    for image in images {
        let from = image.report.index;
        for symbol in image.report.imported.iter() {
            let found = exporters.get(symbol).map(Vec::as_slice).unwrap_or_default();
            for to in found.iter().filter(|to| **to != from) {
                if count < MOST_EDGES {
                    edges.entry((from, *to)).or_default().push(symbol);
                } else {
                    left_out += 1;
                }
                count += 1;
            }
            if found.is_empty() && count < MOST_EDGES {
                missing.entry(symbol).or_default().push(from);
                count += 1;
            } else if found.is_empty() {
                left_out += 1;
            }
        }
    }
    left_out
}

/// The lines of an image: its number and its first kernels.
fn node(image: &Shown, naming: Naming) -> Vec<String> {
    let report = &image.report;
    let size = report.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
    let mut lines = vec![format!("image {}{size}", report.index)];
    lines.extend(report.names().take(MOST_NAMES).map(|name| naming.show(&name, LONGEST)));
    lines.extend(more(report.kernel_count()));
    lines
}

fn names(symbols: &[&str], naming: Naming) -> Vec<String> {
    let mut lines: Vec<String> = symbols.iter().take(MOST_NAMES).map(|name| naming.show(name, LONGEST)).collect();
    lines.extend(more(symbols.len()));
    lines
}

fn more(count: usize) -> Option<String> {
    (count > MOST_NAMES).then(|| format!("and {} more", count - MOST_NAMES))
}

/// A text as Graphviz takes it.
fn quoted(text: &str) -> String {
    quoted_lines(&[shortened(text, LONGEST)])
}

/// Printable lines as Graphviz takes them.
fn quoted_lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\"")).collect();
    format!("\"{}\"", lines.join("\\n"))
}

//! `sycl-packager wrap` in this process: the step that makes the object of a build, alone at the end of it. The files
//! of its images are read by as many threads as there may be, and there is no program to start.
//!
//! Where anything is wrong, nothing is done: the program says what.

use std::path::Path;
use std::time::Instant;

use super::super::action::Action;
use super::super::back_ends::{optional, write_new};
use super::super::tools::PACKAGER;
use crate::jobs::{self, Limit};
use sycl_images::image::{read_row_in, read_table_file};
use sycl_images::source::read_image;
use sycl_images::wrap::{self, EntryLayout, Host, Image, OfTable};

/// Images for which another thread is worth its start.
const IMAGES_OF_A_THREAD: usize = 32;

/// Words of a command.
#[derive(Debug, PartialEq, Eq)]
struct Wrapping<'a> {
    /// Each with what the runtime takes its images for.
    tables: Vec<(&'a str, &'a str)>,
    host: &'a str,
    compile_options: &'a str,
    link_options: &'a str,
    output: &'a str,
}

impl<'a> Wrapping<'a> {
    /// Meaning of a command; `None` if it is not known to the last word.
    fn of(words: &[&'a str]) -> Option<Self> {
        let ["wrap", options @ ..] = words else { return None };
        let mut words = options;
        let mut option = |name: &str| {
            let value;
            (value, words) = optional(name, words);
            value
        };
        let mut tables = Vec::new();
        while let Some(table) = option("--table=") {
            tables.push((table, option("--runtime-target=")?));
        }
        let host = option("--host=")?;
        let compile_options = option("--compile-opts=").unwrap_or_default();
        let link_options = option("--link-opts=").unwrap_or_default();
        let output = option("--output=")?;
        words.is_empty().then_some(Self { tables, host, compile_options, link_options, output })
    }

    fn perform(&self, work: &Path, limit: &Limit, running: usize) -> Option<()> {
        let host = Host::from_triple(self.host)?;
        let mut images = Vec::new();
        for (table, target) in &self.tables {
            let of_table = OfTable {
                target: (*target).to_owned(),
                format: None,
                compile_options: self.compile_options.to_owned(),
                link_options: self.link_options.to_owned(),
            };
            let path = work.join(table);
            let table = read_table_file(&path).ok()?;
            let read = |row| {
                let row = read_row_in(work, &path, &table, row).ok()?;
                let content = read_image(&row.code).ok()?;
                Some(Image::of_row(row, content, &of_table))
            };
            for image in jobs::map(limit, running, table.rows().len(), IMAGES_OF_A_THREAD, read) {
                images.push(image?);
            }
        }
        let object = wrap::write(&images, host, EntryLayout::default()).ok()?;
        write_new(&work.join(self.output), &object)
    }
}

/// Does a step, if it is one; gives how long it took, or `None` if its program is to be run.
pub(super) fn perform(action: &Action, work: &Path, limit: &Limit, running: usize) -> Option<f64> {
    if action.tool != PACKAGER {
        return None;
    }
    let arguments = action.command_arguments();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let wrapping = Wrapping::of(&words)?;
    let started = Instant::now();
    wrapping.perform(work, limit, running)?;
    Some(started.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_to_the_last_word() {
        let of =
            |line: &str| Wrapping::of(&line.split(' ').collect::<Vec<_>>()).map(|wrapping| format!("{wrapping:?}"));
        let line =
            "wrap --table=a.table --runtime-target=spir64 --table=b.table --runtime-target=x --host=h --output=o";
        let all = Wrapping {
            tables: vec![("a.table", "spir64"), ("b.table", "x")],
            host: "h",
            compile_options: "",
            link_options: "",
            output: "o",
        };
        assert_eq!(of(line), Some(format!("{all:?}")));
        let line_with_options = line.replace("--output", "--compile-opts=-a --link-opts=-b --output");
        let all = Wrapping { compile_options: "-a", link_options: "-b", ..all };
        assert_eq!(of(&line_with_options), Some(format!("{all:?}")));
        for (from, to) in [
            ("wrap ", "wrapped "),
            ("wrap ", "bundle "),
            (" --runtime-target=x", ""),
            ("--host=h", "--host h"),
            ("--host=h", "--host=h --entries=old"),
            (" --output=o", ""),
            ("--output=o", "--output=o -v"),
        ] {
            let other = line.replace(from, to);
            assert_ne!(other, line);
            assert_eq!(of(&other), None, "{other}");
        }
    }
}

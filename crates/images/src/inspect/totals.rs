//! Numbers of images, kernels and bytes, and their targets.

use std::io::{self, Write};

use serde::Serialize;
use sycl_propset::printable::shortened;

use super::report::ImageReport;

/// Targets that are counted each by itself.
const MOST_TARGETS: usize = 100;
/// Characters of a target that are shown.
const LONGEST: usize = 60;

/// Images, kernels and bytes of device code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Images.
    pub images: usize,
    /// Kernels; symbols of images that do not say what is a kernel.
    pub kernels: usize,
    /// Bytes of device code.
    pub bytes: u64,
}

impl Count {
    pub(crate) fn add(&mut self, other: Self) {
        self.images += other.images;
        self.kernels += other.kernels;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// The count for a target.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TargetCount {
    /// The target; the kind of the images if nothing says what they are for.
    pub target: String,
    /// The device's name for its compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arch: String,
    /// Numbers.
    #[serde(flatten)]
    pub count: Count,
}

impl TargetCount {
    fn label(&self) -> String {
        shortened(&label(&self.target, &self.arch), LONGEST)
    }
}

/// A target with the processor: `nvptx64:sm_90`, as `build` takes it, or a triple and what it is for.
pub(crate) fn label(target: &str, arch: &str) -> String {
    let target = if target.is_empty() { "(unknown)" } else { target };
    match arch {
        // Directories name their tables after both.
        _ if target.ends_with(arch) => target.to_owned(),
        _ if target.contains('-') => format!("{target} ({arch})"),
        _ => format!("{target}:{arch}"),
    }
}

/// The counts of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// All of it.
    #[serde(flatten)]
    pub count: Count,
    /// For each target, in the order of the file.
    pub targets: Vec<TargetCount>,
    /// For targets beyond the first hundred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_targets: Option<Count>,
}

impl Totals {
    /// Counts an image.
    pub fn add(&mut self, image: &ImageReport) {
        let one = image.count();
        self.count.add(one);
        let target = if image.target.is_empty() { &image.kind } else { &image.target };
        let known = self.targets.iter().position(|other| other.target == *target && other.arch == image.arch);
        match known {
            Some(known) => self.targets[known].count.add(one),
            None if self.targets.len() < MOST_TARGETS => {
                self.targets.push(TargetCount { target: target.clone(), arch: image.arch.clone(), count: one });
            }
            None => self.other_targets.get_or_insert_default().add(one),
        }
    }

    /// The table for people.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows: Vec<(String, Count)> = self.targets.iter().map(|target| (target.label(), target.count)).collect();
        rows.extend(self.other_targets.map(|count| ("other targets".to_owned(), count)));
        if rows.len() != 1 {
            rows.push(("all".to_owned(), self.count));
        }
        let titles = ["target", "images", "kernels", "bytes"].map(str::to_owned);
        let cells = rows.into_iter().map(|(label, count)| {
            [label, count.images.to_string(), count.kernels.to_string(), count.bytes.to_string()]
        });
        let rows: Vec<[String; 4]> = std::iter::once(titles).chain(cells).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let [a, b, c, d] = [0, 1, 2, 3].map(width);
        for [target, images, kernels, bytes] in &rows {
            writeln!(out, "  {target:<a$}  {images:>b$}  {kernels:>c$}  {bytes:>d$}")?;
        }
        Ok(())
    }
}

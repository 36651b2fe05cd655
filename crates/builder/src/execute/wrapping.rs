//! `sycl-packager wrap` in this process: the step that makes the object of a build, alone at the end of it. The files
//! of its images are read by as many threads as there may be, and there is no program to start.
//!
//! Where anything is wrong, nothing is done: the program says what.

use std::path::Path;
use std::time::Instant;

use super::super::back_ends::write_new;
use super::super::command::Wrap;
use crate::jobs::{self, Limit};
use sycl_images::image::{read_row_in, read_table_file};
use sycl_images::source::read_image;
use sycl_images::wrap::{self, EntryLayout, Host, Image, OfTable};

/// Images for which another thread is worth its start.
const IMAGES_OF_A_THREAD: usize = 32;

/// Does the step; gives how long it took, or `None` if its program is to be run.
pub(super) fn perform(wrap: &Wrap, work: &Path, limit: &Limit, running: usize) -> Option<f64> {
    let started = Instant::now();
    make(wrap, work, limit, running)?;
    Some(started.elapsed().as_secs_f64())
}

fn make(wrap: &Wrap, work: &Path, limit: &Limit, running: usize) -> Option<()> {
    let host = Host::from_triple(&wrap.host)?;
    let mut images = Vec::new();
    for (table, target) in &wrap.tables {
        let of_table = OfTable {
            target: target.clone(),
            format: None,
            compile_options: wrap.compile_options.clone(),
            link_options: wrap.link_options.clone(),
        };
        let path = work.join(table.path());
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
    write_new(&work.join(&wrap.output), &object)
}

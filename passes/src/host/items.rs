//! Loops over the items of a group.

use super::work_group::{Field, WorkGroup};
use crate::ir::{AccessGroup, Block, Editor, Value};

/// A nest of loops over all items, dimension 0 innermost. Dimensions of size 1 have no loop.
pub(super) struct ItemLoops<'m> {
    /// Leads to the loops.
    pub(super) start: Block<'m>,
    /// The local id, in each dimension.
    pub(super) ids: [Value<'m>; 3],
    /// Runs for each item. It has no terminator.
    pub(super) body: Block<'m>,
    /// Block where an item goes that is done.
    pub(super) latch: Block<'m>,
    /// Runs when all items are done. It has no terminator.
    pub(super) exit: Block<'m>,
    /// The number of the item in its group, if it is known.
    number: Option<Value<'m>>,
    /// Terminators that close each loop.
    latches: Vec<Value<'m>>,
}

impl<'m> ItemLoops<'m> {
    /// Makes the loops, in blocks before `next`. In one dimension they may be over the first items only: as many as
    /// the block says that leads to the loops, and at least one.
    pub(super) fn make(
        editor: &mut Editor<'m>,
        group: &mut WorkGroup<'m>,
        next: Block<'m>,
        name: &str,
        first: Option<(usize, Value<'m>)>,
    ) -> Self {
        let mut sizes = [0, 1, 2].map(|dimension| group.field(editor, Field::Size, dimension));
        let start = editor.insert_block(next, name);
        if let Some((dimension, count)) = first.filter(|(dimension, _)| sizes[*dimension].as_unsigned() != Some(1)) {
            editor.position_at_end(start);
            let are_few = editor.is_less(count, sizes[dimension], "");
            sizes[dimension] = editor.select(are_few, count, sizes[dimension], &format!("{name}.items"));
        }
        let ty = editor.integer_type(64);
        let (zero, one) = (editor.i64(0), editor.i64(1));
        let mut ids = [zero; 3];
        let mut open = start;
        let mut headers = Vec::new();
        for dimension in [2, 1, 0].into_iter().filter(|d| sizes[*d].as_unsigned() != Some(1)) {
            let header = editor.insert_block(next, &format!("{name}.{dimension}"));
            editor.position_at_end(open);
            editor.branch(header);
            editor.position_at_end(header);
            ids[dimension] = editor.phi(ty, &format!("{name}.id{dimension}"));
            editor.add_incoming(ids[dimension], zero, open);
            headers.push((dimension, header));
            open = header;
        }
        let (latch, exit) =
            (editor.insert_block(next, &format!("{name}.next")), editor.insert_block(next, &format!("{name}.end")));
        let mut latches = Vec::new();
        let mut close = latch;
        for (position, (dimension, header)) in headers.iter().enumerate().rev() {
            let outer = match position {
                0 => exit,
                _ => editor.insert_block(exit, &format!("{name}.next{}", headers[position - 1].0)),
            };
            latches.push(end_round(editor, close, (ids[*dimension], one, sizes[*dimension]), *header, outer));
            close = outer;
        }
        if headers.is_empty() {
            editor.position_at_end(latch);
            editor.branch(exit);
        }
        Self { start, ids, body: open, latch, exit, number: None, latches }
    }

    /// Makes loops over some items in a row, at least one, in blocks before `next`: over the rows of the group that
    /// they are in, which is one mostly, and over the items of a row. The first number and how many there are have 32
    /// bits.
    pub(super) fn of_sub_group(
        editor: &mut Editor<'m>,
        group: &mut WorkGroup<'m>,
        next: Block<'m>,
        name: &str,
        first: Value<'m>,
        count: Value<'m>,
    ) -> Self {
        let sizes = [0, 1].map(|dimension| group.field(editor, Field::Size, dimension));
        let (ty, zero, one) = (editor.integer_type(64), editor.i64(0), editor.i64(1));
        let [start, rows, body, latch, row_end, exit] = ["", ".rows", ".row", ".next", ".row.end", ".end"]
            .map(|part| editor.insert_block(next, &format!("{name}{part}")));
        editor.position_at_end(start);
        let first = editor.zext_or_trunc(first, ty, "");
        let count = editor.zext_or_trunc(count, ty, "");
        let end = editor.add(first, count, "");
        editor.branch(rows);

        editor.position_at_end(rows);
        let begin = editor.phi(ty, &format!("{name}.begin"));
        let row = editor.divide(begin, sizes[0], "");
        let before = editor.multiply(row, sizes[0], "");
        let column = editor.subtract(begin, before, "");
        let plane = editor.divide(row, sizes[1], "");
        let rows_before = editor.multiply(plane, sizes[1], "");
        let row = editor.subtract(row, rows_before, &format!("{name}.id1"));
        let (left, in_row) = (editor.subtract(end, begin, ""), editor.subtract(sizes[0], column, ""));
        let is_last = editor.is_less(left, in_row, "");
        let length = editor.select(is_last, left, in_row, "");
        editor.branch(body);

        editor.position_at_end(body);
        let step = editor.phi(ty, "");
        let column = editor.add(column, step, &format!("{name}.id0"));
        let number = editor.add(begin, step, "item");
        editor.add_incoming(step, zero, rows);
        editor.add_incoming(begin, first, start);
        let of_items = end_round(editor, latch, (step, one, length), body, row_end);
        let of_rows = end_round(editor, row_end, (begin, length, end), rows, exit);
        let ids = [column, row, plane];
        Self { start, ids, body, latch, exit, number: Some(number), latches: vec![of_items, of_rows] }
    }

    /// The number of the item in its group.
    pub(super) fn linear(&self, editor: &mut Editor<'m>, group: &mut WorkGroup<'m>) -> Value<'m> {
        if let Some(number) = self.number {
            return number;
        }
        let sizes = [0, 1].map(|dimension| group.field(editor, Field::Size, dimension));
        editor.position_at_end(self.body);
        let rows = editor.multiply(self.ids[2], sizes[1], "");
        let rows = editor.add(rows, self.ids[1], "");
        let before = editor.multiply(rows, sizes[0], "");
        editor.add(before, self.ids[0], "item")
    }

    /// Says that accesses of the group are independent of those of other items, and maybe that the loops are not to be
    /// unrolled.
    pub(super) fn make_parallel(&self, editor: &mut Editor<'m>, accesses: AccessGroup<'m>, stay_rolled: bool) {
        for latch in &self.latches {
            editor.make_parallel(*latch, accesses, stay_rolled);
        }
    }
}

/// Ends a round of a loop in a block: a number grows by so much, and at its end the loop is left. Returns the branch.
fn end_round<'m>(
    editor: &mut Editor<'m>,
    latch: Block<'m>,
    (number, by, end): (Value<'m>, Value<'m>, Value<'m>),
    header: Block<'m>,
    exit: Block<'m>,
) -> Value<'m> {
    editor.position_at_end(latch);
    let following = editor.add(number, by, "");
    let is_last = editor.is_equal(following, end, "");
    editor.add_incoming(number, following, latch);
    editor.branch_if(is_last, exit, header)
}

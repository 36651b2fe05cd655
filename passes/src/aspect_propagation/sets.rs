//! Sets of small numbers as bits.

/// A set of small numbers for each of many rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sets {
    /// Words of a row.
    pub(super) words: usize,
    /// The words of all rows, row by row.
    pub(super) bits: Vec<u64>,
}

impl Sets {
    /// Empty sets of numbers below `columns`.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self { words, bits: vec![0; rows * words] }
    }

    /// Empty sets of the numbers that `other` may have.
    pub(super) fn like(other: &Sets, rows: usize) -> Self {
        Self { words: other.words, bits: vec![0; rows * other.words] }
    }

    /// Whether no row has a number.
    pub(super) fn is_all_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// Adds numbers to a row.
    pub(super) fn join(&mut self, row: u32, numbers: &[u64]) {
        let start = row as usize * self.words;
        self.bits[start..].iter_mut().zip(numbers).for_each(|(word, more)| *word |= more);
    }

    /// Adds numbers to a row, less others.
    pub(super) fn join_without(&mut self, row: u32, numbers: &[u64], others: &[u64]) {
        let start = row as usize * self.words;
        let more = numbers.iter().zip(others).map(|(numbers, others)| numbers & !others);
        self.bits[start..].iter_mut().zip(more).for_each(|(word, more)| *word |= more);
    }

    /// These sets less others.
    pub(super) fn without(&self, others: &Sets) -> Self {
        Self { words: self.words, bits: self.bits.iter().zip(&others.bits).map(|(a, b)| a & !b).collect() }
    }

    /// These sets and others.
    pub(super) fn with(&self, others: &Sets) -> Self {
        Self { words: self.words, bits: self.bits.iter().zip(&others.bits).map(|(a, b)| a | b).collect() }
    }

    /// Adds a number to a row.
    pub(super) fn insert(&mut self, row: u32, column: u32) {
        self.bits[row as usize * self.words + column as usize / 64] |= 1 << (column % 64);
    }

    /// Whether a row has a number.
    pub(super) fn contains(&self, row: u32, column: u32) -> bool {
        self.bits[row as usize * self.words + column as usize / 64] & (1 << (column % 64)) != 0
    }

    /// Whether a row has no number.
    pub(super) fn is_empty(&self, row: u32) -> bool {
        self.row(row).iter().all(|word| *word == 0)
    }

    /// Numbers of a row, ascending.
    pub(super) fn iter(&self, row: u32) -> impl Iterator<Item = u32> {
        self.row(row).iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word & (1u64 << bit) != 0).map(move |bit| index as u32 * 64 + bit)
        })
    }

    /// The bits of a row.
    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..(row as usize + 1) * self.words]
    }
}

//! Step 2, for all constants of an image: gather what their uses say, number them, place them in the buffer.

use indexmap::IndexMap;
use sycl_propset::spec_constants::{Descriptor, PADDING_ID};

use super::{
    MAX_PIECES, MAX_TOTAL, Mode,
    calls::Calls,
    decode::Call,
    error::Error,
    layout::{DefaultBytes, Pieces, take_apart},
    rewrite::unsupported_leaf,
};
use crate::{
    diagnostic::{Id, Sink},
    ir::{Type, TypeKind, Value},
};

/// A constant with all that its uses share.
pub(super) struct Constant<'m> {
    /// Type of the first use.
    pub(super) ty: Type<'m>,
    /// Default of the first use.
    pub(super) value: Value<'m>,
    pub(super) default: DefaultBytes,
    /// Pieces of a value, for each type that a use has, where the mode asks for it. Linking leaves several types of one
    /// layout.
    pieces: Vec<(Type<'m>, Pieces<'m>)>,
    /// First numeric id.
    pub(super) first_id: u32,
    /// Offset in the buffer of the emulation mode.
    pub(super) buffer_offset: u64,
    pub(super) descriptors: Vec<Descriptor>,
    /// Bytes after the value, so that the next constant is aligned (emulation).
    pub(super) padding: u64,
}

impl<'m> Constant<'m> {
    /// Pieces of a value of a type that a use has.
    pub(super) fn pieces_of(&self, ty: Type<'m>) -> Option<&Pieces<'m>> {
        self.pieces.iter().find(|(known, _)| *known == ty).map(|(_, pieces)| pieces)
    }
}

/// The constants by name, in order of first use.
pub(super) type Plan<'m> = IndexMap<String, Constant<'m>>;

/// Facts in the uses of one constant.
struct Uses<'c, 'm> {
    first: &'c Call<'m>,
    default: DefaultBytes,
    /// Uses that differ from the first in type or default.
    others: Vec<&'c Call<'m>>,
}

/// Collects the constants in order of first use and numbers them.
pub(super) fn lay_out<'m>(calls: &Calls<'m>, chosen: &[&Call<'m>], mode: Mode) -> Result<Plan<'m>, Error> {
    if mode.is_emulated() {
        chosen.iter().try_for_each(|call| check_buffer(call))?;
    }
    let mut plan = Plan::new();
    let mut numbering = Numbering { mode, next_id: 0, buffer_end: 0 };
    for (name, uses) in gather(calls, chosen)? {
        let constant = numbering.constant(calls, &uses, &mut plan)?;
        plan.insert(name.to_owned(), constant);
    }
    Ok(plan)
}

/// The buffer of the emulation mode is an address.
fn check_buffer(call: &Call<'_>) -> Result<(), Error> {
    let buffer = call.instruction.operand(call.buffer_index());
    if matches!(buffer.ty().kind(), TypeKind::Pointer(_)) {
        return Ok(());
    }
    Err(Error::Buffer { constant: call.constant(), function: call.function(), found: buffer.describe() })
}

/// Facts in the calls of each constant: they agree on its default.
fn gather<'c, 'm>(calls: &Calls<'m>, chosen: &[&'c Call<'m>]) -> Result<IndexMap<&'c str, Uses<'c, 'm>>, Error> {
    let mut constants: IndexMap<&str, Uses<'c, 'm>> = IndexMap::new();
    let mut total = 0;
    for &call in chosen {
        if let Some(uses) = constants.get_mut(call.name.as_str()) {
            let is_known = |known: &&Call<'m>| known.ty == call.ty && known.default == call.default;
            if is_known(&uses.first) || uses.others.iter().any(is_known) {
                continue;
            }
            if call.default != uses.first.default && !uses.default.merge(default_bytes(call, calls)?) {
                let text = |call: &Call<'_>| format!("default {}", call.default.describe());
                return Err(conflict(call, text(call), text(uses.first)));
            }
            uses.others.push(call);
            continue;
        }
        let default = default_bytes(call, calls)?;
        total += default.len() as u64;
        if total > MAX_TOTAL {
            return Err(Error::Total { constant: call.constant(), function: call.function() });
        }
        constants.insert(&call.name, Uses { first: call, default, others: Vec::new() });
    }
    Ok(constants)
}

fn default_bytes<'m>(call: &Call<'m>, calls: &Calls<'m>) -> Result<DefaultBytes, Error> {
    DefaultBytes::from_constant(call.default, &calls.shapes).map_err(|element| Error::Content {
        constant: call.constant(),
        function: call.function(),
        found: element.describe(),
    })
}

fn conflict(call: &Call<'_>, found: String, expected: String) -> Error {
    Error::Conflict { constant: call.constant(), function: call.function(), found, expected }
}

/// Hands out ids and places in the buffer.
struct Numbering {
    mode: Mode,
    next_id: u32,
    buffer_end: u64,
}

impl Numbering {
    fn constant<'m>(
        &mut self,
        calls: &Calls<'m>,
        uses: &Uses<'_, 'm>,
        before: &mut Plan<'m>,
    ) -> Result<Constant<'m>, Error> {
        let first = uses.first;
        let pieces = self.pieces(calls, uses)?;
        let mut constant = Constant {
            ty: first.ty,
            value: first.default,
            default: uses.default.clone(),
            pieces,
            first_id: self.next_id,
            buffer_offset: 0,
            descriptors: Vec::new(),
            padding: 0,
        };
        match (self.mode, constant.pieces.first()) {
            (Mode::Native, Some((_, pieces))) => {
                let first_id = self.next_id;
                let numbered =
                    |d: &Descriptor| if d.is_padding() { *d } else { Descriptor { id: d.id + first_id, ..*d } };
                constant.descriptors = pieces.descriptors.iter().map(numbered).collect();
                self.next_id += pieces.ids;
            }
            (Mode::Emulation | Mode::HostEmulation, _) => {
                let shape = calls.shapes.get(first.ty);
                let offset = self.buffer_end.next_multiple_of(shape.alignment);
                // The runtime lays constants out one after the other: what aligns this one belongs to the one before.
                if let Some((_, previous)) = before.last_mut() {
                    previous.pad(offset - self.buffer_end);
                }
                constant.buffer_offset = offset;
                self.buffer_end = offset + shape.value_size;
                let descriptor = Descriptor { id: self.next_id, offset: 0, size: shape.value_size as u32 };
                constant.descriptors.push(descriptor);
                self.next_id += 1;
            }
            (Mode::Native | Mode::DefaultValues, _) => {}
        }
        Ok(constant)
    }

    /// Takes the types of all uses apart, where the pieces have to be known: they make up the same value.
    fn pieces<'m>(&self, calls: &Calls<'m>, uses: &Uses<'_, 'm>) -> Result<Vec<(Type<'m>, Pieces<'m>)>, Error> {
        let first = uses.first;
        let has_one_type = uses.others.iter().all(|call| call.ty == first.ty);
        let is_default = has_one_type && first.ty == first.default.ty() && uses.others.is_empty();
        match self.mode {
            Mode::Native => self.check_native(calls, first)?,
            Mode::Emulation | Mode::HostEmulation if has_one_type => return Ok(Vec::new()),
            Mode::DefaultValues if is_default => return Ok(Vec::new()),
            Mode::Emulation | Mode::HostEmulation | Mode::DefaultValues => {}
        }
        let known = take_apart(first.ty, &uses.default, &calls.shapes);
        if self.mode == Mode::Native
            && let Some(ty) = unsupported_leaf(&known.root)
        {
            return Err(Error::Unsupported {
                constant: first.constant(),
                function: first.function(),
                ty: ty.to_string(),
            });
        }
        let leaves = known.root.leaves();
        let mut pieces = vec![(first.ty, known)];
        for call in &uses.others {
            if pieces.iter().any(|(ty, _)| *ty == call.ty) {
                continue;
            }
            let other = take_apart(call.ty, &uses.default, &calls.shapes);
            let known = &pieces[0].1;
            if other.root.leaves() != leaves || other.descriptors != known.descriptors || other.ids != known.ids {
                return Err(conflict(call, format!("type {}", call.ty), first.ty.to_string()));
            }
            pieces.push((call.ty, other));
        }
        Ok(pieces)
    }

    /// Each number takes an id and a call, in each use.
    fn check_native(&self, calls: &Calls<'_>, call: &Call<'_>) -> Result<(), Error> {
        let parts = calls.shapes.get(call.ty).parts;
        if parts <= MAX_PIECES {
            return Ok(());
        }
        Err(Error::Parts {
            constant: call.constant(),
            function: call.function(),
            ty: call.ty.to_string(),
            parts,
            limit: MAX_PIECES,
            hint: " (the emulation mode takes more)",
        })
    }
}

impl Constant<'_> {
    fn pad(&mut self, padding: u64) {
        self.padding = padding;
        if let (Some(value), true) = (self.descriptors.first().copied(), padding > 0) {
            self.descriptors.push(Descriptor { id: PADDING_ID, offset: value.size, size: padding as u32 });
        }
    }
}

/// Remarks on what becomes of each constant, at its first use.
pub(super) fn remark(plan: &Plan<'_>, chosen: &[&Call<'_>], mode: Mode, sink: &mut dyn Sink) {
    if !sink.follows(Id::SpecConstantId) && !sink.follows(Id::SpecConstantFolded) {
        return;
    }
    let mut first_uses: IndexMap<&str, Value<'_>> = IndexMap::new();
    for call in chosen {
        first_uses.entry(&call.name).or_insert(*call.instruction);
    }
    for (name, call) in first_uses {
        let Some((number, _, constant)) = plan.get_full(name) else { continue };
        let id = constant.first_id;
        match mode {
            Mode::Native => sink.decided(Id::SpecConstantId, call, || {
                let count = constant.descriptors.iter().filter(|descriptor| !descriptor.is_padding()).count();
                let last = id + (count.max(1) - 1) as u32;
                let ids = if count > 1 { format!("the ids {id} to {last}") } else { format!("the id {id}") };
                format!("specialization constant `{name}` gets {ids}: it is number {number} in the order of first use")
            }),
            Mode::Emulation | Mode::HostEmulation => sink.decided(Id::SpecConstantId, call, || {
                let offset = constant.buffer_offset;
                format!(
                    "specialization constant `{name}` gets the id {id} and is read from the buffer at {offset}: it is \
                     number {number} in the order of first use"
                )
            }),
            Mode::DefaultValues => sink.decided(Id::SpecConstantFolded, call, || {
                format!("specialization constant `{name}` becomes its default: the mode is default-values")
            }),
        }
    }
}

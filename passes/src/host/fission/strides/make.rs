//! The rounds of a loop.

use rustc_hash::FxHashMap;

use super::{First, ITEMS, Rounds, Shape, Stride, Term, conversion, incoming_from, may_move};
use crate::{
    host::{
        fission::agree::{self, declared},
        uniformity::Blocks,
    },
    ir::{Block, Editor, Function, IntegerOperation, Opcode, Value},
};

impl<'m> Stride<'m> {
    /// Whether it has to be known of each item on which way it got past the loop, or left it.
    pub(super) fn has_ways(&self) -> bool {
        let Shape { past, breaks, between, together, .. } = &self.shape;
        let is_only_asked = self.is_asked && between.len() == 1 && past.iter().all(|(from, _)| from == together);
        !breaks.is_empty() || !past.is_empty() && !is_only_asked
    }

    /// Lets rounds do what the loop does. Returns the blocks of a copy that does it item by item, too.
    pub(super) fn make(
        &self,
        editor: &mut Editor<'m>,
        kernel: Function<'m>,
        blocks: &Blocks<'m>,
    ) -> (Rounds<'m>, Vec<Block<'m>>) {
        let Shape { header, latch, behind, ref body, ref past, ref breaks, .. } = self.shape;
        let end = self.shape.together.terminator();
        self.move_up(editor, end);
        let group = self.ask(editor, end);
        // In no other case does the condition of the only branch say who comes to the loop.
        let comes = (past.len() == 1 && !self.has_ways()).then(|| {
            let is_first = self.shape.together.successors()[0] == self.shape.between[0];
            (end.operand(0), is_first)
        });

        // All items come to the first round, and go on behind the last one.
        let first = editor.insert_block(header, "rounds");
        let skips = self.lead(editor, past, first);
        editor.redirect(self.shape.from, header, first);
        let (number, size) = (editor.integer_type(32), editor.integer_type(64));
        let no = editor.i32(0);
        editor.position_at_end(first);
        let way = self.has_ways().then(|| editor.phi(number, "way"));
        if let Some(way) = way {
            editor.add_incoming(way, no, self.shape.from);
            for (code, skip) in (1..).zip(&skips) {
                let code = editor.i32(code);
                editor.add_incoming(way, code, *skip);
            }
        }
        let last = editor.insert_block(behind, "last");
        editor.position_at_end(last);
        editor.unreachable();

        // The copy.
        let apart = editor.insert_block(header, "apart");
        editor.position_at_end(apart);
        let skip = (way.is_some() || comes.is_some()).then(|| editor.insert_block(header, "apart.skip"));
        match (way, comes, skip) {
            (Some(way), _, Some(skip)) => {
                let is_in = editor.is_equal(way, no, "");
                editor.branch_if(is_in, header, skip);
            }
            (_, Some((condition, true)), Some(skip)) => {
                editor.branch_if(condition, header, skip);
            }
            (_, Some((condition, false)), Some(skip)) => {
                editor.branch_if(condition, skip, header);
            }
            _ => {
                editor.branch(header);
            }
        }
        if let Some(skip) = skip {
            editor.position_at_end(skip);
            editor.branch(last);
        }
        editor.position_at_end(first);
        let items = way.map(|way| self.count_items(editor, way));
        let (mut is_worth_it, mut chooses, mut behind_counts) = (group.is_worth_it, first, Vec::new());
        if let Some((came, all)) = items {
            chooses = self.behind_count(editor, header, &mut behind_counts);
            let four = editor.i32(4);
            let enough = editor.wrapping_multiply(came, four, "");
            let one = editor.i32(1);
            let enough = editor.wrapping_add(enough, one, "");
            let are_some = editor.is_less(all, enough, "");
            is_worth_it = editor.and(is_worth_it, are_some, "");
        }
        let choice = editor.branch_if(is_worth_it, header, apart);
        for phi in header.phis() {
            let initial = incoming_from(phi, self.shape.from);
            editor.move_incoming(phi, self.shape.from, initial, chooses);
            editor.add_incoming(phi, initial, apart);
        }
        let blocks_before = kernel.blocks().count();
        editor.copy_blocks(body, &[apart]);
        let copies: Vec<_> = kernel.blocks().skip(blocks_before).collect();

        // The values of a round, and of the next; where items leave, also those that are needed behind the loop.
        let head = editor.insert_block(header, "round");
        let meet = editor.insert_block(behind, "meet");
        editor.redirect(chooses, header, head);
        editor.position_at_end(head);
        let least = editor.phi(size, "least");
        let leaves: Vec<_> = std::iter::once((latch, behind)).chain(breaks.iter().copied()).collect();
        let mut values = Vec::new();
        for old in header.phis().into_iter().filter(|old| *old != self.index && !self.same.contains(old)) {
            let now = editor.phi(old.ty(), &old.name());
            editor.add_incoming(now, incoming_from(old, chooses), chooses);
            values.push(Handed { old: Some(old), next: incoming_from(old, latch), now, leaving: Vec::new() });
        }
        for (from, to) in &leaves {
            for leaving in to.phis() {
                let value = incoming_from(leaving, *from);
                let is_inside = value.is_instruction() && body.contains(&value.block());
                if !is_inside || values.iter().any(|handed| handed.is(value, *from == latch)) {
                    continue;
                }
                if let Some(handed) = values.iter_mut().find(|handed| handed.old.is_none() && handed.next == value) {
                    handed.leaving.push(*from);
                    continue;
                }
                let now = editor.phi(value.ty(), "");
                let nothing = editor.poison(value.ty());
                editor.add_incoming(now, nothing, chooses);
                values.push(Handed { old: None, next: value, now, leaving: vec![*from] });
            }
        }
        let way_now = way.filter(|_| !breaks.is_empty()).map(|way| {
            let now = editor.phi(number, "way");
            editor.add_incoming(now, way, chooses);
            now
        });
        let here = way_now.zip(items).map(|(_, (came, _))| {
            let here = editor.phi(number, "here");
            editor.add_incoming(here, came, chooses);
            here
        });
        editor.add_incoming(least, group.least, chooses);
        let next_least = editor.add(least, group.step, "next.least");
        let mut goes_on = editor.is_less(next_least, group.end, "goes.on");
        let count = self.count(editor, &group, least);
        let local_id = editor.view().function(LOCAL_ID).expect("the start asks for it");
        let dimension = editor.i32(u32::try_from(self.dimension).expect("one of three"));
        let id = editor.call(local_id, &[dimension], "");
        let is_one = editor.is_less(id, count, "is.one");
        let mut stand = vec![head];
        if let Some((way, (came, all))) = way.zip(items) {
            // Where all are there, LLVM has a loop of its own without masks.
            let are_all = editor.is_equal(here.unwrap_or(came), all, "are.all");
            let is_in = editor.insert_block(header, "is.in");
            editor.branch_if(is_one, is_in, meet);
            editor.position_at_end(is_in);
            let is_there = editor.is_equal(way_now.unwrap_or(way), no, "");
            let is_there = editor.or(are_all, is_there, "is.there");
            editor.branch_if(is_there, header, meet);
            stand.push(is_in);
        } else {
            editor.branch_if(is_one, header, meet);
        }

        // The end of a round.
        let stays = editor.insert_block(meet, "stays");
        editor.position_before(latch.terminator());
        editor.branch(stays);
        editor.erase_instruction(latch.terminator());
        editor.position_at_end(stays);
        editor.branch(meet);
        let ways = self.lead(editor, breaks, meet);
        editor.position_at_end(meet);
        let joined: Vec<_> = values.iter().map(|handed| editor.phi(handed.now.ty(), &handed.now.name())).collect();
        for (handed, joined) in values.iter().zip(&joined) {
            for from in &stand {
                editor.add_incoming(*joined, handed.now, *from);
            }
            for ((from, _), way) in leaves.iter().zip(std::iter::once(&stays).chain(&ways)) {
                let is_new = handed.leaving.contains(from) || handed.old.is_some() && *from == latch;
                editor.add_incoming(*joined, if is_new { handed.next } else { handed.now }, *way);
            }
        }
        let way_then = way_now.map(|now| {
            let then = editor.phi(number, "way");
            for from in &stand {
                editor.add_incoming(then, now, *from);
            }
            editor.add_incoming(then, no, stays);
            for (code, way) in (1 + past.len()..).zip(&ways) {
                let code = editor.i32(u32::try_from(code).expect("a few"));
                editor.add_incoming(then, code, *way);
            }
            then
        });
        let mut again = meet;
        if let Some((here, then)) = here.zip(way_then) {
            let (left, _) = self.count_items(editor, then);
            again = self.behind_count(editor, last, &mut behind_counts);
            editor.add_incoming(here, left, again);
            let are_left = editor.is_less(no, left, "");
            goes_on = editor.and(goes_on, are_left, "");
        }
        let next = values.iter().zip(&joined).map(|(handed, joined)| (handed.now, *joined));
        for (now, next) in next.chain(way_now.zip(way_then)).chain([(least, next_least)]) {
            editor.add_incoming(now, next, again);
        }
        editor.branch_if(goes_on, head, last);

        // Where items go on.
        let mut other_ways = Vec::new();
        for (from, to) in &leaves {
            let place = body.iter().position(|block| block == from).expect("it is in the loop");
            other_ways.push(self.lead(editor, &[(copies[place], *to)], last)[0]);
        }
        editor.erase_instruction(last.terminator());
        editor.position_at_end(last);
        let way_last = way.map(|way| {
            let at_last = editor.phi(number, "way");
            editor.add_incoming(at_last, way_then.unwrap_or(way), again);
            skip.into_iter().for_each(|skip| editor.add_incoming(at_last, way, skip));
            let codes = std::iter::once(0).chain(1 + past.len()..);
            for (code, other) in codes.zip(&other_ways) {
                let code = editor.i32(u32::try_from(code).expect("a few"));
                editor.add_incoming(at_last, code, *other);
            }
            at_last
        });
        let mut targets = vec![leaves[0]];
        targets.extend(past);
        targets.extend(breaks);
        let places = self.part(editor, last, &targets, way_last, comes);
        for ((from, to), place) in targets.iter().zip(&places) {
            let Some(which) = leaves.iter().position(|leaving| leaving == &(*from, *to)) else {
                for phi in to.phis() {
                    editor.move_incoming(phi, *from, incoming_from(phi, *from), *place);
                }
                continue;
            };
            let copy = copies[body.iter().position(|block| block == from).expect("it is in the loop")];
            for phi in to.phis() {
                let (value, other) = (incoming_from(phi, *from), incoming_from(phi, copy));
                if value == other {
                    // It was there in front of the loop.
                    editor.move_incoming(phi, *from, value, *place);
                    editor.remove_incoming(phi, copy);
                    if phi.incoming().len() == 1 {
                        editor.replace_all_uses(phi, value);
                        editor.erase_instruction(phi);
                    }
                    continue;
                }
                let mut all = values.iter().zip(&joined);
                let handed = all.find(|(handed, _)| {
                    handed.is(value, *from == latch) || handed.old.is_none() && handed.next == value
                });
                let value = handed.map_or(value, |(_, joined)| *joined);
                editor.position_before(first_of(last));
                let together = editor.phi(phi.ty(), &phi.name());
                let nothing = editor.poison(phi.ty());
                editor.add_incoming(together, value, again);
                skip.into_iter().for_each(|skip| editor.add_incoming(together, nothing, skip));
                for (at, way) in other_ways.iter().enumerate() {
                    editor.add_incoming(together, if at == which { other } else { nothing }, *way);
                }
                editor.move_incoming(phi, *from, together, *place);
                editor.remove_incoming(phi, copy);
            }
        }
        self.hand_on(editor, blocks, first, &skips);
        self.count_on(editor, least, id);
        for handed in values {
            if let Some(old) = handed.old {
                editor.replace_all_uses(old, handed.now);
                editor.erase_instruction(old);
            }
        }
        let first = First { dimension: self.dimension, count, is_one };
        (Rounds { head, meet, behind_counts, first, choice }, copies)
    }

    /// Lets edges lead elsewhere, each through a block of its own.
    fn lead(&self, editor: &mut Editor<'m>, edges: &[(Block<'m>, Block<'m>)], to: Block<'m>) -> Vec<Block<'m>> {
        let mut ways = Vec::new();
        for (from, old) in edges {
            let way = editor.insert_block(to, "way");
            editor.position_at_end(way);
            editor.branch(to);
            editor.redirect(*from, *old, way);
            ways.push(way);
        }
        ways
    }

    /// A block that the one leads to in which items were counted.
    fn behind_count(&self, editor: &mut Editor<'m>, next: Block<'m>, all: &mut Vec<Block<'m>>) -> Block<'m> {
        let block = editor.insert_block(next, "counted");
        editor.branch(block);
        editor.position_at_end(block);
        all.push(block);
        block
    }

    /// Number of items that take no way, and number of items.
    fn count_items(&self, editor: &mut Editor<'m>, way: Value<'m>) -> (Value<'m>, Value<'m>) {
        let no = editor.i32(0);
        let is_here = editor.is_equal(way, no, "");
        (agree::count_items(editor, is_here, "items.here"), agree::all_items(editor, "all"))
    }

    /// Lets items go on where their ways lead. Returns the block that leads to each target.
    fn part(
        &self,
        editor: &mut Editor<'m>,
        last: Block<'m>,
        targets: &[(Block<'m>, Block<'m>)],
        way: Option<Value<'m>>,
        comes: Option<(Value<'m>, bool)>,
    ) -> Vec<Block<'m>> {
        editor.position_at_end(last);
        if let Some((condition, is_yes)) = comes {
            let [(_, behind), (_, elsewhere)] = *targets else { unreachable!("one way past the loop") };
            let (yes, no) = if is_yes { (behind, elsewhere) } else { (elsewhere, behind) };
            editor.branch_if(condition, yes, no);
            return vec![last, last];
        }
        let (mut at, mut places) = (last, Vec::new());
        for (code, (_, to)) in (0..).zip(targets) {
            places.push(at);
            editor.position_at_end(at);
            let Some(way) = way.filter(|_| places.len() < targets.len()) else {
                editor.branch(*to);
                break;
            };
            let code = editor.i32(code);
            let is_way = editor.is_equal(way, code, "");
            at = editor.insert_block(*to, "part");
            editor.branch_if(is_way, *to, at);
        }
        places
    }

    /// Moves what is in front of the loop further up, where that does no harm: the rest is there for items that come to
    /// the loop only.
    fn move_up(&self, editor: &mut Editor<'m>, end: Value<'m>) {
        let between = &self.shape.between;
        for value in between.iter().flat_map(|block| block.instructions().collect::<Vec<_>>()) {
            let is_there = |operand: Value<'m>| !operand.is_instruction() || !between.contains(&operand.block());
            if may_move(value) && value.operands().all(is_there) {
                editor.speculate(value, end);
            }
        }
    }

    /// Asks in front of an instruction what the group has to know.
    fn ask(&self, editor: &mut Editor<'m>, end: Value<'m>) -> Group<'m> {
        let mut known = FxHashMap::default();
        let step = self.known(editor, &mut known, self.step, end);
        let value = self.known(editor, &mut known, self.end.value, end);
        editor.position_before(end);
        let sizes = [0, 1, 2].map(|dimension| group_size(editor, dimension));
        let step = extended(editor, step, true);
        let mut numbers = vec![step];
        let mut last = extended(editor, value, self.end.is_signed);
        if !self.end.is_signed {
            numbers.push(last);
        }
        if self.end.one_more {
            let one = editor.i64(1);
            last = editor.wrapping_add(last, one, "");
        }
        if self.is_late {
            last = editor.wrapping_add(last, step, "");
        }
        let (zero, one) = (editor.i64(0), editor.i64(1));
        let most = editor.wrapping_subtract(sizes[self.dimension], one, "");
        let least = self.number(editor, &mut known, &self.term, zero, end);
        let greatest = self.number(editor, &mut known, &self.term, most, end);
        editor.position_before(end);
        let (least, greatest) = (extended(editor, least, true), extended(editor, greatest, true));
        let after = editor.wrapping_add(last, step, "");
        numbers.extend([last, greatest, after]);
        let limit = editor.i64(1 << (self.bits - 1));
        let distance = editor.wrapping_subtract(greatest, least, "");
        let apart = editor.i64(self.apart);
        let expected = editor.wrapping_multiply(most, apart, "");
        let plane = editor.wrapping_multiply(sizes[0], sizes[1], "");
        let items = editor.wrapping_multiply(plane, sizes[2], "");
        let few = editor.i64(ITEMS - 1);
        let mut is_worth_it = editor.is_less(few, items, "");
        let mut conditions: Vec<_> = numbers.into_iter().map(|number| editor.is_less(number, limit, "")).collect();
        for other in &self.others {
            conditions.push(editor.is_equal(sizes[*other], one, ""));
        }
        conditions.push(editor.is_less(least, last, ""));
        conditions.push(editor.is_equal(distance, expected, ""));
        conditions.push(editor.is_less(distance, step, ""));
        for condition in conditions {
            is_worth_it = editor.and(is_worth_it, condition, "");
        }
        Group { least, step, end: last, size: sizes[self.dimension], is_worth_it }
    }

    /// A value that is the same for all items, in front of an instruction. Where it is moved there, it may be poison
    /// although no user asked for it.
    fn known(
        &self,
        editor: &mut Editor<'m>,
        known: &mut FxHashMap<Value<'m>, Value<'m>>,
        value: Value<'m>,
        end: Value<'m>,
    ) -> Value<'m> {
        if let Some(found) = known.get(&value) {
            return *found;
        }
        let found = if self.bring(editor, value, end) {
            editor.position_before(end);
            editor.freeze(value, "")
        } else {
            value
        };
        known.insert(value, found);
        found
    }

    /// Moves a value with what it is computed of. Returns whether it was further down.
    fn bring(&self, editor: &mut Editor<'m>, value: Value<'m>, end: Value<'m>) -> bool {
        let is_below = |block| self.shape.between.contains(&block) || self.shape.body.contains(&block);
        if !value.is_instruction() || !is_below(value.block()) {
            return false;
        }
        for operand in value.operands().collect::<Vec<_>>() {
            self.bring(editor, operand, end);
        }
        editor.speculate(value, end);
        true
    }

    /// The value of a term for an id.
    fn number(
        &self,
        editor: &mut Editor<'m>,
        known: &mut FxHashMap<Value<'m>, Value<'m>>,
        term: &Term<'m>,
        id: Value<'m>,
        end: Value<'m>,
    ) -> Value<'m> {
        let mut of = |editor: &mut Editor<'m>, term| {
            let value = self.number(editor, known, term, id, end);
            editor.position_before(end);
            value
        };
        match term {
            Term::Known(value) => self.known(editor, known, *value, end),
            Term::Id(dimension) if *dimension == self.dimension => id,
            Term::Id(_) => editor.i64(0),
            Term::Sum(a, b) => {
                let (a, b) = (of(editor, a), of(editor, b));
                editor.wrapping_add(a, b, "")
            }
            Term::ProductOf(a, b) => {
                let (a, b) = (of(editor, a), of(editor, b));
                editor.wrapping_multiply(a, b, "")
            }
            Term::Product(a, factor) => {
                let a = of(editor, a);
                let factor = editor.scalar(a.ty(), &factor.to_le_bytes()).expect("an integer");
                editor.wrapping_multiply(a, factor, "")
            }
            Term::Converted { of: from, left, is_signed, bits } => {
                let from = of(editor, from);
                let (left, ty) = (editor.integer_type(*left), editor.integer_type(*bits));
                let left = if from.ty() == left { from } else { editor.truncate(from, left, "") };
                match (left.ty() == ty, is_signed) {
                    (true, _) => left,
                    (_, true) => editor.sign_extend(left, ty, ""),
                    _ => editor.zero_extend(left, ty, ""),
                }
            }
        }
    }

    /// Hands values on that only items have that come to the loop, or some of the others.
    fn hand_on(&self, editor: &mut Editor<'m>, blocks: &Blocks<'m>, first: Block<'m>, skips: &[Block<'m>]) {
        let Shape { between, past, from, .. } = &self.shape;
        let ways: Vec<_> =
            past.iter().map(|(from, _)| *from).zip(skips.iter().copied()).chain([(*from, *from)]).collect();
        let of = |block: &Block<'m>| blocks.number[block];
        for block in between {
            for value in block.instructions().filter(|value| !value.is_terminator()).collect::<Vec<_>>() {
                let is_outside = |user: &Value<'m>| user.is_instruction() && !between.contains(&user.block());
                let users: Vec<_> = value.users().filter(is_outside).collect();
                if users.is_empty() {
                    continue;
                }
                editor.position_before(first_of(first));
                let handed_on = editor.phi(value.ty(), &value.name());
                let nothing = editor.poison(value.ty());
                for user in users {
                    editor.replace_operands(user, value, handed_on);
                }
                for (origin, way) in &ways {
                    let is_there = blocks.flow.dominates(of(block), of(origin));
                    editor.add_incoming(handed_on, if is_there { value } else { nothing }, *way);
                }
            }
        }
    }

    /// Number of items in a round, in the dimension.
    fn count(&self, editor: &mut Editor<'m>, group: &Group<'m>, least: Value<'m>) -> Value<'m> {
        let mut count = editor.subtract(group.end, least, "left");
        if self.apart > 1 {
            let (apart, more) = (editor.i64(self.apart), editor.i64(self.apart - 1));
            count = editor.wrapping_add(count, more, "");
            count = editor.divide(count, apart, "");
        }
        if !self.is_asked {
            // Nothing is asked before the first round.
            let is_first = editor.is_equal(least, group.least, "");
            count = editor.select(is_first, group.size, count, "");
        }
        editor.set_name(count, "count");
        count
    }

    /// Puts numbers that are computed of the id into the place of the index.
    fn count_on(&self, editor: &mut Editor<'m>, least: Value<'m>, id: Value<'m>) {
        let first = self.shape.header.instructions().find(|value| value.opcode() != Opcode::Phi).expect("a terminator");
        editor.position_before(first);
        let apart = editor.i64(self.apart);
        let distance = if self.apart == 1 { id } else { editor.multiply(id, apart, "") };
        let number = editor.add(least, distance, "number");
        let phis: Vec<_> = std::iter::once(self.index).chain(self.same.iter().copied()).collect();
        let (mut work, mut same) = (phis.clone(), phis.clone());
        while let Some(index) = work.pop() {
            for user in index.users() {
                let is_shift = matches!(user.integer_operation(), Some(IntegerOperation::ShiftLeft(..)));
                let users: Vec<_> = if is_shift { user.users().collect() } else { vec![user] };
                for user in users.into_iter().filter(|user| user.is_instruction()) {
                    let is_same = conversion(user).is_some_and(|(from, left)| from == index && left >= self.bits);
                    if is_same && user.integer_bits() <= Some(64) && !same.contains(&user) {
                        same.push(user);
                        work.push(user);
                    }
                }
            }
        }
        for old in same {
            let value = editor.zext_or_trunc(number, old.ty(), "");
            editor.replace_all_uses(old, value);
            if phis.contains(&old) {
                editor.erase_instruction(old);
            }
        }
    }
}

/// A value that a round hands to the next, or to what is behind the loop.
struct Handed<'m> {
    /// Its value in a round; nothing if only items that leave have it.
    old: Option<Value<'m>>,
    /// Its value in the next round, or behind the loop.
    next: Value<'m>,
    /// Its value for items that have no part in the round.
    now: Value<'m>,
    /// The blocks that items leave with it.
    leaving: Vec<Block<'m>>,
}

impl<'m> Handed<'m> {
    /// Whether items that leave at the end of a round, or before it, have a value of the loop in it.
    fn is(&self, value: Value<'m>, is_at_end: bool) -> bool {
        self.old.is_some_and(|old| value == if is_at_end { self.next } else { old })
    }
}

/// The numbers of a loop that a group needs; they have 64 bits.
struct Group<'m> {
    /// Start of the first item.
    least: Value<'m>,
    step: Value<'m>,
    end: Value<'m>,
    /// Number of items in the dimension.
    size: Value<'m>,
    is_worth_it: Value<'m>,
}

const LOCAL_ID: &str = "__sp_host_local_id";
const GROUP_SIZE: &str = "__sp_host_group_size";

fn group_size<'m>(editor: &mut Editor<'m>, dimension: u32) -> Value<'m> {
    let ty = editor.function_type(editor.integer_type(64), &[editor.integer_type(32)]);
    let function = declared(editor, GROUP_SIZE, ty);
    let dimension = editor.i32(dimension);
    editor.call(function, &[dimension], "")
}

/// An integer of at most 64 bits as one of 64.
fn extended<'m>(editor: &mut Editor<'m>, value: Value<'m>, is_signed: bool) -> Value<'m> {
    let ty = editor.integer_type(64);
    match (value.ty() == ty, is_signed) {
        (true, _) => value,
        (_, true) => editor.sign_extend(value, ty, ""),
        _ => editor.zero_extend(value, ty, ""),
    }
}

/// The first instruction of a block.
fn first_of(block: Block<'_>) -> Value<'_> {
    block.instructions().next().expect("a terminator")
}

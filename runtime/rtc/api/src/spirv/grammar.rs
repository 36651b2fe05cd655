//! Words of an instruction that are ids.
//!
//! The table follows the grammar of SPIR-V 1.6 and of the registered extensions, without instructions for graphics.

use std::sync::OnceLock;

/// The ids of an instruction.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ids {
    pub(super) result: Option<u32>,
    pub(super) used: Vec<u32>,
}

/// The forms of operands, and the opcodes and ranges of opcodes that have them. A letter is an operand: `t` type of the
/// result, `r` result, `i` id, `I` ids to the end, `l` literal word, `s` string, `m` access of memory. Operands at the
/// end may be missing, and what stands behind the last letter is no id, or not known to be one.
const FORMS: &[(&str, &str)] = &[
    ("", "0 2 4 10 14 17 56 218-219 252-253 255 317 330 4416 4448 5380 5887"),
    ("tr", "1 41-43 45-46 48-50 52 55 299 303 323 5721-5723 5726-5727 5819 6251-6253"),
    ("lli", "3"),
    ("i", "5-6 8 16 39 71-72 75 220-221 247 249 254 256-257 297-298 331-332 5630 5632-5633 5820 6248 6250"),
    ("r", "7 11 19-22 26 31 34-38 73 248 322 327 4417 5341 5609 5701-5712 6086"),
    (
        "tri",
        "12 68-69 81 83-84 100-102 104 106-107 109-124 126-127 154-160 168 200 204-205 207-215 282 300 316 321 \
         324 328 333 400 4421-4422 4428-4430 4447 5056 5110-5111 5575 5585-5586 5600 5728 5732-5745 5752 5754 \
         5765-5769 5777-5780 5783-5785 5790-5791 5796 5800 5808-5816 5818 5860-5878 6116-6117 6426 6529-6531",
    ),
    ("lisI", "15"),
    ("ri", "23-25 27 29 5700 5911"),
    ("rii", "28 5912"),
    ("rI", "30 5913"),
    ("rli", "32"),
    ("riI", "33"),
    ("trI", "44 51 80 245 5601 6096 6254"),
    ("trli", "54 59"),
    ("triI", "57 65-66 5611"),
    (
        "triii",
        "60 78 169 202-203 227 232-233 263 283-284 304 318 337 341 345-348 365-366 4427 4453-4455 5572-5573 5731 \
         5746-5748 5757 5761 5773-5775 5786 5788 5804 5806",
    ),
    ("trim", "61"),
    ("iim", "62-63 6221"),
    ("iiim", "64"),
    ("triiI", "67 70 4419-4420"),
    ("iI", "74"),
    (
        "trii",
        "77 79 82 86 103 105 128-152 161-167 170-191 194-199 261-262 334-336 338-340 343-344 401-403 4425 4432 \
         4450-4452 5334 5571 5574 5577 5587-5598 5610 5631 5699 5713-5720 5725 5729-5730 5750 5753 5755-5756 \
         5770-5772 5776 5795 5797 5799 5801-5803 6244",
    ),
    ("triilI", "87-88 91-92 95 98 305-306 309-310 313 320"),
    ("triiilI", "89-90 93-94 96-97 307-308 311-312 314-315"),
    ("iiilI", "99"),
    (
        "triiii",
        "201 229 234-242 274-275 278-279 291 295-296 326 4431 5580 5614-5615 5724 5749 5751 5758-5759 5762-5763 \
         5787 5789 5798 5805 5807 6035 6237 6242",
    ),
    ("iii", "224 250 260 302 319 329 5578 6142-6143"),
    ("ii", "225 246 251 301 4446 5576"),
    ("iiii", "228 280-281"),
    ("triiiiii", "230-231 259 276-277 5792"),
    ("trili", "264-271 342 5879-5882 6401-6408"),
    ("triiiii", "285-286 293-294 325 5760 5764"),
    ("iiiii", "287-288 4426 5581"),
    ("triiiiiiiiiiI", "292"),
    ("trilii", "349-364 6428"),
    ("trlii", "4418"),
    ("triiiI", "4423-4424"),
    ("trilI", "4433"),
    ("triiiiiiim", "4434"),
    ("triiiiiii", "5781"),
    ("triiiiiiii", "5782 5793"),
    ("triiiiiiiiiii", "5794"),
    ("I", "6090-6092"),
    ("iiiiiiiiii", "6231-6233 6235"),
    ("iiiiiiiii", "6234"),
    ("ilisI", "6249"),
    ("iili", "6429"),
];

/// The form of an opcode.
fn form(opcode: u16) -> Option<&'static str> {
    static TABLE: OnceLock<Vec<Option<&'static str>>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = Vec::new();
        for (form, opcodes) in FORMS {
            for range in opcodes.split(' ') {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let number = |text: &str| text.parse::<usize>().expect("the table has numbers");
                let (first, last) = (number(first), number(last));
                if table.len() <= last {
                    table.resize(last + 1, None);
                }
                table[first..=last].fill(Some(*form));
            }
        }
        table
    });
    table.get(usize::from(opcode)).copied().flatten()
}

/// The ids of an instruction, from the words behind the first one; `None` for an unknown one.
pub(super) fn ids(opcode: u16, words: &[u32]) -> Option<Ids> {
    let mut ids = Ids::default();
    let mut rest = words;
    for operand in form(opcode)?.chars() {
        let Some((first, behind)) = rest.split_first() else { break };
        match operand {
            'r' => ids.result = Some(*first),
            't' | 'i' => ids.used.push(*first),
            'I' => ids.used.extend(rest),
            'm' => access(*first, behind, &mut ids.used),
            _ => {}
        }
        rest = match operand {
            's' => string(rest).1,
            'I' | 'm' => &[],
            _ => behind,
        };
    }
    Some(ids)
}

/// The ids of an access of memory: a mask, then what its bits ask for. A second access may follow.
fn access(mask: u32, words: &[u32], used: &mut Vec<u32>) {
    const ALIGNED: u32 = 0x2;
    /// `MakePointerAvailable`, `MakePointerVisible`, `AliasScopeINTELMask`, `NoAliasINTELMask`.
    const WITH_ID: [u32; 4] = [0x8, 0x10, 0x1_0000, 0x2_0000];
    let words = if mask & ALIGNED == 0 { words } else { words.get(1..).unwrap_or_default() };
    let number = WITH_ID.iter().filter(|bit| mask & **bit != 0).count();
    used.extend(words.iter().take(number));
    if let Some((mask, words)) = words.get(number..).and_then(<[u32]>::split_first) {
        access(*mask, words, used);
    }
}

/// A string, and the words behind it.
pub(super) fn string(words: &[u32]) -> (String, &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    let length = (bytes.len() / 4 + 1).min(words.len());
    (String::from_utf8_lossy(&bytes).into_owned(), &words[length..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(opcode: u16, words: &[u32]) -> (Option<u32>, Vec<u32>) {
        let ids = ids(opcode, words).unwrap();
        (ids.result, ids.used)
    }

    #[test]
    fn ids_are_told_from_literals() {
        const LOAD: u16 = 61;
        const STORE: u16 = 62;
        const COPY: u16 = 63;
        assert_eq!(of(LOAD, &[1, 2, 3, 0x2, 16]), (Some(2), vec![1, 3]));
        assert_eq!(of(LOAD, &[1, 2, 3, 0x2 | 0x10, 16, 9]), (Some(2), vec![1, 3, 9]));
        assert_eq!(of(STORE, &[1, 2, 0x1_0000, 7]), (None, vec![1, 2, 7]));
        assert_eq!(of(COPY, &[1, 2, 0x2, 4, 0x8, 6]), (None, vec![1, 2, 6]));
        assert_eq!(of(15, &[6, 3, u32::from_le_bytes(*b"kern"), 0, 8, 9]), (None, vec![3, 8, 9]));
        assert_eq!(of(43, &[1, 2, 77]), (Some(2), vec![1]), "a constant");
        assert_eq!(of(248, &[5]), (Some(5), Vec::new()), "a label");
        assert_eq!(ids(0x7fff, &[]), None);
        assert_eq!(ids(180, &[1]), Some(Ids { result: None, used: vec![1] }), "cut off");
    }

    #[test]
    fn strings_end_with_a_zero() {
        let words = [u32::from_le_bytes(*b"abcd"), u32::from_le_bytes(*b"e\0\0\0"), 7];
        assert_eq!(string(&words), ("abcde".to_owned(), &words[2..]));
        assert_eq!(string(&words[..1]), ("abcd".to_owned(), &words[..0]));
    }
}

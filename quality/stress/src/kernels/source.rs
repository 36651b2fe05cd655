//! Random kernels as C, without races: what they compute depends on no order of items.
//!
//! An item writes to elements of its own, of `out` and of local memory. What others wrote there it reads between two
//! barriers only. Barriers are where all items get together: below branches on uniform variables (`u`) only. Branches
//! on other variables (`v`, `f`) have anything else below them, returns only where no barrier follows.
//!
//! In some kernels nothing shows that uniform variables are uniform: they come from memory, or are computed of ids.
//! Barriers of sub-groups are also below branches and in loops that a sub-group takes as a whole: on the number of the
//! sub-group, and on what its items voted for.

use std::fmt::Write;

use fastrand::Rng;

/// Variables of each kind.
const VARIABLES: usize = 4;

/// Items that are somewhere together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Together {
    /// Any.
    Some,
    /// All of a sub-group, or none of it.
    SubGroup,
    /// All of the group.
    All,
}

/// Place of a statement.
#[derive(Clone, Copy)]
struct Place {
    /// Items that are here together.
    together: Together,
    /// Whether there may be a barrier of those that are together.
    takes_barriers: bool,
    /// Whether there may be a return that only some items take.
    takes_returns: bool,
    /// Whether it is in a loop or switch, and which items leave that together.
    in_loop: Option<Together>,
    depth: u32,
}

impl Place {
    fn is_together(self) -> bool {
        self.together == Together::All
    }

    /// A place where any items may be.
    fn apart(self) -> Self {
        Self { together: Together::Some, takes_barriers: false, takes_returns: false, in_loop: None, ..self }
    }
}

struct Source<'r> {
    text: String,
    rng: &'r mut Rng,
    names: usize,
    sub_groups: bool,
    /// Whether uniform values look as if they were not.
    hidden: bool,
}

/// Kernels `k0` and so on, as C.
pub(crate) fn kernels(rng: &mut Rng, count: usize) -> String {
    let mut source = Source { text: HEAD.to_owned(), rng, names: 0, sub_groups: false, hidden: false };
    for number in 0..count {
        source.kernel(number);
    }
    source.text
}

const HEAD: &str = "\
typedef int i32; typedef unsigned u32; typedef unsigned long u64;\n\
typedef float f4 __attribute__((ext_vector_type(4)));\n\
__attribute__((const)) u64 __sp_host_local_id(u32);\n\
__attribute__((const)) u64 __sp_host_group_id(u32);\n\
__attribute__((const)) u64 __sp_host_group_size(u32);\n\
__attribute__((const)) u32 __sp_host_sub_group_size(void);\n\
__attribute__((convergent)) void __sp_host_group_barrier(void);\n\
__attribute__((convergent)) void __sp_host_sub_group_barrier(void);\n\
struct object { i32 a[6]; };\n\
static i32 clamped(float x) { return x > -1e6f && x < 1e6f ? (i32)x : 17; }\n\n";

impl Source<'_> {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn chance(&mut self, of: u32) -> bool {
        self.rng.u32(..of) == 0
    }

    fn kernel(&mut self, number: usize) {
        (self.sub_groups, self.hidden) = (self.chance(3), self.chance(2));
        let _ = writeln!(
            self.text,
            "void k{number}(const i32 *in, i32 *out, i32 *local, i32 n, i32 m, struct object s) {{\n\
             u32 x = __sp_host_local_id(0), y = __sp_host_local_id(1), z = __sp_host_local_id(2);\n\
             u32 sx = __sp_host_group_size(0), sy = __sp_host_group_size(1), size = sx * sy * __sp_host_group_size(2);\n\
             u32 id = x + sx * (y + sy * z), group = __sp_host_group_id(0);\n\
             i32 *own = out + (group * 64 + id) * 16 + 1; i32 *spare = local + 64;\n\
             i32 p[4] = {{1, 2, 3, (i32)id}}; f4 w = {{1, 2, (float)id, 4}};"
        );
        if self.sub_groups {
            self.line("u32 sg = __sp_host_sub_group_size(), lane = id % sg, first = id - lane, lanes = size - first < sg ? size - first : sg;");
        }
        for index in 0..VARIABLES {
            let (scale, more) = (self.rng.i32(-2..4), self.rng.i32(-5..6));
            let _ = writeln!(
                self.text,
                "i32 u{index} = n * {scale} + {more}; i32 v{index} = (i32)id * {more} + {scale}; \
                 float f{index} = {index} + (float)id;"
            );
        }
        if self.hidden && self.chance(4) {
            // It is larger than a group.
            self.line("if ((i32)id >= in[7]) return;");
        }
        let place =
            Place { together: Together::All, takes_barriers: true, takes_returns: false, in_loop: None, depth: 0 };
        self.block(place, 6);
        self.block(Place { takes_barriers: false, takes_returns: true, ..place }, 3);
        self.line("end:;");
        for index in 0..VARIABLES {
            let _ = writeln!(
                self.text,
                "own[{index}] = v{index}; own[{}] = u{index}; own[{}] = clamped(f{index} * 16);",
                index + 4,
                index + 8
            );
        }
        self.line("own[12] = p[0] ^ p[1] ^ p[2] ^ p[3]; own[13] = clamped(w.x + w.y + w.z + w.w); own[14] = s.a[0] + s.a[3];\n}\n");
    }

    /// An expression that is the same for all items.
    fn uniform(&mut self, depth: u32) -> String {
        if self.hidden && self.chance(4) {
            return match self.rng.u32(..3) {
                0 if depth > 0 => format!("in[(u32){} % 64]", self.uniform(depth - 1)),
                1 => "(m + (i32)(id >> 20))".into(),
                _ => format!("in[{}]", self.rng.u32(..8)),
            };
        }
        let choice = if depth == 0 { self.rng.u32(..4) } else { self.rng.u32(..9) };
        match choice {
            0 => "n".into(),
            1 => "m".into(),
            2 => format!("{}", self.rng.i32(-3..9)),
            3 => format!("u{}", self.rng.usize(..VARIABLES)),
            4 => "(i32)group".into(),
            _ => {
                let (a, b) = (self.uniform(depth - 1), self.uniform(depth - 1));
                format!("(i32)((u32){a} {} (u32){b})", self.operator())
            }
        }
    }

    fn operator(&mut self) -> &'static str {
        ["+", "-", "*", "^", "&", "|"][self.rng.usize(..6)]
    }

    /// An expression that may differ between items.
    fn varying(&mut self, depth: u32) -> String {
        let choice = if depth == 0 { self.rng.u32(..4) } else { self.rng.u32(..13) };
        match choice {
            0 | 1 => format!("v{}", self.rng.usize(..VARIABLES)),
            2 => "(i32)id".into(),
            3 => self.uniform(0),
            4 => format!("in[(u32){} % 64]", self.varying(depth - 1)),
            5 => format!("p[(u32){} % 4]", self.varying(depth - 1)),
            6 => format!("s.a[(u32){} % 6]", self.varying(depth - 1)),
            7 => format!("({} < {} ? {} : {})", self.varying(0), self.varying(0), self.varying(0), self.varying(0)),
            8 => format!("clamped(f{})", self.rng.usize(..VARIABLES)),
            9 => "(i32)x".into(),
            _ => {
                let (a, b) = (self.varying(depth - 1), self.varying(depth - 1));
                format!("(i32)((u32){a} {} (u32){b})", self.operator())
            }
        }
    }

    /// An expression that is the same for those that are together.
    fn same(&mut self, together: Together, depth: u32) -> String {
        match together {
            Together::Some => self.varying(depth),
            Together::All => self.uniform(depth),
            Together::SubGroup => {
                let (other, operator) = (self.uniform(depth), self.operator());
                format!("(i32)((id / sg) {operator} (u32){other})")
            }
        }
    }

    fn condition(&mut self, together: Together) -> String {
        let (a, b) = (self.same(together, 1), self.same(together, 1));
        let compare = ["<", "==", "!=", ">="][self.rng.usize(..4)];
        if self.chance(3) { format!("(({a} ^ {b}) & 1)") } else { format!("{a} {compare} {b}") }
    }

    fn block(&mut self, place: Place, length: u32) {
        for _ in 0..self.rng.u32(1..=length) {
            self.statement(place);
        }
    }

    fn statement(&mut self, place: Place) {
        let inner = Place { depth: place.depth + 1, ..place };
        let choice = self.rng.u32(..if place.depth < 4 { 22 } else { 8 });
        match choice {
            0..=2 => self.assignment(place),
            3 if place.is_together() => {
                let (index, value) = (self.rng.usize(..VARIABLES), self.uniform(2));
                self.line(&format!("u{index} = {value};"));
            }
            4 if place.takes_barriers && place.is_together() => self.line("__sp_host_group_barrier();"),
            5 => self.jump(place),
            6 if self.chance(2) => self.line("__atomic_fetch_add(out, 1, 0);"),
            7..=9 if place.takes_barriers => self.exchange(inner),
            10..=12 => self.branch(inner),
            13..=15 => self.repeat(inner),
            16 => self.choose(inner),
            17 => self.leave(inner),
            18 | 19 => self.stride(inner),
            _ => self.assignment(place),
        }
    }

    fn assignment(&mut self, place: Place) {
        let index = self.rng.usize(..VARIABLES);
        let value = self.varying(2);
        let text = match self.rng.u32(..10) {
            0 => format!("f{index} = f{} * 0.5f + {};", (index + 1) % VARIABLES, self.rng.i32(-2..3)),
            1 => format!("p[(u32){value} % 4] = v{index};"),
            2 => format!("s.a[(u32){value} % 6] += {};", index + 1),
            3 => format!("w = w * 0.5f + (f4)(f{index}, 1, 2, 3);"),
            4 => format!("own[(u32){value} % 15] ^= {};", self.rng.i32(..)),
            5 if place.is_together() => {
                format!("for (i32 i = 0; i < (u{index} & 7); i++) f{index} += in[(id + i) % 64] * 1e-3f;")
            }
            6 => {
                let end = self.uniform(1);
                format!(
                    "for (u32 i = id; i < ((u32){end} & 127); i += size) {{ v{index} += in[i % 64]; p[i & 3] += 2; }}"
                )
            }
            _ => format!("v{index} = {value};"),
        };
        self.line(&text);
    }

    /// Out of a loop, or of the kernel.
    fn jump(&mut self, place: Place) {
        match place.in_loop {
            // What all leave together is left by all that are here.
            Some(together) if place.together >= together => {
                let condition = self.condition(together);
                let word = if self.chance(2) { "break" } else { "continue" };
                self.line(&format!("if ({condition}) {word};"));
            }
            _ if place.takes_returns => {
                let (condition, place) = (self.condition(Together::Some), self.rng.u32(..15));
                self.line(&format!("if ({condition}) {{ own[{place}] = 5; return; }}"));
            }
            _ if place.is_together() && self.chance(4) => {
                let condition = self.condition(Together::All);
                self.line(&format!("if ({condition}) goto end;"));
            }
            _ => self.assignment(place),
        }
    }

    /// Items write, wait, read what others wrote, and wait.
    fn exchange(&mut self, place: Place) {
        let (value, from, index) = (self.varying(1), self.varying(1), self.rng.usize(..VARIABLES));
        let memory = if self.chance(2) { "local" } else { "spare" };
        if !place.is_together() || self.sub_groups && self.chance(4) {
            self.exchange_in_sub_group(place, memory, index);
            return;
        }
        if self.sub_groups && self.chance(2) {
            let decides = self.uniform(1);
            self.names += 1;
            let (i, round) = (self.names, self.rng.u32(..4));
            // In one of several ways all of a sub-group are together, and others need not be.
            self.line(&match round {
                0 => format!("if ((((i32)(id / sg)) ^ {decides}) & 1) {{"),
                1 => format!("for (u32 round{i} = 0; round{i} < (id / sg + (u32){decides}) % 3; round{i}++) {{"),
                _ => "{".to_owned(),
            });
            self.line(&format!(
                "{memory}[id] = {value}; __sp_host_sub_group_barrier();\n\
                 v{index} = {memory}[first + (u32){from} % lanes]; __sp_host_sub_group_barrier(); }}"
            ));
            return;
        }
        if self.hidden && self.chance(3) {
            self.barriers_in_rounds(place, memory, index);
            return;
        }
        self.line(&format!("{memory}[id] = {value}; __sp_host_group_barrier();"));
        if self.chance(2) {
            self.block(Place { takes_barriers: false, takes_returns: false, in_loop: None, ..place }, 2);
        }
        self.line(&format!("v{index} ^= {memory}[(u32){from} % size];"));
        if self.chance(2) {
            self.line(&format!("for (u32 i = 0; i < size; i++) v{index} += {memory}[(i + id) % size] * (i32)i;"));
        }
        self.line("__sp_host_group_barrier();");
    }

    /// A loop over more than there are items, which all leave in the same round; or a barrier that is in the way of
    /// some, and that none gets to.
    fn barriers_in_rounds(&mut self, place: Place, memory: &str, index: usize) {
        self.names += 1;
        let i = format!("number{}", self.names);
        let rounds = self.rng.u32(1..4);
        if self.chance(2) {
            let condition = self.condition(Together::Some);
            self.line(&format!("if ({condition}) {{"));
            self.block(place.apart(), 2);
            self.line("if (in[3] == 1) { v0 = 1; __sp_host_group_barrier(); v1 += v0; } v2 ^= 3;\n}");
            return;
        }
        self.line(&format!("for (u32 {i} = id; {i} < size * {rounds}; {i} += size) {{"));
        self.line(&format!("{memory}[id] = v{index} + (i32){i}; __sp_host_group_barrier();"));
        self.line(&format!("v{index} ^= {memory}[{i} * 3 % size]; __sp_host_group_barrier();\n}}"));
    }

    /// Items of a sub-group exchange values: once, in a tree, or so that all of them know what any of them wants.
    fn exchange_in_sub_group(&mut self, place: Place, memory: &str, index: usize) {
        self.names += 1;
        let (name, value, from) = (self.names, self.varying(1), self.varying(1));
        let exchange = |value: &str, from: &str| {
            format!(
                "{memory}[id] = {value}; __sp_host_sub_group_barrier();\n\
                 i32 got = {memory}[first + (u32)({from}) % lanes]; __sp_host_sub_group_barrier();"
            )
        };
        match self.rng.u32(..4) {
            0 => self.line(&format!("{{ {} v{index} ^= got; }}", exchange(&value, &from))),
            1 => self.line(&format!(
                "for (u32 step = sg / 2; step; step /= 2) {{ {} v{index} += got; }}",
                exchange(&format!("v{index}"), "lane + step")
            )),
            // An array lives across barriers.
            2 => self.line(&format!(
                "{{ i32 a[3] = {{v0, v{index}, (i32)lane}}; {} a[(u32){from} % 3] += got; v{index} ^= a[(u32)got % 3]; }}",
                exchange("a[1]", "lane ^ 1")
            )),
            _ => {
                let rounds = self.rng.u32(1..4);
                let vote = format!("vote{name}");
                self.line(&format!("i32 {vote} = 1; for (i32 times{name} = 0; {vote} && times{name} < {rounds}; times{name}++) {{"));
                self.block(
                    Place { together: Together::SubGroup, takes_returns: false, in_loop: Some(Together::SubGroup), ..place },
                    2,
                );
                self.line(&format!(
                    "{memory}[id] = {value} & 1; __sp_host_sub_group_barrier(); {vote} = 0;\n\
                     for (u32 i = 0; i < lanes; i++) {vote} |= {memory}[first + i];\n__sp_host_sub_group_barrier(); }}"
                ));
            }
        }
    }

    /// The place below a condition here, and who takes that alike.
    fn below(&mut self, place: Place) -> (Together, Place) {
        let together = match self.rng.u32(..6) {
            0..=2 => Together::All,
            3 if self.sub_groups => Together::SubGroup,
            _ => Together::Some,
        };
        let both = place.together.min(together);
        (together, Place { together: both, takes_barriers: place.takes_barriers && both != Together::Some, ..place })
    }

    fn branch(&mut self, place: Place) {
        let (together, below) = self.below(place);
        let condition = self.condition(together);
        self.line(&format!("if ({condition}) {{"));
        self.block(below, 3);
        if self.chance(2) {
            self.line("} else {");
            self.block(below, 3);
        }
        self.line("}");
    }

    fn repeat(&mut self, place: Place) {
        let (together, below) = self.below(place);
        let rounds = self.same(together, 1);
        self.names += 1;
        let i = format!("round{}", self.names);
        let below = Place { in_loop: Some(below.together), ..below };
        if self.chance(3) {
            self.line(&format!("i32 {i} = 0; do {{"));
            self.block(below, 3);
            self.line(&format!("}} while (++{i} < ({rounds} & 3));"));
        } else {
            self.line(&format!("for (i32 {i} = 0; {i} < ({rounds} & 3); {i}++) {{"));
            self.block(below, 4);
            if self.chance(2) && below.is_together() {
                let index = self.rng.usize(..VARIABLES);
                self.line(&format!("u{index} += {i};"));
            }
            self.line("}");
        }
    }

    /// A loop whose items are some step apart.
    fn stride(&mut self, place: Place) {
        self.names += 1;
        let (i, one, other) = (format!("at{}", self.names), self.rng.usize(..VARIABLES), self.rng.usize(..VARIABLES));
        let mut of = |list: &[&str]| list[self.rng.usize(..list.len())].replace('#', &one.to_string());
        let ty = of(&["i32", "u32", "u64", "long", "short", "i32"]);
        let (start, first) = match of(&["", "", "2147483000 + ", "(u# & 31) + ", "(i32)group * 40 - 20 + "]) {
            near if near.starts_with('2') && ty != "short" => (near, "2147483000 + "),
            near if near.starts_with('2') => (String::new(), ""),
            other => (other, ""),
        };
        let id = of(&["x", "x", "x", "y", "id", "x * 2", "z", "(v# & 15)", "x % 4", "(x & 7)"]);
        let end = of(&["100", "(u# & 127)", "(n & 63)", "17", "(v# & 63)", "size * 2", "in[3] % 64"]);
        let step = of(&["sx", "sx", "size", "64", "1", "(u# & 7) + 1", "sx * 2", "sy", "sy * 3", "32", "4", "8"]);
        let guard = of(&["", "", "", "if ((v# & 3) != 1) {", "if (id < 11) {", "if (u# & 1) if (v# & 6) {"]);
        let less = of(&["<", "<", "<="]);
        let end = format!("({ty})({first}{end})");
        self.line(&format!("{ty} {i} = ({ty})({start}{id});"));
        if !guard.is_empty() {
            self.line(&guard);
        }
        let (head, tail) = match self.rng.u32(..4) {
            0 => (format!("while ({i} {less} {end}) {{"), format!("{i} += ({ty})({step}); }}")),
            1 => (format!("if ({i} {less} {end}) do {{"), format!("}} while (({i} += ({ty})({step})) {less} {end});")),
            2 => (
                "do {".to_owned(),
                format!("{i} += ({ty})({step}); }} while (!({end} {} {i}));", if less == "<" { "<=" } else { "<" }),
            ),
            _ => (format!("for (; {i} {less} {end}; {i} += ({ty})({step})) {{"), "}".to_owned()),
        };
        self.line(&head);
        for _ in 0..self.rng.u32(1..4) {
            let text = match self.rng.u32(..13) {
                10 => format!("if ((v{one} ^ (i32){i}) % 5 == 0) break;"),
                11 => format!("if (((v{other} + (i32){i}) & 3) == 0) goto next{i};"),
                12 if self.chance(2) => {
                    self.stride(place.apart());
                    continue;
                }
                0 => format!("v{one} += in[(u32){i} % 64];"),
                1 => format!("f{one} += in[(u32){i} % 64] * 1e-3f;"),
                2 => format!("own[(u32){i} % 15] ^= (i32){i} + v{other};"),
                3 => format!("if (in[((u32){i} + 3) % 64] & 1) v{one} ^= (i32){i};"),
                4 => format!("if (v{one} & 4) own[3] += v{other}; else f{other} *= 0.5f;"),
                5 => "__atomic_fetch_add(out, 1, 0);".to_owned(),
                6 => format!("v{one} = v{other} * 3 + u{one};"),
                7 => format!("v{other} = (i32){i};"),
                _ => {
                    self.block(place.apart(), 2);
                    continue;
                }
            };
            self.line(&text);
        }
        self.line(&format!("next{i}:;"));
        self.line(&tail);
        if !guard.is_empty() {
            self.line("}");
        }
        if self.chance(3) {
            self.line(&format!("v{other} ^= (i32){i};"));
        }
    }

    fn choose(&mut self, place: Place) {
        let (together, below) = self.below(place);
        let value = self.same(together, 1);
        self.line(&format!("switch ({value} & 3) {{"));
        let below = Place { in_loop: None, takes_returns: below.takes_returns, ..below };
        for case in 0..self.rng.u32(1..4) {
            self.line(&format!("case {case}: {{"));
            self.block(below, 2);
            let falls_through = self.chance(3);
            self.line(if falls_through { "}" } else { "} break;" });
        }
        self.line("default:;\n}");
    }

    /// A block that some leave from within what is in it.
    fn leave(&mut self, place: Place) {
        self.names += 1;
        let label = format!("out{}", self.names);
        let (together, below) = self.below(place);
        for _ in 0..2 {
            let condition = self.condition(together);
            self.line(&format!("if ({condition}) {{"));
            self.block(below, 2);
            self.line(&format!("goto {label}; }}"));
            self.block(below, 2);
        }
        self.line(&format!("{label}:;"));
    }
}

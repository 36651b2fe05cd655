//! Globals of a module.

use fastrand::Rng;

use super::Target;

/// Function signatures: few, so that calls through pointers find candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signature {
    Nothing,
    Integers,
    Pointers,
    Struct,
    /// Arguments of kernels: memory in all address spaces, values, structs by value.
    Arguments,
}

impl Signature {
    const ALL: [Self; 4] = [Self::Nothing, Self::Integers, Self::Pointers, Self::Struct];

    pub(super) fn result(self) -> &'static str {
        match self {
            Self::Nothing | Self::Arguments => "void",
            Self::Integers => "i32",
            Self::Pointers => "ptr",
            Self::Struct => "%pair",
        }
    }

    pub(super) fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Nothing => &[],
            Self::Integers => &["i32", "i64"],
            Self::Pointers => &["ptr", "ptr addrspace(1)"],
            Self::Struct => &["double"],
            Self::Arguments => &[
                "ptr addrspace(3) align 16",
                "ptr addrspace(1) noundef",
                "i32",
                "ptr byval(%pair) align 8",
                "ptr addrspace(3)",
            ],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linkage {
    External,
    Internal,
    Private,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    AvailableExternally,
}

impl Linkage {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::External => "",
            Self::Internal => "internal ",
            Self::Private => "private ",
            Self::LinkOnce => "linkonce ",
            Self::LinkOnceOdr => "linkonce_odr ",
            Self::Weak => "weak ",
            Self::WeakOdr => "weak_odr ",
            Self::AvailableExternally => "available_externally ",
        }
    }

    pub(super) fn is_local(self) -> bool {
        matches!(self, Self::Internal | Self::Private)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function { signature: Signature, role: Role },
    Variable { space: u32 },
    Alias { of: usize, space: u32 },
    Ifunc { resolver: usize },
}

/// Role of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Kernel,
    /// SYCL_EXTERNAL
    Exported,
    Helper,
    /// May be called through a pointer.
    ReferencedIndirectly,
    Virtual,
    Declaration,
}

#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) linkage: Linkage,
    pub(crate) is_declaration: bool,
    pub(crate) comdat: Option<String>,
}

impl Global {
    pub(crate) fn is_function(&self) -> bool {
        matches!(self.kind, Kind::Function { .. })
    }

    pub(crate) fn is_definition(&self) -> bool {
        !self.is_declaration
    }

    pub(super) fn is_defined_function(&self) -> bool {
        self.is_function() && self.is_definition()
    }

    pub(crate) fn is_variable(&self) -> bool {
        matches!(self.kind, Kind::Variable { .. })
    }

    pub(crate) fn is_virtual(&self) -> bool {
        matches!(self.kind, Kind::Function { role: Role::Virtual, .. })
    }

    /// Address space of a pointer to it.
    pub(super) fn space(&self) -> u32 {
        match self.kind {
            Kind::Variable { space } | Kind::Alias { space, .. } => space,
            Kind::Function { .. } | Kind::Ifunc { .. } => 0,
        }
    }

    /// `@name`, quoted where the name needs it.
    pub(super) fn reference(&self) -> String {
        let plain = self.name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._$".contains(&b));
        if plain { format!("@{}", self.name) } else { format!("@\"{}\"", self.name) }
    }
}

fn linkage(rng: &mut Rng, choices: &[Linkage]) -> Linkage {
    choices[rng.usize(..choices.len())]
}

fn name(rng: &mut Rng, kind: &str, number: usize) -> String {
    match rng.usize(..12) {
        0 => format!("{kind} {number}"), // needs quotes
        1 => format!("_Z{}{kind}{number}v", kind.len() + number.to_string().len()),
        2 => format!("{kind}.{number}"),
        _ => format!("{kind}{number}"),
    }
}

pub(super) fn globals(rng: &mut Rng, target: Target) -> Vec<Global> {
    let mut globals = Vec::new();
    functions(rng, &mut globals);
    variables(rng, target, &mut globals);
    aliases(rng, &mut globals);
    comdats(rng, &mut globals);
    globals
}

fn functions(rng: &mut Rng, globals: &mut Vec<Global>) {
    use Linkage::{AvailableExternally, External, Internal, LinkOnce, LinkOnceOdr, Private, Weak, WeakOdr};
    let virtual_functions = rng.usize(..8) == 0;
    let counts = [
        (Role::Kernel, 1 + rng.usize(..4)),
        (Role::Exported, rng.usize(..3)),
        (Role::Helper, rng.usize(..7)),
        (Role::ReferencedIndirectly, if rng.usize(..5) == 0 { 2 } else { 0 }),
        (Role::Virtual, if virtual_functions { 2 } else { 0 }),
        (Role::Declaration, rng.usize(..3)),
    ];
    for (role, count) in counts {
        for _ in 0..count {
            let number = globals.len();
            let (prefix, linkage) = match role {
                Role::Kernel => ("kernel", linkage(rng, &[External, External, WeakOdr, LinkOnceOdr, Weak])),
                Role::Exported => ("exported", linkage(rng, &[External, External, WeakOdr, LinkOnceOdr, LinkOnce])),
                Role::Helper => (
                    "helper",
                    linkage(
                        rng,
                        &[Internal, Internal, LinkOnceOdr, LinkOnce, WeakOdr, Private, External, AvailableExternally],
                    ),
                ),
                Role::ReferencedIndirectly => ("indirect", linkage(rng, &[External, LinkOnceOdr, Internal])),
                Role::Virtual => ("virtual", linkage(rng, &[External, LinkOnceOdr])),
                Role::Declaration => ("declared", External),
            };
            let signature = match role {
                Role::Kernel => [Signature::Nothing, Signature::Arguments][rng.usize(..2)],
                _ => Signature::ALL[rng.usize(..4)],
            };
            globals.push(Global {
                name: name(rng, prefix, number),
                kind: Kind::Function { signature, role },
                linkage,
                is_declaration: role == Role::Declaration,
                comdat: None,
            });
        }
    }
}

fn variables(rng: &mut Rng, target: Target, globals: &mut Vec<Global>) {
    use Linkage::{AvailableExternally, External, Internal, LinkOnceOdr, Private, Weak, WeakOdr};
    for _ in 0..rng.usize(..8) {
        let number = globals.len();
        let spaces: &[u32] = if target == Target::Spir { &[0, 1, 1, 2] } else { &[0, 1, 1, 4] };
        let is_declaration = rng.usize(..8) == 0;
        let linkage = if is_declaration {
            External
        } else {
            linkage(
                rng,
                &[Internal, Internal, Internal, Private, LinkOnceOdr, WeakOdr, Weak, External, AvailableExternally],
            )
        };
        globals.push(Global {
            name: name(rng, "variable", number),
            kind: Kind::Variable { space: spaces[rng.usize(..spaces.len())] },
            linkage,
            is_declaration,
            comdat: None,
        });
    }
}

fn aliases(rng: &mut Rng, globals: &mut Vec<Global>) {
    use Linkage::{External, Internal, LinkOnceOdr, Weak};
    for _ in 0..if rng.usize(..3) == 0 { rng.usize(1..4) } else { 0 } {
        let number = globals.len();
        let can_be_aliased = |g: &Global| {
            g.is_definition() && g.linkage != Linkage::AvailableExternally && !matches!(g.kind, Kind::Ifunc { .. })
        };
        // An alias of an alias that can be replaced is not allowed.
        let is_fixed = |g: &Global| !matches!(g.kind, Kind::Alias { .. }) || matches!(g.linkage, External | Internal);
        let targets: Vec<usize> =
            (0..globals.len()).filter(|i| can_be_aliased(&globals[*i]) && is_fixed(&globals[*i])).collect();
        let Some(of) = (!targets.is_empty()).then(|| targets[rng.usize(..targets.len())]) else { return };
        globals.push(Global {
            name: name(rng, "alias", number),
            kind: Kind::Alias { of, space: globals[of].space() },
            linkage: linkage(rng, &[External, Internal, LinkOnceOdr, Weak]),
            is_declaration: false,
            comdat: None,
        });
    }
    if rng.usize(..14) == 0 {
        let number = globals.len();
        let is_resolver = |g: &Global| {
            g.is_definition()
                && g.linkage != Linkage::AvailableExternally
                && matches!(g.kind, Kind::Function { signature: Signature::Pointers, role: Role::Helper })
        };
        if let Some(resolver) = globals.iter().position(is_resolver) {
            globals.push(Global {
                name: name(rng, "ifunc", number),
                kind: Kind::Ifunc { resolver },
                linkage: linkage(rng, &[External, Internal]),
                is_declaration: false,
                comdat: None,
            });
        }
    }
}

fn comdats(rng: &mut Rng, globals: &mut [Global]) {
    for global in globals {
        let may_have = !matches!(global.kind, Kind::Alias { .. } | Kind::Ifunc { .. })
            && global.is_definition()
            && !global.linkage.is_local()
            && global.linkage != Linkage::AvailableExternally;
        if may_have {
            global.comdat = match rng.usize(..8) {
                0 => Some(global.name.replace(' ', "_")),
                1 => Some("shared_comdat".to_owned()),
                _ => None,
            };
        }
    }
}

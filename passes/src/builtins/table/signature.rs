//! Types of IR against the rows: what a call binds the variables to, and every binding that a row allows.

use std::fmt::{self, Write};

use super::{Family, Form, LANES, Part, Pointee, Row, Scalar, Type, Variable};

/// A type of a function in a module, as far as the table knows types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IrType {
    /// `void`.
    Void,
    /// `i1`.
    Bool,
    /// A scalar or vector of the table.
    Value(Type),
    /// A struct of two of these.
    Pair(Type),
    /// A pointer in this address space.
    Pointer(u32),
    /// Anything else.
    Other,
}

/// Value of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// A type.
    Type(Type),
    /// An address space.
    Space(u32),
}

/// The types of a function: its result and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    /// The type of the result.
    pub result: IrType,
    /// The types of the parameters.
    pub parameters: Vec<IrType>,
}

/// A row with its variables bound: one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    operation: &'static str,
    /// Value of each variable, in the row's order.
    pub variables: Vec<Bound>,
    /// The number of elements of an operation on vectors, 1 on scalars.
    pub lanes: u8,
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::BF16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lanes > 1 {
            write!(f, "v{}", self.lanes)?;
        }
        write!(f, "{}", self.scalar)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Type(of) => write!(f, "{of}"),
            Bound::Space(space) => write!(f, "p{space}"),
        }
    }
}

impl Binding {
    /// The canonical name: `__sp_atomic_iadd_i64_p1`, `__sp_ocl_sin_v4f32`.
    pub fn name(&self) -> String {
        let mut name = format!("__sp_{}", self.operation);
        for bound in &self.variables {
            write!(name, "_{bound}").expect("writing to a string does not fail");
        }
        name
    }

    /// The function for one element, which the library has where the row's form is [`Form::Elementwise`].
    pub fn element(&self) -> Binding {
        let element = |bound: &Bound| match *bound {
            Bound::Type(of) => Bound::Type(Type { lanes: 1, ..of }),
            space @ Bound::Space(_) => space,
        };
        Binding { operation: self.operation, variables: self.variables.iter().map(element).collect(), lanes: 1 }
    }

    fn scalar(&self, variable: usize) -> Option<Scalar> {
        match self.variables.get(variable)? {
            Bound::Type(of) => Some(of.scalar),
            Bound::Space(_) => None,
        }
    }

    /// The type that a pointer parameter points to, where vectors make its elements matter.
    pub fn pointee(&self, to: Pointee) -> Option<Scalar> {
        match to {
            Pointee::Of(variable) => self.scalar(variable),
            Pointee::Each(scalar) => Some(scalar),
            Pointee::Any => None,
        }
    }
}

/// The address space of flat pointers.
fn flat(target: Family) -> u32 {
    if target == Family::Spirv { 4 } else { 0 }
}

impl Variable {
    /// Values of the variable; types are scalars.
    pub fn values(&self, target: Family) -> Vec<Bound> {
        match *self {
            Variable::Scalar(scalars) => scalars.iter().map(|&scalar| Bound::Type(Type { scalar, lanes: 1 })).collect(),
            Variable::Space(spaces) => match target {
                Family::Host => vec![Bound::Space(0)],
                Family::Spirv => vec![Bound::Space(1), Bound::Space(3), Bound::Space(4)],
                Family::Nvptx | Family::Amdgpu => spaces.iter().map(|&space| Bound::Space(space.into())).collect(),
            },
        }
    }
}

impl Row {
    /// The function that a declaration of these types means on a target, if the row has it. A row with
    /// [`Form::Variadic`] takes what follows its parameters.
    pub fn bind(&self, target: Family, types: &Types) -> Option<Binding> {
        self.bind_pointees(target, types, &[])
    }

    /// The same for an operation whose type is only in the mangled name: an asynchronous copy has pointers in IR.
    /// `pointees` has what each parameter points to, as far as it is known; numbers of the same size are one type.
    pub fn bind_pointees(&self, target: Family, types: &Types, pointees: &[Option<Type>]) -> Option<Binding> {
        let fits = match self.form {
            Form::Variadic => types.parameters.len() >= self.parameters.len(),
            Form::Scalars | Form::Elementwise | Form::Vectors(_) | Form::Written | Form::Paired => {
                types.parameters.len() == self.parameters.len()
            }
        };
        if !fits {
            return None;
        }
        let mut matching = Matching { row: self, target, variables: vec![None; self.variables.len()], lanes: None };
        for (part, of) in self.parameters.iter().zip(&types.parameters) {
            matching.part(*part, *of)?;
        }
        matching.result(types.result)?;
        for (part, pointee) in self.parameters.iter().zip(pointees) {
            matching.pointee(*part, *pointee)?;
        }
        let variables = matching.variables.into_iter().collect::<Option<Vec<Bound>>>()?;
        let lanes = matching.lanes.unwrap_or(1);
        Some(Binding { operation: self.operation, variables, lanes })
    }

    /// Every function of the row on a target that the library has: a vector only where the row's form asks for it.
    pub fn bindings(&self, target: Family) -> Vec<Binding> {
        let lanes = match self.form {
            Form::Vectors(lanes) => lanes,
            Form::Scalars | Form::Elementwise | Form::Variadic | Form::Paired => &[1],
            Form::Written => &LANES,
        };
        let mut all = Vec::new();
        for &lanes in lanes {
            let mut some = vec![Vec::new()];
            for variable in self.variables {
                let values = variable.values(target);
                let widened = |value: &Bound| match *value {
                    Bound::Type(of) => Bound::Type(Type { lanes, ..of }),
                    space @ Bound::Space(_) => space,
                };
                some = some
                    .iter()
                    .flat_map(|before: &Vec<Bound>| {
                        values.iter().map(move |value| [before.as_slice(), &[widened(value)]].concat())
                    })
                    .collect();
            }
            all.extend(some.into_iter().map(|variables| Binding { operation: self.operation, variables, lanes }));
        }
        all
    }

    /// The types in IR of the library's function.
    pub fn library_types(&self, target: Family, binding: &Binding) -> Types {
        let (result, parameters) = self.library_parts();
        self.types_of(target, binding, result, &parameters)
    }

    /// The types in IR of a function of the row, as it is called.
    pub fn types(&self, target: Family, binding: &Binding) -> Types {
        self.types_of(target, binding, self.result, self.parameters)
    }

    fn types_of(&self, target: Family, binding: &Binding, result: Part, parameters: &[Part]) -> Types {
        let of = |part: &Part| match *part {
            Part::Void => IrType::Void,
            Part::Bool => IrType::Bool,
            Part::Fixed(scalar) => IrType::Value(Type { scalar, lanes: 1 }),
            Part::Each(scalar) => IrType::Value(Type { scalar, lanes: binding.lanes }),
            Part::Vector(scalar, lanes) => IrType::Value(Type { scalar, lanes }),
            Part::ElementOf(variable) => match binding.variables[variable] {
                Bound::Type(of) => IrType::Value(Type { lanes: 1, ..of }),
                Bound::Space(_) => IrType::Other,
            },
            Part::Flat => IrType::Pointer(flat(target)),
            Part::In(space) => IrType::Pointer(space.into()),
            Part::Pair(variable) => match binding.variables[variable] {
                Bound::Type(of) => IrType::Pair(of),
                Bound::Space(_) => IrType::Other,
            },
            Part::Of(variable) | Part::Pointer { space: variable, .. } => match binding.variables[variable] {
                Bound::Type(of) => IrType::Value(of),
                Bound::Space(space) => IrType::Pointer(space),
            },
        };
        let result = match result {
            Part::Bool if self.form == Form::Elementwise && binding.lanes > 1 => {
                IrType::Value(Type { scalar: Scalar::I8, lanes: binding.lanes })
            }
            part => of(&part),
        };
        Types { result, parameters: parameters.iter().map(of).collect() }
    }

    /// Targets of the parameters of a function of the row, where a variable says them.
    pub fn pointees(&self, binding: &Binding) -> Vec<Option<Type>> {
        let of = |part: &Part| match *part {
            Part::Pointer { to: Pointee::Of(variable), .. } => match binding.variables[variable] {
                Bound::Type(of) => Some(of),
                Bound::Space(_) => None,
            },
            _ => None,
        };
        self.parameters.iter().map(of).collect()
    }
}

impl Row {
    /// If a value of the variable's type is passed or returned.
    fn mentions(&self, variable: usize) -> bool {
        self.parameters.iter().chain([&self.result]).any(|part| *part == Part::Of(variable))
    }
}

/// The state of [`Row::bind`].
struct Matching<'r> {
    row: &'r Row,
    target: Family,
    variables: Vec<Option<Bound>>,
    /// The number of elements, once a part has one for each.
    lanes: Option<u8>,
}

impl Matching<'_> {
    /// All parts with an element for each have the same number of them.
    fn lanes(&mut self, lanes: u8) -> Option<()> {
        let allowed = match self.row.form {
            Form::Scalars | Form::Variadic | Form::Paired => lanes == 1,
            Form::Elementwise | Form::Written => LANES.contains(&lanes),
            Form::Vectors(some) => some.contains(&lanes),
        };
        (allowed && *self.lanes.get_or_insert(lanes) == lanes).then_some(())
    }

    fn variable(&mut self, variable: usize, bound: Bound) -> Option<()> {
        let allowed = match (self.row.variables[variable], bound) {
            (Variable::Scalar(scalars), Bound::Type(of)) => scalars.contains(&of.scalar),
            (space @ Variable::Space(_), bound) => space.values(self.target).contains(&bound),
            (Variable::Scalar(_), Bound::Space(_)) => false,
        };
        (allowed && *self.variables[variable].get_or_insert(bound) == bound).then_some(())
    }

    fn part(&mut self, part: Part, of: IrType) -> Option<()> {
        match (part, of) {
            (Part::Bool, IrType::Bool) | (Part::Void, IrType::Void) => Some(()),
            (Part::Fixed(scalar), IrType::Value(of)) => (of == Type { scalar, lanes: 1 }).then_some(()),
            (Part::Vector(scalar, lanes), IrType::Value(of)) => (of == Type { scalar, lanes }).then_some(()),
            (Part::Each(scalar), IrType::Value(of)) if of.scalar == scalar => self.lanes(of.lanes),
            (Part::Of(variable), IrType::Value(of)) => {
                self.lanes(of.lanes)?;
                self.variable(variable, Bound::Type(of))
            }
            (Part::ElementOf(variable), IrType::Value(of)) if of.lanes == 1 => {
                let bound = Bound::Type(Type { scalar: of.scalar, lanes: self.lanes? });
                self.variable(variable, bound)
            }
            (Part::Pair(variable), IrType::Pair(of)) => {
                self.lanes(of.lanes)?;
                self.variable(variable, Bound::Type(of))
            }
            (Part::Pointer { space, .. }, IrType::Pointer(found)) => self.variable(space, Bound::Space(found)),
            (Part::In(space), IrType::Pointer(found)) => (found == u32::from(space)).then_some(()),
            (Part::Flat, IrType::Pointer(found)) => (found == flat(self.target)).then_some(()),
            _ => None,
        }
    }

    fn result(&mut self, of: IrType) -> Option<()> {
        let vectors = self.row.form == Form::Elementwise && self.lanes.is_some_and(|lanes| lanes > 1);
        match (self.row.result, of) {
            (Part::Bool, IrType::Value(of)) if vectors && of.scalar == Scalar::I8 => self.lanes(of.lanes),
            (Part::Bool, _) if vectors => None,
            (part, of) => self.part(part, of),
        }
    }

    /// A variable that no value has bound is bound by what a pointer points to.
    fn pointee(&mut self, part: Part, found: Option<Type>) -> Option<()> {
        let (Part::Pointer { to: Pointee::Of(variable), .. }, Some(found)) = (part, found) else { return Some(()) };
        if self.variables[variable].is_some() && self.row.mentions(variable) {
            return Some(());
        }
        let scalar = match found.scalar {
            Scalar::F16 | Scalar::BF16 => Scalar::I16,
            Scalar::F32 => Scalar::I32,
            Scalar::F64 => Scalar::I64,
            integer => integer,
        };
        self.lanes(found.lanes)?;
        self.variable(variable, Bound::Type(Type { scalar, ..found }))
    }
}

//! Functions between what a module calls and what a library has: other address spaces, values that one of them passes
//! in memory, vectors element by element. Each is inlined wherever it is called, and internal.

use super::resolve::{Parameter, Signature};
use crate::{
    builtins::table::{Binding, Form, Part, Pointee, Row, Scalar},
    ir::{Editor, Function, Type, TypeKind, Value},
};

/// Attributes that tie a function to a processor.
const OF_PROCESSOR: [&str; 3] = ["target-cpu", "target-features", "tune-cpu"];

/// Makes functions that call another one.
pub(super) struct Adapter<'e, 'm> {
    pub(super) editor: &'e mut Editor<'m>,
    /// Address space of the stack.
    pub(super) stack: u32,
    /// A function whose processor is that of what is made.
    pub(super) like: Option<Function<'m>>,
}

impl<'m> Adapter<'_, 'm> {
    /// Whether one function can be called in place of another.
    pub(super) fn fits(&self, from: &Signature<'m>, to: &Signature<'m>) -> bool {
        from.parameters.len() == to.parameters.len()
            && from.parameters.iter().zip(&to.parameters).all(|(f, t)| self.is_convertible(f.value, t.value))
            && self.is_convertible(to.result, from.result)
    }

    fn is_convertible(&self, from: Type<'m>, to: Type<'m>) -> bool {
        let size = |ty| self.editor.view().data_layout().store_size(ty);
        let is_plain = |ty: Type<'_>| match ty.kind() {
            TypeKind::Vector => ty.element(0).is_some_and(|element| !matches!(element.kind(), TypeKind::Pointer(_))),
            TypeKind::Pointer(_) | TypeKind::Struct | TypeKind::Array | TypeKind::Float128 | TypeKind::Other => false,
            _ => true,
        };
        from == to
            || match (from.kind(), to.kind()) {
                (TypeKind::Pointer(_), TypeKind::Pointer(_)) => true,
                (TypeKind::Integer(1), TypeKind::Integer(8 | 32))
                | (TypeKind::Integer(8 | 32), TypeKind::Integer(1)) => true,
                (TypeKind::Vector, TypeKind::Vector) if is_vec3_and_vec4(from, to) => true,
                (TypeKind::Integer(1), _) | (_, TypeKind::Integer(1)) => false,
                _ => is_plain(from) && is_plain(to) && size(from).is_some() && size(from) == size(to),
            }
    }

    /// A value as another type that it [fits](Self::fits).
    fn convert(&mut self, value: Value<'m>, to: Type<'m>) -> Value<'m> {
        match (value.ty().kind(), to.kind()) {
            _ if value.ty() == to => value,
            (TypeKind::Pointer(_), TypeKind::Pointer(space)) => self.editor.cast_address_space(value, space, "cast"),
            (TypeKind::Integer(1), TypeKind::Integer(_)) | (TypeKind::Integer(_), TypeKind::Integer(1)) => {
                self.editor.zext_or_trunc(value, to, "bool")
            }
            (TypeKind::Vector, TypeKind::Vector) if is_vec3_and_vec4(value.ty(), to) => {
                let mut whole = self.editor.undef(to);
                for index in 0..3 {
                    let element = self.editor.extract_element(value, index);
                    whole = self.editor.insert_element(whole, element, index);
                }
                whole
            }
            _ => self.editor.bit_cast(value, to, "bits"),
        }
    }

    /// Gives a declaration a body that calls another function, which [fits](Self::fits).
    pub(super) fn forward(&mut self, from: Function<'m>, to: Function<'m>) {
        let (own, other) = (Signature::from_function(from), Signature::from_function(to));
        self.begin(from, to);
        let mut parameters = from.parameters();
        let place = own.returns_in_memory.then(|| parameters.next()).flatten();
        let values: Vec<Value<'m>> =
            parameters.zip(&own.parameters).map(|(value, parameter)| self.value_of(value, *parameter)).collect();
        let result = self.call(to, &other, &values);
        let result = result.map(|result| self.convert(result, own.result));
        self.end(place, result);
    }

    /// Starts a function that is made here, to call another one.
    pub(super) fn begin(&mut self, function: Function<'m>, callee: Function<'m>) {
        self.editor.make_internal(*function);
        for attribute in ["noinline", "optnone", "memory"] {
            self.editor.remove_function_attribute(function, attribute);
        }
        self.editor.add_function_attribute(function, "alwaysinline");
        if callee.has_attribute("convergent") {
            self.editor.add_function_attribute(function, "convergent");
        }
        for attribute in OF_PROCESSOR {
            match self.like.and_then(|like| like.string_attribute(attribute)) {
                Some(value) => self.editor.add_string_attribute(function, attribute, &value),
                None => self.editor.remove_string_attribute(function, attribute),
            }
        }
        self.editor.begin_body(function);
    }

    fn end(&mut self, place: Option<Value<'m>>, result: Option<Value<'m>>) {
        match (place, result) {
            (Some(place), Some(result)) => {
                let alignment = self.alignment(result.ty());
                self.editor.store(result, place, alignment);
                self.editor.build_return(None);
            }
            (_, result) => self.editor.build_return(result),
        }
    }

    pub(super) fn alignment(&self, ty: Type<'m>) -> u64 {
        self.editor.view().data_layout().alignment(ty).unwrap_or(1)
    }

    /// The value of a parameter.
    fn value_of(&mut self, passed: Value<'m>, parameter: Parameter<'m>) -> Value<'m> {
        if parameter.value == parameter.passed {
            return passed;
        }
        let alignment = self.alignment(parameter.value);
        self.editor.load(parameter.value, passed, alignment, "value")
    }

    /// Calls a function with values. None if it has no result.
    fn call(&mut self, function: Function<'m>, signature: &Signature<'m>, values: &[Value<'m>]) -> Option<Value<'m>> {
        let mut arguments = Vec::new();
        let mut slot = None;
        if signature.returns_in_memory {
            let place = self.slot(signature.result, function.parameters().next().map(|place| place.ty()));
            arguments.push(place);
            slot = Some(place);
        }
        for (value, parameter) in values.iter().zip(&signature.parameters) {
            let value = self.convert(*value, parameter.value);
            if parameter.value == parameter.passed {
                arguments.push(value);
                continue;
            }
            let place = self.slot(parameter.value, Some(parameter.passed));
            let alignment = self.alignment(parameter.value);
            self.editor.store(value, place, alignment);
            arguments.push(place);
        }
        let call = self.editor.call_by_convention(function, &arguments, "result");
        match slot {
            Some(slot) => {
                let alignment = self.alignment(signature.result);
                Some(self.editor.load(signature.result, slot, alignment, "result"))
            }
            None => (signature.result.kind() != TypeKind::Void).then_some(call),
        }
    }

    /// Stack memory for a value, as a pointer of this type.
    pub(super) fn slot(&mut self, ty: Type<'m>, pointer: Option<Type<'m>>) -> Value<'m> {
        let alignment = self.alignment(ty);
        let slot = self.editor.build_alloca(ty, alignment, self.stack, "slot");
        pointer.map_or(slot, |pointer| self.convert(slot, pointer))
    }

    /// A function that does what an intrinsic with two results does: it calls C's function, which has one of them in
    /// memory.
    pub(super) fn two_results(&mut self, intrinsic: Function<'m>, of_c: &str) -> Function<'m> {
        let ty = intrinsic.value_type();
        let (number, pair) = (ty.parameters()[0], ty.result());
        let [first, second] = [0, 1].map(|index| pair.element(index).expect("it has two results"));
        let callee = self.editor.view().function(of_c).unwrap_or_else(|| {
            let takes = self.editor.function_type(first, &[number, self.editor.pointer_type(0)]);
            self.editor.declare_function(of_c, takes)
        });
        let function = self.editor.declare_function(&format!("__sp_{of_c}_two"), ty);
        self.begin(function, callee);
        let slot = self.slot(second, callee.parameters().nth(1).map(|pointer| pointer.ty()));
        let value = function.parameters().next().expect("the number");
        let result = self.editor.call_by_convention(callee, &[value, slot], "first");
        let alignment = self.alignment(second);
        let in_memory = self.editor.load(second, slot, alignment, "second");
        let undef = self.editor.undef(pair);
        let whole = self.editor.insert_value(undef, result, 0);
        let whole = self.editor.insert_value(whole, in_memory, 1);
        self.editor.build_return(Some(whole));
        function
    }

    /// Gives a declaration of `iadd_carry` or `isub_borrow` a body.
    pub(super) fn with_carry(&mut self, function: Function<'m>, operation: &str) {
        let own = Signature::from_function(function);
        self.begin(function, function);
        let mut parameters = function.parameters();
        let place = own.returns_in_memory.then(|| parameters.next()).flatten();
        let values: Vec<Value<'m>> =
            parameters.zip(&own.parameters).map(|(value, parameter)| self.value_of(value, *parameter)).collect();
        let [a, b] = values[..] else { panic!("the table has two parameters: {operation}") };
        // The sum is less than either exactly if it wrapped.
        let (whole, wrapped) = if operation == "iadd_carry" {
            let sum = self.editor.wrapping_add(a, b, "sum");
            (sum, self.editor.is_less(sum, a, "wrapped"))
        } else {
            (self.editor.wrapping_subtract(a, b, "difference"), self.editor.is_less(a, b, "wrapped"))
        };
        let carry = self.editor.zero_extend(wrapped, a.ty(), "carry");
        let undefined = self.editor.undef(own.result);
        let pair = self.editor.insert_value(undefined, whole, 0);
        let pair = self.editor.insert_value(pair, carry, 1);
        self.end(place, Some(pair));
    }

    /// Gives a declaration of a [`Form::Paired`] row a body that calls the library's function.
    pub(super) fn paired(&mut self, function: Function<'m>, row: &Row, to: Function<'m>) {
        let (own, other) = (Signature::from_function(function), Signature::from_function(to));
        self.begin(function, to);
        let mut parameters = function.parameters();
        let place = own.returns_in_memory.then(|| parameters.next()).flatten();
        // By a declaration that does not say so.
        let is_untold = row.gives_pair() && own.result.kind() == TypeKind::Void;
        let untold = is_untold.then(|| parameters.next()).flatten();
        let mut values = Vec::new();
        let own_parameters = own.parameters.iter().skip(usize::from(is_untold));
        for ((value, parameter), part) in parameters.zip(own_parameters).zip(row.parameters) {
            let value = self.value_of(value, *parameter);
            match part {
                Part::Pair(_) => {
                    let halves = [self.editor.extract_value(value, 0), self.editor.extract_value(value, 1)];
                    values.extend(halves);
                }
                _ => values.push(value),
            }
        }
        let Part::Pair(_) = row.result else {
            let result = self.call(to, &other, &values);
            return self.end(place, result);
        };
        let pointer = other.parameters.last().map(|parameter| parameter.value);
        let second = self.slot(other.result, pointer);
        values.push(second);
        let first = self.call(to, &other, &values).expect("the first half is a value");
        let alignment = self.alignment(other.result);
        let second = self.editor.load(other.result, second, alignment, "second");
        if let Some(place) = untold {
            let size = self.editor.view().data_layout().store_size(other.result).unwrap_or(alignment);
            self.editor.store(first, place, alignment);
            let behind = self.editor.byte_offset(place, size as u32, "second");
            self.editor.store(second, behind, alignment);
            return self.end(None, None);
        }
        let undefined = self.editor.undef(own.result);
        let pair = self.editor.insert_value(undefined, first, 0);
        let pair = self.editor.insert_value(pair, second, 1);
        self.end(place, Some(pair));
    }

    /// The function that a row has for vectors, from that for their elements: `like` has its types.
    pub(super) fn elementwise(
        &mut self,
        like: Function<'m>,
        row: &Row,
        binding: &Binding,
        element: Function<'m>,
    ) -> Function<'m> {
        debug_assert!(row.form == Form::Elementwise && binding.lanes > 1);
        let (own, one) = (Signature::from_function(like), Signature::from_function(element));
        let parameters: Vec<Type<'m>> = own.parameters.iter().map(|parameter| parameter.value).collect();
        let ty = self.editor.function_type(own.result, &parameters);
        let function = self.editor.declare_function(&binding.name(), ty);
        if !function.is_declaration() {
            return function;
        }
        self.editor.take_calling_convention(function, element);
        self.begin(function, element);
        let values: Vec<Value<'m>> = function.parameters().collect();
        let mut whole = (own.result.kind() != TypeKind::Void).then(|| self.editor.undef(own.result));
        for lane in 0..u64::from(binding.lanes) {
            let parts = row.parameters.iter().zip(&values);
            let arguments: Vec<Value<'m>> =
                parts.map(|(part, value)| self.element(*part, *value, binding, lane)).collect();
            let result = self.call(element, &one, &arguments);
            if let (Some(vector), Some(result)) = (whole, result) {
                let wanted = own.result.element(0).unwrap_or(result.ty());
                let result = if row.result == Part::Bool {
                    let bit = self.convert(result, self.editor.integer_type(1));
                    self.editor.sign_extend(bit, wanted, "mask")
                } else {
                    self.convert(result, wanted)
                };
                whole = Some(self.editor.insert_element(vector, result, lane));
            }
        }
        self.end(None, whole);
        function
    }

    /// Argument of a call for one element.
    fn element(&mut self, part: Part, value: Value<'m>, binding: &Binding, lane: u64) -> Value<'m> {
        match part {
            Part::Of(_) | Part::Each(_) if value.ty().kind() == TypeKind::Vector => {
                self.editor.extract_element(value, lane)
            }
            Part::Pointer { to, .. } => match pointee(binding, to) {
                Some(size) => self.editor.byte_offset(value, lane as u32 * size, "place"),
                None => value,
            },
            _ => value,
        }
    }
}

fn is_vec3_and_vec4(from: Type<'_>, to: Type<'_>) -> bool {
    from.element(0) == to.element(0) && matches!((from.element_count(), to.element_count()), (3, 4) | (4, 3))
}

/// The size of what a pointer parameter points to, for one element.
fn pointee(binding: &Binding, to: Pointee) -> Option<u32> {
    Some(match binding.pointee(to)? {
        Scalar::I8 => 1,
        Scalar::I16 | Scalar::F16 | Scalar::BF16 => 2,
        Scalar::I32 | Scalar::F32 => 4,
        Scalar::I64 | Scalar::F64 => 8,
    })
}

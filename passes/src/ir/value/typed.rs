//! Handles to one kind of value.

/// A handle to one kind of value. It is a [`Value`], and has the methods that only this kind has.
macro_rules! typed_value {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name<'m>(Value<'m>);

        impl<'m> Deref for $name<'m> {
            type Target = Value<'m>;

            fn deref(&self) -> &Value<'m> {
                &self.0
            }
        }

        impl<'m> From<$name<'m>> for Value<'m> {
            fn from(typed: $name<'m>) -> Self {
                typed.0
            }
        }

        impl<'m> $name<'m> {
            /// # Safety
            /// `raw` is of this kind, in a module that lives as long as `'m`.
            pub(in crate::ir) unsafe fn from_raw(raw: inkwell::llvm_sys::prelude::LLVMValueRef) -> Self {
                // SAFETY: by the contract.
                Self(unsafe { Value::from_raw(raw) })
            }
        }

        // Both hash alike.
        impl<'m> Borrow<Value<'m>> for $name<'m> {
            fn borrow(&self) -> &Value<'m> {
                &self.0
            }
        }

        impl<'m> PartialEq<Value<'m>> for $name<'m> {
            fn eq(&self, other: &Value<'m>) -> bool {
                self.0 == *other
            }
        }

        impl<'m> PartialEq<$name<'m>> for Value<'m> {
            fn eq(&self, other: &$name<'m>) -> bool {
                *self == other.0
            }
        }

        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub(super) use typed_value;

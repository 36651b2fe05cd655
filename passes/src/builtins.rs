//! Built-in functions: the table of operations that front ends call, and the library that has them for every target.

pub mod table;

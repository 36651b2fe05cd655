//! The C interface of `sycl-rtc`. `include/sycl_rtc.h` describes it; `tests/header.rs` makes the header of `c`.
//!
//! | module | concept |
//! |---|---|
//! | `c` | the functions and structures of the header; the only unsafe code |
//! | `handles` | compilers and programs by handles that are never used twice |
//! | `draft` | a program before it is compiled |
//! | `results` | and after: texts as C reads them |
//! | `status` | numbers for errors |
//!
//! A handle is a number in the clothes of a pointer. It is looked up, never followed, so that a null pointer, a handle
//! of something else and one that was destroyed are found out.

mod c;
mod draft;
mod handles;
mod results;
mod status;

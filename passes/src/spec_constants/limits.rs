//! Names of metadata, and limits.

/// Named metadata with ids, offsets and sizes.
pub const METADATA: &str = "sycl.specialization-constants";
/// Named metadata with default values.
pub const DEFAULTS_METADATA: &str = "sycl.specialization-constants-default-values";

/// Largest constant in bytes. Runtimes pass values by value; the limit keeps a zeroinitializer of any size from filling
/// the memory.
pub const MAX_SIZE: u64 = 1 << 20;

/// Largest size of all constants of an image together, in bytes.
pub const MAX_TOTAL: u64 = 1 << 24;

/// Most numbers, arrays and structs that a native constant is made of, as many as SPIR-V's universal limits let a
/// struct have members: each number is an id and, in each use, an instruction.
pub const MAX_PIECES: u64 = 1 << 14;

//! stub
/// stub
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {}

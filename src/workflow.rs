//! What a workflow is: text, declarations, names bound, a graph.

pub mod scan;

//! A length of time, as it is written in a call.

pub(super) use crate::clock::duration;

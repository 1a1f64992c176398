//! Golden bytes of v1.

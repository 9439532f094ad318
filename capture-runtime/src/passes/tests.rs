//! Tests of the passes.

//! What the compiler says about captured programs: `tests/ui` must not compile and says why, `tests/pass.rs`
//! looks like mistakes and must compile.

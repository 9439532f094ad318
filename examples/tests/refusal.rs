//! The refusal that the quickstart quotes is what the compiler says.
//!
//! `TRYBUILD=overwrite cargo test -p examples --test refusal` writes it anew.

#[test]
fn the_quoted_refusal_is_what_the_compiler_says() {
    trybuild::TestCases::new().compile_fail("refused/*.rs");
}

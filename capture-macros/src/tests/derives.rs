//! Facts about the derives.

use super::{pretty, tokens};
use crate::derive;

fn input(source: &str) -> String {
    pretty(crate::driver::derive(
        tokens(source),
        derive::input,
        "ProgramInput",
    ))
}

fn state(source: &str) -> String {
    pretty(crate::driver::derive(
        tokens(source),
        derive::state,
        "ProgramState",
    ))
}

#[test]
fn tuple_and_unit_structs_work() {
    let tuple = input("pub struct Pair(pub Tensor<1>, Tensor<2>);");
    assert!(tuple.contains("pub struct PairSpec("), "{tuple}");
    assert!(tuple.contains("self.0, __capture_out"), "{tuple}");
    let unit = input("struct Nothing;");
    assert!(unit.contains("struct NothingSpec;"), "{unit}");
}

#[test]
fn type_parameters_are_bound_through_the_fields() {
    let generic =
        input("struct Batch<T: Clone, const N: usize> where T: Copy { x: [T; N], y: Tensor<1> }");
    assert!(
        generic.contains("[T; N]: ::capture_runtime::ProgramInput,"),
        "{generic}"
    );
    assert!(
        generic.contains("impl<T: Clone, const N: usize> ::capture_runtime::ProgramInput"),
        "{generic}"
    );
    assert!(
        !generic.contains("Tensor<1>: ::capture_runtime"),
        "a tensor needs no bound: {generic}"
    );
}

#[test]
fn the_runtime_can_have_another_path() {
    let other = state("#[program(crate = crate::capture)] struct S { a: Tensor<1> }");
    assert!(
        other.contains("impl crate::capture::ProgramState for S"),
        "{other}"
    );
    assert!(!other.contains("::capture_runtime"), "{other}");
}

#[test]
fn fields_can_be_conditional() {
    let conditional = state("struct S { #[cfg(feature = \"a\")] a: Tensor<1> }");
    let cfgs = conditional.matches("#[cfg(feature = \"a\")]").count();
    assert_eq!(
        cfgs, 5,
        "in both literals, `settle`, `inspect` and `watch`: {conditional}"
    );
}

#[test]
fn enums_and_unions_are_refused() {
    for (source, what) in [
        ("enum E { A }", "an enum"),
        ("union U { a: u8 }", "a union"),
    ] {
        let refused = input(source);
        assert!(
            refused.contains(&format!("`ProgramInput` cannot be derived for {what}")),
            "{refused}"
        );
        assert!(!refused.contains("impl"), "{refused}");
    }
}

#[test]
fn unknown_options_are_refused() {
    let refused = input("#[program(krate = x)] struct S;");
    assert!(
        refused.contains("unknown option `krate`, expected `crate`"),
        "{refused}"
    );
    assert!(refused.contains("similar name: `crate`"), "{refused}");
}

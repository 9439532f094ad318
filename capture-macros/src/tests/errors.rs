//! What is refused while parsing, and what is emitted beside the error.

use super::{expand, expand_with};

/// The titles of the errors in an expansion.
fn titles(expansion: &str) -> Vec<String> {
    let mut titles = Vec::new();
    for message in expansion.split("compile_error! {").skip(1) {
        let text = message.split('"').nth(1).unwrap_or_default();
        titles.push(text.split(" [").next().unwrap_or_default().to_owned());
    }
    titles
}

const PLAIN: &str = "fn f(x: Tensor<1>) -> Tensor<1> { x }";

#[test]
fn options_are_reported_all_at_once() {
    let found = expand_with(
        "recaptur = 1, cache = 0, recapture = \"no\", cache = 3",
        PLAIN,
    );
    assert_eq!(
        titles(&found),
        [
            "unknown option `recaptur`, expected one of `associated`, `cache`, `crate`, `document`, `engine`, `example`, `inline`, `recapture`, `results`, `strict` or `test`",
            "`cache` must be a positive number of programs",
            "unknown value `no` of `recapture`, expected `allow`, `warn` or `deny`",
            "duplicate option `cache`",
        ]
    );
    assert!(found.contains("there is an option with a similar name: `recapture`"));
    let found = expand_with("engine = \"grap\"", PLAIN);
    assert_eq!(
        titles(&found),
        ["unknown value `grap` of `engine`, expected `auto`, `graph` or `interpreter`"]
    );
    assert!(found.contains("there is a value with a similar name: `graph`"));
}

#[test]
fn steps_and_folders_are_checked() {
    let found = expand_with("test = 0, document = \"../programs\"", PLAIN);
    assert_eq!(
        titles(&found),
        [
            "`test` must be a positive number of steps",
            "`document` must be a folder inside the crate",
        ]
    );
    for folder in ["", "/programs", "a\\\\b", "./programs"] {
        let found = expand_with(&format!("document = \"{folder}\""), PLAIN);
        let wanted = ["`document` must be a folder inside the crate"];
        assert_eq!(titles(&found), wanted, "{folder}");
    }
}

#[test]
fn options_of_the_wrong_form_are_reported_by_the_parser() {
    assert_eq!(
        titles(&expand_with("cache = \"8\"", PLAIN)),
        ["expected integer literal"]
    );
    assert_eq!(titles(&expand_with("recapture", PLAIN)), ["expected `=`"]);
}

#[test]
fn marks_are_checked() {
    let found =
        expand("fn f(#[live] #[frozen] a: f64, #[live] #[live] b: f64, #[live(1)] c: f64) {}");
    assert_eq!(
        titles(&found),
        [
            "a parameter cannot be both `#[live]` and `#[frozen]`",
            "a parameter cannot be both `#[live]` and `#[frozen]`",
            "duplicate `#[live]` mark",
            "duplicate `#[live]` mark",
            "`#[live]` takes no arguments",
        ]
    );
}

#[test]
fn other_items_are_left_as_they_are() {
    let found = expand("struct S;");
    assert_eq!(
        titles(&found),
        ["the `capture_program` attribute cannot be applied to a struct"]
    );
    assert!(found.contains("struct S;"));
    assert!(!found.contains("enum"));
}

#[test]
fn after_a_mistake_the_items_still_stand() {
    let found = expand_with(
        "cache = 0",
        "pub fn f<T>(w: &mut W, x: T, #[frozen] k: f32) -> T { x }",
    );
    assert!(
        found.contains("pub fn f<T>(w: &mut W, x: T, k: f32) -> T"),
        "{found}"
    );
    assert!(found.contains("pub enum f {}"), "{found}");
    assert!(found.contains("pub fn on<T>("), "{found}");
    assert!(found.contains("pub fn capture<T>("), "{found}");
    assert!(
        !found.contains("__private::Definition"),
        "nothing of a program without mistakes: {found}"
    );
    assert!(
        !found.contains("ProgramInput>"),
        "nothing asked of types: {found}"
    );
}

#[test]
fn a_nameless_type_is_not_named_in_the_stub() {
    let found = expand_with("cache = 0", "fn f(x: impl Fn(Tensor<1>)) {}");
    assert!(found.contains("Session<((),), (), (), (), ()>"), "{found}");
}

//! Programs in, messages out: the analysis without a compiler.

mod catalogue;
mod effects;
mod example;
mod flow;
mod forms;
mod forms_effects;
mod legal;
mod look_alikes;
mod reads;
mod signatures;
mod suspect;

use super::analyze;
use crate::diag::{Errors, Warnings};
use crate::parse;
use proc_macro2::TokenStream;

/// Reads a function and analyzes it.
#[track_caller]
fn run(source: &str) -> (Errors, Warnings) {
    run_with("", source)
}

/// The same with options of the attribute.
#[track_caller]
fn run_with(options: &str, source: &str) -> (Errors, Warnings) {
    let mut cx = Errors::default();
    let Ok(tokens) = source.parse::<TokenStream>() else {
        panic!("not tokens: {source}")
    };
    let Ok(options) = options.parse::<TokenStream>() else {
        panic!("not tokens: {options}")
    };
    let Some(program) = parse::program_fn(&mut cx, options, tokens) else {
        panic!("not a function: {source}")
    };
    let analysis = analyze(&mut cx, &program);
    (cx, analysis.warnings)
}

/// Every message: its code and what it underlines.
fn found(source: &str) -> Vec<(String, String)> {
    run(source)
        .0
        .into_list()
        .into_iter()
        .map(|(code, _, underlined)| (code.id().to_owned(), underlined))
        .collect()
}

/// Asserts that exactly these messages are reported, in this order.
#[track_caller]
fn refused(source: &str, wanted: &[(&str, &str)]) {
    styled(source);
    let found = found(source);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(code, at)| (code.as_str(), at.as_str()))
        .collect();
    assert_eq!(found, wanted, "in {source}");
}

/// Asserts that nothing is reported.
#[track_caller]
fn legal(source: &str) {
    refused(source, &[]);
}

/// Every message in full follows the style rules.
#[track_caller]
fn styled(source: &str) {
    let (errors, warnings) = run(source);
    for (_, text, _) in errors.into_list().into_iter().chain(warnings.into_list()) {
        let mut lines = text.lines();
        let title = lines.next().unwrap_or_default();
        assert!(title.chars().count() <= 90, "title too long: {title}");
        assert!(
            !title.starts_with(char::is_uppercase),
            "title starts uppercase: {title}"
        );
        for line in lines {
            assert!(line.chars().count() <= 120, "line too long: {line}");
            assert!(!line.ends_with('.'), "line ends in a full stop: {line}");
        }
    }
}

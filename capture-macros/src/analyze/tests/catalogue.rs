//! The programs in the catalogue are what it says they are.

use super::analyze;
use crate::diag::{Code, Errors};
use crate::parse;
use proc_macro2::TokenStream;
use syn::ItemFn;

/// The lines between a fence and its end.
fn fenced(lines: &[&str], fence: &str) -> String {
    let from = lines.iter().skip_while(|line| line.trim() != fence).skip(1);
    let block = from.take_while(|line| line.trim() != "```");
    block.copied().collect::<Vec<_>>().join("\n")
}

/// The codes that a program of the catalogue gives.
fn codes(source: &str) -> Vec<Code> {
    let Ok(mut item) = syn::parse_str::<ItemFn>(source) else {
        panic!("not a function: {source}")
    };
    let mut args = TokenStream::new();
    let mut captured = false;
    item.attrs.retain(|attr| {
        captured |= attr.path().is_ident("capture_program");
        if let Ok(list) = attr.meta.require_list() {
            args = list.tokens.clone();
        }
        !attr.path().is_ident("capture_program")
    });
    if !captured {
        return Vec::new();
    }
    let mut cx = Errors::default();
    if let Some(program) = parse::program_fn(&mut cx, args, quote::quote!(#item)) {
        analyze(&mut cx, &program);
    }
    cx.into_list()
        .into_iter()
        .map(|(code, _, _)| code)
        .collect()
}

#[test]
fn wrong_programs_give_their_code_and_nothing_else() {
    for (code, lines) in Code::ALL {
        assert_eq!(codes(&fenced(lines, "```wrong")), [*code]);
    }
}

#[test]
fn right_programs_give_nothing() {
    for (code, lines) in Code::ALL {
        assert_eq!(
            codes(&fenced(lines, "```right")),
            [],
            "the remedy of {}",
            code.id()
        );
    }
}

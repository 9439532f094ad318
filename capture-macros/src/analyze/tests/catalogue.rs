//! The programs in the catalogue are what it says they are.

use super::analyze;
use crate::diag::{Code, Errors, explained};
use crate::parse;
use proc_macro2::TokenStream;
use syn::Item;

/// The codes that a program of the catalogue gives.
fn codes(source: &str) -> Vec<Code> {
    let items = syn::parse_file(source).map(|file| file.items);
    let Ok(Some(Item::Fn(mut item))) = items.map(|items| items.into_iter().last()) else {
        panic!("it does not end with a function: {source}")
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
    let Some(program) = parse::program_fn(&mut cx, args, quote::quote!(#item)) else {
        let found = cx.into_list();
        return found.into_iter().map(|(code, _, _)| code).collect();
    };
    let warnings = analyze(&mut cx, &program).warnings.into_list();
    let found = match cx.into_list() {
        errors if errors.is_empty() => warnings,
        errors => errors,
    };
    found.into_iter().map(|(code, _, _)| code).collect()
}

#[test]
fn wrong_programs_give_their_code_and_nothing_else() {
    for explained in explained() {
        assert_eq!(codes(&explained.wrong()), [explained.code]);
    }
}

#[test]
fn right_programs_give_nothing() {
    for explained in explained() {
        let found = codes(&explained.right());
        assert_eq!(found, [], "the remedy of {}", explained.code.id());
    }
}

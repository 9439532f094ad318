//! What reads the host, by itself or through what it calls, is marked as reading.
//!
//! Calls are followed by name, over all functions of a crate: that finds too much rather than too little.

use super::super::{Method, others, tensor};
use super::{files, is_test};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, ItemMod, TraitItemFn};

/// The functions through which values come to the host.
const READERS: [&str; 4] = ["block_on", "into_data_async", "read_sync", "try_read_sync"];

/// What each function calls.
#[derive(Default)]
struct Calls(BTreeMap<String, BTreeSet<String>>);

impl Calls {
    fn add(&mut self, name: String, body: &Block) {
        called(body.to_token_stream(), self.0.entry(name).or_default());
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(item.sig.ident.to_string(), &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(item.sig.ident.to_string(), &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.add(item.sig.ident.to_string(), body);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The names that are followed by `(` or `::`, in macros as well.
fn called(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Ident(name) => {
                let calls = match trees.peek() {
                    Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                    Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
                    _ => false,
                };
                if calls {
                    names.insert(name.to_string());
                }
            }
            TokenTree::Group(group) => called(group.stream(), names),
            _ => {}
        }
    }
}

/// Every function of a crate that reads, and the readers.
fn reading(package: &str) -> BTreeSet<String> {
    let mut calls = Calls::default();
    for file in files(package) {
        calls.visit_file(&file);
    }
    let mut reading: BTreeSet<String> = READERS.map(str::to_owned).into();
    loop {
        let before = reading.len();
        for (name, called) in &calls.0 {
            if !called.is_disjoint(&reading) {
                reading.insert(name.clone());
            }
        }
        if reading.len() == before {
            return reading;
        }
    }
}

#[test]
fn methods_that_read_are_marked() {
    let reading = reading("burn-tensor");
    for (behaviour, names) in tensor::METHODS {
        let marked = matches!(behaviour, (Method::Read(_), _));
        for name in names.split_whitespace() {
            assert!(
                marked || !reading.contains(name),
                "`{name}` reads the host, and the table does not say so"
            );
        }
    }
}

#[test]
fn functions_of_linalg_that_read_are_marked() {
    let reading = reading("burn-linalg");
    for (marked, names) in others::LINALG {
        for name in names.split_whitespace() {
            assert_eq!(
                reading.contains(name),
                *marked,
                "whether `{name}` reads the host"
            );
        }
    }
}

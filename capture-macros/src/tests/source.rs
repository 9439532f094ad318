//! A statement's text cut out of the file, against the same laid out from its tokens.

use super::{pretty, tokens};
use crate::ast::Kind;
use crate::lower::{Source, first_line, location};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Stmt};

/// Compares every statement of every body: how many there are, and how many were cut out.
#[derive(Default)]
struct Compared {
    source: Source,
    depth: usize,
    cut: Vec<String>,
    laid_out: usize,
}

impl<'ast> Visit<'ast> for Compared {
    fn visit_block(&mut self, block: &'ast Block) {
        if self.depth == 0 {
            self.source = Source::of(block);
        }
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match self.source.statement(stmt) {
            Some((span, text)) => {
                assert_eq!(text, first_line(stmt));
                assert_eq!(location(span), location(stmt.span()), "{text}");
                self.cut.push(text);
            }
            None => self.laid_out += 1,
        }
        visit::visit_stmt(self, stmt);
    }
}

fn compared(source: &str) -> Compared {
    let mut compared = Compared::default();
    let file = syn::parse_file(source).expect("the source is Rust");
    compared.visit_file(&file);
    compared
}

#[test]
fn usual_statements_are_cut_out() {
    let found = compared(
        "fn f() { let a = b;
            c.d(&mut e)
                .f(
                    1,
                    'g',
                )
                .h()?;
            *i += j[k] * 2.0;
            let l = { m };
            let n: [f32; 2] = [1.0,   2.0];
            let o = p(/* why */ q);
            let r = \"//\";
            let s = if t {
                u
            };
            let é = v;
            w = é;
            #[x]
            let y = z;
            z }",
    );
    let expected = [
        "let a = b;",
        "c.d(&mut e).f(1, 'g',).h()?;",
        "*i += j[k] * 2.0;",
        "let l = { m };",
    ];
    assert_eq!(found.cut, expected);
}

#[test]
fn both_give_the_same_text_of_every_statement_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<_> = [
        "capture-macros",
        "capture-runtime",
        "cargo-capture",
        "examples",
    ]
    .map(|part| root.join(part))
    .into();
    folders.push(root.join("ui-tests/tests"));
    let (mut cut, mut laid_out) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let found = compared(&fs::read_to_string(path).expect("a text"));
                cut += found.cut.len();
                laid_out += found.laid_out;
            }
        }
    }
    assert!(
        cut > 5_000 && cut > laid_out / 2,
        "{cut} cut out, {laid_out} laid out"
    );
}

#[test]
fn a_macros_tokens_are_laid_out() {
    assert_eq!(compared("fn f() { let a = \"$b\"; }").cut, [""; 0]);
    // Tokens of two places: the semicolon stands where nothing does.
    let (body, other) = (tokens("{ let a = b; }"), tokens("\n\n\n;"));
    let Some(TokenTree::Group(group)) = body.into_iter().next() else {
        panic!("a body is a group");
    };
    let mixed: TokenStream = group.stream().into_iter().take(4).chain(other).collect();
    let mut body = Group::new(Delimiter::Brace, mixed);
    body.set_span(group.span());
    let block: Block = syn::parse2(TokenTree::from(body).into()).expect("a block");
    let stmt = block.stmts.first().expect("a statement");
    assert!(Source::of(&block).statement(stmt).is_none());
}

#[test]
fn items_and_bodies_that_a_macro_hands_on_are_functions() {
    let function = tokens("fn f(x: Tensor<1>, #[frozen] k: f32) -> Tensor<1> { x * k }");
    let plain = pretty(crate::driver::function(
        Kind::Program,
        TokenStream::new(),
        function.clone(),
    ));
    let handed = TokenTree::from(Group::new(Delimiter::None, function));
    let handed = crate::driver::function(Kind::Program, TokenStream::new(), handed.into());
    assert_eq!(pretty(handed), plain);
}

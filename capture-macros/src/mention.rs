//! Names in tokens that are not parsed.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashMap;

/// The first identifier for which `wanted` holds, in the order of the source.
///
/// The name of a field or method, and a part of a path, mention no variable.
pub(crate) fn find(tokens: TokenStream, wanted: &dyn Fn(&str) -> bool) -> Option<String> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                if let Some(name) = find(group.stream(), wanted) {
                    return Some(name);
                }
            }
            TokenTree::Ident(ident) if is_variable(&trees, index) => {
                let name = ident.to_string();
                if wanted(&name) {
                    return Some(name);
                }
            }
            _ => {}
        }
    }
    None
}

/// Every mention in a body, read in one walk over its tokens.
#[derive(Default)]
pub(crate) struct Mentions {
    names: HashMap<String, usize>,
    /// Format strings, and other literals.
    literals: Vec<String>,
    /// Whether `backward` stands anywhere, macros included.
    pub(crate) backward: bool,
    /// Whether `Self` stands anywhere, items included.
    pub(crate) self_type: bool,
}

impl Mentions {
    /// Reads the tokens of a body.
    pub(crate) fn read(tokens: TokenStream) -> Self {
        let mut mentions = Self::default();
        mentions.add(tokens);
        mentions
    }

    /// How often a variable is mentioned, in format strings too.
    pub(crate) fn count(&self, name: &str) -> usize {
        let literals = self.literals.iter();
        let formatted = literals.map(|literal| formatted(literal, name));
        self.names.get(name).copied().unwrap_or_default() + formatted.sum::<usize>()
    }

    fn add(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Ident(ident) => self.word(ident.to_string(), is_variable(&trees, index)),
                TokenTree::Literal(literal) => self.literals.push(literal.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn word(&mut self, name: String, variable: bool) {
        match name.as_str() {
            "backward" => self.backward = true,
            "Self" => self.self_type = true,
            _ => {}
        }
        if variable {
            *self.names.entry(name).or_default() += 1;
        }
    }
}

/// Whether an identifier may be a variable.
fn is_variable(trees: &[TokenTree], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|index| trees.get(index));
    let earlier = index.checked_sub(2).and_then(|index| trees.get(index));
    let member = is_punct(before, '.') && !is_punct(earlier, '.');
    let segment = is_punct(before, ':') && is_punct(earlier, ':');
    let path = is_punct(trees.get(index + 1), ':') && is_punct(trees.get(index + 2), ':');
    !member && !segment && !path
}

/// How often a literal would mention the variable if it were a format string: `{name}`, `{name:?}`, `{:name$}`.
fn formatted(literal: &str, name: &str) -> usize {
    let letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    literal
        .match_indices(name)
        .filter(|(at, _)| {
            let before = literal.get(..*at).and_then(|text| text.chars().next_back());
            let after = literal
                .get(at + name.len()..)
                .and_then(|text| text.chars().next());
            matches!(before, Some('{' | ':' | '.' | '<' | '>' | '^' | '0'))
                && after.is_some_and(|after| !letter(after))
        })
        .count()
}

fn is_punct(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

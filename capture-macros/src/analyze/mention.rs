//! Names in tokens that are not parsed.

use proc_macro2::{TokenStream, TokenTree};

/// The first identifier for which `wanted` holds, in the order of the source.
///
/// The name of a field or method, and a part of a path, mention no variable.
pub(super) fn find(tokens: TokenStream, wanted: &dyn Fn(&str) -> bool) -> Option<String> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                if let Some(name) = find(group.stream(), wanted) {
                    return Some(name);
                }
            }
            TokenTree::Ident(ident) => {
                let before = index.checked_sub(1).and_then(|index| trees.get(index));
                let earlier = index.checked_sub(2).and_then(|index| trees.get(index));
                let after = trees.get(index + 1);
                let member = is_punct(before, '.') && !is_punct(earlier, '.');
                let segment = is_punct(before, ':') && is_punct(earlier, ':');
                let path = is_punct(after, ':') && is_punct(trees.get(index + 2), ':');
                let name = ident.to_string();
                if !member && !segment && !path && wanted(&name) {
                    return Some(name);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_punct(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

//! Tokens as the user would write them, for titles.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

/// The longest text that a title takes.
const LONGEST: usize = 36;

/// The text of `tokens` on one line, cut where it would not fit a title.
pub(super) fn shorten(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.to_token_stream(), &mut text);
    cut(text)
}

/// A type as it was written, cut where it would not fit a title.
pub(super) fn of_type(ty: &Type) -> String {
    cut(crate::lower::of_type(ty))
}

fn cut(text: String) -> String {
    if text.chars().count() > LONGEST {
        return text.chars().take(LONGEST - 1).collect::<String>() + "…";
    }
    text
}

/// What the last token was, which decides whether a space follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or something that binds tightly.
    Open,
    /// A name, a literal or a closed group.
    Word,
    /// A lifetime, or a word such as `mut`.
    Keyword,
}

fn write(tokens: TokenStream, text: &mut String) {
    let mut last = Last::Open;
    let mut lifetime = false;
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                if last == Last::Keyword || last == Last::Word && open == "{" {
                    text.push(' ');
                }
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
                last = Last::Word;
            }
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                if last != Last::Open && !lifetime {
                    text.push(' ');
                }
                text.push_str(&name);
                let keyword = matches!(
                    name.as_str(),
                    "mut" | "dyn" | "impl" | "const" | "as" | "ref"
                );
                last = if keyword || lifetime {
                    Last::Keyword
                } else {
                    Last::Word
                };
                lifetime = false;
            }
            TokenTree::Literal(literal) => {
                if last != Last::Open {
                    text.push(' ');
                }
                text.push_str(&literal.to_string());
                last = Last::Word;
            }
            TokenTree::Punct(first) => {
                let mut operator = first.as_char().to_string();
                while let Some(TokenTree::Punct(next)) =
                    trees.next_if(|tree| continues(&operator, tree))
                {
                    operator.push(next.as_char());
                }
                lifetime = operator == "'";
                last = punctuate(&operator, last, text);
            }
        }
    }
}

/// Whether the next token belongs to the same operator.
fn continues(operator: &str, next: &TokenTree) -> bool {
    let TokenTree::Punct(next) = next else {
        return false;
    };
    let longer = format!("{operator}{}", next.as_char());
    matches!(
        longer.as_str(),
        "::" | "->"
            | "=>"
            | ".."
            | "..="
            | "=="
            | "!="
            | "<="
            | ">="
            | "&&"
            | "||"
            | "+="
            | "-="
            | "*="
            | "/="
            | "%="
    )
}

/// Writes punctuation with its spaces.
fn punctuate(operator: &str, last: Last, text: &mut String) -> Last {
    match operator {
        "," | ";" | ":" => {
            text.push_str(operator);
            text.push(' ');
            Last::Open
        }
        "'" => {
            if last != Last::Open {
                text.push(' ');
            }
            text.push('\'');
            Last::Open
        }
        "." | "::" | "<" | "!" | ".." | "..=" | "#" => {
            text.push_str(operator);
            Last::Open
        }
        "?" => {
            text.push('?');
            Last::Word
        }
        closing if closing.chars().all(|c| c == '>') => {
            text.push_str(closing);
            Last::Word
        }
        // `&x` and `-x`, but `a & b` and `a - b`.
        "&" | "-" | "*" if last != Last::Word => {
            text.push_str(operator);
            Last::Open
        }
        operator => {
            text.push(' ');
            text.push_str(operator);
            text.push(' ');
            Last::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;
    use proc_macro2::TokenStream;

    #[track_caller]
    fn same(text: &str) {
        let tokens: TokenStream = text.parse().unwrap_or_default();
        assert_eq!(shorten(&tokens), text);
    }

    #[test]
    fn text_is_as_written() {
        same("&mut Vec<Tensor<1>>");
        same("&'a [&'static str]");
        same("HashMap<u32, Tensor<2>>");
        same("impl Fn(Tensor<1>) -> Tensor<1>");
        same("&dyn Net");
        same("*self.offset");
        same("SEEN.lock().unwrap()");
        same("std::time::Instant::now");
        same("[Tensor<1>; 2]");
        same("x.y[i - 1] + 3");
        same("Option<Box<f32>>");
    }
}

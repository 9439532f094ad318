//! What a pattern binds, given what it is matched against.

use super::expr::member_name;
use super::types::{self, Aliases};
use super::value::{Held, Value};
use syn::punctuated::Punctuated;
use syn::{Pat, Token};

/// Every name that `pat` binds, with what stands behind it.
pub(super) fn bindings(pat: &Pat, value: &Value, aliases: &Aliases) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    collect(pat, value, aliases, &mut found);
    found
}

fn collect(pat: &Pat, value: &Value, aliases: &Aliases, found: &mut Vec<(String, Value)>) {
    match pat {
        Pat::Ident(ident) => {
            // A constant or a unit variant binds nothing that matters.
            found.push((ident.ident.to_string(), value.clone()));
            if let Some((_, inner)) = &ident.subpat {
                collect(inner, value, aliases, found);
            }
        }
        Pat::Guard(guard) => collect(&guard.pat, value, aliases, found),
        Pat::Or(or) => {
            for case in &or.cases {
                collect(case, value, aliases, found);
            }
        }
        Pat::Paren(paren) => collect(&paren.pat, value, aliases, found),
        Pat::Reference(reference) => collect(&reference.pat, value, aliases, found),
        Pat::Slice(slice) => {
            for part in &slice.elems {
                let element = match part {
                    Pat::Ident(ident) if rest(ident) => value.clone(),
                    _ => value.element(),
                };
                collect(part, &element, aliases, found);
            }
        }
        Pat::Struct(pattern) => {
            for field in &pattern.fields {
                let known = value.field(&member_name(&field.member)).cloned();
                let value = known.unwrap_or_else(|| part(value));
                collect(&field.pat, &value, aliases, found);
            }
        }
        Pat::Tuple(tuple) => elements(&tuple.elems, value, aliases, found),
        Pat::TupleStruct(pattern) => {
            let name = pattern
                .path
                .segments
                .last()
                .map(|last| last.ident.to_string());
            let inner = match name.as_deref() {
                Some("Some" | "Ok") => value.element(),
                Some("Err") => Value::Host,
                _ => part(value),
            };
            for (index, pat) in pattern.elems.iter().enumerate() {
                let known = value.field(&index.to_string()).unwrap_or(&inner);
                collect(pat, known, aliases, found);
            }
        }
        Pat::Type(typed) => {
            let value = declared(types::declared(&typed.ty, aliases), value);
            collect(&typed.pat, &value, aliases, found);
        }
        _ => {}
    }
}

/// What a value with a declared type is.
pub(super) fn declared(declared: Option<Value>, value: &Value) -> Value {
    match (declared, value) {
        // Live numbers are declared with the type that they have eagerly.
        (Some(Value::Host), value) if value.has_live() => value.clone(),
        (Some(declared), Value::Maybe { .. } | Value::Never | Value::Part(_)) => declared,
        (Some(Value::Host), _) => Value::Host,
        (None, Value::Device(_)) => Value::Host,
        _ => value.clone(),
    }
}

/// Whether `name @ ..` stands for the rest of a slice.
fn rest(ident: &syn::PatIdent) -> bool {
    matches!(&ident.subpat, Some((_, inner)) if matches!(**inner, Pat::Rest(_)))
}

fn elements(
    elems: &Punctuated<Pat, Token![,]>,
    value: &Value,
    aliases: &Aliases,
    found: &mut Vec<(String, Value)>,
) {
    let Value::Tuple(parts) = value else {
        for pat in elems {
            collect(pat, &part(value), aliases, found);
        }
        return;
    };
    let rest = elems.iter().position(|pat| matches!(pat, Pat::Rest(_)));
    for (index, pat) in elems.iter().enumerate() {
        let from_end = elems.len() - index;
        let part = match rest {
            Some(rest) if index > rest => parts.len().checked_sub(from_end),
            _ => Some(index),
        };
        let part = part.and_then(|part| parts.get(part)).cloned();
        collect(pat, &part.unwrap_or(Value::Never), aliases, found);
    }
}

/// A part of a value whose type is not known.
pub(super) fn part(value: &Value) -> Value {
    match value {
        Value::Group => Value::Group,
        Value::Module(held) | Value::Part(held) => Value::Part(*held),
        Value::Record(_) if value.is_tainted() => Value::Maybe { shown: false },
        Value::Record(_) => Value::Host,
        Value::Tuple(parts) => parts.iter().fold(Value::Never, |all, part| all.join(part)),
        Value::Never => Value::Never,
        value if value.is_tainted() => Value::Maybe { shown: false },
        Value::Live => Value::Live,
        Value::Static => Value::Static,
        Value::Many(element) if element.has_live() => Value::Live,
        _ => Value::Host,
    }
}

/// How a module is held by what was reached from it.
pub(super) fn held(value: &Value) -> Option<Held> {
    match value {
        Value::Module(held) | Value::Part(held) => Some(*held),
        _ => None,
    }
}

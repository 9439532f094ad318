//! What `let` says about the names that it binds.

use super::{Live, names, numbers};
use syn::punctuated::Punctuated;
use syn::{Expr, Local, Pat, Token};

/// What the initial value of a binding says about its names.
#[derive(Default)]
pub(crate) struct Learned {
    /// The value may be live.
    pub(crate) touched: bool,
    /// The value is certainly a number.
    pub(crate) number: bool,
    /// The names, each with what it is bound to.
    parts: Vec<Part>,
}

/// One name.
struct Part {
    name: String,
    touched: bool,
    kind: Kind,
}

/// What a name certainly holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    /// An array of numbers.
    Numbers,
    Anything,
}

impl Learned {
    /// A variable whose host number becomes a live one.
    pub(crate) fn lifted(name: String) -> Self {
        let part = Part {
            name,
            touched: true,
            kind: Kind::Number,
        };
        Self {
            touched: true,
            number: true,
            parts: vec![part],
        }
    }
}

impl Live {
    /// Learns from `let`, whose initial value must not be rewritten yet.
    pub(crate) fn learn(&self, local: &Local) -> Learned {
        let Some(init) = local.init.as_ref().filter(|_| !self.is_empty()) else {
            return Learned::default();
        };
        let mut learned = Learned {
            touched: self.touches(&init.expr),
            number: numbers::is_number(self, &init.expr),
            parts: Vec::new(),
        };
        self.take_apart(&local.pat, Some(&init.expr), &mut learned);
        learned
    }

    /// Binds what `let` binds.
    pub(crate) fn bind(&mut self, learned: Learned) {
        for Part {
            name,
            touched,
            kind,
        } in learned.parts
        {
            self.forget(&name);
            match kind {
                Kind::Number => self.numbers.insert(name.clone()),
                Kind::Numbers => self.arrays.insert(name.clone()),
                Kind::Anything => false,
            };
            if touched {
                self.touched.insert(name);
            }
        }
    }

    /// Finds out what each name in `pat` is bound to, as far as pattern and value have the same form.
    fn take_apart(&self, pat: &Pat, value: Option<&Expr>, learned: &mut Learned) {
        match pat {
            Pat::Type(typed) => self.take_apart(&typed.pat, value, learned),
            Pat::Paren(paren) => self.take_apart(&paren.pat, value, learned),
            Pat::Tuple(tuple) => self.take_each(&tuple.elems, value, learned),
            Pat::Slice(slice) => self.take_each(&slice.elems, value, learned),
            Pat::Ident(name) if name.subpat.is_none() => {
                let part = Part {
                    name: name.ident.to_string(),
                    touched: value.map_or(learned.touched, |value| self.touches(value)),
                    kind: value.map_or(Kind::Anything, |value| self.kind(value)),
                };
                learned.parts.push(part);
            }
            other => {
                let touched = learned.touched;
                let parts = names(other).into_iter().map(|name| Part {
                    name,
                    touched,
                    kind: Kind::Anything,
                });
                learned.parts.extend(parts);
            }
        }
    }

    fn take_each(
        &self,
        pats: &Punctuated<Pat, Token![,]>,
        value: Option<&Expr>,
        learned: &mut Learned,
    ) {
        let values = match value {
            Some(Expr::Tuple(tuple)) => Some(&tuple.elems),
            Some(Expr::Array(array)) => Some(&array.elems),
            _ => None,
        };
        let values = values.filter(|values| {
            values.len() == pats.len() && !pats.iter().any(|pat| matches!(pat, Pat::Rest(_)))
        });
        for (index, pat) in pats.iter().enumerate() {
            self.take_apart(pat, values.and_then(|values| values.get(index)), learned);
        }
    }

    fn kind(&self, value: &Expr) -> Kind {
        match value {
            Expr::Array(array)
                if array
                    .elems
                    .iter()
                    .all(|element| numbers::is_number(self, element)) =>
            {
                Kind::Numbers
            }
            value if numbers::is_number(self, value) => Kind::Number,
            _ => Kind::Anything,
        }
    }
}

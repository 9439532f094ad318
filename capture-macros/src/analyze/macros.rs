//! Macro calls: which of them are known, and what they do with their arguments.

use super::format::{self, Argument};
use super::value::Value;
use super::walk::{Decides, Walker};
use super::{live, messages, suspect};
use crate::mention;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Block, Expr, Lit, LitStr, Macro, Pat, Token};

/// One argument of a macro.
struct Given {
    /// `name` of `name = value`.
    name: Option<String>,
    /// How it is shown without a format string: `%value` of `tracing`.
    displayed: bool,
    expr: Expr,
}

impl Walker<'_> {
    pub(super) fn macro_call(&mut self, mac: &Macro) -> Value {
        let Some(last) = mac.path.segments.last() else {
            return Value::Host;
        };
        let name = last.ident.to_string();
        match name.as_str() {
            "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" | "panic"
            | "todo" | "unimplemented" | "unreachable" | "error" | "warn" | "info" | "debug"
            | "trace" | "anyhow" | "bail" | "error_span" | "info_span" | "debug_span"
            | "trace_span" | "warn_span" => {
                if suspect::tells(&name) {
                    self.warn(&last.ident, suspect::runs_once(&format!("{name}!")));
                }
                self.formatted(mac, 0);
                match name.as_str() {
                    "panic" | "todo" | "unimplemented" | "unreachable" | "bail" => Value::Never,
                    _ => Value::Host,
                }
            }
            "write" | "writeln" | "log" | "event" | "span" => {
                if suspect::tells(&name) {
                    self.warn(&last.ident, suspect::runs_once(&format!("{name}!")));
                }
                self.formatted(mac, 1);
                Value::Host
            }
            "assert" | "debug_assert" | "ensure" => {
                self.asserted(mac, 1);
                Value::Host
            }
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => {
                self.asserted(mac, 2);
                Value::Host
            }
            "dbg" => {
                self.warn(&last.ident, suspect::runs_once("dbg!"));
                self.last_of(mac)
            }
            "vec" => self.vec(mac),
            "matches" => self.matches(mac),
            "s" => self.slices(mac),
            "einsum" => {
                self.last_of(mac);
                Value::Tensor
            }
            "assert_shape" | "debug_assert_shape" | "eager_only" | "concat" | "stringify"
            | "line" | "column" | "file" | "module_path" | "env" | "option_env" | "include_str"
            | "include_bytes" | "include" | "cfg" | "compile_error" | "thread_local"
            | "macro_rules" => {
                if name == "eager_only"
                    && let Ok(stmts) = Block::parse_within.parse2(mac.tokens.clone())
                {
                    self.eager(&stmts);
                }
                Value::Host
            }
            _ => self.opaque(mac),
        }
    }

    /// A macro of which nothing is known.
    fn opaque(&mut self, mac: &Macro) -> Value {
        match self.mentioned(&mac.tokens) {
            Some(name) => {
                self.report(
                    &mac.path,
                    messages::opaque(&super::text::shorten(&mac.path), &name),
                );
                Value::Never
            }
            None => Value::Host,
        }
    }

    /// A macro with a format string after `skip` other arguments.
    fn formatted(&mut self, mac: &Macro, skip: usize) {
        let given = arguments(&mac.tokens);
        let values: Vec<Value> = given.iter().map(|given| self.expr(&given.expr)).collect();
        for (given, value) in given.iter().zip(&values) {
            if given.displayed {
                self.shown(
                    &given.expr,
                    value,
                    &format!("%{}", super::text::shorten(&given.expr)),
                );
            }
        }
        self.format(&given, &values, skip);
    }

    /// An assertion with `count` operands and then a message.
    fn asserted(&mut self, mac: &Macro, count: usize) {
        let given = arguments(&mac.tokens);
        let mut values = Vec::new();
        for (index, given) in given.iter().enumerate() {
            let value = if index < count {
                self.deciding(Decides::Assert, |walker| walker.expr(&given.expr))
            } else {
                self.expr(&given.expr)
            };
            if index < count && value.has_live() && !value.is_tainted() {
                let message = live::decides(&self.scopes, &given.expr, Decides::Assert);
                self.report(&given.expr, message);
            }
            values.push(value);
        }
        self.format(&given, &values, count);
    }

    /// Checks what the first format string at or after `skip` displays.
    fn format(&mut self, given: &[Given], values: &[Value], skip: usize) {
        let literal = |given: &Given| given.name.is_none() && string(&given.expr).is_some();
        let Some(at) = given
            .iter()
            .skip(skip)
            .position(literal)
            .map(|at| at + skip)
        else {
            return;
        };
        let Some(format) = given.get(at).and_then(|given| string(&given.expr)) else {
            return;
        };
        let after = at + 1;
        for shown in format::parse(&format.value()) {
            if shown.debug {
                continue;
            }
            let index = match &shown.argument {
                Argument::Position(position) => Some(after + position),
                Argument::Name(name) => given
                    .iter()
                    .position(|given| given.name.as_deref() == Some(name)),
            };
            match (index, &shown.argument) {
                (Some(index), _) => {
                    if let Some((given, value)) = given.get(index).zip(values.get(index)) {
                        self.shown(&given.expr, value, &shown.text);
                    }
                }
                (None, Argument::Name(name)) => {
                    let value = self.scopes.get(name).cloned().unwrap_or(Value::Host);
                    self.shown_as(&format, name, &value, &shown.text);
                }
                (None, Argument::Position(_)) => {}
            }
        }
    }

    /// An argument that is displayed.
    fn shown(&mut self, expr: &Expr, value: &Value, text: &str) {
        if value.is_shown() {
            self.report(expr, messages::printed(text));
        } else if matches!(value, Value::Live) {
            let name = live::name(&self.scopes, expr);
            self.report(expr, live::printed(text, &name));
        }
    }

    /// A variable that a format string names.
    fn shown_as(&mut self, format: &LitStr, name: &str, value: &Value, text: &str) {
        if value.is_shown() {
            self.report_each(format, name, messages::printed(text));
        } else if matches!(value, Value::Live) {
            let label = format!("the live number `{name}`");
            self.report_each(format, name, live::printed(text, &label));
        }
    }

    fn last_of(&mut self, mac: &Macro) -> Value {
        let mut values: Vec<Value> = Vec::new();
        for given in arguments(&mac.tokens) {
            values.push(self.expr(&given.expr));
        }
        match values.len() {
            0 => Value::Host,
            1 => values.remove(0),
            _ => Value::Tuple(values),
        }
    }

    fn vec(&mut self, mac: &Macro) -> Value {
        let repeat = |input: syn::parse::ParseStream<'_>| {
            let elem: Expr = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok((elem, input.parse::<Expr>()?))
        };
        if let Ok((elem, length)) = repeat.parse2(mac.tokens.clone()) {
            if self.expr(&length).has_live() {
                self.report(&length, live::as_size(&self.scopes, &length));
            }
            return Value::many(self.expr(&elem));
        }
        let given = arguments(&mac.tokens);
        let parts: Vec<Value> = given.iter().map(|given| self.expr(&given.expr)).collect();
        self.collected(&parts)
    }

    fn matches(&mut self, mac: &Macro) -> Value {
        let parser = |input: syn::parse::ParseStream<'_>| {
            let expr: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pat = Pat::parse_multi_with_leading_vert(input)?;
            let guard = if input.parse::<Option<Token![if]>>()?.is_some() {
                Some(input.parse::<Expr>()?)
            } else {
                None
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((expr, pat, guard))
        };
        let Ok((expr, pat, guard)) = parser.parse2(mac.tokens.clone()) else {
            return Value::Host;
        };
        let value = self.deciding(Decides::Match, |walker| walker.expr(&expr));
        if super::control::decides_by_live(&pat, &value) {
            self.report(&expr, live::decides(&self.scopes, &expr, Decides::Match));
        }
        if let Some(guard) = guard {
            self.scopes.push();
            self.bind(&pat, &value);
            self.condition(&guard, Decides::If);
            self.scopes.pop();
        }
        Value::Host
    }

    /// `s![a..b, c]`: positions of a slice.
    fn slices(&mut self, mac: &Macro) -> Value {
        let given = arguments(&mac.tokens);
        if given.is_empty() {
            let scopes = &self.scopes;
            let is_live = |name: &str| scopes.get(name).is_some_and(Value::has_live);
            if mention::find(mac.tokens.clone(), &is_live).is_some() {
                let message = live::as_argument(scopes, &mac.tokens, "slice");
                self.report(&mac.tokens, message);
            }
        }
        for given in given {
            if self.expr(&given.expr).has_live() {
                self.report(
                    &given.expr,
                    live::as_argument(&self.scopes, &given.expr, "slice"),
                );
            }
        }
        Value::Host
    }
}

/// The text of a string literal.
fn string(expr: &Expr) -> Option<LitStr> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.clone()),
            _ => None,
        },
        Expr::Group(group) => string(&group.expr),
        _ => None,
    }
}

/// The arguments of a macro that takes expressions; those of other forms are left out.
fn arguments(tokens: &TokenStream) -> Vec<Given> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(exprs) = parser.parse2(tokens.clone()) {
        return exprs.into_iter().map(|expr| named(expr, false)).collect();
    }
    pieces(tokens).into_iter().filter_map(piece).collect()
}

/// Splits `name = value` off.
fn named(expr: Expr, displayed: bool) -> Given {
    if let Expr::Assign(assign) = &expr
        && let Expr::Path(path) = &*assign.left
    {
        return Given {
            name: path.path.get_ident().map(ToString::to_string),
            displayed,
            expr: (*assign.right).clone(),
        };
    }
    Given {
        name: None,
        displayed,
        expr,
    }
}

/// Tokens between commas.
fn pieces(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut pieces = vec![Vec::new()];
    for tree in tokens.clone() {
        match (&tree, pieces.last_mut()) {
            (TokenTree::Punct(punct), _) if matches!(punct.as_char(), ',' | ';') => {
                pieces.push(Vec::new())
            }
            (_, Some(piece)) => piece.push(tree),
            (_, None) => {}
        }
    }
    pieces
}

/// One argument in the grammar of `tracing` and `log`: `target: "a"`, `%x`, `?x`, `name = %x`.
fn piece(trees: Vec<TokenTree>) -> Option<Given> {
    let mut trees = trees.as_slice();
    let mut name = None;
    let is = |tree: Option<&TokenTree>, wanted: char| matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let separator = trees
        .iter()
        .position(|tree| is(Some(tree), '=') || is(Some(tree), ':'));
    if let Some(at) = separator
        && trees
            .iter()
            .take(at)
            .all(|tree| matches!(tree, TokenTree::Ident(_)) || is(Some(tree), '.'))
        && !is(trees.get(at + 1), '=')
        && !is(trees.get(at + 1), ':')
    {
        name = trees.first().map(ToString::to_string);
        trees = trees.get(at + 1..).unwrap_or_default();
    }
    let displayed = is(trees.first(), '%');
    if displayed || is(trees.first(), '?') {
        name = name.or_else(|| Some(String::new()));
        trees = trees.get(1..).unwrap_or_default();
    }
    let tokens: TokenStream = trees.iter().cloned().collect();
    let expr = syn::parse2::<Expr>(tokens.into_token_stream()).ok()?;
    Some(Given {
        name,
        displayed,
        expr,
    })
}

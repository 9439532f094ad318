//! The walk over the body: blocks, statements and what they declare.

use super::evidence::Evidence;
use super::scope::Scopes;
use super::types::{self, Aliases};
use super::value::{Function, Value};
use super::{escape, pattern};
use crate::diag::{Diagnostic, Errors, Warnings, silenced};
use proc_macro2::{LineColumn, Span};
use quote::ToTokens;
use std::collections::HashSet;
use std::rc::Rc;
use syn::{Block, Expr, Ident, Item, Local, Pat, ReturnType, Stmt, UseTree};

/// What the host decides by the expression at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decides {
    /// The branch of an `if`, or of a guard.
    If,
    /// The arm of a `match`.
    Match,
    /// Whether a `while` goes on.
    While,
    /// How often a `for` runs.
    For,
    /// Whether an assertion holds.
    Assert,
}

/// What `?` does at the place at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Leaves a program that returns an `Option`, or a closure: fine.
    Allowed,
    /// Leaves a program that returns a `Result`.
    Refused,
    /// Leaves a program with another result, which the compiler reports.
    Single,
}

/// The state of the walk.
pub(super) struct Walker<'c> {
    cx: &'c mut Errors,
    /// The visible bindings.
    pub(super) scopes: Scopes,
    /// Names of types that the body declares.
    pub(super) aliases: Aliases,
    /// What the uses of a name tell about it.
    pub(super) evidence: Evidence,
    /// What the expression at hand decides.
    pub(super) decides: Option<Decides>,
    /// What `?` does here.
    pub(super) exit: Exit,
    /// How many branches and loops surround the place at hand.
    pub(super) depth: usize,
    /// How many calls of closures and local functions are being followed.
    pub(super) calls: usize,
    /// How many loops are being walked, which bounds how often inner ones are repeated.
    pub(super) loops: usize,
    /// Whether `?` was reported, which explains a `Result`.
    pub(super) exits: bool,
    /// Whether something in the body reads the host, which explains a host value in the result.
    pub(super) reads: bool,
    /// Whether the program must run as a device graph: `engine = "graph"`.
    pub(super) graph: bool,
    /// What is legal but suspect.
    pub(super) warnings: Warnings,
    /// Where a variable multiplies or divides a tensor.
    pub(super) scales: Vec<Ident>,
    /// The places of these.
    pub(super) scaled: HashSet<Place>,
    /// Whether `#[allow(deprecated)]` stands around the place at hand.
    silent: bool,
    /// The free functions that receive placeholders.
    pub(super) called: Vec<syn::Path>,
    seen: HashSet<(Place, Place, String)>,
}

/// A line and a column.
pub(super) type Place = (usize, usize);

impl<'c> Walker<'c> {
    /// A walk that has seen nothing.
    pub(super) fn new(cx: &'c mut Errors, evidence: Evidence, exit: Exit) -> Self {
        Self {
            cx,
            scopes: Scopes::default(),
            aliases: Aliases::default(),
            evidence,
            decides: None,
            exit,
            depth: 0,
            calls: 0,
            loops: 0,
            exits: false,
            reads: false,
            graph: false,
            warnings: Warnings::default(),
            scales: Vec::new(),
            scaled: HashSet::new(),
            silent: false,
            called: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// Reports once per place: loops and calls are walked more than once.
    pub(super) fn report(&mut self, tokens: &impl ToTokens, diagnostic: Diagnostic) {
        self.report_each(tokens, "", diagnostic);
    }

    /// Reports once per place and `cause`, where several causes share a place.
    pub(super) fn report_each(
        &mut self,
        tokens: &impl ToTokens,
        cause: &str,
        diagnostic: Diagnostic,
    ) {
        let (start, end) = range(tokens);
        if self.seen.insert((start, end, cause.to_owned())) {
            diagnostic.under(tokens, self.cx);
        }
    }

    /// Warns once per place, unless the place is silenced.
    pub(super) fn warn(&mut self, name: &Ident, diagnostic: Diagnostic) {
        let (start, end) = range(name);
        if !self.silent && self.seen.insert((start, end, String::new())) {
            self.warnings.push(diagnostic, name.span());
        }
    }

    /// Walks a block in a scope of its own, and gives the value of its tail.
    pub(super) fn block(&mut self, block: &Block) -> Value {
        self.scopes.push();
        let value = self.statements(block);
        self.scopes.pop();
        value
    }

    /// Walks a block that may not run, or runs repeatedly.
    pub(super) fn branch(&mut self, block: &Block) -> Value {
        self.depth += 1;
        let value = self.block(block);
        self.depth -= 1;
        value
    }

    /// Walks the body of a loop twice, so that what one iteration assigns is known to the next.
    pub(super) fn repeat(&mut self, mut body: impl FnMut(&mut Self)) {
        let rounds = if self.loops < 4 { 2 } else { 1 };
        self.loops += 1;
        self.depth += 1;
        for _ in 0..rounds {
            body(self);
        }
        self.depth -= 1;
        self.loops -= 1;
    }

    fn statements(&mut self, block: &Block) -> Value {
        let decides = self.decides.take();
        self.items(block);
        let mut tail = Value::Host;
        for (index, statement) in block.stmts.iter().enumerate() {
            let value = self.statement(statement);
            if index + 1 == block.stmts.len() {
                tail = value;
            }
        }
        self.decides = decides;
        tail
    }

    fn statement(&mut self, statement: &Stmt) -> Value {
        let silent = self.silent;
        self.silent |= silenced(statement);
        let value = self.unsilenced(statement);
        self.silent = silent;
        value
    }

    fn unsilenced(&mut self, statement: &Stmt) -> Value {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(_) => Value::Host,
            Stmt::Expr(expr, None) => self.expr(expr),
            Stmt::Expr(expr, Some(_)) => {
                let value = self.expr(expr);
                match expr {
                    Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => value,
                    _ => Value::Host,
                }
            }
            Stmt::Macro(statement) => {
                let value = self.macro_call(&statement.mac);
                if statement.semi_token.is_some() {
                    Value::Host
                } else {
                    value
                }
            }
        }
    }

    fn local(&mut self, local: &Local) -> Value {
        let Some(init) = &local.init else {
            self.bind(&local.pat, &Value::Never);
            return Value::Host;
        };
        let value = self.expr(&init.expr);
        if let Some((_, diverge)) = &init.diverge {
            self.depth += 1;
            self.expr(diverge);
            self.depth -= 1;
        }
        let value = self.with_evidence(&local.pat, value);
        self.bind(&local.pat, &value);
        Value::Host
    }

    /// Uses what the rest of the body tells about a variable of an unknown type.
    fn with_evidence(&self, pat: &Pat, value: Value) -> Value {
        match (pat, &value) {
            (Pat::Ident(pat), Value::Maybe { .. }) if self.evidence.is_tensor(&pat.ident) => {
                Value::Tensor
            }
            _ => value,
        }
    }

    /// Declares what a pattern binds.
    pub(super) fn bind(&mut self, pat: &Pat, value: &Value) {
        for (name, value) in pattern::bindings(pat, value, &self.aliases) {
            self.scopes.declare(name, value, self.depth);
        }
    }

    /// Declares the items of a block, which are visible in all of it.
    fn items(&mut self, block: &Block) {
        for statement in &block.stmts {
            let Stmt::Item(item) = statement else {
                continue;
            };
            match item {
                Item::Type(item) => {
                    if let Some(name) = types::name(&item.ty) {
                        self.aliases.add(item.ident.to_string(), name);
                    }
                }
                Item::Use(item) => self.renames(&item.tree),
                Item::Fn(item) => {
                    let function = Function {
                        inputs: typed_patterns(&item.sig),
                        output: item.sig.output.clone(),
                        body: (*item.block).clone(),
                        env: Scopes::default(),
                    };
                    let value = Value::Function(Rc::new(function));
                    self.scopes
                        .declare(item.sig.ident.to_string(), value, self.depth);
                }
                _ => {}
            }
        }
    }

    fn renames(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.renames(&path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.renames(tree)),
            UseTree::Rename(rename) => {
                self.aliases
                    .add(rename.rename.to_string(), rename.ident.to_string());
            }
            _ => {}
        }
    }

    /// Runs `walk` where the host decides something by the outcome.
    pub(super) fn deciding<T>(&mut self, what: Decides, walk: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.decides.replace(what);
        let value = walk(self);
        self.decides = before;
        value
    }

    /// Reports what code that only runs eagerly does to the code around it.
    pub(super) fn eager(&mut self, stmts: &[Stmt]) {
        for escape in escape::find(stmts) {
            let (tokens, diagnostic) = escape.into_parts();
            self.report(&tokens, diagnostic);
        }
    }
}

/// The parameters of a local function with their types.
fn typed_patterns(sig: &syn::Signature) -> Vec<Pat> {
    sig.inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(Pat::Type(typed.clone())),
            syn::FnArg::Receiver(_) => None,
        })
        .collect()
}

/// A place as something that is hashed.
pub(super) fn place(at: LineColumn) -> Place {
    (at.line, at.column)
}

/// Where tokens start and end.
fn range(tokens: &impl ToTokens) -> (Place, Place) {
    let mut spans = tokens.to_token_stream().into_iter().map(|tree| tree.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    let last = spans.last().unwrap_or(first);
    (place(first.start()), place(last.end()))
}

/// What `?` does in a function with this result.
pub(super) fn exit(output: &ReturnType) -> Exit {
    let ReturnType::Type(_, ty) = output else {
        return Exit::Single;
    };
    match types::name(ty) {
        Some(name) if name == "Option" => Exit::Allowed,
        Some(name) if name.ends_with("Result") => Exit::Refused,
        _ => Exit::Single,
    }
}

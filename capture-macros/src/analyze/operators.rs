//! Operators: arithmetic, comparisons, assignments.

use super::pattern::held;
use super::value::{Held, Value};
use super::walk::{Walker, place};
use super::{live, messages};
use crate::syntax::is_assignment;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprBinary, ExprBreak, ExprUnary, UnOp};

impl Walker<'_> {
    pub(super) fn binary(&mut self, binary: &ExprBinary) -> Value {
        let right_first = is_assignment(&binary.op);
        let left = self.expr(&binary.left);
        let right = self.expr(&binary.right);
        if right_first {
            return self.update(binary, &left, &right);
        }
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) => {
                for (expr, value) in [(&*binary.left, &left), (&*binary.right, &right)] {
                    if value.has_live() {
                        self.report(expr, live::host_bool(&self.scopes, expr, self.decides));
                    }
                }
                Value::Host
            }
            _ if is_comparison(&binary.op) => {
                let tensors = left.is_tainted() || right.is_tainted();
                if !tensors && (left.has_live() || right.has_live()) {
                    self.report(binary, live::host_bool(&self.scopes, binary, self.decides));
                }
                Value::Host
            }
            _ => {
                self.scales(binary, &left, &right);
                self.arithmetic(&left, &right)
            }
        }
    }

    /// Notes the variable in `tensor * variable`, `variable * tensor` and `tensor / variable`.
    fn scales(&mut self, binary: &ExprBinary, left: &Value, right: &Value) {
        let scale = match (&binary.op, left, right) {
            (BinOp::Mul(_) | BinOp::Div(_), Value::Tensor, Value::Host) => &*binary.right,
            (BinOp::Mul(_), Value::Host, Value::Tensor) => &*binary.left,
            _ => return,
        };
        self.scaling(scale);
    }

    /// Notes a variable that scales a tensor. A place that is walked again counts once.
    pub(super) fn scaling(&mut self, scale: &Expr) {
        if let Expr::Path(path) = scale
            && let Some(name) = path.path.get_ident()
            && self.scaled.insert(place(name.span().start()))
        {
            self.scales.push(name.clone());
        }
    }

    /// The value of `left op right`.
    pub(super) fn arithmetic(&mut self, left: &Value, right: &Value) -> Value {
        for (value, other) in [(left, right), (right, left)] {
            if let Value::Foreign(origin) = value
                && other.is_tainted()
            {
                self.foreign(origin);
                return Value::Tensor;
            }
        }
        match (left, right) {
            (Value::Tensor | Value::Group, _) | (_, Value::Tensor | Value::Group) => Value::Tensor,
            (Value::Foreign(_), _) => left.clone(),
            (_, Value::Foreign(_)) => right.clone(),
            (Value::Part(held), _) | (_, Value::Part(held)) => Value::Part(*held),
            (Value::Maybe { shown: a }, Value::Maybe { shown: b }) => {
                Value::Maybe { shown: *a || *b }
            }
            (Value::Maybe { .. }, _) => left.clone(),
            (_, Value::Maybe { .. }) => right.clone(),
            _ if left.is_tainted() || right.is_tainted() => Value::Maybe { shown: false },
            _ if left.has_live() || right.has_live() => Value::Live,
            _ => Value::Host,
        }
    }

    pub(super) fn unary(&mut self, unary: &ExprUnary) -> Value {
        let value = self.expr(&unary.expr);
        match (unary.op, value) {
            (UnOp::Deref(_), value) => value,
            (UnOp::Not(_), Value::Live) => Value::Live,
            (_, Value::Static) => Value::Host,
            (_, value) => value,
        }
    }

    /// `left op= right`.
    fn update(&mut self, binary: &ExprBinary, left: &Value, right: &Value) -> Value {
        let place = Place::of(&binary.left);
        match place.root.as_deref() {
            Some(name) if self.scopes.get(name).is_some() => {
                let inside = place.reaches_in || place.through_reference;
                let state = held(left) == Some(Held::State) && inside;
                if state && !right.is_tainted() {
                    self.report(binary, messages::host_write(&binary.left));
                    return Value::Host;
                }
                if !place.reaches_in {
                    let value = self.arithmetic(left, right);
                    self.scopes.assign(name, value, self.depth);
                }
            }
            _ if matches!(left, Value::Static) => {
                self.report(binary, messages::static_write(&binary.left));
            }
            _ => {}
        }
        Value::Host
    }

    pub(super) fn assign(&mut self, target: &Expr, source: &Expr) -> Value {
        let value = self.expr(source);
        if self.counts_up(target, source) {
            self.report(target, messages::host_write(target));
            return Value::Host;
        }
        self.assign_value(target, &value);
        Value::Host
    }

    /// Whether a field of state is made from itself as only numbers can be: `state.t = state.t + 1`. A
    /// tensor would have to be cloned.
    fn counts_up(&self, target: &Expr, source: &Expr) -> bool {
        let Expr::Binary(binary) = source else {
            return false;
        };
        let place = Place::of(target);
        let root = place.root.as_deref().and_then(|name| self.scopes.get(name));
        let state = root.and_then(held) == Some(Held::State);
        let same =
            binary.left.to_token_stream().to_string() == target.to_token_stream().to_string();
        state && place.reaches_in && same
    }

    fn assign_value(&mut self, target: &Expr, value: &Value) {
        match target {
            Expr::Tuple(tuple) => {
                for (index, target) in tuple.elems.iter().enumerate() {
                    let part = match value {
                        Value::Tuple(parts) => parts.get(index).cloned().unwrap_or(Value::Never),
                        value => super::pattern::part(value),
                    };
                    self.assign_value(target, &part);
                }
            }
            Expr::Array(array) => {
                for target in &array.elems {
                    self.assign_value(target, &value.element());
                }
            }
            Expr::Infer(_) => {}
            target => self.assign_place(target, value),
        }
    }

    fn assign_place(&mut self, target: &Expr, value: &Value) {
        let place = Place::of(target);
        if place.reaches_in {
            self.expr(target);
        }
        let Some(name) = place.root.as_deref() else {
            if matches!(self.expr(place.base), Value::Static) {
                self.written_outside(target, value);
            }
            return;
        };
        let Some(before) = self.scopes.get(name).cloned() else {
            if matches!(self.expr(place.base), Value::Static) {
                self.written_outside(target, value);
            }
            return;
        };
        if let (Value::Record(fields), Expr::Field(field)) = (&before, target) {
            let name_of = super::expr::member_name(&field.member);
            let mut fields = fields.clone();
            for (_, field) in fields.iter_mut().filter(|(name, _)| *name == name_of) {
                *field = field.join(value);
            }
            self.scopes.assign(name, Value::Record(fields), self.depth);
        } else if held(&before) == Some(Held::State) {
            match value {
                Value::Foreign(origin) => self.foreign(origin),
                Value::Host | Value::Static | Value::Live if place.reaches_in => {
                    self.report(target, messages::host_write(target));
                }
                _ => {}
            }
        } else if place.reaches_in {
            self.scopes.widen(name, &inside(&before, value));
        } else if let (true, true, Value::Foreign(origin)) =
            (place.through_reference, before.is_tainted(), value)
        {
            self.foreign(origin);
        } else if !place.through_reference || !before.is_tainted() {
            self.scopes.assign(name, value.clone(), self.depth);
        }
    }

    fn written_outside(&mut self, target: &Expr, value: &Value) {
        let message = if value.is_tainted() {
            messages::leak(target)
        } else {
            messages::static_write(target)
        };
        self.report(target, message);
    }
}

/// What writing `value` into a part of `holder` adds to what is known about `holder`.
fn inside(holder: &Value, value: &Value) -> Value {
    match (holder, value) {
        (_, value) if !value.is_tainted() && !value.has_live() => Value::Never,
        (Value::Many(_) | Value::Host | Value::Never, value) => Value::many(value.clone()),
        _ => Value::Never,
    }
}

/// Where an assignment writes.
pub(super) struct Place<'e> {
    /// The variable, where there is one.
    pub(super) root: Option<String>,
    /// The innermost expression.
    pub(super) base: &'e Expr,
    /// Whether it writes into a part of the variable.
    pub(super) reaches_in: bool,
    /// Whether it writes through a reference.
    pub(super) through_reference: bool,
}

impl<'e> Place<'e> {
    pub(super) fn of(expr: &'e Expr) -> Self {
        let (inner, reaches_in, through_reference) = match expr {
            Expr::Field(field) => (&field.base, true, false),
            Expr::Index(index) => (&index.expr, true, false),
            Expr::Unary(unary) => (&unary.expr, false, true),
            Expr::Paren(paren) => (&paren.expr, false, false),
            Expr::Group(group) => (&group.expr, false, false),
            Expr::Reference(reference) => (&reference.expr, false, false),
            Expr::MethodCall(call) => (&call.receiver, true, false),
            base => {
                let root = match base {
                    Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
                    _ => None,
                };
                return Self {
                    root,
                    base,
                    reaches_in: false,
                    through_reference: false,
                };
            }
        };
        let mut place = Self::of(inner);
        place.reaches_in |= reaches_in;
        place.through_reference |= through_reference;
        place
    }
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// The value with which a `loop` is left, where it is left with one.
pub(super) fn breaks(body: &Block) -> Option<Expr> {
    struct Finder(Option<Expr>);

    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_break(&mut self, expr: &'ast ExprBreak) {
            if self.0.is_none() {
                self.0 = expr.expr.as_deref().cloned();
            }
            visit::visit_expr_break(self, expr);
        }

        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }

    let mut finder = Finder(None);
    finder.visit_block(body);
    finder.0
}

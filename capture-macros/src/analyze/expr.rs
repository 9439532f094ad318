//! The value of an expression: one arm per kind of expression.

use super::pattern::{declared, part};
use super::types;
use super::value::{Function, Value};
use super::walk::{Decides, Exit, Walker};
use super::{live, messages, operators};
use std::rc::Rc;
use syn::punctuated::Punctuated;
use syn::{
    Block, Expr, ExprClosure, ExprField, ExprPath, ExprTry, Member, ReturnType, Stmt, Token,
};

impl Walker<'_> {
    /// Walks an expression, reports what it finds, and gives what the expression stands for.
    pub(super) fn expr(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Array(array) => self.array(&array.elems),
            Expr::Assign(assign) => self.assign(&assign.left, &assign.right),
            Expr::Async(block) => {
                self.report(&block.async_token, messages::async_block());
                self.closed(|walker| walker.block(&block.block));
                Value::Host
            }
            Expr::Await(wait) => self.expr(&wait.base),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Block(block) => self.block(&block.block),
            Expr::Break(jump) => self.optional(jump.expr.as_deref()),
            Expr::Call(call) => self.call(call),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Const(_) | Expr::Infer(_) | Expr::Lit(_) | Expr::Verbatim(_) => Value::Host,
            Expr::Continue(_) => Value::Never,
            Expr::Field(field) => self.field(field),
            Expr::ForLoop(looping) => self.for_loop(looping),
            Expr::Group(group) => self.expr(&group.expr),
            Expr::If(branch) => self.if_else(branch),
            Expr::Index(index) => self.index(index),
            Expr::Let(matching) => self.let_condition(matching),
            Expr::Loop(looping) => {
                self.repeat(|walker| drop(walker.block(&looping.body)));
                self.broken_out(&looping.body)
            }
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::Match(matching) => self.match_arms(matching),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Paren(paren) => self.expr(&paren.expr),
            Expr::Path(path) => self.path(path),
            Expr::Range(range) => {
                let start = self.optional(range.start.as_deref());
                let end = self.optional(range.end.as_deref());
                Value::many(start.join(&end))
            }
            Expr::RawAddr(raw) => self.expr(&raw.expr),
            Expr::Reference(reference) => self.expr(&reference.expr),
            Expr::Repeat(repeat) => {
                let length = self.expr(&repeat.len);
                if length.has_live() {
                    self.report(&repeat.len, live::as_size(&self.scopes, &repeat.len));
                }
                Value::many(self.expr(&repeat.expr))
            }
            Expr::Return(exit) => {
                let value = self.optional(exit.expr.as_deref());
                if self.calls == 0 {
                    self.leaves(&value);
                }
                Value::Never
            }
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Try(attempt) => self.attempt(attempt),
            Expr::TryBlock(block) => self.closed(|walker| walker.block(&block.block)),
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Value::Host,
            Expr::Tuple(tuple) => {
                Value::Tuple(tuple.elems.iter().map(|elem| self.expr(elem)).collect())
            }
            Expr::Unary(unary) => self.unary(unary),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::While(looping) => self.while_loop(looping),
            Expr::Yield(give) => self.optional(give.expr.as_deref()),
            _ => Value::Host,
        }
    }

    /// Walks a list of expressions.
    pub(super) fn all(&mut self, exprs: &Punctuated<Expr, Token![,]>) -> Vec<Value> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn optional(&mut self, expr: Option<&Expr>) -> Value {
        expr.map_or(Value::Host, |expr| self.expr(expr))
    }

    /// Walks something with an exit of its own: a closure or an `async` block.
    pub(super) fn closed<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let exit = core::mem::replace(&mut self.exit, Exit::Allowed);
        let decides = self.decides.take();
        self.depth += 1;
        self.calls += 1;
        let value = walk(self);
        self.calls -= 1;
        self.depth -= 1;
        self.decides = decides;
        self.exit = exit;
        value
    }

    fn array(&mut self, elems: &Punctuated<Expr, Token![,]>) -> Value {
        let parts = self.all(elems);
        self.collected(&parts)
    }

    /// A collection of these elements, which have to be on one device.
    pub(super) fn collected(&mut self, parts: &[Value]) -> Value {
        if parts.iter().any(Value::is_tainted) {
            self.refuse_foreign(parts);
        }
        Value::many(parts.iter().fold(Value::Never, |all, part| all.join(part)))
    }

    /// A name: a variable, a constant, a function item.
    fn path(&mut self, expr: &ExprPath) -> Value {
        let Some(last) = expr.path.segments.last() else {
            return Value::Host;
        };
        let name = last.ident.to_string();
        if expr.qself.is_none() && expr.path.segments.len() == 1 {
            if let Some(value) = self.scopes.get(&name) {
                return value.clone();
            }
            if name == "None" {
                return Value::many(Value::Never);
            }
        } else {
            self.function_item(expr);
        }
        let shouts = name.len() > 1 && name.chars().all(|c| !c.is_lowercase());
        if shouts { Value::Static } else { Value::Host }
    }

    fn field(&mut self, field: &ExprField) -> Value {
        let base = self.expr(&field.base);
        if let Some(value) = base.field(&member_name(&field.member)) {
            return value.clone();
        }
        match (&base, &field.member) {
            (Value::Tuple(parts), Member::Unnamed(index)) => {
                let index = usize::try_from(index.index).unwrap_or(usize::MAX);
                parts.get(index).cloned().unwrap_or(Value::Never)
            }
            (Value::Many(element), Member::Named(_)) if element.has_live() => Value::Live,
            _ => part(&base),
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Value {
        let base = self.expr(&index.expr);
        let position = self.expr(&index.index);
        if position.has_live() {
            self.report(&index.index, live::as_position(&self.scopes, &index.index));
        }
        match &*index.index {
            Expr::Range(_) => base,
            _ => base.element(),
        }
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> Value {
        let mut fields = Vec::new();
        for field in &literal.fields {
            let value = self.expr(&field.expr);
            fields.push((member_name(&field.member), value));
        }
        let rest = literal.rest.as_deref().map(|rest| self.expr(rest));
        if rest.is_some_and(|rest| rest.is_tainted()) {
            return Value::Maybe { shown: false };
        }
        let record = Value::Record(fields);
        if record.is_tainted() || record.has_live() {
            record
        } else {
            Value::Host
        }
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Value {
        let value = self.expr(&cast.expr);
        if !value.has_live() {
            return Value::Host;
        }
        let name = types::name(&cast.ty).unwrap_or_default();
        if matches!(name.as_str(), "f32" | "f64" | "i32" | "i64") {
            return Value::Live;
        }
        self.report(cast, live::cast(&self.scopes, cast));
        Value::Host
    }

    fn attempt(&mut self, attempt: &ExprTry) -> Value {
        let value = self.expr(&attempt.expr);
        if self.exit == Exit::Refused {
            self.exits = true;
            self.report(&attempt.question_token, messages::early_exit());
        }
        value.element()
    }

    /// A closure where it is written: its parameters are known only by their types.
    fn closure(&mut self, closure: &ExprClosure) -> Value {
        let function = self.function(closure);
        self.enter(&function, &[]);
        Value::Function(function)
    }

    /// A closure with what it sees.
    pub(super) fn function(&self, closure: &ExprClosure) -> Rc<Function> {
        Rc::new(Function {
            inputs: closure.inputs.iter().cloned().collect(),
            output: closure.output.clone(),
            body: as_block(&closure.body),
            env: self.scopes.clone(),
        })
    }

    /// Follows a call of a closure or of a local function.
    pub(super) fn enter(&mut self, function: &Rc<Function>, arguments: &[Value]) -> Value {
        if self.calls > 6 {
            return Value::Maybe { shown: false };
        }
        let inside = function.env.clone();
        let outside = core::mem::replace(&mut self.scopes, inside);
        let value = self.closed(|walker| {
            walker.scopes.push();
            for (index, input) in function.inputs.iter().enumerate() {
                let argument = arguments.get(index).unwrap_or(&Value::Never);
                walker.bind(input, argument);
            }
            walker.block(&function.body)
        });
        self.scopes = outside;
        match &function.output {
            ReturnType::Default => value,
            ReturnType::Type(_, ty) => declared(types::declared(ty, &self.aliases), &value),
        }
    }

    fn broken_out(&mut self, body: &Block) -> Value {
        match operators::breaks(body) {
            Some(expr) => {
                let seen = self.scopes.clone();
                let value = self.expr(&expr);
                self.scopes = seen;
                value
            }
            None => Value::Never,
        }
    }

    /// Checks what leaves the program.
    pub(super) fn leaves(&mut self, value: &Value) {
        match value {
            Value::Foreign(origin) => self.foreign(origin),
            Value::Tuple(parts) => parts.iter().for_each(|part| self.leaves(part)),
            Value::Many(element) => self.leaves(element),
            _ => {}
        }
    }

    /// Walks a condition.
    pub(super) fn condition(&mut self, cond: &Expr, what: Decides) {
        let value = self.deciding(what, |walker| walker.expr(cond));
        if value.has_live() {
            self.report(cond, live::decides(&self.scopes, cond, what));
        }
    }
}

/// The name of a field, or its number.
pub(super) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The body of a closure as a block.
fn as_block(body: &Expr) -> Block {
    match body {
        Expr::Block(block) if block.label.is_none() => block.block.clone(),
        body => Block {
            brace_token: syn::token::Brace::default(),
            stmts: vec![Stmt::Expr(body.clone(), None)],
        },
    }
}

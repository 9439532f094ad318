//! Calls of functions: associated functions of `Tensor`, constructors, closures, and the rest.

use super::method_call::made_from;
use super::methods::{self, Creation, Method, Read};
use super::value::Value;
use super::walk::Walker;
use super::{devices, live, types};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Token};

impl Walker<'_> {
    pub(super) fn call(&mut self, call: &ExprCall) -> Value {
        let Expr::Path(function) = strip(&call.func) else {
            let function = self.expr(&call.func);
            let arguments = self.all(&call.args);
            return match function {
                Value::Function(function) => self.enter(&function, &arguments),
                _ => made_from(call.args.iter(), &arguments),
            };
        };
        if function.qself.is_none()
            && let Some(ident) = function.path.get_ident()
            && let Some(value) = self.scopes.get(&ident.to_string()).cloned()
        {
            let arguments = self.all(&call.args);
            return match value {
                Value::Function(function) => self.enter(&function, &arguments),
                _ => made_from(call.args.iter(), &arguments),
            };
        }
        if function.qself.is_none()
            && let Some(value) = self.effect_call(&function.path, call)
        {
            return value;
        }
        if let Some(device) = devices::constructor(&function.path) {
            self.all(&call.args);
            return device;
        }
        self.named(function, call)
    }

    /// A call of a function by its name.
    fn named(&mut self, function: &ExprPath, call: &ExprCall) -> Value {
        let Some(last) = function.path.segments.last() else {
            return Value::Host;
        };
        let name = last.ident.to_string();
        let associated = self.holder(function);
        if associated.as_deref() == Some("Tensor")
            && let Some(creation) = methods::creation(&name)
        {
            return self.create(creation, &name, &call.args);
        }
        let arguments = self.results(&call.args);
        if let Some(value) = self.reader(function, call, &arguments) {
            return value;
        }
        let of_type = associated
            .as_deref()
            .is_some_and(|name| name.starts_with(char::is_uppercase));
        if of_type && !call.args.is_empty() && methods::lookup(&name).is_some() {
            return self.as_method(function, call, &arguments);
        }
        if !of_type
            && !name.starts_with(char::is_uppercase)
            && arguments.iter().any(Value::must_be_seen)
        {
            self.called.push(function.path.clone());
        }
        let first = || arguments.first().cloned().unwrap_or(Value::Host);
        match (associated.as_deref(), name.as_str()) {
            (_, "Some" | "Ok") => Value::many(first()),
            // These show what they hold through `Deref`.
            (Some("Cow"), "Owned" | "Borrowed") | (_, "AssertUnwindSafe") => first(),
            (_, "Err" | "drop" | "is_placeholder" | "can_move" | "size_of_val") => Value::Host,
            (
                Some("Box" | "Arc" | "Rc" | "Cow" | "Cell" | "RefCell" | "Mutex"),
                "new" | "from" | "clone",
            ) => first(),
            (Some("Vec" | "VecDeque"), "from") | (_, "once" | "from_fn" | "repeat_n") => {
                Value::many(first().element())
            }
            (
                Some("Vec" | "HashMap" | "BTreeMap" | "VecDeque"),
                "new" | "with_capacity" | "default",
            ) => Value::Many(Box::new(Value::Never)),
            (Some("Transaction"), "default" | "new") => Value::Transaction(false),
            (_, "swap") if arguments.len() == 2 => {
                self.swap(&call.args, &arguments);
                Value::Host
            }
            (_, "take" | "replace") if function.path.segments.iter().any(|s| s.ident == "mem") => {
                first()
            }
            _ if arguments.iter().any(Value::is_placeholder)
                && !name.starts_with(char::is_uppercase) =>
            {
                self.refuse_foreign(&arguments);
                made_from(call.args.iter(), &arguments)
            }
            _ if name.starts_with(char::is_uppercase)
                && arguments.iter().any(Value::is_placeholder) =>
            {
                let numbered = arguments.iter().enumerate();
                Value::Record(
                    numbered
                        .map(|(index, value)| (index.to_string(), value.clone()))
                        .collect(),
                )
            }
            _ => made_from(call.args.iter(), &arguments),
        }
    }

    /// Walks the arguments of a function that is not known; closures are called with what stands beside them,
    /// and stand for what they return.
    fn results(&mut self, args: &Punctuated<Expr, Token![,]>) -> Vec<Value> {
        let mut values: Vec<Value> = args
            .iter()
            .map(|arg| match arg {
                Expr::Closure(closure) => Value::Function(self.function(closure)),
                arg => self.expr(arg),
            })
            .collect();
        let given = if values.iter().any(Value::is_tainted) {
            Value::Maybe { shown: false }
        } else {
            Value::Never
        };
        for value in &mut values {
            if let Value::Function(function) = value {
                let function = function.clone();
                let parameters = vec![given.clone(); function.inputs.len()];
                *value = match self.enter(&function, &parameters) {
                    returned if returned.is_tainted() => Value::Maybe { shown: false },
                    _ => Value::Host,
                };
            }
        }
        values
    }

    /// The type before the last segment: `Tensor` in `Tensor::<2>::to_data`, in `<Tensor<2>>::to_data`
    /// and in an alias of it.
    fn holder(&self, function: &ExprPath) -> Option<String> {
        let name = match &function.qself {
            Some(qself) => types::name(&qself.ty)?,
            None => function
                .path
                .segments
                .iter()
                .rev()
                .nth(1)?
                .ident
                .to_string(),
        };
        Some(self.aliases.resolve(&name).to_owned())
    }

    /// Functions that read their argument.
    fn reader(
        &mut self,
        function: &ExprPath,
        call: &ExprCall,
        arguments: &[Value],
    ) -> Option<Value> {
        if !arguments.iter().any(Value::is_placeholder) {
            return None;
        }
        let last = function.path.segments.last()?;
        let name = last.ident.to_string();
        let inside = |module: &str| function.path.segments.iter().any(|s| s.ident == module);
        let read = if inside("linalg") && methods::is_host_linalg(&name) {
            Read::Computed
        } else if inside("serde_json")
            || inside("bincode")
            || inside("postcard")
            || inside("rmp_serde")
        {
            Read::Save
        } else if name == "check_closeness" {
            Read::AllClose
        } else {
            return None;
        };
        self.read(&last.ident, read);
        Some(made_from(call.args.iter(), &[]))
    }

    /// `Tensor::method(receiver, arguments)`.
    fn as_method(&mut self, function: &ExprPath, call: &ExprCall, arguments: &[Value]) -> Value {
        let (Some(last), Some(receiver)) = (function.path.segments.last(), call.args.first())
        else {
            return Value::Host;
        };
        let written = ExprMethodCall {
            attrs: Vec::new(),
            receiver: Box::new(receiver.clone()),
            dot_token: <Token![.]>::default(),
            method: last.ident.clone(),
            turbofish: None,
            paren_token: call.paren_token,
            args: call.args.iter().skip(1).cloned().collect(),
        };
        let Some((receiver, arguments)) = arguments.split_first() else {
            return Value::Host;
        };
        self.called(
            &written,
            &last.ident.to_string(),
            receiver.clone(),
            arguments,
        )
    }

    /// A tensor that the body makes.
    fn create(
        &mut self,
        creation: Creation,
        name: &str,
        args: &Punctuated<Expr, Token![,]>,
    ) -> Value {
        let values = self.all(args);
        let last = args.last().zip(values.last());
        let host = args.iter().zip(&values).take(args.len().saturating_sub(1));
        match creation {
            Creation::Join => {
                self.join_all(&values);
                let foreign = values
                    .iter()
                    .map(Value::element)
                    .find(|v| matches!(v, Value::Foreign(_)));
                return match foreign {
                    Some(foreign) if !values.iter().any(Value::is_tainted) => foreign,
                    _ => Value::Tensor,
                };
            }
            Creation::Raw => return made_from(args.iter(), &values),
            Creation::Shape => {
                for (expr, value) in host {
                    if value.has_live() {
                        self.report(expr, live::as_argument(&self.scopes, expr, name));
                    }
                }
            }
            Creation::Full => {
                if let Some((expr, value)) = args.first().zip(values.first())
                    && value.has_live()
                {
                    self.report(expr, live::as_argument(&self.scopes, expr, name));
                }
            }
            Creation::Data => {
                for (expr, value) in host {
                    if value.has_live() && !value.is_tainted() {
                        self.report(expr, live::as_data(&self.scopes, expr, name));
                    }
                }
            }
        }
        self.made_on(last)
    }

    /// `Tensor::cat(vec![a, b], 0)`: the tensors meet.
    fn join_all(&mut self, values: &[Value]) {
        if values.iter().any(Value::is_tainted) {
            self.refuse_foreign(values);
        }
    }

    fn swap(&mut self, args: &Punctuated<Expr, Token![,]>, values: &[Value]) {
        for (index, arg) in args.iter().enumerate() {
            let other = values
                .get(1 - index.min(1))
                .cloned()
                .unwrap_or(Value::Never);
            if let Some(root) = super::operators::Place::of(arg).root {
                self.scopes.widen(&root, &other);
            }
        }
    }

    /// A function named but not called: `let read = Tensor::<2>::into_data;`, `.map(Tensor::into_data)`.
    pub(super) fn function_item(&mut self, function: &ExprPath) {
        let Some(last) = function.path.segments.last() else {
            return;
        };
        let Some((Method::Read(read), _)) = methods::lookup(&last.ident.to_string()) else {
            return;
        };
        let held = self.holder(function);
        if held.is_some_and(|name| name.starts_with(char::is_uppercase) && name != "TensorData") {
            self.read(&last.ident, read);
        }
    }

    /// What a function given by its name makes of `element`, in `.map(relu)` and `.map(Tensor::exp)`.
    pub(super) fn applied(&mut self, function: &ExprPath, element: &Value) -> Value {
        if !element.is_tainted() {
            return Value::Host;
        }
        // The methods of a struct that the body makes are its own.
        if !matches!(element, Value::Record(_)) {
            self.function_item(function);
        }
        let last = function
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string());
        match last.as_deref().and_then(methods::lookup) {
            Some((Method::Tensor | Method::Scalar, _)) => Value::Tensor,
            Some((Method::Pair, _)) => Value::Tuple(vec![Value::Tensor, Value::Tensor]),
            Some((Method::Metadata | Method::Read(_), _)) => Value::Host,
            _ => match last.as_deref() {
                Some("clone" | "Some" | "from" | "into") => element.clone(),
                _ if element.is_placeholder() => Value::Maybe { shown: true },
                _ => Value::Maybe { shown: false },
            },
        }
    }

    /// The first name among `tokens` that is a placeholder, a module or a live number.
    pub(super) fn mentioned(&self, tokens: &impl ToTokens) -> Option<String> {
        crate::mention::find(tokens.to_token_stream(), &|name| {
            self.scopes.get(name).is_some_and(Value::must_be_seen)
        })
    }
}

/// The expression without parentheses.
fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        expr => expr,
    }
}

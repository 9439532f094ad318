//! Method calls: the receiver decides which table is asked.

use super::effects;
use super::methods::{self, Method, OnDevice, Read};
use super::value::{Held, Place, Value};
use super::walk::Walker;
use super::{containers, live, messages};
use syn::{Expr, ExprMethodCall, Ident};

impl Walker<'_> {
    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Value {
        let receiver = self.expr(&call.receiver);
        let name = call.method.to_string();
        if name == "replay" && !matches!(receiver, Value::Part(_)) {
            self.report(&call.method, messages::nested("replay"));
            for argument in &call.args {
                self.expr(argument);
            }
            return Value::Maybe { shown: true };
        }
        if effects::is_thread_method(&name) && receiver.is_tainted() {
            self.report(&call.method, messages::thread(&name));
            return Value::Maybe { shown: false };
        }
        if effects::is_spawn(&name)
            && !receiver.is_tainted()
            && call.args.iter().any(effects::is_task)
            && self.mentioned(&call.args).is_some()
        {
            self.report(&call.method, messages::thread(&name));
            return Value::Maybe { shown: false };
        }
        let hints = containers::closure_hints(&receiver, &name);
        let arguments = self.arguments(call, &receiver, hints.as_deref());
        self.called(call, &name, receiver, &arguments)
    }

    /// Walks the arguments; closures get what the method gives them.
    fn arguments(
        &mut self,
        call: &ExprMethodCall,
        receiver: &Value,
        hints: Option<&[Value]>,
    ) -> Vec<Value> {
        let unknown = if receiver.is_tainted() {
            Value::Maybe { shown: false }
        } else if matches!(receiver, Value::Static) {
            Value::Static
        } else {
            Value::Never
        };
        let mut values: Vec<Value> = Vec::new();
        for argument in &call.args {
            if let Expr::Path(path) = argument
                && containers::takes_function(&call.method.to_string())
                && path
                    .path
                    .get_ident()
                    .is_none_or(|ident| self.scopes.get(&ident.to_string()).is_none())
            {
                let element = receiver.element();
                values.push(self.applied(path, &element));
                continue;
            }
            // A closure is walked with what the method gives it, and not without before.
            let value = match argument {
                Expr::Closure(closure) => Value::Function(self.function(closure)),
                argument => self.expr(argument),
            };
            let value = match &value {
                Value::Function(function) => {
                    let mut given = match hints {
                        Some(hints) => hints.to_vec(),
                        None => vec![unknown.clone(); function.inputs.len()],
                    };
                    // `fold(init, |acc, element| ..)`: the first argument is what is carried along.
                    if containers::carries(&call.method.to_string())
                        && let Some(initial) = values.first()
                    {
                        given.insert(0, initial.clone());
                        let once = self.enter(function, &given);
                        if let Some(carried) = given.first_mut() {
                            *carried = initial.join(&once);
                        }
                    }
                    self.enter(function, &given)
                }
                _ => value,
            };
            values.push(value);
        }
        values
    }

    pub(super) fn called(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        receiver: Value,
        arguments: &[Value],
    ) -> Value {
        if transparent(name) {
            return match (name, receiver) {
                ("clone" | "to_owned" | "cloned", Value::Module(_)) => Value::Module(Held::Copy),
                ("clone" | "to_owned" | "cloned", Value::Part(_)) => Value::Part(Held::Copy),
                (_, receiver) => receiver,
            };
        }
        if let Some(value) = self.effect(call, name, &receiver, arguments) {
            return value;
        }
        if matches!(receiver, Value::Host | Value::Static | Value::Device(_))
            && arguments
                .iter()
                .any(|value| matches!(value, Value::Device(Place::Program)))
            && !matches!(name, "to_device" | "fork")
        {
            return Value::Maybe { shown: false };
        }
        match &receiver {
            Value::Live => self.on_live(call, name),
            Value::Device(place) => match methods::on_device(name) {
                Some(OnDevice::Same | OnDevice::New) => Value::Device(place.clone()),
                Some(OnDevice::Effect) => {
                    self.report(&call.method, messages::device_effect(name));
                    made_from(call.args.iter(), arguments)
                }
                Some(OnDevice::Host | OnDevice::Capture) | None => Value::Host,
            },
            Value::Transaction(tainted) => self.on_transaction(call, name, *tainted, arguments),
            Value::Foreign(origin) => self.on_foreign(call, name, origin, arguments),
            Value::Tensor | Value::Group => self.on_tensor(call, name, &receiver, arguments),
            Value::Module(_) | Value::Part(_) | Value::Maybe { .. } | Value::Record(_) => {
                self.on_unknown(call, name, &receiver, arguments)
            }
            Value::Many(element) => match methods::lookup(name) {
                Some((Method::Read(read), _)) if element.is_tainted() => {
                    self.read(&call.method, read)
                }
                _ => containers::called(name, &receiver, arguments),
            },
            Value::Never | Value::Function(_) => made_from(call.args.iter(), arguments),
            Value::Tuple(_) => Value::Maybe { shown: false },
            Value::Host | Value::Static => match name {
                "to_device" | "fork" => {
                    let argument = call.args.first().zip(arguments.first());
                    self.transfer(&receiver, &call.method, argument)
                }
                _ => match containers::called(name, &receiver, arguments) {
                    Value::Host if arguments.iter().any(Value::is_tainted) => {
                        made_from(call.args.iter(), arguments)
                    }
                    value => value,
                },
            },
        }
    }

    /// Reports a host read and gives a value that causes no other message.
    pub(super) fn read(&mut self, name: &Ident, read: Read) -> Value {
        self.reads = true;
        let message = messages::read(&name.to_string(), read, self.decides);
        self.report(name, message);
        Value::Host
    }

    /// A method of a placeholder.
    fn on_tensor(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
    ) -> Value {
        if self.graph && methods::sorts(name) {
            self.report(&call.method, messages::not_recorded(name));
        }
        if name == "to_string" {
            self.report(&call.method, messages::stringified());
            return Value::Host;
        }
        if name != "to_device" {
            self.refuse_foreign(arguments);
        }
        if let (Value::Tensor, "mul_scalar" | "div_scalar", Some(scale)) =
            (receiver, name, call.args.first())
        {
            self.scaling(scale);
        }
        let Some((method, telling)) = methods::lookup(name) else {
            return match (receiver, name) {
                (_, "len" | "is_empty") => Value::Host,
                _ if name.starts_with("is_") || name.starts_with("num_") => Value::Host,
                (Value::Group, _) => self.group_method(call, arguments),
                _ => Value::Maybe { shown: false },
            };
        };
        if !telling && matches!(receiver, Value::Group) && method == Method::Tensor {
            self.refuse_live(call, name, method, arguments);
            return Value::Maybe { shown: true };
        }
        self.by_table(call, name, method, receiver, arguments)
    }

    fn group_method(&mut self, call: &ExprMethodCall, arguments: &[Value]) -> Value {
        match made_from(call.args.iter(), arguments) {
            Value::Host => Value::Maybe { shown: false },
            value => value,
        }
    }

    /// A method of something that may be a placeholder.
    fn on_unknown(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
    ) -> Value {
        if !matches!(name, "to_device" | "fork") {
            self.refuse_foreign(arguments);
        }
        if let Value::Maybe { shown: true } = receiver
            && name == "to_string"
        {
            self.report(&call.method, messages::stringified());
            return Value::Host;
        }
        match methods::lookup(name) {
            // A struct that the body makes is no tensor: the method is its own. A module's methods it has by a derive.
            Some((Method::Read(read), _))
                if matches!(receiver, Value::Record(_)) && read != Read::Save =>
            {
                Value::Maybe { shown: false }
            }
            Some((method, true)) => self.by_table(call, name, method, receiver, arguments),
            _ if host_name(name) => Value::Host,
            Some((Method::Metadata, _)) => Value::Host,
            Some((Method::Tensor, false)) => match receiver {
                Value::Record(_) => Value::Maybe { shown: false },
                receiver => receiver.clone(),
            },
            _ => match made_from(call.args.iter(), arguments) {
                Value::Host => match receiver {
                    Value::Module(held) | Value::Part(held) => Value::Part(*held),
                    Value::Maybe { .. } if name == "register" => receiver.clone(),
                    _ => Value::Maybe { shown: false },
                },
                value => value,
            },
        }
    }

    /// What the table of methods says.
    pub(super) fn by_table(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        method: Method,
        receiver: &Value,
        arguments: &[Value],
    ) -> Value {
        self.refuse_live(call, name, method, arguments);
        match method {
            Method::Tensor | Method::Scalar => Value::Tensor,
            Method::Pair => Value::Tuple(vec![Value::Tensor, Value::Tensor]),
            Method::Many => Value::many(Value::Tensor),
            Method::Metadata => Value::Host,
            Method::Device => Value::Device(Place::Program),
            Method::Devices => Value::many(Value::Device(Place::Program)),
            Method::Gradients | Method::Raw | Method::Common => Value::Maybe { shown: false },
            Method::InPlace => Value::Host,
            Method::Transfer => {
                let argument = call.args.first().zip(arguments.first());
                self.transfer(receiver, &call.method, argument)
            }
            Method::Read(read) => self.read(&call.method, read),
        }
    }

    /// Refuses live numbers where a method needs a size, a position or a tensor.
    fn refuse_live(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        method: Method,
        arguments: &[Value],
    ) {
        if method == Method::Scalar {
            return;
        }
        for (expr, value) in call.args.iter().zip(arguments) {
            if value.has_live() && !value.is_tainted() {
                self.report(expr, live::as_argument(&self.scopes, expr, name));
            }
        }
    }
}

/// Methods that give the receiver again, for every type.
fn transparent(name: &str) -> bool {
    matches!(
        name,
        "clone"
            | "to_owned"
            | "cloned"
            | "copied"
            | "borrow"
            | "borrow_mut"
            | "as_ref"
            | "as_mut"
            | "into"
            | "try_into"
            | "by_ref"
            | "deref"
            | "deref_mut"
            | "as_deref"
            | "as_deref_mut"
            | "into_boxed_slice"
            | "as_slice"
            | "as_mut_slice"
            | "to_vec"
            | "into_inner"
    )
}

/// Names whose result is a host value on every type that has them.
fn host_name(name: &str) -> bool {
    matches!(
        name,
        "len"
            | "is_empty"
            | "is_some"
            | "is_none"
            | "is_ok"
            | "is_err"
            | "contains"
            | "contains_key"
            | "count"
            | "capacity"
            | "id"
            | "name"
            | "to_bits"
    ) || name.starts_with("is_")
        || name.starts_with("num_")
}

/// What a function of an unknown type makes from its arguments.
///
/// Functions that take a tensor by value return tensors; others may look at its shape only.
pub(super) fn made_from<'e>(exprs: impl Iterator<Item = &'e Expr>, arguments: &[Value]) -> Value {
    let mut made = Value::Host;
    for (expr, value) in exprs.zip(arguments) {
        // What is made on the program's device is a placeholder, or makes them.
        if matches!(value, Value::Device(Place::Program)) {
            made = Value::Maybe { shown: false };
        }
        let by_reference = matches!(expr, Expr::Reference(_));
        let shown = value.is_placeholder() || matches!(value, Value::Maybe { shown: true });
        if shown && !by_reference {
            return Value::Maybe { shown: true };
        }
        if value.is_tainted() {
            made = Value::Maybe { shown: false };
        }
    }
    made
}

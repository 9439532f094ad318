//! Devices: which one is the program's, and what is made or moved elsewhere.

use super::messages;
use super::methods::{self, OnDevice};
use super::value::{Origin, Place, Value};
use super::walk::Walker;
use quote::ToTokens;
use std::rc::Rc;
use syn::{Expr, Path};

impl Walker<'_> {
    /// Reports that a tensor of another device meets the program's.
    pub(super) fn foreign(&mut self, origin: &Rc<Origin>) {
        self.report(&origin.tokens, messages::foreign(origin));
    }

    /// Reports tensors of other devices among the arguments of an operation on placeholders.
    pub(super) fn refuse_foreign(&mut self, arguments: &[Value]) {
        for argument in arguments {
            if let Value::Foreign(origin) = argument.element() {
                self.foreign(&origin);
            }
        }
    }

    /// The tensor that is made on the device in `argument`.
    pub(super) fn made_on(&mut self, argument: Option<(&Expr, &Value)>) -> Value {
        let Some((expr, value)) = argument else {
            return Value::Tensor;
        };
        match value {
            // Options: `(&device, dtype)`.
            Value::Tuple(parts) => match parts.first() {
                Some(Value::Device(Place::Other(origin))) => Value::Foreign(origin.clone()),
                _ => Value::Tensor,
            },
            Value::Device(Place::Other(origin)) => Value::Foreign(origin.clone()),
            Value::Host | Value::Static if names_device(expr) => Value::Foreign(origin(expr)),
            _ => Value::Tensor,
        }
    }

    /// `receiver.to_device(argument)`.
    pub(super) fn transfer(
        &mut self,
        receiver: &Value,
        method: &syn::Ident,
        argument: Option<(&Expr, &Value)>,
    ) -> Value {
        let Some((expr, device)) = argument else {
            return receiver.clone();
        };
        // A device of something that holds placeholders is theirs.
        let home = matches!(
            device,
            Value::Device(Place::Program)
                | Value::Maybe { .. }
                | Value::Never
                | Value::Part(_)
                | Value::Module(_)
                | Value::Group
        );
        match (receiver, home) {
            (Value::Host | Value::Static | Value::Foreign(_), true) => Value::Tensor,
            (Value::Host | Value::Static | Value::Foreign(_), false) => match device {
                Value::Device(Place::Other(origin)) => Value::Foreign(origin.clone()),
                _ => Value::Foreign(origin(expr)),
            },
            // `fork` is a name that other types have for other things.
            (Value::Part(_) | Value::Maybe { .. }, false)
                if method == "fork" && !matches!(device, Value::Device(_)) =>
            {
                receiver.clone()
            }
            (receiver, false) if receiver.is_tainted() => {
                self.report(method, messages::transfer(&method.to_string()));
                Value::Host
            }
            (receiver, _) => receiver.clone(),
        }
    }
}

/// Whether an argument of an unknown value can be a device: a variable, a constant or a call, but not
/// a literal or a range.
fn names_device(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(reference) => names_device(&reference.expr),
        Expr::Paren(paren) => names_device(&paren.expr),
        Expr::Unary(unary) => names_device(&unary.expr),
        Expr::Path(_) | Expr::Field(_) | Expr::Call(_) | Expr::MethodCall(_) => true,
        _ => false,
    }
}

fn origin(expr: &Expr) -> Rc<Origin> {
    let inner = match expr {
        Expr::Reference(reference) => &*reference.expr,
        expr => expr,
    };
    Rc::new(Origin {
        name: super::text::shorten(inner),
        tokens: inner.to_token_stream(),
    })
}

/// The device that a call of `path` makes, where it makes one.
pub(super) fn constructor(path: &Path) -> Option<Value> {
    let mut segments = path.segments.iter().rev();
    let name = segments.next()?.ident.to_string();
    let holder = segments.next()?.ident.to_string();
    let made = match holder.as_str() {
        "Device" => {
            matches!(name.as_str(), "default" | "from")
                || methods::on_device(&name) == Some(OnDevice::New)
        }
        "Default" => name == "default",
        holder => holder.ends_with("Device") && (name == "default" || name == "new"),
    };
    made.then(|| {
        Value::Device(Place::Other(Rc::new(Origin {
            name: super::text::shorten(path),
            tokens: path.to_token_stream(),
        })))
    })
}

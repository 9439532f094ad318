//! Methods of receivers that are no placeholders: live numbers, transactions, tensors of other devices,
//! and what a method does to the host whatever its receiver is.

use super::effects;
use super::methods::{self, Method, OnTransaction, Read};
use super::operators::Place as Target;
use super::value::{Held, Origin, Place, Value};
use super::walk::Walker;
use super::{containers, live, messages, suspect};
use std::rc::Rc;
use syn::ExprMethodCall;

impl Walker<'_> {
    pub(super) fn on_live(&mut self, call: &ExprMethodCall, name: &str) -> Value {
        match name {
            "to_string" => {
                let label = live::name(&self.scopes, &call.receiver);
                self.report(&call.method, live::printed("to_string", &label));
                Value::Host
            }
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp" | "total_cmp"
            | "is_nan" | "is_finite" | "is_infinite" | "is_sign_positive" | "is_sign_negative"
            | "then" | "then_some" | "is_positive" | "is_negative" | "to_bits" => {
                self.report(
                    &call.method,
                    live::inspected(&self.scopes, &call.receiver, name),
                );
                Value::Host
            }
            _ => Value::Live,
        }
    }

    pub(super) fn on_transaction(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        tainted: bool,
        arguments: &[Value],
    ) -> Value {
        match methods::on_transaction(name) {
            Some(OnTransaction::Register) => {
                Value::Transaction(tainted || arguments.iter().any(Value::is_tainted))
            }
            Some(OnTransaction::Read) if tainted => self.read(&call.method, Read::Transaction),
            Some(OnTransaction::Read) | None => Value::Host,
        }
    }

    pub(super) fn on_foreign(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        origin: &Rc<Origin>,
        arguments: &[Value],
    ) -> Value {
        let receiver = Value::Foreign(origin.clone());
        match methods::lookup(name) {
            Some((Method::Transfer, _)) => {
                let argument = call.args.first().zip(arguments.first());
                self.transfer(&receiver, &call.method, argument)
            }
            Some((Method::Tensor | Method::Scalar, _)) => {
                if arguments.iter().any(Value::is_tainted) {
                    self.foreign(origin);
                    return Value::Tensor;
                }
                receiver
            }
            Some((Method::Device, _)) => Value::Device(Place::Other(origin.clone())),
            _ => Value::Host,
        }
    }

    /// Effects on the host that a method has whatever the receiver is.
    pub(super) fn effect(
        &mut self,
        call: &ExprMethodCall,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
    ) -> Option<Value> {
        let added = arguments
            .iter()
            .fold(Value::Never, |all, argument| all.join(argument));
        if matches!(receiver, Value::Static) && effects::reads_static(name) {
            self.warn(&call.method, suspect::read_once(&call.receiver));
        }
        match receiver {
            Value::Static if effects::writes_static(name) => {
                let message = if added.is_tainted() {
                    messages::leak(&call.receiver)
                } else {
                    messages::static_write(&call.receiver)
                };
                self.report(&call.method, message);
                Some(Value::Host)
            }
            Value::Static if effects::opens_static(name) => Some(Value::Static),
            _ if !containers::stores(name) => None,
            Value::Part(Held::State) if added.is_placeholder() => {
                self.report(&call.method, messages::leak(&call.receiver));
                Some(Value::Host)
            }
            Value::Part(Held::State) if matches!(added, Value::Host | Value::Live) => {
                self.report(&call.method, messages::host_write(&call.receiver));
                Some(Value::Host)
            }
            _ => {
                let target = Target::of(&call.receiver);
                let stored = arguments.last().cloned().unwrap_or(Value::Never);
                let stored = if containers::stores_many(name) {
                    stored.element()
                } else {
                    stored
                };
                if let Some(root) = target.root
                    && (stored.is_tainted() || stored.has_live())
                    && matches!(receiver, Value::Host | Value::Never | Value::Many(_))
                {
                    self.scopes.widen(&root, &Value::many(stored));
                }
                (!receiver.is_tainted()).then_some(Value::Host)
            }
        }
    }
}

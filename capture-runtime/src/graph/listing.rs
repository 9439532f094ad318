//! The listing of a program, in the manner of a jaxpr: typed boundary, then one operation a line.

use super::describe::{operation_name, scalars, tensors};
use super::program::{Binding, Operation, Program};
use crate::definition::Role;
use burn::tensor::{DType, Shape, TensorData};
use burn_ir::{ScalarIr, TensorId, TensorIr};
use core::fmt;
use std::collections::HashMap;

impl fmt::Display for Program {
    /// ```text
    /// train_step (src/main.rs:12) {
    ///   input    %0: f32[64, 11]   features
    ///   state    %1: f32[11, 32]   model.linear.weight
    ///   %4: f32[64, 32] = matmul %0 %1     // src/main.rs:14:13 h
    ///   return   %9
    ///   state    %1 <- %17         model.linear.weight
    /// }
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} ({}:{}) {{",
            self.origin.name, self.origin.file, self.origin.line
        )?;
        self.boundary(f)?;
        let lines: Vec<_> = self
            .operations
            .iter()
            .map(|operation| self.row(operation))
            .collect();
        let width = lines
            .iter()
            .map(|(text, _)| text.chars().count())
            .max()
            .unwrap_or(0)
            .min(72);
        for (text, comment) in lines {
            match comment {
                Some(comment) => writeln!(f, "  {text:width$}  // {comment}")?,
                None => writeln!(f, "  {text}")?,
            }
        }
        for result in &self.results {
            writeln!(
                f,
                "  return   {}: {}   {}",
                name(result.id),
                ty(&result.shape, result.dtype),
                result.name
            )?;
        }
        for (state, next) in self.signature.role(Role::State).zip(&self.next_state) {
            if state.id != *next {
                writeln!(
                    f,
                    "  state    {} <- {}   {}",
                    name(state.id),
                    name(*next),
                    state.name
                )?;
            }
        }
        write!(f, "}} // {} operations", self.operations.len())
    }
}

impl Program {
    fn boundary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = |binding: &Binding| {
            format!(
                "{}: {}",
                name(binding.id),
                ty(&binding.shape, binding.dtype)
            )
        };
        let width = self
            .signature
            .bindings
            .iter()
            .map(|binding| typed(binding).len())
            .max()
            .unwrap_or(0);
        for binding in &self.signature.bindings {
            writeln!(
                f,
                "  {:8} {:width$}   {}",
                binding.role.to_string(),
                typed(binding),
                binding.name
            )?;
        }
        for (parameter, value) in &self.signature.frozen {
            writeln!(f, "  frozen   {parameter} = {value}")?;
        }
        let read: HashMap<TensorId, ()> = self
            .operations
            .iter()
            .flat_map(|operation| tensors(&operation.ir).0)
            .map(|tensor| (tensor.id, ()))
            .chain(self.outputs().map(|id| (id, ())))
            .collect();
        for (id, data) in self
            .constants
            .iter()
            .filter(|(id, _)| read.contains_key(id))
        {
            writeln!(
                f,
                "  constant {}: {} = {}",
                name(*id),
                ty(data.shape(), data.dtype()),
                brief(data)
            )?;
        }
        Ok(())
    }

    fn row(&self, operation: &Operation) -> (String, Option<String>) {
        let (inputs, outputs) = tensors(&operation.ir);
        let typed = |tensor: &&TensorIr| {
            format!("{}: {}", name(tensor.id), ty(&tensor.shape, tensor.dtype))
        };
        let outputs: Vec<_> = outputs.iter().map(typed).collect();
        let mut text = format!("{} = {}", outputs.join(", "), operation_name(&operation.ir));
        for input in inputs {
            text.push(' ');
            text.push_str(&name(input.id));
        }
        for scalar in scalars(&operation.ir) {
            text.push(' ');
            text.push_str(&number(scalar));
        }
        let comment = self
            .statement(operation)
            .map(|statement| match statement.binding {
                Some(binding) => format!("{statement} {binding}"),
                None => statement.to_string(),
            });
        (text, comment)
    }
}

fn name(id: TensorId) -> String {
    format!("%{}", id.value())
}

/// A type as listings write it: `f32[64, 11]`.
pub(crate) fn ty(shape: &Shape, dtype: DType) -> String {
    let dtype = match dtype {
        DType::Bool(_) => "bool".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    };
    format!("{dtype}{:?}", shape.as_slice())
}

fn number(scalar: ScalarIr) -> String {
    match scalar {
        ScalarIr::Float(value) => format!("{value:?}"),
        ScalarIr::Int(value) => value.to_string(),
        ScalarIr::UInt(value) => value.to_string(),
        ScalarIr::Bool(value) => value.to_string(),
    }
}

fn brief(data: &TensorData) -> String {
    if data.num_elements() > 8 {
        return format!("{} elements", data.num_elements());
    }
    data.to_string()
}

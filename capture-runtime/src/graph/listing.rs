//! The listing of a program, in the manner of a jaxpr: typed boundary, then one operation a line.

use super::describe::{operation_name, scalars, tensors};
use super::program::{Binding, Operation, Program};
use crate::definition::Role;
use burn::tensor::{DType, Shape, TensorData};
use burn_ir::{ScalarIr, TensorId};
use core::fmt;
use std::collections::HashSet;

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
        f.write_str(&self.head())?;
        let rows: Vec<_> = self
            .operations
            .iter()
            .map(|operation| (operation.to_string(), self.comment(operation)))
            .collect();
        let widths = rows.iter().map(|(text, _)| text.chars().count());
        let width = widths.max().unwrap_or(0).min(72);
        for (text, comment) in rows {
            match comment {
                Some(comment) => writeln!(f, "  {text:width$}  // {comment}")?,
                None => writeln!(f, "  {text}")?,
            }
        }
        f.write_str(self.tail().trim_end())
    }
}

impl fmt::Display for Operation {
    /// The operation as the listing has it, without its statement: `%4: f32[64, 32] = matmul %0 %1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inputs, outputs) = tensors(&self.ir);
        for (i, output) in outputs.iter().enumerate() {
            let before = if i == 0 { "" } else { ", " };
            let (id, ty) = (name(output.id), ty(&output.shape, output.dtype));
            write!(f, "{before}{id}: {ty}")?;
        }
        write!(f, " = {}", operation_name(&self.ir))?;
        for input in inputs {
            write!(f, " {}", name(input.id))?;
        }
        for scalar in scalars(&self.ir) {
            write!(f, " {}", number(scalar))?;
        }
        Ok(())
    }
}

impl Program {
    /// The name and what the program is given.
    pub(crate) fn head(&self) -> String {
        let origin = &self.origin;
        let mut text = format!("{} ({}:{}) {{\n", origin.name, origin.file, origin.line);
        let typed = |binding: &Binding| {
            let (id, ty) = (name(binding.id), ty(&binding.shape, binding.dtype));
            format!("{id}: {ty}")
        };
        let widths = self.signature.bindings.iter().map(|b| typed(b).len());
        let width = widths.max().unwrap_or(0);
        for binding in &self.signature.bindings {
            let role = binding.role.to_string();
            let line = format!("  {role:8} {:width$}   {}\n", typed(binding), binding.name);
            text.push_str(&line);
        }
        for (parameter, value) in &self.signature.frozen {
            text.push_str(&format!("  frozen   {parameter} = {value}\n"));
        }
        let read: HashSet<TensorId> = self
            .operations
            .iter()
            .flat_map(|operation| tensors(&operation.ir).0)
            .map(|tensor| tensor.id)
            .chain(self.outputs())
            .collect();
        for (id, data) in self.constants.iter().filter(|(id, _)| read.contains(id)) {
            let (id, ty) = (name(*id), ty(data.shape(), data.dtype()));
            text.push_str(&format!("  constant {id}: {ty} = {}\n", brief(data)));
        }
        text
    }

    /// Where an operation comes from.
    fn comment(&self, operation: &Operation) -> Option<String> {
        let statement = self.statement(operation)?;
        Some(match statement.binding {
            Some(binding) => format!("{statement} {binding}"),
            None => statement.to_string(),
        })
    }

    /// What the program returns, and what its state becomes.
    pub(crate) fn tail(&self) -> String {
        let mut text = String::new();
        for result in &self.results {
            let (id, ty) = (name(result.id), ty(&result.shape, result.dtype));
            text.push_str(&format!("  return   {id}: {ty}   {}\n", result.name));
        }
        for (state, next) in self.signature.role(Role::State).zip(&self.next_state) {
            if state.id != *next {
                let (from, to) = (name(state.id), name(*next));
                text.push_str(&format!("  state    {from} <- {to}   {}\n", state.name));
            }
        }
        text + &format!("}} // {} operations\n", self.operations.len())
    }
}

fn name(id: TensorId) -> String {
    format!("%{}", id.value())
}

/// A type as listings write it: `f32[64, 11]`.
pub fn ty(shape: &Shape, dtype: DType) -> String {
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

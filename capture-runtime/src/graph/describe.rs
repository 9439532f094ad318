//! What an operation is called, what it reads and writes, and which numbers it carries.

use burn_ir::{IrVisitorMut, OperationIr, ScalarIr, TensorId, TensorIr};

/// The operation's name in the style of Burn's tensor API: `matmul`, `add_scalar`, `mean_dim`.
pub(crate) fn operation_name(operation: &OperationIr) -> String {
    // Burn's `Debug` names the variants from the outside in: `NumericFloat(F32, AddScalar(ScalarOpIr {..`.
    let text = format!("{operation:?}");
    let head = text.split(" {").next().unwrap_or(&text);
    let names: Vec<&str> = head
        .split('(')
        .map(|part| part.rsplit([',', ' ']).next().unwrap_or(part))
        .filter(|part| !part.is_empty())
        .collect();
    let name = match names.as_slice() {
        [.., variant, _payload] => variant,
        [only] => only,
        [] => "",
    };
    snake(name)
}

fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The numbers that the operation carries.
pub(crate) fn scalars(operation: &OperationIr) -> Vec<ScalarIr> {
    struct Scalars(Vec<ScalarIr>);
    impl IrVisitorMut for Scalars {
        fn visit_scalar_mut(&mut self, scalar: &mut ScalarIr) {
            self.0.push(*scalar);
        }
    }
    let mut scalars = Scalars(Vec::new());
    operation.clone().visit_mut(&mut scalars);
    scalars.0
}

/// The tensors that the operation reads, then those that it writes.
pub(crate) fn tensors(operation: &OperationIr) -> (Vec<&TensorIr>, Vec<&TensorIr>) {
    (operation.inputs().collect(), operation.outputs().collect())
}

/// The operation with every tensor's identifier replaced.
pub(crate) fn renamed(
    operation: &OperationIr,
    rename: impl FnMut(TensorId) -> TensorId,
) -> OperationIr {
    struct Rename<F>(F);
    impl<F: FnMut(TensorId) -> TensorId> IrVisitorMut for Rename<F> {
        fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
            tensor.id = (self.0)(tensor.id);
        }
    }
    let mut operation = operation.clone();
    operation.visit_mut(&mut Rename(rename));
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::tensor::{DType, Shape};
    use burn_ir::{BinaryOpIr, NumericOperationIr, ScalarOpIr};

    fn tensor(id: u64) -> TensorIr {
        TensorIr::uninit(TensorId::new(id), Shape::from(vec![2]), DType::F32)
    }

    #[test]
    fn operations_are_named_as_the_tensor_api_names_them() {
        let scalar = OperationIr::NumericFloat(
            DType::F32,
            NumericOperationIr::AddScalar(ScalarOpIr {
                lhs: tensor(0),
                rhs: ScalarIr::Float(2.0),
                out: tensor(1),
            }),
        );
        assert_eq!(operation_name(&scalar), "add_scalar");
        assert_eq!(scalars(&scalar), [ScalarIr::Float(2.0)]);
        let binary = OperationIr::NumericInt(
            DType::I64,
            NumericOperationIr::Mul(BinaryOpIr {
                lhs: tensor(0),
                rhs: tensor(1),
                out: tensor(2),
            }),
        );
        assert_eq!(operation_name(&binary), "mul");
    }
}

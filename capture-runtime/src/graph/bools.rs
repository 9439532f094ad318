//! Bools in another form.
//!
//! Backends keep a bool as a byte of the host, as `u8` or as `u32`, and a program has the form of the device that it was captured for. What it
//! computes does not depend on the form, so the program is the same in each.

use super::{Binding, Program};
use crate::boundary::Token;
use burn::tensor::{BoolStore, DType, TensorData};
use burn_ir::{IrVisitorMut, TensorIr};
use std::sync::Arc;

impl Program {
    /// The same program with every bool in the form `store`.
    pub(crate) fn with_bools(mut self, store: BoolStore) -> Self {
        let mut form = Form(store);
        let bindings = self.signature.bindings.iter_mut().chain(&mut self.results);
        for Binding { dtype, .. } in bindings {
            form.set(dtype);
        }
        let tokens = self.arguments.iter_mut().map(|(_, token)| token);
        for token in tokens.chain(&mut self.result_tokens) {
            match token {
                Token::Tensor { dtype, .. } | Token::Live(dtype) => form.set(dtype),
                Token::Len(_) | Token::Present(_) => {}
            }
        }
        for operation in &mut self.operations {
            operation.ir.visit_mut(&mut form);
        }
        if self.constants.values().any(|data| data.dtype().is_bool()) {
            let constants = Arc::unwrap_or_clone(self.constants).into_iter();
            let stored = constants.map(|(id, data)| (id, stored(data, store)));
            self.constants = Arc::new(stored.collect());
        }
        self
    }
}

/// `data` with its bools in the form `store`; other data as it is.
pub(crate) fn stored(data: TensorData, store: BoolStore) -> TensorData {
    match data.dtype() {
        DType::Bool(form) if form != store => data.convert_dtype(DType::Bool(store)),
        _ => data,
    }
}

/// The form that every bool gets.
struct Form(BoolStore);

impl Form {
    fn set(&self, dtype: &mut DType) {
        if dtype.is_bool() {
            *dtype = DType::Bool(self.0);
        }
    }
}

impl IrVisitorMut for Form {
    fn visit_tensor_mut(&mut self, tensor: &mut TensorIr) {
        self.set(&mut tensor.dtype);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::{TensorSpec, capture_program};
    use crate::{Archive, Limits, Program};
    use burn::tensor::{Bool, Device, Tensor};

    #[capture_program(crate = crate)]
    fn masks(
        held: &Tensor<2, Bool>,
        s: &mut Tensor<2, Bool>,
        x: Tensor<2>,
        m: Tensor<2, Bool>,
        #[live] on: bool,
    ) -> (Tensor<2, Bool>, Tensor<2>) {
        let corner = Tensor::<2, Bool>::from_data([[true, false], [true, true]], &x.device());
        let positive = x.clone().greater_elem(0.0).bool_and(m.bool_not());
        *s = s.clone().bool_xor(positive.clone()).bool_or(corner);
        let chosen = crate::select(on, x.clone(), x.clone() * 2.0);
        let y = chosen.mask_fill(held.clone(), -1.0) + positive.clone().float();
        (
            positive.any_dim(1).repeat_dim(1, 2),
            y + s.clone().int().float(),
        )
    }

    fn bools(values: [[bool; 2]; 2]) -> TensorData {
        TensorData::from(values)
    }

    /// Results and state after two steps, bools as the host has them.
    fn two_steps(program: &Program) -> Vec<TensorData> {
        let archive = Archive::from_bytes(&program.to_bytes().unwrap(), &Limits::default());
        let mut replayer = archive.unwrap().on(&Device::flex()).unwrap();
        replayer
            .set_weights(&[("held", bools([[false, true], [false, false]]))])
            .unwrap();
        replayer
            .set_state(&[("s", bools([[false; 2]; 2]))])
            .unwrap();
        let mut found = Vec::new();
        for on in [true, false] {
            let inputs = [
                ("x", TensorData::from([[1.5f32, -2.0], [0.0, 4.0]])),
                ("m", bools([[false, false], [on, true]])),
                ("on", replayer.number("on", on).unwrap()),
            ];
            found.extend(replayer.replay(&inputs).unwrap());
        }
        found.extend(replayer.state().unwrap());
        let host = found
            .into_iter()
            .map(|(_, data)| stored(data, BoolStore::Native));
        host.collect()
    }

    #[test]
    fn every_form_computes_the_same() {
        let device = Device::flex();
        let mask = Tensor::<2, Bool>::from_data(bools([[false; 2]; 2]), &device);
        let spec = TensorSpec::bool([2, 2]);
        let program = masks::capture(&mask, &mask, TensorSpec::float([2, 2]), spec).unwrap();
        assert!(!program.constants.is_empty());
        let expected = two_steps(&program);
        assert_eq!(expected[1], TensorData::from([[3.5f32, -1.0], [1.0, 5.0]]));
        for store in [BoolStore::U8, BoolStore::U32, BoolStore::Native] {
            let other = program.clone().with_bools(store);
            let listed = format!("{other:?}");
            for form in ["Native", "U8", "U32"] {
                let there = listed.contains(&format!("Bool({form})"));
                assert_eq!(there, form == format!("{store:?}"), "{store:?}");
            }
            assert_eq!(two_steps(&other), expected, "{store:?}");
        }
        let there_and_back = program
            .clone()
            .with_bools(BoolStore::U8)
            .with_bools(BoolStore::Native);
        assert_eq!(
            there_and_back.to_bytes().unwrap(),
            program.to_bytes().unwrap()
        );
    }
}

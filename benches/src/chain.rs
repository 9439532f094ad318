//! A chain of element-wise operations on a few numbers: what is measured is the cost of an operation beside its arithmetic.

use burn::prelude::*;
use capture_runtime::prelude::*;

/// `length` operations, one after the other, alternating between four kinds that cost next to nothing themselves.
#[capture_program]
pub fn chain(x: Tensor<1>, #[frozen] length: usize) -> Tensor<1> {
    let mut x = x;
    for i in 0..length {
        x = match i % 4 {
            0 => x.mul_scalar(1.01),
            1 => x.add_scalar(0.25),
            2 => x.neg(),
            _ => x.abs(),
        };
    }
    x
}

/// The chain's argument: eight numbers.
pub fn argument(device: &Device) -> Tensor<1> {
    Tensor::from_floats([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], device)
}

/// Starts a session of a chain and captures it: what a first replay costs before it runs.
///
/// # Panics
///
/// When the chain cannot be captured, which would be a defect.
pub fn captured(length: usize, device: &Device) -> Session<(Tensor<1>,), Tensor<1>, (), (), usize> {
    let mut session =
        chain::on(device, length).expect("a chain starts on every device with an engine");
    session
        .warm_up(argument(device))
        .expect("a chain can be captured");
    session
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_equals_the_eager_chain() {
        let device = Device::flex();
        let eager = chain(argument(&device), 200).into_data();
        let mut session = captured(200, &device);
        assert_eq!(
            session.replay(argument(&device)).unwrap().into_data(),
            eager
        );
        assert_eq!(session.report().operations, 200);
    }
}

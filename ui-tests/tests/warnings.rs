//! Programs that look suspect and are not, and suspect ones that say that they are meant: no warning is left.

#![deny(deprecated)]
#![allow(missing_docs)]

use burn::prelude::*;
use capture_runtime::prelude::*;

/// Text stays in the program, and what runs eagerly runs every time.
#[capture_program]
fn text(x: Tensor<1>) -> Tensor<1> {
    let label = format!("{:?}", x.dims());
    assert!(!label.is_empty(), "{label}");
    eager_only! { println!("{x}"); }
    x * 2.0
}

/// A block is silenced as a whole, and a parameter by itself.
#[capture_program]
fn silenced(
    x: Tensor<1>,
    _given: Tensor<1>,
    #[allow(deprecated)] dropped: Tensor<1>,
    #[allow(deprecated)]
    #[frozen]
    scale: f32,
    #[allow(deprecated)] kept: &mut Tensor<1>,
) -> Tensor<1> {
    #[allow(deprecated)]
    {
        println!("captured");
    }
    drop(dropped);
    x * scale + kept.clone()
}

/// What decides is part of the program, and what is shown is used.
#[capture_program]
fn decides(x: Tensor<1>, #[frozen] scale: f32, #[frozen] shown: f32) -> Tensor<1> {
    let _label = format!("{shown}");
    let x = x * shown;
    if scale > 1.0 { x * scale } else { x }
}

#[derive(ProgramState, Clone)]
struct Average {
    mean: Tensor<1>,
}

impl Average {
    /// Silenced as a function, in an `impl` block.
    #[allow(deprecated)]
    #[capture_program]
    fn read(&mut self, x: Tensor<1>) -> Tensor<1> {
        println!("captured");
        x + self.mean.clone()
    }

    #[capture_program]
    fn track(&mut self, x: Tensor<1>) {
        self.mean = self.mean.clone() * 0.9 + x * 0.1;
    }
}

#[test]
fn programs_capture() -> Result<(), RecordError> {
    let one = || TensorSpec::float([2]);
    let tensor = Tensor::<1>::zeros([2], &Device::flex());
    let average = Average {
        mean: tensor.clone(),
    };
    text::capture(one())?;
    silenced::capture(one(), one(), one(), 2.0, &tensor)?;
    decides::capture(one(), 2.0, 3.0)?;
    Average::read_capture(&average, one())?;
    Average::track_capture(&average, one())?;
    Ok(())
}

//! Programs that look like mistakes and are none: they compile, and what they capture is what they compute.

#![allow(clippy::needless_pass_by_value, clippy::let_and_return, missing_docs)]

use burn::prelude::*;
use capture_runtime::prelude::*;

/// A host constant that is moved onto the program's device becomes a constant of the program.
#[capture_program]
fn onto_the_program(x: Tensor<1>) -> Tensor<1> {
    let cpu = Device::flex();
    let constant = Tensor::<1>::from_floats([1.0], &cpu).to_device(&x.device());
    x + constant
}

/// A tensor may be moved to the device where it is.
#[capture_program]
fn to_its_own_device(x: Tensor<1>) -> Tensor<1> {
    let device = x.device();
    x.to_device(&device)
}

/// What is made on the program's device belongs to the program.
#[capture_program]
fn made_there(x: Tensor<2>, device: &Device) -> Tensor<2> {
    let ones = Tensor::<2>::ones([2, 2], &x.device());
    let zeros = Tensor::<2>::zeros([2, 2], device);
    x + ones + zeros
}

/// Shapes are known to the host, also under the name of a tensor.
#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn metadata(x: Tensor<2>) -> Tensor<2> {
    let y = x.clone();
    assert_eq!(x.dims().len(), x.rank());
    let x = x.dims();
    println!("{x:?} {}", x[0]);
    let [rows, columns] = y.dims();
    if rows > columns && y.shape().num_elements() > 2 {
        for _ in 0..rows {
            println!("{rows}");
        }
    }
    y
}

/// A name of a tensor may stand for something else in an inner block.
#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn shadowed(x: Tensor<1>) -> Tensor<1> {
    {
        let x = 3;
        println!("{x}");
    }
    x
}

/// `{:?}` shows the handle and reads nothing; escaped braces are text.
#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn debugged(x: Tensor<1>) -> Tensor<1> {
    println!("{:?} {x:?} {{x}}", x);
    dbg!(&x);
    x
}

/// `TensorData` is host data.
#[capture_program]
fn host_data(x: Tensor<1>) -> Tensor<1> {
    let data = TensorData::from([1.0f32]).try_into_vec::<f32>();
    x.add_scalar(data.map_or(0.0, |data| data[0]))
}

/// Comparisons of tensors are tensors.
#[capture_program]
fn compared(x: Tensor<1>) -> Tensor<1> {
    let positive = x.clone().greater_scalar(0.0);
    let _any = positive.clone().any();
    let _close = x.clone().is_close(x.clone(), None, None).all();
    x.mask_fill(positive, 0.0)
}

struct Names {
    to_device: f32,
    into_data: f32,
}

/// Fields are not methods.
#[capture_program]
fn coincidences(x: Tensor<1>) -> Tensor<1> {
    let names = Names {
        to_device: 1.0,
        into_data: 2.0,
    };
    x.add_scalar(names.to_device + names.into_data)
}

/// Frozen values, options and lengths decide, and unroll.
#[capture_program]
fn unrolled(
    x: Tensor<1>,
    bias: Option<Tensor<1>>,
    #[frozen] layers: usize,
    #[frozen] gelu: bool,
) -> Tensor<1> {
    if layers == 0 {
        return x;
    }
    let Some(bias) = bias else {
        return x * 2.0;
    };
    let mut h = x;
    for i in 0..layers {
        h = if gelu && i > 0 {
            h + bias.clone()
        } else {
            h + 1.0
        };
    }
    h
}

/// `?` works on an `Option` where an `Option` is returned.
#[capture_program]
fn optional(x: Option<Tensor<1>>) -> Option<Tensor<1>> {
    let x = x?;
    Some(x * 2.0)
}

/// What a guard leaves out may read.
#[capture_program]
fn guarded(x: Tensor<1>) -> Tensor<1> {
    let y = x * 2.0;
    if !is_placeholder(&y) {
        println!("{y}");
    }
    eager_only! {
        let mut elements = y.to_data().num_elements();
        elements += 1;
        println!("{elements}");
    }
    y
}

/// Live numbers compute with tensors and with numbers.
#[capture_program]
fn live(x: Tensor<1>, #[live] rate: f32, #[frozen] warm: bool) -> Tensor<1> {
    let half = rate * 0.5 + 1.0;
    let rate = if warm { half } else { rate };
    x.mul_scalar(rate).clamp_min(-1.0)
}

/// One-hot rows by comparison, which stays on the device.
#[capture_program]
fn one_hot(y: Tensor<1, Int>) -> Tensor<2, Int> {
    let classes = Tensor::<1, Int>::arange(0..3, &y.device()).unsqueeze::<2>();
    y.unsqueeze_dim::<2>(1).equal(classes).int()
}

/// Frozen references are held by their owners: a `Vec`, a `String`, the type itself.
#[capture_program]
fn by_reference(
    x: Tensor<1>,
    #[frozen] factors: &[f32],
    #[frozen] name: &str,
    #[frozen] pair: &(i64, bool),
) -> Tensor<1> {
    let mut y = x;
    for factor in factors {
        y = y * *factor;
    }
    if name == "shifted" && pair.1 {
        y = y.add_scalar(pair.0);
    }
    y
}

/// Entries of an example may stand in any order, and what is frozen may be named as a parameter is.
#[capture_program(test = 1, example(smoothing = SMOOTHING, y = None, x = TensorSpec::int([2]).within(-3..=3)))]
fn exemplary(
    x: Tensor<1, Int>,
    y: Option<Tensor<1>>,
    #[frozen] smoothing: Option<f32>,
) -> Tensor<1> {
    let y = y.unwrap_or_else(|| x.clone().float());
    smoothing.map_or(y.clone(), |by| y + by)
}

const SMOOTHING: Option<f32> = Some(0.5);

fn vector(values: &[f32]) -> Tensor<1> {
    Tensor::from_floats(values, &Device::flex())
}

fn values(tensor: &Tensor<1>) -> Vec<f32> {
    tensor
        .to_data()
        .convert::<f32>()
        .try_into_vec()
        .unwrap_or_default()
}

#[test]
fn replays_equal_eager_runs() -> Result<(), RecordError> {
    let device = Device::flex();
    let x = vector(&[-1.0, 2.0]);

    let mut step = onto_the_program::on(&device)?;
    let (replayed, eager) = (step.replay(x.clone()).unwrap(), onto_the_program(x.clone()));
    assert_eq!(values(&replayed), values(&eager));

    let mut step = compared::on(&device)?;
    let (replayed, eager) = (step.replay(x.clone()).unwrap(), compared(x.clone()));
    assert_eq!(values(&replayed), values(&eager));

    let mut step = guarded::on(&device)?;
    let (replayed, eager) = (step.replay(x.clone()).unwrap(), guarded(x.clone()));
    assert_eq!(values(&replayed), values(&eager));

    let mut step = live::on(&device, true)?;
    let (replayed, eager) = (
        step.replay(x.clone(), 0.5).unwrap(),
        live(x.clone(), 0.5, true),
    );
    assert_eq!(values(&replayed), values(&eager));

    let y = Tensor::<1, Int>::from_ints([2, 0], &device);
    let rows = one_hot::on(&device)?.replay(y.clone()).unwrap();
    assert_eq!(rows.to_data(), y.one_hot::<2>(3).to_data());

    let owned = (vec![2.0, 0.5], "shifted".to_owned(), (3, true));
    let mut step = by_reference::on(&device, owned.0.clone(), owned.1.clone(), owned.2)?;
    let (replayed, eager) = (
        step.replay(x.clone()).unwrap(),
        by_reference(x.clone(), &owned.0, &owned.1, &owned.2),
    );
    assert_eq!(values(&replayed), values(&eager));

    let mut step = unrolled::on(&device, 3, true)?;
    let bias = Some(vector(&[2.0]));
    let (replayed, eager) = (
        step.replay(x.clone(), bias.clone()).unwrap(),
        unrolled(x.clone(), bias, 3, true),
    );
    assert_eq!(values(&replayed), values(&eager));
    Ok(())
}

#[test]
fn the_others_capture() -> Result<(), RecordError> {
    let one = || TensorSpec::float([2]);
    let two = || TensorSpec::float([2, 2]);
    to_its_own_device::capture(one())?;
    made_there::capture(two())?;
    metadata::capture(two())?;
    shadowed::capture(one())?;
    debugged::capture(one())?;
    host_data::capture(one())?;
    coincidences::capture(one())?;
    optional::capture(Some(one()))?;
    Ok(())
}

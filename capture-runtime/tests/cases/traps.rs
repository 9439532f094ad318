//! What looks like a hazard and is legal: every trap compiles, is captured, and gives the value of eager code.

use crate::common::{Mlp, Numbers, assert_same, flex, floats, row};
use burn::nn::Linear;
use burn::prelude::*;
use burn::tensor::TensorData;
use capture_runtime::prelude::*;

#[capture_program]
fn t1_constant_moved_onto(x: Tensor<1>) -> Tensor<1> {
    let c = Tensor::<1>::from_floats([1.0], &x.device()).to_device(&x.device());
    x + c
}

#[capture_program]
fn t2_same_device(x: Tensor<1>) -> Tensor<1> {
    let device = x.device();
    x.to_device(&device) + 1.0
}

#[capture_program]
fn t3_module_moved(layer: &Linear, x: Tensor<2>) -> Tensor<2> {
    let dev = x.device();
    let m = layer.clone().to_device(&dev);
    m.forward(x)
}

#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn t5_shadowed_by_its_shape(x: Tensor<2>) -> Tensor<1> {
    let flat = x.clone().reshape([-1]);
    let x = x.dims();
    println!("{x:?}");
    let [b, n] = x;
    println!("{b} {}", n);
    flat * (b * n) as f32
}

#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn t6_shadowed_in_a_block(x: Tensor<1>) -> Tensor<1> {
    {
        let x = 3;
        println!("{x}");
    }
    x + 1.0
}

#[capture_program]
fn t8_metadata(x: Tensor<2>) -> Tensor<2> {
    assert_eq!(x.rank(), 2);
    let mut y = x.clone();
    for _ in 0..x.dims()[0] {
        y = y + 1.0;
    }
    if x.shape().num_elements() > 3 && x.dtype() == burn::tensor::DType::F32 {
        y
    } else {
        x
    }
}

#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn t9_debug(x: Tensor<1>) -> Tensor<1> {
    println!("{:?}", x);
    let _text = format!("{x:?}");
    dbg!(&x);
    let y = dbg!(x);
    y + 1.0
}

#[capture_program]
#[allow(deprecated)] // it is to print once, at capture
fn t10_escaped_text(x: Tensor<1>) -> Tensor<1> {
    println!("{{x}} x");
    let _plain = ["x", r"{x}"];
    x + 1.0
}

#[capture_program]
fn t11_host_data(x: Tensor<1>) -> Tensor<1> {
    let data = TensorData::from([1.0f32, 2.0]);
    let sum: f32 = data.iter::<f32>().sum();
    let vec = data.try_to_vec::<f32>().unwrap();
    x.add_scalar(sum + vec[1])
}

#[capture_program]
fn t13_device_bools(x: Tensor<1>, y: Tensor<1>) -> (Tensor<1, Bool>, Tensor<1, Bool>) {
    let close = x.clone().is_close(y.clone(), None, None);
    let positive = x.clone().greater_scalar(0.0);
    (close.all(), x.equal(y).bool_or(positive).any())
}

#[capture_program]
fn t14_host_comparisons(x: Tensor<2>) -> Tensor<2> {
    let [rows, columns] = x.dims();
    let small = rows < columns && columns > 1;
    let y = Tensor::<2>::zeros([rows, 1], &x.device());
    let first = x.clone().slice(s![.., 0..1]);
    if small {
        first + y
    } else {
        x.slice([0..rows, 0..1])
    }
}

struct Names {
    into_data: f32,
    to_device: usize,
}

#[capture_program]
fn t17_coincidences(x: Tensor<1>) -> Tensor<1> {
    let names = Names {
        into_data: 2.0,
        to_device: 1,
    };
    let to_scalar = names.to_device as f32;
    x * names.into_data + to_scalar
}

fn display<T: std::fmt::Display>(value: T) -> usize {
    value.to_string().len()
}

#[capture_program]
fn t23_display_of_host_values(x: Tensor<1>, #[frozen] n: usize) -> Tensor<1> {
    let [length] = x.dims();
    x.add_scalar((display(n) + display(length)) as f32)
}

#[capture_program]
#[allow(deprecated)] // it is about closures
fn closures(xs: Vec<Tensor<1>>, #[frozen] by: f32) -> Tensor<1> {
    let scale = |t: Tensor<1>| t * by;
    let mut sum = None;
    for x in xs.into_iter().map(scale) {
        sum = match sum {
            Some(before) => Some(before + x),
            None => Some(x),
        };
    }
    let Some(sum) = sum else {
        panic!("nothing to sum")
    };
    sum
}

type Vector = Tensor<1>;

#[capture_program]
fn aliases(x: Vector) -> Vector {
    let add = <Vector>::add;
    add(x.clone(), x)
}

macro_rules! double {
    ($t:expr) => {
        $t * 2.0
    };
}

#[test]
fn every_trap_gives_the_value_of_eager_code() {
    macro_rules! check {
        ($($name:ident($x:expr);)*) => {$({
            let x = $x;
            let replayed = $name::on(&flex()).unwrap().replay(x.clone()).unwrap();
            assert_same(&replayed, &$name(x), stringify!($name));
        })*};
    }
    let matrix = || Numbers::new(1).tensor([2, 3], &flex());
    check! {
        t1_constant_moved_onto(row([1.0]));
        t2_same_device(row([1.0]));
        t5_shadowed_by_its_shape(matrix());
        t6_shadowed_in_a_block(row([1.0]));
        t8_metadata(matrix());
        t9_debug(row([1.0]));
        t10_escaped_text(row([1.0]));
        t11_host_data(row([1.0]));
        t14_host_comparisons(matrix());
        t17_coincidences(row([1.0]));
        aliases(row([1.0]));
    }
}

#[test]
fn traps_with_more_than_one_parameter() {
    let layer = Mlp::new(&flex()).hidden;
    let x: Tensor<2> = Numbers::new(2).tensor([2, 5], &flex());
    let mut session = t3_module_moved::on(&flex(), layer.clone()).unwrap();
    assert_same(
        &session.replay(x.clone()).unwrap(),
        &t3_module_moved(&layer, x),
        "t3",
    );

    let (a, b) = (row([1.0, -2.0]), row([1.0, 2.0]));
    let mut session = t13_device_bools::on(&flex()).unwrap();
    let (close, any) = session.replay(a.clone(), b.clone()).unwrap();
    let (eager_close, eager_any) = t13_device_bools(a, b);
    assert_same(&close, &eager_close, "t13 close");
    assert_same(&any, &eager_any, "t13 any");

    let mut session = t23_display_of_host_values::on(&flex(), 123).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [5.0]);

    let mut session = closures::on(&flex(), 2.0).unwrap();
    let xs = vec![row([1.0]), row([2.0]), double!(row([2.0]))];
    assert_eq!(floats(&session.replay(xs).unwrap()), [14.0]);
}

/// Outside a body everything is ordinary code: reading the original's weights, displaying a result.
#[test]
fn t21_the_original_is_read_as_ever() {
    let model = Mlp::new(&flex());
    let weight = model.hidden.weight.val().into_data();
    let mut session = t3_module_moved::on(&flex(), model.hidden.clone()).unwrap();
    let y = session.replay(Tensor::ones([1, 5], &flex())).unwrap();
    assert!(y.to_string().contains("Tensor"), "{y}");
    assert_eq!(model.hidden.weight.val().into_data(), weight);
}

//! Other forms of transfers, tensors that escape, and threads (classes 4, 7 and 8 of the reports).

use crate::common::{Mlp, Numbers, assert_same, flex, floats, row};
use burn::nn::{Initializer, Linear, LinearConfig};
use burn::prelude::*;
use capture_runtime::prelude::*;
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{LazyLock, Mutex, OnceLock};

fn to_cpu(x: Tensor<1>) -> Tensor<1> {
    x.to_device(&flex())
}

fn on_cpu(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    model.clone().to_device(&flex()).forward(x)
}

fn rebuilt(x: &Tensor<1>) -> Tensor<1> {
    Tensor::from_data(x.to_data(), &x.device())
}

static BIAS: LazyLock<Tensor<1>> = LazyLock::new(|| row([1.0, 2.0]));

fn bias() -> Tensor<1> {
    BIAS.clone()
}

fn indices() -> Tensor<1, Int> {
    Tensor::from_ints([1, 0], &flex())
}

fn mask() -> Tensor<1, Bool> {
    row([1.0, -1.0]).greater_elem(0.0)
}

#[capture_program]
fn transfer_of_every_element(xs: Vec<Tensor<1>>) -> Tensor<1> {
    let moved: Vec<Tensor<1>> = xs.into_iter().map(to_cpu).collect();
    Tensor::cat(moved, 0)
}

#[capture_program]
fn module_on_another_device(model: &Mlp, x: Tensor<2>) -> Tensor<2> {
    let y = on_cpu(model, x);
    y + 1.0
}

#[capture_program]
fn rebuilt_from_data(x: Tensor<1>) -> Tensor<1> {
    let copy = rebuilt(&x);
    x + copy
}

#[capture_program]
fn tensor_of_a_static(x: Tensor<1>) -> Tensor<1> {
    let bias = bias();
    x.matmul_with(bias)
}

/// A method whose argument is foreign.
trait MatmulWith {
    fn matmul_with(self, other: Tensor<1>) -> Tensor<1>;
}

impl MatmulWith for Tensor<1> {
    fn matmul_with(self, other: Tensor<1>) -> Tensor<1> {
        let other = other.unsqueeze_dim::<2>(1);
        self.unsqueeze::<2>().matmul(other).reshape([-1])
    }
}

#[capture_program]
fn foreign_indices(x: Tensor<1>) -> Tensor<1> {
    let indices = indices();
    x.select(0, indices)
}

#[capture_program]
fn foreign_mask(x: Tensor<1>) -> Tensor<1> {
    let mask = mask();
    x.mask_fill(mask, 0.0)
}

#[capture_program]
fn foreign_among_many(x: Tensor<1>) -> Tensor<1> {
    let parts = vec![x.clone(), bias(), x];
    Tensor::cat(parts, 0)
}

#[track_caller]
fn refused<T>(result: Result<T, RecordError>, code: &str) {
    let Err(error) = result else {
        panic!("expected {code}")
    };
    assert_eq!(error.code(), code, "{error}");
}

#[test]
fn class_4_transfers_and_foreign_tensors() {
    let spec = || TensorSpec::float([2]);
    refused(
        transfer_of_every_element::capture(vec![spec(), spec()]),
        "CR0102",
    );
    let model = Mlp::new(&flex());
    refused(
        module_on_another_device::capture(&model, TensorSpec::float([2, 5])),
        "CR0102",
    );
    refused(rebuilt_from_data::capture(spec()), "CR0101");
    refused(tensor_of_a_static::capture(spec()), "CR0105");
    refused(foreign_indices::capture(spec()), "CR0105");
    refused(foreign_mask::capture(spec()), "CR0105");
    refused(foreign_among_many::capture(spec()), "CR0105");
}

fn positions(length: usize, device: &Device) -> Tensor<1> {
    Tensor::arange(0..length as i64, device).float()
}

#[capture_program]
fn device_of_a_weight(w: &Tensor<1>, #[frozen] length: usize) -> Tensor<1> {
    let device = w.device();
    positions(length, &device) * w.clone()
}

#[capture_program]
fn module_made_in_the_body(x: Tensor<2>, device: &Device) -> Tensor<2> {
    let config = LinearConfig::new(2, 2).with_initializer(Initializer::Constant { value: 0.5 });
    let layer: Linear = config.init(device);
    layer.forward(x)
}

#[capture_program]
fn moved_to_where_it_is(x: Tensor<1>, y: Tensor<1>) -> Tensor<1> {
    let y = y.to_device(&x.device());
    let constant = bias().to_device(&x.device());
    x + y + constant
}

#[test]
fn class_4_devices_that_are_the_programs() {
    let mut session = device_of_a_weight::on(&flex(), row([10.0]), 3).unwrap();
    assert_eq!(floats(&session.replay().unwrap()), [0.0, 10.0, 20.0]);
    let mut session = module_made_in_the_body::on(&flex()).unwrap();
    let x: Tensor<2> = Numbers::new(1).tensor([3, 2], &flex());
    let eager = module_made_in_the_body(x.clone(), &flex());
    assert_same(&session.replay(x).unwrap(), &eager, "a layer of constants");
    let mut session = moved_to_where_it_is::on(&flex()).unwrap();
    for _ in 0..2 {
        let y = session.replay(row([1.0, 1.0]), row([2.0, 2.0])).unwrap();
        assert_eq!(floats(&y), [4.0, 5.0]);
    }
}

thread_local! {
    static LAST: RefCell<Vec<Tensor<1>>> = const { RefCell::new(Vec::new()) };
    static PIPE: (Sender<Tensor<1>>, Receiver<Tensor<1>>) = channel();
}
static FIRST: OnceLock<Tensor<1>> = OnceLock::new();
static BEST: Mutex<Option<Tensor<1>>> = Mutex::new(None);

fn history(x: &Tensor<1>) -> Tensor<1> {
    LAST.with_borrow_mut(|last| {
        last.push(x.clone());
        last.iter().cloned().reduce(|a, b| a * b).unwrap()
    })
}

fn first_ever(x: &Tensor<1>) -> Tensor<1> {
    FIRST.get_or_init(|| x.clone()).clone()
}

fn piped(x: Tensor<1>) -> Tensor<1> {
    PIPE.with(|(sender, receiver)| {
        let before = receiver.try_recv().ok();
        sender.send(x.clone()).unwrap();
        before.unwrap_or(x)
    })
}

fn best(x: &Tensor<1>) -> Tensor<1> {
    let mut best = BEST.lock().unwrap();
    let next = match best.take() {
        Some(best) => x.clone().max_pair(best),
        None => x.clone(),
    };
    *best = Some(next.clone());
    next
}

#[capture_program]
fn kept_in_a_thread_local(x: Tensor<1>) -> Tensor<1> {
    let product = history(&x);
    product + 1.0
}

#[capture_program]
fn kept_in_a_once_lock(x: Tensor<1>) -> Tensor<1> {
    let difference = x.clone() - first_ever(&x);
    difference.exp()
}

#[capture_program]
fn kept_in_a_channel(x: Tensor<1>) -> Tensor<1> {
    piped(x)
}

#[capture_program]
fn kept_in_a_mutex(x: Tensor<1>) -> Tensor<1> {
    let best = best(&x);
    best * 2.0
}

#[capture_program]
fn kept_in_the_body(x: Tensor<1>) -> Tensor<1> {
    let kept = RefCell::new(Vec::new());
    let keep = |t: Tensor<1>| kept.borrow_mut().push(t);
    keep(x.clone());
    keep(x * 2.0);
    Tensor::cat(kept.into_inner(), 0)
}

/// The running maximum, where it belongs.
#[capture_program]
fn kept_in_the_state(best: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *best = best.clone().max_pair(x);
    best.clone()
}

#[test]
fn class_7_tensors_that_escape() {
    let spec = || TensorSpec::float([1]);
    refused(kept_in_a_thread_local::capture(spec()), "CR0106");
    refused(kept_in_a_once_lock::capture(spec()), "CR0106");
    refused(kept_in_a_channel::capture(spec()), "CR0106");
    refused(kept_in_a_mutex::capture(spec()), "CR0106");
    let mut session = kept_in_the_body::on(&flex()).unwrap();
    for _ in 0..2 {
        assert_eq!(floats(&session.replay(row([3.0])).unwrap()), [3.0, 6.0]);
    }
    let mut session = kept_in_the_state::on(&flex(), row([0.0])).unwrap();
    let bests = [2.0, 1.0, 5.0].map(|x| floats(&session.replay(row([x])).unwrap())[0]);
    assert_eq!(bests, [2.0, 2.0, 5.0]);
}

fn squared_by_threads(x: &Tensor<1>) -> Tensor<1> {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| x.clone().square());
        thread.join().unwrap()
    })
}

fn read_by_a_thread(x: &Tensor<1>) -> f32 {
    let x = x.clone();
    let thread = std::thread::spawn(move || x.sum().try_into_scalar::<f32>());
    thread.join().unwrap().expect("no value was read")
}

#[capture_program]
fn helper_with_a_thread(x: Tensor<1>) -> Tensor<1> {
    let y = squared_by_threads(&x);
    y + x
}

#[capture_program]
fn helper_that_reads_in_a_thread(x: Tensor<1>) -> Tensor<1> {
    let n = read_by_a_thread(&x);
    x * n
}

#[capture_program]
fn counts(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x;
    s.clone()
}

#[test]
fn class_8_threads() {
    let mut session = helper_with_a_thread::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([3.0])).unwrap()), [12.0]);

    let error = helper_that_reads_in_a_thread::capture(TensorSpec::float([1])).unwrap_err();
    assert_eq!(error.code(), "CR0101", "{error}");
    assert_eq!(error.statement().unwrap().binding, Some("n"));

    let mut session = counts::on(&flex(), row([0.0])).unwrap();
    session.replay(row([1.0])).unwrap();
    let moved = std::thread::spawn(move || {
        session.replay(row([1.0])).unwrap();
        session
    });
    let shared = Mutex::new(moved.join().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    shared.lock().unwrap().replay(row([1.0])).unwrap();
                    assert!(foreign_mask::capture(TensorSpec::float([2])).is_err());
                }
            });
        }
    });
    let session = shared.into_inner().unwrap();
    assert_eq!(session.report().captures, 1);
    assert_eq!(floats(&session.into_state()), [42.0]);
}

//! Sessions treated badly: captures inside captures, sessions dropped in the middle, many captures and many threads.

use crate::common::{flex, floats, row};
use burn::prelude::*;
use capture_runtime::prelude::*;

#[capture_program]
fn plus(x: Tensor<1>, #[frozen] k: i64) -> Tensor<1> {
    x.add_scalar(k)
}

#[capture_program]
fn acc(s: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    *s = s.clone() + x;
    s.clone()
}

/// Captures, starts and replays another program while one is being captured.
fn meddle() -> f32 {
    plus::capture(TensorSpec::float([3]), 7).unwrap();
    let mut session = plus::on(&flex(), 5).unwrap();
    floats(&session.replay(row([1.0])).unwrap())[0]
}

#[capture_program]
fn meddled(x: Tensor<1>) -> Tensor<1> {
    let y = x * 2.0;
    let n = meddle();
    y.add_scalar(n)
}

fn fails() -> bool {
    broken::capture(TensorSpec::float([1])).is_err()
}

fn read(x: &Tensor<1>) -> f32 {
    x.clone().into_scalar()
}

#[capture_program]
fn broken(x: Tensor<1>) -> Tensor<1> {
    let n = read(&x);
    x * n
}

#[capture_program]
fn survives(x: Tensor<1>) -> Tensor<1> {
    let y = x * 2.0;
    let failed = fails();
    y.add_scalar(if failed { 1.0 } else { 0.0 })
}

#[test]
fn a_capture_while_another_is_active_on_the_thread() {
    let mut session = meddled::on(&flex()).unwrap();
    assert_eq!(
        floats(&session.replay(row([1.0, 2.0])).unwrap()),
        [8.0, 10.0]
    );
    assert_eq!(
        session.program().unwrap().operations().len(),
        2,
        "nothing of the inner one leaks out"
    );
    let mut session = survives::on(&flex()).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [3.0]);
}

#[test]
fn a_session_dropped_in_the_middle_of_a_run() {
    let mut other = acc::on(&flex(), row([0.0])).unwrap();
    let mut kept = Vec::new();
    for i in 0..10 {
        let mut session = acc::on(&flex(), row([i as f32])).unwrap();
        kept.push(session.replay(row([1.0])).unwrap());
        other.replay(row([1.0])).unwrap();
        drop(session);
        let unused = acc::on(&flex(), row([0.0])).unwrap();
        drop(unused);
    }
    assert_eq!(floats(&other.into_state()), [10.0]);
    for (i, result) in kept.iter().enumerate() {
        assert_eq!(floats(result), [i as f32 + 1.0]);
    }
}

#[test]
fn a_session_dropped_while_a_thread_panics() {
    let thread = std::thread::spawn(|| {
        let mut session = acc::on(&flex(), row([0.0])).unwrap();
        session.replay(row([1.0])).unwrap();
        panic!("on purpose");
    });
    assert!(thread.join().is_err());
    let mut session = acc::on(&flex(), row([0.0])).unwrap();
    assert_eq!(floats(&session.replay(row([1.0])).unwrap()), [1.0]);
}

/// Captures when it is dropped.
struct OnDrop;

impl Drop for OnDrop {
    fn drop(&mut self) {
        assert!(plus::capture(TensorSpec::float([1]), 1).is_ok());
        assert!(broken::capture(TensorSpec::float([1])).is_err());
    }
}

#[test]
fn a_capture_while_the_thread_unwinds() {
    let thread = std::thread::spawn(|| {
        let _on_drop = OnDrop;
        panic!("on purpose");
    });
    let payload = thread.join().unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"on purpose"));
    assert!(plus::capture(TensorSpec::float([1]), 1).is_ok());
}

#[test]
fn threads_capture_and_replay_at_once() {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for i in 0..25 {
                    let k = thread * 100 + i;
                    let mut session = plus::on(&flex(), k).unwrap();
                    let y = session.replay(row([0.5])).unwrap();
                    assert_eq!(floats(&y), [k as f32 + 0.5]);
                    assert!(broken::capture(TensorSpec::float([1])).is_err());
                }
            });
        }
    });
}

/// Burn has 65,536 capture devices for one process; a capture that took a new one each time would end here.
#[test]
fn ten_thousand_captures_and_as_many_failures() {
    for i in 0..10_000 {
        let program = plus::capture(TensorSpec::float([2]), i).unwrap();
        assert_eq!(program.operations().len(), 1);
    }
    let device = Device::capture();
    let text = format!("{device:?}");
    let id: String = text.chars().filter(char::is_ascii_digit).collect();
    assert!(
        id.parse::<usize>().unwrap() < 1000,
        "{text}: captures use up devices"
    );
    for _ in 0..2_000 {
        assert!(broken::capture(TensorSpec::float([2])).is_err());
    }
    assert!(plus::capture(TensorSpec::float([2]), 1).is_ok());
}

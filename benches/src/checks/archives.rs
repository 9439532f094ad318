//! Programs in files: what a session saved goes on, with the function and without it.

use super::programs::{Net, fit};
use super::{assert_same, ramp, required, values};
use burn::prelude::*;
use capture_runtime::Engine;
use capture_runtime::prelude::*;

/// One batch.
fn batch(step: usize, device: &Device) -> (Tensor<2>, Tensor<2>) {
    (ramp([5, 4], step, device), ramp([5, 2], step + 7, device))
}

fn data(tensor: TensorData) -> Vec<f32> {
    tensor
        .convert::<f32>()
        .try_to_vec()
        .unwrap_or_else(|error| panic!("f32 values: {error:?}"))
}

pub(super) fn a_file_goes_on(device: &Device) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.capture");
    let net = Net::new(device);
    let mut session = required(fit::on(device, net.clone(), AdamWConfig::new().init()));
    for step in 0..3 {
        let (x, y) = batch(step, device);
        session.replay(x, y, 0.1).unwrap();
    }
    session.save(&path).unwrap();
    let mut replayer = Archive::load(&path).unwrap().on(device).unwrap();
    let mut resumed =
        fit::load_archive(&path, device, Net::new(device), AdamWConfig::new().init()).unwrap();
    for step in 3..6 {
        let (x, y) = batch(step, device);
        let lr = replayer.number("lr", 0.1).unwrap();
        let inputs = [("x", x.to_data()), ("y", y.to_data()), ("lr", lr)];
        let mut results = replayer.replay(&inputs).unwrap();
        let untyped = data(results.remove(0).1);
        let loss = values(session.replay(x.clone(), y.clone(), 0.1).unwrap());
        let typed = values(resumed.replay(x, y, 0.1).unwrap());
        assert_same(&untyped, &loss, "a replay without the function");
        assert_same(&typed, &loss, "a replay of a session from the file");
    }
    assert_eq!(replayer.engine(), Engine::DeviceGraph);
    assert_eq!(resumed.report().engine, Engine::DeviceGraph);
    let weight = values(session.state().0.weight());
    assert_same(&values(resumed.state().0.weight()), &weight, "the state");
    let state = replayer.state().unwrap();
    let same = state
        .into_iter()
        .any(|(_, tensor)| tensor.num_elements() == weight.len() && data(tensor) == weight);
    assert!(super::FUSED || same, "the state without the function");
}

pub(super) fn a_state_is_given_to_a_file(device: &Device) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.capture");
    let mut session = required(fit::on(device, Net::new(device), AdamWConfig::new().init()));
    let (x, y) = batch(1, device);
    session.warm_up(x.clone(), y.clone(), 0.1).unwrap();
    session.save(&path).unwrap();
    let mut replayer = Archive::load(&path).unwrap().on(device).unwrap();
    let start = replayer.state().unwrap();
    let start: Vec<_> = start
        .iter()
        .map(|(name, data)| (name.as_str(), data.clone()))
        .collect();
    let lr = replayer.number("lr", 0.1).unwrap();
    let inputs = [("x", x.to_data()), ("y", y.to_data()), ("lr", lr)];
    let first = replayer.replay(&inputs).unwrap();
    replayer.replay(&inputs).unwrap();
    // The graphs write the state in place: what is given is copied into it.
    replayer.set_state(&start).unwrap();
    let again = replayer.replay(&inputs).unwrap();
    assert_same(
        &data(again[0].1.clone()),
        &data(first[0].1.clone()),
        "from the start again",
    );
}

/// Comparisons, masks and a bool in the state: devices keep bools in forms of their own.
#[capture_program]
fn masked(
    seen: &mut Tensor<2, Bool>,
    x: Tensor<2>,
    #[live] on: bool,
) -> (Tensor<2>, Tensor<2, Bool>) {
    let corner = Tensor::<2, Bool>::from_data([[true, false, false]], &x.device());
    let positive = x.clone().greater_elem(0.0);
    *seen = seen
        .clone()
        .bool_or(positive.clone())
        .bool_xor(corner.expand([4, 3]));
    let x = select(on, x.clone(), x * 2.0);
    (x.mask_fill(seen.clone(), -1.0), positive.bool_not())
}

/// What a session, or a replayer, of one device left: results and state, as the host has them.
type Left = (Vec<f32>, Vec<bool>, Vec<bool>);

fn bools(data: TensorData) -> Vec<bool> {
    data.iter::<bool>().collect()
}

/// A file that was written on one device goes on on the other, with the function and without it.
pub(super) fn a_file_goes_to_another_device(device: &Device) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("masked.capture");
    let seen = |on: &Device| Tensor::<2, Bool>::from_data([[false; 3]; 4], on);
    for (from, to) in [(&Device::flex(), device), (device, &Device::flex())] {
        let mut session = masked::on(from, seen(from)).unwrap();
        session.replay(ramp([4, 3], 1, from), true).unwrap();
        session.save(&path).unwrap();
        let (x, known) = session.replay(ramp([4, 3], 2, from), false).unwrap();
        let expected: Left = (
            values(x),
            bools(known.into_data()),
            bools(session.into_state().into_data()),
        );

        let mut resumed = masked::load_archive(&path, to, seen(to)).unwrap();
        let (x, known) = resumed.replay(ramp([4, 3], 2, to), false).unwrap();
        assert_eq!(resumed.report().captures, 0, "the file's program runs");
        let typed = (
            values(x),
            bools(known.into_data()),
            bools(resumed.into_state().into_data()),
        );
        assert_eq!(typed, expected, "with the function");

        let mut replayer = Archive::load(&path).unwrap().on(to).unwrap();
        let on = replayer.number("on", false).unwrap();
        let x = ramp::<2>([4, 3], 2, &Device::flex()).into_data();
        let [x, known]: [_; 2] = replayer
            .replay(&[("x", x), ("on", on)])
            .unwrap()
            .try_into()
            .unwrap();
        let (_, seen) = replayer.state().unwrap().remove(0);
        let untyped = (data(x.1), bools(known.1), bools(seen));
        assert_eq!(untyped, expected, "without the function");
    }
}

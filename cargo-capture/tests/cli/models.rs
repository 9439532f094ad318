//! Steps of training a model with AdamW, before and after the changes that people make to models.

use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::{gelu, relu};
use capture_runtime::prelude::*;
use cargo_capture::diff::{Difference, Kind, compare, text};

/// Layers with a nonlinearity behind each but the last.
#[derive(Module, Debug)]
struct Net {
    layers: Vec<Linear>,
}

impl Net {
    /// A net of layers that are so wide.
    fn new(widths: &[usize]) -> Self {
        let device = Device::flex();
        let pairs = widths.windows(2);
        let layers = pairs.map(|pair| LinearConfig::new(pair[0], pair[1]).init(&device));
        Self {
            layers: layers.collect(),
        }
    }
}

#[capture_program]
#[allow(deprecated)] // What is frozen is so for the test.
fn train(
    net: &mut Net,
    optim: &mut AdamW,
    x: Tensor<2>,
    y: Tensor<2>,
    #[frozen] smooth: bool,
    #[frozen] weight: f32,
) -> Tensor<1> {
    let last = net.layers.len() - 1;
    let mut h = x;
    for (i, layer) in net.layers.iter().enumerate() {
        h = layer.forward(h);
        if i < last {
            h = if smooth { gelu(h) } else { relu(h) };
        }
    }
    let error = (h - y).square() * weight;
    let loss = error.mean();
    let grads = GradientsParams::from_grads(loss.backward(), net);
    optim.step(0.01, net, grads);
    loss
}

/// The program of a net, for so many rows.
fn program(widths: &[usize], rows: usize, smooth: bool, weight: f32) -> Program {
    let spec = |width: &usize| TensorSpec::float([rows, *width]);
    let (first, last) = (widths.first().unwrap(), widths.last().unwrap());
    let optim = AdamWConfig::new().init();
    train::capture(
        &Net::new(widths),
        &optim,
        spec(first),
        spec(last),
        smooth,
        weight,
    )
    .unwrap()
}

fn count(difference: &Difference, kind: Kind) -> usize {
    let all = difference.operations.iter();
    all.filter(|change| change.kind == kind).count()
}

/// How many operations one has more than the other.
fn more(new: &Program, old: &Program) -> usize {
    new.operations().len() - old.operations().len()
}

const WIDTHS: [usize; 4] = [5, 8, 8, 3];

#[test]
fn one_more_layer_is_added_and_the_last_one_reads_other_weights() {
    let (old, new) = (
        program(&WIDTHS, 4, false, 1.0),
        program(&[5, 8, 8, 8, 3], 4, false, 1.0),
    );
    let difference = compare(&old, &new);
    assert_eq!(count(&difference, Kind::Added), more(&new, &old));
    assert_eq!(
        count(&difference, Kind::Removed),
        0,
        "{}",
        text(&difference)
    );
    let all = difference.operations.iter();
    for change in all.filter(|change| change.kind == Kind::Changed) {
        assert!(
            change
                .details
                .iter()
                .all(|detail| detail.what.starts_with("operand ")),
            "{change:?}"
        );
    }
}

#[test]
fn another_nonlinearity_changes_nothing_else() {
    let (old, new) = (
        program(&WIDTHS, 4, false, 1.0),
        program(&WIDTHS, 4, true, 1.0),
    );
    let difference = compare(&old, &new);
    assert_eq!(count(&difference, Kind::Changed), 0);
    assert_eq!(count(&difference, Kind::Moved), 0);
    // What stands in the place of a statement is listed under it.
    let old = difference.operations.iter().filter(|change| change.gone);
    assert_eq!(old.count(), 0, "{}", text(&difference));
    assert!(!text(&difference).contains("(old)"));
    for change in &difference.operations {
        assert!(
            !["matmul", "add", "mul", "div", "sqrt", "sub"].contains(&change.name.as_str()),
            "{change:?}"
        );
    }
}

#[test]
fn a_larger_batch_changes_shapes_and_nothing_else() {
    let difference = compare(
        &program(&WIDTHS, 4, true, 1.0),
        &program(&WIDTHS, 6, true, 1.0),
    );
    assert_eq!(
        count(&difference, Kind::Changed),
        difference.operations.len()
    );
    assert_eq!(difference.boundary.len(), 2, "{:?}", difference.boundary);
}

#[test]
fn a_wider_layer_changes_shapes_and_nothing_else() {
    let difference = compare(
        &program(&WIDTHS, 4, true, 1.0),
        &program(&[5, 8, 9, 3], 4, true, 1.0),
    );
    assert_eq!(
        count(&difference, Kind::Changed),
        difference.operations.len()
    );
}

#[test]
fn a_number_of_the_loss_is_changed_where_it_stands() {
    let difference = compare(
        &program(&WIDTHS, 4, true, 2.0),
        &program(&WIDTHS, 4, true, 3.0),
    );
    assert_eq!(
        count(&difference, Kind::Changed),
        difference.operations.len()
    );
    for change in &difference.operations {
        assert_eq!(change.details[0].what, "number", "{change:?}");
    }
}

#[test]
fn a_long_program_is_compared_in_a_moment() {
    let wide = |layers: usize| vec![4; layers + 1];
    let (old, new) = (
        program(&wide(60), 4, false, 1.0),
        program(&wide(61), 4, true, 1.0),
    );
    let started = std::time::Instant::now();
    let difference = compare(&old, &new);
    assert!(!difference.is_empty());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

//! What must hold on every device that records graphs, as functions of a device: run by `cargo test` on a software driver, and by
//! `gpu-checks` on whatever GPU there is.
//!
//! A check panics where something does not hold; its name says what it checks.

mod archives;
mod beside;
mod dtypes;
// Compiled again under `cfg(test)` it would bring the examples' own generated tests.
#[cfg(not(test))]
pub mod examples;
mod hazards;
mod honesty;
mod lent;
pub mod memory;
mod numbers;
mod optimizers;
mod pieces;
mod programs;
mod random;
pub mod soak;
mod state;
mod threads;
mod values;

use burn::prelude::*;
use capture_runtime::{Arguments, RecordError, Session};

/// A check: its name, and what it does on a device.
pub type Check = (&'static str, fn(&Device));

macro_rules! checks {
    ($($module:ident: $($check:ident),+;)+) => {
        /// All checks, in the order of the promises.
        pub const CHECKS: &[Check] = &[$($((stringify!($check), $module::$check)),+),+];

        /// Calls `$test!(name)` for every check.
        #[macro_export]
        macro_rules! each_check {
            ($test:ident) => { $($($test!($check);)+)+ };
        }
    };
}

checks! {
    values: inference_equals_eager, training_equals_eager, every_view_of_a_state_is_written, results_are_the_callers,
        a_result_that_is_an_input_or_a_state, nothing_to_launch;
    optimizers: every_optimizer_steps;
    numbers: live_numbers_of_every_type, many_live_numbers_share_a_buffer;
    lent: lent_results_are_those_of_eager_code, a_handle_on_a_lent_result_is_found;
    state: warm_up_leaves_the_state, the_state_is_handed_out_as_a_copy, the_users_model_stays, a_state_is_resumed,
        weights_are_replaced, frozen_values_are_replaced, into_state_hands_over, signatures_share_the_state,
        a_state_that_grows;
    random: random_numbers_are_fresh, random_numbers_follow_the_seed, warm_up_draws_nothing;
    pieces: sorts_are_cut_out, several_pieces_keep_the_order, a_sort_is_refused_where_a_graph_is_asked_for;
    hazards: eager_work_between_replays, sessions_beside_each_other, a_dropped_session_leaves_the_others,
        dropped_sessions_free_their_memory, a_long_program;
    threads: a_replay_on_another_thread, sessions_on_several_threads, eager_work_on_another_thread;
    honesty: the_report_says_what_runs, the_interpreter_on_request, a_graph_is_required;
    dtypes: element_types_of_the_device, an_element_type_that_is_missing, a_body_asks_for_element_types;
    archives: a_file_goes_on, a_state_is_given_to_a_file, a_file_goes_to_another_device;
}

/// Runs the check of that name.
///
/// # Panics
///
/// When it does not hold, or there is no such check.
pub fn run(name: &str, device: &Device) {
    let check = CHECKS.iter().find(|(known, _)| *known == name);
    let (_, check) = check.expect("a check of that name");
    check(device);
}

/// Whether kernels are fused and chosen by tuning, so that replay and eager code may run different ones.
pub const FUSED: bool = cfg!(feature = "fast");

/// The session, with a fallback from device graphs made an error.
#[track_caller]
pub(crate) fn required<I: Arguments, O, S, W, F>(
    session: Result<Session<I, O, S, W, F>, RecordError>,
) -> Session<I, O, S, W, F> {
    let mut session = session.unwrap();
    session.require_graph().unwrap();
    session
}

/// The values of a tensor on the host.
pub(crate) fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .into_data()
        .convert::<f32>()
        .try_to_vec()
        .unwrap_or_else(|error| panic!("f32 values: {error:?}"))
}

/// Asserts that replay gave what eager code gave: the same bits where the same kernels run, close ones where they are fused.
#[track_caller]
pub(crate) fn assert_same(replayed: &[f32], eager: &[f32], what: &str) {
    assert_eq!(replayed.len(), eager.len(), "{what}: the number of values");
    for (i, (a, b)) in replayed.iter().zip(eager).enumerate() {
        let close = match FUSED {
            true => (a - b).abs() <= 1e-5 + 2e-3 * b.abs(),
            false => a.to_bits() == b.to_bits(),
        };
        assert!(close, "{what}: value {i} is {a}, expected {b}");
    }
}

/// Numbers from a formula: the same on every device, different for every `seed`.
pub(crate) fn ramp<const D: usize>(shape: [usize; D], seed: usize, device: &Device) -> Tensor<D> {
    let count: usize = shape.iter().product();
    let at = |i: usize| ((i * 37 + seed * 101) % 97) as f32 / 48.5 - 1.0;
    let data: Vec<f32> = (0..count).map(at).collect();
    Tensor::from_data(TensorData::new(data, shape), device)
}

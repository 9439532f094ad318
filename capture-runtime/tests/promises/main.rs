//! The promises of the README, each in files of its number.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod promise_1_batch_norm_and_dropout;
mod promise_1_constants_in_modules;
mod promise_1_layers;
mod promise_1_replay_equals_eager;
mod promise_1_what_a_module_carries;
mod promise_2_nothing_is_read;
mod promise_2_what_a_helper_hides;
mod promise_3_nothing_is_frozen_silently;
mod promise_4_no_trace;
mod promise_5_state_is_the_programs;
mod promise_6_results_are_the_callers;
mod promise_7_arguments_are_checked;
mod promise_8_report;

//! The attribute of `capture-runtime`.
//!
//! Depend on `capture-runtime`, which re-exports everything here; the expansion names its items. How the
//! macros are built is told in ARCHITECTURE.md: the way of a function is one page, `driver.rs`.

mod analyze;
mod ast;
mod debug;
mod derive;
mod diag;
mod driver;
mod expand;
mod hygiene;
mod lower;
mod parse;
mod paths;
#[cfg(test)]
mod tests;

use ast::Kind;
use proc_macro::TokenStream;

/// Turns a Burn function into a program that is captured once and replayed.
///
/// ```ignore
/// use burn::prelude::*;
/// use capture_runtime::prelude::*;
///
/// /// One optimisation step of the wine classifier.
/// #[capture_program]
/// fn train_step(
///     model: &mut Mlp,             // state: lives on the device, carried from replay to replay
///     optim: &mut AdamW,           // state
///     features: Tensor<2>,         // input: an argument of every replay
///     labels: Tensor<1, Int>,      // input
///     #[live] lr: f64,             // a number that changes between replays: a device scalar
///     #[frozen] smoothing: f32,    // a number that is part of the program: a new value re-captures
/// ) -> Tensor<1> {
///     let loss = cross_entropy(model.forward(features), labels, smoothing);
///     let grads = GradientsParams::from_grads(loss.backward(), model);
///     optim.step(lr, model, grads);
///     loss
/// }
///
/// // On a device: weights, state and frozen values, in the order of the parameters.
/// let mut step = train_step::on(&device, model, optim, 0.1)?;
/// for (x, y) in batches {
///     let loss = step.replay(x, y, schedule.step())?;
/// }
/// let (model, optim) = step.into_state();
///
/// // Without a device: look at it, document it, test it, save it.
/// let program = train_step::capture(&model, &optim, TensorSpec::float([64, 11]), TensorSpec::int([64]), 0.1)?;
/// println!("{program}");
/// ```
///
/// The function itself stays callable as it was written, so eager and replayed runs can be compared at any time.
/// Beside it the attribute makes `train_step::on` and `train_step::capture`; for a method `forward` it makes
/// `forward_on` and `forward_capture` in the same `impl` block.
///
/// # Parameters
///
/// What a parameter is for is decided by its type and its mark:
///
/// | written | role | while capturing | at replay |
/// |---|---|---|---|
/// | `x: Tensor<D, K>`; tuples, arrays, `Vec`, `Option` of them; structs with `#[derive(ProgramInput)]` | input | a placeholder without a value | an argument |
/// | `&self`, `m: &M` (a module), `&Tensor<D, K>` | weights | placeholders | held by the session |
/// | `&mut self`, `m: &mut M`, `&mut Tensor<D, K>`, a capturable optimizer, `#[derive(ProgramState)]` | state | placeholders; the value at the end is the next value | held, advanced in place |
/// | `#[live] v: f32`, `f64`, `i32`, `i64` or `bool` | live number | `Live<T>`: arithmetic, no host value | an argument |
/// | `#[frozen] v: T` with `T: Clone + Eq + Hash + Debug`, or a float | frozen | the host value | part of the program, given to `on` |
/// | `device: &Device` | the program's device | the capture device | the session's device |
///
/// A host value without a mark is an error: it would be frozen without anybody saying so.
///
/// # Options
///
/// ## `crate`
///
/// Where the runtime is, if not at `::capture_runtime`: for crates that re-export it.
///
/// ```ignore
/// #[capture_program(crate = my_framework::capture)]
/// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
/// ```
///
/// ## `recapture`
///
/// What a session does with arguments of a shape or type that it has not seen: `"allow"` captures again, `"warn"` also
/// says so on standard error, `"deny"` makes it an error that names the argument. The default is `"allow"`.
///
/// ```ignore
/// #[capture_program(recapture = "deny")]
/// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
/// ```
///
/// ## `cache`
///
/// How many captured programs a session keeps, the last used ones; the default is 8.
///
/// ```ignore
/// #[capture_program(cache = 2)]
/// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
/// ```
///
/// # What differs while capturing
///
/// The body is compiled a second time. In that copy `backward`, `grad`, `inner` and their kin work on placeholders, live
/// parameters are `Live<T>`, each statement says where it stands, so that errors and listings speak of the
/// user's lines, and what only makes sense with values is left out:
///
/// ```ignore
/// if !is_placeholder(&loss) {
///     println!("{loss}");
/// }
/// eager_only! { log::info!("loss = {loss}"); }
/// ```
///
/// Numbers keep their arithmetic: a live number may be copied, cast with `as`, changed with `*=`, collected in a variable that
/// starts at `0.0`, and passed to Burn's `*_scalar` methods, `mask_fill` and `Tensor::full`. A function of the host that takes an
/// `f64` cannot take it, since there is no `f64` while capturing.
///
/// # Limits
///
/// * Reading a tensor's value, or branching on it, is an error: the value does not exist while the program is captured.
/// * `async`, `unsafe`, `extern` and `const` functions, and methods of traits, are refused.
/// * Arguments of macros that are not of the standard library are left as they are.
/// * In an `impl` block the function takes `self` or speaks of `Self`; the attribute sees nothing else around it.
/// * A parameter cannot carry `#[cfg]`; the function can.
///
/// `CAPTURE_DEBUG_MACRO=train_step cargo check` prints what the attribute makes of one function, `*` of all.
#[proc_macro_attribute]
pub fn capture_program(args: TokenStream, item: TokenStream) -> TokenStream {
    driver::function(Kind::Program, args.into(), item.into()).into()
}

/// DOCS
#[proc_macro_attribute]
pub fn capture_fn(args: TokenStream, item: TokenStream) -> TokenStream {
    driver::function(Kind::Helper, args.into(), item.into()).into()
}

/// Makes a struct an input of captured programs, one part for each field.
///
/// Beside `Batch` it makes `BatchSpec`, whose fields are the specifications of the fields: what `capture` takes.
///
/// ```ignore
/// #[derive(ProgramInput)]
/// struct Batch {
///     features: Tensor<2>,
///     labels: Tensor<1, Int>,
/// }
///
/// let spec = BatchSpec { features: TensorSpec::float([64, 11]), labels: TensorSpec::int([64]) };
/// ```
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramInput, attributes(program))]
pub fn program_input(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::input, "ProgramInput").into()
}

/// Makes a struct a result of captured programs, one part for each field.
///
/// ```ignore
/// #[derive(ProgramOutput)]
/// struct Metrics {
///     loss: Tensor<1>,
///     accuracy: Tensor<1>,
/// }
/// ```
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramOutput, attributes(program))]
pub fn program_output(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::output, "ProgramOutput").into()
}

/// Makes a struct the state of captured programs: modules, tensors and optimizers that replays advance together.
///
/// ```ignore
/// #[derive(ProgramState)]
/// struct Trainer {
///     model: Mlp,
///     optim: AdamW,
///     average: Tensor<1>,
/// }
/// ```
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramState, attributes(program))]
pub fn program_state(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::state, "ProgramState").into()
}

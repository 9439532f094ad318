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
mod mention;
mod parse;
mod paths;
mod syntax;
#[cfg(test)]
mod tests;

use ast::Kind;
use proc_macro::TokenStream;

/// Turns a Burn function into a program that is captured once and replayed.
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
/// * `associated`: the function stands in an `impl` block and speaks neither of `self` nor of `Self`. The attribute sees nothing around the function;
///   without the option the compiler says that an enum is not supported in `impl`s.
/// * `crate = path`: where the runtime is, if not at `::capture_runtime`: for crates that re-export or rename it.
/// * `engine = "auto"`: what runs the program. `"auto"` records device graphs where the device has them, cuts the program around operations that
///   cannot be recorded, and falls back to the interpreter where nothing can be, which `report()` shows; `"graph"` makes a fallback and a cut
///   an error; `"interpreter"` runs operation by operation. The default is `"auto"`.
/// * `recapture = "allow"`: what a session does with arguments of a shape or type that it has not seen: `"allow"` captures
///   again, `"warn"` also says so on standard error, `"deny"` makes it an error that names the argument. The default is `"allow"`.
/// * `results = "owned"`: whose the results are. `"owned"` copies them out, and no later replay changes them; `"borrowed"` lends them, without a
///   copy, until the next replay: `on` gives a `BorrowingSession`, and holding a result across the next replay does not compile. The default is `"owned"`.
/// * `cache = 8`: how many captured programs a session keeps, the last used ones.
/// * `strict`: every free function that receives a placeholder must be a [`macro@capture_fn`] or a program. For one that is not,
///   `clip(x)` for example, the compiler says under the call: expected type, found function `clip_without_capture_fn`. Functions of
///   Burn and of the standard library are known by their names and modules; methods, and functions of the body, are not asked.
/// * `inline(train_step, Net::fit)`: calls of these programs run their capturing copies. Without it a program that is called in
///   another runs as it was written, which does for all but `backward` and live numbers. A name alone also stands for a
///   method of that name. The copy is as visible as the function, and takes what the function takes.
/// * `test`, or `test = 10`: generates `train_step_program::replay_equals_eager`, a `#[test]` that runs 4 (or 10) steps eagerly and replayed on
///   Flex, for each of three seeds, and compares every result and the whole next state bit for bit. Inputs and live numbers are drawn,
///   the same in every run of the test.
/// * `document = "programs"`: the page `programs/train_step.md` in the crate's folder, with the listing of the program, is checked in. A generated test,
///   `train_step_program::page_is_current`, captures the program without a device and compares; `CAPTURE_BLESS=1 cargo test` writes the
///   page. rustdoc shows the page, and `programs/train_step.svg` above it, under the generated item, once they are there when the crate is compiled.
/// * `example(model = Mlp::new(64, device), features = TensorSpec::float([64, 11]), ..)`: says once how the program is captured for both: a value for
///   each weights, state and frozen parameter, and for each input what `capture` takes for it. `TensorSpec::within` gives the range of drawn
///   values. A live number may be given; it is then the same in every step. `device: &Device` is in scope: Flex, with autodiff where the program
///   trains. A program that takes none of these needs no example. The expressions are compiled in every build, and run by the tests only.
///
/// # What differs while capturing
///
/// The body is compiled a second time. In that copy `backward`, `grad`, `inner` and their kin work on placeholders, live
/// parameters are `Live<T>`, each statement says where it stands, so that errors and listings speak of the
/// user's lines, and what only makes sense with values is left out: what `if !is_placeholder(&loss) { .. }` guards, and
/// `eager_only! { .. }`.
///
/// Numbers keep their arithmetic: a live number may be copied, cast with `as`, changed with `*=`, collected in a variable that
/// starts at `0.0`, passed to a helper's `#[live]` parameter, and passed to Burn's `*_scalar` methods, `mask_fill` and `Tensor::full`. A function of the host that takes an
/// `f64` cannot take it, since there is no `f64` while capturing; the compiler says so under the number.
///
/// # Limits
///
/// * Reading a tensor's value, or branching on it, is an error: the value does not exist while the program is captured.
/// * `async`, `unsafe`, `extern` and `const` functions, and methods of traits, are refused.
/// * Arguments of macros that are not of the standard library are left as they are.
/// * A parameter cannot carry `#[cfg]`; the function can.
/// * `test` and `document` are for free functions without type and constant parameters: a method is tested through a function that calls it. A
///   function inside another's body cannot be tested, since a `#[test]` is not found there: the compiler finds no item of its name in `super`.
///
/// `CAPTURE_DEBUG_MACRO=train_step cargo check` prints what the attribute makes of one function, `*` of all, and `CAPTURE_TIME_MACRO=1 cargo check` how
/// long each took.
#[proc_macro_attribute]
pub fn capture_program(args: TokenStream, item: TokenStream) -> TokenStream {
    debug::timed(item, |item| {
        driver::function(Kind::Program, args.into(), item)
    })
}

/// Makes a function a helper of programs: it is checked as their bodies are, and stays callable eagerly.
///
/// A helper without the attribute works too, but what it hides is only found while capturing, at the statement that calls it. With it
/// reads, branches on values and host effects are errors of the compiler, statements are listed with the helper's own lines, and
/// `backward`, `grad`, `inner` and their kin work in it. There is one function for both worlds.
///
/// Free functions, methods, and methods of trait `impl`s can be helpers, with any generics, parameters and result: `?`, `return` and
/// `Result` are fine. Parameters need no mark. A `#[live] lr: f64` is a number for eager callers and the program's number while
/// capturing; a helper that returns one number, made from live ones, returns it to each in kind. `#[frozen]` may be written and changes
/// nothing.
///
/// # Options
///
/// * `associated`: the function stands in an `impl` block and speaks neither of `self` nor of `Self`.
/// * `crate = path`: where the runtime is, if not at `::capture_runtime`.
///
/// # Limits
///
/// * `const` and `async` functions are refused, and Burn's `Gradients` in a signature, which are others while capturing; pass
///   `GradientsParams`.
/// * A method of a trait `impl` has the trait's signature, so it has no `#[live]` parameters.
/// * A live number is returned alone, not inside a tuple.
/// * A free helper has an enum of the same name beside it, as a program has, by which strict programs know it.
#[proc_macro_attribute]
pub fn capture_fn(args: TokenStream, item: TokenStream) -> TokenStream {
    debug::timed(item, |item| {
        driver::function(Kind::Helper, args.into(), item)
    })
}

/// Makes a struct an input of captured programs, one part for each field.
///
/// Beside `Batch` it makes `BatchSpec`, whose fields are the specifications of the fields: what `capture` takes.
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramInput, attributes(program))]
pub fn program_input(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::input, "ProgramInput").into()
}

/// Makes a struct a result of captured programs, one part for each field.
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramOutput, attributes(program))]
pub fn program_output(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::output, "ProgramOutput").into()
}

/// Makes a struct the state of captured programs: modules, tensors and optimizers that replays advance together.
///
/// Named, tuple and unit structs work, generic ones as well. `#[program(crate = path)]` says where the runtime is, if not at
/// `::capture_runtime`.
#[proc_macro_derive(ProgramState, attributes(program))]
pub fn program_state(item: TokenStream) -> TokenStream {
    driver::derive(item.into(), derive::state, "ProgramState").into()
}

::core::compile_error! {
    "unknown option `recaptur`, expected one of `associated`, `cache`, `crate`, `document`, `engine`, `example`, `inline`, `recapture`, `results`, `strict` or `test` [CP0001]\n= help: there is an option with a similar name: `recapture`"
}
::core::compile_error! {
    "a parameter cannot be both `#[live]` and `#[frozen]` [CP0001]\n= note: a live number changes between replays; a frozen value is part of the program\n= help: keep one mark"
}
::core::compile_error! {
    "a parameter cannot be both `#[live]` and `#[frozen]` [CP0001]\n= note: a live number changes between replays; a frozen value is part of the program\n= help: keep one mark"
}
pub fn step(w: &mut Tensor<1>, x: impl Fn(), lr: f64) -> Tensor<1> {
    x
}
#[allow(
    dead_code,
    deprecated,
    elided_lifetimes_in_paths,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    trivial_bounds,
    unreachable_pub,
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
/// The captured program of the function `step`.
///
/// * `step::on(..)` makes a session on a device, which captures and replays;
/// * `step::capture(..)` captures without a device, to look at the program, test or save it;
/// * `step::load_archive(..)` makes a session from a file that one was saved to;
/// * `step(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
/// | `x` | `impl Fn()` | input: an argument of every replay |
/// | `lr` | `f64` | live: a number, an argument of every replay |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `step` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = step::on(&device, w)?;
/// for .. {
///     let output = session.replay(x, lr)?;
/// }
/// let w = session.into_state();
/// ```
pub enum step {}
#[allow(
    dead_code,
    deprecated,
    elided_lifetimes_in_paths,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    private_bounds,
    private_interfaces,
    single_use_lifetimes,
    trivial_bounds,
    unreachable_pub,
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
impl step {
    /// Makes a session of `step` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
    /// | `x` | `impl Fn()` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    ///
    /// # Errors
    ///
    /// Fails where no engine of the build serves the device, where the engine that the attribute asks for does not, or where a tensor
    /// of the weights or the state is quantized or of an element type that the device has not.
    ///
    /// # Panics
    ///
    /// Never; nor does `replay`, which returns what fails as an error.
    ///
    /// # Example
    ///
    /// ```text
    /// let mut session = step::on(&device, w)?;
    /// let output = session.replay(x, lr)?;
    /// ```
    #[allow(unused_variables)]
    pub fn on(
        device: &::capture_runtime::Device,
        w: Tensor<1>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<((), f64), Tensor<1>, Tensor<1>, (), ()>,
        ::capture_runtime::RecordError,
    >
    where
        for<'capture> f64: ::capture_runtime::Argument,
    {
        ::core::unreachable!("`step` was refused when it was compiled")
    }
    /// Makes a session of `step` on `device` from a file that a session of it was saved to.
    ///
    /// The program of the file is ready; its weights and its state, where it has them, take the place of those given.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be read or was damaged, or holds the program of a function with other parameters,
    /// frozen values, weights, state or results.
    ///
    /// # Example
    ///
    /// ```text
    /// let mut session = step::load_archive("saved.capture", &device, w)?;
    /// ```
    #[allow(unused_variables)]
    pub fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        w: Tensor<1>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<((), f64), Tensor<1>, Tensor<1>, (), ()>,
        ::capture_runtime::ArchiveError,
    >
    where
        for<'capture> f64: ::capture_runtime::Argument,
    {
        ::core::unreachable!("`step` was refused when it was compiled")
    }
    /// Captures `step` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
    /// | `x` | `impl Fn()` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    ///
    /// # Errors
    ///
    /// Fails when the function reads a value while it is captured, or depends on something of the host that changes;
    /// the error names the statement. A specification that does not fit its parameter is an error that names the parameter.
    ///
    /// # Panics
    ///
    /// Never: a panic of the function while it is captured is an error.
    ///
    /// # Example
    ///
    /// ```text
    /// let program = step::capture(&w, x)?;
    /// println!("{program}");
    /// ```
    #[allow(unused_variables)]
    pub fn capture(
        w: &Tensor<1>,
        x: impl ::core::marker::Sized,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    >
    where
        for<'capture> f64: ::capture_runtime::Argument,
    {
        ::core::unreachable!("`step` was refused when it was compiled")
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for step {}

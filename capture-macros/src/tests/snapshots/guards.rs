fn logged(x: Tensor<1>) -> Tensor<1> {
    if !is_placeholder(&x) {
        println!("{x}");
    }
    let y = if is_placeholder(&x) { x.clone() } else { x.clone().into_data().into() };
    if verbose && !capture_runtime::is_placeholder(&y) {
        println!("{y}");
    } else {
        y.clone();
    }
    if verbose && is_placeholder(&y) {
        y.clone();
    }
    eager_only! {
        println!("{y}");
    }
    y
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
/// The captured program of the function `logged`.
///
/// * `logged::on(..)` makes a session on a device, which captures and replays;
/// * `logged::capture(..)` captures without a device, to look at the program, test or save it;
/// * `logged::load_archive(..)` makes a session from a file that one was saved to;
/// * `logged(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `x` | `Tensor<1>` | input: an argument of every replay |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `logged` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = logged::on(&device)?;
/// for .. {
///     let output = session.replay(x)?;
/// }
/// ```
enum logged {}
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
impl logged {
    /// Makes a session of `logged` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `Tensor<1>` | input: an argument of every replay |
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
    /// let mut session = logged::on(&device)?;
    /// let output = session.replay(x)?;
    /// ```
    fn on(
        device: &::capture_runtime::Device,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(Tensor<1>,), Tensor<1>, (), (), ()>,
        ::capture_runtime::RecordError,
    > {
        Self::__definition().session(device, (), (), ())
    }
    /// Makes a session of `logged` on `device` from a file that a session of it was saved to.
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
    /// let mut session = logged::load_archive("saved.capture", &device)?;
    /// ```
    fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(Tensor<1>,), Tensor<1>, (), (), ()>,
        ::capture_runtime::ArchiveError,
    > {
        Self::__definition().load_archive(path, device, (), (), ())
    }
    /// Captures `logged` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `Tensor<1>` | input: an argument of every replay |
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
    /// let program = logged::capture(TensorSpec::float([..]))?;
    /// println!("{program}");
    /// ```
    fn capture(
        x: impl ::core::convert::Into<
            <Tensor<1> as ::capture_runtime::ProgramInput>::Spec,
        >,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    > {
        Self::__definition()
            .program(
                (),
                (),
                (),
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<Tensor<1>>("x", ::core::convert::Into::into(x));
                },
            )
    }
    #[doc(hidden)]
    fn __definition() -> ::capture_runtime::__private::Definition<
        (Tensor<1>,),
        Tensor<1>,
        (),
        (),
        (),
    > {
        let _ = logged;
        ::capture_runtime::__private::Definition {
            meta: &::capture_runtime::__private::Meta {
                name: "logged",
                file: ::core::file!(),
                line: 1,
                trains: false,
                recapture: ::capture_runtime::__private::Recapture::Allow,
                engine: ::capture_runtime::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    ::capture_runtime::__private::Parameter {
                        name: "x",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Tensor<1>",
                    },
                ],
            },
            state: ::capture_runtime::__private::StateOps::<()>::none(),
            weights: ::capture_runtime::__private::StateOps::<()>::none(),
            frozen: |_| ::std::vec::Vec::new(),
            body: |
                (x,),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let _ = __capture_state;
                let _ = __capture_weights;
                let _ = __capture_frozen;
                Self::__capture(x)
            },
        }
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        deprecated,
        future_incompatible,
        let_underscore,
        nonstandard_style,
        rust_2018_idioms,
        unused,
        unused_qualifications,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __capture(x: Tensor<1>) -> Tensor<1> {
        {}
        ::capture_runtime::__private::at!(
            3, 13,
            "let y = if is_placeholder(&x) { x.clone() } else { x.clone().into_data().into() }",
            "y"
        );
        let y = {
            ::capture_runtime::__private::at!(3, 45, "x.clone()");
            x.clone()
        };
        {
            ::capture_runtime::__private::at!(4, 92, "y.clone()");
            y.clone();
        }
        if verbose && true {
            ::capture_runtime::__private::at!(5, 48, "y.clone()");
            y.clone();
        }
        ::capture_runtime::__private::at!(7, 13, "y");
        y
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for logged {}

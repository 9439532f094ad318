fn grads(x: &Tensor<1>) -> Tensor<1> {
    let g: Gradients = x.backward();
    x.grad(&g).map(Tensor::inner).unwrap()
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
/// The captured program of the function `grads`.
///
/// * `grads::on(..)` makes a session on a device, which captures and replays;
/// * `grads::capture(..)` captures without a device, to look at the program, test or save it;
/// * `grads::load_archive(..)` makes a session from a file that one was saved to;
/// * `grads(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `x` | `&Tensor<1>` | weights: held by the session |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `grads` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = grads::on(&device, x)?;
/// for .. {
///     let output = session.replay()?;
/// }
/// ```
enum grads {}
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
impl grads {
    /// Makes a session of `grads` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `&Tensor<1>` | weights: held by the session |
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
    /// let mut session = grads::on(&device, x)?;
    /// let output = session.replay()?;
    /// ```
    fn on(
        device: &crate::reexports::capture::Device,
        x: Tensor<1>,
    ) -> ::core::result::Result<
        crate::reexports::capture::Session<(), Tensor<1>, (), Tensor<1>, ()>,
        crate::reexports::capture::RecordError,
    > {
        Self::__definition().session(device, (), x, ())
    }
    /// Makes a session of `grads` on `device` from a file that a session of it was saved to.
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
    /// let mut session = grads::load_archive("saved.capture", &device, x)?;
    /// ```
    fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &crate::reexports::capture::Device,
        x: Tensor<1>,
    ) -> ::core::result::Result<
        crate::reexports::capture::Session<(), Tensor<1>, (), Tensor<1>, ()>,
        crate::reexports::capture::ArchiveError,
    > {
        Self::__definition().load_archive(path, device, (), x, ())
    }
    /// Captures `grads` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `&Tensor<1>` | weights: held by the session |
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
    /// let program = grads::capture(&x)?;
    /// println!("{program}");
    /// ```
    fn capture(
        x: &Tensor<1>,
    ) -> ::core::result::Result<
        crate::reexports::capture::Program,
        crate::reexports::capture::RecordError,
    > {
        Self::__definition()
            .program(
                (),
                {
                    #[allow(unused_imports)]
                    use crate::reexports::capture::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&crate::reexports::capture::__private::Probe::<Tensor<1>>::new())
                        .ops()
                }
                    .detach(x),
                (),
                |__capture_inputs| {},
            )
    }
    #[doc(hidden)]
    fn __definition() -> crate::reexports::capture::__private::Definition<
        (),
        Tensor<1>,
        (),
        Tensor<1>,
        (),
    > {
        let _ = grads;
        crate::reexports::capture::__private::Definition {
            meta: &crate::reexports::capture::__private::Meta {
                name: "grads",
                file: ::core::file!(),
                line: 1,
                trains: true,
                recapture: crate::reexports::capture::__private::Recapture::Allow,
                engine: crate::reexports::capture::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    crate::reexports::capture::__private::Parameter {
                        name: "x",
                        role: crate::reexports::capture::__private::Role::Weights,
                        ty: "&Tensor<1>",
                    },
                ],
            },
            state: crate::reexports::capture::__private::StateOps::<()>::none(),
            weights: crate::reexports::capture::__private::StateOps::<
                (),
            >::named(
                "x",
                {
                    #[allow(unused_imports)]
                    use crate::reexports::capture::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&crate::reexports::capture::__private::Probe::<Tensor<1>>::new())
                        .ops()
                },
            ),
            frozen: |_| ::std::vec::Vec::new(),
            body: |
                (),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let _ = __capture_state;
                let x = __capture_weights;
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
    fn __capture(x: &Tensor<1>) -> Tensor<1> {
        crate::reexports::capture::__private::at!(
            2, 13, "let g: Gradients = x.backward()", "g"
        );
        let g: crate::reexports::capture::__private::Gradients = crate::reexports::capture::__private::backward(
            &x,
        );
        crate::reexports::capture::__private::at!(
            3, 13, "x.grad(&g).map(Tensor::inner).unwrap()"
        );
        crate::reexports::capture::__private::grad(&x, &g)
            .map(crate::reexports::capture::__private::without_autodiff)
            .unwrap()
    }
}
#[allow(deprecated)]
impl crate::reexports::capture::__private::CaptureFn for grads {}

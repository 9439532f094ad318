fn decay(w: &mut Tensor<1>, rate: f32, on: bool) {
    let factor: f32 = 1.0 - rate * 0.5;
    let mask = Tensor::<1>::full([4], factor, &w.device());
    let apply = |v| w.clone().mul_scalar(v as f32);
    *w = apply(factor).clamp_min(0.0).mask_fill(mask.greater_elem(rate), on);
    let n = w.dims()[0] as f32;
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
/// The captured program of the function `decay`.
///
/// * `decay::on(..)` makes a session on a device, which captures and replays;
/// * `decay::capture(..)` captures without a device, to look at the program, test or save it;
/// * `decay::load_archive(..)` makes a session from a file that one was saved to;
/// * `decay(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
/// | `rate` | `f32` | live: a number, an argument of every replay |
/// | `on` | `bool` | live: a number, an argument of every replay |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `decay` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = decay::on(&device, w)?;
/// for .. {
///     let output = session.replay(rate, on)?;
/// }
/// let w = session.into_state();
/// ```
enum decay {}
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
impl decay {
    /// Makes a session of `decay` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
    /// | `rate` | `f32` | live: a number, an argument of every replay |
    /// | `on` | `bool` | live: a number, an argument of every replay |
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
    /// let mut session = decay::on(&device, w)?;
    /// let output = session.replay(rate, on)?;
    /// ```
    fn on(
        device: &::capture_runtime::Device,
        w: Tensor<1>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(f32, bool), (), Tensor<1>, (), ()>,
        ::capture_runtime::RecordError,
    > {
        Self::__definition().session(device, w, (), ())
    }
    /// Makes a session of `decay` on `device` from a file that a session of it was saved to.
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
    /// let mut session = decay::load_archive("saved.capture", &device, w)?;
    /// ```
    fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        w: Tensor<1>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(f32, bool), (), Tensor<1>, (), ()>,
        ::capture_runtime::ArchiveError,
    > {
        Self::__definition().load_archive(path, device, w, (), ())
    }
    /// Captures `decay` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `w` | `&mut Tensor<1>` | state: held by the session, advanced by every replay |
    /// | `rate` | `f32` | live: a number, an argument of every replay |
    /// | `on` | `bool` | live: a number, an argument of every replay |
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
    /// let program = decay::capture(&w)?;
    /// println!("{program}");
    /// ```
    fn capture(
        w: &Tensor<1>,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    > {
        Self::__definition()
            .program(
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new()).ops()
                }
                    .detach(w),
                (),
                (),
                |__capture_inputs| {
                    __capture_inputs.live::<f32>("rate");
                    __capture_inputs.live::<bool>("on");
                },
            )
    }
    #[doc(hidden)]
    fn __definition() -> ::capture_runtime::__private::Definition<
        (f32, bool),
        (),
        Tensor<1>,
        (),
        (),
    > {
        let _ = decay;
        ::capture_runtime::__private::Definition {
            meta: &::capture_runtime::__private::Meta {
                name: "decay",
                file: ::core::file!(),
                line: 1,
                trains: false,
                recapture: ::capture_runtime::__private::Recapture::Allow,
                engine: ::capture_runtime::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    ::capture_runtime::__private::Parameter {
                        name: "w",
                        role: ::capture_runtime::__private::Role::State,
                        ty: "&mut Tensor<1>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "rate",
                        role: ::capture_runtime::__private::Role::Live,
                        ty: "f32",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "on",
                        role: ::capture_runtime::__private::Role::Live,
                        ty: "bool",
                    },
                ],
            },
            state: ::capture_runtime::__private::StateOps::<
                (),
            >::named(
                "w",
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new()).ops()
                },
            ),
            weights: ::capture_runtime::__private::StateOps::<()>::none(),
            frozen: |_| ::std::vec::Vec::new(),
            body: |
                (rate, on),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let w = __capture_state;
                let _ = __capture_weights;
                let _ = __capture_frozen;
                Self::__capture(w, rate, on)
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
    fn __capture(
        w: &mut Tensor<1>,
        rate: impl ::capture_runtime::__private::LiveArgument<f32>,
        on: impl ::capture_runtime::__private::LiveArgument<bool>,
    ) {
        let rate = ::capture_runtime::__private::LiveArgument::live(rate);
        let on = ::capture_runtime::__private::LiveArgument::live(on);
        {
            ::capture_runtime::__private::at!(
                2, 13, "let factor: f32 = 1.0 - rate * 0.5", "factor"
            );
            let factor = 1.0 - rate * 0.5;
            ::capture_runtime::__private::at!(
                3, 13, "let mask = Tensor::<1>::full([4], factor, &w.device())", "mask"
            );
            let mask = ::capture_runtime::__private::scalar::typed::<
                Tensor<1>,
            >(::capture_runtime::__private::scalar::full([4], factor, &w.device()));
            ::capture_runtime::__private::at!(
                4, 13, "let apply = |v| w.clone().mul_scalar(v as f32)", "apply"
            );
            let apply = |v| ::capture_runtime::__private::scalar::mul_scalar(
                w.clone(),
                v as f32,
            );
            ::capture_runtime::__private::at!(
                5, 13,
                "*w = apply(factor).clamp_min(0.0).mask_fill(mask.greater_elem(rate), on)",
                "*w"
            );
            *w = ::capture_runtime::__private::scalar::mask_fill(
                apply(factor).clamp_min(0.0),
                ::capture_runtime::__private::scalar::greater_scalar(mask, rate),
                on,
            );
            ::capture_runtime::__private::at!(6, 13, "let n = w.dims()[0] as f32", "n");
            let n = w.dims()[0] as f32;
        }
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for decay {}

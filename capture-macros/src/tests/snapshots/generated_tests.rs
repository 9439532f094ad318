#[cfg(feature = "training")]
fn described(
    model: &mut Mlp,
    scale: &Tensor<1>,
    optim: &mut AdamW,
    features: Tensor<2>,
    labels: Tensor<1, Int>,
    lr: f64,
    rate: f32,
    smoothing: f32,
    device: &Device,
) -> Tensor<1> {
    features.sum()
}
#[cfg(feature = "training")]
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
/// The captured program of the function `described`.
///
/// * `described::on(..)` makes a session on a device, which captures and replays;
/// * `described::capture(..)` captures without a device, to look at the program, test or save it;
/// * `described::load_archive(..)` makes a session from a file that one was saved to;
/// * `described(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `model` | `&mut Mlp` | state: held by the session, advanced by every replay |
/// | `scale` | `&Tensor<1>` | weights: held by the session |
/// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
/// | `features` | `Tensor<2>` | input: an argument of every replay |
/// | `labels` | `Tensor<1, Int>` | input: an argument of every replay |
/// | `lr` | `f64` | live: a number, an argument of every replay |
/// | `rate` | `f32` | live: a number, an argument of every replay |
/// | `smoothing` | `f32` | frozen: part of the program |
/// | `device` | `&Device` | the program's device |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `described` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = described::on(&device, model, scale, optim, smoothing)?;
/// for .. {
///     let output = session.replay(features, labels, lr, rate)?;
/// }
/// let (model, optim) = session.into_state();
/// ```
///
/// # Program
///
#[cfg_attr(
    doc,
    doc = ::core::include_str!(
        ::core::concat!(
            ::core::env!("CARGO_MANIFEST_DIR"),
            "/src/tests/programs/described.svg"
        )
    )
)]
///
#[cfg_attr(
    doc,
    doc = ::core::include_str!(
        ::core::concat!(
            ::core::env!("CARGO_MANIFEST_DIR"),
            "/src/tests/programs/described.md"
        )
    )
)]
///
enum described {}
#[cfg(feature = "training")]
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
impl described {
    /// Makes a session of `described` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `model` | `&mut Mlp` | state: held by the session, advanced by every replay |
    /// | `scale` | `&Tensor<1>` | weights: held by the session |
    /// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
    /// | `features` | `Tensor<2>` | input: an argument of every replay |
    /// | `labels` | `Tensor<1, Int>` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    /// | `rate` | `f32` | live: a number, an argument of every replay |
    /// | `smoothing` | `f32` | frozen: part of the program |
    /// | `device` | `&Device` | the program's device |
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
    /// let mut session = described::on(&device, model, scale, optim, smoothing)?;
    /// let output = session.replay(features, labels, lr, rate)?;
    /// ```
    fn on(
        device: &framework::capture::Device,
        model: Mlp,
        scale: Tensor<1>,
        optim: AdamW,
        smoothing: f32,
    ) -> ::core::result::Result<
        framework::capture::Session<
            (Tensor<2>, Tensor<1, Int>, f64, f32),
            Tensor<1>,
            (Mlp, AdamW),
            Tensor<1>,
            f32,
        >,
        framework::capture::RecordError,
    > {
        Self::__definition().session(device, (model, optim), scale, smoothing)
    }
    /// Makes a session of `described` on `device` from a file that a session of it was saved to.
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
    /// let mut session = described::load_archive("saved.capture", &device, model, scale, optim, smoothing)?;
    /// ```
    fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &framework::capture::Device,
        model: Mlp,
        scale: Tensor<1>,
        optim: AdamW,
        smoothing: f32,
    ) -> ::core::result::Result<
        framework::capture::Session<
            (Tensor<2>, Tensor<1, Int>, f64, f32),
            Tensor<1>,
            (Mlp, AdamW),
            Tensor<1>,
            f32,
        >,
        framework::capture::ArchiveError,
    > {
        Self::__definition().load_archive(path, device, (model, optim), scale, smoothing)
    }
    /// Captures `described` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `model` | `&mut Mlp` | state: held by the session, advanced by every replay |
    /// | `scale` | `&Tensor<1>` | weights: held by the session |
    /// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
    /// | `features` | `Tensor<2>` | input: an argument of every replay |
    /// | `labels` | `Tensor<1, Int>` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    /// | `rate` | `f32` | live: a number, an argument of every replay |
    /// | `smoothing` | `f32` | frozen: part of the program |
    /// | `device` | `&Device` | the program's device |
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
    /// let program = described::capture(&model, &scale, &optim, TensorSpec::float([..]), TensorSpec::int([..]), smoothing)?;
    /// println!("{program}");
    /// ```
    fn capture(
        model: &Mlp,
        scale: &Tensor<1>,
        optim: &AdamW,
        features: impl ::core::convert::Into<
            <Tensor<2> as framework::capture::ProgramInput>::Spec,
        >,
        labels: impl ::core::convert::Into<
            <Tensor<1, Int> as framework::capture::ProgramInput>::Spec,
        >,
        smoothing: f32,
    ) -> ::core::result::Result<
        framework::capture::Program,
        framework::capture::RecordError,
    > {
        Self::__definition()
            .program(
                (
                    {
                        #[allow(unused_imports)]
                        use framework::capture::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&framework::capture::__private::Probe::<Mlp>::new()).ops()
                    }
                        .detach(model),
                    {
                        #[allow(unused_imports)]
                        use framework::capture::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&framework::capture::__private::Probe::<AdamW>::new()).ops()
                    }
                        .detach(optim),
                ),
                {
                    #[allow(unused_imports)]
                    use framework::capture::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&framework::capture::__private::Probe::<Tensor<1>>::new()).ops()
                }
                    .detach(scale),
                smoothing,
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<
                            Tensor<2>,
                        >("features", ::core::convert::Into::into(features));
                    __capture_inputs
                        .argument::<
                            Tensor<1, Int>,
                        >("labels", ::core::convert::Into::into(labels));
                    __capture_inputs.live::<f64>("lr");
                    __capture_inputs.live::<f32>("rate");
                },
            )
    }
    #[doc(hidden)]
    fn __definition() -> framework::capture::__private::Definition<
        (Tensor<2>, Tensor<1, Int>, f64, f32),
        Tensor<1>,
        (Mlp, AdamW),
        Tensor<1>,
        f32,
    > {
        let _ = described;
        framework::capture::__private::Definition {
            meta: &framework::capture::__private::Meta {
                name: "described",
                file: ::core::file!(),
                line: 2,
                trains: false,
                recapture: framework::capture::__private::Recapture::Allow,
                engine: framework::capture::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    framework::capture::__private::Parameter {
                        name: "model",
                        role: framework::capture::__private::Role::State,
                        ty: "&mut Mlp",
                    },
                    framework::capture::__private::Parameter {
                        name: "scale",
                        role: framework::capture::__private::Role::Weights,
                        ty: "&Tensor<1>",
                    },
                    framework::capture::__private::Parameter {
                        name: "optim",
                        role: framework::capture::__private::Role::State,
                        ty: "&mut AdamW",
                    },
                    framework::capture::__private::Parameter {
                        name: "features",
                        role: framework::capture::__private::Role::Input,
                        ty: "Tensor<2>",
                    },
                    framework::capture::__private::Parameter {
                        name: "labels",
                        role: framework::capture::__private::Role::Input,
                        ty: "Tensor<1, Int>",
                    },
                    framework::capture::__private::Parameter {
                        name: "lr",
                        role: framework::capture::__private::Role::Live,
                        ty: "f64",
                    },
                    framework::capture::__private::Parameter {
                        name: "rate",
                        role: framework::capture::__private::Role::Live,
                        ty: "f32",
                    },
                    framework::capture::__private::Parameter {
                        name: "smoothing",
                        role: framework::capture::__private::Role::Frozen,
                        ty: "f32",
                    },
                    framework::capture::__private::Parameter {
                        name: "device",
                        role: framework::capture::__private::Role::Device,
                        ty: "&Device",
                    },
                ],
            },
            state: framework::capture::__private::StateOps::<
                (),
            >::tuple((
                framework::capture::__private::StateOps::<
                    (),
                >::named(
                    "model",
                    {
                        #[allow(unused_imports)]
                        use framework::capture::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&framework::capture::__private::Probe::<Mlp>::new()).ops()
                    },
                ),
                framework::capture::__private::StateOps::<
                    (),
                >::named(
                    "optim",
                    {
                        #[allow(unused_imports)]
                        use framework::capture::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&framework::capture::__private::Probe::<AdamW>::new()).ops()
                    },
                ),
            )),
            weights: framework::capture::__private::StateOps::<
                (),
            >::named(
                "scale",
                {
                    #[allow(unused_imports)]
                    use framework::capture::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&framework::capture::__private::Probe::<Tensor<1>>::new()).ops()
                },
            ),
            frozen: |__capture_frozen| {
                let smoothing = __capture_frozen;
                ::std::vec![
                    { use framework::capture::__private:: { ViaFloat as _, ViaHash as _,
                    ViaNoKey as _ }; (&& &
                    framework::capture::__private::FrozenProbe(smoothing))
                    .key("smoothing") }
                ]
            },
            body: |
                (features, labels, lr, rate),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let (model, optim) = __capture_state;
                let scale = __capture_weights;
                let smoothing = __capture_frozen;
                Self::__capture(
                    model,
                    scale,
                    optim,
                    features,
                    labels,
                    lr,
                    rate,
                    ::core::clone::Clone::clone(smoothing),
                    __capture_device,
                )
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
        model: &mut Mlp,
        scale: &Tensor<1>,
        optim: &mut AdamW,
        features: Tensor<2>,
        labels: Tensor<1, Int>,
        lr: impl framework::capture::__private::LiveArgument<f64>,
        rate: impl framework::capture::__private::LiveArgument<f32>,
        smoothing: f32,
        device: &Device,
    ) -> Tensor<1> {
        let lr = framework::capture::__private::LiveArgument::live(lr);
        let rate = framework::capture::__private::LiveArgument::live(rate);
        {
            framework::capture::__private::at!(13, 13, "features.sum()");
            features.sum()
        }
    }
    #[doc(hidden)]
    #[allow(unused_variables)]
    fn __example() -> framework::capture::__private::Example<
        (Tensor<2>, Tensor<1, Int>, f64, f32),
        Tensor<1>,
        (Mlp, AdamW),
        Tensor<1>,
        f32,
    > {
        framework::capture::__private::Example {
            state: |device| (
                {
                    let __capture_it: Mlp = Mlp::new(64, device);
                    __capture_it
                },
                {
                    let __capture_it: AdamW = AdamWConfig::new().init();
                    __capture_it
                },
            ),
            weights: |device| {
                let __capture_it: Tensor<1> = Tensor::ones([1], device);
                __capture_it
            },
            frozen: |device| {
                let __capture_it: f32 = 0.1;
                __capture_it
            },
            describe: |device, __capture_inputs| {
                __capture_inputs
                    .argument::<
                        Tensor<2>,
                    >(
                        "features",
                        ::core::convert::Into::into(TensorSpec::float([64, 11])),
                    );
                __capture_inputs
                    .argument::<
                        Tensor<1, Int>,
                    >(
                        "labels",
                        ::core::convert::Into::into(TensorSpec::int([64]).within(0..6)),
                    );
                __capture_inputs.live::<f64>("lr");
                __capture_inputs
                    .given::<
                        f32,
                    >(
                        "rate",
                        {
                            let __capture_it: f32 = 0.1;
                            __capture_it
                        },
                    );
            },
            arguments: |__capture_drawn| (
                __capture_drawn.input::<Tensor<2>>(),
                __capture_drawn.input::<Tensor<1, Int>>(),
                __capture_drawn.live::<f64>(),
                __capture_drawn.live::<f32>(),
            ),
            eager: |
                (features, labels, lr, rate),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let (model, optim) = __capture_state;
                let scale = __capture_weights;
                let smoothing = __capture_frozen;
                described(
                    model,
                    scale,
                    optim,
                    features,
                    labels,
                    lr,
                    rate,
                    ::core::clone::Clone::clone(smoothing),
                    __capture_device,
                )
            },
        }
    }
    #[cfg(test)]
    #[doc(hidden)]
    fn __replay_equals_eager() {
        framework::capture::__private::replay_equals_eager(
            &Self::__definition(),
            &Self::__example(),
            7,
        );
    }
    #[cfg(test)]
    #[doc(hidden)]
    fn __page_is_current() {
        framework::capture::__private::documented(
            &framework::capture::__private::captured(
                &Self::__definition(),
                &Self::__example(),
            ),
            ::core::env!("CARGO_MANIFEST_DIR"),
            "src/tests/programs",
        );
    }
}
#[cfg(feature = "training")]
#[allow(deprecated)]
impl framework::capture::__private::CaptureFn for described {}
#[cfg(feature = "training")]
#[cfg(test)]
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
mod described_program {
    #[::core::prelude::v1::test]
    fn replay_equals_eager() {
        super::described::__replay_equals_eager();
    }
    #[::core::prelude::v1::test]
    fn page_is_current() {
        super::described::__page_is_current();
    }
}

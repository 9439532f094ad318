pub fn train_step<B: Tr>(
    model: &mut Mlp<B>,
    optim: &mut AdamW,
    x: Tensor<2>,
    y: Tensor<1, Int>,
    lr: f64,
    smoothing: f32,
) -> Tensor<1>
where
    Mlp<B>: Clone,
{
    let loss = cross_entropy(model.forward(x), y, smoothing);
    let grads = GradientsParams::from_grads(loss.backward(), model);
    optim.step(lr, model, grads);
    loss
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
/// The captured program of the function `train_step`.
///
/// * `train_step::on(..)` makes a session on a device, which captures and replays;
/// * `train_step::capture(..)` captures without a device, to look at the program, test or save it;
/// * `train_step::load_archive(..)` makes a session from a file that one was saved to;
/// * `train_step(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `model` | `&mut Mlp<B>` | state: held by the session, advanced by every replay |
/// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
/// | `x` | `Tensor<2>` | input: an argument of every replay |
/// | `y` | `Tensor<1, Int>` | input: an argument of every replay |
/// | `lr` | `f64` | live: a number, an argument of every replay |
/// | `smoothing` | `f32` | frozen: part of the program |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `train_step` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = train_step::on(&device, model, optim, smoothing)?;
/// for .. {
///     let output = session.replay(x, y, lr)?;
/// }
/// let (model, optim) = session.into_state();
/// ```
pub enum train_step {}
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
impl train_step {
    /// Makes a session of `train_step` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `model` | `&mut Mlp<B>` | state: held by the session, advanced by every replay |
    /// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
    /// | `x` | `Tensor<2>` | input: an argument of every replay |
    /// | `y` | `Tensor<1, Int>` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    /// | `smoothing` | `f32` | frozen: part of the program |
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
    /// let mut session = train_step::on(&device, model, optim, smoothing)?;
    /// let output = session.replay(x, y, lr)?;
    /// ```
    pub fn on<B: Tr>(
        device: &::capture_runtime::Device,
        model: Mlp<B>,
        optim: AdamW,
        smoothing: f32,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            (Tensor<2>, Tensor<1, Int>, f64),
            Tensor<1>,
            (Mlp<B>, AdamW),
            (),
            f32,
        >,
        ::capture_runtime::RecordError,
    >
    where
        Mlp<B>: Clone,
        B: 'static,
    {
        Self::__definition::<B>().session(device, (model, optim), (), smoothing)
    }
    /// Makes a session of `train_step` on `device` from a file that a session of it was saved to.
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
    /// let mut session = train_step::load_archive("saved.capture", &device, model, optim, smoothing)?;
    /// ```
    pub fn load_archive<B: Tr>(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        model: Mlp<B>,
        optim: AdamW,
        smoothing: f32,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            (Tensor<2>, Tensor<1, Int>, f64),
            Tensor<1>,
            (Mlp<B>, AdamW),
            (),
            f32,
        >,
        ::capture_runtime::ArchiveError,
    >
    where
        Mlp<B>: Clone,
        B: 'static,
    {
        Self::__definition::<B>()
            .load_archive(path, device, (model, optim), (), smoothing)
    }
    /// Captures `train_step` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `model` | `&mut Mlp<B>` | state: held by the session, advanced by every replay |
    /// | `optim` | `&mut AdamW` | state: held by the session, advanced by every replay |
    /// | `x` | `Tensor<2>` | input: an argument of every replay |
    /// | `y` | `Tensor<1, Int>` | input: an argument of every replay |
    /// | `lr` | `f64` | live: a number, an argument of every replay |
    /// | `smoothing` | `f32` | frozen: part of the program |
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
    /// let program = train_step::capture(&model, &optim, TensorSpec::float([..]), TensorSpec::int([..]), smoothing)?;
    /// println!("{program}");
    /// ```
    pub fn capture<B: Tr>(
        model: &Mlp<B>,
        optim: &AdamW,
        x: impl ::core::convert::Into<
            <Tensor<2> as ::capture_runtime::ProgramInput>::Spec,
        >,
        y: impl ::core::convert::Into<
            <Tensor<1, Int> as ::capture_runtime::ProgramInput>::Spec,
        >,
        smoothing: f32,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    >
    where
        Mlp<B>: Clone,
        B: 'static,
    {
        Self::__definition::<B>()
            .program(
                (
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Mlp<B>>::new()).ops()
                    }
                        .detach(model),
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<AdamW>::new()).ops()
                    }
                        .detach(optim),
                ),
                (),
                smoothing,
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<Tensor<2>>("x", ::core::convert::Into::into(x));
                    __capture_inputs
                        .argument::<Tensor<1, Int>>("y", ::core::convert::Into::into(y));
                    __capture_inputs.live::<f64>("lr");
                },
            )
    }
    #[doc(hidden)]
    fn __definition<B: Tr>() -> ::capture_runtime::__private::Definition<
        (Tensor<2>, Tensor<1, Int>, f64),
        Tensor<1>,
        (Mlp<B>, AdamW),
        (),
        f32,
    >
    where
        Mlp<B>: Clone,
        B: 'static,
    {
        let _ = train_step::<B>;
        ::capture_runtime::__private::Definition {
            meta: &::capture_runtime::__private::Meta {
                name: "train_step",
                file: ::core::file!(),
                line: 1,
                trains: true,
                recapture: ::capture_runtime::__private::Recapture::Deny,
                engine: ::capture_runtime::__private::EngineChoice::Auto,
                cache: 2,
                parameters: &[
                    ::capture_runtime::__private::Parameter {
                        name: "model",
                        role: ::capture_runtime::__private::Role::State,
                        ty: "&mut Mlp<B>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "optim",
                        role: ::capture_runtime::__private::Role::State,
                        ty: "&mut AdamW",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "x",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Tensor<2>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "y",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Tensor<1, Int>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "lr",
                        role: ::capture_runtime::__private::Role::Live,
                        ty: "f64",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "smoothing",
                        role: ::capture_runtime::__private::Role::Frozen,
                        ty: "f32",
                    },
                ],
            },
            state: ::capture_runtime::__private::StateOps::<
                (),
            >::tuple((
                ::capture_runtime::__private::StateOps::<
                    (),
                >::named(
                    "model",
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Mlp<B>>::new()).ops()
                    },
                ),
                ::capture_runtime::__private::StateOps::<
                    (),
                >::named(
                    "optim",
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<AdamW>::new()).ops()
                    },
                ),
            )),
            weights: ::capture_runtime::__private::StateOps::<()>::none(),
            frozen: |__capture_frozen| {
                let smoothing = __capture_frozen;
                ::std::vec![
                    { use ::capture_runtime::__private:: { ViaFloat as _, ViaHash as _,
                    ViaNoKey as _ }; (&& &
                    ::capture_runtime::__private::FrozenProbe(smoothing))
                    .key("smoothing") }
                ]
            },
            body: |
                (x, y, lr),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let (model, optim) = __capture_state;
                let _ = __capture_weights;
                let smoothing = __capture_frozen;
                Self::__capture::<
                    B,
                >(model, optim, x, y, lr, ::core::clone::Clone::clone(smoothing))
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
    pub fn __capture<B: Tr>(
        model: &mut Mlp<B>,
        optim: &mut AdamW,
        x: Tensor<2>,
        y: Tensor<1, Int>,
        lr: impl ::capture_runtime::__private::LiveArgument<f64>,
        smoothing: f32,
    ) -> Tensor<1>
    where
        Mlp<B>: Clone,
    {
        let lr = ::capture_runtime::__private::LiveArgument::live(lr);
        {
            ::capture_runtime::__private::at!(
                12, 13, "let loss = cross_entropy(model.forward(x), y, smoothing)",
                "loss"
            );
            let loss = cross_entropy(model.forward(x), y, smoothing);
            ::capture_runtime::__private::at!(
                13, 13,
                "let grads = GradientsParams::from_grads(loss.backward(), model)",
                "grads"
            );
            let grads = ::capture_runtime::__private::from_grads(
                ::capture_runtime::__private::backward(&loss),
                model,
            );
            ::capture_runtime::__private::at!(14, 13, "optim.step(lr, model, grads)");
            optim.step(lr, model, grads);
            ::capture_runtime::__private::at!(15, 13, "loss");
            loss
        }
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for train_step {}

fn mix<'a, 'b: 'a>(
    a: &'a Tensor<1>,
    b: &'b Tensor<1>,
    [c,
    mut d,
    ]: [Tensor<1>; 2],
    Batch { e }: Batch,
    name: &str,
    r#type: Tensor<1>,
) -> (Tensor<1>, [Tensor<1>; 2]) {
    d = d + c;
    (a.clone() + b.clone(), [d, r#type])
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
/// The captured program of the function `mix`.
///
/// * `mix::on(..)` makes a session on a device, which captures and replays;
/// * `mix::capture(..)` captures without a device, to look at the program, test or save it;
/// * `mix::load_archive(..)` makes a session from a file that one was saved to;
/// * `mix(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `a` | `&'a Tensor<1>` | weights: held by the session |
/// | `b` | `&'b Tensor<1>` | weights: held by the session |
/// | `arg2` | `[Tensor<1>; 2]` | input: an argument of every replay |
/// | `arg3` | `Batch` | input: an argument of every replay |
/// | `name` | `&str` | frozen: part of the program |
/// | `type` | `Tensor<1>` | input: an argument of every replay |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `mix` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = mix::on(&device, a, b, name)?;
/// for .. {
///     let output = session.replay(arg2, arg3, type)?;
/// }
/// ```
enum mix {}
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
impl mix {
    /// Makes a session of `mix` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `a` | `&'a Tensor<1>` | weights: held by the session |
    /// | `b` | `&'b Tensor<1>` | weights: held by the session |
    /// | `arg2` | `[Tensor<1>; 2]` | input: an argument of every replay |
    /// | `arg3` | `Batch` | input: an argument of every replay |
    /// | `name` | `&str` | frozen: part of the program |
    /// | `type` | `Tensor<1>` | input: an argument of every replay |
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
    /// let mut session = mix::on(&device, a, b, name)?;
    /// let output = session.replay(arg2, arg3, type)?;
    /// ```
    fn on(
        device: &::capture_runtime::Device,
        a: Tensor<1>,
        b: Tensor<1>,
        name: ::std::string::String,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            ([Tensor<1>; 2], Batch, Tensor<1>),
            (Tensor<1>, [Tensor<1>; 2]),
            (),
            (Tensor<1>, Tensor<1>),
            ::std::string::String,
        >,
        ::capture_runtime::RecordError,
    >
    where
        Batch: ::capture_runtime::ProgramInput,
    {
        Self::__definition().session(device, (), (a, b), name)
    }
    /// Makes a session of `mix` on `device` from a file that a session of it was saved to.
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
    /// let mut session = mix::load_archive("saved.capture", &device, a, b, name)?;
    /// ```
    fn load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        a: Tensor<1>,
        b: Tensor<1>,
        name: ::std::string::String,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            ([Tensor<1>; 2], Batch, Tensor<1>),
            (Tensor<1>, [Tensor<1>; 2]),
            (),
            (Tensor<1>, Tensor<1>),
            ::std::string::String,
        >,
        ::capture_runtime::ArchiveError,
    >
    where
        Batch: ::capture_runtime::ProgramInput,
    {
        Self::__definition().load_archive(path, device, (), (a, b), name)
    }
    /// Captures `mix` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `a` | `&'a Tensor<1>` | weights: held by the session |
    /// | `b` | `&'b Tensor<1>` | weights: held by the session |
    /// | `arg2` | `[Tensor<1>; 2]` | input: an argument of every replay |
    /// | `arg3` | `Batch` | input: an argument of every replay |
    /// | `name` | `&str` | frozen: part of the program |
    /// | `type` | `Tensor<1>` | input: an argument of every replay |
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
    /// let program = mix::capture(&a, &b, arg2, arg3, name, TensorSpec::float([..]))?;
    /// println!("{program}");
    /// ```
    fn capture(
        a: &Tensor<1>,
        b: &Tensor<1>,
        arg2: impl ::core::convert::Into<
            <[Tensor<1>; 2] as ::capture_runtime::ProgramInput>::Spec,
        >,
        arg3: impl ::core::convert::Into<
            <Batch as ::capture_runtime::ProgramInput>::Spec,
        >,
        name: ::std::string::String,
        r#type: impl ::core::convert::Into<
            <Tensor<1> as ::capture_runtime::ProgramInput>::Spec,
        >,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    >
    where
        Batch: ::capture_runtime::ProgramInput,
    {
        Self::__definition()
            .program(
                (),
                (
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new())
                            .ops()
                    }
                        .detach(a),
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new())
                            .ops()
                    }
                        .detach(b),
                ),
                name,
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<
                            [Tensor<1>; 2],
                        >("arg2", ::core::convert::Into::into(arg2));
                    __capture_inputs
                        .argument::<Batch>("arg3", ::core::convert::Into::into(arg3));
                    __capture_inputs
                        .argument::<
                            Tensor<1>,
                        >("type", ::core::convert::Into::into(r#type));
                },
            )
    }
    #[doc(hidden)]
    fn __definition() -> ::capture_runtime::__private::Definition<
        ([Tensor<1>; 2], Batch, Tensor<1>),
        (Tensor<1>, [Tensor<1>; 2]),
        (),
        (Tensor<1>, Tensor<1>),
        ::std::string::String,
    >
    where
        Batch: ::capture_runtime::ProgramInput,
    {
        let _ = mix;
        ::capture_runtime::__private::Definition {
            meta: &::capture_runtime::__private::Meta {
                name: "mix",
                file: ::core::file!(),
                line: 1,
                trains: false,
                recapture: ::capture_runtime::__private::Recapture::Allow,
                engine: ::capture_runtime::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    ::capture_runtime::__private::Parameter {
                        name: "a",
                        role: ::capture_runtime::__private::Role::Weights,
                        ty: "&'a Tensor<1>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "b",
                        role: ::capture_runtime::__private::Role::Weights,
                        ty: "&'b Tensor<1>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "arg2",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "[Tensor<1>; 2]",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "arg3",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Batch",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "name",
                        role: ::capture_runtime::__private::Role::Frozen,
                        ty: "&str",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "type",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Tensor<1>",
                    },
                ],
            },
            state: ::capture_runtime::__private::StateOps::<()>::none(),
            weights: ::capture_runtime::__private::StateOps::<
                (),
            >::tuple((
                ::capture_runtime::__private::StateOps::<
                    (),
                >::named(
                    "a",
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new())
                            .ops()
                    },
                ),
                ::capture_runtime::__private::StateOps::<
                    (),
                >::named(
                    "b",
                    {
                        #[allow(unused_imports)]
                        use ::capture_runtime::__private::{
                            ViaModule as _, ViaNothing as _, ViaState as _,
                        };
                        (&&&::capture_runtime::__private::Probe::<Tensor<1>>::new())
                            .ops()
                    },
                ),
            )),
            frozen: |__capture_frozen| {
                let name = __capture_frozen;
                ::std::vec![
                    { use ::capture_runtime::__private:: { ViaFloat as _, ViaHash as _,
                    ViaNoKey as _ }; (&& &
                    ::capture_runtime::__private::FrozenProbe(name)).key("name") }
                ]
            },
            body: |
                (arg2, arg3, r#type),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let _ = __capture_state;
                let (a, b) = __capture_weights;
                let name = __capture_frozen;
                Self::__capture(a, b, arg2, arg3, name, r#type)
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
    fn __capture<'a, 'b: 'a>(
        a: &'a Tensor<1>,
        b: &'b Tensor<1>,
        [c,
        mut d,
        ]: [Tensor<1>; 2],
        Batch { e }: Batch,
        name: &str,
        r#type: Tensor<1>,
    ) -> (Tensor<1>, [Tensor<1>; 2]) {
        ::capture_runtime::__private::at!(9, 13, "d = d + c", "d");
        d = d + c;
        ::capture_runtime::__private::at!(
            10, 13, "(a.clone() + b.clone(), [d, r#type])"
        );
        (a.clone() + b.clone(), [d, r#type])
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for mix {}

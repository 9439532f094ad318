impl Net {
    /// Runs the net.
    pub fn forward(&self, x: Tensor<2>, device: &Device) -> Tensor<2> {
        self.linear.forward(x.to_device(device))
    }
    /// Makes a session of `forward` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `self` | `&self` | weights: held by the session |
    /// | `x` | `Tensor<2>` | input: an argument of every replay |
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
    /// let mut session = Self::forward_on(&device, this)?;
    /// let output = session.replay(x)?;
    /// ```
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
    pub fn forward_on(
        device: &::capture_runtime::Device,
        this: Self,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(Tensor<2>,), Tensor<2>, (), Self, ()>,
        ::capture_runtime::RecordError,
    >
    where
        Self: 'static,
    {
        Self::__forward_definition().session(device, (), this, ())
    }
    /// Makes a session of `forward` on `device` from a file that a session of it was saved to.
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
    /// let mut session = Self::forward_load_archive("saved.capture", &device, this)?;
    /// ```
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
    pub fn forward_load_archive(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        this: Self,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<(Tensor<2>,), Tensor<2>, (), Self, ()>,
        ::capture_runtime::ArchiveError,
    >
    where
        Self: 'static,
    {
        Self::__forward_definition().load_archive(path, device, (), this, ())
    }
    /// Captures `forward` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `self` | `&self` | weights: held by the session |
    /// | `x` | `Tensor<2>` | input: an argument of every replay |
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
    /// let program = Self::forward_capture(&this, TensorSpec::float([..]))?;
    /// println!("{program}");
    /// ```
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
    pub fn forward_capture(
        this: &Self,
        x: impl ::core::convert::Into<
            <Tensor<2> as ::capture_runtime::ProgramInput>::Spec,
        >,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    >
    where
        Self: 'static,
    {
        Self::__forward_definition()
            .program(
                (),
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Self>::new()).ops()
                }
                    .detach(this),
                (),
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<Tensor<2>>("x", ::core::convert::Into::into(x));
                },
            )
    }
    #[doc(hidden)]
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
    fn __forward_definition() -> ::capture_runtime::__private::Definition<
        (Tensor<2>,),
        Tensor<2>,
        (),
        Self,
        (),
    >
    where
        Self: 'static,
    {
        let _ = Self::forward;
        ::capture_runtime::__private::Definition {
            meta: ::capture_runtime::__private::Meta::of::<
                Self,
            >(
                &::capture_runtime::__private::Meta {
                    name: "forward",
                    file: ::core::file!(),
                    line: 2,
                    trains: false,
                    recapture: ::capture_runtime::__private::Recapture::Allow,
                    engine: ::capture_runtime::__private::EngineChoice::Auto,
                    cache: 8,
                    parameters: &[
                        ::capture_runtime::__private::Parameter {
                            name: "self",
                            role: ::capture_runtime::__private::Role::Weights,
                            ty: "&self",
                        },
                        ::capture_runtime::__private::Parameter {
                            name: "x",
                            role: ::capture_runtime::__private::Role::Input,
                            ty: "Tensor<2>",
                        },
                        ::capture_runtime::__private::Parameter {
                            name: "device",
                            role: ::capture_runtime::__private::Role::Device,
                            ty: "&Device",
                        },
                    ],
                },
            ),
            state: ::capture_runtime::__private::StateOps::<()>::none(),
            weights: ::capture_runtime::__private::StateOps::<
                (),
            >::named(
                "self",
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Self>::new()).ops()
                },
            ),
            frozen: |_| ::std::vec::Vec::new(),
            body: |
                (x,),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let _ = __capture_state;
                let this = __capture_weights;
                let _ = __capture_frozen;
                Self::__forward_capture(this, x, __capture_device)
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
    pub fn __forward_capture(&self, x: Tensor<2>, device: &Device) -> Tensor<2> {
        ::capture_runtime::__private::at!(
            3, 13, "self.linear.forward(x.to_device(device))"
        );
        self.linear.forward(::capture_runtime::__private::to_program_device(x, device))
    }
}

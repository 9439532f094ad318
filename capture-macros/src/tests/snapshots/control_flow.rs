fn steps<const N: usize>(x: Tensor<1>, names: &[&'static str]) -> Tensor<1> {
    const K: usize = { 1 + 1 };
    fn helper(x: Tensor<1>) -> Tensor<1> {
        let y = x;
        y.inner()
    }
    let Some(first) = names.first() else { return x };
    #[cfg(test)]
    let x = x + 1.0;
    let xs = [(); { 3 }];
    'outer: for (i, name) in names.iter().enumerate() {
        while i < K {
            if name == first {
                break 'outer;
            }
        }
        match i {
            0 => {
                let z = helper(x.clone());
                z.backward()
            }
            _ => continue,
        };
    }
    let parts = vec![x.clone().inner(); 2];
    { x }
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
/// The captured program of the function `steps`.
///
/// * `steps::on(..)` makes a session on a device, which captures and replays;
/// * `steps::capture(..)` captures without a device, to look at the program, test or save it;
/// * `steps::load_archive(..)` makes a session from a file that one was saved to;
/// * `steps(..)` is the function itself and runs eagerly.
///
/// | parameter | type | role |
/// |---|---|---|
/// | `x` | `Tensor<1>` | input: an argument of every replay |
/// | `names` | `&[&'static str]` | frozen: part of the program |
///
/// # Errors
///
/// `on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument
/// stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,
/// or the error says that the session is unusable.
///
/// # Panics
///
/// A panic in `steps` is a panic of its eager calls. While it is captured, a panic of its body becomes an error.
///
/// # Example
///
/// ```text
/// let mut session = steps::on(&device, names)?;
/// for .. {
///     let output = session.replay(x)?;
/// }
/// ```
enum steps {}
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
impl steps {
    /// Makes a session of `steps` on `device`.
    ///
    /// Weights and state move onto the device. The program is captured at the first replay of each signature.
    /// The results of a replay are the caller's: no later replay changes them.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `Tensor<1>` | input: an argument of every replay |
    /// | `names` | `&[&'static str]` | frozen: part of the program |
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
    /// let mut session = steps::on(&device, names)?;
    /// let output = session.replay(x)?;
    /// ```
    fn on<const N: usize>(
        device: &::capture_runtime::Device,
        names: ::std::vec::Vec<&'static str>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            (Tensor<1>,),
            Tensor<1>,
            (),
            (),
            ::std::vec::Vec<&'static str>,
        >,
        ::capture_runtime::RecordError,
    > {
        Self::__definition::<N>().session(device, (), (), names)
    }
    /// Makes a session of `steps` on `device` from a file that a session of it was saved to.
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
    /// let mut session = steps::load_archive("saved.capture", &device, names)?;
    /// ```
    fn load_archive<const N: usize>(
        path: impl ::core::convert::AsRef<::std::path::Path>,
        device: &::capture_runtime::Device,
        names: ::std::vec::Vec<&'static str>,
    ) -> ::core::result::Result<
        ::capture_runtime::Session<
            (Tensor<1>,),
            Tensor<1>,
            (),
            (),
            ::std::vec::Vec<&'static str>,
        >,
        ::capture_runtime::ArchiveError,
    > {
        Self::__definition::<N>().load_archive(path, device, (), (), names)
    }
    /// Captures `steps` without a device.
    ///
    /// Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every
    /// machine: a specification without an element type has the default one of `Device::flex()`.
    ///
    /// | parameter | type | role |
    /// |---|---|---|
    /// | `x` | `Tensor<1>` | input: an argument of every replay |
    /// | `names` | `&[&'static str]` | frozen: part of the program |
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
    /// let program = steps::capture(TensorSpec::float([..]), names)?;
    /// println!("{program}");
    /// ```
    fn capture<const N: usize>(
        x: impl ::core::convert::Into<
            <Tensor<1> as ::capture_runtime::ProgramInput>::Spec,
        >,
        names: ::std::vec::Vec<&'static str>,
    ) -> ::core::result::Result<
        ::capture_runtime::Program,
        ::capture_runtime::RecordError,
    > {
        Self::__definition::<N>()
            .program(
                (),
                (),
                names,
                |__capture_inputs| {
                    __capture_inputs
                        .argument::<Tensor<1>>("x", ::core::convert::Into::into(x));
                },
            )
    }
    #[doc(hidden)]
    fn __definition<const N: usize>() -> ::capture_runtime::__private::Definition<
        (Tensor<1>,),
        Tensor<1>,
        (),
        (),
        ::std::vec::Vec<&'static str>,
    > {
        let _ = steps::<N>;
        ::capture_runtime::__private::Definition {
            meta: &::capture_runtime::__private::Meta {
                name: "steps",
                file: ::core::file!(),
                line: 1,
                trains: true,
                recapture: ::capture_runtime::__private::Recapture::Allow,
                engine: ::capture_runtime::__private::EngineChoice::Auto,
                cache: 8,
                parameters: &[
                    ::capture_runtime::__private::Parameter {
                        name: "x",
                        role: ::capture_runtime::__private::Role::Input,
                        ty: "Tensor<1>",
                    },
                    ::capture_runtime::__private::Parameter {
                        name: "names",
                        role: ::capture_runtime::__private::Role::Frozen,
                        ty: "&[&'static str]",
                    },
                ],
            },
            state: ::capture_runtime::__private::StateOps::<()>::none(),
            weights: ::capture_runtime::__private::StateOps::<()>::none(),
            frozen: |__capture_frozen| {
                let names = __capture_frozen;
                ::std::vec![
                    { use ::capture_runtime::__private:: { ViaFloat as _, ViaHash as _,
                    ViaNoKey as _ }; (&& &
                    ::capture_runtime::__private::FrozenProbe(names)).key("names") }
                ]
            },
            body: |
                (x,),
                __capture_state,
                __capture_weights,
                __capture_frozen,
                __capture_device|
            {
                let _ = __capture_state;
                let _ = __capture_weights;
                let names = __capture_frozen;
                Self::__capture::<N>(x, names)
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
    fn __capture<const N: usize>(x: Tensor<1>, names: &[&'static str]) -> Tensor<1> {
        const K: usize = { 1 + 1 };
        fn helper(x: Tensor<1>) -> Tensor<1> {
            let y = x;
            y.inner()
        }
        ::capture_runtime::__private::at!(
            4, 13, "let Some(first) = names.first() else { return x }", "Some(first)"
        );
        let Some(first) = names.first() else {
            ::capture_runtime::__private::at!(4, 52, "return x");
            return x;
        };
        #[cfg(test)]
        ::capture_runtime::__private::at!(6, 13, "let x = x + 1.0", "x");
        #[cfg(test)]
        let x = x + 1.0;
        ::capture_runtime::__private::at!(7, 13, "let xs = [(); { 3 }]", "xs");
        let xs = [(); { 3 }];
        'outer: for (i, name) in names.iter().enumerate() {
            while i < K {
                if name == first {
                    ::capture_runtime::__private::at!(9, 50, "break 'outer");
                    break 'outer;
                }
            }
            ::capture_runtime::__private::at!(
                10, 17,
                "match i { 0 => { let z = helper(x.clone()); z.backward() } _ => continue }"
            );
            match i {
                0 => {
                    ::capture_runtime::__private::at!(
                        10, 34, "let z = helper(x.clone())", "z"
                    );
                    let z = helper(x.clone());
                    ::capture_runtime::__private::at!(10, 61, "z.backward()");
                    ::capture_runtime::__private::backward(&z)
                }
                _ => continue,
            };
        }
        ::capture_runtime::__private::at!(
            12, 13, "let parts = vec![x.clone().inner(); 2]", "parts"
        );
        let parts = vec![::capture_runtime::__private::without_autodiff(x.clone()); 2];
        {
            ::capture_runtime::__private::at!(13, 15, "x");
            x
        }
    }
}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for steps {}

/// The specification of a [`Batch`]: what a program needs to know of it.
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
pub struct BatchSpec<T>
where
    T: ::capture_runtime::ProgramInput,
{
    /// The specification of `features`.
    pub features: <Tensor<2> as ::capture_runtime::ProgramInput>::Spec,
    /// The specification of `labels`.
    labels: <T as ::capture_runtime::ProgramInput>::Spec,
}
#[automatically_derived]
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
impl<T> ::core::clone::Clone for BatchSpec<T>
where
    T: ::capture_runtime::ProgramInput,
{
    fn clone(&self) -> Self {
        Self {
            features: ::core::clone::Clone::clone(&self.features),
            labels: ::core::clone::Clone::clone(&self.labels),
        }
    }
}
#[automatically_derived]
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
impl<T> ::core::fmt::Debug for BatchSpec<T>
where
    T: ::capture_runtime::ProgramInput<Spec: ::core::fmt::Debug>,
{
    fn fmt(
        &self,
        __capture_formatter: &mut ::core::fmt::Formatter<'_>,
    ) -> ::core::fmt::Result {
        let mut __capture_debug = __capture_formatter.debug_struct("BatchSpec");
        let _ = __capture_debug.field("features", &self.features);
        let _ = __capture_debug.field("labels", &self.labels);
        __capture_debug.finish()
    }
}
#[automatically_derived]
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
impl<T> ::capture_runtime::ProgramInput for Batch<T>
where
    T: ::capture_runtime::ProgramInput,
{
    type Spec = BatchSpec<T>;
    fn describe(
        __capture_spec: &Self::Spec,
        __capture_out: &mut ::capture_runtime::Parts,
    ) {
        let _ = __capture_spec;
        __capture_out
            .field(
                "features",
                |__capture_out| <Tensor<
                    2,
                > as ::capture_runtime::ProgramInput>::describe(
                    &__capture_spec.features,
                    __capture_out,
                ),
            );
        __capture_out
            .field(
                "labels",
                |__capture_out| <T as ::capture_runtime::ProgramInput>::describe(
                    &__capture_spec.labels,
                    __capture_out,
                ),
            );
    }
    fn disassemble(self, __capture_out: &mut ::capture_runtime::Parts) {
        __capture_out
            .field(
                "features",
                |__capture_out| <Tensor<
                    2,
                > as ::capture_runtime::ProgramInput>::disassemble(
                    self.features,
                    __capture_out,
                ),
            );
        __capture_out
            .field(
                "labels",
                |__capture_out| <T as ::capture_runtime::ProgramInput>::disassemble(
                    self.labels,
                    __capture_out,
                ),
            );
    }
    fn assemble(__capture_from: &mut ::capture_runtime::Reader<'_>) -> Self {
        Self {
            features: <Tensor<
                2,
            > as ::capture_runtime::ProgramInput>::assemble(__capture_from),
            labels: <T as ::capture_runtime::ProgramInput>::assemble(__capture_from),
        }
    }
}
#[automatically_derived]
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
impl<T> ::capture_runtime::ProgramOutput for Batch<T>
where
    T: ::capture_runtime::ProgramOutput,
{
    fn disassemble(self, __capture_out: &mut ::capture_runtime::Parts) {
        __capture_out
            .field(
                "features",
                |__capture_out| <Tensor<
                    2,
                > as ::capture_runtime::ProgramOutput>::disassemble(
                    self.features,
                    __capture_out,
                ),
            );
        __capture_out
            .field(
                "labels",
                |__capture_out| <T as ::capture_runtime::ProgramOutput>::disassemble(
                    self.labels,
                    __capture_out,
                ),
            );
    }
    fn assemble(__capture_from: &mut ::capture_runtime::Reader<'_>) -> Self {
        Self {
            features: <Tensor<
                2,
            > as ::capture_runtime::ProgramOutput>::assemble(__capture_from),
            labels: <T as ::capture_runtime::ProgramOutput>::assemble(__capture_from),
        }
    }
}
#[automatically_derived]
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
impl<T> ::capture_runtime::ProgramState for Batch<T> {
    fn map_leaves(
        self,
        __capture_mapper: &mut dyn ::capture_runtime::LeafMapper,
    ) -> Self {
        let _ = &__capture_mapper;
        Self {
            features: ::capture_runtime::__private::StateOps::map_field(
                "features",
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Tensor<2>>::new()).ops()
                },
                self.features,
                __capture_mapper,
            ),
            labels: ::capture_runtime::__private::StateOps::map_field(
                "labels",
                {
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<T>::new()).ops()
                },
                self.labels,
                __capture_mapper,
            ),
        }
    }
    fn detached(&self) -> Self {
        Self {
            features: ::capture_runtime::__private::StateOps::detach(
                &{
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<Tensor<2>>::new()).ops()
                },
                &self.features,
            ),
            labels: ::capture_runtime::__private::StateOps::detach(
                &{
                    #[allow(unused_imports)]
                    use ::capture_runtime::__private::{
                        ViaModule as _, ViaNothing as _, ViaState as _,
                    };
                    (&&&::capture_runtime::__private::Probe::<T>::new()).ops()
                },
                &self.labels,
            ),
        }
    }
    fn settle(&mut self, __capture_after: &Self) {
        let _ = __capture_after;
        ::capture_runtime::__private::StateOps::settle(
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<Tensor<2>>::new()).ops()
            },
            &mut self.features,
            &__capture_after.features,
        );
        ::capture_runtime::__private::StateOps::settle(
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<T>::new()).ops()
            },
            &mut self.labels,
            &__capture_after.labels,
        );
    }
    fn inspect(&self, __capture_out: &mut ::capture_runtime::Inspection) {
        let _ = &__capture_out;
        ::capture_runtime::__private::StateOps::inspect_field(
            "features",
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<Tensor<2>>::new()).ops()
            },
            &self.features,
            __capture_out,
        );
        ::capture_runtime::__private::StateOps::inspect_field(
            "labels",
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<T>::new()).ops()
            },
            &self.labels,
            __capture_out,
        );
    }
    fn watch(&self, __capture_out: &mut ::std::vec::Vec<::capture_runtime::Watch>) {
        let _ = &__capture_out;
        ::capture_runtime::__private::StateOps::watch(
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<Tensor<2>>::new()).ops()
            },
            &self.features,
            __capture_out,
        );
        ::capture_runtime::__private::StateOps::watch(
            &{
                #[allow(unused_imports)]
                use ::capture_runtime::__private::{
                    ViaModule as _, ViaNothing as _, ViaState as _,
                };
                (&&&::capture_runtime::__private::Probe::<T>::new()).ops()
            },
            &self.labels,
            __capture_out,
        );
    }
}

/// Doubles.
#[inline]
pub fn double<const D: usize>(x: Tensor<D>, n: usize) -> Result<Tensor<D>, Error> {
    let __capture_running = ::capture_runtime::__private::enter();
    ::capture_runtime::__private::at!(4, 13, "check(n)?");
    check(n)?;
    eager_only! {
        println!("{x}");
    }
    if !is_placeholder(&x) {
        ::capture_runtime::__private::at!(6, 38, "println!(\"{x}\")");
        println!("{x}");
    }
    ::capture_runtime::__private::at!(7, 13, "Ok(x * 2.0)");
    Ok(x * 2.0)
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
#[doc(hidden)]
pub enum double {}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for double {}

fn step(
    model: &mut Mlp,
    x: Tensor<2>,
    lr: impl ::capture_runtime::__private::LiveArgument<f64>,
) -> GradientsParams {
    let mut lr = ::capture_runtime::__private::LiveArgument::live(lr);
    let __capture_running = ::capture_runtime::__private::enter();
    {
        ::capture_runtime::__private::at!(2, 13, "lr *= 0.5", "lr");
        lr *= 0.5;
        ::capture_runtime::__private::at!(
            3, 13,
            "GradientsParams::from_grads((model.forward(x).mean() * lr).backward(), model)"
        );
        ::capture_runtime::__private::from_grads(
            ::capture_runtime::__private::backward(&(model.forward(x).mean() * lr)),
            model,
        )
    }
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
#[doc(hidden)]
enum step {}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for step {}

fn rate<
    CaptureLive0: ::capture_runtime::__private::LiveArgument<f64>,
    CaptureLive1: ::capture_runtime::__private::LiveArgument<i64>,
>(
    lr: CaptureLive0,
    step: CaptureLive1,
    steps: f64,
) -> <<<CaptureLive0 as ::capture_runtime::__private::LiveArgument<
    f64,
>>::World as ::capture_runtime::__private::World>::Join<
    <CaptureLive1 as ::capture_runtime::__private::LiveArgument<i64>>::World,
> as ::capture_runtime::__private::World>::Number<f64> {
    let lr = ::capture_runtime::__private::LiveArgument::live(lr);
    let step = ::capture_runtime::__private::LiveArgument::live(step);
    let __capture_running = ::capture_runtime::__private::enter();
    #[allow(clippy::redundant_closure_call)]
    <<<CaptureLive0 as ::capture_runtime::__private::LiveArgument<
        f64,
    >>::World as ::capture_runtime::__private::World>::Join<
        <CaptureLive1 as ::capture_runtime::__private::LiveArgument<i64>>::World,
    > as ::capture_runtime::__private::World>::number(
        (move || -> ::capture_runtime::__private::Live<f64> {
            {
                if steps < 0.0 {
                    ::capture_runtime::__private::at!(2, 30, "return 1.0");
                    return ::capture_runtime::Live::from(1.0);
                }
                if steps > 0.0 {
                    ::capture_runtime::__private::at!(
                        3, 30, "lr * (step as f64 / steps)"
                    );
                    lr
                        * (::capture_runtime::__private::LiveCast::<f64>::live_cast(step)
                            / steps)
                } else {
                    ::capture_runtime::__private::at!(3, 66, "0.5");
                    ::capture_runtime::Live::from(0.5)
                }
            }
        })(),
    )
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
#[doc(hidden)]
enum rate {}
#[allow(deprecated)]
impl ::capture_runtime::__private::CaptureFn for rate {}

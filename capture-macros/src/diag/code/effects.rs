//! Host state and effects.

super::explain! {
    /// The body writes host state.
    ///
    /// The write happens once, at capture. Replays do not see it, so a counter would stand still.
    ///
    /// ```wrong
    /// # #[derive(Module, Debug)]
    /// # struct Counter { steps: usize }
    /// #[capture_program]
    /// fn step(state: &mut Counter, x: Tensor<1>) -> Tensor<1> {
    ///     state.steps += 1;
    ///     x * state.steps as f32
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn step(steps: &mut Tensor<1>, x: Tensor<1>) -> Tensor<1> {
    ///     *steps = steps.clone() + 1.0;
    ///     x * steps.clone()
    /// }
    /// # let steps = Tensor::<1>::zeros([1], &Device::flex());
    /// # step::capture(&steps, TensorSpec::float([1])).unwrap();
    /// ```
    CP0501,

    /// The body writes to a `static`.
    ///
    /// The write happens once, at capture, and outlives it; replays do not repeat it.
    ///
    /// ```wrong
    /// # use std::sync::atomic::{AtomicUsize, Ordering};
    /// # static CALLS: AtomicUsize = AtomicUsize::new(0);
    /// #[capture_program]
    /// fn count(x: Tensor<1>) -> Tensor<1> {
    ///     CALLS.fetch_add(1, Ordering::Relaxed);
    ///     x
    /// }
    /// ```
    /// ```right
    /// # use std::sync::atomic::{AtomicUsize, Ordering};
    /// # static CALLS: AtomicUsize = AtomicUsize::new(0);
    /// # struct Step;
    /// # impl Step {
    /// #     fn replay(&mut self, x: Tensor<1>) -> Tensor<1> { x }
    /// # }
    /// fn count(step: &mut Step, x: Tensor<1>) -> Tensor<1> {
    ///     CALLS.fetch_add(1, Ordering::Relaxed);
    ///     step.replay(x)
    /// }
    /// # count(&mut Step, Tensor::zeros([4], &Device::flex()));
    /// ```
    CP0502,

    /// A placeholder is stored outside the program.
    ///
    /// It would outlive the capture without ever getting a value. What is wanted outside is returned.
    ///
    /// ```wrong
    /// # #[derive(ProgramState)]
    /// # struct Cache { seen: Vec<Tensor<1>> }
    /// #[capture_program]
    /// fn exp(cache: &mut Cache, x: Tensor<1>) -> Tensor<1> {
    ///     cache.seen.push(x.clone());
    ///     x.exp()
    /// }
    /// ```
    /// ```right
    /// # #[derive(ProgramState, Clone)]
    /// # struct Cache { last: Tensor<1> }
    /// #[capture_program]
    /// fn exp(cache: &mut Cache, x: Tensor<1>) -> Tensor<1> {
    ///     cache.last = x.clone();
    ///     x.exp()
    /// }
    /// # let cache = Cache { last: Tensor::zeros([4], &Device::flex()) };
    /// # exp::capture(&cache, TensorSpec::float([4])).unwrap();
    /// ```
    CP0503,

    /// A placeholder on another thread, or in an `async` block.
    ///
    /// Operations are recorded in the order in which they run, on the thread that captures.
    ///
    /// ```wrong
    /// # use std::thread;
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> Tensor<1> { thread::spawn(move || x.exp()).join().unwrap() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> Tensor<1> { x.exp() }
    /// # exp::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0504,

    /// A clock, a random number of the host, or the environment.
    ///
    /// The value read at capture would be used by every replay.
    ///
    /// ```wrong
    /// # mod rand { pub fn random<T: Default>() -> T { T::default() } }
    /// #[capture_program]
    /// fn jitter(x: Tensor<1>) -> Tensor<1> { x + rand::random::<f32>() }
    /// ```
    /// ```right
    /// # use burn::tensor::Distribution;
    /// #[capture_program]
    /// fn jitter(x: Tensor<1>) -> Tensor<1> {
    ///     let noise = x.random_like(Distribution::Default);
    ///     x + noise
    /// }
    /// # jitter::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0505,

    /// Seeding, configuring, measuring or waiting for a device.
    ///
    /// The host does it, at capture only. `Session` has `seed` for replays, and waits where a result is
    /// read; the rest is done around `replay()`.
    ///
    /// ```wrong
    /// # use burn::tensor::Distribution;
    /// #[capture_program]
    /// fn noise(x: Tensor<1>, device: &Device) -> Tensor<1> {
    ///     device.seed(7);
    ///     x.random_like(Distribution::Default)
    /// }
    /// ```
    /// ```right
    /// # use burn::tensor::Distribution;
    /// #[capture_program]
    /// fn noise(x: Tensor<1>) -> Tensor<1> { x.random_like(Distribution::Default) }
    /// # noise::capture(TensorSpec::float([4])).unwrap();
    /// ```
    CP0506,
}

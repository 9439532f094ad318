//! Host state and effects.

super::explain! {
    /// The body writes host state.
    ///
    /// The write happens once, at capture. Replays do not see it, so a counter would stand still.
    ///
    /// ```wrong
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
    /// ```
    CP0501,

    /// The body writes to a `static`.
    ///
    /// The write happens once, at capture, and outlives it; replays do not repeat it.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn count(x: Tensor<1>) -> Tensor<1> {
    ///     CALLS.fetch_add(1, Ordering::Relaxed);
    ///     x
    /// }
    /// ```
    /// ```right
    /// fn count(step: &mut Step, x: Tensor<1>) -> Tensor<1> {
    ///     CALLS.fetch_add(1, Ordering::Relaxed);
    ///     step.replay(x)
    /// }
    /// ```
    CP0502,

    /// A placeholder is stored outside the program.
    ///
    /// It would outlive the capture without ever getting a value. What is wanted outside is returned.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn exp(cache: &mut Cache, x: Tensor<1>) -> Tensor<1> {
    ///     cache.seen.push(x.clone());
    ///     x.exp()
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn exp(cache: &mut Cache, x: Tensor<1>) -> Tensor<1> {
    ///     cache.last = x.clone();
    ///     x.exp()
    /// }
    /// ```
    CP0503,

    /// A placeholder on another thread, or in an `async` block.
    ///
    /// Operations are recorded in the order in which they run, on the thread that captures.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> Tensor<1> { thread::spawn(move || x.exp()).join().unwrap() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> Tensor<1> { x.exp() }
    /// ```
    CP0504,

    /// A clock, a random number of the host, or the environment.
    ///
    /// The value read at capture would be used by every replay.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn jitter(x: Tensor<1>) -> Tensor<1> { x + rand::random::<f32>() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn jitter(x: Tensor<1>) -> Tensor<1> {
    ///     let noise = x.random_like(Distribution::Default);
    ///     x + noise
    /// }
    /// ```
    CP0505,

    /// Seeding, configuring, measuring or waiting for a device.
    ///
    /// The host does it, at capture only. `Session` has `seed` for replays, and waits where a result is
    /// read; the rest is done around `replay()`.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn noise(x: Tensor<1>, device: &Device) -> Tensor<1> {
    ///     device.seed(7);
    ///     x.random_like(Distribution::Default)
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn noise(x: Tensor<1>) -> Tensor<1> { x.random_like(Distribution::Default) }
    /// ```
    CP0506,
}

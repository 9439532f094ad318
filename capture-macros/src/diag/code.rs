//! The catalogue of diagnostics: the one list from which DIAGNOSTICS.md is generated.
//!
//! The first line of each comment is the section's title. Every section says what the code means and
//! why capture needs it, and shows a wrong and a right program.

/// Declares the codes with their documentation, which stays readable to the generator.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident,)+) => {
        /// A diagnostic's stable code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Code {
            $($(#[doc = $doc])+ $code,)+
        }

        impl Code {
            /// The code as the user sees it.
            pub(crate) const fn id(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)+
                }
            }

            /// Every code with the lines of its documentation, in the order of the catalogue.
            #[cfg(test)]
            pub(crate) const ALL: &'static [(Self, &'static [&'static str])] =
                &[$((Self::$code, &[$($doc),+]),)+];
        }
    };
}

codes! {
    /// The attribute or the function cannot be read.
    ///
    /// The options of `capture_program` are misspelled, or the attribute stands on something that is
    /// not a function. Nothing can be generated, so the function is left as it is.
    ///
    /// ```wrong
    /// #[capture_program(cash = 4)]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    /// ```right
    /// #[capture_program(cache = 4)]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    CP0001,

    /// A host parameter without a mark.
    ///
    /// A number, a string or another host value can mean two things: an argument that changes from
    /// replay to replay, or a part of the program. Capture would freeze the value of the first call
    /// without a word, so the parameter has to say which of the two it is.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, by: f32) -> Tensor<1> { x * by }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> { x * by }
    /// ```
    CP0101,

    /// A kind of function that cannot be captured.
    ///
    /// A body is run once, at capture, from start to end. An `async`, `unsafe`, `extern`, `const` or
    /// variadic function, and `main`, cannot be run that way.
    ///
    /// ```wrong
    /// #[capture_program]
    /// async fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    CP0102,

    /// A receiver that is neither `&self` nor `&mut self`.
    ///
    /// The session holds the receiver between replays: `&self` is weights, `&mut self` is state. A
    /// receiver by value would be gone after the first run.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn forward(self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn forward(&self, x: Tensor<2>) -> Tensor<2> { self.linear.forward(x) }
    /// ```
    CP0103,

    /// `#[live]` on a type that is not a number.
    ///
    /// A live parameter becomes one number on the device. `f32`, `f64`, `i32`, `i64` and `bool` can;
    /// everything else is either a tensor (an input without a mark) or a part of the program.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn take(x: Tensor<1>, #[live] name: String) -> Tensor<1> { x }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn take(x: Tensor<1>, #[frozen] name: String) -> Tensor<1> { x }
    /// ```
    CP0104,

    /// `#[frozen]` on a type that cannot be part of the program.
    ///
    /// A frozen value is part of the key under which a program is found again, so it is owned, and it
    /// is compared and hashed. A tensor, a reference or a cell cannot be.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[frozen] bias: Tensor<1>) -> Tensor<1> { x + bias }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &Tensor<1>) -> Tensor<1> { x + bias.clone() }
    /// ```
    CP0105,

    /// A parameter through which the body would write to the host.
    ///
    /// The body runs at capture and not at replay, so what it writes to a host variable or collection
    /// is written once. Tensors pushed into a collection would be placeholders without a value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn exp(x: Tensor<1>, log: &mut Vec<Tensor<1>>) -> Tensor<1> { log.push(x.clone()); x.exp() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn exp(x: Tensor<1>) -> (Tensor<1>, Tensor<1>) { (x.clone(), x.exp()) }
    /// ```
    CP0106,

    /// A parameter that is shared or can change behind the program's back.
    ///
    /// What stands in a `Cell`, `RefCell`, `Mutex`, `Rc` or `Arc` can be changed between replays by
    /// others, and what the body writes there stays after capture.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &RefCell<Tensor<1>>) -> Tensor<1> { x + bias.borrow().clone() }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, bias: &Tensor<1>) -> Tensor<1> { x + bias.clone() }
    /// ```
    CP0107,

    /// A parameter that hides its tensors.
    ///
    /// Capture has to find every tensor in a parameter, in the same order each time. It cannot look
    /// into closures, trait objects, function pointers, maps, slices or gradients.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn sum(xs: HashMap<String, Tensor<1>>) -> Tensor<1> { Tensor::cat(xs.into_values().collect(), 0) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn sum(xs: Vec<Tensor<1>>) -> Tensor<1> { Tensor::cat(xs, 0) }
    /// ```
    CP0108,

    /// `impl Trait` in the signature.
    ///
    /// The generated items name the type of each parameter and of the result, and `impl Trait` has no
    /// name.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn run(net: &impl Forward, x: Tensor<2>) -> Tensor<2> { net.forward(x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn run<N: Forward + Module>(net: &N, x: Tensor<2>) -> Tensor<2> { net.forward(x) }
    /// ```
    CP0109,

    /// An optimizer of Burn as a parameter.
    ///
    /// Burn's optimizers keep their step counts and learning rates on the host, where capture would
    /// freeze them. The runtime has optimizers with the same arithmetic whose state is on the device.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn step(model: &mut Mlp, optim: &mut ModuleOptimizer, x: Tensor<2>) -> Tensor<1> { train(model, optim, x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn step(model: &mut Mlp, optim: &mut AdamW, x: Tensor<2>) -> Tensor<1> { train(model, optim, x) }
    /// ```
    CP0110,

    /// A device that is not the program's.
    ///
    /// A program has one device: the capture device while capturing, the session's at replay. It is
    /// given as `&Device`; another device is a frozen value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn ones(x: Tensor<1>, device: Device) -> Tensor<1> { x + Tensor::ones([1], &device) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn ones(x: Tensor<1>, device: &Device) -> Tensor<1> { x + Tensor::ones([1], device) }
    /// ```
    CP0111,

    /// A `Result` as the result.
    ///
    /// Whether something failed is a host value: it is known at capture, and `replay()` could not
    /// report it again.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Result<Tensor<1>, Error> { Ok(x * 2.0) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> { x * 2.0 }
    /// ```
    CP0112,

    /// A result that is not made of tensors.
    ///
    /// `replay()` returns what the device computed. A host value in the result would be the one of
    /// the capture, and a reference would point into the capture.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn rows(x: Tensor<2>) -> usize { x.dims()[0] }
    /// ```
    /// ```right
    /// fn rows(x: &Tensor<2>) -> usize { x.dims()[0] }
    /// ```
    CP0113,

    /// A tensor is read on the host.
    ///
    /// The body runs once, at capture, and its tensors have no values there. `replay()` runs only
    /// what was recorded, so a value read by the body would be the same for ever.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn normalize(x: Tensor<1>) -> Tensor<1> {
    ///     let max: f32 = x.clone().max().into_scalar();
    ///     x / max
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn normalize(x: Tensor<1>) -> Tensor<1> {
    ///     let max = x.clone().max();
    ///     x / max
    /// }
    /// ```
    CP0201,

    /// An operation that reads a tensor on the host to do its work.
    ///
    /// Some operations of Burn look like any other and read values: the size of their result depends
    /// on them, or they check them. They have a form that stays on the device.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn positive(x: Tensor<1>) -> Tensor<1> {
    ///     let mask = x.clone().greater_scalar(0.0);
    ///     x.mask_select(mask).sum()
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn positive(x: Tensor<1>) -> Tensor<1> {
    ///     let mask = x.clone().lower_equal_scalar(0.0);
    ///     x.mask_fill(mask, 0.0).sum()
    /// }
    /// ```
    CP0202,

    /// A tensor or module is moved to another device.
    ///
    /// A program stays on one device. Moving a placeholder would mean to move its value, which it does
    /// not have at capture.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn square(x: Tensor<2>, #[frozen] cpu: Device) -> Tensor<2> { x.square().to_device(&cpu) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn square(x: Tensor<2>) -> Tensor<2> { x.square() }
    /// ```
    CP0301,

    /// A tensor is made on another device and meets the program's tensors.
    ///
    /// A device named in the body is not the one of the program, neither at capture nor at replay.
    /// `x.device()`, or a `&Device` parameter, is.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn shift(x: Tensor<1>) -> Tensor<1> { x + Tensor::ones([1], &Device::cuda(0)) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn shift(x: Tensor<1>) -> Tensor<1> {
    ///     let one = Tensor::ones([1], &x.device());
    ///     x + one
    /// }
    /// ```
    CP0302,

    /// A branch depends on the value of a tensor.
    ///
    /// Only the branch taken at capture is recorded, so `replay()` would take it whatever the values
    /// are.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn relu(x: Tensor<1>) -> Tensor<1> {
    ///     if x.clone().max().into_scalar::<f32>() > 0.0 { x } else { x.zeros_like() }
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn relu(x: Tensor<1>) -> Tensor<1> {
    ///     let negative = x.clone().lower_scalar(0.0);
    ///     x.mask_fill(negative, 0.0)
    /// }
    /// ```
    CP0401,

    /// A loop depends on the value of a tensor.
    ///
    /// The iterations made at capture are recorded one after the other, so every `replay()` would make
    /// as many.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn shrink(mut x: Tensor<1>) -> Tensor<1> {
    ///     while x.clone().max().into_scalar::<f32>() > 1.0 { x = x * 0.5; }
    ///     x
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn shrink(mut x: Tensor<1>) -> Tensor<1> {
    ///     for _ in 0..8 { x = x * 0.5; }
    ///     x
    /// }
    /// ```
    CP0402,

    /// The host decides something by a live number.
    ///
    /// A live number is given anew to every `replay()`, on the device. The host sees it only at
    /// capture, where it has no value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn warm(x: Tensor<1>, #[live] rate: f32) -> Tensor<1> {
    ///     if rate > 0.1 { x * rate } else { x }
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn warm(x: Tensor<1>, #[live] rate: f32) -> Tensor<1> {
    ///     let rates = x.zeros_like() + rate;
    ///     let low = rates.clone().lower_equal_scalar(0.1);
    ///     x * rates.mask_fill(low, 1.0)
    /// }
    /// ```
    CP0403,

    /// A live number where the host needs a size, a position or an integer.
    ///
    /// Shapes and positions are part of the recording. A position that changes is a tensor of indices;
    /// a size that changes is a frozen value.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn row(x: Tensor<2>, #[live] at: i64) -> Tensor<2> { x.narrow(0, at as usize, 1) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn row(x: Tensor<2>, at: Tensor<1, Int>) -> Tensor<2> { x.select(0, at) }
    /// ```
    CP0404,

    /// `?` in a program that returns a `Result`.
    ///
    /// A recording has one exit, and what fails at capture cannot fail at `replay()`. `?` on an `Option`
    /// works where the program returns an `Option`: whether a value is there is known at capture, and
    /// part of the signature.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn scale(x: Tensor<1>) -> Result<Tensor<1>, ParseFloatError> {
    ///     let factor: f32 = FACTOR.parse()?;
    ///     Ok(x * factor)
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[frozen] factor: f32) -> Tensor<1> { x * factor }
    /// ```
    CP0405,

    /// Code that only runs eagerly changes what follows it.
    ///
    /// What `if !is_placeholder(..)` and `eager_only!` guard is left out at capture. If it returned,
    /// left a loop or assigned to a variable outside, replays would compute something else than eager
    /// runs.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(mut x: Tensor<1>) -> Tensor<1> {
    ///     eager_only! { x = x * 2.0; }
    ///     x
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let y = x * 2.0;
    ///     eager_only! { println!("{y}"); }
    ///     y
    /// }
    /// ```
    CP0406,

    /// A live number as the data of a tensor.
    ///
    /// The data given to `from_floats` or `from_data` is part of the recording, where a live number
    /// has no value. `Tensor::full` takes one.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     let by = Tensor::from_floats([by], &x.device());
    ///     x + by
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn add(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     let by = Tensor::full([1], by, &x.device());
    ///     x + by
    /// }
    /// ```
    CP0407,

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

    /// Seeding or waiting for a device.
    ///
    /// Both are done by the host, at capture only. `Session` has `seed` for replays, and waits where a
    /// result is read.
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

    /// A tensor is printed or formatted.
    ///
    /// `Display` reads the values, which a placeholder does not have: it would print nothing of use
    /// and add an operation per element to the recording. `{:?}` shows only the handle, and is fine.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let y = x * 2.0;
    ///     println!("{y}");
    ///     y
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let y = x * 2.0;
    ///     eager_only! { println!("{y}"); }
    ///     y
    /// }
    /// ```
    CP0601,

    /// A tensor is turned into a string.
    ///
    /// `to_string` is `Display`: it reads the values, which a placeholder does not have.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let _label = x.to_string();
    ///     x * 2.0
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn double(x: Tensor<1>) -> Tensor<1> {
    ///     let _label = format!("{:?}", x.dims());
    ///     x * 2.0
    /// }
    /// ```
    CP0602,

    /// A live number is printed or formatted.
    ///
    /// A live number is on the device and has no value at capture. The caller of `replay()` has it.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> {
    ///     println!("{by}");
    ///     x * by
    /// }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn scale(x: Tensor<1>, #[live] by: f32) -> Tensor<1> { x * by }
    /// ```
    CP0603,

    /// A macro that capture cannot look into.
    ///
    /// The attribute sees the tokens of a macro call and not what they become, so a host read could
    /// hide there. Macros of the standard library and of Burn are known.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_macro!(x) }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn first(x: Tensor<1>) -> Tensor<1> { my_function(x) }
    /// ```
    CP0701,

    /// A replay, or another capture, inside a program.
    ///
    /// A replay runs a finished recording on real tensors. Inside a program, the captured function is
    /// called by its name, which records it as a part of the program.
    ///
    /// ```wrong
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { SESSION.replay(x) + 1.0 }
    /// ```
    /// ```right
    /// #[capture_program]
    /// fn outer(x: Tensor<1>) -> Tensor<1> { inner(x) + 1.0 }
    /// ```
    CP0702,
}

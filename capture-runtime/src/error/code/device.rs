//! Errors while capturing that are about the device.

super::documented! {
    DEVICE:

    /// There is no device graph to run.
    ///
    /// `engine = "graph"` or `require_graph()` asks for a device graph on a device that has none, or the program that was used last could not be
    /// recorded as one.
    ///
    /// Why: the interpreter would give the same values, slower, and nobody would see it.
    ///
    /// What to do: run on a device that records graphs, or let the session choose.
    ///
    /// ```wrong
    /// let mut session = train_step::on(&Device::flex(), model, optim)?;
    /// session.require_graph()?; // Flex runs on the CPU
    /// ```
    /// ```right
    /// let mut session = train_step::on(&Device::cuda(0), model, optim)?;
    /// session.require_graph()?;
    /// ```
    CR0119,

    /// The device has no such element type.
    ///
    /// A parameter of a module, or the result of an operation, has an element type that the session's device cannot compute with: `f64` or `bf16` on
    /// WebGPU, for example.
    ///
    /// Why: a replay would fail inside of a kernel, without the line that asked for the type.
    ///
    /// What to do: cast to a type that the device has; `device.supports_dtype(dtype)` says which. In a body it speaks of the session's device; where a
    /// program is captured without one, of Flex. Live numbers, and the arithmetic of optimizers, take the widest type that the device has.
    ///
    /// ```wrong
    /// let wide = x.cast(FloatDType::F64); // on WebGPU
    /// ```
    /// ```right
    /// let wide = x.cast(FloatDType::F32);
    /// ```
    CR0120,

    /// The device cannot be used.
    ///
    /// A session starts on a device whose driver or toolkit is missing or too old.
    ///
    /// Why: Burn reaches for a device at its first use, and panics where there is none, also inside of its own threads.
    ///
    /// What to do: install the driver, or choose another device.
    ///
    /// ```wrong
    /// let session = train_step::on(&Device::cuda(0), model, optim)?; // on a machine without a GPU
    /// ```
    /// ```right
    /// let device = if cfg!(feature = "cuda") { Device::default() } else { Device::flex() };
    /// let session = train_step::on(&device, model, optim)?;
    /// ```
    CR0121,
}

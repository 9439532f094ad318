//! Errors at replay.

super::documented! {
    REPLAY:

    /// The arguments need another program.
    ///
    /// The shape, element type, number of elements or presence of an argument, a frozen value, or the shapes of weights or state
    /// are not those that the session captured.
    ///
    /// Why: a program serves one signature, and `recapture = "deny"` forbids to capture another.
    ///
    /// What to do: give arguments of the captured signature, pad the last batch for instance, or allow to capture again.
    ///
    /// ```wrong
    /// #[capture_program(recapture = "deny")]
    /// fn double(x: Tensor<2>) -> Tensor<2> { x * 2.0 }
    ///
    /// session.replay(batch_of(64))?;
    /// session.replay(batch_of(17))?;
    /// ```
    /// ```right
    /// #[capture_program(recapture = "allow")]
    /// fn double(x: Tensor<2>) -> Tensor<2> { x * 2.0 }
    /// ```
    CR0201,

    /// An argument stands on another device.
    ///
    /// A tensor that is given to `replay` is not on the session's device.
    ///
    /// Why: moving it silently would hide a copy in every step.
    ///
    /// What to do: move it with `to_device` before `replay`, or load it there in the first place.
    ///
    /// ```wrong
    /// let y = session.replay(Tensor::ones([64, 11], &Device::flex()))?;
    /// ```
    /// ```right
    /// let y = session.replay(Tensor::ones([64, 11], session.device()))?;
    /// ```
    CR0202,

    /// A replay inside another program.
    ///
    /// A tensor that is given to `replay` belongs to a program that is being captured: a helper of its body calls `replay`.
    ///
    /// Why: a replay needs values, and a tensor has none while capturing.
    ///
    /// What to do: call the function itself. A captured program that is called inside another becomes a part of it.
    ///
    /// ```wrong
    /// fn helper(session: &mut Session<(Tensor<1>,), Tensor<1>>, x: Tensor<1>) -> Tensor<1> { session.replay(x).unwrap() }
    /// ```
    /// ```right
    /// fn helper(x: Tensor<1>) -> Tensor<1> { inner(x) }
    /// ```
    CR0203,

    /// An operation failed.
    ///
    /// An operation refused the values that it got, such as an index out of range in `select` or `gather`.
    ///
    /// Why: shapes are checked while capturing; values are there at replay only.
    ///
    /// What to do: check the arguments before `replay`. The state is as it was before, and the session can be used.
    ///
    /// ```wrong
    /// let rows = session.replay(Tensor::from_ints([0, 1_000_000], &device))?; // the table has 4 rows
    /// ```
    /// ```right
    /// let rows = session.replay(Tensor::from_ints([0, 3], &device))?;
    /// ```
    CR0204,

    /// The session cannot be used.
    ///
    /// An operation failed after the state had begun to change in place.
    ///
    /// Why: part of the state is from before the step and part from after it.
    ///
    /// What to do: start a session from the last saved state, or give it one with `set_state`.
    ///
    /// ```wrong
    /// let _ = session.replay(bad_indices);
    /// let loss = session.replay(good_indices)?;
    /// ```
    /// ```right
    /// if let Err(error) = session.replay(bad_indices) {
    ///     eprintln!("{error}");
    ///     session.set_state(saved)?;
    /// }
    /// let loss = session.replay(good_indices)?;
    /// ```
    CR0205,

    /// There is no device graph.
    ///
    /// `engine = "graph"` or `require_graph()` asks for a device graph, and the program could not be recorded as one: the device has none, an
    /// operation works on the host, the memory does not suffice, or the state changes its structure at every step.
    ///
    /// Why: the interpreter would give the same values, slower, and nobody would see it.
    ///
    /// What to do: read the reason and change the statement that it names; or let the session choose with `engine = "auto"`, which cuts
    /// the program around operations of the host, and read `report()`.
    ///
    /// ```wrong
    /// #[capture_program(engine = "graph")]
    /// fn median(x: Tensor<1>) -> Tensor<1> { x.sort(0).slice([8..9]) } // sorted on the host on most devices
    /// ```
    /// ```right
    /// #[capture_program(engine = "auto")]
    /// fn median(x: Tensor<1>) -> Tensor<1> { x.sort(0).slice([8..9]) }
    /// ```
    CR0206,

    /// A result that was lent is still held.
    ///
    /// With `results = "borrowed"` a replay lends its results in the graph's own buffers. A handle was cloned out of one, and is still there at the next replay.
    ///
    /// Why: the replay would change the tensor that the handle stands for.
    ///
    /// What to do: compute with the result, or read it, before the next replay. A result itself, held across a replay, does not compile.
    ///
    /// ```wrong
    /// let kept = session.replay(first)?.clone();
    /// session.replay(second)?;
    /// ```
    /// ```right
    /// let kept = session.replay(first)?.clone() * 1.0;
    /// session.replay(second)?;
    /// ```
    CR0207,

    /// A tensor does not fit an archive's program.
    ///
    /// A tensor that is given by name to the program of an archive is missing, unknown, given twice, or of another shape or element type
    /// than the program was captured with.
    ///
    /// Why: an archive holds one program, for one signature, and cannot capture another.
    ///
    /// What to do: give what `replayer.program().signature()` lists.
    ///
    /// ```wrong
    /// replayer.replay(&[("features", TensorData::zeros::<f32, _>([17, 11]))])?; // captured for 64 rows
    /// ```
    /// ```right
    /// replayer.replay(&[("features", TensorData::zeros::<f32, _>([64, 11]))])?;
    /// ```
    CR0208,

    /// An archive has no weights or no state.
    ///
    /// The archive was written without them, as `Program::save` does, and none were given since.
    ///
    /// Why: the program reads them.
    ///
    /// What to do: give them, or save a session, which has them.
    ///
    /// ```wrong
    /// let mut replayer = Archive::load("graph-only.capture")?.on(&device)?;
    /// replayer.replay(&inputs)?;
    /// ```
    /// ```right
    /// let mut replayer = Archive::load("graph-only.capture")?.on(&device)?;
    /// replayer.set_weights(&weights)?;
    /// replayer.replay(&inputs)?;
    /// ```
    CR0209,
}

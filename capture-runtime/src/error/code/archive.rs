//! Errors of archives.

super::documented! {
    ARCHIVE:

    /// A file cannot be read or written.
    ///
    /// The operating system refused to read or to write an archive.
    ///
    /// Why: the folder does not exist, the permissions are missing, or the disk is full. What had the name before is still there.
    ///
    /// What to do: check the path, the permissions and the space.
    ///
    /// ```wrong
    /// session.save("no/such/folder/step.capture")?;
    /// ```
    /// ```right
    /// std::fs::create_dir_all("saved")?;
    /// session.save("saved/step.capture")?;
    /// ```
    CR0301,

    /// A file is not an archive.
    ///
    /// The file is not a safetensors file, or not one with a program in it, or it is cut off.
    ///
    /// Why: only what `save` wrote is known to be a program.
    ///
    /// What to do: give a file that `Program::save` or `Session::save` wrote, and copy it as a whole.
    ///
    /// ```wrong
    /// let archive = Archive::load("weights.safetensors")?;
    /// ```
    /// ```right
    /// let archive = Archive::load("step.capture")?;
    /// ```
    CR0302,

    /// An archive is of another version.
    ///
    /// The file states a version of the format, or a minor version of Burn, that this build does not read.
    ///
    /// Why: the graph is made of Burn's operations, and another Burn may have others.
    ///
    /// What to do: load it with a build like the one that wrote it, or capture the function again. Weights and state can be read with any
    /// reader of safetensors.
    ///
    /// ```wrong
    /// let archive = Archive::load("written-by-a-later-version.capture")?;
    /// ```
    /// ```right
    /// train_step::capture(&model, &optim, features, labels, 0.1)?.save("step.capture")?;
    /// ```
    CR0303,

    /// An archive is damaged.
    ///
    /// The checksum of the contents is not the one that the file states.
    ///
    /// Why: a program with one wrong bit may compute something else, and nobody would see it.
    ///
    /// What to do: copy the file again from where it was saved.
    ///
    /// ```wrong
    /// std::fs::write("step.capture", edited)?;
    /// ```
    /// ```right
    /// std::fs::copy("backup/step.capture", "step.capture")?;
    /// ```
    CR0304,

    /// An archive holds no program that can run.
    ///
    /// The contents are not damaged, and they are no program that a capture gives: a tensor is used before it is defined, an operation claims
    /// a result that it does not have, a value is missing.
    ///
    /// Why: such a file was made by hand, and running it would read what is not there.
    ///
    /// What to do: capture and save the function again, and do not use files whose origin you do not know.
    ///
    /// ```wrong
    /// let archive = Archive::load("from-a-stranger.capture")?;
    /// ```
    /// ```right
    /// let archive = Archive::load("ours.capture")?;
    /// ```
    CR0305,

    /// An archive asks for too much.
    ///
    /// The file, its program, one tensor of it, or all that a replay would hold at one moment is larger than the limits allow.
    ///
    /// Why: a few bytes can ask for any amount of memory.
    ///
    /// What to do: where you trust the file, raise the limit that the message names.
    ///
    /// ```wrong
    /// let archive = Archive::load("very-large.capture")?;
    /// ```
    /// ```right
    /// let limits = Limits { tensor_bytes: 64 << 30, live_bytes: 512 << 30, ..Limits::default() };
    /// let archive = Archive::load_with("very-large.capture", &limits)?;
    /// ```
    CR0306,

    /// An archive holds the program of another function.
    ///
    /// The name, a parameter, a frozen value, or the structure of weights, state or results is not that of the function which loads it.
    ///
    /// Why: a session replays what its function would have computed.
    ///
    /// What to do: give the arguments that the archive was saved with; or load it untyped, which needs no function.
    ///
    /// ```wrong
    /// let step = train_step::load_archive("of-an-older-function.capture", &device, model, optim, 0.1)?;
    /// ```
    /// ```right
    /// let mut step = Archive::load("of-an-older-function.capture")?.on(&device)?;
    /// ```
    CR0307,

    /// A session has nothing to save.
    ///
    /// The session has captured no program yet, or its weights or its state do not fit the program that was used last.
    ///
    /// Why: an archive holds one program, with the weights and the state that it works on.
    ///
    /// What to do: call `replay` or `warm_up` before.
    ///
    /// ```wrong
    /// let session = train_step::on(&device, model, optim, 0.1)?;
    /// session.save("step.capture")?;
    /// ```
    /// ```right
    /// let mut session = train_step::on(&device, model, optim, 0.1)?;
    /// session.warm_up(features, labels, 1e-3)?;
    /// session.save("step.capture")?;
    /// ```
    CR0308,

    /// A program cannot be replayed on a device.
    ///
    /// No engine of this build serves the device, the device has not an element type of the program, or what the program computes from its
    /// constants fails there.
    ///
    /// Why: a program is recorded with the element types of the device that it was captured for.
    ///
    /// What to do: choose a device like that one, or capture the function for this device.
    ///
    /// ```wrong
    /// let step = Archive::load("in-f64.capture")?.on(&Device::wgpu())?;
    /// ```
    /// ```right
    /// let step = Archive::load("in-f64.capture")?.on(&Device::flex())?;
    /// ```
    CR0309,
}

//! How much a file may ask for.

/// The bounds that a file is held to, each checked before anything of that size is made.
///
/// They keep a hostile file from taking a machine's memory. The defaults admit programs of billions of parameters on one device; raise
/// them with [`Archive::load_with`](crate::Archive::load_with) for larger ones, and lower them for files of strangers. They bound memory, not
/// time: a small program may compute for long.
///
/// ```
/// let strict = capture_runtime::Limits { tensor_bytes: 1 << 20, live_bytes: 16 << 20, ..Default::default() };
/// assert!(strict.file_bytes > strict.live_bytes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of the whole file. Default: 64 GiB.
    pub file_bytes: u64,
    /// The bytes of the program in it, without the data of tensors. Default: 256 MiB.
    pub program_bytes: u64,
    /// The bytes of any one tensor: of the boundary, a constant, a result of an operation, or what an operation pads. Default: 8 GiB.
    pub tensor_bytes: u64,
    /// The bytes of all tensors of a replay that are there at one moment. Default: 64 GiB.
    pub live_bytes: u64,
    /// The bytes of names, file names and source lines, which a process keeps for its life, once for each distinct text. Default: 4 MiB.
    pub text_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 64 << 30,
            program_bytes: 256 << 20,
            tensor_bytes: 8 << 30,
            live_bytes: 64 << 30,
            text_bytes: 4 << 20,
        }
    }
}

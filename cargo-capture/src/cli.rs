//! What may be written on the command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// Lists, compares, documents and replays captured programs.
#[derive(Parser, Debug)]
#[command(name = "cargo-capture", bin_name = "cargo capture", version, after_help = EXIT_CODES)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Prints one JSON document instead of text, and nothing else on standard output.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const EXIT_CODES: &str = "\
Programs are archives (`*.capture`): a file, a folder with everything below it that git does not ignore, or by default the current folder.

Exit codes:
  0  all is well; for `diff`: the programs are equal
  1  the answer is no: `diff` found a difference, `verify` an archive that does not hold, `bless` a test that failed
  2  the command could not be carried out: its arguments, a file, a device, git

NO_COLOR, CLICOLOR and CLICOLOR_FORCE are honoured.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// One line a program: operations, FLOPs, peak memory, and what is in the file.
    List(Programs),
    /// The signature and every operation.
    Show(Programs),
    /// FLOPs, bytes and memory: by statement and by kind of operation, and side by side for several programs.
    Costs(Programs),
    /// Writes pages of programs.
    Doc(Doc),
    /// What is structurally different between two archives, folders or git revisions.
    Diff(Diff),
    /// Replays a program on a device, and says how long a step takes.
    Replay(Replay),
    /// Loads archives with every check, and compares them with the pages beside them.
    Verify(Programs),
    /// Writes the checked-in pages and archives of a crate again, and says what changed.
    Bless(Bless),
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Programs {
    /// Archives, or folders with archives. Default: the current folder.
    #[arg(value_name = "PROGRAM")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Doc {
    #[command(flatten)]
    pub(crate) programs: Programs,
    /// The folder to write to. Default: beside each archive.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// What to write. A page in Markdown comes with its picture.
    #[arg(long, default_value = "md")]
    pub(crate) format: Format,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// A page for GitHub, and the picture that it shows.
    Md,
    /// A page that needs nothing else.
    Html,
    /// The picture.
    Svg,
    /// All of them.
    All,
}

#[derive(Args, Debug)]
pub(crate) struct Diff {
    /// The old programs: an archive, a folder, or a git revision. `A..B` names both sides.
    #[arg(value_name = "A")]
    pub(crate) old: String,
    /// The new programs. Default: the current folder.
    #[arg(value_name = "B")]
    pub(crate) new: Option<String>,
    /// Only archives at or below these paths of the folders or revisions.
    #[arg(last = true, value_name = "PATH")]
    pub(crate) only: Vec<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    /// Burn's CPU backend; in every build.
    Flex,
    /// NVIDIA, with feature `cuda`.
    Cuda,
    /// Vulkan, with feature `vulkan`.
    Vulkan,
    /// WebGPU, with feature `wgpu`.
    Wgpu,
}

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The archive.
    #[arg(value_name = "ARCHIVE")]
    pub(crate) archive: PathBuf,
    /// What to replay on.
    #[arg(long, default_value = "flex")]
    pub(crate) device: Device,
    /// Inputs by name, in a safetensors file. Those that are not in it are generated.
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// Weights and state by name, in a safetensors file or another archive, instead of the archive's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// A live number: `--live lr=0.01`. Those that are not given are generated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = live)]
    pub(crate) live: Vec<(String, String)>,
    /// What is generated, and random operations, depend on this.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many times to replay, with the same inputs; the state advances each time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// Writes the results of the last step to a safetensors file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Writes the program with the weights and the new state to an archive.
    #[arg(long, value_name = "ARCHIVE")]
    pub(crate) save: Option<PathBuf>,
}

fn live(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write a name and a value: `lr=0.01`".to_owned()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct Bless {
    /// The folder of the crate. Default: the current one.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Arguments of `cargo test`: `-- -p examples --release`.
    #[arg(last = true, value_name = "CARGO ARGUMENT")]
    pub(crate) cargo: Vec<String>,
}

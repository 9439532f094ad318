//! Folders with archives, and the binary in them.

use crate::programs::{doubled, save_step};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One with `step.capture`, which has weights and state, and `programs/double.capture`, which has neither.
    pub(crate) fn filled() -> Self {
        let folder = Self::new();
        save_step(&folder.at("step.capture"));
        folder.write("programs/double.capture", &doubled().to_bytes().unwrap());
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).unwrap()
    }

    /// `cargo-capture` in the folder, with nothing of this process's environment that decides what it says.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-capture"));
        command.current_dir(self.path()).args(arguments);
        for name in ["CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "CAPTURE_BLESS"] {
            command.env_remove(name);
        }
        // What `bless` builds is not to be mixed with what is built here.
        command.env("CARGO_TARGET_DIR", self.at("target"));
        command
    }

    /// Runs `cargo-capture` in the folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&mut self.command(arguments).into())
    }
}

/// What a command said, and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(command: &mut assert_cmd::Command) -> Self {
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let ran = Self {
            code: output.status.code().expect("it ends by itself"),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        // A test that `bless` runs may fail, and panics in a thread of its own.
        assert!(!ran.err.contains("thread 'main'"), "{ran:?}");
        ran
    }

    /// The standard output of a command that ended with `code`.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:#?}");
        self.out
    }

    /// The one JSON document of a command that ended with `code`.
    #[track_caller]
    pub(crate) fn json(self, code: i32) -> serde_json::Value {
        let text = self.exits(code);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The standard error of a command that could not be carried out, and printed nothing else.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{self:#?}");
        self.err
    }
}

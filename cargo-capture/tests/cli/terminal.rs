//! What stands on a terminal and nowhere else: colours, and a bar over long work.

use crate::common::Folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, Stdio};

/// A terminal of 100 columns: the end that a program writes to, and the end that a person reads.
fn terminal() -> (File, File) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    let name = ptsname(&screen, Vec::new()).unwrap();
    let size = Winsize {
        ws_row: 40,
        ws_col: 100,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let name = OsStr::from_bytes(name.to_bytes());
    let program = OpenOptions::new()
        .read(true)
        .write(true)
        .open(name)
        .unwrap();
    tcsetwinsize(&program, size).unwrap();
    (program, File::from(screen))
}

fn binary(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-capture"));
    command.current_dir(folder.path()).args(arguments);
    for name in ["CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color").stdin(Stdio::null());
    command
}

/// Everything that appears on the screen until the program ends.
fn seen(mut child: Child, mut screen: File) -> String {
    let mut bytes = Vec::new();
    // Linux says with an error that nobody has the terminal open any longer, others with an end.
    let _ = screen.read_to_end(&mut bytes);
    assert!(child.wait().unwrap().success(), "{child:?}");
    String::from_utf8(bytes).unwrap()
}

/// A replay of so many steps that it takes more than a moment, and what `run` saw of it.
fn long(run: impl Fn(&str) -> String, found: impl Fn(&str) -> bool) -> (String, usize) {
    let mut steps = 5_000;
    loop {
        let text = run(&steps.to_string());
        if found(&text) {
            return (text, steps);
        }
        assert!(steps < 2_000_000, "{text:?}");
        steps *= 4;
    }
}

#[test]
fn long_work_has_a_bar_that_goes_when_it_is_done() {
    let folder = Folder::filled();
    let run = |steps: &str| {
        let (program, screen) = terminal();
        let mut command = binary(&folder, &["replay", "step.capture", "--steps", steps]);
        command.stdout(program.try_clone().unwrap()).stderr(program);
        let child = command.spawn().unwrap();
        // The command holds this end open as well.
        drop(command);
        seen(child, screen)
    };
    let (text, steps) = long(run, |text| text.contains("replaying"));
    let bar = text.rfind("replaying").unwrap();
    assert!(text[bar..].contains(&format!("/{steps}")), "{text:?}");
    // It is erased, and what stays is the answer.
    let after = &text[bar..];
    let erased = after.find("\u{1b}[2K").expect("the line is erased");
    let answer = after.find(&format!("{steps} steps on flex")).unwrap();
    assert!(erased < answer, "{after:?}");
}

#[test]
fn short_work_has_none() {
    let folder = Folder::filled();
    let (program, screen) = terminal();
    let mut command = binary(&folder, &["show"]);
    command.stdout(program.try_clone().unwrap()).stderr(program);
    let child = command.spawn().unwrap();
    drop(command);
    let text = seen(child, screen);
    assert!(text.contains('\u{1b}'), "colours: {text:?}");
    assert!(!text.contains("\u{1b}[2K"), "no bar: {text:?}");
}

/// Standard output is on a terminal, standard error is not: no bar where a log is kept.
#[test]
fn a_log_has_no_bar() {
    let folder = Folder::filled();
    let started = std::time::Instant::now();
    let run = |steps: &str| {
        let (program, screen) = terminal();
        let mut command = binary(&folder, &["replay", "step.capture", "--steps", steps]);
        command.stdout(program).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut log = String::new();
        let mut err = child.stderr.take().unwrap();
        err.read_to_string(&mut log).unwrap();
        assert!(
            !log.contains("replaying") && !log.contains('\u{1b}'),
            "{log:?}"
        );
        seen(child, screen)
    };
    let (text, _) = long(run, |_| started.elapsed().as_millis() > 1_000);
    assert!(
        text.contains('\u{1b}') && !text.contains("replaying"),
        "{text:?}"
    );
}

//! What stands on a terminal and nowhere else: colours, and a bar over long work.

use crate::common::Folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

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

/// Runs a command whose standard output is on a terminal: everything that appears there, and standard error where it goes `elsewhere`.
fn seen(folder: &Folder, arguments: &[&str], elsewhere: bool) -> (String, String) {
    let (program, mut screen) = terminal();
    let mut command = folder.command(arguments);
    command.env("TERM", "xterm-256color").stdin(Stdio::null());
    match elsewhere {
        true => command.stderr(Stdio::piped()),
        false => command.stderr(program.try_clone().unwrap()),
    };
    let mut child = command.stdout(program).spawn().unwrap();
    // The command holds the program's end open as well.
    drop(command);
    let mut log = String::new();
    if let Some(mut err) = child.stderr.take() {
        err.read_to_string(&mut log).unwrap();
    }
    let mut bytes = Vec::new();
    // Linux says with an error that nobody has the terminal open any longer, others with an end.
    let _ = screen.read_to_end(&mut bytes);
    assert!(child.wait().unwrap().success(), "{child:?}");
    (String::from_utf8(bytes).unwrap(), log)
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
        let arguments = ["replay", "step.capture", "--steps", steps];
        seen(&folder, &arguments, false).0
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
    let (text, _) = seen(&folder, &["show"], false);
    assert!(text.contains('\u{1b}'), "colours: {text:?}");
    assert!(!text.contains("\u{1b}[2K"), "no bar: {text:?}");
}

/// Standard output is on a terminal, standard error is not: no bar where a log is kept.
#[test]
fn a_log_has_no_bar() {
    let folder = Folder::filled();
    let started = std::time::Instant::now();
    let run = |steps: &str| {
        let arguments = ["replay", "step.capture", "--steps", steps];
        let (text, log) = seen(&folder, &arguments, true);
        assert!(
            !log.contains("replaying") && !log.contains('\u{1b}'),
            "{log:?}"
        );
        text
    };
    let (text, _) = long(run, |_| started.elapsed().as_millis() > 1_000);
    assert!(
        text.contains('\u{1b}') && !text.contains("replaying"),
        "{text:?}"
    );
}

//! Who reads the output may close it, and may want colours.

use crate::common::Folder;
use std::process::Stdio;

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let folder = Folder::filled();
    for arguments in [
        &["list"][..],
        &["show", "--json"],
        &["costs"],
        &["verify"],
        &["completions", "bash"],
        &["doc", "programs"],
        &["diff", "step.capture", "step.capture", "--json"],
        &["--help"],
    ] {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The reader is gone before anything is written.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), err.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn colours_are_for_who_asks() {
    let folder = Folder::filled();
    let colours = |set: &[(&str, &str)]| {
        let mut command = folder.command(&["show"]);
        let output = command.envs(set.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(!colours(&[]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "0")]));
}

#[cfg(unix)]
#[test]
fn a_hostile_name_does_not_drive_the_terminal() {
    let folder = Folder::filled();
    std::fs::rename(
        folder.at("step.capture"),
        folder.at("\u{1b}[2J\u{9b}2J\u{7}a.capture"),
    )
    .unwrap();
    folder.write("\u{1b}]0;b\u{7}.capture", b"no archive");
    for command in ["list", "show", "costs", "verify"] {
        let output = folder
            .command(&[command])
            .env("CLICOLOR_FORCE", "1")
            .output()
            .unwrap();
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).unwrap();
            for hostile in ["\u{1b}[2J", "\u{9b}", "\u{7}", "\u{1b}]"] {
                assert!(!text.contains(hostile), "{command}: {text:?}");
            }
        }
    }
}

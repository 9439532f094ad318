//! Files that are damaged, missing or something else: a message and an exit code, never a panic.

use crate::common::Folder;

/// A folder with a good archive, and one with a bit of it flipped.
fn damaged() -> Folder {
    let folder = Folder::filled();
    let mut bytes = std::fs::read(folder.at("step.capture")).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    folder.write("bad.capture", &bytes);
    folder
}

#[test]
fn what_can_be_read_is_shown_and_the_rest_reported() {
    let folder = damaged();
    for command in ["list", "show", "costs"] {
        for json in [false, true] {
            let arguments: &[&str] = if json {
                &[command, "--json"]
            } else {
                &[command]
            };
            let ran = folder.run(arguments);
            assert!(
                ran.err.contains("bad.capture") && ran.err.contains("CR0304"),
                "{ran:?}"
            );
            assert!(
                ran.err.contains("1 of 3 archives could not be read"),
                "{ran:?}"
            );
            let text = match json {
                true => ran.json(2).to_string(),
                false => ran.exits(2),
            };
            assert!(text.contains("double"), "{text}");
        }
    }
}

#[test]
fn one_damaged_file_alone_is_an_error() {
    let folder = damaged();
    for command in ["list", "show", "costs", "doc"] {
        let text = folder.run(&[command, "bad.capture"]).refused();
        assert!(text.contains("error[CR0304]"), "{text}");
    }
}

#[test]
fn verify_fails_with_the_reason() {
    let folder = damaged();
    folder.write("other.capture", b"no archive");
    let text = folder.run(&["verify"]).exits(1);
    assert!(text.contains("FAILED bad.capture"), "{text}");
    assert!(text.contains("is damaged: its checksum is"), "{text}");
    assert!(text.ends_with("2 of 4 archives failed\n"), "{text}");
    let json = folder.run(&["verify", "--json"]).json(1);
    assert_eq!(json[0]["error"]["code"], "CR0304");
    assert_eq!(json[1]["error"]["code"], "CR0302");
}

#[test]
fn a_path_that_is_not_there_is_named() {
    let folder = Folder::new();
    for command in ["list", "show", "costs", "doc", "verify"] {
        let text = folder.run(&[command, "nowhere.capture"]).refused();
        assert!(text.contains("`nowhere.capture` cannot be read"), "{text}");
    }
}

#[test]
fn pages_that_cannot_be_written_are_named() {
    let folder = Folder::filled();
    folder.write("taken", b"a file");
    let text = folder.run(&["doc", "-o", "taken"]).refused();
    assert!(text.contains("`taken` cannot be made"), "{text}");
}

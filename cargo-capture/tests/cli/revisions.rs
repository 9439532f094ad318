//! `diff` of files, folders and revisions, and `bless`.

use crate::common::Folder;
use crate::versions::{newer, older};
use std::process::Command;

/// Runs git in a folder.
fn git(folder: &Folder, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder.path()).args(arguments);
    for (name, value) in [
        ("GIT_AUTHOR_NAME", "a"),
        ("GIT_AUTHOR_EMAIL", "a@example.org"),
        ("GIT_COMMITTER_NAME", "a"),
        ("GIT_COMMITTER_EMAIL", "a@example.org"),
        ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ] {
        command.env(name, value);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

fn commit(folder: &Folder, message: &str) {
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", message]);
}

/// A repository of two commits: the second one changes a program, adds one and removes one.
fn repository() -> Folder {
    let folder = Folder::filled();
    git(&folder, &["init", "-q", "-b", "trunk"]);
    folder.write("programs/layer.capture", &older());
    commit(&folder, "first");
    folder.write("programs/layer.capture", &newer());
    std::fs::remove_file(folder.at("step.capture")).unwrap();
    folder.write("other/step.capture", &older());
    commit(&folder, "second");
    folder
}

#[test]
fn what_is_damaged_on_purpose_is_no_part_of_a_revision() {
    let folder = repository();
    folder.write("tests/.ignore", b"# not programs\n/corpus/\n");
    folder.write("tests/corpus/bad.capture", b"damaged");
    commit(&folder, "third");
    assert!(
        folder
            .run(&["diff", "HEAD~1", "HEAD"])
            .exits(0)
            .contains("no difference")
    );
    folder.write("tests/bad.capture", b"damaged");
    commit(&folder, "fourth");
    let _ = folder.run(&["diff", "HEAD~1", "HEAD"]).exits(2);
}

#[test]
fn revisions_are_compared() {
    let folder = repository();
    for arguments in [
        &["diff", "HEAD~1", "HEAD"][..],
        &["diff", "HEAD~1..HEAD"],
        &["diff", "HEAD~1.."],
        &["diff", "HEAD~1"],
        &["diff", "HEAD~1", "."],
    ] {
        let text = folder.run(arguments).exits(1);
        assert!(
            text.contains("layer  programs/layer.capture"),
            "{arguments:?}: {text}"
        );
        assert!(text.contains("number: 1.0 -> 2.0"), "{arguments:?}: {text}");
        assert!(
            text.contains("- step  step.capture"),
            "{arguments:?}: {text}"
        );
        assert!(!text.contains("double"), "{arguments:?}: {text}");
    }
    let equal = folder.run(&["diff", "HEAD", "."]).exits(0);
    assert!(equal.ends_with("no difference\n"), "{equal}");
}

#[test]
fn what_git_tracks_is_there_though_a_pattern_ignores_it() {
    let folder = repository();
    let count = |folder: &Folder| {
        let json = folder.run(&["list", "--json"]).json(0);
        json.as_array().map(Vec::len)
    };
    assert_eq!(count(&folder), Some(3));
    folder.write(".gitignore", b"/programs/\n");
    folder.write("programs/untracked.capture", &older());
    assert_eq!(count(&folder), Some(3));
    // Who wants it left out says so in a file that git does not read.
    folder.write(".ignore", b"/programs/\n");
    assert_eq!(count(&folder), Some(1));
}

#[test]
fn a_path_chooses_among_the_programs() {
    let folder = repository();
    let text = folder
        .run(&["diff", "HEAD~1..HEAD", "--", "programs"])
        .exits(1);
    assert!(!text.contains("step"), "{text}");
    folder
        .run(&["diff", "HEAD~1..HEAD", "--", "./programs/double.capture"])
        .exits(0);
    let none = folder
        .run(&["diff", "HEAD~1..HEAD", "--", "nowhere"])
        .refused();
    assert!(none.contains("no archive"), "{none}");
}

#[test]
fn a_difference_as_json_has_the_documented_keys() {
    let folder = repository();
    let json = folder
        .run(&["diff", "HEAD~1", "HEAD", "--json", "--", "programs"])
        .json(1);
    assert_eq!(json["equal"], false);
    let programs = json["programs"].as_array().unwrap();
    let layer = programs
        .iter()
        .find(|program| program["name"] == "layer")
        .unwrap();
    let change = &layer["difference"]["operations"][0];
    assert_eq!(change["kind"], "changed");
    assert_eq!(change["name"], "add_scalar");
    assert_eq!(change["details"][0]["new"], "2.0");
    assert_eq!(change["new"]["statement"]["text"], "x.exp() + by");
    assert_eq!(layer["difference"]["boundary"][0]["what"], "frozen by");
    assert_eq!(
        layer["difference"]["costs"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn archives_are_compared_whatever_their_names() {
    let folder = repository();
    let text = folder
        .run(&["diff", "other/step.capture", "programs/layer.capture"])
        .exits(1);
    assert!(
        text.starts_with("layer  other/step.capture -> programs/layer.capture\n"),
        "{text}"
    );
    folder
        .run(&["diff", "other/step.capture", "other/step.capture"])
        .exits(0);
    let other = folder
        .run(&["diff", "programs/double.capture", "programs/layer.capture"])
        .exits(1);
    assert!(other.contains("~ name: double -> layer"), "{other}");
}

#[test]
fn what_is_no_side_is_refused() {
    let folder = repository();
    let text = folder.run(&["diff", "no-such-branch", "HEAD"]).refused();
    assert!(text.contains("`no-such-branch` is neither"), "{text}");
    let text = folder.run(&["diff", "programs"]).refused();
    assert!(text.contains("is to be compared with something"), "{text}");
    let outside = Folder::filled();
    let text = outside.run(&["diff", "HEAD"]).refused();
    assert!(
        text.contains("neither an archive, a folder, nor a git revision"),
        "{text}"
    );
    folder.write("programs/bad.capture", b"no archive");
    let text = folder.run(&["diff", "HEAD"]).refused();
    assert!(
        text.contains("bad.capture") && text.contains("CR0302"),
        "{text}"
    );
    commit(&folder, "bad");
    let text = folder.run(&["diff", "HEAD", "HEAD~1"]).refused();
    assert!(
        text.contains("`programs/bad.capture` of the revision"),
        "{text}"
    );
}

/// A crate whose test writes an archive, as generated tests do.
fn blessable(passes: bool) -> Folder {
    let folder = Folder::new();
    let manifest =
        "[package]\nname = \"blessed\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
    folder.write("Cargo.toml", manifest.as_bytes());
    folder.write("src/lib.rs", b"");
    folder.write(".gitignore", b"/target/\nCargo.lock\n");
    let test = format!(
        "#[test]\nfn page_is_current() {{\n    println!(\"the test speaks\");\n    if std::env::var(\"CAPTURE_BLESS\").as_deref() == Ok(\"1\") {{\n        \
         std::fs::copy(\"new.bin\", \"programs/layer.capture\").unwrap();\n    }}\n    assert!({passes});\n}}\n"
    );
    folder.write("tests/pages.rs", test.as_bytes());
    folder.write("new.bin", &newer());
    folder.write("programs/layer.capture", &older());
    folder
}

#[test]
fn bless_writes_and_says_what_changed() {
    let folder = blessable(true);
    let text = folder.run(&["bless"]).exits(0);
    assert!(text.contains("number: 1.0 -> 2.0"), "{text}");
    let text = folder.run(&["bless", "--", "--offline"]).exits(0);
    assert_eq!(text, "no program is different from what it was before\n");

    // With a commit, what is checked in counts.
    folder.write("programs/layer.capture", &older());
    git(&folder, &["init", "-q", "-b", "trunk"]);
    commit(&folder, "first");
    for _ in 0..2 {
        let json = folder.run(&["bless", "--json"]).json(0);
        assert_eq!(
            (&json["passed"], &json["since"]),
            (&true.into(), &"HEAD".into())
        );
        assert_eq!(json["difference"]["equal"], false);
    }
}

#[test]
fn bless_says_that_tests_failed() {
    let folder = blessable(false);
    let ran = folder.run(&["bless", ".", "--json"]);
    assert!(ran.err.contains("the test speaks"), "{ran:?}");
    assert_eq!(ran.json(1)["passed"], false);
    let text = folder.run(&["bless"]).exits(1);
    assert!(text.contains("some tests failed"), "{text}");
}

#[test]
fn bless_without_cargo_says_so() {
    let folder = blessable(true);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cargo-capture"));
    command
        .current_dir(folder.path())
        .arg("bless")
        .env("CARGO", "/no/such/cargo");
    let text = crate::common::Ran::of(&mut command).refused();
    assert!(
        text.contains("`/no/such/cargo test` cannot be run"),
        "{text}"
    );
}

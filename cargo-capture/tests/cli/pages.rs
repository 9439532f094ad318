//! `doc` and `verify`.

use crate::common::{Folder, Ran};
use std::path::Path;

#[test]
fn doc_writes_pages_beside_the_archives_or_into_a_folder() {
    let folder = Folder::filled();
    let written = folder.run(&["doc"]).exits(0);
    assert_eq!(
        written,
        "programs/double.md\nprograms/double.svg\nstep.md\nstep.svg\n"
    );
    assert!(folder.read("step.md").starts_with("# `step`\n"));
    assert!(folder.read("step.svg").contains("<svg"));

    let all = [
        "doc",
        "step.capture",
        "-o",
        "pages",
        "--format",
        "all",
        "--json",
    ];
    let json = folder.run(&all).json(0);
    assert_eq!(json[0]["name"], "step");
    for ending in ["md", "svg", "html"] {
        let name = format!("pages/step.{ending}");
        assert!(
            json[0]["written"]
                .as_array()
                .unwrap()
                .contains(&name.as_str().into()),
            "{json}"
        );
        assert!(folder.at(&name).is_file());
    }
    let html = ["doc", "step.capture", "--format", "html"];
    assert_eq!(folder.run(&html).exits(0), "step.html\n");
}

#[test]
fn doc_does_not_write_two_programs_to_one_file() {
    let folder = Folder::filled();
    std::fs::copy(folder.at("step.capture"), folder.at("copy.capture")).unwrap();
    let text = folder.run(&["doc", "-o", "pages"]).refused();
    assert!(
        text.contains("two programs would be written to `pages/step`"),
        "{text}"
    );
    assert!(!folder.at("pages").exists());
}

#[test]
fn verify_compares_the_page_beside_an_archive() {
    let folder = Folder::filled();
    folder.run(&["doc", "programs"]).exits(0);
    let text = folder.run(&["verify"]).exits(0);
    assert!(
        text.contains("the page beside it shows this program"),
        "{text}"
    );
    assert!(text.ends_with("2 archives verified\n"), "{text}");

    // Where the source stands is not part of the program.
    let page = folder.read("programs/double.md");
    let moved = page.replace("programs.rs:", "programs.rs:9");
    assert_ne!(moved, page);
    folder.write("programs/double.md", moved.as_bytes());
    folder.run(&["verify"]).exits(0);

    folder.write(
        "programs/double.md",
        page.replace("mul_scalar", "div_scalar").as_bytes(),
    );
    let text = folder.run(&["verify"]).exits(1);
    assert!(text.contains("FAILED programs/double.capture"), "{text}");
    assert!(
        text.contains("-") && text.contains("div_scalar %0 2.0"),
        "{text}"
    );
    let json = folder.run(&["verify", "--json"]).json(1);
    assert_eq!(json[0]["page"], "differs");
    assert_eq!(json[0]["ok"], false);
    assert_eq!(
        (&json[1]["ok"], &json[1]["page"]),
        (&true.into(), &"none".into())
    );
}

#[test]
fn what_this_repository_has_checked_in_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cargo-capture"));
    command.current_dir(root).args(["verify", "--json"]);
    let json = Ran::of(&mut command).json(0);
    let files: Vec<_> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["file"].as_str().unwrap())
        .collect();
    assert!(
        files.contains(&"examples/programs/train_step.capture"),
        "{files:?}"
    );
    let damaged = files.iter().filter(|file| file.contains("/corpus/"));
    assert_eq!(
        damaged.count(),
        0,
        "what is damaged on purpose is left out: {files:?}"
    );
}

//! `list`, `show`, `costs` and `completions`.

use crate::common::Folder;

#[test]
fn list_says_what_each_file_holds() {
    let folder = Folder::filled();
    let text = folder.run(&["list"]).exits(0);
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[1][..2], ["double", "1"]);
    assert_eq!(lines[1].last(), Some(&"programs/double.capture"));
    assert!(text.contains("weights, state"), "{text}");
    assert!(
        !text.contains('\u{1b}'),
        "no terminal, no colours: {text:?}"
    );
}

#[test]
fn list_as_json_has_the_documented_keys() {
    let json = Folder::filled().run(&["list", "--json"]).json(0);
    let step = &json[1];
    assert_eq!(step["name"], "step");
    assert_eq!(step["file"], "step.capture");
    assert_eq!(
        (&step["has_weights"], &step["has_state"]),
        (&true.into(), &true.into())
    );
    // 4 x 2 results of 3 multiply-adds, scaled, squared and summed, by the rate, and added to the total.
    assert_eq!(step["flops"], 8 * 6 + 8 + 8 + 7 + 1 + 1);
    for key in ["source", "line", "operations", "bytes_moved", "peak_bytes"] {
        assert!(!step[key].is_null(), "{key}: {step}");
    }
}

#[test]
fn files_and_folders_are_named_and_each_is_there_once() {
    let folder = Folder::filled();
    let named = ["list", "--json", "programs", "programs/double.capture"];
    let json = folder.run(&named).json(0);
    assert_eq!(json.as_array().map(Vec::len), Some(1), "{json}");
}

#[test]
fn what_git_ignores_and_targets_of_cargo_are_left_out() {
    let folder = Folder::filled();
    folder.write(".gitignore", b"/out/\n");
    let bytes = std::fs::read(folder.at("step.capture")).unwrap();
    folder.write("out/ignored.capture", &bytes);
    folder.write("built/CACHEDIR.TAG", b"");
    folder.write("built/debug/target.capture", &bytes);
    let json = folder.run(&["list", "--json"]).json(0);
    assert_eq!(json.as_array().map(Vec::len), Some(2), "{json}");
}

#[test]
fn cargo_gives_the_subcommand_its_own_name() {
    let folder = Folder::filled();
    let direct = folder.run(&["list"]).exits(0);
    assert_eq!(folder.run(&["capture", "list"]).exits(0), direct);
}

#[test]
fn show_has_the_signature_and_the_listing() {
    let folder = Folder::filled();
    let text = folder.run(&["show", "step.capture"]).exits(0);
    for line in [
        "fn step(",
        "live     rate: f32",
        "state    %",
        "= matmul %",
        "frozen   scale = 0.5",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let json = folder.run(&["show", "step.capture", "--json"]).json(0);
    let parameters = json[0]["parameters"].as_array().unwrap();
    let roles: Vec<_> = parameters
        .iter()
        .map(|parameter| &parameter["role"])
        .collect();
    assert_eq!(roles, ["weights", "state", "input", "live", "frozen"]);
    assert_eq!(json[0]["operations"][0]["name"], "matmul");
    let statement = &json[0]["operations"][0]["statement"];
    assert!(
        statement["text"]
            .as_str()
            .unwrap()
            .starts_with("let h = x.matmul")
    );
}

#[test]
fn costs_of_one_program_are_by_statement_and_by_kind() {
    let folder = Folder::filled();
    let text = folder.run(&["costs", "step.capture"]).exits(0);
    for part in [
        "let h = x.matmul(w.clone()) * scale",
        "\nkind ",
        "matmul",
        "peak memory",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = folder.run(&["costs", "step.capture", "--json"]).json(0);
    assert_eq!(json[0]["costs"]["total"]["flops"], 73);
}

#[test]
fn costs_of_several_stand_side_by_side() {
    let text = Folder::filled().run(&["costs"]).exits(0);
    let header: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["a", "replay", "double", "step"]);
    let flops = text
        .lines()
        .find(|line| line.trim_start().starts_with("FLOPs "))
        .unwrap();
    assert_eq!(
        flops.split_whitespace().collect::<Vec<_>>(),
        ["FLOPs", "8", "73"]
    );
}

#[test]
fn completions_are_for_each_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.run(&["completions", shell]).exits(0);
        assert!(
            script.contains("cargo-capture") && script.contains("verify"),
            "{shell}: {script}"
        );
    }
    let json = folder.run(&["completions", "bash", "--json"]).json(0);
    assert_eq!(json["shell"], "bash");
    folder.run(&["completions", "tcl"]).refused();
}

#[test]
fn help_has_the_exit_codes() {
    let text = Folder::new().run(&["--help"]).exits(0);
    assert!(
        text.contains("Exit codes:") && text.contains("cargo capture"),
        "{text}"
    );
}

#[test]
fn a_folder_without_archives_says_how_to_get_one() {
    let text = Folder::new().run(&["list"]).refused();
    assert!(
        text.contains("no archive") && text.contains("cargo capture bless"),
        "{text}"
    );
}

use super::*;
use std::time::{SystemTime, UNIX_EPOCH};

const TEXT: &str = "```text\nstep (src/a.rs:7) {\n  %1 = add %0  // src/a.rs:12:5 y\n}\n```\n";

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let name = format!("{name}-{}-{}", std::process::id(), now.as_nanos());
        Self(std::env::temp_dir().join(name))
    }

    fn page(&self, text: &str) -> Page<'static> {
        Page {
            program: "step",
            shown: "programs/step.md".to_owned(),
            path: self.0.join("programs").join("step.md"),
            text: text.to_owned(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_page_is_written_then_current_then_stale() {
    let folder = Folder::new("page");
    let page = folder.page(TEXT);
    let missing = page.compare().unwrap_err();
    assert!(
        missing.contains("`programs/step.md` of `step` does not exist"),
        "{missing}"
    );
    assert!(
        missing.contains("run with CAPTURE_BLESS=1 to write it"),
        "{missing}"
    );
    page.write().unwrap();
    page.compare().unwrap();
    let names: Vec<_> = fs::read_dir(folder.0.join("programs"))
        .unwrap()
        .flatten()
        .collect();
    assert_eq!(names.len(), 1, "nothing else is left: {names:?}");

    let moved = TEXT.replace(":12:5", ":112:9").replace(":7", ":107");
    folder.page(&moved).compare().unwrap();
    folder.page(&TEXT.replace('\n', "\r\n")).compare().unwrap();

    let changed = folder.page(&TEXT.replace("add", "sub"));
    let message = changed.compare().unwrap_err();
    for expected in [
        "`step` is another program than its page `programs/step.md` shows",
        "--- programs/step.md, checked in",
        "+++ captured now",
        "-  %1 = add %0  // src/a.rs y",
        "+  %1 = sub %0  // src/a.rs y",
        "run with CAPTURE_BLESS=1 to write it",
    ] {
        assert!(message.contains(expected), "{expected} is not in {message}");
    }
    changed.write().unwrap();
    changed.compare().unwrap();
    page.compare().unwrap_err();
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "a file").unwrap();
    let message = folder.page(TEXT).write().unwrap_err();
    assert!(
        message.contains("of `step` cannot be written: "),
        "{message}"
    );
    fs::remove_file(&folder.0).unwrap();
}

#[test]
fn only_places_are_left_out() {
    let same = |text: &str| assert_eq!(without_places(text), format!("{text}\n"));
    same("x: f32[2, 3] = add %1 %2");
    same("a.rs: %3");
    same("a.rs:x");
    assert_eq!(
        without_places("src/a.rs:3:4 y, b.rs:5"),
        "src/a.rs y, b.rs\n"
    );
    assert_eq!(
        without_places("| line    | n |\n|---------|--:|\n| a.rs:10 | 1 |"),
        without_places("| line     | n |\n|----------|--:|\n| a.rs:110 | 1 |"),
    );
}

//! The generated test of a page can fail. Where pages are blessed, it writes instead.

use burn::prelude::*;
use capture_runtime::__private::documented;
use capture_runtime::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[capture_program]
#[allow(deprecated)] // a new factor is to be another program
fn scaled(x: Tensor<1>, #[frozen] by: f32) -> Tensor<1> {
    x * by
}

/// Where the pages of these tests lie: in the target folder, and not among those that are checked in.
const HERE: &str = env!("CARGO_TARGET_TMPDIR");

/// What the test of the page in `folder` panics with; `None` where it passes.
fn failure(program: &Program, folder: &str) -> Option<String> {
    let test = AssertUnwindSafe(|| documented(program, HERE, folder));
    let panic = catch_unwind(test).err()?;
    Some(*panic.downcast::<String>().expect("a message"))
}

/// Whether pages are written, and not compared.
fn blessing() -> bool {
    std::env::var_os("CAPTURE_BLESS").is_some_and(|value| value == "1")
}

#[test]
fn a_page_that_is_not_there_is_asked_for() -> Result<(), RecordError> {
    let program = scaled::capture(TensorSpec::float([4]), 2.0)?;
    let page = Path::new(HERE).join("absent/scaled.md");
    let _ = std::fs::remove_file(&page);
    let message = failure(&program, "absent");
    if blessing() {
        assert_eq!((message, page.is_file()), (None, true));
        return Ok(());
    }
    assert_eq!(
        message.as_deref(),
        Some(
            "the page `absent/scaled.md` of `scaled` does not exist: run with CAPTURE_BLESS=1 to write it"
        )
    );
    assert!(!page.exists());
    Ok(())
}

#[test]
fn a_page_of_another_program_is_told_apart() -> Result<(), RecordError> {
    let program = scaled::capture(TensorSpec::float([4]), 2.0)?;
    let folder = Path::new(HERE).join("changed");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("scaled.md"), program.to_markdown()).expect("a page");
    assert_eq!(failure(&program, "changed"), None);
    let program = scaled::capture(TensorSpec::float([4]), 3.0)?;
    let message = failure(&program, "changed");
    if blessing() {
        assert_eq!(message, None);
        return Ok(());
    }
    let message = message.expect("the program is another");
    for expected in [
        "-  frozen   by = 2.0",
        "+  frozen   by = 3.0",
        "-| frozen | `by` | `f32` | = `2.0` |",
        "CAPTURE_BLESS=1",
    ] {
        assert!(message.contains(expected), "{expected} is not in {message}");
    }
    Ok(())
}

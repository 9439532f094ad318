//! `verify`: every check on every archive, and its page.

use crate::answer::{Answer, GREEN, RED, styled};
use crate::cli::Programs;
use crate::files;
use crate::progress::Progress;
use crate::table::counted;
use crate::trouble::Trouble;
use capture_runtime::{Archive, ArchiveCause, ArchiveError, Program};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::Path;

/// What `--json` prints for one archive.
#[derive(Serialize)]
struct Row {
    file: String,
    ok: bool,
    name: Option<String>,
    page: Page,
    error: Option<Failure>,
    difference: Option<String>,
}

/// The page beside an archive.
#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Page {
    Same,
    Differs,
    None,
}

#[derive(Serialize)]
struct Failure {
    code: &'static str,
    message: String,
}

pub(crate) fn run(programs: &Programs) -> Result<Answer, Trouble> {
    let paths = files::find(&programs.paths)?;
    let mut rows = Vec::new();
    let mut progress = Progress::new(paths.len(), "verifying");
    for path in &paths {
        rows.push(verify(path)?);
        progress.step();
    }
    drop(progress);
    let failed = rows.iter().filter(|row| !row.ok).count();
    let mut text: String = rows.iter().map(Row::text).collect();
    text += &match failed {
        0 => format!("{} verified\n", counted(rows.len(), "archive")),
        _ => format!("{failed} of {} failed\n", counted(rows.len(), "archive")),
    };
    let code = u8::from(failed > 0);
    Ok(Answer::new(text, &rows).exits(code))
}

/// Checks one archive. A file that cannot be read at all says nothing about the archive in it: that is trouble.
fn verify(path: &Path) -> Result<Row, Trouble> {
    let row =
        |name: Option<String>, page, error: Option<Failure>, difference: Option<String>| Row {
            file: path.display().to_string(),
            ok: error.is_none() && difference.is_none(),
            name,
            page,
            error,
            difference,
        };
    let archive = match Archive::load(path) {
        Ok(archive) => archive,
        Err(error) if matches!(error.cause(), ArchiveCause::Io { .. }) => return Err(error.into()),
        Err(error) => return Ok(row(None, Page::None, Some(failure(&error)), None)),
    };
    let program = archive.program();
    let (page, difference) = compared(program, path)?;
    Ok(row(Some(program.name().to_owned()), page, None, difference))
}

fn failure(error: &ArchiveError) -> Failure {
    Failure {
        code: error.code(),
        message: error.to_string(),
    }
}

/// The program beside the page of its archive.
fn compared(program: &Program, archive: &Path) -> Result<(Page, Option<String>), Trouble> {
    let path = archive.with_extension("md");
    match std::fs::read_to_string(&path) {
        Ok(page) => Ok(match program.page_difference(&page) {
            None => (Page::Same, None),
            Some(difference) => (Page::Differs, Some(difference)),
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((Page::None, None)),
        Err(error) => Err(Trouble::io(path, "read", error)),
    }
}

impl Row {
    fn text(&self) -> String {
        let verdict = match self.ok {
            true => styled(GREEN, "ok    "),
            false => styled(RED, "FAILED"),
        };
        let page = match self.page {
            Page::Same => "  the page beside it shows this program",
            Page::Differs => "  the page beside it shows another program",
            Page::None => "",
        };
        let mut text = format!("{verdict} {}{page}\n", self.file);
        let details = self.error.as_ref().map(|error| error.message.as_str());
        for line in details.or(self.difference.as_deref()).unwrap_or("").lines() {
            text += &format!("       {line}\n");
        }
        text
    }
}

//! `doc`: pages of programs.

use crate::answer::Answer;
use crate::cli::{Doc, Format};
use crate::files::{self, Found, finished};
use crate::progress::Progress;
use crate::trouble::Trouble;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What `--json` prints for one program.
#[derive(Serialize)]
struct Row {
    name: String,
    file: String,
    written: Vec<String>,
}

pub(crate) fn run(doc: &Doc) -> Result<Answer, Trouble> {
    let (found, stopped) = files::load(&doc.programs.paths)?;
    let mut seen = BTreeSet::new();
    for found in &found {
        let stem = stem(doc, found);
        if !seen.insert(stem.clone()) {
            return Err(Trouble::SameFile(stem));
        }
    }
    if let Some(folder) = &doc.output {
        std::fs::create_dir_all(folder).map_err(|error| Trouble::io(folder, "made", error))?;
    }
    let (mut text, mut rows) = (String::new(), Vec::new());
    let mut progress = Progress::new(found.len(), "writing pages");
    for found in &found {
        let written = pages(doc, found)?;
        for path in &written {
            text += &format!("{path}\n");
        }
        rows.push(Row {
            name: found.archive.program().name().to_owned(),
            file: found.path.display().to_string(),
            written,
        });
        progress.step();
    }
    Ok(finished(Answer::new(text, &rows), stopped))
}

/// The path of a program's pages, without their endings.
fn stem(doc: &Doc, found: &Found) -> PathBuf {
    let beside = found.path.parent().unwrap_or(Path::new(""));
    let folder = doc.output.as_deref().unwrap_or(beside);
    folder.join(found.archive.program().file_stem())
}

/// Writes the pages of one program, and says which.
fn pages(doc: &Doc, found: &Found) -> Result<Vec<String>, Trouble> {
    let (program, stem) = (found.archive.program(), stem(doc, found));
    let mut written = Vec::new();
    let mut write = |ending: &str, page: String| {
        // `with_extension` would take what follows the dot of a method's name.
        let mut path = stem.clone().into_os_string();
        path.push(ending);
        let path = PathBuf::from(path);
        std::fs::write(&path, page).map_err(|error| Trouble::io(&path, "written", error))?;
        written.push(path.display().to_string());
        Ok::<(), Trouble>(())
    };
    let wanted = |format: Format| doc.format == format || doc.format == Format::All;
    if wanted(Format::Md) {
        write(".md", program.to_markdown())?;
    }
    if wanted(Format::Svg) || wanted(Format::Md) {
        write(".svg", program.to_svg())?;
    }
    if wanted(Format::Html) {
        write(".html", program.to_html())?;
    }
    Ok(written)
}

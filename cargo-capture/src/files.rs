//! The archives that a path names.

use crate::answer::note;
use crate::git;
use crate::progress::Progress;
use crate::trouble::Trouble;
use capture_runtime::Archive;
use ignore::WalkBuilder;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The ending of an archive.
const ENDING: &str = "capture";

/// An archive that was read, and where it stands, as it was named.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) archive: Archive,
}

/// Whether `path` has the ending of an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// The archives that `paths` name, in order, each once: files as they are, folders with everything below them that is not ignored or
/// that git tracks. Without paths those of the current folder.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here } else { paths };
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for path in paths {
        let kind = std::fs::metadata(path).map_err(|error| Trouble::io(path, "read", error))?;
        let more = match kind.is_dir() {
            true => below(path)?,
            false => vec![path.clone()],
        };
        found.extend(more.into_iter().filter(|path| seen.insert(path.clone())));
    }
    if found.is_empty() {
        let names: Vec<_> = paths
            .iter()
            .map(|path| format!("`{}`", path.display()))
            .collect();
        return Err(Trouble::None(names.join(", ")));
    }
    Ok(found)
}

/// The archives below a folder, sorted: those that are not ignored, and those that git tracks though a pattern of git ignores them. What
/// a `.ignore` file names is left out either way.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let mut found = walked(folder, true)?;
    let tracked = git::tracked(folder).into_iter();
    let mut tracked: BTreeSet<PathBuf> = tracked.map(|path| plain(&folder.join(path))).collect();
    tracked.retain(|path| !found.contains(path));
    if !tracked.is_empty() {
        let all = walked(folder, false)?;
        found.extend(all.into_iter().filter(|path| tracked.contains(path)));
    }
    Ok(found.into_iter().collect())
}

/// Without the dot of the current folder, paths are as people write them.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}

/// The archives below a folder that no `.ignore` file names, and with `git` no pattern of git.
fn walked(folder: &Path, git: bool) -> Result<BTreeSet<PathBuf>, Trouble> {
    let mut found = BTreeSet::new();
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false);
    walk.git_ignore(git).git_exclude(git).git_global(git);
    // Cargo marks its target folders so, and they are not always ignored.
    walk.filter_entry(|entry| !entry.path().join("CACHEDIR.TAG").is_file());
    for entry in walk.build() {
        let entry = entry.map_err(|error| {
            let source = std::io::Error::other(error.to_string());
            Trouble::io(folder, "searched", source)
        })?;
        if is_archive(entry.path()) && entry.path().is_file() {
            found.insert(plain(entry.path()));
        }
    }
    Ok(found)
}

/// Reads the archives that `paths` name. Those that cannot be read are reported, and then the command stops after the others:
/// the second value is what it stops with.
pub(crate) fn load(paths: &[PathBuf]) -> Result<(Vec<Found>, Option<Trouble>), Trouble> {
    let paths = find(paths)?;
    let mut found = Vec::new();
    let mut failed = Vec::new();
    let mut progress = Progress::new(paths.len(), "reading");
    for path in &paths {
        match Archive::load(path) {
            Ok(archive) => found.push(Found {
                path: path.clone(),
                archive,
            }),
            Err(error) => failed.push(Trouble::from(error)),
        }
        progress.step();
    }
    drop(progress);
    if found.is_empty() && failed.len() == 1 {
        return Err(failed.remove(0));
    }
    for trouble in &failed {
        trouble.print();
    }
    let stopped = (!failed.is_empty()).then_some(Trouble::Some(failed.len(), paths.len()));
    match (found.is_empty(), stopped) {
        (true, Some(trouble)) => Err(trouble),
        (_, stopped) => Ok((found, stopped)),
    }
}

/// The answer, or a note of what stopped the command and the exit code for it.
pub(crate) fn finished(
    answer: crate::answer::Answer,
    stopped: Option<Trouble>,
) -> crate::answer::Answer {
    match stopped {
        None => answer,
        Some(trouble) => {
            note(&format!("note: {trouble}"));
            answer.exits(2)
        }
    }
}

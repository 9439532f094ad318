//! What git knows: tracked files, revisions, and files in them.

use crate::trouble::Trouble;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A commit, by its full hash.
#[derive(Clone, Debug)]
pub(crate) struct Commit(String);

/// The files that git tracks below `folder`, from there; none where there is no git or no repository.
pub(crate) fn tracked(folder: &Path) -> Vec<PathBuf> {
    let listed = git(folder, ["ls-files", "-z", "--", "*.capture"]);
    listed.map_or_else(|_| Vec::new(), |text| paths(&text))
}

/// The commit that `name` names in the repository of `folder`.
pub(crate) fn commit(folder: &Path, name: &str) -> Result<Commit, Trouble> {
    let wanted = format!("{name}^{{commit}}");
    let asked = git(
        folder,
        [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &wanted,
        ],
    );
    match asked {
        Ok(hash) => Ok(Commit(String::from_utf8_lossy(&hash).trim().to_owned())),
        Err(Trouble::Git { message, .. }) => Err(Trouble::NoSuchSide {
            name: name.to_owned(),
            message: match message.is_empty() {
                true => "git knows no such revision".to_owned(),
                false => message,
            },
        }),
        Err(trouble) => Err(trouble),
    }
}

/// The archives at or below `folder` in a commit, from there, without those that a `.ignore` file of the commit names.
pub(crate) fn archives(folder: &Path, commit: &Commit) -> Result<Vec<PathBuf>, Trouble> {
    let text = git(folder, ["ls-tree", "-r", "-z", "--name-only", &commit.0])?;
    let mut found = paths(&text);
    let ignored = found.iter().filter(|path| path.ends_with(".ignore"));
    let ignored = ignored.map(|path| patterns(path, &show(folder, commit, path)?));
    let ignored = ignored.collect::<Result<Vec<_>, Trouble>>()?;
    let named = |path: &Path| {
        let each = ignored
            .iter()
            .filter(|patterns| path.starts_with(patterns.path()));
        let mut each = each.map(|patterns| patterns.matched_path_or_any_parents(path, false));
        each.any(|matched| matched.is_ignore())
    };
    found.retain(|path| crate::files::is_archive(path) && !named(path));
    found.sort();
    Ok(found)
}

/// The patterns of a `.ignore` file, for what is below its folder.
fn patterns(path: &Path, text: &[u8]) -> Result<Gitignore, Trouble> {
    let mut builder = GitignoreBuilder::new(path.parent().unwrap_or(Path::new("")));
    let unreadable = |error: ignore::Error| Trouble::io(path, "read", std::io::Error::other(error));
    for line in String::from_utf8_lossy(text).lines() {
        builder.add_line(None, line).map_err(unreadable)?;
    }
    builder.build().map_err(unreadable)
}

/// The bytes of a file in a commit; `path` is from `folder`.
pub(crate) fn show(folder: &Path, commit: &Commit, path: &Path) -> Result<Vec<u8>, Trouble> {
    let mut name = std::ffi::OsString::from(format!("{}:./", commit.0));
    name.push(path);
    git(folder, [OsStr::new("show"), &name])
}

/// Paths that end in a zero byte each.
fn paths(text: &[u8]) -> Vec<PathBuf> {
    let names = text
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty());
    names.map(path).collect()
}

#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(name))
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}

fn git<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Result<Vec<u8>, Trouble> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    let asked = command.get_args().skip(2);
    let asked: Vec<_> = asked
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let failed = |message: String| Trouble::Git {
        command: asked.join(" "),
        message,
    };
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .map_err(|error| failed(error.to_string()))?;
    match status.success() {
        true => Ok(stdout),
        false => Err(failed(String::from_utf8_lossy(&stderr).trim().to_owned())),
    }
}

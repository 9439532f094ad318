//! `diff`: two archives, folders or revisions.

use crate::answer::{Answer, BOLD, DIM, GREEN, RED, styled};
use crate::cli::Diff;
use crate::diff::{self, Difference};
use crate::files;
use crate::git::{self, Commit};
use crate::progress::Progress;
use crate::table::counted;
use crate::trouble::Trouble;
use capture_runtime::{Archive, Limits, Program};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A program, and the file that it is in.
pub(super) struct Named {
    /// The file, from the folder that was searched.
    pub(super) file: PathBuf,
    pub(super) program: Program,
}

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct Report {
    equal: bool,
    added: Vec<Alone>,
    removed: Vec<Alone>,
    programs: Vec<Compared>,
}

/// A program without a counterpart.
#[derive(Serialize)]
struct Alone {
    name: String,
    file: String,
}

#[derive(Serialize)]
struct Compared {
    name: String,
    old_file: String,
    new_file: String,
    equal: bool,
    difference: Difference,
}

/// Where the programs of one side are.
enum Side {
    File(PathBuf),
    Folder(PathBuf),
    Commit(Commit),
}

impl Side {
    fn named(name: &str) -> Result<Self, Trouble> {
        let path = Path::new(name);
        match std::fs::metadata(path) {
            Ok(kind) if kind.is_dir() => Ok(Self::Folder(path.to_owned())),
            Ok(_) => Ok(Self::File(path.to_owned())),
            Err(_) => git::commit(Path::new("."), name).map(Self::Commit),
        }
    }

    fn load(&self, only: &[PathBuf]) -> Result<Vec<Named>, Trouble> {
        match self {
            Self::File(path) => Ok(vec![Named {
                file: path.clone(),
                program: Archive::load(path)?.program().clone(),
            }]),
            Self::Folder(folder) => in_folder(folder, only),
            Self::Commit(commit) => in_commit(Path::new("."), commit, only),
        }
    }
}

/// Whether a file is at or below one of the paths, or there are none.
fn wanted(file: &Path, only: &[PathBuf]) -> bool {
    let below = |path: &PathBuf| file.starts_with(path.strip_prefix(".").unwrap_or(path));
    only.is_empty() || only.iter().any(below)
}

fn in_folder(folder: &Path, only: &[PathBuf]) -> Result<Vec<Named>, Trouble> {
    let mut found = Vec::new();
    for path in files::below(folder)? {
        let file = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        if wanted(&file, only) {
            let program = Archive::load(&path)?.program().clone();
            found.push(Named { file, program });
        }
    }
    Ok(found)
}

/// The programs that a commit has at or below `folder`.
pub(super) fn in_commit(
    folder: &Path,
    commit: &Commit,
    only: &[PathBuf],
) -> Result<Vec<Named>, Trouble> {
    let mut files = git::archives(folder, commit)?;
    files.retain(|file| wanted(file, only));
    let mut found = Vec::new();
    let mut progress = Progress::new(files.len(), "reading the revision");
    for file in files {
        let bytes = git::show(folder, commit, &file)?;
        let archive = Archive::from_bytes(&bytes, &Limits::default())
            .map_err(|error| Trouble::InCommit(file.clone(), error))?;
        let program = archive.program().clone();
        found.push(Named { file, program });
        progress.step();
    }
    Ok(found)
}

pub(crate) fn run(options: &Diff) -> Result<Answer, Trouble> {
    let both = match (&options.new, options.old.split_once("..")) {
        (None, Some((old, new))) if !Path::new(&options.old).exists() => {
            // As for git, what is left out is the revision that is checked out.
            let named = |name: &str| Side::named(if name.is_empty() { "HEAD" } else { name });
            (named(old)?, named(new)?)
        }
        (Some(new), _) => (Side::named(&options.old)?, Side::named(new)?),
        (None, _) => match Side::named(&options.old)? {
            old @ Side::Commit(_) => (old, Side::Folder(PathBuf::from("."))),
            _ => return Err(Trouble::OneSide(options.old.clone())),
        },
    };
    let (old, new) = (both.0.load(&options.only)?, both.1.load(&options.only)?);
    if old.is_empty() && new.is_empty() {
        return Err(Trouble::None("both sides".to_owned()));
    }
    let files = matches!(both, (Side::File(_), Side::File(_)));
    let report = Report::new(&old, &new, files);
    Ok(report.answer())
}

/// Pairs programs by their names, and those of one name by their files; with `files` there is one of each side, whatever their names.
fn paired<'p>(
    old: &'p [Named],
    new: &'p [Named],
    files: bool,
) -> Vec<(Option<&'p Named>, Option<&'p Named>)> {
    if files {
        return vec![(old.first(), new.first())];
    }
    let mut names: BTreeMap<&str, (Vec<&Named>, Vec<&Named>)> = BTreeMap::new();
    for named in old {
        names.entry(named.program.name()).or_default().0.push(named);
    }
    for named in new {
        names.entry(named.program.name()).or_default().1.push(named);
    }
    let mut pairs = Vec::new();
    for (mut old, mut new) in names.into_values() {
        if let ([a], [b]) = (old.as_slice(), new.as_slice()) {
            pairs.push((Some(*a), Some(*b)));
            continue;
        }
        old.retain(|a| {
            let place = new.iter().position(|b| a.file == b.file);
            let partner = place.map(|place| new.remove(place));
            pairs.extend(partner.map(|b| (Some(*a), Some(b))));
            partner.is_none()
        });
        pairs.extend(old.into_iter().map(|a| (Some(a), None)));
        pairs.extend(new.into_iter().map(|b| (None, Some(b))));
    }
    pairs
}

impl Report {
    pub(super) fn new(old: &[Named], new: &[Named], files: bool) -> Self {
        let alone = |named: &Named| Alone {
            name: named.program.name().to_owned(),
            file: named.file.display().to_string(),
        };
        let (mut added, mut removed, mut programs) = (Vec::new(), Vec::new(), Vec::new());
        let pairs = paired(old, new, files);
        let mut progress = Progress::new(pairs.len(), "comparing");
        for pair in pairs {
            match pair {
                (Some(a), Some(b)) => {
                    let difference = diff::compare(&a.program, &b.program);
                    programs.push(Compared {
                        name: b.program.name().to_owned(),
                        old_file: a.file.display().to_string(),
                        new_file: b.file.display().to_string(),
                        equal: difference.is_empty(),
                        difference,
                    });
                }
                (a, b) => {
                    removed.extend(a.map(alone));
                    added.extend(b.map(alone));
                }
            }
            progress.step();
        }
        let equal = added.is_empty() && removed.is_empty();
        Self {
            equal: equal && programs.iter().all(|program| program.equal),
            added,
            removed,
            programs,
        }
    }

    /// Whether the sides are equal.
    pub(super) fn equal(&self) -> bool {
        self.equal
    }

    /// The report for people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for program in self.programs.iter().filter(|program| !program.equal) {
            let files = match program.old_file == program.new_file {
                true => program.new_file.clone(),
                false => format!("{} -> {}", program.old_file, program.new_file),
            };
            text += &format!("{}  {}\n", styled(BOLD, &program.name), styled(DIM, files));
            text += &diff::text(&program.difference);
        }
        for alone in &self.removed {
            let line = format!("- {}  {}", alone.name, alone.file);
            text += &format!("{}\n", styled(RED, line));
        }
        for alone in &self.added {
            let line = format!("+ {}  {}", alone.name, alone.file);
            text += &format!("{}\n", styled(GREEN, line));
        }
        if self.equal {
            let count = counted(self.programs.len(), "program");
            text += &format!("{count} compared, no difference\n");
        }
        text
    }

    fn answer(&self) -> Answer {
        Answer::new(self.text(), self).exits(u8::from(!self.equal))
    }
}

//! The table beside the sources of Burn.
//!
//! An upgrade of Burn that adds a method, or makes one read the host, fails here until somebody has read
//! what it does.

mod names;
mod reads;

use cargo_metadata::{Metadata, MetadataCommand};
use std::path::{Path, PathBuf};
use syn::{Attribute, File, Meta};

/// `#[cfg(test)]`.
fn is_test(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    }
}

/// The workspace and everything that it locks, for this host.
fn metadata() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let locked = ["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let found = MetadataCommand::new()
        .manifest_path(manifest)
        .other_options(locked.map(str::to_owned))
        .exec();
    match found {
        Ok(metadata) => metadata,
        Err(error) => panic!("cargo does not tell where Burn's sources are: {error}"),
    }
}

/// The folder of a locked crate's sources.
fn sources(metadata: &Metadata, name: &str) -> PathBuf {
    let mut packages = metadata
        .packages
        .iter()
        .filter(|package| package.name == name);
    match (packages.next(), packages.next()) {
        (Some(package), None) => match package.manifest_path.parent() {
            Some(folder) => folder.join("src").into(),
            None => panic!("{name} is nowhere"),
        },
        _ => panic!("{name} is not locked, or more than once"),
    }
}

/// Every file of a locked crate.
fn files(package: &str) -> Vec<File> {
    let mut found = Vec::new();
    read(&sources(&metadata(), package), &mut found);
    found
}

/// Reads every file below `folder`.
fn read(folder: &Path, found: &mut Vec<File>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        panic!("{} cannot be read", folder.display())
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).unwrap_or_default();
            match syn::parse_file(&source) {
                Ok(file) => found.push(file),
                Err(error) => panic!("{} is not read: {error}", path.display()),
            }
        }
    }
}

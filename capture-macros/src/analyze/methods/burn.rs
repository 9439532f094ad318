//! The table beside Burn: every public method of the locked version is known, and no other.
//!
//! An upgrade of Burn that adds a method fails here until somebody has read what the method does.

use super::{Names, module, others, tensor};
use cargo_metadata::{Metadata, MetadataCommand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, ItemFn, ItemImpl, ItemMod, ItemTrait, Meta, TraitItem, Visibility};

/// A type or trait of Burn with what the table knows of it.
struct Holder {
    package: &'static str,
    name: &'static str,
    known: Vec<&'static str>,
}

fn holder(package: &'static str, name: &'static str, known: Vec<&'static str>) -> Holder {
    Holder {
        package,
        name,
        known,
    }
}

/// Every name of a table.
fn names<T>(table: Names<T>) -> Vec<&'static str> {
    table
        .iter()
        .flat_map(|(_, names)| names.split_whitespace())
        .collect()
}

fn holders() -> [Holder; 10] {
    let mut of_tensor = names(tensor::METHODS);
    of_tensor.extend(names(tensor::CREATIONS));
    [
        holder("burn-tensor", "Tensor", of_tensor),
        holder("burn-tensor", "Device", names(others::DEVICE)),
        holder("burn-tensor", "Transaction", names(others::TRANSACTION)),
        holder("burn-tensor", "Gradients", names(others::GRADIENTS)),
        holder("burn-std", "TensorData", names(others::DATA)),
        holder("burn-core", "Module", names(module::MODULE)),
        holder("burn-core", "Param", names(module::PARAM)),
        holder("burn-core", "RunningState", names(module::RUNNING_STATE)),
        holder("burn-linalg", FREE, names(others::LINALG)),
        holder(
            "burn-optim",
            "GradientsParams",
            names(others::GRADIENTS_PARAMS),
        ),
    ]
}

/// The holder of functions that belong to no type.
const FREE: &str = "";

/// The public functions of one type or trait, associated ones included.
struct Finder<'n> {
    holder: &'n str,
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let inherent = item.trait_.is_none();
        if !inherent || crate::analyze::types::name(&item.self_ty).as_deref() != Some(self.holder) {
            return;
        }
        for member in &item.items {
            if let ImplItem::Fn(function) = member
                && matches!(function.vis, Visibility::Public(_))
            {
                self.found.insert(function.sig.ident.to_string());
            }
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if self.holder == FREE && matches!(item.vis, Visibility::Public(_)) {
            self.found.insert(item.sig.ident.to_string());
        }
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        for member in item.items.iter().filter(|_| item.ident == self.holder) {
            if let TraitItem::Fn(function) = member {
                self.found.insert(function.sig.ident.to_string());
            }
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}

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

/// Reads every file below `folder`.
fn read(folder: &Path, finder: &mut Finder<'_>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        panic!("{} cannot be read", folder.display())
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            read(&path, finder);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).unwrap_or_default();
            match syn::parse_file(&source) {
                Ok(file) => finder.visit_file(&file),
                Err(error) => panic!("{} is not read: {error}", path.display()),
            }
        }
    }
}

#[test]
fn the_table_is_burns() {
    let metadata = metadata();
    let mut wrong = String::new();
    for holder in holders() {
        let mut finder = Finder {
            holder: holder.name,
            found: BTreeSet::new(),
        };
        read(&sources(&metadata, holder.package), &mut finder);
        let known: BTreeSet<String> = holder.known.iter().map(ToString::to_string).collect();
        for (what, names) in [
            ("unknown", finder.found.difference(&known)),
            ("vanished", known.difference(&finder.found)),
        ] {
            let names: Vec<&str> = names.map(String::as_str).collect();
            if !names.is_empty() {
                let names = names.join(" ");
                wrong += &format!("{what} in {} {}: {names}\n", holder.package, holder.name);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "read what these do, and change the tables in `methods/`:\n{wrong}"
    );
}

#[test]
fn names_are_listed_once() {
    for holder in holders() {
        let mut seen = BTreeSet::new();
        for name in holder.known {
            assert!(
                seen.insert(name),
                "`{name}` of `{}` is listed twice",
                holder.name
            );
        }
    }
}

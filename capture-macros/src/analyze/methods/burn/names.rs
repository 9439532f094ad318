//! Every public method of the locked version is known, and no other.

use super::super::{Names, module, others, tensor};
use super::{files, is_test};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{ImplItem, ItemFn, ItemImpl, ItemMod, ItemTrait, TraitItem, Visibility};

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

#[test]
fn the_table_is_burns() {
    let mut wrong = String::new();
    for holder in holders() {
        let mut finder = Finder {
            holder: holder.name,
            found: BTreeSet::new(),
        };
        for file in files(holder.package) {
            finder.visit_file(&file);
        }
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

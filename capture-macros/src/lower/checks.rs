//! The tests to generate, and the page that rustdoc shows.

use super::Argument;
use crate::ast::ProgramFn;
use proc_macro2::Ident;
use quote::format_ident;
use std::path::Path;
use syn::Expr;
use syn::ext::IdentExt;

/// What `test`, `document` and `example` ask for.
pub(crate) struct Checks {
    /// The module of the generated tests.
    pub(crate) module: Ident,
    /// How many steps are compared; `None` without the test.
    pub(crate) steps: Option<usize>,
    /// The page that is compared.
    pub(crate) page: Option<Page>,
    /// What the example says of each parameter, in the order of the parameters.
    pub(crate) values: Vec<Option<Expr>>,
}

/// The page of a program.
pub(crate) struct Page {
    /// Its folder, from the folder of the crate.
    pub(crate) folder: String,
    /// The files to include in the documentation, from the folder of the crate: those that are there.
    pub(crate) included: Vec<String>,
}

/// Decides what is generated; `None` where nothing is asked for.
pub(super) fn checks(program: &ProgramFn, arguments: &[Argument]) -> Option<Checks> {
    let options = &program.options;
    let steps = options.test.as_ref().map(|test| test.steps);
    let name = program.sig.ident.unraw();
    let document = options.document.as_ref();
    let page = document.map(|document| page(document.folder.value(), &name));
    if steps.is_none() && page.is_none() {
        return None;
    }
    let value = |argument: &Argument| {
        let mut entries = options.example.iter().flat_map(|example| &example.entries);
        let entry = entries.find(|entry| entry.name.unraw() == argument.label)?;
        Some(entry.value.clone())
    };
    Some(Checks {
        module: format_ident!("{name}_program", span = program.sig.ident.span()),
        steps,
        page,
        values: arguments.iter().map(value).collect(),
    })
}

/// The page, and which of its files exist: the drawing comes before the listing.
fn page(folder: String, name: &Ident) -> Page {
    // Set by Cargo; another builder that does not set it has no pages in the documentation.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let files = ["svg", "md"].map(|extension| format!("{folder}/{name}.{extension}"));
    let is_there =
        |file: &String| !manifest.is_empty() && Path::new(&manifest).join(file).is_file();
    let included = files.into_iter().filter(is_there).collect();
    Page { folder, included }
}

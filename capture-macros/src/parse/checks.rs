//! The options of the generated tests: `test = 10`, `document = "programs"`, `example(x = TensorSpec::float([4]))`.

use crate::ast::{Document, Entry, Example, Test};
use crate::diag::{Code, Diagnostic, Errors};
use std::path::{Component, Path};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, LitStr, Token};

/// How many steps `test` alone runs.
const STEPS: usize = 4;

/// Reads what follows `test`: nothing, or a number of steps.
pub(super) fn test(cx: &mut Errors, name: &Ident, input: ParseStream) -> syn::Result<Test> {
    let mut test = Test {
        name: name.clone(),
        steps: STEPS,
    };
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Ok(test);
    }
    let value: LitInt = input.parse()?;
    match value.base10_parse::<usize>() {
        Ok(steps) if steps > 0 => test.steps = steps,
        _ => Diagnostic::new(Code::CP0001, "`test` must be a positive number of steps")
            .note("each step is run eagerly and replayed, and the results and the state compared")
            .help(format!("write `test` for {STEPS} steps"))
            .under(&value, cx),
    }
    Ok(test)
}

/// Reads the folder of `document`, which lies in the crate.
pub(super) fn document(
    cx: &mut Errors,
    name: &Ident,
    input: ParseStream,
) -> syn::Result<Option<Document>> {
    input.parse::<Token![=]>()?;
    let folder: LitStr = input.parse()?;
    let path = folder.value();
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_));
    if path.is_empty() || path.contains('\\') || !Path::new(&path).components().all(inside) {
        Diagnostic::new(Code::CP0001, "`document` must be a folder inside the crate")
            .note("the page is checked in there, and found from the folder of `Cargo.toml`")
            .help("write `document = \"programs\"`")
            .under(&folder, cx);
        return Ok(None);
    }
    let name = name.clone();
    Ok(Some(Document { name, folder }))
}

/// Reads the entries of `example`.
pub(super) fn example(name: &Ident, input: ParseStream) -> syn::Result<Example> {
    let list;
    syn::parenthesized!(list in input);
    let entries = list.parse_terminated(Entry::parse, Token![,])?;
    Ok(Example {
        name: name.clone(),
        entries: entries.into_iter().collect(),
    })
}

impl Parse for Entry {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        let value = input.parse()?;
        Ok(Self { name, value })
    }
}

//! The generated tests.
//!
//! ```text
//! impl f {
//!     #[cfg(test)] fn __replay_equals_eager() { P::replay_equals_eager(&Self::__definition(), &Self::__example(), 4) }
//!     #[cfg(test)] fn __page_is_current() { P::documented(&P::captured(..), env!("CARGO_MANIFEST_DIR"), "programs") }
//! }
//! #[cfg(test)]
//! mod f_program {
//!     #[test] fn replay_equals_eager() { super::f::__replay_equals_eager() }
//!     #[test] fn page_is_current() { super::f::__page_is_current() }
//! }
//! ```
//!
//! What they do stands in the namespace, where paths are resolved as the user wrote them; the module gives them names.

use super::lints;
use crate::ast::ProgramFn;
use crate::lower::{Checks, Plan};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// A test: its name, and what it runs.
struct Test {
    name: &'static str,
    body: TokenStream,
}

/// The tests that are asked for.
fn tests(plan: &Plan, checks: &Checks) -> Vec<Test> {
    let private = plan.paths.private();
    let definition = &plan.names.definition;
    let mut tests = Vec::new();
    if let Some(steps) = checks.steps {
        let steps = proc_macro2::Literal::usize_unsuffixed(steps);
        tests.push(Test {
            name: "replay_equals_eager",
            body: quote!(#private::replay_equals_eager(&Self::#definition(), &Self::__example(), #steps);),
        });
    }
    if let Some(page) = &checks.page {
        let folder = &page.folder;
        tests.push(Test {
            name: "page_is_current",
            body: quote! {
                #private::documented(
                    &#private::captured(&Self::#definition(), &Self::__example()),
                    ::core::env!("CARGO_MANIFEST_DIR"),
                    #folder,
                );
            },
        });
    }
    tests
}

/// The name of a test's function in the namespace.
fn hidden(test: &Test) -> Ident {
    format_ident!("__{}", test.name)
}

/// What the tests run, for the namespace.
pub(super) fn functions(plan: &Plan, checks: &Checks) -> TokenStream {
    let functions = tests(plan, checks).into_iter().map(|test| {
        let (name, body) = (hidden(&test), test.body);
        quote! {
            #[cfg(test)]
            #[doc(hidden)]
            fn #name() { #body }
        }
    });
    functions.collect()
}

/// The module of the tests, beside the namespace.
pub(super) fn module(program: &ProgramFn, plan: &Plan, checks: &Checks) -> TokenStream {
    let conditions = plan
        .carried
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    let allow = lints::generated();
    let (module, namespace) = (&checks.module, &program.sig.ident);
    let tests = tests(plan, checks).into_iter().map(|test| {
        let (name, function) = (Ident::new(test.name, Span::call_site()), hidden(&test));
        quote! {
            #[::core::prelude::v1::test]
            fn #name() {
                super::#namespace::#function();
            }
        }
    });
    quote! {
        #(#conditions)*
        #[cfg(test)]
        #allow
        mod #module {
            #(#tests)*
        }
    }
}

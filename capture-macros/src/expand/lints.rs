//! The lints that generated code is not judged by: one list for each kind of it.

use crate::lower::Plan;
use proc_macro2::TokenStream;
use quote::quote;

/// For the items that stand in the user's crate and are written by this crate.
///
/// * `dead_code`: a program may be used through `on` only, or through `capture` only;
/// * `non_camel_case_types`, `non_snake_case`: names repeat the user's;
/// * `deprecated`: the items of a deprecated function name each other;
/// * `private_*`, `unreachable_pub`, `elided_*`, `single_use_lifetimes`: the user's signature was judged already;
/// * `missing_*_implementations`: the namespace is a type only because Rust has no other;
/// * `trivial_bounds`: see `lower/bounds.rs`;
/// * `unused_imports`: a probe imports all the traits of which one answers;
/// * `unused_qualifications`: paths are absolute on purpose;
/// * clippy: advice on how to write code by hand.
pub(crate) fn generated() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            deprecated,
            elided_lifetimes_in_paths,
            missing_copy_implementations,
            missing_debug_implementations,
            non_camel_case_types,
            non_snake_case,
            private_bounds,
            private_interfaces,
            single_use_lifetimes,
            trivial_bounds,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
    }
}

/// For the function that holds the expressions of an example: none of them needs to name the device.
pub(crate) fn example() -> TokenStream {
    quote!(#[allow(unused_variables)])
}

/// The same for one of several functions in an `impl` block: the namespace carries the list already.
pub(crate) fn function(plan: &Plan) -> TokenStream {
    if plan.associated {
        generated()
    } else {
        TokenStream::new()
    }
}

/// For the functions that stand in after a mistake: their parameters are there to be called with.
pub(crate) fn stub(plan: &Plan) -> TokenStream {
    let generated = function(plan);
    quote!(#generated #[allow(unused_variables)])
}

/// For the copy of the user's body: the body itself was judged where it was written. Groups are named one by
/// one, since `warnings` does not reach a group that the crate denies.
pub(crate) fn copied() -> TokenStream {
    quote! {
        #[allow(
            warnings,
            deprecated,
            future_incompatible,
            let_underscore,
            nonstandard_style,
            rust_2018_idioms,
            unused,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
    }
}

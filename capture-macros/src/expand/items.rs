//! Where the generated functions stand.

use super::{docs, lints};
use crate::ast::ProgramFn;
use crate::lower::Plan;
use proc_macro2::TokenStream;
use quote::quote;

/// Puts `functions` into the namespace of a free function, or beside an associated one.
///
/// ```text
/// pub enum train_step {}
/// impl train_step { .. }
/// impl CaptureFn for train_step {}
/// ```
///
/// An enum without variants costs nothing and shares no name with the function, which is a value.
pub(super) fn items(program: &ProgramFn, plan: &Plan, functions: &[TokenStream]) -> TokenStream {
    let carried = &plan.carried;
    if plan.associated {
        return functions
            .iter()
            .map(|function| quote!(#(#carried)* #function))
            .collect();
    }
    let (vis, name) = (&program.vis, &program.sig.ident);
    let allow = lints::generated();
    let docs = docs::namespace(plan);
    let private = plan.paths.private();
    quote! {
        #(#carried)*
        #allow
        #docs
        #vis enum #name {}

        #(#carried)*
        #allow
        impl #name {
            #(#functions)*
        }

        #(#carried)*
        #[allow(deprecated)]
        impl #private::CaptureFn for #name {}
    }
}

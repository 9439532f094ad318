//! `#[derive(ProgramState)]`: a struct of modules, tensors and optimizers that a program advances.

use super::structure::{Member, Struct};
use crate::expand::{lints, probe};
use crate::hygiene;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Writes the implementation; what a field's type can do is found by probing it.
pub(crate) fn state(from: &Struct) -> TokenStream {
    let (root, private) = (from.paths.root(), from.paths.private());
    let ident = &from.ident;
    let (impl_generics, ty_generics, where_clause) = from.generics.split_for_impl();
    let [mapper, after, out] = ["mapper", "after", "out"].map(hygiene::local);
    let probe = |Member { ty, span, .. }: &Member| probe::probe(&from.paths, &quote!(#ty), *span);
    let mapped = from.rebuilt(|field| {
        let (
            Member {
                member,
                label,
                span,
                ..
            },
            probe,
        ) = (field, probe(field));
        quote_spanned!(*span=> #private::StateOps::map_field(#label, #probe, self.#member, #mapper))
    });
    let detached = from.rebuilt(|field| {
        let (Member { member, span, .. }, probe) = (field, probe(field));
        quote_spanned!(*span=> #private::StateOps::detach(&#probe, &self.#member))
    });
    let settled = from.fields.iter().map(|field| {
        let (
            Member {
                member, cfg, span, ..
            },
            probe,
        ) = (field, probe(field));
        quote_spanned! {*span=> #(#cfg)*
            #private::StateOps::settle(&#probe, &mut self.#member, &#after.#member);
        }
    });
    let inspected = from.fields.iter().map(|field| {
        let (
            Member {
                member,
                label,
                cfg,
                span,
                ..
            },
            probe,
        ) = (field, probe(field));
        quote_spanned! {*span=> #(#cfg)*
            #private::StateOps::inspect_field(#label, &#probe, &self.#member, #out);
        }
    });
    let watched = from.fields.iter().map(|field| {
        let (
            Member {
                member, cfg, span, ..
            },
            probe,
        ) = (field, probe(field));
        quote_spanned!(*span=> #(#cfg)* #private::StateOps::watch(&#probe, &self.#member, #out);)
    });
    let allow = lints::generated();
    quote! {
        #[automatically_derived]
        #allow
        impl #impl_generics #root::ProgramState for #ident #ty_generics #where_clause {
            fn map_leaves(self, #mapper: &mut dyn #root::LeafMapper) -> Self {
                let _ = &#mapper;
                #mapped
            }

            fn detached(&self) -> Self {
                #detached
            }

            fn settle(&mut self, #after: &Self) {
                let _ = #after;
                #(#settled)*
            }

            fn inspect(&self, #out: &mut #root::Inspection) {
                let _ = &#out;
                #(#inspected)*
            }

            fn watch(&self, #out: &mut ::std::vec::Vec<#root::Watch>) {
                let _ = &#out;
                #(#watched)*
            }
        }
    }
}

//! `#[derive(ProgramOutput)]`: a struct of results.

use super::structure::{Member, Struct};
use crate::expand::lints;
use crate::hygiene;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Writes the implementation.
pub(crate) fn output(from: &Struct) -> TokenStream {
    let root = from.paths.root();
    let ident = &from.ident;
    let generics = from.bounded_by("ProgramOutput");
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let [out, reader] = ["out", "from"].map(hygiene::local);
    let disassembled = disassembled(from, &quote!(ProgramOutput));
    let assembled = from.rebuilt(|Member { ty, span, .. }| {
        let root = from.paths.root_at(*span);
        quote_spanned!(*span=> <#ty as #root::ProgramOutput>::assemble(#reader))
    });
    let allow = lints::generated();
    quote! {
        #[automatically_derived]
        #allow
        impl #impl_generics #root::ProgramOutput for #ident #ty_generics #where_clause {
            fn disassemble(self, #out: &mut #root::Parts) {
                #disassembled
            }

            fn assemble(#reader: &mut #root::Reader<'_>) -> Self {
                #assembled
            }
        }
    }
}

/// Hands out the fields of `self` in order, each under its name.
pub(super) fn disassembled(from: &Struct, of: &TokenStream) -> TokenStream {
    let out = hygiene::local("out");
    from.fields
        .iter()
        .map(
            |Member {
                 member,
                 label,
                 ty,
                 cfg,
                 span,
                 ..
             }| {
                let root = from.paths.root_at(*span);
                quote_spanned! {*span=> #(#cfg)*
                    #out.field(#label, |#out| <#ty as #root::#of>::disassemble(self.#member, #out));
                }
            },
        )
        .collect()
}

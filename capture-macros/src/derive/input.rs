//! `#[derive(ProgramInput)]`: a struct of inputs is one parameter, and its specification a struct of specifications.

use super::structure::{Member, Shape, Struct};
use crate::expand::lints;
use crate::hygiene;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

/// Writes the specification and the implementation.
pub(crate) fn input(from: &Struct) -> TokenStream {
    let specification = specification(from);
    let implementation = implementation(from);
    quote!(#specification #implementation)
}

/// `BatchSpec` beside `Batch`.
fn name(from: &Struct) -> syn::Ident {
    format_ident!("{}Spec", from.ident, span = from.ident.span())
}

/// The struct of specifications, `Clone` and `Debug` written out: derived ones would bound the type parameters
/// and not the specifications.
fn specification(from: &Struct) -> TokenStream {
    let (vis, name) = (&from.vis, name(from));
    let generics = from.bounded_by("ProgramInput");
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let fields = from.fields.iter().map(|field| {
        let Member {
            member,
            label,
            vis,
            ty,
            cfg,
            span,
            generic: _,
        } = field;
        let doc = format!(" The specification of `{label}`.");
        let name = match member {
            syn::Member::Named(name) => Some(quote!(#name:)),
            syn::Member::Unnamed(_) => None,
        };
        let root = from.paths.root_at(*span);
        quote_spanned!(*span=> #(#cfg)* #[doc = #doc] #vis #name <#ty as #root::ProgramInput>::Spec)
    });
    let body = match from.shape {
        Shape::Named => quote!(#where_clause { #(#fields,)* }),
        Shape::Tuple => quote!((#(#fields,)*) #where_clause;),
        Shape::Unit => quote!(#where_clause;),
    };
    let cloned =
        from.rebuilt(|Member { member, .. }| quote!(::core::clone::Clone::clone(&self.#member)));
    let debug = debug(from, &name);
    let doc = format!(
        " The specification of a [`{}`]: what a program needs to know of it.",
        from.ident
    );
    let allow = lints::generated();
    quote! {
        #[doc = #doc]
        #allow
        #vis struct #name #impl_generics #body

        #[automatically_derived]
        #allow
        impl #impl_generics ::core::clone::Clone for #name #ty_generics #where_clause {
            fn clone(&self) -> Self {
                #cloned
            }
        }

        #debug
    }
}

/// `Debug`, where the specifications of the generic fields have it.
fn debug(from: &Struct, name: &syn::Ident) -> TokenStream {
    let mut generics = from.bounded(|span| {
        let root = from.paths.root_at(span);
        quote_spanned!(span=> #root::ProgramInput<Spec: ::core::fmt::Debug>)
    });
    let [formatter, debug] = ["formatter", "debug"].map(hygiene::local);
    let text = name.to_string();
    let allow = lints::generated();
    let fields = from.fields.iter().map(
        |Member {
             member, label, cfg, ..
         }| match from.shape {
            Shape::Named => quote!(#(#cfg)* let _ = #debug.field(#label, &self.#member);),
            Shape::Tuple | Shape::Unit => quote!(#(#cfg)* let _ = #debug.field(&self.#member);),
        },
    );
    let start = match from.shape {
        Shape::Named => quote!(debug_struct),
        Shape::Tuple | Shape::Unit => quote!(debug_tuple),
    };
    generics.make_where_clause();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #allow
        impl #impl_generics ::core::fmt::Debug for #name #ty_generics #where_clause {
            fn fmt(&self, #formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut #debug = #formatter.#start(#text);
                #(#fields)*
                #debug.finish()
            }
        }
    }
}

/// The trait, field by field in order.
fn implementation(from: &Struct) -> TokenStream {
    let root = from.paths.root();
    let (ident, name) = (&from.ident, name(from));
    let generics = from.bounded_by("ProgramInput");
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let [out, spec, reader] = ["out", "spec", "from"].map(hygiene::local);
    let described = from.fields.iter().map(|Member { member, label, ty, cfg, span, .. }| {
        quote_spanned! {*span=> #(#cfg)*
            #out.field(#label, |#out| <#ty as #root::ProgramInput>::describe(&#spec.#member, #out));
        }
    });
    let disassembled = super::output::disassembled(from, &quote!(ProgramInput));
    let assembled = from.rebuilt(|Member { ty, span, .. }| {
        let root = from.paths.root_at(*span);
        quote_spanned!(*span=> <#ty as #root::ProgramInput>::assemble(#reader))
    });
    let allow = lints::generated();
    quote! {
        #[automatically_derived]
        #allow
        impl #impl_generics #root::ProgramInput for #ident #ty_generics #where_clause {
            type Spec = #name #ty_generics;

            fn describe(#spec: &Self::Spec, #out: &mut #root::Parts) {
                let _ = #spec;
                #(#described)*
            }

            fn disassemble(self, #out: &mut #root::Parts) {
                #disassembled
            }

            fn assemble(#reader: &mut #root::Reader<'_>) -> Self {
                #assembled
            }
        }
    }
}

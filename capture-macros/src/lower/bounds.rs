//! The bounds that make an unsupported type one error under its name.
//!
//! A bound that no type parameter takes part in is checked where it is written, and taken for granted by the signature
//! and the body behind it. So `where HashMap<u32, Tensor<2>>: ProgramInput` is refused once, at the user's type, where the
//! generated code would otherwise be refused at every use. Types that are plainly supported need no bound.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    GenericArgument, PathArguments, PredicateType, Token, Type, TypeParamBound, WherePredicate,
    parse_quote,
};

/// `ty: bound` under the user's type, or nothing where it plainly holds.
pub(crate) fn bound(
    ty: &Type,
    bound: impl FnOnce(proc_macro2::Span) -> TokenStream,
) -> Option<WherePredicate> {
    if is_supported(ty) || contains_impl(ty.to_token_stream()) {
        return None;
    }
    Some(predicate(ty, bound))
}

/// `ty: bound` under the user's type.
pub(crate) fn predicate(
    ty: &Type,
    bound: impl FnOnce(proc_macro2::Span) -> TokenStream,
) -> WherePredicate {
    let span = ty.span();
    WherePredicate::Type(PredicateType {
        attrs: Vec::new(),
        lifetimes: None,
        bounded_ty: ty.clone(),
        colon_token: Token![:](span),
        bounds: core::iter::once(TypeParamBound::Verbatim(bound(span))).collect(),
    })
}

/// `for<'capture> ty: bound`, which the compiler takes for granted: a bound with a lifetime of its own is checked
/// where the function is called and not where it is written. For what stands in after a mistake, which may be this type.
pub(crate) fn assumed(
    ty: &Type,
    bound: impl FnOnce(proc_macro2::Span) -> TokenStream,
) -> Option<WherePredicate> {
    let mut assumed = self::bound(ty, bound)?;
    if let WherePredicate::Type(predicate) = &mut assumed {
        predicate.lifetimes = Some(parse_quote!(for<'capture>));
    }
    Some(assumed)
}

/// Whether a type is a tensor, or a container of tensors that the runtime supports.
fn is_supported(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_supported(&group.elem),
        Type::Paren(paren) => is_supported(&paren.elem),
        Type::Array(array) => is_supported(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_supported),
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            let arguments = match &segment.arguments {
                PathArguments::AngleBracketed(arguments) => &arguments.args,
                _ => return false,
            };
            let container = segment.ident == "Option" || segment.ident == "Vec";
            let all = || {
                arguments.iter().all(
                    |argument| matches!(argument, GenericArgument::Type(ty) if is_supported(ty)),
                )
            };
            segment.ident == "Tensor" || container && all()
        }),
        _ => false,
    }
}

/// Whether `impl Trait` stands in a type, which then has no name.
pub(crate) fn contains_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == "impl",
        proc_macro2::TokenTree::Group(group) => contains_impl(group.stream()),
        _ => false,
    })
}

/// A type that can be named in a result: `()` in the place of `impl Trait`, which is reported elsewhere.
pub(crate) fn nameable(ty: TokenStream) -> TokenStream {
    if contains_impl(ty.clone()) {
        quote!(())
    } else {
        ty
    }
}

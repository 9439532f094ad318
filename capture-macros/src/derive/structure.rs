//! A struct as the derives see it.

use crate::diag::{Code, Diagnostic, Errors};
use crate::lower::bounds;
use crate::parse::similar;
use crate::paths::Paths;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Index, Path, Type, Visibility,
};

/// What `#[derive(..)]` stands on.
pub(crate) struct Struct {
    pub(crate) paths: Paths,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) fields: Vec<Member>,
    /// Named, tuple or unit.
    pub(crate) shape: Shape,
}

/// One field.
pub(crate) struct Member {
    /// `.features` or `.0`, without the dot.
    pub(crate) member: syn::Member,
    /// The name in messages.
    pub(crate) label: String,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The attributes that decide whether the field exists.
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) span: Span,
    /// Whether the type speaks of a type parameter, and so needs a bound.
    pub(crate) generic: bool,
}

/// How a struct is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Named,
    Tuple,
    Unit,
}

impl Struct {
    /// Reads a struct; an enum or a union is reported.
    pub(crate) fn parse(cx: &mut Errors, input: DeriveInput, derive: &str) -> Option<Self> {
        let krate = krate(cx, &input.attrs);
        let fields = match input.data {
            Data::Struct(data) => data.fields,
            Data::Enum(data) => {
                refuse(cx, derive, "an enum", data.enum_token);
                return None;
            }
            Data::Union(data) => {
                refuse(cx, derive, "a union", data.union_token);
                return None;
            }
        };
        let shape = match &fields {
            Fields::Named(_) => Shape::Named,
            Fields::Unnamed(_) => Shape::Tuple,
            Fields::Unit => Shape::Unit,
        };
        let parameters: Vec<_> = input
            .generics
            .params
            .iter()
            .filter_map(|param| match param {
                GenericParam::Type(param) => Some(param.ident.to_string()),
                _ => None,
            })
            .collect();
        let fields = fields.into_iter().enumerate().map(|(index, field)| {
            let span = field.ty.span();
            let member = match &field.ident {
                Some(name) => syn::Member::Named(name.clone()),
                None => syn::Member::Unnamed(Index {
                    index: u32::try_from(index).unwrap_or(u32::MAX),
                    span,
                }),
            };
            Member {
                label: field
                    .ident
                    .as_ref()
                    .map_or_else(|| index.to_string(), |name| name.unraw().to_string()),
                member,
                vis: field.vis,
                generic: mentions(field.ty.to_token_stream(), &parameters),
                ty: field.ty,
                cfg: field
                    .attrs
                    .into_iter()
                    .filter(|a| a.path().is_ident("cfg"))
                    .collect(),
                span,
            }
        });
        Some(Self {
            paths: Paths::new(krate),
            vis: input.vis,
            ident: input.ident,
            fields: fields.collect(),
            generics: input.generics,
            shape,
        })
    }

    /// The generics with a bound on each field type: those without a type parameter make an unsupported field one error.
    pub(crate) fn bounded(&self, bound: impl Fn(Span) -> TokenStream) -> Generics {
        let mut generics = self.generics.clone();
        let bounds: Vec<_> = self
            .fields
            .iter()
            .filter_map(|Member { ty, generic, .. }| {
                if *generic {
                    Some(bounds::predicate(ty, &bound))
                } else {
                    bounds::bound(ty, &bound)
                }
            })
            .collect();
        if !bounds.is_empty() {
            generics.make_where_clause().predicates.extend(bounds);
        }
        generics
    }

    /// The generics with the bound of one of the runtime's traits.
    pub(crate) fn bounded_by(&self, name: &str) -> Generics {
        self.bounded(|span| {
            let (root, name) = (self.paths.root_at(span), Ident::new(name, span));
            quote_spanned!(span=> #root::#name)
        })
    }

    /// `Self { features: value, .. }`, with a value for each field.
    pub(crate) fn rebuilt(&self, value: impl Fn(&Member) -> TokenStream) -> TokenStream {
        let fields = self.fields.iter().map(|field| {
            let (member, cfg, value) = (&field.member, &field.cfg, value(field));
            quote!(#(#cfg)* #member: #value)
        });
        quote!(Self { #(#fields,)* })
    }
}

/// Reads `#[program(crate = path)]`.
fn krate(cx: &mut Errors, attrs: &[Attribute]) -> Option<Path> {
    let mut krate = None;
    for attribute in attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("program"))
    {
        let read = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                krate = Some(meta.value()?.call(Path::parse_mod_style)?);
                return Ok(());
            }
            let name = meta.path.to_token_stream().to_string();
            let message = Diagnostic::new(
                Code::CP0001,
                format!("unknown option `{name}`, expected `crate`"),
            );
            match similar(&name, &["crate"]) {
                Some(_) => message.help("there is an option with a similar name: `crate`"),
                None => message
                    .help("write `#[program(crate = path)]` where the runtime has another path"),
            }
            .under(&meta.path, cx);
            meta.input.parse::<TokenStream>()?;
            Ok(())
        });
        if let Err(error) = read {
            cx.syn(error);
        }
    }
    krate
}

fn refuse(cx: &mut Errors, derive: &str, what: &str, token: impl ToTokens) {
    Diagnostic::new(
        Code::CP0001,
        format!("`{derive}` cannot be derived for {what}"),
    )
    .note("which variant a value has would be decided at capture, for every replay")
    .help("derive it for a struct, and choose between structs with `Option` fields")
    .under(token, cx);
}

/// Whether one of the names stands in the tokens.
fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

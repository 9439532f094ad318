//! Turns what was written into what is emitted: owned types, names and lists by role. It cannot fail.
//!
//! ```text
//! Plan     = names  generics  Argument*  output  Meta  Checks
//! Argument = name  Part  owned type  (how the copy gets it)
//! ```

pub(crate) mod bounds;
mod checks;
mod generics;
mod owned;
mod source;
mod strict;
mod text;

pub(crate) use checks::Checks;
pub(crate) use source::Source;
pub(crate) use text::{first_line, line_of, location, of_type};

use crate::ast::{Engine, Kind, Param, ProgramFn, Recapture, Results, Role};
use crate::hygiene::{self, Names};
use crate::paths::Paths;
use generics::{lifetimes_of, stored, turbofish, without_unused_lifetimes};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Generics, Path, ReturnType, Type, Visibility, WherePredicate};

/// Everything that `expand` needs beside the user's tokens.
pub(crate) struct Plan {
    /// Where the runtime is.
    pub(crate) paths: Paths,
    /// What the generated items are called.
    pub(crate) names: Names,
    /// Whether the items stand beside the function in an `impl` block, and not in a namespace of their own.
    pub(crate) associated: bool,
    /// The visibility of the function and its items.
    pub(crate) vis: Visibility,
    /// The attributes that decide whether the function exists, or how it is documented.
    pub(crate) carried: Vec<Attribute>,
    /// The generics of the generated functions, `where` clause and the bounds on inputs and result included.
    pub(crate) bounded: Generics,
    /// The generics of what stands in after a mistake.
    pub(crate) assumed: Generics,
    /// `::<B, N>`, or nothing.
    pub(crate) turbofish: TokenStream,
    /// All parameters in order.
    pub(crate) arguments: Vec<Argument>,
    /// What the function returns.
    pub(crate) output: TokenStream,
    /// The functions that must be helpers or programs themselves.
    pub(crate) checked: Vec<Path>,
    /// The programs whose copies stand in for them.
    pub(crate) inline: Vec<Path>,
    /// What the runtime is told about the function.
    pub(crate) meta: Meta,
    /// The tests to generate.
    pub(crate) checks: Option<Checks>,
}

/// One parameter, decided.
pub(crate) struct Argument {
    /// Its name in the generated functions.
    pub(crate) name: Ident,
    /// Its name in messages and listings.
    pub(crate) label: String,
    /// How it crosses the boundary.
    pub(crate) part: Part,
    /// Its type without the reference.
    pub(crate) ty: TokenStream,
    /// Where its type is written.
    pub(crate) span: Span,
    /// Its type as it was written, for people.
    pub(crate) shown: String,
    /// Whether the function takes a reference to it.
    pub(crate) by_ref: bool,
}

/// The roles that are left after `analyze`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Input,
    Weights,
    State,
    Live,
    Frozen,
    Device,
}

/// What the runtime is told about the function.
pub(crate) struct Meta {
    /// The name, without `r#`.
    pub(crate) name: String,
    /// The line of the name.
    pub(crate) line: usize,
    /// Whether the body shows a backward pass.
    pub(crate) trains: bool,
    /// What a new signature does.
    pub(crate) recapture: Recapture,
    /// Which engine is asked for.
    pub(crate) engine: Engine,
    /// Whose the results are.
    pub(crate) results: Results,
    /// How many programs a session keeps.
    pub(crate) cache: usize,
}

impl Plan {
    /// Takes the types of refused parameters out, for the stub that stands in after the mistake: they would bring
    /// errors of their own.
    pub(crate) fn without_types(mut self, refused: impl IntoIterator<Item = bool>) -> Self {
        for (argument, refused) in self.arguments.iter_mut().zip(refused) {
            if refused {
                argument.ty = quote!(impl ::core::marker::Sized);
            }
        }
        self
    }

    /// The arguments with this part, in order.
    pub(crate) fn with(&self, part: Part) -> impl Iterator<Item = &Argument> + Clone {
        self.arguments
            .iter()
            .filter(move |argument| argument.part == part)
    }
}

/// Decides everything that `expand` writes down.
///
/// `called` are the functions that receive placeholders.
pub(crate) fn lower(program: &ProgramFn, called: Vec<Path>) -> Plan {
    let function = &program.sig.ident;
    let associated = program.is_associated();
    let names = if associated {
        Names::beside(function)
    } else {
        Names::in_namespace(function)
    };
    let arguments: Vec<_> = program
        .params
        .iter()
        .map(|param| argument(program.kind, param))
        .collect();
    let output = match &program.sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => quote!(#ty),
    };
    let mut used = lifetimes_of(&output);
    for argument in &arguments {
        used.extend(lifetimes_of(&argument.ty));
    }
    let generics = stored(
        without_unused_lifetimes(&program.sig.generics, used),
        associated,
    );
    let paths =
        Paths::new(program.options.krate.clone()).where_lints_hold(program.kind == Kind::Helper);
    Plan {
        checks: checks::checks(program, &arguments),
        assumed: assumed(program, &paths, generics.clone()),
        bounded: bounded(program, &paths, generics),
        paths,
        names,
        associated,
        vis: program.vis.clone(),
        carried: carried(&program.attrs),
        turbofish: turbofish(&program.sig.generics),
        arguments,
        output,
        checked: if program.options.strict {
            strict::checked(called, &program.options.inline)
        } else {
            Vec::new()
        },
        inline: program.options.inline.clone(),
        meta: Meta {
            name: function.unraw().to_string(),
            line: location(function.span()).0,
            trains: program.mentions.backward,
            recapture: program.options.recapture,
            engine: program.options.engine,
            results: program.options.results,
            cache: program.options.cache,
        },
    }
}

/// Adds the bounds on inputs and result.
fn bounded(program: &ProgramFn, paths: &Paths, generics: Generics) -> Generics {
    let inputs = with_role(program, &[Role::Input]);
    let mut bounds: Vec<_> = inputs
        .filter_map(|ty| bounds::bound(ty, |span| item(paths, "ProgramInput", span)))
        .collect();
    if let ReturnType::Type(_, ty) = &program.sig.output {
        bounds.extend(bounds::bound(ty, |span| item(paths, "ProgramOutput", span)));
    }
    with_bounds(generics, bounds)
}

/// Adds what a session asks of its arguments, taken for granted.
fn assumed(program: &ProgramFn, paths: &Paths, generics: Generics) -> Generics {
    let arguments = with_role(program, &[Role::Input, Role::Live]);
    let bounds = arguments
        .filter_map(|ty| bounds::assumed(ty, |span| item(paths, "Argument", span)))
        .collect();
    with_bounds(generics, bounds)
}

/// The types of the parameters with these roles.
fn with_role<'a>(program: &'a ProgramFn, roles: &'a [Role]) -> impl Iterator<Item = &'a Type> {
    let params = program.params.iter();
    params
        .filter(|param| roles.contains(&param.role))
        .filter_map(|param| param.ty.as_ref())
}

fn with_bounds(mut generics: Generics, bounds: Vec<WherePredicate>) -> Generics {
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// An item of the runtime, named at `span`.
fn item(paths: &Paths, name: &str, span: Span) -> TokenStream {
    let (root, name) = (paths.root_at(span), Ident::new(name, span));
    quote_spanned!(span=> #root::#name)
}

/// Decides one parameter.
fn argument(kind: Kind, param: &Param) -> Argument {
    let Param {
        name,
        pat: _,
        ty,
        role,
    } = param;
    let Some(ty) = ty else {
        let part = part(kind, *role, "Self");
        return Argument {
            name: hygiene::parameter("this"),
            label: "self".to_owned(),
            part,
            ty: quote!(Self),
            span: name.span(),
            shown: match part {
                Part::State => "&mut self",
                Part::Weights => "&self",
                _ => "self",
            }
            .to_owned(),
            by_ref: true,
        };
    };
    let (owned, by_ref) = match *role {
        // It is its own owner: a copy that asks for `'static` cannot borrow from the session.
        Role::Frozen if owned::is_static(ty) => (quote!(#ty), false),
        _ => owned::owned(ty),
    };
    let shown = of_type(ty);
    Argument {
        name: name.clone(),
        label: name.unraw().to_string(),
        part: part(kind, *role, &shown),
        span: owned::span(ty),
        ty: owned,
        shown,
        by_ref,
    }
}

/// The part of a role. A host value without a mark was reported; in the stub that stands in for the program
/// after an error, a float is most likely meant to be live, and anything else frozen. A helper needs no mark.
fn part(kind: Kind, role: Role, shown: &str) -> Part {
    match role {
        Role::Input => Part::Input,
        Role::Weights => Part::Weights,
        Role::State => Part::State,
        Role::Live => Part::Live,
        Role::Frozen => Part::Frozen,
        Role::Device => Part::Device,
        Role::Unmarked if kind == Kind::Program && matches!(shown, "f32" | "f64") => Part::Live,
        Role::Unmarked => Part::Frozen,
    }
}

/// `#[cfg]` and what rustdoc shows go with the generated items.
fn carried(attrs: &[Attribute]) -> Vec<Attribute> {
    let hidden = |attribute: &Attribute| matches!(&attribute.meta, syn::Meta::List(list) if list.path.is_ident("doc"));
    attrs
        .iter()
        .filter(|attribute| {
            attribute.path().is_ident("cfg")
                || attribute.path().is_ident("deprecated")
                || hidden(attribute)
        })
        .cloned()
        .collect()
}

//! Which functions can be captured, and what they may return.

use super::{Found, types};
use crate::ast::{Kind, ProgramFn};
use crate::diag::{Code, Diagnostic, Errors};
use quote::ToTokens;
use syn::{FnArg, ReceiverKind, ReturnType, Safety, Type};

/// Reports what the signature says before any parameter is looked at.
pub(super) fn check(cx: &mut Errors, f: &ProgramFn) {
    qualifiers(cx, f);
    if f.kind == Kind::Helper {
        return helper(cx, f);
    }
    receiver(cx, f);
    if let Some(variadic) = &f.sig.variadic {
        refuse(
            cx,
            f.kind,
            variadic,
            "a variadic function",
            "list the parameters",
        );
    }
    if f.sig.ident == "main" && !f.is_method() {
        refuse(
            cx,
            f.kind,
            &f.sig.ident,
            "`main`",
            "capture a function that `main` calls",
        );
    }
}

/// Nearly every function can be a helper.
fn helper(cx: &mut Errors, f: &ProgramFn) {
    if let ReturnType::Type(_, ty) = &f.sig.output
        && types::name(ty).is_some_and(|name| name == "Gradients")
    {
        gradients(cx, ty);
    }
}

/// Reports Burn's `Gradients` in the signature of a helper.
pub(super) fn gradients(cx: &mut Errors, ty: &Type) {
    Diagnostic::new(
        Code::CP0108,
        "`Gradients` cannot pass the boundary of a helper",
    )
    .note("at capture they are others than in eager runs")
    .help("pass `GradientsParams`, or the gradients of single tensors")
    .under(ty, cx);
}

fn qualifiers(cx: &mut Errors, f: &ProgramFn) {
    let sig = &f.sig;
    if let Some(constness) = &sig.constness {
        refuse(cx, f.kind, constness, "a `const fn`", "remove `const`");
    }
    if let Some(asyncness) = &sig.asyncness {
        let help = "capture the synchronous part, and await around `replay()`";
        refuse(cx, f.kind, asyncness, "an `async fn`", help);
    }
    if f.kind == Kind::Helper {
        return;
    }
    if let Safety::Unsafe(token) = &sig.safety {
        let help = "make the function safe, with `unsafe` blocks that state why they are";
        refuse(cx, f.kind, token, "an `unsafe fn`", help);
    }
    if let Some(abi) = &sig.abi {
        refuse(
            cx,
            f.kind,
            abi,
            "an `extern fn`",
            "remove `extern`, and export a function that calls `replay()`",
        );
    }
}

fn refuse(cx: &mut Errors, kind: Kind, tokens: &impl ToTokens, what: &str, help: &str) {
    let attribute = kind.attribute();
    let title = format!("the `{attribute}` attribute cannot be applied to {what}");
    Diagnostic::new(Code::CP0102, title)
        .note("the body is run once, at capture, by the runtime")
        .help(help)
        .under(tokens, cx);
}

fn receiver(cx: &mut Errors, f: &ProgramFn) {
    let Some(FnArg::Receiver(receiver)) = f.sig.inputs.first() else {
        return;
    };
    let held = match &receiver.kind {
        ReceiverKind::Reference(..) => true,
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(reference) if types::name(&reference.elem).is_some_and(|name| name == "Self"))
        }
        _ => false,
    };
    if !held {
        Diagnostic::new(
            Code::CP0103,
            "a captured method must take `&self` or `&mut self`",
        )
        .note("the session holds the receiver, and every `replay()` uses it again")
        .help("take `&self` for weights, or `&mut self` for state that every `replay()` advances")
        .under(receiver, cx);
    }
}

/// Reports a result that `replay()` could not return, unless it only follows from what was reported in the
/// body.
pub(super) fn result(cx: &mut Errors, output: &ReturnType, found: &Found) {
    let ReturnType::Type(_, ty) = output else {
        return;
    };
    if types::name(ty).is_some_and(|name| name.ends_with("Result")) && matches!(**ty, Type::Path(_))
    {
        if found.exits {
            return;
        }
        Diagnostic::new(Code::CP0112, "a captured program cannot return a `Result`")
            .note("what fails at capture cannot fail at `replay()`, which runs only the recording")
            .help("do the fallible work before the call, and return the tensors")
            .under(ty, cx);
        return;
    }
    let mut parts = Vec::new();
    refused(ty, &mut parts);
    for (ty, what) in parts {
        match what {
            Refused::Host if found.reads => {}
            Refused::Host => host(cx, ty),
            Refused::Reference => {
                Diagnostic::new(Code::CP0113, "a captured program cannot return a reference")
                    .note("`replay()` returns new tensors, which belong to the caller")
                    .help("return the tensor itself: a clone shares its data")
                    .under(ty, cx);
            }
            Refused::ImplTrait => {
                Diagnostic::new(
                    Code::CP0109,
                    "a captured program cannot return `impl Trait`",
                )
                .note("the generated session names the type of the result")
                .help("write the type")
                .under(ty, cx);
            }
            Refused::Hidden => {
                let name = types::name(ty)
                    .map_or_else(|| "the result".to_owned(), |name| format!("`{name}`"));
                Diagnostic::new(
                    Code::CP0113,
                    format!("{name} hides the tensors of the result"),
                )
                .note("capture has to find every tensor, in the same order each time")
                .help("return a tuple, a `Vec`, or a struct that derives `ProgramOutput`")
                .under(ty, cx);
            }
        }
    }
}

fn host(cx: &mut Errors, ty: &Type) {
    let shown = super::text::of_type(ty);
    Diagnostic::new(
        Code::CP0113,
        format!("a captured program cannot return `{shown}`"),
    )
    .note("a host value would be the one of the capture, and the same for every `replay()`")
    .help("return tensors, and compute host values from the result of `replay()`")
    .under(ty, cx);
}

/// Why a part of a result cannot be returned.
enum Refused {
    Host,
    Reference,
    ImplTrait,
    Hidden,
}

fn refused<'t>(ty: &'t Type, found: &mut Vec<(&'t Type, Refused)>) {
    match ty {
        Type::Reference(_) => found.push((ty, Refused::Reference)),
        Type::ImplTrait(_) => found.push((ty, Refused::ImplTrait)),
        Type::TraitObject(_) | Type::FnPtr(_) | Type::Ptr(_) => found.push((ty, Refused::Hidden)),
        ty if types::is_host(ty) => found.push((ty, Refused::Host)),
        Type::Paren(inner) => refused(&inner.elem, found),
        Type::Group(inner) => refused(&inner.elem, found),
        Type::Array(array) => refused(&array.elem, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| refused(ty, found)),
        Type::Path(_) => {
            let Some(last) = types::head(ty) else { return };
            let name = last.ident.to_string();
            match name.as_str() {
                "Device" => found.push((ty, Refused::Host)),
                "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" | "Rc" | "Arc" | "RefCell"
                | "Cell" | "Mutex" | "RwLock" => found.push((ty, Refused::Hidden)),
                "Gradients" | "GradientsParams" => found.push((ty, Refused::Hidden)),
                "Option" | "Vec" | "Box" => {
                    for argument in types::arguments(last) {
                        refused(argument, found);
                    }
                }
                _ => {}
            }
        }
        _ => {}
    }
}

//! What is legal but suspect.
//!
//! The walk itself finds effects that run once; here the uses of each parameter are counted, and a warning
//! is given only where every use is known to be harmless. A use that is not understood keeps it silent.

mod uses;

use super::{text, types};
use crate::ast::{Param, ProgramFn, Role};
use crate::diag::{Code, Diagnostic, Warnings, silences};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, FnArg, Ident, Pat, PatIdent, Type};
use uses::Uses;

/// Warns of parameters; `scales` are the places where a variable multiplies or divides a tensor.
pub(super) fn check(warnings: &mut Warnings, f: &ProgramFn, scales: &[Ident]) {
    let named: Vec<_> = f
        .params
        .iter()
        .zip(&f.sig.inputs)
        .filter(|(_, argument)| !silences(attributes(argument), "deprecated"))
        .flat_map(|(param, argument)| names(param).into_iter().map(move |n| (n, param, argument)))
        .filter(|(name, ..)| !name.to_string().starts_with('_'))
        .collect();
    let unread = named
        .iter()
        .map(|(name, param, _)| Uses::new(name, param, &f.mentions));
    let counted = uses::count(unread.collect(), &f.block);
    for ((name, param, argument), uses) in named.iter().zip(counted) {
        // Who silenced the compiler about unused variables meant these too.
        let unused_is_fine = || {
            ["unused_variables", "unused"]
                .iter()
                .any(|lint| silences(attributes(argument), lint) || silences(&f.attrs, lint))
        };
        let found = match param.role {
            Role::Input if uses.are_discarded() && !unused_is_fine() => Some(unused(name, "input")),
            Role::Live if uses.are_discarded() && !unused_is_fine() => {
                Some(unused(name, "live number"))
            }
            Role::Frozen if is_number(param) && uses.only_scale(scales) => Some(only_scales(name)),
            Role::State if uses.only_read() => Some(unchanged(name)),
            _ => None,
        };
        if let Some(diagnostic) = found {
            warnings.push(diagnostic, name.span());
        }
    }
}

fn attributes(argument: &FnArg) -> &[Attribute] {
    match argument {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(typed) => &typed.attrs,
    }
}

/// The names that a parameter binds.
fn names(param: &Param) -> Vec<Ident> {
    struct Bound(Vec<Ident>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
            self.0.push(pat.ident.clone());
            visit::visit_pat_ident(self, pat);
        }
    }
    match &param.pat {
        // A struct is taken apart by fields, of which some may be for others.
        Some(Pat::Struct(_) | Pat::TupleStruct(_)) => Vec::new(),
        Some(pat) => {
            let mut bound = Bound(Vec::new());
            bound.visit_pat(pat);
            bound.0
        }
        None => vec![param.name.clone()],
    }
}

/// Whether a live number of the same type exists.
fn is_number(param: &Param) -> bool {
    param.ty.as_ref().is_some_and(|ty| {
        matches!(ty, Type::Path(_))
            && types::name(ty)
                .is_some_and(|name| matches!(name.as_str(), "f32" | "f64" | "i32" | "i64"))
    })
}

/// An effect on the host.
pub(super) fn runs_once(what: &str) -> Diagnostic {
    let title = format!("`{what}` runs once, at capture, and not at `replay()`");
    Diagnostic::new(Code::CP0901, title)
        .note("a program is what the device does; the host runs the body only to record it")
        .help("do it where `replay()` is called, or say that it is for eager runs: `eager_only! { .. }`")
}

/// What a global holds at capture.
pub(super) fn read_once(target: &impl ToTokens) -> Diagnostic {
    let title = format!(
        "static `{}` is read once, at capture, and not at `replay()`",
        text::shorten(target)
    );
    Diagnostic::new(Code::CP0905, title)
        .note("what is made of it is part of the program, whatever it holds later")
        .help("read it where `replay()` is called, and give it as a `#[live]` or `#[frozen]` parameter")
}

fn unused(name: &Ident, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::CP0902,
        format!("{what} `{name}` is used by no operation"),
    )
    .note("every `replay()` checks it and takes it to the device")
    .help(format!(
        "remove it, or call it `_{name}` if the signature is given"
    ))
}

fn only_scales(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        Code::CP0903,
        format!("frozen number `{name}` only scales tensors"),
    )
    .note("each new value of it captures a program of its own")
    .help("mark it `#[live]` if it changes: then it is an argument of `replay()`")
}

fn unchanged(name: &Ident) -> Diagnostic {
    Diagnostic::new(
        Code::CP0904,
        format!("state `{name}` is never changed by the program"),
    )
    .note("`&mut` makes it state, which every `replay()` replaces")
    .help("take it by `&`: then it is weights, which replays only read")
}

/// Whether a macro of this name prints or logs.
pub(super) fn tells(name: &str) -> bool {
    matches!(
        name,
        "print"
            | "println"
            | "eprint"
            | "eprintln"
            | "dbg"
            | "error"
            | "warn"
            | "info"
            | "debug"
            | "trace"
            | "log"
            | "event"
    )
}

/// Whether `holder::name` reads or writes a file, or runs another program.
pub(super) fn reaches_out(holder: &str, name: &str) -> bool {
    match holder {
        "fs" => matches!(
            name,
            "write"
                | "read"
                | "read_to_string"
                | "copy"
                | "rename"
                | "remove_file"
                | "remove_dir"
                | "remove_dir_all"
                | "create_dir"
                | "create_dir_all"
        ),
        "File" => matches!(name, "create" | "create_new" | "open" | "options"),
        "OpenOptions" | "Command" => name == "new",
        _ => false,
    }
}

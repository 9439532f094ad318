//! The option `example`, which says how a program is captured for the tests that `test` and `document` ask for.

use super::types;
use crate::ast::{Entry, Example, Param, ProgramFn, Role};
use crate::diag::{Code, Diagnostic, Errors};
use crate::parse::similar;
use syn::ext::IdentExt;
use syn::{GenericParam, Ident};

/// Reports what keeps the tests from being generated.
pub(super) fn check(cx: &mut Errors, f: &ProgramFn) {
    let options = &f.options;
    let test = options.test.as_ref().map(|test| &test.name);
    let document = options.document.as_ref().map(|document| &document.name);
    let Some(asked) = test.or(document) else {
        if let Some(example) = &options.example {
            Diagnostic::new(
                Code::CP0001,
                "`example` is for `test` and `document`, and neither is asked for",
            )
            .help("write `test` before it, for a test that replay equals eager")
            .under(&example.name, cx);
        }
        return;
    };
    if f.is_associated() {
        Diagnostic::new(
            Code::CP0001,
            format!("`{asked}` cannot be asked for in an `impl` block"),
        )
        .note("a test is a function beside the program, and no `#[test]` can stand there")
        .help(format!(
            "write a free function that calls the method, and put `{asked}` on it"
        ))
        .under(asked, cx);
        return;
    }
    if let Some(generic) = f.sig.generics.params.iter().find_map(generic) {
        Diagnostic::new(
            Code::CP0001,
            format!("`{asked}` cannot be asked for a generic program"),
        )
        .note(format!(
            "a test runs one program, and `{generic}` leaves open which"
        ))
        .help(format!(
            "write a function without generics that calls this one, and put `{asked}` on it"
        ))
        .under(generic, cx);
        return;
    }
    match &options.example {
        Some(example) => entries(cx, f, example),
        None => absent(cx, f, asked),
    }
}

/// A type or a constant that a caller would have to choose.
fn generic(param: &GenericParam) -> Option<&Ident> {
    match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        _ => None,
    }
}

/// The parameters that an example speaks of, and whether it must.
fn parameters(f: &ProgramFn) -> impl Iterator<Item = (&Param, bool)> {
    f.params.iter().filter_map(|param| match param.role {
        Role::Input | Role::Weights | Role::State | Role::Frozen | Role::Unmarked => {
            Some((param, true))
        }
        Role::Live => Some((param, false)),
        Role::Device => None,
    })
}

/// Reports that there is no example where one is needed.
fn absent(cx: &mut Errors, f: &ProgramFn, asked: &Ident) {
    let needed: Vec<_> = parameters(f)
        .filter(|(_, needed)| *needed)
        .map(|(param, _)| written(param))
        .collect();
    if needed.is_empty() {
        return;
    }
    Diagnostic::new(Code::CP0001, format!("`{asked}` needs an `example`"))
        .note("it says once how the program is captured: with which shapes, and with which weights and state")
        .help(format!("add `example({})`", needed.join(", ")))
        .under(asked, cx);
}

/// Reports entries of no parameter, two of one, and parameters without.
fn entries(cx: &mut Errors, f: &ProgramFn, example: &Example) {
    let known: Vec<String> = parameters(f).map(|(param, _)| name(&param.name)).collect();
    let mut seen: Vec<String> = Vec::new();
    for Entry { name: entry, .. } in &example.entries {
        let text = name(entry);
        if seen.contains(&text) {
            Diagnostic::new(
                Code::CP0001,
                format!("`{text}` is given twice in the example"),
            )
            .help("give each parameter once")
            .under(entry, cx);
        } else if !known.contains(&text) {
            unknown(cx, f, entry, &known);
        }
        seen.push(text);
    }
    let missing =
        parameters(f).filter(|(param, needed)| *needed && !seen.contains(&name(&param.name)));
    let missing: Vec<&Param> = missing.map(|(param, _)| param).collect();
    if missing.is_empty() {
        return;
    }
    let names: Vec<_> = missing
        .iter()
        .map(|param| format!("`{}`", name(&param.name)))
        .collect();
    let texts: Vec<_> = missing.iter().map(|param| written(param)).collect();
    Diagnostic::new(
        Code::CP0001,
        format!("the example leaves out {}", names.join(" and ")),
    )
    .note("only live numbers are drawn where nothing is said of them")
    .help(format!("add `{}`", texts.join(", ")))
    .under(&example.name, cx);
}

/// Reports an entry that is no parameter's.
fn unknown(cx: &mut Errors, f: &ProgramFn, entry: &Ident, known: &[String]) {
    let text = name(entry);
    let is_device = |param: &Param| param.role == Role::Device && name(&param.name) == text;
    if f.params.iter().any(is_device) {
        return Diagnostic::new(Code::CP0001, format!("`{text}` is not given in an example"))
            .note("it is the device that the test runs on")
            .help("remove it; the other entries may use `device`")
            .under(entry, cx);
    }
    let message = Diagnostic::new(
        Code::CP0001,
        format!(
            "`{}` has no parameter `{text}` for the example",
            f.sig.ident
        ),
    );
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match similar(&text, &known) {
        Some(name) => message.help(format!(
            "there is a parameter with a similar name: `{name}`"
        )),
        None if known.is_empty() => {
            message.help("remove the example: the program takes nothing that it could give")
        }
        None => message.help(format!("its parameters are `{}`", known.join("`, `"))),
    }
    .under(entry, cx);
}

/// A name without `r#`.
fn name(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The entry to write for a parameter, with what only the user knows left out.
fn written(param: &Param) -> String {
    let name = name(&param.name);
    let Some(ty) = &param.ty else {
        return format!("{name} = ..");
    };
    let head = types::name(ty).unwrap_or_default();
    let value = match (param.role, head.as_str()) {
        (Role::Input, "Tensor") => format!("TensorSpec::{}([..])", kind(ty)),
        (Role::Input, "Vec") => "vec![..]".to_owned(),
        (Role::Input, "Option") => "Some(..)".to_owned(),
        (Role::Input, head) if types::head(ty).is_some() => format!("{head}Spec {{ .. }}"),
        (Role::Weights | Role::State, "Tensor") => "Tensor::zeros([..], device)".to_owned(),
        (Role::Weights | Role::State, "Sgd" | "Adam" | "AdamW") => {
            format!("{head}Config::new().init()")
        }
        (Role::Weights | Role::State, head) if types::head(ty).is_some() => {
            format!("{head}::new(.., device)")
        }
        _ => "..".to_owned(),
    };
    format!("{name} = {value}")
}

/// The constructor of a tensor's specification.
fn kind(ty: &syn::Type) -> &'static str {
    let arguments = types::head(ty).map(types::arguments).unwrap_or_default();
    let is = |kind: &str| {
        arguments
            .iter()
            .any(|ty| types::name(ty).is_some_and(|name| name == kind))
    };
    if is("Int") {
        "int"
    } else if is("Bool") {
        "bool"
    } else {
        "float"
    }
}

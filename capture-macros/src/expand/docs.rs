//! The documentation of generated items, as rustdoc and editors show it.

use crate::ast::Results;
use crate::lower::{Argument, Part, Plan};
use proc_macro2::TokenStream;
use quote::quote;

/// On the namespace: what a user can do with the program.
pub(super) fn namespace(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let started = listed(plan, Some("&device"), held);
    let replayed = listed(plan, None, replayed);
    let mut text = vec![
        format!("The captured program of the function `{name}`."),
        String::new(),
        format!("* `{name}::on(..)` makes a session on a device, which captures and replays;"),
        format!(
            "* `{name}::capture(..)` captures without a device, to look at the program, test or save it;"
        ),
        format!("* `{name}::load_archive(..)` makes a session from a file that one was saved to;"),
        format!("* `{name}(..)` is the function itself and runs eagerly."),
        String::new(),
        table(plan),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "`on` and `capture` return an error where the program cannot be captured or held. `replay` returns one where an argument".to_owned(),
        "stands on another device, where a new signature cannot be captured, or where an operation fails; the state is then as it was,".to_owned(),
        "or the error says that the session is unusable.".to_owned(),
        String::new(),
        "# Panics".to_owned(),
        String::new(),
        format!("A panic in `{name}` is a panic of its eager calls. While it is captured, a panic of its body becomes an error."),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```text".to_owned(),
        format!("let mut session = {name}::on({started})?;"),
        "for .. {".to_owned(),
        format!("    let output = session.replay({replayed})?;"),
        "}".to_owned(),
    ];
    text.extend(state(plan).map(|state| format!("let {state} = session.into_state();")));
    text.push("```".to_owned());
    let (text, page) = (lines(&text), page(plan));
    quote!(#text #page)
}

/// The page that is checked in, for rustdoc alone: the drawing first, then the listing.
fn page(plan: &Plan) -> TokenStream {
    let page = plan.checks.as_ref().and_then(|checks| checks.page.as_ref());
    let files = page.map_or(&[][..], |page| &page.included);
    if files.is_empty() {
        return TokenStream::new();
    }
    let heading = lines(&[String::new(), "# Program".to_owned(), String::new()]);
    let files = files.iter().map(|file| {
        let file = format!("/{file}");
        quote! {
            #[cfg_attr(doc, doc = ::core::include_str!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #file)))]
            #[doc = ""]
        }
    });
    quote!(#heading #(#files)*)
}

/// What stands for the state in an example: nothing where there is none.
fn state(plan: &Plan) -> Option<String> {
    let state: Vec<_> = plan.with(Part::State).map(variable).collect();
    match state.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        all => Some(format!("({})", all.join(", "))),
    }
}

/// On `on`.
pub(super) fn on(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let call = listed(plan, Some("&device"), held);
    let replayed = listed(plan, None, replayed);
    let path = path(plan, &plan.names.on.to_string());
    lines(&[
        format!("Makes a session of `{name}` on `device`."),
        String::new(),
        "Weights and state move onto the device. The program is captured at the first replay of each signature.".to_owned(),
        lent(plan),
        String::new(),
        table(plan),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "Fails where no engine of the build serves the device, where the engine that the attribute asks for does not, or where a tensor".to_owned(),
        "of the weights or the state is quantized or of an element type that the device has not.".to_owned(),
        String::new(),
        "# Panics".to_owned(),
        String::new(),
        "Never; nor does `replay`, which returns what fails as an error.".to_owned(),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```text".to_owned(),
        format!("let mut session = {path}({call})?;"),
        format!("let output = session.replay({replayed})?;"),
        "```".to_owned(),
    ])
}

/// Whose the results are.
fn lent(plan: &Plan) -> String {
    match plan.meta.results {
        Results::Owned => {
            "The results of a replay are the caller's: no later replay changes them.".to_owned()
        }
        Results::Borrowed => "The results of a replay are lent until the next one.".to_owned(),
    }
}

/// On `load_archive`.
pub(super) fn load(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let path = path(plan, &plan.names.load.to_string());
    let call = listed(plan, Some("\"saved.capture\", &device"), held);
    lines(&[
        format!("Makes a session of `{name}` on `device` from a file that a session of it was saved to."),
        String::new(),
        "The program of the file is ready; its weights and its state, where it has them, take the place of those given.".to_owned(),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "Fails when the file cannot be read or was damaged, or holds the program of a function with other parameters,".to_owned(),
        "frozen values, weights, state or results.".to_owned(),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```text".to_owned(),
        format!("let mut session = {path}({call})?;"),
        "```".to_owned(),
    ])
}

/// On `capture`.
pub(super) fn capture(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let arguments = listed(plan, None, looked_at);
    let path = path(plan, &plan.names.capture.to_string());
    lines(&[
        format!("Captures `{name}` without a device."),
        String::new(),
        "Inputs are given as specifications of shape and type; weights and state are only looked at. The program is the same on every".to_owned(),
        "machine: a specification without an element type has the default one of `Device::flex()`.".to_owned(),
        String::new(),
        table(plan),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "Fails when the function reads a value while it is captured, or depends on something of the host that changes;".to_owned(),
        "the error names the statement. A specification that does not fit its parameter is an error that names the parameter.".to_owned(),
        String::new(),
        "# Panics".to_owned(),
        String::new(),
        "Never: a panic of the function while it is captured is an error.".to_owned(),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```text".to_owned(),
        format!("let program = {path}({arguments})?;"),
        "println!(\"{program}\");".to_owned(),
        "```".to_owned(),
    ])
}

/// How the user names a generated function.
fn path(plan: &Plan, function: &str) -> String {
    if plan.associated {
        format!("Self::{function}")
    } else {
        format!("{}::{function}", plan.meta.name)
    }
}

/// The parameters by role.
fn table(plan: &Plan) -> String {
    let mut rows = vec![
        "| parameter | type | role |".to_owned(),
        "|---|---|---|".to_owned(),
    ];
    rows.extend(plan.arguments.iter().map(|argument| {
        let Argument {
            label, part, shown, ..
        } = argument;
        let role = match part {
            Part::Input => "input: an argument of every replay",
            Part::Weights => "weights: held by the session",
            Part::State => "state: held by the session, advanced by every replay",
            Part::Live => "live: a number, an argument of every replay",
            Part::Frozen => "frozen: part of the program",
            Part::Device => "the program's device",
        };
        format!("| `{label}` | `{}` | {role} |", shown.replace('|', "\\|"))
    }));
    rows.join("\n")
}

/// What stands for the parameters in an example call: `None` for one that is not an argument of the call.
fn listed(plan: &Plan, first: Option<&str>, shown: fn(&Argument) -> Option<String>) -> String {
    let arguments = plan.arguments.iter().filter_map(shown);
    let all: Vec<_> = first
        .map(str::to_owned)
        .into_iter()
        .chain(arguments)
        .collect();
    all.join(", ")
}

/// An argument's name, which for a receiver is none that can be written.
fn variable(argument: &Argument) -> String {
    if argument.label == "self" {
        "this".to_owned()
    } else {
        argument.label.clone()
    }
}

/// An argument of `on`: weights, state and frozen values.
fn held(argument: &Argument) -> Option<String> {
    match argument.part {
        Part::Weights | Part::State | Part::Frozen => Some(variable(argument)),
        Part::Input | Part::Live | Part::Device => None,
    }
}

/// An argument of `replay`: inputs and live numbers.
fn replayed(argument: &Argument) -> Option<String> {
    match argument.part {
        Part::Input | Part::Live => Some(variable(argument)),
        Part::Weights | Part::State | Part::Frozen | Part::Device => None,
    }
}

/// An argument of `capture`: everything but live numbers, with specifications for inputs.
fn looked_at(argument: &Argument) -> Option<String> {
    let kind = |name: &str| {
        argument
            .shown
            .split([',', ' ', '>', ':'])
            .any(|word| word == name)
    };
    match argument.part {
        Part::Weights | Part::State => Some(format!("&{}", variable(argument))),
        Part::Frozen => Some(variable(argument)),
        Part::Input if !argument.shown.starts_with("Tensor<") => Some(variable(argument)),
        Part::Input if kind("Int") => Some("TensorSpec::int([..])".to_owned()),
        Part::Input if kind("Bool") => Some("TensorSpec::bool([..])".to_owned()),
        Part::Input => Some("TensorSpec::float([..])".to_owned()),
        Part::Live | Part::Device => None,
    }
}

/// One `#[doc]` attribute for each line.
fn lines(lines: &[String]) -> TokenStream {
    lines
        .iter()
        .flat_map(|text| text.split('\n'))
        .map(|line| {
            let line = if line.is_empty() {
                String::new()
            } else {
                format!(" {line}")
            };
            quote!(#[doc = #line])
        })
        .collect()
}

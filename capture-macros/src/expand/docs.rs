//! The documentation of generated items, as rustdoc and editors show it.

use crate::lower::{Argument, Part, Plan};
use proc_macro2::TokenStream;
use quote::quote;

/// On the namespace: what a user can do with the program.
pub(super) fn namespace(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    lines(&[
        format!("The captured program of the function `{name}`."),
        String::new(),
        format!("* `{name}::on(..)` makes a session on a device, which captures and replays;"),
        format!(
            "* `{name}::capture(..)` captures without a device, to look at the program, test or save it;"
        ),
        format!("* `{name}(..)` is the function itself and runs eagerly."),
        String::new(),
        table(plan),
    ])
}

/// On `on`.
pub(super) fn on(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let arguments = listed(plan, &[Part::Weights, Part::State, Part::Frozen]);
    let replayed = listed(plan, &[Part::Input, Part::Live]);
    let call = comma_separated("&device", &arguments);
    let path = path(plan, &plan.names.on.to_string());
    lines(&[
        format!("Makes a session of `{name}` on `device`."),
        String::new(),
        "Weights and state move onto the device. The program is captured at the first replay of each signature.".to_owned(),
        String::new(),
        table(plan),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "Fails when the weights or the state cannot be moved onto the device.".to_owned(),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```ignore".to_owned(),
        format!("let mut session = {path}({call})?;"),
        format!("let output = session.replay({replayed})?;"),
        "```".to_owned(),
    ])
}

/// On `capture`.
pub(super) fn capture(plan: &Plan) -> TokenStream {
    let name = &plan.meta.name;
    let arguments = listed(
        plan,
        &[Part::Weights, Part::State, Part::Input, Part::Frozen],
    );
    let path = path(plan, &plan.names.capture.to_string());
    lines(&[
        format!("Captures `{name}` without a device."),
        String::new(),
        "Inputs are given as specifications of shape and type; weights and state are only looked at.".to_owned(),
        String::new(),
        table(plan),
        String::new(),
        "# Errors".to_owned(),
        String::new(),
        "Fails when the function reads a value while it is captured, or depends on something of the host that changes;".to_owned(),
        "the error names the statement.".to_owned(),
        String::new(),
        "# Example".to_owned(),
        String::new(),
        "```ignore".to_owned(),
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

/// The names of the parameters with these parts, in order.
fn listed(plan: &Plan, parts: &[Part]) -> String {
    let names: Vec<_> = plan
        .arguments
        .iter()
        .filter(|argument| parts.contains(&argument.part))
        .map(|argument| argument.label.clone())
        .collect();
    names.join(", ")
}

fn comma_separated(first: &str, rest: &str) -> String {
    if rest.is_empty() {
        first.to_owned()
    } else {
        format!("{first}, {rest}")
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

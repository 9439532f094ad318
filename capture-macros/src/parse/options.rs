//! `#[capture_program(associated, crate = path, engine = "auto" | "graph" | "interpreter", recapture = "allow" | "warn" | "deny", results = "owned" | "borrowed", cache = N, strict,
//! inline(f, g), test = N, document = "folder", example(name = value))]` and `#[capture_fn(associated, crate = path)]`.

use super::checks;
use crate::ast::{Engine, Kind, Options, Recapture, Results};
use crate::diag::{Code, Diagnostic, Errors};
use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Ident, LitInt, LitStr, Path, Token};

/// The names of all options, in the order in which messages list them.
const fn names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Program => &[
            "associated",
            "cache",
            "crate",
            "document",
            "engine",
            "example",
            "inline",
            "recapture",
            "results",
            "strict",
            "test",
        ],
        Kind::Helper => &["associated", "crate"],
    }
}

/// What `recapture` may be.
const RECAPTURE: [(&str, Recapture); 3] = [
    ("allow", Recapture::Allow),
    ("warn", Recapture::Warn),
    ("deny", Recapture::Deny),
];

/// What `engine` may be.
const ENGINE: [(&str, Engine); 3] = [
    ("auto", Engine::Auto),
    ("graph", Engine::Graph),
    ("interpreter", Engine::Interpreter),
];

/// What `results` may be.
const RESULTS: [(&str, Results); 2] = [("owned", Results::Owned), ("borrowed", Results::Borrowed)];

/// Reads the options; what cannot be read is reported and keeps its default.
pub(crate) fn parse(cx: &mut Errors, kind: Kind, args: TokenStream) -> Options {
    let mut options = Options::default();
    let read = |input: ParseStream| -> syn::Result<()> {
        let mut seen = Vec::new();
        while !input.is_empty() {
            option(cx, kind, &mut options, &mut seen, input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(args) {
        cx.syn(error);
    }
    options
}

/// Reads one option.
fn option(
    cx: &mut Errors,
    kind: Kind,
    options: &mut Options,
    seen: &mut Vec<Ident>,
    input: ParseStream,
) -> syn::Result<()> {
    let name = input.call(Ident::parse_any)?;
    if seen.contains(&name) {
        Diagnostic::new(Code::CP0001, format!("duplicate option `{name}`"))
            .help("write each option once")
            .under(&name, cx);
    }
    let text = name.to_string();
    if !names(kind).contains(&text.as_str()) {
        unknown(cx, kind, &name, &text);
        return skip(input);
    }
    match text.as_str() {
        "associated" => options.associated = true,
        "strict" => options.strict = true,
        "inline" => {
            let list;
            syn::parenthesized!(list in input);
            let paths = list.parse_terminated(Path::parse_mod_style, Token![,])?;
            options.inline = paths.into_iter().collect();
        }
        "crate" => {
            input.parse::<Token![=]>()?;
            options.krate = Some(input.call(Path::parse_mod_style)?);
        }
        "recapture" => {
            input.parse::<Token![=]>()?;
            let help = "`allow` captures a new signature, `deny` makes it an error";
            if let Some(choice) = choice(cx, &text, &input.parse()?, &RECAPTURE, help) {
                options.recapture = choice;
            }
        }
        "results" => {
            input.parse::<Token![=]>()?;
            let help = "`owned` copies results out, `borrowed` lends them until the next replay";
            if let Some(choice) = choice(cx, &text, &input.parse()?, &RESULTS, help) {
                options.results = choice;
            }
        }
        "engine" => {
            input.parse::<Token![=]>()?;
            let help = "`graph` makes it an error where no device graph can be recorded, `auto` falls back and reports it";
            if let Some(choice) = choice(cx, &text, &input.parse()?, &ENGINE, help) {
                options.engine = choice;
            }
        }
        "test" => options.test = Some(checks::test(cx, &name, input)?),
        "document" => options.document = checks::document(cx, &name, input)?,
        "example" => options.example = Some(checks::example(&name, input)?),
        "cache" => {
            input.parse::<Token![=]>()?;
            if let Some(programs) = cache(cx, &input.parse()?) {
                options.cache = programs;
            }
        }
        _ => {}
    }
    seen.push(name);
    Ok(())
}

/// Reads a value that is one of `choices`, in the order in which messages list them.
fn choice<T: Copy>(
    cx: &mut Errors,
    option: &str,
    value: &LitStr,
    choices: &[(&str, T)],
    help: &str,
) -> Option<T> {
    let given = value.value();
    if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == given) {
        return Some(*choice);
    }
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let message = Diagnostic::new(
        Code::CP0001,
        format!(
            "unknown value `{given}` of `{option}`, expected {}",
            listed(&names)
        ),
    );
    match similar(&given, &names) {
        Some(name) => message.help(format!("there is a value with a similar name: `{name}`")),
        None => message.help(help),
    }
    .under(value, cx);
    None
}

/// Names as prose lists them: `a`, `b` or `c`.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Reads the value of `cache`: at least one program.
fn cache(cx: &mut Errors, value: &LitInt) -> Option<usize> {
    match value.base10_parse::<usize>() {
        Ok(programs) if programs > 0 => Some(programs),
        _ => {
            Diagnostic::new(
                Code::CP0001,
                "`cache` must be a positive number of programs",
            )
            .note("a session keeps the programs of the signatures that it saw last")
            .help("write `cache = 1` to keep one")
            .under(value, cx);
            None
        }
    }
}

/// Reports an option that does not exist.
fn unknown(cx: &mut Errors, kind: Kind, name: &Ident, text: &str) {
    let expected = match names(kind) {
        [only] => format!("`{only}`"),
        several => format!("one of {}", listed(several)),
    };
    let message = Diagnostic::new(
        Code::CP0001,
        format!("unknown option `{text}`, expected {expected}"),
    );
    match similar(text, names(kind)) {
        Some(known) => message.help(format!("there is an option with a similar name: `{known}`")),
        None => message.help("parameters are marked in the signature: `#[live]` or `#[frozen]`"),
    }
    .under(name, cx);
}

/// Skips the value of an unknown option, so that the options after it are still read.
fn skip(input: ParseStream) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// The candidate that differs from `name` by a third of its letters at most.
pub(crate) fn similar<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates
        .iter()
        .map(|candidate| (distance(name, candidate), *candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(3) / 3)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The number of letters to insert, remove or replace.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut next = vec![i + 1];
        for ((b, replace), insert) in to.iter().zip(&row).zip(row.iter().skip(1)) {
            let last = next.last().copied().unwrap_or_default();
            next.push(
                (replace + usize::from(a != *b))
                    .min(insert + 1)
                    .min(last + 1),
            );
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

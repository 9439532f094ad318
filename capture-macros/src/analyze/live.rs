//! What is said about live numbers that the host would have to know.

use super::scope::Scopes;
use super::walk::Decides;
use crate::diag::{Code, Diagnostic};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// The first live variable that `tokens` mention, as the message names it.
pub(super) fn name(scopes: &Scopes, tokens: &impl ToTokens) -> String {
    find(scopes, tokens.to_token_stream()).map_or_else(
        || "a live number".to_owned(),
        |name| format!("the live number `{name}`"),
    )
}

fn find(scopes: &Scopes, tokens: TokenStream) -> Option<String> {
    tokens.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            scopes
                .get(&name)
                .is_some_and(|value| value.has_live())
                .then_some(name)
        }
        TokenTree::Group(group) => find(scopes, group.stream()),
        _ => None,
    })
}

/// A condition, a scrutinee or a range.
pub(super) fn decides(scopes: &Scopes, tokens: &impl ToTokens, what: Decides) -> Diagnostic {
    let name = name(scopes, tokens);
    let (title, help) = match what {
        Decides::If => (
            format!("`if` condition depends on {name}"),
            "use `select(condition, a, b)` for a live `bool`, or compare on the device for `mask_where`",
        ),
        Decides::Match => (
            format!("`match` depends on {name}"),
            "compare on the device, and select between the values with `mask_where`",
        ),
        Decides::While => (
            format!("`while` condition depends on {name}"),
            "use a fixed trip count, or mark the parameter `#[frozen]`",
        ),
        Decides::For => (
            format!("`for` range depends on {name}"),
            "use a fixed trip count, or mark the parameter `#[frozen]`",
        ),
        Decides::Assert => (
            format!("assertion depends on {name}"),
            "check the number before it is given to `replay()`",
        ),
    };
    host(title, help)
}

/// A comparison, or an operand of `&&`.
pub(super) fn host_bool(
    scopes: &Scopes,
    tokens: &impl ToTokens,
    what: Option<Decides>,
) -> Diagnostic {
    match what {
        Some(what) => decides(scopes, tokens, what),
        None => host(
            format!("host `bool` depends on {}", name(scopes, tokens)),
            "compare on the device: make a tensor of it with `Tensor::full`, and use `greater` or `lower`",
        ),
    }
}

fn host(title: String, help: &str) -> Diagnostic {
    Diagnostic::new(Code::CP0403, title)
        .note("the host decides once, at capture, and the number changes with every `replay()`")
        .help(help)
}

/// The length of an array or of a `Vec`.
pub(super) fn as_size(scopes: &Scopes, tokens: &impl ToTokens) -> Diagnostic {
    Diagnostic::new(
        Code::CP0404,
        format!("length depends on {}", name(scopes, tokens)),
    )
    .note("sizes are part of the recording, and the number changes with every `replay()`")
    .help("mark the parameter `#[frozen]`")
}

/// An index of a host collection.
pub(super) fn as_position(scopes: &Scopes, tokens: &impl ToTokens) -> Diagnostic {
    Diagnostic::new(
        Code::CP0404,
        format!("index depends on {}", name(scopes, tokens)),
    )
    .note("the host indexes once, at capture, and the number changes with every `replay()`")
    .help("stack the elements into one tensor, and take one with `select`")
}

/// An argument of a method of `Tensor` that is a size or a position.
pub(super) fn as_argument(scopes: &Scopes, tokens: &impl ToTokens, method: &str) -> Diagnostic {
    let help = match method {
        "slice" | "narrow" | "slice_dim" | "select_dim" => {
            "take an input `Tensor<1, Int>` of positions, and use `select`"
        }
        "slice_assign" | "slice_fill" => {
            "take an input `Tensor<1, Int>` of positions, and use `select_assign`"
        }
        "clamp" => "use `clamp_min` and `clamp_max`, which take live numbers",
        "fmod_scalar" => "use `remainder_scalar`, which takes a live number",
        "full_like" => "use `Tensor::full`, which takes a live number",
        "add" | "sub" | "mul" | "div" | "remainder" | "powf" | "powi" | "greater"
        | "greater_equal" | "lower" | "lower_equal" | "equal" | "not_equal" => {
            "use the form whose name ends in `_scalar`, which takes a live number"
        }
        _ => "mark the parameter `#[frozen]`, or take a tensor as input",
    };
    let title = format!("`{method}` cannot take {}", name(scopes, tokens));
    Diagnostic::new(Code::CP0404, title)
        .note("its argument is part of the recording, and the number changes with every `replay()`")
        .help(help)
}

/// A cast to a type that only the host has.
pub(super) fn cast(scopes: &Scopes, cast: &syn::ExprCast) -> Diagnostic {
    let ty = super::text::of_type(&cast.ty);
    let title = format!(
        "cast to `{ty}` needs {} on the host",
        name(scopes, &cast.expr)
    );
    Diagnostic::new(Code::CP0404, title)
        .note("a live number stays on the device, where it is `f32`, `f64`, `i32`, `i64` or `bool`")
        .help(
            "mark the parameter `#[frozen]` for a size, or take a `Tensor<1, Int>` for a position",
        )
}

/// The data of a tensor.
pub(super) fn as_data(scopes: &Scopes, tokens: &impl ToTokens, function: &str) -> Diagnostic {
    let title = format!("data of `{function}` depends on {}", name(scopes, tokens));
    Diagnostic::new(Code::CP0407, title)
        .note("data is part of the recording, and the number changes with every `replay()`")
        .help("make a tensor of it with `Tensor::full(shape, number, device)`")
}

/// A method that gives the host a fact about the number.
pub(super) fn inspected(scopes: &Scopes, receiver: &impl ToTokens, method: &str) -> Diagnostic {
    host(
        format!("`{method}` reads {} on the host", name(scopes, receiver)),
        "make a tensor of it with `Tensor::full`, and compare on the device",
    )
}

/// A live number in a format string.
pub(super) fn printed(what: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::CP0603, format!("`{what}` displays {name}"))
        .note("a live number has no value at capture, and `replay()` prints nothing")
        .help("print the number where `replay()` is called")
}

//! Writes the tokens down. Nothing here decides, reports or fails.
//!
//! ```text
//! errors                      only after a mistake
//! the user's function         as it was written, without the role marks
//! enum f {}                   a namespace with the function's name; beside a method there is none
//! impl f { on  load_archive  capture  __definition  __capture }
//! mod f_program { tests }     only where they are asked for
//! ```
//!
//! A helper is one function, and the marker that strict programs ask for.

mod capture;
mod checks;
mod copy;
mod definition;
mod docs;
mod example;
mod helper;
mod items;
pub(crate) mod lints;
mod load;
mod on;
mod original;
pub(crate) mod probe;

use crate::ast::{Kind, ProgramFn};
use crate::lower::Plan;
use proc_macro2::TokenStream;
use quote::quote;

/// The whole expansion of a function without mistakes.
pub(crate) fn expand(program: &ProgramFn, plan: &Plan) -> TokenStream {
    if program.kind == Kind::Helper {
        return helper::helper(program, plan);
    }
    let original = original::original(program);
    let on = on::on(plan, on::body(plan));
    let load = load::load(plan);
    let capture = capture::capture(plan, capture::body(plan));
    let definition = definition::definition(program, plan);
    let copy = copy::copy(program, plan);
    let mut functions = vec![on, load, capture, definition, copy];
    let mut tests = TokenStream::new();
    if let Some(asked) = &plan.checks {
        functions.push(example::example(program, plan, asked));
        functions.push(checks::functions(plan, asked));
        tests = checks::module(program, plan, asked);
    }
    let items = items::items(program, plan, &functions);
    quote!(#original #items #tests)
}

/// What stands in after a mistake: the errors, the function, and items with the right signatures, so that
/// the code that uses them brings no errors of its own.
pub(crate) fn fallback(errors: TokenStream, program: &ProgramFn, plan: &Plan) -> TokenStream {
    if program.kind == Kind::Helper {
        let stub = helper::stub(program, plan);
        return quote!(#errors #stub);
    }
    let original = original::original(program);
    let message = format!("`{}` was refused when it was compiled", plan.meta.name);
    let unreachable = quote!(::core::unreachable!(#message));
    let on = on::stub(plan, &unreachable);
    let load = load::stub(plan, &unreachable);
    let capture = capture::stub(plan, &unreachable);
    let items = items::items(program, plan, &[on, load, capture]);
    quote!(#errors #original #items)
}

//! Everything that is refused at compile time, reported at once.
//!
//! The attribute sees tokens, not types, so this is a dataflow over names: what is known to be a
//! placeholder, what was made from one, and what is known to be a host value. It follows bindings
//! through shadowing, blocks, patterns, loops, closures and local functions, and says nothing where it
//! does not know: what a helper hides is found while capturing.

mod boundary;
mod call;
mod containers;
mod control;
mod devices;
mod effects;
mod escape;
mod evidence;
mod example;
mod expr;
mod format;
mod guard;
mod live;
mod macros;
mod messages;
mod method_call;
mod methods;
mod operators;
mod params;
mod pattern;
mod receivers;
mod scope;
mod signature;
mod suspect;
mod text;
mod types;
mod value;
mod walk;

#[cfg(test)]
mod tests;

use crate::ast::{Engine, Kind, Param, ProgramFn};
use crate::diag::{Errors, Warnings};
use evidence::Evidence;
use syn::{Ident, Path};
use walk::Walker;

/// What the analysis found that is no error.
pub(crate) struct Analysis {
    /// What is legal but suspect.
    pub(crate) warnings: Warnings,
    /// The free functions that receive placeholders.
    pub(crate) called: Vec<Path>,
}

/// Reports everything in `f` that cannot be captured.
pub(crate) fn analyze(cx: &mut Errors, f: &ProgramFn) -> Analysis {
    signature::check(cx, f);
    example::check(cx, f);
    let parameters = params::check(cx, f);
    let mut found = body(cx, f, parameters);
    if f.kind == Kind::Program {
        signature::result(cx, &f.sig.output, &found);
        suspect::check(&mut found.warnings, f, &found.scales);
    }
    Analysis {
        warnings: found.warnings,
        called: found.called,
    }
}

/// Whether a parameter is refused for what it is, so that the stub cannot speak of its type.
pub(crate) fn refuses(param: &Param) -> bool {
    params::refuses(param)
}

/// What the body does that its result only follows from.
struct Found {
    /// It reads the host.
    reads: bool,
    /// It returns early with `?`.
    exits: bool,
    /// It is legal but suspect.
    warnings: Warnings,
    /// Where a variable multiplies or divides a tensor.
    scales: Vec<Ident>,
    /// The free functions that receive placeholders.
    called: Vec<Path>,
}

/// Walks the body.
fn body(cx: &mut Errors, f: &ProgramFn, parameters: Vec<(String, value::Value)>) -> Found {
    let evidence = Evidence::read(&f.block, &f.sig.output);
    let exit = match f.kind {
        Kind::Program => walk::exit(&f.sig.output),
        Kind::Helper => walk::Exit::Allowed,
    };
    let mut walker = Walker::new(cx, evidence, exit);
    walker.graph = f.options.engine == Engine::Graph;
    walker.scopes.push();
    for (name, value) in parameters {
        walker.scopes.declare(name, value, 0);
    }
    let value = walker.block(&f.block);
    walker.leaves(&value);
    Found {
        reads: walker.reads,
        exits: walker.exits,
        warnings: walker.warnings,
        scales: walker.scales,
        called: walker.called,
    }
}

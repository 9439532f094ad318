//! What the user wrote, as `parse` read it: nothing is decided here.
//!
//! ```text
//! ProgramFn = Kind  Options  attributes  visibility  signature  body
//! Param     = #[live] | #[frozen] | (neither)  pattern : type
//! ```

use crate::mention::Mentions;
use proc_macro2::Group;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Ident, LitStr, Pat, Signature, Type, Visibility};

/// One annotated function.
pub(crate) struct ProgramFn {
    /// What the attribute makes of it.
    pub(crate) kind: Kind,
    /// The options of the attribute.
    pub(crate) options: Options,
    /// Every attribute on the function except `capture_program` itself.
    pub(crate) attrs: Vec<Attribute>,
    /// The visibility, given to the generated items as well.
    pub(crate) vis: Visibility,
    /// The signature without the role marks.
    pub(crate) sig: Signature,
    /// The user's body, never changed.
    pub(crate) block: Box<Block>,
    /// The same as the compiler handed it over.
    pub(crate) body: Group,
    /// The names that stand in the body, macros included.
    pub(crate) mentions: Mentions,
    /// The parameters in order, the receiver included.
    pub(crate) params: Vec<Param>,
}

impl ProgramFn {
    /// Whether the function takes `self`, and so stands in an `impl` block.
    pub(crate) fn is_method(&self) -> bool {
        self.sig.receiver().is_some()
    }

    /// Whether the function stands in an `impl` block: it says so, or its tokens show it, since it takes `self`
    /// or speaks of `Self`, which a free function cannot.
    pub(crate) fn is_associated(&self) -> bool {
        struct SelfType(bool);
        impl<'ast> Visit<'ast> for SelfType {
            fn visit_path(&mut self, path: &'ast syn::Path) {
                let first = path.segments.first();
                self.0 |= first.is_some_and(|segment| segment.ident == "Self");
                visit::visit_path(self, path);
            }

            // An item inside the body has a `Self` of its own.
            fn visit_item(&mut self, _: &'ast syn::Item) {}
        }
        let mut found = SelfType(self.is_method() || self.options.associated);
        found.visit_signature(&self.sig);
        // Its tokens also show the `Self` of items and macros, so they tell for sure only that there is none.
        if self.mentions.self_type {
            found.visit_block(&self.block);
        }
        found.0
    }
}

/// What an annotated function becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `#[capture_program]`: a program beside the function.
    Program,
    /// `#[capture_fn]`: a function that programs call.
    Helper,
}

impl Kind {
    /// The name of the attribute.
    pub(crate) const fn attribute(self) -> &'static str {
        match self {
            Self::Program => "capture_program",
            Self::Helper => "capture_fn",
        }
    }
}

/// One parameter and how it crosses the program's boundary.
pub(crate) struct Param {
    /// The binding's name; `self` for a receiver, `arg0`-like for a pattern without one.
    pub(crate) name: Ident,
    /// The pattern as written (`mut x`, `[a, b]`); `None` for a receiver.
    pub(crate) pat: Option<Pat>,
    /// The type as written, with its reference; `None` for a receiver.
    pub(crate) ty: Option<Type>,
    /// The role that marks and type decide.
    pub(crate) role: Role,
}

/// How a parameter crosses the boundary (see the table in ARCHITECTURE.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An argument of every replay.
    Input,
    /// Held by the session and read only: `&T`, `&self`.
    Weights,
    /// Held by the session and advanced by every replay: `&mut T`, `&mut self`.
    State,
    /// A number that changes between replays: `#[live]`.
    Live,
    /// A host value that is part of the program: `#[frozen]`.
    Frozen,
    /// The program's device: `&Device`.
    Device,
    /// A host value without a mark: reported by `analyze`.
    Unmarked,
}

/// The options of the attribute, spelled
/// `#[capture_program(associated, crate = path, engine = "graph", recapture = "deny", cache = 4, strict, inline(f, g), test = 4,
/// document = "programs", example(x = TensorSpec::float([4])))]`.
pub(crate) struct Options {
    /// Whether the function stands in an `impl` block that its tokens do not show.
    pub(crate) associated: bool,
    /// The path that replaces `::capture_runtime`.
    pub(crate) krate: Option<syn::Path>,
    /// What a new signature does.
    pub(crate) recapture: Recapture,
    /// Which engine is asked for.
    pub(crate) engine: Engine,
    /// Whose the results are.
    pub(crate) results: Results,
    /// How many programs a session keeps.
    pub(crate) cache: usize,
    /// Whether every function that receives a placeholder must be a `#[capture_fn]`.
    pub(crate) strict: bool,
    /// The programs whose capturing copies stand in where the body calls them.
    pub(crate) inline: Vec<syn::Path>,
    /// The test that eager and replayed steps are equal.
    pub(crate) test: Option<Test>,
    /// The page that is checked in.
    pub(crate) document: Option<Document>,
    /// How the program is captured for both.
    pub(crate) example: Option<Example>,
}

/// `test`, or `test = 10`.
pub(crate) struct Test {
    /// The name of the option.
    pub(crate) name: Ident,
    /// How many steps run.
    pub(crate) steps: usize,
}

/// `document = "programs"`.
pub(crate) struct Document {
    /// The name of the option.
    pub(crate) name: Ident,
    /// The folder of the page, from the folder of the crate.
    pub(crate) folder: LitStr,
}

/// `example(model = Mlp::new(device), features = TensorSpec::float([64, 11]))`.
pub(crate) struct Example {
    /// The name of the option.
    pub(crate) name: Ident,
    /// Its entries, in the order in which they are written.
    pub(crate) entries: Vec<Entry>,
}

/// `features = TensorSpec::float([64, 11])`.
pub(crate) struct Entry {
    /// The parameter.
    pub(crate) name: Ident,
    /// The value, or the specification of an input.
    pub(crate) value: Expr,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            associated: false,
            krate: None,
            recapture: Recapture::Allow,
            engine: Engine::Auto,
            results: Results::Owned,
            cache: 8,
            strict: false,
            inline: Vec::new(),
            test: None,
            document: None,
            example: None,
        }
    }
}

/// Which engine a session runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// Device graphs where they can be recorded, the interpreter elsewhere.
    Auto,
    /// Device graphs, or an error.
    Graph,
    /// The interpreter.
    Interpreter,
}

/// Whose the results of a replay are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    /// The caller's: copied out of the graph.
    Owned,
    /// The session's, lent until the next replay.
    Borrowed,
}

/// What a session does with a signature that it has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recapture {
    /// Captures again.
    Allow,
    /// Captures again and says so once on standard error.
    Warn,
    /// Returns an error that names the argument that changed.
    Deny,
}

//! Everything that is refused at compile time, reported at once.

use crate::ast::ProgramFn;
use crate::diag::Errors;

/// Reports everything in `f` that cannot be captured.
pub(crate) fn analyze(_cx: &mut Errors, _f: &ProgramFn) {}

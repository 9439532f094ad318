//! What a program's author needs: `use capture_runtime::prelude::*;`.

pub use crate::optim::{Adam, AdamConfig, AdamW, AdamWConfig, Sgd, SgdConfig};
pub use crate::{
    Archive, ArchiveError, Live, Program, ProgramInput, ProgramOutput, ProgramState, RecordError,
    ReplayError, Session, TensorSpec, can_move, capture_fn, capture_program, eager_only,
    is_placeholder, select,
};

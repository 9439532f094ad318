//! The optimizers: beside Burn's, on a capture device, over shapes.

#![forbid(unsafe_code)]

mod capture;
mod common;
mod equals_burn;
mod model;
mod record;
mod shapes;

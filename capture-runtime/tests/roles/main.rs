//! The roles of parameters and the forms of results.

#![forbid(unsafe_code)]

#[path = "../common/mod.rs"]
mod common;
mod frozen;
#[allow(unreachable_pub)] // Visibility carries over to what is generated; the tests write it out.
mod functions;
mod guards;
mod held;
mod inputs;
mod live;
mod nested;
mod results;
mod training;

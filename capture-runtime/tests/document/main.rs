//! Pages and pictures of programs.

#![forbid(unsafe_code)]

mod page;
mod picture;
mod programs;

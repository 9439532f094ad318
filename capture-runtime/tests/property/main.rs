//! Random programs: a replay gives the bits that the same function gives when it is called.
//!
//! A program is a list of instructions, which one captured function takes as a frozen value and runs on its tensors. Whatever the
//! numbers in an instruction are, it means something for every shape, so any list is a program and shrinking never leaves them.

mod archives;
mod compare;
mod concurrent;
mod costs;
mod data;
mod forward;
mod instructions;
mod kinds;
mod operations;
mod registers;
mod regressions;
mod training;

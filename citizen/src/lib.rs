//! Everything is in the tests.

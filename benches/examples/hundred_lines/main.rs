//! One function of a hundred lines, five times over: `cargo run -p benches --bin expansion` times what the attribute makes of it.

#![allow(missing_docs, dead_code, unreachable_pub, clippy::too_many_arguments)]

mod first {
    include!("step.rs");
}
mod second {
    include!("step.rs");
}
mod third {
    include!("step.rs");
}
mod fourth {
    include!("step.rs");
}
mod fifth {
    include!("step.rs");
}

fn main() {}

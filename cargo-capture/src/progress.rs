//! A bar for work of more than a moment, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// What is over sooner shows no bar.
const MOMENT: Duration = Duration::from_millis(400);

/// A bar that appears after a moment. indicatif shows none where standard error is no terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new(steps: usize, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_message(what);
        Self {
            bar,
            started: Instant::now(),
            shown: false,
        }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        if !self.shown && self.started.elapsed() > MOMENT {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

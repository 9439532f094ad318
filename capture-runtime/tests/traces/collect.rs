//! A subscriber that writes down what it sees.

use std::cell::RefCell;
use std::fmt::{Debug, Write};
use std::sync::Once;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

thread_local! {
    /// The lines of this thread while it looks.
    static LINES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Every span and event of this crate while `run` runs, a line each.
///
/// One subscriber serves the process: whether anybody listens is kept for each place that speaks, and threads that come and go with
/// subscribers of their own would race for it.
pub(crate) fn seen(run: impl FnOnce()) -> Vec<String> {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let subscriber = tracing_subscriber::registry().with(Lines);
        tracing::subscriber::set_global_default(subscriber).unwrap();
    });
    LINES.set(Some(Vec::new()));
    run();
    LINES.take().unwrap()
}

fn push(line: String) {
    LINES.with_borrow_mut(|lines| {
        if let Some(lines) = lines {
            lines.push(line);
        }
    });
}

struct Lines;

/// Fields as `name=value`, the message first.
#[derive(Default)]
struct Fields {
    message: String,
    others: String,
}

impl tracing::field::Visit for Fields {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.message = format!(" {value:?}"),
            "program" => {
                let name = format!("{value:?}");
                write!(self.others, " program={}", name.trim_matches('"')).unwrap();
            }
            name => write!(self.others, " {name}={value:?}").unwrap(),
        }
    }
}

impl<S> Layer<S> for Lines
where
    S: tracing::Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(
        &self,
        attributes: &tracing::span::Attributes<'_>,
        _: &tracing::span::Id,
        _: Context<'_, S>,
    ) {
        let metadata = attributes.metadata();
        if metadata.target().starts_with("capture_runtime") {
            let mut fields = Fields::default();
            attributes.record(&mut fields);
            let (level, name) = (metadata.level(), metadata.name());
            let line = format!("{level} span {name}{}", fields.others);
            push(line);
        }
    }

    fn on_event(&self, event: &tracing::Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        if metadata.target().starts_with("capture_runtime") {
            let mut fields = Fields::default();
            event.record(&mut fields);
            let span = context.event_span(event);
            let span = span.map_or("", |span| span.name());
            let (level, message) = (metadata.level(), fields.message);
            let line = format!("{level} {span}:{message}{}", fields.others);
            push(line);
        }
    }
}

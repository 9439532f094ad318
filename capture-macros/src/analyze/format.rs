//! Format strings: what they display, and through which argument.

/// What one `{..}` refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// `{}` and `{0}`: the argument at a position.
    Position(usize),
    /// `{x}`: a named argument, or a variable.
    Name(String),
}

/// One `{..}` that displays its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// What it refers to.
    pub(super) argument: Argument,
    /// The text between and with the braces.
    pub(super) text: String,
    /// Whether it shows the value in full (`{x:?}` shows only the handle of a tensor).
    pub(super) debug: bool,
}

/// Every argument that a format string uses, its widths and precisions included.
pub(super) fn parse(format: &str) -> Vec<Shown> {
    let mut found = Vec::new();
    let mut next = 0;
    let mut rest = format;
    while let Some(open) = rest.find(['{', '}']) {
        let tail = rest.get(open..).unwrap_or_default();
        if tail.starts_with("{{") || tail.starts_with("}}") {
            rest = tail.get(2..).unwrap_or_default();
            continue;
        }
        if tail.starts_with('}') {
            rest = tail.get(1..).unwrap_or_default();
            continue;
        }
        let Some(close) = tail.find('}') else { break };
        let inner = tail.get(1..close).unwrap_or_default();
        one(inner, &mut next, &mut found);
        rest = tail.get(close + 1..).unwrap_or_default();
    }
    found
}

/// Reads the text between two braces.
fn one(inner: &str, next: &mut usize, found: &mut Vec<Shown>) {
    let (name, spec) = match inner.split_once(':') {
        Some((name, spec)) => (name.trim(), spec.trim()),
        None => (inner.trim(), ""),
    };
    let text = format!("{{{}}}", inner.trim());
    // `{:.*}` takes its precision from the argument before.
    if spec.contains(".*") {
        found.push(Shown {
            argument: Argument::Position(*next),
            text: text.clone(),
            debug: false,
        });
        *next += 1;
    }
    let argument = reference(name).unwrap_or_else(|| {
        *next += 1;
        Argument::Position(*next - 1)
    });
    let debug = spec.ends_with('?') || spec.ends_with('p');
    found.push(Shown {
        argument,
        text: text.clone(),
        debug,
    });
    for size in sizes(spec) {
        if let Some(argument) = reference(size) {
            found.push(Shown {
                argument,
                text: text.clone(),
                debug: false,
            });
        }
    }
}

/// `0` or `x`; nothing for the empty text.
fn reference(name: &str) -> Option<Argument> {
    if name.is_empty() {
        return None;
    }
    Some(match name.parse() {
        Ok(position) => Argument::Position(position),
        Err(_) => Argument::Name(name.to_owned()),
    })
}

/// The names in `width$` and `.precision$`.
fn sizes(spec: &str) -> impl Iterator<Item = &str> {
    let parts = spec.split('$').count();
    spec.split('$').take(parts.saturating_sub(1)).map(|part| {
        let start = part
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| {
                at + part
                    .get(at..)
                    .and_then(|tail| tail.chars().next())
                    .map_or(1, char::len_utf8)
            });
        part.get(start..).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::{Argument, parse};

    fn shown(format: &str) -> Vec<String> {
        parse(format)
            .into_iter()
            .filter(|shown| !shown.debug)
            .map(|shown| match shown.argument {
                Argument::Position(position) => position.to_string(),
                Argument::Name(name) => name,
            })
            .collect()
    }

    #[test]
    fn escapes_are_text() {
        assert!(shown("{{x}} }} {{").is_empty());
        assert_eq!(shown("{{{x}}}"), ["x"]);
    }

    #[test]
    fn debug_is_not_display() {
        assert!(shown("{x:?} {:#?} {y:02x?}").is_empty());
        assert_eq!(shown("{x:.2} {:?} {}"), ["x", "1"]);
    }

    #[test]
    fn positions_and_sizes_are_counted() {
        assert_eq!(shown("{} {1} {}"), ["0", "1", "1"]);
        assert_eq!(shown("{:>width$.prec$}"), ["0", "width", "prec"]);
        assert_eq!(shown("{:.*} {}"), ["0", "1", "2"]);
        assert_eq!(shown("{é:é>5} {x"), ["é"]);
    }
}

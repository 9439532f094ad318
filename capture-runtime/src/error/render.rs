//! An error as text: what went wrong, the statement quoted with a caret, the calls that led to it, why, and what to write.

use super::code::link;
use super::place::{Place, Statement};
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use std::io::IsTerminal;

/// An error, ready to be shown.
pub(crate) struct Message<'a> {
    /// The code of its section.
    pub(crate) code: &'static str,
    /// What went wrong, on one line.
    pub(crate) title: String,
    /// The program.
    pub(crate) program: &'a str,
    pub(crate) place: Option<Place>,
    pub(crate) notes: Vec<String>,
    pub(crate) help: Option<&'a str>,
}

impl Message<'_> {
    /// The message as a sentence with details under it, without colours: what `Display` writes.
    pub(crate) fn plain(&self) -> String {
        let note = format!("see {} in ERRORS.md: {}", self.code, link(self.code));
        let details = Group::with_level(Level::ERROR)
            .elements(self.elements())
            .element(Level::NOTE.message(note));
        let details = Renderer::plain().render(&[details]);
        format!("{}\n{}", self.title, details.trim_end())
    }

    /// The message as the compiler would print it, in colours where standard error is a terminal that wants them.
    pub(crate) fn rendered(&self) -> String {
        let terminal = std::io::stderr().is_terminal();
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        self.rendered_by(&match terminal && wanted {
            true => Renderer::styled(),
            false => Renderer::plain(),
        })
    }

    fn rendered_by(&self, renderer: &Renderer) -> String {
        let link = link(self.code);
        let note = format!("see {} in ERRORS.md: {link}", self.code);
        let title = Level::ERROR
            .primary_title(&self.title)
            .id(self.code)
            .id_url(&link);
        let group = Group::with_title(title)
            .elements(self.elements())
            .element(Level::NOTE.message(note));
        renderer.render(&[group])
    }

    fn elements(&self) -> Vec<Element<'_>> {
        let mut elements: Vec<Element<'_>> = Vec::new();
        match &self.place {
            Some(Place::Statement { statement, calls }) => {
                elements.push(quoted(statement, AnnotationKind::Primary, None).into());
                for (depth, call) in calls.iter().enumerate().rev() {
                    let label = match depth {
                        0 => format!("while recording this statement of `{}`", self.program),
                        _ => "through this call".to_owned(),
                    };
                    elements.push(quoted(call, AnnotationKind::Context, Some(label)).into());
                }
            }
            Some(Place::Function { file, line }) => {
                elements.push(Origin::path(*file).line(*line as usize).into());
            }
            None => {}
        }
        for note in &self.notes {
            elements.push(Level::NOTE.message(note).into());
        }
        if let Some(help) = self.help {
            elements.push(Level::HELP.message(help).into());
        }
        elements
    }
}

/// The first line of a statement at its place, underlined.
fn quoted(
    statement: &Statement,
    kind: AnnotationKind,
    label: Option<String>,
) -> Snippet<'static, Annotation<'static>> {
    let before = " ".repeat(statement.column.saturating_sub(1) as usize);
    let start = before.len();
    let source = before + statement.text;
    let span = start..source.len();
    Snippet::source(source)
        .path(statement.file)
        .line_start(statement.line as usize)
        .annotation(kind.span(span).label(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: Statement = Statement {
        file: "src/clip.rs",
        line: 7,
        column: 5,
        binding: Some("n"),
        text: "let n = g.into_scalar()",
    };
    const OUTER: Statement = Statement {
        file: "src/train.rs",
        line: 128,
        column: 9,
        binding: Some("g"),
        text: "let g = clip(g, 1.0)",
    };

    fn message(place: Option<Place>) -> Message<'static> {
        Message {
            code: "CR0101",
            title: "`step` cannot be captured: a tensor is read on the host".to_owned(),
            program: "step",
            place,
            notes: vec!["two\nlines".to_owned()],
            help: Some("return it"),
        }
    }

    #[test]
    fn the_statement_is_underlined_and_the_call_is_shown_beside_it() {
        let place = Place::Statement {
            statement: INNER,
            calls: vec![OUTER],
        };
        let text = message(Some(place)).plain();
        let drawn = "\
`step` cannot be captured: a tensor is read on the host
   --> src/clip.rs:7:5
    |
  7 |     let n = g.into_scalar()
    |     ^^^^^^^^^^^^^^^^^^^^^^^
    |
   ::: src/train.rs:128:9
    |
128 |         let g = clip(g, 1.0)
    |         -------------------- while recording this statement of `step`
    |
    = note: two
            lines
    = help: return it
    = note: see CR0101 in ERRORS.md: ";
        assert_eq!(text, format!("{drawn}{}", link("CR0101")));
    }

    #[test]
    fn a_terminal_gets_colours_and_nothing_else_does() {
        let place = Place::Statement {
            statement: INNER,
            calls: Vec::new(),
        };
        let message = message(Some(place));
        let styled = message.rendered_by(&Renderer::styled());
        assert!(styled.contains("\u{1b}["), "{styled}");
        let plain = message.rendered_by(&Renderer::plain());
        assert!(plain.starts_with("error[CR0101]: `step`"), "{plain}");
        assert!(!plain.contains('\u{1b}') && !message.plain().contains('\u{1b}'));
    }

    #[test]
    fn without_a_statement_the_function_is_named() {
        let place = Place::Function {
            file: "src/train.rs",
            line: 12,
        };
        let text = message(Some(place)).plain();
        assert!(text.contains("host\n--> src/train.rs:12\n"), "{text}");
        let text = message(None).plain();
        assert!(text.contains("host\n = note: two\n"), "{text}");
    }
}

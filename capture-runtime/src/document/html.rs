//! The page as HTML.

use super::markdown;
use crate::graph::Program;
use pulldown_cmark::{Options, Parser, html};

/// One file with style and picture inside.
pub(super) fn page(program: &Program) -> String {
    let markdown = markdown::page(program, &program.to_svg());
    let parser = Parser::new_ext(&markdown, Options::ENABLE_TABLES);
    let mut body = String::new();
    html::push_html(&mut body, parser);
    let name = escaped(program.name());
    let style = include_str!("page.css");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{name}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

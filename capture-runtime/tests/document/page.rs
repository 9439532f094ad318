//! What a page says.

use crate::programs::{iterate, pick, same, step};
use capture_runtime::prelude::*;

/// The rows of the table under a heading, cells trimmed.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let page = page.replace('\u{a0}', " ");
    let section = page.split("\n## ").find(|part| part.starts_with(heading));
    let lines = section.expect("the section is there").lines();
    let table = lines.skip_while(|line| !line.starts_with('|'));
    let body = table.take_while(|line| line.starts_with('|')).skip(2);
    body.map(|line| {
        let line = line.trim_matches('|').replace("\\|", "¦");
        line.split('|')
            .map(|cell| cell.trim().replace('¦', "|"))
            .collect()
    })
    .collect()
}

#[test]
fn the_signature_has_every_parameter_by_role_and_what_it_was_captured_for() {
    let page = step(2).to_markdown();
    let all: Vec<String> = rows(&page, "Signature")
        .iter()
        .map(|row| row.join(" "))
        .collect();
    assert_eq!(
        all,
        [
            "state `model` `&mut Mlp` 8 tensors, 2.52 KiB",
            "state `optim` `&mut AdamW` 17 tensors, 5.04 KiB",
            "input `features` `Tensor<2>` `f32[32, 16]`",
            "input `labels` `Tensor<1, Int>` `i32[32]`",
            "live `lr` `f64` `f64[1]`",
            "frozen `smoothing` `f32` = `0.1`",
            "result `result`  `f32[1]`",
        ]
    );
}

#[test]
fn the_statements_are_the_users_and_sum_up_to_the_whole() {
    let program = step(1);
    let statements = rows(&program.to_markdown(), "Statements");
    let texts: Vec<&str> = statements.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(texts[0], "`let logits = model.forward(features)`");
    assert_eq!(texts.last(), Some(&"`optim.step(lr, model, grads)`"));
    let counted: usize = statements
        .iter()
        .map(|row| row[2].parse::<usize>().unwrap())
        .sum();
    assert_eq!(counted, program.operations().len());
    assert!(
        statements
            .iter()
            .all(|row| row[0].starts_with("programs.rs:"))
    );
}

#[test]
fn a_statement_that_is_reached_often_stands_once() {
    let spec = || TensorSpec::float([8]);
    let page = iterate::capture(spec(), spec(), 50).unwrap().to_markdown();
    let statements = rows(&page, "Statements");
    let counts: Vec<_> = statements
        .iter()
        .map(|row| (row[1].as_str(), row[2].as_str()))
        .collect();
    assert_eq!(
        counts,
        [("`x = x.sin()`", "50"), ("`x = x * y.clone()`", "50")]
    );
}

#[test]
fn the_listing_has_every_operation_once_under_its_statement() {
    let program = step(1);
    let page = program.to_markdown();
    let listing = page.split("## Listing").nth(1).unwrap();
    for operation in program.operations() {
        let written = operation.ir().outputs().next().unwrap().id.value();
        let line = format!("\n  %{written}: ");
        assert_eq!(listing.matches(&line).count(), 1, "%{written}");
    }
    let heads = listing.lines().filter(|line| line.starts_with("  // "));
    assert_eq!(heads.count(), 6);
}

#[test]
fn the_memory_section_names_what_sets_the_peak() {
    let program = step(1);
    let page = program.to_markdown();
    let costs = program.costs();
    let tensors = rows(&page, "Memory");
    assert!(!tensors.is_empty());
    let largest = &costs.peak().live[0];
    assert_eq!(tensors[0][0], format!("`%{}`", largest.tensor.value()));
}

#[test]
fn the_html_page_is_whole() {
    let page = step(1).to_html();
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("<title>train_step</title>"));
    assert_eq!(page.matches("<svg").count(), 1);
    assert_eq!(
        page.matches("<table>").count(),
        page.matches("</table>").count()
    );
    assert!(page.matches("<table>").count() >= 6);
    for fetched in ["<img", "href=", "@import", "url(http"] {
        assert!(!page.contains(fetched), "{fetched}");
    }
}

#[test]
fn source_and_values_cannot_break_out_of_their_place() {
    let spec = || TensorSpec::float([4]);
    let program = pick::capture(spec(), spec(), "<script>`|`&").unwrap();
    let statements = rows(&program.to_markdown(), "Statements");
    assert!(statements[0][1].contains("<b>|`|</b> &"), "{statements:?}");
    assert_eq!(statements[0].len(), 8);
    let html = program.to_html();
    assert!(!html.contains("<b>") && !html.contains("<script>"));
    assert!(html.contains("&lt;script&gt;"));
}

#[test]
fn a_program_without_operations_has_a_page() {
    let program = same::capture(TensorSpec::float([4])).unwrap();
    let page = program.to_markdown();
    assert!(page.contains("| operations"), "{page}");
    assert!(!page.contains("## Statements"));
    assert!(program.to_html().contains("<svg"));
}

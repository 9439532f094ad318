//! Texts of pages: numbers for people, and lines that fit.

use crate::costs::Costs;
use crate::error::Statement;
use crate::graph::Program;
use std::collections::HashMap;

/// At most `width` characters, with an ellipsis where some are left out.
pub(super) fn elided(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A program's name as a file's, without folders: `Net::forward` is in `Net.forward.md`.
pub(super) fn file_stem(name: &str) -> String {
    let kept = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    let name = name.replace("::", ".");
    let name: String = name.chars().filter(|letter| kept(*letter)).collect();
    match name.trim_matches('.') {
        "" => "program".to_owned(),
        name => name.to_owned(),
    }
}

/// The number of each of the program's statements on the page: its place among the costs of statements. The same source has one number,
/// however often it is reached.
pub(super) fn numbers(program: &Program, costs: &Costs) -> Vec<Option<usize>> {
    let known = costs.statements().iter().enumerate();
    let known: HashMap<&Statement, usize> = known
        .filter_map(|(i, row)| Some((row.statement.as_ref()?, i)))
        .collect();
    let statements = program.statements.iter();
    statements
        .map(|statement| known.get(statement).copied())
        .collect()
}

/// The parameter that a tensor of the boundary belongs to.
pub(super) fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}

/// A count with a decimal prefix: `1.23 M`. Between number and unit no line is broken, here and below.
pub fn decimal(count: u64) -> String {
    scaled(
        count,
        1000.0,
        &[
            "", "\u{a0}k", "\u{a0}M", "\u{a0}G", "\u{a0}T", "\u{a0}P", "\u{a0}E",
        ],
    )
}

/// A number of bytes with a binary prefix: `1.23 MiB`.
pub fn bytes(count: u64) -> String {
    scaled(
        count,
        1024.0,
        &[
            "\u{a0}B",
            "\u{a0}KiB",
            "\u{a0}MiB",
            "\u{a0}GiB",
            "\u{a0}TiB",
            "\u{a0}PiB",
            "\u{a0}EiB",
        ],
    )
}

fn scaled(count: u64, step: f64, units: &[&str]) -> String {
    let mut value = count as f64;
    let mut unit = 0;
    while value >= step - 0.5 && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    let digits = match (unit, value) {
        (0, _) => 0,
        (_, value) if value < 9.995 => 2,
        (_, value) if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$}{}", units[unit])
}

/// A part of a whole: `12 %`, `< 1 %`, and nothing for none.
pub(super) fn percent(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return String::new();
    }
    let percent = part as f64 / whole as f64 * 100.0;
    if percent < 1.0 {
        "<\u{a0}1\u{a0}%".to_owned()
    } else {
        format!("{percent:.0}\u{a0}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: String) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn numbers_have_three_digits_and_a_prefix() {
        assert_eq!(plain(decimal(0)), "0");
        assert_eq!(plain(decimal(999)), "999");
        assert_eq!(plain(decimal(1_000)), "1.00 k");
        assert_eq!(plain(decimal(1_234_567)), "1.23 M");
        assert_eq!(plain(decimal(u64::MAX)), "18.4 E");
        assert_eq!(plain(bytes(512)), "512 B");
        assert_eq!(plain(bytes(1536)), "1.50 KiB");
        assert_eq!(plain(bytes(150 * 1024 * 1024)), "150 MiB");
    }

    #[test]
    fn names_are_file_names() {
        assert_eq!(file_stem("train_step"), "train_step");
        assert_eq!(file_stem("Net::forward"), "Net.forward");
        assert_eq!(file_stem("../a/b"), "ab");
        assert_eq!(file_stem(".."), "program");
    }

    #[test]
    fn parts_of_a_whole() {
        assert_eq!(plain(percent(0, 10)), "");
        assert_eq!(plain(percent(1, 1000)), "< 1 %");
        assert_eq!(plain(percent(1, 3)), "33 %");
    }

    #[test]
    fn long_lines_end_in_an_ellipsis() {
        assert_eq!(elided("short", 5), "short");
        assert_eq!(elided("a longer one", 5), "a lo…");
    }
}

//! Boxes and arrows as SVG.

use super::arrows;
use super::graph::{Graph, Kind, Node};
use super::layout::{Layout, Point};
use super::legend::Row;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Marker, Path, Rectangle, Style, Text, Title};

/// The height of a line of text, in pixels.
const LINE: f64 = 15.0;
/// The width of a character of operations, and of a title.
const CHARACTER: f64 = 6.7;
const TITLE: f64 = 8.2;
const PADDING: f64 = 10.0;
/// The space around the picture.
const MARGIN: f64 = 12.0;

/// The width and height of a box.
pub(super) fn size(node: &Node) -> (f64, f64) {
    let widest = node.lines.iter().map(|line| line.chars().count());
    let widest = widest.max().unwrap_or(0) as f64 * CHARACTER;
    let title = node.title.chars().count() as f64 * TITLE;
    let width = widest.max(title).max(56.0) + 2.0 * PADDING;
    let bar = if node.share > 0.0 { 6.0 } else { 0.0 };
    (
        width,
        LINE * (node.lines.len() as f64 + 1.0) + PADDING + bar,
    )
}

/// Draws the picture; no line of it is empty, so that it can stand inside of Markdown.
pub(super) fn draw(
    name: &str,
    graph: &Graph,
    sizes: &[(f64, f64)],
    layout: &Layout,
    legend: &[Row],
) -> String {
    let top = MARGIN + legend.len() as f64 * LINE + if legend.is_empty() { 0.0 } else { 14.0 };
    let boxes = layout.nodes.iter().zip(sizes);
    let bends = layout.arrows.iter().flatten().map(|(x, _)| x + 4.0);
    let right = boxes
        .map(|((x, _), (width, _))| x + width / 2.0)
        .chain(bends);
    let bottom = (layout.nodes.iter().zip(sizes)).map(|((_, y), (_, height))| y + height / 2.0);
    let drawn = right.fold(0.0, f64::max);
    let width = drawn.max(legend_width(legend)) + 2.0 * MARGIN;
    let rest = if graph.omitted > 0 { 2.0 * LINE } else { 0.0 };
    let height = bottom.fold(0.0, f64::max) + top + MARGIN + rest;
    let left = MARGIN + (width - 2.0 * MARGIN - drawn) / 2.0;
    let moved = |(x, y): Point| (x + left, y + top);

    let mut document = Document::new()
        .set("class", "cp-graph")
        .set("viewBox", format!("0 0 {} {}", round(width), round(height)))
        .set("width", round(width))
        .set("height", round(height))
        .set("role", "img")
        .set("aria-label", format!("The operations of {name}"))
        .add(Style::new(include_str!("style.css").trim()))
        .add(arrow_head());
    for (i, row) in legend.iter().enumerate() {
        document = document.add(legend_row(i, row));
    }
    for (arrow, way) in graph.arrows.iter().zip(arrows::ways(graph, sizes, layout)) {
        let points: Vec<_> = way.points.into_iter().map(moved).collect();
        document = document.add(curve(&points));
        if way.labelled {
            let (x, y) = points[0];
            document = document.add(text("cp-type", x + 5.0, y + 11.0, &arrow.label));
        }
    }
    for ((node, at), size) in graph.nodes.iter().zip(&layout.nodes).zip(sizes) {
        document = document.add(boxed(node, moved(*at), *size));
    }
    if graph.omitted > 0 {
        let note = format!(
            "… and {} operations more, which are not drawn",
            graph.omitted
        );
        document = document.add(text("cp-note", left, height - MARGIN, &note));
    }
    document.to_string().replace("\n\n", "\n")
}

fn boxed(node: &Node, (x, y): Point, (width, height): (f64, f64)) -> Group {
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let (class, round_by) = match node.kind {
        Kind::Given => ("cp-given", height / 2.0),
        Kind::Work(_) => ("cp-work", 4.0),
        Kind::Left => ("cp-left", height / 2.0),
    };
    let frame = Rectangle::new()
        .set("x", round(left))
        .set("y", round(top))
        .set("width", round(width))
        .set("height", round(height))
        .set("rx", round(round_by));
    let mut group = Group::new()
        .set("class", format!("cp-node {class}"))
        .add(Title::new(&node.hint))
        .add(frame);
    if let Kind::Work(Some(number)) = node.kind {
        let stripe = Rectangle::new()
            .set("class", "cp-stripe")
            .set("x", round(left))
            .set("y", round(top))
            .set("width", 4)
            .set("height", round(height))
            .set("fill", colour(number));
        group = group.add(stripe);
    }
    let centred = !matches!(node.kind, Kind::Work(_));
    let (at, anchor) = if centred {
        (x, "middle")
    } else {
        (left + PADDING, "start")
    };
    let title = text("cp-title", at, top + LINE, &node.title).set("text-anchor", anchor);
    group = group.add(title);
    for (i, line) in node.lines.iter().enumerate() {
        let below = top + LINE * (i as f64 + 2.0);
        group = group.add(text("cp-line", at, below, line).set("text-anchor", anchor));
    }
    if node.share > 0.0 {
        let bar = Rectangle::new()
            .set("class", "cp-bar")
            .set("x", round(left + PADDING))
            .set("y", round(top + height - 7.0))
            .set(
                "width",
                round((width - 2.0 * PADDING) * node.share.clamp(0.01, 1.0)),
            )
            .set("height", 3);
        group = group.add(bar);
    }
    group
}

/// An arrow through `points`, in curves that leave and arrive upright.
fn curve(points: &[Point]) -> Path {
    let mut data = Data::new();
    for (i, next) in points.iter().enumerate() {
        let Some(last) = i.checked_sub(1).and_then(|before| points.get(before)) else {
            data = data.move_to((round(next.0), round(next.1)));
            continue;
        };
        let half = (next.1 - last.1) / 2.0;
        data = data.cubic_curve_to((
            round(last.0),
            round(last.1 + half),
            round(next.0),
            round(next.1 - half),
            round(next.0),
            round(next.1),
        ));
    }
    Path::new()
        .set("class", "cp-arrow")
        .set("d", data)
        .set("marker-end", "url(#cp-head)")
}

fn arrow_head() -> Definitions {
    let head = Path::new()
        .set("class", "cp-head")
        .set("d", "M0 0L7 3.5L0 7z");
    let marker = Marker::new()
        .set("id", "cp-head")
        .set("viewBox", "0 0 7 7")
        .set("refX", 6)
        .set("refY", 3.5)
        .set("markerWidth", 7)
        .set("markerHeight", 7)
        .set("orient", "auto");
    Definitions::new().add(marker.add(head))
}

/// Where the source stands in a line of the legend.
const SOURCE: f64 = 48.0;

fn legend_row(i: usize, row: &Row) -> Group {
    let base = MARGIN + LINE * (i as f64 + 1.0) - 4.0;
    let mut group = Group::new();
    if !row.line.is_empty() {
        let swatch = Rectangle::new()
            .set("x", MARGIN)
            .set("y", round(base - 9.0))
            .set("width", 9)
            .set("height", 9)
            .set("rx", 2)
            .set("fill", colour(i));
        let line = text("cp-note", MARGIN + SOURCE - 8.0, base, &row.line);
        group = group.add(swatch).add(line.set("text-anchor", "end"));
    }
    let after = MARGIN + SOURCE + row.text.chars().count() as f64 * CHARACTER + 12.0;
    group
        .add(text("cp-line", MARGIN + SOURCE, base, &row.text))
        .add(text("cp-note", after, base, &row.note))
}

fn legend_width(rows: &[Row]) -> f64 {
    let width =
        |row: &Row| (row.text.chars().count() + row.note.chars().count()) as f64 * CHARACTER;
    rows.iter().map(width).fold(0.0, f64::max) + SOURCE + 12.0
}

fn text(class: &str, x: f64, y: f64, content: &str) -> Text {
    Text::new(content)
        .set("class", class)
        .set("x", round(x))
        .set("y", round(y))
}

/// The colour of a statement: hues a golden angle apart, so that neighbours differ.
fn colour(number: usize) -> String {
    format!(
        "hsl({} 62% 52%)",
        (number as f64 * 137.508 + 210.0).rem_euclid(360.0).round()
    )
}

/// To a tenth of a pixel.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

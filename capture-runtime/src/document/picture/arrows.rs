//! Where arrows leave and reach their boxes: side by side, in the order in which they go on.

use super::graph::Graph;
use super::layout::{Layout, Point};

/// The points of one arrow.
pub(super) struct Way {
    pub(super) points: Vec<Point>,
    /// Whether there is room for its type.
    pub(super) labelled: bool,
}

/// The width of a character of a type, in pixels.
const CHARACTER: f64 = 5.9;

/// The points of every arrow.
pub(super) fn ways(graph: &Graph, sizes: &[(f64, f64)], layout: &Layout) -> Vec<Way> {
    let bends = &layout.arrows;
    let first = |i: usize| {
        let to = layout.nodes[graph.arrows[i].to];
        bends[i].first().copied().unwrap_or(to).0
    };
    let last = |i: usize| {
        let from = layout.nodes[graph.arrows[i].from];
        bends[i].last().copied().unwrap_or(from).0
    };
    let mut starts = vec![(0.0, f64::MAX); graph.arrows.len()];
    let mut ends = vec![0.0; graph.arrows.len()];
    for (node, (x, _)) in layout.nodes.iter().enumerate() {
        let of = |end: fn(&super::graph::Arrow) -> usize| {
            let arrows = graph.arrows.iter().enumerate();
            let mine = arrows.filter(move |(_, arrow)| end(arrow) == node);
            mine.map(|(i, _)| i).collect::<Vec<usize>>()
        };
        let (leaving, arriving) = (of(|arrow| arrow.from), of(|arrow| arrow.to));
        for (i, at, room) in spread(leaving, first, *x, sizes[node].0) {
            starts[i] = (at, room);
        }
        for (i, at, _) in spread(arriving, last, *x, sizes[node].0) {
            ends[i] = at;
        }
    }
    let arrows = graph.arrows.iter().enumerate();
    arrows
        .map(|(i, arrow)| {
            let (from, to) = (layout.nodes[arrow.from], layout.nodes[arrow.to]);
            let start = (starts[i].0, from.1 + sizes[arrow.from].1 / 2.0);
            let end = (ends[i], to.1 - sizes[arrow.to].1 / 2.0 - 1.0);
            let mut points = vec![start];
            points.extend(&bends[i]);
            points.push(end);
            let width = arrow.label.chars().count() as f64 * CHARACTER;
            Way {
                points,
                labelled: !arrow.label.is_empty() && width < starts[i].1,
            }
        })
        .collect()
}

/// The places of arrows along a side of a box, each with the room to the next.
fn spread(
    mut arrows: Vec<usize>,
    towards: impl Fn(usize) -> f64,
    middle: f64,
    width: f64,
) -> Vec<(usize, f64, f64)> {
    arrows.sort_by(|a, b| towards(*a).total_cmp(&towards(*b)));
    let count = arrows.len();
    let gap = width * 0.8 / count.max(1) as f64;
    let start = middle - gap * (count as f64 - 1.0) / 2.0;
    let placed = arrows.into_iter().enumerate();
    let room = if count == 1 { f64::MAX } else { gap };
    placed
        .map(|(at, arrow)| (arrow, start + gap * at as f64, room))
        .collect()
}

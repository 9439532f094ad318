//! Where the boxes go: the layered method of Sugiyama, by the crate `rust-sugiyama`.
//!
//! K. Sugiyama, S. Tagawa, M. Toda: *Methods for visual understanding of hierarchical system structures*, IEEE Transactions on
//! Systems, Man, and Cybernetics 11(2), 1981. The crate ranks by network simplex, and does not say where it leads long arrows: so
//! that they pass beside boxes and not behind them, a first layout gives the layers, and a second one has a small box of ours in
//! every layer that an arrow crosses.

use super::graph::Graph;
use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use std::collections::BTreeMap;

/// A point, in pixels from the top left.
pub(super) type Point = (f64, f64);

/// The places of boxes and arrows.
pub(super) struct Layout {
    /// The middle of every box.
    pub(super) nodes: Vec<Point>,
    /// The points that every arrow passes between its boxes.
    pub(super) arrows: Vec<Vec<Point>>,
}

/// The space between boxes.
const SPACE: f64 = 26.0;

/// Finds a place for every box of these sizes.
pub(super) fn layout(graph: &Graph, sizes: &[(f64, f64)]) -> Layout {
    let edges: Vec<(u32, u32)> = graph
        .arrows
        .iter()
        .map(|arrow| (arrow.from as u32, arrow.to as u32))
        .collect();
    let layers = layers(sizes.len(), &edges);
    let mut all = sizes.to_vec();
    let mut short = Vec::new();
    let mut ways = Vec::new();
    for (from, to) in edges {
        let mut way = Vec::new();
        let mut last = from;
        for _ in layers[from as usize] + 1..layers[to as usize] {
            let bend = all.len() as u32;
            all.push((8.0, 8.0));
            short.push((last, bend));
            way.push(bend as usize);
            last = bend;
        }
        short.push((last, to));
        ways.push(way);
    }
    let places = placed(&all, &short);
    // Straight down past the boxes of the layer.
    let beside = |bend: usize| {
        let (x, y) = places[bend];
        let same = places
            .iter()
            .zip(&all)
            .filter(|(at, _)| (at.1 - y).abs() < 1.0);
        let half = same.map(|(_, size)| size.1).fold(0.0, f64::max) / 2.0;
        [(x, y - half), (x, y + half)]
    };
    Layout {
        arrows: ways
            .into_iter()
            .map(|way| way.into_iter().flat_map(beside).collect())
            .collect(),
        nodes: places[..sizes.len()].to_vec(),
    }
}

/// The layer of every box: one more than that of the last box which leads to it; what nothing leads to stands just above its first reader.
fn layers(count: usize, edges: &[(u32, u32)]) -> Vec<usize> {
    let mut into: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, to) in edges {
        into.entry(*to as usize).or_default().push(*from as usize);
        out.entry(*from as usize).or_default().push(*to as usize);
    }
    // Boxes are in the program's order, so every arrow goes to a later one.
    let mut layers = vec![0_usize; count];
    for to in 0..count {
        let before = into.get(&to).into_iter().flatten();
        layers[to] = before.map(|from| layers[*from] + 1).max().unwrap_or(0);
    }
    for from in (0..count).rev() {
        if !into.contains_key(&from)
            && let Some(first) = out
                .get(&from)
                .and_then(|to| to.iter().map(|to| layers[*to]).min())
        {
            layers[from] = first.saturating_sub(1);
        }
    }
    layers
}

/// The middle of every box; parts of the graph that no arrow joins stand side by side.
fn placed(sizes: &[(f64, f64)], edges: &[(u32, u32)]) -> Vec<Point> {
    let boxes: Vec<(u32, (f64, f64))> = sizes
        .iter()
        .enumerate()
        .map(|(i, size)| (i as u32, *size))
        .collect();
    let config = Config {
        vertex_spacing: SPACE,
        dummy_vertices: true,
        ranking_type: RankingType::MinimizeEdgeLength,
        c_minimization: CrossingMinimization::Barycenter,
        transpose: sizes.len() < 300,
        ..Config::default()
    };
    let parts = rust_sugiyama::from_vertices_and_edges(&boxes, edges, &config);
    let mut places = vec![(0.0, 0.0); sizes.len()];
    let mut left = 0.0;
    for (part, _, _) in parts {
        let edge = |at: &(usize, Point), side: f64| at.1.0 + side * sizes[at.0].0 / 2.0;
        let start = part
            .iter()
            .map(|at| edge(at, -1.0))
            .fold(f64::MAX, f64::min);
        let end = part.iter().map(|at| edge(at, 1.0)).fold(f64::MIN, f64::max);
        let top = part
            .iter()
            .map(|(i, at)| at.1 - sizes[*i].1 / 2.0)
            .fold(f64::MAX, f64::min);
        for (i, (x, y)) in &part {
            places[*i] = (x - start + left, y - top);
        }
        left += end - start + SPACE;
    }
    places
}

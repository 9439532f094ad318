//! The picture of a program: boxes of operations by statement and module, as SVG.

mod arrows;
mod draw;
mod graph;
mod layout;
mod legend;

use crate::graph::Program;

/// The picture of `program`.
pub(super) fn picture(program: &Program) -> String {
    let costs = program.costs();
    let graph = graph::graph(program, &costs);
    let sizes: Vec<_> = graph.nodes.iter().map(draw::size).collect();
    let layout = layout::layout(&graph, &sizes);
    let legend = legend::rows(&costs);
    draw::draw(program.name(), &graph, &sizes, &layout, &legend)
}

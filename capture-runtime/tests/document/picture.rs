//! What a picture shows, read back from its SVG.

use crate::programs::{iterate, same, step};
use capture_runtime::prelude::*;
use svg::node::Attributes;
use svg::parser::Event;

/// A rectangle: left, top, width, height.
type Box = [f64; 4];

/// A box of the picture: its class, its place, its texts.
type Drawn = (String, Box, Vec<String>);

fn number(attributes: &Attributes, name: &str) -> f64 {
    attributes[name].to_string().parse().unwrap()
}

/// The boxes of the picture, and its size.
fn boxes(picture: &str) -> (Vec<Drawn>, [f64; 2]) {
    let mut found = Vec::new();
    let mut size = [0.0; 2];
    let mut inside = None;
    let mut text = false;
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Tag("svg", kind, attributes) if kind != svg::node::element::tag::Type::End => {
                size = [number(&attributes, "width"), number(&attributes, "height")];
            }
            Event::Tag("g", svg::node::element::tag::Type::Start, attributes) => {
                let class = attributes.get("class").map(ToString::to_string);
                inside = class.filter(|class| class.starts_with("cp-node"));
            }
            Event::Tag("rect", _, attributes)
                if inside.is_some() && !attributes.contains_key("class") =>
            {
                let place = ["x", "y", "width", "height"].map(|name| number(&attributes, name));
                found.push((inside.clone().unwrap(), place, Vec::new()));
            }
            Event::Tag("text", kind, _) => text = kind == svg::node::element::tag::Type::Start,
            Event::Text(line) if text && inside.is_some() => {
                if let Some((_, _, lines)) = found.last_mut() {
                    lines.push(line.trim().to_owned());
                }
            }
            Event::Error(error) => panic!("{error}"),
            _ => {}
        }
    }
    (found, size)
}

fn overlap(a: &Box, b: &Box) -> bool {
    a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
}

#[test]
fn boxes_do_not_overlap_and_stand_inside_of_the_picture() {
    for layers in [1, 3, 8] {
        let (boxes, [width, height]) = boxes(&step(layers).to_svg());
        assert!(boxes.len() > 10);
        for (i, (class, place, lines)) in boxes.iter().enumerate() {
            let inside = place[0] >= 0.0 && place[1] >= 0.0;
            let inside = inside && place[0] + place[2] <= width && place[1] + place[3] <= height;
            assert!(
                inside,
                "{class} {lines:?} at {place:?} of {width} x {height}"
            );
            for (_, other, lines_of_other) in &boxes[i + 1..] {
                assert!(!overlap(place, other), "{lines:?} and {lines_of_other:?}");
            }
        }
    }
}

#[test]
fn the_boxes_are_the_modules_of_each_statement() {
    let (boxes, _) = boxes(&step(2).to_svg());
    let titles: Vec<&str> = boxes
        .iter()
        .map(|(_, _, lines)| lines[0].as_str())
        .collect();
    // Forward, backward, and the optimizer's step.
    for module in [
        "model.layers.0",
        "model.layers.1",
        "model.norm",
        "model.head",
    ] {
        assert_eq!(
            titles.iter().filter(|title| **title == module).count(),
            3,
            "{module}"
        );
    }
    for end in ["features", "labels", "lr", "result"] {
        assert_eq!(
            titles.iter().filter(|title| **title == end).count(),
            1,
            "{end}"
        );
    }
}

#[test]
fn what_advances_the_state_says_so() {
    let (boxes, _) = boxes(&step(1).to_svg());
    let advancing = boxes
        .iter()
        .filter(|(_, _, lines)| lines.iter().any(|line| line == "→ next model, optim"));
    assert_eq!(advancing.count(), 3, "one box for each module");
}

#[test]
fn a_picture_can_stand_inside_of_markdown() {
    let picture = step(1).to_svg();
    assert!(picture.starts_with("<svg"));
    assert!(!picture.lines().any(|line| line.trim().is_empty()));
}

#[test]
fn a_picture_of_nothing_has_its_ends() {
    let (boxes, _) = boxes(&same::capture(TensorSpec::float([4])).unwrap().to_svg());
    let titles: Vec<&str> = boxes
        .iter()
        .map(|(_, _, lines)| lines[0].as_str())
        .collect();
    assert_eq!(titles, ["x", "result"]);
}

#[test]
fn a_long_program_is_drawn_up_to_a_bound_and_says_so() {
    let spec = || TensorSpec::float([8]);
    let program = iterate::capture(spec(), spec(), 1000).unwrap();
    let started = std::time::Instant::now();
    let picture = program.to_svg();
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    let (boxes, _) = boxes(&picture);
    assert!(boxes.len() <= 170, "{}", boxes.len());
    assert!(picture.contains("operations more, which are not drawn"));
}

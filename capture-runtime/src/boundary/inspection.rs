//! What a held value has beside its tensors: numbers and options of its layers, and which parameters it speaks of.

use burn::module::{Flag, Module, ModuleVisitor, Param, ParamId};
use burn::tensor::{Bool, Int, Tensor};
use core::fmt::{Debug, Write};
use std::collections::HashMap;

/// Everything of a held value that decides which program it has and is no tensor of it.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// The values of its fields, as `Debug` prints them, without identifiers and tensors.
    pub(crate) text: String,
    /// The parameters that it speaks of, in order: a module's own, and those that an optimizer has moments for.
    pub(crate) ids: Vec<ParamId>,
    /// The parameters of modules that training computes a gradient for, with their paths.
    pub(crate) active: Vec<(ParamId, String)>,
    path: Vec<String>,
}

impl Inspection {
    /// What `inner` adds belongs to `name`.
    pub(crate) fn within(&mut self, name: &str, inner: impl FnOnce(&mut Self)) {
        self.path.push(name.to_owned());
        inner(self);
        self.path.pop();
    }

    /// Adds a value by its `Debug` text.
    pub fn value(&mut self, value: &impl Debug) {
        let text = plain(&format!("{value:?}"));
        let _ = write!(self.text, "{}: {text};", self.path.join("."));
    }

    /// Adds the parameters that an optimizer keeps something for, in its order.
    pub(crate) fn parameters(&mut self, ids: impl IntoIterator<Item = ParamId>) {
        self.ids.extend(ids);
    }

    /// Adds a module: its fields, training flags and parameters.
    pub(crate) fn module<M: Module>(&mut self, module: &M) {
        self.value(module);
        let depth = self.path.len();
        module.visit(self);
        self.path.truncate(depth);
    }

    /// Which of the parameters are the same, whatever their identifiers: each by the place where it came first.
    pub(crate) fn pattern(&self) -> Vec<usize> {
        let mut first = HashMap::new();
        self.ids
            .iter()
            .enumerate()
            .map(|(i, id)| *first.entry(*id).or_insert(i))
            .collect()
    }

    /// Every two paths that hold one and the same trainable parameter.
    pub(crate) fn shared(&self) -> Vec<(String, String)> {
        let mut seen: HashMap<ParamId, &str> = HashMap::new();
        self.active
            .iter()
            .filter_map(|(id, path)| Some((seen.insert(*id, path)?.to_owned(), path.clone())))
            .collect()
    }

    fn parameter(&mut self, id: ParamId, active: bool) {
        self.ids.push(id);
        if active {
            self.active.push((id, self.path.join(".")));
        }
    }
}

impl ModuleVisitor for Inspection {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.parameter(param.id, super::module::is_active(param));
    }

    fn visit_int<const D: usize>(&mut self, param: &Param<Tensor<D, Int>>) {
        self.parameter(param.id, false);
    }

    fn visit_bool<const D: usize>(&mut self, param: &Param<Tensor<D, Bool>>) {
        self.parameter(param.id, false);
    }

    fn visit_flag(&mut self, flag: &Param<Flag>) {
        let _ = write!(self.text, "{};", flag.val());
    }

    fn enter_module(&mut self, name: &str, _container_type: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container_type: &str) {
        self.path.pop();
    }
}

/// Where two texts differ: from the last separator before it, a few words of each.
pub(crate) fn differing(one: &str, two: &str) -> Option<(String, String)> {
    if one == two {
        return None;
    }
    let same = one
        .bytes()
        .zip(two.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let start = one[..floor(one, same)]
        .rfind([',', ';', '{', '('])
        .map_or(0, |at| at + 1);
    let brief = |text: &str| {
        let rest = &text[floor(text, start.min(text.len()))..];
        let end = rest.find([',', ';', '}', ')']).unwrap_or(rest.len());
        rest[..end].trim().to_owned()
    };
    Some((brief(one), brief(two)))
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A `Debug` text without what differs from copy to copy: identifiers of parameters, tensors and running statistics.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, what)) = ["Param: ", "Tensor {", "RunningState {"]
        .into_iter()
        .filter_map(|what| Some((rest.find(what)?, what)))
        .min()
    {
        plain.push_str(&rest[..at]);
        plain.push_str(what);
        rest = &rest[at + what.len()..];
        rest = match what {
            "Param: " => rest.find(" - ").map_or("", |end| &rest[end..]),
            _ => after_brace(rest),
        };
    }
    plain.push_str(rest);
    plain
}

/// What follows the brace that closes the one just opened.
fn after_brace(text: &str) -> &str {
    let mut open = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::nn::{BatchNormConfig, LinearConfig};
    use burn::tensor::Device;

    #[test]
    fn copies_look_alike_and_options_differ() {
        let text = |module: &dyn Fn(&mut Inspection)| {
            let mut inspection = Inspection::default();
            module(&mut inspection);
            inspection.text
        };
        let device = Device::flex();
        let norm = |epsilon| BatchNormConfig::new(3).with_epsilon(epsilon).init(&device);
        let of = |epsilon| text(&|inspection| inspection.module(&norm(epsilon)));
        assert_eq!(of(1e-5), of(1e-5));
        assert_ne!(of(1e-5), of(1.0));
        let frozen = norm(1e-5).freeze();
        assert_ne!(of(1e-5), text(&|inspection| inspection.module(&frozen)));
        let linear = || LinearConfig::new(2, 2).init(&device);
        assert_eq!(
            text(&|inspection| inspection.module(&linear())),
            text(&|inspection| inspection.module(&linear()))
        );
    }

    #[test]
    fn the_field_that_differs_is_named() {
        let of = |scale, n| format!("Scaled {{ w: Tensor {{}}, scale: {scale:?}, n: {n} }};");
        assert_eq!(differing(&of(1.0, 2), &of(1.0, 2)), None);
        let differs = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(
            differing(&of(1.0, 2), &of(1.5, 2)),
            differs("scale: 1.0", "scale: 1.5")
        );
        assert_eq!(
            differing(&of(1.0, 2), &of(1.0, 12)),
            differs("n: 2", "n: 12")
        );
    }

    #[test]
    fn a_parameter_held_twice_is_found() {
        let linear = LinearConfig::new(2, 2).init(&Device::flex());
        let mut inspection = Inspection::default();
        inspection.within("a", |inspection| inspection.module(&linear));
        assert_eq!(inspection.shared(), []);
        inspection.within("b", |inspection| {
            inspection.module(&linear.clone().no_grad())
        });
        assert_eq!(inspection.shared(), []);
        inspection.within("c", |inspection| inspection.module(&linear));
        let pair = |leaf: &str| (format!("a.{leaf}"), format!("c.{leaf}"));
        assert_eq!(inspection.shared(), [pair("weight"), pair("bias")]);
        assert_eq!(inspection.pattern(), [0, 1, 0, 1, 0, 1]);
    }
}

//! A result in few numbers.

use burn::tensor::TensorData;
use capture_runtime::__private::ty;
use serde::Serialize;

/// A result in few numbers, computed in `f64`; those are missing for a tensor without elements. NaNs are counted and left out; a bool is
/// 0 or 1.
#[derive(Serialize)]
pub(super) struct Summary {
    name: String,
    shape: Vec<usize>,
    dtype: &'static str,
    least: Option<f64>,
    mean: Option<f64>,
    greatest: Option<f64>,
    nans: usize,
    #[serde(skip)]
    ty: String,
}

impl Summary {
    pub(super) fn new(name: &str, data: &TensorData) -> Self {
        let all: Vec<f64> = data.clone().iter::<f64>().collect();
        let numbers = || all.iter().copied().filter(|number| !number.is_nan());
        let count = numbers().count();
        Self {
            name: name.to_owned(),
            shape: data.shape().to_vec(),
            dtype: data.dtype().name(),
            least: numbers().reduce(f64::min),
            mean: (count > 0).then(|| numbers().sum::<f64>() / count as f64),
            greatest: numbers().reduce(f64::max),
            nans: all.len() - count,
            ty: ty(data.shape(), data.dtype()),
        }
    }

    pub(super) fn cells(&self) -> Vec<String> {
        let shown =
            |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:.6}"));
        let nans = match self.nans {
            0 => String::new(),
            nans => format!("{nans} NaN"),
        };
        vec![
            self.name.clone(),
            self.ty.clone(),
            shown(self.least),
            shown(self.mean),
            shown(self.greatest),
            nans,
        ]
    }
}

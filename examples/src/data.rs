//! The wine-quality table of `linfa-datasets`: 1,599 red wines, eleven measurements, a grade from 3 to 8.
//!
//! P. Cortez et al., [Modeling wine preferences by data mining from physicochemical properties](https://doi.org/10.1016/j.dss.2009.05.016), 2009.

use burn::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// How many measurements a wine has.
pub const FEATURES: usize = 11;
/// How many grades there are.
pub const GRADES: usize = 6;
/// The lowest grade in the table: label 0.
const LOWEST: usize = 3;

/// One wine: its measurements, and its grade counted from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wine {
    /// The measurements, standardized.
    pub features: [f32; FEATURES],
    /// The grade, from 0 to 5.
    pub grade: usize,
}

/// Wines to learn from, and wines that training never sees.
#[derive(Clone, Debug)]
pub struct Split {
    /// Four fifths of the table.
    pub train: Vec<Wine>,
    /// The rest.
    pub held_out: Vec<Wine>,
}

/// A mini-batch on a device: features of shape `[n, 11]` and labels of shape `[n]`.
pub type Batch = (Tensor<2>, Tensor<1, Int>);

/// Reads the table, shuffles it, holds a fifth back, and standardizes both parts by the mean and the deviation of the first.
pub fn load(seed: u64) -> Split {
    let table = linfa_datasets::winequality();
    let mut wines: Vec<_> = table
        .records()
        .rows()
        .into_iter()
        .zip(table.targets())
        .map(|(row, quality)| Wine {
            features: core::array::from_fn(|i| row[i] as f32),
            grade: quality - LOWEST,
        })
        .collect();
    wines.shuffle(&mut StdRng::seed_from_u64(seed));
    let mut held_out = wines.split_off(wines.len() * 4 / 5);
    standardize(&mut wines, &mut held_out);
    Split {
        train: wines,
        held_out,
    }
}

fn standardize(train: &mut [Wine], held_out: &mut [Wine]) {
    for i in 0..FEATURES {
        let n = train.len() as f32;
        let mean = train.iter().map(|wine| wine.features[i]).sum::<f32>() / n;
        let square = |wine: &Wine| (wine.features[i] - mean).powi(2);
        let deviation = (train.iter().map(square).sum::<f32>() / n).sqrt();
        for wine in train.iter_mut().chain(held_out.iter_mut()) {
            wine.features[i] = (wine.features[i] - mean) / deviation;
        }
    }
}

/// The wines as one batch on `device`.
pub fn batch(wines: &[Wine], device: &Device) -> Batch {
    let features: Vec<f32> = wines.iter().flat_map(|wine| wine.features).collect();
    let labels: Vec<i64> = wines.iter().map(|wine| wine.grade as i64).collect();
    (
        Tensor::from_data(TensorData::new(features, [wines.len(), FEATURES]), device),
        Tensor::from_data(TensorData::new(labels, [wines.len()]), device),
    )
}

/// The mini-batches of one epoch, in an order that depends on the epoch. The last one may be smaller.
pub fn epoch(wines: &[Wine], size: usize, epoch: usize, device: &Device) -> Vec<Batch> {
    let mut wines = wines.to_vec();
    wines.shuffle(&mut StdRng::seed_from_u64(epoch as u64));
    wines
        .chunks(size)
        .map(|wines| batch(wines, device))
        .collect()
}

/// The share of the wines that have the grade which is most frequent among `train`: what guessing scores.
pub fn baseline(split: &Split) -> f64 {
    let count = |wines: &[Wine], grade| wines.iter().filter(|wine| wine.grade == grade).count();
    let most_frequent = (0..GRADES).max_by_key(|&grade| count(&split.train, grade));
    let hits = most_frequent.map_or(0, |grade| count(&split.held_out, grade));
    hits as f64 / split.held_out.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_split_and_standardized() {
        let split = load(1);
        assert_eq!(split.train.len() + split.held_out.len(), 1599);
        assert_eq!(split.held_out.len(), 320);
        for i in 0..FEATURES {
            let sum: f32 = split.train.iter().map(|wine| wine.features[i]).sum();
            assert!(sum.abs() / 1279.0 < 1e-3, "feature {i} has mean {sum}");
        }
        let all = split.train.iter().chain(&split.held_out);
        assert!(all.map(|wine| wine.grade).all(|grade| grade < GRADES));
    }

    #[test]
    fn an_epoch_has_every_wine_once() {
        let split = load(1);
        let batches = epoch(&split.train, 64, 3, &Device::flex());
        let sizes: Vec<_> = batches
            .iter()
            .map(|(features, _)| features.dims()[0])
            .collect();
        assert_eq!(sizes.iter().sum::<usize>(), 1279);
        assert_eq!(sizes.last(), Some(&63));
    }

    #[test]
    fn one_seed_makes_one_split() {
        assert_eq!(load(7).train, load(7).train);
        assert_ne!(load(7).train, load(8).train);
    }
}

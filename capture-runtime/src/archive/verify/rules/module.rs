//! Operations of layers.

use super::{Rule, are, conv, ensure, fits, id, pool, positive, ranked, shaped};
use crate::tensor::Kind;
use burn_ir::{
    AttentionOpIr, BatchNormOpIr, CtcLossBackwardOpIr, CtcLossOpIr, EmbeddingBackwardOpIr,
    EmbeddingOpIr, InterpolateBackwardOpIr, InterpolateOpIr, LayerNormOpIr, LinearBiasBackwardOpIr,
    LinearOpIr, LinearWeightBackwardOpIr, LinearXBackwardOpIr, ModuleOperationIr, ScalarIr,
    TensorIr, Unfold4dOpIr,
};

pub(super) fn given(operation: &ModuleOperationIr, room: usize) -> Rule {
    use ModuleOperationIr as M;
    match operation {
        M::BatchNorm(op) => batch_norm(op),
        M::LayerNorm(op) => layer_norm(op),
        M::Embedding(op) => embedding(op),
        M::EmbeddingBackward(op) => embedding_backward(op),
        M::Linear(op) => linear(op),
        M::LinearXBackward(op) => linear_x(op),
        M::LinearWeightBackward(op) => linear_weight(op),
        M::LinearBiasBackward(op) => {
            are(Kind::Float, [&op.output_grad])?;
            last(&op.output_grad)?;
            Ok(vec![
                LinearBiasBackwardOpIr::create(op.output_grad.clone(), id).out,
            ])
        }
        M::Conv1d(op) => conv::conv1d(op, room),
        M::Conv1dXBackward(op) => conv::conv1d_x(op, room),
        M::Conv1dWeightBackward(op) => conv::conv1d_weight(op, room),
        M::Conv1dBiasBackward(op) => conv::conv1d_bias(op),
        M::Conv2d(op) => conv::conv2d(op, room),
        M::Conv2dXBackward(op) => conv::conv2d_x(op, room),
        M::Conv2dWeightBackward(op) => conv::conv2d_weight(op, room),
        M::Conv2dBiasBackward(op) => conv::conv2d_bias(op),
        M::Conv3d(op) => conv::conv3d(op, room),
        M::Conv3dXBackward(op) => conv::conv3d_x(op, room),
        M::Conv3dWeightBackward(op) => conv::conv3d_weight(op, room),
        M::Conv3dBiasBackward(op) => conv::conv3d_bias(op),
        M::DeformableConv2d(op) => conv::deformable(op, room),
        M::DeformableConv2dBackward(op) => conv::deformable_backward(op, room),
        M::ConvTranspose1d(op) => conv::transposed1d(op, room),
        M::ConvTranspose2d(op) => conv::transposed2d(op, room),
        M::ConvTranspose3d(op) => conv::transposed3d(op, room),
        M::ConvTranspose1dWeightBackward(op) => conv::transposed1d_weight(op, room),
        M::ConvTranspose2dWeightBackward(op) => conv::transposed2d_weight(op, room),
        M::ConvTranspose3dWeightBackward(op) => conv::transposed3d_weight(op, room),
        M::ConvTranspose1dBiasBackward(op) => conv::transposed1d_bias(op),
        M::ConvTranspose2dBiasBackward(op) => conv::transposed2d_bias(op),
        M::ConvTranspose3dBiasBackward(op) => conv::transposed3d_bias(op),
        M::AvgPool1d(op) => pool::avg1d(op, room),
        M::AvgPool2d(op) => pool::avg2d(op, room),
        M::AvgPool1dBackward(op) => pool::avg1d_backward(op, room),
        M::AvgPool2dBackward(op) => pool::avg2d_backward(op, room),
        M::AdaptiveAvgPool1d(op) => pool::adaptive1d(op),
        M::AdaptiveAvgPool2d(op) => pool::adaptive2d(op),
        M::AdaptiveAvgPool3d(op) => pool::adaptive3d(op),
        M::AdaptiveAvgPool1dBackward(op) => pool::adaptive1d_backward(op),
        M::AdaptiveAvgPool2dBackward(op) => pool::adaptive2d_backward(op),
        M::AdaptiveAvgPool3dBackward(op) => pool::adaptive3d_backward(op),
        M::MaxPool1d(op) => pool::max1d(op, room),
        M::MaxPool1dWithIndices(op) => pool::max1d_indices(op, room),
        M::MaxPool1dWithIndicesBackward(op) => pool::max1d_backward(op, room),
        M::MaxPool2d(op) => pool::max2d(op, room),
        M::MaxPool2dWithIndices(op) => pool::max2d_indices(op, room),
        M::MaxPool2dWithIndicesBackward(op) => pool::max2d_backward(op, room),
        M::Interpolate(op) => {
            image(&op.x)?;
            positive(&op.output_size)?;
            Ok(vec![
                InterpolateOpIr::create(op.x.clone(), op.output_size, op.options.clone(), id).out,
            ])
        }
        M::InterpolateBackward(op) => interpolate_backward(op),
        M::Attention(op) => attention(op, room),
        M::CtcLoss(op) => {
            ctc(
                &op.log_probs,
                &op.targets,
                &op.input_lengths,
                &op.target_lengths,
                op.blank,
                room,
            )?;
            let (log_probs, targets) = (op.log_probs.clone(), op.targets.clone());
            let (inputs, lengths) = (op.input_lengths.clone(), op.target_lengths.clone());
            Ok(vec![
                CtcLossOpIr::create(log_probs, targets, inputs, lengths, op.blank, id).out,
            ])
        }
        M::CtcLossBackward(op) => {
            ctc(
                &op.log_probs,
                &op.targets,
                &op.input_lengths,
                &op.target_lengths,
                op.blank,
                room,
            )?;
            are(Kind::Float, [&op.grad_loss])?;
            shaped(&op.grad_loss, &[op.log_probs.shape[1]])?;
            let (log_probs, targets) = (op.log_probs.clone(), op.targets.clone());
            let (inputs, lengths) = (op.input_lengths.clone(), op.target_lengths.clone());
            let grad = op.grad_loss.clone();
            let made = CtcLossBackwardOpIr::create(
                log_probs, targets, inputs, lengths, grad, op.blank, id,
            );
            Ok(vec![made.out])
        }
        M::Unfold4d(op) => {
            image(&op.x)?;
            positive(&op.kernel_size)?;
            positive(&op.options.stride)?;
            positive(&op.options.dilation)?;
            let padded =
                [2, 3].map(|dim| op.x.shape[dim].saturating_add(op.options.padding[dim - 2] * 2));
            fits(
                room,
                [op.x.shape[0], op.x.shape[1]].into_iter().chain(padded),
            )?;
            Ok(vec![
                Unfold4dOpIr::create(op.x.clone(), op.kernel_size, op.options.clone(), id).out,
            ])
        }
    }
}

/// The last extent of a tensor that has one.
fn last(tensor: &TensorIr) -> Result<usize, String> {
    let extent = tensor.shape.iter().last().copied();
    extent.ok_or_else(|| "a tensor has no dimension".to_owned())
}

/// `[batch, channels, height, width]`, with at least one point.
fn image(x: &TensorIr) -> Result<(), String> {
    are(Kind::Float, [x])?;
    ranked(x, 4)?;
    positive(&x.shape.as_slice()[2..])
}

fn batch_norm(op: &BatchNormOpIr) -> Rule {
    let each = [&op.gamma, &op.beta, &op.mean, &op.variance];
    are(Kind::Float, [&op.x].into_iter().chain(each))?;
    ensure(op.x.shape.rank() >= 2, || {
        "batch norm has a batch and channels".to_owned()
    })?;
    each.iter()
        .try_for_each(|tensor| shaped(tensor, &[op.x.shape[1]]))?;
    let [gamma, beta, mean, variance] = each.map(Clone::clone);
    Ok(vec![
        BatchNormOpIr::create(op.x.clone(), gamma, beta, mean, variance, op.epsilon, id).out,
    ])
}

fn layer_norm(op: &LayerNormOpIr) -> Rule {
    are(
        Kind::Float,
        [&op.input, &op.gamma].into_iter().chain(&op.beta),
    )?;
    let width = last(&op.input)?;
    shaped(&op.gamma, &[width])?;
    op.beta.iter().try_for_each(|beta| shaped(beta, &[width]))?;
    let ScalarIr::Float(epsilon) = op.epsilon else {
        return Err("an epsilon is a float".to_owned());
    };
    let (input, gamma, beta) = (op.input.clone(), op.gamma.clone(), op.beta.clone());
    Ok(vec![
        LayerNormOpIr::create(input, gamma, beta, epsilon, id).out,
    ])
}

fn embedding(op: &EmbeddingOpIr) -> Rule {
    are(Kind::Float, [&op.weights])?;
    are(Kind::Int, [&op.indices])?;
    ranked(&op.weights, 2)?;
    ranked(&op.indices, 2)?;
    Ok(vec![
        EmbeddingOpIr::create(op.weights.clone(), op.indices.clone(), id).out,
    ])
}

fn embedding_backward(op: &EmbeddingBackwardOpIr) -> Rule {
    let (weights, indices) = (op.weights.clone(), op.indices.clone());
    let forward = embedding(&EmbeddingOpIr {
        weights,
        indices,
        out: op.out.clone(),
    })?;
    are(Kind::Float, [&op.out_grad])?;
    shaped(&op.out_grad, forward[0].shape.as_slice())?;
    let (weights, grad, indices) = (op.weights.clone(), op.out_grad.clone(), op.indices.clone());
    Ok(vec![
        EmbeddingBackwardOpIr::create(weights, grad, indices, id).out,
    ])
}

fn linear(op: &LinearOpIr) -> Rule {
    are(Kind::Float, [&op.x, &op.weight].into_iter().chain(&op.bias))?;
    ranked(&op.weight, 2)?;
    ensure(last(&op.x)? == op.weight.shape[0], || {
        "a layer gets rows of another width".to_owned()
    })?;
    op.bias
        .iter()
        .try_for_each(|bias| shaped(bias, &[op.weight.shape[1]]))?;
    Ok(vec![
        LinearOpIr::create(op.x.clone(), op.weight.clone(), op.bias.clone(), id).out,
    ])
}

fn linear_x(op: &LinearXBackwardOpIr) -> Rule {
    are(Kind::Float, [&op.weight, &op.output_grad])?;
    ranked(&op.weight, 2)?;
    let fit =
        last(&op.output_grad)? == op.weight.shape[1] && op.weight.dtype == op.output_grad.dtype;
    ensure(fit, || "a gradient does not fit the weight".to_owned())?;
    Ok(vec![
        LinearXBackwardOpIr::create(op.weight.clone(), op.output_grad.clone(), id).out,
    ])
}

fn linear_weight(op: &LinearWeightBackwardOpIr) -> Rule {
    are(Kind::Float, [&op.x, &op.output_grad])?;
    let _ = (last(&op.x)?, last(&op.output_grad)?);
    let rows = |tensor: &TensorIr| tensor.shape.as_slice()[..tensor.shape.rank() - 1].to_vec();
    let fit = rows(&op.x) == rows(&op.output_grad) && op.x.dtype == op.output_grad.dtype;
    ensure(fit, || "a gradient does not fit the input".to_owned())?;
    Ok(vec![
        LinearWeightBackwardOpIr::create(op.x.clone(), op.output_grad.clone(), id).out,
    ])
}

fn interpolate_backward(op: &InterpolateBackwardOpIr) -> Rule {
    image(&op.x)?;
    positive(&op.output_size)?;
    are(Kind::Float, [&op.grad])?;
    let [height, width] = op.output_size;
    shaped(&op.grad, &[op.x.shape[0], op.x.shape[1], height, width])?;
    let (x, grad) = (op.x.clone(), op.grad.clone());
    Ok(vec![
        InterpolateBackwardOpIr::create(x, grad, op.output_size, op.options.clone(), id).out,
    ])
}

/// Queries `[batch, heads, rows, width]`; keys and values with heads of their own that the queries share.
fn attention(op: &AttentionOpIr, room: usize) -> Rule {
    let (query, key, value) = (&op.query, &op.key, &op.value);
    are(
        Kind::Float,
        [query, key, value].into_iter().chain(&op.attn_bias),
    )?;
    are(Kind::Bool, &op.mask)?;
    for tensor in [query, key, value]
        .into_iter()
        .chain(&op.mask)
        .chain(&op.attn_bias)
    {
        ranked(tensor, 4)?;
    }
    let [q, k, v] = [query, key, value].map(|tensor| tensor.shape.dims::<4>());
    let same = q[0] == k[0] && k[..3] == v[..3] && q[3] == k[3];
    let grouped = k[1] != 0 && q[1].is_multiple_of(k[1]);
    let typed = query.dtype == key.dtype && key.dtype == value.dtype;
    ensure(same && grouped && typed, || {
        "queries, keys and values do not fit each other".to_owned()
    })?;
    let scores = [q[0], q[1], q[2], k[2]];
    for tensor in op.mask.iter().chain(&op.attn_bias) {
        let extents = tensor.shape.dims::<4>();
        let fit = extents
            .iter()
            .zip(&scores)
            .all(|(extent, scores)| extent == scores || *extent == 1);
        ensure(fit, || {
            "a mask or a bias does not fit the scores".to_owned()
        })?;
    }
    fits(room, scores)?;
    let (query, key, value) = (query.clone(), key.clone(), value.clone());
    let (mask, bias) = (op.mask.clone(), op.attn_bias.clone());
    Ok(vec![
        AttentionOpIr::create(query, key, value, mask, bias, op.options.clone(), id).out,
    ])
}

/// Log probabilities `[time, batch, classes]`, targets `[batch, length]`, and one length each for every element of the batch.
fn ctc(
    log_probs: &TensorIr,
    targets: &TensorIr,
    inputs: &TensorIr,
    lengths: &TensorIr,
    blank: usize,
    room: usize,
) -> Result<(), String> {
    are(Kind::Float, [log_probs])?;
    are(Kind::Int, [targets, inputs, lengths])?;
    ranked(log_probs, 3)?;
    ranked(targets, 2)?;
    let [time, batch, classes] = log_probs.shape.dims::<3>();
    shaped(inputs, &[batch])?;
    shaped(lengths, &[batch])?;
    ensure(targets.shape[0] == batch && blank < classes, || {
        "targets do not fit the log probabilities".to_owned()
    })?;
    let states = targets.shape[1].saturating_mul(2).saturating_add(1);
    fits(room, [time, batch, states])
}

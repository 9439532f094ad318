//! How strict programs know the functions that are checked as their own bodies are.

/// A function with `#[capture_fn]` or `#[capture_program]`: implemented for the marker of the same name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the function `{Self}` is not checked for capture",
    label = "a strict program calls it with a placeholder",
    note = "put `#[capture_fn]` on the function"
)]
pub trait CaptureFn {
    /// What a strict program names.
    const CHECKED: () = ();
}

macro_rules! known {
    ($($name:ident),* $(,)?) => {$(
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub enum $name {}
        impl super::CaptureFn for $name {}
    )*};
}

/// Markers for functions of Burn, of the standard library and of this crate, which nobody can mark.
#[doc(hidden)]
pub mod known {
    known! {
        adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, affine_grid_2d, attention,
        avg_pool1d, avg_pool2d, black_box, can_move, celu, conv1d, conv2d, conv3d, conv_transpose1d,
        conv_transpose2d, conv_transpose3d, cosine_similarity, cross_entropy_with_logits, ctc_loss,
        deform_conv2d, det, diag, drop, elu, embedding, fold4d, from_fn, gelu, gelu_approximate,
        generate_padding_mask, glu, hard_shrink, hard_sigmoid, hard_swish, hardtanh, identity, interpolate,
        is_placeholder, l0_norm, l1_norm, l2_norm, layer_norm, leaky_relu, linear, log_sigmoid, log_softmax,
        lp_norm, matvec, max_abs_norm, max_pool1d, max_pool1d_with_indices, max_pool2d,
        max_pool2d_with_indices, meshgrid, min_abs_norm, mish, once, outer, outer_dim, prelu, quiet_softmax,
        relu, relu6, repeat_n, replace, select, selu, shrink, sigmoid, silu, size_of_val, soft_shrink,
        softmax, softmin, softplus, softplus_with_threshold, softsign, swap, take, tanh, tanhshrink,
        threshold, thresholded_relu, trace, unfold4d, vector_norm, vector_normalize, zip
    }
}

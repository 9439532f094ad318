//! What a panic of Burn means to the author of a program. One list, by the words of Burn 0.22.1.

use super::hook::Caught;
use crate::error::RecordCause;

/// The cause behind a panic while capturing.
pub(crate) fn explain(caught: Caught) -> RecordCause {
    let says = |words: &str| caught.message.contains(words);
    if says("has no concrete value") || says("has no initialized value") {
        RecordCause::HostRead
    } else if says("Cannot move a tensor to a capture device with autodiff enabled") {
        RecordCause::AutodiffTransfer
    } else if says("Cannot move a tensor from a capture device")
        || says("Cannot move between autodiff and non-autodiff instances")
        || says("Cannot move this autodiff tensor between the requested backends")
    {
        RecordCause::Transfer
    } else if says("Capture tensors do not support autodiff")
        || says("Tensor::backward requires a tracked autodiff tensor")
    {
        RecordCause::Autodiff
    } else if says("capture scope is already complete")
        || (says("are not on the same device") && caught.message.matches("Capture(").count() > 1)
    {
        // A tensor of a scope that has ended, or of the capture device that the recording before had.
        RecordCause::Leaked
    } else if says("seeding is not supported during graph capture") {
        RecordCause::Seed
    } else if says("is on the wrong backend")
        || says("on different backends")
        || (says("are not on the same device") && says("Capture("))
        || says("Expected autodiff-wrapped float tensor for backend")
    {
        RecordCause::ForeignTensor
    } else {
        let message = match says("DTypeMismatch") {
            true => "two tensors of different element types meet in one operation: convert one with `cast`".to_owned(),
            false => caught.message,
        };
        RecordCause::Panic {
            message,
            raised_at: caught.raised_at,
        }
    }
}

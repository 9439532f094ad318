//! How the runtime learns what a type of state or weights can do, without a bound that the user would have to write.

use crate::paths::Paths;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// An expression of type `StateOps<T>`.
///
/// ```text
/// {
///     use P::{ViaModule as _, ViaNothing as _, ViaState as _};
///     (&&&P::Probe::<T>::new()).ops()
/// }
/// ```
///
/// The method is found at the outermost reference whose trait `T` implements: state first, then modules.
/// Every token stands at the type, so that the error about a type that is neither lands there.
pub(crate) fn probe(paths: &Paths, ty: &TokenStream, span: Span) -> TokenStream {
    let private = paths.private_at(span);
    quote_spanned! {span=>
        {
            #[allow(unused_imports)]
            use #private::{ViaModule as _, ViaNothing as _, ViaState as _};
            (&&&#private::Probe::<#ty>::new()).ops()
        }
    }
}

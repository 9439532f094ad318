//! The example programs on the device: on a GPU, since a software driver takes minutes for them.

use super::{Check, assert_same, values};
use burn::prelude::*;
use examples::data;
use examples::model::Mlp;
use examples::train::{self, Settings};

macro_rules! examples {
    ($($check:ident = $module:ident at $path:literal;)*) => {$(
        #[path = $path]
        #[allow(dead_code)] // Its `main`, and what only its own tests use.
        mod $module;

        fn $check(device: &Device) {
            $module::run(device, &mut std::io::sink()).unwrap();
        }
    )*

        /// Every example.
        pub const EXAMPLES: &[Check] = &[("the_quickstart", the_quickstart), $((stringify!($check), $check)),*];
    };
}

examples! {
    the_attention_example = attention at "../../../examples/src/bin/attention.rs";
    the_frozen_or_live_example = frozen_or_live at "../../../examples/src/bin/frozen_or_live.rs";
    the_inference_example = inference at "../../../examples/src/bin/inference.rs";
    the_running_example = running at "../../../examples/src/bin/running.rs";
}

/// The quickstart's training, dropout and schedule included, eager and replayed.
fn the_quickstart(device: &Device) {
    let _alone = super::random::alone();
    let settings = Settings {
        epochs: 1,
        ..Settings::quick()
    };
    let split = data::load(settings.seed);
    let model = Mlp::new(settings.hidden, device);
    let _ = train::parameters(&model);
    let eager = train::eager(&settings, &split, model.clone(), device, || ()).unwrap();
    let (replayed, report, _) = train::replayed(&settings, &split, model, device, || ()).unwrap();
    assert_same(&replayed.losses, &eager.losses, "losses");
    assert_eq!(
        report.engine,
        capture_runtime::Engine::DeviceGraph,
        "{report}"
    );
    let x = Tensor::<2>::ones([2, data::FEATURES], device);
    let (a, b) = (replayed.model.forward(x.clone()), eager.model.forward(x));
    if !super::FUSED {
        assert_same(&values(a), &values(b), "predictions");
    }
}

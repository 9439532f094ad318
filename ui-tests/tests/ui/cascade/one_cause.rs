//! One mistake gives one message, and the function stays callable.

use burn::prelude::*;
use capture_runtime::prelude::*;

struct Net {
    bias: Tensor<1>,
}

impl Net {
    #[capture_program]
    fn read(&self, x: Tensor<1>) -> Tensor<1> {
        let n: f32 = x.clone().into_scalar(); //~ ERROR `into_scalar` reads a tensor on the host inside a captured program [CP0201]
        if n > 1.0 {
            println!("{n}");
        }
        x * n + self.bias.clone()
    }
}

fn caller(net: &Net, device: &Device, x: Tensor<1>) -> Tensor<1> {
    let _ = Net::read_capture(net, TensorSpec::float([1]));
    let _ = device;
    net.read(x)
}

fn main() {}

//! Which role a parameter gets, by its mark and type.

use super::tokens;
use crate::ast::Role;
use crate::diag::Errors;

/// The roles of a parameter list.
fn roles(parameters: &str) -> Vec<Role> {
    let mut cx = Errors::default();
    let source = tokens(&format!("fn f({parameters}) {{}}"));
    let program = crate::parse::program_fn(&mut cx, proc_macro2::TokenStream::new(), source);
    assert!(cx.is_empty(), "{}", cx.into_tokens());
    program
        .map(|program| program.params.iter().map(|param| param.role).collect())
        .unwrap_or_default()
}

#[test]
fn tensors_and_structs_are_inputs() {
    let found = roles(
        "x: Tensor<2>, y: Option<Tensor<1, Int>>, z: [Tensor<1>; 2], b: Batch, t: (Tensor<1>, f32)",
    );
    assert_eq!(found, [Role::Input; 5]);
}

#[test]
fn references_are_held() {
    assert_eq!(
        roles("m: &Mlp, w: &'a Tensor<1>, v: &Vec<Linear>"),
        [Role::Weights; 3]
    );
    assert_eq!(roles("m: &mut Mlp, w: &'a mut Tensor<1>"), [Role::State; 2]);
    assert_eq!(roles("&self"), [Role::Weights]);
    assert_eq!(roles("&mut self"), [Role::State]);
    assert_eq!(roles("self: &mut Self"), [Role::State]);
    assert_eq!(roles("self"), [Role::Input]);
}

#[test]
fn marks_decide_before_types() {
    assert_eq!(
        roles("#[live] lr: f64, #[frozen] s: f32"),
        [Role::Live, Role::Frozen]
    );
    assert_eq!(
        roles("#[frozen] c: &Config, #[frozen] name: &str"),
        [Role::Frozen; 2]
    );
}

#[test]
fn devices_are_the_programs() {
    assert_eq!(
        roles("d: &Device, e: &burn::tensor::Device, f: &WgpuDevice, g: Device"),
        [Role::Device; 4]
    );
}

#[test]
fn host_values_need_a_mark() {
    let found = roles(
        "a: bool, b: usize, c: f32, d: String, e: &str, f: PathBuf, g: std::time::Duration, h: Range<usize>,
         i: Option<f32>, j: (usize, bool), k: &[usize], l: [f32; 3], m: Vec<String>, n: &Path, o: char",
    );
    assert_eq!(found, [Role::Unmarked; 15]);
}

#[test]
fn types_of_a_macro_are_seen_through() {
    let ty = syn::parse_str::<syn::Type>("&Device");
    assert!(ty.is_ok());
    let group = proc_macro2::Group::new(proc_macro2::Delimiter::None, tokens("&mut Mlp"));
    let mut cx = Errors::default();
    let program = crate::parse::program_fn(&mut cx, tokens(""), quote::quote!(fn f(m: #group) {}));
    assert!(cx.is_empty(), "{}", cx.into_tokens());
    let roles = program.map(|program| {
        program
            .params
            .iter()
            .map(|param| param.role)
            .collect::<Vec<_>>()
    });
    assert_eq!(roles, Some(vec![Role::State]));
}

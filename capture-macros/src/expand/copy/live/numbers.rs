//! Which expressions are certainly numbers, as far as their tokens show it.

use super::{Live, NUMBERS};
use syn::{BinOp, Block, Expr, Ident, Lit, Stmt, UnOp};

/// Methods of numbers whose result is a number of the same type.
const METHODS: [&str; 18] = [
    "abs", "ceil", "clamp", "clone", "cos", "exp", "floor", "ln", "max", "min", "mul_add", "powf",
    "powi", "recip", "round", "sin", "sqrt", "tanh",
];

/// Whether `expr` can only be a number, live or not.
pub(super) fn is_number(live: &Live, expr: &Expr) -> bool {
    let number = |expr: &Expr| is_number(live, expr);
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => live.numbers.contains(&name.to_string()) || is_constant(name),
            None => path
                .path
                .segments
                .last()
                .is_some_and(|segment| is_constant(&segment.ident)),
        },
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        Expr::Cast(_) => true,
        Expr::Index(index) => live.names_array(&index.expr),
        Expr::Unary(unary) => {
            matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) && number(&unary.expr)
        }
        Expr::Binary(binary) => {
            is_arithmetic(&binary.op) && number(&binary.left) && number(&binary.right)
        }
        Expr::MethodCall(call) => {
            METHODS.contains(&call.method.to_string().as_str()) && number(&call.receiver)
        }
        Expr::Call(call) => of_number_type(&call.func).is_some() && call.args.iter().all(number),
        Expr::Block(block) => tail_is_number(live, &block.block),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            tail_is_number(live, &branch.then_branch)
                && other.is_some_and(|(_, other)| number(other))
        }
        Expr::Match(branches) => branches.arms.iter().all(|arm| number(&arm.body)),
        _ => false,
    }
}

/// The last segment of a path such as `f64::sqrt`: an associated function of a number type.
pub(super) fn of_number_type(function: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = function else {
        return None;
    };
    let mut last = path.path.segments.iter().rev();
    let (function, ty) = (last.next()?, last.next()?);
    NUMBERS
        .contains(&ty.ident.to_string().as_str())
        .then_some(&function.ident)
}

fn tail_is_number(live: &Live, block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(tail, None)) if is_number(live, tail))
}

/// Constants are written in capitals: `PI`, `f32::EPSILON`.
fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.len() > 1
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

//! Graphs changed at random: numbers, names and whole parts, anywhere.

use rmpv::Value;

/// Numbers that look random and follow from a seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // xorshift64*, of Vigna's "An experimental exploration of Marsaglia's xorshift generators, scrambled".
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Changes `value` at `times` places.
pub(crate) fn mutate(value: &mut Value, dice: &mut Dice, times: usize) {
    for _ in 0..times {
        let mut parts = Vec::new();
        collect(value, &mut parts);
        let other = parts[dice.below(parts.len())].clone();
        let texts: Vec<&Value> = parts.iter().copied().filter(|part| part.is_str()).collect();
        let text = texts.get(dice.below(texts.len())).copied().cloned();
        let mut place = dice.below(parts.len());
        if let Some(part) = nth(value, &mut place) {
            change(part, dice, other, text);
        }
    }
}

/// Every part of a value, from the outside in. Names of fields are none.
fn collect<'a>(value: &'a Value, parts: &mut Vec<&'a Value>) {
    parts.push(value);
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, parts)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, parts)),
        _ => {}
    }
}

/// The part at a place in the order of [`collect`].
fn nth<'a>(value: &'a mut Value, place: &mut usize) -> Option<&'a mut Value> {
    if *place == 0 {
        return Some(value);
    }
    *place -= 1;
    match value {
        Value::Array(values) => values.iter_mut().find_map(|value| nth(value, place)),
        Value::Map(entries) => entries.iter_mut().find_map(|(_, value)| nth(value, place)),
        _ => None,
    }
}

fn change(part: &mut Value, dice: &mut Dice, other: Value, text: Option<Value>) {
    let roll = dice.below(8);
    match part {
        Value::Integer(number) => {
            let near = number.as_u64().unwrap_or(0);
            *part = match roll {
                0 => 0u64.into(),
                1 => near.wrapping_add(1).into(),
                2 => near.wrapping_sub(1).into(),
                3 => (1u64 << dice.below(64)).into(),
                4 => (-(dice.below(4) as i64)).into(),
                5 => u64::MAX.into(),
                _ => (dice.below(12) as u64).into(),
            };
        }
        Value::String(_) if roll < 6 => {
            if let Some(text) = text {
                *part = text;
            }
        }
        Value::Array(values) if roll < 6 && !values.is_empty() => {
            let (i, j) = (dice.below(values.len()), dice.below(values.len()));
            match roll {
                0 => drop(values.remove(i)),
                1 => values.insert(i, values[j].clone()),
                2 => values.truncate(i),
                3 => values[i] = other,
                4 => values.push(Value::from(dice.below(4) as u64)),
                _ => values.swap(i, j),
            }
        }
        // An enum is a map of one entry, whose name says which variant it is.
        Value::Map(entries) if roll < 6 && !entries.is_empty() => {
            let i = dice.below(entries.len());
            match (roll, text) {
                (0, _) => drop(entries.remove(i)),
                (1, _) => entries[i].1 = other,
                (_, Some(text)) if entries.len() == 1 => {
                    entries[0].0 = renamed(&entries[0].0, &text, dice);
                }
                _ => {}
            }
        }
        Value::F64(number) => {
            *number = [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300][dice.below(5)];
        }
        _ if roll == 7 => *part = Value::Nil,
        _ if roll == 6 => *part = other,
        _ => {}
    }
}

/// Operations with the same fields: one in the place of another is often a program that can run.
const FAMILIES: [&[&str]; 9] = [
    &["Add", "Sub", "Mul", "Div", "Rem", "Powi"],
    &[
        "AddScalar",
        "SubScalar",
        "DivScalar",
        "RemScalar",
        "MulScalar",
        "PowiScalar",
        "ClampMin",
        "ClampMax",
    ],
    &[
        "MeanDim",
        "SumDim",
        "ProdDim",
        "MaxDim",
        "MinDim",
        "MaxAbsDim",
    ],
    &["Mean", "Sum", "Prod", "Max", "Min", "MaxAbs"],
    &["CumSum", "CumProd", "CumMin", "CumMax"],
    &[
        "Exp", "Log", "Log1p", "Erf", "Sqrt", "Cos", "Cosh", "Sin", "Sinh", "Tan", "Tanh",
        "ArcCos", "ArcCosh", "ArcSin", "ArcSinh", "ArcTan", "ArcTanh", "Round", "Floor", "Ceil",
        "Trunc", "Recip",
    ],
    &["Greater", "GreaterEqual", "Lower", "LowerEqual"],
    &["Reshape", "Expand"],
    &["Empty", "Ones", "Zeros"],
];

/// Names of operations, whether the program has them or not.
const OPERATIONS: [&str; 40] = [
    "Add",
    "Mul",
    "Sum",
    "SumDim",
    "Mean",
    "Abs",
    "Matmul",
    "Exp",
    "Reshape",
    "Expand",
    "Slice",
    "Gather",
    "Scatter",
    "Select",
    "SelectAssign",
    "MaskWhere",
    "MaskFill",
    "Cat",
    "Cast",
    "Empty",
    "Zeros",
    "RepeatDim",
    "Unfold",
    "Permute",
    "SwapDims",
    "Flip",
    "Sort",
    "TopK",
    "ArgTopK",
    "BaseFloat",
    "BaseInt",
    "BaseBool",
    "Bool",
    "Drop",
    "Init",
    "Custom",
    "Conv2d",
    "AvgPool2d",
    "MaxPool2d",
    "CumSum",
];

/// Another name for the variant `name`: mostly of the same family, else one of the graph or any.
fn renamed(name: &Value, text: &Value, dice: &mut Dice) -> Value {
    let own = name.as_str().unwrap_or_default();
    let family = FAMILIES.iter().find(|family| family.contains(&own));
    match (family, dice.below(4)) {
        (Some(family), 1..) => family[dice.below(family.len())].into(),
        (_, 0) => text.clone(),
        _ => OPERATIONS[dice.below(OPERATIONS.len())].into(),
    }
}

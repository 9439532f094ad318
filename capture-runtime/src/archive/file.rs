//! The file: safetensors, with the graph as one tensor of bytes among the others.

use super::data::{Stored, read, stored};
use super::limits::Limits;
use super::{verify, wire};
use crate::definition::Role;
use crate::error::ArchiveCause;
use crate::graph::{self, Program};
use burn::tensor::{BoolStore, DType, TensorData};
use burn_ir::TensorId;
use rmp_serde::Deserializer;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, View};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;

/// What `__metadata__` calls such a file.
const FORMAT: &str = "capture-program";
/// The version of the format that this build writes and reads.
pub(super) const VERSION: &str = "1";
/// The Burn whose operations are in it. Burn may change what an operation means from one minor version to the next.
pub(super) const BURN: &str = "0.22.1";
/// How deep the graph is nested at the most, with room to spare: each level takes stack.
const DEPTH: usize = 64;
/// The tensor with the graph.
const PROGRAM: &str = "program";

/// Tensors that a program holds, in the order of its signature.
pub(crate) type Held = Vec<TensorData>;

/// What a file holds.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) program: Program,
    pub(crate) weights: Option<Held>,
    pub(crate) state: Option<Held>,
}

impl Contents {
    /// The same with every bool in the form `store`.
    pub(crate) fn with_bools(self, store: BoolStore) -> Self {
        let held = |tensors: Held| {
            let each = tensors.into_iter();
            each.map(|data| graph::stored(data, store)).collect()
        };
        Self {
            program: self.program.with_bools(store),
            weights: self.weights.map(held),
            state: self.state.map(held),
        }
    }
}

/// The name in the file of a tensor that the program holds in `role`.
fn held_name(role: Role, name: &str) -> String {
    match role {
        Role::Weights => format!("weights/{name}"),
        _ => format!("state/{name}"),
    }
}

/// The bytes of a file with `program`, and with weights and state where they are given.
pub(super) fn encode(
    program: &Program,
    weights: Option<&[TensorData]>,
    state: Option<&[TensorData]>,
) -> Result<Vec<u8>, ArchiveCause> {
    let unwritable = |error: &dyn core::fmt::Display| {
        ArchiveCause::invalid(format!("`{}`", program.name()), error.to_string())
    };
    let graph =
        rmp_serde::to_vec_named(&wire::Graph::from(program)).map_err(|error| unwritable(&error))?;
    let length = graph.len();
    let graph = TensorData::from_bytes_vec(graph, vec![length], DType::U8);
    let mut tensors: BTreeMap<String, &TensorData> = BTreeMap::new();
    tensors.insert(PROGRAM.to_owned(), &graph);
    for (id, data) in program.constants.iter() {
        tensors.insert(format!("constant/{}", id.value()), data);
    }
    for (role, held) in [(Role::Weights, weights), (Role::State, state)] {
        for (binding, data) in program.signature.role(role).zip(held.unwrap_or_default()) {
            if tensors
                .insert(held_name(role, &binding.name), data)
                .is_some()
            {
                return Err(unwritable(&format!(
                    "two tensors are called `{}`",
                    binding.name
                )));
            }
        }
    }
    let tensors = tensors.iter().map(|(name, data)| match Stored::new(data) {
        Some(stored) => Ok((name.as_str(), stored)),
        None => Err(unwritable(&format!("`{name}` is quantized"))),
    });
    let tensors = tensors.collect::<Result<Vec<_>, _>>()?;
    let mut metadata = HashMap::from([
        ("format".to_owned(), FORMAT.to_owned()),
        ("version".to_owned(), VERSION.to_owned()),
        ("burn".to_owned(), BURN.to_owned()),
    ]);
    let mut sum = Sum::of(&metadata);
    for (name, data) in &tensors {
        sum.add(name, data.dtype(), data.shape(), &data.data());
    }
    metadata.insert("checksum".to_owned(), sum.text());
    let said: BTreeMap<_, _> = metadata.clone().into_iter().collect();
    let bytes = safetensors::serialize(tensors, Some(metadata));
    Ok(sorted(bytes.map_err(|error| unwritable(&error))?, &said))
}

/// The file with its `__metadata__` in the order of the keys, so that a program is always the same bytes: the library writes a hash
/// map, whose order is another in every process. None of our values has a brace.
fn sorted(mut bytes: Vec<u8>, said: &BTreeMap<String, String>) -> Vec<u8> {
    const LENGTH: usize = 8;
    const KEY: &[u8] = b"{\"__metadata__\":";
    let Some(rest) = bytes
        .get(LENGTH..)
        .and_then(|header| header.strip_prefix(KEY))
    else {
        return bytes;
    };
    let end = rest
        .iter()
        .position(|byte| *byte == b'}')
        .map(|end| end + 1);
    if let (Some(end), Ok(text)) = (end, serde_json::to_string(said))
        && text.len() == end
    {
        let start = LENGTH + KEY.len();
        bytes[start..start + end].copy_from_slice(text.as_bytes());
    }
    bytes
}

/// The checksum of everything in a file: what `__metadata__` says beside it, and name, type, shape and data of every tensor.
struct Sum(crc32fast::Hasher);

impl Sum {
    fn of(metadata: &HashMap<String, String>) -> Self {
        let mut sum = Self(crc32fast::Hasher::new());
        let said: BTreeMap<_, _> = metadata
            .iter()
            .filter(|(key, _)| *key != "checksum")
            .collect();
        for (key, value) in said {
            sum.text_of(key);
            sum.text_of(value);
        }
        sum
    }

    fn text_of(&mut self, text: &str) {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    /// Adds a tensor; tensors come sorted by name.
    fn add(&mut self, name: &str, dtype: Dtype, shape: &[usize], data: &[u8]) {
        self.text_of(name);
        self.text_of(&dtype.to_string());
        self.0.update(&(shape.len() as u64).to_le_bytes());
        for extent in shape {
            self.0.update(&(*extent as u64).to_le_bytes());
        }
        self.0.update(data);
    }

    fn text(self) -> String {
        format!("{:08x}", self.0.finalize())
    }
}

/// Reads a file, and verifies everything that it says.
pub(super) fn decode(bytes: &[u8], limits: &Limits) -> Result<Contents, ArchiveCause> {
    limit("the file", bytes.len() as u64, limits.file_bytes)?;
    let foreign = |reason: String| ArchiveCause::NotAnArchive { reason };
    let (_, header) =
        SafeTensors::read_metadata(bytes).map_err(|error| foreign(error.to_string()))?;
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| foreign(error.to_string()))?;
    let empty = HashMap::new();
    let metadata = header.metadata().as_ref().unwrap_or(&empty);
    let said = |key: &str| metadata.get(key).map_or("", String::as_str);
    if said("format") != FORMAT {
        return Err(foreign(format!(
            "its `__metadata__` does not say `format = \"{FORMAT}\"`"
        )));
    }
    let minor = |version: &str| version.rsplit_once('.').map(|(minor, _)| minor.to_owned());
    if said("version") != VERSION || minor(said("burn")) != minor(BURN) {
        return Err(ArchiveCause::Version {
            version: said("version").to_owned(),
            burn: said("burn").to_owned(),
            reads: (VERSION, BURN),
        });
    }

    let mut sorted: BTreeMap<&str, _> = tensors.iter().collect();
    let mut sum = Sum::of(metadata);
    for (name, tensor) in &sorted {
        sum.add(name, tensor.dtype(), tensor.shape(), tensor.data());
    }
    let (stated, computed) = (said("checksum").to_owned(), sum.text());
    if stated != computed {
        return Err(ArchiveCause::Checksum { stated, computed });
    }

    let Some(graph) = sorted.remove(PROGRAM) else {
        return Err(foreign(format!("it has no tensor `{PROGRAM}`")));
    };
    limit(
        "the program",
        graph.data().len() as u64,
        limits.program_bytes,
    )?;
    let graph = parsed(graph.data())?;
    limit(
        "the texts of the program",
        graph.text_bytes(),
        limits.text_bytes,
    )?;
    verify::verify(&graph, limits)?;

    let mut constants = BTreeMap::new();
    for constant in &graph.constants {
        let name = format!("constant/{}", constant.id);
        let view = sorted.remove(name.as_str()).ok_or_else(|| missing(&name))?;
        let data = read(&name, &view, &constant.shape, constant.dtype)?;
        constants.insert(TensorId::new(constant.id), data);
    }
    let mut held = |role: Role| -> Result<Option<Held>, ArchiveCause> {
        let bound = graph
            .bindings
            .iter()
            .filter(|bound| Role::from(bound.role) == role);
        let bound: Vec<_> = bound
            .map(|bound| (held_name(role, &bound.name), bound))
            .collect();
        if !bound
            .iter()
            .any(|(name, _)| sorted.contains_key(name.as_str()))
        {
            return Ok(None);
        }
        let tensor = |(name, bound): &(String, &wire::Bound)| {
            let view = sorted.remove(name.as_str()).ok_or_else(|| missing(name))?;
            read(name, &view, &bound.shape, bound.dtype)
        };
        bound.iter().map(tensor).collect::<Result<_, _>>().map(Some)
    };
    let (weights, state) = (held(Role::Weights)?, held(Role::State)?);
    if let Some(name) = sorted.keys().next() {
        let reason = "the program has no such tensor".to_owned();
        return Err(ArchiveCause::invalid(
            format!("the tensor `{name}`"),
            reason,
        ));
    }
    Ok(Contents {
        program: graph.program(constants),
        weights,
        state,
    })
}

fn missing(name: &str) -> ArchiveCause {
    let reason = "the program needs it, and the file does not have it".to_owned();
    ArchiveCause::invalid(format!("the tensor `{name}`"), reason)
}

/// Refuses more than a limit allows.
pub(super) fn limit(what: &str, bytes: u64, most: u64) -> Result<(), ArchiveCause> {
    match bytes <= most {
        true => Ok(()),
        false => Err(ArchiveCause::Limit {
            what: what.to_owned(),
            bytes,
            most,
        }),
    }
}

/// The graph behind `bytes`.
fn parsed(bytes: &[u8]) -> Result<wire::Graph, ArchiveCause> {
    let refused = |reason: String| ArchiveCause::invalid("the program".to_owned(), reason);
    // Walks over everything once and keeps nothing. After it, each sequence has as many elements as it says, and what is
    // reserved for one is bounded by the bytes that are there.
    let mut walk = Deserializer::new(Cursor::new(bytes));
    walk.set_max_depth(DEPTH);
    IgnoredAny::deserialize(&mut walk).map_err(|error| refused(error.to_string()))?;
    if walk.position() != bytes.len() as u64 {
        return Err(refused("bytes follow after its end".to_owned()));
    }
    let mut graph = Deserializer::from_read_ref(bytes);
    graph.set_max_depth(DEPTH);
    wire::Graph::deserialize(&mut graph).map_err(|error| refused(error.to_string()))
}

/// Whether tensors of `dtype` can stand in a file.
pub(super) fn storable(dtype: DType) -> bool {
    stored(dtype).is_some()
}

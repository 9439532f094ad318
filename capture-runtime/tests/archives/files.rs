//! Files taken apart and put together again, with a checksum that fits: what comes after the checksum is what is tested.

use rmpv::Value;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use std::collections::{BTreeMap, HashMap};

/// The parts of a file.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) metadata: HashMap<String, String>,
    pub(crate) tensors: BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)>,
}

impl File {
    pub(crate) fn open(bytes: &[u8]) -> Self {
        let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
        let tensors = SafeTensors::deserialize(bytes).unwrap();
        let tensors = tensors.iter().map(|(name, tensor)| {
            let parts = (
                tensor.dtype(),
                tensor.shape().to_vec(),
                tensor.data().to_vec(),
            );
            (name.to_owned(), parts)
        });
        Self {
            metadata: header.metadata().clone().unwrap_or_default(),
            tensors: tensors.collect(),
        }
    }

    /// The bytes of the file, with the checksum that its parts have.
    pub(crate) fn sealed(mut self) -> Vec<u8> {
        self.metadata.insert("checksum".to_owned(), self.checksum());
        self.bytes()
    }

    /// The bytes of the file as it is.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let views = self.tensors.iter().map(|(name, (dtype, shape, data))| {
            (
                name.as_str(),
                TensorView::new(*dtype, shape.clone(), data).unwrap(),
            )
        });
        safetensors::serialize(views.collect::<Vec<_>>(), Some(self.metadata.clone())).unwrap()
    }

    /// The checksum as the format has it: over what `__metadata__` says, sorted, and then over the tensors, sorted.
    fn checksum(&self) -> String {
        let mut sum = crc32fast::Hasher::new();
        let text = |text: &str, sum: &mut crc32fast::Hasher| {
            sum.update(&(text.len() as u64).to_le_bytes());
            sum.update(text.as_bytes());
        };
        let said: BTreeMap<_, _> = self
            .metadata
            .iter()
            .filter(|(key, _)| *key != "checksum")
            .collect();
        for (key, value) in said {
            text(key, &mut sum);
            text(value, &mut sum);
        }
        for (name, (dtype, shape, data)) in &self.tensors {
            text(name, &mut sum);
            text(&dtype.to_string(), &mut sum);
            sum.update(&(shape.len() as u64).to_le_bytes());
            shape
                .iter()
                .for_each(|extent| sum.update(&(*extent as u64).to_le_bytes()));
            sum.update(data);
        }
        format!("{:08x}", sum.finalize())
    }

    /// The graph, as MessagePack has it.
    pub(crate) fn graph(&self) -> Value {
        let (_, _, bytes) = &self.tensors["program"];
        rmpv::decode::read_value(&mut bytes.as_slice()).unwrap()
    }

    /// The file with another graph.
    pub(crate) fn with_graph(self, graph: &Value) -> Self {
        let mut bytes = Vec::new();
        rmpv::encode::write_value(&mut bytes, graph).unwrap();
        self.with_program(bytes)
    }

    /// The file with other bytes in the place of its graph.
    pub(crate) fn with_program(mut self, bytes: Vec<u8>) -> Self {
        let program = (Dtype::U8, vec![bytes.len()], bytes);
        self.tensors.insert("program".to_owned(), program);
        self
    }

    /// The file after `change` to the field `name` of its graph.
    pub(crate) fn changed(self, name: &str, change: impl FnOnce(&mut Value)) -> Self {
        let mut graph = self.graph();
        change(field(&mut graph, name));
        self.with_graph(&graph)
    }
}

/// The field `name` of a map.
pub(crate) fn field<'a>(value: &'a mut Value, name: &str) -> &'a mut Value {
    let Value::Map(entries) = value else {
        panic!("`{name}` of something that is no map: {value}")
    };
    let found = entries
        .iter_mut()
        .find(|(key, _)| key.as_str() == Some(name));
    found
        .map(|(_, value)| value)
        .unwrap_or_else(|| panic!("no `{name}`"))
}

/// The elements of a list.
pub(crate) fn list(value: &mut Value) -> &mut Vec<Value> {
    match value {
        Value::Array(values) => values,
        other => panic!("no list: {other}"),
    }
}

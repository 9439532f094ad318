//! `show`: signature and listing.

use crate::answer::{Answer, BOLD, CYAN, DIM, styled};
use crate::cli::Programs;
use crate::files::{self, finished};
use crate::trouble::Trouble;
use capture_runtime::__private::ty;
use capture_runtime::{Binding, Program, Statement};
use serde::Serialize;

/// What `--json` prints for one program.
#[derive(Serialize)]
struct Shown {
    name: String,
    file: String,
    source: String,
    line: u32,
    parameters: Vec<Parameter>,
    bindings: Vec<Bound>,
    frozen: Vec<Frozen>,
    results: Vec<Bound>,
    operations: Vec<Step>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    role: String,
    #[serde(rename = "type")]
    ty: &'static str,
}

#[derive(Serialize)]
struct Bound {
    name: String,
    role: String,
    tensor: u64,
    shape: Vec<usize>,
    dtype: &'static str,
}

#[derive(Serialize)]
struct Frozen {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct Step {
    name: String,
    text: String,
    statement: Option<Statement>,
}

impl From<&Binding> for Bound {
    fn from(binding: &Binding) -> Self {
        Self {
            name: binding.name.clone(),
            role: binding.role.to_string(),
            tensor: binding.id.value(),
            shape: binding.shape.to_vec(),
            dtype: binding.dtype.name(),
        }
    }
}

impl Shown {
    fn new(program: &Program, file: String) -> Self {
        let parameters = program.parameters().iter().map(|parameter| Parameter {
            name: parameter.name,
            role: parameter.role.to_string(),
            ty: parameter.ty,
        });
        let frozen = program.signature().frozen().iter();
        let frozen = frozen.map(|(name, value)| Frozen {
            name: name.clone(),
            value: value.clone(),
        });
        let operations = program.operations().iter().map(|operation| Step {
            name: operation.name(),
            text: operation.to_string(),
            statement: program.statement(operation).cloned(),
        });
        let bindings = program.signature().bindings().iter();
        Self {
            name: program.name().to_owned(),
            file,
            source: program.file().to_owned(),
            line: program.line(),
            parameters: parameters.collect(),
            bindings: bindings.map(Bound::from).collect(),
            frozen: frozen.collect(),
            results: program.results().iter().map(Bound::from).collect(),
            operations: operations.collect(),
        }
    }
}

/// The function as it was written: parameters with their roles and types.
fn signature(program: &Program) -> String {
    let mut text = styled(BOLD, format!("fn {}(", program.name())) + "\n";
    for parameter in program.parameters() {
        let role = styled(CYAN, format!("{:8}", parameter.role.to_string()));
        text += &format!("    {role} {}: {},\n", parameter.name, parameter.ty);
    }
    let results: Vec<_> = program
        .results()
        .iter()
        .map(|result| ty(&result.shape, result.dtype))
        .collect();
    text + &format!("{} {}\n", styled(BOLD, ") ->"), results.join(", "))
}

/// The listing, with the places of the source in the background.
fn listing(program: &Program) -> String {
    let listing = program.to_string();
    let lines = listing.lines().map(|line| match line.split_once("  // ") {
        Some((operation, place)) => {
            format!("{operation}  {}\n", styled(DIM, format!("// {place}")))
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}

pub(crate) fn run(programs: &Programs) -> Result<Answer, Trouble> {
    let (found, stopped) = files::load(&programs.paths)?;
    let (mut text, mut json) = (String::new(), Vec::new());
    for found in &found {
        let (program, file) = (found.archive.program(), found.path.display().to_string());
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!("{}\n", styled(DIM, &file));
        text += &signature(program);
        text.push('\n');
        text += &listing(program);
        json.push(Shown::new(program, file));
    }
    Ok(finished(Answer::new(text, &json), stopped))
}

//! `replay`: runs a program of an archive on a device.

mod device;
mod given;
mod result;

use crate::answer::{Answer, BOLD, DIM, note, styled};
use crate::cli::Replay;
use crate::progress::Progress;
use crate::table::{counted, table};
use crate::trouble::Trouble;
use burn::tensor::TensorData;
use capture_runtime::{Archive, Replayer};
use device::{device, name, started};
use given::Given;
use result::Summary;
use serde::Serialize;
use std::time::{Duration, Instant};

/// What `--json` prints.
#[derive(Serialize)]
struct Replayed {
    name: String,
    file: String,
    device: &'static str,
    engine: String,
    steps: u32,
    seed: u64,
    /// The tensors and live numbers that were generated from the seed.
    generated: Vec<String>,
    results: Vec<Summary>,
    /// The first step: with what is made ready once.
    first_step_seconds: f64,
    /// The median of the other steps.
    step_seconds: Option<f64>,
    out: Option<String>,
    saved: Option<String>,
}

pub(crate) fn run(options: &Replay) -> Result<Answer, Trouble> {
    let archive = Archive::load(&options.archive)?;
    let device = device(options.device)?;
    let mut given = Given::new(options, &archive)?;
    let mut replayer = started(archive, &device)?;
    given.hold(&mut replayer)?;
    let inputs = given.inputs(&replayer)?;
    replayer.seed(options.seed);
    if !given.generated.is_empty() {
        note(&format!(
            "note: generated from seed {}: {}",
            options.seed,
            given.generated.join(", ")
        ));
    }
    let (results, times) = steps(&mut replayer, &inputs, options.steps)?;
    if let Some(path) = &options.out {
        given::write(path, &results)?;
    }
    if let Some(path) = &options.save {
        replayer.save(path)?;
    }
    let seconds = |time: Duration| time.as_secs_f64();
    let (first, others) = times.split_first().map_or((0.0, None), |(first, others)| {
        (seconds(*first), median(others).map(seconds))
    });
    let path = |path: &std::path::PathBuf| path.display().to_string();
    let replayed = Replayed {
        name: replayer.program().name().to_owned(),
        file: path(&options.archive),
        device: name(options.device),
        engine: replayer.engine().to_string(),
        steps: options.steps,
        seed: options.seed,
        generated: given.generated,
        results: results
            .iter()
            .map(|(name, data)| Summary::new(name, data))
            .collect(),
        first_step_seconds: first,
        step_seconds: others,
        out: options.out.as_ref().map(path),
        saved: options.save.as_ref().map(path),
    };
    Ok(Answer::new(replayed.text(), &replayed))
}

/// Data by name.
type Named = Vec<(String, TensorData)>;

/// Replays: the results of the last step, and the time of each, with inputs copied in and results copied out.
fn steps(
    replayer: &mut Replayer,
    inputs: &Named,
    count: u32,
) -> Result<(Named, Vec<Duration>), Trouble> {
    let (mut results, mut times) = (Vec::new(), Vec::new());
    let mut progress = Progress::new(count as usize, "replaying");
    for _ in 0..count {
        let inputs: Vec<(&str, TensorData)> = inputs
            .iter()
            .map(|(name, data)| (name.as_str(), data.clone()))
            .collect();
        let started = Instant::now();
        results = replayer.replay(&inputs)?;
        times.push(started.elapsed());
        progress.step();
    }
    Ok((results, times))
}

fn median(times: &[Duration]) -> Option<Duration> {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

impl Replayed {
    fn text(&self) -> String {
        let shown = |seconds: f64| format!("{:.3?}", Duration::from_secs_f64(seconds));
        let steps = counted(self.steps as usize, "step");
        let mut text = format!(
            "{}  {}\n{steps} on {} ({})\n",
            styled(BOLD, &self.name),
            styled(DIM, &self.file),
            self.device,
            self.engine
        );
        text += &format!("first step {}", shown(self.first_step_seconds));
        text += &match self.step_seconds {
            Some(seconds) => format!(", then {} a step (median)\n\n", shown(seconds)),
            None => {
                ", with what is made ready once; `--steps` gives the time of others\n\n".to_owned()
            }
        };
        let header = ["result", "type", "least", "mean", "greatest"];
        let rows = self.results.iter().map(Summary::cells).collect();
        text += &table(&header, &[2, 3, 4], rows);
        for path in [&self.out, &self.saved].into_iter().flatten() {
            text += &format!("written: {path}\n");
        }
        text
    }
}

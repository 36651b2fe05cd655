//! The parent: starts workers, follows what they report, and continues after one that ends.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Child, Command, ExitCode, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use crate::{Range, worker::say};

/// A module that failed.
struct Fault {
    seed: u64,
    what: String,
}

/// Lines of a worker so far.
struct Share {
    child: Child,
    lines: mpsc::Receiver<String>,
    /// The module in hand, and what is done with it.
    seed: u64,
    phase: String,
    since: Instant,
    end: u64,
}

/// Totals of all workers.
#[derive(Default)]
struct Totals {
    modules: u64,
    faults: Vec<Fault>,
    counts: BTreeMap<String, u64>,
}

/// Phases in which LLVM has the module and we do not: mutated input may end the process there.
const LLVM_PHASES: [&str; 2] = ["read", "verify"];

pub(crate) fn run(range: &Range, mutate: bool) -> ExitCode {
    let started = Instant::now();
    let jobs = range.jobs.clamp(1, 64);
    let mut totals = Totals::default();
    let share = range.modules.div_ceil(jobs);
    let mut shares = Vec::new();
    for job in 0..jobs {
        let from = range.seed + (job * share).min(range.modules);
        let end = range.seed + ((job + 1) * share).min(range.modules);
        match start(range, mutate, from, end) {
            Ok(one) => shares.extend(one),
            Err(error) => {
                say(&format!("a worker cannot be started: {error}\n"));
                return ExitCode::from(2);
            }
        }
    }
    while !shares.is_empty() {
        let mut next = Vec::new();
        for mut one in shares {
            match follow(&mut one, range, mutate, &mut totals) {
                State::Busy => next.push(one),
                State::Ended => {}
                State::Lost(what) => {
                    let (seed, end) = (one.seed, one.end);
                    let excused = mutate && LLVM_PHASES.contains(&one.phase.as_str());
                    if excused {
                        *totals.counts.entry(format!("LLVM ended in {}", one.phase)).or_default() += 1;
                    } else {
                        report(&mut totals, seed, format!("{what} in phase `{}`", one.phase));
                    }
                    totals.modules += 1;
                    match start(range, mutate, seed + 1, end) {
                        Ok(again) => next.extend(again),
                        Err(error) => report(&mut totals, seed + 1, format!("no worker: {error}")),
                    }
                }
            }
        }
        shares = next;
        std::thread::sleep(Duration::from_millis(5));
    }
    say(&summary(range, &totals, started.elapsed()));
    if totals.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn report(totals: &mut Totals, seed: u64, what: String) {
    say(&format!("FAULT seed {seed}: {what}\n"));
    totals.faults.push(Fault { seed, what });
}

fn summary(range: &Range, totals: &Totals, time: Duration) -> String {
    let mut text = String::new();
    for (what, count) in &totals.counts {
        text += &format!("{count:>9} {what}\n");
    }
    if let Some(first) = totals.faults.first() {
        text += &format!("first: seed {}: {}\n", first.seed, first.what);
    }
    let last = range.seed + range.modules.max(1) - 1;
    text += &format!(
        "{} modules, seeds {} to {last}, {} faults, {:.1} s\n",
        totals.modules,
        range.seed,
        totals.faults.len(),
        time.as_secs_f64()
    );
    text
}

/// Starts a worker for seeds from `from` up to `end`; none if there are none.
fn start(range: &Range, mutate: bool, from: u64, end: u64) -> std::io::Result<Option<Share>> {
    if from >= end {
        return Ok(None);
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("work").args(["--seed", &from.to_string(), "--modules", &(end - from).to_string()]);
    if mutate {
        command.arg("--mutate");
    }
    for (option, path) in [("--keep", &range.keep), ("--llvm-stress", &range.llvm_stress)] {
        if let Some(path) = path {
            command.arg(option).arg(path);
        }
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (send, lines) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
    }
    Ok(Some(Share { child, lines, seed: from, phase: "start".into(), since: Instant::now(), end }))
}

enum State {
    Busy,
    Ended,
    /// End of the worker.
    Lost(String),
}

fn follow(one: &mut Share, range: &Range, mutate: bool, totals: &mut Totals) -> State {
    loop {
        match one.lines.try_recv() {
            Ok(line) => take(one, &line, totals),
            Err(mpsc::TryRecvError::Empty) => {
                if one.since.elapsed() < Duration::from_secs(range.timeout) {
                    return State::Busy;
                }
                // It may have ended meanwhile.
                let _ = one.child.kill();
                let _ = one.child.wait();
                return State::Lost(format!("more than {} s", range.timeout));
            }
            Err(mpsc::TryRecvError::Disconnected) => {
                return match one.child.wait() {
                    Ok(status) if status.success() => State::Ended,
                    // What the reader refuses by ending the process, such as a damaged file, is LLVM's affair.
                    Ok(status) => State::Lost(if mutate { format!("{status}") } else { format!("ended by {status}") }),
                    Err(error) => State::Lost(error.to_string()),
                };
            }
        }
    }
}

/// One line of a worker: `module SEED`, `phase NAME`, `fault TEXT`, `count NAME`.
fn take(one: &mut Share, line: &str, totals: &mut Totals) {
    one.since = Instant::now();
    match line.split_once(' ') {
        Some(("module", seed)) => {
            if one.phase != "start" {
                totals.modules += 1;
            }
            one.seed = seed.parse().unwrap_or(one.seed);
            one.phase = "generate".into();
        }
        Some(("phase", name)) => name.clone_into(&mut one.phase),
        Some(("fault", text)) => report(totals, one.seed, text.to_owned()),
        Some(("count", name)) => *totals.counts.entry(name.to_owned()).or_default() += 1,
        _ => {
            if line == "done" {
                totals.modules += 1;
            }
        }
    }
}

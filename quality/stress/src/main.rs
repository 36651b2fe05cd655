//! `sycl-stress`: random modules through every pass, with checks that need no expected output.
//!
//! | command | does |
//! | --- | --- |
//! | `run` | modules of one seed after another through all checks, in worker processes; the numbers of those that fail |
//! | `mutate` | the same modules with random damage to text or bitcode: whatever still reads must not end the process |
//! | `kernels` | random kernels with barriers: as loops over items they have to write what they do as coroutines |
//! | `kernel` | what `kernels` runs for each seed, in a process of its own |
//! | `show` | prints the module of a seed |
//! | `work` | what a worker runs; a fault is reproduced with it under a debugger |
//!
//! Checks of `run`, for each module: it verifies; splitting leaves it as it was; each image reads back, verifies, and
//! holds exactly what its entry points need by the generator's own notes; two workers write the same bytes as one, and
//! a second run the same as the first; sidecar files read back; every other pass leaves a module that verifies and
//! changes nothing when run again, or refuses it and leaves it as it was.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | no fault |
//! | 1 | faults |
//! | 2 | usage, or no worker could be started |

mod checks;
mod driver;
mod generate;
#[cfg(feature = "llvm22")]
mod kernels;
mod memory;
mod mutate;
mod oracle;
mod worker;

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;

#[derive(Parser)]
#[command(about = "Random modules through every pass")]
enum Command {
    /// Valid modules through all checks
    Run(Range),
    /// Damaged modules: nothing may end the process
    Mutate(Range),
    /// Random kernels as loops over items and as coroutines: both have to write the same
    #[cfg(feature = "llvm22")]
    Kernels(kernels::Options),
    /// One seed of `kernels`; says what is wrong on standard output
    #[cfg(feature = "llvm22")]
    #[command(hide = true)]
    Kernel(kernels::Seed),
    /// Print the module of a seed
    Show {
        /// Seed of the module
        seed: u64,
        /// As given to the run
        #[arg(long)]
        llvm_stress: Option<PathBuf>,
    },
    /// One process's share of `run` or `mutate`; reports phases on standard output
    #[command(hide = true)]
    Work {
        #[command(flatten)]
        range: Range,
        /// Damage the modules
        #[arg(long)]
        mutate: bool,
    },
}

/// Range of modules.
#[derive(clap::Args, Clone)]
struct Range {
    /// Number of modules
    #[arg(long, default_value_t = 1000)]
    modules: u64,
    /// Seed of the first; each further one is one more
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Worker processes
    #[arg(long, short, default_value_t = 2)]
    jobs: u64,
    /// Seconds that one module may take
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// `llvm-stress`; every tenth module is one of its functions
    #[arg(long)]
    llvm_stress: Option<PathBuf>,
    /// Keep the modules that fail here
    #[arg(long)]
    keep: Option<PathBuf>,
}

fn main() -> ExitCode {
    match Command::parse() {
        Command::Run(range) => driver::run(&range, false),
        Command::Mutate(range) => driver::run(&range, true),
        #[cfg(feature = "llvm22")]
        Command::Kernels(options) => kernels::run(&options),
        #[cfg(feature = "llvm22")]
        Command::Kernel(seed) => kernels::run_seed(&seed),
        Command::Show { seed, llvm_stress } => {
            worker::say(&generate::module(seed, llvm_stress.as_deref()).text);
            ExitCode::SUCCESS
        }
        Command::Work { range, mutate } => worker::run(&range, mutate),
    }
}

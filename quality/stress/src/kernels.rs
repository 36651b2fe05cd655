//! Random kernels with barriers, as loops over items and as coroutines: both have to write the same.
//!
//! A seed is a dozen kernels in C (`source`). clang makes device code of them, the passes make it work-group functions,
//! once in each way, and `launch.c` runs both, in one program, for groups of several shapes.

mod source;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use fastrand::Rng;
use sycl_passes::ir::OwnedModule;

use crate::{checks::run_pass, worker::say};

/// Kernels of a seed.
const KERNELS: usize = 12;

/// Seconds that the kernels of a seed may run.
const SECONDS: u32 = 60;

/// Word by which a process says that fission refuses a kernel of its seed.
const REFUSED: &str = "refused: ";

/// The exit code of `timeout` for what took too long.
const TOO_LONG: i32 = 124;

/// Options for kernels.
#[derive(clap::Args, Clone)]
pub(crate) struct Options {
    /// Number of seeds; each is a dozen kernels, in a process of its own
    #[arg(long, default_value_t = 20)]
    modules: u64,
    /// The first
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds at a time [default: one for each processor]
    #[arg(long, short)]
    jobs: Option<usize>,
    /// Seconds that one seed may take
    #[arg(long, default_value_t = 300)]
    timeout: u64,
    /// Begins no seed after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// The directory of `sycl_host_image.h`
    #[arg(long, default_value = "runtime/front-door")]
    include: PathBuf,
    /// Print why fission refuses what it refuses
    #[arg(long)]
    reasons: bool,
    /// Keep what fails here
    #[arg(long)]
    keep: Option<PathBuf>,
    /// LLVM's clang
    #[arg(long, default_value = CLANG)]
    clang: PathBuf,
}

/// Path of clang in Debian.
const CLANG: &str = "/usr/lib/llvm-22/bin/clang";

/// One seed, and where its files are.
#[derive(clap::Args, Clone)]
pub(crate) struct Seed {
    /// The seed
    seed: u64,
    /// Where to put files
    directory: PathBuf,
    /// The object with `main`
    launcher: PathBuf,
    /// LLVM's clang
    #[arg(long, default_value = CLANG)]
    clang: PathBuf,
}

/// Mistake, and whether it is our fault.
enum Failure {
    Fault(String),
    Setup(String),
}

/// Counts of a run.
#[derive(Default)]
struct Counts {
    seeds: u64,
    faults: u64,
    refused: u64,
}

/// Runs each seed in a process, so that one that crashes or hangs hides no other.
pub(crate) fn run(options: &Options) -> ExitCode {
    let started = Instant::now();
    let jobs = options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let shared = match tempfile::tempdir() {
        Ok(directory) => directory,
        Err(error) => return setup(&error.to_string()),
    };
    let launcher = match make_launcher(options, shared.path()) {
        Ok(launcher) => launcher,
        Err(Failure::Setup(what) | Failure::Fault(what)) => return setup(&what),
    };
    let (next, state) = (AtomicU64::new(0), Mutex::new((Counts::default(), None)));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let is_over = options.seconds.is_some_and(|most| started.elapsed().as_secs() >= most);
            if number >= options.modules || is_over {
                return;
            }
            let seed = Seed {
                seed: options.seed + number,
                directory: shared.path().join((options.seed + number).to_string()),
                launcher: launcher.clone(),
                clang: options.clang.clone(),
            };
            let ended = in_process(options, &seed);
            let Ok(mut state) = state.lock() else { return };
            match ended {
                Ok(refused) => state.0.refused += u64::from(refused),
                Err(Failure::Fault(what)) => {
                    state.0.faults += 1;
                    say(&format!("FAULT seed {}: {what}\n", seed.seed));
                }
                Err(Failure::Setup(what)) => {
                    state.1 = Some(what);
                    next.store(options.modules, Ordering::Relaxed);
                    return;
                }
            }
            state.0.seeds += 1;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let (counts, failed) = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(what) = failed {
        return setup(&what);
    }
    say(&format!(
        "{} kernels, {} modules refused by fission, {} s, {} faults\n",
        counts.seeds * KERNELS as u64,
        counts.refused,
        started.elapsed().as_secs(),
        counts.faults
    ));
    ExitCode::from(u8::from(counts.faults != 0))
}

/// Runs a process for a seed. Gives whether fission refuses one of the kernels.
fn in_process(options: &Options, seed: &Seed) -> Result<bool, Failure> {
    let failed = |error: io::Error| Failure::Setup(format!("{}: {error}", seed.directory.display()));
    fs::create_dir(&seed.directory).map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    // It ends what the process has started, too.
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", &options.timeout.to_string()]).arg(program).arg("kernel");
    command.arg(seed.seed.to_string()).args([&seed.directory, &seed.launcher]).arg("--clang").arg(&seed.clang);
    let output = output(&mut command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (refused, other): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with(REFUSED));
    if options.reasons {
        for reason in &refused {
            say(&format!("seed {}: {}\n", seed.seed, &reason[REFUSED.len()..]));
        }
    }
    let ended = match output.status.code() {
        Some(0) => Ok(!refused.is_empty()),
        Some(1) => Err(Failure::Fault(other.join(" "))),
        Some(2) => Err(Failure::Setup(other.join(" "))),
        Some(TOO_LONG) => Err(Failure::Fault(format!("took more than {} s", options.timeout))),
        _ => {
            let words = String::from_utf8_lossy(&output.stderr);
            let said = words.lines().find(|line| !line.is_empty()).unwrap_or("no message");
            Err(Failure::Fault(format!("the process ended with {}: {said}", output.status)))
        }
    };
    if let (Err(Failure::Fault(_)), Some(to)) = (&ended, &options.keep) {
        keep(&to.join(seed.seed.to_string()), &seed.directory).map_err(failed)?;
    }
    fs::remove_dir_all(&seed.directory).map_err(failed)?;
    ended
}

/// Work of the process of a seed.
pub(crate) fn run_seed(seed: &Seed) -> ExitCode {
    match compare(seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Setup(what)) => setup(&what),
        Err(Failure::Fault(what)) => {
            say(&format!("{what}\n"));
            ExitCode::from(1)
        }
    }
}

fn setup(what: &str) -> ExitCode {
    say(&format!("{what}\n"));
    ExitCode::from(2)
}

fn keep(to: &Path, from: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

fn compare(of: &Seed) -> Result<(), Failure> {
    let (directory, program) = (&*of.directory, &*of.clang);
    let mut rng = Rng::with_seed(of.seed);
    let text = source::kernels(&mut rng, KERNELS);
    write(&directory.join("kernels.c"), text.as_bytes())?;
    let level = ["-O0", "-O1", "-O2"][rng.usize(..3)];
    let mut arguments =
        vec![level, "-S", "-emit-llvm", "-fwrapv", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-w"];
    arguments.extend(["kernels.c", "-o", "kernels.ll"]);
    if rng.u32(..3) == 0 {
        arguments.push("-g");
    }
    if rng.bool() {
        arguments.extend(["-Xclang", "-disable-O0-optnone"]);
    }
    clang(program, directory, &arguments)?;
    let code = fs::read_to_string(directory.join("kernels.ll"))
        .map_err(|error| Failure::Setup(format!("kernels.ll: {error}")))?;
    let code: String = code.lines().map(|line| as_kernel(line) + "\n").collect();
    write(&directory.join("kernels.ll"), code.as_bytes())?;
    let size = [4, 16, 2, 8][rng.usize(..4)];
    let loops = work_groups(&code, "fission", size);
    // Memory is elsewhere the second time.
    if work_groups(&code, "fission", size) != loops {
        return Err(Failure::Fault("fission makes something else when it runs again".to_owned()));
    }
    let refused = loops.err();
    let is_refused = refused.is_some();
    if let Some(reason) = refused {
        say(&format!("{REFUSED}{reason}\n"));
    }
    let processor = ["-march=x86-64", "-march=native"][rng.usize(..2)];
    // Most of the time goes into LLVM's optimizer. Coroutines are what loops are compared with, and need it less.
    let levels = [["-O0", "-O0", "-O1", "-O2"][rng.usize(..4)], if rng.u32(..8) == 0 { "-O2" } else { "-O0" }];
    for (way, level) in [if is_refused { "auto" } else { "fission" }, "coroutine"].into_iter().zip(levels) {
        let bitcode = work_groups(&code, way, size).map_err(Failure::Fault)?;
        write(&directory.join(format!("{way}.bc")), &bitcode)?;
        let object = if way == "coroutine" { "2.o" } else { "1.o" };
        clang(program, directory, &[level, processor, "-w", "-c", &format!("{way}.bc"), "-o", object])?;
    }
    clang(
        program,
        directory,
        &[&of.launcher.display().to_string(), "1.o", "2.o", "-lm", "-fuse-ld=lld", "-o", "launch"],
    )?;
    let text = launch(directory, "launch")?;
    let of = |image: &str| text.lines().filter_map(|line| line.strip_prefix(image)).collect::<Vec<_>>();
    let [loops, coroutines] = ["1 ", "2 "].map(of);
    match loops.iter().zip(&coroutines).find(|(a, b)| a != b) {
        Some((a, b)) => Err(Failure::Fault(format!("fission writes `{a}`, coroutines write `{b}`"))),
        None if loops.is_empty() || loops.len() != coroutines.len() => {
            Err(Failure::Fault("one way has fewer launches".to_owned()))
        }
        None => Ok(()),
    }
}

/// Compiles the launcher.
fn make_launcher(options: &Options, directory: &Path) -> Result<PathBuf, Failure> {
    write(&directory.join("launch.c"), include_bytes!("kernels/launch.c"))?;
    let include = fs::canonicalize(&options.include)
        .map_err(|error| Failure::Setup(format!("{}: {error}", options.include.display())))?;
    clang(&options.clang, directory, &["-O1", "-w", "-c", "launch.c", &format!("-I{}", include.display())])?;
    Ok(directory.join("launch.o"))
}

/// Kernels have an attribute that C cannot write.
fn as_kernel(line: &str) -> String {
    let end = line.find(" !dbg").or_else(|| line.rfind(" {"));
    match end.filter(|_| line.starts_with("define") && line.contains("void @k")) {
        Some(end) => format!("{} \"sycl-kernel\"{}", &line[..end], &line[end..]),
        None => line.to_owned(),
    }
}

/// Bitcode of an image.
fn work_groups(code: &str, way: &str, size: u32) -> Result<Vec<u8>, String> {
    // A panic is a fault of this seed, and others are worth a look.
    std::panic::catch_unwind(|| image(code, way, size)).unwrap_or_else(|_| Err("the pass panics".to_owned()))
}

fn image(code: &str, way: &str, size: u32) -> Result<Vec<u8>, String> {
    let mut module = OwnedModule::read(code.as_bytes(), "kernels").map_err(|error| error.to_string())?;
    for pass in [&format!("work-group-functions<barriers={way};sub-group-size={size}>"), "host-image"] {
        run_pass(pass, &mut module).map_err(|error| format!("{pass}: {error}"))?;
        module.verify().map_err(|error| format!("{pass} leaves a module that does not verify: {error}"))?;
    }
    Ok(module.bitcode())
}

/// Output of the launcher.
fn launch(directory: &Path, program: &str) -> Result<String, Failure> {
    let mut command = Command::new("timeout");
    command.arg(SECONDS.to_string()).arg(directory.join(program));
    let output = output(&mut command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let last = text.lines().last().unwrap_or_default();
    Err(Failure::Fault(format!("{program} ends with {} at `{last}`", output.status)))
}

fn clang(program: &Path, directory: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let output = output(Command::new(program).args(arguments).current_dir(directory))?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(Failure::Fault(format!("clang {}: {}", arguments.join(" "), words.lines().next().unwrap_or_default())))
}

fn output(command: &mut Command) -> Result<Output, Failure> {
    command.output().map_err(|error| Failure::Setup(format!("{}: {error}", command.get_program().display())))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::Setup(format!("{}: {error}", path.display())))
}

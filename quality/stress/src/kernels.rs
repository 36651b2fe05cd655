//! Random kernels with barriers, as loops over items and as coroutines: both have to write the same.
//!
//! A seed is a dozen kernels in C (`source`). clang makes device code of them, the passes make it work-group functions,
//! once in each way, and `launch.c` runs both, in one program, for groups of several shapes.

mod source;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output},
    time::Instant,
};

use fastrand::Rng;
use sycl_passes::ir::OwnedModule;

use crate::{checks::run_pass, worker::say};

/// Kernels of a seed.
const KERNELS: usize = 12;

/// Seconds that the kernels of a seed may run.
const SECONDS: u32 = 60;

/// Which kernels.
#[derive(clap::Args, Clone)]
pub(crate) struct Options {
    /// Number of seeds; each is a dozen kernels
    #[arg(long, default_value_t = 20)]
    modules: u64,
    /// The first
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Ends after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// LLVM's clang
    #[arg(long, default_value = "/usr/lib/llvm-22/bin/clang")]
    clang: PathBuf,
    /// The directory of `sycl_host_image.h`
    #[arg(long, default_value = "include")]
    include: PathBuf,
    /// Print why fission refuses what it refuses
    #[arg(long)]
    reasons: bool,
    /// Keep what fails here
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// What went wrong, and whether it is our fault.
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

pub(crate) fn run(options: &Options) -> ExitCode {
    let started = Instant::now();
    let mut counts = Counts::default();
    let shared = match tempfile::tempdir() {
        Ok(directory) => directory,
        Err(error) => return setup(&error.to_string()),
    };
    let launcher = match make_launcher(options, shared.path()) {
        Ok(launcher) => launcher,
        Err(Failure::Setup(what) | Failure::Fault(what)) => return setup(&what),
    };
    for seed in options.seed..options.seed + options.modules {
        if options.seconds.is_some_and(|most| started.elapsed().as_secs() >= most) {
            break;
        }
        let directory = match tempfile::tempdir() {
            Ok(directory) => directory,
            Err(error) => return setup(&error.to_string()),
        };
        match compare(options, &launcher, seed, directory.path(), &mut counts) {
            Ok(()) => {}
            Err(Failure::Setup(what)) => return setup(&what),
            Err(Failure::Fault(what)) => {
                counts.faults += 1;
                say(&format!("seed {seed}: {what}\n"));
                if let Err(error) = keep(options, seed, directory.path()) {
                    return setup(&error.to_string());
                }
            }
        }
        counts.seeds += 1;
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

fn setup(what: &str) -> ExitCode {
    say(&format!("{what}\n"));
    ExitCode::from(2)
}

fn keep(options: &Options, seed: u64, from: &Path) -> io::Result<()> {
    let Some(to) = &options.keep else { return Ok(()) };
    let to = to.join(seed.to_string());
    fs::create_dir_all(&to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

fn compare(options: &Options, launcher: &str, seed: u64, directory: &Path, counts: &mut Counts) -> Result<(), Failure> {
    let mut rng = Rng::with_seed(seed);
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
    clang(options, directory, &arguments)?;
    let code = fs::read_to_string(directory.join("kernels.ll")).map_err(|error| Failure::Setup(error.to_string()))?;
    let code: String = code.lines().map(|line| as_kernel(line) + "\n").collect();
    write(&directory.join("kernels.ll"), code.as_bytes())?;
    let size = [4, 16, 2, 8][rng.usize(..4)];
    let refused = work_groups(&code, "fission", size).err();
    let is_refused = refused.is_some();
    counts.refused += u64::from(is_refused);
    if let Some(reason) = refused.filter(|_| options.reasons) {
        say(&format!("seed {seed}: {reason}\n"));
    }
    let processor = ["-march=x86-64", "-march=native"][rng.usize(..2)];
    // Most of the time goes into LLVM's optimizer. Coroutines are what loops are compared with, and need it less.
    let levels = [["-O0", "-O0", "-O1", "-O2"][rng.usize(..4)], if rng.u32(..8) == 0 { "-O2" } else { "-O0" }];
    for (way, level) in [if is_refused { "auto" } else { "fission" }, "coroutine"].into_iter().zip(levels) {
        let bitcode = work_groups(&code, way, size).map_err(Failure::Fault)?;
        write(&directory.join(format!("{way}.bc")), &bitcode)?;
        let object = if way == "coroutine" { "2.o" } else { "1.o" };
        clang(options, directory, &[level, processor, "-w", "-c", &format!("{way}.bc"), "-o", object])?;
    }
    clang(options, directory, &[launcher, "1.o", "2.o", "-lm", "-fuse-ld=lld", "-o", "launch"])?;
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
fn make_launcher(options: &Options, directory: &Path) -> Result<String, Failure> {
    write(&directory.join("launch.c"), include_bytes!("kernels/launch.c"))?;
    let include = fs::canonicalize(&options.include)
        .map_err(|error| Failure::Setup(format!("{}: {error}", options.include.display())))?;
    clang(options, directory, &["-O1", "-w", "-c", "launch.c", &format!("-I{}", include.display())])?;
    Ok(directory.join("launch.o").display().to_string())
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

/// What the launcher prints.
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

fn clang(options: &Options, directory: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let output = output(Command::new(&options.clang).args(arguments).current_dir(directory))?;
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

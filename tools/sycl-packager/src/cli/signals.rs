//! End of a command by the user or the system: temporary files are removed, programs that it has started end,
//! then it dies by the same signal, so that its parent knows.

/// Sets this up. Where it cannot be, commands die at once, as without it.
#[cfg(unix)]
pub fn handle() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use sycl_images::output::temporary;

    // What is ignored stays so: nohup, and shells for commands in the background.
    let ignored = ignored();
    let handled: Vec<i32> = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !ignored(*signal)).collect();
    let (ready, wait) = std::sync::mpsc::sync_channel(1);
    let handler = std::thread::Builder::new().name("signals".to_owned());
    // Signals are taken over by the thread, so that they are not lost where there can be none.
    let spawned = handler.spawn(move || {
        let signals = Signals::new(handled);
        let _ = ready.send(());
        let Ok(mut signals) = signals else { return };
        if let Some(signal) = signals.forever().next() {
            temporary::remove_all(end_programs);
            let _ = emulate_default_handler(signal);
        }
    });
    if spawned.is_ok() {
        let _ = wait.recv();
    }
}

#[cfg(not(unix))]
pub fn handle() {}

/// Whether a signal is ignored, by the set that Linux shows; elsewhere none is known to be.
#[cfg(unix)]
fn ignored() -> impl Fn(i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0);
    move |signal| set & (1 << (signal - 1)) != 0
}

/// Ends the programs that this process runs: they write into directories that are about to go.
#[cfg(unix)]
fn end_programs() {
    use rustix::process::{Pid, Signal, kill_process};
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return };
    for thread in threads.flatten() {
        let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|child| Pid::from_raw(child.parse().ok()?)) {
            let _ = kill_process(child, Signal::TERM);
        }
    }
}

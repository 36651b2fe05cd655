//! Starts programs.

use std::io;
use std::thread;
use std::time::Duration;

use crate::output::temporary::unless_ending;

/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Starts a process, and does not wait for it. Where the system gives no more of them, it is tried again for some
/// seconds: others end.
///
/// # Errors
/// Those of `start`.
pub fn start<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    const ATTEMPTS: usize = 500;
    // A signal that ends this process ends the programs that there are, so that none may come after.
    let mut start = || unless_ending(&mut start);
    for _ in 1..ATTEMPTS {
        match start() {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            done => return done,
        }
    }
    start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_started_when_there_is_room() {
        let mut left = 3;
        let mut tries = |kind: io::ErrorKind| {
            start(|| {
                left -= 1;
                if left == 0 { Ok(left) } else { Err(kind.into()) }
            })
        };
        assert_eq!(tries(io::ErrorKind::WouldBlock).unwrap(), 0);
        assert_eq!(tries(io::ErrorKind::NotFound).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}

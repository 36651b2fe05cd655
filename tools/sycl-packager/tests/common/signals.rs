//! Signals as a user's terminal leaves them.

use std::process::Command;

/// The command with every signal at its default: the parent of the tests may ignore some, as `nohup` does, and a child
/// inherits that.
pub(crate) fn with_default_signals(command: &Command) -> Command {
    let mut wrapped = Command::new("env");
    wrapped.arg("--default-signal").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    if let Some(directory) = command.get_current_dir() {
        wrapped.current_dir(directory);
    }
    wrapped
}

//! The submission of a command: what it does, and what it waits for.

use std::sync::Arc;

use sycl_host_device::Lock;

use crate::buffer::{Buffer, Mode};
use crate::command::{Command, Phase, Work};
use crate::queue::Queue;

/// Commands that access several buffers take their places in the order of all of them at once: otherwise each of two
/// could wait for the other.
static ORDER: std::sync::LazyLock<Lock<()>> = std::sync::LazyLock::new(Lock::default);

/// What a command waits for, and whether later commands of its queue wait for it.
pub(crate) struct Order<'a> {
    pub(crate) after: &'a [Arc<Command>],
    pub(crate) accesses: &'a [(Arc<Buffer>, Mode)],
    /// Without events in `after`, it waits for all commands of its queue.
    pub(crate) is_barrier: bool,
}

/// Submits a command. Without work it is an access of the host, which runs until it is completed.
pub(crate) fn submit(queue: &Arc<Queue>, work: Option<Box<dyn Work>>, order: &Order<'_>) -> Arc<Command> {
    let all = (!order.accesses.is_empty()).then(|| ORDER.lock());
    let mut state = queue.state();
    let mut before = if queue.is_in_order {
        Vec::from_iter(state.last())
    } else if order.is_barrier && order.after.is_empty() {
        state.open()
    } else {
        Vec::from_iter(state.barrier())
    };
    let buffers = order.accesses.iter().map(|(buffer, _)| Arc::clone(buffer)).collect();
    let command = Command::new(Arc::clone(queue), state.next_number(), work, buffers);
    state.add(&command, order.is_barrier);
    for (buffer, mode) in order.accesses {
        before.extend(buffer.add(&command, *mode));
    }
    drop(state);
    drop(all);
    for other in before.iter().chain(order.after) {
        command.wait_for(other);
    }
    command.submit();
    command
}

/// Begins an access of the host to a buffer, as soon as it may.
pub(crate) fn begin_host_access(queue: &Arc<Queue>, buffer: &Arc<Buffer>, mode: Mode) -> Arc<Command> {
    let accesses = [(Arc::clone(buffer), mode)];
    let command = submit(queue, None, &Order { after: &[], accesses: &accesses, is_barrier: false });
    command.wait_until(Phase::Running);
    command
}

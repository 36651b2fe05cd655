//! The submission of a command: what it does, and what it waits for.

use std::sync::Arc;

use sycl_host_device::Lock;

use crate::buffer::{Buffer, Mode};
use crate::command::{Command, Phase, Work};
use crate::device::{Copy, Device};
use crate::devices;
use crate::error::Error;
use crate::queue::Queue;
use crate::scheduler;

/// Commands that access several buffers take their places in the order of all of them at once: otherwise each of two
/// could wait for the other.
static ORDER: std::sync::LazyLock<Lock<()>> = std::sync::LazyLock::new(Lock::default);

/// Order of a command: which ones it waits for, and whether later commands of its queue wait for it.
pub(crate) struct Order<'a> {
    pub(crate) after: &'a [Arc<Command>],
    pub(crate) accesses: &'a [(Arc<Buffer>, Mode)],
    /// Without events in `after`, it waits for all commands of its queue.
    pub(crate) is_barrier: bool,
}

/// Work of a command; without work it is an access of the host, which runs until it is completed.
#[derive(Default)]
pub(crate) struct Act {
    pub(crate) work: Option<Box<dyn Work>>,
    /// Is dropped when it has ended.
    pub(crate) end: Option<Box<dyn Send>>,
}

/// Submits a command.
pub(crate) fn submit(queue: &Arc<Queue>, act: Act, order: &Order<'_>) -> Result<Arc<Command>, Error> {
    queue.sweep();
    let all = (!order.accesses.is_empty()).then(|| ORDER.lock());
    // Work of the host is done there, whatever the device of its queue.
    let device = act.work.as_ref().filter(|work| work.is_issued()).map(|_| queue.device());
    let place = |mode: &Mode| if mode.is_on_device { Some(queue.device()) } else { device };
    let mut copies = Vec::new();
    for (buffer, mode) in order.accesses {
        match copy(buffer, place(mode), *mode) {
            Ok(needed) => copies.extend(needed),
            Err(error) => {
                // Others may wait for those already.
                drop(all);
                copies.into_iter().for_each(start);
                // What the caller owns stays its own: nothing of it is called.
                std::mem::forget(act);
                return Err(error);
            }
        }
    }
    let mut state = queue.state();
    let mut before = if queue.is_in_order() {
        // What a device has of this queue, it keeps in order.
        Vec::from_iter(state.last().filter(|last| device.is_none() || !last.is_out()).cloned())
    } else if order.is_barrier && order.after.is_empty() {
        state.open()
    } else {
        Vec::from_iter(state.barrier())
    };
    let buffers = order.accesses.iter().map(|(buffer, _)| Arc::clone(buffer)).collect();
    let command = Command::new(Arc::clone(queue), queue.next_number(&state), act.work, act.end, buffers);
    state.add(&command, order.is_barrier);
    for (buffer, mode) in order.accesses {
        before.extend(buffer.add(&command, place(mode), *mode));
    }
    drop(state);
    drop(all);
    copies.into_iter().for_each(start);
    for other in before.iter().chain(order.after) {
        command.wait_for(other);
    }
    command.submit();
    queue.forget_before(&command);
    Ok(command)
}

/// The copy of a buffer that an access needs, and what it waits for itself.
type Needed = (Arc<Command>, Option<Arc<Command>>);

fn start((copy, after): Needed) {
    after.iter().for_each(|other| copy.wait_for(other));
    copy.submit();
}

fn copy(buffer: &Arc<Buffer>, device: Option<&'static Device>, mode: Mode) -> Result<Option<Needed>, Error> {
    let Some(transfer) = buffer.transfer(device, mode)? else { return Ok(None) };
    let queue = transfer.device.transfers()?;
    let copy = Copy::of_bytes(transfer.to, transfer.from, transfer.size);
    let work = transfer.device.back_end().copy(copy);
    let mut state = queue.state();
    let number = queue.next_number(&state);
    let command = Command::new(Arc::clone(queue), number, Some(work), None, vec![Arc::clone(buffer)]);
    state.add(&command, false);
    drop(state);
    buffer.add_copy(device, &command);
    log::debug!(
        "a buffer of {} bytes is copied {}",
        transfer.size,
        if device.is_some() { "to a device" } else { "back" }
    );
    Ok(Some((command, transfer.after)))
}

/// Begins an access of the host to a buffer, as soon as it may. An error is that the content cannot be brought there.
pub(crate) fn begin_host_access(queue: &Arc<Queue>, buffer: &Arc<Buffer>, mode: Mode) -> Result<Arc<Command>, Error> {
    let accesses = [(Arc::clone(buffer), mode)];
    let order = Order { after: &[], accesses: &accesses, is_barrier: false };
    let command = submit(queue, Act::default(), &order)?;
    command.wait_until(Phase::Running);
    for device in devices::all()? {
        if let Some(failure) = device.take_failure_of_copy() {
            scheduler::end_host_access(&command);
            return Err(failure.error);
        }
    }
    Ok(command)
}

//! Kernels that are compiled once more for launches that are alike: the size of groups and the numbers in their
//! arguments become constants of the code.
//!
//! Each kernel of which there is generic code, compiled ahead or not, has a [`Watch`]. After launches in a row with the
//! same group size, a background thread compiles the kernel for that size and for the numbers that were the same in the
//! last [`ALIKE`] of them; the library of run-time compilation finds it in its cache if another process has done so
//! before. From then on, launches with these values use it. A number that changes later is not specialized to again.
//!
//! While a kernel is loaded, which takes 0.3 ms, no other one is launched. So that programs which are done soon do not
//! pay for it, launches have to be alike for [`LONG`], or the GPU has to be late by [`LATE`]: it has work then while
//! nothing is launched.
//!
//! The compiled kernel says where its numbers are: the variable `K_numbers` (docs/gpu.md).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use smallvec::SmallVec;
use sycl_host_device::Lock;

use super::globals::Values as Globals;
use super::images::{Image, Loaded, assembled};
use super::lists::list_in;
use crate::background;
use crate::error::{Error, Status};
use crate::forks;
use crate::images::{DeviceImage, Source};
use crate::launch::{Values, items_in};
use crate::native::gpu::{Api, Event, Gpu, Refusal, Stream, load_compiler};
use crate::stage2::Goal;

/// The least number of launches in a row with the same values after which a kernel is compiled for them.
const ALIKE: u32 = 3;

/// Launches of which one is looked at, once there are so many.
const EACH: u32 = 16;

/// The least time since the first of them.
const LONG: Duration = Duration::from_millis(10);

/// Age of launches that the GPU has not reached.
const LATE: Duration = Duration::from_millis(1);

/// Kernels that are compiled of one at most.
const MOST: usize = 4;

/// Bytes of PTX of a kernel that is compiled again. Larger ones take the driver seconds, which the end of the process
/// waits for.
const LARGEST: usize = 512 << 10;

/// Bytes of specialization constants that are compared at most.
const MOST_CONSTANTS: usize = 1024;

/// Numbers that a kernel loads from its arguments.
const FEW: usize = 8;

/// Turns specialization off.
const VARIABLE: &str = "SYCL_SPECIALIZE";

/// Place of a number in the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Number {
    parameter: usize,
    offset: usize,
    size: usize,
}

impl Number {
    fn bytes_in<'a>(&self, values: &'a Values) -> Option<&'a [u8]> {
        values.get(self.parameter)?.get(self.offset..)?.get(..self.size)
    }
}

/// Size of groups and values of specialization constants, which launches that are alike have in common.
#[derive(Clone, Copy)]
pub(super) struct Alike<'a> {
    pub(super) groups: [u32; 3],
    /// The buffer of constants; nothing if there are none.
    pub(super) constants: &'a [u8],
}

impl Alike<'_> {
    /// Whether it has these. Nothing is not compared with nothing: `memcmp` of AVX-512 takes as long as all else here
    /// where an address leads nowhere.
    fn is(&self, groups: &[u32; 3], constants: &[u8]) -> bool {
        let is_empty = self.constants.is_empty();
        self.groups == *groups && is_empty == constants.is_empty() && (is_empty || self.constants == constants)
    }
}

/// The launches of a kernel on a GPU.
pub(super) struct Watch {
    /// Generic code, which is compiled again.
    source: Source,
    target: String,
    /// Whether it requires a size of groups.
    has_size: bool,
    numbers: SmallVec<[Number; FEW]>,
    /// Number of forks before this process: the lock may be held for ever in a child.
    generation: u32,
    state: Arc<Lock<State>>,
    /// Whether launches are alike, and none of the kernels that were compiled is for them.
    is_looking: AtomicBool,
    delay: Lock<Option<Mark>>,
    is_late: AtomicBool,
}

/// Place in a stream.
struct Mark {
    event: Event,
    /// When the host was there.
    since: Instant,
}

#[derive(Default)]
struct State {
    groups: [u32; 3],
    constants: Vec<u8>,
    /// Launches in a row with these groups and constants.
    alike: u32,
    /// The first of them.
    since: Option<Instant>,
    /// The last values of the numbers.
    last: SmallVec<[u8; 64]>,
    /// Launches in a row, for each number, with the last value.
    same: SmallVec<[u32; FEW]>,
    /// Bits of the numbers that changed after a kernel was compiled for them.
    varying: u32,
    made: SmallVec<[Special; MOST]>,
}

/// A kernel for some launches.
struct Special {
    key: Key,
    /// None while it is compiled, and if it cannot be.
    loaded: Option<Arc<Loaded>>,
}

/// Launches that a specialized kernel is for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    groups: [u32; 3],
    constants: Vec<u8>,
    /// Bits of the numbers.
    numbers: u32,
    /// Their values, one after another.
    bytes: SmallVec<[u8; 64]>,
}

impl Key {
    /// The numbers that count, with their values.
    fn parts<'a>(&'a self, numbers: &'a [Number]) -> impl Iterator<Item = (usize, &'a Number, &'a [u8])> {
        let mut rest = &*self.bytes;
        let counts = |(index, _): &(usize, &Number)| self.numbers >> index & 1 != 0;
        numbers.iter().enumerate().filter(counts).map(move |(index, number)| {
            let (value, behind) = rest.split_at(number.size);
            rest = behind;
            (index, number, value)
        })
    }

    /// Whether it is for a launch with these values.
    fn fits(&self, numbers: &[Number], alike: Alike<'_>, values: &Values) -> bool {
        self.has(alike) && self.parts(numbers).all(|(_, number, value)| number.bytes_in(values) == Some(value))
    }

    fn has(&self, alike: Alike<'_>) -> bool {
        alike.is(&self.groups, &self.constants)
    }
}

impl Watch {
    /// The watch over a kernel with this machine code or PTX; none if it is not to be compiled again.
    pub(super) fn new(source: Source, goal: &Goal, code: &[u8], has_size: bool) -> Option<Self> {
        let is_off = std::env::var_os(VARIABLE).is_some_and(|value| value == "0");
        if is_off || code.len() > LARGEST {
            return None;
        }
        let words = list_in(code, &format!("{}_numbers", source.kernel)).unwrap_or_default();
        let numbers = words.as_chunks().0.iter().map(|words| {
            let [parameter, offset, size] = words.map(|word| word as usize);
            Number { parameter, offset, size }
        });
        let numbers: SmallVec<_> = numbers.take(u32::BITS as usize).collect();
        if has_size && numbers.is_empty() && !source.has_constants() {
            return None;
        }
        Some(Self {
            source,
            target: goal.target.clone(),
            has_size,
            numbers,
            generation: forks::generation(),
            state: Arc::default(),
            is_looking: AtomicBool::new(false),
            delay: Lock::default(),
            is_late: AtomicBool::new(false),
        })
    }

    /// The kernel for a launch, if there is one. Has one compiled when launches have been alike for a while.
    pub(super) fn kernel_for(
        &self,
        alike: Alike<'_>,
        values: &Values,
        gpu: &'static Gpu,
        globals: impl FnOnce() -> Result<Arc<Globals>, Error>,
    ) -> Option<Arc<Loaded>> {
        if self.generation != forks::generation() {
            return None;
        }
        let mut state = self.state.lock();
        if let Some(special) = state.made.iter().find(|special| special.key.fits(&self.numbers, alike, values)) {
            return special.loaded.clone();
        }
        let least = if self.is_late.load(Ordering::Relaxed) { Duration::ZERO } else { LONG };
        let key = state.observe(&self.numbers, alike, values, self.has_size, least);
        self.is_looking.store(key.is_none() && state.is_asked(), Ordering::Relaxed);
        let key = key?;
        self.is_late.store(false, Ordering::Relaxed);
        let place = state.made.len();
        state.made.push(Special { key: key.clone(), loaded: None });
        drop(state);
        if let Ok(globals) = globals() {
            self.start(&key, place, gpu, globals);
        }
        None
    }

    /// Looks whether the GPU is late, after a launch into a stream.
    pub(super) fn launched(&self, gpu: &'static Gpu, stream: &Stream) -> Result<(), Refusal> {
        if !self.is_looking.load(Ordering::Relaxed) || self.is_late.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut delay = self.delay.lock();
        if let Some(mark) = &mut *delay {
            if mark.since.elapsed() < LATE {
                return Ok(());
            }
            if mark.event.has_happened() == Some(false) {
                log::debug!("kernel `{}`: the GPU is late", self.source.kernel);
                self.is_late.store(true, Ordering::Relaxed);
                return Ok(());
            }
            mark.since = Instant::now();
            return stream.record(&mark.event);
        }
        let mark = Mark { event: gpu.event(false)?, since: Instant::now() };
        stream.record(&mark.event)?;
        *delay = Some(mark);
        Ok(())
    }

    /// Has the kernel compiled and loaded by the background thread.
    fn start(&self, key: &Key, place: usize, gpu: &'static Gpu, globals: Arc<Globals>) {
        let (parameters, groups) = (self.parameters(key), key.groups);
        // The program may unload the library that the code is in.
        let source = self.source.clone().into_owned();
        let goal = Goal { target: self.target.clone(), ahead: String::new() };
        let state = Arc::clone(&self.state);
        background::start(Box::new(move || {
            static COMPILER: Once = Once::new();
            COMPILER.call_once(|| {
                if gpu.api() == Api::Cuda {
                    load_compiler();
                }
                background::end_before_libraries();
            });
            let name = &source.kernel;
            let compiled = source.compile(&goal, &parameters);
            let loaded = compiled.map(|image| background::with_driver(|| load(name, image, groups, gpu, &globals)));
            match loaded.and_then(Option::transpose) {
                Ok(Some(loaded)) => {
                    log::debug!("kernel `{name}`: launches that are alike use a kernel of their own");
                    state.lock().made[place].loaded = Some(Arc::new(loaded));
                }
                Ok(None) => {}
                Err(error) => log::debug!("{}", error.text),
            }
        }));
    }

    /// A key in the words of the pass `sscp-specialize`.
    fn parameters(&self, key: &Key) -> Vec<String> {
        let mut parameters = Vec::new();
        if !self.has_size {
            let [x, y, z] = key.groups;
            parameters.push(format!("group-size={x}:{y}:{z}"));
        }
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let name = &self.source.kernel;
        for (_, Number { parameter, offset, .. }, value) in key.parts(&self.numbers) {
            parameters.push(format!("bytes={name}:{parameter}:{offset}={}", hex(value)));
        }
        if !key.constants.is_empty() {
            parameters.push(format!("constants={name}={}", hex(&key.constants)));
        }
        parameters
    }
}

fn load(
    name: &str,
    image: DeviceImage,
    groups: [u32; 3],
    gpu: &'static Gpu,
    globals: &Globals,
) -> Result<Loaded, Error> {
    let image = assembled(image, gpu)?;
    let module = Image::load(&image, gpu, &format!("kernel `{name}`"), globals)?;
    let (loaded, most) = Loaded::of_image(name, &image.code, Arc::new(module))?;
    let items = items_in(&groups.map(u64::from));
    if u64::from(most) < items {
        let text = format!("kernel `{name}`, specialized: found {most} items in a group at most; expected {items}");
        return Err(Error::new(Status::Build, text));
    }
    Ok(loaded)
}

impl State {
    /// Whether times are looked at for this launch: to read a clock takes as long as all else that is done here.
    fn is_asked(&self) -> bool {
        self.alike >= ALIKE && (self.alike < EACH || self.alike.is_multiple_of(EACH))
    }

    /// Takes a launch into account that no kernel is for. Gives what to compile one for, if launches have been alike
    /// for the least time.
    fn observe(
        &mut self,
        numbers: &[Number],
        alike: Alike<'_>,
        values: &Values,
        has_size: bool,
        least: Duration,
    ) -> Option<Key> {
        let Alike { groups, constants } = alike;
        if self.made.len() == MOST || constants.len() > MOST_CONSTANTS {
            return None;
        }
        for key in self.made.iter().map(|special| &special.key).filter(|key| key.has(alike)) {
            for (index, number, value) in key.parts(numbers) {
                self.varying |= u32::from(number.bytes_in(values) != Some(value)) << index;
            }
        }
        let is_first = self.alike == 0 || !alike.is(&self.groups, &self.constants);
        if is_first {
            self.groups = groups;
            self.constants = constants.to_vec();
            self.since = Some(Instant::now());
        }
        self.alike = if is_first { 1 } else { self.alike.saturating_add(1) };
        self.same.resize(numbers.len(), 0);
        self.last.resize(numbers.iter().map(|number| number.size).sum(), 0);
        let (mut chosen, mut bytes, mut start) = (0, SmallVec::new(), 0);
        for (index, number) in numbers.iter().enumerate() {
            let (found, last) = (number.bytes_in(values)?, &mut self.last[start..start + number.size]);
            start += number.size;
            self.same[index] = if !is_first && found == last { self.same[index].saturating_add(1) } else { 1 };
            last.copy_from_slice(found);
            if self.same[index] >= ALIKE && self.varying >> index & 1 == 0 {
                chosen |= 1 << index;
                bytes.extend_from_slice(found);
            }
        }
        let is_of_use = self.is_asked() && !(has_size && chosen == 0 && constants.is_empty());
        let is_long = || self.since.is_some_and(|since| since.elapsed() >= least);
        (is_of_use && is_long()).then_some(Key { groups, constants: constants.to_vec(), numbers: chosen, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [Number; 2] =
        [Number { parameter: 0, offset: 8, size: 4 }, Number { parameter: 0, offset: 12, size: 4 }];

    fn values(first: u32, second: u32) -> Values {
        let mut values = Values::default();
        values.add(&[&[0xaa; 8][..], &first.to_le_bytes(), &second.to_le_bytes()].concat());
        values
    }

    /// The numbers that a kernel is compiled for, after each launch.
    fn chosen(state: &mut State, launches: &[(u32, u32, u32)], has_size: bool) -> Vec<Option<u32>> {
        let observe = |&(size, first, second): &(u32, u32, u32)| {
            let (alike, values) = (Alike { groups: [size, 1, 1], constants: &[] }, values(first, second));
            if state.made.iter().any(|special| special.key.fits(&NUMBERS, alike, &values)) {
                return None;
            }
            let key = state.observe(&NUMBERS, alike, &values, has_size, Duration::ZERO)?;
            state.made.push(Special { key: key.clone(), loaded: None });
            Some(key.numbers)
        };
        launches.iter().map(observe).collect()
    }

    #[test]
    fn what_three_launches_have_in_common_is_known() {
        let alike = |launches: &[_]| chosen(&mut State::default(), launches, false);
        assert_eq!(alike(&[(8, 1, 2), (8, 1, 2), (8, 1, 2)]), [None, None, Some(0b11)]);
        assert_eq!(alike(&[(8, 1, 2), (8, 1, 3), (8, 1, 4)]), [None, None, Some(0b01)]);
        assert_eq!(alike(&[(8, 1, 2), (8, 2, 3), (8, 3, 4)]), [None, None, Some(0)]);
        assert_eq!(alike(&[(8, 1, 2), (9, 1, 2), (8, 1, 2), (8, 1, 2)]), [None, None, None, None]);
        // With a required size there is nothing to gain without a number.
        let required = |launches: &[_]| chosen(&mut State::default(), launches, true);
        assert_eq!(required(&[(8, 1, 2), (8, 2, 3), (8, 3, 4), (8, 3, 5), (8, 3, 6)])[4], Some(0b01));
        assert_eq!(required(&[(8, 1, 2), (8, 2, 3), (8, 3, 4)])[2], None);
    }

    #[test]
    fn a_number_that_changes_is_not_specialized_to_again() {
        let mut state = State::default();
        assert_eq!(chosen(&mut state, &[(8, 1, 2); 3], false)[2], Some(0b11));
        assert_eq!(chosen(&mut state, &[(8, 1, 3); 3], false), [Some(0b01), None, None]);
        assert_eq!(chosen(&mut state, &[(8, 1, 2), (8, 5, 3), (8, 1, 2)], false), [None, Some(0), None]);
        // Other groups are other launches, but the numbers are the same.
        assert_eq!(chosen(&mut state, &[(16, 5, 3); 3], false), [None, None, Some(0)]);
        // There are enough.
        assert_eq!(chosen(&mut state, &[(32, 5, 3); 4], false), [None; 4]);
    }
}

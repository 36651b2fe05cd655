//! Kernels run with what they are given: ids, arguments, local memory, constants, globals, threads.

use crate::common::{Place, bytes, device, i32s, open, properties, u64s};
use sycl_host_device::{Address, Argument, Kind, Range};

#[test]
fn every_item_runs_once_whatever_the_number_of_threads() {
    let place = Place::new();
    let image = place.image("a.so", &[]);
    for threads in [1, 2, 5] {
        let program = open(threads, &image);
        for (global, local) in [(1, 1), (64, 16), (1000, 1), (4096, 4096), (100_000, 8)] {
            let input: Vec<i32> = (0..global).collect();
            let (mut input_bytes, mut output) = (bytes(&input, i32::to_ne_bytes), vec![0; input.len() * 4]);
            let value = 7i32.to_ne_bytes();
            let mut arguments =
                [Argument::Buffer(&mut output), Argument::Value(&value), Argument::Buffer(&mut input_bytes)];
            let range = Range::new(&[global as u64]).local(&[local]);
            program.launch("add", &range, &mut arguments).unwrap();
            assert!(i32s(&output).iter().zip(&input).all(|(out, value)| *out == value + 7), "{threads} {global}");
        }
    }
}

#[test]
fn groups_know_their_numbers_and_the_offset() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    let mut out = vec![0; 24 * 12 * 8];
    let range = Range::new(&[8, 6, 4]).local(&[4, 2, 1]).offset(&[100, 10, 1]);
    program.launch("ids", &range, &mut [Argument::Buffer(&mut out)]).unwrap();
    let numbers = u64s(&out);
    for (index, group) in numbers.chunks(12).enumerate() {
        let index = index as u64;
        assert_eq!(group[..3], [index % 2, index / 2 % 3, index / 6], "id");
        assert_eq!(group[3..], [4, 2, 1, 2, 3, 4, 100, 10, 1]);
    }
}

#[test]
fn without_a_size_groups_are_chosen_that_fit() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    let mut out = vec![0; 4 * 12 * 8];
    program.launch("ids", &Range::new(&[1024]), &mut [Argument::Buffer(&mut out)]).unwrap();
    assert_eq!(u64s(&out)[36..45], [3, 0, 0, 256, 1, 1, 4, 1, 1]);
    // The required size, where there is one.
    let mut out = vec![0; 4 * 12 * 8];
    program.launch("required", &Range::new(&[8, 4]), &mut [Argument::Buffer(&mut out)]).unwrap();
    assert_eq!(u64s(&out)[36..45], [1, 1, 0, 4, 2, 1, 2, 2, 1]);
}

#[test]
fn one_thread_runs_groups_in_order() {
    let place = Place::new();
    let program = open(1, &place.image("a.so", &[]));
    let mut list = vec![0; 1001 * 8];
    program.launch("order", &Range::new(&[100, 20]).local(&[2, 1]), &mut [Argument::Buffer(&mut list)]).unwrap();
    assert_eq!(u64s(&list)[0], 1000);
    assert!(u64s(&list)[1..].iter().enumerate().all(|(index, group)| index as u64 == *group));
}

#[test]
fn several_threads_run_each_group_once() {
    let place = Place::new();
    let program = open(4, &place.image("a.so", &[]));
    for _ in 0..20 {
        let mut list = vec![0; 3001 * 8];
        program.launch("order", &Range::new(&[3000]).local(&[1]), &mut [Argument::Buffer(&mut list)]).unwrap();
        let mut groups = u64s(&list)[1..].to_vec();
        groups.sort_unstable();
        assert!(groups.iter().enumerate().all(|(index, group)| index as u64 == *group));
    }
}

#[test]
fn a_launch_without_items_runs_nothing() {
    let place = Place::new();
    let mut program = open(2, &place.image("a.so", &[]));
    for range in [Range::new(&[0]), Range::new(&[16, 0, 4]), Range::new(&[0]).local(&[64])] {
        program.launch("count", &range, &mut []).unwrap();
    }
    let mut value = [0; 4];
    program.read_global("counter", 0, &mut value).unwrap();
    assert_eq!(i32::from_ne_bytes(value), 5);
}

#[test]
fn local_memory_is_laid_out_as_the_header_says() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    let launch = |first: usize, second: usize, dynamic: u64| {
        let mut out = vec![0; 32];
        let sizes = (first as u64 | (second as u64) << 16).to_ne_bytes();
        let range = Range::new(&[640]).local(&[20]).dynamic_local_size(dynamic);
        let out_argument = Argument::Buffer(&mut out);
        let mut arguments = [Argument::Local(first), out_argument, Argument::Local(second), Argument::Value(&sizes)];
        program.launch("local_memory", &range, &mut arguments).unwrap();
        u64s(&out)
    };
    // Variables up to 24, scratch from 128 to 288, so arguments from 384.
    assert_eq!(launch(100, 7, 0), [384, 512, 519, 0]);
    assert_eq!(launch(128, 0, 0), [384, 512, 512, 0]);
    assert_eq!(launch(1000, 60_000, 1), [512, 1536, 61_536, 0]);
}

#[test]
fn values_are_passed_as_aligned_as_they_have_to_be() {
    let place = Place::new();
    let program = open(1, &place.image("a.so", &[]));
    let mut value = [0; 256];
    value[8..16].copy_from_slice(&2.5f64.to_ne_bytes());
    let mut out = vec![0; 16];
    let mut arguments = [Argument::Value(&[3]), Argument::Value(&value), Argument::Buffer(&mut out)];
    program.launch("structure", &Range::new(&[1]), &mut arguments).unwrap();
    assert_eq!(out, bytes(&[5.5, 0.0], f64::to_ne_bytes));
}

#[test]
fn stacks_have_the_room_that_a_kernel_asks_for() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    let mut sum = vec![0; 8];
    // 65 MiB for each thread, of which most kernels use little.
    program.launch("stack", &Range::new(&[2048]).local(&[1024]), &mut [Argument::Buffer(&mut sum)]).unwrap();
    assert_eq!(u64s(&sum), [2 * 64]);
}

#[test]
fn kernels_say_what_they_take() {
    let place = Place::new();
    let program = open(1, &place.image("a.so", &[]));
    let kernel = program.kernel("constants").unwrap();
    assert_eq!(kernel.parameters().iter().map(|p| p.kind).collect::<Vec<_>>(), [Kind::Pointer, Kind::Constants]);
    let kernel = program.kernel("local_memory").unwrap();
    assert_eq!((kernel.name(), kernel.sub_group_size(), kernel.local_size()), ("local_memory", 1, 24));
    assert_eq!(program.kernel("required").unwrap().required_size(), Some([4, 2, 1]));
    assert_eq!(program.kernels().count(), 15);
}

#[test]
fn constants_have_defaults_and_can_be_set() {
    let place = Place::new();
    let mut program = open(2, &place.image("a.so", &[&properties()]));
    let read = |program: &sycl_host_device::Program| {
        let mut out = vec![0; 12];
        program.launch("constants", &Range::new(&[1]), &mut [Argument::Buffer(&mut out)]).unwrap();
        (u64::from_ne_bytes(out[..8].try_into().unwrap()), u32::from_ne_bytes(out[8..].try_into().unwrap()))
    };
    assert_eq!(read(&program), (11, 22));
    program.set_constant("second", &33u32.to_ne_bytes()).unwrap();
    program.set_constant("of another image", &[1]).unwrap();
    assert_eq!(read(&program), (11, 33));
    program.set_constant("first", &44u64.to_ne_bytes()).unwrap();
    assert_eq!(read(&program), (44, 33));
    let error = program.set_constant("first", &[0; 4]).unwrap_err();
    assert_eq!(error.opencl().0, "CL_INVALID_SPEC_ID");
    let message = error.to_string();
    assert!(message.ends_with("value of specialization constant `first` has 4 bytes; expected 8"), "{message}");
    assert_eq!(read(&program), (44, 33));
}

#[test]
fn device_globals_are_read_and_written() {
    let place = Place::new();
    let mut program = open(2, &place.image("a.so", &[]));
    program.write_global("counter", 0, &100i32.to_ne_bytes()).unwrap();
    program.launch("count", &Range::new(&[1000]).local(&[1]), &mut []).unwrap();
    let mut value = [0; 4];
    program.read_global("counter", 0, &mut value).unwrap();
    assert_eq!(i32::from_ne_bytes(value), 1100);
    program.read_global("counter", 4, &mut []).unwrap();
    let error = program.write_global("counter", 2, &[0; 4]).unwrap_err();
    let expected = "Copy to device_global is out of bounds: `counter` has 4 bytes; 6 are needed";
    assert_eq!((error.to_string().as_str(), error.opencl().0), (expected, "CL_INVALID_VALUE"));
    let error = program.read_global("counter", usize::MAX, &mut [0; 4]).unwrap_err();
    assert!(error.to_string().starts_with("Copy from device_global is out of bounds"));
    let error = program.read_global("counters", 0, &mut []).unwrap_err();
    assert_eq!(error.to_string(), "no image has device global `counters`; expected the unique id of one");
}

#[test]
fn programs_and_devices_are_used_by_several_threads() {
    let place = Place::new();
    let program = open(3, &place.image("a.so", &[]));
    std::thread::scope(|scope| {
        for thread in 0..4i32 {
            let program = &program;
            scope.spawn(move || {
                for _ in 0..50 {
                    let (mut input, mut out) = (vec![0; 4000], vec![0; 4000]);
                    let value = thread.to_ne_bytes();
                    let mut arguments =
                        [Argument::Buffer(&mut out), Argument::Value(&value), Argument::Buffer(&mut input)];
                    program.launch("add", &Range::new(&[1000]).local(&[10]), &mut arguments).unwrap();
                    assert_eq!(i32s(&out), [thread; 1000]);
                }
            });
        }
    });
}

#[test]
fn the_device_says_what_it_is() {
    let device = device(3);
    assert_eq!(device.threads(), 3);
    assert!(!device.name().is_empty());
    assert!(
        ["cpu", "fp16", "fp64", "atomic64", "usm_shared_allocations"]
            .iter()
            .all(|name| device.aspects().contains(&(*name).to_owned()))
    );
    assert_eq!(device.facts().sub_group_sizes, [1, 2, 4, 8, 16, 32]);
    assert!(format!("{device:?}").contains("threads: 3"));
}

#[test]
fn null_is_an_address() {
    let place = Place::new();
    let program = open(1, &place.image("a.so", &[]));
    let value = 0i32.to_ne_bytes();
    let mut arguments =
        [Argument::Address(Address::null()), Argument::Value(&value), Argument::Address(Address::null())];
    program.launch("add", &Range::new(&[0]), &mut arguments).unwrap();
}

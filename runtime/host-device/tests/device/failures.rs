//! Groups that cannot go on: the launch fails, and nothing else.

use sycl_host_device::{Argument, Extent, Failure, LaunchError, Program, Range};

use crate::common::{Place, open, u64s};

fn failure(result: Result<(), LaunchError>) -> Failure {
    match result {
        Err(LaunchError::Failed(failure)) => *failure,
        other => panic!("{other:?}"),
    }
}

/// Runs `assertion` with so many groups, which fails from a group on; the failure, and how many groups began.
fn assertion(program: &Program, groups: u64, first: u64) -> (Failure, u64) {
    let mut begun = vec![0; 8];
    let first = first.to_ne_bytes();
    let mut arguments = [Argument::Value(&first), Argument::Buffer(&mut begun)];
    let range = Range::new(&[groups * 4]).local(&[4]);
    (failure(program.launch("assertion", &range, &mut arguments)), u64s(&begun)[0])
}

#[test]
fn a_failed_assertion_names_what_when_and_where() {
    let place = Place::new();
    let program = open(1, &place.image("a.so", &[]));
    let (failed, begun) = assertion(&program, 1000, 7);
    let expected = Failure::Assertion {
        kernel: "assertion".to_owned(),
        expression: "x != 0".to_owned(),
        file: Some("a.cpp".to_owned()),
        line: 42,
        function: Some("f(int)".to_owned()),
        global_id: Extent::new([28, 0, 0]),
        group_id: Extent::new([7, 0, 0]),
    };
    assert_eq!(failed, expected);
    let message =
        "a.cpp:42: f(int): kernel `assertion`, global id {28, 0, 0}, group {7, 0, 0}: assertion `x != 0` failed";
    assert_eq!(failed.to_string(), message);
    assert_eq!(begun, 8, "in order, and nothing after the failure");
}

#[test]
fn other_threads_stop_when_a_group_fails() {
    let place = Place::new();
    let program = open(4, &place.image("a.so", &[]));
    let groups = 1 << 20;
    let (_, begun) = assertion(&program, groups, 0);
    assert!((1..=4).contains(&begun), "{begun} groups began");
}

#[test]
fn groups_are_counted_in_64_bits() {
    let place = Place::new();
    for threads in [1, 3] {
        let program = open(threads, &place.image("a.so", &[]));
        for groups in [1 << 31, 1 << 33, 1 << 61] {
            let (failed, begun) = assertion(&program, groups, 3);
            assert!(matches!(failed, Failure::Assertion { line: 42, .. }), "{failed}");
            assert!(begun <= 4 * threads as u64, "{begun} of {groups}");
        }
    }
}

#[test]
fn many_failures_at_once_leave_the_device_as_it_was() {
    let place = Place::new();
    let program = open(8, &place.image("a.so", &[]));
    for round in 0..300 {
        let (failed, _) = assertion(&program, 64, round % 3);
        assert!(matches!(failed, Failure::Assertion { line: 42, .. }));
        // Launches go on, on the same stacks.
        let mut list = vec![0; 65 * 8];
        program.launch("order", &Range::new(&[64]).local(&[1]), &mut [Argument::Buffer(&mut list)]).unwrap();
        assert_eq!(u64s(&list)[0], 64);
    }
}

#[test]
fn launches_fail_side_by_side() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let program = &program;
            scope.spawn(move || {
                for _ in 0..100 {
                    let (failed, _) = assertion(program, 16 + thread, 15);
                    assert!(
                        matches!(failed, Failure::Assertion { group_id, .. } if group_id.numbers()[1..] == [0, 0]),
                        "{failed}"
                    );
                }
            });
        }
    });
}

#[test]
fn a_failure_deep_in_calls_leaves_them_all() {
    let place = Place::new();
    let program = open(2, &place.image("a.so", &[]));
    for depth in [0u64, 1, 1000] {
        let depth = depth.to_ne_bytes();
        let range = Range::new(&[8, 2]).local(&[4, 2]);
        let failed = failure(program.launch("barrier", &range, &mut [Argument::Value(&depth)]));
        let Failure::Barrier { kernel, group_id, waiting: 3, ended: 1, .. } = &failed else { panic!("{failed}") };
        assert_eq!(group_id.numbers()[1..], [0, 0]);
        assert_eq!(kernel, "barrier");
        // The kernel has set the processor to flush denormals: the caller's arithmetic does not change.
        assert!(std::hint::black_box(f32::MIN_POSITIVE) / 2.0 > 0.0);
    }
}

#[test]
fn a_barrier_says_how_many_wait() {
    let at = |waiting, ended, places| {
        let (kernel, global_id, group_id) = ("k".to_owned(), Extent::new([4, 5, 6]), Extent::new([1, 2, 3]));
        Failure::Barrier { kernel, global_id, group_id, waiting, ended, places }.to_string()
    };
    let of = |waiting, ended| at(waiting, ended, None);
    let start = "kernel `k`, group {1, 2, 3}: ";
    let several = "items wait, that with global id {4, 5, 6} among them, at a barrier that others do not reach";
    let one = "the item with global id {4, 5, 6} waits at a barrier that others do not reach";
    assert_eq!(of(3, 1), format!("{start}3 {several}; 1 has ended"));
    assert_eq!(of(1, 0), format!("{start}{one}; none has ended"));
    assert_eq!(of(2, 2), format!("{start}2 {several}; 2 have ended"));
    let places = "barrier at a.cpp:8:5, branch at a.cpp:7:3";
    assert_eq!(at(2, 2, Some(places.to_owned())), format!("{} ({places})", of(2, 2)));
}

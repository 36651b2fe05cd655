//! Launches that do not fit: the words of SYCL, OpenCL's number, and no call.

use sycl_host_device::{Argument, LaunchError, Program, Range};

use crate::common::{Place, i32s, open};

fn program(place: &Place) -> Program {
    open(2, &place.image("a.so", &[]))
}

/// Launches `count`, which must not run, and returns OpenCL's name of the error and its text.
fn of_range(program: &mut Program, range: &Range) -> (&'static str, String) {
    let error = program.launch("count", range, &mut []).expect_err("a mistake");
    let mut value = vec![0; 4];
    program.read_global("counter", 0, &mut value).expect("a global");
    assert_eq!(i32s(&value), [5], "nothing has run");
    (error.opencl().0, error.to_string())
}

#[test]
fn sizes_that_do_not_fit() {
    let place = Place::new();
    let mut program = program(&place);
    let range = |global: &[u64], local: &[u64]| Range::new(global).local(local);
    let group = "CL_INVALID_WORK_GROUP_SIZE";
    let cases = [
        (
            range(&[10], &[4]),
            group,
            "Global work size {10, 1, 1} is not evenly divisible by local work-group size {4, 1, 1}. \
             Non-uniform work-groups are not supported by the target device",
        ),
        (
            range(&[4, 4], &[4, 8]),
            group,
            "Local work-group size {4, 8, 1} is greater than global range size {4, 4, 1}. Non-uniform work-groups are \
             not supported by the target device",
        ),
        (
            range(&[16], &[0]),
            group,
            "the local work-group size of kernel `count` is {0, 1, 1}; expected 1 or more in each dimension",
        ),
        (
            range(&[16384], &[16384]),
            group,
            "Total number of work-items in a work-group cannot exceed 8192 for this kernel; the local size is \
             {16384, 1, 1}",
        ),
        (
            range(&[1 << 33, 1 << 33], &[1 << 33, 1 << 33]),
            group,
            "Total number of work-items in a work-group cannot exceed 8192 for this kernel; the local size is \
             {8589934592, 8589934592, 1}",
        ),
        (Range::new(&[]), "CL_INVALID_WORK_DIMENSION", "a launch of `count` has 0 dimensions; expected 1, 2 or 3"),
        (Range::new(&[1; 4]), "CL_INVALID_WORK_DIMENSION", "a launch of `count` has 4 dimensions; expected 1, 2 or 3"),
        (
            range(&[4, 4], &[4]),
            "CL_INVALID_WORK_DIMENSION",
            "a launch of `count` has 1 dimensions in its local work-group size; expected 2, as in its global size",
        ),
        (
            Range::new(&[4]).offset(&[1, 2]),
            "CL_INVALID_WORK_DIMENSION",
            "a launch of `count` has 2 dimensions in its offset; expected 1, as in its global size",
        ),
        (
            Range::new(&[1 << 40, 1 << 40]),
            "CL_INVALID_GLOBAL_WORK_SIZE",
            "the global size {1099511627776, 1099511627776, 1} of kernel `count` is more than 2^63 work-items; expected \
             fewer",
        ),
        (
            Range::new(&[16]).offset(&[u64::MAX - 3]),
            "CL_INVALID_GLOBAL_OFFSET",
            "the global size {16, 1, 1} and the offset {18446744073709551612, 0, 0} of kernel `count` exceed 2^64; \
             expected global ids that fit",
        ),
    ];
    for (range, name, message) in cases {
        assert_eq!(of_range(&mut program, &range), (name, message.to_owned()), "{range:?}");
    }
}

#[test]
fn a_required_size_is_required() {
    let place = Place::new();
    let program = program(&place);
    let mut out = vec![0; 12 * 8];
    let mut launch = |range: Range| {
        let error = program.launch("required", &range, &mut [Argument::Buffer(&mut out)]).unwrap_err();
        assert_eq!(error.opencl(), ("CL_INVALID_WORK_GROUP_SIZE", -54));
        error.to_string()
    };
    let message = "The specified local size {8, 1, 1} doesn't match the required work-group size specified in the \
                   program source {4, 2, 1}";
    assert_eq!(launch(Range::new(&[8]).local(&[8])), message);
    let message = "Global work size {8, 1, 1} is not evenly divisible by the required work-group size {4, 2, 1}. \
                   Non-uniform work-groups are not supported by the target device";
    assert_eq!(launch(Range::new(&[8])), message);
}

#[test]
fn arguments_that_do_not_fit() {
    let place = Place::new();
    let program = program(&place);
    let (mut out, mut input) = (vec![0xff; 16], vec![0; 16]);
    let launch = |arguments: &mut [Argument<'_>]| {
        let error = program.launch("add", &Range::new(&[4]), arguments).unwrap_err();
        (error.opencl().0, error.to_string())
    };
    let value = [0; 4];
    assert_eq!(
        launch(&mut [Argument::Buffer(&mut out), Argument::Value(&value)]),
        ("CL_INVALID_KERNEL_ARGS", "kernel `add` is given 2 arguments; expected 3".to_owned())
    );
    assert_eq!(
        launch(&mut [Argument::Buffer(&mut out), Argument::Value(&[0; 8]), Argument::Buffer(&mut input)]),
        ("CL_INVALID_ARG_SIZE", "argument 1 of kernel `add` has 8 bytes; expected 4".to_owned())
    );
    assert_eq!(
        launch(&mut [Argument::Value(&value), Argument::Value(&value), Argument::Buffer(&mut input)]),
        ("CL_INVALID_ARG_SIZE", "argument 0 of kernel `add` has 4 bytes; expected 8".to_owned())
    );
    assert_eq!(
        launch(&mut [Argument::Value(&[0; 8]), Argument::Value(&value), Argument::Buffer(&mut input)]),
        ("CL_INVALID_ARG_VALUE", "argument 0 of kernel `add` is a value; expected a buffer or an address".to_owned())
    );
    assert_eq!(
        launch(&mut [Argument::Buffer(&mut out), Argument::Local(4), Argument::Buffer(&mut input)]),
        ("CL_INVALID_ARG_VALUE", "argument 1 of kernel `add` is local memory; expected a value".to_owned())
    );
    assert_eq!(out, [0xff; 16], "nothing has run");
    let error =
        program.launch("overrun", &Range::new(&[1]), &mut [Argument::Buffer(&mut input), Argument::Value(&[0; 8])]);
    let message = "argument 0 of kernel `overrun` is a buffer; expected a size of local memory";
    assert_eq!(error.unwrap_err().to_string(), message);
}

#[test]
fn local_memory_and_stacks_that_do_not_fit() {
    let place = Place::new();
    let image = place.image("a.so", &[]);
    let program = open(2, &image);
    let mut out = vec![0; 32];
    let mut launch = |first: usize, dynamic: u64| -> LaunchError {
        let range = Range::new(&[4]).dynamic_local_size(dynamic);
        let sizes = [0; 8];
        let mut arguments =
            [Argument::Local(first), Argument::Buffer(&mut out), Argument::Local(8), Argument::Value(&sizes)];
        program.launch("local_memory", &range, &mut arguments).unwrap_err()
    };
    let error = launch(1 << 20, 0);
    let message = "kernel `local_memory` needs 1048608 bytes of local memory; expected at most 1048576 on this device";
    assert_eq!((error.opencl().0, error.to_string().as_str()), ("CL_OUT_OF_RESOURCES", message));
    for error in [launch(usize::MAX, u64::MAX), launch(0, u64::MAX)] {
        assert!(matches!(error, LaunchError::LocalMemory { .. }), "{error}");
    }
    // A table that asks for more than there is.
    for (name, row, message) in [
        ("stack", "0, 0, 1ull << 62, 0", "needs 4611686018427387904 bytes of stack, which this process does not get: "),
        ("stack", "0, 0, 0, ~0ull", "bytes of stack, which this process does not get"),
        ("local", "0, 1ull << 62, 256, 0", "bytes of local memory, which this process does not get"),
        ("local", "0, ~0ull, 256, 0", "bytes of local memory, which this process does not get"),
    ] {
        let program = open(2, &place.image("large.so", &[&format!("-DNUMBERS={row}")]));
        let range = Range::new(&[64]).local(&[4]);
        let error = program.launch("zero", &range, &mut [Argument::Value(&[0; 4])]).unwrap_err();
        assert_eq!(error.opencl().0, "CL_OUT_OF_HOST_MEMORY", "{name}");
        assert!(error.to_string().starts_with("a group of kernel `zero` needs "), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn kernels_that_are_not_there() {
    let place = Place::new();
    let program = program(&place);
    let launch = |name: &str| program.launch(name, &Range::new(&[1]), &mut []).unwrap_err();
    let error = launch("emty");
    assert_eq!(error.opencl().0, "CL_INVALID_KERNEL_NAME");
    assert_eq!(error.to_string(), "No kernel named emty was found; is it `empty`?");
    assert_eq!(launch("_ZTS7Nothing").to_string(), "No kernel named _ZTS7Nothing was found");
}

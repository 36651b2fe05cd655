//! `foreach`.

use crate::DONE;
use crate::common::{Place, same};

#[cfg(unix)]
#[test]
fn foreach_runs_all_and_tells_the_last_failure() {
    let place = Place::new();
    place.write("in.list", "a\nb\nc\n");
    let line = "foreach --in-file-list=in.list --in-replace={} --out-replace=@ --out-ext=txt --out-dir=. \
                --out-file-list=out.list -j 2 -- sh script {} @";
    place.write("script", "echo $1 > $2\n");
    same(&place.run(line), DONE);
    let list = String::from_utf8(place.read("out.list")).unwrap();
    let outputs: Vec<&str> = list.lines().collect();
    assert_eq!(outputs.iter().map(|file| place.read(file)).collect::<Vec<_>>(), [b"a\n", b"b\n", b"c\n"]);

    place.write("script", "echo $2 > $1\n");
    same(&place.run("foreach --in-file-list=in.list --in-replace={} --out-increment=log -- sh script log {}"), DONE);
    assert_eq!(["log", "log_1", "log_2"].map(|file| place.read(file)), [b"a\n", b"b\n", b"c\n"]);

    place.write("script", "test $1 = b && exit 7; test $1 = a && exit 3; exit 0\n");
    let failed = place.run("foreach -in-file-list=in.list -in-replace={} -- sh script {}");
    same(
        &failed,
        "exit code 7\n--- stderr\nsycl-packager: a: `sh` failed with exit code 3\n\
         sycl-packager: b: `sh` failed with exit code 7\n",
    );
    place.write("short.list", "a\n");
    same(
        &place.run("foreach --in-file-list=in.list --in-replace=A --in-file-list=short.list --in-replace=B -- true"),
        "exit code 1\n--- stderr\nsycl-packager: all input file lists must have same number of lines\n",
    );
    let missing = place.run("foreach --in-file-list=in.list --in-replace=A -- /nonexistent/tool A");
    assert!(
        missing.starts_with("exit code 2\n--- stderr\nsycl-packager: cannot run `/nonexistent/tool`: "),
        "{missing}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn foreach_is_a_client_of_makes_job_server() {
    let place = Place::new();
    place.write("in.list", "1\n2\n3\n4\n5\n6\n");
    // Each job notes how many run beside it; make -j2 lets two.
    place.write(
        "job",
        "mkdir -p running seen; touch running/$1; ls running | wc -l > seen/$1; sleep 0.1; rm running/$1\n",
    );
    let program = env!("CARGO_BIN_EXE_sycl-packager");
    place.write("Makefile", format!("all:\n\t+{program} foreach --in-file-list=in.list --in-replace=@ -- sh job @\n"));
    let make = std::process::Command::new("make")
        .arg("-j2")
        .current_dir(place.path())
        .env_remove("MAKEFLAGS")
        .output()
        .unwrap();
    assert!(make.status.success(), "{make:?}");
    let seen: Vec<usize> = (1..=6)
        .map(|job| String::from_utf8(place.read(&format!("seen/{job}"))).unwrap().trim().parse().unwrap())
        .collect();
    let most = seen.iter().max().copied();
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(most <= Some(2), "{seen:?}");
    if parallel > 1 {
        assert_eq!(most, Some(2), "{seen:?}");
    }
}

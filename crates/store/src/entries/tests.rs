use std::{
    env, fs,
    os::unix::{fs::PermissionsExt as _, fs::symlink, process::CommandExt as _},
    process::{self, Command, Stdio},
    sync::Barrier,
    thread,
    time::{Duration, Instant, SystemTime},
};

use super::*;

fn key(number: u32) -> Hash {
    blake3::hash(&number.to_le_bytes())
}

fn file(root: &Path, number: u32) -> PathBuf {
    root.join(LAYOUT).join(key(number).to_hex().as_str())
}

/// Names beside the entries `usage` and `lock`.
fn names(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root.join(LAYOUT)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "usage" && name != "lock").collect();
    names.sort();
    names
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn what_is_stored_comes_back() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a/b");
    let entries = Entries::open(&root, 1 << 20).unwrap();
    assert_eq!(entries.get(&key(1)), None);
    for content in [&b"content"[..], b"", b"another"] {
        entries.put(&key(1), content);
        assert_eq!(entries.get(&key(1)).as_deref(), Some(content), "the last one holds");
    }
    entries.put(&key(2), b"two");
    let other = Entries::at(std::os::fd::AsFd::as_fd(&File::open(&root).unwrap()), 1 << 20).unwrap();
    assert_eq!(other.get(&key(2)).unwrap(), b"two");
    for path in [&root, &root.join(LAYOUT)] {
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
    assert_eq!(file(&root, 1).metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(entries.usage(), Usage { entries: 2, bytes: 2 * 80 + 10 });
    assert_eq!(other.clear(), Usage { entries: 2, bytes: 2 * 80 + 10 });
    assert_eq!((entries.get(&key(1)), entries.usage(), entries.trouble()), (None, Usage::default(), None));
}

#[test]
fn what_is_not_the_entry_counts_as_absent_and_goes() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 1 << 20).unwrap();
    entries.put(&key(1), b"content");
    let (whole, path) = (fs::read(file(root, 1)).unwrap(), file(root, 1));
    let check = |what: &str| {
        assert_eq!(entries.get(&key(1)), None, "{what}");
        assert!(path.symlink_metadata().is_err(), "{what} is still there");
        entries.put(&key(1), b"content");
        assert_eq!(entries.get(&key(1)).unwrap(), b"content", "after: {what}");
    };
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        fs::write(&path, &flipped).unwrap();
        check(&format!("byte {at}"));
        fs::write(&path, &whole[..at]).unwrap();
        check(&format!("cut at {at}"));
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    check("longer");
    entries.put(&key(2), b"content");
    fs::copy(file(root, 2), &path).unwrap();
    check("another one's");
    // Sparse, so that it takes no room; a gigabyte is never read.
    File::options().write(true).open(&path).unwrap().set_len(1 << 30).unwrap();
    check("very large");
    let replacements: [(&str, &dyn Fn()); 4] = [
        ("a directory", &|| fs::create_dir(&path).unwrap()),
        ("a link", &|| symlink(file(root, 2), &path).unwrap()),
        ("a dangling link", &|| symlink("nowhere", &path).unwrap()),
        ("a pipe", &|| assert!(Command::new("mkfifo").arg(&path).status().unwrap().success())),
    ];
    for (what, replace) in replacements {
        fs::remove_file(&path).unwrap();
        replace();
        check(what);
        // And without a look at it before.
        fs::remove_file(&path).unwrap();
        replace();
        entries.put(&key(1), b"content");
        assert_eq!(entries.get(&key(1)).unwrap(), b"content", "in the place of: {what}");
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir_all(path.join("full")).unwrap();
    assert_eq!(entries.get(&key(1)), None);
    entries.put(&key(1), b"content");
    assert_eq!(entries.get(&key(1)), None, "it is in the way");
    entries.put(&key(3), b"three");
    assert_eq!((entries.get(&key(3)).unwrap(), entries.trouble()), (b"three".to_vec(), None));
}

#[test]
fn files_beside_the_entries_may_be_anything() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 200).unwrap();
    for name in ["usage", "lock"] {
        let path = root.join(LAYOUT).join(name);
        let replacements: [&dyn Fn(); 4] = [
            &|| symlink("/dev/full", &path).unwrap(),
            &|| fs::create_dir(&path).unwrap(),
            &|| assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
            &|| fs::write(&path, b"\xff not a number").unwrap(),
        ];
        for replace in replacements {
            let _ = fs::remove_file(&path);
            replace();
            for number in 0..4 {
                entries.put(&key(number), &[7; 60]);
            }
            assert_eq!(entries.trouble(), None);
            assert!(entries.usage().bytes <= 200, "the limit holds");
        }
    }
}

#[test]
fn a_directory_that_others_can_change_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let refused = |path: &Path| Entries::open(path, 1000).unwrap_err().to_string();
    let place = path("place");
    Entries::open(&place, 1000).unwrap();
    for (bits, shown) in [(0o777, "777"), (0o720, "720"), (0o1702, "1702")] {
        mode(&place, bits);
        let text = format!(
            "the directory `{}` has mode {shown}, so others may write to it; expected mode 700",
            place.display()
        );
        assert_eq!(refused(&place), text);
        let opened = File::open(&place).unwrap();
        let text = Entries::at(std::os::fd::AsFd::as_fd(&opened), 1000).unwrap_err().to_string();
        assert!(text.starts_with("the directory `descriptor ") && text.ends_with("expected mode 700"), "{text}");
    }
    mode(&place, 0o755);
    Entries::open(&place, 1000).unwrap();
    mode(&place.join(LAYOUT), 0o777);
    assert!(refused(&place).contains("/v1` has mode 777"));
    symlink(path("other"), path("link")).unwrap();
    let not_one = "it is not a directory, or a link";
    assert!(refused(&path("link")).contains("cannot use the directory"), "a dangling link");
    fs::create_dir(path("other")).unwrap();
    for link in [path("link"), path("link/")] {
        assert_eq!(refused(&link), format!("cannot use the directory `{}`: {not_one}", path("link").display()));
    }
    fs::write(path("file"), "").unwrap();
    assert!(refused(&path("file")).starts_with("cannot use the directory"));
    symlink(path("other"), path("other").join(LAYOUT)).unwrap();
    assert!(refused(&path("other")).ends_with(not_one));
    // One of another user.
    let theirs = if is_root() {
        fs::create_dir(path("theirs")).unwrap();
        std::os::unix::fs::chown(path("theirs"), Some(65534), None).unwrap();
        path("theirs")
    } else {
        PathBuf::from("/")
    };
    let text = refused(&theirs);
    assert!(text.contains("` belongs to user ") && text.contains("; expected user "), "{text}");
}

#[test]
fn files_that_others_own_or_may_change_count_as_absent() {
    let directory = tempfile::tempdir().unwrap();
    let entries = Entries::open(directory.path(), 1 << 20).unwrap();
    let mut changes: Vec<fn(&Path)> = vec![|path| mode(path, 0o666), |path| mode(path, 0o620)];
    if is_root() {
        changes.push(|path| std::os::unix::fs::chown(path, Some(65534), None).unwrap());
    }
    for change in changes {
        entries.put(&key(1), b"content");
        assert_eq!(entries.get(&key(1)).as_deref(), Some(&b"content"[..]));
        change(&file(directory.path(), 1));
        assert_eq!((entries.get(&key(1)), names(directory.path()).len()), (None, 0));
    }
}

#[test]
fn the_oldest_entries_go_when_the_limit_is_reached() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 1000).unwrap();
    for number in 0..4 {
        entries.put(&key(number), &[7; 120]);
        let used = SystemTime::now() - Duration::from_secs(100 - u64::from(number));
        File::open(file(root, number)).unwrap().set_modified(used).unwrap();
    }
    // The first is used, which makes it the newest.
    assert!(entries.get(&key(0)).is_some());
    entries.put(&key(4), &[7; 220]);
    let left = [0, 1, 2, 3, 4].map(|number| file(root, number).exists());
    assert_eq!(left, [true, false, true, true, true]);
    assert_eq!(fs::read_to_string(root.join("v1/usage")).unwrap(), "900\n");
    // What a killed process left goes, what another one writes stays.
    let (new, old) = (root.join("v1/.new-1-1"), root.join("v1/.new-1-2"));
    for path in [&new, &old] {
        fs::write(path, [0; 50]).unwrap();
    }
    let past = SystemTime::now() - Duration::from_secs(7200);
    File::options().append(true).open(&old).unwrap().set_modified(past).unwrap();
    entries.put(&key(5), &[7; 200]);
    assert!(new.exists() && !old.exists());
    // A lock that another process holds stops no lookup.
    let held = File::options().read(true).write(true).open(root.join("v1/lock")).unwrap();
    held.lock().unwrap();
    entries.put(&key(6), &[7; 900]);
    assert!(entries.get(&key(6)).is_some() && entries.usage().bytes > 1000);
}

#[test]
fn without_unnamed_files_entries_are_renamed_into_place() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 1000).unwrap();
    let (name, content) = (key(1).to_hex(), b"content");
    let fill = |file: &mut File| file.write_all(&header(&key(1), content)).and_then(|()| file.write_all(content));
    whole::write_named(&entries.directory, &name, Mode::RUSR | Mode::WUSR, &fill).unwrap();
    assert_eq!((entries.get(&key(1)).unwrap(), names(root).len()), (content.to_vec(), 1));
}

/// Runs a test of this file as a child, which sees `SYCL_STORE_CHILD`.
fn child(test: &str, root: &Path) -> Command {
    let mut command = Command::new("sh");
    // Writes over a limit are errors and not signals.
    let script = "trap '' XFSZ; [ -z \"$LIMIT\" ] || ulimit -f $LIMIT; exec \"$0\" --exact \"$1\" --nocapture";
    command.args(["-c", script]).arg(env::current_exe().unwrap()).arg(format!("entries::tests::{test}"));
    command.env("SYCL_STORE_CHILD", root).stdout(Stdio::null());
    command
}

fn root_of_child() -> Option<PathBuf> {
    env::var_os("SYCL_STORE_CHILD").map(PathBuf::from)
}

#[test]
fn a_full_disk_stops_storing_once() {
    if let Some(root) = root_of_child() {
        let entries = Entries::open(&root, 1 << 30).unwrap();
        entries.put(&key(1), &[7; 100]);
        entries.put(&key(2), &[7; 1 << 20]);
        let text = entries.trouble().expect("the file is too large");
        assert!(text.contains("File too large"), "{text}");
        entries.put(&key(3), &[7; 100]);
        assert_eq!((entries.get(&key(2)), entries.get(&key(3)), entries.trouble()), (None, None, None));
        assert!(entries.get(&key(1)).is_some());
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let status = child("a_full_disk_stops_storing_once", directory.path()).env("LIMIT", "16").status().unwrap();
    assert!(status.success());
    assert_eq!(names(directory.path()).len(), 1);
}

#[test]
fn a_disk_that_cannot_be_written_to_is_read() {
    if let Some(root) = root_of_child() {
        let entries = Entries::open(&root, 1 << 30).unwrap();
        assert_eq!(entries.get(&key(1)).unwrap(), b"content");
        entries.put(&key(2), b"content");
        assert!(entries.trouble().unwrap().starts_with("Permission denied"));
        assert_eq!((entries.get(&key(2)), entries.trouble()), (None, None));
        let none = Entries::open(&root.join("deeper"), 1000).unwrap_err().to_string();
        assert!(none.ends_with("Permission denied (os error 13)"), "{none}");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    Entries::open(root, 1 << 20).unwrap().put(&key(1), b"content");
    let mut command = child("a_disk_that_cannot_be_written_to_is_read", root);
    if is_root() {
        // Modes do not hold for root.
        for path in [root, &root.join(LAYOUT), &file(root, 1)] {
            std::os::unix::fs::chown(path, Some(65534), Some(65534)).unwrap();
        }
        command.uid(65534).gid(65534);
    }
    for path in [&root.join(LAYOUT), root] {
        mode(path, 0o500);
    }
    let status = command.status().unwrap();
    for path in [root, &root.join(LAYOUT)] {
        mode(path, 0o700);
    }
    assert!(status.success());
}

#[test]
fn a_process_that_is_killed_leaves_whole_entries_only() {
    if let Some(root) = root_of_child() {
        let entries = Entries::open(&root, 1 << 30).unwrap();
        loop {
            for number in 0..8 {
                entries.put(&key(number), &vec![number as u8; 1 << 20]);
            }
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for round in 0..10 {
        let mut running = child("a_process_that_is_killed_leaves_whole_entries_only", root).spawn().unwrap();
        while round == 0 && !file(root, 0).exists() {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(20 + 7 * round));
        running.kill().unwrap();
        running.wait().unwrap();
        let entries = Entries::open(root, 1 << 30).unwrap();
        assert!(names(root).iter().all(|name| name.len() == 64), "{:?}", names(root));
        for number in 0..8 {
            let content = entries.get(&key(number));
            let is_whole = content.as_ref().is_none_or(|content| content[..] == vec![number as u8; 1 << 20][..]);
            assert!(is_whole && file(root, number).exists() == content.is_some(), "entry {number}");
        }
    }
}

#[test]
fn processes_use_one_directory_at_the_same_time() {
    if let Some(root) = root_of_child() {
        let entries = Entries::open(&root, 40_000).unwrap();
        for round in 0..300 {
            let number = round * 7 % 50;
            let expected = vec![number as u8; 1000 + number as usize];
            match entries.get(&key(number)) {
                Some(content) => assert!(content == expected, "entry {number}"),
                None => entries.put(&key(number), &expected),
            }
        }
        assert_eq!(entries.trouble(), None);
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let start = |_| child("processes_use_one_directory_at_the_same_time", root).spawn().unwrap();
    let running: Vec<_> = (0..4).map(start).collect();
    for mut process in running {
        assert!(process.wait().unwrap().success());
    }
    let entries = Entries::open(root, 40_000).unwrap();
    assert!(entries.usage().entries > 10);
    for number in 0..50 {
        assert!(entries.get(&key(number)).is_none_or(|content| content == vec![number as u8; 1000 + number as usize]));
    }
}

/// One process of many that want the same entry: makes it if it is its turn, and says so with a line in a file.
fn make_in_turn(root: &Path, patience: Duration) {
    let entries = Entries::open(root, 1 << 20).unwrap();
    if entries.get(&key(1)).is_some() {
        return;
    }
    let turn = entries.turn(&key(1), patience);
    if entries.get(&key(1)).is_none() {
        let mut made = fs::OpenOptions::new().append(true).create(true).open(root.join("made")).unwrap();
        made.write_all(format!("{}\n", matches!(turn, Turn::Mine(_))).as_bytes()).unwrap();
        if env::var_os("SYCL_STORE_KILLED").is_some() {
            process::abort();
        }
        thread::sleep(Duration::from_millis(20));
        entries.put(&key(1), b"content");
    }
    drop(turn);
    assert_eq!(entries.get(&key(1)).unwrap(), b"content");
}

fn made(root: &Path) -> String {
    fs::read_to_string(root.join("made")).unwrap()
}

#[test]
fn of_five_hundred_processes_one_makes_an_entry() {
    if let Some(root) = root_of_child() {
        return make_in_turn(&root, Duration::from_secs(60));
    }
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let start = |_| child("of_five_hundred_processes_one_makes_an_entry", root).spawn().unwrap();
    let children: Vec<_> = (0..500).map(start).collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    assert_eq!(made(root), "true\n");
    assert_eq!(names(root).len(), 1, "no claim is left: {:?}", names(root));
}

#[test]
fn a_process_that_was_killed_gives_its_turn_away() {
    if let Some(root) = root_of_child() {
        return make_in_turn(&root, Duration::from_secs(60));
    }
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let mut killed = child("a_process_that_was_killed_gives_its_turn_away", root);
    assert!(!killed.env("SYCL_STORE_KILLED", "1").stderr(Stdio::null()).status().unwrap().success());
    assert_eq!((made(root).as_str(), names(root).len()), ("true\n", 1));
    let start = Instant::now();
    make_in_turn(root, Duration::from_secs(60));
    assert_eq!(made(root), "true\ntrue\n");
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(names(root), [key(1).to_hex().as_str()]);
}

#[test]
fn a_process_of_another_machine_has_its_time() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 1 << 20).unwrap();
    let claim = root.join(LAYOUT).join(format!("{}.claim", key(1).to_hex()));
    fs::create_dir(&claim).unwrap();
    fs::write(claim.join("elsewhere-1-7-9"), "").unwrap();
    let (start, patience) = (Instant::now(), Duration::from_millis(300));
    let turn = entries.turn(&key(1), patience);
    assert!(matches!(turn, Turn::Mine(_)) && start.elapsed() >= patience, "{turn:?}");
    // A holder that lives keeps its turn, and others are late.
    let start = Instant::now();
    assert!(matches!(entries.turn(&key(1), Duration::from_millis(20)), Turn::Late));
    assert!(start.elapsed() >= Duration::from_millis(60));
    // Where it has made nothing, no other one waits any more.
    drop(turn);
    assert!(matches!(entries.turn(&key(1), Duration::from_secs(60)), Turn::Late));
    entries.put(&key(1), b"content");
    assert!(matches!(entries.turn(&key(1), Duration::from_secs(60)), Turn::Stored));
    assert!(!claim.exists());
    // The entry ends each wait.
    entries.clear();
    fs::create_dir(&claim).unwrap();
    fs::write(claim.join("elsewhere-1-7-9"), "").unwrap();
    entries.put(&key(1), b"content");
    assert!(matches!(entries.turn(&key(1), Duration::from_secs(60)), Turn::Stored));
    assert_eq!(entries.clear().entries, 1);
    assert_eq!(names(root), [""; 0], "claims go, too");
}

#[test]
fn of_threads_that_claim_at_once_one_has_the_claim() {
    let root = tempfile::tempdir().unwrap();
    let entries = Entries::open(root.path(), u64::MAX).unwrap();
    for round in 0..200 {
        let (name, start) = (format!("{round}.claim"), Barrier::new(8));
        let claims = || {
            start.wait();
            entries.claim(&name, &claim::claimant()).unwrap().is_none()
        };
        let winners = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(claims)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).filter(|is_mine| *is_mine).count()
        });
        assert_eq!(winners, 1, "round {round}");
    }
}

#[test]
fn where_no_claim_can_be_made_there_is_no_wait() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let entries = Entries::open(root, 1 << 20).unwrap();
    fs::remove_dir_all(root.join(LAYOUT)).unwrap();
    assert!(matches!(entries.turn(&key(1), Duration::from_secs(60)), Turn::Late));
}

#[test]
fn entries_are_shipped_and_read_by_whom_they_are_trusted() {
    let directory = tempfile::tempdir().unwrap();
    let (own, root) = (directory.path().join("own"), directory.path().join("shipped"));
    let entries = Entries::open(&own, 1 << 20).unwrap();
    assert!(Shipped::open(&root).unwrap().is_none());
    for number in 0..3 {
        entries.put(&key(number), &number.to_le_bytes());
    }
    fs::write(file(&own, 2), "damaged").unwrap();
    fs::create_dir(own.join(LAYOUT).join("other.claim")).unwrap();
    let written = entries.export(&root).unwrap();
    assert_eq!(written, Usage { entries: 2, bytes: 2 * 84 });
    assert_eq!(entries.export(&root).unwrap(), written, "again");
    assert_eq!(names(&root).len(), 2);
    for path in [&root, &root.join(LAYOUT)] {
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o755);
    }
    assert_eq!(file(&root, 1).metadata().unwrap().permissions().mode() & 0o777, 0o644);
    let shipped = Shipped::open(&root).unwrap().unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
    File::open(file(&root, 1)).unwrap().set_modified(old).unwrap();
    assert_eq!(shipped.get(&key(1)).unwrap(), 1u32.to_le_bytes());
    assert_eq!(shipped.get(&key(2)), None);
    assert_eq!(file(&root, 1).metadata().unwrap().modified().unwrap(), old, "nothing is written");
    // Files that others may change, damaged ones, links.
    mode(&file(&root, 1), 0o664);
    assert_eq!(shipped.get(&key(1)), None);
    mode(&file(&root, 1), 0o644);
    assert!(shipped.get(&key(1)).is_some());
    fs::write(file(&root, 1), "damaged").unwrap();
    assert_eq!(shipped.get(&key(1)), None);
    assert!(file(&root, 1).exists(), "nothing is removed");
    fs::remove_file(file(&root, 1)).unwrap();
    symlink(file(&root, 0), file(&root, 1)).unwrap();
    assert_eq!(shipped.get(&key(1)), None);
    for path in [&root, &root.join(LAYOUT)] {
        mode(path, 0o775);
        let error = Shipped::open(&root).unwrap_err().to_string();
        assert!(error.ends_with("has mode 775, so others may write to it; expected mode 755"), "{error}");
        mode(path, 0o755);
    }
    if is_root() {
        std::os::unix::fs::chown(&root, Some(65534), None).unwrap();
        let error = Shipped::open(&root).unwrap_err().to_string();
        assert!(error.ends_with("belongs to user 65534; expected user 0 or root"), "{error}");
        std::os::unix::fs::chown(&root, Some(0), None).unwrap();
        std::os::unix::fs::chown(file(&root, 0), Some(65534), None).unwrap();
        assert_eq!(Shipped::open(&root).unwrap().unwrap().get(&key(0)), None);
    }
}

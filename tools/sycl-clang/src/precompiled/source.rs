//! The beginning of a source file: whether nothing stands before `<sycl/sycl.hpp>` that changes what it means.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Bytes of a file that are looked at.
const BEGINNING: u64 = 1 << 16;

/// Headers of C, C++ and POSIX, whose place before or after ours makes no difference.
const STANDARD: &str = " algorithm any array assert.h atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv \
    chrono cinttypes climits clocale cmath codecvt compare complex complex.h concepts condition_variable coroutine csetjmp \
    csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime ctype.h cwchar cwctype deque dirent.h errno.h \
    exception execution fcntl.h fenv.h filesystem float.h format forward_list fstream functional future getopt.h \
    initializer_list inttypes.h iomanip ios iosfwd iostream istream iterator latch libgen.h limits limits.h list \
    locale malloc.h map math.h memory memory.h memory_resource mutex new numbers numeric optional ostream pthread.h \
    queue random ranges ratio regex sched.h scoped_allocator semaphore set setjmp.h shared_mutex signal.h \
    source_location span sstream stack stdalign.h stdarg.h stdbool.h stddef.h stdexcept stdint.h stdio.h stdlib.h \
    stop_token streambuf string string.h string_view strings.h syncstream sys/resource.h sys/stat.h sys/time.h \
    sys/types.h system_error thread time.h tuple type_traits typeindex typeinfo unistd.h unordered_map unordered_set \
    utility valarray variant vector version wchar.h wctype.h ";

/// Headers of the user that include each other.
const MOST_NESTED: usize = 8;

/// Whether a file includes the header first, itself or by a header that lies beside it: before it are comments and
/// headers of [`STANDARD`] only.
pub(super) fn begins_with_header(file: &Path) -> bool {
    begins_within(file, MOST_NESTED)
}

fn begins_within(file: &Path, depth: usize) -> bool {
    let mut text = Vec::new();
    // A pipe is for clang to read.
    let is_read =
        file.is_file() && File::open(file).and_then(|file| file.take(BEGINNING).read_to_end(&mut text)).is_ok();
    // clang looks beside the file first.
    let nested = |name: &str| depth > 0 && begins_within(&file.with_file_name(name), depth - 1);
    is_read && is_first(&String::from_utf8_lossy(&text), nested)
}

/// `nested` says it of a header of the user, by its name.
fn is_first(mut text: &str, nested: impl Fn(&str) -> bool) -> bool {
    loop {
        text = text.trim_start();
        if let Some(comment) = text.strip_prefix("//") {
            let Some((line, rest)) = comment.split_once('\n') else { return false };
            if goes_on(line) {
                return false;
            }
            text = rest;
        } else if let Some(comment) = text.strip_prefix("/*") {
            let Some((_, rest)) = comment.split_once("*/") else { return false };
            text = rest;
        } else {
            let Some((line, rest)) = text.split_once('\n') else { return false };
            match included(line) {
                Some((Brackets::Quotes, name)) => return nested(name),
                Some((_, "sycl/sycl.hpp" | "CL/sycl.hpp")) => return true,
                Some((_, name)) if STANDARD.split_ascii_whitespace().any(|known| known == name) => text = rest,
                None if line.trim_end() == "#pragma once" => text = rest,
                _ => match behind_guard(line, rest) {
                    Some(rest) => text = rest,
                    None => return false,
                },
            }
        }
    }
}

/// The text behind the two lines by which a header is read once.
fn behind_guard<'a>(line: &str, rest: &'a str) -> Option<&'a str> {
    let name = line.strip_prefix("#ifndef")?.trim();
    let (second, rest) = rest.split_once('\n')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && second.strip_prefix("#define")?.trim() == name).then_some(rest)
}

/// Forms of `#include`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    Angles,
    Quotes,
}

/// The name in `#include <NAME>` or `#include "NAME"`, with nothing but a comment behind it.
fn included(line: &str) -> Option<(Brackets, &str)> {
    let line = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim();
    let (brackets, (name, rest)) = match line.strip_prefix('<') {
        Some(line) => (Brackets::Angles, line.split_once('>')?),
        None => (Brackets::Quotes, line.strip_prefix('"')?.split_once('"')?),
    };
    let mut rest = rest.trim_start();
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/")?.1.trim_start();
    }
    let is_comment = rest.strip_prefix("//").is_some_and(|comment| !goes_on(comment));
    (rest.is_empty() || is_comment).then_some((brackets, name))
}

/// Whether the next line is part of a comment: this one ends with a backslash, or the trigraph of one.
fn goes_on(comment: &str) -> bool {
    let comment = comment.trim_end();
    comment.ends_with('\\') || comment.ends_with("??/")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::begins_with_header;

    fn is_first(text: &str) -> bool {
        super::is_first(text, |_| false)
    }

    #[test]
    fn a_header_of_the_user_may_include_it() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        fs::create_dir(directory.path().join("inner")).unwrap();
        write("once.h", "#pragma once\n#include <vector>\n#include <sycl/sycl.hpp>\n");
        write("guard.h", "// a\n#ifndef GUARD_H\n#define GUARD_H\n#include \"inner/a.h\"\n");
        write("inner/a.h", "#include \"b.h\"\n");
        write("inner/b.h", "#include <sycl/sycl.hpp>\n");
        write("value.h", "#ifndef N\n#define N 1\n#include <sycl/sycl.hpp>\n");
        write("other.h", "#ifndef N\n#define M\n#include <sycl/sycl.hpp>\n");
        write("without.h", "int x;\n");
        write("itself.h", "#include \"itself.h\"\n");
        let begins = |name: &str| {
            write("a.cpp", &format!("#include <cmath>\n#include \"{name}\"\n#include <sycl/sycl.hpp>\n"));
            begins_with_header(&directory.path().join("a.cpp"))
        };
        for name in ["once.h", "guard.h", "inner/a.h"] {
            assert!(begins(name), "{name}");
        }
        for name in ["value.h", "other.h", "without.h", "itself.h", "missing.h"] {
            assert!(!begins(name), "{name}");
        }
    }

    #[test]
    fn comments_and_standard_headers_may_stand_before_it() {
        for text in [
            "#include <sycl/sycl.hpp>\n",
            "#include <CL/sycl.hpp>\r\nint x;",
            "// a\n/* b\n c */\n\n  # include <vector> // for x\n#include<cmath>\n#include <sycl/sycl.hpp>\n",
            "////\n// a //\n////\n#include <sys/time.h> /* b */ // c\n#include <sycl/sycl.hpp> /* d */ /* e */\n",
        ] {
            assert!(is_first(text), "{text}");
        }
    }

    #[test]
    fn nothing_else_may() {
        for text in [
            "",
            "// #include <sycl/sycl.hpp>\n",
            "#define N 1\n#include <sycl/sycl.hpp>\n",
            "#include \"a.hpp\"\n#include <sycl/sycl.hpp>\n",
            "#include <a.hpp>\n#include <sycl/sycl.hpp>\n",
            "#if X\n#include <sycl/sycl.hpp>\n#endif\n",
            "// a \\\n#include <sycl/sycl.hpp>\n",
            "// a ??/\n#include <sycl/sycl.hpp>\n",
            "#include <vector> /* a\n*/\n#include <sycl/sycl.hpp>\n",
            "#include <vector> /* a */ int x;\n#include <sycl/sycl.hpp>\n",
            "#include <sycl/sycl.hpp> // a \\\n",
            "int x;\n#include <sycl/sycl.hpp>\n",
        ] {
            assert!(!is_first(text), "{text}");
        }
    }
}

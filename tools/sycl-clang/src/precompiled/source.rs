//! The beginning of a source file: whether nothing stands before `<sycl/sycl.hpp>` that changes what it means.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Bytes of a file that are looked at.
const BEGINNING: u64 = 1 << 16;

/// Standard headers, whose place before or after ours makes no difference.
const STANDARD: &str = " algorithm any array assert.h atomic bit bitset cassert cctype cerrno cfloat charconv chrono \
    cinttypes climits clocale cmath compare complex concepts condition_variable csetjmp csignal cstdarg cstddef cstdint \
    cstdio cstdlib cstring ctime ctype.h cwchar cwctype deque errno.h exception execution filesystem float.h format \
    forward_list fstream functional future initializer_list inttypes.h iomanip ios iosfwd iostream istream iterator \
    limits limits.h list locale map math.h memory memory_resource mutex new numbers numeric optional ostream queue random \
    ranges ratio regex scoped_allocator set shared_mutex span sstream stack stdbool.h stddef.h stdexcept stdint.h stdio.h \
    stdlib.h streambuf string string.h string_view system_error thread time.h tuple type_traits typeindex typeinfo \
    unordered_map unordered_set utility valarray variant vector version ";

/// Whether a file includes the header first: before it are comments and standard headers only.
pub(super) fn begins_with_header(file: &Path) -> bool {
    let mut text = Vec::new();
    let read = File::open(file).and_then(|file| file.take(BEGINNING).read_to_end(&mut text));
    read.is_ok() && is_first(&String::from_utf8_lossy(&text))
}

fn is_first(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        if let Some(comment) = text.strip_prefix("//") {
            let Some((line, rest)) = comment.split_once('\n') else { return false };
            // The next line is part of the comment.
            if line.trim_end().ends_with(['\\', '/']) {
                return false;
            }
            text = rest;
        } else if let Some(comment) = text.strip_prefix("/*") {
            let Some((_, rest)) = comment.split_once("*/") else { return false };
            text = rest;
        } else {
            let Some((line, rest)) = text.split_once('\n') else { return false };
            match included(line) {
                Some("sycl/sycl.hpp" | "CL/sycl.hpp") => return true,
                Some(name) if STANDARD.split_ascii_whitespace().any(|known| known == name) => text = rest,
                _ => return false,
            }
        }
    }
}

/// The name in `#include <NAME>`, with nothing but a comment behind it.
fn included(line: &str) -> Option<&str> {
    let line = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim();
    let (name, rest) = line.strip_prefix('<')?.split_once('>')?;
    let rest = rest.trim_start();
    let is_comment = rest.strip_prefix("//").is_some_and(|comment| !comment.ends_with(['\\', '/']));
    (rest.is_empty() || is_comment).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::is_first;

    #[test]
    fn comments_and_standard_headers_may_stand_before_it() {
        for text in [
            "#include <sycl/sycl.hpp>\n",
            "#include <CL/sycl.hpp>\r\nint x;",
            "// a\n/* b\n c */\n\n  # include <vector> // for x\n#include<cmath>\n#include <sycl/sycl.hpp>\n",
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
            "#include <sycl/sycl.hpp> // a \\\n",
            "int x;\n#include <sycl/sycl.hpp>\n",
        ] {
            assert!(!is_first(text), "{text}");
        }
    }
}

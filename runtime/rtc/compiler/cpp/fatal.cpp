// LLVM's fatal errors as exceptions: a compiler in another program's process must not end it.
//
// LLVM is built without exceptions but with unwind tables, so an exception passes through it without running its
// destructors. What was in use is leaked, and stays as it was at that moment.

#include "shim.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <new>
#include <string>

using namespace llvm;

namespace {
// Calls of `guarded` that this thread is inside of.
thread_local unsigned Depth = 0;

struct FatalError {
  std::string Text;
  std::string Function;
};

// The function that LLVM works on, from what it keeps for its crash reports: "... on function '@name'".
std::string currentFunction() {
  for (auto *Entry = static_cast<const PrettyStackTraceEntry *>(SavePrettyStackState()); Entry;
       Entry = Entry->getNextEntry()) {
    std::string Line;
    raw_string_ostream Stream(Line);
    Entry->print(Stream);
    StringRef Rest = StringRef(Line).split("on function '@").second;
    if (!Rest.empty())
      return Rest.rsplit('\'').first.str();
  }
  return {};
}

void throwFatalError(void *, const char *Reason, bool) {
  // Outside, there is no catch: LLVM ends the process, as it does without a handler.
  if (Depth != 0)
    throw FatalError{Reason, currentFunction()};
}
} // namespace

namespace rtc {
void installFatalErrorHandler() {
  install_fatal_error_handler(throwFatalError);
  // Damaged bitcode asks for more memory than there is.
  install_bad_alloc_error_handler(throwFatalError);
}

void reportError(const sp_report &Report, sp_severity Severity, StringRef Text, StringRef Function) {
  SmallString<256> Rendered(Severity == SP_FATAL ? "fatal error: " : "error: ");
  Rendered += Text;
  Rendered += '\n';
  sp_diagnostic Diagnostic = {};
  Diagnostic.Severity = Severity;
  Diagnostic.Text = text(Text);
  Diagnostic.Rendered = text(Rendered);
  Diagnostic.Function = text(Function);
  Report.Diagnostic(Report.Data, &Diagnostic);
}

sp_outcome guarded(const sp_report &Report, function_ref<sp_outcome()> Work) {
  struct Inside {
    const void *Stack = SavePrettyStackState();
    Inside() { ++Depth; }
    ~Inside() {
      --Depth;
      // After an exception it would lead to frames that are gone.
      RestorePrettyStackState(Stack);
    }
  } Inside;
  try {
    return Work();
  } catch (const FatalError &Error) {
    reportError(Report, SP_FATAL, StringRef(Error.Text).rtrim(), Error.Function);
  } catch (const std::bad_alloc &) {
    reportError(Report, SP_FATAL, "out of memory");
  } catch (...) {
    reportError(Report, SP_FATAL, "unknown exception");
  }
  return SP_ABANDONED;
}
} // namespace rtc

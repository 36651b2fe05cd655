// Objects of AMDGPU and the host to shared libraries, which drivers and the host load: lld in the process, without
// files.
//
// lld keeps its state in globals, so one thread at a time is in it. It reads a file in memory. It writes to a pipe,
// since it would put a file of its own in the place of any other; a thread of ours empties the pipe meanwhile.

#include "shim.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace {
std::mutex LinkerLock;

// Set by LinkerLock: lld cannot be used any more, because a fatal error left it in the middle of its work.
bool IsBroken = false;

class Descriptor {
  int Number;

public:
  explicit Descriptor(int Number) : Number(Number) {}
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() {
    if (Number >= 0)
      ::close(Number);
  }
  int get() const { return Number; }
  explicit operator bool() const { return Number >= 0; }
  // A name by which this process can open it.
  std::string path() const { return "/proc/self/fd/" + std::to_string(Number); }
};

std::string systemError(StringRef What) {
  return (Twine(What) + ": " + std::system_category().message(errno)).str();
}

bool writeAll(int Into, StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Written = ::write(Into, Bytes.data(), Bytes.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Bytes = Bytes.drop_front(Written);
  }
  return true;
}

// Content of a pipe, until it is empty and `finish` says that nothing more goes in. The other end may stay open: a
// child that the host forks meanwhile has it too.
class Drain {
  Descriptor Done{eventfd(0, EFD_CLOEXEC)};
  std::string Bytes;
  std::thread Thread;

  void run(int From) {
    pollfd Waits[] = {{From, POLLIN, 0}, {Done.get(), POLLIN, 0}};
    for (;;) {
      if (::poll(Waits, 2, -1) < 0 && errno != EINTR)
        return;
      // Asked before the pipe is read: what goes in before it is said is in the pipe.
      bool IsLast = Waits[1].revents != 0;
      if (!empty(From) || IsLast)
        return;
    }
  }

  // False at the end, when there is no writer any more.
  bool empty(int From) {
    char Part[1 << 16];
    for (;;) {
      ssize_t Read = ::read(From, Part, sizeof Part);
      if (Read > 0)
        Bytes.append(Part, Read);
      else if (Read == 0 || errno != EINTR)
        return Read < 0 && errno == EAGAIN;
    }
  }

  void finish() {
    if (Thread.joinable()) {
      eventfd_write(Done.get(), 1);
      Thread.join();
    }
  }

public:
  explicit Drain(int From) {
    if (Done)
      Thread = std::thread(&Drain::run, this, From);
  }
  Drain(const Drain &) = delete;
  ~Drain() { finish(); }
  bool works() const { return Thread.joinable(); }
  StringRef bytes() {
    finish();
    return Bytes;
  }
};

// Runs lld over the arguments; its words if it fails.
bool run(ArrayRef<const char *> Arguments, std::string &Words) {
  std::lock_guard<std::mutex> Lock(LinkerLock);
  if (IsBroken) {
    Words = "lld failed in the middle of its work before; expected a new process";
    return false;
  }
  struct Guard {
    bool IsDone = false;
    ~Guard() { IsBroken |= !IsDone; }
  } Guard;
  raw_string_ostream Errors(Words);
  lld::Result Result = lld::lldMain(Arguments, nulls(), Errors, {{lld::Gnu, &lld::elf::link}});
  Guard.IsDone = Result.canRunAgain;
  return Result.retCode == 0;
}

sp_outcome link(StringRef Object, StringRef Library, const sp_report &Report, void *Data,
                void (*Take)(void *Data, sp_text Bytes)) {
  auto Failed = [&](StringRef Text) {
    rtc::reportError(Report, SP_ERROR, Text);
    return SP_FAILED;
  };
  Descriptor In(memfd_create("object", MFD_CLOEXEC));
  Descriptor Needed(Library.empty() ? -1 : memfd_create("library", MFD_CLOEXEC));
  if (!In || !writeAll(In.get(), Object) || (!Library.empty() && (!Needed || !writeAll(Needed.get(), Library))))
    return Failed(systemError("no file in memory for the linker"));
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return Failed(systemError("no pipe for the linker"));
  Descriptor Out(Ends[0]), Into(Ends[1]);
  // Only the end that is read from here: the flag belongs to the end.
  if (fcntl(Out.get(), F_SETFL, O_NONBLOCK) != 0)
    return Failed(systemError("no pipe for the linker"));
  Drain Image(Out.get());
  if (!Image.works())
    return Failed(systemError("no pipe for the linker"));
  std::string Words, From = In.path(), With = Needed.path(), To = Into.path();
  // `ld.lld -shared`, which writes the same bytes whatever the number of its threads. Libraries that an object names
  // are files of the user's disk.
  SmallVector<const char *, 8> Arguments = {"ld.lld", "-shared", "--threads=1", "--no-dependent-libraries",
                                            From.c_str()};
  if (Needed)
    Arguments.push_back(With.c_str());
  Arguments.append({"-o", To.c_str()});
  bool IsLinked = run(Arguments, Words);
  StringRef Bytes = Image.bytes();
  if (!IsLinked)
    return Failed(StringRef(Words).rtrim());
  if (!Words.empty())
    Report.Log(Report.Data, rtc::text(Words));
  Take(Data, rtc::text(Bytes));
  return SP_DONE;
}
} // namespace

// Links an object to a shared one, against a shared library unless that is empty.
extern "C" sp_outcome sp_rtc_link(sp_text Object, sp_text Library, const sp_report *Report, void *Data,
                                  void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] { return link(rtc::ref(Object), rtc::ref(Library), *Report, Data, Take); });
}

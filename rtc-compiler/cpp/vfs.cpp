// The files that a compilation sees: those in memory, and on disk only what is below the given directories.

#include "vfs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

using namespace llvm;

namespace {
// Where relative names in memory are. Nothing of it shows: names stay as they are given.
constexpr StringLiteral Root = "/sycl-rtc/source";

// A path without `.` and `..`. What is opened is this path, so `..` does not lead out of a directory.
SmallString<256> plain(const Twine &Path) {
  SmallString<256> Text;
  Path.toVector(Text);
  sys::path::remove_dots(Text, /*remove_dot_dot=*/true);
  return Text;
}

bool isAbsence(std::error_code Error) {
  return Error == std::errc::no_such_file_or_directory || Error == std::errc::not_a_directory;
}

// Where what is found on disk is reported.
struct Finds {
  decltype(sp_source::File) Take;
  void *Data;

  void report(StringRef Name, sp_found Found, ArrayRef<uint8_t> Hash = {}) const {
    if (Take)
      Take(Data, rtc::text(Name), Found, {reinterpret_cast<const char *>(Hash.data()), Hash.size()});
  }
};

// A file on disk that reports the content that was read.
class FileOnDisk : public vfs::File {
  std::unique_ptr<vfs::File> Inner;
  std::string Name;
  Finds Reports;

public:
  FileOnDisk(std::unique_ptr<vfs::File> Inner, StringRef Name, Finds Reports)
      : Inner(std::move(Inner)), Name(Name), Reports(Reports) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  std::error_code close() override { return Inner->close(); }

  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &BufferName, int64_t Size, bool Terminated,
                                                   bool Volatile) override {
    // A private copy: what is hashed is what is compiled, even if somebody writes to the file meanwhile.
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
        Inner->getBuffer(BufferName, Size, Terminated, Reports.Take ? true : Volatile);
    if (!Buffer)
      Reports.report(Name, SP_OTHER);
    else if (Reports.Take)
      Reports.report(Name, SP_READ, BLAKE3::hash<32>(arrayRefFromStringRef((*Buffer)->getBuffer())));
    return Buffer;
  }
};

// The precompiled header. LLVM's files in memory are known by the hash of their content, and of a megabyte that takes
// as long as to read what a small source needs of it.
struct Precompiled {
  vfs::Status Status;
  StringRef Content;

  explicit Precompiled(StringRef Content)
      : Status(rtc::PrecompiledName, vfs::getNextVirtualUniqueID(), sys::TimePoint<>(), 0, 0, Content.size(),
               sys::fs::file_type::regular_file, sys::fs::all_read),
        Content(Content) {}

  static bool is(const Twine &Path) {
    return Path.isSingleStringRef() && Path.getSingleStringRef() == rtc::PrecompiledName;
  }
};

class PrecompiledFile : public vfs::File {
  Precompiled Of;

public:
  explicit PrecompiledFile(const Precompiled &Of) : Of(Of) {}

  ErrorOr<vfs::Status> status() override { return Of.Status; }
  std::error_code close() override { return {}; }

  // It lives as long as the source.
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool, bool) override {
    return MemoryBuffer::getMemBuffer(Of.Content, rtc::PrecompiledName, /*RequiresNullTerminator=*/false);
  }
};

class Files : public vfs::FileSystem {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  std::optional<Precompiled> Header;
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = vfs::getRealFileSystem();
  std::vector<std::string> Directories;
  Finds Reports;

  bool isOnDisk(StringRef Path) const {
    for (StringRef Directory : Directories) {
      // The working directory: everything relative that does not lead out of it.
      if (Directory.empty() ? !sys::path::is_absolute(Path) && Path != ".." && !Path.starts_with("../")
                            : Path == Directory || (Path.starts_with(Directory) &&
                                                    (Directory.ends_with("/") || Path[Directory.size()] == '/')))
        return true;
    }
    return false;
  }

public:
  explicit Files(const sp_source &Source) : Reports{Source.File, Source.FileData} {
    Memory->setCurrentWorkingDirectory(Root);
    // The directory of relative names exists even if the source has an absolute one: clang does not stand its absence.
    Memory->addFile(Root + "/.source", 0, MemoryBuffer::getMemBuffer(""));
    add(Source.Name, Source.Content);
    for (const sp_file &File : ArrayRef(Source.Files, Source.FileCount))
      add(File.Name, File.Content);
    if (Source.Precompiled.Length != 0)
      Header.emplace(rtc::ref(Source.Precompiled));
    for (sp_text Directory : rtc::directories(Source))
      Directories.push_back(plain(rtc::ref(Directory)).str().str());
  }

  void add(sp_text Name, sp_text Content) {
    // Lexers read the byte behind the end, so the text is copied.
    Memory->addFile(rtc::ref(Name), 0, MemoryBuffer::getMemBufferCopy(rtc::ref(Content), rtc::ref(Name)));
  }

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    if (Header && Precompiled::is(Path))
      return Header->Status;
    ErrorOr<vfs::Status> Found = Memory->status(Path);
    if (Found)
      return Found;
    SmallString<256> Name = plain(Path);
    if (!isOnDisk(Name))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    ErrorOr<vfs::Status> OnDisk = Disk->status(Name);
    if (!OnDisk)
      Reports.report(Name, isAbsence(OnDisk.getError()) ? SP_ABSENT : SP_OTHER);
    else if (OnDisk->isRegularFile())
      Reports.report(Name, SP_PRESENT);
    // What is in a directory is looked for by its own name.
    else if (!OnDisk->isDirectory())
      Reports.report(Name, SP_OTHER);
    return OnDisk ? ErrorOr<vfs::Status>(vfs::Status::copyWithNewName(*OnDisk, Path)) : OnDisk;
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    if (Header && Precompiled::is(Path))
      return std::make_unique<PrecompiledFile>(*Header);
    ErrorOr<std::unique_ptr<vfs::File>> Found = Memory->openFileForRead(Path);
    if (Found)
      return Found;
    ErrorOr<vfs::Status> OnDisk = status(Path);
    if (!OnDisk)
      return OnDisk.getError();
    // To open a pipe could take for ever.
    if (!OnDisk->isRegularFile())
      return std::make_error_code(std::errc::invalid_argument);
    SmallString<256> Name = plain(Path);
    ErrorOr<std::unique_ptr<vfs::File>> Opened = vfs::File::getWithPath(Disk->openFileForRead(Name), Path);
    if (!Opened) {
      Reports.report(Name, SP_OTHER);
      return Opened;
    }
    return std::make_unique<FileOnDisk>(std::move(*Opened), Name, Reports);
  }

  // Only directories of modules are listed, which there are none of.
  vfs::directory_iterator dir_begin(const Twine &, std::error_code &Error) override {
    Error = std::make_error_code(std::errc::not_supported);
    return {};
  }

  std::error_code setCurrentWorkingDirectory(const Twine &) override {
    return std::make_error_code(std::errc::not_supported);
  }

  ErrorOr<std::string> getCurrentWorkingDirectory() const override { return Root.str(); }
};
} // namespace

namespace rtc {
IntrusiveRefCntPtr<vfs::FileSystem> filesOf(const sp_source &Source) { return makeIntrusiveRefCnt<Files>(Source); }
} // namespace rtc

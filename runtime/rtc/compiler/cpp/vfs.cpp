// The files that a compilation sees: those in memory, and on disk only what is below the given directories.

#include "vfs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"
#include <deque>
#include <limits>
#include <string>
#include <vector>

using namespace llvm;

namespace {
// Directory of relative names in memory. Nothing of it shows: names stay as they are given.
constexpr StringLiteral Root = "/sycl-rtc/source";

// A path without `.` and `..`. What is opened is this path, so `..` does not lead out of a directory.
SmallString<256> plain(const Twine &Path) {
  SmallString<256> Text;
  Path.toVector(Text);
  sys::path::remove_dots(Text, /*remove_dot_dot=*/true);
  return Text;
}

// A path of a file in memory: absolute, and plain.
SmallString<256> placeInMemory(const Twine &Path) {
  SmallString<256> Text;
  Path.toVector(Text);
  if (!sys::path::is_absolute(Text))
    Text = (Root + "/" + Text).str();
  return plain(Text);
}

bool isAbsence(std::error_code Error) {
  return Error == std::errc::no_such_file_or_directory || Error == std::errc::not_a_directory;
}

// Reports of what is found on disk.
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
    // A private copy: what is hashed is what is compiled, even if the file is written to meanwhile.
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
        Inner->getBuffer(BufferName, Size, Terminated, Reports.Take ? true : Volatile);
    if (!Buffer)
      Reports.report(Name, SP_OTHER);
    else if (Reports.Take)
      Reports.report(Name, SP_READ, BLAKE3::hash<32>(arrayRefFromStringRef((*Buffer)->getBuffer())));
    return Buffer;
  }
};

// A file in memory, which lives as long as the source.
class FileInMemory : public vfs::File {
  vfs::Status Status;
  StringRef Content;
  // Lexers read the byte behind the end of a text, so it is copied.
  bool IsText;

public:
  FileInMemory(vfs::Status Status, StringRef Content, bool IsText)
      : Status(std::move(Status)), Content(Content), IsText(IsText) {}

  ErrorOr<vfs::Status> status() override { return Status; }
  std::error_code close() override { return {}; }

  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool, bool) override {
    if (IsText)
      return MemoryBuffer::getMemBufferCopy(Content, Status.getName());
    return MemoryBuffer::getMemBuffer(Content, Status.getName(), /*RequiresNullTerminator=*/false);
  }
};

// Texts in memory. A compilation looks at few of them, so nothing is done with the others: LLVM's files in memory are
// copied, and known by the hash of their content.
class Texts {
  struct Text {
    // The name, or the text of `Places`.
    StringRef Place;
    StringRef Content;
  };
  std::deque<std::string> Places;
  // By their places; of several in one, the first counts.
  std::vector<Text> Sorted;

  void add(StringRef Name, StringRef Content) {
    SmallString<256> Place = placeInMemory(Name);
    if (Place != Name)
      Name = Places.emplace_back(Place.str());
    Sorted.push_back({Name, Content});
  }

  static vfs::Status status(const Twine &Name, StringRef Place, uint64_t Size, sys::fs::file_type Type) {
    sys::fs::UniqueID Identity(std::numeric_limits<uint64_t>::max(), xxh3_64bits(Place));
    return vfs::Status(Name, Identity, sys::TimePoint<>(), 0, 0, Size, Type, sys::fs::all_read);
  }

public:
  explicit Texts(const sp_source &Source) {
    add(rtc::ref(Source.Name), rtc::ref(Source.Content));
    for (const sp_file &File : ArrayRef(Source.Files, Source.FileCount))
      add(rtc::ref(File.Name), rtc::ref(File.Content));
    llvm::stable_sort(Sorted, [](const Text &A, const Text &B) { return A.Place < B.Place; });
  }

  // Entry at a path, and its content if that is a file.
  ErrorOr<std::pair<vfs::Status, StringRef>> find(const Twine &Path) const {
    SmallString<256> Place = placeInMemory(Path);
    auto From = [&](StringRef Place) {
      return llvm::lower_bound(Sorted, Place, [](const Text &Text, StringRef Place) { return Text.Place < Place; });
    };
    SmallString<256> Below(Place);
    if (!Below.ends_with("/"))
      Below += "/";
    auto Inside = From(Below);
    // The directory of relative names exists even if the source has an absolute one: clang does not stand its absence.
    if (Place == Root || (Inside != Sorted.end() && Inside->Place.starts_with(Below)))
      return std::make_pair(status(Path, Place, 0, sys::fs::file_type::directory_file), StringRef());
    auto Found = From(Place);
    if (Found == Sorted.end() || Found->Place != Place)
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return std::make_pair(status(Path, Place, Found->Content.size(), sys::fs::file_type::regular_file), Found->Content);
  }
};

class Files : public vfs::FileSystem {
  Texts Memory;
  StringRef Precompiled;
  vfs::Status OfPrecompiled;
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = vfs::getRealFileSystem();
  std::vector<std::string> Directories;
  Finds Reports;

  bool isPrecompiled(const Twine &Path) const {
    return !Precompiled.empty() && Path.isSingleStringRef() && Path.getSingleStringRef() == rtc::PrecompiledName;
  }

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
  explicit Files(const sp_source &Source)
      : Memory(Source), Precompiled(rtc::ref(Source.Precompiled)),
        OfPrecompiled(rtc::PrecompiledName, vfs::getNextVirtualUniqueID(), sys::TimePoint<>(), 0, 0, Precompiled.size(),
                      sys::fs::file_type::regular_file, sys::fs::all_read),
        Reports{Source.File, Source.FileData} {
    for (sp_text Directory : rtc::directories(Source))
      Directories.push_back(plain(rtc::ref(Directory)).str().str());
  }

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    if (isPrecompiled(Path))
      return OfPrecompiled;
    if (auto Found = Memory.find(Path))
      return Found->first;
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
    if (isPrecompiled(Path))
      return std::make_unique<FileInMemory>(OfPrecompiled, Precompiled, /*IsText=*/false);
    if (auto Found = Memory.find(Path)) {
      if (!Found->first.isRegularFile())
        return std::make_error_code(std::errc::invalid_argument);
      return std::make_unique<FileInMemory>(std::move(Found->first), Found->second, /*IsText=*/true);
    }
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

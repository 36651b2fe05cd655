// The files that a compilation sees: those in memory, and on disk only what is below the given directories.

#include "vfs.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
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

class Files : public vfs::FileSystem {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = vfs::getRealFileSystem();
  std::vector<std::string> Directories;

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
  explicit Files(const sp_source &Source) {
    Memory->setCurrentWorkingDirectory(Root);
    // The directory of relative names exists even if the source has an absolute one: clang does not stand its absence.
    Memory->addFile(Root + "/.source", 0, MemoryBuffer::getMemBuffer(""));
    add(Source.Name, Source.Content);
    for (const sp_file &File : ArrayRef(Source.Files, Source.FileCount))
      add(File.Name, File.Content);
    for (sp_text Directory : rtc::directories(Source))
      Directories.push_back(plain(rtc::ref(Directory)).str().str());
  }

  void add(sp_text Name, sp_text Content) {
    // Lexers read the byte behind the end, so the text is copied.
    Memory->addFile(rtc::ref(Name), 0, MemoryBuffer::getMemBufferCopy(rtc::ref(Content), rtc::ref(Name)));
  }

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ErrorOr<vfs::Status> Found = Memory->status(Path);
    if (Found)
      return Found;
    SmallString<256> Name = plain(Path);
    if (!isOnDisk(Name))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    ErrorOr<vfs::Status> OnDisk = Disk->status(Name);
    return OnDisk ? ErrorOr<vfs::Status>(vfs::Status::copyWithNewName(*OnDisk, Path)) : OnDisk;
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    ErrorOr<std::unique_ptr<vfs::File>> Found = Memory->openFileForRead(Path);
    if (Found)
      return Found;
    ErrorOr<vfs::Status> OnDisk = status(Path);
    if (!OnDisk)
      return OnDisk.getError();
    // To open a pipe could take for ever.
    if (!OnDisk->isRegularFile())
      return std::make_error_code(std::errc::invalid_argument);
    return vfs::File::getWithPath(Disk->openFileForRead(plain(Path)), Path);
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

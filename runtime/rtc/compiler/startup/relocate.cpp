// Relocates the library when it is loaded, before anything else of it runs.
//
// Two hundred thousand addresses in vtables and tables depend on where the library is. The dynamic linker would have
// each of their pages faulted in, one by one; here the system gives some at a time, and no more than the processor's
// cache holds until they are written. So link.sh has the linker write them in Android's form (`DT_ANDROID_RELR`: the
// same entries as `DT_RELR` of the ELF gABI), which glibc ignores, and has this function called first (`DT_INIT` comes
// before `DT_INIT_ARRAY`).
//
// The dynamic linker has done all other relocations by then, so C functions can be called; nothing else may be used
// that has an address in it.

#include <cstdint>
#include <cstdlib>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

// In binutils' headers, and not in those of the C library.
static constexpr ElfW(Sxword) AndroidRelr = 0x6fffe000, AndroidRelrSize = 0x6fffe001;

extern "C" {
// From the linker; hidden, so that no address in memory is needed to find them.
extern __attribute__((visibility("hidden"))) const ElfW(Dyn) Dynamic[] __asm__("_DYNAMIC");
extern __attribute__((visibility("hidden"))) const ElfW(Ehdr) __ehdr_start;
__attribute__((visibility("hidden"))) void sp_rtc_relocate();
}

namespace {
// Has the system give memory before it is written. Older systems do not know how, and give each page when it is.
void give(uintptr_t From, uintptr_t Before) {
#ifdef MADV_POPULATE_WRITE
  madvise(reinterpret_cast<void *>(From), Before - From, MADV_POPULATE_WRITE);
#endif
}

// Has the system read the file by 2 MB where it can, in place of 4 KB: that is faster from the disk, and maps more at a
// time. The linker puts segments where that is possible.
void useLargePages(uintptr_t From, uintptr_t Before) {
#ifdef MADV_HUGEPAGE
  madvise(reinterpret_cast<void *>(From), Before - From, MADV_HUGEPAGE);
#endif
}

// A table of entries: an even one is a place, and an odd one says by its other bits which of the next 63 words are
// places, too.
class Relocations {
  static constexpr unsigned Bits = 8 * sizeof(ElfW(Addr)) - 1;

  uintptr_t Base;
  const ElfW(Addr) *Entry, *End;
  // The word behind those of the last entry.
  uintptr_t Next = 0;

  bool isPlace() const { return (*Entry & 1) == 0; }
  // The words that the entry is of.
  uintptr_t from() const { return isPlace() ? Base + *Entry : Next; }
  uintptr_t before() const { return from() + (isPlace() ? 1 : Bits) * sizeof(ElfW(Addr)); }

public:
  Relocations(uintptr_t Base, const ElfW(Addr) *Entry, const ElfW(Addr) *End) : Base(Base), Entry(Entry), End(End) {}

  bool isAtEnd() const { return Entry == End; }

  // The pages that the next entries are of, without a gap, and not more than some.
  void nextPages(uintptr_t Page, uintptr_t Limit, uintptr_t &First, uintptr_t &Behind) const {
    Relocations Ahead = *this;
    First = Ahead.from() / Page * Page;
    for (Behind = First; !Ahead.isAtEnd(); ++Ahead.Entry) {
      uintptr_t Needed = (Ahead.before() + Page - 1) / Page * Page;
      if (Ahead.from() / Page * Page > Behind || (Needed > Behind && Needed - First > Limit && Behind != First))
        break;
      if (Needed > Behind)
        Behind = Needed;
      Ahead.Next = Ahead.before();
    }
  }

  // Relocates the words before an address.
  void relocate(uintptr_t Limit) {
    for (; !isAtEnd() && before() <= Limit; ++Entry) {
      uintptr_t Behind = before();
      auto *Words = reinterpret_cast<ElfW(Addr) *>(from());
      for (ElfW(Addr) Which = isPlace() ? 1 : *Entry >> 1; Which != 0; Which &= Which - 1)
        Words[__builtin_ctzl(Which)] += Base;
      Next = Behind;
    }
  }
};
} // namespace

void sp_rtc_relocate() {
  auto Base = reinterpret_cast<uintptr_t>(&__ehdr_start);
  uintptr_t Table = 0, Size = 0;
  for (const ElfW(Dyn) *Fact = Dynamic; Fact->d_tag != DT_NULL; ++Fact) {
    if (Fact->d_tag == AndroidRelr)
      Table = Base + Fact->d_un.d_ptr;
    else if (Fact->d_tag == AndroidRelrSize)
      Size = Fact->d_un.d_val;
  }
  // What is read-only after relocation is that already.
  uintptr_t Start = 0, End = 0, Page = sysconf(_SC_PAGESIZE);
  auto PageOf = [Page](uintptr_t Address) { return Address / Page * Page; };
  auto *Segments = reinterpret_cast<const ElfW(Phdr) *>(Base + __ehdr_start.e_phoff);
  for (unsigned Number = 0; Number < __ehdr_start.e_phnum; ++Number) {
    const ElfW(Phdr) &Segment = Segments[Number];
    uintptr_t From = PageOf(Base + Segment.p_vaddr), To = Base + Segment.p_vaddr + Segment.p_memsz;
    if (Segment.p_type == PT_GNU_RELRO) {
      Start = From;
      End = PageOf(To);
    } else if (Segment.p_type == PT_LOAD && !(Segment.p_flags & PF_W)) {
      useLargePages(From, To);
    }
  }
  auto *Place = reinterpret_cast<void *>(Start);
  // The pages were writable before, so there is nothing that the system could refuse.
  if (mprotect(Place, End - Start, PROT_READ | PROT_WRITE) != 0)
    std::abort();
  // As many at a time as the processor's cache holds until they are written.
  constexpr uintptr_t AtOnce = 128 << 10;
  auto *Entries = reinterpret_cast<const ElfW(Addr) *>(Table);
  Relocations All(Base, Entries, Entries + Size / sizeof(*Entries));
  while (!All.isAtEnd()) {
    uintptr_t First, Behind;
    All.nextPages(Page, AtOnce, First, Behind);
    give(First, Behind < End ? Behind : End);
    All.relocate(Behind);
  }
  mprotect(Place, End - Start, PROT_READ);
}

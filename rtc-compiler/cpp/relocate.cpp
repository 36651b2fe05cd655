// Relocates the library when it is loaded, before anything else of it runs.
//
// Two hundred thousand addresses in vtables and tables depend on where the library is. The dynamic linker would have
// each of their 770 pages faulted in, one by one; here the system gives them in one call, in half of the time. So the
// linker is told to write them in the form that is Android's (`DT_ANDROID_RELR`: the same entries as `DT_RELR` of the
// ELF gABI), which glibc leaves alone, and to have this function called first (`DT_INIT` comes before `DT_INIT_ARRAY`).
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
// Of the linker; hidden, so that no address in memory is needed to find them.
extern __attribute__((visibility("hidden"))) const ElfW(Dyn) Dynamic[] __asm__("_DYNAMIC");
extern __attribute__((visibility("hidden"))) const ElfW(Ehdr) __ehdr_start;

// Of a table of entries: an even one is a place, and an odd one says by its other bits which of the next 63 words are
// places, too.
static void relocate(uintptr_t Base, const ElfW(Addr) *Entry, const ElfW(Addr) *End) {
  ElfW(Addr) *Next = nullptr;
  for (; Entry < End; ++Entry) {
    if ((*Entry & 1) == 0) {
      Next = reinterpret_cast<ElfW(Addr) *>(Base + *Entry);
      *Next++ += Base;
      continue;
    }
    for (ElfW(Addr) Bits = *Entry >> 1; Bits != 0; Bits &= Bits - 1)
      Next[__builtin_ctzl(Bits)] += Base;
    Next += 8 * sizeof(ElfW(Addr)) - 1;
  }
}

__attribute__((visibility("hidden"))) void sp_rtc_relocate() {
  auto Base = reinterpret_cast<uintptr_t>(&__ehdr_start);
  uintptr_t Table = 0, Size = 0;
  for (const ElfW(Dyn) *Fact = Dynamic; Fact->d_tag != DT_NULL; ++Fact) {
    if (Fact->d_tag == AndroidRelr)
      Table = Base + Fact->d_un.d_ptr;
    else if (Fact->d_tag == AndroidRelrSize)
      Size = Fact->d_un.d_val;
  }
  // What is read-only after relocation is that already.
  uintptr_t Start = 0, Length = 0, Page = sysconf(_SC_PAGESIZE);
  auto *Segments = reinterpret_cast<const ElfW(Phdr) *>(Base + __ehdr_start.e_phoff);
  for (unsigned Number = 0; Number < __ehdr_start.e_phnum; ++Number)
    if (const ElfW(Phdr) &Segment = Segments[Number]; Segment.p_type == PT_GNU_RELRO) {
      Start = (Base + Segment.p_vaddr) / Page * Page;
      Length = (Base + Segment.p_vaddr + Segment.p_memsz) / Page * Page - Start;
    }
  auto *Place = reinterpret_cast<void *>(Start);
  // The pages were writable before, so there is nothing that the system could refuse.
  if (mprotect(Place, Length, PROT_READ | PROT_WRITE) != 0)
    std::abort();
#ifdef MADV_POPULATE_WRITE
  // Older systems do not know this, and give each page when it is written.
  madvise(Place, Length, MADV_POPULATE_WRITE);
#endif
  relocate(Base, reinterpret_cast<const ElfW(Addr) *>(Table), reinterpret_cast<const ElfW(Addr) *>(Table + Size));
  mprotect(Place, Length, PROT_READ);
}
}

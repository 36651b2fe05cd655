# The link of a compiler library that starts fast (README.md). Sourced by scripts/build.
# shellcheck shell=bash disable=SC2034

# The library relocates itself, and asks for large pages (relocate.cpp).
startup_flags=(-Wl,--pack-dyn-relocs=relr -Wl,--use-android-relr-tags -Wl,-init=sp_rtc_relocate
  -Wl,-z,max-page-size=0x200000)

# order_functions FILE LINK...: writes the order of functions for a library that LINK makes. A library with names shows
# which of them compilations call. The file is empty where that cannot be found out.
order_functions() {
  local order=$1
  shift
  : > "$order"
  [ "$(uname -m)" = x86_64 ] || return 0
  "$@" -Wl,--strip-debug -o "$order.so"
  target/release/sycl-rtc-order "$order.so" > "$order" ||
    echo "note: functions stay where they were; compilations take a tenth more time" >&2
  rm "$order.so"
}

# copy_in_large_pages FROM TO: copies a file by large blocks, so that the system keeps it in large pages, as it does
# with a file that it reads from the disk.
copy_in_large_pages() { dd if="$1" of="$2" bs=4M status=none; }

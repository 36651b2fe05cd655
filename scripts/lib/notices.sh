# shellcheck shell=bash
# The terms of what is linked into programs and libraries of this project. Callers have read common.sh.

# The crates whose code is in them, as `name version|licence`. The runtime becomes part of users' programs.
linked_crates() {
  cargo tree --locked --edges normal,no-proc-macro --no-default-features --features llvm22 --prefix none --format '{p}|{l}' \
    -p sycl-packager -p sycl-post-link -p sycl-link -p llvm-to-backend -p sycl-passes-plugin -p sycl-host-device \
    -p sycl-rtc-cli -p sycl-rtc-c -p sycl-runtime | sed -n '/ (\//d; s/ (\*)$//; s/ v\([0-9]\)/ \1/p' | LC_ALL=C sort -u
}

# Writes all that has to go with copies: each crate with its licence, the licences that are not the Apache License, and
# those of LLVM, SPIRV-Tools, zlib and zstd, which the library of run-time compilation holds.
notices() {
  local crates name number licence source text package
  cat <<'TEXT'
The programs and libraries hold parts of Rust's standard library (Copyright The Rust Project Contributors, Apache
License 2.0 or MIT) and of these crates:

TEXT
  crates=$(linked_crates)
  echo "$crates" | sed 's/^\([^|]*\)|\(.*\)$/  \1: \2/'
  echo
  echo "Those that are not offered under the Apache License have these terms:"
  while IFS='|' read -r name licence; do
    case $licence in *Apache-2.0*) continue ;; esac
    number=${name#* } name=${name% *} text=''
    for source in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$name-$number"/{LICENSE-MIT,LICENSE,LICENSE.md,COPYING}; do
      if [ -z "$text" ] && [ -e "$source" ]; then text=$source; fi
    done
    [ -n "$text" ] || fail 1 "there is no licence of the crate $name $number in cargo's registry"
    printf '\n== %s %s ==\n\n' "$name" "$number"
    cat "$text"
  done <<< "$crates"
  echo
  echo "libsycl_rtc_compiler.so holds clang, LLVM, libclc, SPIRV-Tools, zlib and zstd; programs hold device code of libclc where they call it:"
  for package in libllvm22 spirv-tools zlib1g-dev libzstd-dev; do
    text=/usr/share/doc/$package/copyright
    [ -e "$text" ] || continue
    printf '\n== %s ==\n\n' "$package"
    cat "$text"
  done
}

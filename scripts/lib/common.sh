# Shared by the scripts of the directory above: where things are, and how they talk. Sourced, not run.
# shellcheck shell=bash disable=SC2034

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
root=$PWD
opencl=$root/target/intel-opencl
# Build products are where the scripts look for them, whatever the caller's shell says. RUSTFLAGS would replace the
# flags of .cargo/config.toml, without which a plugin does not load far enough into another LLVM to say that it is the
# wrong one.
unset CARGO_TARGET_DIR CARGO_BUILD_TARGET RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
# Settings of the plugin that would change what it does.
unset SYCL_PASSES_LOG SYCL_PASSES_CONFIG

say() { printf '\n== %s\n' "$*"; }

# A name as part of a file's name.
file_name() { echo "${1//[^a-zA-Z0-9.-]/_}"; }

# fail STATUS MESSAGE: 1 something went wrong, 2 usage
fail() {
  printf '%s: error: %s\n' "${0##*/}" "$2" >&2
  exit "$1"
}

# The comment at the start of the script.
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; }

# address NAME: that of the repository or of issues; empty if Cargo.toml has none yet
address() { sed -n '/^\[workspace\.metadata\.addresses\]/,/^$/s/^'"$1"' = "\(.*\)"$/\1/p' "$root/Cargo.toml"; }

# build_for MAJOR: sets $cargo_options for an LLVM. What does not depend on it is compiled once for all of them.
build_for() {
  cargo_options=()
  if [ "$1" != 22 ]; then
    cargo_options=(--no-default-features --features "llvm$1" --target-dir "target/llvm$1"
      --config "build.build-dir='$root/target'")
  fi
}

# What a build for LLVM 22 makes. The passes by name: they have the features of lints then, which find their C++.
programs_of_build=(-p sycl-passes -p sycl-passes-plugin -p sycl-post-link -p llvm-to-backend -p sycl-packager
  -p sycl-link -p sycl-clang -p sycl-ls -p sycl-host-device)

# build_programs OPTION...: these programs, and what the options name beside them. Without the programs, cargo would
# compile what they share a second time, with other features of crates that both use.
build_programs() { cargo build --release --locked "${programs_of_build[@]}" "$@"; }

# NVIDIA's assembler, where scripts/setup --with-cuda has put it.
ptxas_of_setup() { echo "$root/target/nvidia/bin/ptxas"; }

# The plugin built for an LLVM.
plugin_for() {
  case $1 in
    22) echo "$root/target/release/libsycl_passes_plugin.so" ;;
    *) echo "$root/target/llvm$1/release/libsycl_passes_plugin.so" ;;
  esac
}

known_llvm() {
  case $1 in
    22 | 19 | 16) ;;
    *) fail 2 "LLVM '$1'; expected 22, 19 or 16" ;;
  esac
}

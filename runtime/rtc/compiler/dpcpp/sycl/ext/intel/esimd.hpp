// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#error ESIMD is not in run-time compilation: stock clang has no front end for it

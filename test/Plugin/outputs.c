// Every kind of output has the region's call; -E and -fsyntax-only change nothing.
// RUN: %clang -fplugin=%plugin -O1 -c %s -o %t.o && llvm-nm %t.o | FileCheck %s --check-prefix=CALL
// RUN: %clang -fplugin=%plugin -S %s -o - | FileCheck %s --check-prefix=CALL
// RUN: %clang -fplugin=%plugin -S -emit-llvm %s -o - | FileCheck %s --check-prefix=CALL
// RUN: %clang -fplugin=%plugin -flto -c %s -o %t.bc && llvm-nm %t.bc | FileCheck %s --check-prefix=CALL
// RUN: %clang -fplugin=%plugin -save-temps=obj -c %s -o %t.temps.o && llvm-nm %t.temps.o | FileCheck %s --check-prefix=CALL
// RUN: %clang -fplugin=%plugin -x c -c - -o %t.stdin.o < %s && llvm-nm %t.stdin.o | FileCheck %s --check-prefix=CALL
// CALL: gputile_rt_begin
// RUN: %clang -fplugin=%plugin -E %s -o %t.with.i && %clang -E %s -o %t.without.i && cmp %t.with.i %t.without.i
// RUN: %clang -fplugin=%plugin -fsyntax-only -Wall -Werror %s
// Dependencies are those of the user's file.
// RUN: %clang -fplugin=%plugin -MD -MF %t.with.d -MT x -c %s -o %t.o
// RUN: %clang -MD -MF %t.without.d -MT x -c %s -o %t.o && cmp %t.with.d %t.without.d
// Several files in one command.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.c && cp %s %t/b.c && cd %t
// RUN: %clang -fplugin=%plugin -c a.c b.c
// RUN: llvm-nm a.o | FileCheck %s --check-prefix=CALL
// RUN: llvm-nm b.o | FileCheck %s --check-prefix=CALL
#include <stddef.h>
void f(size_t n, double *A) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    A[i] = A[i] * 2;
}

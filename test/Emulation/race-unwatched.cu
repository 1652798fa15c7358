// Kernels of whose accesses the race runtime does not hear: compiled without
// -fsanitize=thread, in one file or in another, or by a clang that leaves out copies of
// structures. Its silence would mean nothing, so the first launch ends the process.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -c %s -o %t.o
// RUN: %clangxx %t.o %race_object -o %t.without
// RUN: sh -c '%t.without; test $? = 66' 2>&1 | FileCheck %s
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -fsanitize=thread -DSECOND -c %s -o %t.second.o
// RUN: %clangxx %t.o %t.second.o %race_object -o %t.mixed
// RUN: sh -c '%t.mixed; test $? = 66' 2>&1 | FileCheck %s
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -fsanitize=thread -c %s -o %t.watched.o
// RUN: %clangxx %t.watched.o %t.second.o %race_object -o %t.watched
// RUN: %t.watched
// RUN: %clangxx %t.o -o %t.plain
// RUN: %t.plain
// CHECK: gputile-race: error: this compiler does not report what kernels in '{{.*}}race-unwatched.cu' access; compile it with clang 16 or later and -fsanitize=thread
// CHECK-NOT: started
#include "gputile/cpu/cuda_on_cpu.h"
#include <stdio.h>

#ifdef SECOND
int second() { return 0; }
#else
__global__ void nothing() {
  if (threadIdx.x == 0)
    puts("started");
}

int main() {
  GPUTILE_LAUNCH(nothing, 1, 32, 0, 0);
  return 0;
}
#endif

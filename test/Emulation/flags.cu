// Blocks that wait for one another by flags: clean in every order; a missing wait,
// a missing barrier on either side of it, and a wait that nobody ends are found.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 %s -o %t
// RUN: env GPUTILE_CPU_ORDER=forward %t
// RUN: env GPUTILE_CPU_ORDER=reverse %t
// RUN: env GPUTILE_CPU_ORDER=random:7 %t
// RUN: env GPUTILE_CPU_ORDER=random:8 GPUTILE_CPU_SMS=1 %t
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.asan
// RUN: env GPUTILE_CPU_ORDER=random:9 %t.asan
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %s -o %t.good.o
// RUN: %clangxx %t.good.o %race_object -o %t.good
// RUN: env GPUTILE_CPU_ORDER=forward %t.good
// RUN: env GPUTILE_CPU_ORDER=reverse %t.good
// RUN: env GPUTILE_CPU_ORDER=random:3 %t.good
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNO_WAIT -fsanitize=thread -c %s -o %t.NO_WAIT.o
// RUN: %clangxx %t.NO_WAIT.o %race_object -o %t.NO_WAIT
// RUN: sh -c '%t.NO_WAIT; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env GPUTILE_CPU_ORDER=reverse sh -c '%t.NO_WAIT; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env GPUTILE_CPU_ORDER=random:3 sh -c '%t.NO_WAIT; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env GPUTILE_CPU_SMS=1 sh -c '%t.NO_WAIT one; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNO_BARRIER_AFTER -fsanitize=thread -c %s -o %t.AFTER.o
// RUN: %clangxx %t.AFTER.o %race_object -o %t.AFTER
// RUN: sh -c '%t.AFTER; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNO_BARRIER_BEFORE -fsanitize=thread -c %s -o %t.BEFORE.o
// RUN: %clangxx %t.BEFORE.o %race_object -o %t.BEFORE
// RUN: sh -c '%t.BEFORE; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -DLATER %s -o %t.LATER
// RUN: sh -c '%t.LATER; test $? = 66' 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: env GPUTILE_CPU_ORDER=random:5 sh -c '%t.LATER; test $? = 66' 2>&1 | FileCheck %s --check-prefix=LATER
// RACE: gputile-race: error: race between blocks in kernel 'chain': device allocation #1
// LATER: gputile-cpu: error: deadlock: every thread waits in kernel 'chain'
// LATER: waits for a flag at {{.*}}flags.cu:[[# @LINE+36]]
#include "gputile/cpu/cuda_on_cpu.h"
#include <stdio.h>

constexpr int tiles = 12, steps = 5, threads = 32;

// Work (h, b) adds the left neighbour's value to its tile: after (h - 1, b - 1),
// (h - 1, b) and (h - 1, b + 1).
__global__ void chain(unsigned *values, unsigned *progress) {
  for (;;) {
    GPUTILE_SHARED(unsigned, ticket, [1]);
    if (threadIdx.x == 0) {
      gputile_cpu_new_work();
      ticket[0] = atomicAdd(progress, 1u);
    }
    __syncthreads();
    const int work = int(ticket[0]);
    if (work >= tiles * steps)
      return;
    const int h = work / tiles, b = work % tiles, at = b * threads + int(threadIdx.x);
    unsigned *const done = progress + 1 + work;
    if (threadIdx.x == 0 && h > 0) {
      if (b > 0)
        gputile_cpu_wait(done - tiles - 1);
      gputile_cpu_wait(done - tiles);
#ifndef NO_WAIT
      if (b < tiles - 1)
        gputile_cpu_wait(done - tiles + 1);
#endif
    }
#ifndef NO_BARRIER_AFTER
    __syncthreads();
#endif
#ifdef LATER
    // Each ticket waits for the next: the last of all is never set.
    if (threadIdx.x == 0)
      gputile_cpu_wait(done + 1);
#endif
    // Even steps write the second half.
    const unsigned *from = values + (h % 2 ? tiles * threads : 0);
    unsigned *to = values + (h % 2 ? 0 : tiles * threads);
    to[at] = from[at] + (at > 0 ? from[at - 1] : 0u) + (at + 1 < tiles * threads ? from[at + 1] : 0u);
#ifndef NO_BARRIER_BEFORE
    __syncthreads();
#endif
    if (threadIdx.x == 0)
      gputile_cpu_signal(done);
    __syncthreads();
  }
}

int main(int argc, char **) {
  constexpr int count = tiles * threads;
  static unsigned host[2 * count], expected[2][count];
  for (int i = 0; i < count; ++i)
    host[i] = expected[0][i] = unsigned(i * 37 % 101);
  unsigned *values, *progress;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&progress, (1 + tiles * steps) * sizeof(unsigned));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(progress, 0, (1 + tiles * steps) * sizeof(unsigned));
  GPUTILE_LAUNCH_TOGETHER(chain, argc > 1 ? 1 : 7, threads, 0, 0, values, progress);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  for (int h = 0; h < steps; ++h)
    for (int i = 0; i < count; ++i)
      expected[(h + 1) % 2][i] = expected[h % 2][i] + (i > 0 ? expected[h % 2][i - 1] : 0u) +
                                 (i + 1 < count ? expected[h % 2][i + 1] : 0u);
  bool good = true;
  for (int i = 0; i < count; ++i)
    good = good && host[(steps % 2) * count + i] == expected[steps % 2][i];
  cudaFree(values);
  cudaFree(progress);
  printf(good ? "good\n" : "wrong\n");
  return !good;
}

// One launch in place of many: with grid barriers and with flags, the results are
// the original's and there are no races, and a barrier or wait that is missing in
// the emitted text is found.
// RUN: %gputile_run --backend=cpu --check --race --scheme=parallel --launch=cooperative --tile=4 %s -- -O1 --args 9 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=parallel --launch=flags --tile=4 %s -- -O1 --args 9 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=parallel --launch=flags --tile=4 %s -- -O1 --args 33 5 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=parallel --launch=flags --tile=4 %s -- -O1 --args 6 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=parallel --launch=flags --tile=4 %s -- -O1 --args 0 9 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 1 region equal bit for bit

// RUN: rm -rf %t && mkdir -p %t/c %t/f
// RUN: %gputile --output-dir=%t/c --dump-json=%t/c/out.json --scheme=parallel --launch=cooperative --tile=4 %s --
// RUN: FileCheck --check-prefix=COOPERATIVE %s < %t/c/launch-modes.gputile.cu
// RUN: FileCheck --check-prefix=JSON %s < %t/c/out.json
// COOPERATIVE: #include <cooperative_groups.h>
// COOPERATIVE: _k0(double *A, const I steps, const I n) {
// COOPERATIVE: for (I v = (I)blockIdx.x; v < b0_count; v += (I)gridDim.x) {
// COOPERATIVE: cooperative_groups::this_grid().sync();
// COOPERATIVE: run.resident({{.*}}<int>, block, blocks, true)
// COOPERATIVE: GPUTILE_LAUNCH_COOPERATIVE(
// JSON: "launch": "cooperative"
// RUN: %gputile --output-dir=%t/f --scheme=parallel --launch=flags --tile=4 %s --
// RUN: FileCheck --check-prefix=FLAGS %s < %t/f/launch-modes.gputile.cu
// FLAGS: for (; ticket < earlier + b0_count; ticket = (I)gpt_take_ticket(progress)) {
// FLAGS: gpt_wait(done - (1 * b0_size));
// FLAGS: gpt_wait(done - (1 * b0_size + 1));
// FLAGS: gpt_signal(done);
// FLAGS: unsigned *const progress = run.progress(blocks);
// FLAGS: GPUTILE_LAUNCH_TOGETHER(

// RUN: sed '/this_grid().sync()/d' %t/c/launch-modes.gputile.cu > %t/c/bad.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %t/c/bad.cu -o %t/c/bad.o
// RUN: %clang -iquote %S -O1 -c %t/c/launch-modes.gputile.c -o %t/c/host.o
// RUN: %clangxx %t/c/bad.o %t/c/host.o %race_object -o %t/c/bad
// RUN: sh -c '%t/c/bad 9 40; test $? = 66' 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: sed '/gpt_wait(done - (1 \* b0_size + 1));/s/gpt_wait.*/;/' %t/f/launch-modes.gputile.cu > %t/f/bad.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %t/f/bad.cu -o %t/f/bad.o
// RUN: %clang -iquote %S -O1 -c %t/f/launch-modes.gputile.c -o %t/f/host.o
// RUN: %clangxx %t/f/bad.o %t/f/host.o %race_object -o %t/f/bad
// RUN: sh -c '%t/f/bad 9 40; test $? = 66' 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: env GPUTILE_CPU_ORDER=reverse sh -c '%t/f/bad 9 40; test $? = 66' 2>&1 | FileCheck --check-prefix=RACE %s
// RACE: gputile-race: error: race between blocks in kernel

// Without a cooperative launch the original loops run.
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/c/launch-modes.gputile.cu -o %t/c/good.o
// RUN: %clangxx %t/c/good.o %t/c/host.o -o %t/c/good
// RUN: env GPUTILE_CPU_FAIL=cudaDeviceGetAttribute:1 %t/c/good 9 40 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: env GPUTILE_CPU_FAIL=cudaDeviceGetAttribute:2 %t/c/good 9 40 2>&1 | FileCheck --check-prefix=FAIL %s
// RUN: env GPUTILE_CPU_FAIL=cudaOccupancyMaxActiveBlocksPerMultiprocessor:1 %t/c/good 9 40 2>&1 | FileCheck --check-prefix=FAIL %s
// DEVICE: gputile: no CUDA device: {{.*}}; the original loops of all regions run
// FAIL: gputile: no cooperative launch: {{.*}}; the original loops run
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/f/launch-modes.gputile.cu -o %t/f/good.o
// RUN: %clangxx %t/f/good.o %t/f/host.o -o %t/f/good
// RUN: env GPUTILE_CPU_FAIL=cudaMemset:1 %t/f/good 9 40 2>&1 | FileCheck --check-prefix=MEMORY %s
// MEMORY: gputile: no memory for the flags of blocks: {{.*}}; the original loops run
#include <stdio.h>
#include <stdlib.h>

static void sor(long steps, long n, double *A) {
#pragma gpu_tile
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i < n - 1; i++)
      A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

int main(int argc, char **argv) {
  static double A[1000];
  long steps = argc > 2 ? strtol(argv[1], NULL, 10) : 3, n = argc > 2 ? strtol(argv[2], NULL, 10) : 9;
  for (long i = 0; i < 1000; i++)
    A[i] = (double)(i * 37 % 101);
  sor(steps, n, A);
  double sum = 0;
  for (long i = 0; i < 1000; i++)
    sum = sum * 0.5 + A[i];
  printf("%a\n", sum);
  return 0;
}

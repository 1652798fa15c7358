// Programs without a device say so once, not for each region.
// RUN: env GPUTILE_CPU_FAIL=cudaGetDeviceCount:1,cudaGetDeviceCount:2 %gputile_run --backend=cpu %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=ERR --implicit-check-not='gputile: ' < %t.err
// RUN: env GPUTILE_VERBOSE=1 GPUTILE_CPU_FAIL=cudaGetDeviceCount:1,cudaGetDeviceCount:2 %gputile_run --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=VERBOSE
// OUT: 3 5
// ERR: no-device.c:[[#@LINE+5]]: gputile: no CUDA device: {{.*}}; the original loops of all regions run
// VERBOSE: no-device.c:[[#@LINE+4]]: gputile: no CUDA device: {{.*}}; the original loops of all regions run
#include <stdio.h>
int main(void) {
  int A[10], B[10];
#pragma gpu_tile
  for (int i = 0; i < 10; i++)
    A[i] = i;
// VERBOSE: no-device.c:[[#@LINE+1]]: gputile: no CUDA device: {{.*}}; the original loops of all regions run
#pragma gpu_tile
  for (int i = 0; i < 10; i++)
    B[i] = i + 2;
  printf("%d %d\n", A[3], B[3]);
}

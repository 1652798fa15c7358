// The generated text is run in an interpreter and compared with the plan.
// RUN: rm -rf %t && mkdir %t
// RUN: %gputile --check-text=on --max-seconds=60 --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: %gputile --check-text=on --print-after=text --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: %gputile --check-text=off --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: rm -rf %t && mkdir %t
// RUN: %gputile --check-text=on --fail-in=text --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: ls %t | count 0
// OFF-NOT: text checked
// PRINT: check-text.c:[[#]] after text ===
// PRINT-NEXT: checked with {{[0-9]+}} samples
// FAIL: internal error during the check of generated text (as --fail-in asks)

// Shared memory, registers, full and partial tiles, arrays that may overlap.
void product(int n, double A[n][n], double B[n][n], double C[n][n]) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}}scheme parallel
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile tile(8, 8, 8)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}

// Wavefronts with shared memory that is stored back, an if clause, a named scalar.
void relax(int steps, int n, double A[n][n], double w) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}}scheme wavefront
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile scheme(wavefront) tile(4, 8, 8) if(n > 2)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = w * (A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j]);
}

// One launch whose blocks wait for flags.
void line(int steps, int n, float *A) {
// CHECK: :[[#@LINE+2]]:9: note: kernel {{.*}}launch flags
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile scheme(wavefront) tile(4, 16) launch(flags)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

// One cooperative launch of split tiles.
void split(int steps, int n, float *restrict A, float *restrict B) {
// CHECK: :[[#@LINE+3]]:9: remark: {{.*}}scheme split
// CHECK: :[[#@LINE+2]]:9: note: kernel {{.*}}launch cooperative
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile scheme(split) tile(4, 24) launch(cooperative)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

// Types narrower than int, steps, an index array, a compound statement with a condition.
short table[4];
void mixed(int n, const int *restrict index, unsigned char *restrict y) {
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile
  for (int i = 1; i < n; i += 3) {
    int v = table[index[i]];
    if (v > 1)
      v = v + i;
    y[i] = (unsigned char)v;
  }
}

// The sizes are constants.
float field[40][50];
void fixed(void) {
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile tile(16, 16)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      field[i][j] = field[i][j] * 2 + i - j;
}

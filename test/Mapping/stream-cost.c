// Scheme auto streams a stencil in three dimensions only where a launch of several iterations costs less than
// one for each: with one array that is handed on it does, and with two that are updated from 27 neighbours, where addresses of
// all of them are what a launch for each costs. With three cells in each direction the halos cost more.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json %s --
// RUN: FileCheck %s < %t/out.json
// What was estimated is said, and what would have been next; a clause decides whatever that is.
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --remarks=on %s -- 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: %python %S/Inputs/estimates.py %t/out.json | FileCheck %s --check-prefix=ESTIMATE
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=stream --tile=3,40 %s --
// RUN: %python %S/Inputs/estimates.py %t/out.json | FileCheck %s --check-prefix=ROWS
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=stream %s --
// RUN: %python %S/Inputs/estimates.py %t/out.json | FileCheck %s --check-prefix=STREAM
// NOTE: stream-cost.c:{{[0-9]+}}:9: note: kernel 'stream_cost_one_{{.*}}_k0': about {{[1-9][.0-9]*}} ps a cell and iteration, limited by instructions; next are tile(2) block(128) {{[.0-9]+}} ps, tile(
// NOTE: kernel 'stream_cost_two_{{.*}}_k0': about {{.*$}}
// NOTE-NOT: ps a cell
// ESTIMATE: one best 2 of stream stream stream stream instructions
// ESTIMATE-NEXT: two best 1 of stream stream stream stream instructions
// ESTIMATE-NEXT: three nothing
// ROWS: one best 3 40 of stream stream stream stream instructions
// ROWS-NEXT: two given 3 40 of stream parallel stream instructions
// STREAM: three given 1 of stream parallel stream stream instructions
// CHECK: "function": "one"
// CHECK: "value": "stream"
// CHECK: "function": "two"
// CHECK: "value": "stream"
// CHECK: "function": "three"
// CHECK: "value": "parallel"

#define LINE(A, x, y) (A[i + (x)][j + (y)][k - 1] + A[i + (x)][j + (y)][k] + A[i + (x)][j + (y)][k + 1])
#define PLANE(A, x) (LINE(A, x, -1) + LINE(A, x, 0) + LINE(A, x, 1))
#define BOX(A) (PLANE(A, -1) + PLANE(A, 0) + PLANE(A, 1))
#define SUM(A) A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] + A[i][j][k - 1] + A[i][j][k + 1]

void one(int steps, int n, double (*A)[n][n], double (*B)[n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          B[i][j][k] = SUM(A);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

void two(int steps, int n, double (*A)[n][n], double (*B)[n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          B[i][j][k] = BOX(A);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          A[i][j][k] = BOX(B);
  }
}

#define FAR(A, c) \
  A[i][j][k - c] + A[i][j][k + c] + A[i][j - c][k] + A[i][j + c][k] + A[i - c][j][k] + A[i + c][j][k]

void three(int steps, int n, float (*A)[n][n], float (*B)[n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 3; i < n - 3; i++)
      for (int j = 3; j < n - 3; j++)
        for (int k = 3; k < n - 3; k++)
          B[i][j][k] = FAR(A, 1) + FAR(A, 2) + FAR(A, 3);
    for (int i = 3; i < n - 3; i++)
      for (int j = 3; j < n - 3; j++)
        for (int k = 3; k < n - 3; k++)
          A[i][j][k] = FAR(B, 1) + FAR(B, 2) + FAR(B, 3);
  }
}

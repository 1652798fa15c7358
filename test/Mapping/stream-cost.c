// Scheme auto streams a stencil in three dimensions only where a launch of several iterations costs less than
// one for each: with one array that is handed on it does, with two that are updated from 27 neighbours the halos cost
// more.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json %s --
// RUN: FileCheck %s < %t/out.json
// CHECK: "function": "one"
// CHECK: "value": "stream"
// CHECK: "function": "two"
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

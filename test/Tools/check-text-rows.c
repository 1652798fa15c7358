// Sizes for which subscripts leave the rows of a declaration are no program's: the text declines.
// RUN: mkdir -p %t && %gputile --check-text=on --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s

double G[40][50], H[50][40];

void transpose(int n, int m) {
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      G[i][j] = H[j][i] * 2;
}

void above(int n, float A[][8]) {
// CHECK: :[[#@LINE+1]]:9: note: emitted text checked with {{[0-9]+}} samples
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i][n - 3] += 1;
}

// Subscripts that leave their arrays in every run, and those that may stay inside.
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 -Wno-array-bounds 2>&1 | FileCheck %s --implicit-check-not=warning:
double a[100], table[10][20];
struct cell { double speed[9]; int n; };
struct tail { int n; double data[1]; };

void sure(int n, int m, struct cell *cells) {
  double local[n];
#pragma gpu_tile
  for (int i = 0; i <= 100; i++)
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: subscript 'i' of 'a' goes from 0 to 100, but 'a' has elements 0 to 99 [subscript-outside] [-Wgpu-tile]
    a[i] = 0;
#pragma gpu_tile
  for (int i = 0; i < 100; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: subscript 'i - 1' of 'a' goes from -1 to 98 for i from 0 to 99, but 'a' has elements 0 to 99
    a[i] = a[i - 1];
#pragma gpu_tile
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 20; j++)
      // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: subscript 'i + j' of 'table' goes from 0 to 28 for i from 0 to 9 and j from 0 to 19, but dimension 2 of 'table' has elements 0 to 19
      table[i][i + j] = 1;
  // Whatever n is, if the loop runs at all.
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: subscript 'i + 1' of 'local' goes from 1 to n for i from 0 to n - 1, but 'local' has elements 0 to n - 1
    local[i + 1] = i;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: subscript '100' of 'a' is 100, but 'a' has elements 0 to 99
    a[100] = i;
  // Rows behind pointers of the region.
#pragma gpu_tile
  for (int i = 0; i < 10; i++) {
    double *row = table[i];
    // CHECK: :[[#@LINE+2]]:7: warning: region left on the CPU: subscript 'j' of 'table' goes from 0 to 20, but dimension 2 of 'table' has elements 0 to 19
    for (int j = 0; j <= 20; j++)
      row[j] = 0;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 10; k++)
      // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: subscript 'k' of 'cells' goes from 0 to 9, but the array in the structure has elements 0 to 8
      cells[i].speed[k] = 0;
  // All of a region.
#pragma gpu_tile
  for (int i = 0; i <= 100; i++) {
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: subscript 'i' of 'a' goes from 0 to 100
    a[i] = 0;
    // CHECK: :[[#@LINE+1]]:5: note: also: subscript 'i + 5' of 'a' goes from 5 to 105 for i from 0 to 100, but 'a' has elements 0 to 99
    a[i + 5] = 0;
  }
}

void perhaps(int n, int m, double b[100], double (*rows)[20], struct tail *tail, const int *key) {
  double local[m];
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma gpu_tile
  for (int i = 0; i <= 100; i++)
    b[i] = 0;
#pragma gpu_tile
  for (int i = 0; i <= 100; i++)
    rows[i][0] = 0;
#pragma gpu_tile
  for (int i = 0; i < 8; i++)
    tail->data[i] = 0;
#pragma gpu_tile
  for (int i = 0; i <= n; i++)
    local[i] = 0;
#pragma gpu_tile
  for (int i = 0; i <= 100; i++)
    if (key[i])
      a[i] = 1;
#pragma gpu_tile
  for (int i = 0; i <= 100; i++)
    if (i < 100)
      a[i] = 1;
}

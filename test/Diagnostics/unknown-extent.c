// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, int *restrict index, const double *restrict table, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    index[i] %= 8;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the size of 'table' is not known, and it is accessed through a subscript that is not affine; clause 'extents(table: n)' says how many elements it has [unknown-extent] [-Wgpu-tile]
    A[i] = table[index[i]];
  }
}
static int next(int i) { return i * 7 % 5; }
void calls(int n, const double *restrict table, double *restrict A, const int *restrict index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} the size of 'table' is not known
    A[i] = index[i] > 0.5 * A[i] ? table[next(index[i])] : 0;
}
// What the region reads first must not be what it writes.
void scalar(int n, const double *restrict table, double *restrict A, const int *restrict index) {
  int at = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    A[i] = table[at];
    at = index[i];
  }
  // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}}at
}
// Another pointer to the same type may lead to what says where the reads are.
void rows(int n, int *y, const int *row, const int *column, const int *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) {
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} the size of 'column' is not known
      int c = column[k];
      while (x[c] > 0)
        c = x[c];
      sum += c;
    }
    y[i] = sum;
  }
}

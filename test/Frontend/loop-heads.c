// Which heads of loops are understood, and which are refused.
// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- > %t.out 2>&1
// RUN: FileCheck %s < %t.out
int sum(int n, const int *a) {
  int i, total;
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (total = 0, i = 0; i < n; i++)
    total += a[i];
  return total;
}
void two(int n, double *restrict a, const double *restrict b) {
  int i, j;
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (i = 0, j = 3; i < n; i++, j += 2)
    a[j] = b[i];
}
void rest(int n, double *restrict a, const double *restrict b) {
  int i;
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  {
    for (i = 0; i < n - n % 4; i += 4)
      a[i] = b[i];
    for (; i < n; i++)
      a[i] = 2 * b[i];
  }
}
void down(unsigned long n, double *a) {
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (unsigned long i = n; i-- > 0;)
    a[i] += 1;
}
void tied(int n, double *a) {
  int i, j;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:17: warning: region left on the CPU: this 'for' loop is not in the form {{.*}} (another part of it depends on the iterator)
  for (i = 0, j = i; i < n; i++, j++)
    a[j] = 1;
}
void stepped_twice(int n, double *a) {
  int i;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:25: warning: region left on the CPU: this 'for' loop is not in the form {{.*}} (its step is not a change of one variable)
  for (i = 0; i < n; i++, i++)
    a[i] = 1;
}
void both(int n, double *a) {
  int i, j;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:49: warning: region left on the CPU: this 'for' loop is not in the form {{.*}} (its step is not a change of one variable)
  for (i = 0, j = n; i < j && i + j < 2 * n; i++, j--)
    a[i] = 1;
}
void sometimes(int n, double *restrict a, const double *restrict b) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (b[i] > 0)
      k++;
    // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: 'k' is used in a loop bound or subscript and changed inside the region
    a[k] = b[i];
  }
}
void jumps(int n, double *restrict a, const double *restrict b) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (b[i] > 0)
      continue;
    // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: 'k' is used in a loop bound or subscript and changed inside the region
    a[k] = b[i];
    k++;
  }
}
void outer(int n, double *restrict a, const double *restrict b) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      // CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: 'k' is used in a loop bound or subscript and changed inside the region
      a[k] = b[i] + b[j];
      k++;
    }
}

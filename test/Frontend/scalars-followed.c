// RUN: mkdir -p %t && %gputile --output-dir=%t --print-after=extract %s -- 2>&1 | FileCheck %s
// Integer scalars whose values are known have no memory; others do, and iterators never.
void followed(int n, double A[restrict 100], double B[restrict 100]) {
  int i, k;
  // CHECK-LABEL: scop scalars_followed_followed
  // CHECK-NOT: array k
  // CHECK: S0[i]
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i + 1;
    A[k] = B[i] * k;
  }
}
int conditional(int n, double A[restrict 100], double B[restrict 100]) {
  int i, where = -1;
  // CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: {{.*}}[no-parallelism]
#pragma gpu_tile
  for (i = 0; i < n; i++)
    if (B[i] > 0) {
      where = i;
      A[i] = 1;
    }
  return where;
}
int carried(int n, double A[restrict 100], double B[restrict 100]) {
  int i, previous = 3; // As memory, the loop would run in order.
  // CHECK: scop scalars_followed_carried
  // CHECK: array previous: int
  // CHECK: scop scalars_followed_carried
  // CHECK: statement S0: $0 = $1 + ((double)((i > 0) ? ((i - 1) * 2) : ((int)(parameter 0))));
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    A[i] = B[i] + previous;
    previous = i * 2;
  }
  return previous;
}
void iterator_from_data(int n, int m, double A[restrict 100], int B[restrict 100]) {
  int i, j;
#pragma gpu_tile
  for (j = 0; j < m; j++) {
    for (i = 0; i < n; i++)
      A[i] += j;
    // CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: loop iterator 'i' is changed inside the loop [iterator-modified]
    i = B[j];
  }
}
void iterator_after_its_loop(int n, int m, double A[restrict 100]) {
  int i, j;
#pragma gpu_tile
  for (j = 0; j < m; j++) {
    i = 1;
    for (i = 0; i < n; i++)
      A[i] += j;
    // CHECK: statement S1: $0 = (double)((int)((1 && (0LL) + (-1LL) * parameter 1 >= 0) ? (0LL) : (0LL) + (1LL) * parameter 1));
    A[j] = i;
  }
}
void changed_bound(int n, double A[restrict 100], int B[restrict 100]) {
  int i, end = n;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:19: warning: region left on the CPU: 'end' is used in a loop bound or subscript and changed inside the region [bound-modified]
  for (i = 0; i < end; i++) {
    A[i] = 0;
    end = n - 1;
  }
}

// B[c] reads the element of A that the other iteration writes: a dependence each way between two statements.
// No order of the two statements fits both iterations; the loop stays as it is.
// RUN: %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
static int A[2], B[2];
static void hyper(int n) {
// CHECK: :[[#@LINE+1]]:9: warning: {{.*}} [no-parallelism]
#pragma gpu_tile
  for (int c = 0; c < 2; c++) {
    A[c] = c + n;
    B[c] = A[1 - c];
  }
}
int main(void) {
  hyper(5);
  hyper(2);
  return 0;
}

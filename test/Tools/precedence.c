// A clause wins over an option, an option over the default, and JSON says which.
// RUN: mkdir -p %t && %gputile --output-dir=%t --tile=8,8 --block 16,2 --dump-json=- %s -- | FileCheck %s
void f(int n, double A[n][n]) {
// CHECK: "block": {
// CHECK-NEXT: "origin": "option",
// CHECK-NEXT: "value": [
// CHECK-NEXT: 16,
// CHECK-NEXT: 2
// CHECK: "scheme": {
// CHECK-NEXT: "origin": "model",
// CHECK-NEXT: "value": "parallel"
// CHECK: "tile": {
// CHECK-NEXT: "origin": "clause",
// CHECK-NEXT: "value": [
// CHECK-NEXT: 32,
// CHECK-NEXT: 32
#pragma gpu_tile tile(32, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}

// Every clause of the language is accepted, with commas, spaces or macros.
// RUN: mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json %s -- 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json

#define TX 16
enum { Rows = 4 };
void f(int n, double A[n][n], double *restrict p, double *restrict q) {
  // CHECK-NOT: error:
#pragma gpu_tile scheme(parallel), tile(TX, 4 * Rows) block(0x10, sizeof(int) / 2u) fuse(depth) fp(exact) if(n > 3 && (n, 1))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 2 * A[i][j];
  // CHECK-NOT: clause 'false_deps' has no effect
  // CHECK: :[[#@LINE+1]]:35: warning: clause 'balance' has no effect with scheme 'parallel' [clause-without-effect] [-Wgpu-tile]
#pragma gpu_tile false_deps(auto) balance(off), launch(flags) fp(contract)
  for (int i = 0; i < n; i++)
    p[i] = q[i];
  // CHECK-NOT: error:
  // CHECK-NOT: warning:
}
// JSON: "block": {
// JSON-NEXT: "origin": "clause",
// JSON-NEXT: "value": [
// JSON-NEXT: 16,
// JSON-NEXT: 2
// JSON: "tile": {
// JSON-NEXT: "origin": "clause",
// JSON-NEXT: "value": [
// JSON-NEXT: 16,
// JSON-NEXT: 16

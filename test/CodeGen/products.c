// Where points of a thread share the operands of sums, a thread has many of them: the text of whole tiles loops over them, the compiler unrolls.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11
// RUN: FileCheck %s --input-file=%t/products.gputile.cu
// Sizes are known: few tiles of 128 points would leave most of a device idle.
void small(float C[512][512], float A[512][512], float B[512][512]) {
// CHECK: products_small_
// CHECK: float p_C[4][4];
#pragma gpu_tile
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      for (int k = 0; k < 512; k++)
        C[i][j] += A[i][k] * B[k][j];
}
void product(int n, float C[n][n], float A[n][n], float B[n][n]) {
// CHECK: products_product_
// CHECK: GPUTILE_SHARED(float, s_A, [128][16]);
// CHECK: GPUTILE_SHARED(float, s_B, [16][128]);
// CHECK: float p_C[8][8];
// CHECK: GPT_TILE(full)
// CHECK-NEXT: GPT_UNROLL
// CHECK-NEXT: for (I [[A:c[0-9]]] = 0; [[A]] < 8; ++[[A]]) {
// CHECK-NEXT: GPT_UNROLL
// CHECK-NEXT: for (I [[B:c[0-9]]] = 0; [[B]] < 8; ++[[B]]) {
// CHECK-NEXT: p_C{{\[}}[[A]]][[[B]]] = C[
// CHECK: if (n >= 16 * c1 + 16) {
// CHECK-NEXT: GPT_UNROLL
// CHECK-NEXT: for (I [[K:c[0-9]]] = 0; [[K]] <= 15; ++[[K]]) {
// CHECK-NEXT: GPT_UNROLL
// CHECK-NEXT: for (I [[A]] = 0; [[A]] <= 7; ++[[A]]) {
// CHECK-NEXT: GPT_UNROLL
// CHECK-NEXT: for (I [[B]] = 0; [[B]] <= 7; ++[[B]]) {
// CHECK-NEXT: p_C{{\[}}[[A]]][[[B]]] += gpt_mul(s_A[t0 + 16 * [[A]]][[[K]]], s_B[[[K]]][t1 + 16 * [[B]]]);
// CHECK: GPT_TILE(partial)
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
// Clauses decide.
void clauses(int n, double C[n][n], double A[n][n], double B[n][n]) {
// CHECK: products_clauses_
// CHECK: GPUTILE_SHARED(double, s_A, [32][16]);
// CHECK: double p_C[4];
#pragma gpu_tile tile(32, 32, 16) block(32, 8)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}

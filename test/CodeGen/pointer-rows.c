// The entry follows the pointers to the rows that the loops access, and no others.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11
// RUN: FileCheck %s --input-file=%t/pointer-rows.gputile.cu
void triangle(int n, double **a, const double *x) {
// CHECK: int gputile_pointer_rows_triangle_[[#@LINE+10]](long long n, {{.*}}const void *a
// CHECK: gpt_array gpt_array_a("a", "double", sizeof(double), nullptr, 2);
// CHECK-NEXT: gpt_array_a.behind(a, 1);
// CHECK-NOT: gpt_array_a.stride
// CHECK: if (!gpt_array_a.layout(size))
// CHECK: for (long long [[I:[a-z0-9]+]] = 2; [[I]] < n; ++[[I]])
// CHECK-NEXT: gpt_array_a.row({[[I]]}, 1, [[I]] - 1);
// CHECK: if (!gpt_array_a.separateRows())
// CHECK-NEXT: return gpt_fallback(region, GPT_OVERLAP, "rows of array 'a' share memory");
// CHECK: if (gpt_overlap(gpt_array_{{[ax]}}, gpt_array_{{[ax]}}))
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 1; j < i; j++)
      a[i][j] = x[j];
}

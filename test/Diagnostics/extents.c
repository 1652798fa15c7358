// RUN: mkdir -p %t && %status 1 %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double x, const int *restrict index, const double *restrict table, double *restrict A) {
// CHECK: :[[#@LINE+1]]:26: error: {{.*}}'m' {{.*}}'extents'{{.*}} the name of a pointer or array of the region [bad-clause-value]
#pragma gpu_tile extents(m: n)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// A scalar.
// CHECK: :[[#@LINE+1]]:26: error: {{.*}}'n' {{.*}} the name of a pointer or array of the region
#pragma gpu_tile extents(n: n)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// A pointer that the region does not use.
// CHECK: :[[#@LINE+1]]:26: error: {{.*}}'table' {{.*}} the name of a pointer or array of the region
#pragma gpu_tile extents(table: n)
  for (int i = 0; i < n; i++)
    A[i] = index[i];
// CHECK: :[[#@LINE+1]]:18: error: {{.*}}extents(p: n, q: m * k)
#pragma gpu_tile extents
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// CHECK: :[[#@LINE+1]]:26: error: {{.*}}extents(p: n, q: m * k)
#pragma gpu_tile extents(table)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// CHECK: :[[#@LINE+1]]:36: error: {{.*}}extents(p: n, q: m * k)
#pragma gpu_tile extents(table: n, table: n)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// CHECK: :[[#@LINE+1]]:33: error: {{.*}}'x' is no integer
#pragma gpu_tile extents(table: x)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
// CHECK: :[[#@LINE+1]]:33: error: {{.*}}undeclared
#pragma gpu_tile extents(table: k)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
}

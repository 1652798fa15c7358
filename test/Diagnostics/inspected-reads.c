// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t/inspected-reads.gputile.cu
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'table', which depend on data [inspected-reads] [-Rgpu-tile]
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: clause 'extents(table: n)' saves that
void f(int n, const int *restrict index, const double *restrict table, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
}
// The entry gets no parameter for them.
// CODE: extern "C" int gputile_inspected_reads_f_6(long long n, double *A, const double *table,
// CODE-NEXT: const int *index) {
// CODE: long long table_least = 0x7fffffffffffffffLL, table_most = -table_least;
// CODE: for (long long i0 = 0; i0 < n; ++i0) {
// CODE-NEXT: { const long long at = (long long)((long long)(index[i0])); if (at < table_least) table_least = at; if (at > table_most) table_most = at; }
// CODE: if (table_least > table_most) {
// CODE-NEXT: table_least = 0;
// CODE-NEXT: table_most = -1;
// CODE: a subscript is too large
// CODE: gpt_array_table.box.set({table_least}, {table_most});
void g(int n, const int *restrict index, const double *restrict table, double *restrict A) {
#pragma gpu_tile extents(table: 2 * n)
  for (int i = 0; i < n; i++)
    A[i] = table[index[i]];
}
// CODE-LABEL: extern "C" int gputile_inspected_reads_g_
// CODE-NOT: least

// Rows of blocks of scheme stream: iterations begin when what they read is there, and rows that are known to be inside are
// not tested. Mistakes in where these begin or end give other values.
// DEFINE: %{edit} =
// DEFINE: %{flags} =
// DEFINE: %{as} =
// DEFINE: %{build} = sed '%{edit}' %t/stream-rows.gputile.cu > %t/%{as}.cu && ! cmp -s %t/%{as}.cu %t/stream-rows.gputile.cu && %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/%{as}.cu -o %t/%{as}.o && %clangxx %t/%{as}.o %t/host.o -o %t/%{as}
// DEFINE: %{differs} = sh -c '%t/%{as} | cmp -s - %t/good.txt; test $? = 1'

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile -q --output-dir=%t --scheme=stream --tile=2,8 --block=64 %s -- -DPLANES
// RUN: sed -n '/z_full\|full ||/p' %t/stream-rows.gputile.cu | FileCheck --check-prefix=PLANES %s
// PLANES: {{^}}  const I z_full_first = gpt_max(gpt_max((I)(z_first + 4), (I)(A_plane_first + 1)), (I)(2));
// PLANES-NEXT: {{^}}  const I z_full_last = gpt_min(gpt_min((I)(z_last), (I)(A_plane_last - 2)), (I)(18));
// PLANES-NEXT: if (full || (i >= A_plane_first && i <= A_plane_last))
// PLANES-NEXT: if (full || z >= z_first + 2 + 2 * p) {
// PLANES-NEXT: if (!(full || (i >= 1 && i <= 18)))
// PLANES-NEXT: if (full || (i >= z_first + 3 && i <= z_last - 1 && i >= A_plane_first && i <= A_plane_last)) {
// PLANES-NEXT: for (I z_stop = gpt_min(z_full_first, (I)(z_last + 1)); z <= z_last; z_stop = z_last + 1) {
// PLANES-NEXT: while (z + 2 <= z_full_last)
// RUN: %clang -iquote %S -O1 -DPLANES -c %t/stream-rows.gputile.c -o %t/host.o
// REDEFINE: %{edit} = 1s/^/ /
// REDEFINE: %{as} = good
// RUN: %{build} && %t/good > %t/good.txt && env GPUTILE_DISABLE=1 %t/good | diff - %t/good.txt
// REDEFINE: %{edit} = s/z_first + 2 + 2 . p/z_first + 3 + 2 * p/
// REDEFINE: %{as} = late
// RUN: %{build} && %{differs}
// REDEFINE: %{edit} = s/\(z_full_first =\) .*;/\1 z_first;/
// REDEFINE: %{as} = first
// RUN: %{build} && %{differs}
// REDEFINE: %{edit} = s/(I)(A_plane_last - 2)), (I)(18)/(I)(A_plane_last)), (I)(19)/
// REDEFINE: %{as} = last
// RUN: %{build} && %{differs}

// RUN: %gputile -q --output-dir=%t --scheme=stream --tile=4,8 %s --
// RUN: sed -n '/z_full\|full [|?]/p' %t/stream-rows.gputile.cu | FileCheck --check-prefix=ROWS %s
// ROWS: {{^}}  const I z_full_first = (I)(z_first + 8);
// ROWS-NEXT: {{^}}  const I z_full_last = (I)(z_last - 2);
// ROWS-NEXT: const I i = full ? z + 3 : gpt_min((I)(z + 3), z_last + 1);
// ROWS-NEXT: if (full || z >= z_first + 2 + 2 * p) {
// ROWS-NEXT: if (B_stores && (full || (i >= z_first + 5 && i <= z_last - 3))) {
// ROWS-NEXT: if (full || (i >= z_first + 5 && i <= z_last - 3)) {
// RUN: %clang -iquote %S -O1 -c %t/stream-rows.gputile.c -o %t/host.o
// REDEFINE: %{edit} = 1s/^/ /
// REDEFINE: %{as} = good
// RUN: %{build} && %t/good > %t/good.txt && env GPUTILE_DISABLE=1 %t/good | diff - %t/good.txt
// REDEFINE: %{edit} = s/z_first + 2 + 2 . p/z_first + 3 + 2 * p/
// REDEFINE: %{as} = late
// RUN: %{build} && %{differs}
// REDEFINE: %{edit} = s/z_first + 8/z_first + 5/
// REDEFINE: %{as} = first
// RUN: %{build} && %{differs}

// Rows that depend on the iteration are tested in all.
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=3,8 --block=64 %s -- -O1 -DPLANES -DCONE 2> %t/cone.err
// RUN: FileCheck --check-prefix=CONE %s < %t/cone.err
// CONE: gputile-run: SAME: 1 region equal bit for bit{{.*}} tiles: {{[1-9][0-9]*}} full

#include <stdio.h>

#ifdef CONE
#define LAST_ROW (N - 1 - t)
#else
#define LAST_ROW (N - 1)
#endif
#ifdef PLANES
enum { N = 20, M = 90, L = 130 };
static float A[N][M][L], B[N][M][L];
#define ROWS(i) for (int i = 1; i < LAST_ROW; i++) for (int j = 1; j < M - 1; j++) for (int k = 1; k < L - 1; k++)
#define CELLS(X, i) X[i][j][k]
#define SUM (A[i - 1][j][k] + 3 * A[i + 1][j][k] + A[i][j - 1][k] + 2 * A[i][j + 1][k] + A[i][j][k - 1])
#else
enum { N = 90, M = 600, L = 1 };
static float A[N][M], B[N][M];
#define ROWS(i) for (int i = 1; i < LAST_ROW; i++) for (int j = 1; j < M - 1; j++)
#define CELLS(X, i) X[i][j]
#define SUM (A[i - 1][j] + 3 * A[i + 1][j] + A[i][j - 1] + 2 * A[i][j + 1])
#endif

int main(void) {
  float *cells = (float *)A;
  for (int i = 0; i < N * M * L; i++)
    cells[i] = 0.01f * (float)(i * 7 % 13);
#pragma gpu_tile
  for (int t = 0; t < 9; t++) {
    ROWS(i) CELLS(B, i) = 0.125f * SUM;
    ROWS(i) CELLS(A, i) = CELLS(B, i);
  }
  double sum = 0;
  for (int i = 0; i < N * M * L; i++)
    sum += cells[i] * (i % 7);
  printf("%.17g\n", sum);
  return 0;
}

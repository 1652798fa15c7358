// In-place solvers in three dimensions, in tiles that are long along the sum of the loops: for small, odd and other
// sizes. With floats, tiles take more shared memory than kernels may declare; launches ask for it.
// RUN: %gputile_run --backend=cpu --check --race --remarks=on %s -- -O1 -DREAL=float --args 5 21 20 61 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:5 --remarks=on %s -- -O1 -DREAL=float --args 9 6 31 90 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --launch=kernels %s -- -O1 -DREAL=double --args 3 12 3 40 2> %t.err
// RUN: FileCheck %s --check-prefix=EQUAL < %t.err
// RUN: %gputile_run --backend=cpu --check --launch=cooperative --tile=16,2,3,4 --block=4,3,2 --race %s -- -O1 -DREAL=float --args 5 9 10 23 2> %t.err
// RUN: FileCheck %s --check-prefix=EQUAL < %t.err
// EQUAL: gputile-run: SAME: 3 regions equal bit for bit

// What all points of a tile would read is loaded in rows of one interval, at borders, too; what is the same for all
// steps of a tile is tested in front of them.
// RUN: rm -rf %t && mkdir %t
// RUN: %gputile --launch=kernels --check-text=on --output-dir=%t %s -- -DREAL=float
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t/wavefront-3d.gputile.cu
// TEXT: void __launch_bounds__
// TEXT: GPUTILE_SHARED_AT_LAUNCH(int4, shared_memory, [[[WORDS:[0-9]+]]]);
// TEXT-NEXT: float (&s_u)[13][13][{{[0-9]+}}] = *(float (*)[13][13][{{[0-9]+}}])(shared_memory);
// TEXT: GPT_TILE(full)
// TEXT: for (I i2 = first
// TEXT-NEXT: if (i2 <= last)
// TEXT-NEXT: s_u[i0][i1][i2] = u[
// TEXT: GPT_TILE(partial)
// TEXT: for (I i2 = first
// TEXT-NEXT: if (i2 <= last)
// TEXT-NEXT: s_u[i0][i1][i2] = u[
// TEXT: const bool inside0 = {{.* && .*}};
// TEXT-NEXT: for (I c1 = 0; c1 <= 63; ++c1) {
// TEXT-NEXT: if (inside0 && {{.*}}c1{{.*}})
// TEXT: if (!run.sharedMemory([[KERNEL:[a-z_0-9]+_k0]]<int>, [[BYTES:[0-9]+]]))
// TEXT-NEXT: return run.status();
// TEXT-NEXT: GPUTILE_LAUNCH([[KERNEL]]<int>, grid, block, [[BYTES]], 0,

// RUN: %clang -iquote %S -O1 -DREAL=float -c %t/wavefront-3d.gputile.c -o %t/host.o
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/wavefront-3d.gputile.cu -o %t/good.o
// RUN: %clangxx %t/good.o %t/host.o -o %t/good
// RUN: %t/good 5 21 20 61 > %t/good.txt
// RUN: env GPUTILE_DISABLE=1 %t/good 5 21 20 61 | cmp - %t/good.txt
// Where a multiprocessor has less shared memory, the original loops run.
// RUN: env GPUTILE_CPU_FAIL=cudaFuncSetAttribute:1 %t/good 5 21 20 61 2> %t/few.err | cmp - %t/good.txt
// RUN: FileCheck %s --check-prefix=FEW < %t/few.err
// FEW: gputile: too little shared memory in a multiprocessor: {{.*}}; the original loops run

// The last element of each row that is loaded is needed, and so is each element that is tested for.
// RUN: sed 's/if (i2 <= last)/if (i2 < last)/' %t/wavefront-3d.gputile.cu > %t/row.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/row.cu -o %t/row.o
// RUN: %clangxx %t/row.o %t/host.o -o %t/row
// RUN: sh -c '%t/row 5 21 20 61 | cmp - %t/good.txt; test $? = 1'
// RUN: sed 's/if (inside0 && /if (/' %t/wavefront-3d.gputile.cu > %t/inside.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -fsanitize=address -c %t/inside.cu -o %t/inside.o
// RUN: %clangxx -fsanitize=address %t/inside.o %t/host.o -o %t/inside
// RUN: sh -c '%t/inside 5 21 20 61 2>/dev/null | cmp - %t/good.txt; test $? = 1'
#include <stdio.h>
#include <stdlib.h>

typedef REAL real;

static void gauss_seidel(int steps, int l, int n, int m, real (*u)[n][m], real (*f)[n][m]) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}} scheme wavefront (model), {{.*}} 1 kernel [
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}}: tile 64x4x8x8 (model), block 8x8x4 (model), {{.*}} 5{{[0-9]+}} bytes of shared memory
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          u[i][j][k] = (u[i - 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1] + u[i][j][k + 1] + u[i][j + 1][k] +
                        u[i + 1][j][k] - f[i][j][k]) /
                       6;
}

// Backwards in one dimension, and farther in another.
static void turned(int steps, int l, int n, int m, real (*u)[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = l - 2; i >= 1; i--)
      for (int j = 1; j < n - 1; j++)
        for (int k = 2; k < m; k++)
          u[i][j][k] = (u[i + 1][j][k] + u[i][j - 1][k] + u[i][j][k - 2] + u[i - 1][j][k] + u[i][j + 1][k]) / 5;
}
// CHECK: gputile-run: SAME: 3 regions equal bit for bit

// Short loops: the boxes of tiles are smaller than the tiles.
static real small[6][5][11];
static void short_loops(void) {
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < 5; i++)
      for (int j = 1; j < 4; j++)
        for (int k = 1; k < 10; k++)
          small[i][j][k] = (small[i - 1][j][k] + small[i][j - 1][k] + small[i][j][k - 1] + small[i + 1][j][k + 1]) / 4;
}

int main(int argc, char **argv) {
  const int steps = atoi(argv[1]), l = atoi(argv[2]), n = atoi(argv[3]), m = atoi(argv[4]);
  real (*u)[n][m] = malloc(sizeof(real) * l * n * m), (*f)[n][m] = malloc(sizeof(real) * l * n * m);
  for (int i = 0; i < l * n * m; i++) {
    (&u[0][0][0])[i] = (real)(i * 37 % 101) / 64;
    (&f[0][0][0])[i] = (real)(i * 53 % 97) / 96;
  }
  gauss_seidel(steps, l, n, m, u, f);
  turned(steps, l, n, m, u);
  for (int i = 0; i < 6 * 5 * 11; i++)
    (&small[0][0][0])[i] = (real)(i * 29 % 31) / 32;
  short_loops();
  real sum = small[4][3][9];
  for (int i = 0; i < l * n * m; i++)
    sum += (&u[0][0][0])[i];
  printf("%a\n", (double)sum);
  free(u);
  free(f);
  return 0;
}

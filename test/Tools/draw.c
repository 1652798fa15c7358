// --draw writes a picture of the dependences, and one of the tiles of each kernel with
// two or more loops; of a refused region as far as it was understood.
// RUN: rm -rf %t && mkdir -p %t && touch %t/file
// RUN: %gputile --output-dir=%t --draw=%t/a/b --draw-dims=i,t --false-deps=keep %s --
// RUN: ls %t/a/b | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=DEPS --input-file=%t/a/b/draw_relax_25-deps.svg
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t/a/b/draw_relax_25-tiles-k0.svg
// RUN: %status 1 %gputile --output-dir=%t --draw=%t/file/x %s -- 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %status 2 %gputile --draw-dims=t %s -- 2>&1 | FileCheck %s --check-prefix=DIMS
// FILES: draw_relax_25-deps.svg
// FILES-NEXT: draw_relax_25-tiles-k0.svg
// FILES-NEXT: draw_sum_33-deps.svg
// FILES-NOT: svg
// DEPS: <svg
// DEPS: >Dependences of draw_relax_25</text>
// DEPS: >anti A (0, 1) hinders</text>
// DEPS: </svg>
// TILES: >Tiles of draw_relax_25_k0: 4 x 8</text>
// TILES: >T = 16, n = 12</text>
// TILES: class="point"
// TILES: >tile (one block)</text>
// ERROR: error: cannot write '{{.*}}file/x':
// DIMS: invalid value 't'; expected the names of two iterators, separated by a comma
void relax(int T, int n, double *A) {
#pragma gpu_tile scheme(wavefront) tile(4, 8)
  for (int t = 1; t <= T; t++)
    for (int i = 1; i <= n; i++)
      A[i] = 0.5 * (A[i] + A[i + 1]);
}

double sum(int n, double *A) {
  double s = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s += A[i];
  return s;
}

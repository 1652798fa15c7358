// All colours of split tiling are in one picture: launches are (band, colour).
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --draw=%t --output-dir=%t %s --
// RUN: FileCheck %s < %t/draw_split_example_11-tiles-k0.svg
// RUN: not ls %t/draw_split_example_11-tiles-k1.svg
// CHECK: >Tiles of draw_split_example_11: 4 x 8</text>
// CHECK: >launch 0, 0</text>
// CHECK: >launch 0, 1</text>
// CHECK: >launch 1, 0</text>
void example(int T, int n, double A[T][n]) {
#pragma gpu_tile scheme(split) tile(4, 8)
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = A[t - 1][i - 1] + A[t - 1][i + 1];
}

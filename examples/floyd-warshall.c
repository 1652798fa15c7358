/* Shortest paths between all pairs of nodes, in place, in integers. Row k and column k are read by every point of step k. */
#include "example.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void shortest_paths(int n, int path[n][n]) {
#pragma gpu_tile
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = MIN(path[i][j], path[i][k] + path[k][j]);
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 192, 1}};
  example_parse(argc, argv, "floyd-warshall", args, 1);
  int n = (int)args[0].value;
  size_t count = (size_t)n * (size_t)n;

  int (*path)[n] = example_alloc((size_t)n, sizeof *path);
  uint64_t seed = 1;
  const int no_edge = 1 << 24; /* two of them still add up to an int */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      uint64_t r = example_random(&seed);
      path[i][j] = i == j ? 0 : (r & 3) != 0 ? no_edge : 1 + (int)((r >> 32) % 1000);
    }

  shortest_paths(n, path);

  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += path[i][j];
  example_print("path", path, count * sizeof(int), sum);
  free(path);
  return 0;
}

/* Sharpens a grey image with a 3x3 filter: unsigned char pixels, int arithmetic, a normalising shift, clamped results.
 *
 * The body has a temporary of its own and calls a function. Border pixels keep their value. */
#include "example.h"

static inline int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

/* The weights add up to 16, which the shift by 4 divides out; adding 8 rounds. */
static void sharpen(int height, int width, unsigned char (*in)[width], unsigned char (*out)[width], int weight[3][3]) {
#pragma gpu_tile
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      int sum = 8;
      for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++)
          sum += weight[v][u] * in[y + v - 1][x + u - 1];
      out[y][x] = (unsigned char)(clamp(sum, 0, 16 * 255) >> 4);
    }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"HEIGHT", 480, 1}, {"WIDTH", 640, 1}};
  example_parse(argc, argv, "filter3x3", args, 2);
  int height = (int)args[0].value, width = (int)args[1].value;
  size_t count = (size_t)height * (size_t)width;

  unsigned char (*in)[width] = example_alloc((size_t)height, sizeof *in);
  unsigned char (*out)[width] = example_alloc((size_t)height, sizeof *out);
  uint64_t seed = 1;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      in[y][x] = (unsigned char)(example_random(&seed) >> 56);
  memcpy(out, in, count);

  int weight[3][3] = {{-1, -2, -1}, {-2, 28, -2}, {-1, -2, -1}};
  sharpen(height, width, in, out, weight);

  double sum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      sum += out[y][x];
  example_print("out", out, count, sum);
  free(in);
  free(out);
  return 0;
}

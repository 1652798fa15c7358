/* Edit distance of two strings (Levenshtein) with costs for a substitution and for a gap: a table in which each entry is the
 * least of three neighbours and their costs. */
#include "example.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

enum { GAP = 2, SUBSTITUTION = 3 };

/* D[i][j]: the least cost that turns the first i characters of x into the first j of y; row and column 0 are given. */
static void distances(int n, int m, const char *x, const char *y, int (*D)[m + 1]) {
#pragma gpu_tile
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int replaced = D[i - 1][j - 1] + (x[i - 1] == y[j - 1] ? 0 : SUBSTITUTION);
      int skipped = MIN(D[i - 1][j], D[i][j - 1]) + GAP;
      D[i][j] = MIN(replaced, skipped);
    }
}

/* Random letters from a to d, so that many are equal. */
static void fill_letters(char *text, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i++)
    text[i] = (char)('a' + (example_random(&seed) & 3));
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 512, 1}, {"M", 512, 1}};
  example_parse(argc, argv, "edit-distance", args, 2);
  int n = (int)args[0].value, m = (int)args[1].value;
  size_t count = ((size_t)n + 1) * ((size_t)m + 1);

  char *x = example_alloc((size_t)n, sizeof *x);
  char *y = example_alloc((size_t)m, sizeof *y);
  int (*D)[m + 1] = example_alloc((size_t)n + 1, sizeof *D);
  fill_letters(x, (size_t)n, 1);
  fill_letters(y, (size_t)m, 2);
  for (int i = 0; i <= n; i++)
    D[i][0] = i * GAP;
  for (int j = 0; j <= m; j++)
    D[0][j] = j * GAP;

  distances(n, m, x, y, D);

  double sum = 0;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      sum += D[i][j];
  printf("distance %d\n", D[n][m]);
  example_print("D", D, count * sizeof(int), sum);
  free(x);
  free(y);
  free(D);
  return 0;
}

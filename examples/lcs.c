/* Longest common subsequence of two strings: a table in which each entry needs its upper, left and upper left neighbours. */
#include "example.h"

/* L[i][j]: the length for the first i characters of x and the first j of y. */
static void lcs(int n, int m, const char *x, const char *y, int (*L)[m + 1]) {
#pragma gpu_tile
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      if (x[i - 1] == y[j - 1])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = L[i - 1][j] > L[i][j - 1] ? L[i - 1][j] : L[i][j - 1];
    }
}

/* Random letters from a to d, so that many are equal. */
static void fill_letters(char *text, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i++)
    text[i] = (char)('a' + (example_random(&seed) & 3));
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 512, 1}, {"M", 512, 1}};
  example_parse(argc, argv, "lcs", args, 2);
  int n = (int)args[0].value, m = (int)args[1].value;
  size_t count = ((size_t)n + 1) * ((size_t)m + 1);

  char *x = example_alloc((size_t)n, sizeof *x);
  char *y = example_alloc((size_t)m, sizeof *y);
  int (*L)[m + 1] = example_alloc((size_t)n + 1, sizeof *L);
  fill_letters(x, (size_t)n, 1);
  fill_letters(y, (size_t)m, 2);

  lcs(n, m, x, y, L);

  double sum = 0;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      sum += L[i][j];
  printf("length %d\n", L[n][m]);
  example_print("L", L, count * sizeof(int), sum);
  free(x);
  free(y);
  free(L);
  return 0;
}

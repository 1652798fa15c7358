#ifndef TYPE
#define TYPE double
#endif
#ifndef FACTOR
#define FACTOR 2
#endif
static inline double scaled(double x) { return FACTOR * x; }
struct grid {
  int n;
  TYPE *u;
};

void copy(struct grid *g, TYPE *restrict v) {
#pragma gpu_tile
  for (int i = 0; i < g->n; i++)
    v[i] = scaled(g->u[i]);
}

void steps(int n, int steps, double A[n], double B[n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

void prefix(int n, double A[n]) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    A[i] += A[i - 1] * A[i];
}

#pragma GCC diagnostic ignored "-Wunknown-pragmas"
void refused(int n, double A[n][n]) {
#pragma gpu_tile scheme(split)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1];
}

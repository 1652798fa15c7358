// Maxwell's equations on a staggered grid; with -DCONSTANT the sizes are constants.
#ifdef CONSTANT
enum { n = 20, steps = 6 };
static double Ex[n + 1][n + 1][n + 1], Ey[n + 1][n + 1][n + 1], Ez[n + 1][n + 1][n + 1];
static double Hx[n + 1][n + 1][n + 1], Hy[n + 1][n + 1][n + 1], Hz[n + 1][n + 1][n + 1];
void waves(void) {
#else
void waves(int n, int steps, double Ex[n + 1][n + 1][n + 1], double Ey[n + 1][n + 1][n + 1],
           double Ez[n + 1][n + 1][n + 1], double Hx[n + 1][n + 1][n + 1],
           double Hy[n + 1][n + 1][n + 1], double Hz[n + 1][n + 1][n + 1]) {
#endif
#pragma scop
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
          Hx[i][j][k] += 0.5 * ((Ey[i][j][k + 1] - Ey[i][j][k]) - (Ez[i][j + 1][k] - Ez[i][j][k]));
          Hy[i][j][k] += 0.5 * ((Ez[i + 1][j][k] - Ez[i][j][k]) - (Ex[i][j][k + 1] - Ex[i][j][k]));
          Hz[i][j][k] += 0.5 * ((Ex[i][j + 1][k] - Ex[i][j][k]) - (Ey[i + 1][j][k] - Ey[i][j][k]));
        }
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        for (int k = 1; k < n; k++) {
          Ex[i][j][k] += 0.5 * ((Hz[i][j][k] - Hz[i][j - 1][k]) - (Hy[i][j][k] - Hy[i][j][k - 1]));
          Ey[i][j][k] += 0.5 * ((Hx[i][j][k] - Hx[i][j][k - 1]) - (Hz[i][j][k] - Hz[i - 1][j][k]));
          Ez[i][j][k] += 0.5 * ((Hy[i][j][k] - Hy[i - 1][j][k]) - (Hx[i][j][k] - Hx[i][j - 1][k]));
        }
  }
#pragma endscop
}

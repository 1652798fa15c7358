// Tridiagonal systems down the columns, then along the rows; with -DCONSTANT the sizes are constants.
#ifdef CONSTANT
enum { n = 1000, steps = 500 };
static double U[n][n], V[n][n], P[n][n], Q[n][n];
void sweeps(double a, double b) {
#else
void sweeps(int n, int steps, double a, double b, double U[n][n], double V[n][n], double P[n][n],
            double Q[n][n]) {
#endif
#pragma scop
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      V[0][i] = 1;
      P[i][0] = 0;
      Q[i][0] = V[0][i];
      for (int j = 1; j < n - 1; j++) {
        P[i][j] = -a / (a * P[i][j - 1] + b);
        Q[i][j] = (U[j][i] - a * (U[j][i - 1] + U[j][i + 1]) - a * Q[i][j - 1]) / (a * P[i][j - 1] + b);
      }
      V[n - 1][i] = 1;
      for (int j = n - 2; j > 0; j--)
        V[j][i] = P[i][j] * V[j + 1][i] + Q[i][j];
    }
    for (int i = 1; i < n - 1; i++) {
      U[i][0] = 1;
      P[i][0] = 0;
      Q[i][0] = U[i][0];
      for (int j = 1; j < n - 1; j++) {
        P[i][j] = -b / (b * P[i][j - 1] + a);
        Q[i][j] = (V[i][j] - b * (V[i - 1][j] + V[i + 1][j]) - b * Q[i][j - 1]) / (b * P[i][j - 1] + a);
      }
      U[i][n - 1] = 1;
      for (int j = n - 2; j > 0; j--)
        U[i][j] = P[i][j] * U[i][j + 1] + Q[i][j];
    }
  }
#pragma endscop
}
